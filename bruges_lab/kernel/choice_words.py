"""Choices in words, each written once: the same option of the same step is the same choice in all games with the same things.

What a number is called hangs on the things that all positions share (a deck, a board) and on nothing else that changes, so the
words outlive a game: whoever plays many has them written after the first.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from .choices import Choice, Option

if TYPE_CHECKING:
    from .engine import Pending
    from .state import BaseState

MOST_SETS, MOST_CHOICES = 8, 50_000
"""Sets of things whose words are kept at a time, and choices of one set."""


class StepWording:
    """The options of one step in words, and back."""

    __slots__ = ("choices", "options")

    def __init__(self) -> None:
        self.choices: dict[Option, Choice] = {}
        self.options: dict[Choice, Option] = {}


class Wording:
    """The choices of games that are played with the same things, in words."""

    __slots__ = ("_count", "steps", "things")

    def __init__(self, things: tuple[object, ...]) -> None:
        self.things = things
        self.steps: dict[str, StepWording] = defaultdict(StepWording)
        """What is known of each step, by its name."""
        self._count = 0

    def choice(self, pending: Pending, option: Option) -> Choice:
        """An option of a decision in words. (Outcomes of chance are too many to be kept.)"""
        known = self.steps[pending.step.name]
        return known.choices.get(option) or self.write(known, pending, option)

    def write(self, known: StepWording, pending: Pending, option: Option) -> Choice:
        """An option in words for the first time."""
        if self._count >= MOST_CHOICES:
            known.choices.clear()
            known.options.clear()
            self.steps, self._count = defaultdict(StepWording, {pending.step.name: known}), 0
        self._count += 1
        choice = known.choices[option] = pending.choice(option)
        known.options[choice] = option
        return choice


_KNOWN: list[Wording] = []


def wording_for(state: BaseState) -> Wording:
    """The words of the things that a position is played with."""
    things: tuple[Any, ...] = (state.book, len(state.players), *(getattr(state, name) for name in sorted(state.shared)))
    for wording in _KNOWN:
        for mine, its in zip(things, wording.things, strict=False):
            if mine is not its and mine != its:  # equal ones, such as rulesets, may be made anew for each game
                break
        else:
            return wording
    _KNOWN.insert(0, Wording(things))
    del _KNOWN[MOST_SETS:]
    return _KNOWN[0]
