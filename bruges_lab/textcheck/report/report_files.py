"""A report for programs: JSON with everything, SARIF for editors and code hosts, JUnit for build servers.

What the checked text contributes is data in all three; characters that a format cannot hold become U+FFFD.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from ...games import shelf
from ...kernel.errors import one_line
from ..findings import Finding, Passage, Report, Verdict
from .fingerprints import stamped
from .levels import DEFAULT, against, failing, pin_broken, severity
from .told import Told, counts, plain, subject

FORMAT = "bruges-lab check 1"


def reported(report: Report) -> list[Finding]:
    """The findings in order of severity, without those that an earlier report had already."""
    return sorted((f for f in report.findings if not f.known), key=lambda finding: severity(report, finding))


# JSON


def to_json(report: Report, lang: str = "en") -> str:
    """Everything in the report; `findings` with the worst first."""
    from ... import __version__

    report = stamped(report)
    words, found = Told(report, lang), counts(report)
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": __version__,
        **({} if report.manifest.name == shelf.USUAL else {"game": report.manifest.name}),
        "ruleset": words.ruleset_file(),
        "report_language": lang,
        "language": report.language,
        "is_of_game": report.is_of_game,
        "about": None if report.about is None else report.about.name,
        "gate": words.why_so(),
        "files": [{"name": one_line(f.name), "encoding": f.encoding, "language": f.language} for f in report.files],
        "source": [one_line(f.name) for f in report.source.files] if report.source else [],
        "counts": {verdict.value: found[verdict] for verdict in Verdict},
        "findings": [_record(words, finding) for finding in reported(report)],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _record(words: Told, finding: Finding) -> dict[str, Any]:
    report, place, proof, impact = words.report, finding.passage, finding.proof, finding.impact
    return {
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
        "reason": words.because(finding),
        "reason_key": finding.reason.key,
        "pinned": finding.pinned,
        "dismissed": words.set_aside(finding),
        "fingerprint": finding.fingerprint,
        "others": [_in_short(report, other) for other in finding.others],
        "beside": _in_short(report.source, finding.beside) if finding.beside and report.source else None,
        "proof": {"scenarios": list(proof.scenarios), "shown": plain(words.proof(finding))} if proof else None,
        "impact": {name: getattr(impact, name) for name in impact.__slots__} if impact else None,
    }


def _in_short(report: Report, place: Passage) -> dict[str, Any]:
    return {"file": one_line(report.files[place.file].name), "line": place.line, "text": plain(place.text)}


# SARIF


def to_sarif(report: Report, lang: str = "en") -> str:
    """SARIF 2.1.0: an error only where a person has confirmed the passage or the contradiction is at least likely."""
    from ... import __version__

    report = stamped(report)
    words = Told(report, lang)
    found = [finding for finding in reported(report) if finding.verdict is not Verdict.STATED]
    subjects = {one: number for number, one in enumerate(dict.fromkeys(subject(finding) for finding in found))}
    rules = [_sarif_rule(words, one) for one in subjects]
    failed = {"toolExecutionNotifications": [{"level": "error", "message": {"text": words.why_so()}}]}
    run = {
        "tool": {"driver": {"name": "Bruges Lab", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "language": lang,
        "invocations": [{"executionSuccessful": report.is_of_game, **({} if report.is_of_game else failed)}],
        "artifacts": [{"location": {"uri": _uri(f.name)}, "encoding": f.encoding} for f in report.files],
        "results": [_sarif_result(words, finding, subjects[subject(finding)]) for finding in found],
    }
    return json.dumps({"version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _sarif_rule(words: Told, name: str) -> dict[str, Any]:
    rule = words.manifest.catalogue.get(name)
    if rule is None:
        return {"id": name, "shortDescription": {"text": name}}
    statement = rule.text(words.lang, words.rules)
    title = f"{words.chapter(rule.chapter)}: {name}"
    return {"id": name, "shortDescription": {"text": title}, "fullDescription": {"text": statement}}


def _sarif_result(words: Told, finding: Finding, index: int) -> dict[str, Any]:
    report = words.report
    kind, level = sarif_level(report, finding)
    result: dict[str, Any] = {
        "ruleId": subject(finding),
        "ruleIndex": index,
        "kind": kind,
        "level": level,
        "message": {"text": " ".join(message(words, finding))},
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
    if why := words.set_aside(finding):
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": why}]
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


def message(words: Told, finding: Finding) -> Iterator[str]:
    """What there is to say of a finding, in sentences and phrases."""
    yield f"{words.verdict(finding.verdict).capitalize()}."
    yield words.because(finding)
    phrases = (words.claim(finding), words.beside(finding), words.elsewhere(finding))
    yield from (f"{phrase[:1].upper()}{phrase[1:]}." for phrase in phrases if phrase)
    yield from filter(None, (words.played(finding), words.impact(finding)))


def _location(report: Report, passage: Passage | None) -> dict[str, Any]:
    """A place; the whole first file where there is none."""
    file = passage.file if passage else 0
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(report.files[file].name), "index": file}}
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
    words, catalogue = Told(report, lang), report.manifest.catalogue
    cases: dict[str, list[Finding]] = {}
    for finding in reported(report):
        cases.setdefault(subject(finding), []).append(finding)
    failed = {finding.fingerprint for finding in failing(report, fail_on)}
    order = sorted(cases, key=lambda name: (catalogue[name].number if name in catalogue else len(catalogue) + 1, name))
    tests = [_test_case(words, name, cases[name], failed) for name in order] if report.is_of_game else [_other_game(words)]
    kinds = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    sums = {name: sum(test.find(kind) is not None for test in tests) for name, kind in kinds.items()}
    numbers = {name: str(number) for name, number in {"tests": len(tests), **sums}.items()}
    suites = ElementTree.Element("testsuites", {"name": "bruges-lab check", **numbers})
    suite = ElementTree.SubElement(suites, "testsuite", {"name": ", ".join(one_line(f.name) for f in report.files), **numbers})
    suite.extend(tests)
    ElementTree.indent(suites, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + plain(ElementTree.tostring(suites, encoding="unicode")) + "\n"


def _test_case(words: Told, name: str, found: list[Finding], failed: set[str]) -> ElementTree.Element:
    worst = found[0]
    attributes = {"classname": words.chapter_of(worst) or "checks", "name": name}
    if worst.passage is not None:
        attributes |= {"file": one_line(words.report.files[worst.passage.file].name), "line": str(worst.line)}
    case = ElementTree.Element("testcase", attributes)
    if broken := [finding for finding in found if finding.fingerprint in failed]:
        _outcome(case, "failure", words, broken)
    elif doubtful := [finding for finding in found if finding.verdict is not Verdict.STATED]:
        _outcome(case, "skipped", words, doubtful)
    return case


def _outcome(case: ElementTree.Element, outcome: str, words: Told, found: list[Finding]) -> None:
    first = words.set_aside(found[0]) or words.because(found[0])
    told = [": ".join(filter(None, (words.place(one.passage), " ".join(message(words, one))))) for one in found]
    attributes = {"type": found[0].verdict.value, "message": plain(first)}
    ElementTree.SubElement(case, outcome, attributes).text = plain("\n".join(told))


def _other_game(words: Told) -> ElementTree.Element:
    case = ElementTree.Element("testcase", {"classname": "game", "name": f"is_{words.manifest.name}"})
    ElementTree.SubElement(case, "error", {"type": "game", "message": words.why_so()})
    return case
