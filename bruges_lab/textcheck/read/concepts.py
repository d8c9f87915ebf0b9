"""The concept stream: the words of a sentence as concepts of the glossary, plain words that decide, persons and numbers.

Everything after this works on concepts, whatever the language; which words have which is the vocabulary's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from .language import Numbers, keys, numbers
from .things import things
from .vocabulary import MOST_KNOWN, PERSON, TOKEN, Term, Vocabulary

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_DIGITS = re.compile(r"\d+")
_RIGHT_ANGLE = 45
_MOST_DIGITS = 9
_GAP = 3
_SKIPPED = 3
"""So many small words may stand between two words of a term."""


@dataclass(slots=True)
class Token:
    """One word or number of a sentence."""

    text: str
    start: int
    end: int
    concepts: int = 0
    """The bits of its concepts."""
    names: tuple[str, ...] = ()
    value: int | None = None
    ordinal: bool = False
    weak: bool = False
    """An article that may mean one."""
    term: tuple[str, str, bool] | None = None
    """At the first word of a term: the concept, the term, and whether it is forbidden."""
    unit: int = -1
    """Of a number: the token it counts."""
    label: bool = False
    """Of a number: it stands behind its unit, as in space 5."""
    group: int = -1
    """Of a number: the first token of the list or range it belongs to."""
    span: bool = False
    """Of a number: it is an end of a range, as in 1 to 6."""
    cell: bool = False
    """It begins a new cell of a table."""
    listed: bool = False
    """It stands behind a colon."""
    apart: bool = False
    """More stands between it and the token before than within a term."""


@dataclass(slots=True)
class Stream:
    """A sentence as tokens."""

    tokens: list[Token]
    bits: int
    text: str
    words: Vocabulary
    """What it was read with."""
    positions: dict[str, list[int]] | None = None

    def at(self, name: str) -> list[int]:
        """The tokens with a concept."""
        if self.positions is None:
            self.positions = {}
            for number, token in enumerate(self.tokens):
                for concept in token.names:
                    self.positions.setdefault(concept, []).append(number)
        return self.positions.get(name) or []

    def numbers(self) -> list[Token]:
        """The numbers, without articles that may mean one."""
        return [token for token in self.tokens if token.value is not None and not token.weak]

    def counts(self, number: Token) -> tuple[str, ...]:
        """What a number counts."""
        return self.tokens[number.unit].names if number.unit >= 0 else ()

    def between(self, first: int, second: int) -> str:
        """The text between two tokens."""
        if first > second:
            first, second = second, first
        return self.text[self.tokens[first].end : self.tokens[second].start]


@cache
def _see_through(concept: str, manifest: Manifest) -> bool:
    """Whether the words of a phrase keep their own meaning: to take workers is also to take, and workers."""
    glossary = manifest.glossary
    if concept not in glossary:
        return not concept.startswith(PERSON)
    return glossary[concept].group in ("actions", "verbs", "time", "scoring") or concept in things(manifest).phrases


def stream(text: str, words: Vocabulary) -> Stream:
    """Read one sentence."""
    tokens = [Token(found[0], *found.span()) for found in TOKEN.finditer(text)]
    lowered = [token.text.lower() for token in tokens]
    for before, token in pairwise(tokens):
        gap = text[before.end : token.start]
        if gap == " ":
            continue
        token.cell = "|" in gap
        token.listed = ":" in gap
        token.apart = len(gap) > _GAP and len(" ".join(gap.split())) > 1  # a line may be broken and indented within a term
    _read_numbers(tokens, lowered, words, text)
    at = 0
    while at < len(tokens):
        at += _match(tokens, lowered, at, words)
    if words.lang == "de":
        _rejoin(tokens, lowered, words)
    bits = 0
    for token in tokens:
        bits |= token.concepts
    found = Stream(tokens, bits, text, words)
    from .units import bind

    bind(found, numbers(words.lang))
    return found


def phrase(found: Stream, place: int, concept: str, words: Vocabulary) -> str:
    """The words at a place that have a concept, as they stand in the text."""
    lowered = [token.text.lower() for token in found.tokens]
    ends = [_fits(term, found.tokens, lowered, place, words) for term in words.found(lowered[place]) if term.concept == concept]
    last = max((end - 1 for end in ends if end is not None), default=place)
    return found.text[found.tokens[place].start : found.tokens[last].end]


def _give(token: Token, concept: str, words: Vocabulary) -> None:
    bit = words.bits.get(concept)
    if bit is not None and not token.concepts & bit:
        token.concepts |= bit
        token.names = (*token.names, concept)


class Alone(NamedTuple):
    """What a word is by itself: its concepts, its term, whether a number in it only belongs to a name; and what longer terms
    that begin with it are known to go on with."""

    names: tuple[str, ...]
    concepts: int
    term: tuple[str, str, bool] | None
    is_name: bool
    seconds: frozenset[str]


@lru_cache(maxsize=MOST_KNOWN)
def _alone(word: str, words: Vocabulary) -> Alone:
    """What a word is where no longer term begins with it; most words of a text are read by this alone."""
    token = Token(word, 0, len(word), value=1)
    longer = [term for term in words.found(word) if len(term.words) > 1]
    _match_all([token], [word], 0, words)
    seconds = frozenset[str]().union(*(term.words[1] | {term.exact[1]} for term in longer))
    return Alone(token.names, token.concepts, token.term, token.value is None, seconds)


def _may_go_on(known: Alone, tokens: list[Token], lowered: list[str], at: int, words: Vocabulary) -> bool:
    """Whether the second word of a longer term may stand behind its first, with at most three small words between them."""
    for place in range(at + 1, min(len(tokens), at + 2 + _SKIPPED)):
        word = lowered[place]
        if word in known.seconds or not known.seconds.isdisjoint(keys(word, words.lang)):
            return True
        if word not in words.stop and tokens[place].value is None:
            return False
    return False


def _match(tokens: list[Token], lowered: list[str], at: int, words: Vocabulary) -> int:
    """Give the token at a place its concepts; how many tokens are used up."""
    known, token = _alone(lowered[at], words), tokens[at]
    if not token.names and not (known.seconds and _may_go_on(known, tokens, lowered, at, words)):
        token.names, token.concepts, token.term = known.names, known.concepts, known.term
        if known.is_name:
            token.value = None
        return 1
    return _match_all(tokens, lowered, at, words)


def _match_all(tokens: list[Token], lowered: list[str], at: int, words: Vocabulary) -> int:
    """The same by all terms that begin with the token, the longest first."""
    best, ends, opaque = 0, at + 1, False
    for term in words.found(lowered[at]):
        size = len(term.words)
        if opaque and size < best:
            break
        end = at + 1 if size == 1 else _fits(term, tokens, lowered, at, words)
        if end is None:
            continue
        through = _see_through(term.concept, words.manifest)
        if not opaque and not through:
            best, ends = size, end
        if through:
            _give(tokens[at], term.concept, words)
        else:
            opaque = True
            for token in tokens[at:end]:
                _give(token, term.concept, words)
                token.value = None  # the number of a name counts nothing: phase 1, 50/100 tile
        known = tokens[at].term
        if term.kind != 1 and (known is None or (known[2] and term.kind == 0)):
            tokens[at].term = (term.concept, term.name, term.kind == 2)
    if best <= 1:
        for concept in words.loose(lowered[at]):
            _give(tokens[at], concept, words)
    else:  # plain words keep their own meaning within a term: the top of "top statue"
        for place in range(at, ends):
            for concept in words.loose(lowered[place]):
                _give(tokens[place], concept, words)
    return ends - at if best > 1 else 1


def _fits(term: Term, tokens: list[Token], lowered: list[str], at: int, words: Vocabulary) -> int | None:
    place = at + 1
    for number, wanted in enumerate(term.words[1:], 1):
        skipped = 0
        while (
            place < len(tokens)
            and skipped < _SKIPPED
            and term.exact[number] != lowered[place]
            and (lowered[place] in words.stop or tokens[place].value is not None)
        ):
            place, skipped = place + 1, skipped + 1
        if place >= len(tokens):
            return None
        word = lowered[place]
        if not (
            word == term.exact[number] or (len(word) > 3 and len(term.exact[number]) > 3 and keys(word, words.lang) & wanted)
        ):
            return None
        if any(token.cell for token in tokens[at + 1 : place + 1]) or tokens[place].apart:
            return None
        if tokens[place].listed and at and tokens[at - 1].value and not tokens[at - 1].weak and not tokens[at - 1].ordinal:
            return None  # four phases: drawing, …; what is counted is not named by the list behind it
        place += 1
    return place


def _rejoin(tokens: list[Token], lowered: list[str], words: Vocabulary) -> None:
    """A German verb whose prefix stands at the end: gibt … zurück."""
    for place, word in enumerate(lowered):
        verbs = words.separable.get(word)
        if verbs is None:
            continue
        for before in range(place - 1, max(-1, place - 14), -1):
            concepts = [concept for key in sorted(keys(lowered[before], "de")) for concept in verbs.get(key, ())]
            for concept in concepts:
                _give(tokens[before], concept, words)
            if concepts:
                break


def _read_numbers(tokens: list[Token], lowered: list[str], words: Vocabulary, text: str) -> None:
    """Give numbers their values, those in digits and those in words."""
    known = numbers(words.lang)
    second = -1  # of two words that are one number
    for place, word in enumerate(lowered):
        if word[0].isdecimal():
            _read_digits(tokens, place, words, text)
        elif word in known.words and place != second:
            before = tokens[place - 1] if place else None
            counts = before is not None and (place - 1 == second or (bool(before.value) and not before.ordinal))
            if _read_number_word(tokens, lowered, place, known, text, counts):
                second = place + 1


def _read_digits(tokens: list[Token], place: int, words: Vocabulary, text: str) -> None:
    token, digits = tokens[place], _DIGITS.match(tokens[place].text)
    behind = text[token.end : token.end + 3]
    if digits is None or (len(token.text) == 1 and text[: token.start].endswith("(") and behind.startswith(")")):
        return  # (1) of a list within a sentence
    suffix = token.text[digits.end() :].lower()
    token.value = int(digits[0][:_MOST_DIGITS])
    if suffix == "°" and token.value >= _RIGHT_ANGLE:
        _give(token, "degrees", words)
    elif suffix:
        token.ordinal = words.lang != "de" or suffix != "er"
    elif words.lang == "de" and behind.startswith(". ") and behind[2:].isalpha():
        token.ordinal = 0 < place < len(tokens) - 1


def _read_number_word(tokens: list[Token], lowered: list[str], place: int, known: Numbers, text: str, counts: bool) -> bool:
    """Read a number in words; whether the next word is a part of it. `counts`: a number stands right before it."""
    token, word = tokens[place], lowered[place]
    joined = place + 1 < len(tokens) and text[token.end : tokens[place + 1].start] in ("-", " ")
    pair = f"{word}-{lowered[place + 1]}" if joined else ""
    if pair in known.cardinals:
        token.value = known.cardinals[pair]
        return True
    if word in known.faces and not counts and known.faces.isdisjoint({*lowered[max(0, place - 3) : place + 4]} - {word}):
        return False  # the first ones: only ones and twos, or 24 threes, are numbers
    if word in known.cardinals:
        token.value, token.weak = known.cardinals[word], word in known.articles
    elif word in known.ordinals:
        token.value, token.ordinal = known.ordinals[word], True
    return False
