"""The package of a Word document: its parts by name, and one counted pass over the nodes of each; for word_documents.py."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from xml.parsers import expat

from ..kernel.errors import DataError, one_line

MOST_PARTS: Final = 5_000
MOST_UNPACKED: Final = 20 * 1024 * 1024
"""Bytes of all parts that are opened."""
MOST_NODES: Final = 1_000_000
DEEPEST: Final = 250

_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types "
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships "
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
UNREADABLE = "is not a Word document that can be read"
_PROTECTED = 0x1
_UNBROKEN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The only kinds of compression that the format allows; they unpack no more than is asked for."""

Attributes = Mapping[str, str]


class Package:
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
            raise DataError(self.path, "", "", f"{UNREADABLE}: save it as .docx")
        return found

    def related(self, name: str, kind: str) -> str:
        """The part of a kind that a part names; none if it names none."""
        folder, file = posixpath.split(name)
        relations = posixpath.join(folder, "_rels", f"{file}.rels")
        if relations.casefold() not in self.parts:
            return ""
        found = _Relations(_OFFICE + kind)
        self.parse(relations, found)
        if not found.targets:
            return ""
        if len(found.targets) > 1:
            raise DataError(self.path, one_line(relations, 60), "", f"names more than one part as {kind}")
        if found.outside:
            raise DataError(self.path, one_line(relations, 60), "", f"its {kind} lies outside of the document")
        return posixpath.normpath(posixpath.join("/", folder, found.targets[0])).lstrip("/")

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
    """The targets of one kind of relation, and whether one of them lies outside of the document."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind, self.outside = kind, False
        self.targets: list[str] = []

    def opened(self, name: str, attributes: Attributes) -> None:
        if name == f"{_RELATIONS}Relationship" and attributes.get("Type") == self.kind:
            self.targets.append(attributes["Target"])
            self.outside |= attributes.get("TargetMode") == "External"
