"""Shares with their intervals: how sure a count of games is."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple


class Interval(NamedTuple):
    """A share with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


def wilson(hits: float, trials: int) -> Interval:
    """The share of hits with its 95 % interval."""
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    z = 1.959964
    share = hits / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return Interval(share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))
