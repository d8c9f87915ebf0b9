"""Arithmetic: sums and products wherever they stand, and the points of a list against the total behind it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..find.searched_text import Text
from ..findings import Finding, Reason, Verdict
from ..read.concepts import Stream
from ..read.reading import Aside, Sentence, Sort

_SUM = re.compile(
    r"(?<![\d/.,])(\d{1,4})"
    r"((?:(?:\s+[^\W\d_]{1,16}\.?){0,5}?\s*(?:[+−÷×·*]|-(?=\s)|x(?=\s*\d)|:(?=\s*\d+\s*=))\s*\d{1,4}){1,30})"
    r"(?:\s+[^\W\d_]{1,16}\.?){0,5}\s*=\s*(\d{1,5})(?![\d/])"
)
_PART = re.compile(r"([+−÷×·*x:-])\s*(\d{1,4})")
_IN_ALL = re.compile(
    r"\b(?:in all|in total|altogether|a total of|totalling|insgesamt|zusammen|en tout|au total|in tutto|in totale)\b"
    r"[^\d.;]{0,24}?(?<!\d)(\d{1,4})(?![\d.,]*\d)",
    re.I,
)
_LEAST_ITEMS = 3
_MOST_PARTS = 8


def check_sums(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """Everything that does not come out."""
    for number, sentence in enumerate(text.sentences):
        if judged[number]:
            for said, right, shown in wrong_sums(sentence.text):
                reason = Reason("arithmetic", {"sum": shown, "actual": right, "claimed": said})
                yield Finding("", Verdict.NOTE, sentence.passage(), reason, 0.95, str(said), str(right), check="arithmetic")
        if judged[number] and sentence.aside is Aside.EXAMPLE and "=" not in sentence.text:
            yield from _wrong_in_all(sentence, text.streams[number])
    yield from wrong_totals(text, judged)


def _wrong_in_all(sentence: Sentence, found: Stream) -> Iterator[Finding]:
    """A total in words, “3 points and 7, in all 11”: some of the numbers before it must make it up."""
    total = _IN_ALL.search(found.text)
    if total is None:
        return
    before = [t.value for t in found.tokens if t.value and not t.ordinal and not t.label and t.end <= total.start()]
    said = int(total[1])
    if not 2 <= len(before) <= _MOST_PARTS or _adds_up_to(before, said):
        return
    right = sum(before)
    reason = Reason("bullet_sum", {"actual": right, "claimed": said})
    yield Finding("", Verdict.NOTE, sentence.passage(), reason, 0.6, str(said), str(right), check="arithmetic")


def _adds_up_to(parts: Sequence[int], total: int) -> bool:
    """Whether some of the numbers make up a total, two of them perhaps multiplied: two times four."""
    sums = 1  # what can be reached, as the bits of a number
    for term in (*parts, *(first * second for first, second in pairwise(parts))):
        if term <= total:
            sums |= sums << term & (2 << total) - 1
    return bool(sums >> total & 1)


def wrong_sums(sentence: str) -> Iterator[tuple[int, int, str]]:
    """Sums and products that do not come out: what is said, what is right, and the reckoning."""
    for match in _SUM.finditer(sentence):
        right = _reckon(int(match[1]), _PART.findall(match[2]))
        if right is not None and right != int(match[3]):
            yield int(match[3]), right, " ".join(match[0].split())


def _reckon(first: int, parts: Sequence[tuple[str, str]]) -> int | None:
    terms = [first]
    for sign, digits in parts:
        value = int(digits)
        if sign in "×·*x":
            terms[-1] *= value
        elif sign in "÷:":
            if value == 0 or terms[-1] % value:
                return None
            terms[-1] //= value
        else:
            terms.append(-value if sign in "−-" else value)
    return sum(terms)


def wrong_totals(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """The points of the items of an example, against the total that follows them."""
    items: dict[int, list[int]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        if sentence.sort is Sort.ITEM and sentence.aside is Aside.EXAMPLE and sentence.context and judged[number]:
            items[sentence.context[-1]].append(number)
    for numbers in items.values():
        by_block: dict[int, int] = {}
        for number in numbers:
            points = _points(text.streams[number])
            if points is not None:
                by_block[text.sentences[number].block] = points
        after = numbers[-1] + 1
        if (
            len(by_block) < _LEAST_ITEMS
            or after >= len(text.sentences)
            or len(by_block) < len({text.sentences[n].block for n in numbers})
        ):
            continue
        total = _points(text.streams[after], last=False)
        if (
            total is None
            or total < max(by_block.values())
            or text.sentences[after].aside is not Aside.EXAMPLE
            or "=" in text.sentences[after].text
        ):
            continue
        right = sum(by_block.values())
        if total != right:
            reason = Reason("bullet_sum", {"actual": right, "claimed": total})
            yield Finding(
                "", Verdict.NOTE, text.sentences[after].passage(), reason, 0.7, str(total), str(right), check="arithmetic"
            )


def _points(found: Stream, last: bool = True) -> int | None:
    """The points that a sentence ends with."""
    places = [place for place, token in enumerate(found.tokens) if token.value is not None and not token.weak]
    bound = [
        found.tokens[place].value
        for place in places
        if found.tokens[place].unit >= 0 and "points" in found.tokens[found.tokens[place].unit].names
    ]
    if not bound:
        return None
    return bound[-1] if last else bound[0]
