"""A bare tree: copy a child, apply an option, stop at a cap. No values, no graph, no drawing; those build on it."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import Generic, TypeVar

from .chance import Enumerate
from .choices import Option
from .engine import CHANCE, Pending, advance, choose
from .errors import LabError
from .pause import collector_paused
from .state import BaseState

S = TypeVar("S", bound=BaseState)


class Branch(Generic[S]):
    """A position in the tree, with the option that led to it and the odds of that option (1 for a player's choice)."""

    __slots__ = ("children", "depth", "more", "odds", "option", "parent", "pending", "state")

    def __init__(
        self, parent: Branch[S] | None, option: Option | None, odds: Fraction, state: S, pending: Pending | None, depth: int
    ) -> None:
        self.parent = parent
        self.option = option
        self.odds = odds
        self.state = state
        self.pending = pending
        self.depth = depth
        self.children: list[Branch[S]] = []
        self.more = 0
        """How many options were left out because the cap was reached."""

    @property
    def player(self) -> int | None:
        """Who decides here; None at the end of the game."""
        return None if self.pending is None else self.pending.player


class Expansion(Generic[S]):
    """A tree of positions. `nodes` are in breadth-first order; the root is first."""

    def __init__(self, nodes: list[Branch[S]]) -> None:
        self.nodes = nodes
        self.root = nodes[0]

    @property
    def complete(self) -> bool:
        """Whether no option was left out."""
        return not any(node.more for node in self.nodes)

    def leaves(self) -> list[Branch[S]]:
        """The nodes without children."""
        return [node for node in self.nodes if not node.children]


def expand(state: S, *, depth: int, cap: int = 10_000) -> Expansion[S]:
    """Every option of every player, and every outcome of chance, to a depth, up to `cap` nodes. `state` is not changed.

    Chance steps count as a level of their own. Where the cap bites, `more` says how many options are missing; the children of
    one node are all there or not at all, so odds always add up.
    """
    if depth < 0 or cap < 1:
        raise LabError(f"a tree needs a depth of at least 0 and a cap of at least 1, not {depth} and {cap}")
    with collector_paused():
        return _expand(state, depth, cap)


def _expand(state: S, depth: int, cap: int) -> Expansion[S]:
    chance = Enumerate()
    own = state.copy()
    root: Branch[S] = Branch(None, None, Fraction(1), own, advance(own), 0)
    nodes = [root]
    waiting = deque(nodes)
    one = Fraction(1)
    while waiting:
        node = waiting.popleft()
        pending = node.pending
        if pending is None or node.depth >= depth:
            continue
        thrown = pending.player == CHANCE
        outcomes = chance.branches(node.state, pending) if thrown else ()
        options = [option for option, _ in outcomes] if thrown else pending.raw
        if len(nodes) + len(options) > cap:
            node.more = len(options)
            continue
        state, below = node.state, node.depth + 1
        for place, option in enumerate(options):
            child = state.copy()
            choose(child, option)
            odds = outcomes[place][1] if thrown else one
            node.children.append(Branch(node, option, odds, child, advance(child), below))
        nodes += node.children
        if below < depth:
            waiting += node.children
    return Expansion(nodes)


def perft(state: BaseState, depth: int) -> int:
    """How many different lines of play of this length there are. A line ends early where the game does, or at a chance step."""
    own = state.copy()
    with collector_paused():
        return _count(own, advance(own), depth)


def split(state: BaseState, depth: int) -> dict[Option, int]:
    """The count of `perft` by first option: where two engines disagree, this shows after which choice. Empty at a chance step."""
    own = state.copy()
    pending = advance(own)
    counts: dict[Option, int] = {}
    for option in [] if pending is None or pending.player == CHANCE or depth < 1 else pending.raw:
        child = own.copy()
        choose(child, option)
        counts[option] = _count(child, advance(child), depth - 1)
    return counts


def _count(state: BaseState, pending: Pending | None, depth: int) -> int:
    if depth <= 0 or pending is None or pending.player == CHANCE:
        return 1
    if depth == 1:
        return len(pending.raw)
    total = 0
    for option in pending.raw:
        child = state.copy()
        choose(child, option)
        total += _count(child, advance(child), depth - 1)
    return total
