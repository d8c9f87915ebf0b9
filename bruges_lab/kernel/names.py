"""The names of players, wherever they come from: typed in, out of a scenario, out of a save or a short text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .errors import LabError, one_line

LONGEST_NAME = 40
LONGEST_SHOWN = 60


def check_name(name: object) -> str:
    """One name: a short printable text, for names are shown in terminals, pages and pictures."""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise LabError(f"a name is a printable text of 1 to {LONGEST_NAME} characters, not {one_line(name, 40)!r}")
    return name


def check_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A name a player, no two alike."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise LabError(f"names are a list, one per player, not {one_line(names, 40)!r}")
    if len(names) != players:
        raise LabError(f"{len(names)} names for {players} players")
    checked = tuple(check_name(name) for name in names)
    if len(set(checked)) < players:
        raise LabError("two players have the same name")
    return checked


def clean(text: str) -> str:
    """A text from outside on one line: no control characters, no text direction tricks, no endless length."""
    spaced = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", str(text)))
    line = " ".join("".join(c for c in spaced if c.isprintable()).split())
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"
