"""What a cube on a site would bring a seat: the places left after it, or the building with all that comes with it.

A completed side that the seat has not seen counts at the mean of the tiles of its size that it could be. Everything here is known
to the seat; so positions and views are counted alike.
"""

from __future__ import annotations

from typing import NamedTuple

from ..model import State
from ..rules.scoring import corruption_sum
from ..tiles import Tile, Tiles
from ..words import CONSUL, HYGIENE, INTERRUPTED_YARD, NECROPOLIS

CARD = 1.6
"""What a plot card is worth of which nothing is known."""
NO_GAIN = -1.0
"""Where no cube can be placed."""


class Yards(NamedTuple):
    """The tiles on the sites as a seat knows them."""

    sizes: tuple[int, ...]
    values: tuple[float, ...]
    """What the completed side is expected to bring; two plot cards are counted as points."""
    graves: tuple[float, ...]
    """How likely it is the necropolis."""


_MOST_KNOWN = 20_000
_KNOWN: dict[tuple[str, tuple[int, ...], tuple[bool, ...], tuple[int, ...]], Yards] = {}
"""What was counted already, by the tiles and how they lie: buildings are completed only now and then."""


def yards_of(s: State, seat: int) -> Yards:
    """What a seat knows of the tiles on all sites."""
    key = (s.tiles.digest, s.laid_tiles, s.complete, s.players[seat].yards_seen)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        found = _KNOWN[key] = _count(s.tiles, *key[1:])
    return found


def _count(tiles: Tiles, laid: tuple[int, ...], complete: tuple[bool, ...], seen: tuple[int, ...]) -> Yards:
    known = {tile for site, tile in enumerate(laid) if tile >= 0 and (complete[site] or site in seen)}
    unknown: dict[int, list[Tile]] = {}
    for number, tile in enumerate(tiles.tiles):
        if number not in known:
            unknown.setdefault(tile.size, []).append(tile)
    sizes = tuple(tiles.size(tile) for tile in laid)
    could_be = [
        [tiles.of(tile)] if tile in known else unknown.get(size, [tiles.of(tile)]) for tile, size in zip(laid, sizes, strict=True)
    ]
    return Yards(
        sizes,
        tuple(sum(map(_points, found)) / len(found) for found in could_be),
        tuple(sum(tile.special == NECROPOLIS for tile in found) / len(found) for found in could_be),
    )


def _points(tile: Tile) -> float:
    return tile.value + (2 * CARD if tile.special == INTERRUPTED_YARD else 0)


def completion(s: State, seat: int, site: int) -> float:
    """What completing the building on a site brings: its points, bonus token, Consul and Hygiene, tokens that may be buried."""
    return _completion(s, seat, site, yards_of(s, seat))


def _completion(s: State, seat: int, site: int, found: Yards) -> float:
    laid, rules, size = s.players[seat].laid, s.rules, found.sizes[site]
    value = found.values[site] + s.bonus[s.board.sites[site].district]
    if laid and ((size == rules.consul_size and CONSUL in laid) or (size == rules.hygiene_size and HYGIENE in laid)):
        value += rules.builder_points
    if found.graves[site]:
        value += found.graves[site] * corruption_sum(s, seat)
    return value


def cubes_gain(s: State, seat: int, site: int, cubes: int) -> float:
    """The points of so many cubes on a site, of which the last one scores."""
    left = s.room(site) - cubes
    return completion(s, seat, site) if left <= 0 else float(left)


def gains(s: State, seat: int) -> list[float]:
    """What one cube on each site would bring a seat; NO_GAIN on a completed building."""
    found = yards_of(s, seat)
    sizes, cubes = found.sizes, s.cubes
    gained = []
    for site, done in enumerate(s.complete):
        if done:
            gained.append(NO_GAIN)
            continue
        left = sizes[site] - cubes[site] - 1
        gained.append(float(left) if left else _completion(s, seat, site, found))
    return gained


def typical(s: State, seat: int) -> tuple[int, ...]:
    """The tiles on the board with each that a seat has not seen put as one of its size whose value is nearest to what it expects.

    Not a legal position, for a tile may lie there twice; but one in which trying out a cube tells nothing that is hidden.
    """
    found = yards_of(s, seat)
    return tuple(
        tile
        if s.complete[site] or site in s.players[seat].yards_seen
        else _nearest(s.tiles, found.sizes[site], found.values[site])
        for site, tile in enumerate(s.laid_tiles)
    )


def _nearest(tiles: Tiles, size: int, value: float) -> int:
    usual = [number for number, tile in enumerate(tiles.tiles) if tile.size == size and not tile.special]
    found = usual or [number for number, tile in enumerate(tiles.tiles) if tile.size == size]
    return min(found, key=lambda number: (abs(tiles.of(number).value - value), number))
