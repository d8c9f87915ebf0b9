"""Lessons: small tasks about positions of a game, asked in its languages and answered by the engine, never by a stored answer.

lesson_data.py reads where a task stands, what is done in it and what is asked; task_answers.py plays it and judges an answer. How
it looks in a notebook is the business of show/lesson_cards.py, on paper of show/handout.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import msgspec

from ..extras import LAB, in_notebook
from ..games import shelf
from ..kernel import Ask, Choice, Game, GameKit, LabError
from ..kernel.errors import either, one_line
from .catalogue import Rule
from .lesson_data import LETTERS, Asked, Language, TaskRecord
from .proving import Proof, prove, start
from .scenarios import Scenario
from .seats import names_in
from .texts import LANGUAGES
from .trying import Trying

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from .task_answers import Result

Answer = str | int | Choice | Rule | Game[Any] | Sequence[str | Choice]


class Option(NamedTuple):
    """One of the answers to choose from: a choice in its notation, or a rule by its id."""

    letter: str
    value: str
    words: str


class Task:
    """A position with a question. `check` holds an answer against what the engine does; `explore` opens it in the explorer."""

    def __init__(self, record: TaskRecord, lang: str = "en", file: Path | None = None, game: str | None = None) -> None:
        _check_language(lang)
        self.manifest: Manifest = shelf.find(game)
        self.record = record
        self.lang = lang
        self.file = self.manifest.lessons.file if file is None else file
        self.name = record.name
        self.ask: Asked = record.ask
        self.title = _in(record.title, lang)
        self.question = _in(record.question, lang)
        self.trying = Trying()
        """How whoever answers fares."""

    @property
    def typed(self) -> str:
        """What to type to have it again."""
        game = "" if self.manifest.name == shelf.USUAL else f', game="{self.manifest.name}"'
        return f'bl.task("{self.name}"{game})'

    def told_in(self, lang: str) -> Task:
        """The same task in a language."""
        if lang == self.lang:
            return self
        twin = Task(self.record, lang, self.file, self.manifest.name)
        twin.trying = self.trying
        return twin

    @property
    def chapter(self) -> str:
        """The part of the lesson it belongs to, as the rulebook calls it."""
        return self.manifest.chapters.title(self.record.chapter, self.lang)

    @property
    def number(self) -> int:
        """Its place in the whole lesson, from 1; 0 for a task from elsewhere."""
        names = list(self.manifest.lessons.tasks) if self.manifest.has("lessons") else []
        return names.index(self.name) + 1 if self.name in names else 0

    def say(self, key: str, **values: object) -> str:
        """A word of the lesson in the task's language."""
        return self.manifest.texts.say("lesson", key, values, self.lang)

    @property
    def hint(self) -> str:
        """What helps after a wrong answer: as the file says, else the rule it is about, or where to look for it."""
        if self.record.hint:
            return _in(self.record.hint, self.lang)
        if self.ask == "why":
            return self.say("hint.chapter", chapter=self.chapter)
        return self.say("hint.rule", text=self.rule_text(self.record.about[0]))

    @cached_property
    def scenario(self) -> Scenario:
        """Its position."""
        if self.record.scenario is not None:
            return Scenario.read(self.record.scenario, game=self.manifest.name)
        return Scenario.read({"name": self.name, "given": self.record.given}, game=self.manifest.name)

    def _played(self, when: Sequence[Mapping[str, Any]], then: Sequence[Mapping[str, Any]] = ()) -> Proof:
        """Its position as a scenario in which this is done and this must come of it."""
        record = self.scenario.record
        kind = next(field.type for field in msgspec.structs.fields(record) if field.name == "when")
        steps = msgspec.convert(list(when), kind)
        twin = object.__new__(Scenario)
        twin.__dict__.update(self.scenario.__dict__)
        twin.record = msgspec.structs.replace(record, when=steps, then=list(then))
        return prove(twin)

    @cached_property
    def steps(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What has been done when the question is asked and what is done then, as choices are written."""
        before = len(self.record.before)
        proof = self._played([*self.record.before, *self.record.do])
        made = tuple(str(deed.choice) for deed in proof.deeds)
        if proof.differences:
            raise LabError(f"{one_line(self.file.name)}: {self.name}: {proof.differences[0]}")
        return made[:before], made[before:]

    @cached_property
    def _kit(self) -> GameKit[Any]:
        return start(self.scenario).kit

    @property
    def is_about_what_comes(self) -> bool:
        """Whether the question is about what happens by itself, without anybody doing anything."""
        record = self.record
        return self.ask == "count" and not (record.before or record.do or record.repeat)

    def start(self) -> Game[Any]:
        """A new game that stands where the question is asked; what happens by itself waits if the question is about it."""
        scenario = self.scenario
        game = Game(self._kit, scenario.state, chance=Ask(), names=scenario.names, opening=scenario.opening, run=False)
        if not self.is_about_what_comes:
            game.run_tasks(None)
        for choice in self.steps[0]:
            game.play(choice)
        return game

    @cached_property
    def game(self) -> Game[Any]:
        """The task's own game: what the explorer shows and `check()` looks at."""
        return self.start()

    def restart(self) -> None:
        """Begin the task's own game anew."""
        self.__dict__.pop("game", None)

    @cached_property
    def position(self) -> Any:
        """The position in which the question is asked."""
        return self.start().state

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The answers to choose from, with their letters; none where a number or a line of play is asked for."""
        if self.ask == "why":
            values = [(rule, self.rule_text(rule)) for rule in self.record.offered]
        else:
            values = [(choice, self.told(choice)) for choice in self.record.choices]
        return tuple(Option(letter, *value) for letter, value in zip(LETTERS, values, strict=False))

    def rule_text(self, rule: str) -> str:
        """A rule in the task's language, with the numbers that are in force in it."""
        return self.manifest.catalogue[rule].text(self.lang, getattr(self.position, "rules", None))

    def told(self, choice: str) -> str:
        """A choice as a phrase."""
        from .task_answers import told

        return told(self.start(), choice, self.lang)

    @cached_property
    def deeds(self) -> list[str]:
        """What is done, or what somebody wants to do, in words: who, then what."""
        game = self.start()
        found = []
        for choice in [self.record.refused] if self.record.refused else self.steps[1]:
            words, pending = self.told(choice), game.pending
            by_somebody = pending is not None and not pending.is_chance
            if pending is not None and by_somebody:
                words = self.say("deed", player=names_in(game, self.lang)[pending.player], deed=words)
            found.append(words)
            if not self.record.refused:
                game.play(choice)
        return found

    def check(self, *answer: Answer) -> Result:
        """Whether an answer is right, and why: after a first wrong one a hint, after a second the solution.

        Without an answer: how to answer, or whether the task's own game reached its goal.
        """
        from .task_answers import judge

        return self.trying.hear(judge(self, answer))

    def solution(self) -> Result:
        """The engine's own answer, with the reasons."""
        from .task_answers import solve

        return solve(self)

    def proved(self, choices: Sequence[str]) -> Proof:
        """These choices played from the position, and the goal compared with what came of them."""
        return self._played([*self.record.before, *({"choice": choice} for choice in choices)], self.record.goal)

    def explore(self) -> object:
        """The task's game in the explorer, which a notebook shows; what is played there `check()` looks at."""
        from ..explorer.explorer import Explorer

        return Explorer.for_task(self)

    def __repr__(self) -> str:
        lines = [f"<Task {self.name}> {self.title}", *(f"  {deed}." for deed in self.deeds), self.question]
        return "\n".join([*lines, *(f"  {option.letter}) {option.words}" for option in self.options)])

    def _repr_html_(self) -> str:
        from ..show.lesson_cards import task_html

        return task_html(self)


def _in(texts: Mapping[Language, str], lang: str) -> str:
    known = {str(key): text for key, text in texts.items()}
    return known.get(lang) or known["en"]


def _check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")


def task(name: str, lang: str = "en", game: str | None = None) -> Task:
    """A task of a game's lesson, by name."""
    from difflib import get_close_matches

    tasks = shelf.find(game).lessons.tasks
    if name not in tasks:
        near = get_close_matches(str(name)[:80], list(tasks), n=1, cutoff=0.6)
        hint = f"did you mean {near[0]}?" if near else f"choose {either(tasks)}"
        raise LabError(f"unknown task {one_line(name, 40)!r}; {hint}")
    return Task(tasks[name], lang, game=game)


# Lessons


class Lesson(Sequence[Task]):
    """Some tasks in order. A notebook shows them one after another, to be answered; without the explorer, as a table."""

    def __init__(self, tasks: Sequence[Task], lang: str = "en", game: str | None = None) -> None:
        self.tasks = tuple(tasks)
        self.lang = lang
        self.manifest: Manifest = self.tasks[0].manifest if self.tasks else shelf.find(game)

    def told_in(self, lang: str) -> Lesson:
        """The same lesson in a language."""
        return self if lang == self.lang else Lesson([task.told_in(lang) for task in self.tasks], lang, self.manifest.name)

    @property
    def title(self) -> str:
        """What the lesson is called."""
        return self.say("lesson", game=self.manifest.called(self.lang))

    def say(self, key: str, **values: object) -> str:
        """A word around the tasks in the lesson's language."""
        return self.manifest.texts.say("lesson", key, values, self.lang)

    @overload
    def __getitem__(self, which: int | str) -> Task: ...
    @overload
    def __getitem__(self, which: slice) -> Lesson: ...
    def __getitem__(self, which: int | str | slice) -> Task | Lesson:
        """A task by its place or by its name; some of them by a slice."""
        if isinstance(which, slice):
            return Lesson(self.tasks[which], self.lang, self.manifest.name)
        if isinstance(which, int):
            return self.tasks[which]
        for task in self.tasks:
            if task.name == which:
                return task
        raise LabError(f"unknown task {one_line(which, 40)!r} here; choose {either(t.name for t in self.tasks)}")

    def __len__(self) -> int:
        return len(self.tasks)

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def by_chapter(self) -> dict[str, list[Task]]:
        """The tasks by the title of their part."""
        found: dict[str, list[Task]] = {}
        for task in self.tasks:
            found.setdefault(task.chapter, []).append(task)
        return found

    def __repr__(self) -> str:
        lines = [f"<Lesson, {len(self.tasks)} tasks>"]
        for chapter, tasks in self.by_chapter().items():
            lines += [chapter, *(f"  {task.name}: {task.title}" for task in tasks)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from ..show.lesson_cards import lesson_html

        return lesson_html(self)

    def explore(self) -> object:
        """The lesson in the explorer: open at its first task, or as a list if it has several parts."""
        from ..explorer.explorer import Explorer

        return Explorer.for_lesson(self)

    def _repr_mimebundle_(self, **_: object) -> object:
        """In a notebook that has widgets: the explorer with the lesson open. None elsewhere, and the table is shown."""
        if not self.tasks or not in_notebook(*LAB):
            return None
        shown: Any = self.explore()
        return {**shown._repr_mimebundle_(), "text/plain": repr(self), "text/html": self._repr_html_()}


def lesson(chapter: str | None = None, lang: str = "en", game: str | None = None) -> Lesson:
    """The whole lesson of a game, or the tasks of one chapter of its rules."""
    _check_language(lang)
    book = shelf.find(game).lessons
    chapters = list(dict.fromkeys(record.chapter for record in book.tasks.values()))
    if chapter is not None and chapter not in chapters:
        raise LabError(f"unknown part {one_line(chapter, 40)!r} of the lesson; choose {either(chapters)}")
    records = [record for record in book.tasks.values() if chapter in (None, record.chapter)]
    return Lesson([Task(record, lang, game=game) for record in records], lang, game)
