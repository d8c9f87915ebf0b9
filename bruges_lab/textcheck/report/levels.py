"""Which findings count: the order from worst to best, what makes a check fail, and what an earlier report knew already."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from ...kernel.errors import DataError, LabError, either, one_line
from ...kernel.files import LARGEST
from ...kernel.records import read_json, split_fault
from ..findings import Finding, Level, Report, Verdict
from .fingerprints import stamped

DEFAULT = "likely"
_ORDER = {verdict: place for place, verdict in enumerate(Verdict)}
_AGAINST = (Verdict.CONTRADICTS, Verdict.INCONSISTENT)
SOURCE = "source"
"""The check that finds what is said otherwise than in the source, where no rule is known for it."""


def pin_broken(finding: Finding) -> bool:
    """Whether a confirmed passage contradicts its rule, or is gone."""
    return finding.pinned and (finding.verdict in _AGAINST or finding.verdict is Verdict.MISSING)


def against(report: Report, finding: Finding) -> bool:
    """Whether it is a contradiction, of a rule or of the source, that is at least likely."""
    return (finding.verdict in _AGAINST or finding.check == SOURCE) and finding.confidence >= report.sure


_VERDICTS = (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.EDITION, Verdict.AMBIGUOUS, Verdict.MISSING)
FAIL_ON = ("none", "pinned", "certain", "likely", *(verdict.value for verdict in _VERDICTS))
"""What fails a check, by level; each level takes in the one before it. Notes come with `missing`."""


def _fails(report: Report, finding: Finding, fail_on: str) -> bool:
    if fail_on == "none" or pin_broken(finding):
        return fail_on != "none"
    if fail_on in ("pinned", "certain", "likely"):
        sure_enough = fail_on == "likely" or finding.level is Level.CERTAIN
        return fail_on != "pinned" and sure_enough and against(report, finding)
    return against(report, finding) or _ORDER[finding.verdict] <= _ORDER[Verdict(fail_on)]


def open_findings(report: Report) -> list[Finding]:
    """The findings that want a look, the worst first: not stated, not set aside, not known from an earlier report."""
    found = [f for f in report.findings if f.verdict is not Verdict.STATED and not f.dismissed and not f.known]
    return sorted(found, key=lambda finding: severity(report, finding))


def severity(report: Report, finding: Finding) -> tuple[bool, int, int, float, int, int]:
    """Sorts findings, the worst first: what is surest to be wrong, then what may be, then what is only missing."""
    place = (finding.passage.file, finding.line) if finding.passage else (len(report.files), 0)
    return not pin_broken(finding), _tier(report, finding), _ORDER[finding.verdict], -finding.confidence, *place


def _tier(report: Report, finding: Finding) -> int:
    if finding.verdict is Verdict.STATED:
        return 6
    if finding.verdict is Verdict.MISSING:
        return 2 if finding.beside is not None and finding.level is not Level.LOOK else 5
    if against(report, finding):
        return 0 if finding.level is Level.CERTAIN else 1
    if finding.verdict is Verdict.NOTE:
        return {Level.CERTAIN: 1, Level.LIKELY: 2, Level.LOOK: 4}[finding.level]
    return 3


def failing(report: Report, fail_on: str = DEFAULT) -> list[Finding]:
    """The findings that make the check fail."""
    if fail_on not in FAIL_ON:
        raise LabError(f"unknown level {one_line(fail_on, 20)!r}; choose {either(FAIL_ON)}")
    return [finding for finding in open_findings(report) if _fails(report, finding, fail_on)]


# An earlier report


class _Known(msgspec.Struct):
    fingerprint: str
    verdict: str
    pinned: bool = False


class _Baseline(msgspec.Struct):
    findings: list[_Known]


def since(report: Report, baseline: str | Path) -> Report:
    """The report with everything marked as known that an earlier one (JSON) had found already, with the same verdict."""
    try:
        found = msgspec.json.decode(read_json(baseline, LARGEST), type=_Baseline)
    except msgspec.ValidationError as error:
        problem, field = split_fault(str(error))
        raise DataError(baseline, "findings", field, problem) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(baseline, "", "", f"is not JSON: {one_line(error, 120)}") from None
    known = {(one.fingerprint, one.verdict, one.pinned) for one in found.findings}
    report = stamped(report)
    marked = (replace(f, known=(f.fingerprint, f.verdict.value, f.pinned) in known) for f in report.findings)
    return replace(report, findings=tuple(marked))
