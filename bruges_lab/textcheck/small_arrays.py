"""A stand-in for the little of numpy that the check of texts uses, as it has no wheel for browsers: lists in one or two axes.

It goes by the same names and rules, and is only as quick as a page needs: a product leaves out what is zero. Numbers are those of
Python, so that likenesses may differ in the seventh digit; the test that checks texts with both holds the findings together.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Row = list[Any]


class Array:
    """Numbers in a row, or rows of numbers."""

    __slots__ = ("data", "two")

    def __init__(self, data: Row, two: bool = False) -> None:
        self.data = data
        self.two = two

    # What it is

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns, or how many numbers."""
        return (len(self.data), len(self.data[0]) if self.data else 0) if self.two else (len(self.data),)

    @property
    def T(self) -> Turned:  # its name in numpy
        """Rows as columns: for products."""
        return Turned(self)

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[Any]:
        return (Array(row) for row in self.data) if self.two else iter(self.data)

    def tolist(self) -> Row:
        """Lists, as Python has them."""
        return [list(row) for row in self.data] if self.two else list(self.data)

    def astype(self, _kind: object) -> Array:
        """The same: numbers have one kind here."""
        return self

    def reshape(self, rows: int, columns: int) -> Array:
        """One row after another."""
        return Array([self.data[at * columns : (at + 1) * columns] for at in range(rows)], True)

    # Parts

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple):
            return self._columns(*key)
        if isinstance(key, int):
            return Array(self.data[key]) if self.two else self.data[key]
        if isinstance(key, slice):
            return Array(self.data[key], self.two)
        return Array([self.data[place] for place in _places(key)], self.two)

    def _columns(self, rows: Any, columns: Any) -> Any:
        if isinstance(rows, int):
            return self.data[rows][columns] if isinstance(columns, int) else Array(self.data[rows])[columns]
        if columns is None:
            return Array([[number] for number in self.data[rows]], True)
        found = self.data[rows]
        if isinstance(columns, int):
            return Array([row[columns] for row in found])
        places = range(*columns.indices(self.shape[1])) if isinstance(columns, slice) else _places(columns)
        return Array([[row[place] for place in places] for row in found], True)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, tuple):
            row, column = key
            self.data[row][column] = value
        elif isinstance(key, slice):
            self.data[key] = value.data
        elif isinstance(key, Array) and key.two:
            for row, marks in zip(self.data, key.data, strict=True):
                for place, marked in enumerate(marks):
                    if marked:
                        row[place] = value
        else:
            for place in _places(key):
                self.data[place] = value

    # Reckoning

    def _with(self, other: Any, do: Callable[[Any, Any], Any]) -> Array:
        if not isinstance(other, Array):
            return (
                Array([[do(one, other) for one in row] for row in self.data], True)
                if self.two
                else Array([do(one, other) for one in self.data])
            )
        if not self.two and not other.two:
            return Array([do(one, two) for one, two in zip(self.data, other.data, strict=True)])
        if not self.two:
            return Array([[do(one, two) for one, two in zip(self.data, row, strict=True)] for row in other.data], True)
        if not other.two:
            return Array([[do(one, two) for one, two in zip(row, other.data, strict=True)] for row in self.data], True)
        pairs = zip(self.data, other.data, strict=True)
        if other.shape[1] == 1 != self.shape[1]:
            return Array([[do(one, two[0]) for one in row] for row, two in pairs], True)
        return Array([[do(one, two) for one, two in zip(row, by, strict=True)] for row, by in pairs], True)

    def __add__(self, other: Any) -> Array:
        return self._with(other, operator.add)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Array:
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Array:
        return self._with(other, operator.truediv)

    def __rtruediv__(self, other: Any) -> Array:
        return self._with(other, lambda one, two: two / one)

    def __neg__(self) -> Array:
        return self * -1

    def __and__(self, other: Any) -> Array:
        return self._with(other, lambda one, two: bool(one) and bool(two))

    def __lt__(self, other: Any) -> Array:
        return self._with(_array(other), operator.lt)

    def __gt__(self, other: Any) -> Array:
        return self._with(_array(other), operator.gt)

    def __ge__(self, other: Any) -> Array:
        return self._with(_array(other), operator.ge)

    def __matmul__(self, other: Turned) -> Array:
        found = []
        for row in self.data:
            there = [(place, number) for place, number in enumerate(row) if number]
            found.append([sum([number * by[place] for place, number in there]) for by in other.of.data])
        return Array(found, True)

    def _along(self, axis: int | None, keepdims: bool, do: Callable[[Row], Any]) -> Any:
        if axis is None:
            return do([one for row in self.data for one in row] if self.two else self.data)
        found = [do(list(column)) for column in zip(*self.data, strict=True)] if axis == 0 else [do(row) for row in self.data]
        return Array([[one] for one in found], True) if keepdims else Array(found)

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Sums of rows, of columns, or of everything."""
        return self._along(axis, keepdims, sum)

    def max(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """The largest of rows, of columns, or of everything."""
        return self._along(axis, keepdims, lambda row: max(row, default=0))

    def any(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Whether one of them is true."""
        return self._along(axis, keepdims, lambda row: builtins_any(map(bool, row)))

    def nonzero(self) -> tuple[Array, ...]:
        """Where it is true."""
        if not self.two:
            return (Array([place for place, one in enumerate(self.data) if one]),)
        found = [(at, place) for at, row in enumerate(self.data) for place, one in enumerate(row) if one]
        return Array([at for at, _ in found]), Array([place for _, place in found])


builtins_any = any


class Turned:
    """Rows as columns."""

    __slots__ = ("of",)

    def __init__(self, of: Array) -> None:
        self.of = of


def _array(given: Any) -> Any:
    return Array(list(given)) if isinstance(given, list | tuple) else given


def _places(key: Any) -> Sequence[int]:
    found = key.data if isinstance(key, Array) else key
    if found and isinstance(found[0], bool):
        return [place for place, one in enumerate(found) if one]
    return found


def zeros(shape: int | tuple[int, int], dtype: object = None) -> Array:
    """Nothing but zeros."""
    if isinstance(shape, int):
        return Array([0.0] * shape)
    return Array([[0.0] * shape[1] for _ in range(shape[0])], True)


def log(numbers: Array) -> Array:
    """Natural logarithms."""
    return Array([math.log(one) for one in numbers.data])


def maximum(one: Any, two: Any) -> Array:
    """The larger of each two."""
    first, second = (one, two) if isinstance(one, Array) else (two, one)
    found: Array = first._with(second, lambda a, b: a if a >= b else b)
    return found


def asarray(given: Sequence[Any], dtype: object = None) -> Array:
    """A list as an array."""
    return Array([bool(one) for one in given] if dtype is bool else list(given))


def argsort(numbers: Array, kind: str = "") -> Array:
    """The places of numbers, the smallest first; of equal ones the first."""
    return Array(sorted(range(len(numbers)), key=numbers.data.__getitem__))


def frombuffer(data: bytes, dtype: object = None) -> Array:
    """Bytes as numbers."""
    return Array(list(data))


def unpackbits(numbers: Array, bitorder: str = "little") -> Array:
    """Bits as numbers, the lowest of each byte first."""
    return Array([number >> place & 1 for number in numbers.data for place in range(8)])


empty = zeros
array = asarray
bool_ = bool
float32 = float64 = float
uint8 = int
