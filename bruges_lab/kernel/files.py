"""Reading and writing files so that nothing is ever half done: whole file or nothing, size checked, errors in one line.

Writing goes beside the target and then takes its place. A link is written through, so that it stays a link and the file it
leads to is what changes; a device, a pipe, a folder or a link to nothing is refused, because a rename would put a file there.
With `links=False`, for a folder that may be somebody else's, no link is followed at all, neither in writing nor in reading.
What may be replaced every writer says itself: there is no default that would lose somebody's file.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import LabError, one_line


class SomethingElse(LabError):
    """What is there is not of the kind that would be written."""


LARGEST = 50 * 1024 * 1024
HEAD = 4096
"""How much of a file is looked at before it is replaced."""
Replaceable = bool | Callable[[bytes], bool]
"""What may be replaced: any file, none, or one whose beginning is as it should be."""

_PART = re.compile(r"\..{1,40}\.[a-z0-9_]{8}\.part", re.DOTALL)
_ENDING = len("12345678.part")
_A_LINK = "it is a link, and links are not followed here"
_NOT_PLAIN = "cannot be read: it is a pipe, a device or a folder, not a plain file"
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""Where there is no such flag (Windows), what was opened is compared with what the name stands for."""
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
"""Not waiting for the other end of a pipe."""
_left: dict[Path, set[str]] = {}
"""What looked like left behind when this process first wrote in a folder."""


# Naming


def as_path(named: str | Path) -> Path:
    """What somebody has named, as a path; anything else is refused, also where types are not checked."""
    if named == "":
        raise LabError("no file is named: the path is empty")
    try:
        return Path(named)
    except TypeError:
        raise LabError(f"a file is named by its path, not by {one_line(repr(named), 40)}") from None


def called(path: Path) -> str:
    """A file in a message: by its name, or by the whole path where that ends in none, as `/` does."""
    return one_line(path.name) or repr(one_line(path))


# Writing


def write_whole(path: str | Path, data: bytes, *, over: Replaceable, links: bool = True) -> None:
    """Write beside the target, then rename: a failure leaves the old file as it was. `over` says what may be replaced."""
    with writing_whole(path, over=over, links=links) as file:
        file.write(data)


@contextmanager
def writing_whole(path: str | Path, *, over: Replaceable, links: bool = True) -> Iterator[io.BufferedRandom]:
    """The same for what is too large to be held: a new file that takes the place of the target once all is written."""
    target = as_path(path)
    try:
        place = place_to_write(target, over=over, links=links)
        _sweep(place)
        with _written(place, new=over is False) as file:
            yield file
        _sync_folder(place.parent)
    except FileExistsError:
        raise _refusal(target, "there is such a file already") from None
    except (OSError, ValueError) as error:
        raise _failure(target, "written", error) from None


def write_own(path: str | Path, data: bytes, ours: Callable[[bytes], object], *, force: bool = False) -> None:
    """Write what a cell of a notebook may write again and again: over a file of ours of the same kind, over another by force.

    `ours` tells by the beginning of a file.
    """
    check_own(path, ours, force=force)
    write_whole(path, data, over=_own_or_any(ours, force))


def check_own(path: str | Path, ours: Callable[[bytes], object], *, force: bool = False) -> None:
    """The same refusals before anything is written, for what takes time to make."""
    try:
        place_to_write(path, over=_own_or_any(ours, force))
    except SomethingElse:
        why = "there is a file of another kind already; force=True replaces it"
        raise SomethingElse(f"{called(as_path(path))}: {why}") from None


def _own_or_any(ours: Callable[[bytes], object], force: bool) -> Replaceable:
    return True if force else lambda head: bool(ours(head))


def place_to_write(path: str | Path, *, over: Replaceable = True, links: bool = True) -> Path:
    """Where a path leads, if a file may be written there."""
    target = as_path(path)
    try:
        place = _place(target, links)
        if place is None:
            return target
        if over is False:
            raise _refusal(target, "there is such a file already")
        if callable(over) and not _head_fits(place, over):
            raise SomethingElse(f"{called(target)}: cannot be written: it holds something else, which is not replaced")
        return place
    except (OSError, ValueError) as error:
        raise _failure(target, "written", error) from None


def _place(target: Path, links: bool) -> Path | None:
    """The file that a path leads to through all links; None if there is nothing yet."""
    try:
        found = os.lstat(target)
    except FileNotFoundError:
        return None
    place = target
    if stat.S_ISLNK(found.st_mode):
        if not links:
            raise _refusal(target, f"cannot be written: {_A_LINK}")
        try:
            place = Path(os.path.realpath(target, strict=True))
        except FileNotFoundError:
            raise _refusal(target, "cannot be written: it is a link to nothing; name the file itself") from None
        found = os.stat(place)
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a device or a pipe"
        raise _refusal(target, f"cannot be written: it is {kind}, not a file")
    return place


def _head_fits(place: Path, fits: Callable[[bytes], bool]) -> bool:
    """An empty file holds nothing that could be lost."""
    with open_plain(place) as file:  # `place` is where all links lead: what has become one since is not followed
        head = file.read(HEAD)
    return not head or fits(head)


@contextmanager
def _written(place: Path, *, new: bool) -> Iterator[io.BufferedRandom]:
    handle, temporary = _beside(place)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.chmod(temporary, _mode(place))
            if os.name == "nt":  # what is open cannot be renamed there; elsewhere it is held until it has its name
                file.close()
            (_rename_to_new if new else os.replace)(temporary, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _beside(place: Path) -> tuple[int, str]:
    """A new file in the same folder, held while it is written: what nobody holds, a killed run has left."""
    import tempfile  # only when something is written

    for _ in range(100):
        handle, temporary = tempfile.mkstemp(prefix=_prefix(place), suffix=".part", dir=place.parent)
        with suppress(OSError):  # no locks on this file system: then nothing is swept there either
            if not _hold(handle) or os.fstat(handle).st_nlink == 0:  # another process sweeps here at this moment
                os.close(handle)
                continue
        return handle, temporary
    raise OSError(errno.EAGAIN, "the folder is in use")


def _prefix(place: Path) -> str:
    return f".{place.name[:40]}."


def _mode(place: Path) -> int:
    try:
        return os.stat(place).st_mode & 0o777
    except FileNotFoundError:
        return 0o666 & ~_umask()


def _rename_to_new(temporary: str, place: Path) -> None:
    """Into a place that must be free: unlike a rename, a second link never replaces anything."""
    try:
        os.link(temporary, place)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(place):
            raise FileExistsError(errno.EEXIST, "is there already") from None
        os.replace(temporary, place)
    else:
        with suppress(OSError):
            os.unlink(temporary)


def _sync_folder(folder: Path) -> None:
    """A new name is on disk only when its folder is."""
    if os.name == "nt":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:  # one may write here without being allowed to look
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(handle)


def _sweep(place: Path) -> None:
    """Throw away what runs that were killed have left beside this file. A folder is looked through once in a process."""
    if place.parent not in _left:
        _left[place.parent] = _leftovers(place.parent)
    prefix, waiting = _prefix(place), _left[place.parent]
    for name in [name for name in waiting if name.startswith(prefix) and len(name) == len(prefix) + _ENDING]:
        waiting.discard(name)
        with suppress(OSError):
            _throw_away(place.parent / name)


def _leftovers(folder: Path) -> set[str]:
    with suppress(OSError), os.scandir(folder) as entries:
        return {entry.name for entry in entries if _PART.fullmatch(entry.name)}
    return set()


def _throw_away(left: Path) -> None:
    handle = os.open(left, os.O_RDWR | _NO_LINK | _NO_WAIT)
    try:
        if _hold(handle):
            os.unlink(left)
    finally:
        os.close(handle)


def _hold(handle: int) -> bool:
    """Whether this process now holds the file; the system lets go of it when the process ends, however it ends."""
    if os.name == "nt":  # an open file cannot be thrown away there, which is as good
        return True
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # a browser, where there is one process
        return True
    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# Reading


def read_whole(path: str | Path, largest: int = LARGEST, *, links: bool = True, folder: bool = True) -> bytes:
    """Read a file of bounded size; without `links` only one that is no link, without `folder` only in a folder that is none."""
    source = as_path(path)
    try:
        if links and not source.is_file():
            raise _refusal(source, "there is no such file")
        with open_plain(source, largest, links=links, folder=folder) as file:
            data = file.read(largest + 1)
    except (OSError, ValueError) as error:
        raise _failure(source, "read", error) from None
    if len(data) > largest:  # it has grown since it was opened
        raise _refusal(source, f"is larger than {largest} bytes")
    return data


def open_plain(path: Path, largest: int | None = None, *, links: bool = False, folder: bool = True) -> io.BufferedReader:
    """Open a file for reading, if it is one: no link is followed, no pipe waited for, no device read, nothing above `largest`.

    What is opened is what is looked at, so that nobody can exchange it in between. With `links` the file may be a link to
    another; without `folder` the folder that it lies in may not be one either.
    """
    try:
        handle = _opened(path, 0 if links else _NO_LINK, folder)
    except FileNotFoundError:
        raise _refusal(path, "there is no such file") from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _refusal(path, f"cannot be read: {_A_LINK}") from None
        if error.errno == errno.ENXIO:  # a socket
            raise _refusal(path, _NOT_PLAIN) from None
        raise _failure(path, "read", error) from None
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise _refusal(path, _NOT_PLAIN)
        if not (links or _NO_LINK or os.path.samestat(found, os.lstat(path))):
            raise _refusal(path, f"cannot be read: {_A_LINK}")
        if largest is not None and found.st_size > largest:
            raise _refusal(path, f"is larger than {largest} bytes")
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _opened(path: Path, no_link: int, folder: bool) -> int:
    flags = os.O_RDONLY | no_link | _NO_WAIT | getattr(os, "O_BINARY", 0)
    if folder or os.open not in os.supports_dir_fd:
        return os.open(path, flags)
    try:
        inside = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK)
    except NotADirectoryError:  # so Linux calls a link that was to be a folder
        raise OSError(errno.ELOOP, "a link") from None
    try:
        return os.open(path.name, flags, dir_fd=inside)
    finally:
        os.close(inside)


def is_left_behind(name: str) -> bool:
    """Whether a file is called like those that are written beside a target."""
    return _PART.fullmatch(name) is not None


def _refusal(path: Path, why: str) -> LabError:
    return LabError(f"{called(path)}: {why}")


def _failure(path: Path, done: str, error: Exception) -> LabError:
    if isinstance(error, LabError):
        return error
    return _refusal(path, f"cannot be {done}: {one_line(getattr(error, 'strerror', None) or error)}")
