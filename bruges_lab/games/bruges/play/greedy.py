"""The greedy policy of Bruges: every option is tried on a copy, and the one is taken after which the own position is worth most.

It sees what its seat may see: where an option would reveal a hidden card, that card's face does not enter the count. It weighs
without parts and remembers what displays count for, which is what makes it quick.
"""

from __future__ import annotations

from ....analysis.policies import look_ahead
from ....kernel import Option, Pending, Stream
from ..model import State
from .worth import Displays, worth

DRAWS = ("draw.card", "draw.one")
"""The decisions at which a card is drawn of which only the back is seen."""


def greedy_policy(state: State, pending: Pending, stream: Stream) -> Option:
    """The option after which the own position is worth most; ties are drawn."""
    options = pending.raw
    if len(options) == 1:
        return options[0]
    seat = pending.player
    if pending.kind in DRAWS:
        return draw_by_back(state, pending, stream)
    best: list[Option] = []
    best_worth = float("-inf")
    known: Displays = {}
    for option, twin in zip(options, look_ahead(state, options), strict=True):
        value = worth(twin, seat, known)
        if value > best_worth + 1e-9:
            best, best_worth = [option], value
        elif value > best_worth - 1e-9:
            best.append(option)
    return best[stream.below(len(best))]


def draw_by_back(state: State, pending: Pending, stream: Stream) -> Option:
    """A card by its back alone; ties are drawn."""
    values = back_values(state, pending)
    most = max(values)
    best = [option for option, value in zip(pending.raw, values, strict=True) if value == most]
    return best[stream.below(len(best))]


def back_values(state: State, pending: Pending) -> list[float]:
    """How welcome the back is that each option takes."""
    return [back_value(state, pending.player, option[1]) for option in pending.raw]


def back_value(state: State, seat: int, pile: int) -> float:
    """How welcome the back on a pile is: the colour whose marker should go, whose worker is there, which is not in hand."""
    card = state.top(pile)
    if card is None:
        return 0.0
    player, colours = state.players[seat], state.deck.colour
    colour = colours[card]
    value = player.threats[colour] + min(1, player.workers[colour])
    held = 0
    for other in player.hand:
        if colours[other] == colour:
            held += 1
    return value - 0.3 * held
