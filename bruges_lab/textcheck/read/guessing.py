"""Guessing the language of a text or a line among those of the lab, by its small words and by letters that follow one another.

`languages.json` says of each three letters how much they speak for each language; benchmarks/language_guess.py makes it and
measures the guess.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import exp
from typing import Final

import msgspec

from ... import places
from ...kernel.records import read_tables

LANGUAGES: Final = ("en", "de", "fr", "it", "es", "nl")
_WORD = re.compile(r"[^\W\d_]+")
_OWN_WORD, _SHARED_WORD = 2.2, 1.0
"""What a small word is worth that one language has, or that two share."""
_SHARPNESS = 0.9
_LONGEST = 20_000


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    languages: tuple[str, ...]
    triples: dict[str, tuple[int, ...]]


class _Common(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    common: str


def triples(word: str) -> list[str]:
    """Three letters each, with the ends of the word."""
    whole = f"_{word}_"
    return [whole[at : at + 3] for at in range(len(whole) - 2)]


@cache
def _table() -> dict[str, tuple[int, ...]]:
    found = msgspec.json.decode(places.data("lab", "reading", "languages.json").read_bytes(), type=_Table)
    if found.languages != LANGUAGES:
        raise ValueError("languages.json is of other languages")
    return found.triples


@cache
def _lists() -> dict[str, frozenset[str]]:
    lists = read_tables(places.data("lab", "reading") / "languages.toml", _Common)
    return {lang: frozenset(lists[lang].common.split()) for lang in LANGUAGES}


def common(lang: str) -> frozenset[str]:
    """The small words of a language."""
    return _lists()[lang]


@cache
def _common() -> dict[str, tuple[float, ...]]:
    """What each small word speaks for."""
    has = _lists()
    found = {}
    for word in frozenset().union(*has.values()):
        of = [lang for lang in LANGUAGES if word in has[lang]]
        worth = _OWN_WORD if len(of) == 1 else _SHARED_WORD if len(of) == 2 else 0.0
        found[word] = tuple(worth if lang in of else 0.0 for lang in LANGUAGES)
    return found


@lru_cache(maxsize=50_000)
def _word(word: str) -> tuple[float, ...]:
    """What one word speaks for."""
    small = _common().get(word, (0.0,) * len(LANGUAGES))
    return tuple(one + other for one, other in zip(small, by_letters(word), strict=True))


@lru_cache(maxsize=50_000)
def by_letters(word: str) -> tuple[float, ...]:
    """What the letters of a word, in small ones, speak for: one figure for each of the languages."""
    found = [0.0] * len(LANGUAGES)
    parts = triples(word)
    for row in filter(None, map(_table().get, parts)):
        for number, value in enumerate(row):
            found[number] += value / 10 / len(parts) ** 0.5
    return tuple(found)


def guess(text: str) -> tuple[str, float]:
    """The language of a text, and how sure that is, from 0 to 1."""
    whole = [0.0] * len(LANGUAGES)
    for word in _WORD.findall(text[:_LONGEST].lower()):
        for number, value in enumerate(_word(word)):
            whole[number] += value
    best = max(range(len(LANGUAGES)), key=lambda number: whole[number])
    share = 1 / sum(exp(min(0.0, _SHARPNESS * (value - whole[best]))) for value in whole)
    return LANGUAGES[best], share
