"""A random game under watch, whatever the game: after every decision the position is legal, the listings agree, every refusal has
its rule, events alone rebuild the position, copies stay apart. What is particular to a game its folder hands in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from ..kernel import Seeded, Stream, advance, choose, why_not
from ..kernel.book import Decision
from ..kernel.choices import Option
from ..kernel.deltas import apply_deltas
from ..kernel.engine import Pending
from ..kernel.events import RawEvent
from ..kernel.kit import GameKit
from ..kernel.playing import Playing
from ..kernel.state import BaseState

S = TypeVar("S", bound=BaseState)
COPIES = 11
"""After so many decisions each all options are tried on copies."""


class Followed(NamedTuple):
    """What a game under watch showed."""

    decisions: int
    checked: int
    """How many choices were asked about with why_not."""
    log: list[RawEvent]
    refusals: Counter[str]
    """How often each rule was the answer."""


class Watch(NamedTuple, Generic[S]):
    """What a game says of itself to be watched."""

    kit: GameKit[S]
    check_position: Callable[[S], object]
    """Complains of a position that is not legal."""
    conceivable: Callable[[S, Pending], list[Option]]
    """Choices to ask about, sensible or not, the legal ones among them."""
    check_views: Callable[[S, Stream], object]
    """Complains of views that leak or change with what is hidden."""
    check_end: Callable[[S], object]
    """Complains of a finished game whose scores or winners are wrong."""
    views: int
    """After so many decisions each the views are looked at."""

    def follow(self, state: S, twin: S, seed: int, *, closely: bool, sparing: int = 1) -> Followed:
        """Play a game by chance from set-up to its end; `twin`, set up alike, is rebuilt from its events.

        After every decision it is looked at whole. What takes longest, refusals and views, can be asked for `sparing` times less.
        """
        log = state.log or []
        seen = len(log)
        decisions = checked = 0
        refusals: Counter[str] = Counter()

        def watched(state: S, pending: Pending, stream: Stream) -> Option:
            nonlocal seen, decisions, checked
            decisions += 1
            if closely:
                seen = rebuilt(twin, log, seen, state)
                self.check_position(state)
                check_listing(state, pending)
                if decisions % sparing == 0:
                    checked += self.check_refusals(state, pending, log, refusals)
                if decisions % (self.views * sparing) == 0:
                    self.check_views(state, stream)
                if decisions % COPIES == 0:
                    check_copies(state, pending)
            return pending.raw[stream.below(len(pending.raw))]

        players: Any = [watched] * len(state.players)
        Playing(self.kit, state, players, Seeded(seed), Stream(seed, "watch")).on()
        self.check_position(state)
        self.check_end(state)
        if closely:
            rebuilt(twin, log, seen, state)
        return Followed(decisions, checked, log, refusals)

    def check_refusals(self, state: S, pending: Pending, log: list[RawEvent], refusals: Counter[str]) -> int:
        """A rule for every refusal, which is counted, and none for what is legal. Gives the number of choices asked about."""
        step, legal = pending.step, set(pending.raw)
        asked = self.conceivable(state, pending)
        for option in asked:
            refusal = why_not(state, pending, option, past=(event[:4] for event in reversed(log)))
            assert (refusal is None) == (option in legal), f"{step.name}: {option}: {refusal!r}"
            if refusal is not None:
                assert refusal.rule, f"{step.name}: {option} is refused without a rule"
                refusals[refusal.rule] += 1
        return len(asked)


def check_listing(state: BaseState, pending: Pending) -> None:
    """The fast listing gives what the needs give, nothing twice."""
    step = pending.step
    assert isinstance(step, Decision)
    by_needs = step.by_needs(state, *pending.task[1:])
    assert sorted(pending.raw) == sorted(by_needs), f"{step.name}: the fast listing differs from the needs"
    assert len(set(pending.raw)) == len(pending.raw), f"{step.name}: an option is listed twice"


def rebuilt(twin: BaseState, log: list[RawEvent], seen: int, state: BaseState) -> int:
    """Follow the events on a second state and compare."""
    for event in log[seen:]:
        apply_deltas(twin, event[4])
    for name in type(state).position_fields():
        if name != "agenda":
            assert getattr(twin, name) == getattr(state, name), f"events do not rebuild {name}"
    return len(log)


def check_copies(state: BaseState, pending: Pending) -> None:
    """Every option on a copy leaves the original alone."""
    before = state.key()
    for option in pending.raw:
        twin = state.copy()
        choose(twin, option)
        advance(twin)
    assert state.key() == before, "a copy shares something with its original"
