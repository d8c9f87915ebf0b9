"""The vocabulary of a language: terms of the glossary, plain words that decide, names of people, and how a word is known as one.

A term is found by lemma and stem, the longest first; articles and prepositions within it do not count; German and Dutch compounds
are taken apart where they are not terms themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from ... import places
from ...kernel.errors import DataError
from ...kernel.records import read_tables
from ...rulebook.catalogue import usual_rules
from ...rulebook.subjects import subjects_of
from ...rulebook.texts import LANGUAGES
from .language import ALL, keys, learning, lemma, numbers, plain
from .things import reading_folder, things

if TYPE_CHECKING:
    from ...games.manifest import Manifest

PERSON = "person_"
"""Before the id of a card: the concept of that person's name."""
TOKEN = re.compile(
    r"\d+(?:(?:st|nd|rd|th|er|ère|re|ème|ième|nde|nd|es|e|è|te[rns]?|de|ste|ª|º|°|a|o)(?![^\W\d_]))?|[^\W\d_]+|°|∞"
)
_COMPOUNDED: Final = ("de", "nl")
_SHORTEST_PART = 4
_SHORT = 3
_PREFIXES: Final = ("zurück", "ab", "um", "aus", "auf", "nach", "an", "weg", "vor", "ein", "weiter", "hin", "dazu")
_MADE_OF_VERBS: Final = ("er", "ers", "ing", "ings")
_MADE_OF_NOUNS: Final = ("al",)
_ORIGINAL: Final = ("de", "en")
"""A translation may leave the name of a person as it was in one of these languages, or give it beside its own."""


class _Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    en: str
    de: str
    fr: str
    it: str
    es: str
    nl: str
    opposite: list[str] = []
    shown: dict[str, str] = {}
    """How it is shown in a language where all that is listed for it are beginnings of words."""


@cache
def plain_words(manifest: Manifest) -> dict[str, _Word]:
    """The words that decide, by name: those of every text, and those that a game adds (`words.toml` of its reading)."""
    glossary, own = manifest.glossary, reading_folder(manifest) / "words.toml"
    usual = read_tables(places.data("lab", "reading") / "words.toml", _Word)
    added = read_tables(own, _Word) if own.is_file() else {}
    words = {**{name: word for name, word in usual.items() if name not in glossary}, **added}
    known = {*words, *glossary}
    for name, word in added.items():
        if name in glossary:
            raise DataError(own, name, "", "is a concept of the glossary already")
        if unknown := set(word.opposite) - known:
            raise DataError(own, name, "opposite", f"there is no {min(unknown)}")
    return words


@cache
def named_people(manifest: Manifest) -> tuple[str, ...]:
    """The people that rules are about, by the id of their cards."""
    return tuple(dict.fromkeys(person for rule in manifest.catalogue.values() for person in rule.persons))


@cache
def concept_bits(manifest: Manifest) -> dict[str, int]:
    """A bit for each concept, plain word and person."""
    names = [*manifest.glossary, *plain_words(manifest), *(PERSON + card for card in named_people(manifest))]
    return {name: 1 << number for number, name in enumerate(names)}


@dataclass(frozen=True, slots=True)
class Term:
    """One name of a concept: what each of its words is known by, and the words themselves."""

    words: tuple[frozenset[str], ...]
    concept: str
    name: str
    kind: int
    """0 preferred or accepted, 1 a plain word, 2 forbidden."""
    exact: tuple[str, ...]


MOST_KNOWN = 50_000
"""So many words are kept with what was found for them: a vocabulary lives as long as the process."""


class Vocabulary:
    """All terms of a game in one language, ready to be found."""

    def __init__(
        self,
        lang: str,
        manifest: Manifest,
        extra: Iterable[tuple[str, str]] = (),
        abbreviations: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.lang = lang
        self.manifest, self.things, self.bits = manifest, things(manifest), concept_bits(manifest)
        self.stop = numbers(lang).stop
        self.index: dict[str, list[Term]] = {}
        self.prefixes: dict[str, list[tuple[str, str]]] = {}
        self.parts: dict[str, str] = {}
        self.separable: dict[str, dict[str, list[str]]] = {}
        self.plain_forms: set[str] = set()
        self.found = lru_cache(MOST_KNOWN)(self._found)
        """The terms that may begin with a word."""
        self.loose = lru_cache(MOST_KNOWN)(self._loose)
        """Concepts a single word has by its beginning, or by the parts it is made of."""
        for concept in manifest.glossary.values():
            term = concept.terms.get(lang) or concept["en"]
            for name in (term.preferred, term.plural or term.preferred, *term.accepted):
                self._add(name, concept.id, 0)
            for name in term.forbidden:
                self._add(name, concept.id, 2)
        for word, entry in plain_words(manifest).items():
            for name in getattr(entry, lang).split(","):
                self._add(name.strip(), word, 1)
        self._add_people(manifest)
        for concept_id, name in extra:
            self._add(name, concept_id, 0)
        for concept_id, name in abbreviations:
            self._add(name, concept_id, 1)  # it has no other form
        for terms in self.index.values():
            terms.sort(key=lambda term: -len(term.words))

    def _add_people(self, manifest: Manifest) -> None:
        people = subjects_of(manifest, usual_rules(manifest))
        if people is None:
            return
        lang, also = self.lang, self.things.also_called.get(self.lang, {})
        for card in named_people(manifest):
            own = people.name(card, lang) if lang in LANGUAGES else ""
            if own:
                self._add(own, PERSON + card, 0)
            if card in also:
                self._add(also[card], PERSON + card, 1)
            for name in {people.name(card, other) for other in (_ORIGINAL if own else LANGUAGES)} - {own}:
                self._add(name, PERSON + card, 1)  # a foreign name has no stem: mayoría is no Mayor

    def _add(self, name: str, concept: str, kind: int) -> None:
        if name.endswith("*") and " " not in name:
            self.prefixes.setdefault(name[:3], []).append((name[:-1], concept))
            return
        words = [token.lower() for token in _words(name)]
        if concept in self.things.word_by_word and len(words) > 1:
            return
        content = words if len(words) == 1 or kind == 1 else self._content(words, name)
        single = content[0] if len(content) == 1 else ""
        term = Term(self._known_by(name, concept, kind, content), concept, name, kind, tuple(content))
        for key in term.words[0]:
            listed = self.index.setdefault(key, [])
            if term not in listed:
                listed.append(term)
        if kind == 1 and single:
            self.plain_forms.add(single)
        if self.lang in _COMPOUNDED and kind == 0 and len(single) >= _SHORTEST_PART:
            self.parts.setdefault(single, concept)
        if self.lang == "de" and kind != 2 and single.endswith("n") and name[0].islower():
            self._add_separable(single, concept)

    def _content(self, words: list[str], name: str) -> list[str]:
        """The words of a name without articles and prepositions; an add-on is nothing that one adds."""
        content = [word for word in words if word not in self.stop]
        return words if not content or (len(content) == 1 and "-" in name) else content

    def _add_separable(self, verb: str, concept: str) -> None:
        """Add a German verb that may stand in two parts: zurückgeben, gibt … zurück."""
        for prefix in _PREFIXES:
            if verb.startswith(prefix) and len(verb) > len(prefix) + 3:
                for key in keys(verb[len(prefix) :], "de"):
                    self.separable.setdefault(prefix, {}).setdefault(key, []).append(concept)

    def _known_by(self, name: str, concept: str, kind: int, content: list[str]) -> tuple[frozenset[str], ...]:
        """What each word of a name is known by: plain words by themselves, others by all their forms."""
        if kind == 1:
            accents = len(content) == 1 and len(content[0]) <= _SHORT  # né is not ne
            return tuple(frozenset((word,) if accents else (word, plain(word))) for word in content)
        nouns = {token.lower() for token in _words(name) if self.lang == "de" and token[0].isupper()}
        known = [keys(word, self.lang, word in nouns) for word in content]
        if self.lang == "de" and concept in self.things.colours and len(content) == 1:
            known = [known[0] | keys(content[0] + "e", "de")]  # rot is too short to be known by its stem, rote is not
        return tuple(known)

    def _found(self, word: str) -> list[Term]:
        seen = {
            id(term): term for key in sorted(keys(word, self.lang)) for term in self.index.get(key, ()) if self._is(term, word)
        }
        if word in self.plain_forms:  # may is a word of its own, whatever its dictionary form means
            seen = {key: term for key, term in seen.items() if term.kind == 1 or term.exact[0] == word or len(term.words) > 1}
        return sorted(seen.values(), key=lambda term: (-len(term.words), term.kind == 2))

    def _is(self, term: Term, word: str) -> bool:
        """Whether a word that shares a key with the first of a term may be that word."""
        first = term.exact[0]
        if self.lang == "en" and _is_made_of(term.exact, word):
            return False
        if term.kind == 1:
            return word in (first, plain(first))
        return first == word or len(first) > _SHORT or term.concept in self.things.colours

    def _loose(self, word: str) -> tuple[str, ...]:
        names = [concept for start, concept in self.prefixes.get(word[:3], ()) if word.startswith(start)]
        is_term = any(len(term.words) == 1 and term.kind == 0 for term in self.found(word))
        if self.lang in _COMPOUNDED and len(word) > 7 and not is_term:
            names += self._compound(word)
        return tuple(dict.fromkeys(names))

    def _compound(self, word: str) -> Iterator[str]:
        """The concepts of the last and the first part that a word is made of, the longest of each."""
        for form in (word, *sorted(key for key in keys(word, self.lang) if key != word and not key.endswith("~"))):
            cuts = range(_SHORTEST_PART, len(form) - _SHORTEST_PART + 2)
            tails = (self.parts.get(form[cut:]) for cut in cuts[:-1])
            heads = (self.parts.get(head) for cut in reversed(cuts) for head in self._first_parts(form[:cut]))
            yield from filter(None, (next(filter(None, tails), ""), next(filter(None, heads), "")))

    @staticmethod
    def _first_parts(head: str) -> tuple[str, str, str]:
        """What the beginning of a compound may be, without the letter that joins it to the rest."""
        return head, head.removesuffix("s"), head.removesuffix("n")


def _is_made_of(term: tuple[str, ...], word: str) -> bool:
    """Whether an English word is only made of another: who performs is no performer, a person in your area not personal."""
    ends = _MADE_OF_NOUNS if term[0].endswith(_MADE_OF_NOUNS) else _MADE_OF_VERBS if len(term) == 1 else ()
    if term[0] == word or not ends or not term[0].endswith(ends):
        return False
    return not lemma(word, "en").endswith(ends) and not word.endswith(ends)


def _words(text: str) -> list[str]:
    return [found[0] for found in TOKEN.finditer(text.replace("’", "'"))]


@cache
def vocabulary(lang: str, manifest: Manifest) -> Vocabulary:
    """The terms of a game in a language."""
    lang = lang if lang in ALL else "en"
    with learning(lang):
        return Vocabulary(lang, manifest)
