"""One thing that a translation says otherwise than its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_DEEDS = ("actions", "verbs", "players")
"""Groups of the glossary whose terms are no things, or are often only meant: who plays."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is said otherwise."""

    kind: str
    """number, colour, term, word, not, swapped, left_out, added."""
    source: str
    """How the source says it, in its own words."""
    target: str
    """How the translation says it."""
    names: tuple[str, ...] = ()
    """The concepts it is about, those of the source first, by which the rule is found."""
    values: tuple[int, ...] = ()
    """The numbers it is about, of the source if that has any."""
    at: tuple[int, int] = (-1, -1)
    """Where each side says it."""
    facts: Mapping[str, float] = field(default_factory=dict)
    """What speaks for and against it."""


@cache
def nouns(manifest: Manifest) -> frozenset[str]:
    """The concepts that are things, not deeds."""
    return frozenset(concept.id for concept in manifest.glossary.values() if concept.group not in _DEEDS)
