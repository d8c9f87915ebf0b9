"""A report for programs: JSON with everything, SARIF for editors and code hosts, JUnit for build servers.

What the checked text contributes is data in all three; characters that a format cannot hold become U+FFFD.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from ...games import shelf
from ...kernel.errors import one_line
from ..findings import Finding, Passage, Report, Verdict
from .fingerprints import stamped
from .levels import DEFAULT, against, failing, pin_broken, severity
from .told import (
    because,
    beside_told,
    chapter_of,
    claim,
    counts,
    elsewhere,
    impact_told,
    place_of,
    rules_of,
    ruleset_name,
    set_aside,
    shown_by,
    subject,
    verdict_name,
    why,
)

FORMAT = "bruges-lab check 1"
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold: control characters and halves of characters."""


def plain(text: str) -> str:
    """A text without characters that a file format may choke on."""
    return _UNFIT.sub("\ufffd", text)


def reported(report: Report) -> list[Finding]:
    """The findings in order of severity, without those that an earlier report had already."""
    return sorted((f for f in report.findings if not f.known), key=lambda finding: severity(report, finding))


# JSON


def to_json(report: Report, lang: str = "en") -> str:
    """Everything in the report; `findings` with the worst first."""
    from ... import __version__

    report = stamped(report)
    found: dict[str, Any] = {
        "format": FORMAT,
        "version": __version__,
        **({} if report.manifest.name == shelf.USUAL else {"game": report.manifest.name}),
        "ruleset": ruleset_name(report),
        "report_language": lang,
        "language": report.language,
        "is_of_game": report.is_of_game,
        "about": None if report.about is None else report.about.name,
        "gate": why(report.gate, lang, report.manifest),
        "files": [{"name": one_line(f.name), "encoding": f.encoding, "language": f.language} for f in report.files],
        "source": [one_line(f.name) for f in report.source.files] if report.source else [],
        "counts": {verdict.value: counts(report)[verdict] for verdict in Verdict},
        "findings": [_finding_record(report, finding, lang) for finding in reported(report)],
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _finding_record(report: Report, finding: Finding, lang: str) -> dict[str, Any]:
    place = finding.passage
    record: dict[str, Any] = {
        "rule": finding.rule,
        "check": finding.check,
        "verdict": finding.verdict.value,
        "file": one_line(report.files[place.file].name) if place else "",
        "line": finding.line,
        "column": place.column if place else 0,
        "end_line": place.end_line if place else 0,
        "end_column": place.end_column if place else 0,
        "text": plain(place.text) if place else "",
        "claimed": plain(finding.claimed),
        "actual": plain(finding.actual),
        "level": finding.level.value,
        "green": finding.green.value if finding.green else "",
        "confidence": round(finding.confidence, 3),
        "reason": because(report, finding, lang),
        "reason_key": finding.reason.key,
        "pinned": finding.pinned,
        "dismissed": set_aside(finding, lang) if finding.dismissed else "",
        "fingerprint": finding.fingerprint,
        "others": [{"file": one_line(report.files[p.file].name), "line": p.line, "text": plain(p.text)} for p in finding.others],
        "beside": None,
        "proof": None,
        "impact": None,
    }
    if finding.beside is not None and report.source is not None:
        file = report.source.files[finding.beside.file]
        record["beside"] = {"file": one_line(file.name), "line": finding.beside.line, "text": plain(finding.beside.text)}
    if finding.proof is not None:
        record["proof"] = {"scenarios": list(finding.proof.scenarios), "shown": plain(shown_by(report, finding, lang))}
    if (impact := finding.impact) is not None:
        record["impact"] = {name: getattr(impact, name) for name in impact.__slots__}
    return record


# SARIF


def to_sarif(report: Report, lang: str = "en") -> str:
    """SARIF 2.1.0: an error only where a person has confirmed the passage or the contradiction is at least likely."""
    from ... import __version__

    report = stamped(report)
    found = [finding for finding in reported(report) if finding.verdict is not Verdict.STATED]
    subjects = {one: number for number, one in enumerate(dict.fromkeys(subject(finding) for finding in found))}
    run = {
        "tool": {
            "driver": {
                "name": "Bruges Lab",
                "version": __version__,
                "rules": [_sarif_rule(report, one, lang) for one in subjects],
            }
        },
        "columnKind": "unicodeCodePoints",
        "language": lang,
        "invocations": [{"executionSuccessful": report.is_of_game, **_exit(report, lang)}],
        "artifacts": [{"location": {"uri": _uri(f.name)}, "encoding": f.encoding} for f in report.files],
        "results": [_sarif_result(report, finding, subjects[subject(finding)], lang) for finding in found],
    }
    return json.dumps({"version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _exit(report: Report, lang: str) -> dict[str, Any]:
    if report.is_of_game:
        return {}
    return {"toolExecutionNotifications": [{"level": "error", "message": {"text": why(report.gate, lang, report.manifest)}}]}


def _sarif_rule(report: Report, name: str, lang: str) -> dict[str, Any]:
    rule = report.manifest.catalogue.get(name)
    if rule is None:
        return {"id": name, "shortDescription": {"text": name}}
    title = report.manifest.chapters.title(rule.chapter, lang)
    statement = rule.text(lang, rules_of(report))
    return {"id": name, "shortDescription": {"text": f"{title}: {name}"}, "fullDescription": {"text": statement}}


def _sarif_result(report: Report, finding: Finding, index: int, lang: str) -> dict[str, Any]:
    kind, level = sarif_level(report, finding)
    result: dict[str, Any] = {
        "ruleId": subject(finding),
        "ruleIndex": index,
        "kind": kind,
        "level": level,
        "message": {"text": " ".join(message(report, finding, lang))},
        "locations": [_location(report, finding.passage)],
        "partialFingerprints": {"brugesLabFinding/v1": finding.fingerprint},
        "suppressions": [],
        "rank": round(100 * finding.confidence, 1),
        "properties": {
            "verdict": finding.verdict.value,
            "level": finding.level.value,
            "claimed": plain(finding.claimed),
            "actual": plain(finding.actual),
        },
    }
    if finding.others:
        result["relatedLocations"] = [_location(report, passage) for passage in finding.others]
    if finding.dismissed:
        justification = set_aside(finding, lang)
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": justification}]
    return result


def sarif_level(report: Report, finding: Finding) -> tuple[str, str]:
    """The kind and the level of a result; what is not a failure has no level."""
    if pin_broken(finding) or against(report, finding):
        return "fail", "error"
    if finding.verdict is Verdict.MISSING:
        return "open", "none"
    if finding.verdict in (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.EDITION):
        return "fail", "warning"
    return "fail", "note"


def message(report: Report, finding: Finding, lang: str) -> Iterator[str]:
    """What there is to say of a finding, in sentences and phrases."""
    yield f"{verdict_name(finding.verdict, lang).capitalize()}."
    yield because(report, finding, lang)
    for phrase in (claim(finding, lang, report), beside_told(report, finding, lang), elsewhere(report, finding, lang)):
        if phrase:
            yield f"{phrase[:1].upper()}{phrase[1:]}."
    if finding.proof is not None:
        yield plain(one_line(shown_by(report, finding, lang), 400))
    if finding.impact is not None:
        yield impact_told(finding.impact, lang)


def _location(report: Report, passage: Passage | None) -> dict[str, Any]:
    """A place; the whole first file where there is none."""
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(report.files[passage.file if passage else 0].name)}}
    physical["artifactLocation"]["index"] = passage.file if passage else 0
    if passage is not None:
        physical["region"] = {
            "startLine": passage.line,
            "startColumn": passage.column,
            "endLine": passage.end_line,
            "endColumn": passage.end_column,
            "snippet": {"text": plain(passage.text)},
        }
    return {"physicalLocation": physical}


def _uri(name: str) -> str:
    return quote(name.encode("utf-8", "replace"))


# JUnit


def to_junit(report: Report, lang: str = "en", fail_on: str = DEFAULT) -> str:
    """One test case a rule: it fails by what `fail_on` says; what only wants a look is skipped, with its reason."""
    report = stamped(report)
    cases: dict[str, list[Finding]] = {}
    for finding in reported(report):
        cases.setdefault(subject(finding), []).append(finding)
    failed = {finding.fingerprint for finding in failing(report, fail_on)}
    catalogue = report.manifest.catalogue

    def in_order(case: tuple[str, list[Finding]]) -> tuple[int, str]:
        rule = catalogue.get(case[0])
        return (rule.number if rule else len(catalogue) + 1, case[0])

    tests = [_test_case(report, name, found, failed, lang) for name, found in sorted(cases.items(), key=in_order)]
    if not report.is_of_game:
        tests = [_other_game(report, lang)]
    sums = {
        "tests": len(tests),
        "failures": sum(test.find("failure") is not None for test in tests),
        "errors": sum(test.find("error") is not None for test in tests),
        "skipped": sum(test.find("skipped") is not None for test in tests),
    }
    numbers = {name: str(number) for name, number in sums.items()}
    suites = ElementTree.Element("testsuites", {"name": "bruges-lab check", **numbers})
    suite = ElementTree.SubElement(suites, "testsuite", {"name": ", ".join(one_line(f.name) for f in report.files), **numbers})
    suite.extend(tests)
    ElementTree.indent(suites, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + plain(ElementTree.tostring(suites, encoding="unicode")) + "\n"


def _test_case(report: Report, name: str, found: list[Finding], failed: set[str], lang: str) -> ElementTree.Element:
    worst = found[0]
    attributes = {"classname": chapter_of(report, worst) or "checks", "name": name}
    if worst.passage is not None:
        attributes |= {"file": one_line(report.files[worst.passage.file].name), "line": str(worst.line)}
    case = ElementTree.Element("testcase", attributes)
    if broken := [finding for finding in found if finding.fingerprint in failed]:
        _outcome(case, "failure", report, broken, lang)
    elif doubtful := [finding for finding in found if finding.verdict is not Verdict.STATED]:
        _outcome(case, "skipped", report, doubtful, lang)
    return case


def _outcome(case: ElementTree.Element, outcome: str, report: Report, found: list[Finding], lang: str) -> None:
    first = found[0]
    text = because(report, first, lang)
    if first.dismissed:
        text = set_aside(first, lang)
    attributes: Mapping[str, str] = {"type": first.verdict.value, "message": plain(text)}
    told = []
    for finding in found:
        place = f"{place_of(report, finding.passage)}: " if finding.passage else ""
        told.append(place + " ".join(message(report, finding, lang)))
    ElementTree.SubElement(case, outcome, dict(attributes)).text = plain("\n".join(told))


def _other_game(report: Report, lang: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", {"classname": "game", "name": f"is_{report.manifest.name}"})
    ElementTree.SubElement(case, "error", {"type": "game", "message": plain(why(report.gate, lang, report.manifest))})
    return case
