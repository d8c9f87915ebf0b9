"""What the rules of a game speak of by name, such as its people: names to search by, and numbers to fill statements.

A game brings it by the slot `subjects`, called with the ruleset and the material in force. A game whose statements need no
numbers but those of its ruleset leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from ..kernel.rulesets import BaseRuleset
    from .catalogue import Rule


MARK = "≈"
"""After what no document gives, as in every picture of the lab."""


class Number(NamedTuple):
    """A number that a subject owns, or several in a row: its value, whose it is, and whether no document gives it."""

    value: int | tuple[int, ...]
    subject: str
    unsure: bool = False


class Subjects(Protocol):
    """All subjects by id, in the order of the game."""

    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, subject: object, /) -> bool: ...
    def name(self, subject: str, lang: str) -> str:
        """What it is called."""

    def number(self, rule: Rule, name: str) -> Number:
        """A number of what a rule is about (`rule.persons`); a LabError if none of them has it."""

    def rests_on(self, rule: Rule, lang: str) -> list[str]:
        """What the statement depends on that no document gives, in words; empty if there is no such thing."""

    def note(self, rule: Rule, lang: str) -> str:
        """One line on all that no document gives of the rule and of those whom it is about; nothing if there is no such thing."""


def subjects_of(manifest: Manifest, rules: BaseRuleset | None, **material: object) -> Subjects | None:
    """The subjects of a game under a ruleset, with what it is played with; None if its rules name none."""
    return manifest.subjects(rules, **material) if manifest.has("subjects") else None
