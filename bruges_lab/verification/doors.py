"""What a way into the lab is, for whoever opens one: the valid inputs, and what reads them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from .malformed import Reader


class Door(NamedTuple):
    """A way into the lab: the valid inputs, and what reads them."""

    samples: Callable[[], list[bytes]]
    read: Reader


def files(folder: Path, name: str = "*") -> Callable[[], list[bytes]]:
    """Samples that lie in a folder."""
    return lambda: [path.read_bytes() for path in sorted(folder.glob(f"{name}.toml"))]


def only(*samples: bytes) -> Callable[[], list[bytes]]:
    """Samples that are written down."""
    return lambda: list(samples)
