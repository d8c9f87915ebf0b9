"""What a check has found, the worst first: each finding with its line of the text beside the rule as it stands.

Groups fold; what the text does not mention is folded by chapter, what it states correctly is folded whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...rulebook.catalogue import Rule
from ...show.svg import Svg, tag
from ...textcheck.findings import Finding, Passage, Report, Verdict
from ...textcheck.report.levels import open_findings
from ...textcheck.report.told import MARKS, Told, listed_alone, plain
from ..markup import Words, block, button, heading, rule_link, span, text
from .rule_contents import rule_button

if TYPE_CHECKING:
    from ..explorer import Explorer

ASIDE, WHOLE, LEFT_OUT = "aside", "whole", "left_out"
_FIRST = (Verdict.CONTRADICTS.value, Verdict.INCONSISTENT.value, LEFT_OUT)
GROUPS = (*_FIRST, *(verdict.value for verdict in Verdict if verdict.value not in _FIRST), ASIDE)
"""The groups, the worst first; at the end what the user has set aside."""
FOLDED = {Verdict.MISSING.value, Verdict.STATED.value, ASIDE, WHOLE}
"""What is folded at first."""
MOST, MORE = 40, 100
"""So many findings of a group are listed at first, and so many more by each press."""
MOST_LINES, MOST_MARKS = 2000, 6
AROUND, SHORT, RUN = 140, 40, 3
"""Characters shown around a passage, what is short enough for a sentence, and scenarios of a rule that are offered."""
TOLD = ("number_differs", "colour_differs", "word_differs")
"""Reasons that say no more than the two values, which stand above a finding already."""
VALUES = (*TOLD, "edition", "inconsistent")
"""Reasons that set a value of the text against one of the rule; an example that was played again tells its own."""
Answers = Callable[[Report, Finding], Svg]


class Shown:
    """Which groups and chapters are open, and how many findings of each group are listed."""

    def __init__(self) -> None:
        self.open = {*GROUPS} - FOLDED
        self.chapters: set[str] = set()
        self.most = dict.fromkeys(GROUPS, MOST)

    def fold(self, group: str) -> None:
        """Close a group that is open, or open it."""
        self.open ^= {group}


def told(report: Report, lang: str, say: Words) -> str:
    """What came of it in one sentence."""
    if not report.is_of_game:
        return Told(report, lang).why_so()
    looked = [finding for finding in open_findings(report) if listed_alone(finding)]
    counts = {"open": len(looked), "stated": report.count(Verdict.STATED), "missing": report.count(Verdict.MISSING)}
    return say("text.told", file=", ".join(file.name for file in report.files), **counts)


def drawn(explorer: Explorer, report: Report, shown: Shown, chosen: str, answers: Answers) -> dict[str, Svg]:
    """A part for each group of findings, and one for the whole text."""
    if not report.is_of_game:
        return {}
    drawing = _Drawing(explorer, report, shown, chosen, answers)
    return {**{group: drawing.group(group) for group in GROUPS}, WHOLE: drawing.whole()}


class _Drawing:
    def __init__(self, explorer: Explorer, report: Report, shown: Shown, chosen: str, answers: Answers) -> None:
        self.explorer, self.report, self.shown, self.chosen, self.answers = explorer, report, shown, chosen, answers
        self.lang, self.say = explorer.lang, explorer.words
        self.told = Told(report, self.lang)
        self.groups: dict[str, list[Finding]] = {group: [] for group in GROUPS}
        stated = [finding for finding in report.findings if finding.verdict is Verdict.STATED and not finding.dismissed]
        for finding in (*open_findings(report), *stated):
            left_out = finding.verdict is Verdict.MISSING and listed_alone(finding)
            self.groups[LEFT_OUT if left_out else finding.verdict.value].append(finding)
        self.groups[ASIDE] = [finding for finding in report.findings if finding.dismissed]

    # Groups

    def group(self, group: str) -> Svg:
        """A group with its heading; nothing if it is empty."""
        found = self.groups[group]
        if not found:
            return Svg("")
        parts = [self._heading(group, self.say(f"text.group.{group}"), len(found))]
        if group in self.shown.open:
            parts += self._chapters(found) if group == Verdict.MISSING.value else self._listed(group, found)
        return block("findings", *parts, data_verdict=Verdict.MISSING.value if group == LEFT_OUT else group)

    def _heading(self, group: str, words: str, count: int | None = None) -> Svg:
        return self._folding("text_group", group, words, count, group in self.shown.open)

    def _folding(self, act: str, value: str, words: str, count: int | None, is_open: bool) -> Svg:
        inside = [span("arrow", "▾ " if is_open else "▸ ", aria_hidden="true"), span("chaptername", words)]
        if count is not None:
            inside.append(span("count", count))
        return tag(
            "button",
            *inside,
            type="button",
            class_="bl-chapter",
            data_act=act,
            data_value=value,
            data_key=f"{act}:{value}",
            aria_expanded="true" if is_open else "false",
        )

    def _listed(self, group: str, found: list[Finding]) -> list[Svg]:
        most = self.shown.most[group]
        listed = [self.finding(finding) for finding in found[:most]]
        if len(found) > most:
            words = self.say("text.more", count=min(MORE, len(found) - most))
            listed.append(button("text_more", group, words, "small"))
        return listed

    def _chapters(self, found: list[Finding]) -> list[Svg]:
        """The rules that the text does not mention, chapter by chapter in the order of the rulebook."""
        manifest = self.report.manifest
        by_chapter: dict[str, list[Rule]] = {}
        for finding in found:
            if finding.rule in manifest.catalogue:
                by_chapter.setdefault(self.told.chapter_of(finding), []).append(manifest.catalogue[finding.rule])
        listed = []
        for chapter in (one for one in manifest.chapters.chapters if one in by_chapter):
            is_open, title = chapter in self.shown.chapters, self.told.chapter(chapter)
            listed.append(self._folding("text_chapter", chapter, title, len(by_chapter[chapter]), is_open))
            if is_open:
                listed.append(block("chapterrules", *[rule_button(self.explorer, rule) for rule in by_chapter[chapter]]))
        return [block("rulelist bl-inner", *listed)]

    # A finding

    def finding(self, finding: Finding) -> Svg:
        """What is wrong in a sentence, the line of the text beside the rule, and, where it is looked at, why and what to do."""
        is_open = finding.fingerprint == self.chosen
        status = [span("chip", words) for words in self.told.standing(finding)]
        ask = button(
            "text_finding",
            finding.fingerprint,
            self.say("text.details"),
            "go",
            aria_expanded="true" if is_open else "false",
        )
        parts = [
            block("findhead", tag("b", text(self._difference(finding))), *status),
            block("besides", self._text_side(finding), self._rule_side(finding)),
            ask,
        ]
        if is_open:
            parts.append(self._closely(finding))
        return block("finding", *parts, data_finding=finding.fingerprint)

    def _difference(self, finding: Finding) -> str:
        """The two values in a sentence, where they are short; else what was found, in words."""
        if finding.verdict is Verdict.STATED:
            return self.say("text.group.stated")
        claimed, actual = self.told.claimed(finding), self.told.actual(finding)
        if finding.beside is not None and claimed and actual and max(len(claimed), len(actual)) <= SHORT:
            return self.say("text.differs_source", claimed=claimed, actual=actual)
        if finding.reason.key in VALUES and claimed and actual and max(len(claimed), len(actual)) <= SHORT:
            return self.say("text.differs", claimed=claimed, actual=actual)
        return plain(self.told.because(finding))

    def _text_side(self, finding: Finding) -> Svg:
        place = finding.passage
        if place is None:
            return block("textside")
        label = self.say("text.line", line=place.line)
        if place.end_line > place.line:
            label = self.say("text.lines", line=place.line, last=place.end_line)
        file = self.report.files[place.file]
        if len(self.report.files) > 1:
            label = f"{file.name}, {label}"
        claimed = self.told.claimed(finding) or finding.claimed
        words = tag("span", *_passage(file.lines, place, claimed), class_="bl-words")
        return block("textside", span("label", label), block("textline", words, lang=file.language))

    def _rule_side(self, finding: Finding) -> Svg:
        """The rule as it stands; for words and sums what should stand there."""
        rule = self.report.manifest.catalogue.get(finding.rule)
        actual = self.told.actual(finding)
        source = self._source(finding)
        if rule is None:
            if source or not actual:
                return block("ruleside", *source) if source else Svg("")
            return block("ruleside", span("label", self.say("text.instead")), tag("p", text(actual)))
        stressed = actual if finding.reason.key in VALUES and len(actual) <= SHORT else ""
        said = _strong(rule.text(self.lang, self.told.rules), stressed)
        return block("ruleside", span("label", self.say("text.rule")), tag("p", *said), rule_link(rule.id, self.say), *source)

    def _source(self, finding: Finding) -> list[Svg]:
        """What the source says there."""
        place, source = finding.beside, self.report.source
        if place is None or source is None:
            return []
        label = self.say("text.in_source", line=place.line)
        return [span("label", label), tag("p", text(plain(place.text)), lang=source.files[place.file].language)]

    def _closely(self, finding: Finding) -> Svg:
        """Why, what else is known, what the rules do about it, and what the user may decide."""
        report, lang = self.report, self.lang
        names = finding.proof.scenarios[:RUN] if finding.proof is not None else ()
        titles = {name: report.manifest.scenarios[name][0].title for name in names}
        runs = {name: title.get(lang) or title.get("en", name) for name, title in titles.items()}
        reason = "" if finding.reason.key in TOLD else plain(self.told.because(finding))
        told = (reason, self.told.elsewhere(finding), self.told.proof(finding))
        said = {"", self._difference(finding), *runs.values()}
        parts = [tag("p", text(words)) for words in told if words not in said]
        parts += [button("scenario", name, self.say("text.run", scenario=title), "small") for name, title in runs.items()]
        return block("closely", *parts, self.answers(report, finding))

    # The whole text

    def whole(self) -> Svg:
        """The text line by line with a mark for each finding; the one that is looked at stands beside it."""
        parts = [self._heading(WHOLE, self.say("text.whole"))]
        if WHOLE in self.shown.open:
            chosen = next((one for one in self.report.findings if one.fingerprint == self.chosen), None)
            beside = block("quiet", text(self.say("text.press"))) if chosen is None else self.finding(chosen)
            parts.append(block("sides", block("source", *self._lines()), block("found", beside)))
        return block("findings", *parts)

    def _lines(self) -> list[Svg]:
        drawn = []
        for number, file in enumerate(self.report.files):
            if len(self.report.files) > 1:
                drawn.append(heading(file.name))
            by_line: dict[int, list[Finding]] = {}
            for finding in self.report.findings:
                if finding.passage is not None and finding.passage.file == number and not finding.dismissed:
                    by_line.setdefault(finding.line, []).append(finding)
            for line, words in enumerate(file.lines[:MOST_LINES], 1):
                here = by_line.get(line, [])
                marks = [self._mark(finding) for finding in here[:MOST_MARKS]]
                worst = here[0].verdict.value if here else None
                inside = [span("number", line), tag("span", text(words or "\u00a0"), class_="bl-words"), *marks]
                drawn.append(block("textline", *inside, data_verdict=worst))
        return drawn

    def _mark(self, finding: Finding) -> Svg:
        words = f"{self.told.verdict(finding.verdict)}: {finding.rule or finding.check}"
        pressed = "true" if finding.fingerprint == self.chosen else "false"
        return button(
            "text_finding",
            finding.fingerprint,
            MARKS[finding.verdict],
            "mark",
            data_key=f"mark:{finding.fingerprint}",
            title=words,
            aria_label=words,
            aria_pressed=pressed,
        )


def _passage(lines: tuple[str, ...], place: Passage, claimed: str) -> list[Svg]:
    """The lines of a passage, with what was read marked and the value in it stressed; of long lines what is around it."""
    whole = "\n".join(lines[place.line - 1 : place.end_line])
    before_last = sum(len(line) + 1 for line in lines[place.line - 1 : place.end_line - 1])
    start, end = place.column - 1, before_last + place.end_column - 1
    first, last = max(0, start - AROUND), min(len(whole), end + AROUND)
    before = ("… " if first else "") + whole[first:start]
    after = whole[end:last] + (" …" if last < len(whole) else "")
    short = claimed if len(claimed) <= SHORT else ""
    return [text(before), tag("mark", *_strong(whole[start:end], short)), text(after)]


def _strong(words: str, value: str) -> list[Svg]:
    """Words with a value in them stressed wherever it stands for itself."""
    if not value:
        return [text(words)]
    pieces = re.split(rf"(?<![\w/.,])({re.escape(value)})(?![\w/]|[.,]\d)", words)
    return [tag("strong", text(piece)) if place % 2 else text(piece) for place, piece in enumerate(pieces) if piece]
