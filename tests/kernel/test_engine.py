"""The loop, the needs and the deltas, on Ferry."""

from __future__ import annotations

import msgspec
import pytest
from ferry.rules import BOOK, KIT, RULES, TURN, Ferry, Traveller, start
from hypothesis import given
from hypothesis import strategies as st
from play import random_game

from bruges_lab.kernel import (
    CHANCE,
    TABLE,
    Choice,
    Game,
    IllegalChoice,
    Seeded,
    add,
    add_at,
    advance,
    because,
    become,
    choose,
    drop,
    put,
    rebuild,
)
from bruges_lab.kernel.deltas import apply_deltas, become_at
from bruges_lab.kernel.events import Event, Notes, RawEvent, Told, in_full
from bruges_lab.kernel.state import BaseState, written_often

SEEDS = st.integers(0, 500)


def test_the_book_cites_only_known_rules() -> None:
    assert BOOK.faults(RULES) == []
    assert BOOK.faults(RULES - {"ferry.wind"}) == ["ferry: rule ferry.wind is cited but unknown"]


def test_nothing_is_registered_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        BOOK.task("round", rule="ferry.round")(lambda s: None)
    with pytest.raises(ValueError, match="twice"):
        BOOK.event("waited")
    with pytest.raises(ValueError, match="already"):
        TURN.choice("wait")(lambda s: None)
    with pytest.raises(ValueError, match="no field"):
        BOOK.event("new.kind", secret={"card": "player"})


def test_it_runs_to_the_next_decision_and_stops_at_chance() -> None:
    state = start()
    pending = advance(state)
    assert pending is not None
    assert pending.player == CHANCE
    assert pending.kind == "wind"
    choose(state, ("wind", 1))
    pending = advance(state)
    assert pending is not None
    assert (pending.kind, pending.player, pending.rule) == ("turn", 0, "ferry.turn")


def test_it_can_run_one_task_at_a_time() -> None:
    state = start()
    assert state.round == 0
    assert advance(state, tasks=0) is None
    assert state.round == 0
    assert advance(state, tasks=1) is not None  # the round begins, then the wind is pending
    assert state.round == 1


def test_a_single_answer_is_given_at_once_and_said() -> None:
    state = Ferry(players=[Traveller(), Traveller(coins=1)])
    state.log = []
    state.push("storm", 1, 0)
    assert advance(state) is None
    assert [(event[0], event[1], event[5]) for event in state.log] == [
        ("ferry.storm", "forced", -1),
        ("ferry.storm", "coin.lost", 0),
    ]


def test_a_question_about_hidden_cards_is_asked_even_with_a_single_answer() -> None:
    state = Ferry(players=[Traveller(hand=(1,)), Traveller(hand=(9,))], wind=6)
    state.push("turn", 0)
    pending = advance(state)
    assert pending is not None
    assert pending.raw == [("wait",)]


def test_a_decision_without_an_answer_is_a_bug_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Ferry(players=[Traveller(), Traveller()])
    state.push("turn", 0)
    monkeypatch.setattr(TURN, "options", lambda s, seat: [])
    pending = advance(state)
    assert pending is not None
    with pytest.raises(RuntimeError, match="nothing to choose"):
        _ = pending.raw
    monkeypatch.setattr(TURN, "forced", True)
    with pytest.raises(RuntimeError, match="nothing to choose"):
        advance(state)


@given(SEEDS, st.integers(0, 12))
def test_why_not_is_none_exactly_when_a_choice_is_legal(seed: int, moves: int) -> None:
    game = random_game(seed, moves=moves)
    if game.over:
        return
    legal = set(game.legal())
    everything = [Choice(kind) for kind in ("draw", "wait", "coin", "spared", "nonsense")]
    everything += [Choice(kind, (card,)) for kind in ("cross", "overboard") for card in range(-1, 12)]
    for choice in everything:
        refusal = game.why_not(choice)
        assert (refusal is None) == (choice in legal)
        if refusal is not None:
            assert refusal.rule in RULES
            assert "\n" not in str(refusal)
            assert refusal.text("fr")


@given(SEEDS, st.integers(0, 12))
def test_the_fast_listing_equals_the_list_of_needs(seed: int, moves: int) -> None:
    game = random_game(seed, moves=moves)
    if game.pending is not None and game.pending.step is TURN:
        seat = game.pending.player
        assert sorted(TURN.options(game.state, seat)) == sorted(TURN.by_needs(game.state, seat))


def test_refusals_name_the_rule_and_the_numbers() -> None:
    state = Ferry(players=[Traveller(hand=(3, 5)), Traveller(hand=(9,))], wind=4, pile=())
    state.push("turn", 0)
    game = Game(KIT, state, names=("Ada", "Ben"))
    refusal = game.why_not("cross:3")
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.data) == ("ferry.stronger", "too_weak", {"card": 3, "wind": 4})
    assert str(refusal) == "The 3 is not stronger than the wind (force 4). (ferry.stronger)"
    assert str(game.why_not("cross:9")) == "The 9 is not in your hand. (ferry.own_card)"
    assert str(game.why_not("draw")) == "The pile is empty. (ferry.pile)"
    assert str(game.why_not("coin")) == "Not now: losing a coin. Ada takes a turn. (ferry.storm)"
    assert str(game.why_not("cross")) == "A number is missing, as in cross:number. (ferry.turn)"
    assert str(game.why_not("cross:north")) == "There is no number north. (ferry.turn)"
    assert str(game.why_not("cross:5:6")) == "Too many words: it is written cross:number. (ferry.turn)"
    assert str(game.why_not("row")) == "This has no meaning here: row. (ferry.turn)"
    assert game.why_not("cross:5") is None


def test_an_illegal_choice_changes_nothing() -> None:
    game = Game(KIT, start(), chance=Seeded(1))
    before, nodes, events = game.state.key(), len(game.nodes), game.events
    with pytest.raises(IllegalChoice) as error:
        game.play("coin")
    assert error.value.refusal.rule == "ferry.storm"  # the rule by which a coin is lost says when
    assert (game.state.key(), len(game.nodes), game.events) == (before, nodes, events)


def test_after_the_end_nothing_can_be_chosen() -> None:
    game = random_game(3)
    assert game.legal() == []
    assert str(game.why_not("wait")) == "The game is over. (ferry.end)"
    assert game.winners


# Copies


@given(SEEDS)
def test_options_on_copies_leave_every_earlier_state_alone(seed: int) -> None:
    game = Game(KIT, start(3, seed), chance=Seeded(seed))
    seen: list[tuple[Ferry, str]] = []
    while not game.over:
        state, pending = game.state, game.pending
        assert pending is not None
        seen.append((state, state.digest()))
        for option in pending.raw:
            twin = state.copy()
            choose(twin, option)
            advance(twin)
        assert all(old.digest() == digest for old, digest in seen)
        game.play(len(pending.raw) - 1)


def test_a_copy_has_every_field_and_shares_no_list() -> None:
    state = start()
    state.emitted, state.cause, state.latest = 4, 2, 3
    state.log = []
    twin = state.copy()
    for name in state.__struct_fields__:
        if name == "log":
            assert twin.log is None
            continue
        assert getattr(twin, name) == getattr(state, name), name
        if isinstance(getattr(state, name), list):
            assert getattr(twin, name) is not getattr(state, name), name
    assert all(a is not b for a, b in zip(twin.players, state.players, strict=True))


def test_every_field_counts_in_the_key() -> None:
    state = start()
    for name in ("pile", "wind", "round"):
        twin = state.copy()
        setattr(twin, name, {"pile": (), "wind": 6, "round": 9}[name])
        assert twin.key() != state.key(), name
    for name, value in {"coins": 9, "hand": (), "shown": (1,), "crossed": (9,)}.items():
        twin = state.copy()
        setattr(twin.players[1], name, value)
        assert twin.key() != state.key(), name
    twin = state.copy()
    twin.push("turn", 0)
    assert twin.key() != state.key()
    assert hash(twin.key()) != hash(state.key())


def test_positions_round_trip_through_plain_data() -> None:
    state = random_game(5, moves=4).state
    data = msgspec.json.decode(msgspec.json.encode(state.to_data()))
    assert Ferry.from_data(data).key() == state.key()
    with pytest.raises(msgspec.ValidationError):
        Ferry.from_data({**data, "cheese": 1})
    with pytest.raises(msgspec.ValidationError):
        Ferry.from_data({**data, "wind": "strong"})


# Events


@given(SEEDS)
def test_events_rebuild_the_state(seed: int) -> None:
    game = random_game(seed)
    state = game.start.copy()
    for node in game.line:
        rebuild(state, game.events_of([node]))
        assert list(state.players) == list(node.state.players)
        assert (state.pile, state.wind, state.round) == (node.state.pile, node.state.wind, node.state.round)


@given(SEEDS)
def test_every_event_has_a_declared_kind_a_known_rule_and_an_earlier_cause(seed: int) -> None:
    events = random_game(seed).events
    for number, event in enumerate(events):
        assert event.index == number
        assert event.rule in RULES
        assert set(event.data) == set(BOOK.kinds[event.kind].fields) - BOOK.kinds[event.kind].optional
        assert -1 <= event.cause < number
        assert event.text("en")
        assert event.text("fr")


def test_causes_make_a_forest() -> None:
    state = Ferry(players=[Traveller(hand=(8, 1)), Traveller(hand=(2,)), Traveller(hand=(), coins=0)], wind=1, pile=(3,))
    state.push("turn", 0)
    game = Game(KIT, state, names=("Ada", "Ben", "Cy"))
    game.play("cross:8")
    game.play("overboard:2")
    assert because(game.events).splitlines() == [
        "Ada crosses with the 8.  [ferry.turn]",
        "The 8 brings a storm.  [ferry.storm]",
        "  Ben throws the 2 overboard; Ada fishes it out.  [ferry.storm]",
        "  Cy has only one choice.  [ferry.storm]",
        "    Cy has nothing to lose.  [ferry.storm]",
    ]


def test_each_delta_does_what_it_says() -> None:
    state = start()
    hand = state.players[0].hand
    changes = [
        add(0, "coins", 3),
        put(0, "crossed", 5),
        drop(0, "hand", hand[0]),
        become(TABLE, "wind", 6),
        add_at(0, "crossed", 0, 2),
        become_at(1, "hand", 1, 9),
    ]
    apply_deltas(state, changes)
    assert (state.players[0].coins, state.players[0].crossed, state.players[0].hand) == (5, (7,), hand[1:])
    assert (state.wind, state.players[1].hand[1]) == (6, 9)
    with pytest.raises(ValueError, match="unknown delta"):
        apply_deltas(state, [("explode", 0, "coins", 1)])


def test_base_state_is_plain() -> None:
    assert BaseState.position_fields() == ("players", "agenda")


def test_chance_is_neither_the_table_nor_a_seat() -> None:
    assert TABLE == -1
    assert CHANCE != TABLE
    assert CHANCE < 0


# Common events stand short in the log of a playout, and fields are set without telling the collector


def _coins_lost(seat: int, coins: int) -> Told:
    return {"coins": coins}, (add(seat, "coins", -coins),)


def test_an_event_written_short_is_read_in_full_and_the_same() -> None:
    logs: list[list[RawEvent]] = [Notes(), []]
    for log in logs:
        state = start()
        state.log = log
        state.players[1].coins -= 2
        assert state.record("ferry.wind", "coin.lost", 1, _coins_lost, (2,)) == 0
        assert (state.emitted, state.latest) == (1, 0)
    short, full = (log[0] for log in logs)
    assert short[3] is _coins_lost
    assert in_full(short) == in_full(full) == full == ("ferry.wind", "coin.lost", 1, {"coins": 2}, (add(1, "coins", -2),), -1)
    assert Event(short, 0) == Event(full, 0)
    twin = start()
    rebuild(twin, [Event(short, 0)])
    assert twin.players[1].coins == start().players[1].coins - 2
    silent = start()
    assert silent.record("ferry.wind", "coin.lost", 1, _coins_lost, (2,)) == 0


def test_only_what_the_collector_leaves_alone_is_written_quickly() -> None:
    class Looked(msgspec.Struct):
        coins: int = 0

    class Frozen(msgspec.Struct, frozen=True, gc=False):
        coins: int = 0

    for cls in (Looked, Frozen):
        with pytest.raises(TypeError, match=cls.__name__):
            written_often(cls)

    @written_often
    class Purse(Traveller):
        gold: int = 0

    purse = Purse(coins=3)
    purse.gold = purse.coins + 1
    assert (purse, purse.__copy__()) == (Purse(3, gold=4), Purse(3, gold=4))  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        purse.silver = 1  # type: ignore[attr-defined]
