"""Small things that only a mutant would get wrong: found by changing the rules and seeing no other test fail."""

from __future__ import annotations

from tables import WAITS, display, play, table

import bruges_lab as bl
from bruges_lab.analysis.playouts import finish
from bruges_lab.analysis.policies import random_policy
from bruges_lab.kernel import Seeded, Stream
from bruges_lab.verification.games import start


def kinds(game: bl.Game, rule: str) -> list[tuple[str, dict[str, object]]]:
    return [(event.kind, event.data) for event in game.events if event.rule == rule]


def test_declining_to_discard_more_threats_is_said() -> None:
    hand = {"hand": ["jailor", "squire"], "guilders": 12, "houses": ["blue", "blue"], "threats": {"red": 2}}
    game = play(table(hand, WAITS), "recruit:jailor:blue", "enough")
    assert ("declined", {"person": game.state.deck["jailor"].number}) in kinds(game, "person.jailor")
    assert game.state.players[0].threats == (0, 0, 0, 2, 0)


def test_the_switch_of_the_engraver_is_for_the_engraver_alone() -> None:
    people = display("mayor", "councilman", "engraver")
    for points, total in ((2, 2 * 2 + 2 * 2), (1, 2 * 2 + 1 * 2)):
        given = {"phase": "majorities", "final_round": 1, "players": [{"houses": people}, {}]}
        game = bl.scenario({"given": {**given, "switches": {"engraver_points": points}}})
        assert game.over
        assert game.scores()[0].laurels == total


def test_who_scores_nothing_in_the_end_is_told_so() -> None:
    game = bl.scenario({"given": {"phase": "majorities", "final_round": 1, "players": [{"points": 4}, {"reputation": 1}]}})
    assert kinds(game, "scoring.order") == [("head.scored", {"head": 0, "points": 0})]
    assert game.scores()[0].total == 4
    assert game.state.players[0].final == (0,) * 7


def test_events_are_counted_the_same_with_and_without_a_log() -> None:
    """A tree plays without a log; a step explained afterwards must number its events as the game does."""
    for seed in range(6):
        ends = []
        for log in (True, False):
            state = start(3, seed)
            state.log = [] if log else None
            finish(state, [random_policy] * 3, Seeded(seed), Stream(seed, "count"))
            ends.append((state.emitted, state.key()))
        assert ends[0] == ends[1]


def test_after_the_card_a_refusal_still_has_its_numbers() -> None:
    owner = {"hand": ["novice", "squire"], "workers": {"red": 1}, "houses": display("valet", "accountant")}
    game = play(table(owner, {"hand": ["nun"]}), "activate:accountant", "guilders:squire")
    assert game.pending is not None
    assert game.pending.kind == "turn.more"
    refusal = game.why_not("activate:accountant")
    assert refusal is not None
    assert refusal.rule == "act.infinity.type1"
    assert refusal.data == {"card": game.state.deck["accountant"].number}
    assert "Accountant" in refusal.text()


def test_an_inventor_is_no_help_where_everybody_draws_as_many() -> None:
    players = [{"houses": display("inventor")}, {}]
    game = bl.scenario({"given": {"phase": "draw", "switches": {"hand_size": 6}, "players": players}})
    assert game.pending is not None
    assert game.pending.kind == "draw.card"
    game = bl.scenario({"given": {"phase": "draw", "players": players}})
    assert game.pending is not None
    assert game.pending.kind == "draw.target"


def test_an_inventor_asks_nothing_of_a_full_hand() -> None:
    six = ["novice", "squire", "nun", "red", "red", "red"]
    game = bl.scenario({"given": {"phase": "draw", "players": [{"houses": display("inventor"), "hand": six}, {}]}})
    assert game.pending is not None
    assert (game.pending.kind, game.pending.player) == ("draw.card", 1)
