"""The little of numpy that the check of texts uses, under the same names: numpy has no wheel for browsers (arrays.py).

A test holds that everything is here that the check asks of numpy, and that both find the same in texts.
"""

from __future__ import annotations

import builtins
import math
import operator
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any

from . import sparse_rows as sparse
from .small_array import Array, in_row
from .sparse_rows import Row, Sparse

inf = math.inf
float32, float64, bool_, int8, int32, int64, intp = "f", "d", "b", "i", "i", "i", "i"
ndarray = Array
_KINDS: dict[Any, str] = {float: "d", int: "i", bool: "b"}


def full(shape: int | tuple[int, int], value: Any, dtype: Any = "d") -> Array:
    """The same number everywhere."""
    dtype = _KINDS.get(dtype, dtype)
    if isinstance(shape, int):
        return Array([Sparse(shape, value)], None, dtype)
    return Array([Sparse(shape[1], value) for _ in range(shape[0])], shape[1], dtype)


def zeros(shape: int | tuple[int, int], dtype: Any = "d") -> Array:
    """Zero everywhere."""
    dtype = _KINDS.get(dtype, dtype)
    return full(shape, 0 if dtype in "bi" else 0.0, dtype)


empty = zeros


def zeros_like(of: Array) -> Array:
    """Zero everywhere, in the shape of another."""
    return zeros(of.shape[0] if of.width is None else (len(of), of.width), of.kind)


def asarray(given: Any, dtype: Any = None) -> Array:
    """Numbers as an array."""
    dtype = _KINDS.get(dtype, dtype)
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


def concatenate(parts: Sequence[Array], axis: int = 0) -> Array:
    """One after another, or with `axis=1` beside one another."""
    kind = parts[0].kind if len({one.kind for one in parts}) == 1 else "d"
    if parts[0].width is None:
        return in_row([value for one in parts for value in one], kind)
    if axis == 0:
        return Array([row for one in parts for row in one.rows], parts[0].width, kind)
    lines = zip(*(one.rows for one in parts), strict=True)
    rows: list[Row] = [[value for row in line for value in sparse.dense(row)] for line in lines]
    return Array(rows, builtins.sum(one.width or 0 for one in parts), kind)


def stack(parts: Sequence[Array], axis: int = 0) -> Array:
    """Rows one below another, or beside one another as columns."""
    kind = parts[0].kind if len({one.kind for one in parts}) == 1 else "d"
    if axis == 0:
        return Array([sparse.copied(one.rows[0]) for one in parts], len(parts[0]), kind)
    rows: list[Row] = [list(row) for row in zip(*parts, strict=True)]
    return Array(rows, len(parts), kind)


def cumsum(numbers: Iterable[int]) -> Array:
    """The sum up to each."""
    return in_row(list(accumulate(numbers)), "i")


def diff(numbers: Array, prepend: Any = None, axis: int = -1) -> Array:
    """How much more each is than the one before it; with `axis=0` row by row."""
    if axis == 0:
        rows = [sparse.together(later, earlier, operator.sub) for earlier, later in pairwise(numbers.rows)]
        return numbers.made(rows, numbers.kind)
    found = [*numbers] if prepend is None else [prepend, *numbers]
    return in_row([later - earlier for earlier, later in pairwise(found)], numbers.kind)


def flatnonzero(numbers: Array) -> Array:
    """The places of what is not zero."""
    return numbers.nonzero()[0]


nonzero = Array.nonzero


def count_nonzero(numbers: Array, axis: int | None = None) -> Any:
    """How many are not zero."""
    return (numbers != 0).sum(axis=axis)


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

    def __call__(self, one: Any, two: Any, out: Array | None = None) -> Array:
        first, second = (one, two) if isinstance(one, Array) else (two, one)
        found: Array = first.reckoned(second, self.of)
        if out is not None:
            out.rows[:] = found.rows
        return found

    def reduceat(self, like: Array, begins: Array, axis: int = -1) -> Array:
        """Of the stretches of each row that begin at some places."""
        starts = begins.tolist()
        rows: list[Row] = []
        for row in like.rows:
            found = sparse.dense(row)
            ends = [*starts[1:], len(found)]
            rows.append([self.of(found[start:end]) for start, end in zip(starts, ends, strict=True)])
        return Array(rows, None if like.width is None else len(starts), like.kind)


maximum, minimum = _Between(max), _Between(min)


def partition(numbers: Array, place: int, axis: int) -> Array:
    """Rows or columns in order: of which numpy sees to one place only."""
    if axis == 0:
        columns = [sorted(column) for column in zip(*map(sparse.dense, numbers.rows), strict=True)]
        return numbers.made([list(row) for row in zip(*columns, strict=True)], numbers.kind)
    return Array([sorted(sparse.dense(row)) for row in numbers.rows], numbers.width, numbers.kind)


def argsort(numbers: Array, axis: int = -1, kind: str = "stable") -> Array:
    """The places of each row in the order of their numbers; of those that are the same the first one first."""
    return Array([_order(row) for row in numbers.rows], numbers.width, "i")


def _order(row: Row) -> Row:
    found = sparse.dense(row)
    return sorted(range(len(found)), key=found.__getitem__)


def lexsort(keys: Sequence[Array]) -> Array:
    """The places in the order of several numbers, the last ones first."""
    told = list(zip(*reversed([one.tolist() for one in keys]), strict=True))
    return in_row(sorted(range(len(told)), key=told.__getitem__), "i")


def put_along_axis(of: Array, places: Array, value: Any, axis: int) -> None:
    """Change some numbers of each row."""
    for row, chosen in zip(of.rows, places.rows, strict=True):
        for place in sparse.dense(chosen):
            sparse.put(row, place, value)


def roll(of: Array, steps: int, axis: int) -> Array:
    """The rows so many steps on; those at the end come first."""
    return of.made([sparse.copied(row) for row in (*of.rows[-steps:], *of.rows[:-steps])], of.kind)


def ix_(rows: Sequence[int], columns: Sequence[int]) -> tuple[Array, Array]:
    """Where some rows and columns meet."""
    return Array([[row] for row in rows], 1, "i"), Array([list(columns)], len(columns), "i")


def fill_diagonal(of: Array, value: Any) -> None:
    """Change the numbers from corner to corner."""
    for place, row in enumerate(of.rows):
        sparse.put(row, place, value)


def unravel_index(place: int, shape: tuple[int, ...]) -> tuple[int, int]:
    """The row and the column of a place in rows one after another."""
    return divmod(place, shape[1])


def interp(number: float, steps: Sequence[float], values: Sequence[float]) -> float:
    """The value at a number, between those of the steps around it."""
    place = bisect_right(steps, number)
    if place == 0 or place == len(steps):
        return values[max(0, place - 1)]
    low, high = steps[place - 1], steps[place]
    return values[place - 1] + (values[place] - values[place - 1]) * (number - low) / (high - low)
