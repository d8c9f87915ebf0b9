"""What cards, goods and tokens will still bring: rules of thumb, in points. Every weight stands here; no document knows any.

How much is still to come depends on how long the game will last: on free places, and on the pile of merchandise.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from ..model import UNKNOWN, State
from ..rules.plot_hand import plot_limit
from ..rules.scoring import corruption_sum, goods_sets
from ..words import (
    BETRAYAL,
    BOAT,
    CART,
    CONSUL,
    CRASSUS,
    GOOD_HARVEST,
    GOODS,
    HYGIENE,
    IN_VINO,
    INDISCRETION,
    INFLUENCE,
    MERCHANT,
    RELATIONSHIP,
    SAILOR,
    THEFT,
)
from .yards import CARD

PLACES_A_TURN, TURNS_A_GOOD = 1.05, 2.2
"""How fast sites fill, and how often a merchandise card is taken."""
IN_HAND = 0.75
"""What is left of a card's worth while it is still in hand."""
STOLEN = 0.5
"""How much an opponent's loss counts beside the own gain, where both are in the card."""
STEADY, SPREAD = 2.5, 0.12
"""How far sums of corruption may still move apart: at least, and for every turn to come."""

_ONCE = {BETRAYAL: 1.6, INFLUENCE: 1.4, INDISCRETION: 0.9, CRASSUS: 1.6}
"""What cards that are used once bring on the average, where that does not depend on what lies on the table."""
_LASTING = {CART: 0.12, BOAT: 0.12, IN_VINO: 0.15}
"""What permanent cards bring in every turn of their owner that is still to come."""
_HARVEST = 0.5


def turns_left(s: State) -> float:
    """About how many turns of all players are still to come."""
    free = 0
    for site, complete in enumerate(s.complete):
        if not complete:
            free += s.room(site)
    return min(free / PLACES_A_TURN, s.goods_left * TURNS_A_GOOD)


# Merchandise


@lru_cache(maxsize=4096)
def marginals(set_points: tuple[int, ...], goods: tuple[int, ...]) -> tuple[int, ...]:
    """What one more card of each kind would add to the sets of a player."""
    now = _sets(set_points, goods)
    return tuple(_sets(set_points, (*goods, good)) - now for good in range(len(GOODS)))


def _sets(set_points: tuple[int, ...], goods: tuple[int, ...]) -> int:
    return sum(set_points[size - 1] for size in goods_sets(goods))


def next_good(s: State, seat: int) -> float:
    """What a merchandise card from the pile adds to a seat's sets, its kind unknown; nothing if there is none."""
    if not s.goods_left:
        return 0.0
    added = marginals(s.rules.set_points, s.players[seat].goods)
    return sum(added) / len(added)


def lost_good(s: State, seat: int) -> float:
    """What a random card less costs a seat."""
    goods = tuple(sorted(s.players[seat].goods))
    return _lost(s.rules.set_points, goods) if goods else 0.0


@lru_cache(maxsize=4096)
def _lost(set_points: tuple[int, ...], goods: tuple[int, ...]) -> float:
    now = _sets(set_points, goods)
    without = [_sets(set_points, goods[:place] + goods[place + 1 :]) for place in range(len(goods))]
    return now - sum(without) / len(without)


# Corruption


def mean_token(s: State) -> float:
    """What a token from the pool costs on the average; those that a view hides count like any other."""
    pool = [value for value in s.pool if value != UNKNOWN] or s.stock.tokens
    return sum(pool) / len(pool)


def most_corrupt_risk(s: State, seat: int, turns: float, more: float = 0.0) -> float:
    """How likely a seat will be the most corrupt, its sum being so much more than it is: certain at no time but at the end.

    By how far it is ahead of the most corrupt of the others, held against what chance and later temptations can still change.
    """
    own = corruption_sum(s, seat) + more
    others = max(corruption_sum(s, other) for other in range(len(s.players)) if other != seat)
    if not (own or others or turns):
        return 0.0
    return 1 / (1 + exp(-1.7 * (own - others + (0.3 if own else -1.0)) / (STEADY + SPREAD * turns)))


def token_cost(s: State, seat: int, turns: float) -> float:
    """What another token costs a seat: its value, and the greater risk of being the most corrupt."""
    mean = mean_token(s)
    risk = most_corrupt_risk(s, seat, turns, mean) - most_corrupt_risk(s, seat, turns)
    return mean + s.rules.most_corrupt_points * risk


# Plot cards


def effect(s: State, seat: int, plot: int, own_turns: float) -> float:
    """What a laid card will still do for its owner, besides the points for lying there."""
    if plot in (CONSUL, HYGIENE):
        size = s.rules.consul_size if plot == CONSUL else s.rules.hygiene_size
        still = sum(not complete and s.size(site) == size for site, complete in enumerate(s.complete))
        return s.rules.builder_points * still * min(0.5, 1 / len(s.players), own_turns)
    if plot == GOOD_HARVEST:
        return min(_HARVEST, 0.2 * own_turns)
    return _LASTING[plot] * own_turns if plot in _LASTING else 0.0


def in_hand(s: State, seat: int, plot: int, own_turns: float) -> float:
    """What a card would bring if it were played now or soon."""
    player = s.players[seat]
    if plot == UNKNOWN:
        return CARD
    if s.stock.permanent[plot]:
        return 0.3 if plot in player.laid else s.rules.laurel_points + effect(s, seat, plot, own_turns)
    if plot in _ONCE:
        return _ONCE[plot]
    return _TRADE[plot](s, seat)


def _theft(s: State, seat: int) -> float:
    victims = [other for other in range(len(s.players)) if other != seat and s.players[other].goods]
    if not victims:
        return 1.0
    return next_good(s, seat) + STOLEN * max(lost_good(s, other) for other in victims)


def _sailor(s: State, seat: int) -> float:
    if not s.goods_left:
        return 0.0
    added = sorted(marginals(s.rules.set_points, s.players[seat].goods))
    return (added[-1] + added[-2]) / 2


def _merchant(s: State, seat: int) -> float:
    others = [player.goods for other, player in enumerate(s.players) if other != seat]
    return 2.0 if s.players[seat].goods and any(others) else 0.8


def _relationship(s: State, seat: int) -> float:
    tokens = s.players[seat].tokens
    return max(1.0, 0.9 * max(tokens, default=0) + 0.4) if tokens else 1.2


_TRADE = {THEFT: _theft, SAILOR: _sailor, MERCHANT: _merchant, RELATIONSHIP: _relationship}


def hand_worth(s: State, seat: int, own_turns: float) -> float:
    """The cards in hand: one per turn can be played, so only as many count as there are turns."""
    hand = s.players[seat].hand
    if not hand:
        return 0.0
    found = sorted((in_hand(s, seat, plot, own_turns) for plot in hand), reverse=True)
    turns, worth = own_turns + 0.5, 0.0
    for value in found:
        worth += value * max(0.0, min(1.0, turns))
        turns -= 1
    return IN_HAND * worth


def next_card(s: State, seat: int) -> float:
    """What another plot card brings: less if one has to be discarded for it."""
    player = s.players[seat]
    full = len(player.hand) + len(player.laid) >= plot_limit(s, seat)
    return IN_HAND * CARD * (0.4 if full else 1.0)
