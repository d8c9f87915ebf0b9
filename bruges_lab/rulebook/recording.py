"""Which numbers and switches of the ruleset a scenario depends on: they are noted while it is built, played and compared.

A recording ruleset stands in for a plain one wherever rules ask; the plain one stays as quick as it was. A scenario that never
reads a field comes out the same whatever the field says, so a change of the ruleset has to be proved anew only where it is read.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ..kernel.rulesets import BaseRuleset
from .proving import Proof, prove
from .scenarios import Scenario


@cache
def _noting(kind: type[BaseRuleset]) -> Any:
    """Rulesets of a kind that note which of their fields are read."""
    names = frozenset(kind.__struct_fields__)

    def getattribute(self: BaseRuleset, name: str) -> object:
        if name in names:
            object.__getattribute__(self, "__dict__").setdefault("noted", set()).add(name)
        return object.__getattribute__(self, name)

    def read(self: Any) -> frozenset[str]:
        """The fields that have been read so far."""
        return frozenset(self.__dict__.get("noted", ()))

    def validated(self: BaseRuleset) -> BaseRuleset:
        """Itself: it is made of a ruleset that was checked, and a check would read every field."""
        return self

    methods = {"__getattribute__": getattribute, "read": property(read), "validated": validated}
    return msgspec.defstruct("Recording", [], bases=(kind,), namespace=methods, frozen=True, dict=True)


def recording(rules: BaseRuleset) -> Any:
    """The same ruleset, noting what is read of it from now on: `read` has the fields so far."""
    return _noting(type(rules))(*msgspec.structs.astuple(rules))


def proved_under(scenario: Scenario, rules: BaseRuleset) -> Proof:
    """The scenario built and played under another ruleset than its own. What was handed in to play it with stays as it is."""
    return prove(scenario.under(rules))


def fields_read(scenario: Scenario) -> frozenset[str]:
    """The fields of the ruleset that the scenario's position, its play or its comparison depends on."""
    rules = recording(scenario.state.rules)
    proved_under(scenario, rules)
    found: frozenset[str] = rules.read
    return found
