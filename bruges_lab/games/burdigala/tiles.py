"""The construction tiles: size on the one side, value on the other, and what the two special buildings do.

No document lists them. `tiles.toml` reconstructs them under B-003, each field with its witness; an owner of the box can enter the
printed ones in a file of the same form (`tiles=`).
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from ... import places
from ...kernel.errors import DataError
from ...kernel.records import read_list
from .witnesses import Witness, Witnesses, read_witness
from .words import SPECIALS

MOST_TILES, LARGEST, HIGHEST = 99, 9, 99
LANGUAGES = ("en", "de", "fr", "it")


class _TileRecord(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: dict[Literal["en", "de", "fr", "it"], str]
    size: int
    value: int
    witness: Witness
    special: Literal["", "necropolis", "interrupted_yard"] = ""


class Tile(msgspec.Struct, frozen=True, gc=False):
    """One tile: how many cubes it needs, what it is worth when it is complete, and whether it is special (see words.SPECIALS)."""

    id: str
    name: dict[str, str]
    size: int
    value: int
    special: int
    witness: Witnesses


class Tiles(msgspec.Struct, frozen=True):
    """All tiles, numbered from 0 in the order of the file."""

    tiles: tuple[Tile, ...]
    digest: str

    def of(self, number: int) -> Tile:
        """A tile by its number."""
        return self.tiles[number]

    def size(self, number: int) -> int:
        """The places of a tile; of one that lies face down to whoever looks, too (its back is its size, below zero)."""
        return self.tiles[number].size if number >= 0 else -number

    @classmethod
    def load(cls, path: str | Path | None = None) -> Tiles:
        """Read and check a file of tiles; the lab's own if none is named."""
        return _own() if path is None else _read(Path(path))


@cache
def _own() -> Tiles:
    return _read(places.data("burdigala", "tiles.toml"))


def _read(file: Path) -> Tiles:
    found = [_tile(file, record) for record in read_list(file, "tile", _TileRecord)]
    if not 1 <= len(found) <= MOST_TILES:
        raise DataError(file, "tile", "", f"there are {len(found)} tiles; 1 to {MOST_TILES} can be", "burdigala.comp.tiles")
    for special in SPECIALS[1:]:
        if sum(SPECIALS[tile.special] == special for tile in found) > 1:
            raise DataError(file, special, "special", "is on more than one tile", f"burdigala.special.{_RULE[special]}")
    content = [[tile.id, tile.size, tile.value, tile.special] for tile in found]
    return Tiles(tuple(found), hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest())


_RULE = {"necropolis": "necropolis", "interrupted_yard": "interrupted"}


def _tile(file: Path, record: _TileRecord) -> Tile:
    if not 1 <= record.size <= LARGEST:
        raise DataError(file, record.id, "size", f"{record.size} is not 1 to {LARGEST}", "burdigala.comp.tiles.size")
    if not 0 <= record.value <= HIGHEST:
        raise DataError(file, record.id, "value", f"{record.value} is not 0 to {HIGHEST}", "burdigala.comp.tiles.value")
    if missing := [lang for lang in LANGUAGES if not record.name.get(lang)]:  # type: ignore[call-overload]
        raise DataError(file, record.id, f"name.{missing[0]}", "is missing")
    witness = read_witness(file, record.id, record.witness, ("name", "size", "value", "special"))
    name = {str(lang): text for lang, text in record.name.items()}
    return Tile(record.id, name, record.size, record.value, SPECIALS.index(record.special), witness)
