"""The board: squares, the streets, waterways and express ways between them, districts with their sites and bonus places.

The picture of the board is lost. `board.toml` reconstructs it under B-001, each field with its witness; an owner of the box can
enter the printed map in a file of the same form (`board=`). Squares keep their numbers, from 1; districts and sites are numbered
from 0 in the order of the file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from ... import places
from ...kernel.errors import DataError, one_line
from ...kernel.records import convert, read_toml
from .witnesses import Witness, Witnesses, read_witness
from .words import EXPRESS_WAY, LINES, STREET, WATERWAY

Point = tuple[int, int]

DISTRICTS = 14
FEWEST_SITES, MOST_SITES = 14, 20
"""What the document leaves open (B-002)."""
MOST_SQUARES, MOST_LINES = 60, 120


class _River(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    width: int
    through: list[Point]
    witness: Witness


class _Square(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    at: Point
    port: bool
    witness: Witness


class _Street(msgspec.Struct, forbid_unknown_fields=True):
    ends: Point
    witness: Witness
    bridge: bool = False


class _Way(msgspec.Struct, forbid_unknown_fields=True):
    ends: Point
    witness: Witness
    by: list[Point] = []


class _District(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    squares: list[int]
    sites: list[Point]
    witness: Witness
    river: Point | None = None
    bonus: Point | None = None


class _BoardRecord(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    canvas: Point
    square: list[_Square]
    street: list[_Street]
    district: list[_District]
    river: list[_River] = []
    waterway: list[_Way] = []
    express_way: list[_Way] = []


class River(NamedTuple):
    """For the picture: a river and the points it flows through."""

    name: str
    width: int
    through: tuple[Point, ...]
    witness: Witnesses


class Square(msgspec.Struct, frozen=True, gc=False):
    """A check-point: where it is drawn, whether it is a port, and the districts and sites that it touches (B-015)."""

    number: int
    at: Point
    port: bool
    districts: tuple[int, ...]
    sites: tuple[int, ...]
    witness: Witnesses


class Line(NamedTuple):
    """A street, waterway or express way between two squares, the lower number first."""

    one: int
    other: int
    kind: int
    by: tuple[Point, ...]
    """Points that a drawn curve bends towards."""
    bridge: bool
    witness: Witnesses


class District(msgspec.Struct, frozen=True, gc=False):
    """A district: the squares round it, its sites, and the place of its bonus token if it has one."""

    name: str
    squares: tuple[int, ...]
    sites: tuple[int, ...]
    river: Point | None
    bonus_at: Point | None
    witness: Witnesses


class Site(msgspec.Struct, frozen=True, gc=False):
    """A building site: its name, its district, and where it is drawn."""

    name: str
    district: int
    at: Point


class Board(msgspec.Struct, frozen=True, eq=False):
    """The whole map. Two boards are the same if their digests are."""

    title: str
    canvas: Point
    rivers: tuple[River, ...]
    squares: tuple[Square, ...]
    """`squares[0]` is square 1."""
    lines: tuple[Line, ...]
    districts: tuple[District, ...]
    sites: tuple[Site, ...]
    digest: str

    def square(self, number: int) -> Square:
        """A square by its number."""
        return self.squares[number - 1]

    def has(self, number: object) -> bool:
        """Whether there is a square of this number."""
        return isinstance(number, int) and 1 <= number <= len(self.squares)

    @property
    def numbers(self) -> range:
        """The numbers of all squares."""
        return range(1, len(self.squares) + 1)

    def remarks(self) -> list[str]:
        """What is unlike the little that the document says: worth a look, not wrong in itself."""
        return [
            f"waterway {line.one}-{line.other}: square {end} is no port (burdigala.comp.waterways)"
            for line in self.lines
            if line.kind == WATERWAY
            for end in (line.one, line.other)
            if not self.square(end).port
        ]

    @classmethod
    def load(cls, path: str | Path | None = None) -> Board:
        """Read and check a board; the lab's own if no file is named."""
        return _own() if path is None else _read(Path(path))


@cache
def _own() -> Board:
    return _read(places.data("burdigala", "board.toml"))


def _read(file: Path) -> Board:
    record = convert(file, "board", read_toml(file), _BoardRecord)
    count = _count_squares(file, record)
    lines = _lines(file, record, count)
    _check_connected(file, lines, count)
    sites, districts = _districts(file, record, count)
    squares = []
    for square in record.square:
        touched = tuple(i for i, district in enumerate(districts) if square.number in district.squares)
        if not touched:
            raise DataError(file, f"square {square.number}", "", "touches no district", "burdigala.cube.adjacent")
        near = tuple(site for district in touched for site in districts[district].sites)
        witness = read_witness(file, f"square {square.number}", square.witness, ("at", "port"))
        squares.append(Square(square.number, square.at, square.port, touched, near, witness))
    if not any(square.port for square in squares):
        raise DataError(file, "square", "port", "no square is a port", "burdigala.comp.ports")
    rivers = tuple(
        River(r.name, r.width, tuple(r.through), read_witness(file, f"river {r.name}", r.witness, ("name", "width", "through")))
        for r in record.river
    )
    content = [
        [square.port for square in squares],
        sorted([line.one, line.other, line.kind] for line in lines),
        [[d.name, sorted(d.squares), len(d.sites), d.bonus_at is not None] for d in districts],
    ]
    digest = hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()
    return Board(record.title, record.canvas, rivers, tuple(squares), lines, districts, sites, digest)


def _count_squares(file: Path, record: _BoardRecord) -> int:
    count = len(record.square)
    if not 1 <= count <= MOST_SQUARES:
        raise DataError(
            file, "square", "", f"there are {count} squares; 1 to {MOST_SQUARES} can be", "burdigala.comp.checkpoints"
        )
    for place, square in enumerate(record.square, 1):
        if square.number != place:
            problem = f"{square.number} comes where {place} should be: squares are numbered from 1, in order"
            raise DataError(file, f"square {place}", "number", problem, "burdigala.comp.checkpoints")
    return count


def _lines(file: Path, record: _BoardRecord, squares: int) -> tuple[Line, ...]:
    found: dict[tuple[int, int, int], Line] = {}

    def enter(kind: int, ends: Point, by: Iterable[Point], bridge: bool, witness: Witness, fields: tuple[str, ...]) -> None:
        entry = f"{LINES[kind]} {ends[0]}-{ends[1]}"
        rule = ("burdigala.comp.streets", "burdigala.comp.waterways", "burdigala.comp.expressways")[kind]
        if any(not 1 <= end <= squares for end in ends) or ends[0] == ends[1]:
            raise DataError(file, entry, "ends", "does not join two squares of this board", rule)
        key = (min(ends), max(ends), kind)
        if key in found:
            raise DataError(file, entry, "ends", "appears twice in this file", rule)
        found[key] = Line(*key, tuple(by), bridge, read_witness(file, entry, witness, fields))

    for street in record.street:
        enter(STREET, street.ends, (), street.bridge, street.witness, ("ends", "bridge"))
    for way in record.waterway:
        enter(WATERWAY, way.ends, way.by, False, way.witness, ("ends", "by"))
    for way in record.express_way:
        enter(EXPRESS_WAY, way.ends, way.by, False, way.witness, ("ends", "by"))
    if len(found) > MOST_LINES:
        raise DataError(file, "street", "", f"there are more than {MOST_LINES} lines", "burdigala.comp.streets")
    return tuple(found[key] for key in sorted(found, key=lambda key: (key[2], key)))


def _check_connected(file: Path, lines: tuple[Line, ...], squares: int) -> None:
    """Every square can be walked to along streets."""
    reached, waiting = {1}, [1]
    while waiting:
        here = waiting.pop()
        for line in lines:
            if line.kind == STREET and here in (line.one, line.other):
                there = line.one + line.other - here
                if there not in reached:
                    reached.add(there)
                    waiting.append(there)
    if lost := [square for square in range(1, squares + 1) if square not in reached]:
        raise DataError(
            file, f"square {lost[0]}", "", "cannot be walked to from square 1 along streets", "burdigala.comp.streets"
        )


def _districts(file: Path, record: _BoardRecord, squares: int) -> tuple[tuple[Site, ...], tuple[District, ...]]:
    if len(record.district) != DISTRICTS:
        problem = f"there are {len(record.district)} districts; the document says {DISTRICTS}"
        raise DataError(file, "district", "", problem, "burdigala.comp.districts")
    sites: list[Site] = []
    districts: list[District] = []
    names = sorted(one_line(district.name, 20).lower() for district in record.district)
    if twin := [one.upper() for one, next_one in pairwise(names) if one == next_one]:
        raise DataError(file, f"district {twin[0]}", "name", "appears twice in this file", "burdigala.comp.districts")
    for number, district in enumerate(record.district):
        entry = f"district {one_line(district.name, 20)}"
        _check_district(file, entry, district, squares)
        fields = ("name", "squares", "river", "sites", "bonus")
        witness = read_witness(file, entry, district.witness, fields)
        first = len(sites)
        letters = "ab" if len(district.sites) > 1 else ("",)
        new = [Site(f"{district.name}{x}", number, at) for x, at in zip(letters, district.sites, strict=True)]
        if twins := {site.name.lower() for site in sites} & {site.name.lower() for site in new}:
            problem = f"would name a second site {min(twins)}: a letter is added where there are two"
            raise DataError(file, entry, "name", problem, "burdigala.comp.sites")
        sites += new
        own = tuple(range(first, len(sites)))
        districts.append(District(district.name, tuple(district.squares), own, district.river, district.bonus, witness))
    if not FEWEST_SITES <= len(sites) <= MOST_SITES:
        problem = f"there are {len(sites)} sites; {FEWEST_SITES} to {MOST_SITES} can be"
        raise DataError(file, "district", "sites", problem, "burdigala.comp.sites.count")
    return tuple(sites), tuple(districts)


def _check_district(file: Path, entry: str, district: _District, squares: int) -> None:
    name = district.name.lower()
    if not (name.isascii() and name.isalnum() and name[0].isalpha()):
        raise DataError(
            file, entry, "name", "must be letters and digits: choices are written with it", "burdigala.comp.districts"
        )
    if not 1 <= len(district.sites) <= 2:
        problem = f"has {len(district.sites)} sites; a district has one or two"
        raise DataError(file, entry, "sites", problem, "burdigala.comp.sites")
    if not district.squares or len(set(district.squares)) < len(district.squares):
        raise DataError(file, entry, "squares", "must name at least one square, and none twice", "burdigala.comp.districts")
    if unknown := [square for square in district.squares if not 1 <= square <= squares]:
        raise DataError(file, entry, "squares", f"there is no square {unknown[0]}", "burdigala.comp.checkpoints")
    if district.river is not None and not set(district.river) <= set(district.squares):
        raise DataError(file, entry, "river", "is not between two of its squares", "burdigala.comp.districts")
