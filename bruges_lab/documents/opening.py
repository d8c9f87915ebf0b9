"""Opening what a translator hands in: text, Markdown and .docx files, in any usual encoding, as numbered lines.

Nothing is executed and nothing is guessed silently: what is too large, binary, empty or broken is refused in one sentence.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ..kernel.errors import DataError
from ..kernel.files import as_path, read_whole

LARGEST = 5 * 1024 * 1024
LONGEST_LINE = 20_000
MOST_LINES = 200_000
_OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_MAC_LETTERS = frozenset(b"\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x9a\x9f\xa7\xd2\xd3\xd4\xd5")
"""Bytes that are letters and quotes of these languages in Mac OS Roman, and hardly ever occur in Windows texts."""
_WINDOWS_LETTERS = frozenset(b"\xc4\xd6\xdc\xe4\xf6\xfc\xdf\xe0\xe8\xe9\xea\xe7\xf4\xf9\xec\xf2\xc8\xc9\xe2\xee\xfb\x92\x93\x94")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_LINE_END = re.compile("\r\n|\r|\n")
_MOST_CONTROL = 0.002


class Source(NamedTuple):
    """One file as lines, with the encoding it was read in."""

    name: str
    lines: tuple[str, ...]
    encoding: str


def open_source(path: str | Path, *, links: bool = True) -> Source:
    """Read a file; its kind is told by its content, not by its name."""
    path = as_path(path)
    return source_of(path, read_whole(path, LARGEST, links=links))


def source_of(path: Path, data: bytes) -> Source:
    """The content of a file as lines; the path is only its name."""
    if data.startswith(b"PK\x03\x04"):
        from .word_documents import docx_lines

        return Source(path.name, _checked(path, docx_lines(path, data)), "docx")
    if data.startswith(_OLD_WORD):
        raise DataError(path, "", "", "is an old Word document, or one with a password; save it as .docx without")
    text, encoding = decode(path, data)
    return Source(path.name, _checked(path, tuple(_LINE_END.split(text))), encoding)


def decode(path: Path, data: bytes) -> tuple[str, str]:
    """The text of a file and the encoding it was taken to be in."""
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe"):
        raise DataError(path, "", "", "is empty")
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _decoded(path, data, encoding), encoding.removesuffix("-sig")
    if b"\x00" in data[:4096]:
        wide = "utf-16-le" if data[1:200:2].count(0) > data[0:200:2].count(0) else "utf-16-be"
        if data[:400].count(0) * 3 > len(data[:400]):
            return _decoded(path, data, wide), wide
        raise DataError(path, "", "", "is not a text: it holds binary data")
    try:
        return _plain(path, data.decode("utf-8")), "utf-8"
    except UnicodeDecodeError:
        pass
    high = [byte for byte in data if byte >= 0x80]
    mac = sum(byte in _MAC_LETTERS for byte in high)
    windows = sum(byte in _WINDOWS_LETTERS for byte in high)
    encoding = "mac-roman" if mac > windows else "cp1252"
    if max(mac, windows) * 2 < len(high):
        raise DataError(path, "", "", "is in no encoding that is known here; save it as UTF-8")
    try:
        return _plain(path, data.decode(encoding)), encoding
    except UnicodeDecodeError:
        return _plain(path, data.decode("latin-1")), "latin-1"


def _decoded(path: Path, data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise DataError(path, "", "", f"begins as {encoding.upper().removesuffix('-SIG')} but is not in that encoding") from None
    return _plain(path, text)


def _plain(path: Path, text: str) -> str:
    if len(_CONTROL.findall(text)) > max(3, _MOST_CONTROL * len(text)):
        raise DataError(path, "", "", "is not a text: it holds binary data")
    return _CONTROL.sub(" ", text)


def _checked(path: Path, lines: tuple[str, ...]) -> tuple[str, ...]:
    if len(lines) > MOST_LINES:
        raise DataError(path, "", "", f"has more than {MOST_LINES:,} lines; check a part of it")
    if not any(line.strip() for line in lines):
        raise DataError(path, "", "", "is empty")
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise DataError(path, f"line {number}", "", f"is longer than {LONGEST_LINE:,} characters; break it into paragraphs")
    return lines
