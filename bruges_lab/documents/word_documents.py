"""Word documents as Markdown-like lines: headings, list items and table rows keep their marks. Used by opening.py alone.

Only what the text needs is opened: the list of parts, the document and the names of its styles. No relation is followed any
further, nothing is fetched, and all that is unpacked, read and written is counted against a bound before it is built.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from xml.parsers import expat

from ..kernel.errors import DataError
from .word_packages import UNREADABLE, Attributes, Package, Parser

MOST_PARAGRAPHS: Final = 100_000
MOST_COLUMNS: Final = 250
MOST_TEXT: Final = 5 * 1024 * 1024
"""Characters of all lines; a merged cell counts as often as it is written."""

_WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, expat.ExpatError, struct.error, NotImplementedError, RuntimeError),
    *(EOFError, LookupError, OSError, OverflowError, ValueError),
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
        names = Styles(path)
        if styles := package.related(document, "styles"):
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
        self._style: str | None = None
        self._is_usual = False

    def opened(self, name: str, attributes: Attributes) -> None:
        if self.depth == 2:
            self._style = None
        if name == f"{_WORDS}style" and self.depth == 2:
            of_paragraphs = attributes.get(f"{_WORDS}type") == "paragraph"
            self._style = attributes.get(f"{_WORDS}styleId", "")
            self._is_usual = of_paragraphs and attributes.get(f"{_WORDS}default") in _ON
            self.names.setdefault(self._style, "" if of_paragraphs else None)
            self.usual = "" if self._is_usual else self.usual
        elif name == f"{_WORDS}name" and self.depth == 3 and self._style is not None and self.names[self._style] == "":
            self.names[self._style] = attributes.get(f"{_WORDS}val", "")
            self.usual = attributes.get(f"{_WORDS}val", "") if self._is_usual else self.usual

    def of(self, style: str | None) -> str:
        """The name of a style, with a capital as Word shows it."""
        if not self.nodes:
            return style or ""
        found = None if style is None else self.names.get(style)
        shown = self.usual if found is None else found
        return f"H{shown[1:]}" if shown.startswith("heading ") else shown


class Reader(Parser):
    """The lines of the document itself. What begins and what ends an element are methods by its name."""

    def __init__(self, path: Path, styles: Styles) -> None:
        super().__init__()
        self.path, self.styles = path, styles
        self.lines: list[str] = []
        self.paragraphs = self.size = 0
        self._where = [""]
        self._style: str | None = None
        self._said: list[str] = []
        self._in_cell = False
        self._cell: list[str] = []
        self._span, self._merged = 1, False
        """Of a cell: how many columns it takes, and whether it goes on with the one above it."""
        self._row: list[str] = []
        self._at = 0
        self._above: dict[int, tuple[str, int]] = {}
        self._below: dict[int, tuple[str, int]] = {}

    def opened(self, name: str, attributes: Attributes) -> None:
        own = name[len(_WORDS) :] if name.startswith(_WORDS) else _PASSED
        inner = own if own in _INSIDE.get(self._where[-1], ()) else _PASSED
        self._where.append(inner)
        if inner in _MARKS:
            self._say(_MARKS[inner])
        elif begin := getattr(self, f"_begin_{inner}", None):
            begin({key.removeprefix(_WORDS): value for key, value in attributes.items()})

    def closed(self, name: str) -> None:
        if end := getattr(self, f"_end_{self._where.pop()}", None):
            end()

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

    def _count_paragraph(self) -> None:
        self.paragraphs += 1
        if self.paragraphs > MOST_PARAGRAPHS:
            raise self.refuse(f"has more than {MOST_PARAGRAPHS:,} paragraphs and rows of tables")

    # Paragraphs

    def _begin_p(self, _: Attributes) -> None:
        self._count_paragraph()
        self._style, self._said = None, []

    def _begin_pStyle(self, attributes: Attributes) -> None:
        self._style = attributes.get("val") if self._style is None else self._style

    def _begin_br(self, attributes: Attributes) -> None:
        if attributes.get("type", "textWrapping") == "textWrapping":
            self._say("\n")

    def _end_p(self) -> None:
        said = "".join(self._said)
        if self._in_cell:
            self._cell.append(said)
            return
        style, text = self.styles.of(self._style), " ".join(said.split())
        level = re.search(r"(\d)", style)
        if style.startswith(("Heading", "Title")) and text:
            self.lines += (f"{'#' * (int(level[1]) if level else 1)} {text}", "")
        elif style.startswith("List") and text:
            self.lines.append(f"- {text}")
        else:
            self.lines += (text, "")

    # Tables

    def _begin_tbl(self, _: Attributes) -> None:
        self._above = {}

    def _begin_tr(self, _: Attributes) -> None:
        self._count_paragraph()
        self._row, self._below, self._at = [], {}, 0

    def _begin_gridBefore(self, attributes: Attributes) -> None:
        self._at = int(attributes.get("val", "0"))

    def _begin_tc(self, _: Attributes) -> None:
        self._in_cell, self._cell, self._span, self._merged = True, [], 1, False

    def _begin_gridSpan(self, attributes: Attributes) -> None:
        self._span = max(0, int(attributes.get("val", "1")))

    def _begin_vMerge(self, attributes: Attributes) -> None:
        self._merged = attributes.get("val", "continue") == "continue"

    def _end_tc(self) -> None:
        self._in_cell = False
        own = " ".join("\n".join(self._cell).split()), self._span
        text, span = self._above.get(self._at, own) if self._merged else own
        self._below.setdefault(self._at, (text, span))
        self._at += self._span
        if len(self._row) + span > MOST_COLUMNS:
            raise self.refuse(f"has a table of more than {MOST_COLUMNS} columns")
        self._count((len(text) + len(_BETWEEN)) * span)
        self._row += [text] * span

    def _end_tr(self) -> None:
        self.lines.append(f"| {_BETWEEN.join(self._row)} |")
        self._above = self._below

    def _end_tbl(self) -> None:
        self.lines.append("")
