"""Word documents made by hand for the tests: good ones, and every kind of broken or hostile one, by name."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
from collections.abc import Callable, Mapping

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
TYPES, RELATIONS, DOCUMENT, STYLES = "[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/styles.xml"
OF_DOCUMENT = "word/_rels/document.xml.rels"


def types(main: str = MAIN) -> str:
    return (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main}"/></Types>'
    )


def relations(*named: tuple[str, str], mode: str = "") -> str:
    one = "".join(
        f'<Relationship Id="r{at}" Type="{OFFICE}/{kind}" Target="{target}"{mode}/>' for at, (kind, target) in enumerate(named)
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{one}</Relationships>'


def document(body: str, before: str = "") -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>{before}<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'


def p(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def cell(text: str, span: object = 1, merge: str = "") -> str:
    merged = f'<w:vMerge w:val="{merge}"/>' if merge else ""
    return f'<w:tc><w:tcPr><w:gridSpan w:val="{span}"/>{merged}</w:tcPr>{p(text)}</w:tc>'


def row(*cells: str) -> str:
    return f"<w:tr>{''.join(cells)}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


GOOD: Mapping[str, str] = {
    TYPES: types(),
    RELATIONS: relations(("officeDocument", "word/document.xml")),
    DOCUMENT: document(p("Each player takes 5 guilders.")),
}


def packed(changes: Mapping[str, str | None] | None = None, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A document with some parts changed, or left out where there is none."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", compression) as package:
        for name, content in {**GOOD, **(changes or {})}.items():
            if content is not None:
                package.writestr(name, content)
    return kept.getvalue()


def with_body(body: str, before: str = "") -> bytes:
    return packed({DOCUMENT: document(body, before)})


def _twice(name: str) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as package:
        for part, content in GOOD.items():
            package.writestr(part, content)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            package.writestr(name, document(p("Another text.")))
    return kept.getvalue()


def _headers(data: bytes, at: int, there: int, value: int) -> bytes:
    """The document with a number changed in the headers of all its parts, the local ones and those of the directory."""
    changed = bytearray(data)
    for mark, place in ((b"PK\x03\x04", at), (b"PK\x01\x02", there)):
        found = changed.find(mark)
        while found >= 0:
            struct.pack_into("<H", changed, found + place, value)
            found = changed.find(mark, found + 4)
    return bytes(changed)


def _spoilt(data: bytes) -> bytes:
    at = data.index(DOCUMENT.encode()) + len(DOCUMENT) + 20
    return data[:at] + bytes(255 - byte for byte in data[at : at + 30]) + data[at + 30 :]


LAUGHS = "<!DOCTYPE d [" + '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)) + "]>"
OUTSIDE = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]>'

MALFORMED: Mapping[str, Callable[[], bytes]] = {
    "no parts": lambda: b"PK\x03\x04" + b"\x00" * 30,
    "cut off": lambda: packed()[:-40],
    "half of it": lambda: packed()[: len(packed()) // 2],
    "another zip": lambda: packed(dict.fromkeys(GOOD, None) | {"readme.txt": "Hello."}),
    "no types": lambda: packed({TYPES: None}),
    "no relations": lambda: packed({RELATIONS: None}),
    "no document": lambda: packed({DOCUMENT: None}),
    "missing styles": lambda: packed({OF_DOCUMENT: relations(("styles", "styles.xml"))}),
    "a workbook": lambda: packed({TYPES: types("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml")}),
    "no type of its own": lambda: packed({TYPES: types().replace("/word/document.xml", "/word/other.xml")}),
    "a type without a name": lambda: packed({TYPES: types().replace("PartName", "Part")}),
    "a relation without a target": lambda: packed({RELATIONS: relations(("officeDocument", "x")).replace("Target", "Goal")}),
    "two documents": lambda: packed({RELATIONS: relations(*[("officeDocument", "word/document.xml")] * 2)}),
    "relations in a circle": lambda: packed({RELATIONS: relations(("officeDocument", "_rels/.rels"))}),
    "a document outside": lambda: packed(
        {RELATIONS: relations(("officeDocument", "https://nowhere.invalid/d.xml"), mode=' TargetMode="External"')}
    ),
    "styles outside": lambda: packed({OF_DOCUMENT: relations(("styles", "file:///etc/hostname"), mode=' TargetMode="External"')}),
    "a path out of the document": lambda: packed({RELATIONS: relations(("officeDocument", "../../../etc/hostname"))}),
    "a part twice": lambda: _twice("word/document.xml"),
    "a part twice in other letters": lambda: _twice("Word/Document.xml"),
    "encrypted": lambda: _headers(packed(), 6, 8, 1),
    "unknown compression": lambda: _headers(packed(), 8, 10, 97),
    "lzma": lambda: packed(compression=zipfile.ZIP_LZMA),
    "a broken stream": lambda: _spoilt(with_body("".join(p(f"Sentence {n}.") for n in range(200)))),
    "no XML": lambda: packed({DOCUMENT: "Each player takes 5 guilders."}),
    "unclosed XML": lambda: packed({DOCUMENT: GOOD[DOCUMENT][:-12]}),
    "an encoding that is not there": lambda: packed({DOCUMENT: GOOD[DOCUMENT].replace("UTF-8", "klingon")}),
    "broken styles": lambda: packed({OF_DOCUMENT: relations(("styles", "styles.xml")), STYLES: "<w:styles"}),
    "entities within entities": lambda: with_body(p("&a9;"), LAUGHS),
    "an entity from outside": lambda: with_body(p("&x;"), OUTSIDE),
    "a span that is no number": lambda: with_body(table(row(cell("a", "all")))),
    "nothing in it": lambda: with_body(""),
    "only empty paragraphs": lambda: with_body("<w:p/>" * 50),
    "a password": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600,
}
"""What cannot be read, however small it is."""

HUGE: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "millions of empty paragraphs": (lambda: with_body("<w:p/>" * 2_000_000), "paragraphs"),
    "millions of empty rows": (lambda: with_body(table("<w:tr/>" * 2_000_000)), "paragraphs"),
    "millions of empty runs": (lambda: with_body(f"<w:p>{'<w:r/>' * 2_000_000}</w:p>"), "elements"),
    "a bomb": (lambda: with_body(p("a" * 30_000_000)), "unpacked"),
    "a bomb in the styles": (
        lambda: packed({OF_DOCUMENT: relations(("styles", "styles.xml")), STYLES: " " * 30_000_000}),
        "unpacked",
    ),
    "a long text": (lambda: with_body(p("word " * 1_000) * 1_200), "characters"),
    "a wide cell": (lambda: with_body(table(row(cell("a", 100_000_000)))), "columns"),
    "wide cells in every row": (
        lambda: with_body(table(row(cell("a" * 100, 250)) * 1_000)),
        "characters",
    ),
    "one cell merged down": (
        lambda: with_body(table(row(cell("a" * 10_000, 1, "restart")), row(cell("", 1, "continue")) * 2_000)),
        "characters",
    ),
    "tables in tables": (
        lambda: with_body("<w:tbl><w:tr><w:tc>" * 500 + p("in") + "</w:tc></w:tr></w:tbl>" * 500),
        "deep",
    ),
    "thousands of parts": (lambda: packed({f"word/media/{n}.png": "" for n in range(6_000)}), "parts"),
}
"""What is small on the disk and without end once it is read, with the word of the bound that stops it."""
