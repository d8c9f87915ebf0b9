"""Wrong things asked for at the wrong time: the rule a referee would name, and the numbers."""

from __future__ import annotations

import itertools

import pytest
from burdigala_tables import legal, play, refused, table

from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.ways import ANY, Walk, reach, strolls
from bruges_lab.games.burdigala.words import GOODS
from bruges_lab.kernel import Ask, Game

SEATS = ({"meeples": [7, 28]}, {"meeples": [20]})


def why(game: Game, choice: str) -> tuple[str, str, dict[str, object]]:
    refusal = game.why_not(choice)
    assert refusal is not None
    return refusal.rule, refusal.reason, dict(refusal.data)


def test_the_order_of_a_turn() -> None:
    before = table(*SEATS, at="dice")
    assert why(before, "move:7:8") == ("burdigala.turn.roll", "throw_first", {})
    assert why(before, "build:i") == ("burdigala.turn.sequence", "move_first", {})
    assert refused(before, "throw") == ("burdigala.turn.roll", "not_now")
    lying = table(*SEATS, dice=(1, 2))
    assert why(lying, "throw") == ("burdigala.turn.roll", "already_thrown", {"first": 1, "second": 2})
    assert why(lying, "build:i") == ("burdigala.turn.sequence", "move_first", {})
    moved = table({"meeples": [7, 28], "hand": ["boat"]}, {"meeples": [20]}, at="build", moved=7, dice=(1, 2))
    assert why(moved, "move:7:8") == ("burdigala.turn.sequence", "already_moved", {"square": 7})
    assert why(moved, "remove:7") == ("burdigala.turn.sequence", "already_moved", {"square": 7})
    play(moved, "build:via")
    assert why(moved, "build:via") == ("burdigala.cube.place", "already_built", {"site": 6})


CARDS = {
    "lay:boat": "burdigala.plot.play",
    "betrayal:1:hand": "burdigala.plot.play",
    "influence:1:up": "burdigala.card.influence",
    "indiscretion": "burdigala.plot.play",
    "merchant:1": "burdigala.plot.play",
    "sailor": "burdigala.plot.play",
    "crassus": "burdigala.card.crassus",
    "relationship:3": "burdigala.plot.play",
    "theft:1": "burdigala.plot.play",
}
"""How every sort of plot card is played, and the rule that says when."""


@pytest.mark.parametrize("choice", CARDS)
def test_a_plot_card_too_many_or_none_at_all_or_at_another_time(choice: str) -> None:
    without = table(*SEATS, dice=(1, 2))
    assert why(without, choice) == ("burdigala.plot.play", "no_plots", {"player": 0})
    second = table({"meeples": [7, 28], "hand": ["cart", "boat"]}, SEATS[1], dice=(1, 2))
    play(second, "lay:cart")
    assert why(second, choice) == ("burdigala.plot.play", "plot_played", {"cards": 1})
    asked = table({"meeples": [7, 28], "hand": ["boat"]}, SEATS[1], at="dice")
    assert refused(asked, choice) == (CARDS[choice], "not_now")


@pytest.mark.parametrize("hand", [[], ["boat"]])
def test_who_is_stuck_is_asked_by_the_rule_for_that(hand: list[str]) -> None:
    seats = ({"meeples": [14, 7], "hand": hand}, {"meeples": [9]})
    stuck, free = table(*seats, dice=(1, 2), supply=0), table(*seats, dice=(1, 2))
    assert (stuck.pending.rule, free.pending.rule) == ("burdigala.stuck", "burdigala.move.character")
    alone = table({"meeples": [14]}, {"meeples": [9]}, at="dice", supply=0)
    forced = next(event for event in play(alone, "dice:1:2") if event.kind == "forced")
    assert forced.rule == "burdigala.stuck"


@pytest.mark.parametrize("choice", ["order:0", "order:999999999999999"])
def test_any_order_of_a_pile_can_be_named(choice: str) -> None:
    """A number behind which there is an order: from 0 to below 10 to the 15."""
    sailor = table({"meeples": [7], "hand": ["sailor"]}, at="throw")
    play(sailor, "sailor", "keep:" + GOODS[sailor.state.goods_pile[-1]])
    s = table({"meeples": [7]}, at="throw", plot_pile=["theft", "cart"]).start.copy()
    s.plot_pile, s.plot_left, s.plot_discard = (), 0, s.plot_pile
    s.push("plots", 0, 1, "burdigala.complete.plot")
    shuffled = Game(sailor.kit, s, chance=Ask())
    for game in (sailor, shuffled):
        assert game.why_not(choice) is None
        assert refused(game, "order:-1")[1] == refused(game, "order:1000000000000000")[1] == "not_an_outcome"
        play(game, choice)
        assert game.state.mixes == 1


def test_nothing_of_the_last_turn_is_left_when_a_turn_begins() -> None:
    """Whatever a turn leaves behind: the next one begins with a clean table."""
    s = table({"meeples": [7, 28], "hand": ["boat"]}, SEATS[1], at="over", moved=7, dice=(3, 3)).start.copy()
    s.played, s.crassus, s.stuck, s.extra_turn = 1, 1, True, True
    now = Game(BurdigalaKit(), s, chance=Ask()).state
    assert (now.turn, now.active, now.thrown, now.dice, now.moved) == (2, 1, (0, 0), (0, 0), 0)
    assert (now.played, now.crassus, now.stuck, now.extra_turn) == (0, 0, False, False)


def test_no_extra_turn() -> None:
    end = {"at": "end", "moved": 7}
    one = {"meeples": [7, 28], "hand": ["boat"]}
    assert refused(table(one, SEATS[1], at="throw"), "again") == ("burdigala.double.extra_turn", "not_now")
    plain = table(one, SEATS[1], dice=(1, 2), **end)
    assert why(plain, "again") == ("burdigala.double.extra_turn", "no_double", {"first": 1, "second": 2})
    assert why(plain, "displace:4") == ("burdigala.double.occupied", "no_double", {"first": 1, "second": 2})
    double = table(one, SEATS[1], dice=(2, 2), **end)
    assert refused(double, "again") == ("burdigala.double.extra_turn", "not_now")
    assert refused(double, "displace:4") == ("burdigala.double.displace", "not_now")
    s = double.start.copy()
    s.pool, s.players[1].tokens = (), s.pool
    assert refused(Game(double.kit, s, chance=Ask()), "pass") == ("burdigala.corruption.none_left", "no_tokens")
    once = table(one, SEATS[1], dice=(2, 2), extra_turns="once", **end)
    assert refused(once, "again") == ("burdigala.double.extra_turn", "not_now")
    s = once.start.copy()
    s.extra_turn = True
    assert refused(Game(once.kit, s, chance=Ask()), "again") == ("burdigala.double.extra_turn.again", "extra_turn_once")


def test_nobody_is_corrupted() -> None:
    one = {"meeples": [7, 28], "hand": ["boat"]}
    assert refused(table(one, SEATS[1], at="throw"), "corrupt") == ("burdigala.seven", "not_now")
    plain = table(one, SEATS[1], dice=(1, 2))
    assert why(plain, "corrupt") == ("burdigala.seven", "no_seven", {"first": 1, "second": 2, "seven": 7})
    seven = table(one, SEATS[1], dice=(5, 2))
    assert refused(seven, "favour:cube") == ("burdigala.seven", "not_now")
    s = seven.start.copy()
    s.pool, s.players[1].tokens = (), s.pool
    assert refused(Game(seven.kit, s, chance=Ask()), "honest") == ("burdigala.corruption.none_left", "no_tokens")
    assert why(plain, "vino") == ("burdigala.card.in_vino", "not_laid", {"plot": 5})
    laid = table({"meeples": [7, 28], "laid": ["in_vino"]}, SEATS[1], dice=(1, 2))
    assert refused(laid, "vino") == ("burdigala.card.in_vino", "not_now")


def test_dice_as_they_fell_are_told_where_influence_does_not_count() -> None:
    game = table({"meeples": [7, 28], "hand": ["influence"]}, SEATS[1], dice=(1, 2), influence_counts=False)
    play(game, "influence:1:up")
    assert game.state.dice == (2, 2)
    assert why(game, "again") == ("burdigala.double.extra_turn", "no_double", {"first": 1, "second": 2})


def test_a_square_twice_is_not_a_street_twice() -> None:
    """Round the block and on: with `repeat=square` nobody crosses the own way."""
    game = table({"meeples": [1, 14]}, {"meeples": [28]}, dice=(4, 4), repeat="square")
    assert refused(game, "move:1:1") == ("burdigala.move.revisit", "square_twice")
    assert refused(table({"meeples": [1]}, {"meeples": [28]}, dice=(1, 2)), "move:1:1")[1] == "street_twice"


def test_a_boat_with_one_stretch() -> None:
    seats = ({"meeples": [12, 28], "laid": ["boat"]}, {"meeples": [20]})
    assert "move:12:14" in legal(table(*seats, dice=(1, 2)))
    one = table(*seats, dice=(1, 2), boat_stretches="one")
    assert "move:12:18" in legal(one)
    assert refused(one, "move:12:14") == ("burdigala.card.boat", "one_stretch")


def test_nobody_moves_by_nothing() -> None:
    game = table({"meeples": [1, 28]}, {"meeples": [20]}, dice=(0, 3), influence_bounds="free")
    assert refused(game, "move:1:1") == ("burdigala.move.exact", "no_way")


@pytest.mark.parametrize("free", [False, True])
def test_what_can_be_reached_could_be_reached_with_a_street_twice(free: bool) -> None:
    """The explanation of a refusal counts steps as moves do: free lines are none."""
    board, how = Board.load(), Walk(ANY, True, free=free)
    for start, steps in itertools.product(board.numbers, range(4)):
        assert set(reach(board, start, steps, how)) <= strolls(board, start, steps, how)
    assert 14 in strolls(board, 14, 2, how)
    assert (19 in strolls(board, 12, 1, how)) == free


def test_nobody_starts_with_more_plot_cards_than_are_allowed() -> None:
    with pytest.raises(ValueError, match=r"start_plots.*burdigala\.plot\.limit"):
        Ruleset().changed(start_plots=4)
    assert Ruleset().changed(start_plots=4, plot_limit=4).start_plots == 4
