"""The greedy policy of Bruges: the option is taken after which the own position is worth most (option_values.py).

It sees what its seat may see: where an option would reveal a hidden card, that card's face does not enter the count.
"""

from __future__ import annotations

from ....kernel import Option, Pending, Stream
from ..model import State
from .option_values import values

DRAWS = ("draw.card", "draw.one")
"""The decisions at which a card is drawn of which only the back is seen."""


def greedy_policy(state: State, pending: Pending, stream: Stream) -> Option:
    """The option after which the own position is worth most; ties are drawn."""
    options = pending.raw
    if len(options) == 1:
        return options[0]
    if pending.kind in DRAWS:
        return draw_by_back(state, pending, stream)
    best: list[Option] = []
    best_worth = float("-inf")
    for option, value in zip(options, values(state, pending), strict=True):
        if value > best_worth + 1e-9:
            best, best_worth = [option], value
        elif value > best_worth - 1e-9:
            best.append(option)
    return best[stream.below(len(best))]


def draw_by_back(state: State, pending: Pending, stream: Stream) -> Option:
    """A card by its back alone; ties are drawn."""
    options, values = pending.raw, back_values(state, pending)
    most = max(values)
    best = options if values.count(most) == len(values) else [options[i] for i, value in enumerate(values) if value == most]
    return best[stream.below(len(best))]


def back_values(state: State, pending: Pending) -> list[float]:
    """How welcome the back is that each option takes: the colour whose marker should go, whose worker is there, not in hand."""
    player, colours = state.players[pending.player], state.deck.colour
    held: list[int] | None = None
    values = []
    for _, pile in pending.raw:
        left = state.left[pile]
        if not left:
            values.append(0.0)
            continue
        if held is None:
            held = [colours[card] for card in player.hand]
        colour = colours[state.piles[pile][left - 1]]
        values.append(player.threats[colour] + min(1, player.workers[colour]) - 0.3 * held.count(colour))
    return values
