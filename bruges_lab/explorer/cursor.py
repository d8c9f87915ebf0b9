"""Where one looks in a game: a node of its tree, and an event inside it. Moves event by event, to decisions, stages and chapters.

The game itself stands at a node; the cursor may stand in the middle of what happened there. It knows no game: stages and chapters
are what the kit calls so (phases and rounds, for instance).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..kernel import Event, Game, Option, Pending
from ..kernel.nodes import Node

AnyGame = Game[Any]
Decider = Callable[[Any, Pending], Option | None]
"""Who decides where nobody does, and throws where the source leaves it to the user: picks an option, or leaves it too."""


class Frame(NamedTuple):
    """A position inside a node, with the events that led to it from the one before."""

    state: Any
    events: list[Event]


class Cursor:
    """A place in a game's tree, down to the single event."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.frame: int | None = None
        """Which of the node's frames is shown; None: the last, where the game stands."""
        self._frames: tuple[Node[Any] | None, list[Frame]] = (None, [])

    # What is seen

    @property
    def node(self) -> Node[Any]:
        """The node of the game."""
        return self.game.node

    @property
    def inside(self) -> bool:
        """Whether something of this node is still to be shown."""
        return self.frame is not None

    def frames(self) -> list[Frame]:
        """The node event by event; kept for the current one only."""
        node = self.game.node
        if self._frames[0] is not node:
            self._frames = (node, [Frame(*piece) for piece in self.game.pieces(node)] if node.settled else [])
        return self._frames[1]

    @property
    def state(self) -> Any:
        """The position that is seen."""
        return self.game.state if self.frame is None else self.frames()[self.frame].state

    @property
    def events(self) -> list[Event]:
        """What has happened at this node so far, as far as it is seen."""
        frames = self.frames()
        shown = frames if self.frame is None else frames[: self.frame + 1]
        return [event for frame in shown for event in frame.events]

    @property
    def latest(self) -> list[Event]:
        """What has just happened."""
        frames = self.frames()
        return frames[-1 if self.frame is None else self.frame].events if frames else []

    def line(self) -> list[Node[Any]]:
        """The nodes from the start through here to the end of the line last taken."""
        nodes = self.game.line
        while nodes[-1].last is not None:
            nodes.append(nodes[-1].last)
        return nodes

    # Forward

    def next_event(self, decide: Decider | None = None) -> bool:
        """Show the next event; where the line ends, let chance or `decide` go on. False if somebody has to decide first."""
        if self.frame is not None:
            self._show(self.frame + 1)
            return True
        if not self._enter_next(decide):
            return False
        self._show(0)
        return True

    def next_decision(self, decide: Decider | None = None, mine: Callable[[int], bool] = lambda seat: True) -> bool:
        """Go on to the next question to a player for whom `mine` holds, or to the end of the game."""
        moved = self.frame is not None
        self.frame = None
        while True:
            pending = self.game.pending
            if moved and (pending is None or (not pending.is_chance and mine(pending.player))):
                return True
            if not self._enter_next(decide):
                return moved
            moved = True

    def next_stage(self, decide: Decider | None = None) -> bool:
        """Go on to where the next stage (a phase) has begun."""
        stage = self.game.kit.stage
        return self._until(lambda before, after: stage(before) != stage(after), decide)

    def next_chapter(self, decide: Decider | None = None) -> bool:
        """Go on to where the next chapter (a round) has begun."""
        chapter = self.game.kit.chapter
        return self._until(lambda before, after: chapter(before) != chapter(after), decide)

    def _until(self, reached: Callable[[Any, Any], bool], decide: Decider | None) -> bool:
        """Go on to the first frame that is reached; a stage may begin in the middle of a node."""
        before, moved = self.state, False
        while True:
            first = 0 if moved and self.frame is None else (self.frame or 0) + 1 if self.frame is not None else None
            if first is not None:
                frames = self.frames()
                for place in range(first, len(frames)):
                    if reached(before, frames[place].state):
                        self._show(place)
                        return True
                self.frame = None
            if not self._enter_next(decide):
                return moved
            moved = True

    def _enter_next(self, decide: Decider | None) -> bool:
        """One node further: along the line last taken, or a new one."""
        game = self.game
        node = game.node
        if node.last is not None:
            game.goto(node.last)
            return True
        pending = game.pending
        if pending is None:
            return False
        option = self.chance_outcome(pending) if pending.is_chance else None
        if option is None and decide is not None:
            option = decide(game.state, pending)
        if option is None:
            return False
        self.make(option)
        return True

    def chance_outcome(self, pending: Pending) -> Option | None:
        """What the game's source throws here; None if it leaves that to the user."""
        ordinal = self.game.node.throws
        return self.game.chance.pick(self.game.state, pending, ordinal)

    def make(self, option: Option) -> None:
        """Make a choice and stand on the node it leads to, before chance goes on."""
        here = self.game.node
        self.game.play_option(option)
        self.game.goto(next(child for child in here.children if child.option == option))

    # Back

    def previous_event(self) -> bool:
        """Show the event before; False at the start."""
        place = len(self.frames()) - 1 if self.frame is None else self.frame
        if place > 0:
            self._show(place - 1)
            return True
        parent = self.game.node.parent
        if parent is None:
            return False
        self.frame = None
        self.game.goto(parent)
        return True

    def goto(self, node: Node[Any] | int) -> None:
        """Stand at the end of a node."""
        self.frame = None
        self.game.goto(node)

    def _show(self, place: int) -> None:
        self.frame = None if place >= len(self.frames()) - 1 else place
