"""The Entertainers, each by the text on the card: workers, dice, canals, and people who are used twice.

Numbers, prices and workers are read from the deck, so that they can be retuned; what a person does is written here as its text
says it. The canal family and the Fire-eater are in test_people.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from tables import DECK, DICE, WAITS, Table, asked, display, play, refused, table, told

from bruges_lab.games.bruges.rules.scoring import HEADS, score_sheet
from bruges_lab.games.bruges.words import AREAS, COLOURS

MEANING = "act.meaning"
IN_HAND = "smuggler"
"""A card in hand: people do nothing there."""
DONE = "thief"
"""In a display he does nothing more: arrows work only on being placed."""
ANY_WORKER = {f"take:{colour}" for colour in COLOURS}


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def placed(person: str, other: dict[str, Any] = WAITS, dice: dict[str, int] = DICE, **fields: Any) -> Table:
    """Place a person whose price is all the owner has, and see its arrow begin; in the display it cannot be activated."""
    game = table(owner(hand=[person], guilders=DECK[person].price, houses=["red"], **fields), other, dice=dice)
    play(game, f"recruit:{person}:red")
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK[person].number})]
    assert refused(table(owner(person), WAITS), f"activate:{person}") == "act.instant.once"
    return game


def activated(person: str, dice: dict[str, int] = DICE, **fields: Any) -> Table:
    """Activate a person for a worker, which is paid; the card is turned."""
    game = play(table(owner(person, **fields), WAITS, dice=dice), f"activate:{person}")
    colour = COLOURS.index(str(DECK[person].worker))
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": colour})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK[person].number})]
    assert game.state.players[0].houses[0].used
    return game


def used_free(person: str, *others: str, **fields: Any) -> Table:
    """Activate a person who costs no worker; the card is turned all the same."""
    game = play(table(owner(person, *others, **fields), WAITS), f"activate:{person}")
    assert told(game, "act.infinity.type1") == [("person.activated", 0, {"person": DECK[person].number})]
    assert told(game, "act.worker.cost") == []
    assert game.state.players[0].houses[0].used
    return game


def take_workers(game: Table, number: int) -> list[str]:
    """Take workers, one by one, each of whatever colour, and see that the next is asked for; the colours taken."""
    taken = [COLOURS[-1 - i % len(COLOURS)] for i in range(number)]
    for colour in taken:
        assert asked(game) == ("worker.choose", 0, ANY_WORKER)
        play(game, f"take:{colour}")
    return taken


def with_more(taken: list[str], paid: str | None = None) -> tuple[int, ...]:
    """A worker of each colour, more of those taken, less one that was paid."""
    return tuple(1 + taken.count(colour) - (colour == paid) for colour in COLOURS)


def told_taken(taken: list[str]) -> list[tuple[str, int, dict[str, int]]]:
    """The events of workers taken one by one."""
    return [("workers.taken", 0, {"workers": 1, "colour": COLOURS.index(colour)}) for colour in taken]


# Arrows


def test_stilt_walker() -> None:
    game = placed("stilt_walker")
    taken = take_workers(game, DECK["stilt_walker"].numbers["workers"])
    player, other = game.state.players
    assert (player.workers, player.guilders, other.workers) == (with_more(taken), 0, (1,) * 5)
    assert told(game, MEANING) == told_taken(taken)
    assert asked(game)[:2] == ("turn.act", 1)  # and no worker more


def test_storyteller() -> None:
    points = 5 * DECK["storyteller"].numbers["points"]
    game = placed("storyteller", {**WAITS, "canals": {"left": 4}}, canals={"left": 3, "right": 2})
    player = game.state.players[0]
    assert (player.points, player.canals) == (points, (3, 2))
    assert told(game, MEANING) == [("points.scored", 0, {"points": points})]


def test_storyteller_without_a_canal() -> None:
    game = placed("storyteller", {**WAITS, "canals": {"left": 4}}, statues=[7], claimed=["left"])
    assert game.state.players[0].points == 0
    assert told(game, MEANING) == [("effect.nothing", 0, {"person": DECK["storyteller"].number})]


@pytest.mark.parametrize(("pips", "low"), [((1, 2, 2, 5, 6), 3), ((2, 3, 4, 4, 3), 1), ((3, 3, 4, 6, 5), 0)])
def test_bear_leader(pips: tuple[int, ...], low: int) -> None:
    """A die of one or two counts, whatever it adds to the price; one of three or more does not."""
    guilders = low * DECK["bear_leader"].numbers["guilders"]
    game = placed("bear_leader", dice=dict(zip(COLOURS, pips, strict=True)))
    assert game.state.players[0].guilders == guilders
    nothing = ("effect.nothing", 0, {"person": DECK["bear_leader"].number})
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": guilders}) if low else nothing]


# For a worker


@pytest.mark.parametrize("pips", [1, 6])
def test_bagpiper(pips: int) -> None:
    guilders = pips * DECK["bagpiper"].numbers["guilders"]
    game = activated("bagpiper", dice={**DICE, "yellow": pips})
    player = game.state.players[0]
    assert (player.guilders, player.workers) == (guilders, with_more([], str(DECK["bagpiper"].worker)))
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": guilders})]
    assert asked(game)[:2] == ("turn.act", 0)
    assert refused(game, "activate:bagpiper") == "act.worker.limit"


def test_conjurer() -> None:
    numbers = DECK["conjurer"].numbers
    game = activated("conjurer")
    taken = take_workers(game, numbers["workers"])
    player = game.state.players[0]
    assert (player.guilders, player.workers) == (numbers["guilders"], with_more(taken, str(DECK["conjurer"].worker)))
    assert told(game, MEANING) == [*told_taken(taken), ("guilders.taken", 0, {"guilders": numbers["guilders"]})]
    assert asked(game)[:2] == ("turn.act", 0)
    assert refused(game, "activate:conjurer") == "act.worker.limit"


def test_conjurer_needs_the_worker_first() -> None:
    """The workers the effect brings cannot pay for it."""
    worker = str(DECK["conjurer"].worker)
    game = table(owner("conjurer", workers={colour: 2 for colour in COLOURS if colour != worker}), WAITS)
    assert refused(game, "activate:conjurer") == "act.worker.cost"


# Once a round


def test_puppeteer() -> None:
    card = DECK["puppeteer"]
    guilders, workers, times = (card.numbers[name] for name in ("guilders", "workers", "times"))
    game = used_free("puppeteer", guilders=times * guilders + guilders)
    taken, expected = [], []
    for _ in range(times):
        assert asked(game) == ("trade.choose", 0, {"pay", "enough"})
        play(game, "pay")
        now = take_workers(game, workers)
        taken += now
        expected += [("trade.made", 0, {"person": card.number}), ("guilders.paid", 0, {"guilders": guilders}), *told_taken(now)]
    player = game.state.players[0]
    assert (player.guilders, player.workers) == (guilders, with_more(taken))  # not once more, though there is money for it
    assert told(game, MEANING) == expected
    assert asked(game)[:2] == ("turn.act", 0)
    assert refused(game, "activate:puppeteer") == "act.infinity.type1"


def test_puppeteer_may_be_paid_less_often_or_never() -> None:
    numbers = DECK["puppeteer"].numbers
    purse = 3 * numbers["guilders"]
    game = play(used_free("puppeteer", guilders=purse), "enough")
    assert (game.state.players[0].guilders, game.state.players[0].workers) == (purse, (1,) * 5)
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["puppeteer"].number})]
    game = play(used_free("puppeteer", guilders=numbers["guilders"]), "pay")
    take_workers(game, numbers["workers"])
    assert game.state.players[0].guilders == 0
    assert asked(game)[:2] == ("turn.act", 0)  # no money, no second time


def test_puppeteer_needs_the_guilders() -> None:
    purse = DECK["puppeteer"].numbers["guilders"] - 1
    assert refused(table(owner("puppeteer", guilders=purse), WAITS), "activate:puppeteer") == MEANING


def test_jester() -> None:
    worker = str(DECK["bagpiper"].worker)
    houses = [*display("jester", "accountant"), {"card": "blue", "person": "bagpiper", "used": True}]
    game = used_free("jester", houses=houses, workers={worker: 2})
    assert asked(game) == ("ready.choose", 0, {"ready:bagpiper", "forgo"})
    assert refused(game, "ready:accountant") == "act.worker.rotate"  # not used yet
    assert refused(game, "ready:jester") == "act.worker.rotate"  # not another
    play(game, "ready:bagpiper")
    assert [house.used for house in game.state.players[0].houses] == [True, False, False]
    assert told(game, MEANING) == [("person.readied", 0, {"person": DECK["bagpiper"].number})]
    assert refused(game, "activate:jester") == "act.infinity.type1"
    play(game, "activate:bagpiper")
    assert sum(game.state.players[0].workers) == 1  # used again, for a worker again
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": COLOURS.index(worker)})]


def test_jester_with_a_person_who_costs_nothing() -> None:
    each = DECK["accountant"].numbers["guilders"]
    game = play(table(owner("jester", "accountant"), WAITS), "activate:accountant", "activate:jester", "ready:accountant")
    play(game, "activate:accountant")
    assert game.state.players[0].guilders == 2 * each
    assert refused(game, "activate:accountant") == "act.infinity.type1"


def test_jester_may_straighten_nobody() -> None:
    houses = [*display("jester"), {"card": "blue", "person": "bagpiper", "used": True}]
    game = play(used_free("jester", houses=houses), "forgo")
    assert [house.used for house in game.state.players[0].houses] == [True, True]
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["jester"].number})]


def test_jester_needs_somebody_used() -> None:
    used = {"houses": [{"card": "blue", "person": "bagpiper", "used": True}]}  # an opponent's
    assert refused(table(owner("jester", "accountant"), {**WAITS, **used}), "activate:jester") == MEANING


# A majority


def tightrope_walker(own: int, other: int) -> Table:
    """The majorities of an owner with so many tiles and an opponent with so many, who also has one person."""
    players = [owner("tightrope_walker", canals={"left": own}), owner(DONE, hand=[], canals={"right": other})]
    return table(*players, phase="majorities")


def test_tightrope_walker() -> None:
    more = DECK["tightrope_walker"].numbers["more"]
    game = tightrope_walker(1, more)
    player, other = game.state.players
    assert [player.majorities, other.majorities] == [(False, False, True), (False, False, False)]
    assert (player.canals, other.canals) == ((1, 0), (0, more))
    turned = {"area": AREAS.index("canal"), "number": 1 + more, "next": more}
    assert told(game, "majority.canal") == [("majority.turned", 0, turned)]


def test_tightrope_walker_in_a_tie() -> None:
    game = tightrope_walker(1, 1 + DECK["tightrope_walker"].numbers["more"])
    assert [player.majorities for player in game.state.players] == [(False,) * 3] * 2


def test_tightrope_walker_counts_for_nothing_else() -> None:
    """Not for the third space or as tiles of the Strolling player; and he works by himself."""
    players = [owner("tightrope_walker", "strolling_player", canals={"left": 2}), {}]
    game = table(*players, phase="majorities", round=8, final_round=8)
    sheet = score_sheet(game.state, 0)
    assert (sheet.third_spaces, sheet.laurels) == (0, 2 * DECK["strolling_player"].numbers["points"])
    assert refused(table(owner("tightrope_walker"), WAITS), "activate:tightrope_walker") == "act.infinity.type3"


# A laurel


def strolling_player(*canals: dict[str, int]) -> int:
    """The laurel points of a Strolling player's owner in a game that ends, as head and person tell it."""
    players = [owner("strolling_player", canals=canals[0]), *({"canals": other} for other in canals[1:])]
    game = table(*players, phase="majorities", round=8, final_round=8)
    assert game.over
    points = score_sheet(game.state, 0).laurels
    heads = [("head.scored", 0, {"head": HEADS.index("laurels"), "points": points})]
    people = [("laurel.counted", 0, {"person": DECK["strolling_player"].number, "points": points})]
    assert told(game, "scoring.laurel") == (heads if points else [])
    assert told(game, MEANING) == (people if points else [])
    return points


def test_strolling_player() -> None:
    each = DECK["strolling_player"].numbers["points"]
    assert strolling_player({"left": 3, "right": 2}, {"left": 5}) == 5 * each
    assert strolling_player({}, {"left": 5}) == 0
    assert refused(table(owner("strolling_player"), WAITS), "activate:strolling_player") == "act.laurel"
