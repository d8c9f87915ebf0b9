"""Two readings against each other: the same game twice, until it parts."""

from __future__ import annotations

import pytest

import bruges_lab as bl
from bruges_lab.analysis.comparing import Comparison, compare, wilson


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare("default", "003:six_at_step_6", 12, mode="policy", policy="random", players=2)


def test_a_reading_does_not_differ_from_itself() -> None:
    same = compare("default", "default", 4, policy="random")
    assert [pair.difference for pair in same] == [None] * 4
    assert same.winner_changes.share == 0
    assert same.fields == {}
    assert same.score_change == 0


def test_the_result_says_which_game_was_played(found: Comparison) -> None:
    assert found.manifest is bl.new_game(2).manifest


def test_the_result_names_the_fields_that_differ(found: Comparison) -> None:
    assert found.fields["reputation_points"] == ("board", "six_at_step_6")
    assert "reputation_points: board / six_at_step_6" in str(found)


def test_a_difference_names_event_round_and_rule() -> None:
    found = compare("default", bl.ruleset(workers_taken=3), 3, policy="random", players=2)
    example = found.example
    assert example is not None
    assert example.difference is not None
    assert example.difference.rule == "action.workers"
    assert example.difference.round == 1
    first, second = example.difference.first, example.difference.second
    assert first is not None
    assert second is not None
    assert (first.data["workers"], second.data["workers"]) == (2, 3)
    assert "takes 2" in first.text()
    assert "takes 3" in second.text()
    assert example.difference.told().startswith("round 1: ")
    assert example.difference.told("de").startswith("Runde 1: ")


def test_a_difference_counts_what_the_game_counts() -> None:
    found = compare(
        "default", bl.ruleset(game="burdigala", neighbours="opponents"), 3, game="burdigala", policy="random", players=2
    )
    assert found.example is not None
    assert found.example.difference is not None
    assert found.example.difference.told("de").startswith(f"Zug {found.example.difference.round}: ")


def test_a_replay_goes_on_until_a_choice_is_forbidden() -> None:
    dear = bl.ruleset(house_workers=2)
    found = compare("default", dear, 5, mode="replay", policy="random", players=2)
    assert {pair.stopped for pair in found} <= {"action.house.no_worker", "act.worker.cost", None}
    assert any(pair.stopped == "action.house.no_worker" for pair in found)
    assert all(pair.difference is not None for pair in found)


def test_a_replay_says_nothing_of_winners() -> None:
    found = compare("default", "default", 1, mode="replay", policy="random")
    with pytest.raises(bl.LabError, match="mode='policy'"):
        _ = found.winner_changes


def test_a_replay_under_the_same_rules_is_the_same_game() -> None:
    for pair in compare("default", "default", 3, mode="replay", policy="random"):
        assert pair.stopped is None
        assert pair.scores[0] == pair.scores[1]
        assert pair.rounds[0] == pair.rounds[1]


def test_the_same_call_gives_the_same_result(found: Comparison) -> None:
    assert list(compare("default", "003:six_at_step_6", 12, policy="random", players=2)) == list(found)


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    compare("default", "003", 3, policy="random", progress=lambda done, all_: seen.append((done, all_)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_the_interval_is_wilsons() -> None:
    share = wilson(10, 100)
    assert share.share == pytest.approx(0.1)
    assert (share.low, share.high) == (pytest.approx(0.0552, abs=1e-4), pytest.approx(0.1744, abs=1e-4))
    assert wilson(0, 20).low == 0
    assert wilson(20, 20).high == 1


def test_it_shows_itself_in_a_notebook_and_escapes(found: Comparison) -> None:
    hostile = compare("default", bl.ruleset(statues=(9,)), 1, policy="random")
    hostile.names = ("<script>", "b")
    for html in (found._repr_html_(), hostile._repr_html_()):
        assert "<script" not in html
        assert "games that differ" in html


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"mode": "guess"}, "unknown mode 'guess'"),
        ({"games": 0}, "games: a whole number from 1 to 1,000,000"),
        ({"second": "009"}, "009"),
        ({"policy": "clever"}, "unknown policy 'clever'"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments: dict[str, object], problem: str) -> None:
    with pytest.raises(bl.LabError, match=problem) as error:
        compare(**arguments)  # type: ignore[arg-type]
    assert str(error.value).isprintable()
