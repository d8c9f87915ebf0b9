"""What sentences say, as far as it can be held against the same in another language: numbers, colours, things, words that decide.

How far a word crosses the languages is not assumed but counted, in the rules of the game, which the lab has in all of them: a noun
of the glossary is rendered by itself nearly always, a verb or a connecting word often is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ...rulebook.texts import LANGUAGES
from ..read.concepts import Stream, Token, stream
from ..read.language import numbers as numbers_of
from ..read.vocabulary import plain_words, vocabulary

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_NOUNS = ("actions", "verbs", "players")
"""Groups of the glossary whose terms are no things, or are often only meant: who plays."""
_TWO = ("twice", "both", "half", "together")
_NUMBERED_WORDS = {1: ("once", "alone", "some", "before"), 2: _TWO, 0: ("zero", "not", "empty", "unlimited")}
"""Words that say a number without being one."""
_RARE = 0.3
"""How often a word that no rule has is taken not to be rendered by itself."""
_TRUST = 2.0
"""How many rules that guess is worth."""
_OWN = 4
"""How many rules a pair of sentences of the text itself is worth."""
_NO_NEGATION = {"it": {"non": ("finché", "finche")}, "fr": {"ne": ("avant", "moins")}}
"""Words that deny nothing behind certain others."""


class Number(NamedTuple):
    """A number that is said: its value, whether it says which one, what it counts, and its place."""

    value: int
    ordinal: bool
    units: frozenset[str]
    at: int
    text: str


class Said(NamedTuple):
    """What some sentences say."""

    numbers: tuple[Number, ...]
    concepts: Counter[str]
    order: tuple[tuple[str, int], ...]
    """Every concept with its place."""
    words: dict[str, str]
    """How the first word of each concept stands in the text."""
    length: int


def said(streams: Sequence[Stream]) -> Said:
    """What is said in sentences that follow one another."""
    numbers: list[Number] = []
    order: list[tuple[str, int]] = []
    words: dict[str, str] = {}
    at = 0
    for found in streams:
        before, last = frozenset[str](), ""
        for token in found.tokens:
            at += 1
            fresh = [name for name in token.names if name not in before and not _denies_nothing(name, token, found, last)]
            last = token.text.lower()
            order += [(name, at) for name in fresh]
            for name in fresh:
                words.setdefault(name, token.text)
            before = frozenset(token.names)
            if token.value is not None and not token.weak:
                numbers.append(_number(token, found, at))
            elif (times := _times(token, found)) is not None:
                numbers.append(Number(times, False, frozenset(), at, token.text))
        at += 5  # what stands in different sentences does not belong together
    concepts = Counter(name for name, _ in order)
    return Said(tuple(numbers), concepts, tuple(order), words, sum(len(found.text.split()) for found in streams))


def _number(token: Token, found: Stream, at: int) -> Number:
    units = frozenset(found.tokens[token.unit].names) if token.unit >= 0 else frozenset[str]()
    return Number(token.value or 0, token.ordinal, units, at, token.text)


def _denies_nothing(name: str, token: Token, found: Stream, last: str) -> bool:
    """Whether a negation is only a manner of speaking: finché non."""
    return name == "not" and last in _NO_NEGATION.get(found.words.lang, {}).get(token.text.lower(), ())


def _times(token: Token, found: Stream) -> int | None:
    """A number within a word: viermal."""
    word = token.text.lower()
    if not word.endswith("mal") or token.value is not None:
        return None
    return numbers_of(found.words.lang).cardinals.get(word.removesuffix("mal"))


def stands_for(value: int) -> tuple[str, ...]:
    """The words that may say a number in its place."""
    return _NUMBERED_WORDS.get(value, ())


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a concept of one language is not rendered by itself in another, and how often it is there of itself."""

    has: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    there: Counter[str] = field(default_factory=Counter)
    added: Counter[str] = field(default_factory=Counter)

    def seen(self, source: Iterable[str], target: Iterable[str], times: int = 1) -> None:
        """Count one pair of sentences."""
        first, second = set(source), set(target)
        for counts, names in ((self.has, first), (self.lost, first - second), (self.there, second), (self.added, second - first)):
            for name in names:
                counts[name] += times

    def loses(self, name: str) -> float:
        """How likely it is that a faithful translation lacks a concept of its source."""
        return (self.lost[name] + _RARE * _TRUST) / (self.has[name] + _TRUST)

    def adds(self, name: str) -> float:
        """How likely it is that a faithful translation has a concept that its source has not."""
        return (self.added[name] + _RARE * _TRUST) / (self.there[name] + _TRUST)

    def more(self, pairs: Iterable[tuple[Iterable[str], Iterable[str]]]) -> Rates:
        """These with what the pairs of a text itself show: its own way of saying things."""
        found = self.copy()
        for source, target in pairs:
            found.seen(source, target, _OWN)
        return found

    def copy(self) -> Rates:
        """The same, to be counted on."""
        return Rates(*(Counter(one) for one in (self.has, self.lost, self.there, self.added)))

    def without(self, source: Iterable[str], target: Iterable[str]) -> Rates:
        """These without one pair of the text itself: what the others say of it."""
        found = self.copy()
        found.seen(source, target, -_OWN)
        return found


@cache
def rates(source: str, target: str, manifest: Manifest) -> Rates:
    """As the rules of the game have it; nothing is known of languages that they are not written in."""
    found = Rates()
    if source in LANGUAGES and target in LANGUAGES:
        for rule in manifest.catalogue.values():
            found.seen(*(_names(rule.text(lang), lang, manifest) for lang in (source, target)))
    return found


def _names(text: str, lang: str, manifest: Manifest) -> set[str]:
    return {name for token in stream(text, vocabulary(lang, manifest)).tokens for name in token.names}


@cache
def nouns(manifest: Manifest) -> frozenset[str]:
    """The concepts that are things, not deeds."""
    return frozenset(concept.id for concept in manifest.glossary.values() if concept.group not in _NOUNS)


@cache
def opposites(manifest: Manifest) -> dict[str, frozenset[str]]:
    """The words that say something else in the place of another."""
    from ..read.things import things

    found: dict[str, set[str]] = {}
    stated = {name: tuple(word.opposite) for name, word in plain_words(manifest).items()}
    for name, others in (*stated.items(), *things(manifest).opposites.items()):
        for other in others:
            found.setdefault(name, set()).add(other)
            found.setdefault(other, set()).add(name)
    return {name: frozenset(others) for name, others in found.items()}
