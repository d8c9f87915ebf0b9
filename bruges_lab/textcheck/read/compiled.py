"""What takes long to work out of a game's words and rules, kept from one process to the next by all that it is made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ... import places
from ...kernel.compiled_files import compiled, digest

if TYPE_CHECKING:
    from ...games.manifest import Manifest

T = TypeVar("T")


def kept(kind: str, key: str, shape: type[T], make: Callable[[], T]) -> T:
    """What was made before under this key, or is made now and kept for the next time."""
    return compiled(kind, [key.encode()], make, shape)


@cache
def digest_of(manifest: Manifest) -> str:
    """A key for all that a game's words and rules are made of: its data, those of the lab, and the code that reads them."""
    code = Path(__file__).parents[2]
    folders = (
        *(places.data(manifest.name), places.data("lab")),
        *(code / "textcheck", code / "rulebook", code / "games" / manifest.name),
    )
    paths = (path for folder in folders for path in sorted(folder.rglob("*")))
    read = (path for path in paths if path.suffix in (".toml", ".py", ".json") and "samples" not in path.parts)
    return digest(part for path in read for part in (path.name.encode(), path.read_bytes()))
