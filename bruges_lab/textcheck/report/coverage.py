"""How far a text covers each chapter of its rulebook; drawn as bars in a page and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..findings import Finding, Report, Verdict
from .levels import severity
from .told import Told


class Covered(NamedTuple):
    """A chapter of the rulebook: how many of its rules the text states, gets wrong, leaves unclear, or leaves out."""

    chapter: str
    all: int
    stated: int
    wrong: int
    open: int
    missing: int

    def told(self, words: Told) -> str:
        """The same in a sentence."""
        counted = {name: getattr(self, name) for name in ("all", "stated", "wrong", "missing")}
        return words.say("covered", chapter=words.chapter(self.chapter), unclear=self.open, **counted)

    def stretches(self, length: float) -> Iterator[tuple[str, float, float]]:
        """The parts of a bar of some length, as far as there are any: which, where it begins, how long it is."""
        at = 0.0
        for name in ("stated", "wrong", "open", "missing"):
            share = length * getattr(self, name) / self.all
            if share:
                yield name, at, share
            at += share


def coverage(report: Report) -> list[Covered]:
    """All chapters; a rule counts by its worst finding that was not set aside."""
    worst: dict[str, Finding | None] = {finding.rule: None for finding in report.findings if finding.rule}
    for finding in sorted(report.findings, key=lambda one: severity(report, one), reverse=True):
        if finding.rule and not (finding.dismissed or finding.known):
            worst[finding.rule] = finding
    chapters: dict[str, list[Verdict | None]] = {chapter: [] for chapter in report.manifest.chapters.chapters}
    for rule, found in worst.items():
        if rule in report.manifest.catalogue:
            chapters[report.manifest.catalogue[rule].chapter].append(found.verdict if found else None)
    return [_covered(chapter, verdicts) for chapter, verdicts in chapters.items() if verdicts]


def _covered(chapter: str, verdicts: list[Verdict | None]) -> Covered:
    def count(*wanted: Verdict) -> int:
        return sum(verdict in wanted for verdict in verdicts)

    wrong, missing = count(Verdict.CONTRADICTS, Verdict.INCONSISTENT), count(Verdict.MISSING)
    unclear = count(Verdict.EDITION, Verdict.AMBIGUOUS, Verdict.NOTE)
    return Covered(chapter, len(verdicts), count(Verdict.STATED), wrong, unclear, missing)
