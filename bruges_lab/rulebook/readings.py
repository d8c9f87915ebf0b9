"""Rulesets by name and by file: a game's default, what each document says differently, and files of one's own.

`readings/<document>.toml` lists the fields in which a document contradicts the default, with the line. Where a document
contradicts itself, the odd passage does not override anything; it is a named alternative, `003:lots_of_three`.
`readings/modules/<name>.toml` is no document but a set of modules under that name (`zwin`); alternatives of it may stand by
themselves (`zwin:five`). Names can be joined: `003+zwin:ships` is a document played with a module.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..games import shelf
from ..kernel.errors import DataError, LabError, either, one_line
from ..kernel.files import write_own
from ..kernel.records import convert, read_toml
from ..kernel.rulesets import BaseRuleset, RulesetFault, Value
from .catalogue import documents_of, no_rule

if TYPE_CHECKING:
    from ..games.manifest import Manifest

DEFAULT = "default"
OWN = "own ruleset"
"""What a ruleset is called that was handed in and has no name."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HEAD = b"# A ruleset of Bruges Lab: what differs from the default.\n\n"
"""How a file begins that `write_ruleset` has written."""


class Override(msgspec.Struct, forbid_unknown_fields=True):
    """A field that a document sets otherwise: the value, the lines, the rule."""

    field: str
    value: int | str | bool | list[int]
    rule: str
    line: str = ""
    note: str = ""


class Alternative(msgspec.Struct, forbid_unknown_fields=True):
    """A passage in which a document contradicts itself, as a reading with a name of its own."""

    name: str
    override: list[Override]
    line: str = ""
    note: str = ""
    apart: bool = False
    """Whether it stands by itself, without what its document or set overrides."""


class Reading(msgspec.Struct, forbid_unknown_fields=True):
    """How one document reads the rules, or a set of modules."""

    title: str
    document: str = ""
    language: str = ""
    override: list[Override] = []
    alternative: list[Alternative] = []

    def changes(self, alternative: str | None = None) -> dict[str, Value]:
        """The fields that differ in the document, or in one of its alternatives."""
        return _changes(self.overrides(alternative))

    def overrides(self, alternative: str | None = None) -> list[Override]:
        """What is said otherwise, in the document or in one of its alternatives."""
        if alternative is None:
            return self.override
        other = next(a for a in self.alternative if a.name == alternative)
        return other.override if other.apart else [*self.override, *other.override]


def _changes(overrides: list[Override]) -> dict[str, Value]:
    return {override.field: _value(override.value) for override in overrides}


def _value(value: Value | list[int]) -> Value:
    return tuple(value) if isinstance(value, list) else value


def read_reading(path: Path, game: str | None = None) -> Reading:
    """Read and check one reading of a game, the usual one if none is named."""
    return _read(shelf.find(game), path)


def _read(manifest: Manifest, path: Path) -> Reading:
    reading = convert(path, path.stem, read_toml(path), Reading)
    documents = documents_of(manifest)
    if reading.document not in documents and (reading.document or path.stem in documents):
        raise DataError(path, path.stem, "document", f"{one_line(reading.document, 20)!r} is not one of {', '.join(documents)}")
    names: set[str] = set()
    for alternative in reading.alternative:
        if not _NAME.fullmatch(alternative.name) or alternative.name in names:
            raise DataError(path, "alternative", "name", f"{one_line(alternative.name, 30)!r} is not a name, or appears twice")
        names.add(alternative.name)
    for entry in (None, *(a.name for a in reading.alternative)):
        overrides = reading.overrides(entry)
        if reading.document and not all(override.line for override in overrides):
            raise DataError(path, entry or path.stem, "line", "is missing: where the document says so")
        _check_overrides(manifest, path, entry or path.stem, overrides)
    return reading


def _check_overrides(manifest: Manifest, path: Path, entry: str, overrides: list[Override]) -> None:
    """Each names a field and a rule and changes something; all of them together are a ruleset."""
    kind = manifest.ruleset
    for override in overrides:
        if override.field not in kind.fields():
            raise DataError(path, entry, "field", f"{one_line(override.field, 40)!r} {kind.no_field(override.field)}")
        if override.rule not in manifest.catalogue:
            raise DataError(path, entry, "rule", no_rule(override.rule))
        if _value(override.value) == kind.fields()[override.field].default:
            raise DataError(path, entry, "value", f"{override.field} is {override.value} by default; this overrides nothing")
    try:
        kind().changed(**_changes(overrides))
    except RulesetFault as error:
        raise DataError(path, entry, "value", f"{error.field}: {error.problem}", error.rule) from None


def readings_for(manifest: Manifest, folder: object) -> dict[str, Reading]:
    """The readings of a game by document, then its sets of modules by name."""
    home = manifest.folder(str(folder))
    return {path.stem: _read(manifest, path) for path in (*sorted(home.glob("*.toml")), *sorted(home.glob("modules/*.toml")))}


def readings(game: str | None = None) -> Mapping[str, Reading]:
    """All readings of a game by document; none for a game that has none."""
    manifest = shelf.find(game)
    return manifest.readings if manifest.has("readings") else {}


def reading_names(game: str | None = None) -> list[str]:
    """Every name that `ruleset` knows."""
    known = readings(game)
    named = [f"{document}:{a.name}" for document, reading in known.items() for a in reading.alternative]
    return [DEFAULT, *known, *named]


def module_names(game: str | None = None) -> list[str]:
    """The modules that can be added to a game one by one."""
    known = readings(game).items()
    return [f"{name}:{a.name}" for name, reading in known if not reading.document for a in reading.alternative if a.apart]


def document_names(game: str | None = None) -> list[str]:
    """The default and what documents say; no module."""
    known = readings(game)
    return [name for name in reading_names(game) if name == DEFAULT or known[name.partition(":")[0]].document]


def joined_names(name: str, game: str | None = None) -> list[str]:
    """The known names that a name joins, itself if it is known; none if one of them is not known."""
    known = reading_names(game)
    parts = [name] if name in known else name.split("+")
    return parts if all(part in known for part in parts) else []


# By name, by file


def ruleset(name: str | Path = DEFAULT, *, game: str | None = None, **switches: Value) -> Any:
    """A ruleset by name ("default", a document, "document:alternative", some joined by +) or file, with fields changed as asked.

    It is one of the game that is named, else of the game that the file names, else of the usual one.
    """
    if not isinstance(name, str | Path):
        raise LabError(f"a ruleset is named by a text or a file, not {one_line(repr(name), 40)}")
    if name == DEFAULT:  # what nearly every game is begun with: nothing has to be read for it
        base = _unchanged(shelf.find(game).ruleset)
    elif parts := joined_names(str(name), game):
        base = _joined(parts, game)
    elif isinstance(name, Path) or "/" in name or name.endswith(".toml"):
        base = read_ruleset(name, game)
    else:
        raise LabError(f"unknown ruleset {one_line(name, 40)!r}; choose {either(reading_names(game))}, or a file")
    try:
        return base.changed(**switches) if switches else base
    except ValueError as error:
        raise LabError(f"ruleset: {one_line(error, 200)}") from None


@cache
def _unchanged(kind: type[BaseRuleset]) -> BaseRuleset:
    """The ruleset of a game with all its defaults; it is frozen, so one is enough."""
    return kind().changed()


def _joined(names: list[str], game: str | None) -> Any:
    """What several names say differently, together; where two speak of one field, the later name has it."""
    changes: dict[str, Value] = {}
    for document, _, alternative in (name.partition(":") for name in names if name != DEFAULT):
        changes |= readings(game)[document].changes(alternative or None)
    try:
        return shelf.find(game).ruleset().changed(**changes)
    except RulesetFault as error:
        raise LabError(f"{' and '.join(names)} cannot be played together: {one_line(error, 200)}") from None


def rules_of(manifest: Manifest, asked: BaseRuleset | str | Path = DEFAULT) -> BaseRuleset | None:
    """The ruleset of a game, by name, from a file, or as it is; None for a game that has none."""
    if not manifest.has("ruleset"):
        if asked != DEFAULT:
            raise manifest.lacks("ruleset")
        return None
    if isinstance(asked, BaseRuleset):
        if not isinstance(asked, manifest.ruleset):
            raise LabError(f"this is not a ruleset of {manifest.called()}")
        return asked
    found: BaseRuleset = ruleset(asked, game=manifest.name)
    return found


def read_ruleset(path: str | Path, game: str | None = None) -> Any:
    """Read a ruleset file: its `game` unless that is the usual one, `base`, then the fields that differ."""
    raw: dict[str, Any] = read_toml(path)
    manifest = _named_game(path, raw.pop("game", None), game)
    names, kind = reading_names(manifest.name), manifest.ruleset
    base = raw.pop("base", DEFAULT)
    if not isinstance(base, str) or base not in names:
        raise DataError(path, "ruleset", "base", f"{one_line(base, 40)!r} is not one of {', '.join(names)}")
    for name in raw:
        if name not in kind.fields():
            raise DataError(path, "ruleset", one_line(name, 40), kind.no_field(name))
    try:
        return ruleset(base, game=manifest.name).changed(**{name: _value(value) for name, value in raw.items()})
    except RulesetFault as error:
        raise DataError(path, "ruleset", error.field, error.problem, error.rule) from None


def _named_game(path: str | Path, named: object, asked: str | None) -> Manifest:
    """The game of a ruleset file: the one it names, or the usual one; another must not have been asked for."""
    try:
        manifest = shelf.find(named)  # type: ignore[arg-type]  # refuses what is no name
    except LabError as error:
        raise DataError(path, "ruleset", "game", str(error)) from None
    if asked is not None and manifest.name != asked:
        problem = f"this is a ruleset of {manifest.called()}, not of {shelf.find(asked).called()}"
        raise DataError(path, "ruleset", "game", problem)
    return manifest


def write_ruleset(rules: BaseRuleset, path: str | Path, *, force: bool = False) -> None:
    """Write what differs from the default to a file that `read_ruleset` reads; it names its game unless that is the usual one.

    A file that this function has written is replaced, any other only with `force=True`.
    """
    import tomli_w

    game = next(one for one in shelf.games() if one.has("ruleset") and isinstance(rules, one.ruleset))
    named = {} if game.name == shelf.USUAL else {"game": game.name}
    changes = {c.field.name: list(c.here) if isinstance(c.here, tuple) else c.here for c in rules.diff()}
    text = tomli_w.dumps({**named, "base": DEFAULT, **changes})
    write_own(path, _HEAD + text.encode(), lambda head: head.startswith(_HEAD), force=force)


__all__ = [
    "DEFAULT",
    "Alternative",
    "Override",
    "Reading",
    "document_names",
    "joined_names",
    "module_names",
    "read_reading",
    "read_ruleset",
    "reading_names",
    "readings",
    "readings_for",
    "rules_of",
    "ruleset",
    "write_ruleset",
]


# Their names in a language


def document_title(manifest: Manifest, document: str, lang: str) -> str:
    """What a document is called: as the game's texts have it, else as its own file does."""
    key = f"document.{document}"
    if manifest.texts.has("rulebook", key, lang):
        return manifest.texts.say("rulebook", key, {}, lang)
    return manifest.readings[document].title


def ruleset_name(manifest: Manifest, name: str, lang: str) -> str:
    """A ruleset as it is called: the usual one in words, that of a document with its title, any other by its name."""
    if name == DEFAULT:
        return manifest.texts.say("explorer", "reading.default", {}, lang)
    if name == OWN:
        return manifest.texts.say("terminal", "compare.own", {}, lang)
    document = name.partition(":")[0]
    known = manifest.has("readings") and document in manifest.readings
    return f"{name} ({document_title(manifest, document, lang)})" if known else name
