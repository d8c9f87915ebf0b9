"""A report as lines of text, for a terminal: the worst first, then what is missing, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...rulebook.catalogue import Rule
from ..findings import Finding, Report, Verdict
from .levels import open_findings
from .told import MARKS, Told, listed_alone, subject


class Line(NamedTuple):
    """A line for a terminal, and the verdict that it is about."""

    text: str
    verdict: Verdict | None = None
    strong: bool = False


def told(report: Report, lang: str = "en", *, everything: bool = False) -> str:
    """The report as text."""
    return "\n".join(line.text for line in lines(report, lang, everything=everything))


def lines(report: Report, lang: str = "en", *, everything: bool = False) -> Iterator[Line]:
    """The report line by line: the head, then what wants a look, the worst first, then what is missing, by chapter."""
    words = Told(report, lang)
    head = [words.names(), words.language(), words.gate(), *([words.summary()] if report.is_of_game else [])]
    yield Line("  ".join(head), strong=True)
    if not report.is_of_game:
        yield Line(words.why_so())
        return
    found = open_findings(report)
    alone = found if everything else [finding for finding in found if listed_alone(finding)]
    settled = [finding for finding in report.findings if finding.verdict is Verdict.STATED or finding.dismissed]
    for finding in alone:
        yield from _finding(words, finding)
    if everything:
        for finding in settled:
            yield from _finding(words, finding)
    else:
        yield from _missing(words, [finding for finding in found if not listed_alone(finding)])
    if not found:
        yield Line(words.say("nothing"))
    yield from _left_aside(words)


def _left_aside(words: Told) -> Iterator[Line]:
    """How many findings were set aside, and how many were known before."""
    findings = words.report.findings
    if aside := sum(bool(finding.dismissed) for finding in findings):
        yield Line(words.say("aside", count=aside))
    if known := sum(finding.known and finding.verdict is not Verdict.STATED for finding in findings):
        yield Line(words.say("known", count=known))


def _finding(words: Told, finding: Finding) -> Iterator[Line]:
    """What is wrong and where; the sentence; what the rules and the source say; what happens in play; why."""
    status = ", ".join(words.standing(finding))
    first = f"{MARKS[finding.verdict]} {words.place(finding.passage)}".rstrip()
    parts = (first, words.headline(finding), f"({status})" if status else "", f"[{subject(finding)}]")
    yield Line("  ".join(part for part in parts if part), finding.verdict, strong=True)
    if finding.verdict is Verdict.STATED and not finding.dismissed:
        return
    quoted = words.say("quoted", text=words.quoted(finding)) if finding.passage else ""
    played = finding.proof is not None and finding.verdict is not Verdict.MISSING
    in_play = words.say("in_play", shown=words.played(finding)) if played else ""
    more = (quoted, words.rule(finding), words.beside(finding), in_play)
    for text in (*more, words.reason(finding), words.elsewhere(finding), words.impact(finding)):
        if text:
            yield Line(f"   {text}", finding.verdict)


def _missing(words: Told, found: list[Finding]) -> Iterator[Line]:
    """The rules that were not found, a line per chapter, those first that rulebooks usually have; the rest as a number."""
    minor = [finding for finding in found if _is_minor(words.rule_of(finding))]
    told = [
        words.say("missing_there", count=count, chapter=words.chapter(chapter), rules=", ".join(map(subject, rules)))
        for chapter, rules in words.missing_by_chapter(finding for finding in found if finding not in minor)
        for count in [words.counted(Verdict.MISSING, len(rules))]
    ]
    told += [words.say("missing_minor", count=len(minor))] if minor else []
    yield from (Line(f"{MARKS[Verdict.MISSING]} {one}", Verdict.MISSING) for one in told)


def _is_minor(rule: Rule | None) -> bool:
    """Whether a missing rule is about what is in the box, about one person, or an example: few rulebooks have all of these."""
    return rule is not None and (rule.kind in ("component", "example") or bool(rule.persons))
