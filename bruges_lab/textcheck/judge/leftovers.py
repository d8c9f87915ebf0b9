"""Leftovers: sentences and words of another language than the rest of their file.

A word is of another language where the texts of the game have it in that language and never in the sentence's own: what writers
said of the rules, the rules' own texts and the glossary. Whole sentences are known by their small words and letters as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from ...rulebook.texts import LANGUAGES
from ..find.library import statements
from ..find.searched_text import Text
from ..findings import Finding, Reason, Verdict
from ..read.compiled import digest_of, kept
from ..read.language import language_of
from ..read.reading import Sort

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ..read.concepts import Stream

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_LEAST_OFTEN = 2
_FEWEST_WORDS = 3
_LEAST_WORDS = 5
_SURE, _SURE_WORD = 0.97, 0.7
_LONG = 6
_ENDING = 5
_RUN, _OF_RUN = 0.9, 0.78


@cache
def known_words(manifest: Manifest) -> Mapping[str, Mapping[str, int]]:
    """How often the texts of a game have each word, by language."""

    def made() -> dict[str, dict[str, int]]:
        texts = {(one.lang, one.text) for one in statements(manifest)}
        texts |= {(lang, rule.text(lang)) for rule in manifest.catalogue.values() for lang in LANGUAGES}
        count = {lang: Counter[str]() for lang in LANGUAGES}
        for lang, text in sorted(texts):
            if lang in count:
                count[lang].update(set(_WORD.findall(text.lower())))
        for concept in manifest.glossary.values():
            for lang in LANGUAGES:
                terms = concept[lang]
                for name in (terms.preferred, terms.plural or "", *terms.accepted, *terms.forbidden):
                    count[lang].update(dict.fromkeys(_WORD.findall(name.lower()), _LEAST_OFTEN))
        return {lang: dict(words) for lang, words in count.items()}

    return kept(f"words_{manifest.name}", digest_of(manifest), dict[str, dict[str, int]], made)


def leftovers(text: Text) -> Iterator[Finding]:
    """Every sentence that is of another language, or has words of one."""
    known = known_words(text.manifest)
    for number, sentence in enumerate(text.sentences):
        own, found = text.language[number], text.streams[number]
        if "@" in sentence.text or own not in known:
            continue
        told = _foreign_words(sentence.text, own, known) or _foreign_sentence(sentence.text, own, found, sentence.sort)
        if told is not None:
            lang, sure = told
            reason = Reason("leftover", {"language": lang})
            yield Finding("", Verdict.NOTE, sentence.passage(), reason, sure, lang, own, check="leftover")


def _foreign_words(sentence: str, own: str, known: Mapping[str, Mapping[str, int]]) -> tuple[str, float] | None:
    """The language of words in a row that the own one does not have, or of one long word; names are none."""
    words = [one[0] for one in _WORD.finditer(sentence)]
    for lang in known:
        row = 0
        for place, word in enumerate(words if lang != own else ()):
            low = word.lower()
            often, at_home = known[lang].get(low, 0), known[own].get(low, 0)
            is_name = word[0].isupper() and lang != "de" and place > 0
            if at_home or is_name or often < _LEAST_OFTEN:
                row = row if row and often and at_home < often else 0
                if not at_home and place and _is_compound(word, lang, known, own):
                    return lang, _OF_RUN
                continue
            row += 1
            if (row > 1 and word.islower()) or (len(low) >= _LONG and _only_there(word, lang, own, known)):
                return lang, _RUN if row > 1 else _OF_RUN
    return None


def _only_there(word: str, lang: str, own: str, known: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether no other language has a word, and its letters are of that one."""
    low = word.lower()
    if any(low in known[other] for other in known if other not in (lang, own)):
        return False
    guessed, sure = language_of(low)
    return guessed == lang and sure >= _SURE_WORD and (word.islower() or known[lang][low] > _LEAST_OFTEN)


def _is_compound(word: str, lang: str, known: Mapping[str, Mapping[str, int]], own: str) -> bool:
    """Whether a word with a capital ends with a German one that is known."""
    if lang != "de" or own == "de" or word.islower() or len(word) <= _ENDING or word.lower() in known[own]:
        return False
    endings = (word[at:].lower() for at in range(2, len(word) - _ENDING + 1))
    return any(known[lang].get(end, 0) >= 2 * _LEAST_OFTEN and end not in known[own] for end in endings)


def _foreign_sentence(sentence: str, own: str, found: Stream, sort: Sort) -> tuple[str, float] | None:
    """The language of a sentence that is of another one as a whole; one of names and of what the game has names for is none."""
    words = _WORD.findall(sentence)
    if len(words) < _FEWEST_WORDS or sort is Sort.CELL or "/" in sentence:
        return None
    if own != "de" and sum(word[0].isupper() for word in words) * 2 > len(words):
        return None
    if sum(bool(token.names) for token in found.tokens) * 2 > len(found.tokens):
        return None
    lang, sure = language_of(sentence)
    if lang == own or sure < _SURE or (len(words) < _LEAST_WORDS and lang not in LANGUAGES):
        return None
    return lang, round(sure * 0.8, 2)
