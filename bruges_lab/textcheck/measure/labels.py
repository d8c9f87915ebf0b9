"""Labels of a text: which rule it states on which lines, and which errors were planted in it; and how a report does by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from ...kernel.records import convert, read_toml
from ..findings import Finding, Report, Verdict

_AGAINST = (Verdict.CONTRADICTS, Verdict.INCONSISTENT)


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that a text states, and where."""

    rule: str
    lines: list[int]


class Planted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An error planted in a text; line 0 stands for something left out."""

    kind: Literal["number", "colour", "condition", "omission", "terms", "arithmetic"]
    rule: str
    line: int
    claimed: str
    actual: str
    note: str


def read_labels(path: Path) -> list[Label]:
    """What a text states."""
    return [convert(path, str(number), raw, Label) for number, raw in enumerate(read_toml(path).get("stated", []), 1)]


def read_planted(path: Path) -> list[Planted]:
    """The errors planted in a text."""
    return [convert(path, str(number), raw, Planted) for number, raw in enumerate(read_toml(path).get("error", []), 1)]


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
    return [error for error in errors if not any(_tells(finding, error) for finding in report.findings)]


def unlabelled(report: Report, errors: Sequence[Planted]) -> list[Finding]:
    """The contradictions that a report raises where no error was planted."""
    lines = {error.line for error in errors}
    return [finding for finding in report.findings if finding.verdict in _AGAINST and not spanned(finding) & lines]


def _tells(finding: Finding, error: Planted) -> bool:
    if error.kind == "omission":
        return finding.verdict is Verdict.MISSING and finding.rule == error.rule
    passage = finding.passage
    if passage is None or not passage.line <= error.line <= passage.end_line:
        return False
    return bool(finding.check) or (finding.rule == error.rule and finding.verdict in (*_AGAINST, Verdict.EDITION))
