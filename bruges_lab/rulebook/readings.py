"""Rulesets by name and by file: the default, what each document says differently, and files of one's own.

`readings/<document>.toml` lists the fields in which a document contradicts the default, with the line. Where a document
contradicts itself, the odd passage does not override anything; it is a named alternative, `003:lots_of_three`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from .. import places
from ..games.bruges.ruleset import Ruleset, RulesetFault, Value, fields
from ..kernel.errors import DataError, LabError, one_line
from ..kernel.files import write_own
from ..kernel.records import convert, read_toml
from .catalogue import DOCUMENTS, Catalogue, no_rule

DEFAULT = "default"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HEAD = b"# A ruleset of Bruges Lab: what differs from the default.\n\n"
"""How a file begins that `write_ruleset` has written."""


class Override(msgspec.Struct, forbid_unknown_fields=True):
    """A field that a document sets otherwise: the value, the lines, the rule."""

    field: str
    value: int | str | bool | list[int]
    line: str
    rule: str
    note: str = ""


class Alternative(msgspec.Struct, forbid_unknown_fields=True):
    """A passage in which a document contradicts itself, as a reading with a name of its own."""

    name: str
    line: str
    override: list[Override]
    note: str = ""


class Reading(msgspec.Struct, forbid_unknown_fields=True):
    """How one document reads the rules."""

    document: str
    title: str
    language: str
    override: list[Override] = []
    alternative: list[Alternative] = []

    def ruleset(self, alternative: str | None = None) -> Ruleset:
        """The ruleset of the document, or of one of its alternatives."""
        overrides = list(self.override)
        if alternative is not None:
            overrides += next(a.override for a in self.alternative if a.name == alternative)
        return Ruleset().changed(**{o.field: _value(o.value) for o in overrides})


def _value(value: Value | list[int]) -> Value:
    return tuple(value) if isinstance(value, list) else value


def read_reading(path: Path) -> Reading:
    """Read and check one reading."""
    reading = convert(path, path.stem, read_toml(path), Reading)
    if reading.document not in DOCUMENTS:
        raise DataError(path, path.stem, "document", f"{one_line(reading.document, 20)!r} is not one of {', '.join(DOCUMENTS)}")
    names: set[str] = set()
    for alternative in reading.alternative:
        if not _NAME.fullmatch(alternative.name) or alternative.name in names:
            raise DataError(path, "alternative", "name", f"{one_line(alternative.name, 30)!r} is not a name, or stands twice")
        names.add(alternative.name)
    for entry, overrides in [(path.stem, reading.override), *((a.name, a.override) for a in reading.alternative)]:
        for override in overrides:
            _check_override(path, entry, override)
    return reading


def _check_override(path: Path, entry: str, override: Override) -> None:
    field = fields().get(override.field)
    if field is None:
        raise DataError(path, entry, "field", f"{one_line(override.field, 40)!r} {Ruleset.no_field(override.field)}")
    if override.rule not in Catalogue.load():
        raise DataError(path, entry, "rule", no_rule(override.rule))
    try:
        changed = Ruleset().changed(**{override.field: _value(override.value)})
    except RulesetFault as error:
        raise DataError(path, entry, "value", f"{error.field}: {error.problem}", error.rule) from None
    if not changed.diff():
        raise DataError(path, entry, "value", f"{override.field} is {override.value} by default; this overrides nothing")


@cache
def readings() -> dict[str, Reading]:
    """All readings by document."""
    return {path.stem: read_reading(path) for path in sorted(places.data("bruges", "readings").glob("*.toml"))}


def reading_names() -> list[str]:
    """Every name that `ruleset` knows."""
    named = [f"{document}:{a.name}" for document, reading in readings().items() for a in reading.alternative]
    return [DEFAULT, *readings(), *named]


# By name, by file


def ruleset(name: str | Path = DEFAULT, **switches: Value) -> Ruleset:
    """A ruleset by name ("default", a document, "document:alternative") or file, with fields changed as asked."""
    if not isinstance(name, str | Path):
        raise LabError(f"a ruleset is named by a text or a file, not {one_line(repr(name), 40)}")
    if str(name) == DEFAULT:
        base = Ruleset()
    elif str(name) in reading_names():
        document, _, alternative = str(name).partition(":")
        base = readings()[document].ruleset(alternative or None)
    elif isinstance(name, Path) or "/" in name or name.endswith(".toml"):
        base = read_ruleset(name)
    else:
        raise LabError(f"there is no ruleset {one_line(name, 40)!r}; there are {', '.join(reading_names())}, or a file")
    try:
        return base.changed(**switches)
    except ValueError as error:
        raise LabError(f"ruleset: {one_line(error, 200)}") from None


def read_ruleset(path: str | Path) -> Ruleset:
    """Read a ruleset file: `base`, then the fields that differ."""
    raw: dict[str, Any] = read_toml(path)
    base = raw.pop("base", DEFAULT)
    if not isinstance(base, str) or base not in reading_names():
        raise DataError(path, "ruleset", "base", f"{one_line(base, 40)!r} is not one of {', '.join(reading_names())}")
    for name in raw:
        if name not in fields():
            raise DataError(path, "ruleset", one_line(name, 40), Ruleset.no_field(name))
    try:
        return ruleset(base).changed(**{name: _value(value) for name, value in raw.items()})
    except RulesetFault as error:
        raise DataError(path, "ruleset", error.field, error.problem, error.rule) from None


def write_ruleset(rules: Ruleset, path: str | Path, *, force: bool = False) -> None:
    """Write what differs from the default to a file that `read_ruleset` reads.

    A file that this function has written is replaced, any other only with `force=True`.
    """
    import tomli_w

    changes = rules.diff()
    lines = {"base": DEFAULT, **{c.field.name: list(c.here) if isinstance(c.here, tuple) else c.here for c in changes}}
    write_own(path, _HEAD + tomli_w.dumps(lines).encode(), lambda head: head.startswith(_HEAD), force=force)


__all__ = [
    "DEFAULT",
    "Alternative",
    "Override",
    "Reading",
    "read_reading",
    "read_ruleset",
    "reading_names",
    "readings",
    "ruleset",
    "write_ruleset",
]
