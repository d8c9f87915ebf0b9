"""Word documents as Markdown-like lines: headings, list items and table rows keep their marks. Used by files.py alone.

Only what the text needs is opened: the list of parts, the document and the names of its styles. No relation is followed any
further, nothing is fetched, and all that is unpacked, read and written is counted against a bound before it is built.
"""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from xml.parsers import expat

from ...kernel.errors import DataError, one_line

MOST_PARTS: Final = 5_000
MOST_UNPACKED: Final = 20 * 1024 * 1024
"""Bytes of all parts that are opened."""
MOST_NODES: Final = 1_000_000
DEEPEST: Final = 250
MOST_PARAGRAPHS: Final = 100_000
MOST_COLUMNS: Final = 250
MOST_TEXT: Final = 5 * 1024 * 1024
"""Characters of all lines; a merged cell counts as often as it is written."""

_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types "
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships "
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_UNREADABLE = "is not a Word document that can be read"
_PROTECTED = 0x1
_UNBROKEN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The only kinds of compression that the format allows; they unpack no more than is asked for."""
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    expat.ExpatError,
    struct.error,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
_BETWEEN = " | "
_PASSED = "-"
"""The place of an element that is passed over, with all that stands in it."""
_ON = ("1", "true", "on")
_MARKS: Final = {"cr": "\n", "noBreakHyphen": "-", "ptab": "\t", "tab": "\t"}
_INSIDE: Final[Mapping[str, frozenset[str]]] = {
    "": frozenset(("document",)),
    "document": frozenset(("body",)),
    "body": frozenset(("p", "tbl")),
    "tbl": frozenset(("tr",)),
    "tr": frozenset(("trPr", "tc")),
    "trPr": frozenset(("gridBefore",)),
    "tc": frozenset(("tcPr", "p")),
    "tcPr": frozenset(("gridSpan", "vMerge")),
    "p": frozenset(("pPr", "r", "hyperlink")),
    "pPr": frozenset(("pStyle",)),
    "hyperlink": frozenset(("r",)),
    "r": frozenset(("t", "br", *_MARKS)),
}
"""Which elements are read within which; whatever stands in any other is passed over."""

Attributes = Mapping[str, str]


def docx_lines(path: Path, data: bytes) -> tuple[str, ...]:
    """The lines of a Word document."""
    try:
        package = _Package(path, data)
        document = package.main()
        styles = package.related(document, "styles")
        names = Styles(path)
        if styles:
            package.parse(styles, names)
        reader = Reader(path, names)
        package.parse(document, reader)
        return tuple(reader.lines)
    except DataError:
        raise
    except _BROKEN:
        raise DataError(path, "", "", _UNREADABLE) from None


class _Package:
    """The parts of a document, opened by name, each byte of them counted."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path, self.unpacked = path, 0
        self.zip = zipfile.ZipFile(io.BytesIO(data))
        parts = self.zip.infolist()
        if len(parts) > MOST_PARTS:
            raise DataError(path, "", "", f"has more than {MOST_PARTS:,} parts")
        self.parts: dict[str, zipfile.ZipInfo] = {}
        for part in parts:
            name = part.filename.casefold()
            if name in self.parts:
                raise DataError(path, one_line(part.filename, 60), "", "is in the document twice")
            self.parts[name] = part

    def main(self) -> str:
        """The name of the part that has the text."""
        types = _Types()
        self.parse("[Content_Types].xml", types)
        found = self.related("", "officeDocument")
        if types.of(found) != _DOCUMENT:
            raise DataError(self.path, "", "", f"{_UNREADABLE}: save it as .docx")
        return found

    def related(self, name: str, kind: str) -> str:
        """The part of a kind that a part names; none if it names none."""
        folder, file = posixpath.split(name)
        relations = posixpath.join(folder, "_rels", f"{file}.rels")
        if relations.casefold() not in self.parts:
            return ""
        found = _Relations(_OFFICE + kind)
        self.parse(relations, found)
        if len(found.targets) > 1:
            raise DataError(self.path, one_line(relations, 60), "", f"names more than one part as {kind}")
        for target, outside in found.targets:
            if outside:
                raise DataError(self.path, one_line(relations, 60), "", f"its {kind} lies outside of the document")
            return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        return ""

    def parse(self, name: str, reader: Parser) -> None:
        """Read one part, node by node."""
        part = self.parts.get(name.casefold())
        if part is None:
            raise DataError(self.path, one_line(name, 60), "", "is missing from the document")
        if part.flag_bits & _PROTECTED:
            raise DataError(self.path, "", "", "is protected by a password")
        if part.compress_type not in _UNBROKEN:
            raise DataError(self.path, one_line(name, 60), "", "is compressed in a way that Word does not use")
        with self.zip.open(part) as file:
            content = file.read(MOST_UNPACKED - self.unpacked + 1)
        self.unpacked += len(content)
        if self.unpacked > MOST_UNPACKED:
            raise DataError(self.path, "", "", "is too large once unpacked")
        reader.parse(self.path, content)


class Parser:
    """One pass over the nodes of a part, counted; it holds no more than its readers keep."""

    def __init__(self) -> None:
        self.path = Path()
        self.nodes = self.depth = 0

    def parse(self, path: Path, content: bytes) -> None:
        self.path = path
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._declared
        parser.StartElementHandler = self._opened
        parser.EndElementHandler = self._closed
        parser.CharacterDataHandler = self.text
        parser.Parse(content, True)

    def refuse(self, problem: str) -> DataError:
        return DataError(self.path, "", "", problem)

    def _declared(self, *_: object) -> None:
        raise self.refuse("declares entities of its own, which no Word document does")

    def _opened(self, name: str, attributes: dict[str, str]) -> None:
        self.nodes += 1
        self.depth += 1
        if self.nodes > MOST_NODES:
            raise self.refuse(f"has more than {MOST_NODES:,} elements in one part")
        if self.depth > DEEPEST:
            raise self.refuse(f"is nested more than {DEEPEST} deep")
        self.opened(name, attributes)

    def _closed(self, name: str) -> None:
        self.depth -= 1
        self.closed(name)

    def opened(self, name: str, attributes: Attributes) -> None:
        """An element begins."""

    def closed(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Characters between marks."""


class _Types(Parser):
    """What each part is said to be."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: dict[str, str] = {}
        self.endings: dict[str, str] = {}

    def opened(self, name: str, attributes: Attributes) -> None:
        if name == f"{_TYPES}Override":
            self.parts[attributes["PartName"].casefold()] = attributes["ContentType"]
        elif name == f"{_TYPES}Default":
            self.endings[attributes["Extension"].casefold()] = attributes["ContentType"]

    def of(self, part: str) -> str:
        return self.parts.get(f"/{part}".casefold()) or self.endings.get(posixpath.splitext(part)[1][1:].casefold(), "")


class _Relations(Parser):
    """The targets of one kind of relation, each with whether it lies outside of the document."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self.targets: list[tuple[str, bool]] = []

    def opened(self, name: str, attributes: Attributes) -> None:
        if name == f"{_RELATIONS}Relationship" and attributes.get("Type") == self.kind:
            self.targets.append((attributes["Target"], attributes.get("TargetMode") == "External"))


class Styles(Parser):
    """The names of the styles of paragraphs; a document without styles calls them by their ids."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.names: dict[str, str | None] = {}
        """By id; none for a style of something else than paragraphs."""
        self.usual = ""
        self.given = False
        self._open: tuple[str, bool, bool] | None = None

    def opened(self, name: str, attributes: Attributes) -> None:
        self.given = True
        if name == f"{_WORDS}style" and self.depth == 2:
            of_paragraphs = attributes.get(f"{_WORDS}type") == "paragraph"
            usual = of_paragraphs and attributes.get(f"{_WORDS}default") in _ON
            self._open = attributes.get(f"{_WORDS}styleId", ""), of_paragraphs, usual
            self.names.setdefault(self._open[0], "" if of_paragraphs else None)
            self.usual = "" if usual else self.usual
        elif name == f"{_WORDS}name" and self.depth == 3 and self._open is not None:
            style, of_paragraphs, usual = self._open
            shown = attributes.get(f"{_WORDS}val", "")
            if of_paragraphs and self.names[style] == "":
                self.names[style] = shown
            self.usual = shown if usual else self.usual

    def closed(self, name: str) -> None:
        if name == f"{_WORDS}style":
            self._open = None

    def of(self, style: str | None) -> str:
        """The name of a style, with a capital as Word shows it."""
        if not self.given:
            return style or ""
        found = None if style is None else self.names.get(style)
        shown = self.usual if found is None else found
        return f"H{shown[1:]}" if shown.startswith("heading ") else shown


@dataclass(slots=True)
class _Cell:
    text: list[str] = field(default_factory=list)
    span: int = 1
    merged: bool = False
    """It goes on with the cell above it."""


class Reader(Parser):
    """The lines of the document itself."""

    def __init__(self, path: Path, styles: Styles) -> None:
        super().__init__()
        self.path, self.styles = path, styles
        self.lines: list[str] = []
        self.paragraphs = self.size = 0
        self._where = [""]
        self._style: str | None = None
        self._said: list[str] = []
        self._cell: _Cell | None = None
        self._row: list[tuple[str, int]] = []
        self._at = self._columns = 0
        self._above: dict[int, tuple[str, int]] = {}
        self._below: dict[int, tuple[str, int]] = {}

    def opened(self, name: str, attributes: Attributes) -> None:
        own = name[len(_WORDS) :] if name.startswith(_WORDS) else _PASSED
        inner = own if own in _INSIDE.get(self._where[-1], ()) else _PASSED
        self._where.append(inner)
        if inner in _MARKS:
            self._say(_MARKS[inner])
        elif inner in _BEGIN:
            _BEGIN[inner](self, attributes)

    def closed(self, name: str) -> None:
        inner = self._where.pop()
        if inner in _END:
            _END[inner](self)

    def text(self, text: str) -> None:
        if self._where[-1] == "t":
            self._say(text)

    def _say(self, text: str) -> None:
        self._count(len(text))
        self._said.append(text)

    def _count(self, characters: int) -> None:
        self.size += characters
        if self.size > MOST_TEXT:
            raise self.refuse(f"has more than {MOST_TEXT:,} characters")

    # Paragraphs

    def _begin_paragraph(self, _: Attributes) -> None:
        self._count_paragraph()
        self._style, self._said = None, []

    def _count_paragraph(self) -> None:
        self.paragraphs += 1
        if self.paragraphs > MOST_PARAGRAPHS:
            raise self.refuse(f"has more than {MOST_PARAGRAPHS:,} paragraphs and rows of tables")

    def _named(self, attributes: Attributes) -> None:
        self._style = attributes.get(f"{_WORDS}val") if self._style is None else self._style

    def _break(self, attributes: Attributes) -> None:
        if attributes.get(f"{_WORDS}type", "textWrapping") == "textWrapping":
            self._say("\n")

    def _end_paragraph(self) -> None:
        text = "".join(self._said)
        if self._cell is not None:
            self._cell.text.append(text)
            return
        style, text = self.styles.of(self._style), " ".join(text.split())
        level = re.search(r"(\d)", style)
        if style.startswith(("Heading", "Title")) and text:
            self.lines += (f"{'#' * (int(level[1]) if level else 1)} {text}", "")
        elif style.startswith("List") and text:
            self.lines.append(f"- {text}")
        else:
            self.lines += (text, "")

    # Tables

    def _begin_table(self, _: Attributes) -> None:
        self._above = {}

    def _begin_row(self, _: Attributes) -> None:
        self._count_paragraph()
        self._row, self._below = [], {}
        self._at = self._columns = 0

    def _indented(self, attributes: Attributes) -> None:
        self._at = int(attributes.get(f"{_WORDS}val", "0"))

    def _begin_cell(self, _: Attributes) -> None:
        self._cell = _Cell()

    def _spans(self, attributes: Attributes) -> None:
        assert self._cell is not None
        self._cell.span = max(0, int(attributes.get(f"{_WORDS}val", "1")))

    def _goes_on(self, attributes: Attributes) -> None:
        assert self._cell is not None
        self._cell.merged = attributes.get(f"{_WORDS}val", "continue") == "continue"

    def _end_cell(self) -> None:
        cell, self._cell = self._cell, None
        assert cell is not None
        own = (" ".join("\n".join(cell.text).split()), cell.span)
        written = self._above.get(self._at, own) if cell.merged else own
        self._below.setdefault(self._at, written)
        self._at += cell.span
        self._columns += written[1]
        if self._columns > MOST_COLUMNS:
            raise self.refuse(f"has a table of more than {MOST_COLUMNS} columns")
        self._count((len(written[0]) + len(_BETWEEN)) * written[1])
        self._row.append(written)

    def _end_row(self) -> None:
        cells = [text for text, span in self._row for _ in range(span)]
        self.lines.append(f"| {_BETWEEN.join(cells)} |")
        self._above = self._below

    def _end_table(self) -> None:
        self.lines.append("")


_BEGIN: Final[Mapping[str, Callable[[Reader, Attributes], None]]] = {
    "p": Reader._begin_paragraph,
    "pStyle": Reader._named,
    "br": Reader._break,
    "tbl": Reader._begin_table,
    "tr": Reader._begin_row,
    "gridBefore": Reader._indented,
    "tc": Reader._begin_cell,
    "gridSpan": Reader._spans,
    "vMerge": Reader._goes_on,
}
_END: Final[Mapping[str, Callable[[Reader], None]]] = {
    "p": Reader._end_paragraph,
    "tc": Reader._end_cell,
    "tr": Reader._end_row,
    "tbl": Reader._end_table,
}
