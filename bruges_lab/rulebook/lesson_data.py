"""The file of a game's lesson, `lessons.toml`: tasks as records, checked on reading.

The tasks themselves are in lessons.py; the words around them are the section [lesson] of the locales. A position and what is done
in it are written as in a scenario, and read by scenarios.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from ..games import shelf
from ..kernel import Choice, LabError
from ..kernel.errors import DataError, one_line
from ..kernel.records import read_list
from .catalogue import no_rule
from .expecting import wrong
from .scenarios import Scenario
from .texts import Texts, languages_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest

Language = Literal["en", "de", "fr", "it"]
Asked = Literal["legal", "count", "why", "play"]
LETTERS = "abcdefgh"
_MOST_CHOICES = 4
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_FIELDS: dict[str, tuple[str, ...]] = {
    "legal": ("choices",),
    "count": ("count",),
    "why": ("refused", "offered"),
    "play": ("goal", "most"),
}
"""What each kind of task must say."""


class Counted(msgspec.Struct, forbid_unknown_fields=True):
    """Which events a number is read from: the sum of a field, or how many there are."""

    rule: str | None = None
    kind: str | None = None
    seat: int | None = None
    field: str | None = None
    told: list[str] = []
    """Kinds of events that are told beside them, as what the number is made of, and not counted."""


class TaskRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A task as the file gives it."""

    name: str
    chapter: str
    """The chapter of the rules that it is about."""
    ask: Asked
    title: dict[Language, str]
    question: dict[Language, str]
    hint: dict[Language, str] = {}
    """What helps after a wrong answer without giving the right one; without it, the rule that the task is about."""
    about: list[str] = []
    """The rules that explain the answer."""
    scenario: str | None = None
    given: dict[str, Any] | None = None
    """A position as in a scenario."""
    before: list[dict[str, Any]] = []
    """What has been done when the question is asked."""
    do: list[dict[str, Any]] = []
    """What is done then."""
    repeat: str | None = None
    """A choice that is made as long as the same seat may."""
    count: Counted | None = None
    choices: list[str] = []
    refused: str = ""
    offered: list[str] = []
    """The rules among which the right one is to be found."""
    goal: list[dict[str, Any]] = []
    most: int = 0
    """How many choices may lead to the goal."""


class Book(NamedTuple):
    """All tasks of a game by name, and the words around them."""

    tasks: Mapping[str, TaskRecord]
    manifest: Manifest
    file: Path

    @property
    def texts(self) -> Texts:
        """The words around the tasks, in the section [lesson]."""
        return self.manifest.texts

    def word(self, key: str, lang: str, **values: object) -> str:
        """A word or sentence."""
        return self.texts.say("lesson", key, values, lang)

    @classmethod
    def load(cls, path: Path | None = None, game: str | None = None) -> Book:
        """The lesson of a game, the usual one if none is named; or another file of the same form, read and checked."""
        manifest = shelf.find(game)
        return manifest.lessons if path is None else _read(manifest, path)


def book_for(manifest: Manifest, file: object) -> Book:
    """The lesson of a game."""
    return _read(manifest, manifest.folder(str(file)))


# Reading


def _read(manifest: Manifest, path: Path) -> Book:
    tasks = read_list(path, "task", TaskRecord, name="name")
    for record in tasks:
        _check(record, path, manifest)
    return Book({record.name: record for record in tasks}, manifest, path)


def _check_languages(path: Path, entry: str, field: str, texts: Mapping[Language, str], manifest: Manifest) -> None:
    for lang in languages_of(manifest):
        if not {str(key): text for key, text in texts.items()}.get(lang, "").strip():
            raise DataError(path, entry, f"{field}.{lang}", "is missing")


def _check(record: TaskRecord, path: Path, manifest: Manifest) -> None:
    name = record.name
    if not _NAME.fullmatch(name):
        raise DataError(path, one_line(name, 40), "name", "must be small letters, digits and _")
    _check_languages(path, name, "title", record.title, manifest)
    _check_languages(path, name, "question", record.question, manifest)
    if record.hint:
        _check_languages(path, name, "hint", record.hint, manifest)
    chapters = manifest.chapters.chapters
    if record.chapter not in chapters:
        raise DataError(path, name, "chapter", f"{one_line(record.chapter, 40)!r} is not a chapter of the rules")
    _check_position(record, path, manifest)
    for asked, fields in _FIELDS.items():
        for field in fields:
            if bool(getattr(record, field)) != (asked == record.ask):
                problem = "is missing" if asked == record.ask else f"is not asked for by {record.ask!r}"
                raise DataError(path, name, field, problem)
    for field, rules in (("about", record.about), ("offered", record.offered)):
        for rule in rules:
            if rule not in manifest.catalogue:
                raise DataError(path, name, field, no_rule(rule))
    for field, several in (("choices", record.choices), ("offered", record.offered)):
        if len(several) > len(LETTERS) or len(set(several)) < len(several):
            raise DataError(path, name, field, f"must be at most {len(LETTERS)}, each once")
    if not record.about:
        raise DataError(path, name, "about", "is missing")
    if not 0 <= record.most <= _MOST_CHOICES:
        raise DataError(path, name, "most", f"must be from 1 to {_MOST_CHOICES}")
    for field, notation in (("repeat", record.repeat), ("refused", record.refused), *(("choices", c) for c in record.choices)):
        if notation:
            try:
                Choice.parse(notation)
            except LabError as error:
                raise DataError(path, name, field, str(error)) from None
    for number, expected in enumerate(record.goal):
        if found := wrong(expected, manifest):
            raise DataError(path, name, ".".join(filter(None, (f"goal.{number}", found[0]))), found[1])
    if record.count is not None:
        _check_count(record.count, name, path, manifest)


def _check_position(record: TaskRecord, path: Path, manifest: Manifest) -> None:
    """A scenario that exists, or a position that can be; and what is done in it can be read."""
    name = record.name
    if (record.scenario is None) == (record.given is None):
        raise DataError(path, name, "given", "a task has either a scenario or a position of its own")
    if record.scenario is not None and (not manifest.has("scenarios") or record.scenario not in manifest.scenarios):
        raise DataError(path, name, "scenario", f"unknown scenario {one_line(record.scenario, 40)!r}")
    for field, steps in (("before", record.before), ("do", record.do)):
        if any("refused" in step for step in steps):
            raise DataError(path, name, field, "is done, so it is not refused")
    if record.given is not None:
        when = [*record.before, *record.do]
        try:
            Scenario.read({"name": name, "given": record.given, "when": when}, game=manifest.name)
        except DataError as error:
            raise DataError(path, name, error.field, error.problem, error.rule) from None
        except LabError as error:
            raise DataError(path, name, "given", str(error)) from None


def _check_count(count: Counted, name: str, path: Path, manifest: Manifest) -> None:
    if count.rule is None and count.kind is None:
        raise DataError(path, name, "count", "names neither rule nor kind of the events")
    if count.rule is not None and count.rule not in manifest.catalogue:
        raise DataError(path, name, "count.rule", no_rule(count.rule))
    for field, kind in (("kind", count.kind), *(("told", kind) for kind in count.told)):
        if kind is not None and kind not in manifest.kit.book.kinds:
            raise DataError(path, name, f"count.{field}", f"unknown event {one_line(kind, 60)!r}")
