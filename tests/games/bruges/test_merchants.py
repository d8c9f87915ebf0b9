"""The Merchants, each by the text on the card: guilders for a worker in many ways, trade, and the Banker's laurel.

What a card says in numbers is read from the deck, so that a reconstructed number or price can be retuned.
"""

from __future__ import annotations

from typing import Any

import pytest
from tables import DECK, DICE, WAITS, Table, asked, display, ids, number, paid_for, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.words import COLOURS

RULES = bl.Ruleset()
PURSE = RULES.start_guilders
START = RULES.start_points

HELD = "duke"
"""The card in hand, which is blue: in hand nobody has an effect."""
IDLE = ("sculptor", "abbess")
"""Laurels of other groups, silent until the final scoring: company in the display."""
PLAIN = ["fishmonger", "innkeeper", "money_changer", "wine_merchant"]
"""Guilders for a worker, and nothing else."""
DOCUMENTED = {"loading_master", "moneylender"}
"""Tested in test_people.py."""


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display and one card in hand."""
    return {"hand": [HELD], "houses": display(*people), **fields}


def bought(person: str, *others: str, **fields: Any) -> Table:
    """Activate a person for one of two workers of its colour, with an empty purse."""
    player = owner(person, *others, **{"guilders": 0, "workers": {str(DECK[person].worker): 2}, **fields})
    return play(table(player, WAITS), f"activate:{person}")


def brings(game: Table, person: str, guilders: int) -> bool:
    """Whether a person, paid for with a worker, brought its owner so many guilders from the bank, and nobody else any."""
    return (
        paid_for(game, person)
        and told(game, DECK[person].rule) == [("guilders.taken", 0, {"guilders": guilders})]
        and [player.guilders for player in game.state.players] == [guilders, PURSE]
        and asked(game)[:2] == ("turn.act", 0)
    )


def test_every_merchant_is_tested() -> None:
    tested = {name.removeprefix("test_") for name in globals()} | DOCUMENTED | {*PLAIN}
    assert {card.id for card in DECK.where(group="merchant")} - tested == set()


# Guilders for a worker


@pytest.mark.parametrize("person", PLAIN)
def test_plain_merchant(person: str) -> None:
    assert brings(bought(person), person, number(person, "guilders"))
    others = {colour: 2 for colour in COLOURS if colour != DECK[person].worker}
    assert refused(table(owner(person, workers=others), WAITS), f"activate:{person}") == "act.worker.cost"


def test_shipowner() -> None:
    """Tiles of both sections, those of opponents not."""
    tiles = {"left": 3, "right": 2}
    assert brings(bought("shipowner", canals=tiles), "shipowner", 5 * number("shipowner", "guilders"))
    player = owner("shipowner", guilders=0)
    assert refused(table(player, {**WAITS, "canals": tiles}), "activate:shipowner") == DECK["shipowner"].rule


def test_furrier() -> None:
    """Workers that are left: the one that was paid is not."""
    game = bought("furrier", workers={"yellow": 2, "blue": 3})
    assert game.state.players[0].workers == (3, 0, 1, 0, 0)
    assert brings(game, "furrier", 4 * number("furrier", "guilders"))
    assert refused(table(owner("furrier", workers={"yellow": 1}), WAITS), "activate:furrier") == DECK["furrier"].rule


def test_wool_merchant() -> None:
    """Merchants in the display, the one who asks included; not in hand, not under a house."""
    houses = [*display("wool_merchant", "furrier", *IDLE), "banker"]
    game = bought("wool_merchant", houses=houses, hand=["pedlar"])
    assert brings(game, "wool_merchant", 2 * number("wool_merchant", "guilders"))
    assert brings(bought("wool_merchant"), "wool_merchant", number("wool_merchant", "guilders"))


def test_hanseatic_merchant() -> None:
    """People, not houses."""
    houses = [*display("hanseatic_merchant", *IDLE), "red", "blue"]
    game = bought("hanseatic_merchant", houses=houses)
    assert brings(game, "hanseatic_merchant", 3 * number("hanseatic_merchant", "guilders"))
    assert brings(bought("hanseatic_merchant"), "hanseatic_merchant", number("hanseatic_merchant", "guilders"))


# Trade


def test_broker() -> None:
    """A card is discarded without its action, and the turn has its own card still."""
    guilders = number("broker", "guilders")
    game = bought("broker", hand=[HELD, "baron"])
    assert asked(game) == ("trade.choose", 0, {f"pay_card:{HELD}", "pay_card:baron", "enough"})
    assert refused(game, "pay_card:nun") == "act.meaning"
    assert refused(game, "pay") == "act.meaning"
    play(game, "pay_card:baron")
    player = game.state.players[0]
    assert (ids(player.hand), player.guilders, player.reputation) == ([HELD], guilders, 0)
    assert DECK[game.state.discard[-1]].id == "baron"
    assert told(game, DECK["broker"].rule) == [
        ("trade.made", 0, {"person": DECK["broker"].number}),
        ("card.given_up", 0, {"card": DECK["baron"].number}),
        ("guilders.taken", 0, {"guilders": guilders}),
    ]
    assert asked(game)[:2] == ("turn.act", 0)
    assert paid_for(game, "broker")


def test_broker_may_keep_the_card() -> None:
    game = play(bought("broker"), "enough")
    assert (ids(game.state.players[0].hand), game.state.players[0].guilders) == ([HELD], 0)
    assert told(game, DECK["broker"].rule) == [("declined", 0, {"person": DECK["broker"].number})]
    assert paid_for(game, "broker")


def test_broker_without_a_card() -> None:
    """The Accountant keeps the turn open."""
    game = table(owner("broker", "accountant", hand=[]), WAITS)
    assert asked(game) == ("turn.more", 0, {"activate:accountant", "end"})
    assert refused(game, "activate:broker") == DECK["broker"].rule


def test_cloth_merchant() -> None:
    price, points, times = (number("cloth_merchant", name) for name in ("guilders", "points", "times"))
    game = table(owner("cloth_merchant", guilders=price * (times + 1)), WAITS)
    play(game, "activate:cloth_merchant")
    assert asked(game) == ("trade.choose", 0, {"pay", "enough"})
    assert refused(game, "pay_worker:blue") == "act.meaning"
    play(game, *["pay"] * times)
    player = game.state.players[0]
    assert (player.guilders, player.points, player.workers) == (price, START + points * times, (1,) * 5)
    assert told(game, "act.infinity.type1") == [("person.activated", 0, {"person": DECK["cloth_merchant"].number})]
    assert told(game, "act.worker.cost") == []
    made = [
        ("trade.made", 0, {"person": DECK["cloth_merchant"].number}),
        ("guilders.paid", 0, {"guilders": price}),
        ("points.scored", 0, {"points": points}),
    ]
    assert told(game, DECK["cloth_merchant"].rule) == made * times
    assert asked(game)[:2] == ("turn.act", 0)
    assert player.houses[0].used
    assert refused(game, "activate:cloth_merchant") == "act.infinity.type1"


def test_cloth_merchant_as_far_as_the_money_goes() -> None:
    price, points = number("cloth_merchant", "guilders"), number("cloth_merchant", "points")
    game = play(table(owner("cloth_merchant", guilders=price), WAITS), "activate:cloth_merchant", "pay")
    assert (game.state.players[0].guilders, game.state.players[0].points) == (0, START + points)
    assert asked(game)[:2] == ("turn.act", 0)
    poor = table(owner("cloth_merchant", guilders=price - 1), WAITS)
    assert refused(poor, "activate:cloth_merchant") == DECK["cloth_merchant"].rule


def test_cloth_merchant_may_stop() -> None:
    purse = 2 * number("cloth_merchant", "guilders")
    game = play(table(owner("cloth_merchant", guilders=purse), WAITS), "activate:cloth_merchant", "pay", "enough")
    assert game.state.players[0].points == START + number("cloth_merchant", "points")
    assert asked(game)[:2] == ("turn.act", 0)


# Others


def test_pedlar() -> None:
    more = number("pedlar", "guilders")
    game = play(table(owner("pedlar", guilders=0), WAITS), f"guilders:{HELD}")
    assert [player.guilders for player in game.state.players] == [DICE["blue"] + more, PURSE]
    assert told(game, "action.guilders")[-1] == ("guilders.taken", 0, {"guilders": DICE["blue"]})
    assert told(game, DECK["pedlar"].rule) == [("guilders.taken", 0, {"guilders": more})]
    assert not game.state.players[0].houses[0].used


def test_pedlar_only_with_the_guilders_action() -> None:
    """Not with guilders that a person brings, and not when an opponent takes some."""
    game = play(table(owner("pedlar", "accountant", guilders=0), WAITS), "activate:accountant", f"workers:{HELD}")
    assert game.state.players[0].guilders == DECK["accountant"].numbers["guilders"]
    play(game, "guilders:novice")
    assert told(game, DECK["pedlar"].rule) == []
    assert refused(table(owner("pedlar"), WAITS), "activate:pedlar") == "act.infinity.type2"


def test_spice_merchant() -> None:
    """The colours of the houses, empty or not, his own included; a colour twice counts once."""
    houses = [{"card": "blue", "person": IDLE[0]}, "blue", "purple", "red"]
    player = {"hand": ["spice_merchant"], "guilders": DECK["spice_merchant"].price, "houses": houses}
    game = play(table(player, {**WAITS, "houses": ["yellow"]}), "recruit:spice_merchant:red")
    guilders = 3 * number("spice_merchant", "guilders")
    assert [player.guilders for player in game.state.players] == [guilders, PURSE]
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK["spice_merchant"].number})]
    assert told(game, DECK["spice_merchant"].rule) == [("guilders.taken", 0, {"guilders": guilders})]
    assert refused(table(owner("spice_merchant"), WAITS), "activate:spice_merchant") == "act.instant.once"


@pytest.mark.parametrize("guilders", [0, 1, 2, 7])
def test_banker(guilders: int) -> None:
    """Full lots of one's own guilders, which stay for a tie (win.tie.guilders)."""
    player = {"houses": display("banker"), "guilders": guilders}
    game = table(player, {"guilders": 9}, phase="majorities", round=8, final_round=8)
    assert game.over
    points = number("banker", "points") * (guilders // number("banker", "lot"))
    counted = ("laurel.counted", 0, {"person": DECK["banker"].number, "points": points})
    assert told(game, DECK["banker"].rule) == ([counted] if points else [])
    assert told(game, "scoring.laurel") == ([("head.scored", 0, {"head": 2, "points": points})] if points else [])
    assert game.state.players[0].guilders == guilders
    assert refused(table(owner("banker"), WAITS), "activate:banker") == "act.laurel"
