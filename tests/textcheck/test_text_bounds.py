"""Long texts: what is too long for a sentence, a paragraph or a text has a bound; twice the text is about twice the work.

The work is counted, never timed: calls of Python functions for the reading, and steps of the regular expressions' subjects by
the sizes that they are given.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import pytest
from cases import each

from bruges_lab import places
from bruges_lab.documents import opening as files
from bruges_lab.documents.opening import Source, open_source
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck import checking
from bruges_lab.textcheck.checking import check_sources
from bruges_lab.textcheck.find import searched_text as text
from bruges_lab.textcheck.findings import Reason, Report
from bruges_lab.textcheck.judge import checks
from bruges_lab.textcheck.judge.sums import _adds_up_to
from bruges_lab.textcheck.read import abbreviations, concepts, reading
from bruges_lab.textcheck.read.concepts import stream
from bruges_lab.textcheck.read.likeness import Profiles
from bruges_lab.textcheck.read.reading import LONGEST_SENTENCE, MOST_IN_A_PARAGRAPH, Sentence, sentences
from bruges_lab.textcheck.read.vocabulary import vocabulary

if TYPE_CHECKING:
    from bruges_lab.textcheck.read.likeness import Matrix

CLEAN = tuple(places.data("bruges", "samples", "en", "clean.md").read_text(encoding="utf-8").splitlines())
RULES = Ruleset()


def read(*lines: str) -> list[Sentence]:
    return sentences([Source("t.md", lines, "utf-8")])


def checked(*lines: str) -> Report:
    return check_sources(BRUGES, [Source("t.md", (*CLEAN, "", *lines), "utf-8")], RULES, language="en")


def steps(call: Callable[[], object]) -> int:
    """How many lines of Python a call runs."""
    counted = 0

    def trace(frame: FrameType, event: str, argument: object) -> object:
        nonlocal counted
        counted += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        call()
    finally:
        sys.settrace(before)
    return counted


# Bounds


@each(
    "line",
    ["." * 19_000, "a" * 19_000, "1, 2, 3, " * 2_000, "Take a card, " * 1_500, "玩家拿五个金币。" * 2_000, "| 3 card " * 2_000],
    ids=["dots", "word", "numbers", "clauses", "no spaces", "cells"],
)
def test_what_is_too_long_for_a_sentence_is_cut_and_nothing_is_lost(line: str) -> None:
    found = read(line)
    assert max(len(one.text) for one in found) <= LONGEST_SENTENCE
    assert "".join(one.text for one in found).rstrip() == line.rstrip()
    for one in found:
        number, column = one.place(0)
        assert (number, line[column - 1 : column + 9]) == (1, one.text[:10].rstrip() if one is found[-1] else one.text[:10])


def test_a_long_sentence_is_cut_behind_a_mark() -> None:
    found = read("every player takes a card of the display, " * 100)
    assert len(found) > 1
    assert all(one.text.endswith(", ") for one in found)


def test_a_paragraph_of_very_many_sentences_goes_on_as_another() -> None:
    found = read(" ".join(f"Take card {number}." for number in range(1_000)))
    blocks = [one.block for one in found]
    assert len(found) == 1_000
    assert max(blocks.count(block) for block in set(blocks)) == MOST_IN_A_PARAGRAPH
    assert [one.number for one in found] == list(range(1_000))
    assert all(found[one.before].block == one.block for one in found if one.before >= 0)


def test_an_ordinary_sentence_is_never_cut() -> None:
    assert max(len(one.text) for one in read(*CLEAN)) < LONGEST_SENTENCE // 2


def test_too_many_sentences_lines_or_words_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_SENTENCES", 50)
    assert len(read("A. " * 50)) == 50
    with pytest.raises(LabError, match="more than 50 sentences"):
        read("A. " * 51)
    monkeypatch.setattr(files, "MOST_LINES", 50)
    (tmp_path / "t.md").write_text("a\n" * 60, encoding="utf-8")
    with pytest.raises(DataError, match="more than 50 lines"):
        open_source(tmp_path / "t.md")
    monkeypatch.setattr(reading, "MOST_SENTENCES", 10_000)
    monkeypatch.setattr(text, "MOST_WORDS", 1_000)
    with pytest.raises(LabError, match="more than 1,000 different words"):
        checked(*(f"word{number}x" for number in range(1_000)))


def test_a_text_of_too_many_numbers_is_refused_and_one_that_repeats_them_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "MOST_NUMBERS", 1_000)
    checked(*["| 3 | 5 | 7 |"] * 1_000)
    with pytest.raises(LabError, match="more than 1,000 numbers"):
        checked(*(f"| {number} | {number + 1} |" for number in range(1_000)))


def test_thousands_of_findings_of_a_kind_are_counted_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_OF_A_KIND", 20)
    report = checked(*(f"{number} + 1 = {number}.\n" for number in range(1, 101)))
    found = [finding for finding in report.findings if finding.check == "arithmetic"]
    (more,) = [finding for finding in report.findings if finding.check == "many"]
    assert [finding.claimed for finding in found] == [str(number) for number in range(1, 21)]
    assert more.reason == Reason("many_more", {"count": 80, "kind": "check.arithmetic"})
    assert more.passage is not None
    assert more.passage.text == "21 + 1 = 21."
    for lang in LANGUAGES:
        assert "80" in report.told(lang)


def test_a_text_explains_so_many_abbreviations_and_no_more() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = [f"Q{a}{b}: victory points; Z{a}{b}: workers" for a in letters for b in letters]
    assert len(abbreviations.abbreviations(lines, "en", BRUGES)) == abbreviations._MOST


def test_a_vocabulary_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from bruges_lab.textcheck.read import vocabulary as chapter

    monkeypatch.setattr(chapter, "MOST_KNOWN", 100)
    words = chapter.Vocabulary("en", BRUGES)
    for number in range(1_000):
        words.found(f"word{number}")
    assert words.found.cache_info().currsize <= 100


# Twice the text, twice the work

_SIZE = 4_000

TWICE = {
    "short lines": "take a card\n",
    "short sentences": "Take a card.\n",
    "one line": "Each player takes 5 guilders and 1 worker of each colour. ",
    "sentences of a letter": "A. ",
    "numbers": "17, 28, 39, ",
    "headings": "# Take a card\n\n",
    "examples": "Example: Anna has 2 guilders and takes 3 workers. She now has 5 cards.\n\n",
    "one example": "Anna has 2 steps and Ben 3 steps, so she takes 5 guilders.\n",
    "rows": "| 3 | 5 | 7 |\n",
    "items": "- take 1 worker\n",
    "ordinals": "am 3. ",
    "negations": "no player may not take workers from the bank and each card ",
    "colours": "a blue house and a red card beside the yellow worker, ",
    "sums": "2 + 3 = 6 and 4 × 5 = 21.\n\n",
    "table": "| 3 workers | 5 guilders |\n",
    "wrong numbers": "Each player takes 7 guilders from the bank at the start of the game.\n\n",
}


IN_EVERY_RUN = {"short lines", "one line", "numbers", "one example", "wrong numbers"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in IN_EVERY_RUN)) for name in TWICE])
def test_twice_the_text_is_far_from_four_times_the_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        checking, "gate", lambda text, hits: (True, Reason("this_game"))
    )  # all checks, whatever the text is about
    unit = TWICE[name]

    def check(size: int) -> None:
        long = "Example: " * (name == "one example") + (unit * (size // len(unit) + 1))[:size]
        check_sources(BRUGES, [Source("t.md", ("The rules.", "", *long.splitlines()), "utf-8")], RULES, language="en")

    check(_SIZE)  # what is kept for the life of the process is not counted
    base, once, twice = (steps(lambda size=size: check(size)) for size in (0, _SIZE, 2 * _SIZE))  # type: ignore[misc]
    # of a longer sentence more rules are thought of, up to a bound; what grew with the square would be four times
    assert twice - base < 3 * (once - base)


# What comes again, and what is out of the question


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[object]:
    """Every call of a function from now on."""
    calls: list[object] = []
    own = getattr(owner, name)

    def call(*values: object, **more: object) -> object:
        calls.append(values)
        return own(*values, **more)

    monkeypatch.setattr(owner, name, call)
    return calls


def test_a_sentence_that_comes_again_is_judged_as_the_first() -> None:
    lines = ("The box.", "", "Each player takes 7 guilders from the bank at the start of the game.", "")
    report = checked(*lines * 4)
    wrong = [one for one in report.of("setup.player.guilders") if one.claimed == "7"]
    assert [one.line for one in wrong] == [len(CLEAN) + 4 + 4 * number for number in range(4)]
    assert len({(one.verdict, one.level, one.actual) for one in wrong}) == 1


def test_the_likeness_of_sentences_that_are_alike_is_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[int] = []
    own = Profiles.likeness

    def likeness(self: Profiles, some: Matrix, contexts: Matrix) -> Matrix:
        rows.append(len(some))
        return own(self, some, contexts)

    monkeypatch.setattr(Profiles, "likeness", likeness)
    checked()
    base = sum(rows)
    rows.clear()
    checked(*["| 3 | 5 | 7 |"] * 500)
    assert sum(rows) - base < 20


def test_words_without_a_longer_term_behind_them_are_read_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "Every player takes five of the guilders and quickly puts them down beside the board"
    first = stream(said, vocabulary("en", BRUGES))
    calls = counted(monkeypatch, concepts, "_match_all")
    assert stream(said, vocabulary("en", BRUGES)) == first
    assert len(calls) <= len(first.tokens) // 3


def test_a_check_leaves_the_collector_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "t.md").write_text("\n".join(CLEAN), encoding="utf-8")
    assert gc.isenabled()
    checking.check_translation(tmp_path / "t.md")
    assert gc.isenabled()
    gc.disable()
    try:
        checking.check_translation(tmp_path / "t.md")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_makes_up_a_total_is_not_tried_one_by_one() -> None:
    parts = [1 << number for number in range(12, 20)]
    assert steps(lambda: _adds_up_to(parts, 9_999)) < 200
    assert [total for total in range(1, 21) if _adds_up_to([3, 4], total)] == [3, 4, 7, 12, 15, 16, 19]


@each(
    ("pattern", "subject"),
    [
        (reading._BOUNDARY, "." * 200_000),
        (reading._BOUNDARY, ".'" * 100_000),
        (reading._BLANKED, "<!-- " * 40_000),
        (reading._BLANKED, "a" + "_" * 200_000 + "b"),
        (reading._ENDED, ".)" * 100_000 + "x"),
        (checks._PAGE_MARK, "...\n" * 50_000),
        (abbreviations._BEHIND, " (VP) " + "a" * 100_000),
    ],
    ids=lambda one: one[:6].strip() if isinstance(one, str) else "",
)
def test_no_pattern_goes_over_a_text_again_and_again(pattern: re.Pattern[str], subject: str) -> None:
    """Each of these took time by the square of the length: here they would take hours, and no bound would stop them."""
    assert not any(match[0].strip(" _.'<!-)\n") for match in pattern.finditer(subject))


def test_a_line_with_many_marks_is_cut_once() -> None:
    """Every piece of a line was compared with every mark on it."""
    from bruges_lab.textcheck.report.report_html import _Page, _Stretch

    page = _Page(checked(), "en")
    work = []
    for marks in (50, 100):
        line = "x" * (10 * marks)
        found = [_Stretch(0, 1, 10 * number, 10 * number + 5) for number in range(marks)]
        work.append(steps(lambda line=line, found=found: list(page.line(line, found, set()))))  # type: ignore[misc]
        assert "".join(map(str, page.line(line, found, set()))).count("<a ") == marks
    assert work[1] < 2.3 * work[0]
