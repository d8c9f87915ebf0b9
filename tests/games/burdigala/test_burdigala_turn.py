"""The turn by hand: cubes and their points, completion, doubles, sevens, ports, being stuck."""

from __future__ import annotations

import pytest
from burdigala_tables import asked, legal, play, refused, site_of, table, told

from bruges_lab.kernel import IllegalChoice

ALL_SITES = [
    *("I", "IIa", "IIb", "III", "IV", "V", "VIa", "VIb", "VII"),
    *("VIII", "IXa", "IXb", "X", "XI", "XII", "XIIIa", "XIIIb", "XIV"),
]


def points(events: list, seat: int = 0) -> list[tuple[str, int]]:
    return [(event.rule, event.data["points"]) for event in events if event.kind == "points.scored" and event.player == seat]


# The order of a turn


def test_no_turn_ends_without_move_and_cube() -> None:
    own = {"meeples": [7, 28], "hand": ["boat"]}
    for at, moved in (("throw", 0), ("move", 0), ("build", 7)):
        game = table(own, at=at, dice=(0, 0) if at == "throw" else (1, 3), moved=moved)
        assert refused(game, "end") == ("burdigala.turn.both_required", "not_now"), at
    assert "end" in legal(table(own, at="end", dice=(1, 3), moved=7))


# Cubes


def test_the_worked_example_size_five_one_cube_there_scores_three() -> None:
    game = table({"meeples": [1, 28]}, at="build", dice=(1, 3), moved=1, tiles={"I": "circus"}, cubes={"I": 1})
    assert points(game.events) == [("burdigala.cube.points", 3)], "one site only: it is answered by itself"
    assert game.events[0].kind == "forced"
    assert game.state.cubes[site_of(game.state, "I")] == 2
    assert game.state.supply == 28


def test_the_cube_goes_next_to_the_character_just_moved() -> None:
    game = table({"meeples": [7, 28]}, at="build", dice=(1, 3), moved=7)
    assert legal(game) == ["build:iia", "build:iib", "build:v", "build:via", "build:vib"]
    assert refused(game, "build:xiv") == ("burdigala.cube.place", "not_next_to")
    assert refused(game, "build:nowhere")[1] == "unknown_word"


def test_a_completed_building_takes_no_cube() -> None:
    game = table({"meeples": [7, 28]}, at="build", dice=(1, 3), moved=7, complete=["V"])
    assert refused(game, "build:v") == ("burdigala.cube.place", "is_complete")


# Completion


def test_the_last_cube_turns_the_tile_and_its_cubes_come_back() -> None:
    game = table({"meeples": [7, 28]}, {"meeples": [20]}, at="build", dice=(1, 3), moved=7, tiles={"V": "school"}, cubes={"V": 2})
    events = play(game, "build:v")
    assert points(events) == [("burdigala.cube.last.points", 4)], "the value, and nothing for places left"
    assert told(events, "cubes.returned") == [{"cubes": 3}]
    assert (game.state.supply, game.state.complete[site_of(game.state, "V")]) == (30, True)
    kept = table(
        {"meeples": [7, 28]},
        {"meeples": [20]},
        at="build",
        dice=(1, 3),
        moved=7,
        tiles={"V": "school"},
        cubes={"V": 2},
        cubes_return=False,
    )
    play(kept, "build:v")
    assert (kept.state.supply, kept.state.gone_cubes) == (27, 3)


def test_the_first_building_of_a_district_brings_its_bonus() -> None:
    given = {"at": "build", "dice": (1, 3), "moved": 7, "tiles": {"VIa": "gate", "VIb": "altar"}}
    game = table({"meeples": [7, 28]}, {"meeples": [20]}, cubes={"VIa": 1, "VIb": 1}, **given)
    bonus = game.state.bonus[5]
    events = play(game, "build:via")
    assert bonus in (2, 3)
    assert points(events) == [("burdigala.cube.last.points", 3), ("burdigala.bonus", bonus)]
    assert game.state.bonus[5] == 0
    assert game.state.players[0].earned == (0, 3, bonus, 0)


def test_consul_and_hygiene_pay_their_owner() -> None:
    def finish(tile: str, cubes: int, **switches: object) -> list[list[tuple[str, int]]]:
        seats = ({"meeples": [7, 28], "laid": ["consul"]}, {"meeples": [20], "laid": ["consul", "hygiene"]})
        game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"V": tile}, cubes={"V": cubes}, **switches)
        events = play(game, "build:v")
        return [points(events, seat) for seat in (0, 1)]

    assert finish("gate", 1) == [[("burdigala.cube.last.points", 3), ("burdigala.card.consul", 2)], []]
    assert finish("school", 2) == [[("burdigala.cube.last.points", 4)], []]
    assert finish("gate", 1, consul_for="anyone")[1] == [("burdigala.card.consul", 2)]
    assert finish("school", 2, consul_for="anyone")[1] == [("burdigala.card.hygiene", 2)]
    assert finish("aqueduct", 3, consul_for="anyone")[1] == []


def test_the_necropolis_takes_all_tokens_of_its_finisher() -> None:
    seats = ({"meeples": [7, 28], "tokens": [5, 3]}, {"meeples": [20], "tokens": [4]})
    game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"V": "necropolis"}, cubes={"V": 3})
    events = play(game, "build:v")
    assert points(events) == []
    assert told(events, "tokens.returned") == [{"count": 2, "tokens": (5, 3)}]
    assert (game.state.players[0].tokens, game.state.players[1].tokens, len(game.state.pool)) == ((), (4,), 23)


def test_cubes_on_the_necropolis_score_as_any_other() -> None:
    game = table({"meeples": [7, 28]}, at="build", dice=(1, 3), moved=7, tiles={"V": "necropolis"})
    assert points(play(game, "build:v")) == [("burdigala.cube.points", 3)]


def test_the_interrupted_yard_brings_two_plot_cards_and_the_neighbours_come_after() -> None:
    seats = ({"meeples": [7, 11]}, {"meeples": [12, 6]})
    game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"V": "interrupted yard"}, cubes={"V": 4})
    events = play(game, "build:v")
    drawn = [(event.player, event.rule) for event in events if event.kind == "plot.drawn"]
    yard, near = "burdigala.special.interrupted", "burdigala.complete.plot"
    assert drawn == [(0, yard), (0, yard), (0, near), (1, near), (1, near)]


def test_blue_completes_has_four_and_discards_one() -> None:
    """The worked example of line 109."""
    seats = ({"meeples": [7, 11], "hand": ["theft", "theft", "boat"]}, {"meeples": [20, 28]})
    game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"V": "gate"}, cubes={"V": 1}, plot_pile=["cart", "consul"])
    play(game, "build:v")
    assert asked(game) == ("discard", 0)
    assert legal(game) == ["discard:consul", "discard:boat", "discard:theft"]
    assert refused(game, "discard:cart") == ("burdigala.plot.limit.discard", "not_in_hand")
    play(game, "discard:theft")
    assert len(game.state.players[0].hand) == 3
    assert game.state.plot_discard == (13,)
    assert asked(game) == ("turn.end", 0)


def test_any_card_may_be_discarded_from_hand_or_display() -> None:
    seats = ({"meeples": [7, 11], "hand": ["boat", "theft"], "laid": ["boat"]}, {"meeples": [20, 28]})
    game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"V": "gate"}, cubes={"V": 1}, plot_pile=["cart"])
    play(game, "build:v")
    assert legal(game) == ["discard:cart", "discard:boat", "discard:theft", "discard_laid:boat"]
    play(game, "discard_laid:boat")
    assert game.state.players[0].laid == ()
    assert refused(game, "discard:boat")[1] == "not_now"


@pytest.mark.parametrize(
    ("switches", "due"),
    [
        ({}, [1, 2]),
        ({"neighbours": "opponents"}, [0, 2]),
        ({"neighbour_cards": "player"}, [1, 1]),
        ({"neighbour_plots": 0}, [0, 0]),
    ],
)
def test_who_stands_beside_the_district_gets_a_card(switches: dict, due: list[int]) -> None:
    """Seat 0 has another meeple at 11 and one far off, seat 1 two beside V and one far off; the one just moved gets nothing."""
    seats = ({"meeples": [7, 11, 28]}, {"meeples": [12, 6, 20]})
    game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"V": "gate"}, cubes={"V": 1}, **switches)
    play(game, "build:v")
    assert [len(player.hand) for player in game.state.players] == due


def test_in_a_district_of_two_sites_the_other_site_does_not_matter() -> None:
    seats = ({"meeples": [7, 28]}, {"meeples": [13, 20]})
    game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"VIa": "gate"}, cubes={"VIa": 1})
    play(game, "build:via")
    assert len(game.state.players[1].hand) == 1


def test_an_empty_plot_pile_is_made_of_the_discards_again() -> None:
    seats = ({"meeples": [7, 12], "hand": ["theft", "theft", "boat"]}, {"meeples": [11, 28]})
    given = {"at": "build", "dice": (1, 3), "moved": 7, "tiles": {"V": "gate"}, "cubes": {"V": 1}, "plot_pile": ["cart"]}
    game = table(*seats, **given)
    play(game, "build:v", "discard:theft")
    assert game.pending is not None
    assert game.pending.kind == "plots.reshuffle", "each discards before the next draws, so that discards can be shuffled in"
    play(game, "order:5")
    assert game.state.players[1].hand == (13,)
    dry = table(*seats, **given, plot_reshuffle=False)
    events = play(dry, "build:v", "discard:theft")
    assert dry.state.players[1].hand == ()
    assert told(events, "plot.none") == [{}]


def test_in_vino_veritas_is_asked_for_each_card() -> None:
    def finish(**switches: object) -> object:
        seats = ({"meeples": [7, 28]}, {"meeples": [11, 12], "laid": ["in_vino"]})
        game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"V": "gate"}, cubes={"V": 1}, **switches)
        play(game, "build:v")
        return game

    game = finish()
    assert asked(game) == ("vino", 1)
    assert len(game.state.players[1].hand) == 1
    events = play(game, "vino", "token:4")
    assert [event.kind for event in events[:3]] == ["vino.taken", "token.taken", "merchandise.taken"]
    assert asked(game) == ("vino", 1)
    play(game, "forgo")
    owner = game.state.players[1]
    assert (len(owner.hand), len(owner.goods), owner.tokens) == (2, 1, (4,))
    instead = finish(in_vino="instead")
    assert len(instead.state.players[1].hand) == 0
    play(instead, "vino", "token:0", "forgo")
    owner = instead.state.players[1]
    assert (len(owner.hand), len(owner.goods), owner.tokens) == (1, 1, (0,))


# Doubles


def test_with_a_double_an_occupant_is_put_on_any_empty_square() -> None:
    game = table({"meeples": [1, 28]}, {"meeples": [2, 20]}, dice=(1, 1))
    play(game, "move:1:2")
    assert asked(game) == ("displace", 0)
    assert refused(game, "displace:20") == ("burdigala.double.displace", "occupied")
    assert refused(game, "displace:2") == ("burdigala.double.displace", "occupied")
    assert "displace:1" in legal(game), "the two change places"
    events = play(game, "displace:12")
    assert told(events, "meeple.displaced") == [{"square": 12, "by": 0}]
    assert (game.state.players[0].meeples, game.state.players[1].meeples) == ((2, 28), (12, 20))
    assert game.state.players[1].goods == (), "a port brings nothing to a meeple that was put there"


def test_a_displaced_meeple_on_a_port_brings_a_card_if_so_read() -> None:
    game = table({"meeples": [1, 28]}, {"meeples": [2, 20]}, dice=(1, 1), displaced_port=True)
    play(game, "move:1:2", "displace:12")
    assert len(game.state.players[1].goods) == 1


def test_ones_own_meeple_can_be_displaced_too() -> None:
    game = table({"meeples": [1, 2]}, {"meeples": [28, 20]}, dice=(1, 1))
    play(game, "move:1:2", "displace:1")
    assert game.state.players[0].meeples == (2, 1)


def test_an_extra_turn_costs_a_token_and_may_be_had_again() -> None:
    game = table({"meeples": [1, 28]}, {"meeples": [15, 20]}, dice=(1, 1), at="over")
    assert (asked(game), legal(game)) == (("again", 0), ["again", "pass"])
    play(game, "again", "token:5", "dice:2:2")
    assert (game.state.active, game.state.extra_turn, game.state.players[0].tokens) == (0, True, (5,))
    play(game, "move:28:23", "build:x")
    assert asked(game) == ("again", 0)
    play(game, "pass")
    assert (game.state.active, game.state.extra_turn) == (1, False)


def test_only_one_extra_turn_in_a_row_if_so_read() -> None:
    game = table({"meeples": [1, 28]}, {"meeples": [15, 20]}, dice=(1, 1), at="over", extra_turns="once")
    play(game, "again", "token:5", "dice:2:2", "move:28:23", "build:x")
    assert game.state.active == 1


def test_no_token_no_extra_turn() -> None:
    tokens = [value for value in range(6) for _ in range(4)]
    game = table({"meeples": [1, 28]}, {"meeples": [15, 20], "tokens": tokens}, dice=(1, 1), at="over")
    assert game.state.active == 1


# Sevens


def seven(at: str = "build", **given: object) -> object:
    seats = ({"meeples": [7, 28]}, {"meeples": [20]})
    return table(*seats, at=at, dice=(3, 4), moved=7, **{"tiles": {"V": "forum"}, **given})


def test_a_seven_is_asked_when_the_site_is_chosen() -> None:
    game = seven()
    play(game, "build:v")
    assert (asked(game), legal(game)) == (("seven", 0), ["honest", "corrupt"])
    assert game.pending.told == {"player": 0, "site": site_of(game.state, "V")}
    assert game.state.cubes[site_of(game.state, "V")] == 0, "before any cube is placed"
    assert points(play(game, "honest")) == [("burdigala.cube.points", 3)]


def test_two_cubes_and_only_the_last_scores() -> None:
    game = seven()
    play(game, "build:v", "corrupt", "token:3")
    assert legal(game) == ["favour:cube", "favour:merchandise"]
    events = play(game, "favour:cube")
    assert len(told(events, "cube.placed")) == 2
    assert points(events) == [("burdigala.seven.cube.points", 2)]
    assert game.state.players[0].tokens == (3,)


def test_or_a_merchandise_card_and_the_cube_of_the_turn() -> None:
    game = seven()
    events = play(game, "build:v", "corrupt", "token:3", "favour:merchandise")
    assert len(game.state.players[0].goods) == 1
    assert points(events) == [("burdigala.cube.points", 3)]


def test_two_cubes_can_complete_a_building() -> None:
    game = seven(cubes={"V": 2})
    events = play(game, "build:v", "corrupt", "token:3", "favour:cube")
    assert points(events) == [("burdigala.cube.last.points", 6)]


def test_a_favour_that_is_not_possible_is_not_offered() -> None:
    one_place = seven(cubes={"V": 3})
    events = play(one_place, "build:v", "corrupt", "token:1")
    assert [event.kind for event in events if event.kind in ("forced", "favour.taken")] == ["forced", "favour.taken"]
    assert len(one_place.state.players[0].goods) == 1, "the only favour is taken without asking"
    nothing = seven(cubes={"V": 3}, goods_pile=[])
    assert "seven" not in [event.kind for event in play(nothing, "build:v")]
    assert nothing.over, "no card in the pile, and the game ends with the turn"
    short = seven(supply=1)
    events = play(short, "build:v", "corrupt", "token:1")
    assert len(short.state.players[0].goods) == 1, "one cube left: no extra one"


def test_the_token_of_a_seven_goes_back_with_the_necropolis() -> None:
    game = seven(tiles={"V": "necropolis"}, cubes={"V": 2})
    play(game, "build:v", "corrupt", "token:5", "favour:cube")
    assert game.state.players[0].tokens == ()
    assert len(game.state.pool) == 24


def test_a_token_that_nobody_looks_at() -> None:
    game = seven(seven_token_seen=False)
    play(game, "build:v", "corrupt", "token:5", "favour:cube")
    assert (game.state.players[0].tokens, game.state.players[0].sealed) == ((), (5,))
    assert game.view(0).state.players[0].sealed == (-1,)


# Ports


def test_a_move_that_ends_on_a_port_brings_a_card_before_the_cube() -> None:
    game = table({"meeples": [9, 28]}, {"meeples": [20]}, dice=(1, 3))
    events = play(game, "move:9:14")
    kinds = [event.kind for event in events]
    assert kinds.index("merchandise.taken") < kinds.index("cube.placed"), "VII is the only site at 14"
    assert len(game.state.players[0].goods) == 1


def test_a_round_trip_from_a_port_brings_a_card_too() -> None:
    game = table({"meeples": [18, 28]}, {"meeples": [1]}, dice=(4, 6))
    assert "move:18:18" in legal(game)
    play(game, "move:18:18")
    assert len(game.state.players[0].goods) == 1


def test_an_empty_pile_brings_nothing() -> None:
    game = table({"meeples": [9, 28]}, {"meeples": [20]}, dice=(1, 3), goods_pile=[])
    assert told(play(game, "move:9:14"), "merchandise.none") == [{}]


# Stuck


def test_who_cannot_move_removes_a_meeple_and_the_turn_is_over() -> None:
    game = table({"meeples": [1, 5]}, {"meeples": [15, 20]}, dice=(1, 2), complete=[s for s in ALL_SITES if s != "XIV"])
    assert legal(game) == ["remove:1", "remove:5"]
    assert refused(game, "move:1:2") == ("burdigala.move.buildable", "nothing_to_build")
    events = play(game, "remove:5")
    assert told(events, "meeple.removed") == [{"square": 5}]
    assert (game.state.players[0].meeples, game.state.active) == ((1,), 1)


def test_nobody_removes_a_meeple_who_can_move() -> None:
    game = table({"meeples": [1, 5]}, {"meeples": [15, 20]}, dice=(1, 2))
    assert refused(game, "remove:1") == ("burdigala.stuck", "can_move")
    with pytest.raises(IllegalChoice, match=r"burdigala\.stuck"):
        game.play("remove:1")


def test_a_double_does_not_help_who_is_stuck_to_another_turn() -> None:
    game = table({"meeples": [1, 5]}, {"meeples": [15, 20]}, dice=(1, 1), complete=[s for s in ALL_SITES if s != "XIV"])
    play(game, "remove:5")
    assert game.state.active == 1


def test_a_stuck_player_may_first_play_a_card_and_try_again() -> None:
    """The Cart leads from 3 to 27, beside XIV."""
    seats = ({"meeples": [3, 1], "hand": ["cart", "theft"]}, {"meeples": [15, 20]})
    game = table(*seats, dice=(1, 2), complete=[s for s in ALL_SITES if s != "XIV"])
    assert legal(game) == ["remove:1", "remove:3", "lay:cart"]
    play(game, "lay:cart")
    assert legal(game) == ["move:3:23", "move:3:27", "move:3:28"]


def test_without_a_cube_nobody_can_move() -> None:
    game = table({"meeples": [1, 5]}, {"meeples": [15, 20]}, dice=(1, 2), supply=0)
    assert legal(game) == ["remove:1", "remove:5"]
    assert refused(game, "move:1:2") == ("burdigala.cube.supply", "no_cubes")


def test_a_stuck_player_has_no_moment_for_a_card_afterwards() -> None:
    seats = ({"meeples": [1, 5], "hand": ["cart"]}, {"meeples": [15, 20]})
    game = table(*seats, dice=(1, 2), complete=[s for s in ALL_SITES if s != "XIV"])
    play(game, "remove:5")
    assert game.state.active == 1
