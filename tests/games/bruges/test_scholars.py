"""The Scholars, each by the text on the card: cards, threats, guilders and points, and two laurels.

What a card says in numbers is read from the deck, so that a reconstructed number or price can be retuned.
"""

from __future__ import annotations

from typing import Any

from cases import each
from tables import DECK, DICE, WAITS, Table, asked, display, ids, laurel, number, paid_for, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.words import COLOURS

BLUE, BROWN, YELLOW, RED, PURPLE = range(5)
RULES = bl.Ruleset()
POINT = RULES.threat_points
START = RULES.start_points

HELD = "duke"
"""The card in hand, which is blue: in hand nobody has an effect."""
PILES = [["baron", "knight", "prince", "earl"], ["king", "queen", "valet", "page"]]
"""What lies on the draw piles, from the top down."""
QUIET = ("juggler", "mason", "nun")
"""For a worker only, so silent in the final scoring: company in the display."""
DOCUMENTED = {"astronomer", "geographer", "alchemist", "inventor"}
"""Tested in test_people.py."""


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display and one card in hand."""
    return {"hand": [HELD], "houses": display(*people), **fields}


def placed(person: str, *others: str, **fields: Any) -> Table:
    """Place a person on an empty red house for all the money there is, and stop at what comes of it."""
    player = {"hand": [person], "guilders": DECK[person].price, "houses": [*display(*others), "red"], **fields}
    game = play(table(player, WAITS), f"recruit:{person}:red")
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK[person].number})]
    return game


def test_every_scholar_is_tested() -> None:
    tested = {name.removeprefix("test_") for name in globals()} | DOCUMENTED
    assert {card.id for card in DECK.where(group="scholar")} - tested == set()


# For a worker


def test_schoolmaster() -> None:
    """Cards in hand, not the houses; and they stay there."""
    hand = [HELD, "prince", "baron"]
    game = table(owner("schoolmaster", hand=hand, guilders=0, workers={"purple": 2}), {**WAITS, "hand": ["novice", "earl"]})
    play(game, "activate:schoolmaster")
    guilders = len(hand) * number("schoolmaster", "guilders")
    assert (game.state.players[0].guilders, ids(game.state.players[0].hand)) == (guilders, hand)
    assert game.state.players[0].workers[PURPLE] == 1
    assert told(game, DECK["schoolmaster"].rule) == [("guilders.taken", 0, {"guilders": guilders})]
    assert paid_for(game, "schoolmaster")


def test_schoolmaster_after_the_last_card() -> None:
    game = play(table(owner("schoolmaster", "accountant", guilders=0), WAITS), f"workers:{HELD}")
    assert refused(game, "activate:schoolmaster") == DECK["schoolmaster"].rule


def test_librarian() -> None:
    game = table(owner("librarian", workers={"blue": 2}), WAITS, discard=["baron", "nun"])
    play(game, "activate:librarian")
    player = game.state.players[0]
    assert (ids(player.hand), ids(player.shown), ids(game.state.discard)) == ([HELD, "nun"], ["nun"], ["baron"])
    assert told(game, DECK["librarian"].rule) == [("discard.taken", 0, {"card": DECK["nun"].number})]
    assert paid_for(game, "librarian")
    seen = [event.data["card"] for event in game.view(1).events if event.kind == "discard.taken"]
    assert seen == [DECK["nun"].number]  # it lay face up


def test_librarian_takes_back_the_card_just_played() -> None:
    game = table(owner("librarian", "accountant"), WAITS, discard=["baron"])
    play(game, f"guilders:{HELD}", "activate:librarian")
    assert ids(game.state.players[0].hand) == [HELD]
    assert asked(game) == ("turn.more", 0, {"activate:accountant", "end"})  # one action a turn all the same


def test_librarian_without_discards() -> None:
    assert refused(table(owner("librarian"), WAITS), "activate:librarian") == DECK["librarian"].rule
    poor = table(owner("librarian", workers={"red": 1}), WAITS, discard=["nun"])
    assert refused(poor, "activate:librarian") == "act.worker.cost"


def test_astrologer() -> None:
    price, times = number("astrologer", "guilders"), number("astrologer", "times")
    game = table(owner("astrologer", guilders=price * (times + 1), workers={"red": 2}), WAITS, piles=PILES)
    play(game, "activate:astrologer")
    assert asked(game) == ("trade.choose", 0, {"pay", "enough"})
    for _ in range(times):
        play(game, "pay")
        assert asked(game) == ("draw.one", 0, {"draw:first", "draw:second"})
        play(game, "draw:second")
    player = game.state.players[0]
    assert (ids(player.hand), player.guilders, player.unseen) == ([HELD, *PILES[1][:times]], price, ())
    made = [event[:2] for event in told(game, DECK["astrologer"].rule)]
    assert made == [("trade.made", 0), ("guilders.paid", 0), ("card.drawn_open", 0)] * times
    first = DECK[PILES[1][0]]
    drawn = {"card": first.number, "colour": COLOURS.index(first.colour), "pile": 1}
    assert told(game, DECK["astrologer"].rule)[1:3] == [
        ("guilders.paid", 0, {"guilders": price}),
        ("card.drawn_open", 0, drawn),
    ]
    assert asked(game)[:2] == ("turn.act", 0)
    assert paid_for(game, "astrologer")


def test_astrologer_as_far_as_the_money_goes() -> None:
    price = number("astrologer", "guilders")
    game = table(owner("astrologer", guilders=price), WAITS, piles=PILES)
    play(game, "activate:astrologer", "pay", "draw:first")
    assert (ids(game.state.players[0].hand), game.state.players[0].guilders) == ([HELD, PILES[0][0]], 0)
    assert asked(game)[:2] == ("turn.act", 0)
    assert refused(table(owner("astrologer", guilders=price - 1), WAITS), "activate:astrologer") == DECK["astrologer"].rule


def test_astrologer_may_stop() -> None:
    game = play(table(owner("astrologer"), WAITS), "activate:astrologer", "enough")
    assert (ids(game.state.players[0].hand), game.state.players[0].guilders) == ([HELD], RULES.start_guilders)
    assert told(game, DECK["astrologer"].rule) == [("declined", 0, {"person": DECK["astrologer"].number})]


@each("die", range(1, 7))
def test_mathematician(die: int) -> None:
    """Full lots of pips on the purple die, whatever the others show."""
    game = table(owner("mathematician", workers={"yellow": 2}), WAITS, dice={**DICE, "yellow": 6, "purple": die})
    points = number("mathematician", "points") * (die // number("mathematician", "lot"))
    if not points:
        assert refused(game, "activate:mathematician") == DECK["mathematician"].rule
        return
    play(game, "activate:mathematician")
    assert game.state.players[0].points == START + points
    assert game.state.players[0].workers[YELLOW] == 1
    if points:
        assert told(game, DECK["mathematician"].rule) == [("points.scored", 0, {"points": points})]
    assert paid_for(game, "mathematician")


# Arrows


def test_apothecary() -> None:
    markers = number("apothecary", "markers")
    away = ["away:red", "away:brown", "away:blue", "away:yellow"][:markers]
    game = placed("apothecary", threats=1)
    assert asked(game) == ("clear.choose", 0, {*(f"away:{colour}" for colour in COLOURS), "enough"})
    play(game, *away)
    player = game.state.players[0]
    assert (player.points, sum(player.threats)) == (START + markers * POINT, 5 - markers)
    assert told(game, DECK["apothecary"].rule) == [
        ("threat.discarded", 0, {"colour": COLOURS.index(word.removeprefix("away:")), "points": POINT}) for word in away
    ]
    assert asked(game)[:2] == ("turn.act", 1)


def test_apothecary_may_discard_fewer() -> None:
    game = play(placed("apothecary", threats={"red": 2}), "enough")
    assert (game.state.players[0].points, game.state.players[0].threats[RED]) == (START, 2)
    assert told(game, DECK["apothecary"].rule) == [("declined", 0, {"person": DECK["apothecary"].number})]
    assert asked(placed("apothecary"))[:2] == ("turn.act", 1)


def test_student() -> None:
    game = placed("student")
    guilders = number("student", "guilders")
    assert [player.guilders for player in game.state.players] == [guilders, RULES.start_guilders]
    assert told(game, DECK["student"].rule) == [("guilders.taken", 0, {"guilders": guilders})]
    assert refused(table(owner("student"), WAITS), "activate:student") == "act.instant.once"


def test_theologian() -> None:
    """A colour with two threats is one colour."""
    game = placed("theologian", threats={"blue": 1, "red": 2})
    points = 3 * number("theologian", "points")
    assert game.state.players[0].points == START + points
    assert told(game, DECK["theologian"].rule) == [("points.scored", 0, {"points": points})]
    assert game.state.players[0].threats == (1, 0, 0, 2, 0)


def test_theologian_under_threat_of_every_colour() -> None:
    assert placed("theologian", threats=1).state.players[0].points == START


# By themselves


def test_chronicler() -> None:
    """A step of the owner's, not of an opponent, and not one declined."""
    cards = number("chronicler", "cards")
    game = table(owner("chronicler", guilders=9), WAITS, phase="dice", piles=PILES)
    play(game, "roll:1:3:4:4:3", "advance")
    for _ in range(cards):
        assert asked(game) == ("draw.one", 0, {"draw:first", "draw:second"})
        play(game, "draw:first")
    player = game.state.players[0]
    assert (ids(player.hand), player.unseen, player.reputation) == ([HELD, *PILES[0][:cards]], (), 1)
    assert told(game, DECK["chronicler"].rule) == [
        ("card.drawn_open", 0, {"card": DECK[card].number, "colour": COLOURS.index(DECK[card].colour), "pile": 0})
        for card in PILES[0][:cards]
    ]
    assert not player.houses[0].used
    play(game, "advance")
    assert game.state.players[1].reputation == 1
    assert asked(game)[:2] == ("turn.act", 0)
    assert len(game.state.players[0].hand) == 1 + cards
    hidden = [event.data["card"] for event in game.view(1).events if event.kind == "card.drawn_open"]
    assert hidden == [None] * cards


def test_chronicler_without_a_step() -> None:
    game = play(table(owner("chronicler"), WAITS, phase="dice", piles=PILES), "roll:1:3:4:4:3", "decline", "decline")
    assert ids(game.state.players[0].hand) == [HELD]
    assert refused(game, "activate:chronicler") == "act.infinity.type3"


def test_chronicler_with_a_step_through_a_person() -> None:
    """The Baron's step is one too."""
    houses = [*display("chronicler"), "red"]
    game = table(
        owner("chronicler", hand=["baron"], guilders=DECK["baron"].price + number("baron", "guilders"), houses=houses), WAITS
    )
    play(game, "recruit:baron:red", "climb")
    assert asked(game)[:2] == ("draw.one", 0)


def test_chronicler_before_the_preacher() -> None:
    """What comes by itself comes first; last the owner may discard a threat (rules/occasions.py)."""
    game = table(owner("chronicler", "preacher", threats=1), WAITS, phase="dice", piles=PILES)
    play(game, "roll:1:3:4:4:3", "advance")
    assert asked(game)[:2] == ("draw.one", 0)


def test_physician() -> None:
    game = play(table(owner("physician", threats=1), WAITS), f"workers:{HELD}")
    assert asked(game) == ("react.choose", 0, {"away:blue", "keep"})
    assert refused(game, "away:brown") == "action.threat.need"
    play(game, "away:blue")
    player = game.state.players[0]
    assert (player.points, player.threats, player.workers) == (START + POINT, (0, 1, 1, 1, 1), (3, 1, 1, 1, 1))
    assert told(game, DECK["physician"].rule) == [("threat.discarded", 0, {"colour": BLUE, "points": POINT})]
    assert not player.houses[0].used


def test_physician_only_with_the_worker_action() -> None:
    """Not with guilders, and not with workers that a person brings."""
    game = play(table(owner("physician", "brewer", threats=1), WAITS), "activate:brewer")
    play(game, *["take:blue"] * DECK["brewer"].numbers["workers"], f"guilders:{HELD}")
    assert asked(game)[:2] == ("turn.act", 1)
    assert game.state.players[0].threats == (1,) * 5


def test_physician_may_keep_it() -> None:
    game = play(table(owner("physician", threats=1), WAITS), f"workers:{HELD}", "keep")
    assert (game.state.players[0].points, game.state.players[0].threats) == (START, (1,) * 5)
    assert told(game, "act.infinity.forgo") == [("declined", 0, {"person": DECK["physician"].number})]


# Laurels


def test_philosopher() -> None:
    """The largest group, whether or not it is that of the Scholars; hand and houses do not count."""
    points = number("philosopher", "points")
    assert laurel("philosopher", {"houses": display("philosopher", "juggler", "bard", "dancer", "nun")}) == 3 * points
    assert laurel("philosopher", {"houses": display("philosopher", "student", "nun")}) == 2 * points
    alone = {"houses": [*display("philosopher"), "student"], "hand": ["apothecary"]}
    assert laurel("philosopher", alone, {"houses": display(*QUIET)}) == points
    assert refused(table(owner("philosopher"), WAITS), "activate:philosopher") == "act.laurel"


def test_humanist() -> None:
    """The colours of the people, not of their houses."""
    points = number("humanist", "points")
    colours = {DECK[person].colour for person in ("humanist", *QUIET)}
    assert colours == {"red", "brown"}
    houses = [
        {"card": "blue", "person": "humanist"},
        {"card": "purple", "person": "juggler"},
        {"card": "yellow", "person": "mason"},
    ]
    assert laurel("humanist", {"houses": [*houses, "purple"], "hand": ["bard"]}) == 2 * points
    everybody = display("humanist", "bard", "juggler", "acrobat", "minstrel")
    assert laurel("humanist", {"houses": everybody}) == 5 * points
    assert refused(table(owner("humanist"), WAITS), "activate:humanist") == "act.laurel"
