"""Rows of numbers for the lab's own arrays (small_array.py): a list, or one value everywhere but at some places.

Most rows of a check are zero nearly everywhere, so what is done to a row is done to that one value and to the others.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

Number = float
Do = Callable[[Any, Any], Any]
_KEEP_ZERO = (operator.mul, operator.truediv)
"""What makes zero of zero, whatever stands beside it."""


class Sparse:
    """A row that has one value everywhere but at some places."""

    __slots__ = ("fill", "items", "size")

    def __init__(self, size: int, fill: Any = 0.0, items: dict[int, Any] | None = None) -> None:
        self.size, self.fill = size, fill
        self.items: dict[int, Any] = {} if items is None else items

    def __len__(self) -> int:
        return self.size


Row = list[Any] | Sparse


def dense(row: Row) -> list[Any]:
    """A row as a list; of a list the list itself."""
    if isinstance(row, list):
        return row
    found = [row.fill] * row.size
    for place, value in row.items.items():
        found[place] = value
    return found


def copied(row: Row) -> Row:
    """The same row once more."""
    return row[:] if isinstance(row, list) else Sparse(row.size, row.fill, dict(row.items))


def at(row: Row, place: int) -> Any:
    """One number of a row."""
    if isinstance(row, list):
        return row[place]
    return row.items.get(place + row.size if place < 0 else place, row.fill)


def put(row: Row, place: int, value: Any) -> None:
    """Change one number of a row."""
    if isinstance(row, list):
        row[place] = value
    else:
        row.items[place + row.size if place < 0 else place] = value


def part(row: Row, places: Sequence[int] | slice) -> Row:
    """Some numbers of a row."""
    if isinstance(places, slice):
        if isinstance(row, list):
            return row[places]
        wanted = range(*places.indices(row.size))
        if len(wanted) == row.size and wanted.step == 1:
            return copied(row)
        return part(row, wanted)
    if isinstance(row, list):
        return [row[place] for place in places]
    get, fill, size = row.items.get, row.fill, row.size
    return [get(place + size if place < 0 else place, fill) for place in places]


def each(row: Row, do: Callable[[Any], Any]) -> Row:
    """Something done to each number."""
    if isinstance(row, list):
        return list(map(do, row))
    return Sparse(row.size, do(row.fill), {place: do(value) for place, value in row.items.items()})


def with_number(row: Row, number: Any, do: Do) -> Row:
    """Each number with the same one."""
    if isinstance(row, list):
        return list(map(do, row, repeat(number)))
    return Sparse(row.size, do(row.fill, number), {place: do(value, number) for place, value in row.items.items()})


def together(one: Row, other: Row, do: Do) -> Row:
    """Each number of a row with the one at its place in another; a row of one number is as long as is asked for."""
    if len(one) != len(other):
        if len(other) == 1:
            return with_number(one, at(other, 0), do)
        if len(one) == 1:
            return with_number(other, at(one, 0), lambda b, a: do(a, b))
        raise ValueError(f"rows of {len(one)} and {len(other)} numbers")
    if isinstance(one, Sparse) and isinstance(other, list) and one.fill == 0 and do in _KEEP_ZERO:
        return Sparse(one.size, one.fill, {place: do(value, other[place]) for place, value in one.items.items()})
    if isinstance(one, list) or isinstance(other, list):
        return list(map(do, dense(one), dense(other)))
    first, second, left, right = one.items, other.items, one.fill, other.fill
    found = {place: do(value, second.get(place, right)) for place, value in first.items()}
    found |= {place: do(left, value) for place, value in second.items() if place not in first}
    return Sparse(one.size, do(left, right), found)


def rounded(row: Row) -> Row:
    """The numbers as they are in 32 bits."""
    if isinstance(row, list):
        return array("f", row).tolist()
    values = array("f", (row.fill, *row.items.values())).tolist()
    return Sparse(row.size, values[0], dict(zip(row.items, values[1:], strict=True)))


def nonzero(row: Row) -> Iterable[tuple[int, Any]]:
    """The places and numbers that are not zero."""
    if isinstance(row, list) or row.fill:
        return [(place, value) for place, value in enumerate(dense(row)) if value]
    return row.items.items()


def total(row: Row) -> Any:
    """The sum of a row."""
    if isinstance(row, list):
        return sum(row)
    return sum(row.items.values(), row.fill * (row.size - len(row.items)))


def most(row: Row, of: Callable[[Iterable[Any]], Any]) -> Any:
    """The largest or smallest number of a row, by `max` or `min`."""
    if isinstance(row, list):
        return of(row)
    return of((*row.items.values(), row.fill) if len(row.items) < row.size else row.items.values())


def product(one: Row, other: Row) -> Any:
    """The sum of the products at each place."""
    if isinstance(one, list) and isinstance(other, list):
        return sum(map(operator.mul, one, other))
    if isinstance(one, list) or (isinstance(other, Sparse) and len(other.items) < len(one.items)):
        one, other = other, one
    assert isinstance(one, Sparse)
    if one.fill:
        return sum(map(operator.mul, dense(one), dense(other)))
    if isinstance(other, list):
        return sum(value * other[place] for place, value in one.items.items())
    get, fill = other.items.get, other.fill
    return sum(value * get(place, fill) for place, value in one.items.items())


def products(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """The product of each row with each of the others, which are listed by place: what is zero is never looked at."""
    listed: dict[int, tuple[list[int], list[Any]]] = {}
    for number, row in enumerate(others):
        for place, value in nonzero(row):
            numbers, values = listed.setdefault(place, ([], []))
            numbers.append(number)
            values.append(value)
    found: list[Row] = []
    for row in rows:
        sums = [0.0] * len(others)
        for place, value in nonzero(row):
            if place in listed:
                numbers, values = listed[place]
                for number, other in zip(numbers, values, strict=True):
                    sums[number] += value * other
        found.append(sums)
    return found
