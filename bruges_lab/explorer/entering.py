"""Ways into a game: a new one, a scenario or lesson from the library, and a tour for whoever is here for the first time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..kernel import LabError
from ..kernel.rulesets import BaseRuleset
from ..rulebook.readings import DEFAULT
from .autoplay import Autoplay
from .dialogs import Dialog, has_library
from .library_dialog import Library
from .looking import checked_seat
from .new_game_dialog import NewGame
from .share_dialog import Share, link_of
from .stepping import Stepping


class Entering(Stepping):
    """A view of a game from which others can be opened."""

    tour: str
    """Whether the tour is to be shown: `first`, to a browser that has not seen it; `again` with a number; empty: not."""
    _tours = 0
    address = ""
    """The address of a page that opens links, where there is one; links lead there."""

    if TYPE_CHECKING:  # whoever derives from it can do these

        def open_scenario(self, name: str) -> None: ...
        def open_lesson(self, name: str) -> None: ...

    def new_game(
        self,
        game: str | None = None,
        *,
        players: int | None = None,
        seed: int = 0,
        names: Sequence[str] | None = None,
        ruleset: BaseRuleset | str | Path = DEFAULT,
        policies: Sequence[str | None] | None = None,
        seat: int | None = None,
        hand_over: bool = False,
    ) -> None:
        """Open a new game, of the kind at hand if none is named; `back` returns to this one, as it is.

        `policies`, `seat` and `hand_over` are as for a new explorer. What cannot be played changes nothing. Where no seat is a
        person's, nothing is played before somebody asks for it: there is a game to watch.
        """
        from ..lab import new_game

        named = self.manifest.name if game is None else game
        found = new_game(game=named, players=players, seed=seed, names=names, ruleset=self.reach.ruleset(ruleset, named))
        count = len(found.names)
        who, eyes = Autoplay(found.manifest, policies, count), checked_seat(seat, count)
        if None in who.seats:
            who.play_on(found)
        former = self._former()
        self.seat, self.hand_over = eyes, hand_over  # before anything of it is shown
        self._leave(former, found, who.seats)

    # Dialogs

    def show_new_game(self) -> None:
        """Open the dialog of a new game."""
        self._open(NewGame)

    def show_library(self) -> None:
        """Open the library: scenarios by chapter, and lessons."""
        if not has_library(self.manifest):
            raise self.manifest.lacks("scenarios")
        self._open(Library)

    def show_share(self) -> None:
        """Open the dialog with a link to the game."""
        self._open(Share)

    def link(self, what: str = "line") -> str:
        """A link to the game that is looked at, for whoever may have all of it: `line`, `tree` or `position`."""
        return link_of(self, what)

    def close_dialog(self) -> None:
        """Close the dialog that is open."""
        if self._stage is not None:
            self._stage.dialogs.forget()
        self.refresh()

    def _open(self, dialog: type[Dialog]) -> None:
        if self._stage is None:
            raise LabError("this explorer was closed")
        self.chosen_target, self._stage.help = "", False
        self._stage.dialogs.open(dialog(self))
        self.refresh()

    # The tour

    def show_tour(self) -> None:
        """Show what this is, in six steps."""
        self._tours += 1
        self.tour = f"again:{self._tours}"
        self.close_popover()

    def end_tour(self) -> None:
        """Leave the tour; it does not come back by itself."""
        self.tour = ""
        self.refresh()


def ways_of(explorer: Entering) -> dict[str, Callable[[str], None]]:
    """What the buttons do that lead to another game, and the one of the tour."""
    return {
        "new_game": lambda _: explorer.show_new_game(),
        "library": lambda _: explorer.show_library(),
        "share": lambda _: explorer.show_share(),
        "close_dialog": lambda _: explorer.close_dialog(),
        "tour": lambda _: explorer.show_tour(),
        "end_tour": lambda _: explorer.end_tour(),
    }
