"""Steps through a game: event by event, to decisions, phases and rounds, back and forth along its lines, and by itself."""

from __future__ import annotations

from typing import Any

from ..analysis.policies import policy
from ..kernel import LabError
from ..kernel.errors import one_line
from ..kernel.nodes import Node
from .controls import SLOWEST
from .looking import Looking, Moving


class Stepping(Looking):
    """A view of a game that can be moved along it."""

    step_by_step: bool
    """Whether a choice shows its events one by one."""

    def next(self) -> None:
        """Go on: the next event, or what chance brings. Where somebody has to decide, say so and point at what can be chosen."""
        pending = self.game.pending
        waits = not self.cursor.inside and self.cursor.node.last is None
        if waits and pending is not None and pending.is_chance:
            self.roll()
        elif waits and pending is not None and self.autoplay.is_person(pending.player):
            self.point_out()
        else:
            self.next_event()

    def let_choose(self) -> None:
        """Leave the decision that waits to whoever plays on."""
        pending = self.game.pending
        if self.cursor.inside or pending is None or pending.is_chance:
            raise LabError(self.words("step.nothing_to_choose"))
        option = self.autoplay.decide(self.game.state, pending)
        self.choose(str(pending.choice(option)))

    def next_event(self) -> None:
        """Show the next event."""
        self._step(lambda: self.cursor.next_event(self.autoplay.decide_if_named), onward=True)

    def previous_event(self) -> None:
        """Show the event before."""
        self._step(self.cursor.previous_event)

    def next_decision(self) -> None:
        """Go on to the next decision that a person has to make."""
        self._step(lambda: self.cursor.next_decision(self.autoplay.decide_if_named, self.autoplay.is_person), onward=True)

    def next_phase(self) -> None:
        """Play on to the next phase; where a person has to decide, whoever plays on does."""
        self._step(lambda: self.cursor.next_stage(self.autoplay.decide), onward=True)

    def next_round(self) -> None:
        """Play on to the next round; where a person has to decide, whoever plays on does."""
        self._step(lambda: self.cursor.next_chapter(self.autoplay.decide), onward=True)

    def play_to_end(self, by: str | None = None, *, delay: float | None = None) -> None:
        """Play on to the end by a policy: event by event until `stop`, or at once without a pause or a loop that could wait."""
        autoplay = self.autoplay
        if by is not None:
            self._check_policy(by)
            autoplay.usual = by
        if delay is not None:
            autoplay.delay = max(0.0, float(delay))
        if autoplay.delay and autoplay.start(self._play_on, self.refresh):
            return
        self._forget()
        with Moving(self):
            while not self.game.over and self.cursor.next_decision(autoplay.decide):
                pass
        self.refresh()

    def _play_on(self) -> bool:
        """One event further; whether there may be more."""
        self._step(lambda: self.cursor.next_event(self.autoplay.decide), onward=True)
        return self.cursor.inside or not self.game.over

    def play_by(self, name: str) -> None:
        """Name the policy that plays on where nobody was named."""
        self._check_policy(name)
        self.autoplay.usual = name
        self.refresh()

    def _check_policy(self, name: str) -> None:
        policy(name, self.manifest)

    def set_pause(self, seconds: float | str) -> None:
        """How long to wait between two events that play by themselves."""
        try:
            found = float(seconds)
        except ValueError:
            found = -1.0
        if not 0 <= found <= SLOWEST:
            raise LabError(f"a pause lasts 0 to {SLOWEST:g} seconds, not {one_line(seconds, 20)}")
        self.autoplay.delay = found
        self.refresh()

    def show_one_by_one(self, on: bool) -> None:
        """Whether a choice shows its events one by one."""
        self.step_by_step = on
        self.refresh()

    def undo(self) -> None:
        """Take the latest choice back."""
        self._step(self._undo)

    def _undo(self) -> bool:
        self.cursor.frame = None
        self.game.undo()
        return True

    def redo(self) -> None:
        """Go forward again."""
        self._step(self._redo)

    def _redo(self) -> bool:
        self.cursor.frame = None
        self.game.redo()
        return True

    def goto(self, node: Node[Any] | int) -> None:
        """Jump to a node."""
        self._step(lambda: self._went(node))

    def _went(self, node: Node[Any] | int) -> bool:
        self.cursor.goto(node)
        return True

    def scrub(self, place: int) -> None:
        """Go to the place-th node of the line last taken."""
        line = self.cursor.line()
        self.goto(line[max(0, min(place, len(line) - 1))])

    def note(self, words: str) -> None:
        """Write a note on this node."""
        with Moving(self):
            self.game.note(words)
        self.refresh()
