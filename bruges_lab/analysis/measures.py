"""What a tree can measure: a number for a position and a seat. The slot `measures` of a manifest; the first is the usual one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..games.manifest import LAB
from ..kernel import LabError
from .score_parts import total_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written

Number = int | float | Fraction
Measure = Callable[[Any, int], Number]


def measures_for(manifest: Manifest, written: Written) -> Mapping[str, Measure]:
    """The measures of a game, by name: its own, or the score and the lead in it."""
    if written != LAB:
        own: Mapping[str, Measure] = manifest.named(str(written))
        if not own:
            raise LabError(f"{manifest.home}: measures: there must be one at least")
        return own
    kit = manifest.kit()

    def points(state: Any, seat: int) -> Number:
        """The score as it stands."""
        return total_of(kit.scores(state)[seat])

    def lead(state: Any, seat: int) -> Number:
        """The score less the best score of the others."""
        totals = [total_of(score) for score in kit.scores(state)]
        own = totals.pop(seat)
        return own - max(totals, default=0)

    return {"points": points, "lead": lead}
