"""Keeping what is played: after everything is drawn, whatever has changed goes to the folder of kept games (kept_folder.py).

On a page the explorer that is made next goes on where this one was. A second tab takes a game over; the first is told, may take
it back, and keeps under a name of its own what is played on there. Where keeping fails the page says why until it works again.
"""

from __future__ import annotations

import atexit
import errno
import hashlib
import time
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from ..kernel import Game, LabError
from ..kernel.saving import to_bytes
from ..rulebook.texts import LANGUAGES
from .controls import SLOWEST
from .cursor import Cursor
from .held_game import HeldGame, held, open_kept
from .inspecting import running_loop
from .kept_folder import KeptGame, KeptGames, Place

if TYPE_CHECKING:
    import asyncio

    from .remembering import Remembering

SOON, PAUSE = 0.03, 0.3
"""Seconds after which something is kept: first the browser gets its answer. While somebody steps on quickly there is a pause
between two writes; the last one is never left out."""
TICK = 0.5
"""Seconds after which a page looks whether another tab asks for its game, and tries again what has failed."""
MOST_EARLIER = 3
MOST_TASKS = 200
ELSEWHERE, FULL, FORBIDDEN, LARGE, OTHER = "elsewhere", "full", "forbidden", "large", "other"
"""What may be wrong, by the sentence that is said of it."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


class Keeping:
    """Keeps what an explorer looks at; without a folder, nothing."""

    def __init__(self, explorer: Remembering, games: KeptGames | None, given: Game[Any]) -> None:
        self.games = games
        self.trouble = ""
        self._explorer = explorer
        self._given = given
        self._asked = _identity(given) if games is not None and games.comes_back else ""
        self._asked_lang = explorer.lang
        self._held: HeldGame | None = None
        self._left: list[Game[Any]] = []  # games that could not be written, and why; `back` may no longer lead to them
        self._why = ""
        self._own = False
        self._begun = self._closed = False
        self._place: Place | None = None
        self._last = -PAUSE
        self._waits = False
        if games is not None:
            _all.add(self)
            if games.comes_back and (loop := running_loop()) is not None:
                loop.call_later(TICK, _tick, weakref.ref(self), loop)

    # As it is played

    def keep(self) -> None:
        """Keep what has changed. The first picture is nothing that anybody did: a visit without an act leaves nothing behind."""
        if self.games is None or self._closed:
            return
        self._enter(self.games)
        self._tell_own()
        if not self._begun:
            self._begun, self._place = True, self._where()
            return
        loop = running_loop()
        if loop is None:
            self.flush()
        elif not self._waits:
            self._waits = True
            loop.call_later(max(SOON, self._last + PAUSE - time.monotonic()), _flush, weakref.ref(self))

    def flush(self) -> None:
        """Keep it now, and say it if that has become impossible, or possible again."""
        self._waits = False
        if self.games is None or self._closed or not self._begun:
            return
        try:
            self._enter(self.games)
            self._keep_game(self.games)
            self._keep_left(self.games)
            self._keep_place(self.games)
            self._say(ELSEWHERE if self._held is not None and self._held.lost else "")
        except (LabError, OSError) as error:
            self._say(why(error))
        self._tell_own()
        self._last = time.monotonic()

    def _say(self, trouble: str) -> None:
        if trouble in ("", ELSEWHERE):
            trouble = self._why or trouble
        if trouble != self.trouble:
            self.trouble = trouble
            self._explorer.redraw()

    def _tell_own(self) -> None:
        if self._own:
            self._own = False
            self._explorer.message = self._explorer.words("kept.own")
            self._explorer.redraw()

    def _enter(self, games: KeptGames) -> None:
        """Another game is looked at: its file may have passed into other hands meanwhile."""
        if self._held is None:
            self._held = held(self._explorer.game)
            with suppress(LabError, OSError):  # where nothing can be written, writing will say so
                self._held.check(games)
            self._say(ELSEWHERE if self._held.lost else "")

    def _keep_game(self, games: KeptGames) -> None:
        explorer, found = self._explorer, self._held
        game = explorer.game
        if found is None or explorer.autosaves(game) or explorer.is_of_task(game) or found.is_written(game):
            return  # the game of a task is made anew from the task
        if not found.name and found.is_unplayed(game) and (not games.comes_back or game is self._given):
            return
        self._own |= found.write(games, game)

    def _keep_left(self, games: KeptGames) -> None:
        """What could not be kept when it was left. One game that cannot be written does not stop the others."""
        explorer = self._explorer
        left = dict.fromkeys([*self._left, *(one.game for one in explorer.earlier)])
        self._left, self._why = [], ""
        for game in left:
            found = held(game)
            if game is explorer.game or explorer.autosaves(game) or explorer.is_of_task(game):
                continue
            if found.is_written(game) or found.is_unplayed(game):
                continue
            try:
                self._own |= found.write(games, game)
            except (LabError, OSError) as error:
                self._could_not_leave(game, error)
            found.let_go()

    def _could_not_leave(self, game: Game[Any], error: Exception) -> None:
        self._left.append(game)
        self._why = why(error)

    def _keep_place(self, games: KeptGames) -> None:
        if games.comes_back and (place := self._where()) != self._place:
            games.write_place(place)
            self._place = place

    def _where(self) -> Place:
        explorer, autoplay = self._explorer, self._explorer.autoplay
        here = (explorer.cursor, explorer.seat)
        opened = [*zip(explorer.earlier, explorer.looked_before, strict=True), here]
        *before, (cursor, seat) = [one for one in opened if not explorer.is_of_task(one[0].game)] or [here]
        names = [(one.game, held(one.game).name, looked) for one, looked in before]
        earlier = [(name, looked) for game, name, looked in names if game is self._given or name][-MOST_EARLIER:]
        return Place(
            asked=self._asked,
            asked_lang=self._asked_lang,
            game=held(cursor.game).name,
            node=cursor.node.number,
            frame=cursor.frame,
            lang=explorer.lang,
            seat=seat,
            policies=tuple(autoplay.seats),
            usual=autoplay.usual,
            delay=autoplay.delay,
            one_by_one=explorer.step_by_step,
            hand_over=explorer.hand_over,
            tab=explorer.tab,
            earlier=tuple(name for name, _ in earlier),
            seats=tuple(looked for _, looked in earlier),
            task=explorer.task.name if explorer.task is not None else "",
            lessons=dict([*explorer.lesson_progress.items()][-MOST_TASKS:]),
        )

    def leave(self) -> None:
        """Another game will be looked at: all of this one is written, and nothing of it if nobody has played."""
        found, game = self._held, self._explorer.game
        if self.games is None or found is None:
            return
        if self._begun and not self._closed and not self._explorer.is_of_task(game):
            try:
                if found.name and found.is_unplayed(game):
                    found.drop(self.games)
                elif found.holds and not found.is_written(game, where=True):
                    self._own |= found.write(self.games, game)
                else:
                    self._keep_game(self.games)
            except (LabError, OSError) as error:
                self._could_not_leave(game, error)
        found.let_go()
        self._held = None

    def close(self) -> None:
        """The explorer is closed: what was played is kept, and others may go on with it."""
        if not self._closed:
            self.flush()
            if self._held is not None and not self._held.is_unplayed(self._explorer.game):
                self.leave()
            self._closed = True
            if self._held is not None:
                self._held.let_go()

    # Other tabs

    def look_around(self) -> None:
        """Let go of a game that another tab asks for; try again what could not be written."""
        found = self._held
        if self.games is None or self._closed:
            return
        if found is not None and found.holds and self.games.is_claimed(found.name):
            self.flush()
            if found.is_written(self._explorer.game):  # what is on no disk is nothing that another tab could go on with
                found.lose()
                self._say(ELSEWHERE)
        elif self.trouble not in ("", ELSEWHERE):
            self.flush()

    def take_back(self) -> Game[Any]:
        """The game as another tab has left it, to go on with here."""
        found = self._held
        if self.games is None or found is None or not found.lost:
            raise LabError(self._explorer.words("kept.is_here"))
        game = open_kept(self.games, found.name)
        if held(game).lost:
            raise LabError(self._explorer.words("kept.busy"))
        return game

    # Games that are kept

    def all(self) -> list[KeptGame]:
        """What is kept, the latest first."""
        return [] if self.games is None else self.games.all()

    @property
    def name(self) -> str:
        """The name under which the game that is looked at is kept; empty: it is not."""
        return "" if self._held is None else self._held.name

    def open(self, name: str) -> Game[Any]:
        """A kept game by its name."""
        return open_kept(self._folder(), name)

    def copy(self) -> str:
        """Keep the game as it is under another name, to come back to it."""
        games, game = self._folder(), self._explorer.game
        found = HeldGame(game)
        found.write(games, game)
        found.let_go()
        return found.name

    def _folder(self) -> KeptGames:
        if self.games is None:
            raise LabError(self._explorer.words("kept.off"))
        return self.games

    # Going on where the page was

    def come_back(self) -> bool:
        """Show what the page showed before, if it was started with the same game; whether it did."""
        games = self.games
        if games is None or not games.comes_back:
            return False
        place = games.place()
        if place is None or place.asked != self._asked:
            return False
        try:
            place, game = self._opened(games, place)
        except LabError:
            self._explorer.message = self._explorer.words("kept.unreadable")
            return False
        looked = (*place.seats, *[place.seat] * len(place.earlier))  # a record may say it of none
        opened = [(self._earlier(games, name), seat) for name, seat in zip(place.earlier, looked, strict=False)]
        earlier = [(cursor, seat) for cursor, seat in opened if cursor is not None]
        place = msgspec.structs.replace(place, seats=tuple(seat for _, seat in earlier))
        cursors = [cursor for cursor, _ in earlier]
        self._explorer.restore(place, Cursor(game), cursors, same_language=place.asked_lang == self._asked_lang)
        return True

    def _opened(self, games: KeptGames, place: Place) -> tuple[Place, Game[Any]]:
        """The game of a place. The page before may only now write down where it was: it holds its game until it has."""
        game = open_kept(games, place.game) if place.game else self._given
        latest = games.place()
        if latest is None or latest == place or latest.asked != self._asked:
            return place, game
        if latest.game == place.game:
            return latest, game
        held(game).let_go()
        return self._opened(games, latest)

    def _earlier(self, games: KeptGames, name: str) -> Cursor | None:
        with suppress(LabError):
            return Cursor(open_kept(games, name, wait=False) if name else self._given)
        return None


def settle(explorer: Remembering, place: Place, *, same_language: bool) -> None:
    """Look as somebody looked before, as far as that can be done here. What was written down is data like any other."""
    nodes, autoplay = explorer.game.nodes, explorer.autoplay
    if 0 <= place.node < len(nodes):
        explorer.cursor.goto(place.node)
        if place.frame is not None and 0 <= place.frame < len(explorer.cursor.frames()) - 1:
            explorer.cursor.frame = place.frame
    if same_language and place.lang in LANGUAGES:
        explorer.lang = place.lang
    seats = len(explorer.names)
    explorer.seat = place.seat if place.seat is not None and 0 <= place.seat < seats else None
    explorer.step_by_step = place.one_by_one
    explorer.hand_over = place.hand_over
    autoplay.move_to(explorer.manifest, seats)
    autoplay.delay = min(max(0.0, place.delay), SLOWEST)
    with suppress(LabError):
        autoplay.set_seats(place.policies, seats)
    with suppress(LabError):
        explorer.check_policy(place.usual)
        autoplay.usual = place.usual


def why(error: Exception) -> str:
    """Which of the sentences tells why something could not be kept."""
    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, OSError):
        seen = seen.__context__
    if seen is None:
        return LARGE
    return FULL if seen.errno in _FULL else FORBIDDEN if seen.errno in _FORBIDDEN else OTHER


def _identity(game: Game[Any]) -> str:
    try:
        return hashlib.sha256(to_bytes(game)).hexdigest()
    except LabError:  # too large to be kept
        return str(game.start.digest())


_all: weakref.WeakSet[Keeping] = weakref.WeakSet()


def _tick(found: weakref.ref[Keeping], loop: asyncio.AbstractEventLoop) -> None:
    keeping = found()
    if keeping is not None and not keeping._closed:
        try:
            keeping.look_around()
        finally:
            loop.call_later(TICK, _tick, found, loop)


def _flush(found: weakref.ref[Keeping]) -> None:
    if (keeping := found()) is not None:
        keeping.flush()


@atexit.register
def _flush_all() -> None:
    """What waits for a pause is kept when the kernel ends."""
    for keeping in [*_all]:
        with suppress(Exception):
            keeping.close()
