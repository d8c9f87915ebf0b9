"""A file system that fails on demand: the n-th file operation of a call goes wrong, for every n until the call succeeds.

    for fault in every_fault(monkeypatch):
        with fault:
            game.save(path)
        ...  # what is there now?

Counted are the operations by which Python code reaches files: the functions of `os`, `open`, and the reads, writes and flushes of
what `open` and `os.fdopen` gave. `fault.hit` names the one that failed, `fault.error` is what came of it.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

import pytest

FUNCTIONS = (
    *("open", "fdopen", "stat", "lstat", "fstat", "fsync", "chmod", "replace", "rename", "link", "unlink", "mkdir", "rmdir"),
    *("scandir", "close"),
)
METHODS = ("read", "write", "flush")
MOST = 400
"""More operations than any single write needs; a call that still fails then fails for another reason."""


class Fault:
    """One run of a call in which one operation fails."""

    def __init__(self, patch: pytest.MonkeyPatch, number: int, error: int, *, lasting: bool) -> None:
        self.number, self.errno, self.lasting = number, error, lasting
        self.count = 0
        self.hit = ""
        self.error: BaseException | None = None
        self._patch = patch
        self._context: Any = None

    def __enter__(self) -> Fault:
        self._context = self._patch.context()
        patch = self._context.__enter__()
        for name in FUNCTIONS:
            patch.setattr(os, name, self._counted(f"os.{name}", getattr(os, name)))
        for module in (builtins, io):
            patch.setattr(module, "open", self._counted("open", io.open))
        if os.name == "posix":
            import fcntl

            patch.setattr(fcntl, "flock", self._counted("flock", fcntl.flock))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        self._context.__exit__(None, None, None)
        self.error = error
        return error is not None and bool(self.hit) and isinstance(error, Exception)

    def _counted(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **more: Any) -> Any:
            self._count(name)
            result = call(*arguments, **more)
            return _Watched(result, self) if name in ("open", "os.fdopen") else result

        return counted

    def _count(self, name: str) -> None:
        self.count += 1
        if self.count == self.number or (self.lasting and self.hit):
            self.hit = self.hit or name
            raise OSError(self.errno, os.strerror(self.errno))


class _Watched:
    """An open file whose writes count."""

    def __init__(self, file: Any, fault: Fault) -> None:
        self._file, self._fault = file, fault

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._file, name)
        if name not in METHODS:
            return found

        def counted(*arguments: Any) -> Any:
            self._fault._count(f"file.{name}")
            return found(*arguments)

        return counted

    def __enter__(self) -> _Watched:
        self._file.__enter__()
        return self

    def __exit__(self, *error: Any) -> Any:
        return self._file.__exit__(*error)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._file)


def every_fault(patch: pytest.MonkeyPatch, error: int = errno.EIO, *, lasting: bool = False) -> Iterator[Fault]:
    """A fault at every operation in turn; the last one given hits nothing, so that the call succeeds.

    With `lasting` everything after it fails too, as when a disk has gone.
    """
    for number in range(1, MOST):
        fault = Fault(patch, number, error, lasting=lasting)
        yield fault
        if not fault.hit:
            assert fault.error is None
            return
    raise AssertionError(f"more than {MOST} file operations")
