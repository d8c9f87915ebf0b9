"""The market in whole games: under watch, saved, seen, in positions, and with cards of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases import each, sample

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.bruges.market_files import checked_market, own_market, read_market
from bruges_lab.games.bruges.model import EMPTY, UNSEEN, State
from bruges_lab.games.bruges.positions import check_position, faults
from bruges_lab.games.bruges.ruleset import Value
from bruges_lab.games.bruges.views import mask, resample
from bruges_lab.games.bruges.watching import watch_game
from bruges_lab.kernel import Game, Stream
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.rulebook.texts import LANGUAGES

OWN = places.data("bruges", "market.toml")
DICE = {"blue": 2, "brown": 5, "yellow": 1, "red": 3, "purple": 6}
READINGS: dict[str, dict[str, Value]] = {
    "as it is": {},
    "five markers": {"market_markers": "five"},
    "six markers": {"market_markers": "six"},
    "for everyone": {"market_share": "everyone"},
    "one each": {"market_each": "one"},
    "one each for everyone": {"market_each": "one", "market_share": "everyone"},
    "twenty rounds": {"end_by": "rounds", "rounds_limit": 20, "reshuffle_discard": True},
    "played for nothing": {"null_action": True},
    "few workers": {"worker_supply": 10, "bank": 92},
    "with ships": {"ships": True},
}


# Whole games


@sample("games", 1, of=3)
@each("place, reading", list(enumerate(sorted(READINGS))))
def test_a_game_under_watch(place: int, reading: str, games: int) -> None:
    rules = bl.ruleset("zwin:market", **READINGS[reading])
    for number in range(place, place + games):
        watched = watch_game(2 + number % 3, 700 + number % 3, closely=True, rules=rules)
        assert watched.kinds["market.laid"] == 1
        assert watched.kinds["market.revealed"] == watched.kinds["market.discarded"] == watched.rounds
        assert watched.kinds["marker.taken"] + watched.kinds["marker.used"] > 0
        assert watched.kinds["market.shuffled"] == (reading == "twenty rounds")
        assert set(watched.rules) <= set(bl.Catalogue.load())


def test_five_play_with_ships_and_market() -> None:
    watched = watch_game(5, 7, closely=True, rules=bl.ruleset("zwin+five"))
    assert watched.kinds["marker.taken"]


def _random(seed: int, choices: int, **switches: Value) -> Game[State]:
    game: Game[State] = bl.new_game(3, seed, ruleset=bl.ruleset("zwin:market", **switches))
    stream = Stream(seed, "market")
    for _ in range(choices):
        if game.pending is not None:
            game.play(stream.below(len(game.pending.raw)))
    return game


@each("seed", range(6))
def test_saved_told_and_made_a_scenario_it_is_the_same(seed: int, tmp_path: Path) -> None:
    game = _random(seed, 40 + 20 * seed, market_share="everyone" if seed % 2 else "first")
    file = tmp_path / "game.json"
    game.save(file)
    for again in (bl.from_text(game.to_text()), bl.load(file)):
        assert again.state.key() == game.state.key()
    laid = bl.scenario(game.to_scenario()).state
    for name in ("market", "markers", "market_used", "market_discard", "market_left"):
        assert getattr(laid, name) == getattr(game.state, name), name
    for lang in LANGUAGES:
        assert all(event.text(lang) for event in game.events)


def test_the_pile_is_hidden_and_dealt_anew_and_the_rest_is_open() -> None:
    state = _random(2, 90).state
    view = mask(state, 1)
    assert view.market_pile[: view.market_left] == (UNSEEN,) * state.market_left
    assert (view.market, view.markers, view.market_discard, view.market_used) == (
        state.market,
        state.markers,
        state.market_discard,
        state.market_used,
    )
    dealt = [resample(view, 1, Stream(n, "deal")) for n in range(20)]
    for twin in dealt:
        check_position(twin)
    assert len({twin.market_pile for twin in dealt}) > 10


def test_greedy_takes_markers_where_they_help() -> None:
    taken = rounds = 0
    for seed in range(3):
        out = bl.play_out(bl.new_game(3, seed, ruleset="zwin:market"), policy="greedy", seed=seed)
        taken += sum(event.kind == "marker.taken" for event in out.events)
        rounds += out.state.round
    assert taken > 2 * rounds


# Positions


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"market": EMPTY}, "exp.market.comp"),
        ({"market_left": 13}, "exp.market.comp"),
        ({"market_discard": (0,)}, "exp.market.comp"),
        ({"markers": (True,) * 6}, "exp.market.markers"),
        ({"markers": ()}, "exp.market.markers"),
        ({"market_used": ()}, "exp.market.markers"),
        ({"market": 12}, "exp.market.comp"),
    ],
)
def test_a_position_that_cannot_be_has_a_fault(change: dict[str, Any], rule: str) -> None:
    given = {"phase": "actions", "ruleset": "zwin:market", "dice": DICE, "market": "m01", "players": [{"hand": ["nun"]}, {}]}
    state = bl.scenario({"given": given}).state.copy()
    assert not list(faults(state))
    for name, value in change.items():
        setattr(state, name, value)
    assert rule in {fault.rule for fault in faults(state)}


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"market": "m13"}, "unknown market card 'm13'"),
        ({"market": "m01", "market_pile": ["m01"]}, "m01 lies in 2 places"),
        ({"market": "m01", "ruleset": "default"}, "given.market"),
        ({"market": "m01", "markers": ["recruit"]}, "m01 does not improve recruit"),
        ({"market": "m01", "markers": ["recruiting"]}, "given.markers"),
        ({"market_discard": ["m00"]}, "unknown market card 'm00'"),
    ],
)
def test_what_a_scenario_says_of_the_market_is_checked(said: dict[str, Any], problem: str) -> None:
    with pytest.raises(DataError) as error:
        bl.scenario({"given": {"phase": "dice", "ruleset": "zwin:market", "players": [{}, {}], **said}})
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


# Files of one's own

WRONG = [
    ('id = "workers.one_more"', 'id = "workers.one_mor"', "is not an improvement; did you mean workers.one_more?"),
    ("numbers = { workers = 1 }", "numbers = { guilders = 1 }", "numbers.guilders: is not a number of it; there is workers"),
    ("numbers = { workers = 1 }", "numbers = { workers = 0 }", "numbers.workers: 0 is not from 1 to 99"),
    ("name.en = '''The highest die'''", "name.en = ' '", "guilders.best_die: name.en: is empty"),
    ("name.en = '''The highest die'''", "name.en = 'The {$best} die'", "guilders.best_die: name.en"),
    ('workers = "one_more"', 'workers = "best_die"', "m01: workers: 'best_die' improves guilders"),
    ('workers = "one_more"', 'workers = "two_more_or_so"', "'two_more_or_so' is not an improvement; choose one_more"),
    ('workers = "one_more"\n', "", "m01: workers: is missing"),
    ('id = "m12"', 'id = "M 12"', "id: must be small letters"),
    ('id = "m12"', 'id = "m11"', "m11: id: appears twice in this file"),
    ('id = "m12"', 'id = "m12"\nwitness = { price = "own" }', "m12: witness.price: is not a field here"),
    ('id = "m12"', 'id = "m12"\nwitness = { workers = "seen" }', "'seen' is not a witness"),
    ('[[card]]\nid = "m01"', '[[cards]]\nid = "m01"', "cards"),
]


@each("old, new, said", WRONG, ids=lambda case: str(case)[:40])
def test_a_wrong_file_is_refused_in_one_line(old: str, new: str, said: str, tmp_path: Path) -> None:
    text = OWN.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "market.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        checked_market(file)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert "market.toml" in str(error.value)


def test_there_are_twelve_cards(tmp_path: Path) -> None:
    file = tmp_path / "market.toml"
    file.write_text(OWN.read_text(encoding="utf-8").rpartition("[[card]]")[0], encoding="utf-8")
    with pytest.raises(DataError, match="has 11 cards, not 12"):
        read_market(file)


def test_cards_of_ones_own_are_played_and_saved_with(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    cards = OWN.read_text(encoding="utf-8").partition('[[card]]\nid = "m01"')
    changed = '[[improvement]]\nid = "guilders.two_more"\nnumbers = { guilders = 7 }\n\n'
    file.write_text(changed + cards[1] + cards[2], encoding="utf-8")
    own = read_market(file)
    assert own.digest != own_market().digest
    assert own.kinds["guilders.two_more"].numbers == {"guilders": 7}
    assert own.kinds["guilders.two_more"].source("numbers") == "own"
    given = {"phase": "actions", "ruleset": "zwin:market", "dice": DICE, "market": "m01"}
    game: Game[State] = bl.scenario({"given": {**given, "players": [{"guilders": 0, "hand": ["nun"]}, {}]}}, market_cards=file)
    game.play("improved_guilders:nun")
    assert game.state.players[0].guilders == 3 + 7
    saved = tmp_path / "game.json"
    other = bl.new_game(2, seed=3, ruleset="zwin:market", market_cards=file)
    other.save(saved)
    with pytest.raises(LabError, match="market_cards"):
        bl.load(saved)
    assert bl.load(saved, market_cards=file).state.key() == other.state.key()
    with pytest.raises(LabError, match="without market"):
        bl.new_game(2, market_cards=file)
