"""The people of the Church, each by the text on the card: threats discarded, and points for having none.

Numbers, prices and workers are read from the deck, so that they can be retuned; what a person does is written here as its text
says it. Preacher and Bishop are in test_people.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from cases import each
from tables import DECK, WAITS, Table, asked, display, laurel, over, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.words import BLUE, COLOURS, PURPLE, RED

POINT = bl.Ruleset().threat_points
"""For every threat discarded, whoever it is discarded through (action.threat.always_point)."""
MEANING = "act.meaning"
IN_HAND = "smuggler"
"""A card in hand: people do nothing there."""
DONE = ("thief", "moneylender")
"""People in a display who do nothing more: arrows work only on being placed. Neither is of the Church; one is purple."""
NEXT: dict[str, Any] = {"hand": ["town_crier"]}
"""The next player, whose turn stops the game, where the Novice is needed elsewhere."""


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def activated(person: str, *others: str, waits: tuple[dict[str, Any], ...] = (WAITS,), **fields: Any) -> Table:
    """Activate a person for a worker, which is paid; the card is turned."""
    game = play(table(owner(person, *others, **fields), *waits), f"activate:{person}")
    colour = COLOURS.index(str(DECK[person].worker))
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": colour})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK[person].number})]
    assert game.state.players[0].houses[0].used
    return game


# Threats away

DISCARDING = ["beguine", "friar", "pilgrim", "sacristan", "nun"]


def discard_all_it_may(game: Table, person: str) -> None:
    """With one threat of each colour: discard as many as the person may, one at a time, and see the points and the supply."""
    gone = COLOURS[::-1][: DECK[person].numbers["markers"]]
    supply = game.state.supply
    for place, colour in enumerate(gone):
        assert asked(game) == ("clear.choose", 0, {"enough", *(f"away:{left}" for left in set(COLOURS) - set(gone[:place]))})
        play(game, f"away:{colour}")
    player = game.state.players[0]
    assert (player.points, player.threats) == (len(gone) * POINT, tuple(int(colour not in gone) for colour in COLOURS))
    assert game.state.supply == tuple(n + (colour in gone) for n, colour in zip(supply, COLOURS, strict=True))
    assert told(game, MEANING) == [("threat.discarded", 0, {"colour": COLOURS.index(colour), "points": POINT}) for colour in gone]


@pytest.mark.parametrize("person", DISCARDING)
def test_discards_for_a_worker(person: str) -> None:
    game = activated(person, threats=1, waits=({**WAITS, "threats": 1},))
    discard_all_it_may(game, person)
    assert over(game, person)
    assert game.state.players[1].threats == (1,) * 5


@pytest.mark.parametrize("person", DISCARDING)
def test_discarding_may_be_left(person: str) -> None:
    game = activated(person, threats={"red": 2})
    assert asked(game) == ("clear.choose", 0, {"away:red", "enough"})
    assert refused(game, "away:blue") == "action.threat.need"
    play(game, "enough")
    player = game.state.players[0]
    assert (player.points, player.threats[RED], sum(player.workers)) == (0, 2, 4)
    assert told(game, MEANING) == [("declined", 0, {"person": DECK[person].number})]
    assert over(game, person)


@pytest.mark.parametrize("person", DISCARDING)
def test_discarding_needs_a_threat(person: str) -> None:
    game = table(owner(person), {**WAITS, "threats": 2})
    assert refused(game, f"activate:{person}") == MEANING


def novice(**fields: Any) -> Table:
    """Place a Novice whose price is all the owner has."""
    game = table(owner(hand=["novice"], guilders=DECK["novice"].price, houses=["red"], **fields), {**NEXT, "threats": 1})
    play(game, "recruit:novice:red")
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK["novice"].number})]
    return game


def test_novice() -> None:
    game = novice(threats=1)
    discard_all_it_may(game, "novice")
    assert game.state.players[1].threats == (1,) * 5
    assert asked(game)[:2] == ("turn.act", 1)
    assert refused(table(owner("novice", threats=1), NEXT), "activate:novice") == "act.instant.once"


def test_novice_may_leave_it() -> None:
    game = play(novice(threats={"blue": 2}), "enough")
    assert (game.state.players[0].points, game.state.players[0].threats[BLUE]) == (0, 2)
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["novice"].number})]


def test_novice_without_a_threat() -> None:
    game = novice()
    assert asked(game)[:2] == ("turn.act", 1)
    assert game.state.players[0].people == (DECK["novice"].number,)
    assert game.state.players[0].points == 0


# The Inquisitor


def accuse(*waits: dict[str, Any], **fields: Any) -> Table:
    """Activate the Inquisitor with no threat of one's own."""
    return activated("inquisitor", waits=waits, **fields)


def test_inquisitor() -> None:
    game = activated("inquisitor", threats=1, waits=(WAITS, {}))
    discard_all_it_may(game, "inquisitor")
    assert asked(game) == ("victim.choose", 0, {"target:1", "target:2"})
    assert refused(game, "target:0") == MEANING
    play(game, "target:2")
    assert asked(game) == ("threaten.choose", 0, {f"threaten:{colour}" for colour in COLOURS})
    supply = game.state.supply[PURPLE]
    play(game, "threaten:purple")
    assert [sum(player.threats) for player in game.state.players[1:]] == [0, 1]
    assert (game.state.players[2].threats[PURPLE], game.state.supply[PURPLE]) == (1, supply - 1)
    assert told(game, MEANING)[-1] == ("threat.taken", 2, {"colour": PURPLE, "now": 1})
    assert over(game, "inquisitor")


def test_inquisitor_may_discard_nothing_but_accuses() -> None:
    game = play(activated("inquisitor", threats=1, waits=(WAITS, {})), "enough")
    assert (game.state.players[0].points, game.state.players[0].threats) == (0, (1,) * 5)
    assert asked(game) == ("victim.choose", 0, {"target:1", "target:2"})  # there is no way out of this


def test_inquisitor_without_a_threat_of_ones_own() -> None:
    game = accuse(WAITS, {})
    assert asked(game)[:2] == ("victim.choose", 0)
    play(game, "target:1", "threaten:red")
    assert [player.threats for player in game.state.players] == [(0,) * 5, (0, 0, 0, 1, 0), (0,) * 5]
    assert told(game, MEANING) == [("threat.taken", 1, {"colour": RED, "now": 1})]
    assert over(game, "inquisitor")


def test_inquisitor_brings_damage() -> None:
    """A third threat brings its damage at once, and the threats go back without points."""
    game = play(accuse({**WAITS, "threats": {"blue": 2}}, {}), "target:1", "threaten:blue")
    victim = game.state.players[1]
    assert (victim.threats, victim.workers, victim.points) == ((0,) * 5, (0,) * 5, bl.Ruleset().start_points)
    assert told(game, MEANING) == [("threat.taken", 1, {"colour": BLUE, "now": 3})]
    assert told(game, "phase2.threat.third") == [("damage.due", 1, {"damage": BLUE, "colour": BLUE})]
    assert told(game, "threat.flood") == [("workers.lost", 1, {"workers": 5})]
    assert told(game, "threat.return") == [("threats.returned", 1, {"colour": BLUE, "markers": 3})]
    assert over(game, "inquisitor")


# Whenever a threat goes


def test_parish_priest() -> None:
    guilders, colour = DECK["parish_priest"].numbers["guilders"], DECK[IN_HAND].colour
    game = play(table(owner("parish_priest", threats={colour: 2}), WAITS), f"threat:{IN_HAND}")
    player = game.state.players[0]
    assert (player.points, player.guilders, sum(player.threats)) == (POINT, guilders, 1)
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": guilders})]
    assert not player.houses[0].used


def test_parish_priest_and_a_threat_through_a_person() -> None:
    guilders = DECK["parish_priest"].numbers["guilders"]
    game = play(activated("nun", "parish_priest", threats={"red": 1}), "away:red")
    assert (game.state.players[0].points, game.state.players[0].guilders) == (POINT, guilders)
    assert told(game, MEANING) == [
        ("threat.discarded", 0, {"colour": RED, "points": POINT}),
        ("guilders.taken", 0, {"guilders": guilders}),
    ]


def test_parish_priest_not_for_threats_after_damage() -> None:
    """They are given back, not discarded (threat.return)."""
    game = table(owner("parish_priest", threats={"blue": 2}), NEXT, phase="dice")
    play(game, "roll:5:3:4:4:3")
    player = game.state.players[0]
    assert (player.threats, player.workers, player.guilders, player.points) == ((0,) * 5, (0,) * 5, 0, 0)
    assert told(game, "threat.return") == [("threats.returned", 0, {"colour": BLUE, "markers": 3})]
    assert told(game, MEANING) == []


def test_parish_priest_not_for_the_threats_of_others() -> None:
    game = table(owner("parish_priest"), {**NEXT, "threats": 1}, seat=1)
    play(game, "threat:town_crier")
    assert (game.state.players[0].guilders, told(game, MEANING)) == (0, [])
    assert refused(table(owner("parish_priest"), WAITS), "activate:parish_priest") == "act.infinity.type3"


# Points for no threats


@each("threatened", [0, 1, 2, 3, 4, 5])
def test_monk(threatened: int) -> None:
    """Only full lots of colours count; a second threat of a colour makes no difference."""
    numbers = DECK["monk"].numbers
    points = numbers["points"] * ((len(COLOURS) - threatened) // numbers["lot"])
    threats = {colour: 1 + (place % 2) for place, colour in enumerate(COLOURS[:threatened])}
    if not points:
        assert refused(table(owner("monk", threats=threats), WAITS), "activate:monk") == MEANING
        return
    game = activated("monk", threats=threats, waits=({**WAITS, "threats": 2},))
    player = game.state.players[0]
    assert (player.points, sum(map(bool, player.threats))) == (points, threatened)
    assert told(game, MEANING) == [("points.scored", 0, {"points": points})]
    assert over(game, "monk")


def test_abbot() -> None:
    each = DECK["abbot"].numbers["points"]
    assert laurel("abbot", owner("abbot"), {"threats": 2}) == len(COLOURS) * each
    assert laurel("abbot", owner("abbot", threats={"blue": 2, "red": 1})) == 3 * each
    assert laurel("abbot", owner("abbot", threats=1)) == 0


def test_abbess() -> None:
    points = DECK["abbess"].numbers["points"]
    assert laurel("abbess", owner("abbess"), {"threats": 1}) == points
    assert laurel("abbess", owner("abbess", threats={"yellow": 1})) == 0


# Points for people


def test_cardinal() -> None:
    each = DECK["cardinal"].numbers["points"]
    assert laurel("cardinal", owner("cardinal")) == each
    faithful = owner("cardinal", "nun", "monk", *DONE, hand=["novice"])
    assert laurel("cardinal", faithful, owner("friar", hand=[])) == 3 * each  # not in hand, not of others


def test_canon() -> None:
    """People of the colour, not houses: every house here is blue but for one."""
    each = DECK["canon"].numbers["points"]
    houses = [*display("canon", "inquisitor", *DONE), "purple"]
    purple = sum(DECK[person].colour == "purple" for person in ("canon", "inquisitor", *DONE))
    assert purple == 2
    assert laurel("canon", owner(houses=houses, hand=["novice"]), owner("carpenter", hand=[])) == 2 * each
    assert laurel("canon", owner(houses=[{"card": "purple", "person": "canon"}])) == 0
