"""A game and the file in which it is kept: one writer, never over what somebody else has written, and nothing while unplayed."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from ..games.shelf import Kits
from ..kernel import Game, LabError
from ..kernel.saving import from_bytes, to_bytes
from .autosaving import InUse
from .kept_folder import About, KeptGames

ENDING, CLAIMING = 1.0, 6.0
"""Seconds for the kernel of a page that was loaded anew to end, and for another tab to let go of a game."""
_WAIT = 0.1

Fingerprint = tuple[int, tuple[tuple[int, str], ...]]


def fingerprint(game: Game[Any]) -> Fingerprint:
    """What of a game must be on disk: its positions and its notes."""
    return len(game.nodes), tuple((node.number, node.note) for node in game.nodes if node.note)


class HeldGame:
    """A game of an explorer and its file, if it has one already."""

    def __init__(self, game: Game[Any]) -> None:
        self.name = ""
        """The name under which it is kept; empty: not yet."""
        self.lost = False
        """Whether somebody else writes it now."""
        self._first: Fingerprint | None = fingerprint(game)
        self._written: Fingerprint | None = None
        self._node = -1
        self._lock: Any = None
        self._seen: tuple[int, int, int] | None = None
        self._own = False  # whether it has left a file that is in other hands, and nobody was told

    @property
    def holds(self) -> bool:
        """Whether this is the one that writes the file."""
        return self._lock is not None

    def is_unplayed(self, game: Game[Any]) -> bool:
        """Whether nothing has happened since it was first looked at."""
        return fingerprint(game) == self._first

    def is_written(self, game: Game[Any], *, where: bool = False) -> bool:
        """Whether all of it is on disk; with `where`, also at which position it stands."""
        return fingerprint(game) == self._written and not (where and self._node != game.node.number)

    def write(self, games: KeptGames, game: Game[Any]) -> bool:
        """Write the game, under a name of its own where its file is in other hands; whether it was that."""
        data = to_bytes(game)
        if self.name and not self._still_mine(games):
            if self.lost or _signature(games, self.name) is not None:
                self._own = True
                self.let_go()
                self.name, self._seen = "", None
            else:
                self.drop(games)
        self.lost = False
        fresh = not self.name
        if fresh:
            games.make_folder()
            name = games.new_name()
            self._lock = games.hold(name)
            self.name = name
        try:
            games.write(self.name, data, about(game))
        except BaseException:
            if fresh:
                self.drop(games)  # nothing stays of a name that the next attempt does not use
            else:
                self._seen = _signature(games, self.name) or self._seen  # it may be in place already, and failed after that
            raise
        self._written, self._node = fingerprint(game), game.node.number
        self._seen = _signature(games, self.name)
        own, self._own = self._own, False
        return own

    def _still_mine(self, games: KeptGames) -> bool:
        """Whether the file is as this one has left it, and nobody else writes it."""
        if self.lost or not self.take(games):
            return False
        return self._seen is None or self._seen == _signature(games, self.name)

    def take(self, games: KeptGames) -> bool:
        """Become the one that writes the file, if nobody else is; it may have changed meanwhile."""
        if self._lock is None:
            try:
                self._lock = games.hold(self.name)
            except InUse:
                return False
        return True

    def check(self, games: KeptGames) -> None:
        """Look whether the file has passed into other hands since the game was last looked at."""
        if self.name and not self._still_mine(games):
            if self.lost or _signature(games, self.name) is not None:
                self.lose()
            else:
                self.drop(games)  # it had to make room for others: it is written anew

    def lose(self) -> None:
        """Somebody else goes on with it."""
        self.let_go()
        self.lost = True

    def let_go(self) -> None:
        """Let others write."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def drop(self, games: KeptGames) -> None:
        """Take the file away again, or what lies beside one that is not there."""
        self.let_go()
        if self.name and not self.lost:
            games.remove(self.name)
        self.name, self._written, self._seen = "", None, None

    @classmethod
    def found(cls, games: KeptGames, name: str, game: Game[Any], lock: Any) -> HeldGame:
        """A game that was read from its file."""
        held = cls(game)
        held.name, held._lock, held.lost = name, lock, lock is None
        held._first, held._written, held._node = None, fingerprint(game), game.node.number
        held._seen = _signature(games, name)
        held_games[game] = held
        return held


held_games: WeakKeyDictionary[Game[Any], HeldGame] = WeakKeyDictionary()
"""The games that explorers of this process keep: several of them may look at one game."""


def held(game: Game[Any]) -> HeldGame:
    """What is known of keeping a game."""
    if game not in held_games:
        held_games[game] = HeldGame(game)
    return held_games[game]


def open_kept(games: KeptGames, name: str, *, wait: bool = True) -> Game[Any]:
    """A kept game, ready to go on with: another tab is asked to let go of it. One that does not is left with it."""
    lock = wait_for(games, name) if wait else None
    try:
        game = from_bytes(Kits({}), games.read(name), f"{name}.json")
        HeldGame.found(games, name, game, lock)
    except BaseException:
        if lock is not None:
            lock.close()
        raise
    if not wait:
        held_games[game].lost = False  # nobody was asked yet
    return game


def wait_for(games: KeptGames, name: str) -> Any:
    """Hold a kept game: its last page may be ending at this moment, or another tab has to let go first. None: it does not."""
    games.read(name)  # what is not there is not waited for
    begun, claimed = time.monotonic(), False
    try:
        while True:
            try:
                return games.hold(name)
            except InUse:
                waited = time.monotonic() - begun
            if waited > (ENDING + CLAIMING if games.comes_back else ENDING):
                return None
            if waited > ENDING and not claimed:
                games.claim(name)
                claimed = True
            time.sleep(_WAIT)
    finally:
        if claimed:
            games.unclaim(name)


def about(game: Game[Any]) -> About:
    """What the list tells of a game."""
    return About(game.kit.name, game.names, int(game.kit.chapter(game.state)), game.over, len(game.line) - 1)


def _signature(games: KeptGames, name: str) -> tuple[int, int, int] | None:
    with suppress(OSError, LabError):
        found = os.lstat(games.path(name))
        return found.st_ino, found.st_size, found.st_mtime_ns
    return None
