"""A second reading of cubes and completions, written from section 4 of the specification alone.

It shares nothing with the engine: it reads the files by itself, sites and tiles are words, and effects follow each other in
the order of `burdigala.complete.order`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Tile:
    name: str
    size: int
    value: int
    special: str


def read_tiles(file: Path) -> dict[str, Tile]:
    raw: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    rows = raw["tile"]
    return {row["name"]["en"]: Tile(row["name"]["en"], row["size"], row["value"], row.get("special", "")) for row in rows}


def read_districts(file: Path) -> dict[str, list[int]]:
    """The squares that touch each district."""
    raw: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return {district["name"]: district["squares"] for district in raw["district"]}


def district_of(site: str) -> str:
    return site.rstrip("ab")


@dataclass
class Builder:
    """A player as far as building is concerned."""

    meeples: list[int]
    laid: set[str] = field(default_factory=set)
    tokens: list[int] = field(default_factory=list)


@dataclass
class Yard:
    """All that cubes depend on: the finisher is the player on turn, who has just moved to `stands`."""

    site: str
    tile: Tile
    cubes: int
    stands: int
    finisher: int
    players: list[Builder]
    bonus: int | None = None
    """The token lying in the district, if any."""
    supply: int = 20
    dice: tuple[int, int] = (1, 2)
    crassus: bool = False
    pool: int = 24
    merchandise: int = 21
    touching: list[int] = field(default_factory=list)
    """The squares that touch the district of the site."""
    switches: dict[str, Any] = field(default_factory=dict)


@dataclass
class Outcome:
    """What the cubes of a turn bring."""

    points: list[int]
    complete: bool
    cubes: int
    supply: int
    bonus_left: bool
    tokens_back: bool
    draws: list[tuple[int, int]]
    """Seats with the plot cards due to them, clockwise from the finisher, those without left out."""


def favours(yard: Yard) -> set[str]:
    """What a seven has to offer: empty if nothing is asked."""
    if sum(yard.dice) != 7 or not yard.pool:
        return set()
    wanted = 3 if yard.crassus else 2
    found = set()
    if yard.tile.size - yard.cubes >= wanted and yard.supply >= wanted:
        found.add("cube")
    if yard.merchandise:
        found.add("merchandise")
    return found


def build(yard: Yard, number: int) -> Outcome:
    """So many cubes on one site; only the last one scores."""
    tile, finisher = yard.tile, yard.players[yard.finisher]
    points = [0 for _ in yard.players]
    lying = yard.cubes + number
    supply = yard.supply - number
    left = tile.size - lying
    assert left >= 0
    assert supply >= 0
    if left:
        points[yard.finisher] = left
        return Outcome(points, False, lying, supply, yard.bonus is not None, False, [])
    if yard.switches.get("cubes_return", True):
        supply += tile.size
    points[yard.finisher] += tile.value
    for seat, player in enumerate(yard.players):
        gains = seat == yard.finisher or yard.switches.get("consul_for") == "anyone"
        if gains and ((tile.size == 2 and "consul" in player.laid) or (tile.size == 3 and "hygiene" in player.laid)):
            points[seat] += 2
    if yard.bonus is not None:
        points[yard.finisher] += yard.bonus
    back = tile.special == "necropolis" and bool(finisher.tokens)
    return Outcome(points, True, 0, supply, False, back, draws(yard))


def draws(yard: Yard) -> list[tuple[int, int]]:
    count = len(yard.players)
    found = []
    for further in range(count):
        seat = (yard.finisher + further) % count
        own = seat == yard.finisher
        beside = [square for square in yard.players[seat].meeples if square in yard.touching]
        if own:
            beside = [square for square in beside if square != yard.stands]
            if yard.switches.get("neighbours") == "opponents":
                beside = []
        cards = len(beside)
        if yard.switches.get("neighbour_cards") == "player":
            cards = min(cards, 1)
        if own and yard.tile.special == "interrupted_yard":
            cards += 2
        if cards:
            found.append((seat, cards))
    return found
