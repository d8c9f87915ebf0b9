"""What a tree of Bruges can measure; the points are the usual measure."""

from __future__ import annotations

from ....analysis.measures import Measure, Number
from ..model import State
from ..rules.scoring import score_sheet
from .worth import worth


def points(s: State, seat: int) -> Number:
    """The score as if the final scoring came now."""
    return score_sheet(s, seat).total


def lead(s: State, seat: int) -> Number:
    """The score less the best score of the others."""
    return points(s, seat) - max(points(s, other) for other in range(len(s.players)) if other != seat)


def guilders(s: State, seat: int) -> Number:
    """The purse."""
    return s.players[seat].guilders


MEASURES: dict[str, Measure] = {"points": points, "lead": lead, "worth": worth, "guilders": guilders}
