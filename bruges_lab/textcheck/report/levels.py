"""Which findings count: the order from worst to best, what makes a check fail, and what an earlier report knew already."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from ...kernel.errors import DataError, LabError, either, one_line
from ...kernel.files import LARGEST
from ...kernel.records import read_json, split_fault
from ..findings import Finding, Report, Verdict
from .fingerprints import stamped

DEFAULT = "sure"
_ORDER = {verdict: place for place, verdict in enumerate(Verdict)}


def pin_broken(finding: Finding) -> bool:
    """Whether a confirmed passage contradicts its rule, or is gone."""
    return finding.pinned and finding.verdict in (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.MISSING)


def certain(report: Report, finding: Finding) -> bool:
    """Whether it is a contradiction of high confidence."""
    return finding.verdict is Verdict.CONTRADICTS and finding.confidence >= report.sure


def _up_to(worst: Verdict) -> Callable[[Report, Finding], bool]:
    return lambda report, finding: pin_broken(finding) or _ORDER[finding.verdict] <= _ORDER[worst]


FAIL_ON: dict[str, Callable[[Report, Finding], bool]] = {
    "none": lambda report, finding: False,
    "pinned": lambda report, finding: pin_broken(finding),
    "sure": lambda report, finding: pin_broken(finding) or certain(report, finding),
    **{
        verdict.value: _up_to(verdict)
        for verdict in (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.EDITION, Verdict.AMBIGUOUS, Verdict.MISSING)
    },
}
"""What fails a check, by level; each level takes in the one before it. Notes come with `missing`."""


def open_findings(report: Report) -> list[Finding]:
    """The findings that want a look, the worst first: not stated, not set aside, not known from an earlier report."""
    found = [f for f in report.findings if f.verdict is not Verdict.STATED and not f.dismissed and not f.known]
    return sorted(found, key=lambda finding: severity(report, finding))


def severity(report: Report, finding: Finding) -> tuple[bool, bool, int, float, int, int]:
    """Sorts findings, the worst first; within a verdict the surest, then by place."""
    place = (finding.passage.file, finding.line) if finding.passage else (len(report.files), 0)
    return not pin_broken(finding), not certain(report, finding), _ORDER[finding.verdict], -finding.confidence, *place


def failing(report: Report, fail_on: str = DEFAULT) -> list[Finding]:
    """The findings that make the check fail."""
    if fail_on not in FAIL_ON:
        raise LabError(f"unknown level {one_line(fail_on, 20)!r}; choose {either(FAIL_ON)}")
    return [finding for finding in open_findings(report) if FAIL_ON[fail_on](report, finding)]


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
