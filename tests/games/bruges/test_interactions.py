"""People who meet: what comes first, what adds up, and what may be declined.

Written from the texts of the cards and the rules. Numbers and prices are read from the deck, so that they can be retuned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from cases import each
from meeting import (
    CARD_OF,
    DECK,
    DONE,
    IN_HAND,
    LEFT,
    MEANING,
    RIGHT,
    kinds,
    n,
    owner,
    placed,
    placing,
    row,
    story,
    table_with,
    with_effects,
)
from tables import WAITS, Table, asked, display, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.deck import LANGUAGES
from bruges_lab.games.bruges.telling import BrugesTeller
from bruges_lab.games.bruges.words import COLOURS, YELLOW

# What comes first


def stepped(*others: str, **fields: Any) -> Table:
    """The Prince's step, and what comes of it."""
    game = table(owner(*others, "prince", guilders=n("prince", "guilders"), **fields), WAITS)
    return play(game, "activate:prince", "climb")


@pytest.mark.parametrize("order", [("countess", "chronicler"), ("chronicler", "countess")])
def test_what_a_step_brings_comes_in_the_order_of_the_display(order: tuple[str, str]) -> None:
    game = stepped(*order)
    play(game, *["draw:first"] * n("chronicler", "cards"))
    brought = {"countess": ["guilders.taken"], "chronicler": ["card.drawn_open"] * n("chronicler", "cards")}
    expected = ["step.taken", *(kind for person in order for kind in brought[person]), "points.scored"]
    assert [kind for kind, _ in story(game, "step.taken")][: len(expected)] == expected


@pytest.mark.parametrize("brings", ["countess", "chronicler"])
@pytest.mark.parametrize("preacher_first", [False, True])
def test_the_reaction_to_a_step_comes_after_what_it_brings(brings: str, preacher_first: bool) -> None:
    """Wherever the Preacher stands in the display."""
    order = ("preacher", brings) if preacher_first else (brings, "preacher")
    game = stepped(*order, threats={"red": 1})
    if brings == "chronicler":
        assert asked(game)[:2] == ("draw.one", 0)
        play(game, *["draw:first"] * n("chronicler", "cards"))
    assert asked(game) == ("react.choose", 0, {"away:red", "keep"})
    assert "points.scored" not in kinds(game, "person.prince")  # the second part of the Prince waits for all of it
    play(game, "away:red")
    assert kinds(game, "person.prince")[-1] == "points.scored"


def test_a_complete_section() -> None:
    """The statue, the Carillonneur for it, the Toll collector of an opponent for the tile, and the Tower watchman last."""
    card = CARD_OF[COLOURS[LEFT[4].colour]]
    builder = owner("tower_watchman", "carillonneur", hand=[card], guilders=LEFT[4].price, canals={"left": 4}, threats=1)
    opponents = WAITS, {"houses": display("toll_collector"), "guilders": 0}
    game = play(table(builder, *opponents), f"canal:{card}:left")
    colour = COLOURS[LEFT[4].colour]
    assert asked(game) == ("react.choose", 0, {f"away:{colour}", "keep"})
    play(game, f"away:{colour}")
    assert story(game, "canal.built")[:5] == [
        ("canal.built", 0),
        ("statue.taken", 0),
        ("guilders.taken", 0),
        ("guilders.taken", 2),
        ("threat.discarded", 0),
    ]
    assert [player.guilders for player in game.state.players] == [
        n("carillonneur", "guilders"),
        5,
        n("toll_collector", "guilders"),
    ]


def test_several_opponents_gain_clockwise_and_each_in_the_order_of_the_display() -> None:
    """Three more people watch as the Spy does, each for another sum."""
    (spying,) = DECK["spy"].effect
    sums = {"archivist": 2, "toll_collector": 3, "gardener": 4}
    deck = with_effects(**{person: (spying._replace(numbers=(guilders,)),) for person, guilders in sums.items()})
    players = [owner("spy", hand=[]), owner("archivist", hand=[]), placing("duke"), owner("toll_collector", "gardener", **WAITS)]
    game = play(table_with(deck, *players, seat=2), "recruit:duke:red")
    taken = [(seat, data["guilders"]) for kind, seat, data in told(game, MEANING) if kind == "guilders.taken"]
    assert taken == [(3, 3), (3, 4), (0, n("spy", "guilders")), (1, 2)]


@pytest.mark.parametrize("order", [("parish_priest", "bodyguard"), ("bodyguard", "parish_priest")])
def test_a_discarded_threat_and_all_who_gain_by_it(order: tuple[str, str]) -> None:
    game = play(table(owner(*order, hand=["thief"], threats={"yellow": 1}), WAITS), "threat:thief")
    player = game.state.players[0]
    assert (player.points, player.guilders) == (1, sum(n(person, "guilders") for person in order))
    assert [kind for kind, _ in story(game, "threat.discarded")][1:3] == ["guilders.taken"] * 2
    assert told(game, "action.threat.point") == [("threat.discarded", 0, {"colour": YELLOW, "points": 1})]


def test_threats_given_back_after_damage_are_not_discarded() -> None:
    player = owner("parish_priest", "bodyguard", threats={"yellow": 2}, guilders=4)
    game = play(table(player, {}, phase="dice"), "roll:3:3:5:4:3")
    assert (game.state.players[0].threats, game.state.players[0].points, game.state.players[0].guilders) == ((0,) * 5, 0, 0)


@pytest.mark.parametrize("first", ["effect_first", "reaction_first"])
def test_an_arrow_and_a_reaction(first: str) -> None:
    """The Spy of an opponent has no choice and comes before both; which of the two comes first is asked."""
    opponent = {**WAITS, "houses": display("spy")}
    game = placed("assassin", "fire_eater", threats={"red": 1}, opponents=[opponent])
    assert asked(game) == ("people.order", 0, {"effect_first", "reaction_first"})
    assert kinds(game) == ["guilders.taken"]
    arrow, reaction = ["threaten:blue"], ["away:red"]
    play(game, first, *(arrow + reaction if first == "effect_first" else reaction + arrow))
    told_arrow, told_reaction = [("threat.taken", 1), ("points.scored", 0)], [("threat.discarded", 0)]
    expected = told_arrow + told_reaction if first == "effect_first" else told_reaction + told_arrow
    assert [event for event in story(game, "person.placed") if event in expected] == expected


def test_an_invited_person_counts_as_recruited() -> None:
    """The Spy sees the guest too, and the Fire-eater may react to it."""
    reduced = max(0, DECK["duke"].price - n("marshal", "discount"))
    player = owner(
        houses=[*display("marshal", "fire_eater"), "red"], hand=["duke", IN_HAND], guilders=reduced, threats={"blue": 1}
    )
    game = table(player, {**WAITS, "houses": display("spy"), "guilders": 0})
    play(game, "activate:marshal", "invite:duke:red")
    assert game.state.players[1].guilders == n("spy", "guilders")
    assert asked(game) == ("react.choose", 0, {"away:blue", "keep"})
    play(game, "keep")
    assert asked(game)[:2] == ("turn.act", 0)


# Canals


def test_lock_keeper_with_the_canal_family() -> None:
    """Building costs so much less: it comes off the whole price, which the family multiplies, and not below nothing."""
    factor, discount = n("bard", "price_factor"), n("lock_keeper", "discount")
    price = max(0, factor * LEFT[4].price - discount)
    player = owner("bard", "lock_keeper", guilders=price, canals={"left": 4})
    game = play(table(player, WAITS), "activate:bard", "dig:left")
    assert (game.state.players[0].guilders, game.state.players[0].canals) == (0, (5, 0))
    assert told(game, MEANING) == [("price.changed", 0, {"person": DECK["lock_keeper"].number, "guilders": price})]
    assert told(game, DECK["bard"].rule) == [("guilders.paid", 0, {"guilders": price})]
    poor = play(table({**player, "guilders": price - 1}, WAITS), "activate:bard")  # only the other section can be paid for
    assert poor.state.players[0].canals == (4, 1)
    assert poor.state.players[0].guilders == price - 1 - max(0, factor * RIGHT[0].price - discount)


def test_lock_keeper_and_a_refusal() -> None:
    card, price = CARD_OF[COLOURS[LEFT[4].colour]], LEFT[4].price - n("lock_keeper", "discount")
    refusal = table(owner("lock_keeper", hand=[card], guilders=price - 1, canals={"left": 4}), WAITS).why_not(
        f"canal:{card}:left"
    )
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("action.canal.cost", {"needs": price, "has": price - 1})


def test_lock_keeper_stops_at_nothing() -> None:
    card = CARD_OF[COLOURS[LEFT[0].colour]]
    assert LEFT[0].price <= n("lock_keeper", "discount")
    game = play(table(owner("lock_keeper", hand=[card]), WAITS), f"canal:{card}:left")
    assert (game.state.players[0].guilders, game.state.players[0].canals) == (0, (1, 0))
    assert told(game, "action.canal.cost") == []


@pytest.mark.parametrize("helpers", [["well_digger"], ["well_digger", "lock_keeper"]])
def test_well_digger_with_the_canal_family(helpers: list[str]) -> None:
    game = play(table(owner("bard", *helpers, canals={"left": 4}), WAITS), "activate:bard", "dig:left")
    assert (game.state.players[0].guilders, game.state.players[0].statues) == (0, (7,))
    assert told(game, DECK["bard"].rule) == []


# What may be declined

SHOWS, SALES = n("puppeteer", "times") - 1, n("cloth_merchant", "times") - 1
"""Once less than allowed."""


@each(
    ("person", "choices", "after"),
    [
        ("squire", ["enough"], {"reputation": 0}),
        ("dowager_countess", ["enough"], {"guilders": 9, "points": 0}),
        (
            "puppeteer",
            [*["pay", *["take:red"] * n("puppeteer", "workers")] * SHOWS, "enough"],
            {"guilders": 9 - SHOWS * n("puppeteer", "guilders")},
        ),
        ("cloth_merchant", [*["pay"] * SALES, "enough"], {"points": SALES * n("cloth_merchant", "points")}),
        ("broker", ["enough"], {"guilders": 9}),
        ("astrologer", ["enough"], {"guilders": 9}),
        ("marshal", ["forgo"], {"guilders": 9}),
        ("halberdier", ["enough"], {"guilders": 9 + n("halberdier", "guilders"), "threats": row(red=1)}),
        ("inquisitor", ["enough", "threaten:blue"], {"threats": row(red=1)}),
        ("nun", ["enough"], {"threats": row(red=1), "points": 0}),
    ],
)
def test_a_part_that_may_be_declined(person: str, choices: list[str], after: dict[str, Any]) -> None:
    """Nothing is given for it; the other parts of the text happen all the same, and the person has been used."""
    player = owner(houses=[*display(person), "brown"], guilders=9, threats={"red": 1})
    game = play(table(player, WAITS), f"activate:{person}", *choices)
    assert kinds(game).count("declined") == 1
    assert ("declined", 0, {"person": DECK[person].number}) in told(game, MEANING)
    assert {name: getattr(game.state.players[0], name) for name in after} == after
    assert (len(game.state.players[0].hand), game.state.players[0].houses[0].used) == (1, True)
    assert asked(game)[:2] == ("turn.act", 0)


def test_carpenter_without_a_house() -> None:
    game = play(placed("carpenter", hand=[IN_HAND]), "forgo")
    assert kinds(game) == ["declined", "guilders.taken"]
    assert (len(game.state.players[0].houses), game.state.players[0].guilders) == (1, n("carpenter", "guilders"))


@pytest.mark.parametrize(
    ("person", "choice"),
    [
        ("fire_eater", "recruit:poet:red"),
        ("stucco_worker", "house:poet"),
        ("physician", "workers:poet"),
        ("crossbowman", "house:poet"),
    ],
)
def test_a_reaction_that_is_not_wanted(person: str, choice: str) -> None:
    player = owner(houses=[*display(person), "red"], hand=["poet"], guilders=DECK["poet"].price, threats=1)
    game = play(table(player, WAITS), choice)
    assert asked(game) == ("react.choose", 0, {f"away:{DECK['poet'].colour}", "keep"})
    play(game, "keep")
    assert told(game, "act.infinity.forgo") == [("declined", 0, {"person": DECK[person].number})]
    assert (game.state.players[0].threats, game.state.players[0].points) == ((1,) * 5, 0)


# The Jester


def test_jester_lets_a_person_be_used_twice() -> None:
    """The second time costs a second worker; there is no third time."""
    collector = str(DECK["tax_collector"].worker)
    game = table(owner("jester", "tax_collector", workers={collector: 3}), WAITS)
    assert refused(game, "activate:jester") == MEANING  # nobody has been used
    play(game, "activate:tax_collector", "activate:jester")
    assert asked(game) == ("ready.choose", 0, {"ready:tax_collector", "forgo"})
    play(game, "ready:tax_collector")
    assert told(game, "act.infinity.type1") == [("person.activated", 0, {"person": DECK["jester"].number})]
    assert ("person.readied", 0, {"person": DECK["tax_collector"].number}) in told(game, MEANING)
    play(game, "activate:tax_collector")
    player = game.state.players[0]
    assert (player.guilders, sum(player.workers)) == (2 * n("tax_collector", "guilders"), 1)
    assert [refused(game, f"activate:{person}") for person in ("tax_collector", "jester")] == [
        "act.worker.limit",
        "act.infinity.type1",
    ]


def test_jester_straightens_neither_himself_nor_somebody_who_is_straight() -> None:
    game = play(table(owner("jester", "accountant", "counterfeiter"), WAITS), "activate:accountant", "activate:jester")
    assert asked(game) == ("ready.choose", 0, {"ready:accountant", "forgo"})
    assert [refused(game, f"ready:{person}") for person in ("jester", "counterfeiter")] == ["act.worker.rotate"] * 2
    play(game, "forgo")
    assert game.state.players[0].houses[1].used
    assert told(game, MEANING)[-1] == ("declined", 0, {"person": DECK["jester"].number})


def test_jester_and_another_who_straightens() -> None:
    """Two who could straighten each other would never come to an end."""
    deck = with_effects(counterfeiter=DECK["jester"].effect)
    game = table_with(deck, owner("jester", "counterfeiter", "accountant"), WAITS)
    play(game, "activate:accountant", "activate:counterfeiter", "ready:accountant", "activate:accountant", "activate:jester")
    assert asked(game) == ("ready.choose", 0, {"ready:accountant", "forgo"})
    assert refused(game, "ready:counterfeiter") == "act.worker.rotate"


# Prices


DISCOUNTS = {person: n(person, "discount") for person in ("bailiff", "page")}


def test_discounts_add_up() -> None:
    price = max(0, DECK["duke"].price - sum(DISCOUNTS.values()))
    player = owner(houses=[*display(*DISCOUNTS), "red"], hand=["duke"], guilders=price)
    game = play(table(player, WAITS), "recruit:duke:red")
    assert game.state.players[0].guilders == 0
    changed = [("price.changed", 0, {"person": DECK[person].number, "guilders": price}) for person in DISCOUNTS]
    assert told(game, MEANING) == changed
    assert told(game, "action.recruit.price") == [("guilders.paid", 0, {"guilders": price})]
    refusal = table({**player, "guilders": price - 1}, WAITS).why_not("recruit:duke:red")
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("action.recruit.price", {"needs": price, "has": price - 1})


def test_discounts_stop_at_nothing() -> None:
    cheapest = min((card for card in DECK.where(group="noble") if card.price), key=lambda card: card.price)
    assert cheapest.price <= sum(DISCOUNTS.values())
    player = owner(houses=[*display(*DISCOUNTS), "red"], hand=[cheapest.id])
    game = play(table(player, WAITS), f"recruit:{cheapest.id}:red")
    assert told(game, "action.recruit.price") == []
    assert [data["guilders"] for kind, _, data in told(game, MEANING) if kind == "price.changed"] == [0] * len(DISCOUNTS)


@pytest.mark.parametrize("person", ["marshal", "lady_in_waiting"])
def test_a_guest_is_cheaper_through_the_bailiff_too(person: str) -> None:
    price = max(0, DECK["duke"].price - n(person, "discount") - n("bailiff", "discount"))
    if person == "marshal":
        player = owner(houses=[*display("marshal", "bailiff"), "brown"], hand=["duke", IN_HAND])  # one he can place either way
        games = [play(table({**player, "guilders": price - less}, WAITS), "activate:marshal") for less in (0, 1)]
    else:
        saved = min(DECK[person].price, n("bailiff", "discount"))  # she is cheaper herself
        games = [placed(person, "bailiff", purse=price - saved - less, room=["brown"], hand=["duke"]) for less in (0, 1)]
    refusal = games[1].why_not("invite:duke:brown")
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("action.recruit.price", {"needs": price, "has": price - 1})
    play(games[0], "invite:duke:brown")
    assert games[0].state.players[0].guilders == 0
    assert told(games[0], "action.recruit.price")[-1] == ("guilders.paid", 0, {"guilders": price})


# Houses


@each("builder", ["architect", "carpenter", "chamberlain"])
@each("stucco_first", [False, True])
def test_a_house_through_a_person_is_a_house(builder: str, stucco_first: bool) -> None:
    """The Blacksmith brings workers of its colour first, then the Stucco worker may react; no worker was paid."""
    helpers = ("stucco_worker", "blacksmith") if stucco_first else ("blacksmith", "stucco_worker")
    if builder == "carpenter":
        game = play(placed("carpenter", *helpers, hand=["nun"], threats=1, workers=0), "lay:nun")
    elif builder == "architect":
        game = play(
            table(owner("architect", *helpers, hand=["nun"], threats=1, workers={DECK["architect"].worker: 1}), WAITS),
            "activate:architect",
            "lay:nun",
        )
    else:
        game = play(table(owner("chamberlain", *helpers, hand=["nun"], threats=1, workers=0), WAITS), "house:nun")
    colour = COLOURS.index(DECK["nun"].colour)
    assert asked(game) == ("react.choose", 0, {f"away:{DECK['nun'].colour}", "keep"})
    assert game.state.players[0].workers[colour] == n("blacksmith", "workers")
    play(game, f"away:{DECK['nun'].colour}")
    assert story(game, "house.built")[:3] == [("house.built", 0), ("workers.taken", 0), ("threat.discarded", 0)]
    assert told(game, "person.stucco_worker") == [("threat.discarded", 0, {"colour": colour, "points": 1})]
    assert (game.state.players[0].threats[colour], sum(game.state.players[0].workers)) == (0, n("blacksmith", "workers"))


# New questions: kept in a save, told in four languages


class Question(NamedTuple):
    """A game that stands at a question, how it goes on, and something that cannot be chosen."""

    game: Table
    goes_on: list[str]
    impossible: str


def question(kind: str) -> Question:
    """A game at a question of this kind."""
    if kind == "trade.choose":
        return Question(play(table(owner("fence"), WAITS), "activate:fence"), ["pay_worker:red"], "pay")
    if kind == "worker.choose":
        taken = ["take:red", *["take:blue"] * (n("conjurer", "workers") - 1)]
        return Question(play(table(owner("conjurer"), WAITS), "activate:conjurer"), taken, "enough")
    if kind == "climb.choose":
        return Question(placed("baron", purse=n("baron", "guilders")), ["climb"], "advance")
    if kind == "lay.choose":
        return Question(play(table(owner("architect"), WAITS), "activate:architect"), [f"lay:{IN_HAND}"], "lay:duke")
    if kind == "invite.choose":
        player = owner(houses=[*display("marshal"), "brown"], hand=["duke", IN_HAND], guilders=20)
        return Question(play(table(player, WAITS), "activate:marshal"), ["invite:duke:brown"], "invite:duke:red")
    if kind == "ready.choose":
        game = play(table(owner("jester", "accountant"), WAITS), "activate:accountant", "activate:jester")
        return Question(game, ["ready:accountant", "activate:accountant"], "ready:jester")
    if kind == "victim.choose":
        return Question(play(table(owner("cutpurse"), WAITS, {}), "activate:cutpurse"), ["target:2"], "target:0")
    if kind == "threaten.choose":
        victims = [{**WAITS, "threats": {"red": 2}, "canals": {"left": 1, "right": 1}}, {}]
        return Question(placed("assassin", opponents=victims), ["threaten:red", "burn_canal:left"], "away:red")
    assert kind == "burnt.choose"
    victims = [{**WAITS, "houses": [*display(*DONE), "red"], "points": 1}, {"points": 0}]
    return Question(placed("arsonist", opponents=victims), ["burn:1"], "burn:3")


QUESTIONS = [
    "trade.choose",
    "worker.choose",
    "climb.choose",
    "lay.choose",
    "invite.choose",
    "ready.choose",
    "victim.choose",
    "threaten.choose",
    "burnt.choose",
]


@each("kind", QUESTIONS)
def test_a_game_saved_at_a_question_goes_on_as_if_it_had_not_been(kind: str) -> None:
    game, goes_on, _ = question(kind)
    assert asked(game)[0] == kind
    twin = bl.from_text(game.to_text(), deck=game.state.deck)
    assert asked(twin) == asked(game)
    assert twin.state.key() == game.state.key()
    play(game, *goes_on)
    play(twin, *goes_on)
    assert twin.events == game.events
    assert twin.state.key() == game.state.key()


@each("kind", QUESTIONS)
def test_a_question_in_four_languages(kind: str) -> None:
    """The question, every answer, a refusal, and what comes of an answer: each in its own words, with nothing left open."""
    game, goes_on, impossible = question(kind)
    assert game.pending is not None
    teller = BrugesTeller(game.state, game.names)
    refusal = game.why_not(impossible)
    assert refusal is not None
    sentences = {lang: [game.question(lang), refusal.text(lang)] for lang in LANGUAGES}
    for lang in LANGUAGES:
        sentences[lang] += [teller.choice(option, lang) for option in game.pending.raw]
    play(game, *goes_on)
    for lang in LANGUAGES:
        sentences[lang] += [event.text(lang) for event in game.events]
        assert all(sentence and not set("{}$?") & set(sentence) for sentence in sentences[lang])
    assert len({sentences[lang][0] for lang in LANGUAGES}) == len(LANGUAGES)
    assert all(len({sentences[lang][i] for lang in LANGUAGES}) > 1 for i in range(len(sentences["en"])))
