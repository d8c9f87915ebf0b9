"""Where a task stands that is played: what is to be reached and what is there now, and how many choices are left for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .scenario_telling import Story
from .task_answers import line_of, own_choices

if TYPE_CHECKING:
    from ..kernel import Game
    from .lessons import Task


class Aim(NamedTuple):
    """One thing to be reached, in words, and what is there now."""

    words: str
    now: str
    reached: bool


class Standing(NamedTuple):
    """How far a task has been played."""

    made: int
    most: int
    aims: tuple[Aim, ...]
    over: bool
    """Whether nothing more can be done about it: every choice that counts is made, or the game is over."""

    @property
    def reached(self) -> bool:
        """Whether the goal is reached, by no more choices than count."""
        return self.made <= self.most and all(aim.reached for aim in self.aims)


def standing(task: Task, game: Game[Any]) -> Standing | None:
    """Where a game stands that began as the task does; None for any other game, and for a task that is not played."""
    line = line_of(task, game) if task.ask == "play" else None
    if line is None:
        return None
    story = Story(task.proved(line), task.lang)
    aims = [
        Aim(words, story.there(dict(expected)), held)
        for (held, words), expected in zip(story.checks(), task.record.goal, strict=True)
    ]
    made = own_choices(task, line)
    return Standing(made, task.record.most, tuple(aims), made >= task.record.most or game.pending is None)
