"""What takes long to work out and never changes, kept from one process to the next: in the user's cache folder, by content.

A file is named by what it was made of and holds a digest of itself, so that nothing stale or damaged is ever used. Two processes
may write at once: each writes a file of its own and puts it in place. Where nothing can be written, all works as without.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from ... import places

if TYPE_CHECKING:
    from ...games.manifest import Manifest

T = TypeVar("T")
FOLDER = "BRUGES_LAB_CACHE"
"""The variable of the environment that names another folder; empty for none."""
_DIGEST = 32
_OLD = 30 * 24 * 3600
"""Seconds after which a file that another content has replaced is thrown away."""
_LARGEST = 64 * 1024 * 1024


def cache_folder() -> Path | None:
    """Where it is kept: where programs of this system keep such things, or nowhere."""
    if (named := os.environ.get(FOLDER)) is not None:
        return Path(named) if named else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "bruges-lab" if base.is_absolute() else None


def kept(kind: str, key: str, shape: type[T], make: Callable[[], T]) -> T:
    """What was made before under this key, or is made now and kept for the next time."""
    found = read(kind, key, shape)
    if found is None:
        found = make()
        write(kind, key, found)
    return found


def read(kind: str, key: str, shape: type[T]) -> T | None:
    """What is kept; nothing where there is nothing, or nothing whole."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        path = folder / f"{kind}-{key}.msgpack"
        if path.stat().st_size > _LARGEST:
            return None
        data = path.read_bytes()
        if sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            return None
        return msgspec.msgpack.decode(data[_DIGEST:], type=shape)
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return None


def write(kind: str, key: str, content: object) -> None:
    """Keep it, if that is possible."""
    folder = cache_folder()
    if folder is None:
        return
    temporary = ""
    try:
        data = msgspec.msgpack.encode(content)
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder, prefix=".", suffix=".new", delete=False) as file:
            temporary = file.name
            file.write(sha256(data).digest() + data)
        os.replace(temporary, folder / f"{kind}-{key}.msgpack")
        _tidy(folder, kind, key)
    except OSError:
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)


def _tidy(folder: Path, kind: str, key: str) -> None:
    """Throw away what was made of contents that are long gone."""
    for path in (*folder.glob(f"{kind}-*.msgpack"), *folder.glob(".*.new")):
        if path.name != f"{kind}-{key}.msgpack" and path.stat().st_mtime < time() - _OLD:
            path.unlink(missing_ok=True)


def digest(*parts: object) -> str:
    """A key made of what something depends on."""
    return sha256("\x1f".join(map(str, parts)).encode("utf-8", "replace")).hexdigest()[:24]


@cache
def digest_of(manifest: Manifest) -> str:
    """A key for all that a game's words and rules are made of: its data, those of the lab, and the code that reads them."""
    mark = sha256()
    code = Path(__file__).parents[2]
    folders = [
        places.data(manifest.name),
        places.data("lab"),
        code / "textcheck",
        code / "rulebook",
        code / "games" / manifest.name,
    ]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".toml", ".py", ".json") and "samples" not in path.parts:
                mark.update(path.name.encode() + path.read_bytes())
    return mark.hexdigest()[:24]
