"""Measures the checker on labelled texts: `python -m bruges_lab.textcheck.measure FOLDER [--source FILE]`.

For each text in the folder (a TOML file of labels beside it) and for all of them: planted errors that are told at the right rule
and line, by kind; contradictions at least likely where none was planted; labelled statements found at their lines; stated rules
called missing; of the findings of each level how many were right; and of the first ten findings of a faulty text.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..checking import check_translation
from ..findings import Finding, Level, Report, Verdict
from ..report.levels import open_findings
from .labels import AGAINST, Labelled, Planted, labelled_in, not_found, read_labelled, spanned, tells, unlabelled

_BESIDE = 1
"""An error may be told so many lines beside where it stands."""
_FIRST = 10


@dataclass(slots=True)
class Tally:
    """What was counted, of one text or of several."""

    planted: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    clean: int = 0
    false_in_clean: int = 0
    stated: int = 0
    found: int = 0
    missing: int = 0
    levels: Counter[tuple[str, str]] = field(default_factory=Counter)
    first: int = 0
    first_right: int = 0

    def add(self, other: Tally) -> None:
        """Add what was counted of another text."""
        for name in ("planted", "told", "levels"):
            getattr(self, name).update(getattr(other, name))
        for name in ("clean", "false_in_clean", "stated", "found", "missing", "first", "first_right"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def count(report: Report, labels: Labelled) -> Tally:
    """Count one report."""
    tally, errors = Tally(), labels.errors
    states = [label for label in labels.states if label.rule in report.manifest.reading.by_rule]
    tally.stated, tally.found = len(states), len(states) - len(not_found(report, states))
    tally.missing = sum(any(one.verdict is Verdict.MISSING for one in report.of(label.rule)) for label in states)
    for error in errors:
        tally.planted[error.kind] += 1
        if any(tells(finding, error, _BESIDE) for finding in report.findings):
            tally.told[error.kind] += 1
        else:
            tally.lost.append(f"{error.kind} {error.rule} {error.lines or f'near {error.near}'}: {(error.now or error.was)[:90]}")
    false = unlabelled(report, errors)
    tally.false = [f"{one.rule} {one.line}: {one.claimed} / {one.actual} ({one.level})" for one in false]
    if not errors:
        tally.clean, tally.false_in_clean = 1, len(false)
        return tally
    for finding in report.findings:
        if finding.verdict in AGAINST or (finding.verdict is Verdict.AMBIGUOUS and finding.claimed):
            tally.levels[finding.level, "right" if _is_right(finding, errors) else "wrong"] += 1
    first = open_findings(report)[:_FIRST]
    tally.first, tally.first_right = len(first), sum(_is_right(finding, errors) for finding in first)
    return tally


def _is_right(finding: Finding, errors: Sequence[Planted]) -> bool:
    """Whether a finding tells of an error, or stands at the line of one."""
    if finding.verdict is Verdict.MISSING:
        return any(tells(finding, error) for error in errors)
    lines = {line + step for error in errors for line in error.lines for step in range(-_BESIDE, _BESIDE + 1)}
    return bool(finding.passage and spanned(finding) & lines and finding.line in lines)


def measured(folder: Path, source: Path | None = None) -> Iterator[str]:
    """The figures of every text of a folder, line by line, then those of all together."""
    whole = Tally()
    for path in labelled_in(folder):
        labels = read_labelled(path)
        text = path.parent / labels.text
        more: Any = {} if source is None else {"source": source}
        report = check_translation(text, game=labels.game or None, **more)
        tally = count(report, labels)
        whole.add(tally)
        yield f"{path.relative_to(folder).with_suffix('')} ({labels.language}, {labels.style}): {figures(tally)}"
        yield from (f"    not told: {one}" for one in tally.lost)
        yield from (f"    false: {one}" for one in tally.false)
    yield from summary(whole)


def summary(whole: Tally) -> Iterator[str]:
    """The figures of all texts together."""
    yield f"all: {figures(whole)}"
    yield "by kind: " + ", ".join(f"{kind} {whole.told[kind]} of {size}" for kind, size in sorted(whole.planted.items()))
    if whole.clean:
        each = whole.false_in_clean / whole.clean
        yield f"clean texts: {whole.false_in_clean} false contradictions in {whole.clean}, {each:.1f} each"
    for level in Level:
        right, wrong = whole.levels[level, "right"], whole.levels[level, "wrong"]
        if right + wrong:
            yield f"level {level}: {right} of {right + wrong} right, {right / (right + wrong):.0%}"
    if whole.first:
        yield f"first {_FIRST} findings: {whole.first_right} of {whole.first} right, {whole.first_right / whole.first:.0%}"


def figures(tally: Tally) -> str:
    """The figures of one text, or of several."""
    parts = []
    if planted := tally.planted.total():
        parts.append(f"{tally.told.total()} of {planted} errors told")
    if tally.stated:
        parts.append(f"{tally.found} of {tally.stated} statements found ({tally.found / tally.stated:.0%})")
        parts.append(f"{tally.missing} called missing ({tally.missing / tally.stated:.0%})")
    parts.append(f"{len(tally.false)} false" if not tally.first or tally.false else "none false")
    return ", ".join(parts)


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=__doc__, prog="python -m bruges_lab.textcheck.measure")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--source", type=Path, help="the text that the texts translate")
    given = parser.parse_args()
    for line in measured(given.folder, given.source):
        print(line, flush=True)
