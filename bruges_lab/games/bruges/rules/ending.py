"""The end of a round: another one, or the final scoring.

The last round is fixed when the extra pile comes in (draw.py); it is played in full, phase 4 included (D-080). A fixed number of
rounds is a switch (end_by, D-010).
"""

from __future__ import annotations

from ....kernel import TABLE
from ....kernel.state import NO_CAUSE
from ..model import BOOK, State
from .marker import ends_by_marker

BOOK.event("game.ends", round="count")


@BOOK.task("round.end", rule="end.play_out", mark="round")
def round_end(s: State) -> None:
    """Compare with the last round, not with whether the extra pile was used (D-012)."""
    if is_last_round(s):
        rule = "exp.round_marker.end" if ends_by_marker(s) else "end.play_out"
        s.because(s.emit(rule, "game.ends", TABLE, round=s.round))
        s.push("scoring")
    else:
        s.because(NO_CAUSE)  # rounds follow one another; none happens because of the one before
        s.push("round", s.round + 1)


def is_last_round(s: State) -> bool:
    """Whether the game ends with this round."""
    if s.final_round and s.round >= s.final_round:
        return True
    if s.rules.end_by != "pile" and s.round >= s.rules.rounds_limit:
        return True
    if s.rules.end_by != "pile":
        return False
    # Nobody has a card and none can be drawn: there is nothing left to play for (end.all_cards_gone).
    return not any(s.left) and not s.extra and not s.rules.reshuffle_discard and not any(player.hand for player in s.players)
