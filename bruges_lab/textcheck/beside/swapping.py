"""Two things of a sentence that have changed places in its rendering: each now stands with the words of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import log
from typing import TYPE_CHECKING

from ..judge.exchanging import exchanged
from .contrast import Difference, nouns
from .sayings import Said

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_SILENT = frozenset(("or", "number_word", "own", "player", "all", "each", "some", "piece", "already"))
"""Words that bind nothing to themselves."""


def swapped(source: Said, target: Said, manifest: Manifest) -> Iterator[Difference]:
    """Two things, or numbers, that stand with each other's words: the 7 below and the 2 on top."""
    sides = [(side, _places(side)) for side in (source, target)]
    first, second = (places for _, places in sides)
    both = sorted((first.keys() & second.keys()) - _SILENT, key=lambda name: first[name][0])
    best: tuple[int, tuple[str, ...]] = (0, ())
    for one, two in _exchangeable(both, manifest):
        others = combinations([name for name in both if name not in (one, two)], 2)
        bound = {pair: [_bound(side, at, one, two, *pair) for side, at in sides] for pair in others}
        told = {pair: ways for pair, ways in bound.items() if 0 not in ways}
        across = [pair for pair, ways in told.items() if ways[0] != ways[1]]
        if len(across) > best[0] and len(across) == len(told):
            best = (len(across), (one, two, *across[0]))
    votes, names = best
    if votes:
        concepts = tuple(name for name in names if name[0] != "#")
        values = tuple(int(name[1:]) for name in names[:2] if name[0] == "#")
        words = [_in_turn(side, at, names) for side, at in sides]
        at = min(place for name in names[:2] for place in first[name]), min(place for name in names[:2] for place in second[name])
        facts = {"votes": log(1 + votes), "exchange": 2.0}
        yield Difference("swapped", words[0], words[1], concepts, values, at, facts)


def _exchangeable(names: Sequence[str], manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Two numbers, or two things that may be put for each other."""
    numbers = [name for name in names if name[0] == "#"]
    concepts = [name for name in names if name in nouns(manifest)]
    yield from combinations(numbers, 2)
    yield from (pair for pair in combinations(concepts, 2) if pair[1] in exchanged(manifest).get(pair[0], ()))


def _places(own: Said) -> dict[str, list[int]]:
    """What is said, with its places."""
    places: dict[str, list[int]] = {}
    for word in own.words:
        for name in word.names:
            places.setdefault(name, []).append(word.at)
    for number in own.numbers:
        places.setdefault(f"#{number.value}", []).append(number.at)
    return places


def _bound(own: Said, at: Mapping[str, list[int]], one: str, two: str, three: str, four: str) -> int:
    """1 where the first two stand with the other two in this order, -1 the other way round, 0 where that cannot be told."""
    a, b, c, d = ({own.clauses[place] for place in at[name]} for name in (one, two, three, four))
    straight, across = (bool(a & c), bool(b & d)), (bool(a & d), bool(b & c))
    if all(straight) and not any(across):
        return 1
    if all(across) and not any(straight):
        return -1
    if any(len(at[name]) > 1 for name in (one, two, three, four)) or len(a | b | c | d) > 1:
        return 0
    w, x, y, z = (at[name][0] for name in (one, two, three, four))
    marks = "".join(mark for _, mark in sorted(((w, "x"), (x, "x"), (y, "y"), (z, "y"))))
    if len({w, x, y, z}) < 4 or marks not in ("xyxy", "yxyx"):
        return 0
    return 1 if (w < x) == (y < z) else -1


def _in_turn(own: Said, at: Mapping[str, list[int]], names: Sequence[str]) -> str:
    return ", ".join(own.told(name).lstrip("#") for name in sorted(names, key=lambda name: at[name][0]))
