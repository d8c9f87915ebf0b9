"""Trees and odds with ships against brute force: every throw, every choice, by a second reading of the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
import reference as ref
import zwin_reference as zwin

import bruges_lab as bl
from bruges_lab.analysis.tree import Tree, TreeNode
from bruges_lab.games.bruges.model import EMPTY, State
from bruges_lab.games.bruges.play.threat_odds import threat_odds
from bruges_lab.kernel import Game

ROUND = 8
KINDS = ("guilders", "workers", "threats", "step", "house", "points")
"""The place of a kind in the name of a ship: blue1 is the blue one of guilders."""
DECK = bl.Deck.load().cards
DEAR = {colour: [card.id for card in DECK if card.colour == colour and card.price == 12] for colour in ref.COLOURS}
"""Cards that nobody can pay for here, so that they are nothing but their colour."""
SMALL = {"dice_faces": 3, "advance_faces": (1,), "threat_faces": (2,), "ship_faces": (3,)}
"""Dice of three faces: 243 throws instead of 7,776, and each of the three things that a die can do."""
PHASE_2 = {1: 1, 2: 5, 3: 3}
"""Their faces as those of an ordinary die."""

Given = dict[str, Any]


def position(given: Given, switches: dict[str, Any]) -> Game[State]:
    """For the engine."""
    used = Counter[str]()
    players = []
    for player in given["players"]:
        hand = []
        for colour in player.get("hand", ()):
            hand.append(DEAR[colour][used[colour]])
            used[colour] += 1
        players.append({**player, "hand": hand})
    stacks = {colour: [f"{colour}{KINDS.index(kind) + 1}" for kind in given["ships"].get(colour, ())] for colour in ref.COLOURS}
    ends = {"end_by": "rounds", "rounds_limit": ROUND}
    whole = {"phase": "dice", "round": ROUND, "ruleset": "zwin:ships", "switches": {**ends, **switches}, "ship_stacks": stacks}
    return bl.scenario({"given": {**whole, "players": players}}, chance=bl.Ask())


def table(given: Given, **other: Any) -> zwin.Harbour:
    """The same for the second reading."""
    board = bl.Board.load()
    players = []
    for player in given["players"]:
        threats, canals = player.get("threats", {}), player.get("canals", {})
        players.append(
            ref.Player(
                points=player.get("points", 5),
                guilders=player.get("guilders", 5),
                workers={colour: player["workers"].get(colour, 0) for colour in ref.COLOURS},
                threats={colour: threats.get(colour, 0) for colour in ref.COLOURS},
                reputation=player.get("reputation", 0),
                canals={section: canals.get(section, 0) for section in ref.SECTIONS},
                houses=[ref.House(colour) for colour in player.get("houses", ())],
                hand=[*player.get("hand", ())],
            )
        )
    supply = {colour: 9 - sum(player.threats[colour] for player in players) for colour in ref.COLOURS}
    gates = [
        {
            name: [(ref.COLOURS[space.colour], space.price) for space in section]
            for name, section in zip(ref.SECTIONS, gate, strict=True)
        }
        for gate in board.gates
    ]
    stacks = {colour: [*reversed(given["ships"].get(colour, ()))] for colour in ref.COLOURS}
    return zwin.Harbour(
        players, supply=supply, last_step=board.last_step, gates=gates, track=[*board.points], stacks=stacks, **other
    )


def thrown(before: zwin.Harbour, dice: tuple[int, ...], faces: dict[int, int]) -> zwin.Harbour:
    """The same with dice on the table."""
    after = zwin.copied(before)
    after.pips = dict(zip(ref.COLOURS, dice, strict=True))
    after.dice = {colour: faces[pips] for colour, pips in after.pips.items()}
    return after


# A whole last round: dice, threats, the step, ships, cards, majorities, the final scoring

CAST: dict[str, tuple[Given, dict[str, Any], dict[str, Any]]] = {
    "every kind of ship for one": (
        {
            "ships": {"blue": ["step"], "brown": ["house"], "yellow": ["points"], "red": ["threats"], "purple": ["guilders"]},
            "players": [
                {
                    "guilders": 2,
                    "workers": dict.fromkeys(ref.COLOURS, 1),
                    "hand": ["blue", "red"],
                    "threats": {"purple": 2, "blue": 1},
                },
                {"guilders": 1, "workers": {}, "points": 3, "threats": {"purple": 2, "yellow": 2}, "houses": ["red"]},
            ],
        },
        {},
        {},
    ),
    "two who want the same ship, which leaves": (
        {
            "ships": {"yellow": ["points"], "red": ["threats"]},
            "players": [
                {"guilders": 1, "workers": {"yellow": 1, "red": 1}, "hand": ["blue"], "threats": {"red": 2}, "houses": ["red"]},
                {"guilders": 1, "workers": {"yellow": 1}, "hand": ["brown"], "canals": {"right": 1}, "threats": {"brown": 1}},
            ],
        },
        {"ship_stays": False},
        {"stays": False},
    ),
    "two workers a ship, and a stack that is dry": (
        {
            "ships": {"blue": ["points", "guilders"], "purple": ["step"]},
            "players": [
                {"guilders": 3, "workers": {"blue": 2, "purple": 2}, "hand": ["purple"], "reputation": 2, "canals": {"right": 0}},
                {"guilders": 2, "workers": {"blue": 3}, "hand": ["brown", "red"], "reputation": 3, "threats": {"yellow": 2}},
            ],
        },
        {"ship_workers": 2},
        {"price": 2},
    ),
    "workers for a house on the second turn": (
        {
            "ships": {"blue": ["workers"]},
            "players": [
                {"guilders": 1, "workers": {"blue": 1}, "hand": ["blue", "yellow"], "threats": {"blue": 2}},
                {"guilders": 0, "workers": {}, "threats": {"purple": 2}},
            ],
        },
        {"turns": 2},
        {"turns": 2},
    ),
}


def tree_of(game: Game[State]) -> Tree[State]:
    tree = bl.tree(game, depth=40, budget=200_000, measure="lead")
    assert tree.complete
    assert not tree.classes, "guilders can be taken, so every throw is told apart"
    return tree


@pytest.mark.slow
@pytest.mark.parametrize("name", CAST)
def test_a_last_round_with_ships_is_worth_what_brute_force_says(name: str) -> None:
    given, switches, read = CAST[name]
    tree = tree_of(position(given, {"turns": 1, **SMALL, **switches}))
    before = table(given, **read)
    edges = {edge.option[1:]: edge for edge in tree.root.edges}
    throws = [*product((1, 2, 3), repeat=5)]
    assert set(edges) == set(throws)
    whole = Fraction(0)
    used: Counter[str] = Counter()
    for dice in throws:
        found = Fraction(zwin.best_lead(thrown(before, dice, PHASE_2), zwin.last_round, used=used))
        edge = edges[dice]
        assert edge.odds == Fraction(1, 243)
        assert edge.child.values == (found, -found), dice
        whole += found / 243
    assert tree.value == (whole, -whole)
    assert set(used) == {kind for kinds in given["ships"].values() for kind in kinds[:1]}, "every ship came into it"


# Phase 2 with ordinary dice

CARD = {"hand": ["brown"]}
"""So that phase 3 begins with a question, and the phase is all that is looked at."""
QUAYS: dict[str, Given] = {
    "a fire to choose": {
        "ships": {"blue": ["points"], "yellow": ["step", "house"], "red": ["guilders"]},
        "players": [
            {
                "guilders": 4,
                "workers": {},
                "threats": {"red": 2, "purple": 2},
                "houses": ["blue", "red"],
                "canals": {"left": 3},
                **CARD,
            },
            {"guilders": 7, "workers": {}, "threats": {"yellow": 2, "brown": 2}, "reputation": 4, "canals": {"right": 2}, **CARD},
        ],
    },
    "a raid before the step": {
        "ships": {"brown": ["threats"], "purple": ["workers"]},
        "players": [
            {"guilders": 6, "workers": {"blue": 2}, "threats": {"yellow": 2, "blue": 2}, "reputation": 10, **CARD},
            {"guilders": 3, "workers": {}, "threats": {"purple": 2}, "points": 2, "reputation": 5, **CARD},
        ],
    },
}
SHIPS, THREATS = (3, 4), (5, 6)


@cache
def all_throws() -> dict[tuple[Any, ...], list[tuple[int, ...]]]:
    """All 7,776 throws, by which colours dock, which threaten, and what the low dice add up to."""
    found: dict[tuple[Any, ...], list[tuple[int, ...]]] = {}
    for dice in product(range(1, 7), repeat=5):
        sort = (tuple(die in SHIPS for die in dice), tuple(die in THREATS for die in dice), sum(die for die in dice if die < 3))
        found.setdefault(sort, []).append(dice)
    assert sum(map(len, found.values())) == 6**5
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", QUAYS)
def test_phase_2_with_ships_has_the_value_and_the_odds_of_all_throws(name: str) -> None:
    given = QUAYS[name]
    game = position(given, {})
    tree = bl.tree(game, within="phase", measure="lead")
    assert tree.complete
    assert tree.classes
    before = table(given)
    whole, odds = Fraction(0), Counter[tuple[bool, ...]]()
    for sort, throws in all_throws().items():
        whole += Fraction(len(throws), 6**5) * zwin.best_lead(thrown(before, throws[0], {n: n for n in range(1, 7)}), ref.phase_2)
        odds[tuple(ships and bool(given["ships"].get(c)) for c, ships in zip(ref.COLOURS, sort[0], strict=True))] += len(throws)
    assert tree.value == (whole, -whole)
    docked: Counter[tuple[bool, ...]] = Counter()
    for edge in tree.root.edges:
        (there,) = {tuple(ship != EMPTY for ship in state.docks) for state in ends(edge.child)}
        docked[there] += edge.odds
    assert docked == {there: Fraction(count, 6**5) for there, count in odds.items()}
    tops = {colour: kinds[0] for colour, kinds in given["ships"].items()}
    for state in ends(tree.root):
        there = {ref.COLOURS[c]: state.ship_tiles[ship].kind for c, ship in enumerate(state.docks) if ship != EMPTY}
        assert there.items() <= tops.items()


def ends(node: TreeNode[State]) -> list[State]:
    """The positions in which the ways from a node end."""
    if not node.edges:
        return [node.state]
    return [state for edge in node.edges for state in ends(edge.child)]


@pytest.mark.slow
@pytest.mark.parametrize("name", QUAYS)
def test_the_odds_of_threats_with_ships_are_those_of_all_throws(name: str) -> None:
    given = QUAYS[name]
    odds = threat_odds(position(given, {}).state, 1)
    damages, markers = Counter[tuple[int, str]](), Counter[tuple[int, str, int]]()
    how_many = Counter[tuple[int, int]]()
    for sort, throws in all_throws().items():
        for seat, player in enumerate(given["players"]):
            struck = 0
            for colour, threatens in zip(ref.COLOURS, sort[1], strict=True):
                now = player["threats"].get(colour, 0) + threatens
                struck += now == 3
                damages[seat, colour] += len(throws) * (now == 3)
                markers[seat, colour, now % 3] += len(throws)
            how_many[seat, struck] += len(throws)
    for seat in range(2):
        (found,) = odds.seats[seat].rounds
        assert found.damages == tuple(Fraction(how_many[seat, number], 6**5) for number in range(6))
        for place, colour in enumerate(ref.COLOURS):
            assert found.damage[place] == Fraction(damages[seat, colour], 6**5)
            assert found.markers[place] == tuple(Fraction(markers[seat, colour, number], 6**5) for number in range(3))
