"""Greedy's short ways come to the same values as trying every option."""

from __future__ import annotations

from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.analysis.policies import look_ahead
from bruges_lab.games.bruges.play.greedy import DRAWS, greedy_policy
from bruges_lab.games.bruges.play.option_values import values
from bruges_lab.games.bruges.play.worth import worth
from bruges_lab.kernel import Option, Pending, Stream

READINGS = (
    *[({}, players) for players in (2, 3, 4)],
    ({"ruleset": "zwin"}, 3),
    ({"ruleset": "zwin+five"}, 5),
    ({"ruleset": bl.ruleset(null_action=True, canal_bonus="lots_of_three", bishop_pairs="same_colour", instant_again=False)}, 3),
    ({"ruleset": bl.ruleset(end_by="rounds", fire_eater_self=True, notary_on_earl=True, earl_when="unaffordable")}, 3),
    ({"ruleset": bl.ruleset(end_by="pile_or_rounds", reshuffle_discard=True, activation_workers=2)}, 2),
    ({"ruleset": "zwin:five"}, 5),
    ({"ruleset": bl.ruleset(house_workers=0, threat_points=2, majority_margin=2, turns=2, hand_size=3)}, 4),
)


def compared(given: dict[str, Any], players: int, seed: int) -> int:
    """Play a game, half of the turns greedily, and compare the values of all options at every decision; how many decisions."""
    decisions = 0

    def watched(state: Any, pending: Pending, stream: Stream) -> Option:
        nonlocal decisions
        if len(pending.raw) > 1 and pending.kind not in DRAWS:
            tried = [worth(twin, pending.player) for twin in look_ahead(state, pending.raw)]
            told = values(state, pending)
            first = tried[0] - told[0]  # only differences mean something
            same = [value + first for value in told] == pytest.approx(tried, abs=1e-10)
            assert same, (state.round, state.turn, list(zip(pending.raw, told, tried, strict=True)))
            decisions += 1
        return greedy_policy(state, pending, stream) if stream.below(2) else pending.raw[stream.below(len(pending.raw))]

    bl.play_out(bl.new_game(players, seed, **given), watched, seed)
    return decisions


@pytest.mark.parametrize(("given", "players"), READINGS)
def test_values_are_those_of_trying_every_option(given: dict[str, Any], players: int) -> None:
    assert sum(compared(given, players, seed) for seed in range(2)) > 40


@pytest.mark.slow
@pytest.mark.parametrize(("given", "players"), READINGS)
def test_values_are_those_of_trying_every_option_in_many_games(given: dict[str, Any], players: int) -> None:
    assert sum(compared(given, players, seed) for seed in range(2, 40)) > 2_000
