"""Scenarios: a position, what is done in it, and what must come of it, as data.

`given` names only what matters: other fields take their set-up values, hands are empty unless given, and piles come from seed 0.
Cards are named by person (`"prince"`) or, where any will do, by colour (`"red"`). Of a pile it is enough to say how many:
`piles = [20, 20]`, `extra = 99` (given.py says who lies there then). Cards that lie nowhere else are the extra pile if piles are
given, and the discards if that is given too. With `setup` the scenario begins before set-up, with a number of players and a seed.
A position that could not arise is refused in one line with file, scenario, field and rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..games import shelf
from ..games.bruges.board import Board
from ..games.bruges.building import Builder
from ..games.bruges.deck import Deck
from ..games.bruges.given import PlayerGiven, ScenarioRecord
from ..games.bruges.ruleset import Ruleset
from ..games.bruges.words import NAMES
from ..kernel.choices import Choice
from ..kernel.errors import DataError, LabError, meant, one_line
from ..kernel.events import RawEvent
from ..kernel.names import check_name
from ..kernel.records import convert, read_list
from .catalogue import Catalogue, no_rule
from .expecting import wrong

if TYPE_CHECKING:
    from ..games.manifest import Manifest

_LARGEST_DIE = Ruleset().dice_faces
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class Scenario:
    """A checked scenario. `state` is its position, `opening` the events of its set-up if it begins with one.

    `under` plays it by another ruleset than its own (see recording.py).
    """

    def __init__(
        self,
        record: ScenarioRecord,
        file: str | Path,
        deck: Deck | None = None,
        board: Board | None = None,
        *,
        under: Ruleset | None = None,
    ) -> None:
        self.record = record
        self.name = record.name
        self.title = record.title
        self.rules = tuple(record.rules)
        self.file = file
        self.material: dict[str, Any] = {name: thing for name, thing in (("deck", deck), ("board", board)) if thing is not None}
        """What was handed in to play it with."""
        self.manifest = shelf.find()
        self.state = Builder(record.given, self.refuse, deck, board or Board.load(), under).state()
        self.opening: list[RawEvent] = self.state.log or []
        self.state.log = None
        seated = record.given.players if isinstance(record.given.players, list) else [PlayerGiven()] * len(self.state.players)
        self.names = self._names(seated)

    def _names(self, seated: list[PlayerGiven]) -> tuple[str, ...]:
        """The players' names, those of their seats unless given; checked like names that are typed in."""
        for seat, player in enumerate(seated):
            if player.name is not None:
                try:
                    check_name(player.name)
                except LabError as error:
                    raise self.refuse(f"given.players.{seat}.name", str(error)) from None
        names = tuple(NAMES[seat] if player.name is None else player.name for seat, player in enumerate(seated))
        if len(set(names)) < len(names):
            raise self.refuse("given.players", "two players have the same name")
        return names

    def under(self, rules: Any) -> Scenario:
        """The same scenario under another ruleset, with what was handed in to play it with."""
        return type(self)(self.record, self.file, under=rules, **self.material)

    def refuse(self, field: str, problem: str, rule: str | None = None) -> DataError:
        """An error that names this scenario."""
        return DataError(self.file, self.name, field, problem, rule)

    def __repr__(self) -> str:
        return f"<Scenario {self.name}>"

    @classmethod
    def read(
        cls,
        source: str | Path | dict[str, Any],
        deck: Deck | None = None,
        board: Board | None = None,
        game: str | None = None,
    ) -> Scenario:
        """A scenario by name, from a file that holds one, or from a dictionary."""
        if not isinstance(source, str | Path | dict):
            raise LabError(f"a scenario is a name, a file or a dictionary, not {one_line(source, 40)!r}")
        if isinstance(source, dict):
            name = source.get("name", "scenario")
            record = convert("scenario", one_line(name, 40), {"name": "scenario", "title": {}, **source}, ScenarioRecord)
            return cls._checked(record, "scenario", deck, board)
        if isinstance(source, str) and _NAME.fullmatch(source):
            return cls._named(source, deck, board)
        found = read_scenarios(Path(source), deck, board)
        if len(found) != 1:
            raise DataError(source, "", "", f"holds {len(found)} scenarios; name one, or read them all")
        return found[0]

    @classmethod
    def _named(cls, name: str, deck: Deck | None, board: Board | None) -> Scenario:
        if name not in own_scenarios():
            raise LabError(f"there is no scenario {one_line(name, 40)!r}{meant(name, own_scenarios())}")
        record, path = own_scenarios()[name]
        return cls._checked(record, path, deck, board)

    @classmethod
    def _checked(cls, record: ScenarioRecord, file: str | Path, deck: Deck | None, board: Board | None) -> Scenario:
        if not _NAME.fullmatch(record.name):
            raise DataError(file, one_line(record.name, 40), "name", "must be small letters, digits and _")
        for number, rule in enumerate(record.rules):
            if rule not in Catalogue.load():
                raise DataError(file, record.name, f"rules.{number}", no_rule(rule))
        for number, entry in enumerate(record.discrepancies):
            if entry not in _entries():
                problem = f"there is no entry {one_line(entry, 20)!r} that a rule cites"
                raise DataError(file, record.name, f"discrepancies.{number}", problem)
        for number, step in enumerate(record.when):
            if sum(part is not None for part in (step.dice, step.choice, step.refused)) != 1:
                raise DataError(file, record.name, f"when.{number}", "must say exactly one of dice, choice, refused")
            if (step.rule is not None) != (step.refused is not None):
                raise DataError(file, record.name, f"when.{number}", "a refusal names its rule, and nothing else does")
            for notation in (step.choice, step.refused):
                if notation is not None:
                    try:
                        Choice.parse(notation)
                    except LabError as error:
                        field = "choice" if step.refused is None else "refused"
                        raise DataError(file, record.name, f"when.{number}.{field}", str(error)) from None
            if step.dice is not None and any(not 1 <= die <= _LARGEST_DIE for die in step.dice.values()):
                raise DataError(file, record.name, f"when.{number}.dice", f"a die shows 1 to {_LARGEST_DIE}", "comp.dice")
            if step.rule is not None and step.rule not in Catalogue.load():
                raise DataError(file, record.name, f"when.{number}.rule", no_rule(step.rule))
        for number, expected in enumerate(record.then):
            if found := wrong(expected):
                raise DataError(file, record.name, ".".join(filter(None, (f"then.{number}", found[0]))), found[1])
        return cls(record, file, deck, board)


@cache
def _entries() -> frozenset[str]:
    """The entries in the list of discrepancies that rules cite; every entry is about some rule."""
    return frozenset(entry for rule in Catalogue.load().values() for entry in rule.discrepancies)


def own_scenarios() -> Mapping[str, tuple[ScenarioRecord, Path]]:
    """The lab's own scenarios by name, with their files."""
    return shelf.find().scenarios


def scenarios_for(manifest: Manifest, folder: object) -> dict[str, tuple[ScenarioRecord, Path]]:
    """The scenarios of a game by name, with their files."""
    return {
        record.name: (record, path)
        for path in sorted(manifest.folder(str(folder)).glob("*.toml"))
        for record in read_list(path, "scenario", ScenarioRecord, name="name")
    }


def read_scenarios(path: Path, deck: Deck | None = None, board: Board | None = None) -> list[Scenario]:
    """All scenarios of a file."""
    records = read_list(path, "scenario", ScenarioRecord, name="name")
    return [Scenario._checked(record, path, deck, board) for record in records]
