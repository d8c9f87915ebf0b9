"""The games of the lab, a folder each. Outside this package nothing knows a game but by its manifest.

`bl.games()` lists them. The package answers to that call itself: as soon as it is imported, `bl.games` is this package.
"""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .manifest import Manifest


class _Games(ModuleType):
    def __call__(self) -> list[Manifest]:
        """Every game of the lab, the usual one first."""
        from . import shelf

        return shelf.games()


sys.modules[__name__].__class__ = _Games

if TYPE_CHECKING:

    def games() -> list[Manifest]:
        """Every game of the lab, the usual one first."""
        ...
else:
    games = sys.modules[__name__]
