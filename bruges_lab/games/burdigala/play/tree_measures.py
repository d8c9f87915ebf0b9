"""What a tree of Burdigala can measure; the points are the usual measure."""

from __future__ import annotations

from ....analysis.measures import Measure, Number
from ..model import State
from ..rules.scoring import corruption_sum, score_sheet
from .worth import worth


def points(s: State, seat: int) -> Number:
    """The score as if the final scoring came now."""
    return score_sheet(s, seat).total


def lead(s: State, seat: int) -> Number:
    """The score less the best score of the others."""
    return points(s, seat) - max(points(s, other) for other in range(len(s.players)) if other != seat)


def corruption(s: State, seat: int) -> Number:
    """The sum of the corruption tokens."""
    return corruption_sum(s, seat)


MEASURES: dict[str, Measure] = {"points": points, "lead": lead, "worth": worth, "corruption": corruption}
