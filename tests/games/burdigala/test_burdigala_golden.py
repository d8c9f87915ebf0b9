"""Whole games of Burdigala as text: replayed from their choices, they must read the same to the last line."""

from __future__ import annotations

from functools import cache

import burdigala_golden as golden
import pytest
from burdigala_rule_ids import RULES
from golden_text import assert_same, read

from bruges_lab.games.burdigala.model import BOOK, State
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.words import ENDINGS, PLOTS
from bruges_lab.kernel import Game, LabError
from bruges_lab.kernel.saving import from_bytes, to_bytes

PLANS = {plan.name: plan for plan in golden.PLANS}
every_plan = pytest.mark.parametrize("name", PLANS)


@cache
def text_of(name: str) -> str:
    return PLANS[name].file.read_text(encoding="utf-8")


@cache
def replayed(name: str) -> Game[State]:
    """The game of a file, made by its choices alone, those of chance included. Not to be moved: the tests share it."""
    return golden.replay(read(text_of(name)))


@every_plan
def test_the_choices_of_the_file_give_the_file(name: str) -> None:
    assert_same(golden.tell(replayed(name), read(text_of(name)).header), text_of(name))


@every_plan
def test_making_it_again_gives_the_file(name: str) -> None:
    """Here the seed throws the dice, draws the tokens and orders the piles, and the header comes from the plan."""
    assert_same(golden.make(PLANS[name])[1], text_of(name))


@every_plan
def test_every_event_cites_a_rule_and_has_its_data(name: str) -> None:
    game = replayed(name)
    assert game.over
    assert len(game.events) == game.state.emitted
    for event in game.events:
        assert event.rule in RULES, f"{event!r} cites a rule that does not exist"
        assert set(event.data) == set(BOOK.kinds[event.kind].fields), f"{event!r} has other data than it declares"
        assert event.cause < event.index, f"{event!r} comes before its cause"


@every_plan
def test_saved_and_loaded_it_is_the_same_game(name: str) -> None:
    game = replayed(name)
    again = from_bytes({"burdigala": golden.kit()}, to_bytes(game), "golden")
    assert [node.state.digest() for node in again.line] == [node.state.digest() for node in game.line]


def test_every_plan_has_its_file_and_every_file_its_plan() -> None:
    assert sorted(path.name for path in golden.FOLDER.glob("*.txt")) == sorted(plan.file.name for plan in golden.PLANS)
    assert len(PLANS) == len(golden.PLANS) == 12
    for number, name in enumerate(PLANS, 1):
        assert name.startswith(f"{number:02}_{len(PLANS[name].policies)}_")


def test_the_mixture() -> None:
    """What the games were chosen for is in them: a change that takes it out should be noticed."""
    events = {name: replayed(name).events for name in PLANS}
    assert {len(plan.policies) for plan in golden.PLANS} == {2, 3, 4}
    played = {event.data["plot"] for row in events.values() for event in row if event.kind in ("plot.played", "plot.laid")}
    assert played == set(range(len(PLOTS)))
    ended = [event.data["endings"] for row in events.values() for event in row if event.kind == "game.ends"]
    assert {ending for endings in ended for ending in endings} == set(range(len(ENDINGS)))
    assert len(ended) == len(PLANS)
    kinds = {name: {event.kind for event in row} for name, row in events.items()}
    assert "plots.reshuffled" in kinds["08_4_discards_shuffled"]
    assert "game.shared" in kinds["06_3_shared_victory_without_meeples"]
    assert {event.rule for event in events["04_2_several_endings"]} >= {"burdigala.end.several"}
    for name in ("06_3_shared_victory_without_meeples", "07_4_without_meeples"):
        assert "meeple.removed" in kinds[name]
        assert any(not player.meeples for player in replayed(name).state.players)
    together = set().union(*kinds.values())
    missing = set(BOOK.kinds) - together
    assert missing <= RARE, f"no golden game has {missing - RARE}"


RARE = {"merchandise.none", "plot.none", "tokens.returned_unseen"}
"""What no golden game happens to have; other tests do."""


def test_every_other_reading_is_played_in_some_game() -> None:
    played = {(name, value) for plan in golden.PLANS for name, value in plan.switches.items()}
    others = {
        (field.name, value) for field in Ruleset.fields().values() for value in field.values or () if value != field.default
    }
    assert others <= played
    assert len(others) == 23


def test_a_game_that_goes_another_way_is_noticed() -> None:
    """The first choice of somebody else is refused, or asked of another."""
    file = read(text_of("01_2_random"))
    with pytest.raises((AssertionError, LabError)):
        golden.replay(file._replace(choices=file.choices[3:]))


CAUSES = {
    "plot.drawn": {"building.completed"},
    "tokens.returned": {"building.completed", "plot.played"},
    "bonus.taken": {"building.completed"},
    "cubes.returned": {"building.completed"},
    "building.completed": {"cube.placed"},
    "tiles.seen": {"plot.played", "forced"},
    "die.changed": {"plot.played"},
    "plot.removed": {"plot.played"},
    "merchandise.stolen": {"plot.played"},
    "merchandise.seen": {"plot.played"},
    "merchandise.swapped": {"merchandise.seen"},
    "meeple.lifted": {"meeple.moved"},
    "vino.taken": {"plot.drawn", "building.completed"},
    "dice.thrown": {"turn.begins"},
    "meeple.moved": {"turn.begins", "forced"},
    "turn.again": {"turn.begins"},
}
"""What each of these comes of."""


@every_plan
def test_things_come_of_what_brought_them_about(name: str) -> None:
    events = replayed(name).events
    for event in events:
        if event.kind in CAUSES:
            assert event.cause >= 0, f"{event!r} comes of nothing"
            assert events[event.cause].kind in CAUSES[event.kind], f"{event!r} comes of {events[event.cause]!r}"
