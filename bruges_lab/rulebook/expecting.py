"""What an expectation (`then`) may say: of an event, of what is pending, of a player, or of the table; and what it may not.

Only the names are checked here, when a scenario is read; proving.py compares the values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..kernel.errors import either, meant, one_line
from .fields import fields_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest

OF_EVENT = ("event", "kind", "seat")
"""And the data of its kind of event."""
OF_NO_EVENT = ("no_event", "seat")
OF_PENDING = ("pending", "seat", "options", "legal")

Wrong = tuple[str, str]
"""The field within the expectation, empty for the whole, and the problem."""


class _AnyRule(frozenset[str]):
    """The rules of a game that has no catalogue: whatever its events cite."""

    def __contains__(self, rule: object) -> bool:
        return isinstance(rule, str)


def known_rules(manifest: Manifest) -> Collection[str]:
    """The rules that a scenario of a game may name."""
    return manifest.catalogue if manifest.has("catalogue") else _AnyRule()


def no_such_rule(manifest: Manifest, rule: object) -> str:
    """That there is no such rule, and which may have been meant."""
    return f"unknown rule {one_line(rule, 60)!r}{meant(rule, known_rules(manifest))}"


def wrong(expected: Mapping[str, Any], manifest: Manifest) -> Wrong | None:
    """What is wrong with the names in an expectation, or None."""
    book, fields = manifest.kit.book, fields_of(manifest)
    for name in ("event", "no_event"):
        if name in expected and not _is_one_of(known_rules(manifest), expected[name]):
            return name, no_such_rule(manifest, expected[name])
    if "event" in expected:
        return _of_event(book.kinds, expected)
    if "no_event" in expected:
        return _beyond(expected, OF_NO_EVENT)
    if "pending" in expected:
        asked = expected["pending"]
        if not _is_one_of(book.steps, asked):
            return "pending", f"unknown question {one_line(asked, 40)!r}{meant(asked, book.steps)}"
        return _beyond(expected, OF_PENDING)
    known = ("seat", "view", *fields.expected(0)) if "seat" in expected else ("view", *fields.expected(None))
    return _beyond(expected, known)


def _is_one_of(known: Collection[str], value: object) -> bool:
    return isinstance(value, str) and value in known


def _of_event(kinds: Mapping[str, Any], expected: Mapping[str, Any]) -> Wrong | None:
    kind = expected.get("kind")
    if kind is not None:
        if not _is_one_of(kinds, kind):
            return "kind", f"there is no kind of event {one_line(kind, 40)!r}{meant(kind, kinds)}"
        return _beyond(expected, (*OF_EVENT, *kinds[kind].fields))
    known = {*OF_EVENT, *(name for one in kinds.values() for name in one.fields)}
    if strange := _strange(expected, known):
        near = meant(strange, sorted(known), 3) or ";"
        return "", f"contains unknown field {one_line(strange, 40)!r}{near} with the event's `kind`, its fields are listed"
    return None


def _beyond(expected: Mapping[str, Any], known: tuple[str, ...]) -> Wrong | None:
    strange = _strange(expected, known)
    return ("", f"contains unknown field {one_line(strange, 40)!r}; choose {either(known)}") if strange else None


def _strange(expected: Mapping[str, Any], known: Iterable[str]) -> str | None:
    names = frozenset(known)
    return next((str(name) for name in expected if name not in names), None)
