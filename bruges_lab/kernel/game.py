"""A game: what may be chosen and why not, what each seat may know, and everything that was tried, as a tree of nodes.

How one moves in the tree is in history.py, how it grows in unfolding.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from .answering import answer, check_seat, is_other, legal_if_turn, refused_if_turn
from .book import Past
from .chance import Seeded, Source
from .choices import Choice, Option, Refusal, read_choice
from .engine import CHANCE
from .errors import IllegalChoice, LabError, NotationError, one_line
from .events import Event, RawEvent, in_full
from .history import History
from .keyed import Stream
from .nodes import Node, Step, View, copied, way_to
from .state import BaseState
from .unfolding import Unfolding

if TYPE_CHECKING:
    from pathlib import Path

    from .kit import GameKit

S = TypeVar("S", bound=BaseState)


class Game(Unfolding[S]):
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
        super().__init__(kit, start, chance, names, opening or [], run)

    # Where we are

    @property
    def manifest(self) -> Any:
        """What the game brings to the rooms above the kernel, by name."""
        return self.kit.manifest

    def question(self, lang: str = "en") -> str:
        """What is asked now, in words; empty when nothing is."""
        pending = self.pending
        return "" if pending is None else self._teller.question(pending, lang)

    @property
    def events(self) -> list[Event]:
        """Everything that happened on the line to here."""
        return self.events_of(self.line)

    @property
    def agenda(self) -> list[str]:
        """What is still to happen, next first, in words."""
        return self.agenda_text("en")

    def agenda_text(self, lang: str) -> list[str]:
        """What is still to happen, next first, in a language."""
        steps, pending = self.kit.book.steps, self.pending
        tasks = self.state.agenda if pending is None else self.state.agenda[:-1]
        later = [self._teller.tell("step", task[0], steps[task[0]].told(task[1:]), lang) for task in reversed(tasks)]
        return later if pending is None else [self.question(lang), *later]

    # Choosing

    def legal(self, seat: int | None = None) -> list[Choice]:
        """Everything that may be chosen now; with `seat`, what that seat may choose, or could if it were its turn.

        What another seat could do is marked as such (`Supposed`), and looks at its hand: whoever may not know it asks `view`.
        """
        if seat is not None and is_other(self.state, self.pending, seat):
            return legal_if_turn(self.kit, self.state, self.pending, seat)
        asked = self._asked
        pending = asked[1] if asked[0] is self.node else self.pending
        if pending is None:
            return []
        if pending.player == CHANCE:
            return pending.options  # thousands perhaps, and seldom asked for: not worth keeping
        options, wording = pending.raw, self._wording
        try:
            return [*map(wording.steps[pending.step.name].choices.__getitem__, options)]
        except KeyError:  # some have never been written yet
            return [wording.choice(pending, option) for option in options]

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
            yield from (in_full(raw)[:4] for raw in reversed(node.raw))
            node = node.parent

    def play(self, choice: Choice | str | int, *, run: bool = True) -> Step:
        """Make a choice (a Choice, its notation, or its place in `legal()`) and go on to the next decision.

        Raises IllegalChoice, with the refusal, and leaves everything as it was if the choice may not be made. With `run=False`
        the tasks that follow wait for `step`.
        """
        made = self._make(self._option(choice), run)
        return Step(made[0].choice, self.events_of, made)

    def _option(self, choice: Choice | str | int) -> Option:
        """What a choice is inside the engine, if it may be made now."""
        asked = self._asked
        pending = asked[1] if asked[0] is self.node else self.pending
        if isinstance(choice, Choice) and pending is not None and pending.player != CHANCE:
            # Hardly ever is anything else played than what `legal` has listed: that has been read and tested already.
            wording = self._wording.steps[pending.step.name]
            try:
                known = wording.options.get(choice)
            except TypeError:  # words that are no words, such as a list
                known = None
            if known is not None and wording.choices[known] is choice and known in pending.raw:
                return known
        if isinstance(choice, int) and not isinstance(choice, bool):
            options = pending.raw if pending is not None else []
            if not 0 <= choice < len(options):
                number = one_line(choice, 20)
                raise NotationError(f"there is no choice number {number}; there are {len(options)}, numbered from 0")
            return options[choice]
        option, refusal = self._resolve(read_choice(choice))
        if refusal is not None:
            raise IllegalChoice(refusal)
        return option

    def roll(self, source: Source | None = None) -> Step:
        """Let chance decide what waits for it: the game's own source or another; where that asks the user, a throw of seed 0."""
        pending = self.pending
        if pending is None or not pending.is_chance:
            raise LabError("nothing waits for chance here")
        if not (source is None or callable(getattr(source, "pick", None))):
            raise LabError(f"chance comes from a source such as Seeded(1) or Scripted([…]), not from {one_line(source, 40)!r}")
        throws = self.node.throws
        option = (source or self.chance).pick(self.state, pending, throws) or Seeded(0).pick(self.state, pending, throws)
        assert option is not None
        made = self._make(option, True)
        return Step(made[0].choice, self.events_of, made)

    def play_option(self, option: Option) -> None:
        """Make a choice that the engine itself has just listed: the quick way for policies and playouts."""
        self._make(option, True)

    def _make(self, option: Option, run: bool) -> list[Node[S]]:
        before = self.node
        node = self.enter(option, False)
        made = [node]
        if run:
            pending = self.pending if node.settled else self._settle(node)
            if pending is not None and pending.player == CHANCE:
                self._let_chance_play()
                made = way_to(self.node, before)
        if self._moved:
            self._tell()
        return made

    def branch(self) -> Game[S]:
        """A second game with the same tree, standing here, that goes its own way from now on."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._moved, twin._asked = [], (None, None)
        twin.nodes = copied(self.nodes)
        twin.root, twin.node = twin.nodes[0], twin.nodes[self.node.number]
        return twin

    def adopt(self, other: History[S]) -> None:
        """Take over the tree of another game with the same start, such as an earlier save of this one."""
        self._asked = (None, None)
        super().adopt(other)

    # Who may know what, and how it ends

    def view(self, seat: int) -> View:
        """What the seat may know here: position, question, own options, and the events as it saw them."""
        check_seat(self.state, seat)
        pending = self.pending
        own = pending is not None and pending.player == seat
        return View(
            seat,
            self.kit.mask(self.state, seat),
            None if pending is None else pending.kind,
            None if pending is None else pending.player,
            self.legal() if own else [],
            self.seen(self.events, seat),
            self.kit.name,
        )

    def seen(self, events: Iterable[Event], seat: int | None) -> list[Event]:
        """The events as a seat may see them; as they are for nobody in particular (None)."""
        return list(events) if seat is None else [self.kit.seen(event, seat) for event in events]

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

    def to_link(self, what: str = "line", page: str = "", *, notes: bool = True) -> str:
        """A link to the line that leads here, the whole `tree`, or the `position` alone; `page` is the address before the #.

        It holds all hands and piles, as a save does; `bl.from_link` and the page of the lab open it.
        """
        return self.kit.to_link(self, what, page, notes=notes)

    def to_scenario(
        self, name: str | None = None, title: str | None = None, *, since: Node[S] | int | None = None, lang: str = "en"
    ) -> dict[str, Any]:
        """This position as a scenario; with `since`, an earlier node of the line, what came of the choices from there on."""
        return self.kit.to_scenario(self, name, title, since, lang)

    def __repr__(self) -> str:
        where = "over" if self.over else repr(self.pending)
        return f"<Game {self.kit.name}, node {self.node.number} of {len(self.nodes)}, {where}>"


def resample(kit: GameKit[S], view: View, seed: int) -> S:
    """A full position that agrees with everything the view shows."""
    return kit.resample(view.state, view.seat, Stream(seed, "resample", view.seat))
