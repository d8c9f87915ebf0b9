from fractions import Fraction

import pytest
from cases import each
from ferry.rules import KIT, start
from hypothesis import given
from hypothesis import strategies as st
from play import random_game

from bruges_lab.kernel import (
    Ask,
    Enumerate,
    Game,
    IllegalChoice,
    LabError,
    Scripted,
    ScriptEnded,
    Seeded,
    Stream,
    advance,
    choose,
)
from bruges_lab.kernel.chance import source_from_data

SEEDS = st.integers(0, 300)


@given(SEEDS, SEEDS)
def test_keyed_chance_is_the_same_on_every_branch(seed: int, path: int) -> None:
    """Round 2's wind does not depend on what was chosen before it, nor on undo."""
    winds = set()
    for variant in range(3):
        game = Game(KIT, start(3, seed), chance=Seeded(seed))
        stream = Stream(path, variant)
        while not game.over and game.state.round < 2:
            game.play(stream.below(len(game.legal())))
            if stream.below(3) == 0:
                game.undo()
                game.redo()
        winds.add(game.state.wind)
    assert len(winds) == 1


def test_outcomes_add_up_and_each_branch_holds_its_outcome() -> None:
    state = start()
    pending = advance(state)
    assert pending is not None
    branches = Enumerate().branches(state, pending)
    assert sum(odds for _, odds in branches) == Fraction(1)
    for option, odds in branches:
        twin = state.copy()
        choose(twin, option)
        assert twin.wind == option[1]
        assert odds > 0


def test_seeded_draws_only_listed_outcomes_with_their_odds() -> None:
    state = start()
    pending = advance(state)
    assert pending is not None
    counts: dict[object, int] = {}
    for seed in range(3000):
        option = Seeded(seed).pick(state, pending, 0)
        counts[option] = counts.get(option, 0) + 1
    assert abs(counts["wind", 1] - 1500) < 150
    assert abs(counts["wind", 4] - 1000) < 150
    assert abs(counts["wind", 6] - 500) < 150


def test_a_script_is_followed_then_hands_over_or_ends() -> None:
    game = Game(KIT, start(), chance=Scripted(["wind:6", "wind:4"], then=Ask()))
    assert game.state.wind == 6
    while game.state.round == 1:
        game.play("wait")
    assert game.state.wind == 4
    game.undo()
    game.redo()
    assert game.state.wind == 4
    while game.state.round == 2:
        game.play("wait")
    assert game.pending is not None
    assert game.pending.is_chance
    short = Game(KIT, start(), chance=Scripted(["wind:6"]))
    with pytest.raises(ScriptEnded, match="1 outcomes"):
        for _ in range(4):
            short.play("wait")
    with pytest.raises(IllegalChoice, match="not_an_outcome"):
        Game(KIT, start(), chance=Scripted(["wind:5"]))


def test_the_user_can_set_the_outcome() -> None:
    game = Game(KIT, start(), chance=Ask())
    assert game.pending is not None
    assert [(str(c), odds) for c, odds in game.pending.outcomes or ()] == [
        ("wind:1", Fraction(1, 2)),
        ("wind:4", Fraction(1, 3)),
        ("wind:6", Fraction(1, 6)),
    ]
    refusal = game.why_not("wind:5")
    assert refusal is not None
    assert refusal.rule == "ferry.wind"
    assert game.why_not("gale:6") is not None
    game.play("wind:6")
    assert game.state.wind == 6
    game.undo()
    assert game.state.wind == 0


@pytest.mark.parametrize("source", [Seeded(3), Ask(), Enumerate(), Scripted(["wind:6"], then=Seeded(1)), Scripted([])])
def test_sources_round_trip_through_plain_data(source: object) -> None:
    data = source.to_data()  # type: ignore[attr-defined]
    assert source_from_data(data).to_data() == data


@each(
    "data",
    [
        None,
        3,
        {},
        {"source": "dice"},
        {"source": "seeded"},
        {"source": "seeded", "seed": "x"},
        {"source": "scripted", "outcomes": 3, "then": None},
    ],
)
def test_what_is_not_a_source_is_refused(data: object) -> None:
    with pytest.raises(LabError):
        source_from_data(data)


@pytest.mark.parametrize("seed", ["x", 1.5, True, 2**70])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(LabError):
        Seeded(seed)  # type: ignore[arg-type]


@given(SEEDS)
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    assert random_game(seed).events == random_game(seed).events


def test_the_odds_of_an_outcome_are_those_of_the_list() -> None:
    game = Game(KIT, start(3, 3), chance=Ask())
    pending = game.pending
    assert pending is not None
    assert {option: pending.odds(option) for option in pending.raw} == dict(Enumerate().branches(game.state, pending))
    assert pending.odds(("wind", 2)) is None
    game.roll()
    assert game.pending is not None
    assert game.pending.odds(game.pending.raw[0]) is None  # a decision has none


def test_chance_can_be_let_to_decide() -> None:
    asked, thrown = Game(KIT, start(3, 3), chance=Ask()), Game(KIT, start(3, 3), chance=Seeded(5))
    step = asked.roll(Seeded(5))
    assert asked.state.wind == thrown.state.wind
    assert [event.kind for event in step.events] == ["wind.blows"]
    asked.undo()
    asked.roll()  # a source that asks is given a throw of seed 0
    assert asked.node.choice == Game(KIT, start(3, 3), chance=Seeded(0)).node.choice
    with pytest.raises(LabError, match="nothing waits"):
        asked.roll()
