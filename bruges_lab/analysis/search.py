"""The strong policy: a Monte-Carlo tree search that knows no more than its seat does.

Whatever the seat cannot see is dealt anew, in several worlds that all agree with its view; playouts take them in turn. The seat's
own decisions grow a tree that all worlds share (an option counts where it was on offer); the others, chance and the rest of the
way are played quickly. A playout ends with a round and is valued by the lead in what the game's positions are worth, in points.
What that is, and what playing quickly means, is the game's to say (weighing.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import log, sqrt
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from ..games import shelf
from ..kernel import GameKit, LabError, Option, Pending, Stream, advance
from ..kernel.book import Chance
from ..kernel.errors import one_line
from ..kernel.pause import collector_paused
from ..kernel.playing import Decider, Playing

if TYPE_CHECKING:
    from .weighing import Weighing

BUDGET, MOST_NODES = 200, 1_000_000
WORLDS = 16
"""How many worlds take turns. The same world throws the same dice for every option, so luck falls on all options alike."""
EXPLORE = 0.7
"""How much a seldom tried option is favoured, in standard deviations of all values."""
AT_ROOT, BELOW = (3.0, 1.2), (1.0, 0.6)
"""Options come in by estimate: so many at first, then this times the square root of the visits."""
_FEW = 10
"""With fewer playouts than this an option's own deviation says little."""


class Ranked(NamedTuple):
    """An option of the root with what the playouts say about it."""

    option: Option
    visits: int
    value: float
    """The mean lead over the best of the others where the playouts ended, in points of `worth`."""
    error: float
    """The standard error of that mean; by the deviation of all playouts where there are few."""
    parts: Any
    """The same lead part by part: the own parts less those of the best of the others."""


class _Node:
    """A decision of the seat, or what follows an option of it."""

    __slots__ = ("children", "offered", "squares", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Option, _Node] = {}
        self.visits = 0
        self.offered = 0
        """How often it could have been chosen: not every option is there in every world."""
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.visits += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.visits

    @property
    def deviation(self) -> float:
        """The standard deviation of the values; 1 before there are two."""
        if self.visits < 2:
            return 1.0
        return sqrt(max(1e-9, self.squares / self.visits - self.mean**2))


class Search:
    """One search, from what a seat sees. `run` gives the best option; `stop`, from another thread perhaps, ends it early."""

    def __init__(
        self,
        kit: GameKit[Any],
        view: Any,
        seat: int,
        stream: Stream,
        *,
        budget: int = BUDGET,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.budget = check_budget(budget)
        self.seat = seat
        self.nodes = 0
        """Playouts so far; each adds at most one node to the tree."""
        self._kit, self._view = kit, view
        self._weighing: Weighing = kit.manifest.weighing
        self._key = stream.below(1 << 31)
        self._last = self._weighing.last_chapter(view)
        self._until = None if seconds is None else monotonic() + seconds
        self._asked = stop
        self._stopped = False
        self._worlds = [kit.resample(view, seat, Stream(self._key, "world", 0))]
        pending = advance(self._worlds[0])
        if pending is None or pending.player != seat:
            raise LabError(f"a search needs a decision of seat {seat}")
        estimate, world = self._weighing.estimate, self._worlds[0]
        self.options: list[Option] = sorted(pending.raw, key=lambda option: -estimate(world, seat, option))
        """What may be chosen, the most promising first: a search that is stopped at once takes that one."""
        self._root = _Node()
        self._parts = {option: [0.0] * len(self._weighing.worth._fields) for option in self.options}

    def stop(self) -> None:
        """Let `run` end after the playout it is at."""
        self._stopped = True

    @property
    def stopped(self) -> bool:
        """Whether it ended, or will end, before the budget is spent."""
        return self._stopped

    @property
    def done(self) -> bool:
        """Whether there is nothing more to be played out: the budget is spent, or there is but one option, or it was stopped."""
        return self.nodes >= self.budget or len(self.options) < 2 or self._stopped

    def run(self, seconds: float | None = None) -> Option:
        """Play out until the budget, the time or somebody's patience ends, or for so many seconds; the best option so far.

        After some seconds it can be run on: pieces come to the same as all at once.
        """
        rest = None if seconds is None else monotonic() + seconds
        with collector_paused():
            while not self.done:
                if (self._until is not None and monotonic() >= self._until) or (self._asked is not None and self._asked()):
                    self._stopped = True
                else:
                    self._play_out()
                    if rest is not None and monotonic() >= rest:
                        break
        return self.best

    @property
    def best(self) -> Option:
        """The option with the most playouts, by their mean where these are equal."""
        children = self._root.children
        tried = [option for option in self.options if option in children]
        return max(tried, key=lambda option: (children[option].visits, children[option].mean)) if tried else self.options[0]

    def ranking(self) -> list[Ranked]:
        """All options, the best first, then by value less error; those never tried come last, in the order of their promise."""
        best, all_playouts, worth = self.best, self._root.deviation, self._weighing.worth
        found = []
        for option in self.options:
            node = self._root.children.get(option)
            if node is None:
                found.append(Ranked(option, 0, 0.0, float("inf"), worth._make(0.0 for _ in worth._fields)))
            else:
                deviation = node.deviation if node.visits >= _FEW else all_playouts
                parts = worth._make(part / node.visits for part in self._parts[option])
                found.append(Ranked(option, node.visits, node.mean, deviation / sqrt(node.visits), parts))
        return sorted(found, key=lambda one: (one.option != best, one.error - one.value))

    # One playout

    def _play_out(self) -> None:
        number = self.nodes % WORLDS
        if number == len(self._worlds):
            self._worlds.append(self._kit.resample(self._view, self.seat, Stream(self._key, "world", number)))
        s = self._worlds[number].copy()
        deciders: list[Decider] = [self._weighing.quick] * len(s.players)
        descent = deciders[self.seat] = _Descent(self._root, self._weighing, deciders)
        playing = Playing(self._kit, s, deciders, _Thrown(self._key, number), Stream(self._key, "playout", self.nodes))
        playing.on(last=self._last)
        assert descent.first is not None
        self._keep(s, descent.first, descent.path)
        self.nodes += 1

    def _keep(self, s: Any, first: Option, path: list[_Node]) -> None:
        """Value the end of a playout: the lead over the best of the others."""
        parts = self._weighing.lead(s, self.seat)
        value = sum(parts)
        for node in path:
            node.add(value)
        sums = self._parts[first]
        for place, part in enumerate(parts):
            sums[place] += part


class _Thrown:
    """Chance in one of the worlds: every playout in it throws the same."""

    def __init__(self, key: int, world: int) -> None:
        self.key = key
        self.world = world

    def pick(self, state: Any, pending: Pending, ordinal: int) -> Option:
        step = pending.step
        assert isinstance(step, Chance)
        return step.sample(state, Stream(self.key, self.world, *pending.task), *pending.task[1:])

    def to_data(self) -> dict[str, object]:
        raise LabError("the chance of a search is not saved")


class _Descent:
    """The seat's own decisions in one playout: down the tree, one node beyond it, then it leaves them to who plays quickly."""

    def __init__(self, root: _Node, weighing: Weighing, deciders: list[Decider]) -> None:
        self.root = root
        self.weighing = weighing
        self.deciders = deciders
        self.path = [root]
        self.first: Option | None = None
        """What was chosen at the root."""
        self.deviation = root.deviation

    def __call__(self, s: Any, pending: Pending, noise: Stream) -> Option:
        if self.first is not None and not self.weighing.branches(pending):
            return self.weighing.quick(s, pending, noise)
        option = self._choose(s, pending)
        if self.first is None:
            self.first = option
        return option

    def _choose(self, s: Any, pending: Pending) -> Option:
        """Choose in the tree: something new while there is room, which ends its growth, else by upper confidence bound."""
        node, options = self.path[-1], pending.raw
        children = node.children
        known = [option for option in options if option in children]
        first, more = AT_ROOT if node is self.root else BELOW
        room = first + more * sqrt(node.visits)
        if len(known) < len(options) and len(known) < room:
            seat, estimate = pending.player, self.weighing.estimate
            best = max((o for o in options if o not in children), key=lambda o: estimate(s, seat, o))
            children[best] = child = _Node()
            self.path.append(child)
            self.deciders[pending.player] = self.weighing.quick
            return best
        most = float("-inf")
        for option in known:
            child = children[option]
            child.offered += 1
            bound = child.mean + EXPLORE * self.deviation * sqrt(log(child.offered + 1) / child.visits)
            if bound > most:
                best, most = option, bound
        self.path.append(children[best])
        return best


# As a policy


@dataclass(frozen=True)
class SearchPolicy:
    """A search at every decision at which the game's tree grows; elsewhere what is played quickly."""

    budget: int = BUDGET
    game: str = shelf.USUAL
    """The name of the game."""

    def __call__(self, state: Any, pending: Pending, stream: Stream) -> Option:
        """The best option by what the seat may know."""
        if len(pending.raw) == 1:
            return pending.raw[0]
        kit, weighing = equipment(self.game)
        if not weighing.branches(pending):
            return weighing.quick(state, pending, stream)
        seat = pending.player
        return Search(kit, kit.mask(state, seat), seat, stream, budget=self.budget).run()


@cache
def equipment(game: str) -> tuple[GameKit[Any], Weighing]:
    """What a policy needs of its game: policies travel to other processes by name, and find it there."""
    manifest = shelf.find(game)
    return manifest.kit(), manifest.weighing


def check_budget(budget: object) -> int:
    """A number of nodes, or a LabError."""
    if not isinstance(budget, int) or isinstance(budget, bool) or not 1 <= budget <= MOST_NODES:
        raise LabError(f"budget: a whole number of nodes from 1 to {MOST_NODES:,}, not {one_line(repr(budget), 20)}")
    return budget
