"""Cubes and completions against a second reading: points, bonus, Consul and Hygiene, sevens, Crassus, plot cards due."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from burdigala_cube_reference import Builder, Outcome, Tile, Yard, build, district_of, favours, read_districts, read_tiles
from burdigala_tables import site_of, table, take

from bruges_lab import places
from bruges_lab.games.burdigala.model import BUILDERS, State
from bruges_lab.kernel import Stream, advance, choose
from bruges_lab.kernel.engine import Pending

TILES = read_tiles(places.data("burdigala", "tiles.toml"))
DISTRICTS = read_districts(places.data("burdigala", "board.toml"))
SITES = sorted(site.name for site in table().state.board.sites)
READINGS: list[dict[str, Any]] = [
    {},
    {"cubes_return": False},
    {"consul_for": "anyone"},
    {"neighbours": "opponents"},
    {"neighbour_cards": "player"},
    {"neighbours": "opponents", "neighbour_cards": "player", "consul_for": "anyone"},
    {"seven_token_seen": False},
]
SAMPLE, ALL = 80, 1_500
"""Positions a reading, in every run and in the long one."""
SEEN = ("sevens", "cube", "merchandise", "no crassus", "complete", "back", "draws", "several", "builders")
"""What every run must have had."""


def some_tile(stream: Stream) -> Tile:
    """Any tile, the two special ones more often."""
    special = [tile for tile in TILES.values() if tile.special]
    return stream.pick(special if not stream.below(4) else list(TILES.values()))


def some_yard(stream: Stream, switches: dict[str, Any]) -> Yard:
    """A site with room next to the character that has just moved; everything else at random."""
    site = stream.pick(SITES)
    touching = DISTRICTS[district_of(site)]
    stands = stream.pick(touching)
    players = 2 + stream.below(3)
    near = stream.shuffled([square for square in touching if square != stands])
    far = stream.shuffled([square for square in range(1, 29) if square not in touching])
    seats = []
    for number in range(players):
        meeples = [near.pop() if near and stream.below(2) else far.pop() for _ in range(2)]
        laid = {card for card in ("consul", "hygiene") if number < 3 and not stream.below(2)}  # there are three of each
        seats.append(Builder(meeples, laid))
    finisher = stream.below(players)
    seats[finisher].meeples.insert(0, stands)
    seats[finisher].tokens = [stream.below(6) for _ in range(stream.below(3))]
    tile = some_tile(stream)
    cubes = tile.size - 1 if stream.below(2) else stream.below(tile.size)
    place = len(district_of(site)) < len(site)
    yard = Yard(site, tile, cubes, stands, finisher, seats, touching=touching, switches=switches)
    yard.bonus = stream.pick((2, 3)) if place and stream.below(3) else None
    yard.supply = stream.pick((1, 2, 3, 30 - cubes, 30 - cubes))
    yard.dice = stream.pick(((1, 6), (5, 2), (1, 2), (4, 4)))
    yard.pool = 0 if not stream.below(8) else 24 - len(seats[finisher].tokens)
    yard.merchandise = stream.pick((0, 1, 21, 21))
    return yard


def on_the_table(yard: Yard, crassus: bool) -> State:
    """The same yard for the engine, at the build window of the finisher's turn."""
    seats: list[dict[str, Any]] = [{"meeples": seat.meeples, "laid": sorted(seat.laid)} for seat in yard.players]
    seats[yard.finisher]["hand"] = ["crassus"] if crassus else []
    game = table(
        *seats,
        at="build",
        seat=yard.finisher,
        dice=yard.dice,
        moved=yard.stands,
        tiles={yard.site: yard.tile.name},
        cubes={yard.site: yard.cubes},
        supply=yard.supply,
        characters_two=9,
        characters_more=6,
        **yard.switches,
    )
    s = game.start.copy()
    mine, other = s.players[yard.finisher], s.players[yard.finisher - 1]
    mine.tokens = tuple(yard.players[yard.finisher].tokens)
    rest = take(s.stock.tokens, mine.tokens)
    s.pool, other.tokens = (rest, ()) if yard.pool else ((), rest)
    other.goods, s.goods_left = s.goods_pile[yard.merchandise :], yard.merchandise
    s.bonus = tuple(
        (yard.bonus or 0) if d.name == district_of(yard.site) else bonus
        for d, bonus in zip(s.board.districts, s.bonus, strict=True)
    )
    s.log = []
    return s


def go(s: State, *options: tuple[Any, ...]) -> Pending | None:
    """Make these choices, tokens by chance the first that comes."""
    pending = advance(s)
    for option in options:
        assert pending is not None
        assert option in pending.raw, (option, pending)
        choose(s, option)
        pending = advance(s)
    return pending


def finish(s: State) -> None:
    """Discard whatever comes first, up to the end of the turn."""
    pending = advance(s)
    while pending is not None and pending.kind == "discard":
        choose(s, pending.raw[0])
        pending = advance(s)


def outcome(s: State, before: State, site: int, district: int, finisher: int) -> Outcome:
    """What the engine made of it, in the words of the second reading."""
    log = s.log or []
    drawn: list[tuple[int, int]] = []
    for _, kind, seat, _, _, _ in log:
        if kind == "plot.drawn":
            if drawn and drawn[-1][0] == seat:
                drawn[-1] = (seat, drawn[-1][1] + 1)
            else:
                drawn.append((seat, 1))
    points = [sum(now.earned) - sum(then.earned) for now, then in zip(s.players, before.players, strict=True)]
    mine = s.players[finisher]
    back = any(event[1].startswith("tokens.returned") for event in log)
    assert not back or mine.tokens == mine.sealed == ()
    return Outcome(points, s.complete[site], s.cubes[site], s.supply, bool(s.bonus[district]), back, drawn)


def compare(yard: Yard, seen: Counter[str]) -> None:
    """Every way to build on the site: honest, by either favour, with Publius Crassus and without."""
    for crassus in (False, True):
        yard.crassus = crassus
        start = on_the_table(yard, crassus)
        site = site_of(start, yard.site)
        district = start.board.sites[site].district
        pending = advance(start)
        if crassus:
            assert pending is not None
            near = [start.room(other) for other in start.board.square(yard.stands).sites]
            assert (("crassus",) in pending.raw) == (yard.supply > 1 and max(near) > 1), yard
            if ("crassus",) not in pending.raw or yard.tile.size - yard.cubes < 2:
                seen["no crassus"] += 1
                continue
            pending = go(start, ("crassus",))
        # The only site next to the character is chosen without asking; where one can choose, this one is there.
        if pending is not None and pending.kind.startswith("turn.build"):
            pending = go(start, ("build", site))
        elif len([other for other in start.board.square(yard.stands).sites if other != site]):
            continue
        number = 2 if crassus else 1
        open_to = favours(yard)
        asked = pending is not None and pending.kind == "seven"
        assert asked == bool(open_to), yard
        if not asked:
            check(yard, start, site, district, number, seen)
            continue
        seen["sevens"] += 1
        honest = start.copy()
        honest.log = []
        go(honest, ("honest",))
        check(yard, honest, site, district, number, seen)
        for which, word in ((0, "cube"), (1, "merchandise")):
            if word in open_to:
                seen[word] += 1
                corrupt(yard, start, which, number, len(open_to) == 1, seen)


def corrupt(yard: Yard, start: State, which: int, number: int, alone: bool, seen: Counter[str]) -> None:
    """A token, the first that comes, then the favour; a single one is not asked for."""
    s = start.copy()
    s.log = []
    pending = go(s, ("corrupt",))
    assert pending is not None
    choose(s, pending.raw[0])
    pending = advance(s)
    assert alone == (pending is None or pending.kind != "favour"), yard
    if not alone:
        go(s, ("favour", which))
    site = site_of(s, yard.site)
    yard.players[yard.finisher].tokens.append(0)
    check(yard, s, site, s.board.sites[site].district, number + (which == 0), seen)
    yard.players[yard.finisher].tokens.pop()


def check(yard: Yard, s: State, site: int, district: int, number: int, seen: Counter[str]) -> None:
    """The engine's outcome is that of the second reading."""
    finish(s)
    found = outcome(s, on_the_table(yard, False), site, district, yard.finisher)
    assert found == build(yard, number), (yard, number)
    seen.update(complete=found.complete, back=found.tokens_back, draws=len(found.draws), several=number > 1)
    seen["builders"] += sum(player.earned[BUILDERS] > 0 for player in s.players)


@pytest.mark.parametrize("switches", READINGS, ids=[" ".join(reading) or "default" for reading in READINGS])
@pytest.mark.parametrize("positions", [SAMPLE, pytest.param(ALL, marks=pytest.mark.slow)])
def test_cubes_score_as_in_the_second_reading(switches: dict[str, Any], positions: int) -> None:
    stream = Stream(9, "cubes", sorted(switches))
    seen: Counter[str] = Counter()
    for _ in range(positions):
        compare(some_yard(stream, switches), seen)
    assert all(seen[word] for word in SEEN), seen
