"""Telling apart what is not said as a rule: worked examples, notes, and the texts of single cards.

An example begins with its word and goes on to the end of its block, to the list it introduces, or, where it is a heading, to the
next heading, note or wider gap. A card text begins with the name of a person.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .concepts import Stream
from .reading import Aside, Sentence, Sort
from .vocabulary import PERSON

_EXAMPLE: Final = re.compile(r"\W*(?:\w+\s+)?(?:example|beispiel|exemple|esempio|ejemplo|voorbeeld)\w*\b", re.I)
_NOTE: Final = re.compile(
    r"\W*(?:note|nb|n\.b|hint|remark|important|attention|hinweis|anmerkung|achtung|wichtig|remarque|nota|attenzione|importante"
    r"|opmerking|let op)\b",
    re.I,
)
_OPENS: Final = re.compile(r"[\s*_]*[:(/,–—-]")
_FIRST_TOKENS = 4
_GAP = 2
"""Lines from one block to the next where one blank line stands between them."""


def mark_asides(sentences: Sequence[Sentence], streams: Sequence[Stream]) -> None:
    """Mark every sentence that is an example, a note or the text of a card."""
    example_heading = -1
    example_block = example_intro = -1
    example_list = False
    card_block = -1
    behind = False
    for number, sentence in enumerate(sentences):
        if sentence.sort is Sort.HEADING:
            behind = False
            deep = [other for other in sentence.context if other == example_heading]
            if not deep:
                example_heading = number if _EXAMPLE.match(sentence.text) else -1
            example_block = example_intro = card_block = -1
            example_list = False
            continue
        if example_heading >= 0 and number - 1 > example_heading and _leaves_off(sentence, sentences):
            example_heading = -1
        if _begins_example(sentence, sentences):
            example_list = sentence.block != example_block
            example_block = sentence.block
        if sentence.block == example_block:
            sentence.aside = Aside.EXAMPLE
            if sentence.text.rstrip().endswith(":"):
                example_intro = number
            example_list = example_list and sentence.sort is Sort.PROSE and not re.search(r"\d", sentence.text)
        elif example_list and (sentence.sort is Sort.ITEM or _sums_up(sentence, sentences, example_intro)):
            sentence.aside = Aside.EXAMPLE  # an example that has only been announced is what the list behind it tells
            example_list = sentence.sort is Sort.ITEM
        elif {example_heading, example_intro} & set(sentence.context) or (
            sentence.sort is Sort.PROSE
            and example_intro >= 0
            and sentence.block > example_block
            and _sums_up(sentence, sentences, example_intro)
        ):
            sentence.aside = Aside.EXAMPLE
        else:
            example_list = False
        if sentence.aside is Aside.NONE and sentence.before < 0 and _names_a_person(streams[number]):
            card_block = sentence.block
        if sentence.aside is Aside.NONE:
            if sentence.block == card_block:
                sentence.aside = Aside.CARD
            elif _NOTE.match(sentence.text) or (sentence.before >= 0 and sentences[sentence.before].aside is Aside.NOTE):
                sentence.aside = Aside.NOTE
        behind = sentence.aside is Aside.EXAMPLE or (behind and sentence.aside is Aside.NONE and sentence.sort is Sort.PROSE)
        sentence.perhaps_example = behind and sentence.aside is Aside.NONE


def _begins_example(sentence: Sentence, sentences: Sequence[Sentence]) -> bool:
    word = _EXAMPLE.match(sentence.text)
    if word is None:
        return False
    first = sentence.before < 0 or sentences[sentence.before].block != sentence.block
    return first or bool(_OPENS.match(sentence.text, word.end()) or re.search(r"[:(]", sentence.text[:60]))


def _leaves_off(sentence: Sentence, sentences: Sequence[Sentence]) -> bool:
    """Whether a block is no part of the example that a heading has opened: a note, or what stands off by more than a line."""
    if sentence.before >= 0 or sentence.sort is not Sort.PROSE:
        return False
    return bool(_NOTE.match(sentence.text)) or sentence.line - sentences[sentence.number - 1].places[-1][0] > _GAP


def _sums_up(sentence: Sentence, sentences: Sequence[Sentence], intro: int) -> bool:
    """Whether a paragraph right behind the list of an example belongs to it: it has a sum or a total."""
    before = sentences[sentence.number - 1]
    inside = intro < 0 or intro in before.context or before.sort is Sort.PROSE
    return before.aside is Aside.EXAMPLE and inside and bool(re.search(r"\d", sentence.text))


def _names_a_person(found: Stream) -> bool:
    """Whether a block opens with the name of a person, as the texts of cards do."""
    end = -1
    for token in found.tokens[:_FIRST_TOKENS]:
        if any(name.startswith(PERSON) for name in token.names):
            end = token.end
        elif end >= 0:
            break
    return end >= 0 and bool(_OPENS.match(found.text[end:]) or re.match(r"\W*\w+\s*/", found.text))
