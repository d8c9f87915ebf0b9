"""The shelf: which games there are. A folder of `games/` with a `manifest.py` is one; so are those of further folders.

Further games come from `BRUGES_LAB_GAMES` (folders that hold a folder per game, listed as in `PATH`) and from installed packages
by the entry point `bruges_lab.games`. They are looked up when a game is asked for, so every process sees the same ones.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..kernel.errors import LabError, either, one_line
from .manifest import Manifest

if TYPE_CHECKING:
    from ..kernel import GameKit

USUAL = "bruges"
"""The game that is meant where none is named."""
FURTHER = "BRUGES_LAB_GAMES"
_HERE = Path(__file__).resolve().parent


def names() -> list[str]:
    """Every game by name, the usual one first."""
    return list(_homes(os.environ.get(FURTHER, "")))


def games() -> list[Manifest]:
    """Every game of the lab, the usual one first; one that cannot be read is left out, with a warning."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except LabError as error:
            warnings.warn(str(error), stacklevel=2)
    return found


def find(name: str | None = None) -> Manifest:
    """A game's manifest by its name; the usual game's if none is named."""
    if name is None or name == USUAL:
        return _stated(f"{__package__}.{USUAL}.manifest", USUAL)
    homes, wanted = _homes(os.environ.get(FURTHER, "")), name
    if not isinstance(wanted, str) or wanted not in homes:
        raise LabError(f"unknown game {one_line(wanted, 40)!r}; choose {either(homes)}")
    return _stated(homes[wanted], wanted)


def of_rule(rule: str) -> Manifest:
    """The game that a rule id belongs to: the one it names before its first dot, else the usual one."""
    prefix = rule.partition(".")[0] if isinstance(rule, str) else ""
    return find(prefix if prefix in names() else None)


@cache
def _stated(home: str, name: str) -> Manifest:
    try:
        manifest: object = import_module(home).MANIFEST
    except Exception as error:  # whatever is wrong with it, it is this game that cannot be read, and no other
        raise LabError(f"the game {name!r} cannot be read: {one_line(error, 160) or type(error).__name__}") from None
    if not isinstance(manifest, Manifest) or manifest.name != name:
        raise LabError(f"the game {name!r} cannot be read: {home} states no manifest of that name")
    return manifest


@cache
def _homes(further: str) -> Mapping[str, str]:
    """The module with the manifest of each game, by name. Nothing is imported yet."""
    found = {name: f"{__package__}.{name}.manifest" for name in _folders(_HERE)}
    found = {USUAL: found.pop(USUAL), **found}
    for place in filter(None, further.split(os.pathsep)):
        folder = Path(place)
        if not folder.is_dir():
            raise LabError(f"{FURTHER}: {one_line(place, 80)} is not a folder")
        for name in _folders(folder):
            found.setdefault(name, f"{name}.manifest")
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    from importlib.metadata import entry_points

    for point in entry_points(group="bruges_lab.games"):
        found.setdefault(point.name, point.value)
    return found


def _folders(place: Path) -> list[str]:
    return sorted(folder.name for folder in place.iterdir() if (folder / "manifest.py").is_file())


class Kits(Mapping[str, "GameKit[Any]"]):
    """A kit a game, for whoever reads a save: the save says which game it is, the user what it is played with."""

    def __init__(self, given: Mapping[str, object]) -> None:
        self._given = given

    def __getitem__(self, name: str) -> GameKit[Any]:
        if name not in names():
            raise KeyError(name)
        manifest = find(name)
        manifest.check_material(self._given)
        return manifest.kit(**self._given)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())
