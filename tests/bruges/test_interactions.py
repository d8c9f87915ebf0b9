"""People who meet: what comes first, what adds up, what is stopped, and what others may know of it.

Written from the texts of the cards and the rules. Numbers and prices are read from the deck, so that they can be retuned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from tables import WAITS, Table, asked, display, play, refused, table, told

import bruges_lab as bl
from bruges_lab.bruges.deck import LANGUAGES, Op
from bruges_lab.bruges.model import Player
from bruges_lab.bruges.words import BLUE, BROWN, COLOURS, PURPLE, YELLOW
from bruges_lab.kernel import TABLE
from bruges_lab.rulebook.telling import BrugesTeller

DECK = bl.Deck.load()
LEFT, RIGHT = bl.Board.load().gates[0]
"""The canal spaces of the first player, from the gate outward."""
MEANING = "act.meaning"
IN_HAND = "student"
"""A card in hand: people do nothing there."""
DONE = ("knight", "friar")
"""People in a display who do nothing there by themselves: an arrow works on being placed, a Friar for a worker."""
GUESTS = ("duke", "cardinal")
"""To be recruited: laurels do nothing before the end. The Duke is a Noble."""
CARD_OF = {DECK[card].colour: card for card in ("squire", "beggar", "thief", "earl", "herald")}
"""A card to build with, for each colour."""
MIXED_DICE = {"blue": 1, "brown": 6, "yellow": 3, "red": 4, "purple": 3}
"""One low die and one that threatens."""


def n(person: str, name: str) -> int:
    """A number on a card."""
    return DECK[person].numbers[name]


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def placing(person: str, *others: str, purse: int = 0, room: Sequence[str] = (), **fields: Any) -> dict[str, Any]:
    """A player about to place a person on a red house, with so much left in the purse then, and these houses left empty."""
    hand = [person, *fields.pop("hand", ())]
    return owner(hand=hand, guilders=DECK[person].price + purse, houses=[*display(*others), "red", *room], **fields)


def placed(person: str, *others: str, opponents: Sequence[dict[str, Any]] = (WAITS,), given: Any = None, **fields: Any) -> Table:
    """Place a person and stop at what comes of it."""
    return play(table(placing(person, *others, **fields), *opponents, **(given or {})), f"recruit:{person}:red")


def story(game: Table, first: str) -> list[tuple[str, int]]:
    """What happened, and to whom, from the last event of a kind on; answers that were the only ones are left out."""
    events = [(event.kind, event.player) for event in game.events if event.kind != "forced"]
    start = max(place for place, event in enumerate(events) if event[0] == first)
    return events[start:]


def kinds(game: Table, rule: str = MEANING) -> list[str]:
    """The kinds of the events of a rule; answers that were the only ones are left out."""
    return [kind for kind, _, _ in told(game, rule) if kind != "forced"]


def with_effects(**effects: tuple[Op, ...]) -> bl.Deck:
    """The deck with other effects on some of its cards."""
    return bl.Deck(card._replace(effect=effects.get(card.id, card.effect)) for card in DECK.cards)


def table_with(deck: bl.Deck, *players: dict[str, Any], **given: Any) -> Table:
    """A position in phase 3 with a deck of one's own."""
    dice = dict.fromkeys(COLOURS, 3)
    return bl.scenario(
        {"given": {"phase": "actions", "players": list(players), "dice": dice, **given}}, chance=bl.Ask(), deck=deck
    )


# What comes first


@pytest.mark.parametrize("order", [("countess", "chronicler"), ("chronicler", "countess")])
def test_what_a_step_brings_comes_in_the_order_of_the_display(order: tuple[str, str]) -> None:
    game = placed("baron", *order)
    play(game, *["draw:first"] * n("chronicler", "cards"))
    brought = {"countess": ["points.scored"], "chronicler": ["card.drawn_open"] * n("chronicler", "cards")}
    expected = ["step.taken", *(kind for person in order for kind in brought[person]), "guilders.taken"]
    assert [kind for kind, _ in story(game, "step.taken")][: len(expected)] == expected


@pytest.mark.parametrize("brings", ["countess", "chronicler"])
@pytest.mark.parametrize("preacher_first", [False, True])
def test_the_reaction_to_a_step_comes_after_what_it_brings(brings: str, preacher_first: bool) -> None:
    """Wherever the Preacher stands in the display."""
    order = ("preacher", brings) if preacher_first else (brings, "preacher")
    game = placed("baron", *order, threats={"red": 1})
    if brings == "chronicler":
        assert asked(game)[:2] == ("draw.one", 0)
        play(game, *["draw:first"] * n("chronicler", "cards"))
    assert asked(game) == ("react.choose", 0, {"away:red", "keep"})
    assert "guilders.taken" not in kinds(game)  # the second part of the Baron waits for all of it
    play(game, "away:red")
    assert kinds(game)[-1] == "guilders.taken"


def test_a_complete_section() -> None:
    """The statue, the Carillonneur for it, the Toll collector of an opponent for the tile, and the Tower watchman last."""
    card = CARD_OF[COLOURS[LEFT[4].colour]]
    builder = owner("tower_watchman", "carillonneur", hand=[card], guilders=LEFT[4].price, canals={"left": 4}, threats=1)
    opponents = WAITS, {"houses": display("toll_collector"), "guilders": 0}
    game = play(table(builder, *opponents), f"canal:{card}:left")
    colour = COLOURS[LEFT[4].colour]
    assert asked(game) == ("react.choose", 0, {f"away:{colour}", "keep"})
    play(game, f"away:{colour}")
    assert story(game, "canal.built")[:5] == [
        ("canal.built", 0),
        ("statue.taken", 0),
        ("guilders.taken", 0),
        ("guilders.taken", 2),
        ("threat.discarded", 0),
    ]
    assert [player.guilders for player in game.state.players] == [
        n("carillonneur", "guilders"),
        5,
        n("toll_collector", "guilders"),
    ]


def test_several_opponents_gain_clockwise_and_each_in_the_order_of_the_display() -> None:
    """Three more people watch as the Spy does, each for another sum."""
    (spying,) = DECK["spy"].effect
    sums = {"archivist": 2, "toll_collector": 3, "gardener": 4}
    deck = with_effects(**{person: (spying._replace(numbers=(guilders,)),) for person, guilders in sums.items()})
    players = [owner("spy", hand=[]), owner("archivist", hand=[]), placing("duke"), owner("toll_collector", "gardener", **WAITS)]
    game = play(table_with(deck, *players, seat=2), "recruit:duke:red")
    taken = [(seat, data["guilders"]) for kind, seat, data in told(game, MEANING) if kind == "guilders.taken"]
    assert taken == [(3, 3), (3, 4), (0, n("spy", "guilders")), (1, 2)]


@pytest.mark.parametrize("order", [("parish_priest", "bodyguard"), ("bodyguard", "parish_priest")])
def test_a_discarded_threat_and_all_who_gain_by_it(order: tuple[str, str]) -> None:
    game = play(table(owner(*order, hand=["thief"], threats={"yellow": 1}), WAITS), "threat:thief")
    player = game.state.players[0]
    assert (player.points, player.guilders) == (1 + n("bodyguard", "points"), n("parish_priest", "guilders"))
    assert told(game, "action.threat.point") == [("threat.discarded", 0, {"colour": YELLOW, "points": 1})]


def test_threats_given_back_after_damage_are_not_discarded() -> None:
    player = owner("parish_priest", "bodyguard", threats={"yellow": 2}, guilders=4)
    game = play(table(player, {}, phase="dice"), "roll:3:3:5:4:3")
    assert (game.state.players[0].threats, game.state.players[0].points, game.state.players[0].guilders) == ((0,) * 5, 0, 0)


@pytest.mark.parametrize("first", ["effect_first", "reaction_first"])
def test_an_arrow_and_a_reaction(first: str) -> None:
    """The Spy of an opponent has no choice and comes before both; which of the two comes first is asked."""
    opponent = {**WAITS, "houses": display("spy")}
    game = placed("assassin", "fire_eater", threats={"red": 1}, opponents=[opponent])
    assert asked(game) == ("people.order", 0, {"effect_first", "reaction_first"})
    assert kinds(game) == ["guilders.taken"]
    arrow, reaction = ["threaten:blue"], ["away:red"]
    play(game, first, *(arrow + reaction if first == "effect_first" else reaction + arrow))
    told_arrow, told_reaction = [("threat.taken", 1), ("points.scored", 0)], [("threat.discarded", 0)]
    expected = told_arrow + told_reaction if first == "effect_first" else told_reaction + told_arrow
    assert [event for event in story(game, "person.placed") if event in expected] == expected


def test_an_invited_person_counts_as_recruited() -> None:
    """The Spy sees the guest too, and the Fire-eater may react to it."""
    reduced = max(0, DECK["duke"].price - n("marshal", "discount"))
    player = owner(
        houses=[*display("marshal", "fire_eater"), "red"], hand=["duke", IN_HAND], guilders=reduced, threats={"blue": 1}
    )
    game = table(player, {**WAITS, "houses": display("spy"), "guilders": 0})
    play(game, "activate:marshal", "invite:duke:red")
    assert game.state.players[1].guilders == n("spy", "guilders")
    assert asked(game) == ("react.choose", 0, {"away:blue", "keep"})
    play(game, "keep")
    assert asked(game)[:2] == ("turn.act", 0)


# The Astronomer, with every arrow that test_people.py does not have


NONE: dict[str, Any] = {}


class Twice(NamedTuple):
    """An arrow: the position, what is chosen the first and the second time, and what owner and opponent have after both."""

    owner: dict[str, Any] = NONE
    opponent: dict[str, Any] = NONE
    first: Sequence[str] = ()
    second: Sequence[str] = ()
    after: dict[str, Any] = NONE
    other: dict[str, Any] = NONE


def row(**counts: int) -> tuple[int, ...]:
    """A number a colour."""
    return tuple(counts.get(colour, 0) for colour in COLOURS)


def up_to(limit: int, choice: str) -> list[str]:
    """One marker where more may go."""
    return [choice, "enough"] if limit > 1 else [choice]


WORKERS = n("stilt_walker", "workers")
SMUGGLED = n("smuggler", "workers")
COOKED = 2 * n("court_cook", "workers")  # the Court cook is red, the Astronomer blue
ROBBED = n("highwayman", "guilders") + 1
TWICE = {
    "baron": Twice(after={"reputation": 2, "guilders": 2 * n("baron", "guilders")}),
    "damsel": Twice(after={"points": 2 * n("damsel", "points")}),
    "knight": Twice(after={"points": 2 * n("knight", "points")}),
    "baroness": Twice({"reputation": 3}, after={"points": 2 * 3 * n("baroness", "points")}),
    "storyteller": Twice({"canals": {"left": 2}}, after={"points": 2 * 2 * n("storyteller", "points")}),
    "theologian": Twice({"threats": {"red": 2}}, after={"points": 2 * 4 * n("theologian", "points")}),
    "wood_carver": Twice(
        {"room": ["brown"] * 3}, after={"points": 2 * (5 // n("wood_carver", "lot")) * n("wood_carver", "points")}
    ),
    "student": Twice(after={"guilders": 2 * n("student", "guilders")}),
    "town_crier": Twice(after={"guilders": 2 * n("town_crier", "guilders")}),
    "bear_leader": Twice(after={"guilders": 2 * n("bear_leader", "guilders")}),
    "spice_merchant": Twice(after={"guilders": 2 * 2 * n("spice_merchant", "guilders")}),
    "weaver": Twice(
        {"workers": 0}, after={"guilders": 2 * n("weaver", "guilders"), "workers": row(yellow=2 * n("weaver", "workers"))}
    ),
    "stilt_walker": Twice(
        {"workers": 0},
        first=["take:red"] * WORKERS,
        second=["take:blue"] * WORKERS,
        after={"workers": row(red=WORKERS, blue=WORKERS)},
    ),
    "smuggler": Twice(
        {"workers": 0},
        first=["take:red"] * SMUGGLED,
        second=["take:blue"] * SMUGGLED,
        after={"guilders": 2 * n("smuggler", "guilders"), "workers": row(red=SMUGGLED, blue=SMUGGLED)},
    ),
    "court_cook": Twice(
        {"workers": 0},
        first=["take:red"] * COOKED,
        second=["take:blue"] * COOKED,
        after={"workers": row(red=COOKED, blue=COOKED)},
    ),
    "rat_catcher": Twice(
        {"threats": {"brown": 2, "red": 1}},
        first=up_to(n("rat_catcher", "markers"), "away:brown"),
        second=["away:brown"],
        after={"threats": row(red=1), "points": 2},
    ),
    "city_guard": Twice(
        {"threats": {"brown": 1, "red": 2}},
        first=up_to(n("city_guard", "markers"), "away:red"),
        second=["away:red"],
        after={"threats": row(brown=1), "points": 2},
    ),
    "apothecary": Twice(
        {"threats": {"brown": 1, "red": 1}},
        first=up_to(n("apothecary", "markers"), "away:red"),
        second=["away:brown"],
        after={"threats": row(), "points": 2},
    ),
    "novice": Twice(
        {"threats": {"brown": 1, "red": 1}},
        first=up_to(n("novice", "markers"), "away:red"),
        second=["away:brown"],
        after={"threats": row(), "points": 2},
    ),
    "archer": Twice({"threats": {"red": 2}}, first=["away:red"], second=["away:red"], after={"threats": row(), "points": 2}),
    "carpenter": Twice(
        {"hand": [*GUESTS]},
        first=["lay:duke"],
        second=["lay:cardinal"],
        after={"hand": (), "guilders": 2 * n("carpenter", "guilders"), "workers": (1,) * 5},
    ),
    "lady_in_waiting": Twice(
        {
            "hand": [*GUESTS],
            "room": ["brown", "purple"],
            "purse": sum(max(0, DECK[guest].price - n("lady_in_waiting", "discount")) for guest in GUESTS),
        },
        first=["invite:duke:brown"],
        second=["invite:cardinal:purple"],
        after={"hand": (), "guilders": 0},
    ),
    "highwayman": Twice(opponent={"points": 9, "guilders": ROBBED}, after={"guilders": ROBBED}, other={"guilders": 0}),
    "arsonist": Twice(
        opponent={"houses": ["blue", "brown", "yellow"]},
        first=["burn:0"],
        second=["burn:1"],
        after={"guilders": 2 * n("arsonist", "guilders")},
    ),
    "assassin": Twice(
        opponent={"threats": {"purple": 1}, "points": 9},
        first=["threaten:purple"],
        second=["threaten:purple"],
        after={"points": 2 * n("assassin", "points"), "threats": row()},
        other={"points": 9 - bl.Ruleset().intrigue_loss, "threats": row()},
    ),
}


def test_every_arrow_is_here() -> None:
    elsewhere = {"alchemist", "beggar", "jailor", "moneylender", "thief", "troublemaker"}
    assert {card.id for card in DECK.cards if card.when == "arrow"} == {*TWICE, *elsewhere}


def first_time(person: str) -> Table:
    """An arrow next to the Astronomer has worked once."""
    case = TWICE[person]
    waits = {**WAITS, **case.opponent, "hand": ["acrobat"]}
    return play(placed(person, "astronomer", opponents=[waits], given={"dice": MIXED_DICE}, **case.owner), *case.first)


@pytest.mark.parametrize("person", TWICE)
def test_astronomer_lets_an_arrow_work_twice(person: str) -> None:
    case, game = TWICE[person], first_time(person)
    assert asked(game) == ("people.again", 0, {"again", "enough"})
    play(game, "again", *case.second)
    assert told(game, "person.astronomer") == [("effect.again", 0, {"person": DECK[person].number})]
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK[person].number})]
    player, opponent = game.state.players
    assert {name: getattr(player, name) for name in case.after} == case.after
    assert {name: getattr(opponent, name) for name in case.other} == case.other
    assert asked(game)[:2] == ("turn.act", 1)  # twice, not more


@pytest.mark.parametrize("person", TWICE)
def test_astronomer_may_be_forgone(person: str) -> None:
    game = first_time(person)
    before = game.state.players
    play(game, "enough")
    assert game.state.players == before
    assert told(game, "person.astronomer") == [("declined", 0, {"person": DECK[person].number})]
    assert asked(game)[:2] == ("turn.act", 1)


def test_astronomer_and_a_guest_with_an_arrow() -> None:
    """The guest's arrow works twice before the Lady-in-waiting invites a second time."""
    game = placed("lady_in_waiting", "astronomer", purse=20, room=["brown", "purple"], hand=["alchemist"])
    play(game, "invite:alchemist:brown", "again")
    assert told(game, "person.alchemist") == [("guilders.taken", 0, {"guilders": n("alchemist", "guilders")})] * 2
    assert asked(game)[:2] == ("people.again", 0)
    play(game, "again")
    repeated = [data["person"] for kind, _, data in told(game, "person.astronomer") if kind == "effect.again"]
    assert repeated == [DECK["alchemist"].number, DECK["lady_in_waiting"].number]
    assert kinds(game)[-1] == "effect.nothing"  # nobody is left in hand
    assert asked(game)[:2] == ("turn.act", 1)


def test_astronomer_as_a_guest_comes_too_late() -> None:
    """People recruited from now on: the Lady-in-waiting was there before."""
    game = placed("lady_in_waiting", purse=20, room=["brown"], hand=["astronomer"])
    play(game, "invite:astronomer:brown")
    assert told(game, "person.astronomer") == []
    assert asked(game)[:2] == ("turn.act", 1)


# Canals


def test_lock_keeper_with_the_canal_family() -> None:
    """Building costs so much less: it comes off the whole price, which the family multiplies, and not below nothing."""
    factor, discount = n("bard", "price_factor"), n("lock_keeper", "discount")
    price = max(0, factor * LEFT[4].price - discount)
    player = owner("bard", "lock_keeper", guilders=price, canals={"left": 4})
    game = play(table(player, WAITS), "activate:bard", "dig:left")
    assert (game.state.players[0].guilders, game.state.players[0].canals) == (0, (5, 0))
    assert told(game, MEANING) == [("price.changed", 0, {"person": DECK["lock_keeper"].number, "guilders": price})]
    assert told(game, DECK["bard"].rule) == [("guilders.paid", 0, {"guilders": price})]
    poor = play(table({**player, "guilders": price - 1}, WAITS), "activate:bard")  # only the other section can be paid for
    assert poor.state.players[0].canals == (4, 1)
    assert poor.state.players[0].guilders == price - 1 - max(0, factor * RIGHT[0].price - discount)


def test_lock_keeper_and_a_refusal() -> None:
    card, price = CARD_OF[COLOURS[LEFT[4].colour]], LEFT[4].price - n("lock_keeper", "discount")
    refusal = table(owner("lock_keeper", hand=[card], guilders=price - 1, canals={"left": 4}), WAITS).why_not(
        f"canal:{card}:left"
    )
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("action.canal.cost", {"needs": price, "has": price - 1})


def test_lock_keeper_stops_at_nothing() -> None:
    card = CARD_OF[COLOURS[LEFT[0].colour]]
    assert LEFT[0].price <= n("lock_keeper", "discount")
    game = play(table(owner("lock_keeper", hand=[card]), WAITS), f"canal:{card}:left")
    assert (game.state.players[0].guilders, game.state.players[0].canals) == (0, (1, 0))
    assert told(game, "action.canal.cost") == []


@pytest.mark.parametrize("helpers", [["well_digger"], ["well_digger", "lock_keeper"]])
def test_well_digger_with_the_canal_family(helpers: list[str]) -> None:
    game = play(table(owner("bard", *helpers, canals={"left": 4}), WAITS), "activate:bard", "dig:left")
    assert (game.state.players[0].guilders, game.state.players[0].statues) == (0, (7,))
    assert told(game, DECK["bard"].rule) == []


# Threats through people


def test_a_third_marker_brings_damage_at_once_in_the_turn_of_another() -> None:
    game = placed("assassin", opponents=[{**WAITS, "threats": {"blue": 2}, "workers": 2}])
    play(game, "threaten:blue")
    victim = game.state.players[1]
    assert (victim.workers, victim.threats, game.state.supply[BLUE]) == (row(), row(), 9)
    assert told(game, "phase2.threat.third") == [("damage.due", 1, {"damage": BLUE, "colour": BLUE})]
    assert told(game, "threat.flood") == [("workers.lost", 1, {"workers": 10})]
    assert told(game, "threat.return") == [("threats.returned", 1, {"colour": BLUE, "markers": 3})]
    assert told(game, "threat.no_points") == []
    assert [event for event in story(game, "threat.taken") if event[0] != "turn.begins"] == [
        ("threat.taken", 1),
        ("damage.due", 1),
        ("workers.lost", 1),
        ("threats.returned", 1),
        ("points.scored", 0),
    ]
    assert (victim.points, asked(game)[:2]) == (5, ("turn.act", 1))


def test_inquisitor_and_a_person_lost_to_the_plague() -> None:
    """The victim chooses in the owner's turn, which goes on after that."""
    victim = {"threats": {"brown": 2}, "houses": display(*DONE)}
    game = table(owner("inquisitor", threats={"red": 1}), WAITS, victim)
    play(game, "activate:inquisitor")
    assert asked(game) == ("clear.choose", 0, {"away:red", "enough"})
    play(game, "away:red")
    assert asked(game) == ("victim.choose", 0, {"target:1", "target:2"})
    play(game, "target:2", "threaten:brown")
    assert asked(game) == ("plague.choose", 2, {f"lose:{person}" for person in DONE})
    play(game, f"lose:{DONE[1]}")
    assert [DECK[person].id for person in game.state.players[2].people] == [DONE[0]]
    assert [player.threats[BROWN] for player in game.state.players] == [0, 0, 0]
    assert asked(game)[:2] == ("turn.act", 0)


def test_victims_suffer_one_after_the_other() -> None:
    """The second one takes the marker only when the first has lost a person and given the markers back."""
    first = {**WAITS, "threats": {"brown": 2}, "houses": display(*DONE)}
    second = {"threats": {"brown": 2}, "houses": display("damsel", "baroness")}
    game = play(placed("assassin", opponents=[first, second]), "threaten:brown")
    assert asked(game)[:2] == ("plague.choose", 1)
    assert [player.threats[BROWN] for player in game.state.players] == [0, 3, 2]
    play(game, f"lose:{DONE[0]}")
    assert asked(game)[:2] == ("plague.choose", 2)
    assert [player.threats[BROWN] for player in game.state.players] == [0, 0, 3]
    assert game.state.players[0].points == 0  # the Assassin scores when all is done
    play(game, "lose:damsel")
    assert (game.state.players[0].points, asked(game)[:2]) == (n("assassin", "points"), ("turn.act", 1))


def test_the_last_marker_serves_one_victim_after_the_other() -> None:
    """Eight of nine purple markers are out; what one victim gives back is there for the next."""
    two = {"threats": {"purple": 2}}
    game = placed("assassin", opponents=[{**WAITS, **two}, two, two], threats={"purple": 2})
    assert game.state.supply[PURPLE] == 1
    play(game, "threaten:purple")
    assert [player.threats[PURPLE] for player in game.state.players] == [2, 0, 0, 0]
    assert game.state.supply[PURPLE] == 7
    assert told(game, "threat.shortage") == []
    lost = bl.Ruleset().intrigue_loss
    assert [player.points for player in game.state.players] == [n("assassin", "points"), *[5 - lost] * 3]


def test_fortune_teller_of_a_third_player() -> None:
    """It does not matter whose person brought the damage; the sufferer's own Fortune teller is no opponent's."""
    victim = {**WAITS, "threats": {"yellow": 2}, "points": 0}
    game = play(placed("assassin", opponents=[victim, {"houses": display("fortune_teller"), "points": 0}]), "threaten:yellow")
    assert [player.points for player in game.state.players] == [n("assassin", "points"), 0, n("fortune_teller", "points")]
    game = play(placed("assassin", opponents=[{**victim, "houses": display("fortune_teller")}]), "threaten:yellow")
    assert game.state.players[1].points == 0


@pytest.mark.parametrize(
    ("person", "colour"),
    [("night_watchman", "blue"), ("pikeman", "brown"), ("gatekeeper", "yellow"), ("sergeant", "red"), ("mercenary", "purple")],
)
def test_a_ward_stops_the_damage_but_not_the_marker(person: str, colour: str) -> None:
    warded = {**WAITS, "threats": {colour: 2}, "houses": display(person), "canals": {"left": 1}}
    game = placed("assassin", "fortune_teller", opponents=[warded])
    before = game.state.players[1]
    play(game, f"threaten:{colour}")
    after, number = game.state.players[1], COLOURS.index(colour)
    assert after.threats == row()
    assert belongings(after) == belongings(before)
    assert ("damage.averted", 1, {"person": DECK[person].number, "damage": number}) in told(game, MEANING)
    assert told(game, "threat.return") == [("threats.returned", 1, {"colour": number, "markers": 3})]
    assert game.state.players[0].points == n("assassin", "points")  # nothing for the Fortune teller
    other = COLOURS[number - 1]
    hit = play(placed("assassin", opponents=[{**warded, "threats": {other: 2}}]), f"threaten:{other}")
    assert "damage.averted" not in kinds(hit)  # a ward knows one damage only


def belongings(player: Player) -> tuple[object, ...]:
    """What a player can lose, threats aside."""
    return (player.points, player.guilders, player.workers, player.canals, player.houses, player.hand)


HARM: dict[str, list[str]] = {
    "thief": [],
    "beggar": ["give:red"] * n("beggar", "workers"),
    "troublemaker": ["remove:left"],
    "highwayman": [],
    "assassin": ["threaten:red"],
    "arsonist": ["target:1"],
    "cutpurse": ["target:1"],
    "cardsharp": ["target:1"],
    "inquisitor": ["target:1", "threaten:red"],
}
"""Everybody who harms opponents, with what is chosen when the first one has the Bodyguard."""
PLENTY = {"guilders": 9, "points": 9, "workers": {"blue": 1, "red": 4}, "canals": {"left": 2, "right": 1}, "threats": {"blue": 2}}


def harmed(person: str, *opponents: dict[str, Any]) -> Table:
    """A person who harms opponents is placed or activated."""
    if DECK[person].when == "arrow":
        return placed(person, opponents=opponents)
    return play(table(owner(person), *opponents), f"activate:{person}")


def test_everybody_who_harms_is_here() -> None:
    found = {card.id for card in DECK.cards if any(op.name.startswith("opponents_") for op in card.effect)}
    assert found == {*HARM}


@pytest.mark.parametrize("person", HARM)
def test_bodyguard(person: str) -> None:
    """Whatever an opponent's person does, it does not harm who has the Bodyguard; it harms the next one."""
    guarded = {**PLENTY, **WAITS, "houses": display("bodyguard")}
    game = harmed(person, guarded, {**PLENTY, "houses": display(*DONE)})
    whole = game.start.players[1]
    play(game, *HARM[person])
    guard = {"person": DECK["bodyguard"].number, "by": DECK[person].number}
    assert [event for event in told(game, MEANING) if event[0] == "person.spares"] == [("person.spares", 1, guard)]
    assert (belongings(game.state.players[1]), game.state.players[1].threats) == (belongings(whole), whole.threats)
    second = game.state.players[2]
    unhurt = (belongings(second), second.threats) == (belongings(game.start.players[2]), game.start.players[2].threats)
    assert unhurt == ("target:1" in HARM[person])
    if person == "arsonist":
        assert game.state.players[0].guilders == n("arsonist", "guilders")


def test_bodyguard_does_not_stop_the_dice() -> None:
    game = play(table(owner("bodyguard", threats={"yellow": 2}, guilders=4), {}, phase="dice"), "roll:3:3:5:4:3")
    assert (game.state.players[0].guilders, kinds(game)) == (0, [])


NOTHING = {"guilders": 0, "points": 9, "workers": 0}


@pytest.mark.parametrize("person", [person for person in HARM if person not in ("assassin", "inquisitor")])
def test_an_opponent_with_nothing_gives_nothing(person: str) -> None:
    """No guilders, no workers, no canal, no house: nothing is asked, nothing is owed."""
    game = harmed(person, {**WAITS, **NOTHING})
    assert belongings(game.state.players[1]) == belongings(game.start.players[1])
    assert game.state.players[0].guilders == (n("arsonist", "guilders") if person == "arsonist" else 0)
    assert asked(game)[:2] == (("turn.act", 1) if DECK[person].when == "arrow" else ("turn.act", 0))


# Cards drawn through people

PILES: dict[str, Any] = {"piles": [["nun"], ["acrobat", "miller"]], "extra": ["damsel", "canon", "baroness"]}


def last_round(game: Table, rule: str) -> bool:
    """Whether the extra pile has come in and the next round is the last, by this rule."""
    cards, round_ = len(PILES["extra"]), game.start.round + 1
    return (
        told(game, "end.trigger") == [("pile.used_up", TABLE, {"pile": 0})]
        and told(game, rule)
        == [("pile.replaced", TABLE, {"pile": 0, "cards": cards}), ("final_round.set", TABLE, {"round": round_})]
        and game.state.final_round == round_
    )


@pytest.mark.parametrize(("person", "choices"), [("valet", []), ("queen", []), ("astrologer", ["pay"])])
def test_the_last_card_of_a_pile_goes_to_a_person_in_phase_3(person: str, choices: list[str]) -> None:
    game = table(owner(person, guilders=9), WAITS, round=3, **PILES)
    play(game, f"activate:{person}", *choices, "draw:first")
    assert last_round(game, "end.extra_pile_phase3")
    assert DECK["nun"].number in game.state.players[0].hand


def test_chronicler_takes_the_last_card_in_phase_3() -> None:
    game = play(placed("baron", "chronicler", given={"round": 3, **PILES}), "draw:first")
    assert last_round(game, "end.extra_pile_phase3")


def test_chronicler_takes_the_last_card_in_phase_2() -> None:
    game = table(owner("chronicler", guilders=1), {"guilders": 0}, phase="dice", round=3, **PILES)
    play(game, "roll:1:3:4:4:3", "advance")
    assert asked(game) == ("draw.one", 0, {"draw:first", "draw:second"})
    play(game, "draw:first")
    assert last_round(game, "end.extra_pile_other")
    assert game.state.round == 3


def test_nobody_draws_where_no_card_is_left() -> None:
    empty: dict[str, Any] = {"piles": [[], []], "extra": []}
    game = table(owner("valet", "astrologer", guilders=9), WAITS, **empty)
    assert (refused(game, "activate:valet"), refused(game, "activate:astrologer")) == ("end.all_cards_gone", MEANING)
    climbed = placed("baron", "chronicler", given=empty)
    assert (climbed.state.players[0].reputation, climbed.state.players[0].hand) == (1, ())


# Back to the hand


HOW = ["arsonist", "assassin"]
"""Two ways for an opponent to send a person back: the Arsonist, or the Assassin with the third red marker."""


def burnt(how: str, person: str, *before: str, **fields: Any) -> Table:
    """The first player does something; then the second one sees to it that the house of a person is lost."""
    player = {**owner(), "threats": {"red": 2}, **fields}
    game = play(table(player, placing(how, hand=[IN_HAND])), *before, f"recruit:{how}:red")
    if how == "assassin":
        play(game, "threaten:red")
    houses = game.state.players[0].houses
    place = next(i for i, house in enumerate(houses) if house.person == DECK[person].number)
    return play(game, f"burn:{place}")


@pytest.mark.parametrize("how", HOW)
def test_an_arrow_works_again_when_it_comes_back(how: str) -> None:
    price, brings = DECK["alchemist"].price, n("alchemist", "guilders")
    hand, houses = ["alchemist", "poet"], ["red", "blue"]
    game = burnt(how, "alchemist", "recruit:alchemist:red", hand=hand, houses=houses, guilders=2 * price)
    assert asked(game)[:2] == ("turn.act", 0)
    play(game, "recruit:alchemist:blue")
    assert told(game, "act.instant.replay") == [("effect.begins", 0, {"person": DECK["alchemist"].number})]
    assert told(game, "person.alchemist") == [("guilders.taken", 0, {"guilders": brings})] * 2
    assert game.state.players[0].guilders == 2 * brings


@pytest.mark.parametrize("how", HOW)
def test_a_used_person_is_ready_again_when_it_comes_back(how: str) -> None:
    collector, worker = DECK["tax_collector"], str(DECK["tax_collector"].worker)
    fields = {"houses": [*display("tax_collector"), "red"], "hand": ["poet"], "workers": {worker: 2}, "guilders": collector.price}
    game = burnt(how, "tax_collector", "activate:tax_collector", "guilders:poet", **fields)
    play(game, "recruit:tax_collector:red")
    assert not game.state.players[0].houses[0].used
    assert asked(game) == ("turn.more", 0, {"activate:tax_collector", "end"})
    play(game, "activate:tax_collector")
    assert told(game, collector.rule).count(("guilders.taken", 0, {"guilders": n("tax_collector", "guilders")})) == 2
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": COLOURS.index(worker)})] * 2


@pytest.mark.parametrize("how", HOW)
def test_a_person_back_in_hand_is_known_to_all(how: str) -> None:
    """The rest of the hand is not, and nobody thinks the person under a house."""
    fields = {"houses": [*display("tax_collector"), "purple"], "hand": ["poet", "theologian"], "workers": 0}
    game = burnt(how, "tax_collector", "guilders:poet", **fields)
    view, collector = game.view(1), DECK["tax_collector"].number
    seen = view.state.players[0].hand
    assert ([card for card in seen if card >= 0], len(seen)) == ([collector], 2)
    for seed in range(10):
        player = bl.resample(view, seed).players[0]
        assert collector in player.hand
        assert collector not in [house.card for house in player.houses]


def test_an_arrow_works_again_when_the_librarian_brings_it_back() -> None:
    """Lost to the plague, taken from the discard pile, placed anew."""
    price, brings = DECK["alchemist"].price, n("alchemist", "guilders")
    houses = [*display("librarian"), "red"]
    player = owner(houses=houses, hand=["alchemist", "poet"], guilders=2 * price, threats={"brown": 2})
    game = play(table(player, placing("assassin", hand=[IN_HAND])), "recruit:alchemist:red", "recruit:assassin:red")
    play(game, "threaten:brown", "lose:alchemist", "activate:librarian", "recruit:alchemist:red")
    assert told(game, "act.instant.replay") == [("effect.begins", 0, {"person": DECK["alchemist"].number})]
    assert game.state.players[0].guilders == 2 * brings


# The Librarian's card


def test_the_librarians_card_is_known_to_all() -> None:
    """It lies under none of the houses, though one is of its colour."""
    houses = [*display("librarian"), DECK["acrobat"].colour]
    game = table(owner(houses=houses), WAITS, {}, discard=["miller", "acrobat"])
    play(game, "activate:librarian")
    acrobat = DECK["acrobat"].number
    assert told(game, MEANING) == [("discard.taken", 0, {"card": acrobat})]
    assert (game.state.discard, game.state.players[0].shown) == ((DECK["miller"].number,), (acrobat,))
    for seat in (1, 2):
        view = game.view(seat)
        assert [card for card in view.state.players[0].hand if card >= 0] == [acrobat]
        assert [event.data for event in view.events if event.kind == "discard.taken"] == [{"card": acrobat}]
        for seed in range(20):
            player = bl.resample(view, seed).players[0]
            assert acrobat in player.hand
            assert acrobat not in [house.card for house in player.houses]


def test_the_librarian_takes_back_what_may_have_been_laid() -> None:
    """The Judge was known to be in hand or under the new house; once it was played, it is under none."""
    player = owner("librarian", hand=["judge", "nun", IN_HAND], shown=["judge"])
    assert DECK["judge"].colour == DECK["nun"].colour
    game = play(table(player, WAITS), "house:nun", "workers:novice", "guilders:judge", "activate:librarian")
    judge = DECK["judge"].number
    owns = game.state.players[0]
    assert (owns.shown, owns.held, owns.houses[1].maybe) == ((judge,), (), ())
    for seed in range(20):
        again = bl.resample(game.view(1), seed).players[0]
        assert judge in again.hand
        assert judge not in [house.card for house in again.houses]


def test_the_librarian_and_an_empty_discard_pile() -> None:
    game = table(owner("librarian"), WAITS, discard=[])
    assert refused(game, "activate:librarian") == MEANING


# What may be declined

SHOWS, SALES = n("puppeteer", "times") - 1, n("cloth_merchant", "times") - 1
"""Once less than allowed."""


@pytest.mark.parametrize(
    ("person", "choices", "after"),
    [
        ("squire", ["enough"], {"reputation": 0}),
        ("dowager_countess", ["enough"], {"guilders": 9, "points": 0}),
        (
            "puppeteer",
            [*["pay", *["take:red"] * n("puppeteer", "workers")] * SHOWS, "enough"],
            {"guilders": 9 - SHOWS * n("puppeteer", "guilders")},
        ),
        ("cloth_merchant", [*["pay"] * SALES, "enough"], {"points": SALES * n("cloth_merchant", "points")}),
        ("broker", ["enough"], {"guilders": 9}),
        ("astrologer", ["enough"], {"guilders": 9}),
        ("marshal", ["forgo"], {"guilders": 9}),
        ("halberdier", ["enough"], {"guilders": 9 + n("halberdier", "guilders"), "threats": row(red=1)}),
        ("inquisitor", ["enough", "threaten:blue"], {"threats": row(red=1)}),
        ("nun", ["enough"], {"threats": row(red=1), "points": 0}),
    ],
)
def test_a_part_that_may_be_declined(person: str, choices: list[str], after: dict[str, Any]) -> None:
    """Nothing is given for it; the other parts of the text happen all the same, and the person has been used."""
    player = owner(houses=[*display(person), "brown"], guilders=9, threats={"red": 1})
    game = play(table(player, WAITS), f"activate:{person}", *choices)
    assert kinds(game).count("declined") == 1
    assert ("declined", 0, {"person": DECK[person].number}) in told(game, MEANING)
    assert {name: getattr(game.state.players[0], name) for name in after} == after
    assert (len(game.state.players[0].hand), game.state.players[0].houses[0].used) == (1, True)
    assert asked(game)[:2] == ("turn.act", 0)


def test_carpenter_without_a_house() -> None:
    game = play(placed("carpenter", hand=[IN_HAND]), "forgo")
    assert kinds(game) == ["declined", "guilders.taken"]
    assert (len(game.state.players[0].houses), game.state.players[0].guilders) == (1, n("carpenter", "guilders"))


@pytest.mark.parametrize(
    ("person", "choice"),
    [
        ("fire_eater", "recruit:poet:red"),
        ("stucco_worker", "house:poet"),
        ("physician", "workers:poet"),
        ("crossbowman", "guilders:poet"),
    ],
)
def test_a_reaction_that_is_not_wanted(person: str, choice: str) -> None:
    player = owner(houses=[*display(person), "red"], hand=["poet"], guilders=DECK["poet"].price, threats=1)
    game = play(table(player, WAITS), choice)
    assert asked(game) == ("react.choose", 0, {f"away:{DECK['poet'].colour}", "keep"})
    play(game, "keep")
    assert told(game, "act.infinity.forgo") == [("declined", 0, {"person": DECK[person].number})]
    assert (game.state.players[0].threats, game.state.players[0].points) == ((1,) * 5, 0)


# The Jester


def test_jester_lets_a_person_be_used_twice() -> None:
    """The second time costs a second worker; there is no third time."""
    collector = str(DECK["tax_collector"].worker)
    game = table(owner("jester", "tax_collector", workers={collector: 3}), WAITS)
    assert refused(game, "activate:jester") == MEANING  # nobody has been used
    play(game, "activate:tax_collector", "activate:jester")
    assert asked(game) == ("ready.choose", 0, {"ready:tax_collector", "forgo"})
    play(game, "ready:tax_collector")
    assert told(game, "act.infinity.type1") == [("person.activated", 0, {"person": DECK["jester"].number})]
    assert ("person.readied", 0, {"person": DECK["tax_collector"].number}) in told(game, MEANING)
    play(game, "activate:tax_collector")
    player = game.state.players[0]
    assert (player.guilders, sum(player.workers)) == (2 * n("tax_collector", "guilders"), 1)
    assert [refused(game, f"activate:{person}") for person in ("tax_collector", "jester")] == [
        "act.worker.limit",
        "act.infinity.type1",
    ]


def test_jester_straightens_neither_himself_nor_somebody_who_is_straight() -> None:
    game = play(table(owner("jester", "accountant", "counterfeiter"), WAITS), "activate:accountant", "activate:jester")
    assert asked(game) == ("ready.choose", 0, {"ready:accountant", "forgo"})
    assert [refused(game, f"ready:{person}") for person in ("jester", "counterfeiter")] == ["act.worker.rotate"] * 2
    play(game, "forgo")
    assert game.state.players[0].houses[1].used
    assert told(game, MEANING)[-1] == ("declined", 0, {"person": DECK["jester"].number})


def test_jester_and_another_who_straightens() -> None:
    """Two who could straighten each other would never come to an end."""
    deck = with_effects(counterfeiter=DECK["jester"].effect)
    game = table_with(deck, owner("jester", "counterfeiter", "accountant"), WAITS)
    play(game, "activate:accountant", "activate:counterfeiter", "ready:accountant", "activate:accountant", "activate:jester")
    assert asked(game) == ("ready.choose", 0, {"ready:accountant", "forgo"})
    assert refused(game, "ready:counterfeiter") == "act.worker.rotate"


# Prices


DISCOUNTS = {person: n(person, "discount") for person in ("bailiff", "chamberlain", "page")}


def test_discounts_add_up() -> None:
    price = max(0, DECK["duke"].price - sum(DISCOUNTS.values()))
    player = owner(houses=[*display(*DISCOUNTS), "red"], hand=["duke"], guilders=price)
    game = play(table(player, WAITS), "recruit:duke:red")
    assert game.state.players[0].guilders == 0
    changed = [("price.changed", 0, {"person": DECK[person].number, "guilders": price}) for person in DISCOUNTS]
    assert told(game, MEANING) == changed
    assert told(game, "action.recruit.price") == [("guilders.paid", 0, {"guilders": price})]
    refusal = table({**player, "guilders": price - 1}, WAITS).why_not("recruit:duke:red")
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("action.recruit.price", {"needs": price, "has": price - 1})


def test_discounts_stop_at_nothing() -> None:
    cheapest = min((card for card in DECK.where(group="noble") if card.price), key=lambda card: card.price)
    assert cheapest.price <= sum(DISCOUNTS.values())
    player = owner(houses=[*display(*DISCOUNTS), "red"], hand=[cheapest.id])
    game = play(table(player, WAITS), f"recruit:{cheapest.id}:red")
    assert told(game, "action.recruit.price") == []
    assert [data["guilders"] for kind, _, data in told(game, MEANING) if kind == "price.changed"] == [0] * len(DISCOUNTS)


@pytest.mark.parametrize("person", ["marshal", "lady_in_waiting"])
def test_a_guest_is_cheaper_through_the_bailiff_too(person: str) -> None:
    price = max(0, DECK["duke"].price - n(person, "discount") - n("bailiff", "discount"))
    if person == "marshal":
        player = owner(houses=[*display("marshal", "bailiff"), "brown"], hand=["duke"], guilders=price - 1)
        games = [play(table({**player, "guilders": price - less}, WAITS), "activate:marshal") for less in (0, 1)]
    else:
        saved = min(DECK[person].price, n("bailiff", "discount"))  # she is cheaper herself
        games = [placed(person, "bailiff", purse=price - saved - less, room=["brown"], hand=["duke"]) for less in (0, 1)]
    refusal = games[1].why_not("invite:duke:brown")
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("action.recruit.price", {"needs": price, "has": price - 1})
    play(games[0], "invite:duke:brown")
    assert games[0].state.players[0].guilders == 0
    assert told(games[0], "action.recruit.price")[-1] == ("guilders.paid", 0, {"guilders": price})


# Houses


@pytest.mark.parametrize("builder", ["architect", "carpenter", "chamberlain"])
@pytest.mark.parametrize("stucco_first", [False, True])
def test_a_house_through_a_person_is_a_house(builder: str, stucco_first: bool) -> None:
    """The Blacksmith brings workers of its colour first, then the Stucco worker may react; no worker was paid."""
    helpers = ("stucco_worker", "blacksmith") if stucco_first else ("blacksmith", "stucco_worker")
    if builder == "carpenter":
        game = play(placed("carpenter", *helpers, hand=["nun"], threats=1, workers=0), "lay:nun")
    elif builder == "architect":
        game = play(
            table(owner("architect", *helpers, hand=["nun"], threats=1, workers=0), WAITS), "activate:architect", "lay:nun"
        )
    else:
        game = play(table(owner("chamberlain", *helpers, hand=["nun"], threats=1, workers=0), WAITS), "house:nun")
    colour = COLOURS.index(DECK["nun"].colour)
    assert asked(game) == ("react.choose", 0, {f"away:{DECK['nun'].colour}", "keep"})
    assert game.state.players[0].workers[colour] == n("blacksmith", "workers")
    play(game, f"away:{DECK['nun'].colour}")
    assert story(game, "house.built")[:3] == [("house.built", 0), ("workers.taken", 0), ("threat.discarded", 0)]
    assert told(game, "person.stucco_worker") == [("threat.discarded", 0, {"colour": colour, "points": 1})]
    assert (game.state.players[0].threats[colour], sum(game.state.players[0].workers)) == (0, n("blacksmith", "workers"))


# New questions: kept in a save, told in four languages


class Question(NamedTuple):
    """A game that stands at a question, how it goes on, and something that cannot be chosen."""

    game: Table
    goes_on: list[str]
    impossible: str


def question(kind: str) -> Question:
    """A game at a question of this kind."""
    if kind == "trade.choose":
        return Question(play(table(owner("fence"), WAITS), "activate:fence"), ["pay_worker:red"], "pay")
    if kind == "worker.choose":
        taken = ["take:red", *["take:blue"] * (n("conjurer", "workers") - 1)]
        return Question(play(table(owner("conjurer"), WAITS), "activate:conjurer"), taken, "enough")
    if kind == "climb.choose":
        # In this deck nobody asks for money for a step; the Baron does here.
        player = placing("baron", purse=2)
        return Question(play(table_with(PRICED_STEP, player, WAITS), "recruit:baron:red"), ["climb"], "advance")
    if kind == "lay.choose":
        return Question(play(table(owner("architect"), WAITS), "activate:architect"), [f"lay:{IN_HAND}"], "lay:duke")
    if kind == "invite.choose":
        player = owner(houses=[*display("marshal"), "brown"], hand=["duke", IN_HAND], guilders=20)
        return Question(play(table(player, WAITS), "activate:marshal"), ["invite:duke:brown"], "invite:duke:red")
    if kind == "ready.choose":
        game = play(table(owner("jester", "accountant"), WAITS), "activate:accountant", "activate:jester")
        return Question(game, ["ready:accountant", "activate:accountant"], "ready:jester")
    if kind == "victim.choose":
        return Question(play(table(owner("cutpurse"), WAITS, {}), "activate:cutpurse"), ["target:2"], "target:0")
    if kind == "threaten.choose":
        victims = [{**WAITS, "threats": {"red": 2}, "canals": {"left": 1, "right": 1}}, {}]
        return Question(placed("assassin", opponents=victims), ["threaten:red", "burn_canal:left"], "away:red")
    assert kind == "burnt.choose"
    victims = [{**WAITS, "houses": [*display(*DONE), "red"]}, {}]
    return Question(play(placed("arsonist", opponents=victims), "target:1"), ["burn:1"], "burn:3")


PRICED_STEP = with_effects(baron=(Op("advance", (2,), {}),))
QUESTIONS = [
    "trade.choose",
    "worker.choose",
    "climb.choose",
    "lay.choose",
    "invite.choose",
    "ready.choose",
    "victim.choose",
    "threaten.choose",
    "burnt.choose",
]


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_game_saved_at_a_question_goes_on_as_if_it_had_not_been(kind: str) -> None:
    game, goes_on, _ = question(kind)
    assert asked(game)[0] == kind
    twin = bl.from_text(game.to_text(), deck=game.state.deck)
    assert asked(twin) == asked(game)
    assert twin.state.key() == game.state.key()
    play(game, *goes_on)
    play(twin, *goes_on)
    assert twin.events == game.events
    assert twin.state.key() == game.state.key()


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_question_in_four_languages(kind: str) -> None:
    """The question, every answer, a refusal, and what comes of an answer: each in its own words, with nothing left open."""
    game, goes_on, impossible = question(kind)
    assert game.pending is not None
    teller = BrugesTeller(game.state, game.names)
    refusal = game.why_not(impossible)
    assert refusal is not None
    sentences = {lang: [game.question(lang), refusal.text(lang)] for lang in LANGUAGES}
    for lang in LANGUAGES:
        sentences[lang] += [teller.choice(option, lang) for option in game.pending.raw]
    play(game, *goes_on)
    for lang in LANGUAGES:
        sentences[lang] += [event.text(lang) for event in game.events]
        assert all(sentence and not set("{}$?") & set(sentence) for sentence in sentences[lang])
    assert len({sentences[lang][0] for lang in LANGUAGES}) == len(LANGUAGES)
    assert all(len({sentences[lang][i] for lang in LANGUAGES}) > 1 for i in range(len(sentences["en"])))


def test_a_step_that_costs_something_may_be_left() -> None:
    climbed, stayed = question("climb.choose").game, question("climb.choose").game
    assert asked(climbed) == ("climb.choose", 0, {"climb", "forgo"})
    play(climbed, "climb")
    play(stayed, "forgo")
    assert [(game.state.players[0].reputation, game.state.players[0].guilders) for game in (climbed, stayed)] == [(1, 0), (0, 2)]
    assert told(stayed, MEANING) == [("declined", 0, {"person": DECK["baron"].number})]
