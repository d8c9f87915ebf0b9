"""A source and its translation side by side, rule by rule: where each states it, what each says, and what play does."""

from __future__ import annotations

from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from ...kernel.errors import LabError, one_line
from ...show.svg import Svg, tag
from ..findings import Finding, Report, Verdict
from .levels import severity
from .report_page import page, text
from .told import MARKS, Told, say

_LONGEST = 120


class Side(NamedTuple):
    """What one text does with a rule: its verdict, where, and the value it gives."""

    verdict: Verdict
    place: str
    value: str
    quoted: bool = True
    """Whether the value is in the words of the text."""


class Row(NamedTuple):
    """A rule in both texts."""

    rule: str
    first: Side
    second: Side
    engine: str

    @property
    def differs(self) -> bool:
        """Whether the texts do not do the same with the rule."""
        if self.first.verdict is not self.second.verdict:
            return True
        return self.first.verdict is not Verdict.STATED and self.first.value != self.second.value

    @property
    def sign(self) -> str:
        """The same as a sign."""
        return "≠" if self.differs else "="

    @property
    def neither(self) -> bool:
        """Whether both leave it out."""
        return self.first.verdict is self.second.verdict is Verdict.MISSING


class SideBySide(NamedTuple):
    """Two texts compared; rows that differ come first."""

    names: tuple[str, str]
    rows: tuple[Row, ...]
    """Without the rules that are in neither text."""
    neither: int
    report: Report
    """That on the second text."""

    @property
    def differing(self) -> list[Row]:
        """The rows that differ."""
        return [row for row in self.rows if row.differs]

    def told(self, lang: str = "en") -> str:
        """The comparison as text, a line a rule."""
        words = Told(self.report, lang)
        lines = (f"{row.sign} " + " | ".join(cell or "–" for cell in _cells(row, words)) for row in self.rows)
        return "\n".join((self.title(lang), *self.sums(lang), *lines))

    def title(self, lang: str) -> str:
        """Which texts these are."""
        return say("side.title", lang, first=self.names[0], second=self.names[1])

    def sums(self, lang: str) -> list[str]:
        """How many rules differ, are the same, are in neither."""
        different = len(self.differing)
        told = [say("side.differ", lang, count=different), say("side.same", lang, count=len(self.rows) - different)]
        return [*told, say("side.neither", lang, count=self.neither)]

    def heads(self, lang: str) -> tuple[str, ...]:
        """What stands above the columns."""
        return say("rule", lang), *self.names, say("side.engine", lang)

    def table(self, lang: str = "en", *, everything: bool = False) -> Table:
        """The comparison for a terminal: the rows that differ, or all."""
        table, words, rows = Table(box=None, pad_edge=False), Told(self.report, lang), self.rows if everything else self.differing
        # The id of a rule is never cut: it is what one looks it up by.
        widths = (None, max((len(row.rule) for row in rows), default=None), None, None, None)
        for head, width in zip(("", *self.heads(lang)), widths, strict=True):
            table.add_column(Text(one_line(head, 40)), min_width=width)
        for row in rows:
            table.add_row(row.sign, *map(Text, _cells(row, words)), style="bold" if row.differs else "dim")
        return table

    def to_html(self, lang: str = "en") -> str:
        """The comparison as a page that needs nothing else."""
        looks = ("wide", None, None, "narrow")
        heads = [
            tag("th", text(one_line(word, 60)), scope="col", class_=look)
            for word, look in zip(self.heads(lang), looks, strict=True)
        ]
        words = Told(self.report, lang)
        body = tag("tbody", *(_html_row(row, words) for row in self.rows), Svg(""))
        table = tag("table", tag("thead", tag("tr", *heads)), body, class_="rules")
        sums = tag("p", text(" · ".join(self.sums(lang))), class_="muted")
        return page(self.title(lang), tag("main", tag("h1", text(self.title(lang))), sums, table), lang)

    def __repr__(self) -> str:
        return f"<{self.names[0]} and {self.names[1]}: {len(self.differing)} of {len(self.rows)} rules differ>"


def side_by_side(report: Report) -> SideBySide:
    """What a report on a translation says beside that on its source, rule by rule."""
    source, words = report.source, Told(report)
    if source is None:
        reason = words.why_so() if not report.is_of_game else "there is no source to put beside it"
        raise LabError(f"{words.names()}: {reason}")
    first, second = _by_rule(source), _by_rule(report)
    rows = [
        Row(rule, _side(source, first.get(rule)), _side(report, second.get(rule)), _engine(first.get(rule), second.get(rule)))
        for rule in report.manifest.catalogue
        if rule in first or rule in second
    ]
    shown = sorted((row for row in rows if not row.neither), key=lambda row: not row.differs)
    names = one_line(Told(source).names(), 60), one_line(words.names(), 60)
    if names[0] == names[1]:
        marks = (source.language, report.language) if source.language != report.language else ("1", "2")
        names = (f"{names[0]} ({marks[0]})", f"{names[1]} ({marks[1]})")
    return SideBySide(names, tuple(shown), len(rows) - len(shown), report)


def _by_rule(report: Report) -> dict[str, Finding]:
    """The worst finding on each rule that was not set aside."""
    found: dict[str, Finding] = {}
    for finding in sorted(report.findings, key=lambda one: severity(report, one)):
        if finding.rule and not finding.dismissed:
            found.setdefault(finding.rule, finding)
    return found


def _engine(*findings: Finding | None) -> str:
    """What play does; what a source says is no proof of it."""
    return next((one_line(one.actual, _LONGEST) for one in findings if one and one.actual and one.beside is None), "")


def _side(report: Report, finding: Finding | None) -> Side:
    if finding is None:
        return Side(Verdict.MISSING, "", "")
    value = finding.claimed or (finding.actual if finding.verdict is Verdict.STATED else "")
    quoted = finding.passage is not None and value.lower() in finding.passage.text.lower()
    return Side(finding.verdict, Told(report).place(finding.passage), one_line(value, _LONGEST), quoted)


def _value(row: Row, side: Side, words: Told) -> str:
    """What a text says: in its own words, or where it is told by ids or as a known misreading, in the words of a language."""
    rule = words.manifest.catalogue[row.rule]
    wrong = next((one for one in rule.confusions if one_line(one.says, _LONGEST) == side.value), None)
    if wrong is not None:
        return one_line(rule.misread(wrong, words.lang), _LONGEST)
    return side.value if side.quoted else words.in_words(side.value)


def _cells(row: Row, words: Told) -> list[str]:
    """A row in words: the rule; of each side its sign, line and value; what play does."""
    sides = []
    for side in (row.first, row.second):
        told = words.verdict(side.verdict) if side.verdict is Verdict.MISSING else f"{_line(side)} {_value(row, side, words)}"
        sides.append(f"{MARKS[side.verdict]} {told.strip()}".rstrip())
    return [row.rule, *sides, words.in_words(row.engine)]


def _line(side: Side) -> str:
    return f"L{side.place.rpartition(':')[2]}" if side.place else ""


def _html_row(row: Row, words: Told) -> Svg:
    statement = tag("span", text(words.manifest.catalogue[row.rule].text(words.lang, words.rules)), class_="muted")
    cells = [tag("td", tag("code", text(row.rule)), Svg("<br>"), statement)]
    for side in (row.first, row.second):
        sign = tag("span", text(f"{MARKS[side.verdict]} {words.verdict(side.verdict)}"), class_="sign")
        place = tag("span", text(f" {_line(side)}"), class_="muted")
        said = text(_value(row, side, words))
        cells.append(tag("td", sign, place, Svg("<br>"), said, class_=f"v-{side.verdict.value}"))
    cells.append(tag("td", text(words.in_words(row.engine))))
    return tag("tr", *cells, class_="differs" if row.differs else "same")
