"""What a scenario says, as types: the position (`given`), what is done (`when`), what must come of it (`then`).

The types of `given` and `when` are a game's own; the lab's default makes them from the schema of fields (positioning.py).
"""

from __future__ import annotations

from typing import Any

import msgspec


class When(msgspec.Struct, forbid_unknown_fields=True):
    """One thing that is done: chance set, or a choice made or refused. A game may say chance in its own way."""

    chance: str | None = None
    choice: str | None = None
    refused: str | None = None
    rule: str | None = None
    seat: int | None = None


class ScenarioRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario as a file gives it. Its game has the types of `given` and `when`."""

    name: str
    title: dict[str, str]
    given: Any
    rules: list[str] = []
    discrepancies: list[str] = []
    """The entries in the list of discrepancies whose default, or another reading, it shows."""
    when: list[Any] = []
    then: list[dict[str, Any]] = []
    game: str | None = None
    """Whose scenario it is; the usual game's if not said."""


def record_of(given: type, when: type = When) -> type[ScenarioRecord]:
    """The record of a game's scenarios, with its own type of position and of steps."""
    found: Any = msgspec.defstruct(
        "ScenarioRecord",
        [("given", given), ("when", list[when], msgspec.field(default_factory=list))],  # type: ignore[valid-type]
        bases=(ScenarioRecord,),
        forbid_unknown_fields=True,
    )
    made: type[ScenarioRecord] = found
    return made
