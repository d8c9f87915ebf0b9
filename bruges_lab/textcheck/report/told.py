"""A report in words: the lines that a terminal shows, the worst first, and the phrases that every other output shares.

Words come from the section `report` of the locale files, reasons from `check`. Nothing of a checked text is trusted: it goes on
one line and without control characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...games import shelf
from ...kernel.errors import LabError, one_line
from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import usual_rules
from ...rulebook.readings import ruleset
from ...rulebook.readings import ruleset_name as named_rules
from ...rulebook.texts import LANGUAGES, lab_texts
from ..findings import Finding, Impact, Passage, Reason, Report, Verdict
from ..judge.evidence import differently, evidence
from ..read.things import things
from .levels import open_findings
from .pins import EDITION_ACCEPTED, GONE
from .report_words import actual_in, claimed_in, data_in, in_words

if TYPE_CHECKING:
    from ...games.manifest import Manifest

MARKS = {
    Verdict.CONTRADICTS: "XX",
    Verdict.INCONSISTENT: "X=",
    Verdict.EDITION: "!!",
    Verdict.AMBIGUOUS: "??",
    Verdict.NOTE: "~~",
    Verdict.MISSING: "--",
    Verdict.STATED: "ok",
}
"""The sign of each verdict in a terminal, which must not depend on colours."""

_LONGEST = 200
_SHOWN_PLACES = 4
_EXPECTED = 0.6
"""From here on a missing rule is one that most rulebooks state."""
SAID_ALREADY = ("number_differs", "colour_differs", "word_differs", "source_number", "source_colour", "source_term")
"""Reasons that say no more than what is claimed and what is right, which stand in the first line of a finding."""


# Phrases


def say(key: str, lang: str, **values: object) -> str:
    """A phrase of a report, which is the lab's own whatever the game."""
    return lab_texts().say("report", key, values, lang)


def gate_of(report: Report, lang: str) -> str:
    """Whether it is a text of its game, in two words; and of which other, if that is known."""
    asked = say("is_game" if report.is_of_game else "not_game", lang, game=report.manifest.called(lang))
    if report.is_of_game or report.about is None:
        return asked
    return f"{asked}, {say('is_game', lang, game=report.about.called(lang))}"


def why(reason: Reason, lang: str, manifest: Manifest) -> str:
    """The sentence of a reason, as the game has it; that of a pin is one of the report's own."""
    section = "report" if reason.key.startswith("pin.") else "check"
    data = {name: one_line(value, _LONGEST) if isinstance(value, str) else value for name, value in reason.data.items()}
    if isinstance(other := data.get("other"), str):
        data["other"] = shelf.find(other).called(lang)
    return manifest.texts.say(section, reason.key, {"game": manifest.called(lang), **data}, lang)


def because(report: Report, finding: Finding, lang: str) -> str:
    """The sentence of a finding's reason, with what is claimed and what is right in the same language."""
    data = data_in(finding, lang, report.manifest, rules_of(report))
    if isinstance(language := data.get("language"), str):
        data["language"] = language_name(language, lang)
    return why(Reason(finding.reason.key, data), lang, report.manifest)


def ruleset_name(report: Report) -> str:
    """The ruleset by name; of a file never the folder."""
    return one_line(report.ruleset.replace("\\", "/").rpartition("/")[2], 60)


def rules_named(report: Report, lang: str) -> str:
    """The ruleset in words, as far as there are any."""
    return named_rules(report.manifest, ruleset_name(report), lang)


def rules_of(report: Report) -> BaseRuleset | None:
    """The ruleset of a report; the default where only a name is left that says nothing here, None for a game without any."""
    if report.rules is not None or not report.manifest.has("ruleset"):
        return report.rules
    try:
        found: BaseRuleset = ruleset(report.ruleset, game=report.manifest.name)
    except LabError:
        return usual_rules(report.manifest)
    return found


def shown_by(report: Report, finding: Finding, lang: str) -> str:
    """What the engine did, told in a language, and what would come of the claim; nothing if there is no proof."""
    proof = finding.proof
    if proof is None:
        return ""
    if proof.replayed:
        colours = "|".join(things(report.manifest).colours)
        return re.sub(rf"\b(?:{colours})\b", lambda colour: in_words(colour[0], lang, report.manifest), proof.shown)
    shown, rule = proof.shown, report.manifest.catalogue[finding.rule]
    if lang != (report.language if report.language in LANGUAGES else "en"):
        again = evidence(rule, rules_of(report), lang)
        shown = again.shown if again else shown
    would_be = "" if proof.otherwise is None else differently(rule, rules_of(report), proof.otherwise, lang)
    return f"{shown} ≠ {would_be}" if would_be else shown


def counted(verdict: Verdict, count: int, lang: str) -> str:
    """So many findings of a verdict."""
    return say(f"count.{verdict.value}", lang, count=count)


def level_name(level: str, lang: str) -> str:
    """What makes a check fail, in a word."""
    return say(f"level.{level}", lang)


def verdict_name(verdict: Verdict, lang: str) -> str:
    """A verdict in one or two words."""
    return say(f"verdict.{verdict.value}", lang)


def language_name(language: str, lang: str) -> str:
    """A language by name; by its code if it has none here."""
    key = f"language.{language}"
    return say(key, lang) if lab_texts().has("report", key, lang) else one_line(language, 20)


def subject(finding: Finding) -> str:
    """What a finding is about: its rule, or the check that found it."""
    return finding.rule or f"check.{finding.check or 'text'}"


def chapter_of(report: Report, finding: Finding) -> str:
    """The chapter of its rule; nothing for a check."""
    rule = report.manifest.catalogue.get(finding.rule)
    return rule.chapter if rule else ""


def place_of(report: Report, passage: Passage) -> str:
    """A place as editors understand it: file:line."""
    return f"{one_line(report.files[passage.file].name, 60)}:{passage.line}"


def places_of(report: Report, passages: Iterable[Passage]) -> str:
    """Several places, the first few of them."""
    found = list(dict.fromkeys(place_of(report, passage) for passage in passages))
    return ", ".join(found[:_SHOWN_PLACES]) + (" …" if len(found) > _SHOWN_PLACES else "")


def elsewhere(report: Report, finding: Finding, lang: str) -> str:
    """Where else the rule stands, or comes nearest to standing; nothing if nowhere."""
    if not finding.others:
        return ""
    key = "found_now" if finding.reason.key == GONE else "nearest" if finding.verdict is Verdict.MISSING else "also"
    return say(key, lang, places=places_of(report, finding.others))


def beside_told(report: Report, finding: Finding, lang: str) -> str:
    """What the source says there; nothing without a source."""
    if finding.beside is None or report.source is None:
        return ""
    place = place_of(report.source, finding.beside)
    return say("beside", lang, place=place, text=one_line(finding.beside.text, _LONGEST))


def rule_told(report: Report, finding: Finding, lang: str) -> str:
    """The rule in a sentence; nothing for a check."""
    rule = report.manifest.catalogue.get(finding.rule)
    return say("rule_is", lang, text=one_line(rule.text(lang, rules_of(report)), 400)) if rule else ""


def listed_alone(finding: Finding) -> bool:
    """Whether a finding is told by itself: of what is only missing only where a source or a person says that it belongs there."""
    return finding.verdict is not Verdict.MISSING or finding.pinned or finding.beside is not None


def is_minor(report: Report, finding: Finding) -> bool:
    """Whether a missing rule is about what is in the box, about one person, or an example: few rulebooks have all of these."""
    rule = report.manifest.catalogue.get(finding.rule)
    return rule is not None and (rule.kind in ("component", "example") or bool(rule.persons))


def missing_by_chapter(report: Report, found: Iterable[Finding]) -> list[tuple[str, list[Finding]]]:
    """Missing rules by chapter, those first that most documents state."""
    chapters: dict[str, list[Finding]] = {}
    for finding in sorted(found, key=lambda one: -one.confidence):
        chapters.setdefault(chapter_of(report, finding), []).append(finding)
    order = list(report.manifest.chapters.chapters)
    known = [(chapter, rules) for chapter, rules in chapters.items() if chapter in order]
    return sorted(known, key=lambda one: (-sum(f.confidence >= _EXPECTED for f in one[1]), order.index(one[0])))


def claimed_and_actual(finding: Finding, lang: str, report: Report) -> tuple[str, str]:
    """What the text says and what is right, in a language, each as far as it is known."""
    if finding.check == "leftover":
        return language_name(finding.claimed, lang), language_name(finding.actual, lang)
    return claimed_in(finding, lang, report.manifest), actual_in(finding, lang, report.manifest, rules_of(report))


def claim(finding: Finding, lang: str, report: Report) -> str:
    """What the text says and what the engine does, as far as either is known; a check without a rule has its own measure."""
    claimed, actual = claimed_and_actual(finding, lang, report)
    told = claimed and finding.reason.key != GONE
    parts = [say("says", lang, claimed=one_line(claimed, _LONGEST))] if told else []
    if actual:
        key = "source_says" if finding.reason.key.startswith("source_") else "does" if finding.rule else "better"
        parts.append(say(key, lang, actual=one_line(actual, _LONGEST)))
    return " · ".join(parts)


def standing(report: Report, finding: Finding, lang: str) -> list[str]:
    """How far it can be trusted and what a person has decided: confirmed, certain, likely or worth a look, set aside."""
    parts = [say("pinned", lang)] if finding.pinned else []
    if finding.verdict is Verdict.STATED:
        parts += [say(f"green.{finding.green.value}", lang)] if finding.green and not finding.pinned else []
    elif (finding.verdict is not Verdict.MISSING or finding.beside is not None) and not finding.pinned:
        parts.append(say(f"sure.{finding.level.value}", lang))
    if finding.dismissed:
        parts.append(say("set_aside", lang, why=set_aside(finding, lang)))
    return parts


def set_aside(finding: Finding, lang: str) -> str:
    """Why a finding was set aside."""
    return say("edition_accepted", lang) if finding.dismissed == EDITION_ACCEPTED else one_line(finding.dismissed, _LONGEST)


def impact_told(impact: Impact, lang: str) -> str:
    """How often the winner would change."""
    shares = {name: f"{100 * getattr(impact, name):.1f}" for name in ("share", "low", "high")}
    if lang != "en":
        shares = {name: share.replace(".", ",") for name, share in shares.items()}
    values = {"change": impact.change, "games": impact.games, "players": impact.players, "policy": impact.policy}
    return say("impact", lang, **values, **shares)


def counts(report: Report) -> Counter[Verdict]:
    """How many findings there are of each verdict, without what was set aside or is known."""
    return Counter(finding.verdict for finding in report.findings if not finding.dismissed and not finding.known)


def summary(report: Report, lang: str) -> str:
    """The counts in one line, as in “34 stated, 2 missing”."""
    found = counts(report)
    return ", ".join(counted(verdict, found[verdict], lang) for verdict in reversed(Verdict) if found[verdict])


# Lines


class Line(NamedTuple):
    """A line for a terminal, and the verdict that it is about."""

    text: str
    verdict: Verdict | None = None
    strong: bool = False


def lines(report: Report, lang: str = "en", *, everything: bool = False) -> Iterator[Line]:
    """The report line by line: the head, then what wants a look, the worst first, then what is missing, by chapter."""
    yield from _head(report, lang)
    if not report.is_of_game:
        return
    found = open_findings(report)
    for finding in found:
        if everything or listed_alone(finding):
            yield from _finding(report, finding, lang)
    yield from _missing(report, [f for f in found if not everything and not listed_alone(f)], lang)
    if everything:
        for finding in report.findings:
            if finding.verdict is Verdict.STATED or finding.dismissed:
                yield from _finding(report, finding, lang)
    if not found:
        yield Line(say("nothing", lang))
    if aside := sum(bool(finding.dismissed) for finding in report.findings):
        yield Line(say("aside", lang, count=aside))
    if known := sum(finding.known and finding.verdict is not Verdict.STATED for finding in report.findings):
        yield Line(say("known", lang, count=known))


def told(report: Report, lang: str = "en", *, everything: bool = False) -> str:
    """The report as text."""
    return "\n".join(line.text for line in lines(report, lang, everything=everything))


def _head(report: Report, lang: str) -> Iterator[Line]:
    names = ", ".join(one_line(file.name, 60) for file in report.files)
    parts = [
        names,
        language_name(report.language, lang),
        gate_of(report, lang),
        *([summary(report, lang)] if report.is_of_game else []),
    ]
    yield Line("  ".join(parts), strong=True)
    if not report.is_of_game:
        yield Line(why(report.gate, lang, report.manifest))


def _finding(report: Report, finding: Finding, lang: str) -> Iterator[Line]:
    """What is wrong and where; the sentence; what the rules and the source say; what happens in play; why."""
    place = place_of(report, finding.passage) if finding.passage else ""
    status = ", ".join(standing(report, finding, lang))
    first = [
        f"{MARKS[finding.verdict]} {place}".rstrip(),
        claim(finding, lang, report) or verdict_name(finding.verdict, lang),
        f"({status})" if status else "",
        f"[{subject(finding)}]",
    ]
    yield Line("  ".join(part for part in first if part).rstrip(), finding.verdict, strong=True)
    if finding.verdict is Verdict.STATED and not finding.dismissed:
        return
    more = [say("quoted", lang, text=one_line(finding.passage.text, 400)) if finding.passage else ""]
    more += [rule_told(report, finding, lang), beside_told(report, finding, lang)]
    if finding.proof is not None and finding.verdict is not Verdict.MISSING:
        more.append(say("in_play", lang, shown=one_line(shown_by(report, finding, lang), 400)))
    more.append("" if finding.reason.key in SAID_ALREADY else because(report, finding, lang))
    more.append(elsewhere(report, finding, lang))
    if finding.impact is not None:
        more.append(impact_told(finding.impact, lang))
    for text in more:
        if text:
            yield Line(f"   {text}", finding.verdict)


def _missing(report: Report, found: list[Finding], lang: str) -> Iterator[Line]:
    """The rules that were not found, a line per chapter, those first that rulebooks usually have; the rest as a number."""
    minor = [finding for finding in found if is_minor(report, finding)]
    for chapter, rules in missing_by_chapter(report, [finding for finding in found if finding not in minor]):
        title = report.manifest.chapters.title(chapter, lang)
        names = ", ".join(subject(finding) for finding in rules)
        missing = counted(Verdict.MISSING, len(rules), lang)
        said = say("missing_there", lang, count=missing, chapter=title, rules=names)
        yield Line(f"{MARKS[Verdict.MISSING]} {said}", Verdict.MISSING)
    if minor:
        yield Line(f"{MARKS[Verdict.MISSING]} " + say("missing_minor", lang, count=len(minor)), Verdict.MISSING)
