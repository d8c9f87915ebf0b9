"""Policies: who plays when nobody does. A policy sees the options of a decision and picks one.

`random` picks any. `greedy` looks one step ahead: it tries every option on a copy and takes the one after which its own position
is worth most by a simple count (`worth`). It sees what its seat may see: where an option would reveal a hidden card, that card's
face does not enter the count.
"""

from __future__ import annotations

from collections.abc import Callable

from ..bruges.model import State
from ..bruges.rules.majorities import standings
from ..bruges.rules.queries import third_spaces
from ..bruges.rules.scoring import final_parts
from ..kernel import LabError, Pending, Stream, advance, choose
from ..kernel.choices import Option
from ..kernel.errors import one_line

Policy = Callable[[State, Pending, Stream], Option]
"""Picks one of the options of a decision."""


def random_policy(state: State, pending: Pending, stream: Stream) -> Option:
    """Any option, each equally likely."""
    options = pending.raw
    return options[stream.below(len(options))]


# Greedy: what a position is worth to a seat, in points.

GUILDER, WORKER, HAND_CARD, EMPTY_HOUSE, TILE, STEP = 0.45, 0.5, 1.2, 1.0, 0.7, 0.8
PERSON, PRICE = 1.6, 0.2
"""What a person can still do: something for everybody, and a share of the price."""
THREAT = (0.0, 0.35, 1.6)
"""What the first and the second marker of a colour cost: the second may turn into damage with the next roll."""
MAJORITY = 1.5


def worth(s: State, seat: int) -> float:
    """Points now and points to come: the score as it stands, and what goods, cards and places are worth on the way.

    A guilder is worth a little less than half a point, a worker half of one, a card in hand more than one (it brings two workers
    or three or four guilders), an empty house twice its point (it can take a person), a tile or a step a little more
    than its points (majorities, statues), a threat less than nothing. People count by what they can still do: a share of
    their price. With the last round known, only points count.
    """
    player = s.players[seat]
    points = float(player.points + sum(final_parts(s, seat)) - sum(player.final))
    if s.final_round and s.round >= s.final_round and s.phase >= 4:
        return points
    left = 1.0 if not s.final_round else 0.35
    prices = s.deck.price
    empty = 0
    built = TILE * sum(player.canals) + STEP * player.reputation
    for house in player.houses:
        if house[1] >= 0:
            built += PRICE * prices[house[1]] + PERSON
        else:
            empty += 1
    goods = GUILDER * min(player.guilders, 15) + HAND_CARD * len(player.hand) + EMPTY_HOUSE * min(3, empty)
    for workers in player.workers:
        goods += WORKER * (workers if workers < 3 else 3)
    threats = 0.0
    for markers in player.threats:
        if markers:
            threats += THREAT[1 if markers == 1 else 2]
    leads = MAJORITY * sum(_leads(s, seat, area) for area in range(3) if not player.majorities[area])
    return points + left * (goods + built + leads) - threats + 0.01 * third_spaces(s, seat)


def _leads(s: State, seat: int, area: int) -> bool:
    numbers = standings(s, area)
    own = numbers[seat]
    numbers[seat] = -1
    return own > max(numbers)


def greedy_policy(state: State, pending: Pending, stream: Stream) -> Option:
    """The option after which the own position is worth most; ties are drawn."""
    options = pending.raw
    if len(options) == 1:
        return options[0]
    seat = pending.player
    if pending.kind in ("draw.card", "draw.one"):
        return _greedy_draw(state, pending, stream)
    best: list[Option] = []
    best_worth = float("-inf")
    for option in options:
        twin = state.copy()
        choose(twin, option)
        # To the end of what follows by itself, but never past a chance step: no peeking at dice or piles.
        advance(twin, tasks=_FOLLOW)
        value = worth(twin, seat)
        if value > best_worth + 1e-9:
            best, best_worth = [option], value
        elif value > best_worth - 1e-9:
            best.append(option)
    return best[stream.below(len(best))]


_FOLLOW = 3
"""How many automatic tasks an option's consequences are followed: enough for its own effects, not into other players' turns."""


def _greedy_draw(state: State, pending: Pending, stream: Stream) -> Option:
    """By the back alone: the colour whose die is high, whose worker is there, or whose marker should go."""
    player = state.players[pending.player]

    def value(option: Option) -> float:
        card = state.top(option[1])
        if card is None:
            return 0.0
        colour = state.deck.colour[card]
        held = sum(state.deck.colour[c] == colour for c in player.hand)
        return player.threats[colour] + min(1, player.workers[colour]) - 0.3 * held

    values = [value(option) for option in pending.raw]
    best = [option for option, v in zip(pending.raw, values, strict=True) if v == max(values)]
    return best[stream.below(len(best))]


POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy}


def policy(name: str | Policy) -> Policy:
    """A policy by name, or the one given."""
    if not isinstance(name, str):
        return name
    if name not in POLICIES:
        raise LabError(f"there is no policy {one_line(name, 30)!r}; there are {', '.join(POLICIES)}")
    return POLICIES[name]
