"""Autosave: every new node is on disk before anything is shown. One writer a file; a game that is already there comes back.

A cell that is run again makes a new explorer: within one process the newer takes the file over and the older is told. Another
process waits a little, since the kernel of a page that was loaded anew may be ending at this moment, and is refused then.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..kernel import Game, LabError
from ..kernel.errors import one_line
from ..kernel.files import as_path, called, place_to_write, read_whole
from ..kernel.saving import from_bytes, to_bytes, write_save

ENDING = 6.0
"""Seconds that a kernel may take to end on a busy machine."""
_PAUSE = 0.1


class InUse(LabError):
    """Another process writes the file."""


_writers: dict[Path, Autosave] = {}
"""Who writes which file in this process."""


class Autosave:
    """Writes a game to a file whenever it has grown or its notes have changed; `lost` is called when another takes it over."""

    def __init__(self, game: Game[Any], path: str | Path, lost: Callable[[], None]) -> None:
        self.path = _place(path)
        self._lost = lost
        self._key = self.path
        older = _writers.get(self._key)
        if older is not None:
            older.close()
        try:
            self._lock = _hold_soon(self.path)
            self._take(game)
        except BaseException:
            if older is not None:
                older.resume()
            raise
        if older is not None:
            older._lost()

    def _take(self, game: Game[Any]) -> None:
        try:
            if self.path.exists() and self.path.stat().st_size:
                self._bring_back(game)
            self.game = game
            self._written = self._fingerprint()
            self._write()
        except BaseException:
            self._lock.close()
            raise
        self._stop = game.watch(self._moved)
        _writers[self._key] = self

    def resume(self) -> None:
        """Write again: whoever wanted to take over could not."""
        self._lock = hold(self.path)
        self._stop = self.game.watch(self._moved)
        _writers[self._key] = self

    def _bring_back(self, game: Game[Any]) -> None:
        """The saved tree takes the place of the new one, if it is of the same game."""
        saved: Game[Any] = from_bytes({game.kit.name: game.kit}, read_whole(self.path), self.path.name)
        if saved.start.digest() != game.start.digest() or saved.names != game.names:
            raise LabError(f"{called(self.path)}: holds another game; choose another file or load this one")
        if len(game.nodes) > 1:
            raise LabError(
                f"{called(self.path)}: holds this game already, and it was played on elsewhere; load it to go on with it"
            )
        game.adopt(saved)

    def _fingerprint(self) -> tuple[int, int, tuple[tuple[int, str], ...]]:
        notes = tuple((node.number, node.note) for node in self.game.nodes if node.note)
        return len(self.game.nodes), self.game.node.number, notes

    def _moved(self) -> None:
        now = self._fingerprint()
        if now != self._written:
            self._written = now
            self._write()

    def _write(self) -> None:
        write_save(self.path, to_bytes(self.game))

    def close(self) -> None:
        """Stop writing and let others write."""
        self._stop()
        self._lock.close()
        if _writers.get(self._key) is self:
            del _writers[self._key]


def _place(path: str | Path) -> Path:
    """The file itself, whatever links lead to it: so two explorers know that they mean the same one."""
    given = as_path(path)
    try:
        if not given.parent.is_dir():
            raise LabError(f"{called(given)}: there is no folder to write it to")
        return place_to_write(given).resolve()
    except (OSError, ValueError) as error:
        raise _unusable(given, error) from None


def _unusable(path: Path, error: Exception) -> LabError:
    if isinstance(error, LabError):
        return error
    return LabError(f"{called(path)}: cannot be written: {one_line(getattr(error, 'strerror', None) or error)}")


def _hold_soon(path: Path) -> Any:
    """Hold the file, at the latest when the kernel that wrote it before has ended."""
    end = time.monotonic() + ENDING
    while True:
        try:
            return hold(path)
        except InUse:
            if time.monotonic() >= end:
                raise
            time.sleep(_PAUSE)


def hold(path: Path) -> Any:
    """Hold the file for this writer: the system lets go of it when the process ends, however it ends."""
    try:
        lock = path.with_name(f".{path.name}.lock").open("a+")
    except (OSError, ValueError) as error:
        raise _unusable(path, error) from None
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise InUse(f"{called(path)}: another explorer is writing it") from None
    return lock
