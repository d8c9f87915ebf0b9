"""Trying a task: a first wrong answer gets a hint, a second one the solution; and the one word that is kept of it.

A notebook (`task.check`) and the explorer's lesson tab go by the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .task_answers import Result

TRIED, RIGHT, HELPED, SHOWN = "tried", "right", "helped", "shown"
"""One wrong answer so far; right at once; right after the hint; the solution was shown."""
FARED = (TRIED, RIGHT, HELPED, SHOWN)


class Trying:
    """How somebody fares with a task."""

    def __init__(self, fared: str = "") -> None:
        self.fared = fared
        """The word that is kept of it; empty as long as nothing was answered."""
        self._wrong: str | None = None

    @property
    def settled(self) -> bool:
        """Whether the answer is known."""
        return self.fared not in ("", TRIED)

    def hear(self, result: Result) -> Result:
        """Take an answer that was judged: what is to be said of it. The same wrong answer again is the same try."""
        if result.right is None or (result.right and self.settled):
            return result
        if result.right:
            self.fared = HELPED if self.fared == TRIED else RIGHT
            return result
        if self.settled or (self.fared == TRIED and result.answer != self._wrong):
            return self.give_up(result)
        self.fared, self._wrong = TRIED, result.answer
        return result._replace(hint=result.task.hint)

    def give_up(self, result: Result) -> Result:
        """Show the solution, after what was answered; whoever has found it has found it."""
        if not self.settled:
            self.fared = SHOWN
        if result.task.ask != "play":
            return result  # what is said of a wrong answer tells the right one
        from .task_answers import Reason

        solved = result.task.solution()
        return result._replace(
            reasons=(*result.reasons, Reason(result.task.say("solution")), *solved.reasons), rules=solved.rules
        )
