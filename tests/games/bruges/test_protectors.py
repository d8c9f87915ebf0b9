"""The Protectors, each by the text on the card: against threats and damage, against other people, for a tile that costs less.

What a card says in numbers is read from the deck, so that a reconstructed number or price can be retuned.
"""

from __future__ import annotations

from typing import Any

import pytest
from cases import each
from tables import DECK, DICE, WAITS, Table, asked, display, number, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.words import COLOURS

BLUE, BROWN, YELLOW, RED, PURPLE = range(5)
BOARD = bl.Board.load()
RULES = bl.Ruleset()
POINT = RULES.threat_points
START = RULES.start_points
MOST = RULES.threat_limit - 1
"""Nobody can hold more threats of a colour."""

HELD = "duke"
"""The card in hand, which is blue: in hand nobody has an effect."""
IDLE = "sculptor"
"""A laurel, silent until the final scoring: company in the display."""
DOCUMENTED = {"tower_watchman", "jailor"}
"""Tested in test_people.py."""


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display and one card in hand."""
    return {"hand": [HELD], "houses": display(*people), **fields}


def placed(person: str, *others: str, waits: tuple[Any, ...] = (WAITS,), dice: dict[str, int] = DICE, **fields: Any) -> Table:
    """Place a person on an empty red house for all the money there is, and stop at what comes of it."""
    player = {"hand": [person], "guilders": DECK[person].price, "houses": [*display(*others), "red"], **fields}
    return play(table(player, *waits, dice=dice), f"recruit:{person}:red")


def struck(person: str, *colours: str, other: dict[str, Any] | None = None, **fields: Any) -> Table:
    """The owner of a person and a neighbour without it both get the third marker of these colours."""
    near = dict.fromkeys(colours, MOST)
    players = [owner(person, threats=near, **fields), {**WAITS, "threats": near, **(other or fields)}]
    roll = ":".join("5" if colour in colours else "3" for colour in COLOURS)
    return play(table(*players, phase="dice"), f"roll:{roll}")


def averted(game: Table, person: str, colour: int) -> bool:
    """Whether the owner was spared by this person, and gave the markers back all the same, for no points."""
    markers = {"colour": colour, "markers": RULES.threat_limit}
    return (
        told(game, DECK[person].rule) == [("damage.averted", 0, {"person": DECK[person].number, "damage": colour})]
        and told(game, "threat.return") == [("threats.returned", seat, markers) for seat in (0, 1)]
        and game.state.players[0].threats[colour] == 0
        and game.state.players[0].points == START
    )


def said(game: Table, rule: str) -> list[Any]:
    """The events of a rule, without answers that nobody had to give."""
    return [event for event in told(game, rule) if event[0] != "forced"]


def test_every_protector_is_tested() -> None:
    tested = {name.removeprefix("test_") for name in globals()} | DOCUMENTED
    assert {card.id for card in DECK.where(group="protector")} - tested == set()


# Damage that does no harm


def test_night_watchman() -> None:
    game = struck("night_watchman", "blue", workers=2)
    assert averted(game, "night_watchman", BLUE)
    assert [player.workers for player in game.state.players] == [(2,) * 5, (0,) * 5]
    assert told(game, "threat.flood") == [("workers.lost", 1, {"workers": 10})]


def test_pikeman() -> None:
    game = struck("pikeman", "brown", other={"houses": display(IDLE)})
    assert averted(game, "pikeman", BROWN)
    assert [player.people for player in game.state.players] == [(DECK["pikeman"].number,), ()]
    assert said(game, "threat.plague") == [("person.lost", 1, {"person": DECK[IDLE].number})]


def test_gatekeeper() -> None:
    game = struck("gatekeeper", "yellow", guilders=7)
    assert averted(game, "gatekeeper", YELLOW)
    assert [player.guilders for player in game.state.players] == [7, 0]
    assert told(game, "threat.raid") == [("guilders.lost", 1, {"guilders": 7})]


def test_sergeant() -> None:
    game = struck("sergeant", "red", canals={"left": 2})
    assert averted(game, "sergeant", RED)
    assert [player.canals for player in game.state.players] == [(2, 0), (1, 0)]
    assert len(game.state.players[0].houses) == 1
    assert said(game, "threat.fire") == [("canal.lost", 1, {"section": 0, "space": 2})]


def test_mercenary() -> None:
    game = struck("mercenary", "purple")
    assert averted(game, "mercenary", PURPLE)
    assert [player.points for player in game.state.players] == [START, START - RULES.intrigue_loss]
    assert told(game, "threat.intrigue") == [("points.lost", 1, {"points": RULES.intrigue_loss})]


@pytest.mark.parametrize(
    ("person", "colour", "rule", "loss"),
    [
        ("night_watchman", "purple", "threat.intrigue", ("points.lost", {"points": RULES.intrigue_loss})),
        ("pikeman", "purple", "threat.intrigue", ("points.lost", {"points": RULES.intrigue_loss})),
        ("gatekeeper", "purple", "threat.intrigue", ("points.lost", {"points": RULES.intrigue_loss})),
        ("sergeant", "purple", "threat.intrigue", ("points.lost", {"points": RULES.intrigue_loss})),
        ("mercenary", "yellow", "threat.raid", ("guilders.lost", {"guilders": RULES.start_guilders})),
    ],
)
def test_a_protector_wards_off_nothing_else(person: str, colour: str, rule: str, loss: tuple[str, dict[str, int]]) -> None:
    game = struck(person, colour)
    assert told(game, DECK[person].rule) == []
    assert told(game, rule) == [(loss[0], seat, loss[1]) for seat in (0, 1)]


def test_a_protector_wards_off_only_his_own_damage_of_two() -> None:
    game = struck("night_watchman", "blue", "yellow", other={"workers": 0, "guilders": 0}, workers=1, guilders=5)
    assert asked(game) == ("threats.settle", 0, {"damage:flood", "damage:raid"})
    play(game, "damage:flood")
    assert (game.state.players[0].workers, game.state.players[0].guilders) == ((1,) * 5, 0)


def test_sergeant_lost_to_the_plague_before_the_fire() -> None:
    """The order is the player's (threat.several): who has gone by then wards off nothing."""
    players = [owner("sergeant", IDLE, threats={"brown": 2, "red": 2}), WAITS]
    game = play(table(*players, phase="dice"), "roll:3:5:3:5:3", "damage:plague", "lose:sergeant")
    assert told(game, DECK["sergeant"].rule) == []
    assert asked(game) == ("fire.choose", 0, {"burn:0", "burn:1"})


def test_pikeman_lost_to_the_fire_before_the_plague() -> None:
    players = [owner("pikeman", IDLE, threats={"brown": 2, "red": 2}), WAITS]
    game = play(table(*players, phase="dice"), "roll:3:5:3:5:3", "damage:fire", "burn:0")
    assert told(game, DECK["pikeman"].rule) == []
    assert said(game, "threat.plague") == [("person.lost", 0, {"person": DECK[IDLE].number})]


# Threats away


def test_crossbowman() -> None:
    game = play(table(owner("crossbowman", threats=1), WAITS), f"house:{HELD}")
    assert asked(game) == ("react.choose", 0, {"away:blue", "keep"})
    assert refused(game, "away:red") == "action.threat.need"
    play(game, "away:blue")
    player = game.state.players[0]
    assert (player.points, player.threats, player.houses[0].used) == (START + POINT, (0, 1, 1, 1, 1), False)
    assert len(player.houses) == 2
    assert told(game, DECK["crossbowman"].rule) == [("threat.discarded", 0, {"colour": BLUE, "points": POINT})]


def test_crossbowman_only_with_a_house() -> None:
    """Not with another action, and not with somebody who moves into a house."""
    game = play(table(owner("crossbowman", threats=1), WAITS), f"guilders:{HELD}")
    assert asked(game)[:2] == ("turn.act", 1)
    assert game.state.players[0].threats == (1,) * 5
    houses = [*display("crossbowman"), "red"]
    game = play(table(owner(houses=houses, threats=1, guilders=DECK[HELD].price), WAITS), f"recruit:{HELD}:red")
    assert asked(game)[:2] == ("turn.act", 1)
    assert game.state.players[0].threats == (1,) * 5


def test_crossbowman_without_such_a_threat() -> None:
    game = play(table(owner("crossbowman", threats={"red": 2}), WAITS), f"house:{HELD}")
    assert asked(game)[:2] == ("turn.act", 1)


def test_captain() -> None:
    """Brown threats only, one a use."""
    away = ["away:brown"] * number("captain", "markers")
    game = play(table(owner("captain", threats=2), WAITS), "activate:captain")
    assert asked(game) == ("clear.choose", 0, {"away:brown", "enough"})
    play(game, *away)
    player = game.state.players[0]
    assert (player.points, player.threats) == (START + POINT * len(away), (2, 2 - len(away), 2, 2, 2))
    assert (player.workers, player.houses[0].used) == ((1,) * 5, True)
    assert told(game, "act.infinity.type1") == [("person.activated", 0, {"person": DECK["captain"].number})]
    assert told(game, DECK["captain"].rule) == [("threat.discarded", 0, {"colour": BROWN, "points": POINT}) for _ in away]
    assert asked(game)[:2] == ("turn.act", 0)
    assert refused(game, "activate:captain") == "act.infinity.type1"


def test_captain_without_threats() -> None:
    assert refused(table(owner("captain"), WAITS), "activate:captain") == DECK["captain"].rule


def test_archer() -> None:
    """A marker for every so many dice that show a five or a six; the others stay."""
    dice = {**DICE, **dict.fromkeys(list(DICE)[: 2 * number("archer", "lot")], 5)}
    game = placed("archer", threats={"blue": 1, "red": 2}, dice=dice)
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK["archer"].number})]
    assert asked(game) == ("clear.choose", 0, {"away:blue", "away:red", "enough"})
    play(game, "away:red", "away:red")
    player = game.state.players[0]
    assert (player.points, player.threats) == (START + 2 * POINT, (1, 0, 0, 0, 0))
    assert told(game, DECK["archer"].rule) == [("threat.discarded", 0, {"colour": RED, "points": POINT})] * 2
    assert asked(game)[:2] == ("turn.act", 1)


def test_archer_and_too_few_dice() -> None:
    game = placed("archer", threats=1, dice={**DICE, **dict.fromkeys(list(DICE)[: number("archer", "lot") - 1], 6)})
    assert asked(game)[:2] == ("turn.act", 1)
    assert game.state.players[0].threats == (1,) * 5


def test_archer_when_no_die_threatens() -> None:
    game = placed("archer", threats=1)
    assert asked(game)[:2] == ("turn.act", 1)
    assert game.state.players[0].threats == (1,) * 5


def test_halberdier() -> None:
    markers, guilders = min(number("halberdier", "markers"), MOST), number("halberdier", "guilders")
    game = table(owner("halberdier", threats={"purple": MOST}, workers={"blue": 2}, guilders=0), WAITS)
    play(game, "activate:halberdier")
    assert asked(game) == ("clear.choose", 0, {"away:purple", "enough"})
    play(game, *["away:purple"] * markers)
    player = game.state.players[0]
    assert (player.points, player.threats[PURPLE], player.guilders) == (START + markers * POINT, MOST - markers, guilders)
    assert (player.workers, player.houses[0].used) == ((1, 0, 0, 0, 0), True)
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": BLUE})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK["halberdier"].number})]
    assert told(game, DECK["halberdier"].rule) == [
        *[("threat.discarded", 0, {"colour": PURPLE, "points": POINT})] * markers,
        ("guilders.taken", 0, {"guilders": guilders}),
    ]
    assert refused(game, "activate:halberdier") == "act.worker.limit"


def test_halberdier_brings_guilders_without_threats() -> None:
    game = play(table(owner("halberdier", guilders=0), WAITS), "activate:halberdier")
    assert (game.state.players[0].guilders, game.state.players[0].points) == (number("halberdier", "guilders"), START)
    assert refused(table(owner("halberdier", workers={"yellow": 3}), WAITS), "activate:halberdier") == "act.worker.cost"


def test_city_guard() -> None:
    """Red ones only, and as few as one likes."""
    markers = min(number("city_guard", "markers"), MOST)
    game = placed("city_guard", threats=MOST)
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK["city_guard"].number})]
    assert asked(game) == ("clear.choose", 0, {"away:red", "enough"})
    assert refused(game, "away:blue") == "action.threat.need"
    play(game, *["away:red"] * markers)
    player = game.state.players[0]
    assert (player.points, player.threats) == (START + markers * POINT, (MOST, MOST, MOST, MOST - markers, MOST))
    assert told(game, DECK["city_guard"].rule) == [("threat.discarded", 0, {"colour": RED, "points": POINT})] * markers
    assert asked(game)[:2] == ("turn.act", 1)


def test_city_guard_is_an_arrow() -> None:
    game = placed("city_guard", threats={"blue": 2})
    assert asked(game)[:2] == ("turn.act", 1)
    assert game.state.players[0].threats[BLUE] == 2
    assert refused(table(owner("city_guard", threats=2), WAITS), "activate:city_guard") == "act.instant.once"


# A canal tile for less


def test_lock_keeper() -> None:
    game = table(owner("lock_keeper", hand=["jailor"], guilders=9, canals={"left": 3}), WAITS)  # a purple space, a purple card
    paid = BOARD.gates[0][0][3].price - number("lock_keeper", "discount")
    play(game, "canal:jailor:left")
    player = game.state.players[0]
    assert (player.canals, player.guilders) == ((4, 0), 9 - paid)
    assert told(game, "action.canal.cost") == [("guilders.paid", 0, {"guilders": paid})]
    assert told(game, DECK["lock_keeper"].rule) == [
        ("price.changed", 0, {"person": DECK["lock_keeper"].number, "guilders": paid})
    ]


def test_lock_keeper_brings_nothing_back() -> None:
    """No tile costs less than nothing, and an opponent's costs what it costs."""
    assert BOARD.gates[0][0][0].price <= number("lock_keeper", "discount")
    game = play(table(owner("lock_keeper", guilders=0), WAITS), f"canal:{HELD}:left")
    assert (game.state.players[0].canals, game.state.players[0].guilders) == ((1, 0), 0)
    assert told(game, "action.canal.cost") == []
    other = table({"hand": [HELD], "guilders": 0}, {**WAITS, "houses": display("lock_keeper")})
    assert refused(other, f"canal:{HELD}:left") == "action.canal.cost"


def test_lock_keeper_with_the_canal_family() -> None:
    """The Bard pays twice the price printed on the space (person.family.canal); that is what costs so much less."""
    printed = BOARD.gates[0][0][3].price
    paid = number("bard", "price_factor") * printed - number("lock_keeper", "discount")
    game = table(owner("bard", "lock_keeper", guilders=9, canals={"left": 3}), WAITS)
    play(game, "activate:bard", "dig:left")
    assert told(game, DECK["bard"].rule) == [("guilders.paid", 0, {"guilders": paid})]
    assert game.state.players[0].guilders == 9 - paid


# Against other people


def test_bodyguard() -> None:
    game = placed("thief", waits=({**WAITS, "guilders": 5, "houses": display("bodyguard")}, {"guilders": 2}))
    assert [player.guilders for player in game.state.players] == [2, 5, 0]
    assert told(game, DECK["bodyguard"].rule) == [
        ("person.spares", 1, {"person": DECK["bodyguard"].number, "by": DECK["thief"].number})
    ]


@pytest.mark.parametrize(
    ("person", "choices"),
    [
        ("beggar", []),
        ("troublemaker", []),
        ("highwayman", []),
        ("arsonist", []),
        ("assassin", ["threaten:red"]),
    ],
)
def test_bodyguard_against_an_arrow(person: str, choices: list[str]) -> None:
    victim = {**WAITS, "points": 9, "canals": {"left": 2}, "threats": {"red": 1}, "houses": display("bodyguard")}
    game = play(placed(person, waits=(victim,)), *choices)
    player = game.state.players[1]
    assert (player.guilders, player.workers, player.canals, player.threats[RED]) == (RULES.start_guilders, (1,) * 5, (2, 0), 1)
    assert (player.points, len(player.houses)) == (9, 1)
    spared = ("person.spares", 1, {"person": DECK["bodyguard"].number, "by": DECK[person].number})
    assert spared in told(game, DECK["bodyguard"].rule)
    assert asked(game)[:2] == ("turn.act", 1)


@pytest.mark.parametrize(("person", "choices"), [("cutpurse", []), ("cardsharp", []), ("inquisitor", ["threaten:blue"])])
def test_bodyguard_against_somebody_activated(person: str, choices: list[str]) -> None:
    """Nobody is activated for nothing: against the Bodyguard alone it is refused (D-091)."""
    guarded = {**WAITS, "houses": display("bodyguard")}
    assert refused(table(owner(person), guarded), f"activate:{person}") == DECK[person].rule
    game = play(table(owner(person), guarded, {}), f"activate:{person}", "target:1", *choices)
    player = game.state.players[1]
    assert (player.guilders, player.workers, player.threats) == (RULES.start_guilders, (1,) * 5, (0,) * 5)
    spared = ("person.spares", 1, {"person": DECK["bodyguard"].number, "by": DECK[person].number})
    assert said(game, DECK["bodyguard"].rule) == [spared]


def test_bodyguard_takes_a_gift() -> None:
    """The Moneylender's guilder does no harm."""
    player = {"hand": ["moneylender"], "guilders": DECK["moneylender"].price + 1, "houses": ["red"]}
    game = play(table(player, {**WAITS, "houses": display("bodyguard")}), "recruit:moneylender:red")
    assert game.state.players[1].guilders == RULES.start_guilders + 1


def test_bodyguard_is_paid_for_threats_discarded() -> None:
    guilders = number("bodyguard", "guilders")
    game = play(table(owner("bodyguard", threats={"blue": 2}), WAITS), f"threat:{HELD}")
    assert (game.state.players[0].points, game.state.players[0].threats[BLUE]) == (START + POINT, 1)
    assert told(game, "action.threat.point") == [("threat.discarded", 0, {"colour": BLUE, "points": POINT})]
    assert told(game, DECK["bodyguard"].rule) == [("guilders.taken", 0, {"guilders": guilders})]


def test_bodyguard_does_not_ward_off_damage() -> None:
    """Damage comes from the dice, and the markers given back after it were not discarded."""
    game = struck("bodyguard", "yellow")
    assert [player.guilders for player in game.state.players] == [0, 0]
    assert [player.points for player in game.state.players] == [START, START]
    assert told(game, DECK["bodyguard"].rule) == []


# The laurel


def test_standard_bearer() -> None:
    """Protectors in the display, the one who asks included; not in hand, not under a house, nobody else's."""
    houses = [*display("standard_bearer", "sergeant", "thief"), "jailor"]
    players = [{"houses": houses, "hand": ["captain"]}, {"houses": display("archer")}]
    game = table(*players, phase="majorities", round=8, final_round=8)
    assert game.over
    points = 2 * number("standard_bearer", "points")
    counted = {"person": DECK["standard_bearer"].number, "points": points}
    assert told(game, DECK["standard_bearer"].rule) == [("laurel.counted", 0, counted)]
    assert told(game, "scoring.laurel") == [("head.scored", 0, {"head": 2, "points": points})]
    assert refused(table(owner("standard_bearer"), WAITS), "activate:standard_bearer") == "act.laurel"


@each(
    ("person", "rule"),
    [
        ("lock_keeper", "act.infinity.type2"),
        *((person, "act.infinity.type3") for person in ("night_watchman", "pikeman", "gatekeeper", "sergeant", "mercenary")),
        ("bodyguard", "act.infinity.type3"),
    ],
)
def test_who_works_unasked_is_not_activated(person: str, rule: str) -> None:
    assert refused(table(owner(person, threats=1), WAITS), f"activate:{person}") == rule
