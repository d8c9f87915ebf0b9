"""Limited workers and guilders, the bag, the round marker: conserved, told, refused, rebuilt, saved."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cases import each, sample
from tables import display, play, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.fields import FIELDS
from bruges_lab.games.bruges.model import UNLIMITED, State
from bruges_lab.games.bruges.positions import faults
from bruges_lab.games.bruges.rules.dice import dice_classes
from bruges_lab.games.bruges.rules.supplies import why_none, workers_there, workers_to_take
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.games.bruges.telling import BrugesTeller
from bruges_lab.games.bruges.watching import watch_game
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel import Game, Stream, advance, choose
from bruges_lab.kernel.events import rebuild

TEN = bl.ruleset(worker_supply=10, bank=92)
SCARCE = bl.ruleset(worker_supply=10, bank=92, start_guilders=20, start_workers=2)
EVERYTHING = {
    "scarce": (SCARCE, 4),
    "twelve": (bl.ruleset(worker_supply=12, bank=144, threat_bag="aside", round_marker=True), 3),
    "bag of four": (bl.ruleset(threat_bag="aside", threat_faces=(4, 5, 6), advance_faces=(1,), ship_faces=(3,)), 4),
    "five": (bl.ruleset("zwin:five", worker_supply=12, bank=92, threat_bag="aside", round_marker=True), 5),
    "this round": (bl.ruleset(extra_used_ends="this_round", round_marker=True, end_by="pile_or_rounds"), 2),
    "document 001": (bl.ruleset("001", round_marker=True, worker_supply=12), 4),
}


def random_game(rules: Ruleset, players: int, seed: int) -> Game[State]:
    game, stream = bl.new_game(players, seed, ruleset=rules), Stream(seed, "supplies")
    while (pending := game.pending) is not None:
        game.play(stream.below(len(pending.raw)))
    return game


# Conserved


@sample("games", 1, of=3)
@each("place, name", list(enumerate(EVERYTHING)))
def test_a_game_under_watch(place: int, name: str, games: int) -> None:
    """Every decision: the position legal, listing and refusals agree, events rebuild it, views can be dealt anew."""
    rules, players = EVERYTHING[name]
    for number in range(place, place + games):
        assert watch_game(players, number % 3, closely=True, rules=rules).rounds >= 3


@each("name", EVERYTHING)
def test_supplies_are_conserved_and_the_events_rebuild_them(name: str) -> None:
    rules, players = EVERYTHING[name]
    game = random_game(rules, players, 11)
    state = game.start.copy()
    first = state.emitted
    for node in game.line:
        rebuild(state, game.events[first : node.state.emitted])
        first = max(first, node.state.emitted)
        now = node.state
        assert (state.worker_pool, state.bank_left, state.marker) == (now.worker_pool, now.bank_left, now.marker)
        assert [player.workers for player in state.players] == [player.workers for player in now.players]
        for colour, left in enumerate(now.worker_pool):
            assert left + sum(player.workers[colour] for player in now.players) == rules.worker_supply
        if rules.bank:
            assert now.bank_left + sum(player.guilders for player in now.players) == rules.bank
        for colour, left in enumerate(now.supply):
            assert left + sum(player.threats[colour] for player in now.players) == rules.threats_in_play


def test_without_them_nothing_of_them_is_in_a_position() -> None:
    state = bl.new_game(3, 1).state
    assert (state.worker_pool, state.bank_left, state.marker) == ((), UNLIMITED, 0)
    assert not {"worker_pool", "bank_left", "marker"} & set(state.to_data())


@each("name", EVERYTHING)
def test_saved_and_read_back(name: str, tmp_path: Path) -> None:
    rules, players = EVERYTHING[name]
    game = random_game(rules, players, 5)
    game.save(tmp_path / "game.json")
    again = bl.load(tmp_path / "game.json")
    assert [node.state.digest() for node in again.nodes] == [node.state.digest() for node in game.nodes]
    middle = game.line[len(game.line) // 2]
    game.goto(middle)
    scenario = bl.scenario(game.to_scenario())
    assert scenario.state.rules == rules
    assert list(faults(scenario.state)) == []


# Short


def test_shortage_says_the_goods_what_was_due_and_what_there_was() -> None:
    counted = Counter[str]()
    for seed in range(6):
        game = random_game(SCARCE, 4, seed)
        for event in game.events:
            if event.kind == "supply.short":
                counted[event.rule] += 1
                assert event.data["left"] < event.data["wanted"]
                for lang in ("en", "de", "fr", "it"):
                    assert event.text(lang)
    assert {"exp.supply.workers.short", "exp.supply.guilders.short"} <= set(counted)


def scarce(*players: dict[str, Any], **switches: Any) -> Any:
    return table(*players, switches=switches)


def test_what_is_paid_comes_back_before_something_is_taken() -> None:
    """The Fence takes a worker and brings guilders; the Brewer is paid with the very worker that can be taken again."""
    gone = {"workers": {"blue": 10, "brown": 10, "yellow": 9, "red": 10, "purple": 10}}
    game = scarce({"hand": ["duke"], "houses": display("brewer"), "workers": {"yellow": 1}}, gone, worker_supply=10)
    play(game, "activate:brewer")
    assert game.state.players[0].workers == (0, 0, 1, 0, 0)  # the one he was paid with, and then there is none
    assert [data["left"] for _, _, data in told(game, "exp.supply.workers.any")] == [0]


@each(
    "colour, kept, wanted, there",
    [(0, 2, 3, 1), (0, 1, 3, 2), (0, 1, 1, 1), (1, 1, 3, 3), (4, 2, 3, 0), (-1, 2, 9, 9), (-1, 1, 40, 26)],
)
def test_of_a_colour_there_is_what_is_left_and_what_is_paid_first(colour: int, kept: int, wanted: int, there: int) -> None:
    """Blue: 10 less 2 and 7, of any: 8 each of brown, yellow and red besides; `kept` are the own blue ones after paying."""
    game = scarce({"hand": ["duke"], "workers": 2}, {"workers": {"blue": 7, "purple": 8}}, worker_supply=10)
    assert game.state.worker_pool == (1, 8, 8, 8, 0)
    own = (kept, *game.state.players[0].workers[1:])
    assert workers_to_take(game.state, 0, colour, own, wanted) == there
    assert workers_there(game.state, 0, colour, own) is (there > 0)


def test_an_arrow_that_finds_an_empty_supply_says_so() -> None:
    game = scarce({"hand": ["alchemist"], "guilders": 42, "houses": [{"card": "red"}]}, {"guilders": 50}, bank=92)
    play(game, "recruit:alchemist:red")
    assert told(game, "person.alchemist") == [("guilders.taken", 0, {"guilders": 6})]  # his price lies in the bank
    game = scarce({"hand": ["student"], "guilders": 42, "houses": [{"card": "red"}]}, {"guilders": 50}, bank=92)
    play(game, "recruit:student:red")
    assert [kind for kind, _, _ in told(game, "exp.supply.guilders.short")] == ["supply.short"]
    assert not any(event.kind == "effect.nothing" for event in game.events)


@each(
    ("person", "player", "other", "switch", "rule", "reason"),
    [
        ("innkeeper", {"guilders": 42}, {"guilders": 50}, {"bank": 92}, "exp.supply.guilders.short", "bank_empty"),
        ("broker", {"guilders": 42}, {"guilders": 50}, {"bank": 92}, "exp.supply.guilders.short", "bank_empty"),
        ("puppeteer", {"workers": 0}, {"workers": 10}, {"worker_supply": 10}, "exp.supply.workers.any", "workers_gone"),
    ],
)
def test_nobody_is_activated_for_nothing(
    person: str, player: dict[str, Any], other: dict[str, Any], switch: dict[str, Any], rule: str, reason: str
) -> None:
    game = scarce({"hand": ["duke"], "houses": display(person), **player}, other, **switch)
    refusal = game.why_not(f"activate:{person}")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (rule, reason)
    assert f"activate:{person}" not in map(str, game.legal())


@each("colour, rule, reason", [(-1, "any", "workers_gone"), (0, "short", "colour_gone"), (4, "short", "colour_gone")])
def test_a_colour_that_is_gone_is_named(colour: int, rule: str, reason: str) -> None:
    named = {"colour": colour} if reason == "colour_gone" else {}
    assert why_none(colour) == (f"exp.supply.workers.{rule}", reason, named)


def test_any_order_of_swaps_where_the_order_matters() -> None:
    players = (
        {"hand": ["duke"], "houses": display("charcoal_burner"), "workers": {"blue": 1, "brown": 1, "red": 1}},
        {"workers": {"brown": 9}},
    )
    game = play(scarce(*players, worker_supply=10), "activate:charcoal_burner")
    legal = {str(choice) for choice in game.legal()}
    assert "swap:blue:brown" not in legal
    assert {"swap:blue:blue", "swap:brown:brown", "swap:brown:yellow"} <= legal
    play(game, "swap:brown:yellow", "swap:blue:brown")
    assert game.state.players[0].workers == (0, 1, 1, 0, 0)


def test_choices_say_what_there_is_to_take() -> None:
    game = scarce({"hand": ["nun"], "workers": 0}, {"workers": {"red": 9}}, worker_supply=10)
    said = [BrugesTeller(game.state, game.names).choice(option, "en", game.state) for option in game.pending.raw]
    assert "Take 1 red worker with the Nun" in said


@each(
    ("given", "field", "rule"),
    [
        (
            {"switches": {"worker_supply": 10}, "players": [{"workers": 6}, {"workers": 5}]},
            "players.1.workers",
            "exp.supply.workers",
        ),
        ({"switches": {"bank": 92}, "players": [{"guilders": 93}, {"guilders": 0}]}, "players.0.guilders", "exp.supply.guilders"),
        (
            {"switches": {"threat_bag": "aside"}, "players": [{"threats": {"red": 2}}] * 4},
            "players.3.threats",
            "comp.threat.per_color",
        ),
    ],
)
def test_more_than_there_is_cannot_be_given(given: dict[str, Any], field: str, rule: str) -> None:
    with pytest.raises(bl.DataError) as error:
        bl.scenario({"given": {"phase": "dice", **given}})
    assert (error.value.field, error.value.rule) == (f"given.{field}", rule)


@each("name", ["worker_pool", "bank_left", "marker"])
def test_a_wrong_supply_is_a_fault(name: str) -> None:
    state = bl.new_game(3, 1, ruleset=bl.ruleset(worker_supply=10, bank=92, round_marker=True)).state.copy()
    assert list(faults(state)) == []
    left = state.bank_left
    wrong: dict[str, list[Any]] = {
        "worker_pool": [(), (6, 7, 7, 7, 7), (7, 7)],
        "bank_left": [UNLIMITED, left + 1],
        "marker": [0, 2],
    }
    for other in wrong[name]:
        twin = state.copy()
        setattr(twin, name, other)
        assert [(fault.seat, fault.field) for fault in faults(twin)][:1] == [(-1, name)]


def test_the_bank_holds_what_everybody_begins_with() -> None:
    with pytest.raises(bl.LabError, match=r"^ruleset: bank: 92 do not suffice"):
        bl.ruleset(bank=92, start_guilders=24)


# The bag


def after(state: State, dice: tuple[int, ...]) -> tuple[State, list[tuple[int, int]]]:
    twin = state.copy()
    log: list[Any] = []
    twin.log = log
    assert (pending := advance(twin)) is not None
    assert pending.kind == "dice.roll"
    choose(twin, ("roll", *dice))
    while (pending := advance(twin)) is not None and twin.phase == 2 and pending.kind != "advance":
        choose(twin, pending.raw[0])
    return twin, [(event[2], event[3]["colour"]) for event in log if event[1] == "damage.due"]


@each("number", range(12))
def test_odds_with_the_bag_equal_every_sort_of_roll_played_by_the_engine(number: int) -> None:
    stream = Stream(number, "bag")
    players = [{"threats": {colour: stream.below(3) for colour in COLOURS}, "hand": []} for _ in range(4)]
    for colour in COLOURS:
        while sum(player["threats"][colour] for player in players) > 7:  # type: ignore[index]
            players[stream.below(4)]["threats"][colour] = 0  # type: ignore[index]
    given = {"phase": "dice", "start": stream.below(4), "switches": {"threat_bag": "aside"}, "players": players}
    state = bl.scenario({"given": given}, chance=bl.Ask()).state
    found = bl.threat_odds(state, 1)
    markers: Counter[tuple[int, int, int]] = Counter()
    damage: Counter[tuple[int, int]] = Counter()
    for option, _, count in dice_classes(state):
        then, struck = after(state, option[1:])
        for seat, colour in product(range(4), range(5)):
            markers[seat, colour, then.players[seat].threats[colour]] += count
        for hit in struck:
            damage[hit] += count
    for seat, colour in product(range(4), range(5)):
        (coming,) = found.seats[seat].rounds
        assert coming.markers[colour] == tuple(Fraction(markers[seat, colour, n], 7776) for n in range(3))
        assert coming.damage[colour] == Fraction(damage[seat, colour], 7776)


def test_odds_over_rounds_follow_who_begins_and_what_is_discarded() -> None:
    """Seven markers, 1 1 2 2: one is left, and it goes to whoever begins."""
    players = [{"threats": {"red": n}} for n in (1, 1, 2, 2)]
    state = bl.scenario(
        {"given": {"phase": "dice", "switches": {"threat_bag": "aside"}, "players": players}}, chance=bl.Ask()
    ).state
    red = COLOURS.index("red")
    found = bl.threat_odds(state, 2)
    third = Fraction(1, 3)
    assert found.seats[0].rounds[0].markers[red] == (0, 1 - third, third)
    assert found.seats[1].rounds[0].markers[red] == (0, 1, 0)
    assert found.seats[1].rounds[1].markers[red] == (0, 1 - (1 - third) * third, (1 - third) * third)  # seat 1 begins then
    assert not any(seat.rounds[1].damage[red] for seat in found.seats)
    planned = bl.threat_odds(state, 2, {0: {"red": 1}})
    # What seat 0 gives up lies there for the others, if the first roll has not brought it another one.
    assert [seat.rounds[1].damage[red] for seat in planned.seats] == [0, 0, (1 - third) * third, (1 - third) * third]


# The round marker


@each("rules", [{}, {"end_by": "rounds"}, {"end_by": "pile_or_rounds", "rounds_limit": 4}])
def test_in_round_r_it_stands_on_r(rules: dict[str, Any]) -> None:
    game = random_game(bl.ruleset(round_marker=True, **rules), 3, 2)
    for node in game.line:
        if node.state.round and node.state.agenda:
            assert node.state.marker == node.state.round
    assert game.state.marker == game.state.round + 1
    by_marker = game.state.rules.end_by != "pile" and game.state.round == game.state.rules.rounds_limit
    (end,) = [event for event in game.events if event.kind == "game.ends"]
    assert end.rule == ("exp.round_marker.end" if by_marker else "end.play_out")


def test_the_fields_of_these_modules_follow_from_others() -> None:
    for name in ("worker_pool", "bank_left", "marker"):
        field = FIELDS.table[name]
        assert field.module
        assert not field.given
        assert field.expected
