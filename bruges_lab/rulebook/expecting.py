"""What an expectation (`then`) may say: of an event, of what is pending, of a player, or of the table; and what it may not.

Only the names are checked here, when a scenario is read; proving.py compares the values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..games.bruges.model import BOOK
from ..kernel.errors import meant, one_line
from .catalogue import Catalogue, no_rule

OF_EVENT = ("event", "kind", "seat")
"""And the data of its kind of event."""
OF_NO_EVENT = ("no_event", "seat")
OF_PENDING = ("pending", "seat", "options", "legal")
OF_PLAYER = (
    *("points", "guilders", "reputation", "workers", "threats", "people", "hand", "canals", "statues", "majorities", "houses"),
    *("as_houses", "used", "score", "total"),
)
OF_TABLE = (
    *("round", "start", "final_round", "turn", "over", "winners", "phase"),
    *("supply", "statues", "piles", "discard", "extra", "tops"),
)

Wrong = tuple[str, str]
"""The field within the expectation, empty for the whole, and the problem."""


def wrong(expected: Mapping[str, Any]) -> Wrong | None:
    """What is wrong with the names in an expectation, or None."""
    for name in ("event", "no_event"):
        if name in expected and not _is_one_of(Catalogue.load(), expected[name]):
            return name, no_rule(expected[name])
    if "event" in expected:
        return _of_event(expected)
    if "no_event" in expected:
        return _beyond(expected, OF_NO_EVENT)
    if "pending" in expected:
        asked = expected["pending"]
        if not _is_one_of(BOOK.steps, asked):
            return "pending", f"there is no question {one_line(asked, 40)!r}{meant(asked, BOOK.steps)}"
        return _beyond(expected, OF_PENDING)
    return _beyond(expected, ("seat", "view", *OF_PLAYER) if "seat" in expected else ("view", *OF_TABLE))


def _is_one_of(known: Mapping[str, object], value: object) -> bool:
    return isinstance(value, str) and value in known


def _of_event(expected: Mapping[str, Any]) -> Wrong | None:
    kind = expected.get("kind")
    if kind is not None:
        if not _is_one_of(BOOK.kinds, kind):
            return "kind", f"there is no kind of event {one_line(kind, 40)!r}{meant(kind, BOOK.kinds)}"
        return _beyond(expected, (*OF_EVENT, *BOOK.kinds[kind].fields))
    known = {*OF_EVENT, *(name for one in BOOK.kinds.values() for name in one.fields)}
    if strange := _strange(expected, known):
        near = meant(strange, sorted(known), 3) or ";"
        return "", f"contains unknown field {one_line(strange, 40)!r}{near} with the event's `kind`, its fields are listed"
    return None


def _beyond(expected: Mapping[str, Any], known: tuple[str, ...]) -> Wrong | None:
    strange = _strange(expected, known)
    return ("", f"contains unknown field {one_line(strange, 40)!r}; there are {', '.join(known)}") if strange else None


def _strange(expected: Mapping[str, Any], known: Iterable[str]) -> str | None:
    names = frozenset(known)
    return next((str(name) for name in expected if name not in names), None)
