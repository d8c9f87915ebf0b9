"""The round marker of document 001: it stands on the number of the round, and where rounds are limited it ends the game.

Off by default (`round_marker`, D-011): the round is a number of the state anyway. Its place is in `State.marker`, 0 without it.
"""

from __future__ import annotations

from ....kernel import TABLE, add, become
from ..model import BOOK, State
from ..ruleset import FIVE

BOOK.event("round_marker.set", space="count")
BOOK.event("round_marker.moved", space="count")

FIRST_SPACE = 1


def lay_marker(s: State) -> None:
    """At set-up it stands on space 1 of the score track, in nobody's way."""
    if s.rules.round_marker:
        deltas = (become(TABLE, "marker", FIRST_SPACE),)
        s.emit("exp.round_marker.setup", "round_marker.set", TABLE, deltas, space=FIRST_SPACE)


@BOOK.task("marker.move", rule="exp.round_marker.advance")
def move_marker(s: State) -> None:
    """One space at the end of phase 4, so that in round r it stands on r (exp.round_marker.position)."""
    s.emit("exp.round_marker.advance", "round_marker.moved", TABLE, (add(TABLE, "marker", 1),), space=s.marker + 1)


def limit_rule(s: State) -> str:
    """What a referee names where the number of rounds makes a round the last (D-010)."""
    if s.marker:
        return "exp.round_marker.end"
    return "exp.five_players.end" if len(s.players) == FIVE else "round.count"


def ends_by_marker(s: State) -> bool:
    """Whether it has passed the last round that there can be."""
    return bool(s.marker) and s.rules.end_by != "pile" and s.round >= s.rules.rounds_limit
