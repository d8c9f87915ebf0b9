"""The report as a page: first the worst findings, each with its sentence and what is right; then the text with its marks.

A card appears when a mark is pointed at or reached with the keyboard; without the script all cards stand below the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...kernel.errors import one_line
from ...rulebook.subjects import subjects_of
from ...show.svg import Svg, tag
from ..findings import Finding, Level, Passage, Report, Verdict
from .coverage import Covered, coverage
from .fingerprints import stamped
from .levels import open_findings, pin_broken, severity
from .report_page import page, text
from .told import MARKS, Told, counts, listed_alone, plain, subject

_NOTHING = Svg("")
_WORST = 12
"""So many of the worst findings are told before the text."""
_BAR = 100, 6


def to_html(report: Report, lang: str = "en") -> str:
    """The whole report."""
    made = _Page(stamped(report), lang)
    return page(made.title, made.body(), lang, script=True)


class _Page:
    """Builds the body; findings are numbered in order of severity, and a mark names those that it belongs to."""

    def __init__(self, report: Report, lang: str) -> None:
        self.report, self.words = report, Told(report, lang)
        self.say, self.title = self.words.say, self.words.say("title", name=self.words.names())
        self.findings = sorted(report.findings, key=lambda one: (bool(one.dismissed or one.known), severity(report, one)))
        self.material = report.manifest.material_for(self.words.rules, {})
        self.subjects = subjects_of(report.manifest, self.words.rules, **self.material)

    def body(self) -> Svg:
        if not self.report.is_of_game:
            return tag("main", self.head(), _line(self.words.why_so()), *self.texts())
        sides = tag("div", tag("section", *self.texts(), aria_label=self.say("text")), self.right(), class_="sides")
        cards = [self.card(number, finding) for number, finding in enumerate(self.findings)]
        below = tag("section", tag("h2", text(self.say("findings"))), *cards, id="cards")
        return tag("main", self.head(), self.worst(), self.filters(), sides, self.coverage(), below)

    # The head

    def head(self) -> Svg:
        from ... import __version__

        made = self.say("made", version=__version__, ruleset=self.words.ruleset())
        about = " · ".join((self.words.language(), self.words.gate(), made))
        return tag("header", tag("h1", text(self.title)), _line(about, "muted"))

    def filters(self) -> Svg:
        found, there = counts(self.report), {finding.verdict for finding in self.findings}
        buttons = [self.filter(verdict, found[verdict]) for verdict in Verdict if verdict in there]
        return tag("div", *buttons, _NOTHING, class_="filters", role="group", aria_label=self.say("filters"))

    def filter(self, verdict: Verdict, count: int) -> Svg:
        name, look = text(f"{self.words.verdict(verdict)} {count}"), f"v-{verdict.value}"
        return tag("button", name, type="button", class_=look, data_v=verdict.value, aria_pressed="true")

    def worst(self) -> Svg:
        """What is surest to be wrong, to be read at once; nothing but a sentence where nothing is."""
        found = [finding for finding in open_findings(self.report) if listed_alone(finding)]
        shown = [one for one in found if one.level is not Level.LOOK or pin_broken(one)] or found
        parts = [self.brief(finding) for finding in shown[:_WORST]] or [_line(self.say("nothing"))]
        if more := len(found) - len(shown[:_WORST]):
            parts.append(_line(self.say("more", count=more), "muted"))
        return tag("section", *parts, class_="worst", aria_label=self.say("findings"))

    def brief(self, finding: Finding) -> Svg:
        """One finding in a few lines: what is wrong, the sentence, what the rules and the source say, and why."""
        words = self.words
        head = [self.sign(finding), tag("strong", text(words.headline(finding))), *self.chips(finding), *self.link(finding)]
        quoted = [tag("blockquote", text(words.quoted(finding)))] if finding.passage is not None else []
        lines = (words.rule(finding), words.beside(finding), words.reason(finding))
        inside = (tag("p", *head, _subject(finding, "muted")), *quoted, *map(_line, filter(None, lines)))
        return tag("article", *inside, class_=f"brief {_look(finding)}")

    def sign(self, finding: Finding) -> Svg:
        return tag("span", text(MARKS[finding.verdict]), class_="sign", aria_label=self.words.verdict(finding.verdict))

    def chips(self, finding: Finding) -> list[Svg]:
        return [tag("span", text(chip), class_="chip") for chip in self.words.standing(finding)]

    def link(self, finding: Finding) -> list[Svg]:
        """The place of a finding, as a link to its line."""
        place = finding.passage
        return [] if place is None else [_link(self.words.place(place), f"#L{place.file}-{place.line}", class_="muted")]

    def coverage(self) -> Svg:
        """How far each chapter is covered, folded: it says nothing of what is wrong."""
        chapters = map(self.chapter, coverage(self.report))
        return tag("details", tag("summary", text(self.say("coverage"))), tag("ul", *chapters, _NOTHING, class_="coverage"))

    def chapter(self, row: Covered) -> Svg:
        title, told = self.words.chapter(row.chapter), row.told(self.words)
        parts = [tag("rect", x=x, y=0, width=width, height=_BAR[1], class_=name) for name, x, width in row.stretches(_BAR[0])]
        shape = {"viewBox": "0 0 {} {}".format(*_BAR), "preserveAspectRatio": "none"}
        bar = tag("svg", tag("title", text(told)), *parts, **shape, class_="bar", role="img", aria_label=told)
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
        pane = tag("div", _line(self.say("hint"), "muted"), id="pane", aria_live="polite")
        rows = [self.row(number, finding) for number, finding in enumerate(self.findings)]
        return tag("aside", pane, tag("nav", *rows, _NOTHING, class_="rows", aria_label=self.say("findings")), class_="right")

    def row(self, number: int, finding: Finding) -> Svg:
        place = tag("span", text(self.words.place(finding.passage)), class_="muted")
        told = "" if finding.verdict is Verdict.STATED else self.words.claim(finding)
        says = [tag("span", text(told), class_="says")] if told else []
        parts = (self.sign(finding), _subject(finding), place, *says)
        return tag("a", *parts, href=f"#f{number}", data_f=str(number), class_=_look(finding))

    def card(self, number: int, finding: Finding) -> Svg:
        words, rule = self.words, self.words.rule_of(finding)
        sign = tag("span", text(f"{MARKS[finding.verdict]} {words.verdict(finding.verdict)}"), class_="verdict")
        parts = [tag("h3", sign, _subject(finding), *self.link(finding), *self.chips(finding))]
        if rule is not None:
            parts.append(_line(rule.text(words.lang, words.rules, **self.material), "rule"))
            unsure = self.subjects.note(rule, words.lang) if self.subjects is not None else ""
            parts.append(_line(" · ".join(filter(None, (words.chapter(rule.chapter), unsure))), "muted"))
        parts.append(tag("dl", *self.facts(finding), _NOTHING))
        lines = (plain(words.because(finding)), words.beside(finding), words.elsewhere(finding), words.impact(finding))
        parts += map(_line, filter(None, lines))
        attributes = {"data_v": finding.verdict.value, "data_look": _look(finding)}
        return tag("article", *parts, id=f"f{number}", class_=f"card {_look(finding)}", **attributes)

    def facts(self, finding: Finding) -> Iterator[Svg]:
        """What the text says, what the engine does, and how that was shown."""
        words, right = self.words, "actual" if finding.rule else "right"
        rows = [("claimed", words.claimed(finding), "claimed"), (right, words.actual(finding), "actual")]
        for key, told, look in [*rows, ("proof", words.proof(finding), "proof")]:
            if told:
                yield tag("dt", text(self.say(key)))
                yield tag("dd", text(plain(told)), class_=look)
        if finding.proof is not None and (names := finding.proof.scenarios):
            yield tag("dt", _NOTHING)
            yield tag("dd", text(self.say("scenarios", names=", ".join(names), count=len(names))), class_="muted")


def _line(words: str, look: str | None = None) -> Svg:
    return tag("p", text(words), class_=look)


def _link(words: str, to: str, **attributes: str) -> Svg:
    return tag("a", text(words), href=to, **attributes)


def _subject(finding: Finding, look: str | None = None) -> Svg:
    return tag("code", text(subject(finding)), class_=look)


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
