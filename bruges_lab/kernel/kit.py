"""What a game brings to the kernel: its book, its states, its views, its words. A second game is a second kit.

Views are a contract. `mask` replaces what a seat may not know by backs; `resample` fills the gaps again at random. Both are pure:
masking a resampled state gives the same view, so nothing hidden can be read out of a view.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .book import Book
from .choices import Option
from .errors import LabError
from .events import Event, Teller
from .keyed import Stream
from .state import BaseState, Task

if TYPE_CHECKING:
    from .engine import Pending
    from .game import Game
    from .nodes import Node

S = TypeVar("S", bound=BaseState)


class GameKit(ABC, Generic[S]):
    """The contract between a game and the kernel."""

    name: str
    """The name of the game in saves."""
    book: Book
    state_type: type[S]

    @property
    def manifest(self) -> Any:
        """What the game brings to the rooms above the kernel; a game that lives in the kernel alone brings nothing."""
        raise LabError(f"{self.name} states no manifest")

    def teller(self, state: S, names: tuple[str, ...]) -> Teller:
        """Who puts this game into words, given the players' names: by the manifest, unless a kit knows better."""
        teller: Teller = self.manifest.words(state, names)
        return teller

    @abstractmethod
    def check(self, state: S) -> None:
        """Raise a LabError naming the rule if the position is not legal."""

    @abstractmethod
    def chapter(self, state: S) -> int:
        """A number that grows as the game goes on (the round): saves keep a hash whenever it changes."""

    @abstractmethod
    def shared_to_data(self, state: S) -> dict[str, object]:
        """The shared objects (ruleset, hashes of cards and board) as plain data for a save."""

    @abstractmethod
    def shared_from_data(self, data: Mapping[str, object]) -> dict[str, object]:
        """The shared fields of a state from a save; a LabError if they are not available or not the same."""

    @abstractmethod
    def mask(self, state: S, seat: int) -> S:
        """The state as the seat may know it."""

    @abstractmethod
    def resample(self, view: S, seat: int, stream: Stream) -> S:
        """A full state that the seat cannot tell from the real one."""

    @abstractmethod
    def scores(self, state: S) -> list[Any]:
        """A score a seat."""

    @abstractmethod
    def winners(self, state: S) -> list[int]:
        """The seats that have won; empty while the game goes on."""

    # For playing on: where it begins, and whether it ends

    def first_seat(self, state: S) -> int:
        """The seat that goes first here: whose side is taken where nobody decides."""
        return 0

    def check_ending(self, state: S) -> None:
        """Raise a LabError if a game from here would not end in a reasonable time, before anything is played."""

    def why_endless(self, state: S) -> str:
        """What may be the reason that a game goes on and on, such as a setting; empty where nothing is known."""
        return ""

    def tell_option(self, state: S, names: tuple[str, ...], option: Option, lang: str) -> str:
        """An option in words, where it is offered."""
        return self.teller(state, names).choice(option, lang, state)

    def hint(
        self,
        game: Game[S],
        seat: int | None,
        policy: str,
        budget: int | None,
        lang: str,
        *,
        seconds: float | None,
        stop: Callable[[], bool] | None,
    ) -> Any:
        """A ranked list of choices with reasons (`Game.hint`), as the game's manifest has it made."""
        return self.manifest.hints(game, seat, policy, budget, lang, seconds=seconds, stop=stop)

    def to_scenario(
        self, game: Game[S], name: str | None, title: str | None, since: Node[S] | int | None, lang: str
    ) -> dict[str, Any]:
        """The position, and how it came about, as data (`Game.to_scenario`); a game need not have scenarios."""
        found: dict[str, Any] = self.manifest.scenario_writer(game, name, title, since=since, lang=lang)
        return found

    def to_link(self, game: Game[S], what: str, page: str, *, notes: bool) -> str:
        """The game as a link (`Game.to_link`), as the manifest has it made."""
        found: str = self.manifest.linker(game, what, page, notes=notes)
        return found

    def turn(self, state: S, seat: int) -> Task:
        """The decision that a seat would have if it were its turn here (`Game.legal(seat)`); a LabError if it has none."""
        raise LabError(f"{self.name} does not say what another seat could do")

    # For trees: what need not be told apart, and what a seat cannot know

    def stage(self, state: S) -> object:
        """Where in the game a position stands; outcomes that `classes` puts together are alike within one stage."""
        return None

    @property
    def has_stages(self) -> bool:
        """Whether the game says where in it a position stands: only then is there a next stage to go on to."""
        return type(self).stage is not GameKit.stage

    def classes(self, state: S, pending: Pending) -> list[tuple[Option, Fraction, int]] | None:
        """Outcomes that come to the same within this stage: one of each sort, its odds, how many it stands for."""
        return None

    def worlds(self, state: S, pending: Pending, option: Option, seat: int) -> list[tuple[S, Fraction]] | None:
        """Where an option turns up something that a seat cannot know: the positions it may be, with odds; None if it does not."""
        return None

    def reckoned(self, state: S, pending: Pending, seat: int) -> list[tuple[Option, Fraction, S]] | None:
        """What a seat must reckon with where chance draws from what is hidden: outcomes, odds, positions; None if it does not."""
        return None

    # What a seat may know of what happened

    def seen(self, event: Event, seat: int) -> Event:
        """The event as the seat may see it; `masked` says whether something was left out."""
        known = self.book.kinds[event.kind]
        hidden = [name for name, sight in known.secret.items() if sight == "nobody" or event.player != seat]
        return event if not hidden and not known.sealed else event.without(hidden)
