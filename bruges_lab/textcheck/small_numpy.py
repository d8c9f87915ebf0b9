"""The little of numpy that the check of texts uses, under the same names: numpy has no wheel for browsers (arrays.py).

A test holds that everything is here that the check asks of numpy, and that both find the same in texts.
"""

from __future__ import annotations

import builtins
import math
import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any

from . import sparse_rows as sparse
from .small_array import Array, in_row
from .sparse_rows import Row, Sparse

inf = math.inf
float32, float64, bool_, int8 = "f", "d", "b", "i"
ndarray = Array
_KINDS = {float: "d", int: "i", bool: "b"}


def full(shape: int | tuple[int, int], value: Any, dtype: str = "d") -> Array:
    """The same number everywhere."""
    if isinstance(shape, int):
        return Array([Sparse(shape, value)], None, dtype)
    return Array([Sparse(shape[1], value) for _ in range(shape[0])], shape[1], dtype)


def zeros(shape: int | tuple[int, int], dtype: str = "d") -> Array:
    """Zero everywhere."""
    return full(shape, 0 if dtype in "bi" else 0.0, dtype)


empty = zeros


def zeros_like(of: Array) -> Array:
    """Zero everywhere, in the shape of another."""
    return zeros(of.shape[0] if of.width is None else (len(of), of.width), of.kind)


def ones_like(of: Array) -> Array:
    """One everywhere, in the shape of another."""
    return of.made([Sparse(len(row), True if of.kind == "b" else 1) for row in of.rows], of.kind)


def asarray(given: Any, dtype: str | None = None) -> Array:
    """Numbers as an array."""
    if isinstance(given, Array):
        return given if dtype in (None, given.kind) else given.astype(str(dtype))
    listed = list(given)
    if listed and isinstance(listed[0], Sequence | Array):
        kind = dtype or "d"
        rows: list[Row] = [list(row) for row in listed]
        return Array([sparse.rounded(row) for row in rows] if kind == "f" else rows, len(listed[0]), kind)
    kind = dtype or (_KINDS.get(type(listed[0]), "d") if listed else "d")
    return in_row(listed, "d" if kind == "i" and any(isinstance(one, float) for one in listed) else kind)


array = asarray


def arange(size: int) -> Array:
    """The numbers from zero on."""
    return in_row(list(range(size)), "i")


def repeat(of: Array, times: int) -> Array:
    """Each number so many times."""
    return in_row([value for value in of for _ in range(times)], of.kind)


def concatenate(parts: Sequence[Array]) -> Array:
    """One after another."""
    if parts[0].width is None:
        return in_row([value for one in parts for value in one], parts[0].kind)
    return Array([row for one in parts for row in one.rows], parts[0].width, parts[0].kind)


def stack(columns: Sequence[Array], axis: int) -> Array:
    """Rows beside one another, as columns."""
    if axis != 1:
        raise ValueError("only columns are stacked")
    rows: list[Row] = [list(row) for row in zip(*columns, strict=True)]
    return Array(rows, len(columns), "d")


def cumsum(numbers: Iterable[int]) -> Array:
    """The sum up to each."""
    return in_row(list(accumulate(numbers)), "i")


def diff(numbers: Array, prepend: Any) -> Array:
    """How much more each is than the one before it."""
    found = [prepend, *numbers]
    return in_row([later - earlier for earlier, later in pairwise(found)], numbers.kind)


def flatnonzero(numbers: Array) -> Array:
    """The places of what is not zero."""
    return numbers.nonzero()[0]


def where(marks: Array, yes: Any, no: Any) -> Array:
    """One or the other, by a mark."""
    sides = [one if isinstance(one, Array) else [one] * len(marks) for one in (yes, no)]
    kinds = [one.kind for one in (yes, no) if isinstance(one, Array)]
    found = [one if mark else other for mark, one, other in zip(marks, *sides, strict=True)]
    return in_row(found, kinds[0] if len(set(kinds)) == 1 else "d")


def clip(numbers: Array, least: Any, greatest: Any) -> Array:
    """Not less than one, not more than another."""
    return minimum(maximum(numbers, least), greatest)


def _each(do: Callable[[Any], Any]) -> Callable[[Array], Array]:
    def found(numbers: Array) -> Array:
        kind = "f" if numbers.kind == "f" else "d"
        rows = [sparse.each(row, do) for row in numbers.rows]
        return Array([sparse.rounded(row) for row in rows] if kind == "f" else rows, numbers.width, kind)

    return found


exp, log, sqrt, abs = _each(math.exp), _each(math.log), _each(math.sqrt), operator.abs  # numpy's names


def round(numbers: Array, digits: int) -> Array:  # numpy's name
    """Numbers to so many digits behind the point."""
    return numbers.reckoned(digits, builtins.round, numbers.kind)


class _Between:
    """The larger or the smaller of each two; with `reduceat` of stretches of a row."""

    def __init__(self, of: Callable[..., Any]) -> None:
        self.of = of

    def __call__(self, one: Any, two: Any) -> Array:
        first, second = (one, two) if isinstance(one, Array) else (two, one)
        found: Array = first.reckoned(second, self.of)
        return found

    def reduceat(self, like: Array, begins: Array, axis: int) -> Array:
        """Of the stretches of each row that begin at some places."""
        if axis != 1:
            raise ValueError("only rows have stretches")
        starts = begins.tolist()
        rows: list[Row] = []
        for row in like.rows:
            found = sparse.dense(row)
            ends = [*starts[1:], len(found)]
            rows.append([self.of(found[start:end]) for start, end in zip(starts, ends, strict=True)])
        return Array(rows, len(starts), like.kind)


maximum, minimum = _Between(max), _Between(min)


def partition(numbers: Array, place: int, axis: int) -> Array:
    """Rows in order: of which numpy sees to one place only."""
    return Array([sorted(sparse.dense(row)) for row in numbers.rows], numbers.width, numbers.kind)


def argpartition(numbers: Array, place: int, axis: int) -> Array:
    """The places of each row in the order of their numbers: of which numpy sees to one place only."""
    rows: list[Row] = []
    for row in numbers.rows:
        found = sparse.dense(row)
        rows.append(sorted(range(len(found)), key=found.__getitem__))
    return Array(rows, numbers.width, "i")


def searchsorted(edges: Sequence[float], numbers: Array, side: str) -> Array:
    """Where each number belongs among edges in order."""
    look = bisect_right if side == "right" else bisect_left
    return in_row([look(edges, number) for number in numbers], "i")


def interp(number: float, steps: Sequence[float], values: Sequence[float]) -> float:
    """The value at a number, between those of the steps around it."""
    place = bisect_right(steps, number)
    if place == 0 or place == len(steps):
        return values[max(0, place - 1)]
    low, high = steps[place - 1], steps[place]
    return values[place - 1] + (values[place] - values[place - 1]) * (number - low) / (high - low)
