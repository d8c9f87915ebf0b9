"""Gathering: what a list says as a whole. The items, headings or rows that stand under one heading name one thing each."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from ..read.concepts import Stream
from ..read.likeness import profiles
from ..read.reading import Sentence, Sort
from .matchers import Frame
from .searched_text import Text

_ENDS = re.compile(r"[,;:.!?()–—]")
_LONGEST = 6
_CELLS = 2
_LEAST = 4


class Opening(NamedTuple):
    """What the first words of an item, a heading or a row name."""

    sentence: int
    bits: int


def openings(text: Text, judged: Sequence[bool]) -> list[list[Opening]]:
    """The lists of a text: the openings of its items, headings, rows and paragraphs, by what they stand under."""
    lists: dict[tuple[int, Sort, tuple[int, ...]], list[Opening]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        if not judged[number] or sentence.before >= 0:
            continue
        bits = _opening(sentence, text.streams[number])
        if bits:
            lists[sentence.file, sentence.sort, _under(sentence, text.sentences)].append(Opening(number, bits))
    return [ones for ones in lists.values() if len(ones) >= _LEAST]


def gathered(frame: Frame, text: Text, lists: Sequence[Sequence[Opening]], rule: int) -> Iterator[tuple[int, float]]:
    """The lists that name all that a frame asks for: their first sentence, and how like the list is to the rule."""
    known = profiles(text.manifest)
    for ones in lists:
        named = [one for one in ones if any(one.bits & atom.bits for atom in frame.atoms if atom.inside)]
        if len(named) < sum(atom.inside for atom in frame.atoms):
            continue
        bits = reduce(or_, (one.bits for one in named))
        first = named[0].sentence
        above = text.context[first]
        if (bits | text.heading[first]) & frame.barred_context:
            continue
        if all(bits & atom.bits or (not atom.inside and above & atom.bits) for atom in frame.atoms):
            features = set().union(*(text.features[one.sentence] for one in named))
            yield first, float(known.likeness(known.matrix([features]), known.matrix([text.around[first]]))[0, rule])


def _under(sentence: Sentence, sentences: Sequence[Sentence]) -> tuple[int, ...]:
    """The headings that a sentence stands under."""
    return tuple(other for other in sentence.context if sentences[other].sort is Sort.HEADING)


def _opening(sentence: Sentence, found: Stream) -> int:
    """The concepts of the words before the first mark; in a table, of the first two cells."""
    bits = 0
    cells = 0
    for number, token in enumerate(found.tokens):
        if sentence.sort is Sort.CELL:
            cells += token.cell
            if cells >= _CELLS:
                break
        elif number >= _LONGEST or (bits and _ENDS.search(found.between(number - 1, number))):
            break
        bits |= token.concepts
    return bits
