"""Where the dice lead and what a cube brings there, against the engine's own moves, brute force and the independent reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from burdigala_reference import Map, Position, ends, legal_moves, read_map
from burdigala_tables import lay_tile, random_game, site_of, table, tile_of
from cases import sample

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.play.cube_gains import Gain, completed_side
from bruges_lab.games.burdigala.play.reach_odds import Reach, reach
from bruges_lab.games.burdigala.play.site_odds import building_sites
from bruges_lab.games.burdigala.rules.moving import way_to
from bruges_lab.games.burdigala.views import mask, resample
from bruges_lab.games.burdigala.words import BOAT, CART, IN_VINO
from bruges_lab.kernel import Ask, Game, LabError, Stream

SWITCHES: list[dict[str, Any]] = [
    {},
    {"pass_over": False},
    {"repeat": "square"},
    {"round_trip": False},
    {"expressways": "hub"},
    {"ways_cost": 0},
    {"boat_stretches": "one"},
    {"neighbours": "opponents", "consul_for": "anyone"},
    {"neighbour_cards": "player", "dice_faces": 4},
]
each_reading = pytest.mark.parametrize("number", range(len(SWITCHES)))


@cache
def board() -> Map:
    return read_map(places.data("burdigala", "board.toml"))


@cache
def line(number: int) -> Game[State]:
    return random_game(2 + number % 3, 10 + number, **SWITCHES[number])


def moments(number: int, every: int) -> Iterator[Game[State]]:
    """The moments of a game at which a seat moves: one of so many."""
    twin, found = line(number).branch(), 0
    for node in line(number).line[:-1]:
        twin.goto(node.number)
        if twin.pending is not None and twin.pending.kind.startswith("turn.move"):
            found += 1
            if not found % every:
                yield twin


def as_reference(s: State, seat: int, dice: tuple[int, int], number: int) -> Position:
    others = [square for other, player in enumerate(s.players) if other != seat for square in player.meeples]
    laid = s.players[seat].laid
    open_sites = {site.name for site, done in zip(s.board.sites, s.complete, strict=True) if not done}
    own = list(s.players[seat].meeples)
    return Position(own, others, dice, open_sites, s.supply, CART in laid, BOAT in laid, dice, SWITCHES[number])


# Moves


@sample("every", 5, of=1)
@each_reading
def test_legal_moves_are_those_that_the_engine_offers_with_their_die_and_way(number: int, every: int) -> None:
    tried = 0
    for game in moments(number, every):
        assert game.pending is not None
        seat = game.pending.player
        found = reach(game, seat)
        assert found.throw is not None
        assert found.throw.dice == game.state.dice
        assert found.throw.odds == 1
        offered = {option for option in game.pending.raw if option[0] == "move"}
        assert {("move", move.start, move.end) for move in found.throw.legal} == offered
        for move in found.throw.legal:
            assert way_to(game.state, seat, move.start, move.end) == (move.die, move.way)
            assert move.displaced == (None if move.start == move.end else game.state.occupant(move.end))
            tried += 1
        for move in found.throw.moves:
            refusal = game.why_not(f"move:{move.start}:{move.end}")
            assert (refusal.rule if refusal else "") == move.refused
    assert tried > 100 // every


@sample("every", 30, of=10)
@each_reading
def test_every_throw_leads_where_the_reference_says_with_these_odds(number: int, every: int) -> None:
    reached = 0
    slow = SWITCHES[number].get("expressways") == "hub" or SWITCHES[number].get("ways_cost") == 0
    for game in moments(number, max(every, 25) if slow else every):
        state = game.state
        faces = range(1, state.rules.dice_faces + 1)
        for seat in (game.pending.player,) if game.pending else ():
            found = reach(game, seat, throw="each")
            assert sum(throw.odds for throw in found.throws) == 1
            by_dice = {throw.dice: throw for throw in found.throws}
            hits: Counter[int] = Counter()
            stuck = 0
            for one in faces:
                for other in faces:
                    position = as_reference(state, seat, (one, other), number)
                    legal = legal_moves(board(), position)
                    throw = by_dice[min(one, other), max(one, other)]
                    assert {(move.start, move.end) for move in throw.legal} == legal
                    double = one == other
                    led = {
                        (start, end)
                        for start in position.own
                        for die in (one, other)
                        for end in ends(board(), position, start, die, double)
                    }
                    assert {(move.start, move.end) for move in throw.moves} == led
                    hits.update({end for _, end in legal})
                    stuck += not legal
            assert {one.square: one.odds for one in found.squares} == {
                square: Fraction(count, len(faces) ** 2) for square, count in hits.items()
            }
            assert found.stuck == Fraction(stuck, len(faces) ** 2)
            reached += len(hits)
    assert reached > 300 // every


def test_odds_of_a_square_that_one_number_reaches() -> None:
    """From 14, a quay with one street, square 9 is one step away; a double of two ones leads on over water too."""
    game = table({"meeples": (14,)}, {"meeples": (28,)}, at="throw")
    found = reach(game, 0)
    assert found.throw is None
    ones = sum(1 for one in range(1, 7) for other in range(1, 7) if 1 in (one, other))
    others = {(throw.dice, move.end) for throw in found.throws for move in throw.legal if move.end == 9}
    assert {(1, other) for other in range(1, 7)} <= {dice for dice, _ in others}
    assert found.odds_of(9) >= Fraction(ones, 36)
    assert found.odds_of(9) == sum(throw.odds for throw in found.throws if any(move.end == 9 for move in throw.legal))
    assert found.odds_of(99) == 0


# What a cube brings


def carried_out(game: Game[State], seat: int, move: tuple[int, int], gained: Gain) -> tuple[list[int], list[int]]:
    """The points that everybody gets for the cubes and the plot cards that everybody draws, by playing it."""
    s = game.state.copy()
    for player in s.players:
        player.laid = tuple(card for card in player.laid if card != IN_VINO)  # it would ask in between
    s.agenda, s.causes = [], []
    s.then(("turn.move.plain", seat), ("window.build", seat), ("turn.over", seat))
    s.played = s.rules.plots_a_turn
    trial = Game(BurdigalaKit(), s, chance=Ask())
    district = s.board.districts[s.board.sites[gained.site].district].squares
    answers: dict[str, Any] = {
        "turn.move.plain": lambda raw: ("move", *move),
        "displace": lambda raw: next(option for option in raw if option[1] not in district),
        "turn.build.plain": lambda raw: ("build", gained.site),
        "seven": lambda raw: ("corrupt",) if gained.cubes > 1 else ("honest",),
        "favour": lambda raw: ("favour", 0),
        "token": lambda raw: raw[0],
        "discard": lambda raw: raw[0],
        "plots.reshuffle": lambda raw: ("order", 7),
    }
    while (pending := trial.pending) is not None and pending.kind in answers:
        trial.play_option(answers[pending.kind](pending.raw))
    points, plots = ([0] * len(s.players) for _ in range(2))
    for event in trial.events:
        if event.kind == "points.scored":
            points[event.player] += event.data["points"]
        if event.kind in ("plot.drawn", "plot.none") and event.rule != "burdigala.special.interrupted":
            plots[event.player] += 1
    return points, plots


@each_reading
def test_a_cube_brings_what_the_engine_gives_for_it(number: int) -> None:
    completed = placed = seven = 0
    for game in moments(number, 5):
        assert game.pending is not None
        seat = game.pending.player
        found = reach(game, None, mover=seat)
        assert found.throw is not None
        for move in found.throw.legal[::3]:
            for gained in move.gains:
                points, plots = carried_out(game, seat, (move.start, move.end), gained)
                assert gained.points == {points[seat]: Fraction(1)}
                assert [*gained.builders[:seat], *gained.builders[seat + 1 :]] == [*points[:seat], *points[seat + 1 :]]
                assert [*gained.plots] == plots
                completed += gained.completes
                placed += not gained.completes
                seven += gained.cubes > 1
    assert placed > 20
    assert completed > 2


def test_a_hidden_tile_is_any_of_its_size_and_a_known_one_is_certain() -> None:
    game = table({"meeples": (6,)}, {"meeples": (1, 5)}, dice=(1, 3), tiles={"I": "theatre"}, cubes={"I": 3})
    s = game.state
    site = site_of(s, "I")
    move = next(move for move in reach(game, 0).throws[0].legal if move.end == 2)
    gained = next(gained for gained in move.gains if gained.site == site)
    assert gained.completes
    hidden = Counter(tile.value for tile in s.tiles.tiles if tile.size == 4)
    assert gained.points == {value: Fraction(count, 6) for value, count in sorted(hidden.items())}
    found: Counter[int] = Counter()
    for tile, record in enumerate(s.tiles.tiles):
        if record.size == 4:
            twin = s.copy()
            lay_tile(twin, site, tile)
            found[carried_out(Game(BurdigalaKit(), twin, chance=Ask()), 0, (6, 2), gained)[0][0]] += 1
    assert gained.points == {points: Fraction(count, 6) for points, count in sorted(found.items())}
    assert gained.necropolis == Fraction(1, 6)
    assert gained.plots == (0, 2)
    open_gain = next(one for one in reach(game, None).throws[0].legal if one.end == 2).gains[0]
    assert open_gain.points == {6: Fraction(1)}
    s.players[0].yards_seen = (site,)
    assert completed_side(mask(s, 0), site).values == {6: Fraction(1)}
    assert len(completed_side(mask(s, 1), site).values) > 1
    necropolis = tile_of(s, "necropolis")
    elsewhere = next(other for other in range(len(s.laid_tiles)) if s.size(other) == 4 and other != site)
    lay_tile(s, elsewhere, necropolis)
    s.players[0].yards_seen = (elsewhere,)
    assert 0 not in completed_side(mask(s, 0), site).values, "the necropolis is known to lie elsewhere"
    assert 0 in completed_side(mask(s, 1), site).values


def test_bonus_consul_and_seven_are_counted() -> None:
    game = table(
        {"meeples": (6,), "laid": ("consul",)},
        {"meeples": (28,)},
        dice=(1, 6),
        tiles={"IIa": "gate"},
        cubes={"IIa": 1},
    )
    s = game.state
    bonus = s.bonus[s.board.sites[site_of(s, "IIa")].district]
    assert bonus > 0
    move = next(move for move in reach(game, None).throws[0].legal if move.end == 2)
    gained = next(gained for gained in move.gains if gained.site == site_of(s, "IIa"))
    assert gained.points == {3 + bonus + 2: Fraction(1)}
    assert set(gained.rules) == {"burdigala.cube.last.points", "burdigala.bonus", "burdigala.card.consul"}
    other = [one for one in move.gains if one.site == site_of(s, "IIb")]
    assert [one.cubes for one in other] == [1, 2]
    assert other[1].free == other[0].free - 1


# Who looks


def other_worlds(game: Game[State], seat: int, count: int) -> list[Game[State]]:
    """The same game with what a seat cannot see dealt anew."""
    view = mask(game.state, seat)
    return [
        Game(BurdigalaKit(), resample(view, seat, Stream(turn, "world")), chance=Ask(), names=game.names) for turn in range(count)
    ]


def told(found: Reach) -> list[Any]:
    return list(found.throws)


@pytest.mark.parametrize("number", [0, pytest.param(7, marks=pytest.mark.slow)])
def test_a_seat_is_told_nothing_that_it_may_not_know(number: int) -> None:
    changed = 0
    for game in moments(number, 22):
        for seat in range(len(game.names)):
            for world in other_worlds(game, seat, 2):
                changed += world.state.laid_tiles != game.state.laid_tiles
                for mover in range(len(game.names)):
                    assert told(reach(world, seat, mover=mover)) == told(reach(game, seat, mover=mover))
                here, there = building_sites(game, seat), building_sites(world, seat)
                assert here.sites == there.sites
    assert changed


def test_a_view_is_enough() -> None:
    game = next(moments(0, 7))
    seat = game.pending.player  # type: ignore[union-attr]
    assert told(reach(game.view(seat).state, seat)) == told(reach(game, seat))
    assert told(reach(game.state, seat)) == told(reach(game, seat))


def test_what_cannot_be_asked_is_refused_in_one_line() -> None:
    game = random_game(2, 1, 30)
    for wrong in ((0, 3), (1, 7), "all", (1, 2, 3), 5, ("1", "2")):
        with pytest.raises(LabError, match=r"^throw: two dice from 1 to 6 or 'each', not "):
            reach(game, 0, throw=wrong)  # type: ignore[arg-type]
    for wrong in (2, -1, "x"):
        with pytest.raises(LabError):
            reach(game, wrong)  # type: ignore[arg-type]
        with pytest.raises(LabError):
            reach(game, 0, mover=wrong)  # type: ignore[arg-type]
    with pytest.raises(LabError, match="a game or a position of Burdigala, not 'x'"):
        reach("x")  # type: ignore[arg-type]
    with pytest.raises(LabError, match="Bruges has no squares to reach"):
        reach(bl.new_game(players=2, seed=1))  # type: ignore[arg-type]
    with pytest.raises(LabError, match="Bruges has no building sites"):
        building_sites(bl.new_game(players=2, seed=1))  # type: ignore[arg-type]


def test_a_game_that_is_over_or_has_not_begun_leads_nowhere() -> None:
    assert reach(random_game(2, 1)).throws == ()
    opening = reach(random_game(3, 1, 0), 0)
    assert len(opening.throws) == 21
    assert opening.stuck == 1
    assert opening.squares == ()


# Building sites


@pytest.mark.parametrize("number", [0, 2, 7])
def test_sites_say_what_is_missing_who_stands_there_and_who_gets_there(number: int) -> None:
    for game in moments(number, 15):
        s = game.state
        found = building_sites(game, None)
        ahead = [reach(game, None, mover=seat, throw="each").throws for seat in range(len(s.players))]
        assert [one.site for one in found.sites] == [site for site, done in enumerate(s.complete) if not done]
        assert found.complete == sum(s.complete)
        for one in found.sites:
            assert one.missing == s.room(one.site) == len(one.ladder) + 1
            assert one.ladder == tuple(range(one.missing - 1, 0, -1))
            assert one.value == {s.tiles.of(s.laid_tiles[one.site]).value: Fraction(1)}
            assert one.known
            squares = s.board.districts[one.district].squares
            for there in one.seats:
                assert there.beside == tuple(sorted(set(squares) & set(s.players[there.seat].meeples)))
                builds = completes = Fraction(0)
                for throw in ahead[there.seat]:
                    near = any(one.site in s.board.square(move.end).sites for move in throw.legal)
                    builds += throw.odds if near else 0
                    more = throw.seven and bool(s.pool) and s.supply > 1
                    completes += throw.odds if near and one.missing <= 1 + more else 0
                assert (there.reaches, there.completes) == (builds, completes)


def test_sites_tell_and_draw_themselves_in_four_languages() -> None:
    game = next(moments(0, 9))
    for lang, seat in (("en", None), ("de", 0), ("fr", 1), ("it", None)):
        assert "≈" in building_sites(game, seat).told(lang)
        assert "≈" in reach(game, seat).told(lang)
        assert reach(game, seat, throw="each").told(lang).count("\n") > 10
    assert str(reach(game)) == reach(game).told("en")
    assert "throws" in repr(reach(game))
