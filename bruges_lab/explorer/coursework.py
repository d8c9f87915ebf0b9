"""What somebody learns in one explorer: the task that is open, what is being answered, and how every task went.

It is plain data in the kernel, so a reloaded page shows the same. `progress` is a word a task, to be kept wherever there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..kernel import LabError
from ..kernel.errors import one_line
from ..rulebook.lessons import Task
from ..rulebook.task_answers import judge
from ..rulebook.trying import FARED, Trying

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from ..kernel.nodes import Node
    from ..rulebook.lessons import Answer
    from ..rulebook.task_answers import Result

MOST_KEPT = 2000
Told = Callable[[dict[str, str]], object]


def key_of(task: Task) -> str:
    """What a task is called in the progress: the game and its name."""
    return f"{task.manifest.name}.{task.name}"


class Course:
    """The tasks of one explorer."""

    def __init__(self) -> None:
        self.task: Task | None = None
        """The task that was opened last; whether it is open is a matter of the game that is looked at."""
        self.lists = False
        """Whether the list of lessons is shown although a task is open."""
        self.home: Node[Any] | None = None
        """Where in its game the question is asked."""
        self.picked: set[str] = set()
        """The letters that are marked, before they are checked."""
        self.draft = ""
        """The number that is written, before it is checked."""
        self.answer: tuple[Answer, ...] | None = None
        """The latest answer that was judged."""
        self.judged: Node[Any] | None = None
        """The latest place in a game that was judged, where the task is played."""
        self.problem = ""
        """What is said of an answer that cannot be read."""
        self.said: dict[str, list[str]] = {}
        """What was answered to each task, in words, the first answer first: what a teacher is told of it."""
        self._tries: dict[str, Trying] = {}
        self._kept: dict[str, str] = {}
        self._told: list[Told] = []
        self._twins: dict[str, Task] = {}

    # The open task

    def open(self, task: Task, home: Node[Any]) -> None:
        """Take up a task; it goes on where it was left."""
        known = self._tries.setdefault(key_of(task), task.trying)
        if known is task.trying and not known.fared:
            known.fared = self._kept.get(key_of(task), "")
        task.trying = known
        self.task, self.home, self._twins, self.lists = task, home, {task.lang: task}, False
        self.clear()

    def clear(self) -> None:
        """Forget what was answered, not how it went."""
        self.picked, self.draft, self.answer, self.judged, self.problem = set(), "", None, None, ""

    def told_in(self, lang: str) -> Task:
        """The open task in a language."""
        assert self.task is not None
        if lang not in self._twins:
            self._twins[lang] = self.task.told_in(lang)
        return self._twins[lang]

    def hear(self, answer: tuple[Answer, ...], lang: str) -> Result:
        """Judge an answer to the open task."""
        task = self.told_in(lang)
        found = judge(task, answer)
        if found.right is None:
            self.problem = found.reason
            return found
        self.problem, self.answer = "", answer
        self.said.setdefault(key_of(task), []).append(found.answer)
        found = task.trying.hear(found)
        self._note(task)
        return found

    def give_up(self, lang: str) -> None:
        """Have the solution told."""
        task = self.told_in(lang)
        task.trying.give_up(task.solution())
        self.problem = ""
        self._note(task)

    # How it went

    def fared(self, manifest: Manifest, name: str) -> str:
        """How a task went, in a word; empty if nothing was answered."""
        key = f"{manifest.name}.{name}"
        return self._tries[key].fared if key in self._tries else self._kept.get(key, "")

    @property
    def progress(self) -> dict[str, str]:
        """How every task went that was answered."""
        return self._kept | {key: trying.fared for key, trying in self._tries.items() if trying.fared}

    def restore(self, progress: Mapping[str, str]) -> None:
        """Go on from what was kept; words that mean nothing are left out."""
        if not isinstance(progress, Mapping) or len(progress) > MOST_KEPT:
            raise LabError(f"progress: a word a task, at most {MOST_KEPT}, not {one_line(repr(progress), 40)}")
        self._kept = {
            key: word for key, word in progress.items() if isinstance(key, str) and isinstance(word, str) and word in FARED
        }
        for key, trying in self._tries.items():
            trying.fared = self._kept.get(key, "")

    def forget(self, tasks: Iterable[Task]) -> None:
        """Forget how some tasks went."""
        for key in map(key_of, tasks):
            self._kept.pop(key, None)
            self._tries.pop(key, None)
        for told in self._told:
            told(self.progress)

    def tell(self, told: Told) -> None:
        """Whom to tell whenever it goes on."""
        self._told.append(told)

    def _note(self, task: Task) -> None:
        if self._kept.get(key_of(task), "") != task.trying.fared:
            self._kept[key_of(task)] = task.trying.fared
            for told in self._told:
                told(self.progress)
