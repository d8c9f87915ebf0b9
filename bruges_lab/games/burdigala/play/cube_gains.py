"""What the cube of a turn would bring on a site now: points with their exact odds, and plot cards for those beside the district.

A site that stays incomplete scores its free places. A building that is completed scores its tile, which is certain for whoever
knows it; for anybody else it is any tile of that size that nobody has turned over, each as likely. Bonus token, Consul and
Hygiene come on top. A displaced meeple is taken to be put elsewhere than beside the district: its finisher decides where.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..model import NO_BONUS, NOWHERE, State
from ..rules.completing import neighbours
from ..words import CONSUL, HYGIENE, INTERRUPTED_YARD, NECROPOLIS
from .known_position import Odds, expected


class Gain(NamedTuple):
    """What cubes on one site would bring the seat that places them."""

    site: int
    cubes: int
    """How many are placed; one more than usual for the token of a seven."""
    free: int
    """The places left after them; none: the building is complete."""
    points: Odds
    """Everything together."""
    tile: Odds
    """The value of the completed side; empty if the site stays incomplete."""
    bonus: int
    builders: tuple[int, ...]
    """What Consul and Hygiene bring each seat."""
    plots: tuple[int, ...]
    """The plot cards that each seat is due for standing beside the district."""
    necropolis: Fraction
    """The odds that it is the necropolis."""
    interrupted: Fraction
    """The odds that it is the interrupted yard."""
    rules: tuple[str, ...]

    @property
    def completes(self) -> bool:
        """Whether the building is complete then."""
        return not self.free

    @property
    def expected(self) -> Fraction:
        """The points on the average."""
        return expected(self.points)


def tiles_there(known: State, site: int) -> list[int]:
    """The tiles that may lie on a site, each as likely, as far as the position tells (burdigala.setup.tiles.hidden)."""
    tile = known.laid_tiles[site]
    if tile >= 0:
        return [tile]
    seen = {*known.laid_tiles, *known.spare}
    return [other for other in range(len(known.tiles.tiles)) if other not in seen and known.tiles.size(other) == -tile]


class CompletedSide(NamedTuple):
    """What may lie on a site: the odds of each value, of the necropolis and of the interrupted yard."""

    values: Odds
    necropolis: Fraction
    interrupted: Fraction


def completed_side(known: State, site: int) -> CompletedSide:
    """What the completed side is worth and does."""
    tiles = [known.tiles.of(tile) for tile in tiles_there(known, site)]
    values, necropolis, interrupted = _odds(tuple((tile.value, tile.special) for tile in tiles))
    return CompletedSide(dict(values), necropolis, interrupted)


@lru_cache(maxsize=256)
def _odds(tiles: tuple[tuple[int, int], ...]) -> CompletedSide:
    """The same for values and specials of tiles that are equally likely: the cubes of a turn meet few such sets, each often."""

    def share(count: int) -> Fraction:
        return Fraction(count, max(1, len(tiles)))

    values = {value: share(count) for value, count in sorted(Counter(value for value, _ in tiles).items())}
    specials = Counter(special for _, special in tiles)
    return CompletedSide(values, share(specials[NECROPOLIS]), share(specials[INTERRUPTED_YARD]))


def builder_points(known: State, finisher: int, size: int) -> tuple[int, ...]:
    """What Consul and Hygiene bring each seat for a building of this size: the owner's own, or anybody's (B-037)."""
    rules = known.rules
    paid = [0] * len(known.players)
    for seat, player in enumerate(known.players):
        if seat == finisher or rules.consul_for == "anyone":
            consul = size == rules.consul_size and CONSUL in player.laid
            hygiene = size == rules.hygiene_size and HYGIENE in player.laid
            paid[seat] = (consul + hygiene) * rules.builder_points
    return tuple(paid)


def after_move(known: State, mover: int, start: int, end: int) -> State:
    """The meeples once a character has moved; whoever stood there is lifted."""
    twin = known.copy()
    for player in twin.players:
        player.meeples = tuple(NOWHERE if square == end and end != start else square for square in player.meeples)
    own = twin.players[mover]
    own.meeples = tuple(end if square == start else square for square in own.meeples)
    twin.moved = end
    return twin


def gain(known: State, mover: int, start: int, end: int, site: int, cubes: int) -> Gain:
    """What so many cubes on a site would bring after this move."""
    seats = len(known.players)
    free = known.room(site) - cubes
    if free:
        rule = "burdigala.cube.points" if cubes == known.rules.cubes_a_turn else "burdigala.seven.cube.points"
        return Gain(site, cubes, free, {free: Fraction(1)}, {}, 0, (0,) * seats, (0,) * seats, Fraction(0), Fraction(0), (rule,))
    district, size = known.board.sites[site].district, known.size(site)
    bonus = 0 if known.bonus[district] == NO_BONUS else known.bonus[district]
    builders = builder_points(known, mover, size)
    twin = after_move(known, mover, start, end)
    plots = tuple(neighbours(twin, seat, mover, district) for seat in range(seats))
    tile, necropolis, interrupted = completed_side(known, site)
    points = {value + bonus + builders[mover]: share for value, share in tile.items()}
    cited = {
        "burdigala.cube.last.points": True,
        "burdigala.bonus": bonus,
        "burdigala.card.consul": size == known.rules.consul_size and any(builders),
        "burdigala.card.hygiene": size == known.rules.hygiene_size and any(builders),
        "burdigala.complete.plot": any(plots),
        "burdigala.special.necropolis": necropolis,
        "burdigala.special.interrupted": interrupted,
    }
    rules = tuple(rule for rule, holds in cited.items() if holds)
    return Gain(site, cubes, 0, points, tile, bonus, builders, plots, necropolis, interrupted, rules)
