"""The lab's own exceptions. Every one of them prints as a single clear line; none is raised for a bug of ours."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .choices import Refusal


def one_line(value: object, limit: int = 80) -> str:
    """Show a value from outside on one line: no control characters, no endless text."""
    try:
        text = str(value)
    except (RecursionError, ValueError):  # nested without end, or a number of thousands of digits
        text = "…"
    text = "".join(c if c.isprintable() else " " for c in text[: 4 * limit])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def either(known: Iterable[object]) -> str:
    """What may be chosen, to follow `choose`: a, b or c."""
    *others, last = map(str, known)
    return f"{', '.join(others)} or {last}" if others else last


def meant(word: object, known: Iterable[str], most: int = 1) -> str:
    """What may have been meant by a word that is not known, to follow the problem: `; did you mean hand_size?`, or nothing."""
    from difflib import get_close_matches  # only for whoever mistypes

    near = get_close_matches(one_line(word, 80), list(known), n=most, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else ""


class LabError(ValueError):
    """Something a user gave cannot be used; the message says what and where."""


class NotationError(LabError):
    """A text that is not the notation of a choice."""


class DataError(LabError):
    """A file, or a part of one, that breaks a rule of its format: file, entry, field, problem, and the rule if there is one."""

    def __init__(self, file: str | Path, entry: str, field: str, problem: str, rule: str | None = None) -> None:
        self.file = str(file)
        self.entry = entry
        self.field = field
        self.problem = problem
        self.rule = rule
        where = ": ".join(one_line(part) for part in (Path(self.file).name, entry, field) if part)
        super().__init__(f"{where}: {one_line(problem, 300)}" + (f" ({rule})" if rule else ""))


class SaveError(DataError):
    """A saved game that is damaged, from another game or format, or does not replay to what it says."""


class IllegalChoice(LabError):
    """A choice that may not be made now. Carries the refusal; the state is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


class ScriptEnded(LabError):
    """A scripted chance source was asked for more outcomes than it was given."""
