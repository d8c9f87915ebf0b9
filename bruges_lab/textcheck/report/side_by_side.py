"""A source and its translation side by side, rule by rule: where each states it, what each says, and what play does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table
from rich.text import Text

from ...kernel.errors import LabError, one_line
from ...kernel.rulesets import BaseRuleset
from ...show.svg import Svg, tag
from ..findings import Finding, Report, Verdict
from .levels import severity
from .report_page import page, text
from .report_words import in_words
from .told import MARKS, place_of, rules_of, say, verdict_name, why

if TYPE_CHECKING:
    from ...games.manifest import Manifest

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
    def neither(self) -> bool:
        """Whether both leave it out."""
        return self.first.verdict is self.second.verdict is Verdict.MISSING


class SideBySide(NamedTuple):
    """Two texts compared; rows that differ come first."""

    names: tuple[str, str]
    rows: tuple[Row, ...]
    """Without the rules that are in neither text."""
    neither: int
    manifest: Manifest
    rules: BaseRuleset | None
    """The game and the ruleset that both were held against."""

    @property
    def differing(self) -> list[Row]:
        """The rows that differ."""
        return [row for row in self.rows if row.differs]

    def _cells(self, row: Row, lang: str) -> list[str]:
        sides = [_cell(row, side, lang, self.manifest) for side in (row.first, row.second)]
        return [row.rule, *sides, in_words(row.engine, lang, self.manifest)]

    def told(self, lang: str = "en") -> str:
        """The comparison as text, a line a rule."""
        lines = [say("side.title", lang, first=self.names[0], second=self.names[1]), *self.sums(lang)]
        for row in self.rows:
            cells = self._cells(row, lang)
            lines.append(f"{'≠' if row.differs else '='} " + " | ".join(cell or "–" for cell in cells))
        return "\n".join(lines)

    def sums(self, lang: str) -> list[str]:
        """How many rules differ, are the same, are in neither."""
        same = len(self.rows) - len(self.differing)
        told = [say("side.differ", lang, count=len(self.differing)), say("side.same", lang, count=same)]
        return [*told, say("side.neither", lang, count=self.neither)]

    def table(self, lang: str = "en", *, everything: bool = False) -> Table:
        """The comparison for a terminal: the rows that differ, or all."""
        table, rows = Table(box=None, pad_edge=False), self.rows if everything else self.differing
        # The id of a rule is never cut: it is what one looks it up by.
        widths = (None, max((len(row.rule) for row in rows), default=None), None, None, None)
        for head, width in zip(("", say("rule", lang), *self.names, say("side.engine", lang)), widths, strict=True):
            table.add_column(Text(one_line(head, 40)), min_width=width)
        for row in rows:
            cells = self._cells(row, lang)
            table.add_row("≠" if row.differs else "=", *(Text(cell) for cell in cells), style="bold" if row.differs else "dim")
        return table

    def to_html(self, lang: str = "en") -> str:
        """The comparison as a page that needs nothing else."""
        title = say("side.title", lang, first=self.names[0], second=self.names[1])
        return page(title, tag("main", tag("h1", text(title)), *self._html(lang)), lang)

    def _html(self, lang: str) -> Iterator[Svg]:
        yield tag("p", text(" · ".join(self.sums(lang))), class_="muted")
        heads = (say("rule", lang), *self.names, say("side.engine", lang))
        looks = ("wide", None, None, "narrow")
        cells = (tag("th", text(one_line(word, 60)), scope="col", class_=look) for word, look in zip(heads, looks, strict=True))
        rows = (_html_row(row, lang, self.manifest, self.rules) for row in self.rows)
        yield tag("table", tag("thead", tag("tr", *cells)), tag("tbody", *rows, Svg("")), class_="rules")

    def __repr__(self) -> str:
        return f"<{self.names[0]} and {self.names[1]}: {len(self.differing)} of {len(self.rows)} rules differ>"


def side_by_side(report: Report) -> SideBySide:
    """What a report on a translation says beside that on its source, rule by rule."""
    source, manifest = report.source, report.manifest
    if source is None:
        names = (_name(report), why(report.gate, "en", manifest))
        raise LabError(": ".join(names) if not report.is_of_game else f"{names[0]}: there is no source to put beside it")
    both = (source, report)
    worst = (_by_rule(source), _by_rule(report))
    rows = []
    for rule in manifest.catalogue:
        if rule in worst[0] or rule in worst[1]:
            sides = [_side(own, found.get(rule)) for own, found in zip(both, worst, strict=True)]
            engine = next((f.actual for found in worst if (f := found.get(rule)) and f.actual and f.beside is None), "")
            rows.append(Row(rule, sides[0], sides[1], one_line(engine, _LONGEST)))
    shown = sorted((row for row in rows if not row.neither), key=lambda row: not row.differs)
    names = (_name(source), _name(report))
    if names[0] == names[1]:
        tongues = (source.language, report.language)
        marks = tongues if tongues[0] != tongues[1] else ("1", "2")
        names = (f"{names[0]} ({marks[0]})", f"{names[1]} ({marks[1]})")
    return SideBySide(names, tuple(shown), len(rows) - len(shown), manifest, rules_of(report))


def _name(report: Report) -> str:
    return one_line(", ".join(file.name for file in report.files), 60)


def _by_rule(report: Report) -> dict[str, Finding]:
    """The worst finding on each rule that was not set aside."""
    found: dict[str, Finding] = {}
    for finding in sorted(report.findings, key=lambda one: severity(report, one)):
        if finding.rule and not finding.dismissed:
            found.setdefault(finding.rule, finding)
    return found


def _side(report: Report, finding: Finding | None) -> Side:
    if finding is None:
        return Side(Verdict.MISSING, "", "")
    place = place_of(report, finding.passage) if finding.passage else ""
    value = finding.claimed or (finding.actual if finding.verdict is Verdict.STATED else "")
    quoted = finding.passage is not None and value.lower() in finding.passage.text.lower()
    return Side(finding.verdict, place, one_line(value, _LONGEST), quoted)


def _value(row: Row, side: Side, lang: str, manifest: Manifest) -> str:
    """What a text says: in its own words, or where it is told by ids or as a known misreading, in the words of a language."""
    rule = manifest.catalogue[row.rule]
    wrong = next((one for one in rule.confusions if one_line(one.says, _LONGEST) == side.value), None)
    if wrong is not None:
        return one_line(rule.misread(wrong, lang), _LONGEST)
    return side.value if side.quoted else in_words(side.value, lang, manifest)


def _cell(row: Row, side: Side, lang: str, manifest: Manifest) -> str:
    """A side in one line: sign, line, value."""
    if side.verdict is Verdict.MISSING:
        return f"{MARKS[side.verdict]} {verdict_name(side.verdict, lang)}"
    return " ".join(part for part in (MARKS[side.verdict], _line(side), _value(row, side, lang, manifest)) if part)


def _line(side: Side) -> str:
    return f"L{side.place.rpartition(':')[2]}" if side.place else ""


def _html_row(row: Row, lang: str, manifest: Manifest, rules: BaseRuleset | None) -> Svg:
    statement = tag("span", text(manifest.catalogue[row.rule].text(lang, rules)), class_="muted")
    cells = [tag("td", tag("code", text(row.rule)), Svg("<br>"), statement)]
    for side in (row.first, row.second):
        sign = tag("span", text(f"{MARKS[side.verdict]} {verdict_name(side.verdict, lang)}"), class_="sign")
        place = tag("span", text(f" {_line(side)}"), class_="muted")
        cells.append(
            tag("td", sign, place, Svg("<br>"), text(_value(row, side, lang, manifest)), class_=f"v-{side.verdict.value}")
        )
    cells.append(tag("td", text(in_words(row.engine, lang, manifest))))
    return tag("tr", *cells, class_="differs" if row.differs else "same")
