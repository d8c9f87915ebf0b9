"""What a careless writer puts for each other: opposites, things of one group, colours, and words of every game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from ... import places
from ...kernel.records import read_toml
from ..read.things import things
from ..read.vocabulary import concept_bits, plain_words

if TYPE_CHECKING:
    from ...games.manifest import Manifest


class _Exchanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sets: tuple[tuple[str, ...], ...]
    telling: tuple[str, ...]
    """Words that say something else by standing there or not."""
    lacking: tuple[str, ...]


@cache
def listed_words() -> _Exchanged:
    """The words of every game."""
    file = places.data("lab", "reading") / "exchanged.toml"
    return msgspec.convert(read_toml(file), _Exchanged)


@cache
def exchanged(manifest: Manifest) -> Mapping[str, frozenset[str]]:
    """What may be put for each concept by mistake: its opposites, things of its group, other colours."""
    known, named = set(concept_bits(manifest)), things(manifest)
    found: dict[str, set[str]] = {name: set() for name in known}
    sets = [*listed_words().sets, *named.exchanged, named.colours]
    groups: dict[str, list[str]] = {}
    for name, concept in manifest.glossary.items():
        if name in named.counted and name not in named.colours:
            groups.setdefault(concept.group, []).append(name)
    for one in (*sets, *groups.values()):
        for name in one:
            if name in known:
                found[name] |= set(one) & known - {name}
    for name, other in opposed(manifest):
        found[name].add(other)
    return {name: frozenset(others) for name, others in found.items()}


@cache
def opposed(manifest: Manifest) -> frozenset[tuple[str, str]]:
    """The words that contradict each other in one place."""
    known, found = concept_bits(manifest), set[tuple[str, str]]()
    listed = {name: tuple(word.opposite) for name, word in plain_words(manifest).items()}
    for opposites in (listed, things(manifest).opposites):
        for name, others in opposites.items():
            found |= {one for other in others if name in known and other in known for one in ((name, other), (other, name))}
    return frozenset(found)
