"""The people of the Castle, each by the text on the card: cheaper people, workers, cards and points.

Numbers, prices and workers are read from the deck, so that they can be retuned; what a person does is written here as its text
says it. Coachman, Cupbearer, Herald, Stable boy and Valet are in test_people.py.
"""

from __future__ import annotations

from typing import Any

from tables import DECK, WAITS, Table, asked, display, laurel, play, refused, table, told

from bruges_lab.games.bruges.words import COLOURS

MEANING = "act.meaning"
IN_HAND = "smuggler"
"""A card in hand: people do nothing there."""
DONE = ("thief", "highwayman")
"""People in a display who do nothing more: arrows work only on being placed. Neither is of the Castle."""
DONE_HERE = ("lady_in_waiting", "court_cook")
"""The same, of the Castle."""
GUEST, STRANGER = "duke", "cardinal"
"""To be recruited: a Noble and one who is not. Laurels do nothing before the end."""


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def placed(
    person: str, *others: str, purse: int = 0, hand: tuple[str, ...] = (), room: tuple[str, ...] = (), opponent: Any = WAITS
) -> Table:
    """Place a person on a red house, with so much left in the purse and these houses left empty, and see its arrow begin."""
    houses = [*display(*others), "red", *room]
    game = table(owner(hand=[person, *hand], guilders=DECK[person].price + purse, houses=houses), opponent)
    play(game, f"recruit:{person}:red")
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK[person].number})]
    assert refused(table(owner(person), WAITS), f"activate:{person}") == "act.instant.once"
    return game


def activated(person: str, *others: str, given: Any = None, **fields: Any) -> Table:
    """Activate a person for a worker, which is paid; the card is turned."""
    game = play(table(owner(person, *others, **fields), WAITS, **(given or {})), f"activate:{person}")
    colour = COLOURS.index(str(DECK[person].worker))
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": colour})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK[person].number})]
    assert game.state.players[0].workers == tuple(int(other != colour) for other in range(5))
    assert game.state.players[0].houses[0].used
    return game


def price_of(person: str, *discounts: int) -> int:
    """What a person costs with some guilders off it."""
    return max(0, DECK[person].price - sum(discounts))


# People at a lower price


def test_lady_in_waiting() -> None:
    reduced = price_of(GUEST, DECK["lady_in_waiting"].numbers["discount"])
    game = placed("lady_in_waiting", purse=reduced, hand=(GUEST, STRANGER), room=("brown", "purple"))
    assert asked(game)[:2] == ("invite.choose", 0)
    assert asked(game)[2] >= {f"invite:{GUEST}:brown", f"invite:{GUEST}:purple", "forgo"}
    play(game, f"invite:{GUEST}:brown")
    player = game.state.players[0]
    assert (player.guilders, [DECK[card].id for card in player.hand]) == (0, [STRANGER])
    assert [DECK[person].id for person in player.people] == ["lady_in_waiting", GUEST]
    assert told(game, MEANING) == [("price.changed", 0, {"person": DECK["lady_in_waiting"].number, "guilders": reduced})]
    assert told(game, "action.recruit.price")[-1] == ("guilders.paid", 0, {"guilders": reduced})
    assert ("person.placed", 0, {"person": DECK[GUEST].number, "colour": 1}) in told(game, "action.recruit.face_up")
    assert asked(game)[:2] == ("turn.act", 1)
    refusal = play(game, "workers:novice").why_not(f"recruit:{STRANGER}:purple")
    assert refusal is not None
    assert refusal.data == {"needs": DECK[STRANGER].price, "has": 0}  # the next one costs what it costs


def test_lady_in_waiting_does_not_pay_the_rest() -> None:
    reduced = price_of(GUEST, DECK["lady_in_waiting"].numbers["discount"])
    game = placed("lady_in_waiting", purse=reduced - 1, hand=(GUEST,), room=("brown",))
    assert asked(game) == ("invite.choose", 0, {"forgo"})
    refusal = game.why_not(f"invite:{GUEST}:brown")
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("action.recruit.price", {"needs": reduced, "has": reduced - 1})
    play(game, "forgo")
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["lady_in_waiting"].number})]
    assert asked(game)[:2] == ("turn.act", 1)


def test_lady_in_waiting_without_room() -> None:
    game = placed("lady_in_waiting", purse=20, hand=(GUEST,))
    assert told(game, MEANING) == [("effect.nothing", 0, {"person": DECK["lady_in_waiting"].number})]
    assert (game.state.players[0].guilders, asked(game)[:2]) == (20, ("turn.act", 1))


def test_marshal() -> None:
    reduced = price_of(GUEST, DECK["marshal"].numbers["discount"])
    houses = [*display("marshal"), "brown"]
    game = activated("marshal", houses=houses, hand=[GUEST, IN_HAND], guilders=reduced)
    assert asked(game)[:2] == ("invite.choose", 0)
    play(game, f"invite:{GUEST}:brown")
    player = game.state.players[0]
    assert (player.guilders, [DECK[person].id for person in player.people]) == (0, ["marshal", GUEST])
    assert told(game, MEANING) == [("price.changed", 0, {"person": DECK["marshal"].number, "guilders": reduced})]
    assert told(game, "action.recruit.price") == [("guilders.paid", 0, {"guilders": reduced})]
    assert asked(game)[:2] == ("turn.act", 0)  # the card of the turn is still to be played
    assert refused(game, "activate:marshal") == "act.worker.limit"


def test_marshal_may_invite_nobody() -> None:
    game = activated("marshal", houses=[*display("marshal"), "brown"], guilders=20)
    play(game, "forgo")
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["marshal"].number})]
    assert (game.state.players[0].guilders, asked(game)[:2]) == (20, ("turn.act", 0))


def test_marshal_without_room_is_not_paid_for() -> None:
    assert refused(table(owner("marshal", guilders=20), WAITS), "activate:marshal") == "action.recruit.empty_house"


def test_page() -> None:
    reduced = price_of(GUEST, DECK["page"].numbers["discount"])
    game = table(owner(houses=[*display("page"), "red"], hand=[GUEST], guilders=reduced), WAITS)
    play(game, f"recruit:{GUEST}:red")
    assert game.state.players[0].guilders == 0
    assert told(game, MEANING) == [("price.changed", 0, {"person": DECK["page"].number, "guilders": reduced})]
    assert told(game, "action.recruit.price") == [("guilders.paid", 0, {"guilders": reduced})]
    assert not game.state.players[0].houses[0].used
    assert refused(table(owner("page"), WAITS), "activate:page") == "act.infinity.type2"


def test_page_and_one_who_is_not_a_noble() -> None:
    player, price = owner(houses=[*display("page"), "red"], hand=[STRANGER]), DECK[STRANGER].price
    assert refused(table({**player, "guilders": price - 1}, WAITS), f"recruit:{STRANGER}:red") == "action.recruit.price"
    game = play(table({**player, "guilders": price}, WAITS), f"recruit:{STRANGER}:red")
    assert told(game, "action.recruit.price") == [("guilders.paid", 0, {"guilders": price})]
    assert told(game, MEANING) == []


def test_page_makes_nobody_cheaper_than_nothing() -> None:
    cheapest = min(DECK.where(group="noble"), key=lambda card: card.price).id
    paid = price_of(cheapest, DECK["page"].numbers["discount"])
    game = table(owner(houses=[*display("page"), "red"], hand=[cheapest], guilders=paid), WAITS)
    play(game, f"recruit:{cheapest}:red")
    assert game.state.players[0].guilders == 0
    assert told(game, "action.recruit.price") == ([("guilders.paid", 0, {"guilders": paid})] if paid else [])


def test_chamberlain() -> None:
    price = DECK[STRANGER].price
    game = table(owner("chamberlain", hand=[IN_HAND, STRANGER], guilders=price), {**WAITS, "workers": 0})
    play(game, f"house:{IN_HAND}")
    chamberlain, player = DECK["chamberlain"].number, game.state.players[0]
    assert (len(player.houses), player.workers) == (2, (1,) * 5)
    assert told(game, MEANING) == [("house.unpaid", 0, {"person": chamberlain})]
    assert told(game, "action.house.cost") == []
    assert refused(game, "house:novice") == "action.house.no_worker"  # an opponent pays
    play(game, "workers:novice", f"recruit:{STRANGER}:{DECK[IN_HAND].colour}")
    assert told(game, "action.recruit.price") == [("guilders.paid", 0, {"guilders": price})]  # people cost what they cost


def test_chamberlain_builds_without_any_worker_but_no_canal_for_less() -> None:
    game = table(owner("chamberlain", workers=0), WAITS)
    assert refused(game, f"house:{IN_HAND}") is None
    assert (DECK[IN_HAND].colour, refused(game, f"canal:{IN_HAND}:left")) == ("blue", "action.canal.cost")
    assert refused(game, "activate:chamberlain") == "act.infinity.type2"


def test_chamberlain_costs_his_own_price() -> None:
    price = DECK["chamberlain"].price
    game = table(owner(houses=["red"], hand=["chamberlain"], guilders=price), WAITS)
    play(game, "recruit:chamberlain:red")
    assert told(game, "action.recruit.price") == [("guilders.paid", 0, {"guilders": price})]
    assert told(game, MEANING) == []


# Points, workers and cards


def test_falconer() -> None:
    """Of the Castle three, himself included; the four others, those in hand and those of an opponent do not count."""
    points = DECK["falconer"].numbers["points"]
    others = (*DONE, "rat_catcher", "beggar")
    game = table(owner("falconer", *DONE_HERE, *others, hand=["valet"]), {**WAITS, "houses": display("page", "gardener")})
    play(game, "activate:falconer")
    assert (game.state.players[0].points, game.state.players[1].points) == (3 * points, 5)
    assert told(game, MEANING) == [("points.scored", 0, {"points": 3 * points})]
    assert refused(game, "activate:falconer") == "act.worker.limit"
    game = activated("falconer")
    assert game.state.players[0].points == points


def test_gardener() -> None:
    workers = DECK["gardener"].numbers["workers"]
    game = table(owner("gardener", workers=0), {**WAITS, "workers": 0}, {"workers": 0}, phase="majorities")
    assert (game.state.round, game.state.phase) == (2, 1)
    assert [player.workers for player in game.state.players] == [(0, workers, 0, 0, 0), (0,) * 5, (0,) * 5]
    assert told(game, MEANING) == [("workers.taken", 0, {"workers": workers, "colour": COLOURS.index("brown")})]
    kinds = [event.kind for event in game.events]
    assert kinds.index("round.begins") < kinds.index("workers.taken") < kinds.index("phase.begins", 1)
    assert not game.state.players[0].houses[0].used


def test_gardener_brings_nothing_in_a_round_that_has_begun_or_after_the_last() -> None:
    game = table(owner(houses=["red"], hand=["gardener"], guilders=DECK["gardener"].price), WAITS)
    play(game, "recruit:gardener:red")
    assert (game.state.players[0].workers, told(game, MEANING)) == ((1,) * 5, [])
    ended = table(owner("gardener"), {}, phase="majorities", round=8, final_round=8)
    assert (ended.over, ended.state.players[0].workers) == (True, (1,) * 5)
    assert refused(table(owner("gardener"), WAITS), "activate:gardener") == "act.infinity.type3"


def test_queen() -> None:
    points, cards = DECK["queen"].numbers["points"], DECK["queen"].numbers["cards"]
    pile = ["nun", *DONE]
    game = activated("queen", given={"piles": [pile, ["knight"]]})
    assert asked(game) == ("draw.one", 0, {"draw:first", "draw:second"})
    play(game, *["draw:first"] * cards)
    player = game.state.players[0]
    assert (player.points, player.unseen) == (points, ())
    assert [DECK[card].id for card in player.hand] == [IN_HAND, *pile[:cards]]
    drawn = [{"card": DECK[c].number, "colour": COLOURS.index(DECK[c].colour), "pile": 0} for c in pile[:cards]]
    assert told(game, MEANING) == [("points.scored", 0, {"points": points}), *(("card.drawn_open", 0, data) for data in drawn)]
    assert {event.data["card"] for event in game.view(1).events if event.kind == "card.drawn_open"} == {None}
    assert asked(game)[:2] == ("turn.act", 0)
    assert refused(game, "activate:queen") == "act.worker.limit"


def test_queen_scores_where_no_card_is_left() -> None:
    game = activated("queen", given={"piles": [[], []], "extra": []})
    assert (game.state.players[0].points, len(game.state.players[0].hand)) == (DECK["queen"].numbers["points"], 1)
    assert asked(game)[:2] == ("turn.act", 0)


def test_court_cook() -> None:
    """People of three colours on houses of two: a brown one, two yellow ones, and the Court cook, who is red."""
    workers = DECK["court_cook"].numbers["workers"]
    people = ("highwayman", "thief", "knight")
    assert [DECK[person].colour for person in (*people, "court_cook")] == ["brown", "yellow", "yellow", "red"]
    game = placed("court_cook", *people, opponent={**WAITS, "houses": display("rat_catcher", "beggar")})
    assert asked(game) == ("worker.choose", 0, {f"take:{colour}" for colour in COLOURS})
    choices = [*["take:purple"] * (3 * workers - 1), "take:blue"]
    play(game, *choices)
    assert game.state.players[0].workers == (2, 1, 1, 1, 3 * workers)
    assert told(game, MEANING) == [
        *[("workers.taken", 0, {"workers": 1, "colour": COLOURS.index("purple")})] * (3 * workers - 1),
        ("workers.taken", 0, {"workers": 1, "colour": COLOURS.index("blue")}),
    ]
    assert asked(game)[:2] == ("turn.act", 1)  # the blue one of an opponent does not count


# Laurels


def test_king() -> None:
    """People in the display in full lots, himself included; no empty house, no hand and no opponent's people count."""
    points, lot = DECK["king"].numbers["points"], DECK["king"].numbers["lot"]
    others = ["thief", "highwayman", "rat_catcher", "beggar", "student", "weaver", "theologian", "novice"][: 2 * lot]
    assert len(others) == 2 * lot
    assert laurel("king", owner("king", *others)) == (2 * lot + 1) // lot * points
    assert laurel("king", owner("king", *others[1:])) == 2 * points
    player = owner(houses=[*display("king", *others[2:]), "red"], hand=["knight"])
    assert laurel("king", player, {"houses": display("damsel", "baroness")}) == (2 * lot - 1) // lot * points
    assert laurel("king", owner(*DONE, hand=["king"])) == 0


def test_steward() -> None:
    """Occupied or empty, only full lots count, and only one's own."""
    points, lot = DECK["steward"].numbers["points"], DECK["steward"].numbers["lot"]
    occupied = display("steward", *DONE)
    empty = ["red"] * (2 * lot - len(occupied))
    assert laurel("steward", owner(houses=[*occupied, *empty[1:]]), {"houses": ["red"]}) == points
    assert laurel("steward", owner(houses=[*occupied, *empty])) == 2 * points
