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
    if pending.step.name in DRAWS:
        return draw_by_back(state, pending, stream)
    worths = values(state, pending)
    most = max(worths) - 1e-9
    best = [option for option, value in zip(options, worths, strict=True) if value > most]
    return best[stream.below(len(best))]


def draw_by_back(state: State, pending: Pending, stream: Stream) -> Option:
    """A card by its back alone; ties are drawn."""
    options = pending.raw
    if len(options) == 2:  # from one pile or the other: mostly
        first, second = back_values(state, pending)
        if first != second:
            options = options[:1] if first > second else options[1:]
        return options[stream.below(len(options))]
    values = back_values(state, pending)
    most = max(values)
    best = [options[i] for i, value in enumerate(values) if value == most]
    return best[stream.below(len(best))]


def back_values(state: State, pending: Pending) -> list[float]:
    """How welcome the back is that each option takes: the colour whose marker should go, whose worker is there, not in hand."""
    player, colours, left = state.players[pending.player], state.deck.colour, state.left
    hand, workers, threats = player.hand, player.workers, player.threats
    values, known = [], -1
    value = 0.0
    for _, pile in pending.raw:
        if not left[pile]:
            values.append(0.0)
            continue
        colour = colours[state.piles[pile][left[pile] - 1]]
        if colour != known:
            known, held = colour, 0
            for card in hand:
                if colours[card] == colour:
                    held += 1
            value = threats[colour] + (1 if workers[colour] else 0) - 0.3 * held
        values.append(value)
    return values
