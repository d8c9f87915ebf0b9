"""What a game is made of: nodes of its tree, steps that play made, views of one seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import ref

from .choices import Choice, Option
from .events import Event, RawEvent
from .state import BaseState

S = TypeVar("S", bound=BaseState)


class Step:
    """What came of a choice: the choice, and the events up to the next decision (made when they are looked at)."""

    __slots__ = ("_events", "_make", "choice")

    def __init__(self, choice: Choice | None, make: Callable[[], list[Event]]) -> None:
        self.choice = choice
        self._make = make
        self._events: list[Event] | None = None

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        if self._events is None:
            self._events = self._make()
        return self._events

    def __repr__(self) -> str:
        return f"<Step {self.choice}, {len(self.events)} events>"


class Node(Generic[S]):
    """A place in the tree. Its position is not to be changed: copy it.

    A node keeps its parent; its children it only knows, the game keeps them. So a tree holds no cycles, and a finished game is
    freed at once instead of being looked for by the garbage collector.
    """

    __slots__ = (
        "__weakref__",
        "_children",
        "_last",
        "auto",
        "by_chance",
        "choice",
        "ends",
        "note",
        "number",
        "option",
        "parent",
        "raw",
        "settled",
        "state",
        "tasks",
        "throws",
    )

    def __init__(
        self,
        parent: Node[S] | None,
        number: int,
        option: Option | None,
        choice: Choice | None,
        state: S,
        auto: bool = False,
        by_chance: bool = False,
    ) -> None:
        self.parent = parent
        self.number = number
        self.option = option
        self.choice = choice
        self.state = state
        self.auto = auto
        """Whether a source made the choice by itself; undo and redo step over it."""
        self.by_chance = by_chance
        """Whether chance made the choice that led here: information was gained."""
        self.throws: int = by_chance if parent is None else parent.throws + by_chance
        """How many chance steps the line from the start to here has had."""
        self.raw: list[RawEvent] = []
        """The events on the way here; once it has settled, nothing can be added."""
        self.ends: bytes | tuple[int, ...] = b""
        """After how many of its events the choice and each task ended; nothing where there are too few to be cut."""
        self.settled = False
        self.tasks: int | None = 0
        """How many tasks have run by themselves here, while some are still to run; None once it has settled."""
        self._children: tuple[ref[Node[S]], ...] = ()
        self._last: ref[Node[S]] | None = None
        self.note = ""

    @property
    def children(self) -> tuple[Node[S], ...]:
        """Where the choices that were tried here led to, in the order in which they were first made."""
        return tuple([child for known in self._children if (child := known()) is not None])

    @property
    def last(self) -> Node[S] | None:
        """The child on the line that was last taken; None where the game was not carried on."""
        return None if self._last is None else self._last()

    def add(self, child: Node[S]) -> None:
        """A new child, which the line goes on with."""
        self._last = known = ref(child)
        self._children += (known,)

    def follow(self, child: Node[S]) -> None:
        """Let the line go on with a child that is there already."""
        self._last = ref(child)

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


def copied(nodes: list[Node[S]]) -> dict[int, Node[S]]:
    """The same tree once more, by the numbers of the nodes; what has settled shares its position with the first one."""
    copies: dict[int, Node[S]] = {}
    for node in nodes:
        parent = None if node.parent is None else copies[node.parent.number]
        state = node.state if node.settled else node.state.copy()
        copy: Node[S] = Node(parent, node.number, node.option, node.choice, state, node.auto, node.by_chance)
        copy.raw, copy.ends, copy.settled, copy.tasks, copy.note = node.raw[:], node.ends, node.settled, node.tasks, node.note
        if parent is not None:
            parent.add(copy)
        copies[node.number] = copy
    for node in nodes:
        if (last := node.last) is not None:
            copies[node.number].follow(copies[last.number])
    return copies


def kept_once(events: list[RawEvent], once: dict[tuple[Any, ...], Any]) -> list[RawEvent]:
    """The events, their numbers and deltas shared with equal ones before: most of what a long history tells was told already."""
    try:
        return [
            (rule, kind, player, once.setdefault((kind, *data, *data.values()), data), once.setdefault(deltas, deltas), cause)
            for rule, kind, player, data, deltas, cause in events
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
