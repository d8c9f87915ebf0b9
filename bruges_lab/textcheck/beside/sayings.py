"""What sentences say, as far as it can be held against the same in another language: numbers, and words that mean something.

How far a word crosses the languages is not assumed but counted, in the rules of the game, which the lab has in all of them, and
in the rest of the two texts: a noun of the glossary is nearly always rendered by itself, a verb or a connecting word often not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ...rulebook.texts import LANGUAGES
from ..read.concepts import Stream, Token, phrase, stream
from ..read.language import numbers as numbers_of
from ..read.rule_texts import rule_text
from ..read.vocabulary import vocabulary

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_NUMBERED_WORDS = {
    0: ("zero", "not", "empty", "unlimited"),
    1: ("once", "alone", "some", "before", "first"),
    2: ("twice", "both", "half", "together"),
    3: ("third_part",),
}
"""Words that say a number without being one."""
_RARE = 0.3
"""How often a word that no rule has is taken not to be rendered by itself."""
_TRUST = 2.0
"""How many rules that guess is worth."""
_STRANGE = 0.1
"""What it adds that no rule says a concept with this word."""
_STEM = 5
_DIGITS = 9
_HERE = 4.0
"""How many sentences of the text itself what is counted in the rules is worth."""
_NO_NEGATION = {"it": ("finché", "finche", "appena"), "fr": ("avant", "moins")}
"""Words near which a negation is only a manner of speaking: finché non."""
_REACH = 6
_HIDES = {"anticlockwise": "clockwise", "next": "after"}
"""Words that are said with another word or read as one as well: against the clock; who is next is after nothing."""
_AND = frozenset(("and", "und", "et", "e", "ed", "y", "en", "but", "aber", "mais", "ma"))
_SAME = {"each": "all"}
"""Words that are used for each other: everyone, all players."""
_ORDERED = frozenset(("before", "order"))
_BEFORE_IT = frozenset(("di", "del", "della", "dell", "dello", "dei", "degli", "delle", "che"))
_CLAUSE = re.compile(r"[,;:.!?()–—|]")
FIRST = "first"
"""What is the first of all, as a word."""


class Number(NamedTuple):
    """A number that is said: its value, whether it says which one, what it counts, and its place."""

    value: int
    ordinal: bool
    units: frozenset[str]
    at: int
    text: str
    group: int = -1
    """The list or range it stands in."""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word that means something: all that it may mean, and where it stands."""

    names: frozenset[str]
    at: int
    clause: int
    stem: str
    found: Stream
    place: int


@dataclass(frozen=True, slots=True)
class Said:
    """What some sentences say."""

    numbers: tuple[Number, ...]
    words: tuple[Word, ...]
    concepts: Counter[str]
    length: int
    lang: str
    named: frozenset[int]
    """Numbers that only belong to a name: phase 1."""
    clauses: tuple[int, ...]
    """The clause of each word and number by its place."""

    def told(self, name: str) -> str:
        """How a concept is said here, in all its words; a number as it is."""
        word = next((one for one in self.words if name in one.names), None)
        if word is None or name == FIRST:
            return name if word is None else word.found.tokens[word.place].text
        return phrase(word.found, word.place, name, word.found.words)

    def at(self, name: str) -> int:
        """Where a concept is said first."""
        return next((one.at for one in self.words if name in one.names), -1)


def said(streams: Sequence[Stream]) -> Said:
    """What is said in sentences that follow one another."""
    numbers: list[Number] = []
    words: list[Word] = []
    clauses: list[int] = []
    for found in streams:
        begin = len(clauses)
        for place, token in enumerate(found.tokens):
            clauses.append(clauses[-1] + _begins_clause(found, place) if clauses else 0)
            at = len(clauses) - 1
            numbers += _numbers_at(token, found, place, at, begin)
            if fresh := _names_at(token, found, place):
                words.append(Word(fresh, at, clauses[-1], token.text.lower()[:_STEM], found, place))
    concepts = Counter(name for word in words for name in word.names)
    length = sum(len(found.text.split()) for found in streams)
    lang = streams[0].words.lang if streams else "en"
    return Said(tuple(numbers), tuple(words), concepts, length, lang, frozenset(_named(streams, lang)), tuple(clauses))


def _begins_clause(found: Stream, place: int) -> bool:
    word = found.tokens[place].text.lower()
    return not place or word in _AND or _CLAUSE.search(found.between(place - 1, place)) is not None


def _named(streams: Sequence[Stream], lang: str) -> Iterator[int]:
    known = numbers_of(lang).cardinals
    for name in (token.text.lower() for found in streams for token in found.tokens if token.value is None):
        if name in known or (name.isdecimal() and len(name) < _DIGITS):
            yield known[name] if name in known else int(name)


def _numbers_at(token: Token, found: Stream, place: int, at: int, begin: int) -> Iterator[Number]:
    if token.value is not None and not token.weak:
        units = frozenset(found.tokens[token.unit].names) if token.unit >= 0 else frozenset[str]()
        group = begin + token.group if token.group >= 0 else -1
        yield Number(token.value, token.ordinal, units, at, token.text, group)
    elif (times := _times(token, found, place)) is not None:
        yield Number(times, False, frozenset(), at, token.text)


def _names_at(token: Token, found: Stream, place: int) -> frozenset[str]:
    """What a word may mean, if the word before it does not mean that as well."""
    before = found.tokens[place - 1].names if place else ()
    fresh = frozenset(_SAME.get(name, name) for name in token.names if name not in before)
    if _denies_nothing(token, found, place):
        fresh -= {"not"}
    fresh = _first(fresh, found, place)
    near = frozenset((*before, *(found.tokens[place - 2].names if place > 1 else ())))
    return fresh - {hidden for name, hidden in _HIDES.items() if name in fresh | near and hidden not in near - fresh}


def _first(names: frozenset[str], found: Stream, place: int) -> frozenset[str]:
    """Who is first is before nobody; prima di is before something, and no first."""
    token, behind = found.tokens[place], found.tokens[place + 1 : place + 2]
    if behind and token.text.lower() == "prima" and behind[0].text.lower() in _BEFORE_IT:
        return names - {"order"}
    if (token.value == 1 and token.ordinal) or names >= _ORDERED:
        return names - _ORDERED | {FIRST}
    return names


def _denies_nothing(token: Token, found: Stream, place: int) -> bool:
    """Whether a negation is only a manner of speaking."""
    near = {one.text.lower() for one in found.tokens[max(0, place - _REACH) : place + 2]}
    return token.text.lower() in ("non", "ne", "n") and not near.isdisjoint(_NO_NEGATION.get(found.words.lang, ()))


def _times(token: Token, found: Stream, place: int) -> int | None:
    """A number within a word: viermal, zu viert."""
    word = token.text.lower()
    if token.value is not None or found.words.lang != "de":
        return None
    known = numbers_of("de")
    if word.endswith("mal"):
        return known.cardinals.get(word.removesuffix("mal"))
    return known.ordinals.get(word + "e") if place and found.tokens[place - 1].text.lower() == "zu" else None


def stands_for(value: int) -> tuple[str, ...]:
    """The words that may say a number in its place."""
    return _NUMBERED_WORDS.get(value, ())


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a word of one text is not rendered by itself in another: by concept, and by concept and word."""

    has: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    def seen(self, own: Said, other: Said) -> None:
        """Count what one side says, and what of it the other does not."""
        for word in own.words:
            names = list(_keys(word))
            self.has.update(names)
            if not rendered(word, other):
                self.lost.update(names)
            else:
                more = [f"{name}+" for name in word.names]
                self.has.update(more)
                if oftener(word, own, other):
                    self.lost.update(more)

    def usual(self, word: Word) -> float:
        """How likely it is that a faithful rendering lacks this word, whatever it means here."""
        return max(self._usual(name, f"{name}|{word.stem}") for name in word.names)

    def partly(self, word: Word) -> float:
        """How likely it is that a faithful rendering says it less often, though it says it."""
        return max((self.lost[f"{name}+"] + _RARE) / (self.has[f"{name}+"] + 1) for name in word.names)

    def _usual(self, name: str, key: str) -> float:
        usual = (self.lost[name] + _RARE * _TRUST) / (self.has[name] + _TRUST)
        strange = _STRANGE if not self.has[key] else 0.0
        return (self.lost[key] + (usual + strange) * _TRUST) / (self.has[key] + _TRUST)


def rendered(word: Word, other: Said) -> bool:
    """Whether the other side says any of what a word may mean."""
    return any(other.concepts[name] for name in word.names)


def oftener(word: Word, own: Said, other: Said) -> bool:
    """Whether one side says all that a word may mean more often than the other."""
    return all(own.concepts[name] > other.concepts[name] for name in word.names)


def _keys(word: Word) -> Iterator[str]:
    for name in word.names:
        yield name
        yield f"{name}|{word.stem}"


class Usage:
    """How often a word of one side is not rendered by itself: as the rules have it, and as the rest of this text does."""

    def __init__(self, known: Rates, pairs: Iterable[tuple[Said, Said]]) -> None:
        self.known, self.own = known, Rates()
        for own, other in pairs:
            self.own.seen(own, other)

    def usual(self, word: Word, other: Said) -> float:
        """How likely it is that this word is not rendered in the sentence that renders its own."""
        if rendered(word, other):
            return self.known.partly(word)
        usual, here = self.known.usual(word), True
        return max((self.own.lost[name] - here + usual * _HERE) / (self.own.has[name] - 1 + _HERE) for name in word.names)


@cache
def rates(source: str, target: str, manifest: Manifest) -> Rates:
    """As the rules of the game have it; nothing is known of languages that they are not written in."""
    found = Rates()
    if source in LANGUAGES and target in LANGUAGES:
        for rule in manifest.catalogue.values():
            texts = (said([stream(rule_text(rule, lang), vocabulary(lang, manifest))]) for lang in (source, target))
            found.seen(*texts)
    return found
