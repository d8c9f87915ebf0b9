"""What a position is worth to a seat, in points, part by part: the score as it stands, then what is still to come.

The score is exact. What is to come is estimated: what the dice bring where the own characters stand, cards, goods, and what the
turn under way still has to bring (prospects.py, next_throw.py, due.py).
"""

from __future__ import annotations

from typing import NamedTuple

from ..model import State
from ..rules.scoring import corruption_sum, goods_points, most_corrupt, score_sheet
from .due import AFTER, BEFORE_CUBE, BEFORE_MOVE, BEFORE_THROW, due
from .next_throw import coming, levels, thrown
from .prospects import effect, hand_worth, most_corrupt_risk, next_good, turns_left
from .yards import gains

FIRST, LATER = 0.8, 0.45
"""How much the next throw counts: of who is next, and of the others, before whom the best is taken."""
GOODS_TO_COME = 0.4
"""How much merchandise still to be taken counts: it makes a collection of different kinds worth more."""


class Worth(NamedTuple):
    """The worth of a position by part; the parts add up to it. Points first, as if the final scoring came now; then prospects."""

    start: float = 0.0
    cubes: float = 0.0
    buildings: float = 0.0
    bonus: float = 0.0
    builders: float = 0.0
    goods: float = 0.0
    laurels: float = 0.0
    corruption: float = 0.0
    most_corrupt: float = 0.0
    """While the game goes on, by how likely it is."""
    turn: float = 0.0
    """What the turn under way still brings: its cube, cards, goods and tokens."""
    throw: float = 0.0
    """What the next throw brings, from where the characters stand."""
    hand: float = 0.0
    """Plot cards in hand."""
    effects: float = 0.0
    """What laid plot cards will still do."""
    trade: float = 0.0
    """What merchandise still to come adds to the sets."""

    @property
    def total(self) -> float:
        """The whole worth."""
        return sum(self)

    @property
    def points(self) -> float:
        """The part that is points already."""
        return sum(self[:9])


def worth_parts(s: State, seat: int) -> Worth:
    """Points now and points to come."""
    if s.ended:
        return Worth(*score_sheet(s, seat))
    player, rules = s.players[seat], s.rules
    start = player.points - sum(player.earned) - sum(player.final)
    points = (
        start,
        *player.earned,
        goods_points(s, player.goods),
        rules.laurel_points * len(player.laid),
        -corruption_sum(s, seat),
    )
    turns = turns_left(s)
    risk = most_corrupt_risk(s, seat, turns) if turns else float(seat in most_corrupt(s))
    stage, whose, brings = due(s, seat, turns)
    own_turns = turns / len(s.players)
    good = next_good(s, seat)
    found = levels(s, gained := gains(s, seat))
    own = whose == seat
    if own and stage == BEFORE_MOVE:
        brings += thrown(s, seat, found, good)
    elif own and stage == BEFORE_CUBE:
        brings += max((gained[site] for site in s.board.square(s.moved).sites), default=0.0) if s.moved else 0.0
    next_one = own if stage in (AFTER, BEFORE_THROW) else (whose + 1) % len(s.players) == seat
    over = stage == AFTER and not turns
    weight = 0.0 if over else FIRST if next_one else LATER
    return Worth(
        *points,
        -rules.most_corrupt_points * risk,
        turn=brings,
        throw=weight * coming(s, seat, found, good) * min(1.0, own_turns) if weight else 0.0,
        hand=hand_worth(s, seat, own_turns),
        effects=sum(effect(s, seat, plot, own_turns) for plot in player.laid),
        trade=GOODS_TO_COME * good * min(0.7 * s.goods_left / len(s.players), 0.5 * own_turns),
    )


def worth(s: State, seat: int) -> float:
    """The whole worth."""
    return sum(worth_parts(s, seat))
