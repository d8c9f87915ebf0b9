"""Playing on: the one loop that takes a position further, a decider a seat, chance from a source, until somebody says stop.

Playouts, simulations, comparisons, searches and whoever watches a game all play by it. It works on a state in place, with its log
if it has one: callers copy first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .chance import Source
from .choices import Option
from .engine import Pending, advance
from .errors import LabError
from .keyed import Stream
from .pause import collector_paused
from .state import BaseState

if TYPE_CHECKING:
    from .kit import GameKit

S = TypeVar("S", bound=BaseState)
Decider = Callable[[Any, Pending, Stream], Option]
"""Picks one of the options of a decision."""

LONGEST_GAME, MOST_ROUNDS = 20_000, 1_000
"""Choices and throws of a game, and its rounds (by `GameKit.chapter`), beyond which nobody waits for the end."""
LOOK_UP = 128
"""After so many choices each the rounds are looked at: a bound that hardly any game reaches is not worth a look at every one."""


class Playing(Generic[S]):
    """A position that is played on: who decides, where chance comes from, and what was chosen on the way."""

    def __init__(
        self, kit: GameKit[S], state: S, deciders: Sequence[Decider], source: Source, stream: Stream, *, throws: int = 0
    ) -> None:
        self.kit = kit
        self.state = state
        self.deciders = deciders
        """One per seat."""
        self.source = source
        self.stream = stream
        """The random numbers of the deciders."""
        self.throws = throws
        """How many chance steps the line has had, those before it was played on included."""
        self.made: list[Option] = []
        """Every choice, those of chance included."""
        self._before = throws

    @property
    def decisions(self) -> int:
        """How many choices players made; forced steps and chance do not count."""
        return len(self.made) - (self.throws - self._before)

    def finish(self) -> None:
        """Play to the end; a LabError before the first choice if there is none in sight, or when the bounds are reached."""
        self.kit.check_ending(self.state)
        with collector_paused():
            self.on()

    def on(self, until: Callable[[S, Pending], bool] | None = None, last: int | None = None) -> Pending | None:
        """Play on until a question comes of which `until` says that it is to wait, or that is beyond the `last` round.

        Gives that question; None at the end.
        """
        state, deciders, source, stream, made = self.state, self.deciders, self.source, self.stream, self.made
        chapter = self.kit.chapter

        def answer(pending: Pending) -> Option | None:
            if until is not None and until(state, pending):
                return None
            if last is not None:
                if chapter(state) > last:
                    return None
            elif not len(made) % LOOK_UP and chapter(state) > MOST_ROUNDS:
                raise without_end(self.kit, state)
            if len(made) >= LONGEST_GAME:
                raise without_end(self.kit, state)
            seat = pending.player
            option: Option | None
            if seat >= 0:
                option = deciders[seat](state, pending, stream)
            else:
                option = source.pick(state, pending, self.throws)
                if option is None:
                    raise LabError(f"{pending.kind}: a playout needs a source that decides")
                self.throws += 1
            made.append(option)
            return option

        return advance(state, None, None, answer)


def without_end(kit: GameKit[S], state: S) -> LabError:
    """What is said of a game that has gone beyond all bounds, with what may be the reason."""
    bounds, why = f"{LONGEST_GAME:,} choices or {MOST_ROUNDS:,} rounds", kit.why_endless(state)
    return LabError(f"a game had not ended after {bounds}" + (f" ({why})" if why else ""))
