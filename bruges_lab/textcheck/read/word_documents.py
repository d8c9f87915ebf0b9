"""Word documents as Markdown-like lines: headings, list items and table rows keep their marks. Used by documents.py alone.

Only what the text needs is opened: the list of parts, the document and the names of its styles. No relation is followed any
further, nothing is fetched, and all that is unpacked, read and written is counted against a bound before it is built.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from xml.parsers import expat

from ...kernel.errors import DataError
from .word_packages import UNREADABLE, Attributes, Package, Parser

MOST_PARAGRAPHS: Final = 100_000
MOST_COLUMNS: Final = 250
MOST_TEXT: Final = 5 * 1024 * 1024
"""Characters of all lines; a merged cell counts as often as it is written."""

_WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
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


def docx_lines(path: Path, data: bytes) -> tuple[str, ...]:
    """The lines of a Word document."""
    try:
        package = Package(path, data)
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
        raise DataError(path, "", "", UNREADABLE) from None


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
