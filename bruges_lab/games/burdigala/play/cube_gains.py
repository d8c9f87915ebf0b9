"""What the cube of a turn would bring on a site now: points with their exact odds, and plot cards for those beside the district.

A site that stays incomplete scores its free places. A building that is completed scores its tile, which is certain for whoever
knows it; for anybody else it is any tile of that size that nobody has turned over, each as likely. Bonus token, Consul and
Hygiene come on top. A displaced meeple is taken to be put elsewhere than beside the district: its finisher decides where.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..model import NO_BONUS, NOWHERE, State
from ..rules.completing import neighbours
from ..words import CONSUL, HYGIENE, INTERRUPTED_YARD, NECROPOLIS
from .known_position import Odds, add_odds, expected


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


def tiles_there(known: State, site: int) -> dict[int, Fraction]:
    """Which tile lies on a site, as far as the position tells (burdigala.setup.tiles.hidden)."""
    tile = known.laid_tiles[site]
    if tile >= 0:
        return {tile: Fraction(1)}
    seen = {*known.laid_tiles, *known.spare}
    hidden = [other for other in range(len(known.tiles.tiles)) if other not in seen and known.tiles.size(other) == -tile]
    return {other: Fraction(1, len(hidden)) for other in hidden}


def tile_values(known: State, site: int) -> Odds:
    """What the completed side is worth, with the odds of each value."""
    found: Odds = {}
    for tile, share in tiles_there(known, site).items():
        add_odds(found, known.tiles.of(tile).value, share)
    return dict(sorted(found.items()))


def special_odds(known: State, site: int, special: int) -> Fraction:
    """The odds that a special building lies there."""
    there = tiles_there(known, site)
    return sum((share for tile, share in there.items() if known.tiles.of(tile).special == special), Fraction(0))


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
    tile = tile_values(known, site)
    points = {value + bonus + builders[mover]: share for value, share in tile.items()}
    necropolis, interrupted = (special_odds(known, site, special) for special in (NECROPOLIS, INTERRUPTED_YARD))
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
