"""From which score on a difference is likely, and certain: as measured on texts that nothing was learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .training import Row

_LIKELY, _CERTAIN, _FEWEST, _MANY, _LAST = 0.84, 0.97, 3, 10, 6
"""What share must be right on texts that nothing was learnt from; more than the levels promise, as new texts are harder."""
GROUPS: Final = (("number",), ("colour",), ("thing", "word"), ("missing", "extra"), ("order", "swapped"), ("misread",))
"""Kinds whose levels are found together."""


def levels(fires: Sequence[tuple[float, Row]], kinds: Sequence[str]) -> list[float]:
    """From which score on differences of some kinds are likely, and certain, on texts that nothing was learnt from: so many are
    right of all from there on, and more than half of the last of them."""
    own = [(score, row.right is not False) for score, row in fires if row.found.kind in kinds]
    found = []
    for share, fewest in ((_LIKELY, _FEWEST), (_CERTAIN, _MANY)):
        least, right = 1.01, 0
        for number, (score, is_right) in enumerate(own, 1):
            right += is_right
            last = [one for _, one in own[max(0, number - _LAST) : number]]
            if number >= fewest and right / number >= share and 2 * sum(last) > len(last):
                least = score
        found.append(round(least, 4))
    return found
