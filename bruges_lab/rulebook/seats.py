"""Who sits where: seats are told apart by seal and name, never by a colour, and names from outside stay on one line."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.names import clean as clean

SEALS = ("▲", "■", "●", "◆")


def seal_of(seat: int) -> str:
    """The seal of a seat."""
    return SEALS[seat % len(SEALS)]


def seat_name(seat: int, names: Sequence[str]) -> str:
    """A seat by its seal and name, as plain words."""
    return f"{seal_of(seat)} {clean(names[seat])}"
