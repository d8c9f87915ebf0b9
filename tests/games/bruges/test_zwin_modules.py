"""The campaign over all combinations of modules: which games it plays, and that its laws can be broken."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.games.bruges.model import EMPTY, State
from bruges_lab.games.bruges.module_games import COMBINATIONS, MODULES, setting
from bruges_lab.games.bruges.module_laws import check_modules, check_story
from bruges_lab.games.bruges.ruleset import fields
from bruges_lab.games.bruges.watching import watch_game
from bruges_lab.kernel import Stream
from bruges_lab.verification.suite import run

ALL = {"worker_supply": 12, "bank": 144, "threat_bag": "aside", "round_marker": True}


def test_so_many_games_have_all_combinations_and_twice_as_many_in_both_halves() -> None:
    settings = [setting(number) for number in range(2 * COMBINATIONS)]
    assert len({(one.players, one.modules) for one in settings[:COMBINATIONS]}) == COMBINATIONS == 4 * 2 ** len(MODULES)
    assert Counter((one.players, one.modules, one.at_random) for one in settings).most_common(1)[0][1] == 1
    for one in settings:
        assert {name for name in MODULES if getattr(one.rules, name) != fields()[name].default} == {*one.modules}
        assert one.players in one.rules.players_allowed()


def test_by_lot_every_switch_has_every_value() -> None:
    settings = [setting(number) for number in range(2 * COMBINATIONS)]
    for field in fields().values():
        if field.unit == "switch":
            assert {getattr(one.rules, field.name) for one in settings} == {*field.values}, field.name
    plain = {str(change.field.name) for one in settings if not one.at_random for change in one.rules.diff()}
    assert plain == {*MODULES, "min_players", "max_players", "threat_supply", "statues", "end_by"}


def test_the_campaign_tells_what_it_saw() -> None:
    first, second, third, done = run(["modules"], 12)
    assert first.startswith("modules: 12 games, ")
    assert "12 of 256 combinations, every other switch by lot in 6" in first
    assert "every invariant after every decision" in second
    assert "rules of modules heard in events and refusals" in third
    assert done.startswith("modules: done")


def test_a_fault_names_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bruges_lab.games.bruges.watching.check_modules", lambda state: 1 / 0)
    with pytest.raises(AssertionError, match=r"game 0, 2 players, .*ZeroDivisionError"):
        list(run(["modules"], 10))


def test_what_is_dear_is_asked_less() -> None:
    rules = bl.ruleset("zwin")
    often, seldom = (watch_game(2, 3, closely=True, rules=rules, sparing=n) for n in (1, 9))
    assert often.checked > 3 * seldom.checked > 0
    assert often.refusals["exp.market.use.first"]


# The laws


@cache
def _in_phase_3() -> State:
    """A game with all modules whose third round is being played."""
    game = bl.new_game(3, 5, ruleset=bl.ruleset("zwin", **ALL))
    stream = Stream(1, "laws")
    while game.state.round < 3 or game.state.phase < 3 or max(game.state.docks) == EMPTY:
        assert game.pending is not None
        game.play(stream.below(len(game.pending.raw)))
    state: State = game.state.copy()
    check_modules(state)
    return state


def _other(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


@pytest.mark.parametrize(
    ("field", "change", "said"),
    [
        ("ships_gone", lambda s, ships: ships[1:], "a ship is missing"),
        ("ships_gone", lambda s, ships: (*ships, 0), "a ship is missing or lies twice"),
        ("docks", lambda s, docks: docks[1:] + docks[:1], "a dock of another colour"),
        ("dice", lambda s, dice: (6,) * 5, "docked without its die"),
        ("phase", lambda s, phase: 1, "docked before the dice"),
        ("market_discard", lambda s, cards: cards[1:], "a market card is missing"),
        ("markers", lambda s, markers: _other(markers, 0, not markers[0]), "a marker is lost, taken twice"),
        ("market_used", lambda s, used: ((True,) * 6,) * 3, "a marker is lost, taken twice"),
        ("market", lambda s, market: EMPTY, "a market card is missing"),
        ("worker_pool", lambda s, pool: _other(pool, 2, pool[2] + 1), "workers have come or gone"),
        ("bank_left", lambda s, left: left - 1, "guilders have come or gone"),
        ("supply", lambda s, supply: _other(supply, 4, supply[4] - 1), "threats have come or gone"),
        ("marker", lambda s, marker: marker + 1, "the round marker stands elsewhere"),
    ],
)
def test_a_broken_position_is_found(field: str, change: Any, said: str) -> None:
    state = _in_phase_3().copy()
    setattr(state, field, change(state, getattr(state, field)))
    with pytest.raises(AssertionError, match=said):
        check_modules(state)


def test_five_players_have_all_cards_in_two_piles() -> None:
    state: State = bl.new_game(5, 1, ruleset="zwin:five").state.copy()
    check_modules(state)
    state.discard = (3,)
    with pytest.raises(AssertionError, match="not all the cards"):
        check_modules(state)


@pytest.mark.parametrize(
    ("switches", "lost", "said"),
    [
        ({"ships": True}, "canal.built", None),
        ({"ships": True}, "card.spent", "a ship without its tile"),
        ({"ships": True, "ship_after": "any"}, "canal.built", "a ship without its tile"),
        ({"ships": True}, "workers.paid", "not paid for"),
        ({"ships": True, "ship_stays": False}, "ship.leaves", "a used ship that stays"),
        ({"market": True}, "market.discarded", "a round without its market card"),
        ({"round_marker": True}, "round_marker.moved", "has not moved once a round"),
    ],
)
def test_a_story_that_cannot_be_is_found(switches: dict[str, Any], lost: str, said: str | None) -> None:
    game = bl.new_game(3, 11, ruleset=bl.ruleset(**switches))
    out = bl.play_out(game, policy="greedy", seed=1)
    log = [(e.rule, e.kind, e.player, dict(e.data), e.deltas, e.cause) for e in (*game.events, *out.events)]
    check_story(out.state, log)
    missing = [event for event in log if event[1] != lost]
    assert len(missing) < len(log)
    if said is None:
        check_story(out.state, missing)
    else:
        with pytest.raises(AssertionError, match=said):
            check_story(out.state, missing)
