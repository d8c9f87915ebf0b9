"""Scenarios: a position, what is done in it, and what must come of it, as data. A scenario names its game, or is the usual one's.

`given` names only what matters; the game says how (the slot `positions`), and what is not said is as at set-up. A position that
could not arise is refused in one line with file, scenario, field and rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..games import shelf
from ..kernel import Game, Seeded, Source
from ..kernel.choices import Choice
from ..kernel.errors import DataError, LabError, meant, one_line
from ..kernel.events import RawEvent
from ..kernel.names import check_name
from ..kernel.records import convert, read_list, read_toml
from .expecting import known_rules, no_such_rule, wrong
from .scenario_records import ScenarioRecord

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written
    from ..kernel.rulesets import BaseRuleset

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NOT_DONE = frozenset({"rule", "seat"})
"""What a step of `when` says besides what is done."""
Found = Mapping[str, tuple[ScenarioRecord, Path]]
"""Scenarios by name, with their files."""


class Scenario:
    """A checked scenario. `state` is its position, `opening` the events of its set-up if it begins with one.

    `material` is what it is played with, other than the lab's own. `under` plays it by another ruleset than its own (see
    recording.py).
    """

    def __init__(
        self,
        record: ScenarioRecord,
        file: str | Path,
        material: Mapping[str, Any] | None = None,
        *,
        under: BaseRuleset | None = None,
    ) -> None:
        self.manifest = shelf.find(record.game)
        self.record = record
        self.name = record.name
        self.title = record.title
        self.rules = tuple(record.rules)
        self.file = file
        self.material: Mapping[str, Any] = material or {}
        self.state: Any = self.manifest.positions.build(record.given, self.refuse, self.material, under)
        self.opening: list[RawEvent] = self.state.log or []
        self.state.log = None
        self.names = self._names()

    def _names(self) -> tuple[str, ...]:
        """The players' names, those of their seats unless given; checked like names that are typed in."""
        names = list(self.manifest.seat_names(len(self.state.players)))
        players = self.record.given.players
        for seat, player in enumerate(() if isinstance(players, int) else players):
            if player.name is not None:
                try:
                    names[seat] = check_name(player.name)
                except LabError as error:
                    raise self.refuse(f"given.players.{seat}.name", str(error)) from None
        if len(set(names)) < len(names):
            raise self.refuse("given.players", "two players have the same name")
        return tuple(names)

    def under(self, rules: BaseRuleset) -> Scenario:
        """The same scenario under another ruleset, with what it is played with."""
        return type(self)(self.record, self.file, self.material, under=rules)

    def refuse(self, field: str, problem: str, rule: str | None = None) -> DataError:
        """An error that names this scenario."""
        return DataError(self.file, self.name, field, problem, rule)

    def game(self, chance: Source | None = None, *, run: bool = True) -> Game[Any]:
        """A game that stands at the position; unless another source is given, the scenario's seed decides chance."""
        kit = self.manifest.positions.kit(self.state)
        thrower = chance or Seeded(self.record.given.seed)
        return Game(kit, self.state, chance=thrower, names=self.names, opening=self.opening, run=run)

    def __repr__(self) -> str:
        return f"<Scenario {self.name}>"

    @classmethod
    def read(cls, source: str | Path | dict[str, Any], game: str | None = None, **material: Any) -> Scenario:
        """A scenario by name, from a file that holds one, or from a dictionary. What it is played with is given by name."""
        if not isinstance(source, str | Path | dict):
            raise LabError(f"a scenario is a name, a file or a dictionary, not {one_line(source, 40)!r}")
        if isinstance(source, dict):
            manifest = _game_of(source, game)
            name = one_line(source.get("name", "scenario"), 40)
            record = convert("scenario", name, {"name": "scenario", "title": {}, **source}, manifest.positions.record)
            return cls._checked(manifest, record, "scenario", material)
        if isinstance(source, str) and _NAME.fullmatch(source):
            manifest = shelf.find(game)
            if source not in manifest.scenarios:
                whose = "" if manifest.name == shelf.USUAL else f" of {manifest.called()}"
                raise LabError(f"unknown scenario {one_line(source, 40)!r}{whose}{meant(source, manifest.scenarios)}")
            return cls._checked(manifest, *manifest.scenarios[source], material)
        found = read_scenarios(Path(source), game, **material)
        if len(found) != 1:
            raise DataError(source, "", "", f"holds {len(found)} scenarios; name one, or read them all")
        return found[0]

    @classmethod
    def _checked(cls, manifest: Manifest, record: ScenarioRecord, file: str | Path, material: Mapping[str, Any]) -> Scenario:
        def refuse(field: str, problem: str, rule: str | None = None) -> DataError:
            return DataError(file, one_line(record.name, 40), field, problem, rule)

        if not _NAME.fullmatch(record.name):
            raise refuse("name", "must be small letters, digits and _")
        for number, rule in enumerate(record.rules):
            if rule not in known_rules(manifest):
                raise refuse(f"rules.{number}", no_such_rule(manifest, rule))
        for number, entry in enumerate(record.discrepancies):
            if entry not in _entries(manifest):
                raise refuse(f"discrepancies.{number}", f"no rule cites an entry {one_line(entry, 20)!r}")
        for number, step in enumerate(record.when):
            _check_step(manifest, step, lambda field, *why, at=number: refuse(f"when.{at}{field and '.'}{field}", *why))
        for number, expected in enumerate(record.then):
            if found := wrong(expected, manifest):
                raise refuse(".".join(filter(None, (f"then.{number}", found[0]))), found[1])
        record.game = None if manifest.name == shelf.USUAL else manifest.name
        return cls(record, file, material)


def _game_of(raw: Mapping[str, Any], game: str | None) -> Manifest:
    """The game that a scenario names, and no other than was asked for."""
    named = raw.get("game")
    if game is not None and named is not None and named != game:
        raise LabError(f"this is a scenario of {one_line(named, 30)!r}, not of {one_line(game, 30)!r}")
    return shelf.find(game if named is None else named)


def _check_step(manifest: Manifest, step: Any, refuse: Any) -> None:
    """Refuse a step of `when` that does not say one thing, or says it wrongly."""
    parts = [name for name in type(step).__struct_fields__ if name not in _NOT_DONE]
    if sum(getattr(step, part) is not None for part in parts) != 1:
        raise refuse("", f"must say exactly one of {', '.join(parts)}")
    if (step.rule is not None) != (step.refused is not None):
        raise refuse("", "a refusal names its rule, and nothing else does")
    for part in parts:
        notation = getattr(step, part)
        if isinstance(notation, str):
            try:
                Choice.parse(notation)
            except LabError as error:
                raise refuse(part, str(error)) from None
    manifest.positions.check_step(step, refuse)
    if step.rule is not None and step.rule not in known_rules(manifest):
        raise refuse("rule", no_such_rule(manifest, step.rule))


@cache
def _entries(manifest: Manifest) -> Collection[str]:
    """The entries in the list of discrepancies that rules cite; every entry is about some rule. Without rules: all of them."""
    if not manifest.has("catalogue"):
        return manifest.discrepancies if manifest.has("discrepancies") else ()
    return frozenset(entry for rule in manifest.catalogue.values() for entry in rule.discrepancies)


def scenarios_for(manifest: Manifest, folder: Written) -> Found:
    """The scenarios of a game by name, with their files: those of a folder, or of one file."""
    place = manifest.folder(str(folder))
    files = sorted(place.glob("*.toml")) if place.is_dir() else [place]
    found = {}
    for path in files:
        for record in read_list(path, "scenario", manifest.positions.record, name="name"):
            if record.game not in (None, manifest.name):
                raise DataError(path, record.name, "game", f"is {one_line(record.game, 30)!r} among those of {manifest.called()}")
            record.game = None if manifest.name == shelf.USUAL else manifest.name
            found[record.name] = (record, path)
    return found


def read_scenarios(path: Path, game: str | None = None, **material: Any) -> list[Scenario]:
    """All scenarios of a file; they are of one game."""
    listed = read_toml(path).get("scenario")
    first = listed[0] if isinstance(listed, list) and listed and isinstance(listed[0], dict) else {}
    manifest = _game_of(first, game)
    records = read_list(path, "scenario", manifest.positions.record, name="name")
    for record in records:
        if shelf.find(record.game if game is None else record.game or game) is not manifest:
            raise DataError(path, record.name, "game", "is not that of the file's first scenario")
    return [Scenario._checked(manifest, record, path, material) for record in records]
