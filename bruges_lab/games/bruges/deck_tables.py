"""A deck as a plain table (CSV), for whoever enters the cards of a box; deck_files.py checks what comes of it."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from ...kernel.errors import DataError, either, one_line
from ...kernel.files import read_whole
from .deck import ID
from .deck_records import FIELDS, RowRecord
from .ops import OPS
from .words import ACTIVATIONS

COLUMNS = ("name", "group", "colour", "price", "when", "worker", "op", "parameters", "text")
_NEEDED = ("name", "group", "colour", "price")
LARGEST_TABLE, MOST_LINES, LONGEST_CELL = 4 * 1024 * 1024, 20_000, 2000
"""Bytes, lines and characters: a table of a box has some 40,000, 300 and 200."""
_SORT_WHEN = {"score": "laurel", "query": "infinity", "run": "arrow"}


def read_table(file: Path) -> list[RowRecord]:
    """A deck as a table with a heading: one row a card; a row without a name gives the card above one more op.

    Names and texts are in one language. `parameters` are `name=value` with spaces between; `when` may be left out where the op
    tells it (a worker colour means `worker`). Whoever writes such a table has the cards: nothing in it is reconstructed.
    """
    text = read_whole(file, LARGEST_TABLE).decode("utf-8-sig", errors="replace")
    if "\ufffd" in text or "\0" in text:
        raise DataError(file, "deck", "text", "is not UTF-8 text")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    records: list[RowRecord] = []
    rows = _rows(file, text, delimiter)
    heading = [cell.strip().lower() for cell in next(rows, ())]
    for column in heading:
        if column not in COLUMNS:
            raise DataError(file, "line 1", one_line(column, 20) or "(empty)", f"is not a column; choose {either(COLUMNS)}")
    for column in COLUMNS:
        if heading.count(column) > 1 or (column in _NEEDED and column not in heading):
            raise DataError(file, "line 1", column, "appears twice" if column in heading else "is missing")
    for line, cells in enumerate(rows, 2):
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(heading):
            raise DataError(file, f"line {line}", "cells", f"has {len(cells)} cells for {len(heading)} columns")
        row = dict(zip(heading, (cell.strip() for cell in cells), strict=False))
        if row.get("name"):
            records.append(_row(file, line, row))
        elif records and row.get("op"):
            records[-1].effect.append(_row_op(file, line, row))
        else:
            raise DataError(file, f"line {line}", "name", "is missing")
    return records


def _rows(file: Path, text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows one by one, each looked at before the next is read: what is too much is refused where it begins."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for line, cells in enumerate(rows, 1):
            if line > MOST_LINES:
                raise DataError(file, f"line {line}", "table", f"a deck has at most {MOST_LINES:,} lines")
            if len(cells) > 2 * len(COLUMNS):
                raise DataError(file, f"line {line}", "cells", f"has {len(cells):,} cells for {len(COLUMNS)} columns")
            if any(len(cell) > LONGEST_CELL for cell in cells):
                raise DataError(file, f"line {line}", "cells", f"has a cell of more than {LONGEST_CELL:,} characters")
            yield cells
    except csv.Error as error:
        raise DataError(file, "deck", "table", f"cannot be read: {one_line(str(error), 80)}") from None


def _row(file: Path, line: int, row: dict[str, str]) -> RowRecord:
    """One row as a record."""
    where = f"line {line}"
    if not row.get("price", "").isdecimal() or len(row["price"]) > 3:
        raise DataError(file, where, "price", f"{one_line(row.get('price', ''), 20)!r} is not a number")
    effect = [_row_op(file, line, row)] if row.get("op") else []
    worker = row.get("worker", "").lower() or None
    when = row.get("when", "").lower() or None
    if when is None and effect and effect[0]["op"] in OPS:
        when = "worker" if worker else _SORT_WHEN[OPS[str(effect[0]["op"])].sort]
    if when is not None and when not in ACTIVATIONS:
        raise DataError(file, where, "when", f"{one_line(when, 20)!r} is not one of {', '.join(ACTIVATIONS)}", "act.kinds")
    return RowRecord(
        id=_slug(row["name"]),
        name={"en": row["name"]},
        group=row.get("group", "").lower(),
        colour=row.get("colour", "").lower(),
        price=int(row["price"]),
        when=when,  # type: ignore[arg-type]
        worker=worker,
        text={"en": _literal(row["text"])} if row.get("text") else {},
        effect=effect,
        witness=dict.fromkeys(sorted(FIELDS), "own"),
        line=line,
    )


def _row_op(file: Path, line: int, row: dict[str, str]) -> dict[str, str | int]:
    op: dict[str, str | int] = {"op": row["op"].lower()}
    for part in re.split(r"[\s;,]+", row.get("parameters", "")):
        if not part:
            continue
        name, equals, value = part.partition("=")
        if not equals or not name or not value or name in op:
            problem = f"{one_line(part, 30)!r} is not name=value, each name once"
            raise DataError(file, f"line {line}", "parameters", problem)
        op[name] = int(value) if value.isdecimal() and len(value) < 4 else value
    return op


def _slug(name: str) -> str:
    """A name as an id: without accents, small letters and _ only."""
    plain = unicodedata.normalize("NFKD", name.lower())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return plain if ID.fullmatch(plain) else f"card_{plain}" if plain else "card"


def _literal(text: str) -> str:
    """A text that is no pattern."""
    return re.sub(r"[{}\[\]*]", lambda found: f'{{"{found[0]}"}}', text)
