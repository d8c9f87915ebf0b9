"""The words of each language: those of the lab's own texts (`lexicon.json`), and those of a dictionary.

The lists are small and always at hand; the dictionary of a text's own language is open anyhow, that of another takes a second to
open and is asked only where something depends on it. `benchmarks/language_words.py` makes the lists.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import msgspec

from ... import places
from ...kernel.records import convert, read_toml
from .guessing import LANGUAGES, common
from .language import lemma, numbers

_COMPOUNDED: Final = ("de", "nl")
_SHORTEST_PART = 4
_JOINTS: Final = ("", "s", "es", "n", "en")


@cache
def _lists() -> dict[str, frozenset[str]]:
    written = msgspec.json.decode(places.data("lab", "reading", "lexicon.json").read_bytes(), type=dict[str, str])
    return {lang: frozenset(written[lang].split()) | common(lang) | numbers(lang).words for lang in LANGUAGES}


def usual(lang: str) -> frozenset[str]:
    """The words that texts of the lab have in a language, its small words and its numbers, in small letters."""
    return _lists()[lang]


class _International(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: str


@cache
def international() -> frozenset[str]:
    """Words that are at home in rulebooks of any language, and Latin ones: no leftover, wherever they stand."""
    file = places.data("lab", "reading") / "international.toml"
    return frozenset(convert(file, "words", read_toml(file), _International).words.split())


@lru_cache(maxsize=50_000)
def in_dictionary(word: str, lang: str) -> bool:
    """Whether a dictionary lists a word, with a small or a capital letter."""
    from simplemma import is_known

    low = word.lower()
    return any(is_known(form, lang, low_memory=True) for form in dict.fromkeys((low, low.capitalize(), word)))


@lru_cache(maxsize=50_000)
def is_word(word: str, lang: str) -> bool:
    """Whether a word is one of a language, or made of such: gleichfarbig, tenerlo."""
    low = word.lower()
    if low in usual(lang) or in_dictionary(word, lang):
        return True
    base = lemma(low, lang)
    return (base != low and (base in usual(lang) or in_dictionary(base, lang))) or (lang in _COMPOUNDED and _is_made(low, lang))


def _is_made(word: str, lang: str) -> bool:
    """Whether two words make this one."""

    def known(part: str) -> bool:
        return part in usual(lang) or in_dictionary(part, lang)

    for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        head, tail = word[:cut], word[cut:]
        if known(tail) and any(head.endswith(joint) and known(head.removesuffix(joint)) for joint in _JOINTS):
            return True
    return False
