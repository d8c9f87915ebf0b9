"""An array as the check of texts needs it where numpy is not installed: numbers in a row, or rows of numbers (small_numpy.py).

Rows are those of sparse_rows.py. Numbers of 32 bits are kept as such, so that what is compared with a limit falls on the same
side as with numpy; sums are added in another order and may differ in the seventh digit. Slices of one row are copies here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import sparse_rows as sparse
from .sparse_rows import Row, Sparse

breathe: Callable[[], object] | None = None
"""Called again and again while arrays reckon, where no thread works beside the page; what it raises ends the check."""


class Array:
    """Numbers in a row, or rows of numbers. The kind: numbers of 32 or 64 bits (f, d), whole ones (i), yes and no (b)."""

    __slots__ = ("kind", "rows", "width")
    __hash__ = None  # type: ignore[assignment]  # as in numpy

    def __init__(self, rows: list[Row], width: int | None, kind: str) -> None:
        self.rows, self.width, self.kind = rows, width, kind
        """The rows; how wide they are, None for a single one; the kind."""

    # What it is

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns, or how many numbers."""
        return (len(self.rows[0]),) if self.width is None else (len(self.rows), self.width)

    @property
    def size(self) -> int:
        """How many numbers."""
        return len(self.rows) * len(self.rows[0]) if self.rows else 0

    @property
    def T(self) -> Turned:
        """Rows as columns: for products."""
        return Turned(self)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if self.width is None:
            return iter(sparse.dense(self.rows[0]))
        return (Array([row], None, self.kind) for row in self.rows)

    def tolist(self) -> list[Any]:
        """Lists, as Python has them."""
        found = [list(sparse.dense(row)) for row in self.rows]
        return found[0] if self.width is None else found

    def astype(self, kind: str) -> Array:
        """The same numbers of another kind."""
        return self.made([sparse.rounded(row) for row in self.rows] if kind == "f" else self.rows, kind)

    def reshape(self, rows: int, columns: int) -> Array:
        """One row after another."""
        whole, rows = self.rows[0], len(self.rows[0]) // columns if rows < 0 else rows
        if isinstance(whole, list):
            return Array([whole[start * columns : (start + 1) * columns] for start in range(rows)], columns, self.kind)
        found = [Sparse(columns, whole.fill) for _ in range(rows)]
        for place, value in whole.items.items():
            found[place // columns].items[place % columns] = value
        return Array([*found], columns, self.kind)

    def diagonal(self) -> Array:
        """The numbers from corner to corner."""
        return in_row([sparse.at(row, place) for place, row in enumerate(self.rows)], self.kind)

    def copy(self) -> Array:
        """The same numbers once more."""
        return self.made([sparse.copied(row) for row in self.rows], self.kind)

    def made(self, rows: list[Row], kind: str) -> Array:
        return Array(rows, self.width, kind)

    # Parts

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple):
            return self._cut(*key)
        if self.width is None:
            if key is None:
                return Array(self.rows, len(self.rows[0]), self.kind)
            row = self.rows[0]
            return sparse.at(row, key) if isinstance(key, int) else in_row(sparse.part(row, _places(key)), self.kind)
        if isinstance(key, int):
            return in_row(self.rows[key], self.kind)
        places = _places(key)
        rows = self.rows[places] if isinstance(places, slice) else [sparse.copied(self.rows[place]) for place in places]
        return self.made(rows, self.kind)

    def _cut(self, rows: Any, columns: Any) -> Any:
        if isinstance(rows, int):
            row = self.rows[rows]
            return sparse.at(row, columns) if isinstance(columns, int) else in_row(sparse.part(row, _places(columns)), self.kind)
        if columns is None:
            return Array([[value] for value in self[rows]], 1, self.kind)
        if isinstance(rows, Array) and rows.width is not None:  # rows that stand upright: where they meet columns
            return Array(
                [sparse.part(self.rows[sparse.at(row, 0)], columns.rows[0]) for row in rows.rows], columns.width, self.kind
            )
        chosen = _places(rows)
        if isinstance(chosen, slice):
            of = self.rows[chosen]
            if isinstance(columns, int):
                return in_row([sparse.at(row, columns) for row in of], self.kind)
            places = _places(columns)
            width = len(range(*places.indices(self.shape[1]))) if isinstance(places, slice) else len(places)
            return Array([sparse.part(row, places) for row in of], width, self.kind)
        beside = [columns] * len(chosen) if isinstance(columns, int) else _places(columns)
        return in_row([sparse.at(self.rows[row], place) for row, place in zip(chosen, beside, strict=True)], self.kind)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, tuple):
            self._put(key[0], key[1], value)
        elif self.width is None:
            _put_into(self.rows[0], key, value)
        elif isinstance(key, Array) and key.width is not None:
            self.rows[:] = [
                sparse.together(mark, row, lambda marked, old: value if marked else old)
                for mark, row in zip(key.rows, self.rows, strict=True)
            ]
        else:
            places = [key] if isinstance(key, int) else _places(key)
            wanted = range(*places.indices(len(self.rows))) if isinstance(places, slice) else places
            for number, place in enumerate(wanted):
                self.rows[place] = self._newin_row(value, number)

    def _newin_row(self, value: Any, number: int) -> Row:
        """The row that comes in: of several the one of this number, or a single one, or one value everywhere."""
        if not isinstance(value, Array):
            return Sparse(self.shape[1], value)
        return sparse.copied(value.rows[0 if value.width is None else number])

    def _put(self, rows: Any, columns: Any, value: Any) -> None:
        if isinstance(rows, int):
            _put_into(self.rows[rows], columns, value)
            return
        if isinstance(rows, Array) and isinstance(columns, Array):
            if rows.width is None:
                beside = value if isinstance(value, Array) else [value] * len(rows)
                for row, column, new in zip(rows, columns, beside, strict=True):
                    sparse.put(self.rows[row], column, new)
                return
            rows, columns = [sparse.at(row, 0) for row in rows.rows], columns.rows[0]
        chosen = _places(rows)
        for number, row in enumerate(self.rows[chosen] if isinstance(chosen, slice) else [self.rows[place] for place in chosen]):
            if not isinstance(value, Array):
                new = value
            elif value.width is None:
                new = value[number] if isinstance(columns, int) else value
            else:
                new = value[number]
            _put_into(row, columns, new)

    # Reckoning

    def reckoned(self, other: Any, do: Callable[[Any, Any], Any], kind: str = "") -> Array:
        if breathe is not None:
            breathe()
        kind = kind or _kind_of(self, other, do)
        rows: list[Row]
        if not isinstance(other, Array):
            rows, width = [sparse.with_number(row, other, do) for row in self.rows], self.width
        else:
            width = self.width if other.width is None else other.width if self.width is None else max(self.width, other.width)
            size = max(len(self.rows), len(other.rows))
            first = self.rows * size if len(self.rows) == 1 else self.rows
            second = other.rows * size if len(other.rows) == 1 else other.rows
            rows = [sparse.together(one, two, do) for one, two in zip(first, second, strict=True)]
        return Array([sparse.rounded(row) for row in rows] if kind == "f" else rows, width, kind)

    def __add__(self, other: Any) -> Array:
        return self.reckoned(other, operator.add)

    __radd__ = __add__

    def __iadd__(self, other: Any) -> Array:
        return self.reckoned(other, operator.add, self.kind)

    def __sub__(self, other: Any) -> Array:
        return self.reckoned(other, operator.sub)

    def __rsub__(self, other: Any) -> Array:
        return self.reckoned(other, lambda one, two: two - one)

    def __mul__(self, other: Any) -> Array:
        return self.reckoned(other, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Array:
        return self.reckoned(other, operator.truediv)

    def __itruediv__(self, other: Any) -> Array:
        return self.reckoned(other, operator.truediv, self.kind)

    def __rtruediv__(self, other: Any) -> Array:
        return self.reckoned(other, lambda one, two: two / one, "f" if self.kind == "f" else "d")

    def __pow__(self, other: Any) -> Array:
        return self.reckoned(other, operator.pow)

    def __neg__(self) -> Array:
        return self.made([sparse.each(row, operator.neg) for row in self.rows], self.kind)

    def __abs__(self) -> Array:
        return self.made([sparse.each(row, operator.abs) for row in self.rows], self.kind)

    def __and__(self, other: Any) -> Array:
        return self.reckoned(other, lambda one, two: bool(one) and bool(two), "b")

    def __or__(self, other: Any) -> Array:
        return self.reckoned(other, lambda one, two: bool(one) or bool(two), "b")

    def __invert__(self) -> Array:
        return self.made([sparse.each(row, operator.not_) for row in self.rows], "b")

    def __lt__(self, other: Any) -> Array:
        return self.reckoned(other, operator.lt, "b")

    def __le__(self, other: Any) -> Array:
        return self.reckoned(other, operator.le, "b")

    def __gt__(self, other: Any) -> Array:
        return self.reckoned(other, operator.gt, "b")

    def __ge__(self, other: Any) -> Array:
        return self.reckoned(other, operator.ge, "b")

    def __eq__(self, other: object) -> Array:  # type: ignore[override]  # as in numpy
        return self.reckoned(other, operator.eq, "b")

    def __ne__(self, other: object) -> Array:  # type: ignore[override]  # as in numpy
        return self.reckoned(other, operator.ne, "b")

    def __matmul__(self, other: Array | Turned) -> Any:
        if breathe is not None:
            breathe()
        if isinstance(other, Turned):
            return Array(sparse.products(self.rows, other.of.rows), len(other.of.rows), self.kind)
        found = [sparse.product(row, other.rows[0]) for row in self.rows]
        return found[0] if self.width is None else in_row(found, self.kind)

    def _along(self, axis: int | None, keepdims: bool, do: Callable[[Row], Any], kind: str) -> Any:
        if axis is None or self.width is None:
            return do(self.rows[0] if self.width is None else [value for row in self.rows for value in sparse.dense(row)])
        if axis == 0:
            columns = zip(*map(sparse.dense, self.rows), strict=True) if self.rows else iter([()] * self.width)
            return in_row([do(list(column)) for column in columns], kind)
        found = [do(row) for row in self.rows]
        return Array([[value] for value in found], 1, kind) if keepdims else in_row(found, kind)

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Sums of rows, of columns, or of everything."""
        return self._along(axis, keepdims, sparse.total, "i" if self.kind == "b" else self.kind)

    def mean(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """The mean of rows, of columns, or of everything."""
        size = (self.shape[1] if axis == 1 else len(self.rows)) if self.width is not None and axis is not None else self.size
        return self.sum(axis=axis, keepdims=keepdims) / size

    def max(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """The largest of rows, of columns, or of everything."""
        return self._along(axis, keepdims, lambda row: sparse.most(row, max), self.kind)

    def any(self, axis: int | None = None) -> Any:
        """Whether one of them is true."""
        return self._along(axis, False, lambda row: bool(sparse.most(row, _any)), "b")

    def all(self, axis: int | None = None) -> Any:
        """Whether all of them are true."""
        return self._along(axis, False, lambda row: bool(sparse.most(row, _all)), "b")

    def argmax(self, axis: int | None = None) -> Any:
        """Where the largest is, the first of several."""
        return self._along(axis, False, lambda row: (found := sparse.dense(row)).index(max(found)), "i")

    def nonzero(self) -> tuple[Array, ...]:
        """Where it is not zero."""
        if self.width is None:
            return (in_row(sorted(place for place, value in sparse.nonzero(self.rows[0]) if value), "i"),)
        found = [(number, place) for number, row in enumerate(self.rows) for place, value in sorted(sparse.nonzero(row)) if value]
        return in_row([number for number, _ in found], "i"), in_row([place for _, place in found], "i")


_any, _all = any, all


class Turned:
    """Rows as columns."""

    __slots__ = ("of",)

    def __init__(self, of: Array) -> None:
        self.of = of

    def __iter__(self) -> Iterator[Array]:
        return (in_row(list(column), self.of.kind) for column in zip(*map(sparse.dense, self.of.rows), strict=True))


def in_row(row: Row, kind: str) -> Array:
    """Numbers in one row."""
    return Array([sparse.rounded(row) if kind == "f" and isinstance(row, list) else row], None, kind)


def _places(key: Any) -> Any:
    """What stands in brackets: a slice, or places; where yes and no stand there, the places of yes."""
    if isinstance(key, slice):
        return key
    found = sparse.dense(key.rows[0]) if isinstance(key, Array) else list(key)
    is_marks = key.kind == "b" if isinstance(key, Array) else bool(found) and isinstance(found[0], bool)
    return [place for place, one in enumerate(found) if one] if is_marks else found


def _put_into(row: Row, key: Any, value: Any) -> None:
    if isinstance(key, int):
        sparse.put(row, key, value)
        return
    places = _places(key)
    wanted = range(*places.indices(len(row))) if isinstance(places, slice) else places
    if not isinstance(value, Array | Sequence):
        if isinstance(row, Sparse) and isinstance(places, slice) and len(wanted) == row.size:
            row.fill, row.items = value, {}
            return
        value = [value] * len(wanted)
    for place, one in zip(wanted, value, strict=True):
        sparse.put(row, place, one)


def _kind_of(one: Array, other: Any, do: Callable[[Any, Any], Any]) -> str:
    """The kind that reckoning with two gives."""
    beside = other.kind if isinstance(other, Array) else None
    if "d" in (one.kind, beside) or {one.kind, beside} == {"f", "i"}:
        return "d"
    if "f" in (one.kind, beside):
        return "f"
    return "d" if do is operator.truediv or (beside is None and isinstance(other, float)) else "i"
