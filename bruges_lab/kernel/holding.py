"""Holding a folder against other processes while something in it is read, changed and written.

The system lets go of it when this process ends, however it ends, and nothing is left lying there. Where the system or the file
system knows no such locks (Windows), nothing is held.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import LabError, one_line

_TRIES, _PAUSE = 600, 0.05


@contextmanager
def held(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Hold a folder; if another process does, wait half a minute for it, or refuse at once."""
    handle = hold(folder, wait=wait)
    try:
        yield
    finally:
        if handle >= 0:
            os.close(handle)


def hold(folder: Path, *, wait: bool = False) -> int:
    """The handle that holds a folder until it is closed; -1 where there is none."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows, or a browser
        return -1
    handle = os.open(folder, os.O_RDONLY)
    for last in reversed(range(_TRIES if wait else 1)):
        try:
            flock(handle, LOCK_EX | LOCK_NB)
            break
        except BlockingIOError:
            if not last:
                os.close(handle)
                raise LabError(f"{one_line(folder.name)}: another process is writing here") from None
            time.sleep(_PAUSE)
        except OSError:  # a file system without locks
            break
    return handle
