"""Sentences that come again: what stands in the same words and the same surroundings is judged once. Used by finding.py alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from ..read.reading import Aside
from .claims import Hit
from .searched_text import Text


def said_again(text: Text, judged: Sequence[bool], alone: Set[int]) -> dict[int, int]:
    """The sentences that come again in the same surroundings, each with the first of them: what is found there holds for both.

    An example is read with its whole paragraph; a sentence that opens a list stands alone.
    """
    blocks: dict[int, list[int]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        if sentence.aside is Aside.EXAMPLE:
            blocks[sentence.block].append(id(text.streams[number]))
    told = {block: tuple(ones) for block, ones in blocks.items()}
    first: dict[tuple[object, ...], int] = {}
    again: dict[int, int] = {}
    paragraphs: dict[tuple[int, ...], int] = {}
    for number, sentence in enumerate(text.sentences):
        if not judged[number] or number in alone:
            continue
        example = sentence.aside is Aside.EXAMPLE
        key = (
            id(text.streams[number]),
            text.same_likeness[number],
            text.context[number],
            text.heading[number],
            text.listed[number],
            sentence.aside,
            sentence.perhaps_example,
            sentence.sort,
            paragraphs.setdefault(told[sentence.block], len(paragraphs)) if example else -1,
        )
        known = first.setdefault(key, number)
        if known != number:
            again[number] = known
    return again


def with_copies(hits: Iterable[Hit], copies: Mapping[int, Sequence[int]]) -> Iterator[Hit]:
    """The hits, and the same for every sentence that comes again."""
    for hit in hits:
        yield hit
        for number in copies.get(hit.sentence, ()):
            yield Hit(hit.rule, number, hit.score, hit.frame, hit.wrong, hit.owned, hit.guessed, hit.doubts)
