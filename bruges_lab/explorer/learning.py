"""Lessons in the explorer: a task is a game like any other that is looked at, with a question about it beside the board.

Until the question is answered, nothing on the board gives the answer away; a task that is played is judged as it is played. The
tab itself is panels/lesson_panel.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self
from weakref import WeakSet

from ..kernel import Game, LabError
from ..kernel.errors import one_line
from ..rulebook.lessons import Task, lesson
from ..rulebook.lessons import task as task_of
from ..rulebook.standing import standing
from ..rulebook.task_answers import line_of, way
from .coursework import Course, Told
from .cursor import Cursor
from .inspecting import LESSONS
from .looking import Moving
from .stepping import Stepping

if TYPE_CHECKING:
    from ..rulebook.lessons import Answer, Lesson
    from ..rulebook.task_answers import Result


_of_tasks: WeakSet[Game[Any]] = WeakSet()
"""The games that were made for tasks."""


class Learning(Stepping):
    """A view of a game in which tasks can be opened and answered."""

    _desk: Cursor | None = None
    """Where the task is looked at that was opened last."""

    @cached_property
    def course(self) -> Course:
        """What is learned here."""
        return Course()

    @property
    def task(self) -> Task | None:
        """The task that is open, in the language shown: the one whose game is looked at."""
        task = self.course.task
        return None if task is None or task.game is not self.game else self.course.told_in(self.lang)

    @property
    def waits_for_answer(self) -> bool:
        """Whether a question waits that the board must not answer."""
        task = self.task
        return task is not None and task.ask != "play" and not task.trying.settled

    # Opening

    @classmethod
    def for_task(cls, task: Task) -> Self:
        """An explorer of a task."""
        task.game.run_tasks(None)
        explorer = cls(task.game, lang=task.lang)
        explorer.open_task(task)
        return explorer

    @classmethod
    def for_lesson(cls, lesson: Lesson) -> Self:
        """An explorer of a lesson: at its first task, or as a list if it has several parts."""
        explorer = cls.for_task(lesson[0])
        if len(lesson.by_chapter()) > 1 and lesson.manifest.has("lessons"):
            explorer.open_lesson()
        return explorer

    def open_lesson(self, name: str | None = None) -> None:
        """Open a part of the game's lesson by the name of its chapter, at the first task to be done; without one, the list."""
        if name is None:
            if not self.manifest.has("lessons"):
                raise self.manifest.lacks("lessons")
            if self.task is not None:
                self._get_up()
            self.select(LESSONS)
            return
        tasks = lesson(name, self.lang, self.manifest.name)
        undone = [task for task in tasks if self.course.fared(self.manifest, task.name) in ("", "tried")]
        self.open_task((undone or tasks)[0])

    def repeat_lesson(self, name: str) -> None:
        """Begin a part of the lesson anew: how its tasks went is forgotten."""
        self.course.forget(task for task in lesson(name, self.lang, self.manifest.name))
        self.open_lesson(name)

    def open_task(self, name: str | Task) -> None:
        """Open a task; `back` returns to what was looked at before."""
        found = name if isinstance(name, Task) else task_of(name, self.lang, self.manifest.name)
        if self.cursor is not self._desk and found.game is not self.game:
            self._earlier.append(self._former())
        self._sit_down(found)
        self.select(LESSONS)

    def _get_up(self) -> None:
        """Leave the open task; where there was nothing before it, its board stays, and the question with it."""
        if self.opened:
            self.back()
        self.course.lists = True

    def is_of_task(self, game: Game[Any]) -> bool:
        """Whether a game was made for a task: it is made anew from the task, and is nobody's own."""
        return game in _of_tasks

    def _sit_down(self, task: Task) -> None:
        """Look at a task's own game, where it stands."""
        game = task.game
        _of_tasks.add(game)
        game.run_tasks(None)
        home = game.line[len(task.steps[0])]
        self.course.open(task, home)
        cursor = Cursor(game)
        if task.is_about_what_comes and game.node is home and len(cursor.frames()) > 1:
            cursor.frame = 0  # what the question is about is still to be seen, event by event
        self.seat, self._desk = None, cursor
        self._watch(cursor)

    @property
    def has_next_task(self) -> bool:
        """Whether the open task is not the last one of its part of the lesson."""
        names = self._lesson_names()
        return bool(names) and names[-1] != self._open_task().name

    def next_task(self) -> None:
        """Open the task after this one; after the last one of a lesson, the list."""
        if self.has_next_task:
            names = self._lesson_names()
            self.open_task(names[names.index(self._open_task().name) + 1])
        else:
            if self.manifest.has("lessons"):
                self.open_lesson()
            else:
                self.select("decide")

    def _lesson_names(self) -> list[str]:
        """The tasks of the open one's part of the lesson, by name; none if it comes from elsewhere."""
        task = self._open_task()
        known = task.manifest.lessons.tasks if task.manifest.has("lessons") else {}
        names = [name for name, record in known.items() if record.chapter == task.record.chapter]
        return names if task.name in names else []

    def _open_task(self) -> Task:
        if (task := self.task) is None:
            raise LabError(self.words("lesson.none"))
        return task

    # Answering

    def pick_answer(self, letter: str) -> None:
        """Mark one of the answers to choose from, or unmark it."""
        task = self._open_task()
        if letter not in [option.letter for option in task.options]:
            raise LabError(self.words("lesson.no_answer", answer=one_line(letter, 20)))
        self.course.problem = ""
        self.course.picked ^= {letter}
        if task.ask == "why":
            self.course.picked &= {letter}
        self.refresh()

    def answer_task(self, *answer: Answer) -> Result:
        """Answer the open task, as `task.check` takes it; without an answer, by what is marked or written on its page."""
        task, course = self._open_task(), self.course
        if not answer and task.ask == "count":
            answer = (course.draft,)
        elif not answer and task.ask != "play":
            answer = (" ".join(sorted(course.picked)) or ("-" if task.ask == "legal" else "?"),)
        elif not answer:
            answer = tuple(line_of(task, self.game) or ())
        found = course.hear(answer, self.lang)
        self.refresh()
        return found

    def show_solution(self) -> None:
        """Have the solution told, without a further try."""
        self._open_task()
        self.course.give_up(self.lang)
        self.refresh()

    def start_over(self) -> None:
        """Begin the open task anew, with nothing played: another try."""
        self._open_task()
        task = self.course.task
        assert task is not None
        task.restart()
        self._sit_down(task)

    def see_answer(self) -> None:
        """Play the answer on the board: what the task says is done, or what leads to its goal, event by event."""
        task, home = self._open_task(), self.course.home
        assert home is not None
        if not task.trying.settled:
            raise LabError(self.words("lesson.answer_first"))
        choices = way(task)
        with Moving(self):
            self.cursor.goto(home)
            for choice in choices:
                self.game.play(choice)
            self.cursor.goto(home)
        self.course.judged = self.game.node
        if not choices and len(self.cursor.frames()) > 1:
            self.cursor.frame = 0
        self._forget()
        self.message = self.words("lesson.press_next")
        self.refresh()

    def _judge_play(self) -> None:
        """A task that is played is judged as soon as its goal is reached, or can no longer be."""
        task, course = self.task, self.course
        if task is None or task.ask != "play" or task.trying.settled or self.cursor.inside or course.judged is self.game.node:
            return
        course.judged = self.game.node  # looked at once, however often the page is drawn
        stands = standing(task, self.game)
        if stands is not None and (stands.reached or stands.over):
            course.hear(tuple(line_of(task, self.game) or ()), self.lang)

    # Progress

    @property
    def lesson_progress(self) -> dict[str, str]:
        """How every task went, by game and name: `tried`, `right`, `helped` (after the hint) or `shown` (the solution)."""
        return self.course.progress

    @lesson_progress.setter
    def lesson_progress(self, progress: Mapping[str, str]) -> None:
        self.course.restore(progress)
        self.refresh()

    def on_lesson_progress(self, told: Told) -> None:
        """Have somebody told of the progress whenever a task is answered, so that it can be kept."""
        self.course.tell(told)

    # What the board must not give away

    def refresh(self) -> None:
        """Judge what was played, then draw what has changed."""
        self._judge_play()
        super().refresh()

    def _cover(self) -> None:
        if self.task is None:
            super()._cover()

    def held_back(self) -> bool:
        """Say that the question comes first, if one waits."""
        if self.waits_for_answer:
            self.say(self.words("lesson.answer_first"))
            return True
        return False

    def next(self) -> None:
        """Go on, unless a question of a lesson waits."""
        if not self.held_back():
            super().next()

    def let_choose(self) -> None:
        """Leave the decision to whoever plays on, unless a question of a lesson waits."""
        if not self.held_back():
            super().let_choose()

    def play_to_end(self, by: str | None = None, *, delay: float | None = None) -> None:
        """Play on to the end, unless a question of a lesson waits."""
        if not self.held_back():
            super().play_to_end(by, delay=delay)

    def _step(self, move: Callable[[], bool], *, onward: bool = False) -> None:
        # What the question asks for is still to come: no step shows it, whichever way it leads.
        if not ((onward or self.cursor.inside) and self.held_back()):
            super()._step(move, onward=onward)
