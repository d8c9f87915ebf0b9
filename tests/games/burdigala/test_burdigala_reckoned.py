"""What a seat must reckon with: worlds it cannot tell apart, with the odds of what it knows, and trees that branch there."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from burdigala_tables import random_game, table

import bruges_lab as bl
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.play.corruption_odds import corruption_odds
from bruges_lab.games.burdigala.positions import check_position
from bruges_lab.games.burdigala.reckoned import come_to_light, drawn_tokens
from bruges_lab.games.burdigala.views import mask, resample
from bruges_lab.kernel import Stream
from bruges_lab.kernel.engine import advance, choose

KIT = BurdigalaKit()


def same_to(seat: int, one: State, other: State) -> None:
    """Two positions that are legal, and that the seat cannot tell apart."""
    check_position(other)
    assert mask(one, seat).key() == mask(other, seat).key()


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (3, 4), (4, 5)])
def test_worlds_cannot_be_told_apart_and_their_odds_are_whole(players: int, seed: int) -> None:
    game = random_game(players, seed)
    met: Counter[str] = Counter()
    for node in game.line:
        pending = advance(node.state.copy())
        if pending is None or (pending.is_chance and pending.kind != "token"):
            continue
        if pending.is_chance:
            for seat in range(players):
                found = drawn_tokens(node.state, seat)
                assert sum(odds for _, odds, _ in found) == 1
                for option, _, world in found:
                    same_to(seat, node.state, world)
                    assert option[1] in world.pool
            met["token"] += 1
            continue
        for option in pending.raw[:4]:
            worlds = come_to_light(node.state, option, pending.player)
            if worlds is not None:
                assert sum(odds for _, odds in worlds) == 1
                for world, _ in worlds:
                    same_to(pending.player, node.state, world)
                met[option[0]] += 1
    assert met["token"]
    assert met["build"]
    assert met["move"]


def test_a_tile_is_any_of_its_size_that_the_seat_has_not_seen() -> None:
    game = table({"meeples": [6, 28]}, at="build", dice=(1, 3), moved=6, tiles={"I": "amphitheatre"}, cubes={"I": 4})
    (build,) = [option for option in game.pending.raw if option == game.pending.raw[0]]
    s = game.state
    site = build[1]
    worlds = come_to_light(s, build, 0)
    assert worlds is not None
    sizes = {tile.name["en"] for tile in s.tiles.tiles if tile.size == 5}
    assert {s.tiles.of(world.laid_tiles[site]).name["en"] for world, _ in worlds} == sizes
    assert {odds for _, odds in worlds} == {Fraction(1, len(sizes))}
    s.players[0].yards_seen = (site,)
    assert come_to_light(s, build, 0) is None


def test_a_token_has_the_odds_of_what_the_seat_knows() -> None:
    players = ({"meeples": [6, 28], "tokens": [5, 5], "pool_seen": [0]}, {"meeples": [7, 9], "tokens": [1, 2]})
    game = table(*players, at="build", dice=(3, 4), moved=6)
    told = dict(corruption_odds(game, 0).next_token)
    assert {option[1]: odds for option, odds, _ in drawn_tokens(game.state, 0)} == told
    assert {option[1]: odds for option, odds, _ in drawn_tokens(resample(mask(game.state, 0), 0, Stream(7)), 0)} == told


def test_a_tree_knows_no_more_than_its_seat_where_a_token_is_drawn() -> None:
    game = table({"meeples": [6, 28], "tokens": [5]}, {"meeples": [7, 9], "tokens": [1, 2]}, at="build", dice=(3, 4), moved=6)
    told = dict(corruption_odds(game, 0).next_token)
    tree = bl.tree(game, depth=4, seen_by=0, seat=0)
    drawn = [node for node in tree.nodes if node.pending is not None and node.pending.kind == "token" and node.edges]
    assert drawn
    for node in drawn:
        assert {edge.option[1]: edge.odds for edge in node.edges} == told


def test_the_card_of_a_port_is_any_that_the_seat_has_not_seen() -> None:
    for seed in range(40):
        game = random_game(3, seed)
        for node in game.line:
            pending = advance(node.state.copy())
            if pending is None or pending.is_chance or pending.kind not in ("turn.move", "turn.move.plain"):
                continue
            for option in pending.raw:
                after = node.state.copy()
                choose(after, option)
                advance(after)
                seat = pending.player
                if len(after.players[seat].goods) == len(node.state.players[seat].goods):
                    continue
                worlds = come_to_light(node.state, option, seat)
                assert worlds is not None
                tops = {world.goods_pile[world.goods_left - 1]: odds for world, odds in worlds}
                counted: Counter[int] = Counter()
                for number in range(400):
                    world = resample(mask(node.state, seat), seat, Stream(number, "port"))
                    counted[world.goods_pile[world.goods_left - 1]] += 1
                for good, odds in tops.items():
                    assert abs(counted[good] / 400 - odds) < 0.1
                assert set(counted) <= set(tops)
                return
    raise AssertionError("nobody came to a port")
