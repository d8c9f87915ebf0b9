"""Likeness: how much a sentence speaks of what a rule speaks of, whatever its language and the numbers it gives.

Each rule has a profile: the concepts that its statements in our four languages share, weighted by how few rules have them. The
value of a number is no part of it, so that a wrong number never hides its own passage. Rules that nothing looks for in a text,
such as those of modules, have none: they would only take sentences from the rules that they add to.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import TYPE_CHECKING, Final

from ...rulebook.texts import languages_of
from ..arrays import np
from .compiled import digest_of, kept
from .concepts import Stream, stream
from .language import learning
from .rule_texts import rule_text
from .vocabulary import concept_bits, vocabulary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...games.manifest import Manifest

    Matrix = NDArray[np.float32]

COVERED: Final = 0.7
"""What share of the likeness is how much of the rule the sentence has; the rest is how much of the sentence the rule has."""
ABOVE: Final = 0.4
"""What a concept is worth that stands only in the context of the sentence."""
_LEAST_LANGUAGES = 2
_STRETCH = 4096
_UNSPECIFIC: Final = ("piece", "already")
"""Words that frames may ask for, but that say nothing of what a sentence is about."""


def features(found: Stream, singles: bool = True) -> set[int]:
    """The features of a sentence by number: its concepts and the things that it counts; those of which it has 1 if wanted."""
    index, counted = _index(found.words.manifest)
    seen: set[int] = set()
    for token in found.tokens:
        for name in token.names:
            if name not in _UNSPECIFIC:
                seen.add(index[name])
        if token.value is not None and not token.weak and token.unit >= 0 and (singles or token.value != 1):
            for name in found.tokens[token.unit].names:
                seen.add(counted[name])
    return seen


@cache
def _index(manifest: Manifest) -> tuple[dict[str, int], dict[str, int]]:
    names = list(concept_bits(manifest))
    return {name: number for number, name in enumerate(names)}, {name: len(names) + number for number, name in enumerate(names)}


class Profiles:
    """The profiles of all rules of a catalogue, ready to be compared with sentences."""

    def __init__(self, manifest: Manifest) -> None:
        catalogue, languages = manifest.catalogue, languages_of(manifest)
        self.rules = tuple(catalogue)
        self.row = {rule: number for number, rule in enumerate(self.rules)}
        self.width = 2 * len(concept_bits(manifest))
        share: Matrix = np.zeros((len(self.rules), self.width), dtype=np.float32)
        read = [(number, rule) for number, rule in enumerate(catalogue.values()) if rule.id not in manifest.reading.excluded]
        known = kept(f"profiles_{manifest.name}", digest_of(manifest), dict[str, list[list[int]]], lambda: _features_of(manifest))
        for number, rule in read:
            for row in known[rule.id]:
                share[number, row] += 1
        share[share < min(_LEAST_LANGUAGES, len(languages))] = 0
        share /= len(languages)
        rarity = np.log(1 + len(read) / np.maximum(1, (share > 0).sum(axis=0)))
        self.rarity: Matrix = rarity.astype(np.float32)
        weighted = share * self.rarity
        self.weights: Matrix = weighted / np.maximum(1e-6, weighted.sum(axis=1, keepdims=True))
        self.has: Matrix = (share > 0).astype(np.float32)

    def likeness(self, sentences: Matrix, contexts: Matrix) -> Matrix:
        """A row for each sentence, a column for each rule, from 0 to 1."""
        own = np.maximum(sentences, ABOVE * contexts)
        covered = own @ self.weights.T
        weighted = sentences * self.rarity
        shared = (weighted @ self.has.T) / np.maximum(1e-6, weighted.sum(axis=1, keepdims=True))
        found: Matrix = COVERED * covered + (1 - COVERED) * shared
        return found

    def matrix(self, rows: Sequence[AbstractSet[int]]) -> Matrix:
        """Features as a matrix of zeros and ones."""
        found: Matrix = np.zeros(len(rows) * self.width, dtype=np.float32)
        found[[number * self.width + feature for number, row in enumerate(rows) for feature in row]] = 1
        return found.reshape(len(rows), self.width)


def _features_of(manifest: Manifest) -> dict[str, list[list[int]]]:
    """The features of every rule, a row for each language."""
    languages = languages_of(manifest)
    with learning(*languages):
        # our "1 step" is the "a step" of many texts: it is no sign of the rule that somebody counts steps
        return {
            rule.id: [
                sorted(features(stream(rule_text(rule, lang), vocabulary(lang, manifest)), singles=False)) for lang in languages
            ]
            for rule in manifest.catalogue.values()
        }


@cache
def profiles(manifest: Manifest) -> Profiles:
    """The profiles of a game's catalogue, made once."""
    return Profiles(manifest)


def likeness(rows: Sequence[AbstractSet[int]], around: Sequence[AbstractSet[int]], known: Profiles) -> tuple[Matrix, list[int]]:
    """How like each sentence is to each rule, by its features and those around it; what comes again is reckoned once.

    With it, of each sentence, a number that it shares with those that have the same features.
    """
    places: dict[tuple[frozenset[int], frozenset[int]], int] = {}
    place = [places.setdefault((frozenset(row), frozenset(by)), len(places)) for row, by in zip(rows, around, strict=True)]
    different = list(places)
    found: Matrix = np.empty((len(different), len(known.rules)), dtype=np.float32)
    for start in range(0, len(different), _STRETCH):  # a stretch at a time, to hold no more
        part = slice(start, start + _STRETCH)
        own, near = zip(*different[part], strict=True)
        found[part] = known.likeness(known.matrix(own), known.matrix(near))
    return found if len(different) == len(rows) else found[place], place
