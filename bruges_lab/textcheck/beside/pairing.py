"""Which sentences of a translation render which of its source, whatever the two languages.

Sentences are compared by what crosses languages: concepts of the glossary, plain words, numbers, signs, words that look alike.
The order of a translation is that of its source, so the pairs are found by dynamic programming over both texts at once; what is
left over on both sides is then paired wherever it stands, for paragraphs that have moved.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import log
from typing import NamedTuple

from ..arrays import np
from ..read.concepts import Stream
from ..read.language import plain
from ..read.reading import Sentence, Sort

_WORD = re.compile(r"[^\W\d_]{4,}")
_SIGN = re.compile(r"[=+%/×]")
_ALIKE = 5
"""So many letters at the beginning of a word that is alike in two languages."""
_BEADS = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1))
_LOST, _ADDED = -1, -2
"""Steps of the pairing that are no pairs."""
_MERGED = 0.6
"""What it costs to take a sentence more into a pair."""
_UNSHARED = 0.4
"""What a feature costs that only one side has, in or outside a pair."""
_TORN = 2.0
"""What it costs to take sentences of different paragraphs or items together."""
_OTHER_SORT = 1.0
"""What it costs to pair a heading with prose."""
_BAND = 40
"""So many sentences off the diagonal are looked at, or a fifth of the text if that is more."""
_DIGITS = 6
"""What is shared is told so closely: the last digits of a sum, which are others on another machine, decide nothing."""
_MOVED, _MOVED_ALONG = 0.6, 0.3
"""The share of features that sentences must have in common to be paired out of order, by themselves and beside such a pair."""


class Side(NamedTuple):
    """A text as it is compared: its sentences and what was read in each."""

    sentences: Sequence[Sentence]
    streams: Sequence[Stream]


@dataclass(frozen=True, slots=True)
class Pair:
    """Sentences of the source and those that render them; one side is empty where something was left out or added."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    likeness: float = 0.0
    """The share of what they say that both say."""


def features(sentence: Sentence, found: Stream) -> Counter[str]:
    """What of a sentence crosses languages."""
    seen: Counter[str] = Counter()
    for token in found.tokens:
        seen.update(f"c:{name}" for name in token.names)
        if token.value is not None and not token.weak:
            seen[f"n:{token.value}"] += 1
            if token.unit >= 0:
                seen.update(f"u:{name}" for name in found.tokens[token.unit].names)
    seen.update(f"s:{sign}" for sign in _SIGN.findall(sentence.text))
    for word in _WORD.findall(sentence.text):
        flat = plain(word)
        seen[f"w:{flat}"] += 1
        if len(flat) > _ALIKE:
            seen[f"a:{flat[:_ALIKE]}"] += 1
    return seen


def align(source: Side, target: Side) -> list[Pair]:
    """Pairs of sentences, in the order of the source; what one side alone has stands by itself."""
    table = _Table([[features(*one) for one in zip(*side, strict=True)] for side in (source, target)])
    found = list(_in_order(table, source, target))
    return list(_fill(_moved(found, table), source, target))


class _Table:
    """The features of both sides as numbers, each weighted by how few sentences have it."""

    def __init__(self, rows: Sequence[Sequence[Counter[str]]]) -> None:
        kept = set(rows[0] and Counter(f for row in rows[0] for f in row)) & set(Counter(f for row in rows[1] for f in row))
        names = sorted({f for side in rows for row in side for f in row if f in kept or f[0] in "cn"})
        index = {name: number for number, name in enumerate(names)}
        often = Counter(f for side in rows for row in side for f in row if f in index)
        size = sum(map(len, rows))
        self.weight = np.array([_kind_weight(name) * log(1 + size / often[name]) / 3 for name in names], dtype=np.float64)
        self.sides = [self._matrix(side, index) for side in rows]
        self.all = [_rounded(side @ self.weight) for side in self.sides]

    @staticmethod
    def _matrix(rows: Sequence[Counter[str]], index: Mapping[str, int]) -> np.ndarray:
        found = np.zeros((len(rows), max(1, len(index))), dtype=np.float64)
        for number, row in enumerate(rows):
            for name, count in row.items():
                if name in index:
                    found[number, index[name]] = min(count, 3)
        return found

    def shared(self, first: Sequence[int], others: np.ndarray) -> np.ndarray:
        """What some sentences of the source share with each row of features."""
        own = self.sides[0][list(first)].sum(axis=0)
        at = own.nonzero()[0]
        return _rounded(np.minimum(own[at], others[:, at]) @ self.weight[at])


def _rounded(sums: np.ndarray) -> np.ndarray:
    found: np.ndarray = np.round(sums, _DIGITS)
    return found


def _kind_weight(name: str) -> float:
    return {"c": 1.0, "n": 1.2, "u": 0.5, "s": 0.5, "w": 1.0, "a": 0.5}[name[0]]


def _in_order(table: _Table, source: Side, target: Side) -> Iterator[Pair]:
    """The best monotone pairing."""
    rows, columns = len(source.sentences), len(target.sentences)
    worth = _Worth(table, source, target)
    band = max(_BAND, columns // 5)
    best = np.full((rows + 1, columns + 1), -np.inf, dtype=np.float64)
    came = np.zeros((rows + 1, columns + 1), dtype=np.int8)
    best[0, 0] = 0

    def reach(i: int, j: int, value: float, step: int) -> None:
        if i <= rows and j <= columns and value > best[i, j]:
            best[i, j], came[i, j] = value, step

    lost, added = (-_UNSHARED * one - 0.05 for one in table.all)
    for i in range(rows + 1):
        middle = round(i * columns / max(1, rows))
        low, high = (max(0, middle - band), min(columns, middle + band)) if rows else (0, columns)
        values = worth.of_pairs(i, low, high)
        for j in range(low, high + 1):
            here = best[i, j]
            if here == -np.inf:
                continue
            if i < rows:
                reach(i + 1, j, here + lost[i], _LOST)
            if j < columns:
                reach(i, j + 1, here + added[j], _ADDED)
            for number, value in values.items():
                down, right = _BEADS[number]
                reach(i + down, j + right, here + value[j - low], number + 1)
    yield from reversed(list(_back(came, rows, columns, table)))


class _Worth:
    """What it is worth to take sentences for a pair."""

    def __init__(self, table: _Table, source: Side, target: Side) -> None:
        self.table = table
        self.summed = [table.sides[1]]
        for more in (1, 2):  # two and three sentences of the translation together
            last = self.summed[-1]
            self.summed.append(last[: max(0, len(table.sides[1]) - more)] + table.sides[1][more:])
        self.sums = [_rounded(part @ table.weight) for part in self.summed]
        both = (source.sentences, target.sentences)
        self.headings = [np.array([one.sort is Sort.HEADING for one in side], dtype=bool) for side in both]
        self.blocks = [np.array([(one.file << 24) + one.block for one in side], dtype=np.int64) for side in both]

    def of_pairs(self, i: int, low: int, high: int) -> dict[int, np.ndarray]:
        """Of each kind of pair that begins with a sentence of the source and any of the translation in reach."""
        found: dict[int, np.ndarray] = {}
        for number, (down, right) in enumerate(_BEADS):
            others = self.summed[right - 1][low:high]
            if i + down <= len(self.table.all[0]) and len(others):
                padded = np.full(high - low + 1, -np.inf)
                padded[: len(others)] = self._of_kind(i, low, others, down, right)
                found[number] = padded
        return found

    def _of_kind(self, i: int, low: int, others: np.ndarray, down: int, right: int) -> np.ndarray:
        size, own = len(others), float(self.table.all[0][i : i + down].sum())
        shared = self.table.shared(range(i, i + down), others)
        whole = own + self.sums[right - 1][low : low + size]
        value = 2 * shared - _UNSHARED * (whole - 2 * shared) - _MERGED * (down + right - 2)
        first, second = self.headings[0][i : i + down], self._steps(self.headings[1], low, size, right)
        apart = (second != first.any()).any(axis=0) | (first.any() != first.all())
        blocks = self.blocks[0][i : i + down], self._steps(self.blocks[1], low, size, right)
        torn = np.count_nonzero(np.diff(blocks[0])) + np.count_nonzero(np.diff(blocks[1], axis=0), axis=0)
        found: np.ndarray = value - _OTHER_SORT * apart * (1 + (down + right > 2) * 100) - _TORN * torn
        return found

    @staticmethod
    def _steps(row: np.ndarray, low: int, size: int, right: int) -> np.ndarray:
        """What stands in a row from each of some places on, a line a step."""
        return np.stack([row[low + more : low + more + size] for more in range(right)])


def _back(came: np.ndarray, rows: int, columns: int, table: _Table) -> Iterator[Pair]:
    i, j = rows, columns
    while i or j:
        step = int(came[i, j])
        if step == _LOST:
            i -= 1
            yield Pair((i,), ())
        elif step == _ADDED:
            j -= 1
            yield Pair((), (j,))
        else:
            down, right = _BEADS[step - 1]
            i, j = i - down, j - right
            first, second = tuple(range(i, i + down)), tuple(range(j, j + right))
            yield Pair(first, second, _likeness(table, first, second))


def _likeness(table: _Table, first: Sequence[int], second: Sequence[int]) -> float:
    other = table.sides[1][list(second)].sum(axis=0)
    shared = float(table.shared(first, other[None])[0])
    whole = float(table.all[0][list(first)].sum()) + float(table.all[1][list(second)].sum())
    return round(2 * shared / whole, 3) if whole else 0.0


def _moved(pairs: list[Pair], table: _Table) -> list[Pair]:
    """Pair what is left over on both sides and says much the same, wherever it stands; what stands beside it need say less."""
    found = sorted(_alike(pairs, table), reverse=True)
    taken: dict[int, Pair] = {}
    used: set[int] = set()
    for alone in (True, False, False):
        for likeness, i, j in found:
            beside = any(one.target == (j + step,) for step in (-1, 1) if (one := taken.get(i + step)) is not None)
            if i not in taken and j not in used and (likeness >= _MOVED or (beside and not alone)):
                taken[i] = Pair((i,), (j,), likeness)
                used.add(j)
    kept = [p for p in pairs if p.source or p.target[0] not in used]
    return [p if p.target else taken.get(p.source[0], p) for p in kept]


def _alike(pairs: list[Pair], table: _Table) -> Iterator[tuple[float, int, int]]:
    """What is left over on both sides and may be said to be alike."""
    lost = [p.source[0] for p in pairs if not p.target and table.all[0][p.source[0]] > 1]
    added = [p.target[0] for p in pairs if not p.source]
    alike = ((_likeness(table, (i,), (j,)), i, j) for i in lost for j in added)
    yield from (one for one in alike if one[0] >= _MOVED_ALONG)


def _fill(pairs: list[Pair], source: Side, target: Side) -> Iterator[Pair]:
    """As many sentences of the same sort left over in the same gap on both sides are pairs, though they share no word."""
    for whole, run in groupby(pairs, lambda pair: bool(pair.source and pair.target)):
        gap = list(run)
        firsts = [p.source[0] for p in gap if not whole and p.source]
        seconds = [p.target[0] for p in gap if not whole and p.target]
        alike = [source.sentences[n].sort for n in firsts] == [target.sentences[n].sort for n in seconds]
        if firsts and alike:
            yield from (Pair((i,), (j,)) for i, j in zip(firsts, seconds, strict=True))
        else:
            yield from gap
