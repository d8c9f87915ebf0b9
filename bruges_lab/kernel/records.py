"""Reading TOML that people write: one loader, one style of error (file, entry, field, problem). And a look at JSON before it.

A file holds one table an entry, either a list (`[[rule]]`) or named tables (`[name]`). Each entry is checked against a msgspec
type; the first fault is reported with the entry's own name, never with a position in a parser.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .bounds import JSON, TOML, Bounds, measure_json, measure_toml
from .errors import DataError, one_line
from .files import read_whole

T = TypeVar("T")

_LARGEST = 5 * 1024 * 1024
_PATH = re.compile(r"(.*?)(?: - at (?:`key` in )?`\$\.?([^`]*)`)?$", re.S)


def read_toml(path: str | Path) -> dict[str, Any]:
    """A TOML file as a dictionary."""
    data = read_whole(path, _LARGEST)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise DataError(path, "", "", "is not UTF-8 text") from None
    return parse_toml(text, path)


def parse_toml(text: str, path: str | Path) -> dict[str, Any]:
    """A TOML text as a dictionary, measured before it is parsed; an error names `path`."""
    if len(text) > _LARGEST:
        raise DataError(path, "", "", f"is larger than {_LARGEST} bytes")
    if fault := TOML.fault(measure_toml(text)):
        raise DataError(path, "", "", fault)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also what is no TOML error: a number of thousands of digits
        raise DataError(path, "", "", f"is not TOML: {one_line(error, 160)}") from None
    except RecursionError:
        raise DataError(path, "", "", "is nested too deeply") from None


def read_json(path: str | Path, largest: int, most: Bounds = JSON) -> bytes:
    """A JSON file that is small enough to be parsed, as its bytes."""
    data = read_whole(path, largest)
    if fault := most.fault(measure_json(data, most)):
        raise DataError(path, "", "", fault)
    return data


def convert(path: str | Path, entry: str, raw: object, kind: type[T]) -> T:
    """One entry as its type."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        problem, field = split_fault(str(error))
        raise DataError(path, entry, field, problem) from None
    except RecursionError:
        raise DataError(path, entry, "", "is nested too deeply") from None


def split_fault(message: str) -> tuple[str, str]:
    """The problem and the field out of a msgspec message."""
    match = _PATH.match(message)
    assert match is not None
    problem = match[1].replace("Object ", "").replace("`", "'")
    return problem, match[2] or ""


def read_list(path: str | Path, table: str, kind: type[T], *, name: str = "id", others: frozenset[str] = frozenset()) -> list[T]:
    """The entries of `[[table]]`, each with its own name in the field `name`; no other tables but `others`."""
    raw = read_toml(path)
    for key in raw:
        if key != table and key not in others:
            raise DataError(path, one_line(key, 40), "", f"is unknown here; this file has [[{table}]]")
    entries = raw.get(table, [])
    if not isinstance(entries, list):
        raise DataError(path, table, "", f"must be a list: [[{table}]]")
    found: list[T] = []
    seen: set[str] = set()
    for number, entry in enumerate(entries, 1):
        label = entry.get(name) if isinstance(entry, Mapping) else None
        label = label if isinstance(label, str) and label else f"{table} {number}"
        found.append(convert(path, label, entry, kind))
        if label in seen:
            raise DataError(path, label, name, "stands in this file twice")
        seen.add(label)
    return found


def read_tables(path: str | Path, kind: type[T]) -> dict[str, T]:
    """The named tables of a file, in order."""
    return {entry: convert(path, entry, raw, kind) for entry, raw in read_toml(path).items()}
