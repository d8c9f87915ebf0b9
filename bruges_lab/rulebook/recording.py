"""Which numbers and switches of the ruleset a scenario depends on: they are noted while it is built, played and compared.

A recording ruleset stands in for a plain one wherever rules ask; the plain one stays as quick as it was. A scenario that never
reads a field comes out the same whatever the field says, so a change of the ruleset has to be proved anew only where it is read.
"""

from __future__ import annotations

import msgspec

from ..games.bruges.ruleset import Ruleset
from .proving import Proof, prove
from .scenarios import Scenario

_FIELDS = frozenset(Ruleset.__struct_fields__)


class Recording(Ruleset, frozen=True, dict=True):
    """A ruleset that notes which of its fields are read."""

    def __getattribute__(self, name: str) -> object:
        if name in _FIELDS:
            object.__getattribute__(self, "__dict__").setdefault("noted", set()).add(name)
        return object.__getattribute__(self, name)

    @property
    def read(self) -> frozenset[str]:
        """The fields that have been read so far."""
        return frozenset(self.__dict__.get("noted", ()))

    def validated(self) -> Recording:
        """Itself: it is made of a ruleset that was checked, and a check would read every field."""
        return self


def recording(rules: Ruleset) -> Recording:
    """The same ruleset, noting what is read of it from now on."""
    return Recording(*msgspec.structs.astuple(rules))


def proved_under(scenario: Scenario, rules: Ruleset) -> Proof:
    """The scenario built and played under another ruleset than its own. A deck that was handed in stays as it is."""
    return prove(Scenario(scenario.record, scenario.file, scenario.material, under=rules))


def fields_read(scenario: Scenario) -> frozenset[str]:
    """The fields of the ruleset that the scenario's position, its play or its comparison depends on."""
    rules = recording(scenario.state.rules)
    proved_under(scenario, rules)
    return rules.read
