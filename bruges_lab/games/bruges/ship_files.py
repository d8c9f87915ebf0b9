"""Reading ships: `ships.toml` or a file of one's own of the same form, kinds of ship first and then the tiles.

An error names file, kind or ship, and field. A ship does what the run ops of its kind do; what works by itself or scores at the
end belongs to people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from ... import places
from ...kernel.bounds import PatternBounds, pattern_fault
from ...kernel.errors import DataError, LabError, either, meant, one_line
from ...kernel.records import read_list
from .card_texts import pattern_text
from .deck import ID, LONGEST_NAME, WITNESS, Op
from .deck_records import InLanguages
from .op_files import MOST_OPS, in_all_languages, read_ops
from .ops import OpKind
from .ship_tiles import Ship, ShipTiles
from .words import COLOURS

PER_COLOUR = 6
"""Ships of a colour (exp.ships.comp)."""
KIND_RULES = tuple(f"exp.ships.effect.{kind}" for kind in ("guilders", "workers", "threats", "step", "house", "points"))
GENERAL_RULE = "exp.ships.use"
"""What the events of a ship cite whose effect the catalogue does not describe."""
FIELDS = frozenset({"name", "numbers", "text", "effect"})
"""What a witness can speak of."""
_TEXT = PatternBounds(longest=600, placeables=20)


class KindRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A kind of ship as a file gives it."""

    id: str
    name: InLanguages
    effect: list[dict[str, str | int]]
    numbers: dict[str, int] = {}
    text: InLanguages = {}
    rule: str = GENERAL_RULE
    witness: dict[str, str] = {}


class ShipRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A tile as a file gives it."""

    id: str
    colour: str
    kind: str


@cache
def own_ships() -> ShipTiles:
    """The lab's own ships."""
    return read_ships(places.data("bruges", "ships.toml"))


def read_ships(source: str | Path) -> ShipTiles:
    """Read and check the ships of a file."""
    if not isinstance(source, str | Path):
        raise LabError(f"ships are a file, not {one_line(source, 40)!r}")
    file = Path(source)
    kinds = {record.id: record for record in read_list(file, "kind", KindRecord, others=frozenset({"ship"}))}
    ships = read_list(file, "ship", ShipRecord, others=frozenset({"kind"}))
    effects = {record.id: _effect(file, record) for record in kinds.values()}
    for ship in ships:
        _check_ship(file, ship, kinds)
    _check_numbers(file, ships)
    return ShipTiles(_ship(number, ship, kinds[ship.kind], effects[ship.kind]) for number, ship in enumerate(ships))


def _ship(number: int, ship: ShipRecord, kind: KindRecord, effect: tuple[Op, ...]) -> Ship:
    return Ship(
        number=number,
        id=ship.id,
        colour=ship.colour,
        kind=kind.id,
        name=in_all_languages(kind.name),
        numbers=kind.numbers,
        text=in_all_languages(kind.text) if kind.text else {},
        effect=effect,
        rule=kind.rule,
        witness=kind.witness,
    )


# Checks


def _effect(file: Path, kind: KindRecord) -> tuple[Op, ...]:
    """What a kind of ship does, once everything that is said of it is well."""

    def refuse(field: str, problem: str, rule: str | None = None) -> DataError:
        return DataError(file, one_line(kind.id, 40), field, problem, rule)

    def goes(name: str, op: OpKind) -> str | None:
        return None if op.sort == "run" else f"{name} is for people: a ship does something when it is used"

    if not ID.fullmatch(kind.id):
        raise refuse("id", "must be small letters, digits and _")
    if not any(kind.name.values()):
        raise refuse("name", "is missing")
    for language, name in kind.name.items():
        if not name or not name.isprintable() or len(name) > LONGEST_NAME:
            raise refuse(f"name.{language}", f"must be 1 to {LONGEST_NAME} printable characters")
    if not 1 <= len(kind.effect) <= MOST_OPS:
        raise refuse("effect", f"has {len(kind.effect)} ops; a ship has 1 to {MOST_OPS}", "exp.ships.use")
    if kind.rule != GENERAL_RULE and kind.rule not in KIND_RULES:
        raise refuse("rule", f"{one_line(kind.rule, 40)!r} is not a ship's rule{meant(kind.rule, KIND_RULES)}")
    for field, witness in kind.witness.items():
        if field not in FIELDS:
            raise refuse(f"witness.{one_line(field, 40)}", f"is not a field of a ship; choose {either(sorted(FIELDS))}")
        if not WITNESS.fullmatch(witness):
            raise refuse(f"witness.{field}", f"{one_line(witness, 40)!r} is not a witness")
    effect = read_ops(kind.effect, kind.numbers, goes, refuse)
    _check_texts(file, kind)
    return effect


def _check_texts(file: Path, kind: KindRecord) -> None:
    for language, pattern in kind.text.items():
        if problem := pattern_fault(pattern, _TEXT):
            raise DataError(file, kind.id, f"text.{language}", problem)
        pattern_text(kind.id, language, pattern, kind.numbers, file)


def _check_ship(file: Path, ship: ShipRecord, kinds: dict[str, KindRecord]) -> None:
    entry = one_line(ship.id, 40)
    if not ID.fullmatch(ship.id):
        raise DataError(file, entry, "id", "must be small letters, digits and _")
    if ship.colour not in COLOURS:
        problem = f"{one_line(ship.colour, 40)!r} is not one of {', '.join(COLOURS)}"
        raise DataError(file, entry, "colour", problem, "exp.ships.comp")
    if ship.kind not in kinds:
        raise DataError(file, entry, "kind", f"there is no [[kind]] {one_line(ship.kind, 40)!r}{meant(ship.kind, kinds)}")


def _check_numbers(file: Path, ships: Sequence[ShipRecord]) -> None:
    counts = Counter(ship.colour for ship in ships)
    for colour in COLOURS:
        if counts[colour] != PER_COLOUR:
            problem = f"has {counts[colour]} {colour} ships; there are {PER_COLOUR} of each colour"
            raise DataError(file, "ship", "colour", problem, "exp.ships.comp")
