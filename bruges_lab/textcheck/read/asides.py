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
    examples, card_block = _Examples(sentences), -1
    for sentence, found in zip(sentences, streams, strict=True):
        if sentence.sort is Sort.HEADING:
            examples.under(sentence)
            card_block = -1
        elif examples.go_on(sentence):
            sentence.aside = Aside.EXAMPLE
        else:
            if sentence.before < 0 and _names_a_person(found):
                card_block = sentence.block
            if sentence.block == card_block:
                sentence.aside = Aside.CARD
            elif _NOTE.match(sentence.text) or (sentence.before >= 0 and sentences[sentence.before].aside is Aside.NOTE):
                sentence.aside = Aside.NOTE


class _Examples:
    """Where the example is that was begun last: its heading, its block, the sentence that introduces its list."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = sentences
        self.heading = self.block = self.intro = -1
        self.announced = False
        """It has only been announced, and is what the list behind it tells."""

    def under(self, heading: Sentence) -> None:
        """A heading ends an example, unless it stands below the heading that has opened it; and may open one."""
        if self.heading not in heading.context:
            self.heading = heading.number if _EXAMPLE.match(heading.text) else -1
        self.block = self.intro = -1
        self.announced = False

    def go_on(self, sentence: Sentence) -> bool:
        """Whether a sentence begins an example or goes on with it."""
        if 0 <= self.heading < sentence.number - 1 and _leaves_off(sentence, self.sentences):
            self.heading = -1
        if _begins_example(sentence):
            self.announced = sentence.block != self.block
            self.block = sentence.block
        is_prose = sentence.sort is Sort.PROSE
        if sentence.block == self.block:
            if sentence.text.rstrip().endswith(":"):
                self.intro = sentence.number
            self.announced = self.announced and is_prose and not re.search(r"\d", sentence.text)
            return True
        sums_up = _sums_up(sentence, self.sentences, self.intro)
        if self.announced and (sentence.sort is Sort.ITEM or sums_up):
            self.announced = sentence.sort is Sort.ITEM
            return True
        below = not {self.heading, self.intro}.isdisjoint(sentence.context)
        if below or (is_prose and sums_up and self.intro >= 0 and self.block < sentence.block):
            return True
        self.announced = False
        return False


def _begins_example(sentence: Sentence) -> bool:
    word = _EXAMPLE.match(sentence.text)
    if word is None or sentence.before < 0:
        return word is not None
    return bool(_OPENS.match(sentence.text, word.end()) or re.search(r"[:(]", sentence.text[:60]))


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
