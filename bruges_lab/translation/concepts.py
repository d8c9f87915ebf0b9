"""The concept stream: the words of a sentence as concepts of the glossary, plain words that decide, persons and numbers.

Everything after this works on concepts, whatever the language. A term is found by lemma and stem, the longest first; articles
and prepositions within it do not count; German and Dutch compounds are taken apart where they are not terms themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final

import msgspec

from .. import places
from ..bruges.deck import Deck
from ..kernel.errors import DataError
from ..kernel.records import read_tables
from ..rulebook.catalogue import Catalogue
from ..rulebook.glossary import Glossary
from ..rulebook.texts import LANGUAGES
from .language import ALL, keys, lemma, numbers, plain

COLOUR_CONCEPTS: Final = ("blue", "brown", "yellow", "red", "purple")
PERSON = "person_"
"""Before the id of a card: the concept of that person's name."""
_TOKEN = re.compile(
    r"\d+(?:(?:st|nd|rd|th|er|ère|re|ème|ième|nde|nd|es|e|è|te[rns]?|de|ste|ª|º|°|a|o)(?![^\W\d_]))?|[^\W\d_]+|°|∞"
)
_DIGITS = re.compile(r"\d+")
_COMPOUNDED: Final = ("de", "nl")
_SHORTEST_PART = 4
_CLAUSE = re.compile(r"[,;:.!?()–—|]")
_RIGHT_ANGLE = 45
_GAP = 3
_ACCENTED = 3
_PREFIXES: Final = ("zurück", "ab", "um", "aus", "auf", "nach", "an", "weg", "vor", "ein", "weiter", "hin", "dazu")
_MADE_OF_VERBS: Final = ("er", "ers", "ing", "ings")
_MADE_OF_NOUNS: Final = ("al",)
_NUMBERED: Final = ("third_space",)
"""Concepts whose terms hold a number that a rulebook may get wrong: their words are read one by one."""


_ORIGINAL: Final = ("de", "en")
"""A translation may leave the name of a person as it was in one of these languages, or give it beside its own."""
_ALSO_CALLED: Final = {("fr", "earl"): "Vicomte"}
"""Names that printed texts give to people in another way than ours (D-054)."""
_OPEN: Final = frozenset(
    ("colour", "empty_house", "occupied_house", "hand", "group", "card_supplement", "arrow", "infinity", "laurel", "person")
)
"""Things whose longer names are phrases, the words of which keep their own meaning."""


class _Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    en: str
    de: str
    fr: str
    it: str
    es: str
    nl: str
    opposite: list[str] = []


@cache
def plain_words() -> dict[str, _Word]:
    """The words that decide, by name."""
    file = places.data("matchers", "words.toml")
    words = read_tables(file, _Word)
    known = {*words, *Glossary.load()}
    for name, word in words.items():
        if name in Glossary.load():
            raise DataError(file, name, "", "is a concept of the glossary already")
        if unknown := set(word.opposite) - known:
            raise DataError(file, name, "opposite", f"there is no {min(unknown)}")
    return words


@cache
def named_people() -> tuple[str, ...]:
    """The people that rules are about, by the id of their cards."""
    return tuple(dict.fromkeys(person for rule in Catalogue.load().values() for person in rule.persons))


@cache
def concept_bits() -> dict[str, int]:
    """A bit for each concept, plain word and person."""
    names = [*Glossary.load(), *plain_words(), *(PERSON + card for card in named_people())]
    return {name: 1 << number for number, name in enumerate(names)}


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
    positions: dict[str, list[int]] = field(default_factory=dict)

    def at(self, name: str) -> list[int]:
        """The tokens with a concept."""
        if not self.positions:
            for number, token in enumerate(self.tokens):
                for concept in token.names:
                    self.positions.setdefault(concept, []).append(number)
        return self.positions.get(name, [])

    def between(self, first: int, second: int) -> str:
        """The text between two tokens."""
        first, second = sorted((first, second))
        return self.text[self.tokens[first].end : self.tokens[second].start]

    def same_clause(self, first: int, second: int) -> bool:
        """Whether nothing that ends a clause stands between two tokens."""
        return first == second or not _CLAUSE.search(self.between(first, second))


@dataclass(frozen=True, slots=True)
class _Term:
    words: tuple[frozenset[str], ...]
    concept: str
    name: str
    kind: int
    """0 preferred or accepted, 1 a plain word, 2 forbidden."""
    exact: tuple[str, ...]


class Vocabulary:
    """All terms of one language, ready to be found."""

    def __init__(self, lang: str, extra: Iterable[tuple[str, str]] = (), abbreviations: Iterable[tuple[str, str]] = ()) -> None:
        self.lang = lang
        self.stop = numbers(lang).stop
        self.index: dict[str, list[_Term]] = {}
        self.prefixes: dict[str, list[tuple[str, str]]] = {}
        self.parts: dict[str, tuple[str, int]] = {}
        self.separable: dict[str, dict[str, list[str]]] = {}
        self.plain_forms: set[str] = set()
        self._known: dict[str, list[_Term]] = {}
        self._split: dict[str, tuple[str, ...]] = {}
        for concept in Glossary.load().values():
            term = concept[lang]
            for name in (term.preferred, term.plural or term.preferred, *term.accepted):
                self._add(name, concept.id, 0)
            for name in term.forbidden:
                self._add(name, concept.id, 2)
        for word, entry in plain_words().items():
            for name in getattr(entry, lang).split(","):
                self._add(name.strip(), word, 1)
        for card in named_people():
            shown = Deck.load().by_id[card].name
            own = shown.get(lang, "") if lang in LANGUAGES else ""
            if own:
                self._add(own, PERSON + card, 0)
            if (lang, card) in _ALSO_CALLED:
                self._add(_ALSO_CALLED[lang, card], PERSON + card, 1)
            for name in {shown[other] for other in (_ORIGINAL if own else LANGUAGES) if other in shown} - {own}:
                self._add(name, PERSON + card, 1)  # a foreign name has no stem: mayoría is no Mayor
        for concept_id, name in extra:
            self._add(name, concept_id, 0)
        for concept_id, name in abbreviations:
            self._add(name, concept_id, 1)  # it has no other form
        for terms in self.index.values():
            terms.sort(key=lambda term: -len(term.words))

    def _add(self, name: str, concept: str, kind: int) -> None:
        if name.endswith("*") and " " not in name:
            self.prefixes.setdefault(name[:3], []).append((name[:-1], concept))
            return
        words = [token.lower() for token in _words(name)]
        if concept in _NUMBERED and len(words) > 1:
            return
        content = [word for word in words if word not in self.stop] if len(words) > 1 and kind != 1 else words
        if not content or (len(content) == 1 and "-" in name):
            content = words  # an add-on is nothing that one adds
        if kind == 1 and len(content) == 1:
            self.plain_forms.add(content[0])
        accents = len(content) == 1 and len(content[0]) <= _ACCENTED  # né is not ne
        folded = [frozenset((word,)) if accents else frozenset((word, plain(word))) for word in content]
        nouns = {token.lower() for token in _words(name) if self.lang == "de" and token[0].isupper()}
        known = folded if kind == 1 else [keys(word, self.lang, word in nouns) for word in content]
        if self.lang == "de" and concept in COLOUR_CONCEPTS and len(content) == 1:
            known = [known[0] | keys(content[0] + "e", "de")]  # rot is too short to be known by its stem, rote is not
        term = _Term(tuple(known), concept, name, kind, tuple(content))
        for key in term.words[0]:
            listed = self.index.setdefault(key, [])
            if term not in listed:
                listed.append(term)
        if self.lang in _COMPOUNDED and len(content) == 1 and len(content[0]) >= _SHORTEST_PART and kind == 0:
            self.parts.setdefault(content[0], (concept, len(content[0])))
        if self.lang == "de" and len(content) == 1 and kind != 2 and name[0].islower():
            for prefix in _PREFIXES:
                if content[0].startswith(prefix) and len(content[0]) > len(prefix) + 3 and content[0].endswith("n"):
                    for key in keys(content[0][len(prefix) :], "de"):
                        self.separable.setdefault(prefix, {}).setdefault(key, []).append(concept)

    def found(self, word: str) -> list[_Term]:
        """The terms that may begin with a word."""
        known = self._known.get(word)
        if known is None:
            seen: dict[int, _Term] = {}
            for key in sorted(keys(word, self.lang)):
                for term in self.index.get(key, ()):
                    if self.lang == "en" and _is_made_of(term.exact, word):
                        continue
                    if (
                        term.exact[0] == word
                        or (term.kind != 1 and (len(term.exact[0]) > 3 or term.concept in COLOUR_CONCEPTS))
                        or (term.kind == 1 and plain(term.exact[0]) == word)
                    ):
                        seen[id(term)] = term
            if word in self.plain_forms:  # may is a word of its own, whatever its dictionary form means
                seen = {key: term for key, term in seen.items() if term.kind == 1 or term.exact[0] == word or len(term.words) > 1}
            known = sorted(seen.values(), key=lambda term: (-len(term.words), term.kind == 2))
            self._known[word] = known
        return known

    def loose(self, word: str) -> tuple[str, ...]:
        """Concepts a single word has by its beginning, or by the parts it is made of."""
        split = self._split.get(word)
        if split is None:
            names = [concept for start, concept in self.prefixes.get(word[:3], ()) if word.startswith(start)]
            if (
                self.lang in _COMPOUNDED
                and len(word) > 7
                and not any(len(term.words) == 1 and term.kind == 0 for term in self.found(word))
            ):
                names += self._compound(word)
            split = self._split[word] = tuple(dict.fromkeys(names))
        return split

    def _compound(self, word: str) -> Iterator[str]:
        for form in {word, *(key for key in keys(word, self.lang) if not key.endswith("~"))}:
            for cut in range(_SHORTEST_PART, len(form) - _SHORTEST_PART + 1):
                tail = self.parts.get(form[cut:])
                if tail is not None:
                    yield tail[0]
                    break
            for cut in range(len(form) - _SHORTEST_PART + 1, _SHORTEST_PART - 1, -1):
                head = form[:cut]
                part = self.parts.get(head) or self.parts.get(head.removesuffix("s")) or self.parts.get(head.removesuffix("n"))
                if part is not None:
                    yield part[0]
                    break


def _is_made_of(term: tuple[str, ...], word: str) -> bool:
    """Whether an English word is only made of another: who performs is no performer, a person in your area not personal."""
    ends = _MADE_OF_NOUNS if term[0].endswith(_MADE_OF_NOUNS) else _MADE_OF_VERBS if len(term) == 1 else ()
    if term[0] == word or not ends or not term[0].endswith(ends):
        return False
    return not lemma(word, "en").endswith(ends) and not word.endswith(ends)


def _words(text: str) -> list[str]:
    return [found[0] for found in _TOKEN.finditer(text.replace("’", "'"))]


@cache
def _see_through(concept: str) -> bool:
    """Whether the words of a phrase keep their own meaning: to take workers is also to take, and workers."""
    glossary = Glossary.load()
    if concept not in glossary:
        return not concept.startswith(PERSON)
    return glossary[concept].group in ("actions", "verbs", "time", "scoring") or concept in _OPEN


@cache
def vocabulary(lang: str) -> Vocabulary:
    """The terms of a language."""
    return Vocabulary(lang if lang in ALL else "en")


def stream(text: str, words: Vocabulary) -> Stream:
    """Read one sentence."""
    tokens = [Token(found[0], found.start(), found.end()) for found in _TOKEN.finditer(text)]
    lowered = [token.text.lower() for token in tokens]
    if "|" in text:
        for before, token in pairwise(tokens):
            token.cell = "|" in text[before.end : token.start]
    for before, token in pairwise(tokens):
        gap = text[before.end : token.start]
        token.listed = ":" in gap
        token.apart = len(gap) > _GAP and len(" ".join(gap.split())) > 1  # a line may be broken and indented within a term
    _read_numbers(tokens, lowered, words.lang, text)
    at = 0
    while at < len(tokens):
        at += _match(tokens, lowered, at, words)
    if words.lang == "de":
        _rejoin(tokens, lowered, words)
    bits = 0
    for token in tokens:
        bits |= token.concepts
    found = Stream(tokens, bits, text)
    from .units import bind

    bind(found, numbers(words.lang))
    return found


def phrase(found: Stream, place: int, concept: str, words: Vocabulary) -> str:
    """The words at a place that have a concept, as they stand in the text."""
    lowered = [token.text.lower() for token in found.tokens]
    ends = [_fits(term, found.tokens, lowered, place, words) for term in words.found(lowered[place]) if term.concept == concept]
    last = max((end - 1 for end in ends if end is not None), default=place)
    return found.text[found.tokens[place].start : found.tokens[last].end]


def _give(token: Token, concept: str) -> None:
    bit = concept_bits().get(concept)
    if bit is not None and not token.concepts & bit:
        token.concepts |= bit
        token.names = (*token.names, concept)


def _match(tokens: list[Token], lowered: list[str], at: int, words: Vocabulary) -> int:
    """Give the token at a place its concepts; how many tokens are used up."""
    best, ends, opaque = 0, at + 1, False
    for term in words.found(lowered[at]):
        size = len(term.words)
        if opaque and size < best:
            break
        end = at + 1 if size == 1 else _fits(term, tokens, lowered, at, words)
        if end is None:
            continue
        if not opaque and not _see_through(term.concept):
            best, ends = size, end
        if _see_through(term.concept):
            _give(tokens[at], term.concept)
        else:
            opaque = True
            for token in tokens[at:end]:
                _give(token, term.concept)
                token.value = None  # the number of a name counts nothing: phase 1, 50/100 tile
        known = tokens[at].term
        if term.kind != 1 and (known is None or (known[2] and term.kind == 0)):
            tokens[at].term = (term.concept, term.name, term.kind == 2)
    if best <= 1:
        for concept in words.loose(lowered[at]):
            _give(tokens[at], concept)
    else:  # plain words keep their own meaning within a term: the top of "top statue"
        for place in range(at, ends):
            for concept in words.loose(lowered[place]):
                _give(tokens[place], concept)
    return ends - at if best > 1 else 1


def _fits(term: _Term, tokens: list[Token], lowered: list[str], at: int, words: Vocabulary) -> int | None:
    place = at + 1
    for number, wanted in enumerate(term.words[1:], 1):
        skipped = 0
        while (
            place < len(tokens)
            and skipped < 3
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
            concepts = {concept for key in keys(lowered[before], "de") for concept in verbs.get(key, ())}
            if concepts:
                for concept in concepts:
                    _give(tokens[before], concept)
                break


def _read_numbers(tokens: list[Token], lowered: list[str], lang: str, text: str) -> None:
    known = numbers(lang)
    skip = -1
    for place, (token, word) in enumerate(zip(tokens, lowered, strict=True)):
        if place <= skip:
            continue
        digits = _DIGITS.match(word)
        if (
            digits
            and len(word) == 1
            and text[max(0, token.start - 1) : token.start] == "("
            and text[token.end : token.end + 1] == ")"
        ):
            continue  # (1) of a list within a sentence
        if digits:
            token.value = min(int(digits[0][:9]), 10**9)
            suffix = word[digits.end() :]
            if suffix == "°" and token.value >= _RIGHT_ANGLE:
                _give(token, "degrees")
                continue
            token.ordinal = bool(suffix) and not (suffix == "°" and token.value >= 45) and not (suffix == "er" and lang == "de")
            if (
                not suffix
                and lang == "de"
                and text[token.end : token.end + 2] == ". "
                and text[token.end + 2 : token.end + 3].isalpha()
            ):
                token.ordinal = place + 1 < len(tokens) and place > 0
            continue
        pair = (
            f"{word}-{lowered[place + 1]}"
            if place + 1 < len(tokens) and text[token.end : tokens[place + 1].start] in ("-", " ")
            else ""
        )
        if pair in known.cardinals:
            token.value, token.end, skip = known.cardinals[pair], token.end, place + 1
            tokens[place + 1].value = None
        elif (
            word in known.faces
            and not known.faces & {*lowered[max(0, place - 3) : place + 4]} - {word}
            and not (place and (place - 1 == skip or (tokens[place - 1].value and not tokens[place - 1].ordinal)))
        ):
            continue  # the first ones: only ones and twos, or 24 threes, are numbers
        elif word in known.cardinals:
            token.value, token.weak = known.cardinals[word], word in known.articles
        elif word in known.ordinals:
            token.value, token.ordinal = known.ordinals[word], True
