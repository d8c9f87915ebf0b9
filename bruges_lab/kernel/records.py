"""Reading TOML that people write: one loader, one style of error (file, entry, field, problem). And a look at JSON before it.

A file holds one table an entry, either a list (`[[rule]]`) or named tables (`[name]`). Each entry is checked against a msgspec
type; the first fault is reported with the entry's own name, never with a position in a parser.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from .bounds import JSON, TOML, Bounds, measure_json, measure_toml
from .compiled_files import compiled, is_own
from .errors import DataError, either, one_line
from .files import read_whole

T = TypeVar("T")

_LARGEST = 5 * 1024 * 1024
_PATH = re.compile(r"(.*?)(?: - at (`key` in )?`\$\.?([^`]*)`)?$", re.S)
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_SOME_KEY = "..."
_NO_VALUE = "Invalid enum value "
_NO_FIELD = "contains unknown field "


def read_toml(path: str | Path, *, links: bool = True) -> dict[str, Any]:
    """A TOML file as a dictionary. The lab's own large ones are parsed once and kept (compiled_files.py): that takes long."""
    data = read_whole(path, _LARGEST, links=links)
    if len(data) >= _LONG and is_own(path):
        return compiled(_kept_name(path), (_AS_TOML, data), lambda: _parsed(data, path))
    return _parsed(data, path)


_LONG = 4000
"""Bytes from which on a kept file is read sooner than a TOML file is parsed."""
_AS_TOML = b"toml 1"
_ODD = re.compile(r"[^a-z0-9_.-]")


def _kept_name(path: str | Path) -> str:
    where = Path(path)
    return _ODD.sub("_", f"{where.parent.name}-{where.stem}".lower())[:60]


def _parsed(data: bytes, path: str | Path) -> dict[str, Any]:
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


def read_json(path: str | Path, largest: int, most: Bounds = JSON, *, links: bool = True) -> bytes:
    """A JSON file that is small enough to be parsed, as its bytes."""
    data = read_whole(path, largest, links=links)
    if fault := most.fault(measure_json(data, most)):
        raise DataError(path, "", "", fault)
    return data


def convert(path: str | Path, entry: str, raw: object, kind: type[T]) -> T:
    """One entry as its type."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        problem, field = fault_of(str(error), raw, kind)
        raise DataError(path, entry, field, problem) from None
    except RecursionError:
        raise DataError(path, entry, "", "is nested too deeply") from None


def split_fault(message: str) -> tuple[str, str]:
    """The problem and the field out of a msgspec message. A field is written one way everywhere: `given.players.0.hand`."""
    match = _PATH.match(message)
    assert match is not None
    problem = match[1].replace("Object ", "").replace("`", "'")
    return problem, ".".join(step for step in _steps(match[3] or "") if step != _SOME_KEY)


def _steps(path: str) -> list[str]:
    """`$.players[0].coins[...]` step by step; of a table whose key msgspec does not tell, `...`."""
    return [name or place for name, place in _STEP.findall(path)]


def fault_of(message: str, raw: object, kind: object) -> tuple[str, str]:
    """The problem and the field of one entry that is not of its type, with what would have been allowed there."""
    problem, _ = split_fault(message)
    match = _PATH.match(message)
    assert match is not None
    way: list[str] = []
    kinds = _members(kind)
    for step in _steps(match[3] or ""):
        found = [inner for one in kinds for inner in _inside(one, step)]
        if step == _SOME_KEY and isinstance(raw, Mapping):
            step = next((str(key) for key, value in raw.items() if not _fits(value, found)), "")
        raw = _item(raw, step)
        kinds = [member for one in found for member in _members(one)]
        way += [one_line(step, 40)] if step else []
    if match[2]:  # not the table is wrong but one of its keys
        kinds = [member for one in kinds if get_origin(one) is dict for member in _members(get_args(one)[0])]
    if problem.startswith(_NO_VALUE):
        allowed = [str(value) for one in kinds if get_origin(one) is Literal for value in get_args(one)]
        problem = f"{problem.removeprefix(_NO_VALUE)} is not one of {', '.join(allowed)}"
    elif problem.startswith(_NO_FIELD):
        allowed = [name for one in kinds for name in getattr(one, "__struct_encode_fields__", ())]
        problem = f"{problem}; choose {either(allowed)}"
    return problem, ".".join(way)


def _members(kind: object) -> list[Any]:
    """The types that a type stands for: those of a union, the one that is annotated."""
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [member for one in get_args(kind) for member in _members(one)]
    return [kind]


def _inside(kind: Any, step: str) -> list[Any]:
    """The type of a field, of an item of a list, of a value of a table."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        names = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
        return [get_type_hints(kind, include_extras=True)[names[step]]] if step in names else []
    origin, inner = get_origin(kind), get_args(kind)
    if origin is dict:
        return [inner[1]]
    if origin is tuple and inner[-1] is not Ellipsis:
        return [inner[int(step)]] if step.isdecimal() and int(step) < len(inner) else []
    return [inner[0]] if origin in (list, tuple, set, frozenset) else []


def _fits(value: object, kinds: list[Any]) -> bool:
    try:
        msgspec.convert(value, Union[tuple(kinds)])  # noqa: UP007  (the types are known only here)
    except msgspec.ValidationError:
        return False
    return True


def _item(raw: object, step: str) -> object:
    if isinstance(raw, Mapping):
        return raw.get(step)
    return raw[int(step)] if isinstance(raw, list | tuple) and step.isdecimal() and int(step) < len(raw) else None


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
            raise DataError(path, label, name, "appears twice in this file")
        seen.add(label)
    return found


def read_tables(path: str | Path, kind: type[T]) -> dict[str, T]:
    """The named tables of a file, in order."""
    return {entry: convert(path, entry, raw, kind) for entry, raw in read_toml(path).items()}
