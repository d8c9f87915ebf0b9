"""Limits of what is counted: games without end, trees without bound, and what is no argument at all. Each is one line."""

from __future__ import annotations

from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.analysis import growing, tree
from bruges_lab.kernel import LabError, playing

# Games without end

ENDLESS: dict[str, tuple[dict[str, Any], str]] = {
    "rounds": ({"end_by": "rounds", "rounds_limit": 9_999}, r"^rounds_limit: games of 9,999 rounds are not played out"),
    "piles that fill again": (
        {"end_by": "pile_or_rounds", "rounds_limit": 9_999, "reshuffle_discard": True},
        r"^rounds_limit: .*\(end_by = 'pile_or_rounds'\)",
    ),
    "turns": ({"turns": 9_999}, r"^turns: games with 9,999 turns a round are not played out; at most 100 are"),
    "both": ({"end_by": "rounds", "rounds_limit": 9_999, "turns": 9_999}, r"^rounds_limit: "),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_rules_without_end_are_refused_before_a_game_is_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    switches, problem = ENDLESS[name]
    rules = bl.ruleset(**switches)
    game = bl.new_game(2, ruleset=rules)
    monkeypatch.setattr(playing, "advance", lambda *_: pytest.fail("something was played"))
    calls = [
        lambda: bl.simulate(10, 2, ruleset=rules),
        lambda: bl.compare(rules, "default", 10, players=2),
        lambda: bl.compare("default", rules, 10, players=2, mode="replay"),
        lambda: bl.play_out(game),
    ]
    for call in calls:
        with pytest.raises(LabError, match=problem) as error:
            call()
        assert str(error.value).isprintable()


def test_rules_with_many_rounds_are_played_all_the_same() -> None:
    (row, _) = bl.simulate(1, 2, ruleset=bl.ruleset(end_by="rounds", rounds_limit=40))
    assert row.rounds == 40
    assert bl.simulate(1, 2, ruleset=bl.ruleset(end_by="pile_or_rounds", rounds_limit=9_999)).games == 1


@pytest.mark.parametrize(("bound", "most"), [("LONGEST_GAME", 50), ("MOST_ROUNDS", 2)])
@pytest.mark.parametrize(
    ("switches", "switch"),
    [({}, r"end_by = 'pile', with 165 cards and a rounds_limit of 8"), ({"reshuffle_discard": True}, "reshuffle_discard = True")],
)
def test_a_game_that_does_not_end_ends_with_a_sentence(
    bound: str, most: int, switches: dict[str, Any], switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = bl.ruleset(**switches)
    monkeypatch.setattr(playing, bound, most)
    monkeypatch.setattr(playing, "LOOK_UP", 1)
    made: list[int] = []
    usual = playing.advance

    def watched(state: Any, tasks: Any, ends: Any, answer: Any) -> Any:
        return usual(state, tasks, ends, lambda pending: [answer(pending), made.append(state.round)][0])

    monkeypatch.setattr(playing, "advance", watched)
    for call in (
        lambda: bl.simulate(1, 2, ruleset=rules),
        lambda: bl.play_out(bl.new_game(2, ruleset=rules)),
        lambda: bl.compare(rules, rules, 1, players=2, policy="random"),
    ):
        made.clear()
        with pytest.raises(LabError, match=rf"^a game had not ended after .* \({switch}"):
            call()
        assert len(made) <= 50 if bound == "LONGEST_GAME" else max(made, default=0) <= 2


# Trees


def test_a_budget_has_an_upper_bound() -> None:
    game = bl.scenario("first_look")
    assert len(bl.tree(game, 1, tree.MOST_NODES)) > 1
    for budget in (tree.MOST_NODES + 1, 10**9, 10**30):
        with pytest.raises(LabError, match=r"^budget: a whole number of nodes from 1 to 200,000, not "):
            bl.tree(game, 1, budget)


@pytest.mark.parametrize("asked", [{"depth": 9}, {"within": "phase"}, {"depth": 9, "within": "phase"}])
def test_a_tree_without_a_budget_is_whole_or_refused(asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "USUAL_NODES", 50)
    copies: list[int] = []
    usual = growing.choose
    monkeypatch.setattr(growing, "choose", lambda state, option: copies.append(1) or usual(state, option))
    with pytest.raises(
        LabError, match=r"^the tree has more than 50 nodes: ask for less depth, or give budget= \(up to 200,000\)$"
    ):
        bl.tree(bl.new_game(3, 2), **asked)
    assert len(copies) <= 50
    cut = bl.tree(bl.new_game(3, 2), budget=50, **asked)
    assert len(cut) <= 50
    assert not cut.complete


@pytest.mark.parametrize("depth", [50, 10**9])
def test_a_tree_without_a_budget_is_refused_early(depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    usual = growing.choose
    monkeypatch.setattr(growing, "choose", lambda state, option: made.append(1) or usual(state, option))
    with pytest.raises(LabError, match=r"^the tree has more than 20,000 nodes: "):
        bl.tree(bl.new_game(2, 1), depth=depth)
    assert len(made) <= 100_000


# What is no argument


class Thing:
    """Something of no use."""

    def __repr__(self) -> str:
        return "thing\n\x1b[31m" * 50


JUNK = [
    None,
    5,
    2.5,
    b"x",
    Thing(),
    [1],
    {"a": 1},
    "nowhere",
    True,
    float("nan"),
    (),
    10**30,
    "\0",
    "x" * 300,
    {0: 1},
    {0: {1: 1}},
]
ARGUMENTS: dict[str, tuple[Any, dict[str, Any], tuple[str, ...]]] = {
    "simulate": (
        "simulate",
        {"games": 1, "players": 2},
        ("games", "players", "policy", "seed", "ruleset", "deck", "board", "workers", "format", "progress", "batch"),
    ),
    "compare": (
        "compare",
        {"games": 1, "players": 2, "policy": "random"},
        ("first", "second", "games", "mode", "players", "policy", "seed", "progress"),
    ),
    "tree": (
        "tree",
        {"depth": 1},
        ("game", "budget", "chance", "opponents", "policy", "seen_by", "measure", "merge", "within", "seat", "samples", "seed"),
    ),
    "play_out": ("play_out", {}, ("game", "policy", "seed")),
    "ruleset": ("ruleset", {}, ("name", "turns", "statues", "end_by", "reshuffle_discard", "no_such_field")),
    "new_game": ("new_game", {"players": 2}, ("players", "seed", "names", "ruleset", "chance", "deck", "board")),
    "load": ("load", {}, ("path",)),
    "from_text": ("from_text", {}, ("text",)),
    "resample": ("resample", {}, ("view", "seed")),
    "threat_odds": ("threat_odds", {}, ("game", "rounds", "plan")),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_what_is_no_argument_is_refused_in_one_line(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is given for whatever argument: it works, or a LabError says in a line what it should be."""
    monkeypatch.chdir(tmp_path)
    function, usual, arguments = ARGUMENTS[name]
    game = bl.new_game(2)
    given = {
        "tree": {"game": game},
        "play_out": {"game": game},
        "threat_odds": {"game": game},
        "resample": {"view": game.view(0)},
    }
    refused = 0
    for argument in arguments:
        for junk in JUNK:
            if (argument == "workers" and junk == 5) or (argument == "games" and junk == 5):
                continue
            try:
                getattr(bl, function)(**given.get(name, {}) | usual | {argument: junk})
            except LabError as error:
                assert str(error).isprintable(), (argument, junk)
                assert len(str(error)) < 500, (argument, junk)
                refused += 1
    assert refused >= 8 * len(arguments)


def test_a_folder_that_is_none_is_refused() -> None:
    for junk in (5, b"x", Thing(), [1], 2.5):
        with pytest.raises(LabError, match=r"^out: a folder, not "):
            bl.simulate(1, 2, out=junk)  # type: ignore[call-overload]
