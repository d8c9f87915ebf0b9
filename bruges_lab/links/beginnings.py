"""Where a game in a link begins: the seed that laid it out, or what differs from a position that writer and reader can both make.

Such a position is the set-up from a seed, or a bare scenario of it; the seed is the one that throws the dice, or 0. Whichever
takes the fewest bytes is used. A game that is played with cards or a board of a user's own names them by their hashes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from ..games.manifest import Manifest
from ..kernel import Game, GameKit, LabError, Seeded
from ..kernel.events import RawEvent
from ..kernel.rulesets import BaseRuleset
from ..rulebook.positioning import seed_of
from ..rulebook.readings import DEFAULT, reading_names, ruleset
from ..rulebook.scenarios import Scenario
from . import packed_values
from .fragment import deflated, inflated, refused

SET_UP, BARE = 0, 1
"""What a position is said against: the set-up from a seed, or a scenario of which only the number of players is said."""
SEEDS = 100
"""So many seeds are tried for a game that was set up from one that nothing tells."""


class Said(msgspec.Struct, array_like=True, omit_defaults=True):
    """How a game begins: for how many, under which rules, from which seed; then what differs from what that gives."""

    players: int
    rules: str | dict[str, Any] | None = None
    seed: int = 0
    against: int | None = None
    differs: bytes = b""
    shared: dict[str, Any] | None = None
    """What it is played with, by hashes, where that is not the lab's own."""


class Beginning(NamedTuple):
    """The kit that plays the game, the position that it begins with, and what the set-up told."""

    kit: GameKit[Any]
    start: Any
    opening: list[RawEvent]


# Writing


def said_of(game: Game[Any], start: Any, opening: list[RawEvent]) -> Said:
    """How a game begins with a position, in few words."""
    manifest: Manifest = game.manifest
    players, rules = len(start.players), getattr(start, "rules", None)
    said = Said(players, _rules_said(manifest, rules))
    shared: dict[str, Any] = msgspec.to_builtins(game.kit.shared_to_data(start))
    material: Mapping[str, Any] = {}
    if shared != _shared(manifest, players, rules, material):
        material, said.shared = manifest.positions.material_of(start), shared
    likely = [*dict.fromkeys((seed_of(game), 0))]
    if opening:  # it was set up: perhaps from a seed, though the user throws the dice and no source tells it
        for seed in dict.fromkeys((*likely, *range(SEEDS))):
            base, told = _laid_out(manifest, players, rules, seed, material)
            if told == opening and base.digest() == start.digest():
                said.seed = seed
                return said
    found = [
        msgspec.structs.replace(said, seed=seed, against=against, differs=_difference(start, base))
        for seed in likely
        for against, base in _bases(manifest, players, rules, seed, material)
    ]
    return min(found, key=lambda one: len(one.differs))


def _difference(start: Any, base: Any) -> bytes:
    known = _known(base)
    return deflated(packed_values.to_bytes(_row(start), known), packed_values.to_bytes(_row(base), known))


def _known(base: Any) -> packed_values.Known:
    return packed_values.Known(_row(base), sorted(base.book.steps))


def _row(state: Any) -> list[Any]:
    """A position without the names of its fields: which fields there are, as the bits of a number, then what they hold."""
    data: dict[str, Any] = state.to_data()
    there = [name in data for name in state.position_fields()]
    return [sum(bit << place for place, bit in enumerate(there)), *(data[n] for n in state.position_fields() if n in data)]


def _fields(row: object, base: Any) -> dict[str, Any]:
    """The same, with the names again."""
    if not isinstance(row, list) or not row or not isinstance(row[0], int):
        raise refused("is no position", "start")
    names = [name for place, name in enumerate(base.position_fields()) if row[0] >> place & 1]
    if len(names) != len(row) - 1:
        raise refused("is no position", "start")
    return dict(zip(names, row[1:], strict=True))


def _shared(manifest: Manifest, players: int, rules: Any, material: Mapping[str, Any]) -> dict[str, Any]:
    state, _ = _laid_out(manifest, players, rules, 0, material)
    kit = manifest.kit(**manifest.material_for(rules, material))
    shared: dict[str, Any] = msgspec.to_builtins(kit.shared_to_data(state))
    return shared


def _rules_said(manifest: Manifest, rules: BaseRuleset | None) -> str | dict[str, Any] | None:
    """A ruleset by its name where it has one, else what differs from the default; None for the default."""
    given = manifest.positions.rules_given(rules)
    name: str | None = given.get("ruleset")
    switches: dict[str, Any] | None = given.get("switches")
    return name or switches


# The positions that both sides can make


def _bases(manifest: Manifest, players: int, rules: Any, seed: int, material: Mapping[str, Any]) -> Iterator[tuple[int, Any]]:
    yield SET_UP, _laid_out(manifest, players, rules, seed, material)[0]
    if manifest.has("scenarios"):
        with suppress(LabError):
            yield BARE, _bare(manifest, players, rules, seed, material)


def _laid_out(manifest: Manifest, players: int, rules: Any, seed: int, material: Mapping[str, Any]) -> tuple[Any, list[RawEvent]]:
    stream = Seeded(seed).stream("set-up", players)
    return manifest.first_position(players, rules, stream, manifest.material_for(rules, material))


def _bare(manifest: Manifest, players: int, rules: Any, seed: int, material: Mapping[str, Any]) -> Any:
    given = {"players": [{} for _ in range(players)], "seed": seed, **manifest.positions.rules_given(rules)}
    own = {name: thing for name, thing in material.items() if thing is not None}
    return Scenario.read({"game": manifest.name, "given": given}, **own).state


# Reading


def begin(manifest: Manifest, said: Said, given: Mapping[str, Any]) -> Beginning:
    """Make the position that a game begins with; a SaveError or LabError if there is none like it."""
    rules = _rules_of(manifest, said.rules)
    if problem := manifest.wrong_number(said.players, rules):
        raise refused(problem, "players")
    manifest.check_material(given)
    kit = manifest.kit(**given)
    base: Any
    if said.against is None or said.against == SET_UP:
        base, opening = _laid_out(manifest, said.players, rules, said.seed, given)
    elif said.against == BARE and manifest.has("scenarios"):
        base, opening = _bare(manifest, said.players, rules, said.seed, given), []
    else:
        raise refused("begins in a way that is not known here", "start")
    shared = kit.shared_from_data(said.shared if said.shared is not None else msgspec.to_builtins(kit.shared_to_data(base)))
    if said.against is None:
        for name, thing in shared.items():
            setattr(base, name, thing)
        return Beginning(kit, base, opening)
    known = _known(base)
    row = packed_values.from_bytes(inflated(said.differs, "start", packed_values.to_bytes(_row(base), known)), known)
    start = kit.state_type.from_data(_fields(row, base), **shared)
    if len(start.players) != said.players:
        raise refused("is not for as many as it says", "players")
    if any(not task or task[0] not in kit.book.steps for task in start.agenda):
        raise refused("names a task that this game does not have", "agenda")
    kit.check(start)
    return Beginning(kit, start, [])


def _rules_of(manifest: Manifest, said: str | dict[str, Any] | None) -> BaseRuleset | None:
    """A ruleset as a link says it: one of the lab by name (never a file), or its own numbers and switches."""
    if not manifest.has("ruleset"):
        if said is not None:
            raise manifest.lacks("ruleset")
        return None
    name, changes = (said, {}) if isinstance(said, str) else (DEFAULT, said or {})
    if name not in reading_names(manifest.name):
        raise refused("names a ruleset that is not known here", "rules")
    rules: BaseRuleset = ruleset(name, game=manifest.name)
    found: BaseRuleset = rules.changed(
        **{field: tuple(value) if isinstance(value, list) else value for field, value in changes.items()}
    )
    return found
