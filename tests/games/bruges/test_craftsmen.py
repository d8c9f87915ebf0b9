"""The Craftsmen, each by the text on the card: workers, houses, and points for both.

Numbers, prices and workers are read from the deck, so that they can be retuned; what a person does is written here as its text
says it. The exchange family, Saddler, Foreman, Well-digger and Stucco worker are in test_people.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from tables import DECK, WAITS, Table, asked, display, over, play, refused, table, told

from bruges_lab.games.bruges.words import COLOURS

MEANING = "act.meaning"
IN_HAND = "smuggler"
"""A card in hand: people do nothing there."""
ANY_WORKER = {f"take:{colour}" for colour in COLOURS}


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def placed(person: str, *others: str, hand: tuple[str, ...] = (), **fields: Any) -> Table:
    """Place a person whose price is all the owner has, and see its arrow begin; in the display it cannot be activated."""
    houses = [*display(*others), "red"]
    game = table(owner(hand=[person, *hand], guilders=DECK[person].price, houses=houses, **fields), WAITS)
    play(game, f"recruit:{person}:red")
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK[person].number})]
    assert refused(table(owner(person), WAITS), f"activate:{person}") == "act.instant.once"
    return game


def activated(person: str, **fields: Any) -> Table:
    """Activate a person for a worker, which is paid; the card is turned."""
    game = play(table(owner(person, **fields), WAITS), f"activate:{person}")
    colour = COLOURS.index(str(DECK[person].worker))
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": colour})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK[person].number})]
    assert game.state.players[0].houses[0].used
    return game


# For a worker


def test_brewer() -> None:
    worker = str(DECK["brewer"].worker)
    game = activated("brewer", workers={worker: 1})
    taken = [COLOURS[i % len(COLOURS)] for i in range(DECK["brewer"].numbers["workers"])]
    for colour in taken:
        assert asked(game) == ("worker.choose", 0, ANY_WORKER)
        play(game, f"take:{colour}")
    player = game.state.players[0]
    assert (player.workers, player.guilders) == (tuple(taken.count(colour) for colour in COLOURS), 0)
    assert told(game, MEANING) == [("workers.taken", 0, {"workers": 1, "colour": COLOURS.index(colour)}) for colour in taken]
    assert over(game, "brewer")  # and no worker more


def test_brewer_needs_the_worker_first() -> None:
    """The workers the effect brings cannot pay for it."""
    worker = str(DECK["brewer"].worker)
    game = table(owner("brewer", workers={colour: 2 for colour in COLOURS if colour != worker}), WAITS)
    assert refused(game, "activate:brewer") == "act.worker.cost"


@pytest.mark.parametrize("colours", [1, 2, 3, 4, 5])
def test_printer(colours: int) -> None:
    """Houses with people on them and empty ones; only full lots of colours count, and a colour once."""
    numbers = DECK["printer"].numbers
    points = numbers["points"] * (colours // numbers["lot"])
    houses = [{"card": "blue", "person": "printer"}, "blue", *COLOURS[1:colours]]
    if not points:
        assert refused(table(owner("printer", houses=houses), WAITS), "activate:printer") == MEANING
        return
    game = activated("printer", houses=houses)
    assert game.state.players[0].points == points
    assert told(game, MEANING) == [("points.scored", 0, {"points": points})]
    assert over(game, "printer")


def test_printer_does_not_count_the_colours_of_people() -> None:
    colours = {DECK[person].colour for person in ("printer", "thief", "arsonist", "beggar")}
    assert len(colours) == 4
    assert DECK["printer"].numbers["lot"] > 1
    player = owner("printer", "thief", "arsonist", "beggar")  # all on blue houses
    assert refused(table(player, WAITS), "activate:printer") == MEANING


def test_lace_maker() -> None:
    card = DECK["lace_maker"]
    worker, points, times = str(card.worker), card.numbers["points"], card.numbers["times"]
    given = next(colour for colour in COLOURS if colour != worker)
    game = activated("lace_maker", workers={worker: 2, given: times})
    assert asked(game) == ("trade.choose", 0, {f"pay_worker:{worker}", f"pay_worker:{given}", "enough"})
    play(game, f"pay_worker:{worker}", *[f"pay_worker:{given}"] * (times - 1))
    player = game.state.players[0]
    assert player.points == times * points
    assert player.workers == tuple(int(colour == given) for colour in COLOURS)  # one left, and not one time more
    assert told(game, MEANING) == [
        event
        for colour in [worker, *[given] * (times - 1)]
        for event in (
            ("trade.made", 0, {"person": card.number}),
            ("workers.paid", 0, {"workers": 1, "colour": COLOURS.index(colour)}),
            ("points.scored", 0, {"points": points}),
        )
    ]
    assert over(game, "lace_maker")


def test_lace_maker_may_be_given_fewer() -> None:
    card = DECK["lace_maker"]
    worker = str(card.worker)
    game = activated("lace_maker", workers={worker: 2})
    play(game, f"pay_worker:{worker}")
    assert (game.state.players[0].points, over(game, "lace_maker")) == (card.numbers["points"], True)  # no worker is left
    game = play(activated("lace_maker", workers={worker: 2}), "enough")
    assert (game.state.players[0].points, sum(game.state.players[0].workers)) == (0, 1)
    assert told(game, MEANING) == [("declined", 0, {"person": card.number})]


def test_lace_maker_takes_no_colour_that_is_not_there() -> None:
    worker = str(DECK["lace_maker"].worker)
    missing = next(colour for colour in COLOURS if colour != worker)
    assert refused(activated("lace_maker", workers={worker: 2}), f"pay_worker:{missing}") == MEANING


def test_lace_maker_needs_a_worker_to_give_back() -> None:
    """The worker of the activation is gone by then: it would be wasted (D-091)."""
    game = table(owner("lace_maker", workers={str(DECK["lace_maker"].worker): 1}), WAITS)
    assert refused(game, "activate:lace_maker") == MEANING


# Arrows


def test_weaver() -> None:
    numbers = DECK["weaver"].numbers
    game = placed("weaver")
    player, other = game.state.players
    yellow = COLOURS.index("yellow")
    assert player.guilders == numbers["guilders"]
    assert player.workers == tuple(1 + numbers["workers"] * (colour == "yellow") for colour in COLOURS)
    assert told(game, MEANING) == [
        ("guilders.taken", 0, {"guilders": numbers["guilders"]}),
        ("workers.taken", 0, {"workers": numbers["workers"], "colour": yellow}),
    ]
    assert other.workers == (1,) * 5
    assert asked(game)[:2] == ("turn.act", 1)


def test_carpenter() -> None:
    guilders = DECK["carpenter"].numbers["guilders"]
    game = placed("carpenter", hand=(IN_HAND, "arsonist"), workers=0)
    assert asked(game) == ("lay.choose", 0, {f"lay:{IN_HAND}", "lay:arsonist", "forgo"})
    assert refused(game, "lay:carpenter") == MEANING  # he lies in the display by now
    play(game, "lay:arsonist")
    player = game.state.players[0]
    assert [DECK[house.card].id for house in player.houses[1:]] == ["arsonist"]
    assert ([DECK[card].id for card in player.hand], player.guilders, player.workers) == ([IN_HAND], guilders, (0,) * 5)
    built = {"card": DECK["arsonist"].number, "colour": COLOURS.index(DECK["arsonist"].colour)}
    assert told(game, "action.house.build") == [("house.built", 0, built)]
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": guilders})]
    assert told(game, "action.house.cost") == []
    assert asked(game)[:2] == ("turn.act", 1)


def test_carpenter_hides_what_is_laid() -> None:
    game = play(placed("carpenter", hand=(IN_HAND, "arsonist")), "lay:arsonist")
    assert [event.data["card"] for event in game.view(1).events if event.rule == "action.house.build"] == [None]


def test_carpenter_may_lay_nothing() -> None:
    game = play(placed("carpenter", hand=(IN_HAND,)), "forgo")
    player = game.state.players[0]
    assert (len(player.houses), len(player.hand), player.guilders) == (1, 1, DECK["carpenter"].numbers["guilders"])
    assert [event[0] for event in told(game, MEANING)] == ["declined", "guilders.taken"]


def test_carpenter_with_an_empty_hand() -> None:
    game = placed("carpenter")
    player = game.state.players[0]
    assert (len(player.houses), player.guilders) == (1, DECK["carpenter"].numbers["guilders"])
    assert [event[0] for event in told(game, MEANING)] == ["guilders.taken"]
    assert asked(game)[:2] == ("turn.act", 1)


# Whenever


def test_blacksmith() -> None:
    workers, colour = DECK["blacksmith"].numbers["workers"], DECK[IN_HAND].colour
    game = play(table(owner("blacksmith"), WAITS), f"house:{IN_HAND}")
    player = game.state.players[0]
    assert player.workers == tuple(1 + (workers - 1) * (one == colour) for one in COLOURS)  # one paid, some taken
    assert not player.houses[0].used
    paid = {"workers": 1, "colour": COLOURS.index(colour)}
    assert told(game, "action.house.cost") == [("workers.paid", 0, paid)]
    assert told(game, MEANING) == [("workers.taken", 0, {**paid, "workers": workers})]


def test_blacksmith_and_a_house_through_a_person() -> None:
    workers, colour = DECK["blacksmith"].numbers["workers"], DECK["arsonist"].colour
    assert colour != DECK[IN_HAND].colour
    game = play(placed("carpenter", "blacksmith", hand=("arsonist",), workers=0), "lay:arsonist")
    assert game.state.players[0].workers == tuple(workers * (one == colour) for one in COLOURS)
    assert ("workers.taken", 0, {"workers": workers, "colour": COLOURS.index(colour)}) in told(game, MEANING)


def test_blacksmith_does_not_pay_for_the_house() -> None:
    """His workers come after the house: without a worker of the colour none is built. And he works by himself."""
    game = table(owner("blacksmith", workers=0), WAITS)
    assert refused(game, f"house:{IN_HAND}") == "action.house.no_worker"
    assert refused(game, "activate:blacksmith") == "act.infinity.type3"


def test_blacksmith_is_not_for_the_houses_of_others() -> None:
    game = table(owner("blacksmith"), {**WAITS, "points": 0}, seat=1)
    play(game, "house:novice")
    assert (sum(game.state.players[0].workers), sum(game.state.players[1].workers)) == (5, 4)
    assert told(game, MEANING) == []
