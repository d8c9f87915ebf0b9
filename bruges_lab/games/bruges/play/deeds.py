"""What the players of a game of Bruges did: their actions, with the events that tell of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....analysis.playouts import Playout
from ....kernel import Event, Game, LabError
from ..model import State

ACTIONS = ("workers", "guilders", "threat", "canal", "house", "recruit", "activate")
"""What a card can be played for, in the order of the rulebook, and activating a person."""

_BY_CARD = ("turn.begins", "extra.begins", "marker.taken", "marker.used")


class Deed(NamedTuple):
    """One action of a player, with its event."""

    seat: int
    action: str
    round: int
    event: Event


def deeds(played: Game[State] | Playout) -> list[Deed]:
    """The actions of a game, or of a playout from where it began. What people built or recruited by themselves is no action."""
    if not isinstance(played, Game | Playout):
        raise LabError("actions are counted in games and playouts")
    events = played.events
    kinds = {event.index: event.kind for event in events}
    round_ = played.start.round if isinstance(played, Game) else _first_round(played)
    found = []
    for event in events:
        if event.kind == "round.begins":
            round_ = event.data["round"]
        action = ""
        if event.kind == "card.spent":
            action = event.data["action"]
        elif event.kind == "person.activated":
            action = "activate"
        elif event.kind in ("house.built", "person.placed") and kinds.get(event.cause, _BY_CARD[0]) in _BY_CARD:
            action = "house" if event.kind == "house.built" else "recruit"
        if action in ACTIONS:
            found.append(Deed(event.player, action, round_, event))
    return found


def _first_round(played: Playout) -> int:
    state: State = played.state
    return state.round - sum(event.kind == "round.begins" for event in played.events)


def all_deeds(played: Game[State] | Playout | Sequence[Game[State] | Playout]) -> list[Deed]:
    """The actions of one game or of several, one after the other."""
    return deeds(played) if isinstance(played, Game | Playout) else [deed for one in played for deed in deeds(one)]
