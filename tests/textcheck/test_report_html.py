"""The report as a page: marks where the findings are, everything escaped, nothing that could run or load from outside."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reports import ALL, BOX, FACES, GUILDERS, HOUSE, REASON, SUM, TEXT, THIRD, TURNS, WORKERS, made, passage
from test_outputs import HOSTILE, hostile

from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck.findings import Finding, Report, SourceFile, Verdict
from bruges_lab.textcheck.report.coverage import coverage
from bruges_lab.textcheck.report.pins import Pins
from bruges_lab.textcheck.report.report_page import SCRIPT, STYLE

VOID = {"meta", "br", "input", "rect", "path", "circle"}


class Page(HTMLParser):
    """The tags of a page with their attributes, and the text of every line of the checked text."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.stack: list[tuple[str, dict[str, str]]] = []
        self.lines: dict[str, str] = {}
        self.marks: list[tuple[str, dict[str, str], str]] = []
        self.scripts: list[str] = []
        self.feed(content)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append((tag, found))
        if tag not in VOID:
            self.stack.append((tag, found))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        assert tag in VOID, f"<{tag}/> is not closed in HTML"

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if self.stack and self.stack[-1][0] == "script":
            self.scripts.append(data)
        line = next((attrs["id"] for tag, attrs in self.stack if tag == "li" and attrs.get("id", "").startswith("L")), "")
        if line and not any(attrs.get("class") == "n" for _, attrs in self.stack):
            self.lines[line] = self.lines.get(line, "") + data
        for tag, attrs in self.stack:
            if tag == "a" and "m" in attrs.get("class", "").split():
                self.marks.append((line, attrs, data))

    def all(self, tag: str, **attributes: str) -> list[dict[str, str]]:
        found = [attrs for name, attrs in self.tags if name == tag]
        return [
            attrs for attrs in found if all(attrs.get(key.rstrip("_").replace("_", "-")) == v for key, v in attributes.items())
        ]


def marked(page: Page, line: int) -> list[tuple[str, str]]:
    """The marks of a line: their look and their words."""
    return [(attrs["class"].removeprefix("m "), words) for at, attrs, words in page.marks if at == f"L0-{line}"]


# The text and its marks


def test_the_whole_text_is_there_line_by_line() -> None:
    page = Page(made().to_html())
    assert [page.lines.get(f"L0-{number}", "") for number in range(1, len(TEXT) + 1)] == list(TEXT)


def test_marks_stand_where_the_findings_are() -> None:
    page = Page(made().to_html())
    assert marked(page, 1) == []
    assert marked(page, 3) == [("v-contradicts", TEXT[2])]
    first = "A die that shows 5 or 6 brings a threat of its colour."
    assert marked(page, 4) == [("v-stated", first), ("v-stated", "A third threat")]
    assert marked(page, 5) == [("v-stated", TEXT[4])]
    assert marked(page, 6) == [("v-edition", TEXT[5])]
    assert marked(page, 9) == [("v-note", "8 + 6 + 4 = 19")]
    assert [look for look, _ in marked(page, 7)] == ["v-inconsistent", "v-inconsistent"]


def test_where_findings_overlap_the_worst_is_shown_and_all_are_named() -> None:
    inner = replace(FACES, passage=passage(3, "6 guilders"))
    again = replace(TURNS, passage=passage(3, "guilders and one"))
    page = Page(made(GUILDERS, inner, again).to_html())
    words = [(words, attrs["data-f"]) for _, attrs, words in page.marks]
    start, end = TEXT[2].split("6 guilders and one")
    assert words == [(start, "0"), ("6 ", "0 2"), ("guilders", "0 1 2"), (" and one", "0 1"), (end, "0")]
    assert "".join(part for part, _ in words) == TEXT[2]
    assert {attrs["class"] for _, attrs, _ in page.marks} == {"m v-contradicts"}


def test_the_keyboard_reaches_every_finding_once() -> None:
    page = Page(made().to_html())
    stops = [attrs["data-f"] for _, attrs, _ in page.marks if attrs.get("tabindex") != "-1"]
    assert len(stops) == len(set(stops))
    assert {attrs["data-f"] for _, attrs, _ in page.marks} == set(stops)
    assert all(attrs["href"].startswith("#f") for _, attrs, _ in page.marks)


def test_every_finding_has_a_card_and_a_row_and_every_link_a_target() -> None:
    page = Page(made().to_html())
    cards = [one for one in page.all("article") if "card" in one["class"].split()]
    assert len(cards) == len(ALL)
    assert len([a for a in page.all("a") if a.get("data-f") and "m" not in a["class"].split()]) == len(ALL)
    ids = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    assert {a["href"][1:] for a in page.all("a")} <= ids


def test_the_worst_findings_stand_before_everything_else() -> None:
    content = made().to_html()
    briefs = [one["class"] for one in Page(content).all("article") if "brief" in one["class"].split()]
    assert briefs == ["brief v-contradicts", "brief v-note", "brief v-edition"]
    first = content[content.index("<article") :].partition("</article>")[0]
    for part in ("says “6”", "likely", "short.md:3", TEXT[2], Catalogue.load()[GUILDERS.rule].text("en")):
        assert part in first, part
    assert content.index("<article") < content.index('class="filters"') < content.index('class="coverage"')
    assert "Nothing to report." in made(FACES).to_html()


def test_a_card_says_rule_claim_engine_and_impact() -> None:
    content = made().to_html()
    card = content[content.index('id="f0"') :].partition("</article>")[0]
    for part in (
        Catalogue.load()[GUILDERS.rule].text("en"),
        '<dd class="claimed">6</dd>',
        '<dd class="actual">5</dd>',
        "set-up: every player has 5 guilders",
        "Scenario: first_look",
        "12.3 % of 100 games",
        "likely",
    ):
        assert part in card, part


def test_what_was_set_aside_is_shown_as_such_and_last() -> None:
    pins = Pins()
    pins.dismiss(GUILDERS, "a house rule")
    page = Page(pins.apply(made()).to_html())
    assert page.all("article")[-1]["class"] == "card aside"
    assert marked(page, 3) == [("aside", TEXT[2])]
    assert "set aside: a house rule" in pins.apply(made()).to_html()


def test_a_filter_for_each_verdict_that_occurs() -> None:
    page = Page(made(GUILDERS, FACES, HOUSE).to_html())
    assert [b["data-v"] for b in page.all("button")] == ["contradicts", "missing", "stated"]
    assert {b["aria-pressed"] for b in page.all("button")} == {"true"}


def test_another_game_shows_the_reason_and_no_rules() -> None:
    page = Page(made(about=None).to_html())
    assert page.all("article") == page.all("button") == []
    assert page.lines["L0-1"] == TEXT[0]


def test_several_files_are_told_apart() -> None:
    report = made(replace(GUILDERS, passage=passage(3, TEXT[2], file=1)))
    second = SourceFile("second.md", TEXT, "utf-8", "en")
    page = Page(replace(report, files=(*report.files, second)).to_html())
    assert {line for line, _, _ in page.marks} == {"L1-3"}
    assert page.lines["L0-3"] == page.lines["L1-3"] == TEXT[2]


# Coverage


def test_coverage_counts_rules_by_chapter_each_once() -> None:
    rows = {row.chapter: row for row in coverage(made())}
    assert rows["setup"][1:] == (1, 0, 1, 0, 0)
    assert rows["threats"][1:] == (1, 0, 0, 0, 1)
    assert rows["dice"][1:] == (2, 2, 0, 0, 0)
    assert sum(row.all for row in rows.values()) == len({finding.rule for finding in ALL} - {""})
    twice = {row.chapter: row for row in coverage(made(GUILDERS, replace(GUILDERS, verdict=Verdict.STATED)))}
    assert twice["setup"][1:] == (1, 0, 1, 0, 0)
    aside = {row.chapter: row for row in coverage(made(replace(GUILDERS, dismissed="x")))}
    assert aside["setup"][1:] == (1, 0, 0, 0, 0)


def test_bars_fill_their_width() -> None:
    page = Page(made().to_html())
    assert len(page.all("svg")) == len(coverage(made()))
    assert all("stated" in svg["aria-label"] for svg in page.all("svg"))
    assert sum(float(rect["width"]) for rect in page.all("rect")) == pytest.approx(100 * len(page.all("svg")))


# Safety


def policy(page: Page) -> str:
    (meta,) = (m for m in page.all("meta") if m.get("http-equiv") == "Content-Security-Policy")
    return meta["content"]


def digest(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


@pytest.mark.parametrize("report", [made(), hostile(), replace(hostile(), about=None)], ids=["all", "hostile", "other game"])
def test_only_our_own_script_and_style_may_run_and_nothing_may_load(report: Report) -> None:
    page = Page(report.to_html())
    assert page.scripts == [SCRIPT]
    assert policy(page) == (
        f"default-src 'none'; script-src {digest(SCRIPT)}; style-src {digest(STYLE)}; base-uri 'none'; form-action 'none'"
    )
    for tag, attrs in page.tags:
        assert tag not in ("img", "iframe", "object", "embed", "link", "base", "form"), tag
        assert not any(name.startswith("on") or name in ("src", "style", "srcdoc") for name in attrs), attrs
        assert attrs.get("href", "#").startswith("#")


def test_a_hostile_text_is_shown_as_it_is_but_for_what_cannot_be_shown() -> None:
    page = Page(hostile().to_html())
    assert page.lines["L0-1"] == HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd")


def test_the_script_touches_no_markup() -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|location|fetch|import", SCRIPT)
    assert "url(" not in STYLE
    assert "@import" not in STYLE


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=30), min_size=1, max_size=5),
    st.data(),
)
def test_any_text_with_any_marks_comes_through(lines: list[str], data: st.DataObject) -> None:
    findings = []
    for _ in range(data.draw(st.integers(0, 5))):
        line = data.draw(st.integers(1, len(lines)))
        last = data.draw(st.integers(line, len(lines)))
        column = data.draw(st.integers(1, len(lines[line - 1]) + 1))
        end = data.draw(st.integers(column if last == line else 1, len(lines[last - 1]) + 1))
        place = replace(passage(3, TEXT[2]), line=line, column=column, end_line=last, end_column=end)
        findings.append(Finding("scoring.house", data.draw(st.sampled_from(list(Verdict))), place, REASON, 0.5))
    page = Page(made(*(findings or [SUM]), text=tuple(lines)).to_html())
    unfit = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
    for number, line in enumerate(lines, 1):
        assert page.lines.get(f"L0-{number}", "") == unfit.sub("\ufffd", line)


# Languages and notebooks


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_speaks_the_language_of_the_report_and_keeps_that_of_the_text(lang: str) -> None:
    page = Page(made().to_html(lang))
    assert page.all("html")[0]["lang"] == lang
    assert page.all("ol")[0]["lang"] == "en"
    assert Catalogue.load()[GUILDERS.rule].text(lang) in made().to_html(lang)


@pytest.mark.parametrize("report", [made(), hostile(), made(about=None), made(FACES, THIRD)])
def test_a_notebook_shows_it_without_style_sheets_and_scripts(report: Report) -> None:
    page = Page(report._repr_html_())
    assert {tag for tag, _ in page.tags} <= {"div", "span", "p", "b", "svg", "rect", "g", "title", "details", "summary"}
    assert not any(name.startswith("on") for _, attrs in page.tags for name in attrs)


def test_a_notebook_lists_the_worst_first_and_folds_what_is_missing() -> None:
    content = made()._repr_html_()
    order = [content.index(rule) for rule in (GUILDERS.rule, "check.arithmetic", WORKERS.rule, BOX.rule, HOUSE.rule)]
    assert order == sorted(order)
    assert "2 missing" in content
    many = made(*(replace(SUM, claimed=str(number)) for number in range(100)))
    assert "… and 40 more" in many._repr_html_()
