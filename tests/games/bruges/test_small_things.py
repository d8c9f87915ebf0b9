"""Small things that only a mutant would get wrong: found by changing the rules and seeing no other test fail."""

from __future__ import annotations

from tables import WAITS, display, play, table

import bruges_lab as bl
from bruges_lab.analysis.policies import random_policy
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.watching import start
from bruges_lab.kernel import Seeded, Stream
from bruges_lab.kernel.playing import Playing


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
            Playing(BrugesKit(), state, [random_policy] * 3, Seeded(seed), Stream(seed, "count")).finish()
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


def test_several_who_share_a_lead_turn_their_markers_from_the_start_player_on() -> None:
    """The deck has one Judge; with a second one, two players turn the same marker, and the start player is told first."""
    own = bl.Deck.load()
    judge = own["judge"].effect
    deck = bl.Deck(card._replace(effect=judge) if card.id == "bailiff" else card for card in own.cards)
    players = [{"houses": display("judge"), "reputation": 2}, {"houses": display("bailiff"), "reputation": 2}, {}]
    for start_seat, order in ((0, [0, 1]), (1, [1, 0])):
        given = {"phase": "majorities", "start": start_seat, "players": players}
        game = bl.scenario({"given": given}, deck=deck, chance=bl.Ask())
        turned = [event.player for event in game.events if event.kind == "majority.shared" and event.data["area"] == 0]
        assert turned == order


def test_a_majority_that_nobody_has_is_told_with_its_number() -> None:
    given = {"phase": "majorities", "players": [{"canals": {"left": 2}}, {"canals": {"right": 2}}]}
    game = bl.scenario({"given": given}, chance=bl.Ask())
    none = [event.data for event in game.events if event.kind == "majority.none"]
    assert {"area": 2, "number": 2} in none
    assert {"area": 0, "number": 0} in none
    given = {"phase": "majorities", "switches": {"majority_margin": 2}, "players": [{"reputation": 3}, {"reputation": 2}]}
    game = bl.scenario({"given": given}, chance=bl.Ask())
    assert {"area": 0, "number": 3} in [event.data for event in game.events if event.kind == "majority.none"]


def test_a_house_that_is_not_there_is_refused_by_its_number() -> None:
    player = {"threats": {"red": 2}, "houses": ["blue", "red"], "canals": {"left": 1}}
    dice = {"blue": 3, "brown": 3, "yellow": 4, "red": 6, "purple": 3}
    game = bl.scenario({"given": {"phase": "dice", "dice": dice, "players": [player, {}]}}, chance=bl.Ask())
    refusal = game.why_not("burn:5")
    assert refusal is not None
    assert refusal.data == {"number": 6, "has": 2}


def test_workers_are_swapped_in_the_order_of_the_colours_and_only_what_was_there() -> None:
    owner = {"hand": ["nun"], "workers": {"red": 3, "blue": 1}, "houses": display("charcoal_burner")}
    game = play(table(owner, WAITS), "activate:charcoal_burner")
    assert {str(choice) for choice in game.legal()} == {
        *(f"swap:{a}:{b}" for a in ("blue", "red") for b in ("blue", "brown", "yellow", "red", "purple")),
        "enough",
    }
    refusal = game.why_not("swap:yellow:blue")
    assert refusal is not None
    assert refusal.data == {"colour": 2, "needs": 1, "has": 0}
    play(game, "swap:blue:yellow")
    assert {str(choice) for choice in game.legal()} == {
        *(f"swap:red:{b}" for b in ("blue", "brown", "yellow", "red", "purple")),
        "enough",
    }
    back = game.why_not("swap:blue:yellow")
    assert back is not None
    assert back.reason == "no_worker"
    earlier = play(game, "swap:red:yellow").why_not("swap:red:brown")
    assert earlier is not None
    assert earlier.reason == "swap_in_order"


def test_a_veiled_card_that_is_played_openly_is_no_longer_held() -> None:
    player = {"threats": {"red": 2}, "houses": [{"card": "blue", "person": "judge"}], "hand": ["nun", "squire"], "workers": 2}
    dice = {"blue": 3, "brown": 3, "yellow": 4, "red": 6, "purple": 3}
    game = bl.scenario({"given": {"phase": "dice", "dice": dice, "players": [player, {"hand": ["baron"]}]}})
    judge = game.state.deck["judge"].number
    game.play("house:nun")
    assert game.state.players[0].held == (judge,)
    while game.pending is not None and game.pending.player != 0:
        game.play(game.legal()[0])
    game.play("workers:judge")
    assert game.state.players[0].held == ()
    assert judge in game.state.discard


def test_a_vain_draw_takes_the_card_from_the_pile_that_has_one() -> None:
    given = {
        "phase": "draw",
        "round": 6,
        "final_round": 6,
        "switches": {"end_trigger": "failed_draw"},
        "piles": [[], ["baron"]],
        "extra": [],
        "players": [{"hand": ["red", "red", "red", "red"]}, {"hand": ["blue", "blue", "blue", "blue", "blue"]}],
    }
    game = bl.scenario({"given": given}, chance=bl.Ask())
    if game.pending is not None and game.pending.kind == "draw.card":
        game.play("draw:second")
    assert game.state.deck["baron"].number in game.state.players[0].hand
