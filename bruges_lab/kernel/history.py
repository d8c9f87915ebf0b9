"""A history: a tree of nodes, and where in it one stands.

Undo, redo and jump only move the current node; positions are kept, so every one of them is quick. Choices of chance are nodes
too; those that a source made by itself are stepped over by undo and redo.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import ref

from .errors import LabError, one_line
from .events import Notes, RawEvent
from .nodes import Node, Tree, way_to
from .state import BaseState

S = TypeVar("S", bound=BaseState)
LONGEST_NOTE = 10_000


class History(Generic[S]):
    """Everything that was tried from one start, and the node where we are."""

    def __init__(self, start: S, names: tuple[str, ...], opening: list[RawEvent]) -> None:
        self.names = names or tuple(f"Player {seat + 1}" for seat in range(len(start.players)))
        self.start = start.copy()
        """The position the game began with, before the first task."""
        self.nodes: Tree[S] = Tree()
        self.root: Node[S] = Node(None, 0, None, None, start.copy(), ref(self.nodes))
        self.nodes.append(self.root)
        self.root.raw = Notes(opening)
        self.opening = self.root.state.emitted = len(self.root.raw)
        """How many events the start position came with (the set-up)."""
        self.node = self.root
        self._moved: list[Callable[[], None]] = []

    # Where we are

    @property
    def state(self) -> S:
        """The position now. Copy it before changing anything."""
        return self.node.state

    @property
    def over(self) -> bool:
        """Whether nothing is left to happen."""
        return not self.node.state.agenda

    @property
    def line(self) -> list[Node[S]]:
        """The nodes from the start to here."""
        return way_to(self.node)

    # Moving in the tree

    def undo(self) -> Node[S]:
        """Go back to before the latest choice that somebody made."""
        node = self.node
        while node.parent is not None and node.auto:
            node = node.parent
        if node.parent is None:
            raise LabError("there is nothing to undo")
        self.node = node.parent
        self._tell()
        return self.node

    def redo(self) -> Node[S]:
        """Go forward again along the line that was last taken."""
        following = self.node.last
        if following is None:
            raise LabError("there is nothing to redo")
        self.node = following
        while (following := self.node.last) is not None and following.auto:
            self.node = following
        self._tell()
        return self.node

    def goto(self, node: Node[S] | int) -> Node[S]:
        """Jump to a node, by itself or by its number."""
        if not isinstance(node, int | Node) or isinstance(node, bool):
            raise LabError(f"a node is itself or its number, not {one_line(node, 20)!r}")
        number = node if isinstance(node, int) else node.number
        if not 0 <= number < len(self.nodes) or (isinstance(node, Node) and self.nodes[number] is not node):
            raise LabError(f"this game has no node {one_line(number, 20)}; it has {len(self.nodes)}, numbered from 0")
        self.node = target = self.nodes[number]
        while target.parent is not None:
            target.parent.follow(target)
            target = target.parent
        self._tell()
        return self.node

    def adopt(self, other: History[S]) -> None:
        """Take over the tree of another game with the same start, such as an earlier save of this one."""
        if other.start.digest() != self.start.digest() or other.names != self.names:
            raise LabError("only the tree of a game with the same start can be taken over")
        self.root, self.nodes, self.node, self.opening = other.root, other.nodes, other.node, other.opening
        self._tell()

    def note(self, text: str) -> None:
        """Write a note on the current node; an empty one removes it."""
        if not isinstance(text, str) or len(text) > LONGEST_NOTE:
            raise LabError(f"a note is a text of at most {LONGEST_NOTE} characters")
        self.node.note = text
        self._tell()

    # Watching

    def watch(self, moved: Callable[[], None]) -> Callable[[], None]:
        """Call `moved` whenever the current node or its note changes; the answer stops it."""
        self._moved.append(moved)
        return lambda: self._moved.remove(moved) if moved in self._moved else None

    def _tell(self) -> None:
        if self._moved:
            for moved in tuple(self._moved):
                moved()
