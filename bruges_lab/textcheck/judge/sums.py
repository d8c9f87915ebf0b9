"""Arithmetic: sums and products wherever they stand, how they go on, what is left, and the points of a list before its total."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..find.searched_text import Text
from ..findings import Finding, Reason, Verdict
from ..read.concepts import Stream
from ..read.reading import Aside, Sentence, Sort
from .totals import wrong_tallies

_SUM = re.compile(
    r"(?<![\d/.,])(\d{1,4})"
    r"((?:(?:\s+[^\W\d_]{1,16}\.?){0,5}?\s*(?:[+−÷×·*]|-(?=\s)|x(?=\s*\d)|:(?=\s*\d+\s*=))\s*\d{1,4}){1,30})"
    r"(?:\s+[^\W\d_]{1,16}\.?){0,5}?\s*(?:=|\b(?:makes?|equals?|gives?|ergibt|ergeben|macht|machen|font|fait|donnent?|fanno|fa|dà|danno))"
    r"\s*(\d{1,5})(?![\d/])"
)
_PART = re.compile(r"([+−÷×·*x:-])\s*(\d{1,4})")
_IN_ALL = re.compile(
    r"\b(?:in all|in total|altogether|a total of|totalling|insgesamt|zusammen|en tout|au total|in tutto|in totale)\b"
    r"[^\d.;]{0,24}?(?<!\d)(\d{1,4})(?![\d.,]*\d)",
    re.I,
)
_HAD = re.compile(
    r"\b(?:had|before|already|previous|hatte[nt]?|bereits|schon|zuvor|bisher|vorher|avai(?:t|ent)|déjà|auparavant|précédents?|aveva(?:no)?|già|prima"
    r"|tenía|ya|eerder|al)\b",
    re.I,
)
"""Words that tell of points which somebody had before."""
_LEFT = re.compile(
    r"\b(?:leaving|leaves|left with|keeps?|behält|bleib(?:en|t)|verbleib(?:en|t)|garde|conserve|restent?|restano|resta"
    r"|rimangono|rimane)\b"
    r"[^\d.;:,]{0,20}(\d{1,3})|\b(\d{1,3})\s+(?:[^\W\d_]+\s+){0,2}(?:left|remain(?:s|ing)?|übrig)\b",
    re.I,
)
_NUMBER = re.compile(r"(?<![\d.,/:–-])\d{1,4}(?![\d/:–-]|[.,]\d)")
_LEAST_ITEMS = 3
_MOST_PARTS = 8


def check_sums(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """Everything that does not come out."""
    for number, sentence in enumerate(text.sentences):
        if judged[number]:
            for said, right, shown in wrong_sums(sentence.text):
                reason = Reason("arithmetic", {"sum": shown, "actual": right, "claimed": said})
                yield Finding("", Verdict.NOTE, sentence.passage(), reason, 0.95, str(said), str(right), check="arithmetic")
            yield from _wrong_in_the_end(sentence)
        if judged[number] and sentence.aside is Aside.EXAMPLE:
            if "=" not in sentence.text:
                yield from _wrong_in_all(sentence, text.streams[number])
            yield from _wrong_left(sentence, text.streams[number])
    yield from wrong_totals(text, judged)
    yield from wrong_tallies(text, judged)


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


def _wrong_in_the_end(sentence: Sentence) -> Iterator[Finding]:
    """A sum that goes on: 45 points; with the 11 she had before, she finishes on 56."""
    for match in _SUM.finditer(sentence.text):
        behind = sentence.text[match.end() :]
        numbers = list(_NUMBER.finditer(behind))
        if len(numbers) != 2 or not _HAD.search(behind, 0, numbers[1].start()) or re.search(r"[+×=]", behind):
            continue
        before, end = (int(one[0]) for one in numbers)
        right = _reckon(int(match[1]), _PART.findall(match[2]))
        if right is not None and end not in (before + int(match[3]), before + right):
            shown = f"{match[3]} + {before} = {end}"
            reason = Reason("arithmetic", {"sum": shown, "actual": before + right, "claimed": end})
            yield Finding("", Verdict.NOTE, sentence.passage(), reason, 0.9, str(end), str(before + right), check="arithmetic")


def _wrong_left(sentence: Sentence, found: Stream) -> Iterator[Finding]:
    """What is left of a number after another is taken from it: of her 8 guilders she pays 3 and keeps 5."""
    left = _LEFT.search(found.text)
    if left is None:
        return
    said = int(left[1] or left[2])
    at = next((token for token in found.tokens if token.start == left.start(1 if left[1] else 2)), None)
    before = [t for t in found.tokens if t.value and not t.ordinal and not t.label and not t.weak and t.end <= left.start()]
    if at is None or len(before) != 2 or said in (one.value for one in before):
        return
    units = [set(found.tokens[one.unit].names) if one.unit >= 0 else set[str]() for one in (*before, at)]
    known = [names for names in units if names]
    if not known or not set.intersection(*known):
        return  # different things are counted
    first, second = (one.value or 0 for one in before)
    right = abs(first - second)
    if right != said:
        reason = Reason(
            "arithmetic", {"sum": f"{max(first, second)} − {min(first, second)} = {said}", "actual": right, "claimed": said}
        )
        yield Finding("", Verdict.NOTE, sentence.passage(), reason, 0.76, str(said), str(right), check="arithmetic")


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
