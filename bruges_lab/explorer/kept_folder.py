"""The folder of kept games: one of the user's own for notebooks, one a visitor for pages. Bounded in number and in bytes.

A game is a save under a name that is made here; beside it lie a few lines for the list (`.about`), the lock of whoever writes it,
and the claim of whoever wants to. What a tab of a page looked at lies there too, so that a reloaded page shows the same. Nothing
here takes a path from a browser: names have one form, and links are not followed.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from ..kernel import LabError
from ..kernel.errors import one_line
from ..kernel.files import read_whole, write_whole
from ..kernel.saving import LARGEST
from .autosaving import hold

KEEP, VISITOR, TAB = "BRUGES_LAB_KEEP", "BRUGES_LAB_VISITOR", "BRUGES_LAB_TAB"
"""The environment: where games are kept (empty: nowhere), and for the kernel of a page whose it is and which tab's."""
MOST_GAMES = 50
MOST_BYTES = 32 * 1024 * 1024
MOST_VISITORS = 500
UNTOUCHED = 180 * 24 * 3600
"""Seconds after which the folder of a visitor who did not come back is removed."""
A_DAY = 24 * 3600
MOST_TABS = 20
_LARGEST_RECORD = 16 * 1024

_NAME = re.compile(r"\d{8}-\d{6}-[0-9a-f]{8}")
_VISITOR = re.compile(r"[0-9a-f]{64}")
_TAB = re.compile(r"[0-9a-f]{16}")
Record = TypeVar("Record", bound=msgspec.Struct)


class About(msgspec.Struct, forbid_unknown_fields=True):
    """What the list tells of a game without replaying it."""

    game: str
    names: tuple[str, ...]
    chapter: int
    over: bool = False
    moves: int = 0


class _Head(msgspec.Struct):
    game: str
    names: tuple[str, ...]
    nodes: list[Any]


class Place(msgspec.Struct, forbid_unknown_fields=True):
    """What a tab of a page looks at, and how; `asked` is the game that the page was started with."""

    asked: str
    asked_lang: str
    game: str = ""
    """The name of a kept game; empty: the one that the page was started with, not yet played."""
    node: int = 0
    frame: int | None = None
    lang: str = "en"
    seat: int | None = None
    policies: tuple[str | None, ...] = ()
    usual: str = ""
    delay: float = 0.4
    one_by_one: bool = False
    hand_over: bool = False
    tab: str = "decide"
    earlier: tuple[str, ...] = ()
    """The games to which `back` leads, the first one first."""
    seats: tuple[int | None, ...] = ()
    """Who looked at each of them."""
    task: str = ""
    """The task that was open; the rest of the place is then where it was opened."""
    lessons: dict[str, str] = {}
    """How the tasks of the lessons went."""


class KeptGame(NamedTuple):
    """A kept game as the list shows it: `bl.load(kept.path)` opens it."""

    name: str
    path: Path
    when: datetime
    game: str
    names: tuple[str, ...]
    chapter: int
    over: bool
    moves: int


class KeptGames:
    """The kept games of one user or visitor. The folder is made when something is first written."""

    def __init__(self, folder: Path, *, comes_back: bool = False, tab: str = "", visitors: Path | None = None) -> None:
        self.folder = folder
        self.comes_back = comes_back
        """Whether an explorer goes on where the one before it was: on a page, whose kernel ends with it."""
        self.tab = tab or secrets.token_hex(8)
        self._me = secrets.token_hex(8).encode()
        self._visitors = visitors

    # Reading

    def all(self) -> list[KeptGame]:
        """What is kept, the latest first."""
        found = []
        for name, (_, written) in self._files().items():
            about = self._record(f"{name}.about", About) or self._about(name)
            when = datetime.fromtimestamp(written, UTC)
            if about is not None:
                told = (about.game, about.names, about.chapter, about.over, about.moves)
                found.append(KeptGame(name, self.path(name), when, *told))
        return sorted(found, key=lambda game: game.when, reverse=True)

    def path(self, name: str) -> Path:
        """The file of a kept game; what is no name of one is refused."""
        if not _NAME.fullmatch(name):
            raise LabError(f"{one_line(name, 60)!r}: there is no such kept game")
        return self.folder / f"{name}.json"

    def read(self, name: str) -> bytes:
        """A kept game as its bytes."""
        return read_whole(self.path(name), LARGEST, links=False, folder=False)

    def place(self) -> Place | None:
        """What this tab looked at last; for a new tab, what the latest one did."""
        mine = self._record(f"tab-{self.tab}.json", Place)
        if mine is not None:
            return mine
        return next((found for name in self._tabs() if (found := self._record(name, Place)) is not None), None)

    def _about(self, name: str) -> About | None:
        """What a save says of itself, where nothing lies beside it."""
        try:
            found = msgspec.json.decode(self.read(name), type=_Head)
        except (LabError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        return About(found.game, found.names, 0, moves=len(found.nodes) - 1)

    def _record(self, name: str, kind: type[Record]) -> Record | None:
        return read_record(self.folder / name, kind)

    def _files(self) -> dict[str, tuple[int, float]]:
        """The kept games, each with its size and when it was written."""
        found = {}
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                name, dot, kind = entry.name.partition(".")
                if dot + kind == ".json" and _NAME.fullmatch(name):
                    with suppress(OSError):
                        seen = entry.stat(follow_symlinks=False)
                        if stat.S_ISREG(seen.st_mode):
                            found[name] = (seen.st_size, seen.st_mtime)
        return found

    def _tabs(self) -> list[str]:
        """The records of tabs, the latest first."""
        found = []
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.startswith("tab-") and _TAB.fullmatch(entry.name[4:].removesuffix(".json")):
                    with suppress(OSError):
                        found.append((entry.stat(follow_symlinks=False).st_mtime, entry.name))
        return [name for _, name in sorted(found, reverse=True)]

    # Writing

    def new_name(self) -> str:
        """A name for a game: when it was begun, and something that nobody else has."""
        return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"

    def make_folder(self) -> None:
        """Make the folder, for its user alone, if there is room for one more."""
        if self.folder.is_dir() and not self.folder.is_symlink():
            return
        if self._visitors is not None:
            _find_room(self._visitors)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.folder.is_symlink():
            raise LabError(f"{one_line(self.folder.name, 20)}: is a link, and links are not followed here")

    def write(self, name: str, data: bytes, about: About) -> None:
        """Write a game and what the list tells of it; older ones that nobody uses make room."""
        self.make_folder()
        self._make_room(name, len(data))
        write_whole(self.path(name), data, over=True, links=False)
        try:
            self._put(f"{name}.about", about)
        except OSError:  # the game is kept, and the list can do without, but not with what is no longer true
            with suppress(OSError):
                (self.folder / f"{name}.about").unlink(missing_ok=True)

    def write_place(self, place: Place) -> None:
        """Write what this tab looks at; of tabs that are long gone nothing stays."""
        self.make_folder()
        self._put(f"tab-{self.tab}.json", place)
        for name in self._tabs()[MOST_TABS:]:
            (self.folder / name).unlink(missing_ok=True)

    def _put(self, name: str, record: msgspec.Struct) -> None:
        """Write a small record whole, but without waiting for the disk: it can be done without."""
        import tempfile

        handle, temporary = tempfile.mkstemp(prefix=f".{name}.", suffix=".part", dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(record))
            os.replace(temporary, self.folder / name)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise

    def _make_room(self, name: str, size: int) -> None:
        others = {other: found for other, found in self._files().items() if other != name}
        total = size + sum(found[0] for found in others.values())
        for other in sorted(others, key=lambda one: others[one][1]):
            if len(others) < MOST_GAMES and total <= MOST_BYTES:
                return
            if self.remove(other):
                total -= others.pop(other)[0]
        if len(others) >= MOST_GAMES or total > MOST_BYTES:
            raise LabError(f"more than {MOST_GAMES} games or {MOST_BYTES:,} bytes are not kept")

    def remove(self, name: str) -> bool:
        """Remove a game that nobody uses; whether it is gone."""
        try:
            lock = self.hold(name)
        except LabError:
            return False
        try:
            for file in (f"{name}.json", f"{name}.about", f".{name}.json.lock", f".{name}.claim"):
                (self.folder / file).unlink(missing_ok=True)
        except OSError:
            return False
        finally:
            lock.close()
        return True

    # Who writes

    def hold(self, name: str) -> Any:
        """Hold a game for this writer until what is given back is closed."""
        return hold(self.path(name))

    def claim(self, name: str) -> None:
        """Ask whoever writes a game to let go of it."""
        write_whole(self._claim(name), self._me, over=True, links=False)

    def unclaim(self, name: str) -> None:
        """This one asks no more; another may still."""
        with suppress(LabError, OSError):
            if self._who_asks(name) == self._me:
                self._claim(name).unlink(missing_ok=True)

    def is_claimed(self, name: str) -> bool:
        """Whether another tab asks for a game."""
        try:
            found = os.lstat(self._claim(name))
        except OSError:
            return False
        if time.time() - found.st_mtime > 60:  # whoever asked has gone
            return False
        with suppress(LabError):
            return self._who_asks(name) != self._me
        return False

    def _who_asks(self, name: str) -> bytes:
        return read_whole(self._claim(name), 100, links=False, folder=False)

    def _claim(self, name: str) -> Path:
        return self.path(name).with_name(f".{name}.claim")


def read_record(path: Path, kind: type[Record]) -> Record | None:
    """A small record of ours; None if it is not there or makes no sense: then there is nothing to go on with."""
    try:
        return msgspec.json.decode(read_whole(path, _LARGEST_RECORD, links=False, folder=False), type=kind)
    except (LabError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


# Whose


def root() -> Path | None:
    """Where games are kept on this machine: as the environment says, else where the system has such things; None: nowhere."""
    given = os.environ.get(KEEP)
    if given is not None:
        return Path(given).expanduser().absolute() if given.strip() else None
    from platformdirs import user_data_path

    return user_data_path("bruges-lab", appauthor=False)


def of_user() -> KeptGames | None:
    """The kept games of notebooks."""
    place = root()
    return None if place is None else KeptGames(place / "games")


def of_visitor(folder: Path | None) -> KeptGames | None:
    """The kept games of the visitor for whom this kernel was started, in a page's folder or where the user's are."""
    visitor, tab = os.environ.get(VISITOR, ""), os.environ.get(TAB, "")
    place = root() if folder is None else folder
    if place is None or not _VISITOR.fullmatch(visitor):
        return None
    visitors = place / "visitors"
    return KeptGames(visitors / visitor, comes_back=True, tab=tab if _TAB.fullmatch(tab) else "", visitors=visitors)


def kept_games() -> list[KeptGame]:
    """The games that explorers of notebooks have kept as they were played, the latest first: `bl.load(kept.path)` opens one."""
    found = of_user()
    return [] if found is None else found.all()


# Visitors who do not come back


def sweep(folder: Path | None) -> None:
    """Remove the folders of visitors who were not here for long. What is no such folder is left alone."""
    place = root() if folder is None else folder
    if place is not None:
        for touched, visitor in _visitors(place / "visitors"):
            if time.time() - touched > UNTOUCHED:
                shutil.rmtree(visitor, ignore_errors=True)


def _visitors(folder: Path) -> list[tuple[float, Path]]:
    """The folders of visitors, each with when it was last touched, the oldest first."""
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _VISITOR.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                with suppress(OSError):
                    found.append((entry.stat(follow_symlinks=False).st_mtime, Path(entry.path)))
    return sorted(found)


def _find_room(folder: Path) -> None:
    """Room for one more visitor: the one who was not here for longest goes, but nobody of today."""
    found = _visitors(folder)
    if len(found) < MOST_VISITORS:
        return
    touched, oldest = found[0]
    if time.time() - touched < A_DAY:
        raise LabError(f"games of more than {MOST_VISITORS} visitors are not kept")
    shutil.rmtree(oldest, ignore_errors=True)
