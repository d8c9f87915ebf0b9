"""Everybody with an effect: placed or activated, what changes, which events tell it, and which rule they cite.

Prices are read from the deck, so that a reconstructed price can be retuned; what a person does is written here as 003 says it.
"""

from __future__ import annotations

from typing import Any

import pytest
from cases import each
from tables import WAITS, Table, asked, display, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.rules.scoring import score_sheet
from bruges_lab.games.bruges.words import COLOURS

BLUE, BROWN, YELLOW, RED, PURPLE = range(5)
DECK = bl.Deck.load()
NO_LOW_DIE = "roll:3:3:4:4:3"

FAMILIES = {
    "canal": ["acrobat", "bard", "juggler", "minstrel", "dancer"],
    "extra_card": ["messenger", "herald", "coachman", "scribe", "stable_boy"],
    "exchange": ["charcoal_burner", "mason", "miller", "shoemaker", "winegrower"],
}


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display and one card that does nothing in hand."""
    return {"hand": ["squire"], "houses": display(*people), **fields}


def placed(person: str, *others: str, purse: int = 0, waits: tuple[dict[str, Any], ...] = (WAITS,), **fields: Any) -> Table:
    """Place a person on an empty red house, with so much left in the purse, and stop at what comes of it."""
    owner = {"hand": [person], "guilders": DECK[person].price + purse, "houses": [*display(*others), "red"], **fields}
    return play(table(owner, *waits), f"recruit:{person}:red")


def test_everybody_whose_effect_is_known_is_here() -> None:
    members = {person for family in FAMILIES.values() for person in family}
    tested = {name.removeprefix("test_") for name in globals()} | members
    reconstructed = {"prince", "councilman", "architect"}  # the catalogue knows them, but not what they do
    people = [card.id for card in DECK.cards if card.rule.startswith("person.") and card.id not in reconstructed]
    assert len(people) == 41
    assert [person for person in people if person not in tested] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_a_member_a_worker_colour(family: str) -> None:
    assert sorted(str(DECK[person].worker) for person in FAMILIES[family]) == sorted(COLOURS)


def test_workers_that_003_names() -> None:
    assert (DECK["acrobat"].worker, DECK["coachman"].worker, DECK["valet"].worker) == ("red", "yellow", "red")


# Arrows


def test_alchemist() -> None:
    game = placed("alchemist")
    assert game.state.players[0].guilders == 6
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK["alchemist"].number})]
    assert told(game, "person.alchemist") == [("guilders.taken", 0, {"guilders": 6})]


def test_thief() -> None:
    game = placed("thief", waits=({**WAITS, "guilders": 5}, {"guilders": 2}, {"guilders": 0}))
    assert [player.guilders for player in game.state.players] == [5, 2, 0, 0]
    assert told(game, "person.thief") == [
        ("guilders.given", 1, {"guilders": 3, "to": 0}),
        ("guilders.given", 2, {"guilders": 2, "to": 0}),
    ]


def test_beggar() -> None:
    game = placed("beggar", workers=0, waits=({**WAITS, "workers": {"blue": 1, "red": 2}}, {"workers": {"purple": 1}}))
    assert asked(game) == ("give.choose", 1, {"give:blue", "give:red"})
    play(game, "give:red", "give:red")
    assert [player.workers for player in game.state.players] == [(0, 0, 0, 2, 1), (1, 0, 0, 0, 0), (0, 0, 0, 0, 0)]
    assert told(game, "person.beggar")[0] == ("workers.given", 1, {"workers": 1, "colour": RED, "to": 0})
    assert ("workers.given", 2, {"workers": 1, "colour": PURPLE, "to": 0}) in told(game, "person.beggar")
    assert asked(game)[:2] == ("turn.act", 1)


def test_moneylender() -> None:
    game = placed("moneylender", purse=3, waits=(WAITS, {}))
    assert [player.guilders for player in game.state.players] == [1, 6, 6]
    assert game.state.players[0].points == 7
    given = [("guilders.given", 0, {"guilders": 1, "to": to}) for to in (1, 2)]
    scored = ("points.scored", 0, {"points": 1})
    assert told(game, "person.moneylender") == [given[0], scored, given[1], scored]


def test_jailor() -> None:
    game = placed("jailor", "duke", threats={"blue": 2, "red": 1})
    assert asked(game) == ("clear.choose", 0, {"away:blue", "away:red", "enough"})
    play(game, "away:blue", "away:red")
    player = game.state.players[0]
    assert (player.threats, player.points) == ((1, 0, 0, 0, 0), 7)
    assert told(game, "person.jailor") == [
        ("threat.discarded", 0, {"colour": BLUE, "points": 1}),
        ("threat.discarded", 0, {"colour": RED, "points": 1}),
    ]
    assert game.state.supply == (8, 9, 9, 9, 9)
    assert asked(game)[:2] == ("turn.act", 1)


def test_troublemaker() -> None:
    victim = {**WAITS, "canals": {"left": 5, "right": 2}, "statues": [7]}
    game = placed("troublemaker", canals={"left": 3}, waits=(victim, {"canals": {"right": 1}}, {}))
    assert asked(game) == ("break.choose", 1, {"remove:left", "remove:right"})
    play(game, "remove:left")
    assert [player.canals for player in game.state.players] == [(3, 0), (4, 2), (0, 0), (0, 0)]
    assert game.state.players[1].statues == (7,)
    assert ("canal.lost", 1, {"section": 0, "space": 5}) in told(game, "person.troublemaker")
    assert ("canal.lost", 2, {"section": 1, "space": 1}) in told(game, "person.troublemaker")
    assert ("statue.kept", 1, {"section": 0}) in told(game, "person.troublemaker")  # by his own text, not by a rule of fire
    assert told(game, "threat.fire.statue_kept") == []


# The Astronomer, with every arrow


def test_astronomer() -> None:
    game = placed("alchemist", "astronomer")
    assert asked(game) == ("people.again", 0, {"again", "enough"})
    assert game.state.players[0].guilders == 6
    play(game, "again")
    assert game.state.players[0].guilders == 12
    assert told(game, "person.astronomer") == [("effect.again", 0, {"person": DECK["alchemist"].number})]


def test_astronomer_is_not_an_arrow_himself() -> None:
    game = placed("astronomer")
    assert asked(game)[:2] == ("turn.act", 1)
    assert told(game, "act.instant.when") == []


@each(
    ("person", "fields", "other", "choices", "left", "others"),
    [
        ("thief", {}, {"guilders": 4}, ["again"], {"guilders": 4}, {"guilders": 0}),
        (
            "beggar",
            {"workers": 0},
            {"workers": {"red": 5}},
            ["again"],
            {"workers": (0, 0, 0, 4, 0)},
            {"workers": (0, 0, 0, 1, 0)},
        ),
        ("moneylender", {"purse": 1}, {}, [], {"guilders": 0, "points": 6}, {"guilders": 6}),
        ("moneylender", {"purse": 3}, {}, ["again"], {"guilders": 1, "points": 7}, {"guilders": 7}),
        ("jailor", {"threats": 1}, {}, ["away:blue", "away:red", "again", "away:brown", "enough"], {"points": 8}, {"points": 5}),
        ("troublemaker", {}, {"canals": {"left": 2, "right": 1}}, ["remove:right", "again"], {}, {"canals": (1, 0)}),
    ],
)
def test_astronomer_and_an_arrow(
    person: str, fields: Any, other: Any, choices: list[str], left: dict[str, Any], others: dict[str, Any]
) -> None:
    game = play(placed(person, "astronomer", waits=({**WAITS, **other},), **fields), *choices)
    owner, victim = game.state.players
    assert {name: getattr(owner, name) for name in left} == left
    assert {name: getattr(victim, name) for name in others} == others
    assert asked(game)[:2] == ("turn.act", 1)


def test_astronomer_and_fire_eater() -> None:
    """The Fire-eater reacts once to a person, however often its arrow works."""
    game = placed("alchemist", "astronomer", "fire_eater", threats={"yellow": 2})
    play(game, "effect_first", "again", "away:yellow")
    player = game.state.players[0]
    assert (player.guilders, player.points, player.threats[YELLOW]) == (12, 6, 1)
    assert asked(game)[:2] == ("turn.act", 1)


# Worker families


@pytest.mark.parametrize("person", FAMILIES["canal"])
def test_canal_family(person: str) -> None:
    worker = str(DECK[person].worker)
    game = table(owner(person, workers={worker: 1}, guilders=7, canals={"left": 2, "right": 1}), WAITS)
    play(game, f"activate:{person}")
    assert asked(game) == ("dig.choose", 0, {"dig:left", "dig:right"})
    play(game, "dig:left")
    player = game.state.players[0]
    assert (player.canals, player.guilders, sum(player.workers)) == ((3, 1), 1, 0)
    assert player.houses[0].used
    assert len(player.hand) == 1
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": COLOURS.index(worker)})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK[person].number})]
    assert told(game, f"person.{person}") == [("guilders.paid", 0, {"guilders": 6})]
    assert told(game, "action.canal.next") == [("canal.built", 0, {"section": 0, "space": 3, "colour": YELLOW})]
    assert asked(game)[:2] == ("turn.act", 0)


@pytest.mark.parametrize("person", FAMILIES["canal"])
def test_well_digger_with_the_canal_family(person: str) -> None:
    game = table(owner(person, "well_digger", guilders=0, canals={"left": 4, "right": 3}), WAITS)
    play(game, f"activate:{person}", "dig:left")
    player = game.state.players[0]
    assert (player.canals, player.guilders, player.statues) == ((5, 3), 0, (7,))
    assert told(game, "person.family.canal") == []


@pytest.mark.parametrize("person", FAMILIES["canal"])
def test_tower_watchman_with_the_canal_family(person: str) -> None:
    game = table(owner(person, "tower_watchman", threats=1), WAITS)
    play(game, f"activate:{person}", "dig:right")
    assert asked(game) == ("react.choose", 0, {"away:purple", "keep"})
    play(game, "away:purple")
    assert game.state.players[0].points == 6
    assert told(game, "person.tower_watchman") == [("threat.discarded", 0, {"colour": PURPLE, "points": 1})]


@pytest.mark.parametrize("person", FAMILIES["extra_card"])
def test_extra_card_family(person: str) -> None:
    worker = str(DECK[person].worker)
    game = table(owner(person, hand=["squire", "duke", "nun"], workers={worker: 1}), WAITS)
    play(game, f"activate:{person}")
    assert asked(game)[:2] == ("turn.extra", 0)
    assert game.pending is not None
    assert game.pending.rule == "phase3.extra_card"
    play(game, "guilders:squire")
    assert asked(game)[:2] == ("turn.act", 0)
    play(game, "guilders:nun")
    player = game.state.players[0]
    assert ([DECK[card].id for card in player.hand], player.guilders, sum(player.workers)) == (["duke"], 12, 0)
    assert player.houses[0].used
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": COLOURS.index(worker)})]
    assert asked(game)[:2] == ("turn.act", 1)


@pytest.mark.parametrize("person", FAMILIES["exchange"])
def test_exchange_family(person: str) -> None:
    worker = str(DECK[person].worker)
    others = [colour for colour in COLOURS if colour != worker]
    game = table(owner(person, workers={worker: 2, others[0]: 2}), WAITS)
    play(game, f"activate:{person}")
    assert asked(game)[:2] == ("swap.choose", 0)
    swaps = sorted([f"swap:{worker}:{others[1]}", f"swap:{others[0]}:{others[2]}"], key=lambda s: COLOURS.index(s.split(":")[1]))
    play(game, *swaps)
    if asked(game)[0] == "swap.choose":  # swaps go in the order of the colours; after the last colour nothing is left to ask
        play(game, "enough")
    player = game.state.players[0]
    expected = {worker: 0, others[0]: 1, others[1]: 1, others[2]: 1, others[3]: 0}
    assert player.workers == tuple(expected[colour] for colour in COLOURS)
    swapped = [event for event in told(game, f"person.{person}") if event[0] == "workers.swapped"]
    assert len(swapped) == 2
    assert asked(game)[:2] == ("turn.act", 0)


# Others for a worker


def test_loading_master() -> None:
    game = table(owner("loading_master", canals={"left": 5, "right": 4}, statues=[7]), WAITS)
    play(game, "activate:loading_master")
    player = game.state.players[0]
    assert (player.points, player.workers) == (7, (1, 0, 1, 1, 1))
    assert told(game, "person.loading_master") == [("points.scored", 0, {"points": 2})]


def test_saddler() -> None:
    game = table(owner("saddler", "miller", "duke", "prince", "thief"), WAITS)  # craftsman twice, noble twice, underworld
    play(game, "activate:saddler")
    player = game.state.players[0]
    assert (player.guilders, player.workers) == (8, (1, 1, 1, 1, 0))
    assert told(game, "person.saddler") == [("guilders.taken", 0, {"guilders": 3})]


def test_valet() -> None:
    game = table(owner("valet"), WAITS, piles=[["nun", "duke"], ["baron", "knight"]])
    play(game, "activate:valet")
    assert asked(game) == ("draw.one", 0, {"draw:first", "draw:second"})
    play(game, "draw:first")
    player = game.state.players[0]
    assert ({DECK[card].id for card in player.hand}, player.unseen) == ({"squire", "nun"}, ())
    assert player.workers == (1, 1, 1, 0, 1)
    drawn = {"card": DECK["nun"].number, "colour": RED, "pile": 0}
    assert told(game, "person.valet") == [("card.drawn_open", 0, drawn)]
    seen = [event.data["card"] for event in game.view(1).events if event.rule == "person.valet"]
    assert seen == [None]


# Infinity


def test_accountant() -> None:
    game = play(table(owner("accountant"), WAITS), "activate:accountant")
    player = game.state.players[0]
    assert (player.guilders, player.workers, player.houses[0].used) == (7, (1,) * 5, True)
    assert told(game, "act.infinity.type1") == [("person.activated", 0, {"person": DECK["accountant"].number})]
    assert told(game, "person.accountant") == [("guilders.taken", 0, {"guilders": 2})]
    assert refused(game, "activate:accountant") == "act.infinity.type1"


def test_unnamed_type2() -> None:
    game = play(table(owner("unnamed_type2"), WAITS), "workers:squire")
    player = game.state.players[0]
    assert (player.workers, player.houses[0].used) == ((4, 1, 1, 1, 1), False)
    assert told(game, "person.unnamed_type2") == [("workers.taken", 0, {"workers": 3, "colour": BLUE})]


def test_well_digger() -> None:
    game = table(owner("well_digger", hand=["baron"], guilders=0, canals={"left": 4}), WAITS)
    play(game, "canal:baron:left")
    player = game.state.players[0]
    assert (player.canals, player.guilders, player.statues) == ((5, 0), 0, (7,))
    assert told(game, "action.canal.cost") == []


def test_earl() -> None:
    game = play(table(owner("earl", guilders=5), {}, phase="dice"), NO_LOW_DIE)
    assert asked(game) == ("advance", 0, {"advance", "decline"})
    play(game, "advance")
    player = game.state.players[0]
    assert (player.guilders, player.reputation) == (1, 1)
    assert told(game, "person.earl") == [("guilders.paid", 0, {"guilders": 4})]
    assert game.state.players[1].reputation == 0


def test_notary() -> None:
    game = play(table(owner("notary", guilders=2), {}, phase="dice"), "roll:2:3:4:4:2", "advance")
    player = game.state.players[0]
    assert (player.guilders, player.reputation) == (0, 1)
    assert told(game, "person.notary") == [("guilders.paid", 0, {"guilders": 2})]


def test_inventor() -> None:
    game = table(owner("inventor", hand=["squire", "duke", "nun"]), {}, phase="draw", round=2)
    assert asked(game) == ("draw.target", 0, {"refill:6", "refill:5"})
    play(game, "refill:6", "draw:first", "draw:first", "draw:second")
    assert len(game.state.players[0].hand) == 6
    assert told(game, "person.inventor") == [("hand.target", 0, {"cards": 6})]
    assert asked(game)[:2] == ("draw.card", 1)


def test_fire_eater() -> None:
    game = placed("duchess", "fire_eater", threats=1)
    assert asked(game) == ("react.choose", 0, {"away:purple", "keep"})
    play(game, "away:purple")
    player = game.state.players[0]
    assert (player.points, player.threats) == (6, (1, 1, 1, 1, 0))
    assert told(game, "person.fire_eater") == [("threat.discarded", 0, {"colour": PURPLE, "points": 1})]


def test_fire_eater_may_wait_for_the_arrow() -> None:
    game = placed("thief", "fire_eater", threats={"yellow": 1})
    assert asked(game) == ("people.order", 0, {"effect_first", "reaction_first"})
    play(game, "reaction_first")
    assert asked(game)[:2] == ("react.choose", 0)
    assert game.state.players[1].guilders == 5
    play(game, "keep")
    assert game.state.players[1].guilders == 2
    assert told(game, "act.infinity.forgo") == [("declined", 0, {"person": DECK["fire_eater"].number})]


def test_preacher() -> None:
    game = play(table(owner("preacher", threats={"blue": 1, "red": 2}), {}, phase="dice"), "roll:1:3:4:4:3", "advance")
    assert asked(game) == ("react.choose", 0, {"away:blue", "away:red", "keep"})
    play(game, "away:red")
    player = game.state.players[0]
    assert (player.points, player.threats, player.reputation) == (6, (1, 0, 0, 1, 0), 1)
    assert told(game, "person.preacher") == [("threat.discarded", 0, {"colour": RED, "points": 1})]


def test_preacher_with_the_earl() -> None:
    game = play(table(owner("preacher", "earl", threats={"blue": 1}), {}, phase="dice"), NO_LOW_DIE, "advance", "away:blue")
    player = game.state.players[0]
    assert (player.points, player.guilders, player.reputation, player.threats) == (6, 1, 1, (0,) * 5)


def test_judge() -> None:
    game = table(
        {"houses": display("judge"), "reputation": 2, "canals": {"left": 1}},
        {"houses": display("duke"), "reputation": 2, "canals": {"right": 1}},
        phase="majorities",
    )
    assert [player.majorities for player in game.state.players] == [(True, True, True), (False, False, False)]
    shared = [
        ("majority.shared", 0, {"person": DECK["judge"].number, "area": area, "number": n}) for area, n in enumerate((2, 1, 1))
    ]
    assert told(game, "person.judge") == shared


def test_judge_needs_a_step_and_a_tile() -> None:
    game = table({"houses": display("judge")}, {"houses": display("duke")}, phase="majorities")
    assert game.state.players[0].majorities == (False, True, False)


def test_stucco_worker() -> None:
    game = play(table(owner("stucco_worker", threats=1), WAITS), "house:squire")
    assert asked(game) == ("react.choose", 0, {"away:blue", "keep"})
    play(game, "away:blue")
    player = game.state.players[0]
    assert (player.points, player.threats, len(player.houses)) == (6, (0, 1, 1, 1, 1), 2)
    assert told(game, "person.stucco_worker") == [("threat.discarded", 0, {"colour": BLUE, "points": 1})]


def test_stucco_worker_with_an_extra_card() -> None:
    """Every house, also one built through a person's card (the Architect of 003 has no text)."""
    game = table(owner("stucco_worker", "coachman", hand=["squire", "nun"], threats=1), WAITS)
    play(game, "activate:coachman", "house:squire", "away:blue", "house:nun", "away:red")
    assert (game.state.players[0].points, game.state.players[0].threats) == (7, (0, 1, 1, 0, 1))


def test_tower_watchman() -> None:
    game = play(table(owner("tower_watchman", threats=1), WAITS), "canal:squire:left")
    assert asked(game) == ("react.choose", 0, {"away:blue", "keep"})
    play(game, "away:blue")
    player = game.state.players[0]
    assert (player.points, player.threats, player.canals) == (6, (0, 1, 1, 1, 1), (1, 0))
    assert told(game, "person.tower_watchman") == [("threat.discarded", 0, {"colour": BLUE, "points": 1})]


def test_tower_watchman_after_the_statue() -> None:
    game = table(owner("tower_watchman", hand=["baron"], threats=1, canals={"left": 4}), WAITS)
    play(game, "canal:baron:left")
    assert game.state.players[0].statues == (7,)
    assert asked(game) == ("react.choose", 0, {"away:brown", "keep"})


@pytest.mark.parametrize(
    ("person", "done"),
    [
        ("stucco_worker", "house:night_watchman"),
        ("tower_watchman", "canal:night_watchman:left"),
        ("fire_eater", "recruit:night_watchman:red"),
    ],
)
def test_no_marker_of_the_colour_no_question(person: str, done: str) -> None:
    mine = {"hand": ["night_watchman"], "houses": [*display(person), "red"], "threats": {"brown": 2, "purple": 2}}
    game = play(table(mine, WAITS), done)
    assert asked(game)[:2] == ("turn.act", 1)
    assert game.state.players[0].points == 5


@each("person", ["astronomer", "notary", "preacher", "judge", "inventor", "earl", "well_digger", "fire_eater"])
def test_automatic_people_are_not_activated(person: str) -> None:
    refusal = table(owner(person), WAITS).why_not(f"activate:{person}")
    assert refusal is not None
    assert refusal.reason == "works_by_itself"


# Laurels: silent in play, counted at the end


def laurels(player: dict[str, Any], **given: Any) -> int:
    """The laurel points of a player in a game that ends."""
    game = table(player, {}, phase="majorities", round=8, final_round=8, **given)
    assert game.over
    parts = score_sheet(game.state, 0)
    scored = [event[2]["points"] for event in told(game, "scoring.laurel") if event[1] == 0]
    assert scored == ([parts.laurels] if parts.laurels else [])
    return parts.laurels


@pytest.mark.parametrize("person", ["geographer", "engraver", "cupbearer", "bishop", "mayor"])
def test_laurels_cannot_be_activated(person: str) -> None:
    assert refused(table(owner(person), WAITS), f"activate:{person}") == "act.laurel"


def test_geographer() -> None:
    player = {"houses": display("geographer"), "canals": {"left": 5, "right": 3}, "statues": [7]}
    assert laurels(player) == 6
    assert laurels({**player, "canals": {"left": 2, "right": 2}, "claimed": ["left"]}) == 2


def test_engraver() -> None:
    assert laurels({"houses": display("engraver", "duke", "prince", "nun")}) == 6


def test_cupbearer() -> None:
    five = [{"card": "blue", "person": "cupbearer"}, {"card": "brown", "person": "duke"}, "yellow", "red", "purple"]
    assert laurels({"houses": five}) == 5
    assert laurels({"houses": [*five[:4], "red"]}) == 0


def test_bishop() -> None:
    assert laurels({"houses": display("bishop"), "workers": {"blue": 1, "red": 2, "purple": 4}}) == 3
    assert laurels({"houses": display("bishop"), "workers": {"blue": 1}}) == 0


def test_mayor() -> None:
    assert laurels({"houses": display("mayor", "councilman", "duke", "notary")}) == 6


# Placed again


@pytest.mark.parametrize("person", ["alchemist", "thief"])
def test_an_arrow_works_again_when_it_comes_back(person: str) -> None:
    price = DECK[person].price
    houses = [{"card": "nun", "person": person}, "red"]
    game = table({"guilders": price, "threats": {"red": 2}, "houses": houses}, WAITS, phase="dice")
    play(game, "roll:3:3:4:5:3", "burn:0", f"recruit:{person}:red")
    assert game.state.players[0].guilders == {"alchemist": 6, "thief": 3}[person]
    assert len(told(game, "act.instant.replay")) == 1
