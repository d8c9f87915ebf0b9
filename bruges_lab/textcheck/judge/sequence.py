"""Sequence: numbered items and chapters that do not follow one another, and an order that is announced and not kept.

“First reputation, then threats”, and below it the threats are told before a paragraph that opens with reputation: one of them is
wrong. Which one is for the reader to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..find.searched_text import Text
from ..findings import Finding
from ..read.concepts import Stream
from ..read.reading import Sentence, Sort
from .terms import note

_NUMBERED = re.compile(r"^(?:[\s>#*_]|[-+•–] )*(\d{1,2})[.)](?:\*\*|__)?\s+$")
_FIRST: Final = re.compile(
    r"\b(?:first|firstly|zuerst|erst|zunächst|d[’']abord|en premier|premièrement|prima|dapprima|primero|eerst)\b", re.I
)
_THEN: Final = re.compile(
    r"\b(?:then|afterwards|after that|next|dann|danach|anschließend|puis|ensuite|après quoi|poi|quindi|dopo di che|luego|después"
    r"|daarna)\b",
    re.I,
)
_OPENING = 4
"""So many words at its beginning say what a paragraph is about."""
_GROUPS: Final = frozenset(("threats", "board", "goods", "phases", "scoring", "actions"))
_SURE, _PERHAPS = 0.8, 0.6


def check_sequence(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """Everything that is out of order by itself."""
    yield from _numbers(text, judged)
    yield from _announced(text, judged)


def _numbers(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """Numbers of items or chapters that go back, come twice or leave one out."""
    last: dict[tuple[int, int, int], int] = {}
    for number, sentence in enumerate(text.sentences):
        if sentence.sort is Sort.PROSE and sentence.before < 0 and _indent(text, sentence) == 0:
            last = {key: value for key, value in last.items() if key[1]}  # a paragraph ends a list, but no chapters
        if sentence.before >= 0 or sentence.sort not in (Sort.ITEM, Sort.HEADING):
            continue
        is_heading = sentence.sort is Sort.HEADING
        if is_heading:
            last = {key: value for key, value in last.items() if key[1] and key[2] <= _level(text, sentence)}
        found = _NUMBERED.match(_before(text, sentence))
        if found is None:
            continue
        key = sentence.file, int(is_heading), _level(text, sentence) if is_heading else _indent(text, sentence)
        before, now = last.get(key), int(found[1])
        last[key] = now
        if before is None or now == before + 1 or now == 1 or not judged[number]:
            continue
        sure = _PERHAPS if is_heading else _SURE  # chapters may be numbered as in a picture
        yield note(sentence, "sequence", "out_of_sequence", sure, str(now), str(before + 1), number=now, before=before)


def _before(text: Text, sentence: Sentence) -> str:
    """What stands before a sentence on its line: marks and numbers."""
    line, column = sentence.places[0]
    return text.lines[sentence.file][line - 1][: column - 1] if text.lines else ""


def _indent(text: Text, sentence: Sentence) -> int:
    before = text.lines[sentence.file][sentence.line - 1] if text.lines else ""
    return len(before) - len(before.lstrip())


def _level(text: Text, sentence: Sentence) -> int:
    marks = re.match(r"\s*(#*)", _before(text, sentence))
    return len(marks[1]) if marks else 0


def _announced(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """An order that is announced, and another one in the paragraphs behind it."""
    for number, sentence in enumerate(text.sentences):
        if sentence.sort in (Sort.HEADING, Sort.CELL) or not judged[number]:
            continue
        first = _FIRST.search(sentence.text)
        then = first and _THEN.search(sentence.text, first.end())
        if first is None or not then:
            continue
        found = text.streams[number]
        one, other = _thing(text, found, first.end(), then.start()), _thing(text, found, then.end(), len(sentence.text))
        if one and other and one != other and _is_kept(text, number, one, other) is False:
            words = [_word(found, name) for name in (one, other)]
            yield note(sentence, "sequence", "other_order", _PERHAPS, words[0], words[1], first=words[0], then=words[1])


def _thing(text: Text, found: Stream, start: int, end: int) -> str:
    """What is named first in a part of a sentence."""
    glossary = text.manifest.glossary
    terms = (token.term[0] for token in found.tokens if token.term is not None and start <= token.start and token.end <= end)
    return next((name for name in terms if name in glossary and glossary[name].group in _GROUPS), "")


def _word(found: Stream, name: str) -> str:
    return next(token.text for token in found.tokens if token.term is not None and token.term[0] == name)


def _is_kept(text: Text, announced: int, one: str, other: str) -> bool | None:
    """Whether the paragraphs behind an announcement keep to its order; nothing where they do not tell."""
    sentence = text.sentences[announced]
    behind = [
        later
        for later in text.sentences[announced + 1 :]
        if later.file == sentence.file and later.context[:1] == sentence.context[:1] and later.block != sentence.block
    ]
    opened: dict[str, int] = {}
    for later in behind:
        if later.sort is Sort.HEADING and _level(text, later) <= _heading_level(text, sentence):
            break
        tokens = text.streams[later.number].tokens
        opening = [token.term[0] for token in tokens[:_OPENING] if token.term is not None] if later.before < 0 else []
        for name in (one, other):
            if name in opening and _is_labelled(later):
                opened.setdefault(name, later.block)
    if len(opened) < 2 or opened[one] == opened[other]:
        return None
    return opened[one] < opened[other]


def _is_labelled(sentence: Sentence) -> bool:
    """Whether a paragraph begins with what it is about: a heading, or a word and a colon."""
    return sentence.sort is Sort.HEADING or bool(re.match(r"\W*(?:\w+\W+){0,3}?\w+\s*[:.–]", sentence.text))


def _heading_level(text: Text, sentence: Sentence) -> int:
    heads = [other for other in sentence.context if text.sentences[other].sort is Sort.HEADING]
    return _level(text, text.sentences[heads[-1]]) if heads else 0
