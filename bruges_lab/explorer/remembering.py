"""Games that are kept: what an explorer can do with them by name. How they are kept is in keeping.py."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ..kernel import Game, LabError
from ..kernel.saving import to_bytes
from .cursor import Cursor
from .held_game import held
from .keeping import ELSEWHERE, Keeping, settle
from .kept_folder import KeptGame, Place
from .learning import Learning
from .looking import Former
from .reach import Reach


class Remembering(Learning):
    """A view of a game that is kept as it is played."""

    reach: Reach
    keeping: Keeping | None = None
    sheet_of_kept = False
    """Whether the sheet of kept games is open."""
    offers_file = False
    """Whether the message has a button to download the game beside it."""

    # By name

    def kept_games(self) -> list[KeptGame]:
        """The kept games, the latest first."""
        return [] if self.keeping is None else self.keeping.all()

    def open_kept(self, name: str) -> None:
        """Open a kept game by its name; `back` returns to this one."""
        keeping = self._keeping()
        if name == keeping.name:
            raise LabError(self.words("kept.is_here"))
        game = keeping.open(name)
        self.sheet_of_kept = False
        self.look_at(game)

    def keep_copy(self) -> None:
        """Keep the game as it is now under a name of its own, to come back to it."""
        self._keeping().copy()
        self.say_with_file(self.words("kept.copied"))

    def go_on_here(self) -> None:
        """Take back a game that goes on in another tab, as it stands there."""
        self._watch(Cursor(self._keeping().take_back()))

    def show_kept(self) -> None:
        """Open the sheet of kept games, or close it."""
        self.sheet_of_kept = not self.sheet_of_kept
        self.chosen_target = ""
        if self.keeping is not None:
            self.keeping.flush()  # so that the list tells of what has just been played
        self.refresh()

    @property
    def may_download(self) -> bool:
        """Whether whoever looks may have the whole game with all its hands; what would be lost else is handed out anyway."""
        return self.covered_for is None and (self.seat is None or self.would_be_lost)

    def download(self) -> None:
        """Hand the game as a file to whoever looks."""
        if not self.may_download:
            raise LabError(self.words("edit.hidden"))
        if self._stage is not None:
            self._stage.surfaces["bar"].offer("game.json", to_bytes(self.game))

    def try_to_keep(self) -> None:
        """Try again to keep what could not be kept."""
        self._keeping().flush()

    def _keeping(self) -> Keeping:
        if self.keeping is None or self.keeping.games is None:
            raise LabError(self.words("kept.off"))
        return self.keeping

    # What is said

    @property
    def trouble(self) -> str:
        """Why this game is not kept, by a word for it; empty: it is."""
        return "" if self.keeping is None else self.keeping.trouble

    @property
    def would_be_lost(self) -> bool:
        """Whether leaving the page loses something: its kernel ends with it."""
        return not self.reach.paths and self.trouble not in ("", ELSEWHERE)

    def say_with_file(self, message: str) -> None:
        """Show a message with a download of the game beside it."""
        self.offers_file = not self.reach.paths
        self.say(message)

    def _forget(self) -> None:
        super()._forget()
        self.offers_file = False

    def close_popover(self) -> None:
        self.sheet_of_kept = False
        super().close_popover()

    # Keeping

    def refresh(self) -> None:
        super().refresh()
        if self.keeping is not None:
            self.keeping.keep()

    def redraw(self) -> None:
        """Draw what has changed, when there is nothing to keep."""
        super().refresh()

    def _watch(self, cursor: Cursor, policies: Sequence[str | None] | None = None) -> None:
        if self.keeping is not None:
            self.keeping.leave()
        super()._watch(cursor, policies)

    def close(self) -> None:
        if self.keeping is not None:
            self.keeping.close()
        super().close()

    def autosaves(self, game: Game[Any]) -> bool:
        """Whether a game is written to a file of the user's own."""
        return self._autosave is not None and self._autosave.game is game

    # What is written down to come back to

    @property
    def earlier(self) -> list[Cursor]:
        """The games to which `back` leads."""
        return [former.cursor for former in self._earlier]

    @property
    def looked_before(self) -> list[int | None]:
        """Who looked at each of the games to which `back` leads."""
        return [former.looked[0] for former in self._earlier]

    @property
    def tab(self) -> str:
        """The tab that is open."""
        return "" if self._stage is None else self._stage.tab

    def check_policy(self, name: str) -> None:
        """Refuse a policy that the game does not have."""
        self._check_policy(name)

    def restore(self, place: Place, cursor: Cursor, earlier: list[Cursor], *, same_language: bool) -> None:
        """Look at what was looked at before, in the same way."""
        self._stop_watching()
        self.cursor = cursor
        self._earlier = [
            Former(one, (None,) * len(one.game.names), (_seat_of(one, seat), False))
            for one, seat in zip(earlier, place.seats, strict=True)
        ]
        settle(self, place, same_language=same_language)
        self._stop_watching = cursor.game.watch(self._moved)
        self.redraw()
        self.course.restore(place.lessons)
        if self._stage is not None and place.tab in self._stage.tabs:
            self._stage.select(place.tab)
        self._cover()
        if place.task:
            held(self.game).let_go()  # it lies underneath: another tab may go on with it
            with suppress(LabError):  # tasks may have been renamed since
                self.open_task(place.task)


def _seat_of(cursor: Cursor, seat: int | None) -> int | None:
    """Who looked at a game, if there is such a seat; what was written down is data like any other."""
    return seat if seat is None or 0 <= seat < len(cursor.game.names) else 0
