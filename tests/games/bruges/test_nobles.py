"""The Nobles, each by the text on the card: steps on the reputation track, majorities and points.

Numbers, prices and workers are read from the deck, so that they can be retuned; what a person does is written here as its text
says it. The Earl is in test_people.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from tables import DECK, WAITS, Table, asked, display, laurel, over, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.words import AREAS, COLOURS

LAST_STEP = bl.Board.load().last_step
MEANING = "act.meaning"
IN_HAND = "smuggler"
"""A card in hand: people do nothing there."""
DONE = ("thief", "highwayman")
"""People in a display who do nothing more: arrows work only on being placed. Neither is a Noble."""
LOW_DIE = "roll:1:3:4:4:3"
DEAR_STEP = "roll:1:2:4:4:3"


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def placed(person: str, *others: str, purse: int = 0, **fields: Any) -> Table:
    """Place a person, with so much left in the purse, and see its arrow begin; in the display it cannot be activated."""
    houses = [*display(*others), "red"]
    game = table(owner(hand=[person], guilders=DECK[person].price + purse, houses=houses, **fields), WAITS)
    play(game, f"recruit:{person}:red")
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK[person].number})]
    assert refused(table(owner(person), WAITS), f"activate:{person}") == "act.instant.once"
    return game


def activated(person: str, *others: str, **fields: Any) -> Table:
    """Activate a person for a worker, which is paid; the card is turned."""
    game = play(table(owner(person, *others, **fields), WAITS), f"activate:{person}")
    colour = COLOURS.index(str(DECK[person].worker))
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": colour})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK[person].number})]
    assert game.state.players[0].houses[0].used
    return game


def without(*paid: str) -> tuple[int, ...]:
    """A worker of each colour, but for those paid."""
    return tuple(1 - paid.count(colour) for colour in COLOURS)


# Steps


def test_squire() -> None:
    worker = str(DECK["squire"].worker)
    others = [colour for colour in COLOURS if colour != worker]
    game = activated("squire")
    assert asked(game) == ("trade.choose", 0, {"enough", *(f"pay_worker:{colour}" for colour in others)})
    assert refused(game, f"pay_worker:{worker}") == MEANING  # that one was paid for the activation
    play(game, f"pay_worker:{others[-1]}")
    player = game.state.players[0]
    assert (player.reputation, player.workers, player.guilders) == (1, without(worker, others[-1]), 0)
    assert told(game, MEANING) == [
        ("trade.made", 0, {"person": DECK["squire"].number}),
        ("workers.paid", 0, {"workers": 1, "colour": COLOURS.index(others[-1])}),
        ("step.taken", 0, {"step": 1}),
    ]
    assert over(game, "squire")


def test_squire_may_be_paid_no_worker() -> None:
    game = play(activated("squire"), "enough")
    player = game.state.players[0]
    assert (player.reputation, player.workers) == (0, without(str(DECK["squire"].worker)))
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["squire"].number})]
    assert over(game, "squire")


def test_squire_at_the_end_of_the_track() -> None:
    assert refused(table(owner("squire", reputation=LAST_STEP), WAITS), "activate:squire") == MEANING


def test_squire_needs_a_worker_to_give_back() -> None:
    """The worker of the activation is gone by then: it would be wasted (D-091)."""
    game = table(owner("squire", workers={str(DECK["squire"].worker): 1}), WAITS)
    assert refused(game, "activate:squire") == MEANING


def test_countess() -> None:
    brings = DECK["countess"].numbers["guilders"]
    game = table(owner("countess", guilders=1), {**WAITS, "guilders": 1}, phase="dice")
    play(game, LOW_DIE, "advance", "advance")
    assert [player.reputation for player in game.state.players] == [1, 1]
    assert [player.guilders for player in game.state.players] == [brings, 0]  # the step of an opponent brings nothing
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": brings})]
    assert refused(game, "activate:countess") == "act.infinity.type3"
    assert not game.state.players[0].houses[0].used


def test_countess_and_a_step_through_a_person() -> None:
    brings = DECK["countess"].numbers["guilders"]
    game = play(placed("baron", "countess", purse=DECK["baron"].numbers["guilders"], reputation=2), "climb")
    assert (game.state.players[0].reputation, game.state.players[0].guilders) == (3, brings)
    assert ("guilders.taken", 0, {"guilders": brings}) in told(game, MEANING)


def test_countess_brings_nothing_for_a_step_not_taken() -> None:
    game = play(table(owner("countess", guilders=1), {}, phase="dice"), LOW_DIE, "decline", "advance")
    assert (game.state.players[0].guilders, told(game, MEANING)) == (1, [])


def test_baron() -> None:
    guilders = DECK["baron"].numbers["guilders"]
    game = placed("baron", purse=guilders + 1)
    assert asked(game) == ("climb.choose", 0, {"climb", "forgo"})
    play(game, "climb")
    player = game.state.players[0]
    assert (player.reputation, player.guilders, game.state.players[1].reputation) == (1, 1, 0)
    assert told(game, MEANING) == [("guilders.paid", 0, {"guilders": guilders}), ("step.taken", 0, {"step": 1})]
    assert asked(game)[:2] == ("turn.act", 1)


def test_baron_may_stay_or_be_too_poor() -> None:
    guilders = DECK["baron"].numbers["guilders"]
    stayed = play(placed("baron", purse=guilders), "forgo")
    assert (stayed.state.players[0].reputation, stayed.state.players[0].guilders) == (0, guilders)
    assert told(stayed, MEANING) == [("declined", 0, {"person": DECK["baron"].number})]
    poor = placed("baron", purse=guilders - 1)
    assert (poor.state.players[0].reputation, asked(poor)[:2]) == (0, ("turn.act", 1))


def test_baron_at_the_end_of_the_track() -> None:
    guilders = DECK["baron"].numbers["guilders"]
    game = placed("baron", purse=guilders, reputation=LAST_STEP)
    assert (game.state.players[0].reputation, game.state.players[0].guilders) == (LAST_STEP, guilders)
    assert [event[0] for event in told(game, MEANING)] == ["effect.nothing"]


def test_prince() -> None:
    points, price = DECK["prince"].numbers["points"], DECK["prince"].numbers["guilders"]
    game = activated("prince", guilders=price + 1)
    assert asked(game) == ("climb.choose", 0, {"climb", "forgo"})
    play(game, "climb")
    player = game.state.players[0]
    assert (player.reputation, player.points, player.guilders) == (1, points, 1)
    assert player.workers == without(str(DECK["prince"].worker))
    assert told(game, "person.prince") == [
        ("guilders.paid", 0, {"guilders": price}),
        ("step.taken", 0, {"step": 1}),
        ("points.scored", 0, {"points": points}),
    ]
    assert told(game, MEANING) == []
    assert over(game, "prince")


def test_prince_scores_without_the_step_too() -> None:
    points, price = DECK["prince"].numbers["points"], DECK["prince"].numbers["guilders"]
    declined, scored = ("declined", 0, {"person": DECK["prince"].number}), ("points.scored", 0, {"points": points})
    game = play(activated("prince", guilders=price), "forgo")
    player = game.state.players[0]
    assert (player.reputation, player.points, player.guilders) == (0, points, price)
    assert told(game, "person.prince") == [declined, scored]
    game = activated("prince", guilders=price - 1)  # too poor to be asked
    assert (game.state.players[0].reputation, told(game, "person.prince")[-1]) == (0, scored)


def test_prince_at_the_end_of_the_track() -> None:
    points, price = DECK["prince"].numbers["points"], DECK["prince"].numbers["guilders"]
    game = activated("prince", guilders=price, reputation=LAST_STEP)
    player = game.state.players[0]
    assert (player.reputation, player.points, player.guilders) == (LAST_STEP, points, price)
    assert told(game, "person.prince") == [("points.scored", 0, {"points": points})]


# Points


@pytest.mark.parametrize("person", ["damsel", "knight"])
def test_arrow_that_scores(person: str) -> None:
    points = DECK[person].numbers["points"]
    game = placed(person)
    player, other = game.state.players
    assert (player.points, player.guilders, player.reputation) == (points, 0, 0)
    assert other.points == bl.Ruleset().start_points
    assert told(game, MEANING) == [("points.scored", 0, {"points": points})]
    assert asked(game)[:2] == ("turn.act", 1)


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_baroness(steps: int) -> None:
    points = steps * DECK["baroness"].numbers["points"]
    game = placed("baroness", reputation=steps)
    assert (game.state.players[0].points, game.state.players[0].reputation) == (points, steps)
    nothing = ("effect.nothing", 0, {"person": DECK["baroness"].number})
    assert told(game, MEANING) == [("points.scored", 0, {"points": points}) if steps else nothing]


def test_margrave() -> None:
    points = 2 * DECK["margrave"].numbers["points"]
    game = activated("margrave", majorities=["reputation", "canal"])
    player = game.state.players[0]
    assert (player.points, player.majorities) == (points, (True, False, True))
    assert player.workers == without(str(DECK["margrave"].worker))
    assert told(game, MEANING) == [("points.scored", 0, {"points": points})]
    assert over(game, "margrave")


def test_margrave_scores_no_lead_without_a_marker() -> None:
    refusal = table(owner("margrave", reputation=3, canals={"left": 2}), WAITS).why_not("activate:margrave")
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.data["needs"], refusal.data["has"]) == (MEANING, "counts_nothing", 1, 0)


def test_dowager_countess() -> None:
    numbers = DECK["dowager_countess"].numbers
    game = activated("dowager_countess", guilders=numbers["guilders"] + 1)
    assert asked(game) == ("trade.choose", 0, {"pay", "enough"})
    play(game, "pay")
    player = game.state.players[0]
    assert (player.points, player.guilders) == (numbers["points"], 1)
    assert told(game, MEANING) == [
        ("trade.made", 0, {"person": DECK["dowager_countess"].number}),
        ("guilders.paid", 0, {"guilders": numbers["guilders"]}),
        ("points.scored", 0, {"points": numbers["points"]}),
    ]
    assert over(game, "dowager_countess")


def test_dowager_countess_may_be_paid_nothing() -> None:
    purse = 3 * DECK["dowager_countess"].numbers["guilders"]
    game = play(activated("dowager_countess", guilders=purse), "enough")
    assert (game.state.players[0].points, game.state.players[0].guilders) == (0, purse)
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["dowager_countess"].number})]


def test_dowager_countess_pays_once() -> None:
    numbers = DECK["dowager_countess"].numbers
    game = play(activated("dowager_countess", guilders=2 * numbers["guilders"]), "pay")
    assert game.state.players[0].guilders == numbers["guilders"]
    assert over(game, "dowager_countess")


def test_dowager_countess_needs_the_guilders() -> None:
    purse = DECK["dowager_countess"].numbers["guilders"] - 1
    assert refused(table(owner("dowager_countess", guilders=purse), WAITS), "activate:dowager_countess") == MEANING


# A cheaper step


def test_burgrave() -> None:
    less = DECK["burgrave"].numbers["discount"]
    game = table(owner("burgrave", guilders=3 - less), {**WAITS, "guilders": 3}, phase="dice")
    play(game, DEAR_STEP, "advance", "advance")
    assert [(player.reputation, player.guilders) for player in game.state.players] == [
        (1, 0),
        (1, 0),
    ]  # not the opponent
    assert told(game, MEANING) == [("guilders.paid", 0, {"guilders": 3 - less})]
    assert refused(table(owner("burgrave"), WAITS), "activate:burgrave") == "act.infinity.type3"


def test_burgrave_and_too_few_guilders_all_the_same() -> None:
    less = DECK["burgrave"].numbers["discount"]
    game = play(table(owner("burgrave", guilders=3 - less - 1), {**WAITS, "guilders": 3}, phase="dice"), DEAR_STEP)
    assert asked(game)[:2] == ("advance", 1)
    assert told(game, "phase2.advance.poor") == [("advance.too_poor", 0, {"needs": 3 - less, "has": 3 - less - 1})]


def test_burgrave_and_notary() -> None:
    """Together they take off what each takes off, but nobody is paid for a step."""
    off = DECK["burgrave"].numbers["discount"] + DECK["notary"].numbers["discount"]
    for roll, costs in ((LOW_DIE, 1), (DEAR_STEP, 3), ("roll:2:2:4:4:3", 4)):
        game = play(table(owner("burgrave", "notary", guilders=4), WAITS, phase="dice"), roll, "advance")
        assert game.state.players[0].guilders == 4 - max(0, costs - off)


# Laurels


def test_duke() -> None:
    each, lot = DECK["duke"].numbers["points"], DECK["duke"].numbers["lot"]
    for steps in range(6):
        assert laurel("duke", owner("duke", reputation=steps), owner(reputation=7, hand=[])) == steps // lot * each
    assert laurel("duke", owner("duke"), owner(reputation=7, hand=[])) == 0


def test_archduke() -> None:
    each = DECK["archduke"].numbers["points"]
    rival = owner(DONE[0], hand=[])  # as many people, so that no more markers turn
    assert laurel("archduke", owner("archduke", majorities=["reputation", "canal"]), rival) == 2 * each
    assert laurel("archduke", owner("archduke"), {**rival, "majorities": list(AREAS)}) == 0


def test_archduke_counts_the_markers_of_the_last_round() -> None:
    assert laurel("archduke", owner("archduke", reputation=1)) == 2 * DECK["archduke"].numbers["points"]  # the other: people


def test_knight_of_the_golden_fleece() -> None:
    person, points = "knight_of_the_golden_fleece", DECK["knight_of_the_golden_fleece"].numbers["points"]
    assert laurel(person, owner(person, reputation=3), {"reputation": 2}, {"reputation": 1}) == points
    assert laurel(person, owner(person, reputation=3), {"reputation": 1}, {"reputation": 3}) == 0  # as high is not higher
    assert laurel(person, owner(person, reputation=3), {"reputation": 2}, {"reputation": 4}) == 0
    assert laurel(person, owner(person)) == 0


def test_duchess() -> None:
    each = DECK["duchess"].numbers["points"]
    assert laurel("duchess", owner("duchess")) == each
    nobles = owner("duchess", "damsel", "knight", *DONE, hand=["baron"])
    assert laurel("duchess", nobles, owner("baroness", hand=[])) == 3 * each  # not in hand, not of others
