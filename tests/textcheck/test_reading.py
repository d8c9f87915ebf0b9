"""Reading: encodings, refusals in one sentence, and what a text is made of, with lines and columns."""

from pathlib import Path

import pytest

from bruges_lab.documents.opening import LARGEST, Source, open_source
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.textcheck.read.asides import mark_asides
from bruges_lab.textcheck.read.concepts import stream
from bruges_lab.textcheck.read.reading import Aside, Sentence, Sort, sentences
from bruges_lab.textcheck.read.vocabulary import vocabulary

TEXT = "Der Startspieler würfelt.\nJeder prüft die Häuser.\n"


def read(*lines: str) -> list[Sentence]:
    return sentences([Source("t.md", lines, "utf-8")])


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("cp1252", "cp1252"),
        ("mac-roman", "mac-roman"),
    ],
)
def test_usual_encodings_are_read(tmp_path: Path, encoding: str, name: str) -> None:
    (tmp_path / "t.txt").write_bytes(TEXT.encode(encoding))
    source = open_source(tmp_path / "t.txt")
    assert source.lines[0] == "Der Startspieler würfelt."
    assert source.encoding == name


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty"),
        (b"  \n\n", "is empty"),
        (b"\x00\x01\x02\x03" * 100 + b"text", "binary"),
        (b"\xff\xfea\x00b", "UTF-16"),
        (b"x" * 30_000, "longer than"),
        (b"\x7fELF\x01\x02\x03\x04\x05\x06\x07\x08 more \x0e\x0f", "binary"),
        (b"PK\x03\x04nothing", "Word document"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "t.txt").write_bytes(content)
    with pytest.raises(DataError) as error:
        open_source(tmp_path / "t.txt")
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


def test_beyond_five_megabytes_nothing_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_bytes(b"word \n" * (LARGEST // 6 + 2))
    with pytest.raises(LabError, match="larger than"):
        open_source(tmp_path / "t.txt")


def test_a_word_document_keeps_headings_lists_and_tables(tmp_path: Path) -> None:
    import docx

    document = docx.Document()
    document.add_heading("Set-up", 1)
    document.add_paragraph("Each player takes 5 guilders.")
    document.add_paragraph("one worker", style="List Bullet")
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Dice", "5"
    document.save(str(tmp_path / "t.docx"))
    found = sentences([open_source(tmp_path / "t.docx")])
    assert [one.sort for one in found] == [Sort.HEADING, Sort.PROSE, Sort.ITEM, Sort.CELL]


def test_wrapped_lines_are_joined_and_keep_their_places() -> None:
    found = read("Each player takes five guilders from", "the bank. Then they draw.")
    assert len(found) == 2
    first, second = found[0].passage(), found[1].passage()
    assert (first.line, first.end_line) == (1, 2)
    assert (second.line, second.column, second.text) == (2, 11, "Then they draw.")


def test_a_sentence_goes_on_behind_a_blank_line() -> None:
    found = read("For each die that shows this number the start player hands out", "", "a threat to everybody. Then go on.")
    assert [(one.line, one.passage().end_line) for one in found] == [(1, 3), (3, 3)]
    ended = read("For each die that shows this number all take a threat at once.", "", "then they go on.")
    heading = read("## The dice", "", "for each die")
    assert [len({one.block for one in found}) for found in (ended, heading)] == [2, 2]


def test_marks_are_blanked_but_columns_stay() -> None:
    (one,) = read("He takes **two** workers <b>now</b>.")
    assert one.passage().text == "He takes two workers now ."
    assert one.text.index("two") == "He takes **two** workers".index("two")


def test_headings_lists_and_tables_are_told_apart() -> None:
    found = read(
        "# Set-up",
        "",
        "Each of you now takes all of these:",
        "",
        "- 5 guilders",
        "  - of value 1",
        "- 1 worker",
        "",
        "| Dice | 5 |",
        "|---|---|",
        "| Cards | 165 |",
    )
    assert [one.sort for one in found] == [Sort.HEADING, Sort.PROSE, Sort.ITEM, Sort.ITEM, Sort.ITEM, Sort.CELL, Sort.CELL]
    assert found[2].context == (0, 1)
    assert found[3].context == (0, 1, 2)
    assert found[6].context == (0, 5)


def test_numbers_of_chapters_are_no_numbers() -> None:
    found = read("## 6.3 Take guilders", "", "3 Henchmen", "")
    assert [one.passage().text for one in found] == ["Take guilders", "Henchmen"]


def test_a_german_ordinal_does_not_end_a_sentence() -> None:
    assert len(read("Das Plättchen auf dem 3. Feld zählt 3 Punkte. Danach ist Schluss.")) == 2


def test_examples_notes_and_card_texts_are_marked() -> None:
    found = read(
        *("Each player takes a card.", "", "**Example:** Anna has 2 cards. She takes one.", "", "Note: this holds for all."),
        *("", "Example of a score:", "", "- houses: 3 points", "", "## Next", "", "- Thief: each opponent gives you 3 guilders."),
    )
    mark_asides(found, [stream(one.text, vocabulary("en", BRUGES)) for one in found])
    sides = {one.passage().text: one.aside for one in found}
    assert sides["Each player takes a card."] is Aside.NONE
    assert sides["She takes one."] is Aside.EXAMPLE
    assert sides["Note: this holds for all."] is Aside.NOTE
    assert sides["houses: 3 points"] is Aside.EXAMPLE
    assert sides["Thief: each opponent gives you 3 guilders."] is Aside.CARD


@pytest.mark.parametrize(
    ("announced", "aside"),
    [("Example: Anna counts her points.", Aside.EXAMPLE), ("Example: Anna has 2 cards. She takes one.", Aside.NONE)],
)
def test_the_list_behind_an_announced_example_belongs_to_it(announced: str, aside: Aside) -> None:
    found = read(announced, "", "- Three houses: 3 points.", "- One statue: 7 points.", "", "The player with most points wins.")
    mark_asides(found, [stream(one.text, vocabulary("en", BRUGES)) for one in found])
    sides = {one.passage().text: one.aside for one in found}
    assert sides["Three houses: 3 points."] is sides["One statue: 7 points."] is aside
    assert sides["The player with most points wins."] is Aside.NONE


@pytest.mark.parametrize(
    ("below", "joined"),
    [("(not always of the colour of the card) to the supply.", True), ("to the supply.", True), ("The supply grows.", False)],
)
def test_a_sentence_that_breaks_off_at_a_blank_line_goes_on(below: str, joined: bool) -> None:
    found = read("The owner of the card returns one worker of the colour that is shown", "", below)
    assert (len(found) == 1) is joined
    assert found[-1].places[-1][0] == 3


@pytest.mark.parametrize(
    ("between", "rule", "aside"),
    [
        (("",), "Then the turn is over.", Aside.EXAMPLE),
        (("",), "Note: Most people explain themselves.", Aside.NOTE),
        (("", ""), "People with a laurel count at the end.", Aside.NONE),
    ],
)
def test_the_example_of_a_heading_ends_at_a_note_or_a_wider_gap(between: tuple[str, ...], rule: str, aside: Aside) -> None:
    found = read("**Example:**", "", "She takes 2 workers.", *between, rule)
    mark_asides(found, [stream(one.text, vocabulary("en", BRUGES)) for one in found])
    assert [one.aside for one in found[1:]] == [Aside.EXAMPLE, aside]


def test_an_inventory_may_be_set_with_dots_and_items_numbered_twice() -> None:
    found = read("40 canal tiles · 6 statues (2 to 7) · 5 dice", "", "- 3: One point for each threat.")
    assert [one.text.strip(" ·") for one in found] == [
        "40 canal tiles",
        "6 statues (2 to 7)",
        "5 dice",
        "One point for each threat.",
    ]


@pytest.mark.parametrize("number", ["3.2", "3.2.", "§ 4", "**2.1**", "1.10.3"])
def test_the_number_of_a_paragraph_counts_nothing(number: str) -> None:
    found = read("Before.", "", f"{number} Everybody draws five cards.", f"{number} 45 markers lie ready.", "", "1.5 times")
    assert [one.text.strip() for one in found][1:3] == ["Everybody draws five cards.", "45 markers lie ready."]
    assert found[1].line == 3
    assert found[1].passage().column == len(number) + 2
    assert found[1].block != found[2].block


@pytest.mark.parametrize(
    ("mark", "aside"),
    [(":", Aside.EXAMPLE), (" –", Aside.EXAMPLE), ("s", Aside.NONE)],
)
def test_an_example_may_begin_within_a_paragraph(mark: str, aside: Aside) -> None:
    found = read(f"Pay the price. Example{mark} she pays 3 guilders.")
    mark_asides(found, [stream(one.text, vocabulary("en", BRUGES)) for one in found])
    assert [one.aside for one in found] == [Aside.NONE, aside]


def test_several_files_are_one_rulebook() -> None:
    found = sentences([Source("a.md", ("One.",), "utf-8"), Source("b.md", ("Two.",), "utf-8")])
    assert [(one.file, one.number) for one in found] == [(0, 0), (1, 1)]
