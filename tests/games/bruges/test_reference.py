"""The engine against the slow reference: the same random positions, question by question, up to the whole result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
import reference as ref

import bruges_lab.games.bruges.kit
from bruges_lab.games.bruges.board import Board
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.model import EMPTY, House, Player, State
from bruges_lab.games.bruges.positions import check_position
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel import Stream, advance, choose

assert bruges_lab.games.bruges.kit

DECK = Deck.load()
BOARD = Board.load()
IDS = [card.id for card in DECK.cards]
NUMBER = {person: number for number, person in enumerate(IDS)}
PERSONS = ("judge", "notary", "earl", "preacher")
HELPERS = sorted({*ref.PHASE_2, *ref.PHASE_4} - {*PERSONS})
"""The others who matter in these phases."""
PRINTED = {person: number for person in HELPERS for number in DECK[person].numbers.values()}
"""The one number on their cards; those who ward off damage have none."""
POSITIONS = 1_500
"""Of each kind below: four kinds of phase 2, three of phase 4."""

READINGS = [
    ("no_low_die", False),
    ("no_low_die", True),
    ("unaffordable", False),
    ("unaffordable", True),
]


# Random positions


def some_dice(stream: Stream) -> dict[str, int]:
    """A roll: a fair one, one with many threats, one without low dice, one with many, or one without threats."""
    faces = stream.pick(["123456", "556613", "3456", "112256", "1234"])
    return {colour: int(stream.pick(faces)) for colour in ref.COLOURS}


def some_player(stream: Stream, last_step: int, early: bool) -> ref.Player:
    """Goods in numbers small enough for ties and empty purses, threats near their limit, sections that may have burnt."""
    player = ref.Player(points=stream.below(stream.pick([5, 60])), guilders=stream.below(stream.pick([1, 4, 7, 14, 14])))
    near = stream.pick([(0, 1, 2), (2, 2, 1), (2, 2, 1), (0,), (0,)])
    for colour in ref.COLOURS:
        player.workers[colour] = stream.below(4)
        player.threats[colour] = stream.pick(near)
    player.reputation = (
        0 if early else stream.pick([0, 1, 2, 2, 3, 3, stream.below(last_step + 1), stream.below(last_step + 1), last_step])
    )
    length = stream.pick([1, 1, 1, 2]) if early else stream.pick([2, 3, 6])
    for section in ref.SECTIONS:
        player.canals[section] = stream.below(length)
        player.claimed[section] = player.canals[section] == 5 or (length == 6 and not stream.below(4))
    for area in ref.AREAS:
        player.majorities[area] = not stream.below(4)
    return player


def some_table(stream: Stream, players: int) -> ref.Table:
    """A position with all cards of the deck."""
    last_step = BOARD.last_step
    early = not stream.below(5)
    table = ref.Table([some_player(stream, last_step, early) for _ in range(players)], last_step=last_step, numbers=PRINTED)
    table.start = stream.below(players)
    table.dice = some_dice(stream)
    for colour in ref.COLOURS:
        table.supply[colour] = 9 - sum(player.threats[colour] for player in table.players)
    deal_cards(stream, table)
    statues = [7, 6, 5, 4, 3, 2]
    claims = [player for player in table.players for section in ref.SECTIONS if player.claimed[section]]
    for player in stream.shuffled(claims)[: len(statues)]:
        player.statues.append(statues.pop(0))
    return table


def deal_cards(stream: Stream, table: ref.Table) -> None:
    """Houses, people, hands and discard; the four persons and some helpers mostly in displays, else where they do nothing."""
    chosen = [*PERSONS, *stream.shuffled(HELPERS)[: stream.pick([0, 5, 10])]]
    cards = [card for card in stream.shuffled(IDS) if card not in chosen]
    favoured = stream.pick(table.players)
    most = stream.pick([1, 3, 5])
    for player in table.players:
        for _ in range(stream.below(most)):
            house = ref.House(cards.pop(), cards.pop() if stream.below(3) else None)
            house.used = house.person is not None and not stream.below(3)
            player.houses.append(house)
        player.hand = [cards.pop() for _ in range(stream.below(7))]
        player.shown = [card for card in player.hand if not stream.below(5)]
    for person in chosen:
        player = stream.pick([favoured, favoured, *table.players])
        where = stream.below(8)
        if where == 0:
            player.hand.append(person)
        elif where == 1:
            player.houses.append(ref.House(person))
        elif where == 2:
            table.discard.append(person)
        else:
            player.houses.append(ref.House(cards.pop(), person))
    for player in table.players:
        player.houses = stream.shuffled(player.houses)
    table.discard += [cards.pop() for _ in range(stream.below(10))]
    lay_piles(table)


def lay_piles(table: ref.Table) -> None:
    """A third of the rest of the deck on each pile; `to_state` keeps the last third as the extra pile."""
    gone = {card for player in table.players for card in [*player.hand, *player.people()]}
    gone |= {house.card for player in table.players for house in player.houses} | {*table.discard}
    rest = [card for card in IDS if card not in gone]
    table.piles = {"first": rest[::3], "second": rest[1::3]}


# Between the two


def row(numbers: dict[str, int]) -> tuple[int, ...]:
    return tuple(numbers[colour] for colour in ref.COLOURS)


def to_state(table: ref.Table, round_: int = 2) -> State:
    """The same position for the engine."""
    players = [
        Player(
            points=player.points,
            guilders=player.guilders,
            workers=row(player.workers),
            threats=row(player.threats),
            reputation=player.reputation,
            canals=tuple(player.canals.values()),
            claimed=tuple(player.claimed.values()),
            statues=tuple(player.statues),
            houses=tuple(
                House(NUMBER[house.card], EMPTY if house.person is None else NUMBER[house.person], house.used)
                for house in player.houses
            ),
            hand=tuple(NUMBER[card] for card in player.hand),
            shown=tuple(NUMBER[card] for card in player.shown),
            majorities=tuple(player.majorities.values()),
            gate=seat,
        )
        for seat, player in enumerate(table.players)
    ]
    taken = {statue for player in table.players for statue in player.statues}
    gone = {NUMBER[card] for player in table.players for card in [*player.hand, *player.people()]}
    gone |= {NUMBER[house.card] for player in table.players for house in player.houses} | {NUMBER[c] for c in table.discard}
    piles = tuple(tuple(NUMBER[card] for card in table.piles[pile]) for pile in ref.PILES)
    gone |= {*piles[0], *piles[1]}
    state = State(
        players=players,
        rules=RULES[table.earl_when, table.notary_on_earl],
        deck=DECK,
        board=BOARD,
        round=round_,
        start=table.start,
        dice=row(table.dice),
        supply=row(table.supply),
        piles=(piles[0], piles[1]),
        left=(len(piles[0]), len(piles[1])),
        extra=tuple(number for number in range(len(DECK)) if number not in gone),
        discard=tuple(NUMBER[card] for card in table.discard),
        statues=tuple(value for value in (7, 6, 5, 4, 3, 2) if value not in taken),
    )
    check_position(state)
    return state


RULES = {(earl_when, notary): Ruleset().changed(earl_when=earl_when, notary_on_earl=notary) for earl_when, notary in READINGS}


def to_answer(state: State, seat: int, option: tuple[object, ...]) -> ref.Answer:
    """An option of the engine in the words of the reference."""
    kind, *rest = option
    if not rest:
        return (str(kind),)
    (what,) = rest
    assert isinstance(what, int)
    if kind in ("damage", "away"):
        return (kind, ref.COLOURS[what])
    if kind == "lose":
        return (kind, IDS[what])
    if kind == "burn":
        return (kind, IDS[state.players[seat].houses[what].card])
    if kind == "burn_canal":
        return (kind, ref.SECTIONS[what])
    if kind == "draw":
        return (kind, ref.PILES[what])
    raise AssertionError(f"{option} is not known to the reference")


def picture(table: ref.Table) -> dict[str, object]:
    """All that the reference knows of a position; the order of cards does not matter."""
    found: dict[str, object] = {
        "start": table.start,
        "supply": row(table.supply),
        "dice": row(table.dice),
        "discard": sorted(table.discard),
        **table.piles,
    }
    for seat, player in enumerate(table.players):
        found[f"goods {seat}"] = (player.points, player.guilders, row(player.workers), row(player.threats), player.reputation)
        found[f"canals {seat}"] = (*player.canals.values(), *player.claimed.values(), *player.statues)
        found[f"houses {seat}"] = sorted((house.card, house.person or "", house.used) for house in player.houses)
        found[f"hand {seat}"] = (sorted(player.hand), sorted(player.shown))
        found[f"majorities {seat}"] = tuple(player.majorities.values())
    return found


def picture_of(state: State) -> dict[str, object]:
    """The same of a position of the engine."""
    found: dict[str, object] = {
        "start": state.start,
        "supply": state.supply,
        "dice": state.dice,
        "discard": sorted(IDS[card] for card in state.discard),
        **{pile: [IDS[card] for card in state.pile(place)] for place, pile in enumerate(ref.PILES)},
    }
    for seat, player in enumerate(state.players):
        found[f"goods {seat}"] = (player.points, player.guilders, player.workers, player.threats, player.reputation)
        found[f"canals {seat}"] = (*player.canals, *player.claimed, *player.statues)
        found[f"houses {seat}"] = sorted(
            (IDS[house.card], "" if house.person == EMPTY else IDS[house.person], house.used) for house in player.houses
        )
        found[f"hand {seat}"] = (sorted(IDS[card] for card in player.hand), sorted(IDS[card] for card in player.shown))
        found[f"majorities {seat}"] = player.majorities
    return found


def untouched(state: State) -> tuple[object, ...]:
    """What neither phase may change."""
    table = (state.round, state.piles, state.extra, state.extra_used, state.statues, state.final_round, state.spent)
    return (*table, *((player.gate, player.unseen, player.held, player.final) for player in state.players))


def compare(table: ref.Table, steps: Callable[[ref.Table], ref.Step], tasks: list[tuple[str]], stream: Stream) -> Counter[str]:
    """Drive both through the same position and answers; what was asked and what came up on the way."""
    state = to_state(table)
    assert picture_of(state) == picture(table)
    before = untouched(state)
    state.then(*tasks)
    met: Counter[str] = Counter()
    told: list[object] = []
    run = steps(table)
    question = next(run, None)
    while True:
        while question is not None and len(question.options) == 1:  # the engine answers such questions by itself
            question = answer_with(run, question.options[0])
        pending = advance(state)
        if question is None or pending is None:
            assert question is None, (told, question)
            assert pending is None, (told, pending, pending.raw)
            break
        offered = {to_answer(state, pending.player, option): option for option in pending.raw}
        assert len(offered) == len(pending.raw), (told, pending.raw)
        assert pending.player == question.seat, (told, pending, question)
        assert set(offered) == set(question.options), (told, pending, question)
        answer = stream.pick(question.options)
        met[answer[0]] += 1
        told.append((question.seat, answer))
        choose(state, offered[answer])
        question = answer_with(run, answer)
    assert picture_of(state) == picture(table), told
    assert untouched(state) == before, told
    check_position(state)
    met.update(table.happened)
    return met


def answer_with(run: ref.Step, answer: ref.Answer) -> ref.Question | None:
    try:
        return run.send(answer)
    except StopIteration:
        return None


# Tests

MATTERS = {"counts_more", "wards_off", "share_lead", "advance_without_dice"}
OCCASIONS = {"step_taken", "damage_suffered", "majority_turned", "threat_discarded"}
"""Ops that are asked for in phase 2 or 4, and occasions that arise there. No house is built there, nobody placed or activated."""


def test_everybody_who_matters_is_known() -> None:
    """A new person who works in these phases has to be taught to the reference."""
    found = {
        card.id
        for card in DECK.cards
        for op in card.effect
        if op.name in MATTERS
        or (op.name in ("gain_when", "may_discard_threat") and op.words["on"] in OCCASIONS)
        or (op.name == "discount" and op.words["on"] == "advance")
    }
    assert found == {*ref.PHASE_2, *ref.PHASE_4}


@pytest.mark.parametrize(("earl_when", "notary_on_earl"), READINGS)
def test_phase_2(earl_when: str, notary_on_earl: bool) -> None:
    met: Counter[str] = Counter()
    for number in range(POSITIONS):
        stream = Stream(number, "phase 2", earl_when, notary_on_earl)
        table = some_table(stream, 2 + stream.below(3))
        table.earl_when, table.notary_on_earl = earl_when, notary_on_earl
        met += compare(table, ref.phase_2, [("threats",), ("reputation",)], stream)
    expected = {
        *ref.COLOURS,
        *("damage", "lose", "burn", "burn_canal", "advance", "decline", "away", "keep"),
        *("fire with plague", "plague finds nobody", "fire finds nothing", "fifth tile burns", "person back to hand"),
        *("intrigue stops at 0", "top of the track", "notary", "notary below zero", "notary with earl", "earl"),
        *("burgrave with notary", "burgrave with earl"),
        *("preacher", "preacher without threats", "short if dealt at once", "protector lost before"),
        "earl shut out" if earl_when == "no_low_die" else "earl beside low dice",
        *ref.PHASE_2,
    }
    assert {case for case in expected if met[case] < 5} == set(), met


@pytest.mark.parametrize("players", [2, 3, 4])
def test_phase_4(players: int) -> None:
    met: Counter[str] = Counter()
    for number in range(POSITIONS):
        stream = Stream(number, "phase 4", players)
        met += compare(some_table(stream, players), ref.phase_4, [("phase.majorities",)], stream)
    expected = {"turned already", "stays turned", "straightened", "judge at zero: reputation", "judge at zero: canal"}
    expected |= {f"judge: {area}" for area in ref.AREAS}
    expected |= {"judge with help", *ref.PHASE_4} - {"judge"}
    if players > 2:
        expected.add("judge among three")
    assert {case for case in expected if met[case] < 5} == set(), met


HOLDINGS = list(product(range(3), repeat=4))
"""All that four players can hold of one colour before a roll."""


def holding(held: tuple[int, ...], markers: int, colour: str) -> ref.Table:
    """Four players who hold so much of one colour, the die of which shows a 5."""
    table = ref.Table([ref.Player(points=9, guilders=9) for _ in held])
    for player, number in zip(table.players, held, strict=True):
        player.threats[colour] = number
    table.supply = {each: markers - sum(held) if each == colour else markers for each in ref.COLOURS}
    table.dice = {each: 5 if each == colour else 3 for each in ref.COLOURS}
    lay_piles(table)
    return table


def runs_dry(held: tuple[int, ...], markers: int) -> bool:
    run = ref.threats(holding(held, markers, "blue"))
    try:
        question = next(run, None)
        while question is not None:
            question = answer_with(run, question.options[0])
    except ref.SupplyDry:
        return True
    return False


@pytest.mark.parametrize("colour", ref.COLOURS)
def test_nine_markers_always_suffice(colour: str) -> None:
    """D-099, threat.shortage.sufficiency: over all 81 holdings, in the reference and in the engine."""
    assert len(HOLDINGS) == 81
    for held in HOLDINGS:
        table = holding(held, 9, colour)
        table.last_step = BOARD.last_step
        compare(table, ref.phase_2, [("threats",), ("reputation",)], Stream(0, *held))
        assert [player.threats[colour] for player in table.players] == [(number + 1) % 3 for number in held]


def test_fewer_markers_do_not() -> None:
    """Seven run dry, and so do eight; and with nine it is the dealing one by one that saves fifteen holdings (D-099)."""
    for markers, dry in ((7, True), (8, True), (9, False)):
        possible = [held for held in HOLDINGS if sum(held) <= markers]
        assert any(runs_dry(held, markers) for held in possible) is dry
    assert sum(9 - sum(held) < len(held) for held in HOLDINGS) == 15
