"""Five players: set-up, piles and end as exp.five_players.* says, and every room of the lab with five at the table."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cases import each, sample

import bruges_lab as bl
from bruges_lab.analysis.starts import any_start
from bruges_lab.games import shelf
from bruges_lab.games.bruges.board import Board
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.watching import watch_game
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel import Game, Stream
from bruges_lab.kernel.rulesets import RulesetFault

FIVE = bl.ruleset("zwin:five")
SIX = bl.ruleset("zwin:five", five_deck="six_stacks")


def random_game(seed: int, rules: Any = FIVE, until: int = 99) -> Game[State]:
    """A random game to the turns of a round, or to its end."""
    game, stream = bl.new_game(5, seed, ruleset=rules), Stream(seed, "five")
    while (pending := game.pending) is not None and not (game.state.round >= until and game.state.phase == 3):
        game.play(stream.below(len(pending.raw)))
    return game


# Set-up


def test_five_play_with_their_ruleset_alone() -> None:
    game = bl.new_game(ruleset="zwin:five")
    assert game.names == ("Swan", "Lion", "Lily", "Bear", "Falcon")
    assert [player.gate for player in game.state.players] == [0, 1, 2, 3, 4]
    assert (game.state.left, game.state.extra) == ((82, 83), ())
    assert (game.state.statues[:3], game.state.supply) == ((9, 8, 7), (11,) * 5)
    assert not any(event.kind == "extra.laid" for event in game.events)


@each(
    "refused",
    [
        lambda: bl.new_game(players=5),
        lambda: bl.scenario({"given": {"players": [{}] * 5}}),
        lambda: bl.scenario({"given": {"players": 5, "setup": True}}),
        lambda: bl.simulate(1, 5),
        lambda: bl.compare("default", "003", 1, players=5),
        lambda: bl.compare("zwin:five", "default", 1),
    ],
)
def test_five_without_it_are_told_what_they_need(refused: Any) -> None:
    with pytest.raises(bl.LabError, match="for 2 to 4 players, not 5; five play with the ruleset zwin:five"):
        refused()


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_ruleset_of_five_is_for_five(players: int) -> None:
    with pytest.raises(bl.LabError, match=f"^for 5 players, not {players} "):
        bl.new_game(players, ruleset="zwin:five")


def test_over_ten_sections_every_colour_stands_twice_at_every_price() -> None:
    gates = Board.load(rules=FIVE).gates
    found = Counter((space.colour, space.price) for gate in gates for section in gate for space in section)
    assert found == {(colour, price): 2 for colour in range(5) for price in range(1, 6)}
    assert Board.load().gates == gates[:4]


def test_six_stacks_of_the_165() -> None:
    state = bl.new_game(ruleset=SIX).state
    assert (state.left, len(state.extra)) == ((69, 69), 27)
    assert (SIX.stacks, SIX.end_by) == (6, "pile")
    with pytest.raises(RulesetFault, match=r"^stacks: "):
        FIVE.changed(five_deck="six_stacks", stacks=5)
    assert FIVE.changed(five_deck="six_stacks", end_by="rounds").end_by == "rounds"  # what is said too is as it is said


def test_six_stacks_are_for_five_and_can_be_taken_back() -> None:
    assert SIX.changed(five_deck="five_stacks") == FIVE
    assert SIX.changed(hand_size=6).stacks == 6
    assert SIX.changed(five_deck="five_stacks", end_by="rounds").end_by == "rounds"
    four = bl.ruleset(five_deck="six_stacks")
    assert [change.field.name for change in four.diff()] == ["five_deck"]
    assert bl.new_game(4, 1, ruleset=four).state.left == bl.new_game(4, 1).state.left
    more = four.changed(min_players=5, max_players=5, threat_supply=11)
    assert (more.stacks, more.end_by) == (6, "pile")
    fewer = SIX.changed(min_players=2, max_players=4)
    assert (fewer.stacks, fewer.end_by) == (5, "pile")


def test_the_new_engraver_comes_with_a_deck_of_ones_own() -> None:
    """D-204: who has the printed card plays it, price and points."""
    own = Deck(card._replace(price=9, points=3) if card.id == "engraver" else card for card in Deck.load().cards)
    given = {"phase": "actions", "switches": {"engraver_points": 1}, "dice": dict.fromkeys(COLOURS, 3)}
    people = ["nun", "squire", "engraver"]
    houses = [{"card": "blue", "person": person} for person in people[:2]] + ["red"]
    game = bl.scenario({"given": {**given, "players": [{"guilders": 9, "hand": people[2:], "houses": houses}, {}]}}, deck=own)
    game.play("recruit:engraver:red")
    assert game.state.players[0].guilders == 0
    assert game.scores()[0].parts["laurels"] == 3  # one a group, of which there are three


def test_an_owners_204_cards_in_six_stacks(tmp_path: Path) -> None:
    own = Deck.load().cards
    names = [f"Newcomer {number}" for number in range(39)]
    more = [own[number]._replace(id=f"new_{number}", name={"en": name}) for number, name in enumerate(names)]
    deck = Deck([*own, *more])
    rules = FIVE.changed(stacks=6, end_by="pile", cards=204, cards_per_colour=33)
    game = bl.new_game(ruleset=rules, deck=deck)
    assert (game.state.left, len(game.state.extra)) == ((85, 85), 34)
    cited = {event.kind: event.rule for event in game.events}
    assert cited["stacks.taken"] == cited["piles.laid"] == "exp.five_players.deck.six"
    assert cited["extra.laid"] == "setup.decks.extra"
    with pytest.raises(bl.LabError, match="at least 40 of each colour"):
        bl.new_game(ruleset=rules.changed(cards_per_colour=40), deck=deck)


# Threats (exp.five_players.threats.sufficiency, D-202): dealing seat by seat, from every holding


def dry(players: int, markers: int) -> tuple[int, int]:
    """Of all holdings that so many markers allow, how many leave somebody without one, as the engine deals."""
    base = "zwin:five" if players == 5 else "default"
    rules = bl.ruleset(base, threat_bag="aside")
    rules = rules.changed(bagged_threats=rules.threat_supply - markers)
    short = known = 0
    for held in product(range(3), repeat=players):
        if sum(held) > markers:
            continue
        known += 1
        switches = {change.field.name: change.here for change in rules.diff(bl.ruleset(base))}
        given = {"phase": "dice", "ruleset": base, "switches": switches, "players": [{"threats": {"blue": n}} for n in held]}
        game = bl.scenario({"given": given}, chance=bl.Ask())
        game.play("roll:6:3:3:3:3")
        short += any(event.rule == "exp.bag.short" for event in game.events)
    return short, known


@pytest.mark.parametrize(
    ("players", "markers", "expected"),
    [(5, 11, (0, 243)), (5, 10, (5, 243)), (5, 9, (25, 242)), (4, 7, (16, 80)), (4, 9, (0, 81)), (3, 7, (0, 27))],
)
def test_how_many_holdings_run_dry(players: int, markers: int, expected: tuple[int, int]) -> None:
    assert dry(players, markers) == expected


def test_two_markers_a_player_and_one_more_are_needed() -> None:
    for players in range(2, 6):
        assert bl.ruleset(max_players=players, threat_supply=2 * players + 1).threats_in_play == 2 * players + 1
        with pytest.raises(bl.LabError, match=r"threat\.shortage\.sufficiency"):
            bl.ruleset(max_players=players, threat_supply=2 * players)


# Whole games


@sample("games", 1, of=4)
@each("rules", [FIVE, SIX], ids=["five stacks", "six stacks"])
def test_a_game_of_five_under_watch(rules: Any, games: int) -> None:
    for seed in range(games):
        watched = watch_game(5, 100 + seed, closely=True, rules=rules)
        assert 5 <= watched.rounds <= 8
        assert watched.checked > 20 * watched.decisions


@each("seed", range(12))
def test_without_an_extra_pile_none_comes_in(seed: int) -> None:
    game = random_game(seed)
    assert game.over
    assert game.state.round == game.state.final_round <= 8
    assert not game.state.extra
    assert not game.state.extra_used
    (fixed,) = [event for event in game.events if event.kind == "final_round.set"]
    assert fixed.rule == "exp.five_players.end"
    emptied = [event for event in game.events if event.kind == "pile.used_up"]
    if emptied and game.state.final_round < 8:
        assert emptied[0].rule == "exp.five_players.end"
    assert {event.rule for event in emptied[1:]} <= {"exp.five_players.refill"}
    assert {event.rule for event in game.events if event.kind == "pile.halved"} <= {"exp.five_players.refill"}


@pytest.mark.slow
@pytest.mark.parametrize(("policy", "games", "mean"), [("random", 200, 26.3), ("greedy", 60, 44.9)])
def test_five_stacks_keep_the_length_and_the_scores_of_the_game_for_four(policy: str, games: int, mean: float) -> None:
    """The figures of 200 games with another engine's seeds: within what chance explains."""
    found = bl.simulate(games, policy=policy, ruleset=FIVE)
    rounds = Counter(row.rounds for row in found.rows() if row.seat == 0)
    assert set(rounds) <= {6, 7, 8}
    assert rounds[8] > games // 2
    assert abs(found.summary()[0].mean - mean) < 1.5


# Every room


def test_analyses_with_five() -> None:
    found = bl.simulate(2, ruleset="zwin:five", policy="greedy")
    assert {row.seat for row in found.rows()} == set(range(5))
    compared = bl.compare("zwin:five", SIX, 1)
    assert (compared.players, len(compared)) == (5, 1)
    game = random_game(3, until=2)
    assert bl.play_out(game, policy="greedy", seed=1).winners
    assert game.hint() is not None
    assert len(bl.tree(game, depth=1, budget=60).graph) > 1
    assert len(bl.threat_odds(game, rounds=2).seats) == 5
    assert len(bl.majorities(game)["people"].shares) == 5
    assert len(game.scores()) == 5
    assert "Falcon" in bl.handout(game).html


def test_views_and_resampling_with_five() -> None:
    game = random_game(4, until=3)
    for seat in range(5):
        view = game.view(seat)
        again = bl.resample(view, 7)
        assert again.players[seat].hand == game.state.players[seat].hand
        assert [len(player.hand) for player in again.players] == [len(player.hand) for player in game.state.players]


def test_saves_texts_and_scenarios_with_five(tmp_path: Path) -> None:
    for rules in (FIVE, SIX):
        game = random_game(5, rules, until=3)
        game.save(tmp_path / "five.json")
        for again in (bl.load(tmp_path / "five.json"), bl.from_text(game.to_text())):
            assert again.state.digest() == game.state.digest()
            assert again.state.rules == rules
        scenario = bl.scenario(game.to_scenario())
        assert len(scenario.names) == 5
        assert scenario.state.rules == rules


def test_an_unsaid_position_of_five_has_no_extra_pile() -> None:
    game = bl.scenario({"given": {"ruleset": "zwin:five", "phase": "dice", "players": [{}] * 5}})
    assert (sum(game.state.left), game.state.extra) == (165, ())
    given = {"ruleset": "zwin:five", "phase": "dice", "players": [{}] * 5, "extra": 20}
    with pytest.raises(bl.LabError, match=r"exp\.five_players\.deck"):
        bl.scenario({"given": given})


# How many can play: the rules in force say it, for any game


def test_a_game_asks_the_rules_in_force_how_many_can_play() -> None:
    bruges = shelf.find("bruges")
    assert bruges.players_under(None) == bruges.players == range(2, 5)
    assert (bruges.players_under(FIVE), bruges.usual_players(FIVE)) == (range(5, 6), 5)
    assert (bruges.players_under(bl.ruleset()), bruges.usual_players(bl.ruleset())) == (range(2, 5), 3)
    assert bruges.wrong_number(5, FIVE) is None
    assert bruges.wrong_number(4, FIVE) == "for 5 players, not 4"
    for game in shelf.games():
        assert len(any_start(game).players) == game.players.start


def test_eleven_threats_of_each_colour_are_about() -> None:
    """Threats conserved after every decision of a game of five."""
    for node in random_game(6).line:
        for colour in range(len(COLOURS)):
            held = sum(player.threats[colour] for player in node.state.players)
            assert held + node.state.supply[colour] == 11
