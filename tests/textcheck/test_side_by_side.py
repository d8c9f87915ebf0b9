"""Two texts side by side: rows by rule, what differs first, for terminals and as a page."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from reports import BOX, FACES, GUILDERS, HOUSE, MAJORITY, SUM, THIRD, WORKERS, made
from rich.console import Console
from test_outputs import hostile
from test_report_html import Page

from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck.findings import Report, Verdict
from bruges_lab.textcheck.report.side_by_side import Side, SideBySide
from bruges_lab.textcheck.report.side_by_side import side_by_side as view

FIRST = made(GUILDERS, FACES, HOUSE, BOX, THIRD, SUM, name="a.md")
RIGHT = replace(GUILDERS, verdict=Verdict.STATED, claimed="5")
SECOND = made(RIGHT, FACES, HOUSE, replace(BOX, claimed="70"), replace(THIRD, claimed="troisième"), MAJORITY, name="b.md")


def side_by_side(first: Report, second: Report) -> SideBySide:
    return view(replace(second, source=first))


def test_rows_that_differ_come_first_in_the_order_of_the_rulebook() -> None:
    found = side_by_side(FIRST, SECOND)
    assert found.names == ("a.md", "b.md")
    assert [row.rule for row in found.differing] == [BOX.rule, GUILDERS.rule, MAJORITY.rule]
    assert [row.rule for row in found.rows] == [BOX.rule, GUILDERS.rule, MAJORITY.rule, FACES.rule, THIRD.rule]
    assert found.neither == 1


def test_a_row_has_line_and_value_of_each_and_the_engine() -> None:
    row = next(row for row in side_by_side(FIRST, SECOND).rows if row.rule == GUILDERS.rule)
    assert row.first == Side(Verdict.CONTRADICTS, "a.md:3", "6")
    assert row.second == Side(Verdict.STATED, "b.md:3", "5", quoted=False)
    assert row.engine == "5"
    missing = next(row for row in side_by_side(FIRST, SECOND).rows if row.rule == MAJORITY.rule)
    assert missing.first == Side(Verdict.MISSING, "", "")


def test_texts_that_say_the_same_differ_in_nothing() -> None:
    found = side_by_side(FIRST, replace(SECOND, findings=FIRST.findings))
    assert found.differing == []
    assert side_by_side(FIRST, FIRST).names == ("a.md (1)", "a.md (2)")
    assert side_by_side(FIRST, replace(FIRST, language="fr")).names == ("a.md (en)", "a.md (fr)")
    assert "No rule differs" in found.told()


def test_the_worst_finding_on_a_rule_stands_for_it_but_not_one_that_was_set_aside() -> None:
    both = made(RIGHT, GUILDERS, name="a.md")
    assert side_by_side(both, SECOND).rows[0].rule == BOX.rule
    assert next(r for r in side_by_side(both, SECOND).rows if r.rule == GUILDERS.rule).first.verdict is Verdict.CONTRADICTS
    aside = made(RIGHT, replace(GUILDERS, dismissed="x"), name="a.md")
    assert next(r for r in side_by_side(aside, SECOND).rows if r.rule == GUILDERS.rule).first.verdict is Verdict.STATED


def test_a_text_of_another_game_cannot_be_compared() -> None:
    with pytest.raises(LabError, match=r"b\.md: "):
        view(replace(SECOND, about=None))
    with pytest.raises(LabError, match=r"b\.md: there is no source"):
        view(SECOND)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_in_a_terminal(lang: str) -> None:
    console = Console(width=160, record=True, file=io.StringIO())
    found = side_by_side(FIRST, SECOND)
    console.print(found.table(lang))
    told = console.export_text()
    assert all(words in told for words in ("a.md", "b.md", GUILDERS.rule, "XX L3 6", "ok L3 5"))
    assert FACES.rule not in told
    console.print(found.table(lang, everything=True))
    assert FACES.rule in console.export_text()
    assert len(found.sums(lang)) == 3
    assert f"≠ {BOX.rule} | !! L6 60 | !! L6 70 | 50" in found.told(lang)


def test_the_page_marks_rows_that_differ_and_escapes_everything() -> None:
    page = Page(side_by_side(FIRST, SECOND).to_html("fr"))
    assert [row["class"] for row in page.all("tr") if "class" in row] == ["differs"] * 3 + ["same"] * 2
    assert page.scripts == []
    bad = Page(side_by_side(hostile(), replace(hostile(), findings=(WORKERS,))).to_html())
    assert bad.scripts == []
    assert bad.all("b") == []
    assert "script-src" not in next(m["content"] for m in bad.all("meta") if m.get("http-equiv"))


def test_a_hostile_text_in_the_terminal_is_text() -> None:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(side_by_side(hostile(), replace(hostile(), findings=(WORKERS,))).table())
    assert "[red]" in console.export_text()
