"""The page of the explorer in a browser: which game it opens, what a link that it is given leads to, and what is kept.

Games are kept as on any other page, in a folder; here it lies in memory, and after whatever the page does the files that have
changed are handed to the browser, which keeps them for the next visit.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ..kernel import LabError
from ..kernel.errors import one_line
from ..links.fragment import kind_of
from ..links.linking import from_link

if TYPE_CHECKING:
    from ..explorer.explorer import Explorer

KEPT = Path("/kept")
READ = "/lab/kept_words"
"""The folder for what can be made again: there lies what the check of texts has worked out when the site was built."""
VISITOR = "0" * 64
"""A browser has one visitor: whoever uses it."""
_PLACE = re.compile(r"#?(scenario|task|lesson|tab)=([a-z][a-z0-9_.]{0,80})")
Keep = Callable[[str, bytes | None], object]
"""Hands a file that has changed to the browser, by its path; None: it is gone."""


def prepare(tab: str) -> None:
    """What explorers look for in the environment: where games are kept, whose they are, and which tab this is."""
    KEPT.mkdir(parents=True, exist_ok=True)
    os.environ |= {"BRUGES_LAB_KEEP": str(KEPT), "BRUGES_LAB_VISITOR": VISITOR, "BRUGES_LAB_TAB": tab, "XDG_CACHE_HOME": READ}


class Page:
    """One explorer in one page."""

    def __init__(self, game: str, lang: str, address: str, fragment: str, breathe: Callable[[], object] | None = None) -> None:
        from ..explorer.explorer import Explorer
        from ..explorer.reach import Kept
        from ..lab import new_game

        self._kept: dict[str, tuple[int, int]] = {}
        self.explorer: Explorer = Explorer(new_game(game), lang=lang, reach=Kept())
        self.explorer.address = address
        self.explorer.breathe = breathe
        self.open(fragment)

    @property
    def model(self) -> str:
        """The widget to be shown."""
        return str(self.explorer.model_id)

    def open(self, fragment: str) -> None:
        """Open what stands behind the # of the address; what cannot be opened is said, and nothing changes."""
        if not fragment.strip("# "):
            return
        try:
            self._lead(fragment)
        except LabError as error:
            self.explorer.say(one_line(error, 300))

    def _lead(self, fragment: str) -> None:
        explorer, kind = self.explorer, kind_of(fragment)
        if kind or fragment.lstrip("#").startswith("bl"):
            explorer.look_at(from_link(fragment))
        elif found := _PLACE.fullmatch(fragment.strip()):
            what, name = found.groups()
            {
                "scenario": explorer.open_scenario,
                "task": explorer.open_task,
                "lesson": explorer.open_lesson,
                "tab": explorer.select,
            }[what](name)
        else:
            from_link(fragment)  # refused there, in its words

    def keep(self, hand: Keep) -> None:
        """Hand over the files that have changed since the last time."""
        now = {}
        for folder, _, names in os.walk(KEPT):
            for name in names:
                path = os.path.join(folder, name)
                look = os.stat(path)
                now[path] = (look.st_mtime_ns, look.st_size)
        for path, look_at in now.items():
            if self._kept.get(path) != look_at:
                hand(path, Path(path).read_bytes())
        for path in self._kept.keys() - now.keys():
            hand(path, None)
        self._kept = now


def remember(path: str, data: bytes) -> None:
    """A file that the browser has kept, back in its place; a path that leads elsewhere is no such file."""
    place = Path(path)
    if place.is_relative_to(KEPT) and ".." not in place.parts:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def describe() -> str:
    """What runs here, in a line."""
    return f"Python {sys.version.split()[0]}"
