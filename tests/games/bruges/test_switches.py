"""Every switch of the ruleset with both its values, and every number with another value: play, or what is seen of it, differs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from cases import each
from tables import DICE, WAITS, Table, display, play, table, told

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.model import UNLIMITED
from bruges_lab.games.bruges.rules.scoring import score_sheet
from bruges_lab.games.bruges.ruleset import Ruleset, fields
from bruges_lab.kernel.records import read_toml

DECK = Deck.load()

Outcome = Callable[[dict[str, Any]], Any]


def start(switches: dict[str, Any], *players: dict[str, Any], **given: Any) -> Table:
    lists = {name: list(value) if isinstance(value, tuple) else value for name, value in switches.items()}
    return table(*players, switches=lists, **given)


def kind(game: Table) -> str | None:
    return None if game.pending is None else game.pending.kind


def rolled(switches: dict[str, Any], roll: str, *players: dict[str, Any], then: tuple[str, ...] = ()) -> Table:
    return play(start(switches, *players, phase="dice"), f"roll:{roll}", *then)


def scored(switches: dict[str, Any], **player: Any) -> Any:
    return score_sheet(start(switches, player, {}, phase="draw").state, 0)


# The switches, one test each


def test_end_by() -> None:
    def ending(value: str, **given: Any) -> tuple[bool, int]:
        game = start({"end_by": value}, {}, {}, phase="majorities", **given)
        return game.over, game.state.round

    eighth, last_by_pile = {"round": 8}, {"round": 5, "final_round": 5}
    assert [ending(value, **eighth) for value in ("pile", "rounds", "pile_or_rounds")] == [(False, 9), (True, 8), (True, 8)]
    assert [ending(value, **last_by_pile) for value in ("pile", "pile_or_rounds")] == [(True, 5), (True, 5)]


@pytest.mark.parametrize(("value", "final_round"), [("pile", 5), ("rounds", 0), ("pile_or_rounds", 5)])
def test_end_by_when_a_pile_runs_out(value: str, final_round: int) -> None:
    hands = ["red"] * 4
    game = start({"end_by": value}, {"hand": hands}, {}, phase="draw", round=5, piles=[["squire"], ["baron", "nun"]])
    play(game, "draw:first")
    assert game.state.final_round == final_round
    assert not game.state.extra


def announced(game: Table) -> list[tuple[str, int]]:
    """The last round as it was told, with its rule."""
    return [(event.rule, event.data["round"]) for event in game.events if event.kind == "final_round.set"]


@pytest.mark.parametrize(
    ("value", "told_last"), [("pile", []), ("rounds", [("round.count", 8)]), ("pile_or_rounds", [("round.count", 8)])]
)
def test_the_last_round_of_a_limit_is_announced_when_it_begins(value: str, told_last: list[tuple[str, int]]) -> None:
    seventh = start({"end_by": value}, {"hand": ["red"] * 5}, {"hand": ["blue"] * 5}, phase="majorities", round=7)
    assert (seventh.state.round, seventh.over) == (8, False)
    assert announced(seventh) == told_last
    assert seventh.state.final_round == (8 if told_last else 0)


@pytest.mark.parametrize(("round_", "last"), [(6, ("end.extra_pile_phase3", 7)), (7, ("end.extra_pile_phase3", 8)), (8, None)])
def test_a_pile_that_runs_out_in_phase_3_never_brings_a_round_beyond_the_limit(round_: int, last: tuple[str, int] | None) -> None:
    """In round 8 of at most 8 the next round would be a ninth (D-010)."""
    owner = {"hand": ["red"], "houses": display("valet")}
    game = start({"end_by": "pile_or_rounds"}, owner, WAITS, turn=4, round=round_, piles=[["squire"], ["baron", "nun"]])
    play(game, "activate:valet", "draw:first")
    assert announced(game) == ([] if last is None else [last])  # a position given in round 8 has its last round fixed
    assert game.state.final_round == (8 if last is None else last[1])
    assert {event.rule for event in game.events if event.kind == "pile.used_up"} == {
        "end.trigger" if last else "phase1.exhausted.replace"
    }


def test_end_trigger() -> None:
    def after(value: str, *draws: str) -> tuple[int, tuple[int, int], bool]:
        hand = ["red"] * 3
        game = start({"end_trigger": value}, {"hand": hand}, {}, phase="draw", round=5, piles=[["squire"], ["baron", "nun"]])
        play(game, *draws)
        return game.state.final_round, game.state.left, bool(game.state.extra)

    assert after("last_card", "draw:first") == (5, (159, 2), False)
    assert after("failed_draw", "draw:first") == (0, (0, 2), True)
    assert after("failed_draw", "draw:first", "draw:second") == (0, (0, 1), True)
    assert after("failed_draw", "draw:first", "draw:first") == (5, (158, 2), False)


def test_end_trigger_in_phase_3() -> None:
    def after(value: str) -> int:
        player = {"hand": ["squire"], "houses": display("valet")}
        game = start({"end_trigger": value}, player, WAITS, round=5, piles=[["duke"], ["baron", "nun"]])
        return play(game, "activate:valet", "draw:first").state.final_round

    assert (after("last_card"), after("failed_draw")) == (6, 0)


def test_deck_split() -> None:
    def sizes(value: str) -> set[tuple[int, int]]:
        rules = Ruleset().changed(deck_split=value)
        return {bl.new_game(players=3, seed=seed, ruleset=rules).start.left for seed in range(20)}

    assert sizes("halves") == {(49, 50)}
    assert len(sizes("random_cut")) > 5
    assert {sum(left) for left in sizes("random_cut")} == {99}


def test_reshuffle_discard() -> None:
    def after(value: bool) -> tuple[str | None, int]:
        empty: dict[str, Any] = {"piles": [[], []], "extra": [], "round": 9, "final_round": 9}
        game = start({"reshuffle_discard": value}, {"hand": ["red"] * 3}, {"hand": ["blue"] * 5}, phase="draw", **empty)
        if kind(game) == "pile.reshuffle":
            assert not [event for event in game.events if event.kind in ("forced", "pile.used_up")]
            play(game, "order:7")
            assert [str(choice) for choice in game.legal()] == ["draw:first", "draw:second"]
            play(game, "draw:first", "draw:second")
        return kind(game), len(game.state.players[0].hand)

    assert after(False) == ("dice.roll", 3)
    assert after(True) == ("dice.roll", 5)


def test_a_reshuffled_pile_that_runs_out_is_filled_by_halving() -> None:
    """Three discards make piles of one and two; the first card drawn empties a pile, and the other is divided."""
    ids = [card.id for card in DECK.cards]
    players = [{"hand": ids[:2], "houses": ids[2:157]}, {"hand": ids[157:162]}]
    empty: dict[str, Any] = {"piles": [[], []], "extra": [], "discard": ids[162:], "round": 9, "final_round": 9}
    game = play(start({"reshuffle_discard": True}, *players, phase="draw", **empty), "order:1")
    assert game.state.left == (1, 2)
    play(game, "draw:first")
    assert game.state.left == (1, 1)
    assert {str(choice) for choice in game.legal()} == {"draw:first", "draw:second"}


def test_hand_limit() -> None:
    def after(value: str) -> str | None:
        return kind(start({"hand_limit": value}, {"hand": ["red"] * 6}, {"hand": ["blue"] * 5}, phase="draw", round=2))

    assert (after("none"), after("discard_down")) == ("dice.roll", "hand.discard")


def test_peek() -> None:
    """Differs in what is seen: the owner's cards once the own hand is full, or only when all hands are."""

    def seen(value: str, *more: str) -> int:
        players = [{"hand": ["red"] * 4}, {"hand": ["blue"] * 4}]
        game = play(start({"peek": value}, *players, phase="draw", round=2), "draw:first", *more)
        return sum(card >= 0 for card in game.view(0).state.players[0].hand)

    assert (seen("after_own_refill"), seen("after_all")) == (5, 4)
    assert (seen("after_own_refill", "draw:first"), seen("after_all", "draw:first")) == (5, 5)


@pytest.mark.parametrize("value", ["after_own_refill", "after_all"])
def test_others_never_see_a_drawn_front(value: str) -> None:
    players = [{"hand": ["red"] * 4}, {"hand": ["blue"] * 5}]
    game = play(start({"peek": value}, *players, phase="draw", round=2), "draw:first")
    assert all(card < 0 for card in game.view(1).state.players[0].hand)
    assert [event.data["card"] for event in game.view(1).events if event.kind == "card.drawn"] == [None]


def test_null_action() -> None:
    def offered(value: bool) -> bool:
        game = start({"null_action": value}, {"hand": ["squire"]}, WAITS)
        return "threat:squire" in map(str, game.legal())

    assert (offered(False), offered(True)) == (False, True)
    game = play(start({"null_action": True}, {"hand": ["squire"]}, WAITS), "threat:squire")
    assert (game.state.players[0].points, len(game.state.players[0].hand)) == (5, 0)


@pytest.mark.parametrize(
    ("choice", "rule"),
    [
        ("canal:squire:left", "action.canal.cost"),
        ("house:squire", "action.house.no_worker"),
        ("recruit:squire:red", "action.recruit.price"),
    ],
)
def test_a_null_action_is_one_without_effect_not_one_without_its_price(choice: str, rule: str) -> None:
    """D-086, settled: only the effect may be missing, and only the threat action can miss it."""
    gates = bl.Board.load().gates
    gate = next(number for number, gate in enumerate(gates) if gate[0][0].colour == DECK.colour[DECK["squire"].number])
    poor = {"hand": ["squire"], "guilders": 0, "workers": 0, "houses": ["red"], "gate": gate}
    others = {**WAITS, "gate": (gate + 1) % 2}
    refusal = start({"null_action": True}, poor, others).why_not(choice)
    assert refusal is not None
    assert refusal.rule == rule
    assert "price, its worker or its empty house" in bl.rule("action.threat.need").text(rules=bl.ruleset(null_action=True))


def test_instant_again() -> None:
    def guilders(value: bool) -> int:
        last = {"guilders": 12, "threats": {"red": 2}, "hand": ["alchemist", *["red"] * 5], "houses": ["nun", "blue"]}
        game = start({"instant_again": value}, {"hand": ["blue"] * 5}, last, turn=4, seat=1)
        play(game, "recruit:alchemist:red", "roll:3:3:4:5:3", "burn:0", "recruit:alchemist:blue")
        assert [kind for kind, *_ in told(game, "act.instant.replay")] == ["effect.begins" if value else "effect.spent"]
        return game.state.players[1].guilders

    assert (guilders(True), guilders(False)) == (12, 6)


@pytest.mark.parametrize(("again", "question"), [(True, "people.order"), (False, "react.choose")])
def test_nobody_is_asked_for_the_order_of_an_effect_that_is_spent(again: bool, question: str) -> None:
    """D-098: of an arrow that has had its effect only that is said; the Fire-eater may react all the same."""
    owner = {"guilders": 12, "threats": {"yellow": 1}, "hand": ["alchemist"], "houses": ["nun", *display("fire_eater")]}
    game = start({"instant_again": again}, owner, WAITS, spent=["alchemist"])
    play(game, "recruit:alchemist:" + DECK["nun"].colour)
    assert kind(game) == question
    if not again:
        assert [event[0] for event in told(game, "act.instant.replay")] == ["effect.spent"]


def test_canal_bonus() -> None:
    def bonus(value: str, left: int, right: int) -> int:
        return int(scored({"canal_bonus": value}, canals={"left": left, "right": right}).third_spaces)

    built = [(2, 1), (3, 0), (3, 3), (4, 4)]
    assert [bonus("third_space", *tiles) for tiles in built] == [0, 3, 6, 6]
    assert [bonus("lots_of_three", *tiles) for tiles in built] == [3, 3, 6, 6]


def test_reputation_points() -> None:
    def points(value: str) -> list[int]:
        return [scored({"reputation_points": value}, reputation=step).reputation for step in (0, 5, 6, 7)]

    board = points("board")
    assert board[2] == 7
    assert points("six_at_step_6") == [*board[:2], 6, board[3]]


def test_notary_on_earl() -> None:
    def guilders(value: bool) -> int:
        player = {"guilders": 5, "houses": display("notary", "earl")}
        return rolled({"notary_on_earl": value}, "3:3:4:4:3", player, {}, then=("advance",)).state.players[0].guilders

    assert (guilders(False), guilders(True)) == (1, 3)


def test_earl_when() -> None:
    def asked(value: str) -> tuple[str | None, int]:
        game = rolled({"earl_when": value}, "2:2:2:2:2", {"guilders": 4, "houses": display("earl")}, {"guilders": 10})
        assert game.pending is not None
        return game.pending.kind, game.pending.player

    assert asked("no_low_die") == ("advance", 1)
    assert asked("unaffordable") == ("advance", 0)


def test_fire_eater_self() -> None:
    def asked(value: bool) -> str | None:
        player = {"guilders": 6, "hand": ["fire_eater"], "threats": {"red": 1}, "houses": ["blue"]}
        return kind(play(start({"fire_eater_self": value}, player, WAITS), "recruit:fire_eater:blue"))

    assert (asked(False), asked(True)) == ("turn.act", "react.choose")


def test_bishop_pairs() -> None:
    def points(value: str) -> int:
        return int(scored({"bishop_pairs": value}, workers={"blue": 3, "red": 3}, houses=display("bishop")).laurels)

    assert (points("any"), points("same_colour")) == (3, 2)


def test_engraver_points() -> None:
    def points(value: int) -> int:
        return int(scored({"engraver_points": value}, houses=display("engraver", "duke", "nun")).laurels)

    assert (points(2), points(1)) == (6, 3)


def test_engraver_points_of_a_deck_without_rules_of_its_own() -> None:
    """A table of an owner's cards knows no rule ids: what counts is that a laurel scores two points a group (D-147)."""
    plain = Deck(card._replace(rule="act.meaning") for card in DECK.cards)

    def points(value: int) -> int:
        given = {"switches": {"engraver_points": value}, "players": [{"houses": display("engraver", "duke", "nun")}, {}]}
        return int(score_sheet(bl.scenario({"given": given}, deck=plain).state, 0).laurels)

    assert (points(2), points(1)) == (6, 3)


def test_start_player() -> None:
    def seats(value: str) -> set[int]:
        rules = Ruleset().changed(start_player=value)
        return {bl.new_game(players=4, seed=seed, ruleset=rules).state.start for seed in range(40)}

    assert (seats("random"), seats("seat")) == ({0, 1, 2, 3}, {0})


def laid_out(players: int, base: str = "default", **switches: Any) -> Any:
    return bl.new_game(players=players, seed=1, ruleset=bl.ruleset(base, **switches)).state


def test_five_deck() -> None:
    def piles(value: str) -> tuple[Any, ...]:
        state = laid_out(5, "zwin:five", five_deck=value)
        return (*state.left, len(state.extra), state.rules.stacks, state.rules.end_by)

    assert piles("five_stacks") == (82, 83, 0, 5, "pile_or_rounds")
    assert piles("six_stacks") == (69, 69, 27, 6, "pile")


def test_worker_supply() -> None:
    assert [laid_out(4, worker_supply=value).worker_pool for value in (0, 10, 12)] == [(), (6,) * 5, (8,) * 5]


def test_bank() -> None:
    assert [laid_out(4, bank=value).bank_left for value in (0, 92, 144)] == [UNLIMITED, 72, 124]


def test_threat_bag() -> None:
    assert [laid_out(4, threat_bag=value).supply for value in ("none", "aside")] == [(9,) * 5, (7,) * 5]


def test_round_marker() -> None:
    assert [laid_out(3, round_marker=value).marker for value in (False, True)] == [0, 1]


def test_extra_used_ends() -> None:
    def last(value: str) -> int:
        dice = dict.fromkeys(DICE, 3)
        player = {"hand": ["duke"], "houses": display("valet")}
        given = {"phase": "actions", "round": 5, "dice": dice, "piles": [["squire"], ["baron", "knight"]]}
        game = start({"extra_used_ends": value}, player, {}, **given)
        return int(play(game, "activate:valet", "draw:first").state.final_round)

    assert (last("next_round"), last("this_round")) == (6, 5)


def docked(switches: dict[str, Any], *choices: str, docks: dict[str, str] | None = None, **player: Any) -> Table:
    """A canal tile by a card, or through a Bard, with ships in docks."""
    own = {"guilders": 9, "hand": ["squire", "nun"], **player}
    ships = {"red": "red6"} if docks is None else docks
    return play(start({"ships": True, **switches}, own, {"hand": ["red"]}, **WITH_DICE, docks=ships), *choices)


WITH_DICE = {"phase": "actions", "dice": dict.fromkeys(DICE, 3)}


def test_ships() -> None:
    assert [laid_out(3, ships=value).docks for value in (False, True)] == [(), (-1,) * 5]


def test_ships_form() -> None:
    def stacks(value: str) -> tuple[Any, ...]:
        state = laid_out(3, ships=True, ships_form=value)
        return state.ship_left, state.ships_known

    assert stacks("docks") == ((6,) * 5, ())
    assert stacks("flip") == ((1,) * 5, (False,) * 5)


def test_ship_after() -> None:
    def asked(value: str) -> str | None:
        game = docked({"ship_after": value}, houses=display("bard"), workers=dict.fromkeys(DICE, 2))
        return kind(play(game, "activate:bard", "dig:left"))

    assert (asked("card"), asked("any")) == ("turn.act", "ship.choose")


def test_ship_stays() -> None:
    def left(value: bool) -> int:
        return int(docked({"ship_stays": value}, "canal:squire:left", "ship:red").state.docks[3] >= 0)

    assert (left(True), left(False)) == (1, 0)


def test_ships_again() -> None:
    def after(value: bool) -> Any:
        given = {"docks": {"red": "red6"}, "ship_stacks": {"red": []}}
        game = start({"ships": True, "ships_again": value}, {}, {}, phase="majorities", **given)
        return kind(game)

    assert after(False) != after(True) == "ships.again"


def with_market(card: str = "m01", **switches: Any) -> Table:
    """Two players with cards and an open market card."""
    own = {"hand": ["squire", "nun", "baron"]}
    other = {"hand": ["duke", "knight"]}
    return start({"market": True, **switches}, own, other, **WITH_DICE, market=card)


def test_market() -> None:
    assert [laid_out(3, market=value).market_left for value in (False, True)] == [0, 12]


def test_market_markers() -> None:
    def markers(card: str, value: str) -> int:
        return sum(with_market(card, market_markers=value).state.markers)

    assert [markers("m01", value) for value in ("card", "five", "six")] == [5, 5, 6]
    assert [markers("m02", value) for value in ("card", "five", "six")] == [6, 5, 6]


def test_market_share() -> None:
    def second(value: str) -> bool:
        game = play(with_market(market_share=value), "improved_workers:squire")
        return game.why_not("improved_workers:duke") is None

    assert (second("first"), second("everyone")) == (False, True)


def test_market_each() -> None:
    def second(value: str) -> bool:
        game = play(with_market(market_each=value), "improved_workers:squire", "workers:duke")
        return game.why_not("improved_guilders:nun") is None

    assert (second("any"), second("one")) == (True, False)


def test_every_switch_is_tested() -> None:
    switches = [field.name for field in fields().values() if field.unit == "switch"]
    assert [name for name in switches if f"test_{name}" not in globals()] == []


# The numbers: another value, another outcome


def hand_drawn(switches: dict[str, Any]) -> int:
    game = start(switches, {"hand": ["red"] * 4}, {}, phase="draw", round=2)
    while game.pending is not None and game.pending.player == 0:
        game.play("draw:first")
    return len(game.state.players[0].hand)


def docked_ships(switches: dict[str, Any]) -> int:
    game = rolled({"ships": True, **switches}, "1:3:4:5:6", {}, {"hand": ["red"]}, then=("decline", "decline"))
    return sum(ship >= 0 for ship in game.state.docks)


def turns_played(switches: dict[str, Any]) -> int:
    game = start(switches, {"hand": ["squire", "duke", "countess", "brewer", "beguine"]}, {"hand": ["red"] * 5}, start=0)
    count = 0
    while kind(game) == "turn.act":
        game.play(0)
        count += 1
    return count


def threatened(switches: dict[str, Any]) -> tuple[int, ...]:
    return rolled(switches, "3:3:3:4:5", {}, {}).state.players[0].threats


def ships_docked(switches: dict[str, Any]) -> int:
    game = rolled({"ships": True, **switches}, "3:3:4:6:5", {"hand": ["squire"]}, {})
    return sum(ship >= 0 for ship in game.state.docks)


def burgled(switches: dict[str, Any]) -> int:
    return rolled(switches, "3:3:5:4:3", {"threats": {"yellow": 1}}, {}).state.players[0].guilders


def price(switches: dict[str, Any]) -> list[int]:
    game = rolled(switches, "1:3:3:4:5", {}, {})
    return [event.data["guilders"] for event in game.events if event.rule == "phase2.advance.cost"]


def climbed(switches: dict[str, Any]) -> int:
    game = rolled(switches, "1:3:3:4:5", {"guilders": 20}, {})
    if game.pending is not None and game.pending.kind == "advance" and game.pending.player == 0:
        play(game, "advance")
    return game.state.players[0].reputation


def intrigued(switches: dict[str, Any]) -> int:
    return rolled(switches, "3:3:3:4:5", {"points": 5, "threats": {"purple": 2}}, {}).state.players[0].points


def plagued(switches: dict[str, Any]) -> int:
    player = {"threats": {"brown": 2}, "houses": display("duke")}
    return len(rolled(switches, "3:5:3:4:3", player, {}).state.players[0].people)


def burnt(switches: dict[str, Any]) -> int:
    return len(rolled(switches, "3:3:3:5:3", {"threats": {"red": 2}, "houses": ["blue"]}, {}).state.players[0].houses)


def workers_got(switches: dict[str, Any]) -> int:
    return play(start(switches, {"hand": ["squire"]}, WAITS), "workers:squire").state.players[0].workers[0]


def marker_points(switches: dict[str, Any]) -> int:
    player = {"hand": ["squire"], "threats": {"blue": 1}}
    return play(start(switches, player, WAITS), "threat:squire").state.players[0].points


def house_offered(switches: dict[str, Any]) -> bool:
    return "house:squire" in map(str, start(switches, {"hand": ["squire"]}, WAITS).legal())


def activation_paid(switches: dict[str, Any]) -> int:
    player = {"hand": ["squire"], "workers": {"purple": 3}, "houses": display("saddler")}
    return play(start(switches, player, WAITS), "activate:saddler").state.players[0].workers[4]


def ends_in(switches: dict[str, Any]) -> bool:
    return start({**switches, "end_by": "rounds"}, {}, {}, phase="majorities", round=5).over


def lead(switches: dict[str, Any]) -> bool:
    game = start(switches, {"reputation": 3}, {"reputation": 2}, phase="majorities")
    return game.state.players[0].majorities[0]


def top_statue(switches: dict[str, Any]) -> tuple[int, ...]:
    player = {"guilders": 5, "hand": ["baron"], "canals": {"left": 4}}
    return play(start(switches, player, WAITS), "canal:baron:left").state.players[0].statues


def can_roll(switches: dict[str, Any]) -> bool:
    return start(switches, {}, {}, phase="dice").why_not("roll:8:1:1:1:1") is None


def set_up(switches: dict[str, Any]) -> tuple[int, ...]:
    """What everybody begins with, and the cards that are left out."""
    state = bl.new_game(players=2, ruleset=Ruleset().changed(**switches)).start
    player = state.players[0]
    return (player.points, player.reputation, player.workers[0], player.guilders, len(state.extra), state.supply[0])


def two_players(switches: dict[str, Any]) -> bool:
    try:
        bl.new_game(players=2, ruleset=Ruleset().changed(**switches))
    except bl.LabError as error:
        assert "meta.players" in str(error)
        return False
    return True


def last_canal_choices(switches: dict[str, Any]) -> set[str]:
    """The sections offered for a tile somewhere in the first turn of a game."""
    rules = Ruleset().changed(start_guilders=20, start_player="seat", **switches)
    found: set[str] = set()
    for seed in range(12):
        game = bl.new_game(players=2, seed=seed, ruleset=rules)
        while kind(game) in ("draw.card", "advance"):
            game.play(len(game.legal()) - 1)
        found |= {str(choice.args[1]) for choice in game.legal() if choice.kind == "canal"}
    return found


NUMBERS: dict[str, tuple[Any, Outcome, Any, Any]] = {
    # field: another value, what to look at, what it is by default, what it is then
    "min_players": (3, two_players, True, False),
    "threat_supply": (10, set_up, (5, 0, 1, 5, 99, 9), (5, 0, 1, 5, 99, 10)),
    "statues": ((12, 1), top_statue, (7,), (12,)),
    "dice_faces": (8, can_roll, False, True),
    "stacks": (3, set_up, (5, 0, 1, 5, 99, 9), (5, 0, 1, 5, 55, 9)),
    "start_points": (8, set_up, (5, 0, 1, 5, 99, 9), (8, 0, 1, 5, 99, 9)),
    "start_step": (2, set_up, (5, 0, 1, 5, 99, 9), (5, 2, 1, 5, 99, 9)),
    "start_workers": (3, set_up, (5, 0, 1, 5, 99, 9), (5, 0, 3, 5, 99, 9)),
    "start_guilders": (9, set_up, (5, 0, 1, 5, 99, 9), (5, 0, 1, 9, 99, 9)),
    "hand_size": (7, hand_drawn, 5, 7),
    "threat_faces": ((4, 5, 6), threatened, (0, 0, 0, 0, 1), (0, 0, 0, 1, 1)),
    "threats_per_die": (0, threatened, (0, 0, 0, 0, 1), (0, 0, 0, 0, 0)),
    "threat_limit": (2, burgled, 5, 0),
    "advance_faces": ((1, 2, 3), price, [1], [7]),
    "advance_steps": (2, climbed, 1, 0),  # two steps at a time, but at most one a round
    "advance_max": (0, climbed, 1, 0),
    "plague_loss": (0, plagued, 0, 1),
    "fire_loss": (0, burnt, 0, 1),
    "intrigue_loss": (1, intrigued, 2, 4),
    "score_floor": (4, intrigued, 2, 4),
    "turns": (3, turns_played, 8, 6),
    "workers_taken": (4, workers_got, 3, 5),
    "threat_points": (3, marker_points, 6, 8),
    "sections": (1, last_canal_choices, {"left", "right"}, {"left"}),
    "house_workers": (2, house_offered, True, False),
    "activation_workers": (2, activation_paid, 2, 1),
    "rounds_limit": (5, ends_in, False, True),
    "house_points": (3, lambda s: scored(s, houses=["blue", "red"]).houses, 2, 6),
    "majority_points": (5, lambda s: scored(s, majorities=["canal", "people"]).majorities, 8, 10),
    "majority_margin": (2, lead, True, False),
    "third_space": (4, lambda s: scored(s, canals={"left": 3, "right": 4}).third_spaces, 6, 3),
    "ship_faces": ((4,), ships_docked, 3, 1),
    "ship_workers": (
        2,
        lambda s: docked(s, "canal:squire:left", "ship:red", workers={"red": 3}).state.players[0].workers[3],
        2,
        1,
    ),
    "bagged_threats": (3, lambda s: laid_out(4, threat_bag="aside", **s).supply[0], 7, 6),
    "third_space_points": (2, lambda s: scored(s, canals={"left": 3, "right": 4}).third_spaces, 6, 4),
}

OF_DECK_AND_BOARD = ("max_players", "cards", "cards_per_colour", "price_per_point", "section_spaces")
"""Numbers that a deck or board of one's own has to fit, or is counted by; tested below."""
ONLY_ONE_VALUE = ("threats_discarded", "house_capacity", "uses_per_round")
"""Numbers that the rules' sentences name but that the engine can play with one value only; the ruleset refuses others."""


def test_every_number_is_tested() -> None:
    numbers = [field.name for field in fields().values() if field.unit != "switch"]
    assert [name for name in numbers if name not in {*NUMBERS, *OF_DECK_AND_BOARD, *ONLY_ONE_VALUE}] == []


@each("name", NUMBERS)
def test_another_number_changes_play(name: str) -> None:
    value, outcome, by_default, then = NUMBERS[name]
    assert outcome({}) == by_default
    assert outcome({name: value}) == then
    assert by_default != then


@each("name", ONLY_ONE_VALUE)
@each("value", [0, 2])
def test_a_number_with_one_value_takes_no_other(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        Ruleset().changed(**{name: value})


# Decks and boards of one's own


def written(tmp_path: Path, name: str, change: Callable[[dict[str, Any]], None]) -> Path:
    data = read_toml(places.data("bruges", name))
    change(data)
    path = tmp_path / name
    path.write_text(tomli_w.dumps(data))
    return path


def test_cards_and_cards_per_colour(tmp_path: Path) -> None:
    def first_hundred(data: dict[str, Any]) -> None:
        data["card"] = [card for colour in DICE for card in [c for c in data["card"] if c["colour"] == colour][:20]]

    path = written(tmp_path, "cards.toml", first_hundred)
    with pytest.raises(bl.DataError, match=r"comp\.cards\.count"):
        bl.new_game(players=2, deck=path)
    game = bl.new_game(players=2, deck=path, ruleset=Ruleset().changed(cards=100, cards_per_colour=20))
    assert (game.start.left, len(game.start.extra)) == ((20, 20), 60)


def test_price_per_point(tmp_path: Path) -> None:
    path = written(tmp_path, "cards.toml", lambda data: None)
    game = bl.new_game(players=2, deck=path, ruleset=Ruleset().changed(price_per_point=1))
    assert (game.state.deck["prince"].points, DECK["prince"].points) == (9, 3)


def test_price_per_point_of_the_labs_own_deck() -> None:
    game = bl.new_game(players=2, ruleset=Ruleset().changed(price_per_point=1))
    assert game.state.deck["prince"].points == 9


def test_section_spaces(tmp_path: Path) -> None:
    def shorten(data: dict[str, Any]) -> None:
        for gate in data["gate"]:
            gate["left"], gate["right"] = gate["left"][:4], gate["right"][:4]

    path = written(tmp_path, "board.toml", shorten)
    with pytest.raises(bl.DataError, match=r"action\.canal\.layout"):
        bl.new_game(players=2, board=path)
    game = bl.new_game(players=2, board=path, ruleset=Ruleset().changed(section_spaces=4))
    assert all(len(section) == 4 for gate in game.state.board.gates for section in gate)


def test_max_players(tmp_path: Path) -> None:
    def without_two_gates(data: dict[str, Any]) -> None:
        del data["gate"][3:]

    path = written(tmp_path, "board.toml", without_two_gates)
    rules = Ruleset().changed(max_players=3)
    assert len(bl.new_game(players=3, board=path, ruleset=rules).state.players) == 3
    with pytest.raises(bl.LabError, match=r"meta\.players"):
        bl.new_game(players=4, board=path, ruleset=rules)


@pytest.mark.parametrize(
    ("players", "rule"), [(1, r"meta\.players"), (5, r"zwin:five \(exp\.five_players\)"), (6, r"meta\.players")]
)
def test_two_to_four_players(players: int, rule: str) -> None:
    with pytest.raises(bl.LabError, match=rule):
        bl.new_game(players=players)
