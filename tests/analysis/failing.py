"""File operations that fail: the n-th one below a folder, and every writing one after it if the disk is said to stay full.

Counted are opening, writing, flushing, syncing, renaming, deleting, listing, asking for and making of files and folders. A write
that fails leaves half of what it should have written, as a full disk does.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BY_PATH = ("mkdir", "replace", "rename", "chmod", "listdir", "scandir", "unlink", "rmdir", "stat", "link")
GROWING = ("open to write", "write", "flush", "fsync", "mkdir", "replace")
"""What a full disk refuses; it still deletes, lists and reads."""


class Failing:
    """Makes the operation number `at` fail, counted from 1; `count` says how many there were."""

    def __init__(self, folder: Path, at: int, *, stays: bool = False, fail: Callable[[], None] | None = None) -> None:
        self.folder = str(folder)
        self.at = at
        self.stays = stays
        self.fail = fail
        self.count = 0
        self.failed: list[str] = []

    def did(self, operation: str) -> None:
        """Count an operation, and fail it if it is its turn."""
        self.count += 1
        if self.count == self.at or (self.stays and self.count > self.at and operation in GROWING):
            self.failed.append(operation)
            if self.fail is not None:
                self.fail()
            raise OSError(errno.ENOSPC, "No space left on device")

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Put it in the place of the real operations."""
        for name in BY_PATH:
            patch.setattr(os, name, self._by_path(name, getattr(os, name)))
        patch.setattr(os, "open", self._os_open(os.open))
        patch.setattr(os, "fsync", self._fsync(os.fsync))
        opened = self._opened(io.open)
        patch.setattr(io, "open", opened)
        patch.setattr(builtins, "open", opened)

    def _mine(self, path: object) -> bool:
        return isinstance(path, str | os.PathLike) and os.fspath(path).startswith(self.folder)

    def _by_path(self, name: str, usual: Callable[..., Any]) -> Callable[..., Any]:
        def operation(path: Any, *args: Any, **how: Any) -> Any:
            if self._mine(path):
                self.did(name)
            return usual(path, *args, **how)

        return operation

    def _os_open(self, usual: Callable[..., int]) -> Callable[..., int]:
        def operation(path: Any, flags: int, *args: Any, **how: Any) -> int:
            if self._mine(path):
                self.did("open to write" if flags & (os.O_WRONLY | os.O_RDWR) else "open")
            return usual(path, flags, *args, **how)

        return operation

    def _fsync(self, usual: Callable[[int], None]) -> Callable[[int], None]:
        def operation(handle: int) -> None:
            self.did("fsync")
            usual(handle)

        return operation

    def _opened(self, usual: Callable[..., Any]) -> Callable[..., Any]:
        def operation(file: Any, mode: str = "r", *args: Any, **how: Any) -> Any:
            if not isinstance(file, int) and not self._mine(file):
                return usual(file, mode, *args, **how)
            if mode not in ("wb", "w+b"):
                self.did("open")
                return usual(file, mode, *args, **how)
            if not isinstance(file, int):
                self.did("open to write")
            return _Writer(io.FileIO(file, "w+b"), self)

        return operation


class _Writer(io.BufferedRandom):
    def __init__(self, raw: io.FileIO, failing: Failing) -> None:
        super().__init__(raw)
        self._failing = failing

    def write(self, data: Any) -> int:
        try:
            self._failing.did("write")
        except OSError:
            super().write(memoryview(data)[: len(data) // 2])
            super().flush()
            raise
        return super().write(data)

    def flush(self) -> None:
        if not self.closed and self._failing.failed[-1:] != ["flush"]:  # closing flushes what a flush that failed has left
            self._failing.did("flush")
        super().flush()
