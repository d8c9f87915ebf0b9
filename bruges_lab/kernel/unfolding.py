"""How a game unfolds: choices lead to new nodes, tasks run by themselves, chance plays where a source says how.

A node is settled once a decision (or the end) has been reached; until then its tasks can be run one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from .chance import Seeded, Source
from .choice_words import wording_for
from .choices import Choice, Option
from .engine import CHANCE, Pending, advance, choose
from .errors import LabError, either, one_line
from .events import Event, Notes, RawEvent, rebuild
from .history import History
from .nodes import Node, Step, kept_once, packed
from .state import BaseState

if TYPE_CHECKING:
    from .kit import GameKit

S = TypeVar("S", bound=BaseState)


class Unfolding(History[S]):
    """A history that the rules of a game carry on."""

    def __init__(
        self, kit: GameKit[S], start: S, chance: Source | None, names: tuple[str, ...], opening: list[RawEvent], run: bool
    ) -> None:
        if chance is not None and not callable(getattr(chance, "pick", None)):
            raise LabError(f"chance comes from a source such as Seeded(1) or Ask(), not from {one_line(chance, 40)!r}")
        super().__init__(start, names, opening)
        self.kit = kit
        self.chance: Source = Seeded(0) if chance is None else chance
        self._teller = kit.teller(start, self.names)
        self._wording = wording_for(start)
        self._once: dict[tuple[Any, ...], Any] = {}
        self._asked: tuple[Node[S] | None, Pending | None] = (None, None)
        if run:
            self._settle(self.root)
            self._let_chance_play()

    @property
    def pending(self) -> Pending | None:
        """What has to be decided now; None when the game is over (or tasks are still to run, see `step`)."""
        node = self.node
        if not node.settled:
            return None
        if self._asked[0] is not node:
            # Kept for the current node only: a long history stays small.
            self._asked = (node, advance(node.state))
        return self._asked[1]

    def events_of(self, nodes: list[Node[S]]) -> list[Event]:
        """What happened at these nodes."""
        found: list[Event] = []
        for node in nodes:
            first = node.state.emitted - len(node.raw)
            found += [Event(raw, first + i, self._teller) for i, raw in enumerate(node.raw)]
        return found

    # How the tree grows

    def enter(self, option: Option, auto: bool) -> Node[S]:
        """Go to the child that the option leads to; make it if it is new. `auto`: a source chose it by itself."""
        here = self.node
        if here.followed:
            for child in here.children:
                if child.option == option:
                    here.latest = child.number
                    self.node = child
                    return child
        asked = self._asked
        pending = asked[1] if asked[0] is here else self.pending
        assert pending is not None
        state, nodes, thrown = here.state.copy(), self.nodes, pending.player == CHANCE
        number = len(nodes)
        if thrown:
            choice = pending.choice(option)
        else:
            wording = self._wording
            choice = wording.steps[pending.step.name].choices.get(option) or wording.choice(pending, option)
        state.log = raw = Notes()
        node: Node[S] = Node(here, number, option, choice, state, here.tree, auto, thrown, here.throws + thrown, raw)
        choose(state, option)
        nodes.append(node)
        here.latest = number
        here.followed += (number,)
        self.node = node
        return node

    def _settle(self, node: Node[S]) -> Pending | None:
        """Run what runs by itself, up to what is asked then."""
        if node.settled:
            return self.pending
        state, raw = node.state, node.raw
        state.log = raw
        ends = [*node.ends, len(raw)] if node.ends else [len(raw)]
        pending = advance(state, None, ends)
        if len(raw) > 1:
            node.ends = packed(ends)
        self._arrive(node, pending)
        return pending

    def _arrive(self, node: Node[S], pending: Pending | None) -> None:
        """A node has come to rest: from now on it is a record, and shares with its parent whatever has not changed."""
        node.settled = True
        node.tasks = None
        # Somebody who watches plays at human speed, and long: there memory counts; a playout would only lose time.
        node.raw = tuple(kept_once(node.raw, self._once) if self._moved else node.raw)  # type: ignore[assignment]
        state, parent = node.state, node.parent
        if parent is not None:
            seats = zip(parent.state.players, state.players)  # noqa: B905  (`strict` costs more than the zip)
            state.players = [was if was == now else now for was, now in seats]
        state.freeze()
        self._asked = (node, pending)

    def _let_chance_play(self) -> None:
        """Let the source answer chance steps until a player has to decide."""
        while (option := self._chance_outcome()) is not None:
            self._settle(self.enter(option, True))

    def _chance_outcome(self) -> Option | None:
        pending = self.pending
        if pending is None or not pending.is_chance:
            return None
        return self.chance.pick(self.state, pending, self.node.throws)

    # One task at a time

    def step(self) -> Step | None:
        """Run the next task and give its events; None if a decision (or the end) has been reached."""
        node = self.node
        choice: Choice | None = None
        if node.settled:
            option = self._chance_outcome()
            if option is None:
                return None
            node = self.enter(option, True)
            choice, seen = node.choice, 0
        else:
            seen = len(node.raw)
            node.state.log = node.raw
            node.ends = packed([*node.ends, seen])
            pending = advance(node.state, tasks=1)
            if pending is not None or not node.state.agenda:
                self._arrive(node, pending)
            elif node.tasks is not None:
                node.tasks += 1
        self._tell()
        first = node.state.emitted - len(node.raw)
        events = [Event(raw, first + i, self._teller) for i, raw in enumerate(node.raw) if i >= seen]
        return Step(choice, list, events)

    def run_tasks(self, tasks: int | None) -> None:
        """Run so many tasks of the current node, or all of them."""
        if tasks is None:
            self._settle(self.node)
            return
        for _ in range(tasks):
            if self.node.settled:
                break
            self.step()

    def events_until(self, mark: str = "decision") -> list[Event]:
        """Run to the next decision, or to the next task with this mark ("phase", "round"), and give the events on the way."""
        steps = self.kit.book.steps
        marks = {step.mark for step in steps.values()} | {"decision"}
        if mark not in marks:
            raise LabError(f"cannot run to {one_line(mark, 30)!r}; choose {either(sorted(m for m in marks if m))}")
        found: list[Event] = []
        while (step := self.step()) is not None:
            found += step.events
            agenda = self.state.agenda
            if agenda and steps[agenda[-1][0]].mark == mark:
                break
        return found

    def pieces(self, node: Node[S]) -> Iterator[tuple[S, list[Event]]]:
        """What a settled node has told, task by task, and how the table stood after each; no rule runs for it.

        A position in between is rebuilt from the changes that the events carry. Only what is still to happen they do not say:
        there it is what is still to happen when the node has come to rest, as at the last piece, which is the node's own.
        """
        events = self.events_of([node])
        if node.parent is None:
            state, first = self.start.copy(), self.opening  # what the set-up told is in the start already
        else:
            state, first = node.parent.state.copy(), 0
        state.agenda, state.causes = node.state.agenda, node.state.causes
        for end in node.ends:
            if first < end < len(events):
                piece = events[first:end]
                rebuild(state, piece)
                state.emitted = piece[-1].index + 1
                yield state.copy(), piece
                first = end
        yield node.state, events[first:]

    def frames(self, node: Node[S] | None = None) -> Iterator[tuple[S, list[Event]]]:
        """A node task by task: the position, what is still to happen included, and the events after each. Its rules run again."""
        node = self.node if node is None else node
        if node.parent is None:
            state, seen = self.start.copy(), list[RawEvent]()
            state.emitted = self.opening
        else:
            state, seen = node.parent.state.copy(), list[RawEvent]()
            state.log = seen
            choose(state, node.option or ())
            yield self._frame(state, seen, 0)
        while len(seen) < len(node.raw) or state.agenda:
            before = len(seen)
            state.log = seen
            pending = advance(state, tasks=1)
            if len(seen) > before or pending is None:
                yield self._frame(state, seen, before)
            if pending is not None or not state.agenda:
                return

    def _frame(self, state: S, seen: list[RawEvent], before: int) -> tuple[S, list[Event]]:
        state.log = None
        first = state.emitted - len(seen)
        return state.copy(), [Event(raw, first + i, self._teller) for i, raw in enumerate(seen) if i >= before]
