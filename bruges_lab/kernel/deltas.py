"""Deltas: the only way a state changes. An event carries the deltas it made, so events alone rebuild a state.

A delta is a plain tuple `(op, owner, field, value)`. The owner is a seat, or `TABLE` for what belongs to nobody. Collections in a
state are tuples: a changed one is replaced, an unchanged one is shared by all copies.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .state import BaseState

TABLE = -1
Delta = tuple[str, int, str, Any]


def add(owner: int, field: str, amount: int) -> Delta:
    """Add to a number."""
    return ("add", owner, field, amount)


def add_at(owner: int, field: str, index: int, amount: int) -> Delta:
    """Add to one number of a row."""
    return ("add_at", owner, field, (index, amount))


def become(owner: int, field: str, value: object) -> Delta:
    """Give a field a new value."""
    return ("become", owner, field, value)


def become_at(owner: int, field: str, index: int, value: object) -> Delta:
    """Give one place of a row a new value."""
    return ("become_at", owner, field, (index, value))


def put(owner: int, field: str, item: object) -> Delta:
    """Put an item at the end of a collection."""
    return ("put", owner, field, item)


def drop(owner: int, field: str, item: object) -> Delta:
    """Take the first such item out of a collection."""
    return ("drop", owner, field, item)


def apply_deltas(state: BaseState, deltas: Iterable[Delta]) -> None:
    """Carry out deltas in order, the commonest tried first. (Tuples are joined with +: unpacking would build a list first.)"""
    players = state.players
    for op, seat, field, value in deltas:
        owner: Any = players[seat] if seat >= 0 else state
        if op == "become":
            setattr(owner, field, value)
        elif op == "add":
            setattr(owner, field, getattr(owner, field) + value)
        elif op == "add_at":
            row, (i, amount) = getattr(owner, field), value
            setattr(owner, field, row[:i] + (row[i] + amount,) + row[i + 1 :])  # noqa: RUF005
        elif op == "put":
            setattr(owner, field, getattr(owner, field) + (value,))  # noqa: RUF005
        elif op == "become_at":
            row, (i, new) = getattr(owner, field), value
            setattr(owner, field, row[:i] + (new,) + row[i + 1 :])  # noqa: RUF005
        elif op == "drop":
            row = getattr(owner, field)
            i = row.index(value)
            setattr(owner, field, row[:i] + row[i + 1 :])
        else:
            raise ValueError(f"unknown delta {op!r}")
