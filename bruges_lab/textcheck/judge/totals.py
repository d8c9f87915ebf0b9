"""Tables and lists that are reckoned up: columns with their totals, rows that share out one number, lists before a total.

A table whose rows all make up the same number, say the piles for two, three and four players, is held to it where one row differs
and the text names that number elsewhere too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from ..find.searched_text import Text
from ..findings import Finding, Reason, Verdict
from ..read.reading import Sentence, Sort

_NUMBER = re.compile(r"(?<![\d.,/:–-])\d{1,4}(?![\d/:–-]|[.,]\d)")
_TOTAL = re.compile(
    r"(?:grand |final )?(?:totals?|sum|in all|in total|altogether|together|insgesamt|gesamt|(?:gesamt)?summe|zusammen|totale"
    r"|totaux|somme|en tout|au total|somma|in tutto|in totale|totaal|samen|suma|en total)\b",
    re.I,
)
_JOINED = re.compile(r"(?<=\d)\s*(?:\+|&|and|und|et|e|y|en)\s*(?=\d)")
_MOST_BESIDE = 2
"""A cell of a table that is reckoned up has at most so many words beside its numbers."""
_LEAST_ROWS, _LEAST_TERMS, _LEAST_SHARED, _MOST_COLUMNS = 3, 2, 10, 12
_CERTAIN, _LIKELY = 0.96, 0.8
Row = tuple[int, list[str]]


def wrong_tallies(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """All tables and lists that do not come out."""
    known = Counter(found[0] for sentence in text.sentences for found in _NUMBER.finditer(sentence.text))
    for rows in _tables(text, judged):
        yield from _columns(text, rows)
        yield from _shared_out(text, rows, known)
    yield from _lists(text, judged)


def _tables(text: Text, judged: Sequence[bool]) -> Iterator[list[Row]]:
    """The rows of each table without its head, as cells; a blank line ends a table."""
    rows: list[Row] = []
    before: Sentence | None = None
    for number, sentence in enumerate(text.sentences):
        if sentence.sort is not Sort.CELL or (before is not None and not _goes_on(text, before, sentence)):
            yield rows[1:]
            rows = []
        before = sentence if sentence.sort is Sort.CELL else None
        if before is not None and judged[number]:
            rows.append((number, _cells(sentence)))
    yield rows[1:]


def _goes_on(text: Text, before: Sentence, row: Sentence) -> bool:
    """Whether a row belongs to the same table as the one before it."""
    between = text.lines[row.file][before.line : row.line - 1] if text.lines else ()
    return before.file == row.file and all(line.strip() for line in between)


def _cells(sentence: Sentence) -> list[str]:
    return [cell.strip() for cell in sentence.text.strip().strip("|").split("|")]


def _value(cell: str) -> int | None:
    """The number of a cell, the outcome of a sum in it, or that of its parts: 33 + 33. Nothing where much stands beside it."""
    if "=" in cell:
        cell = cell.rpartition("=")[2]
    numbers = _NUMBER.findall(cell)
    joined = len(numbers) > 1 and len(_JOINED.findall(cell)) == len(numbers) - 1
    if not (len(numbers) == 1 or joined) or len(cell.split()) > 2 * len(numbers) + _MOST_BESIDE:
        return None
    return sum(map(int, numbers))


def _columns(text: Text, rows: Sequence[Row]) -> Iterator[Finding]:
    """A last row that is called the total."""
    if len(rows) <= _LEAST_TERMS:
        return
    number, last = rows[-1]
    above = rows[:-1]
    if not _TOTAL.match(last[0].lstrip("*_ ")):
        return
    for column in range(1, len(last)):
        said = _value(last[column])
        parts = [_value(cells[column]) if column < len(cells) else None for _, cells in above]
        if said is None or None in parts:
            continue
        right = sum(part for part in parts if part is not None)
        if right != said and "+" not in last[column]:
            yield _told(text.sentences[number], said, right, "items_sum", _CERTAIN)


def _shared_out(text: Text, rows: Sequence[Row], known: Counter[str]) -> Iterator[Finding]:
    """Two columns that make up one number in every row but one."""
    if len(rows) < _LEAST_ROWS:
        return
    width = min(_MOST_COLUMNS, *(len(cells) for _, cells in rows))
    values = [[_value(cells[column]) for _, cells in rows] for column in range(width)]
    for first, behind in combinations(range(1, width + 1), 2):
        columns = values[first:behind]
        if behind - first < _LEAST_TERMS or any(None in column for column in columns) or len(set(columns[0])) < len(rows):
            continue
        sums = [sum(value for value in row if value is not None) for row in zip(*columns, strict=True)]
        ((shared, often),) = Counter(sums).most_common(1)
        wrong = next((place for place, total in enumerate(sums) if total != shared), None)
        if wrong is None or often != len(rows) - 1 or shared < _LEAST_SHARED or not known[str(shared)]:
            continue
        sentence, said = text.sentences[rows[wrong][0]], columns[-1][wrong]
        assert said is not None
        yield _told(sentence, said, said + shared - sums[wrong], "shared_out", _LIKELY, whole=shared, sum=sums[wrong])
        return


def _lists(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """Items with a number each, and behind them their total."""
    values: list[int | None] = []
    for number, sentence in enumerate(text.sentences):
        total = _TOTAL.match(sentence.text.lstrip(" :*_"))
        if total is not None and len(values) >= _LEAST_ROWS and judged[number] and "+" not in sentence.text:
            said = _NUMBER.search(sentence.text)
            right = sum(value for value in values if value is not None)
            if said is not None and None not in values and int(said[0]) != right:
                yield _told(sentence, int(said[0]), right, "items_sum", _LIKELY)
        if sentence.sort is not Sort.ITEM or total is not None:
            values = []
        elif sentence.before >= 0 and values:
            values[-1] = None  # an item of several sentences has no one number
        else:
            values.append(_item(sentence.text))


def _item(item: str) -> int | None:
    """The number that an item of a list ends with, the only one it has or the outcome of its sum."""
    numbers = _NUMBER.findall(item.rpartition("=")[2])
    return int(numbers[0]) if len(numbers) == 1 else None


def _told(sentence: Sentence, said: int, right: int, key: str, sure: float, **more: object) -> Finding:
    reason = Reason(key, {"actual": right, "claimed": said, **more})
    return Finding("", Verdict.NOTE, sentence.passage(), reason, sure, str(said), str(right), check="arithmetic")
