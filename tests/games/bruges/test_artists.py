"""The Artists, each by the text on the card: most of them count something at the end of the game.

Numbers, prices and workers are read from the deck, so that they can be retuned; what a person does is written here as its text
says it. The Engraver is in test_people.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from cases import each
from tables import DECK, WAITS, Table, asked, display, laurel, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.words import COLOURS

MEANING = "act.meaning"
IN_HAND = "smuggler"
"""A card in hand: people do nothing there."""
DONE = {"blue": "town_crier", "brown": "beggar", "yellow": "thief", "red": "baroness", "purple": "theologian"}
"""People in a display who do nothing more, one of each colour: arrows work only on being placed. None is an Artist."""
LAST_SPACE = bl.Board.load().gates[0][0][-1]
"""The outermost space of the first player's left section."""
FULL = {"left": 5, "right": 5}
ALL_STATUES = [{**WAITS, "canals": FULL, "statues": [7, 6]}, *({"canals": FULL, "statues": two} for two in ([5, 4], [3, 2]))]
"""Three opponents who have taken all six statues."""
LAURELS = [
    "calligrapher",
    "composer",
    "embroiderer",
    "glass_painter",
    "goldsmith",
    "illuminator",
    "painter",
    "poet",
    "sculptor",
    "tapestry_weaver",
]


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def house(card: str, person: str | None = None) -> dict[str, str]:
    """A house of a colour, empty or with a person."""
    return {"card": card} if person is None else {"card": card, "person": person}


@each("person", LAURELS)
def test_a_laurel_works_only_at_the_end_and_only_in_the_display(person: str) -> None:
    houses = [house(colour, done) for colour, done in DONE.items()]
    player = owner(houses=houses, canals={"left": 5, "right": 4}, statues=[7])
    assert laurel(person, {**player, "houses": [*houses, "yellow", "yellow", house("blue", person)]}) > 0
    assert laurel(person, {**player, "houses": [*houses, "yellow", "yellow", house("blue")], "hand": [person]}) == 0
    placed = table({**player, "houses": [*houses, "red"], "hand": [person], "guilders": DECK[person].price}, WAITS)
    play(placed, f"recruit:{person}:red")
    assert (told(placed, MEANING), placed.state.players[0].points) == ([], 0)
    assert refused(table(owner(person), WAITS), f"activate:{person}") == "act.laurel"


# Workers, houses and people at the end


def test_calligrapher() -> None:
    """Colours, not workers."""
    points = DECK["calligrapher"].numbers["points"]
    assert laurel("calligrapher", owner("calligrapher", workers={"brown": 3, "purple": 1}), {"workers": 2}) == 2 * points
    assert laurel("calligrapher", owner("calligrapher", workers=1)) == 5 * points
    assert laurel("calligrapher", owner("calligrapher", workers=0)) == 0


def test_embroiderer() -> None:
    points = DECK["embroiderer"].numbers["points"]
    four = {"blue": 2, "brown": 2, "yellow": 2, "red": 2}
    assert laurel("embroiderer", owner("embroiderer", workers={**four, "purple": 1})) == points
    assert laurel("embroiderer", owner("embroiderer", workers=four), {"workers": 1}) == 0


def test_glass_painter() -> None:
    """Occupied or empty, a second house of a colour counts no more; the colours of people do not matter; only full lots count."""
    points, lot = DECK["glass_painter"].numbers["points"], DECK["glass_painter"].numbers["lot"]
    houses = [house("red", "glass_painter"), house("red", DONE["purple"]), house("yellow"), house("yellow")]
    assert laurel("glass_painter", owner(houses=houses), {"houses": ["blue", "brown"]}) == 2 // lot * points
    assert laurel("glass_painter", owner(houses=[*houses, *COLOURS])) == 5 // lot * points


def test_tapestry_weaver() -> None:
    """The Tapestry weaver is red, but red houses count, not red people."""
    points = DECK["tapestry_weaver"].numbers["points"]
    houses = [house("blue", "tapestry_weaver"), house("red", DONE["blue"]), house("red"), house("blue", DONE["red"])]
    assert laurel("tapestry_weaver", owner(houses=houses), {"houses": ["red"]}) == 2 * points
    assert laurel("tapestry_weaver", owner("tapestry_weaver", DONE["red"])) == 0


def test_poet() -> None:
    points, lot = DECK["poet"].numbers["points"], DECK["poet"].numbers["lot"]
    for empty, lots in ((lot - 1, 0), (lot, 1), (2 * lot - 1, 1), (2 * lot, 2)):
        houses = [*display("poet", DONE["red"]), *["red"] * empty]
        assert laurel("poet", owner(houses=houses), {"houses": ["red"]}) == lots * points
    assert laurel("poet", owner("poet", DONE["red"])) == 0


def test_illuminator() -> None:
    """Five colours of people, the Illuminator's own included; houses and a hand do not help."""
    points = DECK["illuminator"].numbers["points"]
    others = [DONE[colour] for colour in COLOURS if colour != DECK["illuminator"].colour]
    assert laurel("illuminator", owner(houses=[*display("illuminator", *others), "red"])) == points
    houses = [*(house(colour, person) for colour, person in zip(COLOURS, others[:3], strict=False)), *COLOURS]
    assert laurel("illuminator", owner(houses=[house("blue", "illuminator"), *houses], hand=[others[3]])) == 0


def test_goldsmith() -> None:
    """Yellow people, the Goldsmith among them, whatever the colour of their house."""
    points = DECK["goldsmith"].numbers["points"]
    houses = [house("blue", "goldsmith"), house("red", DONE["yellow"]), house("yellow", DONE["red"]), house("yellow")]
    other = {"houses": display("knight")}
    assert (DECK["goldsmith"].colour, DECK["knight"].colour) == ("yellow", "yellow")
    assert laurel("goldsmith", owner(houses=houses), other) == 2 * points
    assert laurel("goldsmith", owner("goldsmith", DONE["red"])) == points


def test_painter() -> None:
    """Artists in the display, the Painter included; the Wood carver is one and has nothing to count at the end."""
    points = DECK["painter"].numbers["points"]
    player = owner("painter", "wood_carver", *DONE.values(), "highwayman", hand=["organist"])  # three are of the Underworld
    assert laurel("painter", player, {"houses": display("carillonneur")}) == 2 * points
    assert laurel("painter", owner("painter")) == points


# Canals at the end


def test_sculptor() -> None:
    points = DECK["sculptor"].numbers["points"]
    assert laurel("sculptor", owner("sculptor", canals=FULL, statues=[7, 4])) == 2 * points
    assert laurel("sculptor", owner("sculptor", canals={"left": 4}, claimed=["left"], statues=[7])) == points  # it was kept


def test_sculptor_counts_no_section_without_a_statue() -> None:
    assert laurel("sculptor", owner("sculptor", canals={"left": 5}), *ALL_STATUES) == 0


def test_composer() -> None:
    points = DECK["composer"].numbers["points"]
    assert laurel("composer", owner("composer", canals={"left": 3, "right": 4})) == points
    assert laurel("composer", owner("composer", canals={"left": 5, "right": 2}, statues=[7])) == 0


# In play


@pytest.mark.parametrize("short", [0, 1])
def test_wood_carver(short: int) -> None:
    """Every house, the one below and empty ones too; one short of three lots are two, and an opponent's do not help."""
    points, lot = DECK["wood_carver"].numbers["points"], DECK["wood_carver"].numbers["lot"]
    houses = [*["blue"] * (3 * lot - 1 - short), "red"]
    player = owner(hand=["wood_carver"], guilders=DECK["wood_carver"].price, houses=houses)
    game = play(table(player, {**WAITS, "houses": ["brown"] * 3}), "recruit:wood_carver:red")
    scored = (3 - short) * points
    assert game.state.players[0].points == scored
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK["wood_carver"].number})]
    assert told(game, MEANING) == [("points.scored", 0, {"points": scored})]
    assert refused(table(owner("wood_carver"), WAITS), "activate:wood_carver") == "act.instant.once"


def test_organist() -> None:
    points, colour = DECK["organist"].numbers["points"], COLOURS.index(str(DECK["organist"].worker))
    game = play(table(owner("organist"), {**WAITS, "points": 0}), "activate:organist")
    player = game.state.players[0]
    assert [other.points for other in game.state.players] == [points, 0]
    assert (player.workers, player.guilders) == (tuple(int(other != colour) for other in range(5)), 0)
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": colour})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK["organist"].number})]
    assert told(game, MEANING) == [("points.scored", 0, {"points": points})]
    assert player.houses[0].used
    assert refused(game, "activate:organist") == "act.worker.limit"


def test_organist_without_the_worker_of_his_colour() -> None:
    others = {colour: 1 for colour in COLOURS if colour != DECK["organist"].worker}
    assert refused(table(owner("organist", workers=others), WAITS), "activate:organist") == "act.worker.cost"


def architect(**fields: Any) -> Table:
    """The Architect of a player with only the worker he asks for is activated."""
    game = play(table(owner("architect", workers={DECK["architect"].worker: 1}, **fields), WAITS), "activate:architect")
    assert game.state.players[0].workers == (0,) * 5
    assert game.state.players[0].houses[0].used
    return game


def test_architect() -> None:
    game = architect(hand=[IN_HAND, "nun"])
    assert asked(game) == ("lay.choose", 0, {f"lay:{IN_HAND}", "lay:nun", "forgo"})
    play(game, "lay:nun")
    player, nun = game.state.players[0], DECK["nun"]
    assert ([DECK[card].id for card in player.hand], player.houses[1].card, player.people[1:]) == ([IN_HAND], nun.number, ())
    assert told(game, "action.house.build") == [("house.built", 0, {"card": nun.number, "colour": COLOURS.index(nun.colour)})]
    assert (told(game, "action.house.cost"), told(game, "person.architect")) == ([], [])
    assert asked(game)[:2] == ("turn.act", 0)  # the card of the turn is still to be played
    assert refused(game, "activate:architect") == "act.worker.limit"
    assert refused(game, f"house:{IN_HAND}") == "action.house.no_worker"  # by the action a house costs its worker


def test_architect_shows_nobody_what_is_laid() -> None:
    game = play(architect(hand=[IN_HAND, "nun"]), "lay:nun")
    assert [event.data["card"] for event in game.view(1).events if event.kind == "house.built"] == [None]


def test_architect_may_build_nothing() -> None:
    game = play(architect(), "forgo")
    assert (len(game.state.players[0].houses), len(game.state.players[0].hand)) == (1, 1)
    assert told(game, "person.architect") == [("declined", 0, {"person": DECK["architect"].number})]


def test_architect_with_an_empty_hand() -> None:
    """The Accountant only keeps the turn open."""
    game = table(owner("architect", "accountant", hand=[]), WAITS)
    assert asked(game)[:2] == ("turn.more", 0)
    assert refused(game, "activate:architect") == "person.architect"


def completed(player: dict[str, Any], *others: dict[str, Any]) -> Table:
    """The first player's left section gets its last tile; the purse is empty then."""
    last = DONE[COLOURS[LAST_SPACE.colour]]
    builder = owner(hand=[last], guilders=LAST_SPACE.price, **{"canals": {"left": 4}, **player})
    return play(table(builder, *(others or (WAITS,))), f"canal:{last}:left")


def test_carillonneur() -> None:
    guilders = DECK["carillonneur"].numbers["guilders"]
    game = completed({"houses": display("carillonneur")})
    player = game.state.players[0]
    assert (player.statues, player.guilders, player.houses[0].used) == ((7,), guilders, False)
    assert told(game, "action.canal.statue") == [("statue.taken", 0, {"points": 7, "section": 0})]
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": guilders})]
    assert refused(table(owner("carillonneur"), WAITS), "activate:carillonneur") == "act.infinity.type3"


def test_carillonneur_and_the_statue_of_an_opponent() -> None:
    game = completed({}, {**WAITS, "houses": display("carillonneur"), "guilders": 0})
    assert [player.guilders for player in game.state.players] == [0, 0]
    assert told(game, MEANING) == []


@pytest.mark.parametrize(
    ("fields", "others", "rule"),
    [
        ({"claimed": ["left"], "statues": [7]}, [WAITS], "threat.fire.no_second_statue"),
        ({}, ALL_STATUES, "action.canal.statue.none_left"),
    ],
)
def test_carillonneur_without_a_statue(fields: dict[str, Any], others: list[dict[str, Any]], rule: str) -> None:
    """A section that is complete again, or one that comes too late: no statue, no guilders."""
    game = completed({"houses": display("carillonneur"), **fields}, *others)
    assert told(game, rule) == [("statue.none", 0, {"section": 0})]
    assert (game.state.players[0].canals, game.state.players[0].guilders, told(game, MEANING)) == ((5, 0), 0, [])
