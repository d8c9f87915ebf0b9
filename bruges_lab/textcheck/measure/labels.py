"""Labels of a text: which rule it states on which lines, and which errors were planted in it; and how a report does by them.

One TOML file beside each text. Texts of one group are translations of each other or by one writer; they are never on both sides
when something is learnt from some texts and measured on others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from ...kernel.errors import DataError
from ...kernel.records import convert, read_toml
from ..findings import Finding, Report, Verdict

AGAINST = (Verdict.CONTRADICTS, Verdict.INCONSISTENT)
OF_THE_TEXT = ("terminology", "arithmetic", "leftover", "foreign")
"""Kinds of errors that need not be of any rule: what counts is that their line is named."""
Kind = Literal[
    "number", "order", "colour", "condition", "omission", "swapped_terms", "terminology", "arithmetic", "leftover", "foreign"
]


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that a text states, and where."""

    rule: str
    lines: list[int]


class Planted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An error planted in a text; one without lines is something left out."""

    kind: Kind
    rule: str
    lines: list[int] = []
    near: int = 0
    was: str = ""
    """What is right: a value, a word or the whole sentence; `now` is what the text says instead."""
    now: str = ""
    why: str = ""

    @property
    def line(self) -> int:
        """Its first line, 0 where something is left out."""
        return self.lines[0] if self.lines else 0


class Labelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The labels of one text."""

    language: str
    text: str
    style: Literal["rulebook", "aid", "talk"]
    game: str = ""
    """Whose rules these are; empty for the usual game."""
    states: list[Label] = []
    errors: list[Planted] = []


def read_labelled(path: Path) -> Labelled:
    """The labels in a file."""
    found = convert(path, "labels", read_toml(path), Labelled)
    if not (path.parent / found.text).is_file():
        raise DataError(path, "labels", "text", f"there is no file {found.text!r}")
    return found


def labelled_in(folder: Path) -> list[Path]:
    """The files of labels in a folder and below it."""
    return sorted(path for path in folder.rglob("*.toml") if "language" in read_toml(path))


def read_labels(path: Path) -> list[Label]:
    """What a text states."""
    return read_labelled(path).states


def read_planted(path: Path) -> list[Planted]:
    """The errors planted in a text."""
    return read_labelled(path).errors


def spanned(finding: Finding) -> set[int]:
    """All lines that a finding points at."""
    passages = (finding.passage, *finding.others)
    return {line for passage in passages if passage is not None for line in range(passage.line, passage.end_line + 1)}


def not_found(report: Report, labels: Iterable[Label]) -> list[Label]:
    """The labelled statements that a report does not find at one of their lines."""
    return [
        label
        for label in labels
        if not any(
            spanned(finding) & set(label.lines) for finding in report.of(label.rule) if finding.verdict is not Verdict.MISSING
        )
    ]


def not_caught(report: Report, errors: Iterable[Planted]) -> list[Planted]:
    """The planted errors that a report does not tell: not as a contradiction on the line and rule, or not as missing."""
    return [error for error in errors if not any(tells(finding, error) for finding in report.findings)]


def unlabelled(report: Report, errors: Sequence[Planted]) -> list[Finding]:
    """The contradictions, likely or certain, that a report raises where no error was planted."""
    lines = {line for error in errors for line in error.lines}
    return [finding for finding in raised(report) if not spanned(finding) & lines]


def raised(report: Report) -> list[Finding]:
    """The contradictions of a report that are at least likely."""
    return [one for one in report.findings if one.verdict in AGAINST and one.confidence >= report.sure and not one.dismissed]


def tells(finding: Finding, error: Planted, beside: int = 0) -> bool:
    """Whether a finding tells of an error, at its line or up to so many beside it."""
    if error.kind == "omission":
        return finding.verdict is Verdict.MISSING and finding.rule == error.rule
    passage = finding.passage
    if passage is None or not any(passage.line - beside <= line <= passage.end_line + beside for line in error.lines):
        return False
    if finding.check and (not error.rule or error.kind in OF_THE_TEXT):
        return True
    against = finding.verdict in (*AGAINST, Verdict.EDITION)
    return against and (not error.rule or error.kind in OF_THE_TEXT or finding.rule == error.rule)
