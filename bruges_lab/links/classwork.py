"""A class without a server: a set of tasks as a link, what a pupil answered as a short text, and a table of what came back.

A set names tasks of the lab, and scenarios with a question of the teacher's own, which nobody judges but the teacher. Answers
name the set by a hash and the pupil by the name that was typed in, and nothing else about anybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from ..games import shelf
from ..games.manifest import Manifest
from ..kernel.errors import LabError, SaveError, either, one_line
from ..kernel.names import check_name
from ..rulebook.lessons import Task
from ..rulebook.texts import LANGUAGES
from ..rulebook.trying import FARED
from .fragment import ANSWERS, TASKS, from_fragment, refused, to_fragment

MOST_TASKS = 60
LONGEST_TITLE = 120
LONGEST_QUESTION = 500
LONGEST_ANSWER = 200
MOST_ANSWERS = 8
"""Answers to one task that are handed in: the first ones."""


class Question(NamedTuple):
    """A scenario, and what the teacher asks about it."""

    scenario: str
    words: str


class _Set(msgspec.Struct, array_like=True):
    game: str
    title: str
    lang: str
    tasks: list[str | tuple[str, str]]


class _Sheet(msgspec.Struct, array_like=True):
    set: bytes
    name: str
    answers: list[tuple[str, list[str]]]


class TaskSet:
    """Some tasks of a game for a class, in an order. `tasks` are names of tasks, or pairs of a scenario and a question."""

    def __init__(self, tasks: Iterable[str | Sequence[str]], title: str = "", *, lang: str = "", game: str | None = None) -> None:
        self.manifest: Manifest = shelf.find(game)
        self.title = _text(title, LONGEST_TITLE, "title")
        if lang and lang not in LANGUAGES:
            raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}, or none: each pupil's own")
        self.lang = lang
        """The language it is asked in; empty: that of whoever answers."""
        listed = list(tasks) if not isinstance(tasks, str) else [tasks]
        if not 1 <= len(listed) <= MOST_TASKS:
            raise LabError(f"tasks: 1 to {MOST_TASKS} of them, not {len(listed)}")
        self.tasks: tuple[str | Question, ...] = tuple(self._checked(one) for one in listed)

    def _checked(self, one: object) -> str | Question:
        if isinstance(one, str):
            if one not in self.manifest.lessons.tasks:
                raise LabError(f"unknown task {one_line(one, 40)!r} of {self.manifest.called()}")
            return one
        if not isinstance(one, Sequence) or len(one) != 2 or not all(isinstance(part, str) for part in one):
            raise LabError(f"a task is its name, or a scenario with a question, not {one_line(repr(one), 40)}")
        scenario, words = one
        if scenario not in self.manifest.scenarios:
            raise LabError(f"unknown scenario {one_line(scenario, 40)!r} of {self.manifest.called()}")
        return Question(scenario, _text(words, LONGEST_QUESTION, "question"))

    # As a link

    def _data(self) -> bytes:
        tasks: list[str | tuple[str, str]] = [one if isinstance(one, str) else (one.scenario, one.words) for one in self.tasks]
        return msgspec.msgpack.encode(_Set(self.manifest.name, self.title, self.lang, tasks))

    @property
    def mark(self) -> bytes:
        """What answers to it are known by."""
        return blake2b(self._data(), digest_size=4).digest()

    def to_link(self, page: str = "") -> str:
        """The set as a link; `page` is the address of the game's page on a static site."""
        return to_fragment(TASKS, self._data(), page)

    @classmethod
    def from_link(cls, link: str) -> TaskSet:
        """Read a set from its link; a SaveError says what is wrong."""
        try:
            read = msgspec.msgpack.decode(from_fragment(link, TASKS), type=_Set)
            return cls(read.tasks, read.title, lang=read.lang, game=read.game)
        except SaveError:
            raise
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, LabError) as error:
            raise refused(f"is not a set of tasks: {one_line(error, 160)}") from None

    # As it is shown

    def name(self, number: int) -> str:
        """The task or scenario at a place."""
        one = self.tasks[number]
        return one if isinstance(one, str) else one.scenario

    def title_of(self, number: int, lang: str = "en") -> str:
        """What the task at a place is called, or what is asked there."""
        one = self.tasks[number]
        if isinstance(one, Question):
            return one.words
        return Task(self.manifest.lessons.tasks[one], lang, None, self.manifest.name).title

    # Answers

    def answers(self, name: str, fared: Mapping[int, str], said: Mapping[int, Sequence[str]]) -> str:
        """What somebody answered, as a short text: by the number of the task how it went and what was said."""
        sheet = [
            (
                fared.get(number, "") if fared.get(number, "") in FARED else "",
                [one_line(" ".join(str(one).split()), LONGEST_ANSWER) for one in said.get(number, ())][:MOST_ANSWERS],
            )
            for number in range(len(self.tasks))
        ]
        return to_fragment(ANSWERS, msgspec.msgpack.encode(_Sheet(self.mark, check_name(name.strip()), sheet))).lstrip("#")

    def read(self, text: str) -> Sheet:
        """Read what somebody handed in; a SaveError says what is wrong, such as that it answers another set."""
        try:
            read = msgspec.msgpack.decode(from_fragment(f"#{text.strip().lstrip('#')}", ANSWERS), type=_Sheet)
            name = check_name(read.name)
        except SaveError:
            raise
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, LabError) as error:
            raise refused(f"is not a sheet of answers: {one_line(error, 160)}") from None
        if read.set != self.mark:
            raise refused(f"of {one_line(name, 40)} answers another set of tasks")
        if len(read.answers) != len(self.tasks):
            raise refused("does not fit the set of tasks")
        rows = [
            Answered(fared if fared in FARED else "", tuple(one_line(one, LONGEST_ANSWER) for one in said[:MOST_ANSWERS]))
            for fared, said in read.answers
        ]
        return Sheet(name, tuple(rows))

    def collect(self, texts: str | Iterable[str]) -> ClassTable:
        """Everything that was handed in, a text a line or each by itself, as a table. Of one name the latest counts."""
        lines = texts.splitlines() if isinstance(texts, str) else [line for text in texts for line in text.splitlines()]
        sheets: dict[str, Sheet] = {}
        problems = []
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                sheet = self.read(line)
            except SaveError as error:
                problems.append(f"{number}: {error}")
            else:
                sheets[sheet.name] = sheet
        return ClassTable(self, tuple(sheets[name] for name in sorted(sheets, key=str.casefold)), tuple(problems))

    def __repr__(self) -> str:
        return f"<TaskSet {self.title or self.manifest.called()}, {len(self.tasks)} tasks>"


class Answered(NamedTuple):
    """How one task went, in a word (`tried`, `right`, `helped`, `shown`; empty: not at all), and what was said."""

    fared: str
    said: tuple[str, ...]


class Sheet(NamedTuple):
    """What one pupil handed in."""

    name: str
    answers: tuple[Answered, ...]


class ClassTable(NamedTuple):
    """Who solved what, and what was said wrongly."""

    set: TaskSet
    sheets: tuple[Sheet, ...]
    problems: tuple[str, ...]
    """Lines that could not be read, each with its number."""

    @property
    def solved(self) -> list[int]:
        """How many solved each task by themselves or after a hint."""
        return [
            sum(sheet.answers[number].fared in ("right", "helped") for sheet in self.sheets)
            for number in range(len(self.set.tasks))
        ]

    def wrong(self, number: int) -> list[tuple[str, int]]:
        """What was said wrongly to a task, the most common first."""
        found: Counter[str] = Counter()
        for sheet in self.sheets:
            answered = sheet.answers[number]
            right = answered.fared in ("right", "helped") and isinstance(self.set.tasks[number], str)
            found.update([*dict.fromkeys(answered.said[:-1] if right else answered.said)])
        return found.most_common()

    def rows(self) -> list[dict[str, Any]]:
        """A row a pupil, for pandas or a file."""
        return [
            {"name": sheet.name, **{self.set.name(number): one.fared for number, one in enumerate(sheet.answers)}}
            for sheet in self.sheets
        ]

    def _repr_html_(self) -> str:
        from html import escape

        lang, tasks = self.set.lang or "en", range(len(self.set.tasks))
        heads = "".join(f"<th>{escape(self.set.title_of(number, lang))}</th>" for number in tasks)
        rows = "".join(
            "".join([f"<tr><td>{escape(sheet.name)}</td>", *(f"<td>{one.fared or '–'}</td>" for one in sheet.answers), "</tr>"])
            for sheet in self.sheets
        )
        return f"<table><tr><th></th>{heads}</tr>{rows}</table>"


def _text(words: object, longest: int, field: str) -> str:
    if not isinstance(words, str) or len(words) > longest or not all(c.isprintable() or c.isspace() for c in words):
        raise LabError(f"{field}: a text of at most {longest} characters, not {one_line(repr(words), 40)}")
    return " ".join(words.split())
