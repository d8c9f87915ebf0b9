"""Rulesets: every number and every switch that play depends on, as one frozen record a reading. No game in it.

A game derives its own from `BaseRuleset` and declares each field with `number`, `row` or `switch`: its unit, the rule it comes
from, its bounds, and for a switch the entry in the list of discrepancies that describes the readings. Files are read and written
in the rulebook's readings.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, Self, cast, get_args, get_type_hints

import msgspec
from msgspec import Meta

from .errors import meant
from .records import fault_of

Value = int | str | bool | tuple[int, ...]
MOST = 9_999
_LONGEST_ROW = 20


def number(unit: str, rule: str, *, least: int = 0, most: int | None = None) -> Meta:
    """A whole number of the rules: its unit, its rule id, and the bounds within which the engine can play it."""
    return Meta(ge=least, le=MOST if most is None else most, extra={"unit": unit, "rule": rule, "entry": None})


def row(unit: str, rule: str, *, least: int = 0, most: int | None = None) -> Meta:
    """Several numbers of one kind, such as the faces of a die that bring something."""
    return Meta(
        min_length=least, max_length=_LONGEST_ROW if most is None else most, extra={"unit": unit, "rule": rule, "entry": None}
    )


def switch(rule: str, entry: str, *, set_up: bool = False) -> Meta:
    """A choice between readings; `entry` is the discrepancy that describes them. With `set_up` it matters only before play."""
    return Meta(extra={"unit": "switch", "rule": rule, "entry": entry, "set_up": set_up})


class RulesetFault(ValueError):
    """A value that a ruleset cannot have: the field, the problem, and the rule that sets the bound."""

    def __init__(self, field: str, problem: str, rule: str | None) -> None:
        self.field, self.problem, self.rule = field, problem, rule
        super().__init__(f"{field}: {problem}" + (f" ({rule})" if rule else ""))


class BaseRuleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers and switches of one reading of the rules; the defaults are those of the catalogue."""

    @classmethod
    def fields(cls) -> Mapping[str, Field]:
        """All fields, in order."""
        return _fields(_declared(cls))

    @classmethod
    def no_field(cls, name: object) -> str:
        """What is wrong with a name that is no field: the closest there are, and where all of them stand."""
        return f"is not a field of the ruleset{meant(name, cls.__struct_fields__, 3) or ';'} bl.ruleset() shows all of them"

    def changed(self, **values: Value) -> Self:
        """The same ruleset with some fields changed; a RulesetFault names the field, what is wrong, and the rule it breaks."""
        kind = _declared(type(self))
        values = {**self.implied(values), **values}
        for name in values:
            if name not in self.__struct_fields__:
                raise RulesetFault(name, self.no_field(name), None)
        raw = msgspec.to_builtins(self)
        for name, value in values.items():
            try:
                msgspec.convert({name: value}, kind, strict=True)
            except msgspec.ValidationError as error:
                problem, _ = fault_of(str(error), {name: value}, kind)
                raise RulesetFault(name, problem, self.fields()[name].rule) from None
            raw[name] = value
        ruleset = cast("Self", msgspec.convert(raw, kind))
        ruleset.check()
        return ruleset

    def check(self) -> None:
        """Refuse numbers that contradict each other, with a RulesetFault."""

    def implied(self, changes: Mapping[str, Value]) -> dict[str, Value]:
        """What a change sets besides itself, unless that is said too: a switch that stands for several fields."""
        return {}

    def players_allowed(self) -> range | None:
        """For how many these rules are, where they say so; None: as the game has it."""
        return None

    def with_needed(self, changes: Mapping[str, Value]) -> dict[str, Value]:
        """The changes, and what they bring with them so that they can be played; a ruleset whose numbers hang together knows."""
        return dict(changes)

    def validated(self) -> Self:
        """The same ruleset, its values and their bounds checked, however it was made; once, for it is frozen."""
        known = _VALIDATED.get(id(self))
        if known is not None and known[0] is self:
            return cast("Self", known[1])
        checked = type(self)().changed(**{name: getattr(self, name) for name in self.__struct_fields__})
        if len(_VALIDATED) >= _MOST_VALIDATED:
            _VALIDATED.clear()
        _VALIDATED[id(self)] = self, checked
        return checked

    def diff(self, other: Self | None = None) -> list[Change]:
        """What is different here from another ruleset, the default if none is given."""
        base = _declared(type(self))() if other is None else other
        return [
            Change(field, getattr(self, field.name), getattr(base, field.name))
            for field in self.fields().values()
            if getattr(self, field.name) != getattr(base, field.name)
        ]


_VALIDATED: dict[int, tuple[BaseRuleset, BaseRuleset]] = {}
"""Rulesets that were checked, by identity, with what came of it: games are begun with the same one again and again."""
_MOST_VALIDATED = 100


class Field(NamedTuple):
    """What is known of a field: name, unit ("switch" for a choice of readings), rule, discrepancy, and a switch's values."""

    name: str
    unit: str
    rule: str
    entry: str | None
    values: tuple[Value, ...]
    default: Value
    set_up: bool = False
    """Whether it is used up when a game is laid out: in one that has begun it changes nothing."""


class Change(NamedTuple):
    """A field with two values."""

    field: Field
    here: Value
    there: Value

    def __str__(self) -> str:
        note = self.field.entry or self.field.rule
        return f"{self.field.name} = {self.here} instead of {self.there} ({note})"


def _declared(kind: type[BaseRuleset]) -> type[BaseRuleset]:
    """The class that declares the fields: what only watches a ruleset being read derives from it."""
    return next(one for one in reversed(kind.__mro__) if issubclass(one, BaseRuleset) and one is not BaseRuleset)


@cache
def _fields(kind: type[BaseRuleset]) -> Mapping[str, Field]:
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for name, default in zip(kind.__struct_fields__, kind.__struct_defaults__, strict=True):
        bare, meta = get_args(hints[name])
        values: tuple[Value, ...] = ()
        if meta.extra["unit"] == "switch":
            values = (default, not default) if bare is bool else get_args(bare)
        extra = meta.extra
        set_up = extra.get("set_up", False)
        found[name] = Field(name, extra["unit"], extra["rule"], extra["entry"], values, cast("Value", default), set_up)
    return found
