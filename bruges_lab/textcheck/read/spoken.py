"""Facts: a sentence as what it speaks of, part by part, whatever its language; what rules are known by and read from.

A part is a word or number that means something: its place, its clause, its concepts, and what a number counts. Facts are written
as text, so that statements of many writers can be kept as data.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ..arrays import np
from .concepts import Stream
from .likeness import profiles
from .vocabulary import concept_bits

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from .likeness import Matrix

SILENT: Final = frozenset(("piece", "already", "example", "expansion", "module", "text", "rules_word", "number_word"))
"""Concepts that say nothing of what a sentence states."""
_CLAUSE = re.compile(r"[,;:.!?()–—|]")
_WINDOW = 4
"""So many parts behind one another belong together in a clause."""
_REACH = 9
"""So many words apart at most."""
_MOST_RARE = 6.0


class Part(NamedTuple):
    """A word or number of a sentence that means something."""

    place: int
    clause: int
    names: tuple[str, ...]
    units: tuple[str, ...] = ()

    @property
    def value(self) -> int | None:
        """The number it is, if it is one."""
        return number_of(self.names[0]) if self.names else None


@dataclass(slots=True)
class Facts:
    """What a sentence speaks of."""

    parts: tuple[Part, ...]
    names: Counter[str] = field(default_factory=Counter)
    """Concepts and numbers (`n5`, of a place in a row `o5`), with how often it has each."""
    every: frozenset[str] = frozenset()
    """The same, and numbers with what they count: `n5:worker`."""
    pairs: frozenset[tuple[str, str]] = frozenset()
    """What stands together in a clause."""
    early: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    """What comes first and what comes later, as a word such as before or after tells it."""


def number_of(name: str) -> int | None:
    """The number that a name such as n5 stands for."""
    return int(name[1:]) if name[0] in "no" and name[1:].isdigit() else None


def facts_of(found: Stream) -> Facts:
    """The facts of a sentence."""
    return facts_from(tuple(_parts(found)))


def _parts(found: Stream) -> Iterator[Part]:
    tokens, clause, before = found.tokens, 0, tuple[str, ...]()
    for place, token in enumerate(tokens):
        if place and _CLAUSE.search(found.text, tokens[place - 1].end, token.start):
            clause += 1
        fresh = tuple(name for name in token.names if name not in SILENT and name not in before)
        before = token.names
        if fresh:
            yield Part(place, clause, fresh)
        if token.value is not None and not token.weak:
            units = tokens[token.unit].names if token.unit >= 0 else ()
            yield Part(place, clause, (("o" if token.ordinal else "n") + str(token.value),), tuple(units))


def facts_from(parts: tuple[Part, ...]) -> Facts:
    """Facts from their parts."""
    names = Counter(name for part in parts for name in part.names)
    counted = (f"{part.names[0]}:{unit}" for part in parts for unit in part.units)
    early, late = _in_time(parts)
    return Facts(parts, names, frozenset((*names, *counted)), frozenset(_pairs(parts)), early, late)


def pair(first: str, second: str) -> tuple[str, str]:
    """Two names that stand together, in one order."""
    return (first, second) if first < second else (second, first)


def _pairs(parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    for number, one in enumerate(parts):
        for other in parts[number + 1 : number + 1 + _WINDOW]:
            if other.clause != one.clause or other.place - one.place > _REACH:
                break
            yield from (pair(a, b) for a in one.names for b in other.names if a != b)


def _in_time(parts: Sequence[Part]) -> tuple[frozenset[str], frozenset[str]]:
    early, late = set[str](), set[str]()
    for number, part in enumerate(parts):
        if "before" not in part.names and "after" not in part.names:
            continue
        behind = {name for other in parts[number + 1 : number + 6] if other.clause == part.clause for name in other.names}
        rest = {name for other in parts if other.place < part.place or other.clause > part.clause for name in other.names}
        first, second = (rest, behind) if "before" in part.names else (behind, rest)
        early |= first
        late |= second
    return frozenset(early), frozenset(late)


def written(facts: Facts) -> str:
    """Facts as text: `3.0:draw 4.0:n5@card`."""
    return " ".join(
        f"{part.place}.{part.clause}:{'|'.join(part.names)}{'@' + '|'.join(part.units) if part.units else ''}"
        for part in facts.parts
    )


def read_facts(
    text: str, changed: Mapping[str, str] | None = None, counted: Mapping[tuple[str, str], str] | None = None
) -> Facts:
    """Facts from text; `changed` says which numbers are others now, `counted` which of them where they count a certain thing."""
    parts = []
    for one in text.split():
        where, _, rest = one.partition(":")
        names, _, units = rest.partition("@")
        place, _, clause = where.partition(".")
        told = tuple(names.split("|"))
        if changed and told[0] in changed:
            told = (changed[told[0]],)
        of = tuple(units.split("|")) if units else ()
        other = next((counted[told[0], unit] for unit in of if (told[0], unit) in counted), None) if counted else None
        parts.append(Part(int(place), int(clause), told if other is None else (other,), of))
    return facts_from(tuple(parts))


@cache
def _index(manifest: Manifest) -> dict[str, int]:
    names = list(concept_bits(manifest))
    return {name: number for number, name in enumerate((*names, *(":" + name for name in names)))}


def vectors(facts: Iterable[Facts], manifest: Manifest) -> Matrix:
    """Facts as rows of weights: concepts and what is counted, by how rare they are in the rules; numbers do not count."""
    index, rarity = _index(manifest), np.minimum(profiles(manifest).rarity, _MOST_RARE)
    rows = list(facts)
    found: Matrix = np.zeros((len(rows), len(index)), dtype=np.float32)
    for row, one in enumerate(rows):
        for part in one.parts:
            for name in (*part.names, *(":" + unit for unit in part.units)):
                place = index.get(name)
                if place is not None:
                    found[row, place] = rarity[place]
    return normed(found)


def normed(rows: Matrix) -> Matrix:
    """Rows of length one."""
    found: Matrix = rows / np.maximum(1e-9, np.sqrt((rows * rows).sum(axis=-1, keepdims=True)))
    return found
