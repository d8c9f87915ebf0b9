"""Who sits where: seats are told apart by seal and name, never by a colour, and names from outside stay on one line."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

SEALS = ("▲", "■", "●", "◆")
LONGEST = 60


def clean(text: str) -> str:
    """A text from outside on one line: no control characters, no text direction tricks, no endless length."""
    spaced = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", str(text)))
    line = " ".join("".join(c for c in spaced if c.isprintable()).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def seal_of(seat: int) -> str:
    """The seal of a seat."""
    return SEALS[seat % len(SEALS)]


def seat_name(seat: int, names: Sequence[str]) -> str:
    """A seat by its seal and name, as plain words."""
    return f"{seal_of(seat)} {clean(names[seat])}"
