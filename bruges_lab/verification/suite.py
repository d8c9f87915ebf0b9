"""The suite: every long check by name, each giving lines of figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ..games import shelf
from .checker_figures import texts
from .fuzzing import MISSING, fuzzed, has_atheris
from .installing import lowest, wheels
from .malformed import campaign
from .measuring import Limits, room
from .readers import READERS
from .stories import site, stories
from .wounds import LARGEST

Check = Callable[[int], Iterator[str]]
"""A check: given a size, lines of figures as they come; an AssertionError is a fault."""


def malformed(size: int, *, limits: Limits | None = Limits(), largest: int = LARGEST, fuzz: bool = False) -> Iterator[str]:  # noqa: B008
    """Every reader gets its share of wounded and grown inputs, up to 1 MB: read or refused, never a crash, 5 s or 500 MB."""
    share = -(-size // len(READERS))
    faults = 0
    if fuzz and not has_atheris():
        yield MISSING
    with room(None if limits is None or fuzz else 8 * limits.megabytes):
        for name, door in READERS.items():
            if fuzz:
                found = fuzzed(name, door, share, limits, largest)
            else:
                found = campaign(name, door.samples(), door.read, share, limits=limits, largest=largest)
            yield str(found)
            for fault in found.faults:
                yield f"{name}: {fault}"
            faults += len(found.faults)
    if faults:
        raise AssertionError(f"malformed: {faults} faults")


def of_games() -> dict[str, Check]:
    """The checks that games bring: those of the usual one by their names, those of any other under its name."""
    found: dict[str, Check] = {}
    for manifest in shelf.games():
        if manifest.has("checks"):
            before = "" if manifest.name == shelf.USUAL else f"{manifest.name}."
            found |= {f"{before}{name}": check for name, check in manifest.checks.items()}
    return found


CHECKS: dict[str, Check] = {
    **of_games(),
    "malformed": malformed,
    "texts": texts,
    "site": site,
    "stories": stories,
    "lowest": lowest,
    "wheels": wheels,
}
BY_NAME = frozenset({"site", "stories", "lowest", "wheels"})
"""Checks that need a browser or install packages: only those who ask for them get them."""


def run(names: list[str], size: int, *, fuzz: bool = False) -> Iterator[str]:
    """Run the named checks (all but those of BY_NAME, if none is named) and give their lines as they come."""
    for name in names or [name for name in CHECKS if name not in BY_NAME]:
        began = time.perf_counter()
        for line in malformed(size, fuzz=True) if fuzz and name == "malformed" else CHECKS[name](size):
            yield f"{name}: {line}"
        yield f"{name}: done in {time.perf_counter() - began:.1f} s"
