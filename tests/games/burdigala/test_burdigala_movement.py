"""Movement: by hand, and against a slow reading of its own on thousands of positions."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from burdigala_reference import Position, legal_moves, read_map
from burdigala_tables import legal, play, refused, table, told
from cases import sample

from bruges_lab import places
from bruges_lab.games.burdigala.rules.moving import MOVE, list_moves, way_to
from bruges_lab.games.burdigala.words import BOAT, CART, STREET
from bruges_lab.kernel import Stream

MAP = read_map(places.data("burdigala", "board.toml"))
READINGS: list[dict[str, Any]] = [
    {},
    {"repeat": "square"},
    {"pass_over": False},
    {"ways_cost": 0},
    {"round_trip": False},
    {"expressways": "hub"},
    {"boat_stretches": "one"},
    {"influence_counts": False},
    {"influence_bounds": "free"},
    {"pass_over": False, "ways_cost": 0},
    {"repeat": "square", "expressways": "hub"},
    {"boat_stretches": "one", "ways_cost": 0, "pass_over": False},
]

SLOW = {"expressways", "influence_bounds"}
"""Where the slow reading has very many ways."""


def some_position(stream: Stream, switches: dict[str, Any]) -> Position:
    """Meeples anywhere, any dice, any part of the sites open, cards or none."""
    squares = stream.shuffled(MAP.squares)
    own, others = squares[: 1 + stream.below(3)], squares[3 : 4 + stream.below(6)]
    dice = (1 + stream.below(6), 1 + stream.below(6))
    if not stream.below(3):
        dice = (dice[0], dice[0])
    if switches.get("influence_bounds") == "free" and stream.below(2):
        dice = (stream.pick((0, 7)), dice[1])
    names = stream.shuffled(sorted(MAP.sites))
    sites = set(names[: stream.below(len(names)) + 1])
    thrown = (1 + stream.below(6), 1 + stream.below(6)) if switches.get("influence_counts") is False else None
    supply = 0 if not stream.below(40) else 30
    cart, boat = not stream.below(3), not stream.below(3)
    return Position(own, others, dice, sites, supply, cart, boat, thrown, switches)


def on_the_table(position: Position) -> Any:
    """The same position for the engine."""
    game = table({"meeples": position.own}, {"meeples": []}, dice=position.dice, characters_two=9, **position.switches)
    s = game.start.copy()
    s.players[1].meeples = tuple(position.others)
    s.players[0].laid = tuple(kind for kind, there in ((CART, position.cart), (BOAT, position.boat)) if there)
    s.complete = tuple(site.name not in position.open_sites for site in s.board.sites)
    s.supply, s.thrown = position.supply, position.thrown or position.dice
    return s


@sample("times", 1, of=30)
@pytest.mark.parametrize("switches", READINGS, ids=[" ".join(reading) or "default" for reading in READINGS])
def test_legal_moves_are_those_of_the_slow_reading(switches: dict[str, Any], times: int) -> None:
    """A sample in every run, over 10,000 positions in the long one, more than half of them under the default rules."""
    stream = Stream(5, "movement", sorted(switches), times)
    seen: Counter[str] = Counter()
    for _ in range(times * (300 if not switches else 10 if SLOW & set(switches) else 100)):
        position = some_position(stream, switches)
        s = on_the_table(position)
        expected = legal_moves(MAP, position)
        assert {option[1:] for option in list_moves(s, 0)} == expected, position
        assert sorted(MOVE.listed(s, 0)) == list_moves(s, 0), position
        seen["none"] += not expected
        seen["round trip"] += any(start == end for start, end in expected)
        seen["onto another"] += any(end in position.others for _, end in expected)
        seen["moves"] += len(expected)
    assert seen["moves"] > 100 * times
    assert seen["none"] or SLOW & set(switches)
    assert seen["onto another"]
    assert bool(seen["round trip"]) == (switches.get("round_trip", True) and switches.get("repeat") != "square")


def test_free_hops_between_all_express_squares_agree_too() -> None:
    """Where the slow reading has far too many ways, with small numbers only."""
    stream, moves = Stream(7, "hops"), 0
    for _ in range(40):
        position = some_position(stream, {"expressways": "hub", "ways_cost": 0, "repeat": "square"})
        position.dice = (1, 1 + stream.below(2))
        moves += len(list_moves(on_the_table(position), 0))
        assert {option[1:] for option in list_moves(on_the_table(position), 0)} == legal_moves(MAP, position), position
    assert moves > 200


def test_a_way_is_one_of_the_board_and_the_lowest() -> None:
    """Every step along a line that may be used, none twice; the die is the lower that will do."""
    stream = Stream(6, "ways")
    for _ in range(300):
        position = some_position(stream, {})
        s = on_the_table(position)
        for _, start, end in list_moves(s, 0):
            found = way_to(s, 0, start, end)
            assert found is not None
            die, way = found
            assert len(way) == die + 1
            assert (way[0], way[-1]) == (start, end)
            used = [tuple(sorted(step)) for step in itertools.pairwise(way)]
            kinds = [{line.kind for line in s.board.lines if (line.one, line.other) == step} for step in used]
            assert all(kinds)
            assert len(set(used)) == len(used)
            plain = not s.is_double and not position.cart and not position.boat
            assert not plain or all(STREET in kind for kind in kinds)


# By hand


def test_exactly_one_of_the_dice_is_walked_and_the_player_chooses() -> None:
    game = table({"meeples": [14, 28]}, {"meeples": [20]}, dice=(1, 2))
    assert legal(game, "move") == [
        *("move:14:4", "move:14:8", "move:14:9"),
        *("move:28:19", "move:28:23", "move:28:24", "move:28:26", "move:28:27"),
    ]
    assert refused(game, "move:14:3") == ("burdigala.move.exact", "no_way")
    assert game.why_not("move:14:3").data == {"start": 14, "end": 3, "first": 1, "second": 2, "double": "no"}
    double = table({"meeples": [14, 28]}, {"meeples": [20]}, dice=(1, 1))
    assert double.why_not("move:14:28").data == {"start": 14, "end": 28, "first": 1, "second": 1, "double": "yes"}
    assert refused(game, "move:9:8") == ("burdigala.move.character", "not_your_meeple")
    assert refused(game, "move:14:40") == ("burdigala.comp.checkpoints", "no_square")
    events = play(game, "move:14:8")
    assert told(events, "meeple.moved") == [{"start": 14, "end": 8, "die": 2, "way": (14, 9, 8)}]
    assert game.state.players[0].meeples == (8, 28)


def test_several_ways_are_one_choice_and_the_lowest_is_told() -> None:
    game = table({"meeples": [1]}, {"meeples": [28]}, dice=(2, 4))
    assert legal(game, "move").count("move:1:6") == 1
    assert told(play(game, "move:1:6"), "meeple.moved") == [{"start": 1, "end": 6, "die": 2, "way": (1, 2, 6)}]


def test_no_street_twice_and_back_to_where_it_began() -> None:
    """Round the block I: 1, 2, 6, 5 and back with a 4; with a 2 nobody comes back."""
    game = table({"meeples": [1]}, {"meeples": [28]}, dice=(4, 5))
    assert "move:1:1" in legal(game)
    assert told(play(game, "move:1:1"), "meeple.moved")[0]["way"] == (1, 2, 6, 5, 1)
    there_and_back = table({"meeples": [1]}, {"meeples": [28]}, dice=(2, 3))
    assert refused(there_and_back, "move:1:1") == ("burdigala.move.no_street_twice", "street_twice")
    once = table({"meeples": [1]}, {"meeples": [28]}, dice=(4, 5), round_trip=False)
    assert refused(once, "move:1:1") == ("burdigala.move.return", "no_round_trip")


def test_a_meeple_on_the_way_does_not_matter_at_the_end_it_does() -> None:
    seats = ({"meeples": [14]}, {"meeples": [9]})
    game = table(*seats, dice=(1, 2))
    assert legal(game, "move") == ["move:14:4", "move:14:8"]
    assert refused(game, "move:14:9") == ("burdigala.move.free_end", "occupied")
    walled = table(*seats, dice=(1, 2), pass_over=False)
    assert legal(walled) == []
    walled = table({"meeples": [14, 28]}, {"meeples": [9]}, dice=(1, 2), pass_over=False)
    assert refused(walled, "move:14:4") == ("burdigala.move.pass", "way_blocked")


def test_only_where_there_is_something_to_build() -> None:
    every = ["I", "IIa", "IIb", "III", "IV", "V", "VIa", "VIb", "VIII", "IXa", "IXb", "X", "XI", "XII", "XIIIa", "XIIIb", "XIV"]
    game = table({"meeples": [14]}, {"meeples": [20]}, dice=(1, 2), complete=every)
    assert legal(game, "move") == ["move:14:8", "move:14:9"], "only VII is left, next to 8, 9, 13 and 14"
    assert refused(game, "move:14:4") == ("burdigala.move.buildable", "nothing_to_build")


def test_water_and_express_ways_only_with_a_double_or_the_card() -> None:
    assert refused(table({"meeples": [12, 1]}, dice=(1, 3)), "move:12:18") == ("burdigala.double.ways", "ways_closed")
    assert "move:12:18" in legal(table({"meeples": [12, 1], "laid": ["boat"]}, dice=(1, 5)))
    assert "move:1:25" not in legal(table({"meeples": [12, 1], "laid": ["boat"]}, dice=(1, 5)))
    assert "move:1:25" in legal(table({"meeples": [12, 1], "laid": ["cart"]}, {"meeples": [28]}, dice=(1, 5)))
    double = legal(table({"meeples": [12, 1]}, {"meeples": [28]}, dice=(1, 1)))
    assert {"move:12:18", "move:1:25"} <= set(double)
