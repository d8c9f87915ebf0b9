"""What a game is made of: nodes of its tree, steps that play made, views of one seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import ref

import msgspec

from .choices import Choice, Option
from .events import Event, Notes, RawEvent, in_full
from .state import BaseState

S = TypeVar("S", bound=BaseState)


class Step(msgspec.Struct, eq=False, gc=False):
    """What came of a choice: the choice, and the events up to the next decision (made when they are looked at)."""

    choice: Choice | None
    _tell: Callable[[Any], list[Event]]
    _told: Any
    """What the events are made from by `_tell`."""
    _events: list[Event] | None = None

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        if self._events is None:
            self._events = self._tell(self._told)
        return self._events

    def __repr__(self) -> str:
        return f"<Step {self.choice}, {len(self.events)} events>"


class Tree(list["Node[S]"]):
    """All nodes of a game by their numbers: what keeps them."""

    __slots__ = ("__weakref__",)


class Node(msgspec.Struct, Generic[S], eq=False):
    """A place in the tree. Its position is not to be changed: copy it.

    A node keeps its parent; its children it only knows by number, the game keeps them. So a tree holds no cycles, a finished game
    is freed at once, and there is next to nothing in it for the garbage collector to look through.
    """

    parent: Node[S] | None
    number: int
    option: Option | None
    choice: Choice | None
    state: S
    tree: ref[Tree[S]]
    """Where its children are, as long as there is a game."""
    auto: bool = False
    """Whether a source made the choice by itself; undo and redo step over it."""
    by_chance: bool = False
    """Whether chance made the choice that led here: information was gained."""
    throws: int = 0
    """How many chance steps the line from the start to here has had."""
    raw: list[RawEvent] = []
    """The events on the way here, some of them short (`Notes`); once it has settled, nothing can be added."""
    ends: bytes | tuple[int, ...] = b""
    """After how many of its events the choice and each task ended; nothing where there are too few to be cut."""
    settled: bool = False
    tasks: int | None = 0
    """How many tasks have run by themselves here, while some are still to run; None once it has settled."""
    followed: tuple[int, ...] = ()
    """The numbers of its children."""
    latest: int = -1
    """The number of the child that the line goes on with; -1 where the game was not carried on."""
    note: str = ""

    @property
    def children(self) -> tuple[Node[S], ...]:
        """Where the choices that were tried here led to, in the order in which they were first made."""
        tree = self.tree()
        return () if tree is None else tuple([tree[number] for number in self.followed])

    @property
    def last(self) -> Node[S] | None:
        """The child on the line that was last taken; None where the game was not carried on."""
        tree = self.tree()
        return None if tree is None or self.latest < 0 else tree[self.latest]

    def add(self, child: Node[S]) -> None:
        """A new child, which the line goes on with."""
        self.latest = child.number
        self.followed += (child.number,)

    def follow(self, child: Node[S]) -> None:
        """Let the line go on with a child that is there already."""
        self.latest = child.number

    def __repr__(self) -> str:
        return f"<Node {self.number} {self.choice if self.choice is not None else 'start'}>"


def way_to(node: Node[S], after: Node[S] | None = None) -> list[Node[S]]:
    """The nodes that lead to a node, itself included: from the start on, or from the one after another."""
    nodes: list[Node[S]] = []
    here: Node[S] | None = node
    while here is not None and here is not after:
        nodes.append(here)
        here = here.parent
    nodes.reverse()
    return nodes


def copied(nodes: Iterable[Node[S]]) -> Tree[S]:
    """The same tree once more; what has settled shares its position with the first one."""
    tree: Tree[S] = Tree()
    known = ref(tree)
    for node in nodes:
        copy: Node[S] = node.__copy__()  # type: ignore[attr-defined]
        if node.parent is not None:
            copy.parent = tree[node.parent.number]
        copy.tree = known
        if not node.settled:
            copy.state, copy.raw = node.state.copy(), Notes(node.raw)
        tree.append(copy)
    return tree


def kept_once(events: list[RawEvent], once: dict[tuple[Any, ...], Any]) -> list[RawEvent]:
    """The events, their numbers and deltas shared with equal ones before: most of what a long history tells was told already."""
    try:
        return [
            (rule, kind, player, once.setdefault((kind, *data, *data.values()), data), once.setdefault(deltas, deltas), cause)
            for rule, kind, player, data, deltas, cause in map(in_full, events)
        ]
    except TypeError:  # something in them cannot be looked up, such as a list
        return events


def packed(ends: list[int]) -> bytes | tuple[int, ...]:
    """Counts of events in few bytes: hardly ever is one of them too large for one."""
    return bytes(ends) if ends[-1] < 256 else tuple(ends)


class View(NamedTuple):
    """What one seat may know: the masked position, its own options, and the events as it saw them."""

    seat: int
    state: Any
    pending: str | None
    player: int | None
    options: list[Choice]
    events: list[Event]
    game: str
    """The name of the game: whose kit can deal anew what the seat does not know."""
