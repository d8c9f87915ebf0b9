"""What is wrong with a position, in one record: positions.py and module_faults.py look for such things."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """Whose field (a seat, or -1 for the table), the problem, and the rule it breaks."""

    seat: int
    field: str
    problem: str
    rule: str | None
