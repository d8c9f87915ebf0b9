"""The ships: one frozen record a tile, read from `ships.toml` or a file of one's own (ship_files.py). A module of the Zwin.

Six kinds of ship in each colour are reconstructed (D-184); `Ship.witness` says of every field where it comes from, and whoever
shows a ship shows that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from .deck import RECONSTRUCTED, Op, only_bearers
from .words import COLOURS


class Ship(NamedTuple):
    """One tile. `number` is its place among the tiles; its colour is that of its stack, its dock and the worker it costs."""

    number: int
    id: str
    colour: str
    kind: str
    name: dict[str, str]
    numbers: dict[str, int]
    text: dict[str, str]
    """What it does in each language, as patterns for the numbers."""
    effect: tuple[Op, ...]
    rule: str
    """The rule that its events cite."""
    witness: dict[str, str]

    def source(self, field: str) -> str:
        """Where a field comes from: attested, reported, inferred or reconstructed."""
        return self.witness.get(field, RECONSTRUCTED)


class ShipTiles:
    """All ships, with the columns that rules look up by number."""

    def __init__(self, ships: Iterable[Ship]) -> None:
        self.ships = tuple(ships)
        self.by_id = {ship.id: ship for ship in self.ships}
        self.colour = tuple(COLOURS.index(ship.colour) for ship in self.ships)
        self.rule = tuple(ship.rule for ship in self.ships)
        kinds = {ship.kind: ship for ship in self.ships}
        named = only_bearers([ship.rule for ship in kinds.values()])
        self.by_rule = {rule: list(kinds.values())[place].number for rule, place in named.items()}
        """A ship of the kind that a rule is about, if it is about one."""
        self.runs = tuple(ship.effect for ship in self.ships)
        self.by_colour = tuple(tuple(n for n, colour in enumerate(self.colour) if colour == one) for one in range(len(COLOURS)))
        content = [(ship.id, ship.colour, ship.kind, [list(op) for op in ship.effect], ship.rule) for ship in self.ships]
        self.digest = hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()

    def __len__(self) -> int:
        return len(self.ships)

    def __getitem__(self, key: int | str) -> Ship:
        return self.by_id[key] if isinstance(key, str) else self.ships[key]

    def __repr__(self) -> str:
        return f"<ShipTiles, {len(self.ships)} ships, {self.digest}>"

    @classmethod
    def load(cls, path: str | Path | None = None) -> ShipTiles:
        """Read and check ships; the lab's own if no file is named."""
        from .ship_files import own_ships, read_ships

        return own_ships() if path is None else read_ships(path)
