"""The Bureaucrats, each by the text on the card: guilders on many occasions, majorities, cheaper people, two laurels.

What a card says in numbers is read from the deck, so that a reconstructed number or price can be retuned.
"""

from __future__ import annotations

from typing import Any

import pytest
from tables import DECK, WAITS, asked, display, laurel, number, paid_for, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.words import AREAS

PEOPLE = AREAS.index("people")
RULES = bl.Ruleset()
PURSE = RULES.start_guilders

HELD = "duke"
"""The card in hand, which is blue: in hand nobody has an effect."""
IDLE = ("sculptor", "abbess", "painter", "bishop", "archduke", "cardinal")
"""Laurels, silent until the final scoring: company in the display."""
QUIET = ("juggler", "mason", "nun")
"""For a worker only, so silent in the final scoring."""
DOCUMENTED = {"messenger", "scribe", "notary", "accountant", "judge", "mayor"}
"""Tested in test_people.py."""


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display and one card in hand."""
    return {"hand": [HELD], "houses": display(*people), **fields}


def test_every_bureaucrat_is_tested() -> None:
    tested = {name.removeprefix("test_") for name in globals()} | DOCUMENTED
    assert {card.id for card in DECK.where(group="bureaucrat")} - tested == set()


# The arrow


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_town_crier(opponents: int) -> None:
    """From the bank: no opponent is the poorer for it."""
    player = {"hand": ["town_crier"], "guilders": DECK["town_crier"].price, "houses": ["red"]}
    game = play(table(player, WAITS, *[{}] * (opponents - 1)), "recruit:town_crier:red")
    guilders = opponents * number("town_crier", "guilders")
    assert [other.guilders for other in game.state.players] == [guilders, *[PURSE] * opponents]
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK["town_crier"].number})]
    assert told(game, DECK["town_crier"].rule) == [("guilders.taken", 0, {"guilders": guilders})]
    assert refused(table(owner("town_crier"), WAITS), "activate:town_crier") == "act.instant.once"


# For a worker


def test_advocate() -> None:
    game = table(owner("advocate", reputation=4, guilders=0, workers={"brown": 2}), {**WAITS, "reputation": 6})
    play(game, "activate:advocate")
    guilders = 4 * number("advocate", "guilders")
    player = game.state.players[0]
    assert (player.guilders, player.reputation, player.workers) == (guilders, 4, (0, 1, 0, 0, 0))
    assert told(game, DECK["advocate"].rule) == [("guilders.taken", 0, {"guilders": guilders})]
    assert paid_for(game, "advocate")


def test_advocate_on_the_town_hall() -> None:
    """The town hall is no step (phase2.advance.first)."""
    assert refused(table(owner("advocate", guilders=0), WAITS), "activate:advocate") == DECK["advocate"].rule
    assert refused(table(owner("advocate", workers={"red": 3}), WAITS), "activate:advocate") == "act.worker.cost"


def test_tax_collector() -> None:
    game = play(table(owner("tax_collector", guilders=0, workers={"blue": 2}), WAITS), "activate:tax_collector")
    guilders = number("tax_collector", "guilders")
    assert [player.guilders for player in game.state.players] == [guilders, PURSE]
    assert game.state.players[0].workers == (1, 0, 0, 0, 0)
    assert told(game, DECK["tax_collector"].rule) == [("guilders.taken", 0, {"guilders": guilders})]
    assert paid_for(game, "tax_collector")


def test_tax_collector_wants_the_worker_of_his_icon() -> None:
    """Blue, though the card is purple (act.worker.color)."""
    game = table(owner("tax_collector", workers={"purple": 3}), WAITS)
    assert refused(game, "activate:tax_collector") == "act.worker.cost"


# Majorities


def test_councilman() -> None:
    """Counts for so many more, though it is one person."""
    more = number("councilman", "more")
    game = table({"houses": display("councilman")}, {"houses": display(*IDLE[:more])}, phase="majorities")
    assert [player.majorities for player in game.state.players] == [(False, True, False), (False, False, False)]
    turned = {"area": PEOPLE, "number": 1 + more, "next": more}
    assert told(game, "majority.people") == [("majority.turned", 0, turned)]
    assert len(game.state.players[0].people) == 1


def test_councilman_needs_a_clear_lead_too() -> None:
    more = number("councilman", "more")
    game = table({"houses": display("councilman")}, {"houses": display(*IDLE[: 1 + more])}, phase="majorities")
    assert not any(any(player.majorities) for player in game.state.players)
    assert ("majority.none", -1, {"area": PEOPLE, "number": 1 + more}) in told(game, "majority.clear")


def test_councilman_helps_in_no_other_area() -> None:
    fields = {"reputation": 2, "canals": {"left": 1}}
    game = table({"houses": display("councilman"), **fields}, {"houses": display(*IDLE), **fields}, phase="majorities")
    assert game.state.players[0].majorities == (False, False, False)
    assert refused(table(owner("councilman"), WAITS), "activate:councilman") == "act.infinity.type3"


def test_archivist() -> None:
    """For each marker turned now; not for one that lay turned already, and not for an opponent's."""
    guilders = number("archivist", "guilders")
    mine = {"houses": display("archivist"), "reputation": 2, "majorities": ["people"]}
    game = table(mine, {"canals": {"left": 2}}, phase="majorities")
    assert [player.majorities for player in game.state.players] == [(True, True, False), (False, False, True)]
    assert [player.guilders for player in game.state.players] == [PURSE + guilders, PURSE]
    assert told(game, DECK["archivist"].rule) == [("guilders.taken", 0, {"guilders": guilders})]
    assert told(game, "majority.permanent") == [("majority.kept", 0, {"area": PEOPLE, "number": 1})]
    assert not game.state.players[0].houses[0].used


def test_archivist_with_all_three() -> None:
    mine = {"houses": display("archivist"), "reputation": 1, "canals": {"right": 1}}
    game = table(mine, {}, phase="majorities")
    assert game.state.players[0].guilders == PURSE + len(AREAS) * number("archivist", "guilders")
    assert refused(table(owner("archivist"), WAITS), "activate:archivist") == "act.infinity.type3"


# Others by themselves


def test_toll_collector() -> None:
    """Paid by the bank for each tile of an opponent, whoever of them builds it."""
    guilders = number("toll_collector", "guilders")
    game = table({"hand": [HELD]}, {**WAITS, "houses": display("toll_collector")}, {})
    play(game, f"canal:{HELD}:left")
    price = game.state.board.gates[0][0][0].price
    assert [player.guilders for player in game.state.players] == [PURSE - price, PURSE + guilders, PURSE]
    assert told(game, DECK["toll_collector"].rule) == [("guilders.taken", 1, {"guilders": guilders})]
    assert not game.state.players[1].houses[0].used


def test_toll_collector_and_a_tile_through_a_person() -> None:
    game = table({"hand": [HELD], "houses": display("bard"), "guilders": 9}, {**WAITS, "houses": display("toll_collector")})
    play(game, "activate:bard", "dig:left")
    assert game.state.players[1].guilders == PURSE + number("toll_collector", "guilders")


def test_toll_collector_builds_himself() -> None:
    """Nothing for a tile of one's own, nor for a house of an opponent's."""
    game = play(table(owner("toll_collector"), WAITS), f"canal:{HELD}:left")
    price = game.state.board.gates[0][0][0].price
    assert game.state.players[0].guilders == PURSE - price
    other = play(table({"hand": [HELD]}, {**WAITS, "houses": display("toll_collector")}), f"house:{HELD}")
    assert other.state.players[1].guilders == PURSE
    assert refused(table(owner("toll_collector"), WAITS), "activate:toll_collector") == "act.infinity.type3"


def test_bailiff() -> None:
    price = DECK[IDLE[0]].price - number("bailiff", "discount")
    assert price > 0
    game = table(owner("bailiff", hand=[IDLE[0]], guilders=price, houses=[*display("bailiff"), "red"]), WAITS)
    play(game, f"recruit:{IDLE[0]}:red")
    assert game.state.players[0].guilders == 0
    assert told(game, "action.recruit.price") == [("guilders.paid", 0, {"guilders": price})]
    assert told(game, DECK["bailiff"].rule) == [("price.changed", 0, {"person": DECK["bailiff"].number, "guilders": price})]


def test_bailiff_brings_nothing_back() -> None:
    """Nobody costs less than nothing, and still nobody can be had for less than the lower price."""
    assert DECK["poet"].price < number("bailiff", "discount")
    houses = [*display("bailiff"), "red"]
    game = table(owner("bailiff", hand=["poet"], guilders=0, houses=houses), WAITS)
    play(game, "recruit:poet:red")
    assert game.state.players[0].guilders == 0
    price = DECK[IDLE[0]].price - number("bailiff", "discount")
    poor = table(owner("bailiff", hand=[IDLE[0]], guilders=price - 1, houses=houses), WAITS)
    assert refused(poor, f"recruit:{IDLE[0]}:red") == "action.recruit.price"


def test_bailiff_does_not_help_himself_or_others() -> None:
    game = table({"hand": ["bailiff"], "guilders": DECK["bailiff"].price - 1, "houses": ["red"]}, WAITS)
    assert refused(game, "recruit:bailiff:red") == "action.recruit.price"
    player = {"hand": [IDLE[0]], "guilders": DECK[IDLE[0]].price - 1, "houses": ["red"]}
    game = table(player, {**WAITS, "houses": display("bailiff")})
    assert refused(game, f"recruit:{IDLE[0]}:red") == "action.recruit.price"
    assert refused(table(owner("bailiff"), WAITS), "activate:bailiff") == "act.infinity.type2"


# Laurels


def test_chancellor() -> None:
    """Opponents with as many people keep the markers as they are given here."""
    each, more = number("chancellor", "points"), number("chancellor", "more_points")
    other = {"houses": display(QUIET[0]), "majorities": ["canal"]}
    for turned in ([], ["people"], ["people", "canal"]):
        assert laurel("chancellor", {"houses": display("chancellor"), "majorities": turned}, other) == len(turned) * each
    assert laurel("chancellor", {"houses": display("chancellor"), "majorities": list(AREAS)}, other) == 3 * each + more
    assert refused(table(owner("chancellor"), WAITS), "activate:chancellor") == "act.laurel"


def test_chancellor_sees_the_last_majorities() -> None:
    """A marker turned in the last phase 4 counts."""
    assert laurel("chancellor", {"houses": display("chancellor")}, {}) == number("chancellor", "points")


def test_treasurer() -> None:
    """More than each opponent; as many as one is not enough."""
    mine = {"houses": display("treasurer"), "guilders": 7}
    assert laurel("treasurer", mine, {"guilders": 6}, {"guilders": 6}) == number("treasurer", "points")
    assert laurel("treasurer", mine, {"guilders": 6}, {"guilders": 7}) == 0
    assert laurel("treasurer", mine, {"guilders": 8}, {"guilders": 0}) == 0
    assert refused(table(owner("treasurer"), WAITS), "activate:treasurer") == "act.laurel"


def test_nobody_asks_when_bureaucrats_work_by_themselves() -> None:
    game = play(table(owner("toll_collector", "archivist", "councilman", "bailiff"), WAITS), f"workers:{HELD}")
    assert asked(game)[:2] == ("turn.act", 1)
