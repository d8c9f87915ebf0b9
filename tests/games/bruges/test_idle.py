"""Activations that could bring nothing are refused, all of them (D-091), with what is missing; silence does not tell the hand."""

from __future__ import annotations

from typing import Any

import pytest
from cases import each
from tables import DECK, WAITS, Table, asked, display, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.kit import find_deck
from bruges_lab.games.bruges.rules.effects import BY_HAND, POSSIBLE, RUN
from bruges_lab.games.bruges.rules.idle import WHY, why_idle
from bruges_lab.games.bruges.telling import BrugesTeller
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel import Ask
from bruges_lab.rulebook.texts import LANGUAGES

MEANING = "act.meaning"
DEAR, CHEAPER, FREE = "cardinal", "bishop", "smuggler"
PLAYED = max((card for card in DECK.cards if card.colour != "red"), key=lambda card: card.price).id
"""The card of the turn, too dear to be placed: whoever is in hand besides makes the difference."""
DISCOUNT = DECK["marshal"].numbers["discount"]
LAST = bl.Board.load().last_step
NO_CARDS: dict[str, Any] = {"piles": [0, 0], "extra": 0, "extra_used": True, "round": 5, "final_round": 5}


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    return {"hand": [FREE], "houses": display(*people), **fields}


def why_not(game: Table, choice: str) -> tuple[str, str, dict[str, object]]:
    refusal = game.why_not(choice)
    assert refusal is not None
    assert all(refusal.text(lang) for lang in LANGUAGES)
    return refusal.rule, refusal.reason, refusal.data


# Somebody whom the hand makes useless


def marshal(hand: list[str], guilders: int, **fields: Any) -> dict[str, Any]:
    return owner(hand=hand, houses=[*display("marshal"), "brown"], guilders=guilders, **fields)


def price(person: str) -> int:
    return max(0, DECK[person].price - DISCOUNT)


def test_the_marshal_with_too_little_for_anybody_in_hand() -> None:
    """No worker is paid for nothing: the cheapest person in hand against the purse."""
    cheapest = min(price(DEAR), price(CHEAPER))
    game = table(marshal([DEAR, CHEAPER], cheapest - 1), WAITS)
    assert "activate:marshal" not in asked(game)[2]
    numbers = {"card": DECK["marshal"].number, "needs": cheapest, "has": cheapest - 1}
    assert why_not(game, "activate:marshal") == ("action.recruit.price", "nobody_affordable", numbers)
    assert refused(table(marshal([DEAR, CHEAPER], cheapest), WAITS), "activate:marshal") is None


def test_a_discount_of_others_counts_for_the_marshal() -> None:
    less = DECK["bailiff"].numbers["discount"]
    player = {**marshal([DEAR], price(DEAR) - less), "houses": [*display("marshal", "bailiff"), "brown"]}
    assert refused(table(player, WAITS), "activate:marshal") is None
    player["guilders"] -= 1
    assert why_not(table(player, WAITS), "activate:marshal")[2]["needs"] == price(DEAR) - less


def twins() -> tuple[Table, Table]:
    """Two hands of the same backs: with one somebody could be placed, with the other nobody."""
    red = sorted(DECK.where(colour="red"), key=lambda card: card.price)
    dearest, cheapest = red[-1].id, next(card.id for card in red if price(card.id) < price(red[-1].id))
    guilders = price(dearest) - 1
    hands = [[PLAYED, cheapest], [PLAYED, dearest]]
    can, cannot = (table(marshal(hand, guilders, workers={"red": 1}), WAITS) for hand in hands)
    assert (refused(can, "activate:marshal"), refused(cannot, "activate:marshal")) == (None, "action.recruit.price")
    return can, cannot


def test_silence_does_not_tell_that_nobody_in_hand_can_be_paid_for() -> None:
    """After the card the turn is not ended by itself: others cannot tell the two hands apart by who is asked."""
    can, cannot = (play(game, f"workers:{PLAYED}") for game in twins())
    assert asked(can) == ("turn.more", 0, {"activate:marshal", "end"})
    assert asked(cannot) == ("turn.more", 0, {"end"})
    assert can.view(1).state.players == cannot.view(1).state.players
    assert repr(can.view(1).pending) == repr(cannot.view(1).pending)
    assert [event.text() for event in can.view(1).events] == [event.text() for event in cannot.view(1).events]
    assert next(event.kind for event in cannot.play("end").events) == "turn.ended"
    assert "forced" not in [event.kind for event in cannot.events]
    assert asked(cannot)[:2] == asked(play(can, "end"))[:2] == ("turn.act", 1)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"houses": display("marshal")}, id="no empty house"),
        pytest.param({"hand": [PLAYED]}, id="no card left"),
        pytest.param({"workers": {"blue": 1}}, id="no worker"),
        pytest.param({"houses": [{"card": "blue", "person": "marshal", "used": True}, "brown"]}, id="used"),
    ],
)
def test_what_everybody_can_see_ends_the_turn_by_itself(fields: dict[str, Any]) -> None:
    game = table({**marshal([PLAYED, FREE], 0, workers={"red": 1}), **fields}, WAITS)
    assert asked(play(game, f"workers:{PLAYED}"))[:2] == ("turn.act", 1)


def test_another_seat_can_think_of_both_hands() -> None:
    """Resampled by the opponent, the owner is asked the same question, whatever hand is dealt."""
    _, cannot = twins()
    play(cannot, f"workers:{PLAYED}")
    options = set()
    for seed in range(30):
        state = bl.resample(cannot.view(1), seed)
        twin = bl.Game(cannot.kit, state, chance=Ask())
        assert asked(twin)[:2] == ("turn.more", 0)
        options |= asked(twin)[2]
    assert options == {"activate:marshal", "end"}


def test_the_lady_in_waiting_asks_whoever_is_in_hand() -> None:
    """An arrow is not refused: it asks wherever others see a card and an empty house."""
    purse = DECK["lady_in_waiting"].price
    game = table(owner(hand=["lady_in_waiting", DEAR], houses=["red", "brown"], guilders=purse), WAITS)
    assert asked(play(game, "recruit:lady_in_waiting:red")) == ("invite.choose", 0, {"forgo"})
    assert not told(game, DECK["lady_in_waiting"].rule)


def test_a_game_begun_as_of_older_rules_may_waste_the_marshal() -> None:
    game = table(marshal([DEAR, CHEAPER], 0, workers={"red": 1}), WAITS)
    game.state.as_of = game.start.as_of = 1
    old = bl.Game(game.kit, game.start, chance=Ask())
    assert asked(play(old, "activate:marshal")) == ("invite.choose", 0, {"forgo"})


# What is missing


def test_every_op_that_runs_says_what_it_lacks() -> None:
    assert set(RUN) == set(POSSIBLE) == set(BY_HAND) == set(WHY)


def made(effect: dict[str, Any], **numbers: int) -> bl.Deck:
    """The deck with another effect for the Tax collector, a person with a blue worker."""
    text = {lang: " ".join(f"{{${name}}}" for name in numbers) or "…" for lang in LANGUAGES}
    return find_deck({"tax_collector": {"effect": [effect], "numbers": numbers, "text": text}}, bl.Ruleset())


@each(
    ("person", "player", "other", "given", "rule", "reason", "numbers"),
    [
        ("squire", {"workers": {"red": 1}}, {}, {}, MEANING, "no_worker_left", {"has": 1}),
        ("squire", {"reputation": LAST}, {}, {}, MEANING, "track_ends", {"last": LAST}),
        ("fence", {"workers": {"purple": 1}}, {}, {}, MEANING, "no_worker_left", {"has": 1}),
        ("mason", {"workers": {"brown": 1}}, {}, {}, "person.family.exchange", "no_worker_left", {"has": 1}),
        ("dowager_countess", {"guilders": 1}, {}, {}, MEANING, "too_poor", {"needs": 2, "has": 1}),
        ("astrologer", {"guilders": 9}, {}, NO_CARDS, "end.all_cards_gone", "no_card_to_draw", {}),
        ("valet", {}, {}, NO_CARDS, "end.all_cards_gone", "no_card_to_draw", {}),
        ("broker", {"hand": []}, {}, {}, MEANING, "no_card_for_effect", {}),
        ("architect", {"hand": []}, {}, {}, "person.architect", "no_card_for_effect", {}),
        ("messenger", {"hand": []}, {}, {}, "person.family.extra_card", "no_card_for_effect", {}),
        ("marshal", {}, {}, {}, "action.recruit.empty_house", "houses_full", {"has": 1}),
        ("librarian", {}, {}, {"discard": []}, MEANING, "no_discards", {}),
        ("nun", {}, {}, {}, MEANING, "no_threats", {}),
        ("captain", {"threats": {"red": 2}}, {}, {}, MEANING, "no_marker", {"colour": COLOURS.index("brown")}),
        ("margrave", {}, {}, {}, MEANING, "counts_nothing", {"needs": 1, "has": 0}),
        ("jester", {}, {}, {}, MEANING, "nobody_used", {}),
        ("cutpurse", {}, {"guilders": 0}, {}, MEANING, "opponents_have_none", {"goods": "guilders", "aimed": 1}),
        ("cardsharp", {}, {"workers": 0}, {}, MEANING, "opponents_have_none", {"goods": "workers", "aimed": 1}),
        (
            "cutpurse",
            {},
            {"houses": display("bodyguard")},
            {},
            DECK["bodyguard"].rule,
            "opponents_protected",
            {"spared": 1, "others": 0, "goods": "guilders"},
        ),
    ],
)
def test_what_is_missing_is_said(
    person: str,
    player: dict[str, Any],
    other: dict[str, Any],
    given: dict[str, Any],
    rule: str,
    reason: str,
    numbers: dict[str, object],
) -> None:
    helper = [] if player.get("hand", True) else ["accountant"]  # who has no card is asked only if somebody can be activated
    game = table(owner(person, *helper, **player), {**WAITS, **other}, **given)
    found = why_not(game, f"activate:{person}")
    assert found[:2] == (rule, reason)
    assert {name: value for name, value in found[2].items() if name != "card"} == numbers


@each(
    ("effect", "numbers", "others", "rule", "reason", "data"),
    [
        ({"op": "opponents_lose_canal"}, {}, [{}, {}], MEANING, "opponents_have_none", {"goods": "canals", "aimed": 2}),
        ({"op": "opponents_lose_house"}, {}, [{}], MEANING, "opponents_have_none", {"goods": "houses", "aimed": 1}),
        (
            {"op": "opponents_lose_canal"},
            {},
            [{"canals": {"left": 1}, "houses": display("bodyguard")}, {}],
            DECK["bodyguard"].rule,
            "opponents_protected",
            {"spared": 1, "others": 1, "goods": "canals"},
        ),
        (
            {"op": "opponents_give_guilders", "guilders": "guilders", "who": "ahead"},
            {"guilders": 1},
            [{"points": 4}, {"points": 7}],
            MEANING,
            "nobody_ahead",
            {"has": 7, "most": 7},
        ),
        ({"op": "lend_to_opponents", "points": "points"}, {"points": 1}, [{}], MEANING, "too_poor", {"needs": 1, "has": 0}),
        ({"op": "advance", "guilders": "guilders"}, {"guilders": 3}, [{}], MEANING, "too_poor", {"needs": 3, "has": 0}),
    ],
)
def test_what_is_missing_for_effects_that_only_other_decks_activate(
    effect: dict[str, Any], numbers: dict[str, int], others: list[Any], rule: str, reason: str, data: dict[str, object]
) -> None:
    players = [owner("tax_collector", guilders=0, points=7), *({**WAITS, **others[0]}, *others[1:])]
    dice = {"blue": 3, "brown": 4, "yellow": 3, "red": 4, "purple": 3}
    given = {"phase": "actions", "players": players, "dice": dice}
    game = bl.scenario({"given": given}, deck=made(effect, **numbers), chance=Ask())
    found = why_not(game, "activate:tax_collector")
    assert found[:2] == (rule, reason)
    assert {name: value for name, value in found[2].items() if name != "card"} == data


@pytest.mark.parametrize("colour", ["red", "chosen"])
def test_no_threat_is_left_in_the_supply(colour: str) -> None:
    """Hardly ever so in a game; the supply is emptied by hand."""
    state = table(owner("tax_collector"), WAITS).state.copy()
    state.supply = (0, 0, 0, 0, 0)
    state.deck = made({"op": "opponents_take_threat", "colour": colour})
    number = state.deck["tax_collector"].number
    found = "threat.shortage", "supply_empty", {"colour": COLOURS.index("red") if colour == "red" else -1}
    assert why_idle(state, 0, number) == found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_empty_supply_is_told_with_and_without_a_colour(lang: str) -> None:
    teller = BrugesTeller(table(WAITS, {}).state, ("Swan", "Lion"))
    told_of = [teller.tell("refusal", "supply_empty", {"colour": colour}, lang) for colour in (-1, 0)]
    assert len(set(told_of)) == 2
