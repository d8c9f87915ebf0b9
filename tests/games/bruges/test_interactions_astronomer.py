"""The Astronomer with every arrow that test_people.py does not have.

Written from the texts of the cards and the rules. Numbers and prices are read from the deck, so that they can be retuned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cases import each
from meeting import DECK, GUESTS, MIXED_DICE, n, placed, row
from tables import WAITS, Table, asked, play, told

import bruges_lab as bl

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


def up_to(limit: int, choice: str) -> list[str]:
    """One marker where more may go."""
    return [choice, "enough"] if limit > 1 else [choice]


WORKERS = n("stilt_walker", "workers")
SMUGGLED = n("smuggler", "workers")
COOKED = 2 * n("court_cook", "workers")  # the Court cook is red, the Astronomer blue
ROBBED = n("highwayman", "guilders") + 1
TWICE = {
    "baron": Twice(
        {"purse": 2 * n("baron", "guilders")}, first=["climb"], second=["climb"], after={"reputation": 2, "guilders": 0}
    ),
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
        opponent={"houses": ["blue", "brown", "yellow"], "points": 9},
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


@each("person", TWICE)
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


@each("person", TWICE)
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
    repeated = [data["person"] for kind, _, data in told(game, "person.astronomer") if kind == "effect.again"]
    assert repeated == [DECK["alchemist"].number]
    assert asked(game)[:2] == ("turn.act", 1)  # nobody is left in hand: the Lady-in-waiting is not asked a second time


def test_astronomer_as_a_guest_comes_too_late() -> None:
    """People recruited from now on: the Lady-in-waiting was there before."""
    game = placed("lady_in_waiting", purse=20, room=["brown"], hand=["astronomer"])
    play(game, "invite:astronomer:brown")
    assert told(game, "person.astronomer") == []
    assert asked(game)[:2] == ("turn.act", 1)
