"""What sentences say, as far as it can be held against the same in another language: numbers, colours, things, deciding words.

How far a word crosses the languages is not assumed but counted, in the rules of the game, which the lab has in all of them: a
noun of the glossary is rendered by itself nearly always, a verb or a connecting word often is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ...rulebook.texts import LANGUAGES
from ..read.concepts import Stream, Token, phrase, stream
from ..read.language import numbers as numbers_of
from ..read.rule_texts import rule_text
from ..read.things import things
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
_STRANGE = 0.1
"""What it adds that no rule says a concept with this word."""
_STEM = 5
_NAMED_SO = 0.5
"""How likely it is that a text does again what it mostly does."""
_NO_NEGATION = {"it": {"non": ("finché", "finche")}, "fr": {"ne": ("avant", "moins")}}
"""Words that deny nothing behind certain others."""
_REACH, _MOST_DIGITS = 3, 9
_HIDES = {"anticlockwise": "clockwise"}
"""Words that are said with the word for their opposite: against the clock."""


class Number(NamedTuple):
    """A number that is said: its value, whether it says which one, what it counts, and its place."""

    value: int
    ordinal: bool
    units: frozenset[str]
    at: int
    text: str
    group: int = -1
    """The list or range it stands in."""


class Said(NamedTuple):
    """What some sentences say."""

    numbers: tuple[Number, ...]
    concepts: Counter[str]
    order: tuple[tuple[str, int], ...]
    """Every concept with its place."""
    words: dict[str, str]
    """How the first word of each concept stands in the text."""
    length: int
    lang: str
    named: frozenset[int]
    """Numbers that only belong to a name: phase 1."""
    places: dict[str, tuple[Stream, int]]
    """Where each concept is said first."""

    def told(self, name: str) -> str:
        """How a concept is said here, in all its words; a number as it is."""
        if name not in self.places:
            return name
        found, place = self.places[name]
        return phrase(found, place, name, found.words)


def said(streams: Sequence[Stream]) -> Said:
    """What is said in sentences that follow one another."""
    numbers: list[Number] = []
    order: list[tuple[str, int]] = []
    words: dict[str, str] = {}
    places: dict[str, tuple[Stream, int]] = {}
    at = 0
    for found in streams:
        before, last = frozenset[str](), list[str]()
        for place, token in enumerate(found.tokens):
            at += 1
            fresh = [name for name in token.names if name not in before and not _denies_nothing(name, token, found, last)]
            last = [*last[-_REACH:], token.text.lower()]
            before = frozenset(token.names)
            for name in fresh:
                order.append((name, at))
                words.setdefault(name, token.text)
                places.setdefault(name, (found, place))
            numbers += _numbers(token, found, at, place, last)
        at += 5  # what stands in different sentences does not belong together
    concepts = Counter(name for name, _ in order)
    for name, hidden in _HIDES.items():
        if concepts[name]:
            del concepts[hidden]
    length = sum(len(found.text.split()) for found in streams)
    lang = streams[0].words.lang if streams else "en"
    digits = (t.text for found in streams for t in found.tokens if t.value is None and t.text.isdecimal())
    named = frozenset(int(text) for text in digits if len(text) < _MOST_DIGITS)
    return Said(tuple(numbers), concepts, tuple(order), words, length, lang, named, places)


def _numbers(token: Token, found: Stream, at: int, place: int, last: Sequence[str]) -> Iterator[Number]:
    """The number that a word is or has in it, if there is one."""
    if token.value is not None and not token.weak:
        group = at - place + token.group if token.group >= 0 else -1
        yield Number(token.value, token.ordinal, frozenset(found.counts(token)), at, token.text, group)
    elif (times := _times(token, found, last)) is not None:
        yield Number(times, False, frozenset(), at, token.text)


def _denies_nothing(name: str, token: Token, found: Stream, last: Sequence[str]) -> bool:
    """Whether a negation is only a manner of speaking: finché non."""
    return name == "not" and not {*_NO_NEGATION.get(found.words.lang, {}).get(token.text.lower(), ())}.isdisjoint(last)


def _times(token: Token, found: Stream, last: Sequence[str]) -> int | None:
    """A number within a word: viermal, zu viert."""
    word = token.text.lower()
    if token.value is not None or found.words.lang != "de":
        return None
    known = numbers_of("de")
    if word.endswith("mal"):
        return known.cardinals.get(word.removesuffix("mal"))
    return known.ordinals.get(word + "e") if last[-2:-1] == ["zu"] else None


def stands_for(value: int) -> tuple[str, ...]:
    """The words that may say a number in its place."""
    return _NUMBERED_WORDS.get(value, ())


class Missing:
    """How often a concept that one of two texts says is not there by itself in the other: in this word, and in any."""

    def __init__(self) -> None:
        self.said, self.missing = Counter[str](), Counter[str]()

    def seen(self, own: Mapping[str, str], other: Mapping[str, str]) -> None:
        """Count one pair of sentences, each concept with the word that stands for it."""
        for name, word in own.items():
            for key in (name, _in_word(name, word)):
                self.said[key] += 1
                self.missing[key] += name not in other

    def chance(self, name: str, word: str) -> float:
        """Of the concept in this word as far as that is known, else in any word, and then with less trust."""
        usual, key = (self.missing[name] + _RARE * _TRUST) / (self.said[name] + _TRUST), _in_word(name, word)
        strange = _STRANGE if not self.said[key] else 0.0
        return (self.missing[key] + (usual + strange) * _TRUST) / (self.said[key] + _TRUST)


def _in_word(name: str, word: str) -> str:
    """A concept in a word without its endings."""
    return f"{name}|{word[:_STEM].lower()}"


@cache
def missing(own: str, other: str, manifest: Manifest) -> Missing:
    """As the rules of the game have it; nothing is known of languages that they are not written in."""
    found = Missing()
    if own in LANGUAGES and other in LANGUAGES:
        for first, second in zip(_in_rules(own, manifest), _in_rules(other, manifest), strict=True):
            found.seen(first, second)
    return found


@cache
def _in_rules(lang: str, manifest: Manifest) -> list[dict[str, str]]:
    """The concepts of every rule, each with the word that stands for it."""
    words = vocabulary(lang, manifest)
    return [said([stream(rule_text(rule, lang), words)]).words for rule in manifest.catalogue.values()]


class Usage:
    """How a text itself renders things: a thing that it never renders by a term of the glossary has a name of its own there."""

    def __init__(self, known: Missing, pairs: Iterable[tuple[Said, Said]], manifest: Manifest) -> None:
        self.known, self.things, self.own = known, nouns(manifest), Missing()
        for own, other in pairs:
            self.own.seen(own.words, other.words)

    def chances(self, own: Said, other: Said) -> dict[str, float]:
        """How likely each concept of a sentence is not to be in its rendering, as far as the other sentences show it."""
        return {name: self._chance(name, word, name not in other.words) for name, word in own.words.items()}

    def _chance(self, name: str, word: str, here: bool) -> float:
        usual, said, missing = self.known.chance(name, word), self.own.said[name] - 1, self.own.missing[name] - here
        return max(usual, _NAMED_SO) if name in self.things and said > 0 and missing * 2 > said else usual


class Pace(NamedTuple):
    """How likely it is that each concept of the source is lost in a faithful translation, and each of the translation added."""

    lost: Mapping[str, float]
    added: Mapping[str, float]


@cache
def nouns(manifest: Manifest) -> frozenset[str]:
    """The concepts that are things, not deeds."""
    return frozenset(concept.id for concept in manifest.glossary.values() if concept.group not in _NOUNS)


@cache
def opposites(manifest: Manifest) -> dict[str, frozenset[str]]:
    """The words that say something else in the place of another."""
    found: dict[str, set[str]] = {}
    stated = {name: tuple(word.opposite) for name, word in plain_words(manifest).items()}
    for name, others in (*stated.items(), *things(manifest).opposites.items()):
        for other in others:
            found.setdefault(name, set()).add(other)
            found.setdefault(other, set()).add(name)
    return {name: frozenset(others) for name, others in found.items()}
