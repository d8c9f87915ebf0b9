"""What is made from files and takes long, kept between runs: data files as they were parsed, vocabularies as they were reckoned.

`compiled` gives what `build` makes of some sources, and keeps it in the user's folder for what can be made again, under a hash of
the sources and of what makes it. Another content is another hash, so nothing there can be out of date; a file that was cut off or
changed is told by the hash of its own content. Two processes may write at once (each writes beside and renames), and a folder
that cannot be written is no reason to fail: then it is made anew every time. It is plain data as MessagePack, never code.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from .errors import LabError
from .files import write_whole

T = TypeVar("T")

FORM = b"1"
"""The form of the files; another number makes all of them anew."""
_MARK = b"what was made, kept\n"
_DIGEST = 16
_LARGEST = 100 * 1024 * 1024
MOST_ALIKE = 4
"""How many contents are kept under one name: of two versions of the lab, of two copies of its sources."""
_OURS = re.compile(r"-[0-9a-f]{32}\.kept")
_NAME = re.compile(r"[a-z0-9_.-]{1,60}")


_LAB = __name__.partition(".")[0].replace("_", "-")
_PACKAGE = Path(__file__).resolve().parents[1]
_OWN = (f"{_PACKAGE}{os.sep}", f"{_PACKAGE.parent / 'data'}{os.sep}")


def is_own(path: str | Path) -> bool:
    """Whether a file came with the lab: others are a user's, of which nothing is kept anywhere."""
    return os.path.abspath(path).startswith(_OWN)


def cache_folder() -> Path:
    """The user's folder for what can be made again."""
    asked = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else "")
    if asked:
        return Path(asked) / _LAB
    home = Path.home()  # a RuntimeError where nobody knows it
    usual = {"win32": home / "AppData" / "Local", "darwin": home / "Library" / "Caches"}.get(sys.platform, home / ".cache")
    return usual / _LAB


def digest(sources: Iterable[bytes]) -> str:
    """A hash of some contents, of where each begins and ends as well."""
    whole = blake2b(FORM, digest_size=_DIGEST)
    for source in sources:
        whole.update(len(source).to_bytes(8, "little"))
        whole.update(source)
    return whole.hexdigest()


def compiled(name: str, sources: Iterable[bytes], build: Callable[[], T], kind: type[T] | None = None) -> T:
    """What `build` makes of the sources, or what it made of them before.

    The sources are all that it depends on: the contents of files, and a number that changes with the way of making it. `kind` is
    the type that it is read back as; without one it is lists, tables with texts for keys, texts, numbers. What does not come back
    the same (a date, a tuple where `kind` does not ask for one) is made and not kept.
    """
    sources = [*sources]
    known = kept(name, sources, kind)
    if known is not None:
        return known
    made = build()
    keep(name, sources, made, kind)
    return made


def kept(name: str, sources: Iterable[bytes], kind: type[T] | None = None) -> T | None:
    """What was made of the sources before, if it is there and whole."""
    place = _place(name, sources)
    found = None if place is None else _read(place)
    with suppress(msgspec.DecodeError, RecursionError):  # of another version perhaps; made anew
        return None if found is None else cast("T", _decoder(kind).decode(found))
    return None


def keep(name: str, sources: Iterable[bytes], made: T, kind: type[T] | None = None) -> None:
    """Keep what was made of the sources, if it comes back the same and can be written."""
    place = _place(name, sources)
    if place is None:
        return
    with suppress(LabError, OSError, ImportError, RuntimeError, msgspec.DecodeError, TypeError, ValueError, OverflowError):
        packed = msgspec.msgpack.encode(made)
        if _decoder(kind).decode(packed) == made:
            _write(place, packed, name)


def _decoder(kind: type[T] | None) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder() if kind is None else msgspec.msgpack.Decoder(kind)


def _place(name: str, sources: Iterable[bytes]) -> Path | None:
    """The file of a name and its sources; none for somebody without a home."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not a name: small letters, digits, _ . -")
    try:
        return cache_folder() / "kept" / f"{name}-{digest(sources)}.kept"
    except RuntimeError:
        return None


def _read(place: Path) -> bytes | None:
    """The content of a kept file, if it is whole."""
    try:
        with open(place, "rb") as file:
            found = file.read(_LARGEST)
    except OSError:
        return None
    head, body = found[: len(_MARK) + _DIGEST], found[len(_MARK) + _DIGEST :]
    return body if head == _MARK + _told(body) else None


def _told(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()


def _write(place: Path, body: bytes, name: str) -> None:
    """Keep it, and throw away what was kept under the same name long ago: a few contents may be in use by turns."""
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, _MARK + _told(body) + body, over=True, links=False)
    alike = [path for path in place.parent.glob(f"{name}-*") if _OURS.fullmatch(path.name[len(name) :])]
    for old in sorted(alike, key=lambda path: path.stat().st_mtime_ns, reverse=True)[MOST_ALIKE:]:
        old.unlink(missing_ok=True)
