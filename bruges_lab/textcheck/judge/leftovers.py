"""Leftovers: sentences in another language than the rest of their file, and a few words of one within a sentence.

Each word speaks for the language of its file or for another: by the words of the lab’s texts, the dictionary of the file’s
language, and its letters. The stretch of a sentence that speaks most for another language is a leftover if it does so clearly.
Names, quotations, what stands in brackets or beside a stroke or an equals sign, and tables of two languages are none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ...rulebook.texts import LANGUAGES
from ..find.searched_text import Text
from ..findings import Finding, Reason, Verdict
from ..read.guessing import LANGUAGES as GUESSED
from ..read.guessing import by_letters, common
from ..read.language import language_of
from ..read.lexicon import in_dictionary, international, is_word, usual
from ..read.reading import Sentence, Sort

_WORD = re.compile(r"[^\W\d_]+")
_BREAK = re.compile(r"[|()\[\]\"“”„«»‹›:;=/→…]|[.!?]\s|\s['‘‚]|['’]\s")
"""What no leftover of a few words goes across."""
_QUOTED = re.compile(
    r"„[^„“”]{1,200}[“”]|“[^“”]{1,200}”|«[^«»]{1,200}»|»[^«»]{1,200}«|\"[^\"]{1,200}\"|(?<!\w)[‘‚'][^‘’'\n]{1,80}[’‘'](?!\w)"
)
_BRACKETS = re.compile(r"[(\[][^()\[\]]{1,80}[)\]]")
_BROKEN_BEHIND, _BROKEN_BEFORE = re.compile(r"[-\xad]\s+[^\W\d_]"), re.compile(r"[^\W\d_][-\xad]\s+$")
_ADDRESS = re.compile(r"@|://|www\.|©|®|™")
_BESIDE = ("=", "/", "≈")
_GIVEN_FOR = re.compile(r"(?:[^\W\d_][*_)]*\s*[=≈]|/)[^;|.=≈/]{0,40}$")
_FEWEST_WORDS, _LEAST_WORDS, _SURE = 3, 5, 0.97
_IN_BRACKETS = 3
"""So many words in brackets may be the original term of what stands before them."""
_SHORT, _ABBREVIATED = 3, 4
_HABIT = 3
"""A word that the text has so often is one of its terms."""
_ROWS = 2
"""A table with so many rows that have words of one other language gives terms in two languages."""
_MOST_LETTERS = 3.0
_SHARED, _OWN, _LISTED_BOTH, _DICTIONARY, _DICTIONARY_BOTH = -0.5, -3.0, 0.6, -2.0, 1.2
_UNKNOWN, _FOREIGN, _NAME = -0.4, 2.5, 0.0
_BY_LETTERS, _INTERNATIONAL = 0.45, 0.3
_CONFIRMED = 1.5
_ENOUGH, _ENOUGH_ALONE, _ENOUGH_OF_A_GUEST = 2.6, 2.0, 6.0
_LIKELY, _CERTAIN = 0.85, 0.96
_CERTAIN_FROM = 5.0


class Stretch(NamedTuple):
    """Words of another language within a sentence."""

    start: int
    end: int
    lang: str
    score: float
    words: int


class _Word(NamedTuple):
    text: str
    start: int
    end: int
    own: int
    """2 a usual word of the file's language, 1 a word of it, 0 none."""
    name: bool


def leftovers(text: Text) -> Iterator[Finding]:
    """All leftovers of a text."""
    habits = habits_of(text.sentences)
    in_cells: dict[tuple[tuple[int, ...], str], list[tuple[int, Stretch]]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        own = text.language[number]
        if (whole := _whole(text, number)) is not None:
            yield _told(sentence, 0, len(sentence.text), whole[0], own, whole[1])
            continue
        named = frozenset(token.text.lower() for token in text.streams[number].tokens if token.names)
        for found in stretches(sentence.text, own, habits, named):
            if sentence.sort is Sort.CELL:
                in_cells[sentence.context[-1:], found.lang].append((number, found))
            else:
                yield _of_stretch(sentence, found, own)
    for rows in in_cells.values():
        if len({number for number, _ in rows}) < _ROWS:
            for number, found in rows:
                yield _of_stretch(text.sentences[number], found, text.language[number])


def habits_of(sentences: Iterable[Sentence]) -> frozenset[str]:
    """The words that a text has so often that they are its terms, whatever their language."""
    times = Counter(word for sentence in sentences for word in set(_WORD.findall(sentence.text)))
    return frozenset(word for word, count in times.items() if count >= _HABIT)


def _of_stretch(sentence: Sentence, found: Stretch, own: str) -> Finding:
    sure = _CERTAIN if found.score >= _CERTAIN_FROM and found.words > 1 else _LIKELY
    return _told(sentence, found.start, found.end, found.lang, own, sure)


def _told(sentence: Sentence, start: int, end: int, lang: str, own: str, sure: float) -> Finding:
    passage = sentence.passage(start, end)
    whole = end - start == len(sentence.text)
    reason = (
        Reason("leftover", {"language": lang}) if whole else Reason("leftover_words", {"language": lang, "words": passage.text})
    )
    return Finding("", Verdict.NOTE, passage, reason, sure, lang, own, check="leftover")


def _whole(text: Text, number: int) -> tuple[str, float] | None:
    """The other language that a whole sentence is in."""
    sentence, own = text.sentences[number], text.language[number]
    words = re.findall(r"[^\W\d_]{2,}", sentence.text)
    if len(words) < _FEWEST_WORDS or sentence.sort is Sort.CELL or "/" in sentence.text or "@" in sentence.text:
        return None
    if own != "de" and sum(word[0].isupper() for word in words) * 2 > len(words):
        return None
    tokens = text.streams[number].tokens
    if sum(bool(token.names) for token in tokens) * 2 > len(tokens):
        return None
    lang, sure = language_of(sentence.text)
    if len(words) < _LEAST_WORDS and lang not in LANGUAGES:
        return None  # so few words may be of many languages
    return (lang, round(sure * 0.8, 2)) if lang != own and sure >= _SURE else None


def stretches(
    sentence: str, own: str, habits: frozenset[str] = frozenset(), named: frozenset[str] = frozenset()
) -> list[Stretch]:
    """The words of another language in a sentence; `habits` are words that the text has often, `named` names of its things."""
    if _ADDRESS.search(sentence):
        return []
    words = _read(sentence, own, habits, named)
    barred = [match.span() for match in _QUOTED.finditer(sentence)]
    barred += [match.span() for match in _BRACKETS.finditer(sentence) if len(_WORD.findall(match[0])) <= _IN_BRACKETS]
    found: list[Stretch] = []
    for run in _runs(sentence, words):
        if not any(_speaks_for_another(word.text, word.own, own) for word in run):
            continue
        all_of_it = (_best(run, own, lang) for lang in GUESSED if lang != own)
        clear = (one for one in all_of_it if one is not None and (one.words > 1 or one.lang in LANGUAGES))
        best = max(clear, key=lambda one: one.score, default=None)
        if best is None or any(start <= best.start and best.end <= end for start, end in barred):
            continue
        if _stands_beside(sentence, best) or not _is_sure(best, run):
            continue
        found.append(_whole_words(sentence, best, run))
    return found


def _read(sentence: str, own: str, habits: frozenset[str], named: frozenset[str]) -> list[_Word]:
    """The words of a sentence, each with what is known of it."""
    found: list[_Word] = []
    spans = [match for match in _WORD.finditer(sentence) if not _at_a_digit(sentence, match.start())]
    capital = [match[0][0].isupper() for match in spans]
    for place, match in enumerate(spans):
        word = match[0]
        standing = 2 if word.lower() in usual(own) else 1 if word in habits or word.lower() in named or is_word(word, own) else 0
        begins = place == 0 or bool(_BREAK.search(sentence, spans[place - 1].end(), match.start()))
        name = capital[place] and not begins and _beside_a_capital(spans, capital, place)
        name = name or (0 < place < len(spans) - 1 and capital[place - 1] and capital[place + 1] and not capital[place])
        name = name or (len(word) > 1 and word.isupper()) or _is_broken(sentence, *match.span())
        found.append(_Word(word, match.start(), match.end(), standing, name))
    return found


def _is_broken(sentence: str, start: int, end: int) -> bool:
    """Whether a word is a part of one that was broken at the end of a line: Spie- ler."""
    return bool(_BROKEN_BEHIND.match(sentence, end) or _BROKEN_BEFORE.search(sentence, max(0, start - 8), start))


def _at_a_digit(sentence: str, start: int) -> bool:
    return start > 0 and sentence[start - 1].isdigit()


def _beside_a_capital(spans: Sequence[re.Match[str]], capital: Sequence[bool], place: int) -> bool:
    """Whether another word with a capital stands next to one, perhaps with a small word between them: Hans im Glück."""
    around = (place - 2, place - 1, place + 1, place + 2)
    return any(
        0 <= other < len(spans) and capital[other] and abs(spans[other].start() - spans[place].start()) < 30 for other in around
    )


def _runs(sentence: str, words: Sequence[_Word]) -> Iterator[list[_Word]]:
    """The parts of a sentence between brackets, colons and strokes."""
    run: list[_Word] = []
    for before, word in pairwise((None, *words)):
        assert word is not None
        if before is not None and _BREAK.search(sentence, before.end, word.start):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def _best(run: Sequence[_Word], own: str, lang: str) -> Stretch | None:
    """The part of a run that speaks most for another language."""
    best: tuple[float, int, int] | None = None
    total, begin = 0.0, 0
    for place, word in enumerate(run):
        worth = _worth(word, own, lang)
        if total <= 0:
            total, begin = 0.0, place
        total += worth
        if worth > 0 and total > 0 and (best is None or total > best[0]):
            best = total, begin, place + 1
    if best is None:
        return None
    score, first, last = best
    while _worth(run[first], own, lang) <= 0:
        first += 1
    return Stretch(run[first].start, run[last - 1].end, lang, score, last - first)


def _worth(word: _Word, own: str, lang: str) -> float:
    if len(word.text) == 1:
        return 0.0
    if word.name and not (lang == "de" and word.text.lower() in usual(lang)):
        return _NAME
    return _evidence(word.text, word.own, own, lang)


@lru_cache(maxsize=50_000)
def _evidence(word: str, standing: int, own: str, lang: str) -> float:
    """How much a word speaks for another language than its file's own."""
    low = word.lower()
    theirs = low in usual(lang)
    if low in international():
        return _INTERNATIONAL if theirs and standing < 2 else 0.0
    if standing == 2:
        if not theirs:
            return _OWN
        return _LISTED_BOTH if low in common(lang) and low not in common(own) else _SHARED
    letters = by_letters(low)
    by = letters[GUESSED.index(lang)] - letters[GUESSED.index(own)]
    by = _BY_LETTERS * max(-_MOST_LETTERS, min(_MOST_LETTERS, by))
    if standing == 1:
        return (_DICTIONARY_BOTH if theirs else _DICTIONARY) + by
    if len(low) <= _SHORT and low not in common(lang) and not theirs:
        return 0.0  # an abbreviation
    return (_FOREIGN if theirs else _UNKNOWN) + by


@lru_cache(maxsize=50_000)
def _speaks_for_another(word: str, standing: int, own: str) -> bool:
    """Whether a word speaks for any other language at all; hardly a word of a clean text does."""
    return len(word) > 1 and any(_evidence(word, standing, own, lang) > 0 for lang in GUESSED if lang != own)


def _stands_beside(sentence: str, found: Stretch) -> bool:
    """Whether a stretch stands beside a stroke or behind a term and an equals sign: worker/ouvrier, lavoratore = worker."""
    behind = sentence[found.end :].lstrip(" *_")[:1]
    return behind in _BESIDE or bool(_GIVEN_FOR.search(sentence, 0, found.start))


def _whole_words(sentence: str, found: Stretch, run: Sequence[_Word]) -> Stretch:
    """A stretch with the words beside it that can only be of its language: vers l’extérieur."""
    first = next(place for place, word in enumerate(run) if word.start == found.start)
    last = next(place for place, word in enumerate(run) if word.end == found.end)

    def belongs(word: _Word) -> bool:
        low = word.text.lower()
        if len(low) == 1:
            return sentence[word.end : word.end + 1] in ("'", "’")
        return not word.own and not word.name and (low in usual(found.lang) or in_dictionary(low, found.lang))

    while first and belongs(run[first - 1]):
        first -= 1
    while last + 1 < len(run) and belongs(run[last + 1]):
        last += 1
    return found._replace(start=run[first].start, end=run[last].end, words=last - first + 1)


def _is_sure(found: Stretch, run: Sequence[_Word]) -> bool:
    """Whether a stretch is clearly of the other language; where words alone cannot tell, its dictionary is asked."""
    words = [word for word in run if found.start <= word.start and word.end <= found.end and len(word.text) > 1]
    if _is_a_title(words):
        return False
    enough = _ENOUGH_ALONE if len(words) == 1 else _ENOUGH if found.lang in LANGUAGES else _ENOUGH_OF_A_GUEST
    if len(words) == 1 and not _may_stand_alone(words[0], found.lang):
        return False
    open_ones = [
        word.text for word in words if not word.own and len(word.text) > _SHORT and word.text.lower() not in usual(found.lang)
    ]
    most = _CONFIRMED * len(open_ones)
    if not found.score - most < enough <= found.score + most:
        return found.score >= enough
    return found.score + sum(_CONFIRMED if in_dictionary(word, found.lang) else -_CONFIRMED for word in open_ones) >= enough


def _is_a_title(words: Sequence[_Word]) -> bool:
    """Whether there are only names, or words with capitals and one small word between two of them: Spiel des Jahres."""
    capital = [word.text[0].isupper() for word in words]
    within = range(1, len(words) - 1)
    return all(word.name for word in words) or (
        len(words) > 2
        and all(big or (place in within and capital[place - 1] and capital[place + 1]) for place, big in enumerate(capital))
    )


def _may_stand_alone(word: _Word, lang: str) -> bool:
    """Whether a single word may be a leftover: no abbreviation, no name, nothing that is said in many languages."""
    if word.own or word.name or len(word.text) <= _ABBREVIATED:
        return False
    return word.text[0].islower() or lang == "de"
