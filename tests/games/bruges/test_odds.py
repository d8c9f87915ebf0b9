"""Exact odds against brute force: every roll of the dice played by the engine, one round whole and two rounds by sorts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.play.threat_odds import damage_ahead, price_ahead, threat_odds
from bruges_lab.games.bruges.rules.dice import dice_classes, dice_price
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel import Stream, advance, choose

POSITIONS = 50


def position(number: int) -> State:
    """Two to four players with random markers, before the dice; the displays are empty, so that nobody changes anything."""
    stream = Stream(number, "odds")
    players = [
        {"threats": {colour: stream.below(3) for colour in COLOURS}, "guilders": stream.below(9), "hand": []}
        for _ in range(2 + stream.below(3))
    ]
    for colour in COLOURS:  # nine markers per colour
        while sum(player["threats"][colour] for player in players) > 8:  # type: ignore[index]
            players[stream.below(len(players))]["threats"][colour] = 0  # type: ignore[index]
    return bl.scenario({"given": {"phase": "dice", "players": players}}, chance=bl.Ask()).state


def after_roll(state: State, dice: tuple[int, ...]) -> tuple[State, list[tuple[int, int]]]:
    """The position when the threats of a roll are over, and the damage that came: seat and colour."""
    twin = state.copy()
    log: list[object] = []
    twin.log = log  # type: ignore[assignment]
    pending = advance(twin)
    assert pending is not None
    assert pending.is_chance
    choose(twin, ("roll", *dice))
    while (pending := advance(twin)) is not None and not pending.is_chance and pending.kind != "advance":
        if twin.phase != 2:
            break
        choose(twin, pending.raw[0])
    return twin, [(e[2], e[3]["colour"]) for e in log if e[1] == "damage.due"]  # type: ignore[index]


@each("number", range(POSITIONS))
def test_one_round_equals_every_sort_of_roll_played_by_the_engine(number: int) -> None:
    state = position(number)
    odds = threat_odds(state, 1)
    seats = range(len(state.players))
    markers: dict[tuple[int, int], Counter[int]] = {(seat, colour): Counter() for seat in seats for colour in range(5)}
    damage: Counter[tuple[int, int]] = Counter()
    how_many: dict[int, Counter[int]] = {seat: Counter() for seat in seats}
    for option, _odds, count in dice_classes(state):
        after, struck = after_roll(state, option[1:])
        for seat in seats:
            how_many[seat][sum(hit == seat for hit, _ in struck)] += count
            for colour in range(5):
                markers[seat, colour][after.players[seat].threats[colour]] += count
        for hit in struck:
            damage[hit] += count
    for seat in seats:
        (found,) = odds.seats[seat].rounds
        for colour in range(5):
            expected = tuple(Fraction(markers[seat, colour][n], 7776) for n in range(3))
            assert found.markers[colour] == expected
            assert sum(expected) == 1
            assert found.damage[colour] == Fraction(damage[seat, colour], 7776)
        assert found.damages == tuple(Fraction(how_many[seat][n], 7776) for n in range(6))


def test_the_sorts_are_all_7776_rolls() -> None:
    state = position(1)
    every = Counter[object]()
    for dice in product(range(1, 7), repeat=5):
        trial = state.copy()
        trial.dice = dice
        every[tuple(die in (5, 6) for die in dice), dice_price(trial)] += 1
    sorts = {
        (tuple(die in (5, 6) for die in option[1:]), sum(d for d in option[1:] if d < 3) or None): count
        for option, _, count in dice_classes(state)
    }
    assert sorts == every
    assert sum(odds for _, odds, _ in dice_classes(state)) == 1


@pytest.mark.parametrize("number", range(4))
def test_two_rounds_equal_all_pairs_of_threats(number: int) -> None:
    """Colour by colour, with each die threatening or not in each round: the only thing that matters for markers."""
    state = position(number)
    odds = threat_odds(state, 2)
    third, rest = Fraction(1, 3), Fraction(2, 3)
    for seat, player in enumerate(state.players):
        for colour in range(5):
            by_then = Fraction(0)
            second = Fraction(0)
            for first_hit, second_hit in product((False, True), repeat=2):
                share = (third if first_hit else rest) * (third if second_hit else rest)
                markers, struck = player.threats[colour], [False, False]
                for place, hit in enumerate((first_hit, second_hit)):
                    markers += hit
                    if markers == 3:
                        markers, struck[place] = 0, True
                by_then += share * any(struck)
                second += share * struck[1]
            assert odds.seats[seat].struck[colour][1] == by_then
            assert odds.seats[seat].rounds[1].damage[colour] == second


def test_the_price_of_the_step_over_all_rolls() -> None:
    odds = threat_odds(position(2), 1)
    assert sum(odds.price.values()) == 1
    assert odds.price[None] == Fraction(4, 6) ** 5
    assert odds.price[10] == Fraction(1, 6**5)


@each("number", range(12))
def test_what_a_hint_says_of_the_next_roll_is_what_the_odds_say(number: int) -> None:
    state = position(number)
    for rules in (state.rules, bl.ruleset("default", threat_faces=(4, 5, 6)), bl.ruleset("default", advance_faces=(1, 2, 3))):
        state.rules = rules
        odds = threat_odds(state, rounds=1)
        for seat in range(len(state.players)):
            assert damage_ahead(state, seat) == odds.seats[seat].rounds[0].any_damage
        assert price_ahead(state) == odds.price == _by_every_roll(state)
    state.round, state.final_round = 7, 7
    state.agenda = []
    for refused in (lambda: damage_ahead(state, 0), lambda: threat_odds(state, rounds=1)):
        with pytest.raises(bl.LabError, match="no dice are rolled any more"):
            refused()


def _by_every_roll(state: State) -> dict[int | None, Fraction]:
    sums = Counter(
        sum(low) if (low := [die for die in dice if die in state.rules.advance_faces]) else None
        for dice in product(range(1, 7), repeat=5)
    )
    return {price: Fraction(count, 6**5) for price, count in sums.items()}


def test_a_plan_takes_markers_away() -> None:
    state = bl.scenario({"given": {"phase": "dice", "players": [{"threats": {"red": 1}}, {}]}}, chance=bl.Ask()).state
    without = threat_odds(state, 3)
    planned = threat_odds(state, 3, plan={0: {"red": 1}})
    red = COLOURS.index("red")
    assert without.seats[0].struck[red][2] > 0
    assert planned.seats[0].struck[red][2] == 0
    assert planned.seats[1] == without.seats[1]
    assert "as planned" in planned.model


def test_people_who_could_change_something_are_named() -> None:
    houses = [{"card": "blue", "person": "sergeant"}, {"card": "blue", "person": "engraver"}]
    state = bl.scenario({"given": {"phase": "dice", "players": [{"houses": houses}, {}]}}, chance=bl.Ask()).state
    assert threat_odds(state, 1).left_out == ("sergeant",)


def test_expected_loss_is_in_goods_of_today() -> None:
    given = {"phase": "dice", "players": [{"threats": {"yellow": 2}, "guilders": 9}, {}]}
    state = bl.scenario({"given": given}, chance=bl.Ask()).state
    assert threat_odds(state, 1).seats[0].expected_loss()["guilders"] == Fraction(9, 3)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"rounds": 0}, "rounds: from 1 to 30"),
        ({"rounds": 31}, "rounds: from 1 to 30"),
        ({"plan": {5: {}}}, "there is no seat '5'"),
        ({"plan": {0: {"green": 1}}}, "'green'"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments: dict[str, object], problem: str) -> None:
    with pytest.raises(bl.LabError, match=problem):
        threat_odds(position(0), **arguments)  # type: ignore[arg-type]


def test_it_shows_itself() -> None:
    odds = threat_odds(bl.new_game(2, 3), 3)
    assert "round 3" in odds._repr_html_()
    assert len(odds.figure(lang="de").data) == 10


def test_markers_whose_damage_is_waiting_are_gone_before_the_next_roll() -> None:
    game = bl.scenario(
        {"given": {"phase": "dice", "players": [{"threats": {"yellow": 2, "red": 2}, "guilders": 5, "houses": ["red"]}, {}]}},
        chance=bl.Ask(),
    )
    game.play("roll:1:1:6:6:3")
    assert game.pending is not None
    assert game.pending.kind == "threats.settle"
    for seat in bl.threat_odds(game, rounds=2).seats:
        for round_ in seat.rounds:
            assert [sum(markers) for markers in round_.markers] == [1] * 5
    struck = bl.threat_odds(game, rounds=1).seats[0].struck
    assert [odds[0] for odds in struck] == [0] * 5
