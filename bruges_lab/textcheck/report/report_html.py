"""The report as a page: first the worst findings, each with its sentence and what is right; then the text with its marks.

A card appears when a mark is pointed at or reached with the keyboard; without the script all cards stand below the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...kernel.errors import one_line
from ...rulebook.catalogue import Rule
from ...rulebook.subjects import subjects_of
from ...show.svg import Svg, tag
from ..findings import Finding, Level, Passage, Report, Verdict
from .fingerprints import stamped
from .levels import open_findings, pin_broken, severity
from .report_files import plain
from .report_page import page, text
from .told import (
    MARKS,
    SAID_ALREADY,
    because,
    beside_told,
    chapter_of,
    claim,
    claimed_and_actual,
    counts,
    elsewhere,
    gate_of,
    impact_told,
    language_name,
    listed_alone,
    place_of,
    rule_told,
    rules_named,
    rules_of,
    say,
    shown_by,
    standing,
    subject,
    verdict_name,
    why,
)

_NOTHING = Svg("")
_WORST = 12
"""So many of the worst findings are told before the text."""


def to_html(report: Report, lang: str = "en") -> str:
    """The whole report."""
    return page(say("title", lang, name=_names(report)), _Page(stamped(report), lang).body(), lang, script=True)


def _names(report: Report) -> str:
    return ", ".join(one_line(file.name, 60) for file in report.files)


class Covered(NamedTuple):
    """A chapter of the rulebook: how many of its rules the text states, gets wrong, leaves unclear, or leaves out."""

    chapter: str
    all: int
    stated: int
    wrong: int
    unclear: int
    missing: int


def coverage(report: Report) -> list[Covered]:
    """How far the text covers each chapter; a rule counts by its worst finding that was not set aside."""
    worst: dict[str, Finding | None] = {}
    for finding in sorted(report.findings, key=lambda one: severity(report, one)):
        if finding.rule and not (finding.dismissed or finding.known):
            worst.setdefault(finding.rule, finding)
    for finding in report.findings:
        if finding.rule:
            worst.setdefault(finding.rule, None)
    found = []
    catalogue = report.manifest.catalogue
    for chapter in report.manifest.chapters.chapters:
        rules = [rule for rule in worst if rule in catalogue and catalogue[rule].chapter == chapter]
        verdicts = [one.verdict if (one := worst[rule]) else None for rule in rules]
        number = {verdict: verdicts.count(verdict) for verdict in Verdict}
        wrong = number[Verdict.CONTRADICTS] + number[Verdict.INCONSISTENT]
        unclear = number[Verdict.EDITION] + number[Verdict.AMBIGUOUS] + number[Verdict.NOTE]
        if rules:
            found.append(Covered(chapter, len(rules), number[Verdict.STATED], wrong, unclear, number[Verdict.MISSING]))
    return found


class _Page:
    """Builds the body; findings are numbered in order of severity, and a mark names those that it belongs to."""

    def __init__(self, report: Report, lang: str) -> None:
        self.report, self.lang = report, lang
        self.findings = sorted(report.findings, key=lambda one: (bool(one.dismissed or one.known), severity(report, one)))
        self.rules = rules_of(report)
        self.manifest = report.manifest
        self.material = self.manifest.material_for(self.rules, {})

    def say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)

    def body(self) -> Svg:
        report = self.report
        if not report.is_of_game:
            return tag("main", self.head(), tag("p", text(why(report.gate, self.lang, self.manifest))), *self.texts())
        sides = tag("div", tag("section", *self.texts(), aria_label=self.say("text")), self.right(), class_="sides")
        cards = [self.card(number, finding) for number, finding in enumerate(self.findings)]
        below = tag("section", tag("h2", text(self.say("findings"))), *cards, id="cards")
        return tag("main", self.head(), self.worst(), self.filters(), sides, self.coverage(), below)

    # The head

    def head(self) -> Svg:
        from ... import __version__

        report = self.report
        languages = language_name(report.language, self.lang)
        gate = gate_of(report, self.lang)
        made = self.say("made", version=__version__, ruleset=rules_named(report, self.lang))
        return tag(
            "header",
            tag("h1", text(self.say("title", name=_names(report)))),
            tag("p", text(f"{languages} · {gate} · {made}"), class_="muted"),
        )

    def filters(self) -> Svg:
        found = counts(self.report)
        buttons = [
            tag(
                "button",
                text(f"{verdict_name(verdict, self.lang)} {found[verdict]}"),
                type="button",
                class_=f"v-{verdict.value}",
                data_v=verdict.value,
                aria_pressed="true",
            )
            for verdict in Verdict
            if any(finding.verdict is verdict for finding in self.findings)
        ]
        return tag("div", *buttons, _NOTHING, class_="filters", role="group", aria_label=self.say("filters"))

    def worst(self) -> Svg:
        """What is surest to be wrong, to be read at once; nothing but a sentence where nothing is."""
        found = [finding for finding in open_findings(self.report) if listed_alone(finding)]
        shown = [one for one in found if one.level is not Level.LOOK or pin_broken(one)] or found
        briefs = [self.brief(finding) for finding in shown[:_WORST]]
        none = [tag("p", text(self.say("nothing")))] if not found else []
        more = (
            [tag("p", text(self.say("more", count=len(found) - len(briefs))), class_="muted")] if len(found) > len(briefs) else []
        )
        return tag("section", *briefs, *none, *more, _NOTHING, class_="worst", aria_label=self.say("findings"))

    def brief(self, finding: Finding) -> Svg:
        """One finding in a few lines: what is wrong, the sentence, what the rules and the source say, and why."""
        report, lang = self.report, self.lang
        head = [
            tag("span", text(MARKS[finding.verdict]), class_="sign", aria_label=verdict_name(finding.verdict, lang)),
            tag("b", text(plain(claim(finding, lang, report)) or verdict_name(finding.verdict, lang))),
            *(tag("span", text(chip), class_="chip") for chip in standing(report, finding, lang)),
        ]
        if (place := finding.passage) is not None:
            head.append(tag("a", text(place_of(report, place)), href=f"#L{place.file}-{place.line}", class_="muted"))
        head.append(tag("code", text(subject(finding)), class_="muted"))
        quoted = [tag("blockquote", text(one_line(place.text, 400)))] if place is not None else []
        why_told = "" if finding.reason.key in SAID_ALREADY else plain(because(report, finding, lang))
        lines = [rule_told(report, finding, lang), beside_told(report, finding, lang), why_told]
        return tag(
            "article",
            tag("p", *head),
            *quoted,
            *(tag("p", text(line)) for line in lines if line),
            class_=f"brief {_look(finding)}",
        )

    def coverage(self) -> Svg:
        """How far each chapter is covered, folded: it says nothing of what is wrong."""
        return tag(
            "details",
            tag("summary", text(self.say("coverage"))),
            tag("ul", *map(self.chapter, coverage(self.report)), _NOTHING, class_="coverage"),
        )

    def chapter(self, row: Covered) -> Svg:
        title = self.manifest.chapters.title(row.chapter, self.lang)
        told = self.say(
            "covered", chapter=title, stated=row.stated, all=row.all, wrong=row.wrong, unclear=row.unclear, missing=row.missing
        )
        parts, at = [], 0.0
        for name, number in (("stated", row.stated), ("wrong", row.wrong), ("open", row.unclear), ("missing", row.missing)):
            width = 100 * number / row.all
            if number:
                parts.append(tag("rect", x=at, y=0, width=width, height=6, class_=name))
            at += width
        bar = tag(
            "svg",
            tag("title", text(told)),
            *parts,
            viewBox="0 0 100 6",
            preserveAspectRatio="none",
            class_="bar",
            role="img",
            aria_label=told,
        )
        count = tag("span", text(f"{row.stated}/{row.all}"), class_="count")
        return tag("li", tag("span", text(title), class_="name", title=title), bar, count)

    # The text

    def texts(self) -> Iterator[Svg]:
        places: dict[int, dict[int, list[_Stretch]]] = {}
        for number, finding in enumerate(self.findings):
            for place in _marked(finding):
                for stretch in _stretches(number, place, self.report.files[place.file].lines):
                    places.setdefault(place.file, {}).setdefault(stretch.line, []).append(stretch)
        seen: set[str] = set()
        for number, file in enumerate(self.report.files):
            marks = places.get(number, {})
            rows = [
                Svg(
                    f'<li id="L{number}-{line}"><span class="n">{line}</span>'
                    f'<span class="t">{"".join(self.line(words, marks.get(line, ()), seen))}</span></li>'
                )
                for line, words in enumerate(file.lines, 1)
            ]
            yield tag("h2", text(one_line(file.name, 60)))
            yield tag("ol", *rows, _NOTHING, class_="text", lang=file.language or None)

    def line(self, words: str, marks: Sequence[_Stretch], seen: set[str]) -> Iterator[Svg]:
        """A line cut where marks begin and end; a place that belongs to several findings shows the worst."""
        if not marks:
            if words:
                yield text(plain(words))
            return
        cuts = sorted({0, len(words), *(mark.start for mark in marks), *(mark.end for mark in marks)})
        behind = sorted(marks, key=lambda mark: mark.start, reverse=True)
        open_marks: list[_Stretch] = []
        for start, end in pairwise(cuts):
            while behind and behind[-1].start <= start:
                open_marks.append(behind.pop())
            open_marks = [mark for mark in open_marks if mark.end >= end]
            shown = text(plain(words[start:end]))
            here = sorted({mark.finding for mark in open_marks})
            if not here:
                yield shown
                continue
            joined = " ".join(map(str, here))
            again = joined in seen  # one stop for the keyboard, however many lines and pieces a passage has
            seen.add(joined)
            looks = f"m {_look(self.findings[here[0]])}"
            yield tag("a", shown, class_=looks, href=f"#f{here[0]}", data_f=joined, tabindex="-1" if again else None)

    # The findings

    def right(self) -> Svg:
        hint = tag("p", text(self.say("hint")), class_="muted")
        rows = [self.row(number, finding) for number, finding in enumerate(self.findings)]
        return tag(
            "aside",
            tag("div", hint, id="pane", aria_live="polite"),
            tag("nav", *rows, _NOTHING, class_="rows", aria_label=self.say("findings")),
            class_="right",
        )

    def row(self, number: int, finding: Finding) -> Svg:
        place = place_of(self.report, finding.passage) if finding.passage else ""
        told = claim(finding, self.lang, self.report)
        parts = [
            tag("span", text(MARKS[finding.verdict]), class_="sign", aria_label=verdict_name(finding.verdict, self.lang)),
            tag("code", text(subject(finding))),
            tag("span", text(place), class_="muted"),
        ]
        if told and finding.verdict is not Verdict.STATED:
            parts.append(tag("span", text(told), class_="says"))
        return tag("a", *parts, href=f"#f{number}", data_f=str(number), class_=_look(finding))

    def card(self, number: int, finding: Finding) -> Svg:
        report, lang = self.report, self.lang
        rule = self.manifest.catalogue.get(finding.rule)
        head = [
            tag("span", text(f"{MARKS[finding.verdict]} {verdict_name(finding.verdict, lang)}"), class_="verdict"),
            tag("code", text(subject(finding))),
        ]
        if finding.passage is not None:
            place = finding.passage
            head.append(tag("a", text(place_of(report, place)), href=f"#L{place.file}-{place.line}", class_="muted"))
        head += [tag("span", text(chip), class_="chip") for chip in standing(report, finding, lang)]
        parts = [tag("h3", *head)]
        if rule is not None:
            chapter = self.manifest.chapters.title(chapter_of(report, finding), lang)
            parts.append(tag("p", text(rule.text(lang, self.rules, **self.material)), class_="rule"))
            parts.append(tag("p", text(" · ".join(filter(None, [chapter, self.reconstructed(rule)]))), class_="muted"))
        parts.append(tag("dl", *self.facts(finding), _NOTHING))
        parts.append(tag("p", text(plain(because(report, finding, lang)))))
        more = [
            beside_told(report, finding, lang),
            elsewhere(report, finding, lang),
            impact_told(finding.impact, lang) if finding.impact else "",
        ]
        parts += [tag("p", text(line)) for line in more if line]
        attributes = {"data_v": finding.verdict.value, "data_look": _look(finding)}
        return tag("article", *parts, id=f"f{number}", class_=f"card {_look(finding)}", **attributes)

    def facts(self, finding: Finding) -> Iterator[Svg]:
        """What the text says, what the engine does, and how that was shown."""
        claimed, actual = claimed_and_actual(finding, self.lang, self.report)
        rows = [("claimed", claimed, "claimed"), ("actual" if finding.rule else "right", actual, "actual")]
        if finding.proof is not None:
            rows.append(("proof", shown_by(self.report, finding, self.lang), "proof"))
        for key, words, look in rows:
            if words:
                yield tag("dt", text(self.say(key)))
                yield tag("dd", text(plain(words)), class_=look)
        if finding.proof is not None and (names := finding.proof.scenarios):
            told = self.say("scenarios", names=", ".join(names), count=len(names))
            yield tag("dt", _NOTHING)
            yield tag("dd", text(told), class_="muted")

    def reconstructed(self, rule: Rule) -> str:
        """What no document gives of the rule."""
        subjects = subjects_of(self.manifest, self.rules, **self.material)
        return subjects.note(rule, self.lang) if subjects is not None else ""


def _look(finding: Finding) -> str:
    return "aside" if finding.dismissed or finding.known else f"v-{finding.verdict.value}"


# Marks


class _Stretch(NamedTuple):
    """A part of a line that belongs to a finding; from zero, `end` behind the last character."""

    finding: int
    line: int
    start: int
    end: int


def _marked(finding: Finding) -> list[Passage]:
    """The places of a finding that are marked; the nearest places of a missing rule are not."""
    if finding.verdict is Verdict.MISSING:
        return []
    return [*([finding.passage] if finding.passage else []), *finding.others]


def _stretches(number: int, place: Passage, lines: tuple[str, ...]) -> Iterator[_Stretch]:
    for line in range(place.line, min(place.end_line, len(lines)) + 1):
        words = lines[line - 1]
        start = place.column - 1 if line == place.line else len(words) - len(words.lstrip())
        end = place.end_column - 1 if line == place.end_line else len(words.rstrip())
        start, end = max(0, start), min(end, len(words))
        if start < end:
            yield _Stretch(number, line, start, end)
