"""What ships, improvements and market cards are worth: how it is measured, and that the kept table has no outlier."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import Any

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.analysis.policies import policy
from bruges_lab.games.bruges.deck import Op
from bruges_lab.games.bruges.market_cards import MarketCards
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.play.balance import FAR, Weighing
from bruges_lab.games.bruges.play.module_balance import (
    GROUPS,
    MARKET_RULES,
    SHIP_RULES,
    WEIGH,
    _market_pair,
    dock,
    open_card,
    pieces,
    weigh_improvement,
    weigh_market_card,
    weigh_ship,
)
from bruges_lab.games.bruges.positions import check_position
from bruges_lab.games.bruges.ship_tiles import ShipTiles
from bruges_lab.kernel import Stream
from bruges_lab.kernel.errors import LabError

TILES, CARDS = ShipTiles.load(), MarketCards.load()
GREEDY = policy("greedy", "bruges")


@pytest.fixture(scope="module")
def kept() -> dict[str, list[Weighing]]:
    table: dict[str, list[Weighing]] = {}
    with places.data("bruges", "balance_zwin.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            numbers = (float(row[name]) for name in Weighing._fields[2:])
            table.setdefault(row["group"], []).append(Weighing(row["piece"], int(row["games"]), *numbers))
    return table


def standard(found: list[Weighing]) -> float:
    return sum(one.difference for one in found) / len(found)


def test_the_table_holds_everything(kept: dict[str, list[Weighing]]) -> None:
    assert list(kept) == list(GROUPS)
    for group, found in kept.items():
        assert [one.card for one in found] == pieces(group)
    assert [len(kept[group]) for group in GROUPS] == [6, 17, 12]


def test_nothing_is_far_from_the_others_of_its_group(kept: dict[str, list[Weighing]]) -> None:
    for found in kept.values():
        assert [one.card for one in found if one.outlier(standard(found))] == []


def test_whatever_may_be_far_was_played_more_often(kept: dict[str, list[Weighing]]) -> None:
    for found in kept.values():
        fewest, usual = min(one.games for one in found), standard(found)
        unsure = [one for one in found if one.games == fewest and abs(one.difference - usual) - one.error > FAR]
        assert unsure == []


# Ships


def with_effect(kind: str, points: int) -> ShipTiles:
    effect = (Op("gain_points", (points, 1), {"per": "once"}),)
    return ShipTiles(ship._replace(effect=effect) if ship.kind == kind else ship for ship in TILES.ships)


def test_pairs_are_the_same_games_until_the_ship_matters() -> None:
    found = weigh_ship("guilders", 3, tiles=with_effect("guilders", 0))
    assert (found.games, found.difference, found.error, found.points) == (3, 0, 0, 0)


def test_a_ship_that_brings_much_is_worth_much() -> None:
    found = weigh_ship("step", 4, tiles=with_effect("step", 40))
    assert found.won == 1
    assert found.points > 30


def test_a_ship_that_nobody_can_use_is_refused() -> None:
    idle = ShipTiles(ship._replace(effect=()) if ship.kind == "points" else ship for ship in TILES.ships)
    with pytest.raises(LabError, match="hardly anybody can ever use a ship of the kind 'points'"):
        weigh_ship("points", 1, tiles=idle)


def in_round(number: int, rules: Any) -> State:
    game, stream = bl.new_game(2, 8, ruleset=rules), Stream(8, "balance")
    while not (game.state.round == number and game.pending is not None and game.pending.kind == "turn.act"):
        assert game.pending is not None
        game.play(stream.below(len(game.pending.raw)))
    state: State = game.state.copy()
    return state


@each("ship", range(0, 30, 7))
def test_a_ship_is_docked_from_wherever_it_is(ship: int) -> None:
    state = in_round(3, SHIP_RULES)
    for one in (ship, (ship + 1) % 30, ship):
        dock(state, one)
        check_position(state)
        assert state.docks[TILES.colour[one]] == one


# The market


@each("card", range(12))
def test_a_market_card_is_opened_from_wherever_it_is(card: int) -> None:
    state = in_round(3, MARKET_RULES)
    open_card(state, card)
    check_position(state)
    assert state.market == card


def test_pairs_without_any_improvement_are_the_same_games() -> None:
    with_, without = _market_pair(4, (), CARDS, GREEDY, 2)
    assert with_ == without


def richer(improvement: str, **numbers: int) -> MarketCards:
    kinds = (kind._replace(numbers=numbers) if kind.id == improvement else kind for kind in CARDS.kinds.values())
    return MarketCards(CARDS.cards, kinds)


def test_an_improvement_that_brings_much_is_worth_much() -> None:
    rich = richer("threat.two_points", points=60)
    assert weigh_improvement("threat.two_points", 6, cards=rich).points > 10
    assert weigh_market_card("m03", 6, cards=rich).points > 10


# Names


@each("weigh, said", [(weigh_ship, "kind of ship"), (weigh_improvement, "improvement"), (weigh_market_card, "market card")])
def test_what_does_not_exist_is_refused(weigh: Callable[..., Weighing], said: str) -> None:
    with pytest.raises(LabError, match=f"there is no {said} 'nothing'"):
        weigh("nothing", 1)


def test_each_group_is_weighed_by_its_own() -> None:
    assert list(WEIGH) == list(GROUPS)
    for group in GROUPS:
        first = pieces(group)[0]
        assert WEIGH[group](first, 2).card == first
