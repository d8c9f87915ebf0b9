"""What windows of measuring came to: the sustained rate, how far it scatters, and the best window."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from typing import NamedTuple


class Spread(NamedTuple):
    """The rates of some windows. Sustained is the median: what a user gets; the best window is what the machine can do."""

    median: float
    low: float
    """A quarter of the windows were slower than this, a quarter faster than `high`."""
    high: float
    best: float

    def over(self, other: Spread | None) -> float | None:
        """How many times as fast, by the medians."""
        return self.median / other.median if other is not None and other.median else None


def spread(rates: Iterable[float | None]) -> Spread | None:
    """The rates of some windows; None where there is nothing to measure."""
    found = sorted(rate for rate in rates if rate is not None)
    if not found:
        return None
    low, _, high = statistics.quantiles(found, n=4, method="inclusive") if len(found) > 1 else found * 3
    return Spread(statistics.median(found), low, high, found[-1])
