"""Word documents: the same lines as before for good ones, one line of refusal for the others, and counted bounds."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

import docx
import pytest
from cases import each
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_BREAK
from docx.oxml import OxmlElement
from docx.table import Table
from docx.text.paragraph import Paragraph
from word_files import (
    DOCUMENT,
    GOOD,
    HUGE,
    MALFORMED,
    OF_DOCUMENT,
    W,
    cell,
    document,
    p,
    packed,
    relations,
    row,
    table,
    with_body,
)

from bruges_lab.documents import word_documents as word
from bruges_lab.documents.opening import LARGEST, open_source
from bruges_lab.documents.word_documents import Reader, Styles, docx_lines
from bruges_lab.documents.word_packages import MOST_NODES, Parser
from bruges_lab.kernel.errors import DataError, LabError

PATH = Path("rules.docx")


# Good documents


def lines_by_python_docx(data: bytes) -> Iterator[str]:
    """What python-docx, which read these documents before, makes of one."""
    for part in docx.Document(io.BytesIO(data)).iter_inner_content():
        if isinstance(part, Table):
            for one in part.rows:
                yield "| " + " | ".join(" ".join(cell.text.split()) for cell in one.cells) + " |"
            yield ""
        elif isinstance(part, Paragraph):
            style, text = (part.style.name or "") if part.style is not None else "", " ".join(part.text.split())
            digits = [c for c in style if c.isdigit()]
            if style.startswith(("Heading", "Title")) and text:
                yield f"{'#' * (int(digits[0]) if digits else 1)} {text}"
            elif style.startswith("List") and text:
                yield f"- {text}"
                continue
            else:
                yield text
            yield ""


def written(seed: int) -> bytes:
    """A document of all kinds of paragraphs and tables."""
    chance, made = Random(seed), docx.Document()
    styles = [style.name for style in made.styles if style.type == WD_STYLE_TYPE.PARAGRAPH]

    def some() -> str:
        return " ".join(
            chance.choice(("five guilders", "Häuser", "two\ttabs", "a\nline", " ")) for _ in range(chance.randrange(6))
        )

    def within(tag: str, name: str, text: str) -> object:
        outer, run, said = OxmlElement(tag), OxmlElement("w:r"), OxmlElement(name)
        said.text = text
        run.append(said)
        outer.append(run)
        return outer

    for _ in range(12):
        made.add_heading(some(), chance.randrange(10))
        made.add_paragraph(some(), style=chance.choice(styles))
        paragraph = made.add_paragraph()
        for tag in ("w:noBreakHyphen", "w:cr", "w:ptab", "w:footnoteReference"):
            run = paragraph.add_run(some())
            run.add_break(chance.choice((WD_BREAK.LINE, WD_BREAK.PAGE, WD_BREAK.COLUMN)))
            run._r.append(OxmlElement(tag))
        for tag, name in (("w:hyperlink", "w:t"), ("w:ins", "w:t"), ("w:del", "w:delText")):
            paragraph._p.append(within(tag, name, some()))
        control = OxmlElement("w:sdt")
        control.append(within("w:sdtContent", "w:t", some()))
        made.element.body.insert(0, control)
        added = made.add_table(chance.randrange(1, 4), chance.randrange(1, 5))
        for one in added.rows:
            for field in one.cells:
                field.text = some()
        added.cell(0, 0).merge(added.cell(chance.randrange(len(added.rows)), chance.randrange(len(added.columns))))
        added.cell(0, 0).add_table(1, 2).cell(0, 1).text = "nested"
    kept = io.BytesIO()
    made.save(kept)
    return kept.getvalue()


@each("seed", range(6))
def test_a_document_has_the_lines_that_python_docx_finds(seed: int) -> None:
    data = written(seed)
    assert list(docx_lines(PATH, data)) == list(lines_by_python_docx(data))


def test_styles_are_known_by_their_names_whatever_word_calls_them() -> None:
    styled = '<w:p><w:pPr><w:pStyle w:val="{}"/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>'
    body = styled.format("berschrift2", "Aufbau") + styled.format("unknown", "Text") + styled.format("Fett", "Text")
    names = (
        '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>'
        '<w:style w:type="paragraph" w:default="1" w:styleId="Liste"><w:name w:val="List Bullet"/></w:style>'
        '<w:style w:type="character" w:styleId="Fett"><w:name w:val="Title"/></w:style>'
    )
    parts = {DOCUMENT: document(body), OF_DOCUMENT: relations(("styles", "styles.xml"))}
    styles = f'<w:styles xmlns:w="{W}">{names}</w:styles>'
    assert docx_lines(PATH, packed({**parts, "word/styles.xml": styles})) == ("## Aufbau", "", "- Text", "- Text")


def test_what_else_a_document_names_is_neither_opened_nor_fetched() -> None:
    named = relations(("image", "media/gone.png"), ("officeDocument", "document.xml"), ("attachedTemplate", "../../x"))
    linked = relations(("hyperlink", "https://nowhere.invalid"), mode=' TargetMode="External"')
    for others in (named, linked):
        assert docx_lines(PATH, packed({OF_DOCUMENT: others})) == ("Each player takes 5 guilders.", "")


def test_merged_cells_are_written_in_every_place_that_they_take() -> None:
    rows = (
        row(cell("a", 2, "restart"), cell("b")),
        row(cell("", 2, "continue"), cell("c")),
        row(cell("odd"), cell("d", 1, "continue")),
    )
    assert docx_lines(PATH, with_body(table(*rows))) == ("| a | a | b |", "| a | a | c |", "| odd | d |", "")


# Bad ones


@pytest.mark.parametrize("name", MALFORMED)
def test_a_broken_document_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "t.docx").write_bytes(MALFORMED[name]())
    with pytest.raises(LabError) as error:
        open_source(tmp_path / "t.docx")
    assert str(error.value).startswith("t.docx: ")
    assert str(error.value).isprintable()
    assert "hostname" not in str(error.value) or "missing" in str(error.value)


@pytest.mark.parametrize("name", HUGE)
def test_what_unpacks_without_end_is_stopped_by_a_count(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, bound = HUGE[name]
    data = made()
    assert len(data) < LARGEST
    read: list[Parser] = []
    parse = Parser.parse

    def parsed(self: Parser, path: Path, content: bytes) -> None:
        read.append(self)
        parse(self, path, content)

    monkeypatch.setattr(Parser, "parse", parsed)
    (tmp_path / "t.docx").write_bytes(data)
    with pytest.raises(DataError, match=bound):
        open_source(tmp_path / "t.docx")
    assert sum(one.nodes for one in read) <= MOST_NODES + 100
    for one in read:
        if isinstance(one, Reader):
            assert one.paragraphs <= word.MOST_PARAGRAPHS + 1
            assert sum(map(len, one.lines)) <= word.MOST_TEXT
            assert max(map(len, one.lines), default=0) <= word.MOST_TEXT


def test_a_row_below_a_row_costs_no_more_than_the_first() -> None:
    """A cell merged down a thousand rows was looked for from the top in each of them."""
    first, merged = row(cell("a", 1, "restart")), row(cell("", 1, "continue"))
    steps = []
    for rows in (200, 400):
        reader = Reader(PATH, Styles(PATH))
        reader.parse(PATH, document(table(first, merged * rows)).encode())
        assert reader.lines == ["| a |"] * (rows + 1) + [""]
        steps.append(reader.nodes)
    assert steps[1] < 2 * steps[0]


def test_a_text_that_fills_the_bounds_is_read() -> None:
    body = p("") * (word.MOST_PARAGRAPHS - 1) + p("The end.")
    assert docx_lines(PATH, with_body(body))[-2:] == ("The end.", "")
    assert docx_lines(PATH, packed(GOOD)) == ("Each player takes 5 guilders.", "")
