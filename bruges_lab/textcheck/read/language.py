"""Languages: which one a file and a line are in, how its words are brought to their stems, and its numbers in words.

A word has up to four keys: itself, its lemma, its stem, and itself without accents. Two words are the same where they share a
key; words of three letters or fewer only where they are written alike, accents included.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ... import places
from ...kernel.compiled_files import keep, kept
from ...kernel.records import read_tables
from ...rulebook.glossary import EXPERIMENTAL
from ...rulebook.texts import LANGUAGES
from .guessing import guess

if TYPE_CHECKING:
    from simplemma import Lemmatizer

ALL: Final = (*LANGUAGES, *EXPERIMENTAL)
_STEMMERS: Final = {"en": "english", "de": "german", "fr": "french", "it": "italian", "es": "spanish", "nl": "dutch"}
_SHORT = 3
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o"})


class _NumberWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stop: str
    ones: str
    tens: str
    hundred: str
    articles: str
    ordinals: str
    join: str
    span: str
    suffixes: str
    faces: str = ""


class Numbers:
    """The number words of one language."""

    def __init__(self, words: _NumberWords, lang: str) -> None:
        self.stop = frozenset(words.stop.split())
        """Articles and prepositions, which do not count within a term."""
        self.articles = frozenset(words.articles.split())
        self.join, self.span = frozenset(words.join.split()), frozenset(words.span.split())
        ones, tens = words.ones.split(), words.tens.split()
        self.cardinals = {word: number for number, word in enumerate(ones)}
        for number, ten in enumerate(tens, 2):
            self.cardinals[ten] = number * 10
            for one in range(1, 10):
                self.cardinals[_joined(ten, ones[one], lang)] = number * 10 + one
        self.cardinals[words.hundred] = 100
        if lang in ("de", "it"):  # written as one word
            below = [(word, number) for word, number in self.cardinals.items() if 0 < number < 100]
            self.cardinals.update({words.hundred + word: 100 + number for word, number in below})
        self.faces = frozenset(words.faces.replace(",", " ").split())
        for row in words.faces.split(","):
            self.cardinals.update({word: number for number, word in enumerate(row.split(), 1)})
        self.cardinals.update(dict.fromkeys(self.articles, 1))
        self.ordinals = {form: number for number, word in enumerate(words.ordinals.split(), 1) for form in _forms(word, lang)}
        firsts = {word.partition("-")[0] for word in self.cardinals}
        self.words = frozenset((*self.cardinals, *self.ordinals, *self.faces, *firsts))
        """Every word that is a number, or that one of two words begins with."""


def _joined(ten: str, one: str, lang: str) -> str:
    """Twenty and three, written as one word where the language does so."""
    if lang in ("de", "nl"):
        return ("ein" if one == "eins" else one) + ("und" if lang == "de" else "en") + ten
    if lang == "it":
        return (ten[:-1] if one in ("uno", "otto") else ten) + one
    return f"{ten}-{one}"


_OTHERWISE = {
    "premier": ["première", "premières"],
    "deuxième": ["second", "seconde"],
    "primero": ["primer"],
    "tercero": ["tercer"],
}
"""Forms of ordinals that no rule makes."""


def _forms(word: str, lang: str) -> list[str]:
    """The forms of an ordinal."""
    if lang == "de":
        return [word, *(word + end for end in "rnms")]
    if lang == "fr":
        return [word, word + "s", *_OTHERWISE.get(word, ())]
    if lang in ("it", "es"):
        return [word, *(word[:-1] + end for end in ("a", "e", "i", "o", "s", "os", "as")), *_OTHERWISE.get(word, ())]
    return [word]


@cache
def numbers(lang: str) -> Numbers:
    """The number words of a language."""
    return _all_numbers()[lang]


@cache
def _all_numbers() -> dict[str, Numbers]:
    tables = read_tables(places.data("lab", "reading") / "numbers.toml", _NumberWords)
    return {lang: Numbers(words, lang) for lang, words in tables.items()}


def plain(word: str) -> str:
    """A word without accents and ligatures, in small letters."""
    decomposed = unicodedata.normalize("NFD", word.casefold().translate(_LIGATURES))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@lru_cache(maxsize=50_000)
def keys(word: str, lang: str, noun: bool = False) -> frozenset[str]:
    """What a word is known by: itself, its lemma, its stem, and itself without accents; a German noun is none of its verbs."""
    word = word.lower()
    if len(word) <= _SHORT:
        return frozenset((word,))
    table = _kept(lang)
    known = table.words.get(f"+{word}" if noun else word)
    if known is None:
        known = table.learn(f"+{word}" if noun else word, tuple(_keys(word, lang, noun)))
    return frozenset(known)


def _keys(word: str, lang: str, noun: bool) -> set[str]:
    found = {word, plain(word), stem(word, lang) + "~"}
    lemma_of = lemma(word.capitalize() if noun else word, lang)
    if len(lemma_of) > _SHORT:
        found |= {lemma_of, plain(lemma_of), stem(lemma_of, lang) + "~"}
    return found


class _Kept:
    """The words of glossaries and rules of a language with their keys, as an earlier process has worked them out."""

    def __init__(self, lang: str) -> None:
        self.name = f"words_{lang}"
        self.made_by = [version("simplemma").encode(), version("snowballstemmer").encode(), Path(__file__).read_bytes()]
        self.words = kept(self.name, self.made_by, _Words) or {}
        self.learning = 0
        self.fresh = False

    def learn(self, word: str, known: tuple[str, ...]) -> tuple[str, ...]:
        """Keep what is known of a word, if this is one to be learnt."""
        if self.learning:
            self.words[word] = known
            self.fresh = True
        return known


_Words = dict[str, tuple[str, ...]]


@cache
def _kept(lang: str) -> _Kept:
    return _Kept(lang)


@contextmanager
def learning(*languages: str) -> Iterator[None]:
    """Keep the keys of all words that are met: those of the lab's own texts, never those of a text that is checked."""
    tables = [_kept(lang) for lang in dict.fromkeys(languages)]
    for table in tables:
        table.learning += 1
    try:
        yield
    finally:
        for table in tables:
            table.learning -= 1
            if table.fresh and not table.learning:
                table.fresh = False
                keep(table.name, table.made_by, table.words, _Words)


@lru_cache(maxsize=50_000)
def lemma(word: str, lang: str) -> str:
    """The form under which a dictionary lists the word; the dictionary is opened only for words that are not kept."""
    table = _kept(lang)
    known = table.words.get(f"={word}")
    if known is None:
        known = table.learn(f"={word}", (str(_lemmatizer().lemmatize(word, lang)).lower(),))
    return known[0]


@cache
def _lemmatizer() -> Lemmatizer:
    """Reads in the packed dictionaries, which are there in half the time and a third of the room of unpacked ones."""
    from simplemma import Lemmatizer
    from simplemma.strategies import DefaultStrategy

    return Lemmatizer(lemmatization_strategy=DefaultStrategy(low_memory=True))


@lru_cache(maxsize=50_000)
def stem(word: str, lang: str) -> str:
    """The word without its endings."""
    return str(_stemmer(lang).stemWord(word.lower()))


@cache
def _stemmer(lang: str):  # type: ignore[no-untyped-def]
    import snowballstemmer  # type: ignore[import-untyped]

    return snowballstemmer.stemmer(_STEMMERS[lang])


@lru_cache(maxsize=4096)
def language_of(text: str) -> tuple[str, float]:
    """The language of a text among the six, and how sure that is."""
    return guess(text)


def file_language(lines: Sequence[str]) -> str:
    """The language that most of a text is in."""
    return language_of("\n".join(line for line in lines if line.strip()))[0]
