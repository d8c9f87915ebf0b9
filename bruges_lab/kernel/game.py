"""A game: a tree of nodes, each with the choice that led there, the position, and the events on the way.

Undo, redo, branch and jump only move the current node; positions are kept, so every one of them is quick. Choices of chance are
nodes too; those that a source made by itself are stepped over by undo and redo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .answering import answer, check_seat, is_other, legal_if_turn, refused_if_turn
from .book import Past
from .chance import Seeded, Source
from .choices import Choice, Option, Refusal, read_choice
from .engine import CHANCE, Pending, advance, choose
from .errors import IllegalChoice, LabError, NotationError, one_line
from .events import Event, RawEvent
from .keyed import Stream
from .nodes import Node, Step, View, copied, kept_once, way_to
from .state import BaseState

if TYPE_CHECKING:
    from pathlib import Path

    from .kit import GameKit

S = TypeVar("S", bound=BaseState)
LONGEST_NOTE = 10_000


class Game(Generic[S]):
    """One game with everything that was tried in it."""

    def __init__(
        self,
        kit: GameKit[S],
        start: S,
        *,
        chance: Source | None = None,
        names: tuple[str, ...] = (),
        opening: list[RawEvent] | None = None,
        run: bool = True,
    ) -> None:
        if chance is not None and not callable(getattr(chance, "pick", None)):
            raise LabError(f"chance comes from a source such as Seeded(1) or Ask(), not from {one_line(chance, 40)!r}")
        self.kit = kit
        self.chance: Source = Seeded(0) if chance is None else chance
        self.names = names or tuple(f"Player {seat + 1}" for seat in range(len(start.players)))
        self._teller = kit.teller(start, self.names)
        self._written: dict[Option, Choice] = {}
        self._read: dict[Choice, Option] = {}
        self._once: dict[tuple[Any, ...], Any] = {}
        self.start = start.copy()
        """The position the game began with, before the first task."""
        self.root: Node[S] = Node(None, 0, None, None, start.copy())
        self.root.raw = list(opening or ())
        self.opening = self.root.state.emitted = len(self.root.raw)
        """How many events the start position came with (the set-up)."""
        self.nodes: list[Node[S]] = [self.root]
        self.node = self.root
        self._asked: tuple[Node[S] | None, Pending | None] = (None, None)
        self._moved: list[Callable[[], None]] = []
        if run:
            self._settle(self.root)
            self._let_chance_play()

    # Where we are

    @property
    def manifest(self) -> Any:
        """What the game brings to the rooms above the kernel, by name."""
        return self.kit.manifest

    @property
    def state(self) -> S:
        """The position now. Copy it before changing anything."""
        return self.node.state

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

    def question(self, lang: str = "en") -> str:
        """What is asked now, in words; empty when nothing is."""
        pending = self.pending
        if pending is None:
            return ""
        return self._teller.tell("step", pending.kind, pending.told, lang)

    @property
    def over(self) -> bool:
        """Whether nothing is left to happen."""
        return not self.node.state.agenda

    @property
    def line(self) -> list[Node[S]]:
        """The nodes from the start to here."""
        return way_to(self.node)

    @property
    def events(self) -> list[Event]:
        """Everything that happened on the line to here."""
        return self.events_of(self.line)

    def events_of(self, nodes: list[Node[S]]) -> list[Event]:
        """What happened at these nodes."""
        found: list[Event] = []
        for node in nodes:
            first = node.state.emitted - len(node.raw)
            found += [Event(raw, first + i, self._teller) for i, raw in enumerate(node.raw)]
        return found

    @property
    def agenda(self) -> list[str]:
        """What is still to happen, next first, in words."""
        return self.agenda_text("en")

    def agenda_text(self, lang: str) -> list[str]:
        """What is still to happen, next first, in a language."""
        steps = self.kit.book.steps
        return [self._teller.tell("step", task[0], steps[task[0]].told(task[1:]), lang) for task in reversed(self.state.agenda)]

    # Choosing

    def legal(self, seat: int | None = None) -> list[Choice]:
        """Everything that may be chosen now; with `seat`, what that seat may choose, or could if it were its turn.

        What another seat could do is marked as such (`Supposed`), and looks at its hand: whoever may not know it asks `view`.
        """
        if seat is not None and is_other(self.state, self.pending, seat):
            return legal_if_turn(self.kit, self.state, self.pending, seat)
        pending = self.pending
        if pending is None:
            return []
        if pending.is_chance:
            return pending.options  # thousands perhaps, and seldom asked for: not worth keeping
        written = self._written
        return [written.get(option) or self._write(pending, option) for option in pending.raw]

    def _write(self, pending: Pending, option: Option) -> Choice:
        """An option in words, once: the same option is the same choice all through the game."""
        choice = self._written[option] = pending.choice(option)
        return choice

    def why_not(self, choice: Choice | str, seat: int | None = None) -> Refusal | None:
        """The reason why a choice may not be made now, or None if it may.

        With another seat than the one that is asked: why that seat could not make it if it were its turn; the refusal says so.
        """
        choice = read_choice(choice)
        if seat is not None and is_other(self.state, self.pending, seat) and self.pending is not None:
            return refused_if_turn(self.kit, self.state, seat, choice, self._teller, self._past())
        return self._resolve(choice)[1]

    def _resolve(self, choice: Choice) -> tuple[Option, Refusal | None]:
        pending = self.pending
        if pending is None:
            reason = "over" if self.over else "tasks_first"
            return (choice.kind,), Refusal(self.kit.book.over, reason, {"asked": choice.kind}, self._teller)
        return answer(self.state, pending, choice, self._teller, self._past())

    def _past(self) -> Past:
        """What happened on the line to here, the latest first."""
        node: Node[S] | None = self.node
        while node is not None:
            yield from (raw[:4] for raw in reversed(node.raw))
            node = node.parent

    def play(self, choice: Choice | str | int, *, run: bool = True) -> Step:
        """Make a choice (a Choice, its notation, or its place in `legal()`) and go on to the next decision.

        Raises IllegalChoice, with the refusal, and leaves everything as it was if the choice may not be made. With `run=False`
        the tasks that follow wait for `step`.
        """
        if isinstance(choice, int) and not isinstance(choice, bool):
            options = self.pending.raw if self.pending is not None else []
            if not 0 <= choice < len(options):
                number = one_line(choice, 20)
                raise NotationError(f"there is no choice number {number}; there are {len(options)}, numbered from 0")
            option = options[choice]
        else:
            choice = read_choice(choice)
            pending = self.pending
            known = None if pending is None else self._read.get(choice)
            if known is not None and pending is not None and not pending.is_chance and known in pending.raw:
                option = known
            else:
                option, refusal = self._resolve(choice)
                if refusal is not None:
                    raise IllegalChoice(refusal)
                self._read[choice] = option
        made = self._make(option, run)
        return Step(made[0].choice, lambda: self.events_of(made))

    def roll(self, source: Source | None = None) -> Step:
        """Let chance decide what waits for it: the game's own source or another; where that asks the user, a throw of seed 0."""
        pending = self.pending
        if pending is None or not pending.is_chance:
            raise LabError("nothing waits for chance here")
        ordinal = sum(node.by_chance for node in self.line)
        option = (source or self.chance).pick(self.state, pending, ordinal) or Seeded(0).pick(self.state, pending, ordinal)
        assert option is not None
        made = self._make(option, True)
        return Step(made[0].choice, lambda: self.events_of(made))

    def play_option(self, option: Option) -> None:
        """Make a choice that the engine itself has just listed: the quick way for policies and playouts."""
        self._make(option, True)

    def _make(self, option: Option, run: bool) -> list[Node[S]]:
        before = self.node
        self.enter(option, auto=False)
        node = self.node
        made = [node]
        if run:
            if not node.settled:
                self._settle(node)
            pending = self.pending
            if pending is not None and pending.player == CHANCE:
                self._let_chance_play()
                made = way_to(self.node, before)
        if self._moved:
            self._tell()
        return made

    def enter(self, option: Option, *, auto: bool) -> None:
        """Go to the child that the option leads to; make it if it is new."""
        here = self.node
        for child in here.children:
            if child.option == option:
                here.last = self.node = child
                return
        pending = self.pending
        assert pending is not None
        state = here.state.copy()
        choice = self._written.get(option) or self._write(pending, option)
        node: Node[S] = Node(here, len(self.nodes), option, choice, state, auto, pending.player == CHANCE)
        state.log = node.raw
        choose(state, option)
        self.nodes.append(node)
        here.children += (node,)
        here.last = self.node = node

    def _settle(self, node: Node[S]) -> None:
        """Run what runs by itself."""
        if node.settled:
            return
        node.state.log = node.raw
        self._arrive(node, advance(node.state))

    def _arrive(self, node: Node[S], pending: Pending | None) -> None:
        """A node has come to rest: from now on it is a record, and shares with its parent whatever has not changed."""
        node.settled = True
        node.tasks = None
        # Somebody who watches plays at human speed, and long: there memory counts; a playout would only lose time.
        node.raw = tuple(kept_once(node.raw, self._once) if self._moved else node.raw)  # type: ignore[assignment]
        state = node.state
        state.freeze()
        if node.parent is not None:
            before = node.parent.state.players
            state.players = tuple([was if was == now else now for was, now in zip(before, state.players, strict=True)])  # type: ignore[assignment]
        self._asked = (node, pending)

    def _let_chance_play(self) -> None:
        """Let the source answer chance steps until a player has to decide."""
        while (option := self._chance_outcome()) is not None:
            self.enter(option, auto=True)
            self._settle(self.node)

    def _chance_outcome(self) -> Option | None:
        pending = self.pending
        if pending is None or not pending.is_chance:
            return None
        ordinal = sum(node.by_chance for node in self.line)
        return self.chance.pick(self.state, pending, ordinal)

    # One task at a time

    def step(self) -> Step | None:
        """Run the next task and give its events; None if a decision (or the end) has been reached."""
        node = self.node
        choice: Choice | None = None
        if node.settled:
            option = self._chance_outcome()
            if option is None:
                return None
            self.enter(option, auto=True)
            node, choice, seen = self.node, self.node.choice, 0
        else:
            seen = len(node.raw)
            node.state.log = node.raw
            pending = advance(node.state, tasks=1)
            if pending is not None or not node.state.agenda:
                self._arrive(node, pending)
            elif node.tasks is not None:
                node.tasks += 1
        self._tell()
        first = node.state.emitted - len(node.raw)
        events = [Event(raw, first + i, self._teller) for i, raw in enumerate(node.raw) if i >= seen]
        return Step(choice, lambda: events)

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
            raise LabError(f"there is no {one_line(mark, 30)!r} to run to; there are {', '.join(sorted(m for m in marks if m))}")
        found: list[Event] = []
        while (step := self.step()) is not None:
            found += step.events
            agenda = self.state.agenda
            if agenda and steps[agenda[-1][0]].mark == mark:
                break
        return found

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
        if self.node.last is None:
            raise LabError("there is nothing to redo")
        self.node = self.node.last
        while self.node.last is not None and self.node.last.auto:
            self.node = self.node.last
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
            target.parent.last = target
            target = target.parent
        self._tell()
        return self.node

    def branch(self) -> Game[S]:
        """A second game with the same tree, standing here, that goes its own way from now on."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._moved, twin._written, twin._read = [], dict(self._written), dict(self._read)
        copies = copied(self.nodes)
        twin.nodes = [*copies.values()]
        twin.root, twin.node, twin._asked = twin.nodes[0], copies[self.node.number], (None, None)
        return twin

    def adopt(self, other: Game[S]) -> None:
        """Take over the tree of another game with the same start, such as an earlier save of this one."""
        if other.start.digest() != self.start.digest() or other.names != self.names:
            raise LabError("only the tree of a game with the same start can be taken over")
        self.root, self.nodes, self.node, self.opening = other.root, other.nodes, other.node, other.opening
        self._asked = (None, None)
        self._tell()

    def note(self, text: str) -> None:
        """Write a note on the current node; an empty one removes it."""
        if not isinstance(text, str) or len(text) > LONGEST_NOTE:
            raise LabError(f"a note is a text of at most {LONGEST_NOTE} characters")
        self.node.note = text
        self._tell()

    def frames(self, node: Node[S] | None = None) -> Iterator[tuple[S, list[Event]]]:
        """A node task by task: the position and the events after each, from its parent's position on."""
        node = self.node if node is None else node
        if node.parent is None:
            state, seen = self.start.copy(), list[RawEvent]()
            state.emitted = node.state.emitted - len(node.raw)
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

    # Who may know what, and how it ends

    def view(self, seat: int) -> View:
        """What the seat may know here: position, question, own options, and the events as it saw them."""
        check_seat(self.state, seat)
        events = []
        for event in self.events:
            raw = (event.rule, event.kind, event.player, event.data, event.deltas, event.cause)
            seen, masked = self.kit.mask_event(raw, seat)
            events.append(Event(seen, event.index, self._teller, masked=masked))
        pending = self.pending
        own = pending is not None and pending.player == seat
        return View(
            seat,
            self.kit.mask(self.state, seat),
            None if pending is None else pending.kind,
            None if pending is None else pending.player,
            self.legal() if own else [],
            events,
            self.kit.name,
        )

    def scores(self) -> list[Any]:
        """A score sheet a seat, for the position as it stands."""
        return self.kit.scores(self.state)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on."""
        return self.kit.winners(self.state) if self.over else []

    def hint(
        self,
        seat: int | None = None,
        policy: str = "search",
        budget: int | None = None,
        lang: str = "en",
        *,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Any:
        """What the seat that decides could choose, the best first, with reasons; from nothing but what that seat may know."""
        return self.kit.hint(self, seat, policy, budget, lang, seconds=seconds, stop=stop)

    # Saving (see saving.py)

    def save(self, path: str | Path) -> None:
        """Write the whole tree to a file; an existing file is replaced only when the new one is complete."""
        from .saving import save

        save(self, path)

    def to_text(self) -> str:
        """The whole tree as a short text to paste."""
        from .saving import to_text

        return to_text(self)

    def to_scenario(
        self, name: str | None = None, title: str | None = None, *, since: Node[S] | int | None = None, lang: str = "en"
    ) -> dict[str, Any]:
        """This position as a scenario; with `since`, an earlier node of the line, what came of the choices from there on."""
        return self.kit.to_scenario(self, name, title, since, lang)

    # Watching

    def watch(self, moved: Callable[[], None]) -> Callable[[], None]:
        """Call `moved` whenever the current node or its note changes; the answer stops it."""
        self._moved.append(moved)
        return lambda: self._moved.remove(moved) if moved in self._moved else None

    def _tell(self) -> None:
        if self._moved:
            for moved in tuple(self._moved):
                moved()

    def __repr__(self) -> str:
        where = "over" if self.over else repr(self.pending)
        return f"<Game {self.kit.name}, node {self.node.number} of {len(self.nodes)}, {where}>"


def resample(kit: GameKit[S], view: View, seed: int) -> S:
    """A full position that agrees with everything the view shows."""
    return kit.resample(view.state, view.seat, Stream(seed, "resample", view.seat))
