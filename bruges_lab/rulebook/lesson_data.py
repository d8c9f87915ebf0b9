"""The file of the lesson, `data/bruges/lessons.toml`: tasks as records, checked on reading, and the words around them.

The tasks themselves are in lessons.py; words are Fluent patterns in four languages, as in data/bruges/locales.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from .. import places
from ..games import shelf
from ..games.bruges.given import Given, When
from ..games.bruges.model import BOOK
from ..kernel import Choice, LabError
from ..kernel.errors import DataError, one_line
from ..kernel.records import read_list
from .catalogue import Catalogue, no_rule
from .expecting import wrong
from .scenarios import own_scenarios
from .texts import LANGUAGES, Texts

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


class TaskRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A task as the file gives it."""

    name: str
    chapter: Literal["draw", "dice", "turns", "majorities", "scoring"]
    ask: Asked
    title: dict[Language, str]
    question: dict[Language, str]
    about: list[str] = []
    """The rules that explain the answer."""
    scenario: str | None = None
    given: Given | None = None
    before: list[When] = []
    """What has been done when the question is asked."""
    do: list[When] = []
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


class _WordRecord(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    text: dict[Language, str]


class Book(NamedTuple):
    """All tasks by name, and the words around them."""

    tasks: Mapping[str, TaskRecord]
    texts: Texts
    file: Path

    def word(self, key: str, lang: str, **values: object) -> str:
        """A word or sentence."""
        return self.texts.say("word", key, values, lang)

    @classmethod
    def load(cls, path: Path | None = None) -> Book:
        """Read and check `data/bruges/lessons.toml`, or another file of the same form."""
        return _own() if path is None else _read(path)


@cache
def _own() -> Book:
    return _read(places.data("bruges", "lessons.toml"))


# Reading


def _read(path: Path) -> Book:
    tasks = read_list(path, "task", TaskRecord, name="name", others=frozenset({"word"}))
    texts = Texts()
    for word in read_list(path, "word", _WordRecord, others=frozenset({"task"})):
        _check_languages(path, word.id, "text", word.text)
        for lang, pattern in word.text.items():
            texts.add(lang, "word", word.id, pattern, path, entry=word.id, check=False)
    for record in tasks:
        _check(record, path)
    return Book({record.name: record for record in tasks}, texts, path)


def _check_languages(path: Path, entry: str, field: str, texts: Mapping[Language, str]) -> None:
    for lang in LANGUAGES:
        if not {str(key): text for key, text in texts.items()}.get(lang, "").strip():
            raise DataError(path, entry, f"{field}.{lang}", "is missing")


def _check(record: TaskRecord, path: Path) -> None:
    name = record.name
    if not _NAME.fullmatch(name):
        raise DataError(path, one_line(name, 40), "name", "must be small letters, digits and _")
    _check_languages(path, name, "title", record.title)
    _check_languages(path, name, "question", record.question)
    if (record.scenario is None) == (record.given is None):
        raise DataError(path, name, "given", "a task has either a scenario or a position of its own")
    if record.scenario is not None and record.scenario not in own_scenarios():
        raise DataError(path, name, "scenario", f"there is no scenario {one_line(record.scenario, 40)!r}")
    for asked, fields in _FIELDS.items():
        for field in fields:
            if bool(getattr(record, field)) != (asked == record.ask):
                problem = "is missing" if asked == record.ask else f"is not asked for by {record.ask!r}"
                raise DataError(path, name, field, problem)
    for field, rules in (("about", record.about), ("offered", record.offered)):
        for rule in rules:
            if rule not in Catalogue.load():
                raise DataError(path, name, field, no_rule(rule))
    for field, several in (("choices", record.choices), ("offered", record.offered)):
        if len(several) > len(LETTERS) or len(set(several)) < len(several):
            raise DataError(path, name, field, f"must be at most {len(LETTERS)}, each once")
    if not record.about:
        raise DataError(path, name, "about", "is missing")
    if not 0 <= record.most <= _MOST_CHOICES:
        raise DataError(path, name, "most", f"must be from 1 to {_MOST_CHOICES}")
    for field, steps in (("before", record.before), ("do", record.do)):
        if any((step.choice is None) == (step.dice is None) or step.refused is not None for step in steps):
            raise DataError(path, name, field, "must say exactly one of dice, choice")
    for field, notation in (("repeat", record.repeat), ("refused", record.refused), *(("choices", c) for c in record.choices)):
        if notation:
            try:
                Choice.parse(notation)
            except LabError as error:
                raise DataError(path, name, field, str(error)) from None
    for number, expected in enumerate(record.goal):
        if found := wrong(expected, shelf.find()):
            raise DataError(path, name, ".".join(filter(None, (f"goal.{number}", found[0]))), found[1])
    if record.count is not None:
        _check_count(record.count, name, path)


def _check_count(count: Counted, name: str, path: Path) -> None:
    if count.rule is None and count.kind is None:
        raise DataError(path, name, "count", "names neither rule nor kind of the events")
    if count.rule is not None and count.rule not in Catalogue.load():
        raise DataError(path, name, "count.rule", no_rule(count.rule))
    if count.kind is not None and count.kind not in BOOK.kinds:
        raise DataError(path, name, "count.kind", f"there is no event {one_line(count.kind, 60)!r}")
