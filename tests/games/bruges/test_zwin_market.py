"""The market: what each of the twelve cards and each improvement does, with people and ships, and what is refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cases import each
from hypothesis import given, settings
from hypothesis import strategies as st

import bruges_lab as bl
from bruges_lab.games.bruges.market_cards import ACTIONS, MarketCard
from bruges_lab.games.bruges.market_files import own_market
from bruges_lab.games.bruges.market_texts import check_texts, improvement_name, improvement_text
from bruges_lab.games.bruges.model import BOOK, State
from bruges_lab.games.bruges.rules.market import free_markers
from bruges_lab.games.bruges.rules.turns import list_cards
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel import Game, Stream
from bruges_lab.rulebook.texts import LANGUAGES

DICE = {"blue": 2, "brown": 5, "yellow": 1, "red": 3, "purple": 6}
BLUE, BROWN, YELLOW, RED, PURPLE = range(5)


def at_the_market(
    card: str, *, ruleset: str = "zwin:market", switches: dict[str, Any] | None = None, **player: Any
) -> Game[State]:
    """The first turn of a round with an open market card: a worker of each colour, ten guilders, a red Nun of price 3."""
    table = {name: player.pop(name) for name in ("docks", "markers") if name in player}
    own = {"guilders": 10, "hand": ["nun", "squire"], **player}
    given = {"phase": "actions", "ruleset": ruleset, "switches": switches or {}, "dice": DICE, "market": card, **table}
    game: Game[State] = bl.scenario({"given": {**given, "players": [own, {"hand": ["novice"]}]}})
    return game


def told(game: Game[State]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(event.rule, event.kind, dict(event.data)) for event in game.events]


def goods(game: Game[State]) -> dict[str, Any]:
    """What the first seat has."""
    player = game.state.players[0]
    return {
        "workers": player.workers,
        "guilders": player.guilders,
        "points": player.points,
        "threats": player.threats,
        "canals": player.canals,
        "houses": len(player.houses),
        "people": len(player.people),
    }


# Each improvement

BEFORE: dict[str, Any] = {
    "workers": (1, 1, 1, 1, 1),
    "guilders": 10,
    "points": 5,
    "threats": (1, 0, 0, 2, 0),
    "canals": (1, 0),
    "houses": 1,
    "people": 0,
}
GIVEN: dict[str, Any] = {"threats": {"red": 2, "blue": 1}, "canals": {"left": 1}, "houses": [{"card": "blue"}]}

# Choices, what the player has otherwise afterwards, and the events under the improvement's own rule.
Case = tuple[list[str], dict[str, Any], list[tuple[str, dict[str, Any]]]]
CASES: dict[str, Case] = {
    "workers.one_more": (
        ["improved_workers:nun"],
        {"workers": (1, 1, 1, 4, 1)},
        [("workers.taken", {"workers": 1, "colour": RED})],
    ),
    "workers.any_colours": (
        ["improved_workers:nun", "take:blue", "take:purple"],
        {"workers": (2, 1, 1, 1, 2)},
        [("workers.taken", {"workers": 1, "colour": BLUE}), ("workers.taken", {"workers": 1, "colour": PURPLE})],
    ),
    "workers.and_guilders": (
        ["improved_workers:nun"],
        {"workers": (1, 1, 1, 3, 1), "guilders": 12},
        [("guilders.taken", {"guilders": 2})],
    ),
    "guilders.two_more": (["improved_guilders:nun"], {"guilders": 15}, [("guilders.taken", {"guilders": 2})]),
    "guilders.best_die": (["improved_guilders:nun"], {"guilders": 16}, [("guilders.taken", {"guilders": 6})]),
    "guilders.and_worker": (
        ["improved_guilders:nun"],
        {"guilders": 13, "workers": (1, 1, 1, 2, 1)},
        [("workers.taken", {"workers": 1, "colour": RED})],
    ),
    "threat.two_markers": (
        ["improved_threat:nun:red"],
        {"threats": (1, 0, 0, 0, 0), "points": 7},
        [("threat.discarded", {"colour": RED, "points": 1})],
    ),
    "threat.any_colour": (
        ["improved_threat:nun:blue"],
        {"threats": (0, 0, 0, 2, 0), "points": 6},
        [("threat.discarded", {"colour": BLUE, "points": 1})],
    ),
    "threat.two_points": (
        ["improved_threat:nun:red"],
        {"threats": (1, 0, 0, 1, 0), "points": 7},
        [("threat.discarded", {"colour": RED, "points": 2})],
    ),
    "canal.two_less": (
        ["improved_canal:nun:left"],
        {"canals": (2, 0)},
        [("price.improved", {"guilders": 0, "improvement": "canal.two_less"})],
    ),
    "canal.any_card": (
        ["improved_canal:squire:left"],
        {"canals": (2, 0), "guilders": 8},
        [("card.spent", {"action": "canal"})],
    ),
    "canal.a_point": (
        ["improved_canal:nun:left"],
        {"canals": (2, 0), "guilders": 8, "points": 6},
        [("points.scored", {"points": 1})],
    ),
    "house.no_worker": (
        ["improved_house:nun:none"],
        {"houses": 2},
        [("house.free", {"improvement": "house.no_worker"})],
    ),
    "house.any_worker": (
        ["improved_house:nun:yellow"],
        {"houses": 2, "workers": (1, 1, 0, 1, 1)},
        [("workers.paid", {"workers": 1, "colour": YELLOW})],
    ),
    "house.and_guilders": (
        ["improved_house:nun:red"],
        {"houses": 2, "workers": (1, 1, 1, 0, 1), "guilders": 12},
        [("guilders.taken", {"guilders": 2})],
    ),
    "recruit.three_less": (
        ["improved_recruit:nun:blue"],
        {"people": 1},
        [("price.improved", {"guilders": 0, "improvement": "recruit.three_less"})],
    ),
    "recruit.and_worker": (
        ["improved_recruit:nun:blue", "take:yellow"],
        {"people": 1, "guilders": 7, "workers": (1, 1, 2, 1, 1)},
        [("workers.taken", {"workers": 1, "colour": YELLOW})],
    ),
}


def card_with(improvement: str) -> str:
    """A market card that improves an action in a certain way."""
    action, _, kind = improvement.partition(".")
    return next(card.id for card in own_market().cards if card.improvements[ACTIONS.index(action)] == kind)


def played(game: Game[State], improvement: str) -> None:
    """Play a case and check goods, events and rules to the number."""
    choices, changes, events = CASES[improvement]
    action = improvement.partition(".")[0]
    assert goods(game) == BEFORE
    for choice in choices:
        assert game.why_not(choice) is None
        game.play(choice)
    assert goods(game) == {**BEFORE, **changes}
    happened = told(game)
    assert ("exp.market.use", "marker.taken", {"action": action, "improvement": improvement}) in happened
    own = [(kind, data) for rule, kind, data in happened if rule == f"exp.market.improve.{improvement}"]
    assert [kind for kind, _ in own] == [kind for kind, _ in events]
    for (_, data), (_, expected) in zip(own, events, strict=True):
        assert expected.items() <= data.items()
    assert not game.state.markers[ACTIONS.index(action)]


def test_every_improvement_has_its_case() -> None:
    assert set(CASES) == set(own_market().kinds)
    assert len(CASES) == 17
    assert {improvement.rule for improvement in own_market().kinds.values()} <= set(bl.Catalogue.load())


@each("improvement", sorted(CASES))
def test_each_improvement_does_what_it_says(improvement: str) -> None:
    played(at_the_market(card_with(improvement), **GIVEN), improvement)


@each("card", own_market().cards, ids=lambda card: card.id)
def test_each_card_improves_its_actions_and_no_others(card: MarketCard) -> None:
    for action, kind in zip(ACTIONS, card.improvements, strict=True):
        game = at_the_market(card.id, **GIVEN)
        if kind:
            played(game, f"{action}.{kind}")
        else:
            refusal = game.why_not("improved_recruit:nun:blue")
            assert refusal is not None
            assert (refusal.rule, refusal.reason) == ("exp.market.markers", "not_improved")


def test_the_cards_have_each_kind_alike_and_are_reconstructed() -> None:
    market = own_market()
    kinds = Counter(
        f"{action}.{kind}" for card in market.cards for action, kind in zip(ACTIONS, card.improvements, strict=True) if kind
    )
    assert {kinds[kind] for kind in kinds if not kind.startswith("recruit")} == {4}
    assert {kinds[kind] for kind in kinds if kind.startswith("recruit")} == {3}
    assert len({card.improvements for card in market.cards}) == len(market) == 12
    for improvement in market.kinds.values():
        assert list(check_texts(improvement)) == []
        assert improvement.source("numbers") == "reconstructed"
        for lang in LANGUAGES:
            assert "≈" in improvement_name(improvement, lang)
            assert "≈" in improvement_text(improvement, lang)


def test_up_to_two_markers_are_two_where_there_are_two() -> None:
    for held in (1, 2):
        game = at_the_market("m01", threats={"red": held})
        game.play("improved_threat:nun:red")
        player = game.state.players[0]
        assert (player.threats[RED], player.points) == (0, 5 + held)


# With people (D-195)


def test_people_come_first_then_the_market() -> None:
    foreman = at_the_market("m01", houses=[{"card": "blue", "person": "unnamed_type2"}])
    foreman.play("improved_workers:nun")
    assert foreman.state.players[0].workers[RED] == 1 + 3 + 1
    pedlar = at_the_market("m02", houses=[{"card": "blue", "person": "pedlar"}])
    pedlar.play("improved_guilders:squire")
    assert pedlar.state.players[0].guilders == 10 + 6 + 1
    taken = [(event.rule, event.data["guilders"]) for event in pedlar.events if event.kind == "guilders.taken"]
    assert taken == [("exp.market.improve.guilders.best_die", 6), ("act.meaning", 1)]


@each("person, tiles, price", [("well_digger", 4, 0), ("lock_keeper", 4, 1), ("lock_keeper", 2, 0)])
def test_a_price_falls_first_by_people_then_by_the_market_and_never_below_nothing(person: str, tiles: int, price: int) -> None:
    card = {4: "baron", 2: "alchemist"}[tiles]
    game = at_the_market("m01", hand=[card], canals={"left": tiles}, houses=[{"card": "blue", "person": person}])
    game.play(f"improved_canal:{card}:left")
    assert game.state.players[0].guilders == 10 - price
    assert [dict(e.data)["guilders"] for e in game.events if e.kind == "price.improved"] == [price]


def test_a_person_is_cheaper_by_the_bailiff_and_by_the_market() -> None:
    for card, price in (("nun", 0), ("baron", 1), ("treasurer", 4)):
        game = at_the_market("m02", hand=[card], houses=[{"card": "blue", "person": "bailiff"}, {"card": "red"}])
        game.play(f"improved_recruit:{card}:red")
        assert game.state.players[0].guilders == 10 - price


def test_who_pays_no_worker_anyway_saves_nothing() -> None:
    for card in ("m01", "m02", "m03"):
        game = at_the_market(card, houses=[{"card": "blue", "person": "chamberlain"}])
        refusal = game.why_not("improved_house:nun:red")
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == ("act.meaning", "nothing_to_pay")
        game.play("improved_house:nun:none")
        assert game.state.players[0].workers == (1,) * 5
        assert [event.rule for event in game.events if event.kind in ("house.unpaid", "house.free")] == ["act.meaning"]


def test_workers_of_chosen_colours_are_a_worker_action_all_the_same() -> None:
    game = at_the_market("m02", threats={"red": 1}, houses=[{"card": "blue", "person": "physician"}])
    for choice in ("improved_workers:nun", "take:blue", "take:blue"):
        game.play(choice)
    assert game.pending is not None
    assert game.pending.kind == "react.choose"
    game.play("away:red")
    assert game.state.players[0].threats == (0,) * 5


def test_the_worker_of_a_recruit_comes_after_all_effects_of_the_person() -> None:
    game = at_the_market("m04", guilders=12, hand=["conjurer"], houses=[{"card": "blue"}])
    game.play("improved_recruit:conjurer:blue")
    asked = []
    while game.pending is not None and game.pending.kind in ("worker.choose", "market.worker"):
        asked.append((game.pending.kind, game.pending.rule))
        game.play("take:blue")
    assert asked[-1] == ("market.worker", "exp.market.improve.recruit.and_worker")
    assert [kind for kind, _ in asked].count("market.worker") == 1


# With ships (D-203)


def test_a_ship_can_be_used_after_an_improved_tile() -> None:
    game = at_the_market("m01", ruleset="zwin", docks={"red": "red6"}, guilders=0)
    game.play("improved_canal:squire:left")
    assert game.pending is not None
    assert game.pending.kind == "ship.choose"
    game.play("ship:red")
    kinds = [event.kind for event in game.events]
    assert kinds.index("marker.taken") < kinds.index("canal.built") < kinds.index("ship.used")
    assert goods(game)["points"] == 7


# What is refused


@each(
    "card, choice, rule, reason",
    [
        ("m01", "improved_workers:duke", "phase3.turns", "not_in_hand"),
        ("m01", "improved_threat:nun:blue", "action.threat", "not_card_colour"),
        ("m02", "improved_threat:nun:purple", "action.threat.need", "no_marker"),
        ("m01", "improved_canal:squire:right", "action.canal.color", "wrong_colour"),
        ("m02", "improved_house:nun:none", "action.house.cost", "worker_due"),
        ("m03", "improved_house:nun:blue", "action.house.cost", "worker_due"),
        ("m01", "improved_house:nun:red", "exp.market.improve.house.no_worker", "nothing_to_pay"),
        ("m02", "improved_recruit:nun:red", "action.recruit.empty_house", "no_empty_house"),
    ],
)
def test_what_cannot_be_is_refused_as_a_referee_would(card: str, choice: str, rule: str, reason: str) -> None:
    game = at_the_market(card, threats={"blue": 1})
    refusal = game.why_not(choice)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (rule, reason)
    assert all(refusal.text(lang) for lang in LANGUAGES)


def test_prices_are_still_prices() -> None:
    poor = at_the_market("m02", guilders=0, hand=["baron", "squire"], canals={"left": 4}, houses=[{"card": "red"}])
    for choice, rule, needs in (
        ("improved_recruit:baron:red", "action.recruit.price", 3),
        ("improved_canal:baron:left", "action.canal.cost", 3),
    ):
        refusal = poor.why_not(choice)
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == (rule, "too_poor")
        assert refusal.data["needs"] == needs
    assert poor.why_not("improved_recruit:squire:red") is None


def test_at_another_time() -> None:
    without = bl.new_game(2, seed=1)
    drawing = bl.new_game(2, seed=1, ruleset="zwin:market")
    over = at_the_market("m01", houses=[{"card": "blue", "person": "bard"}])
    over.play("workers:nun")
    for game, choice, rule in (
        (without, "improved_workers:nun", "exp.optional"),
        (drawing, "improved_workers:nun", "exp.market.use.card"),
        (over, "improved_workers:squire", "phase3.one_action"),
    ):
        refusal = game.why_not(choice)
        assert refusal is not None
        assert refusal.rule == rule


# Listing


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    card=st.sampled_from([card.id for card in own_market().cards]),
    markers=st.sampled_from(["card", "five", "six"]),
    null=st.booleans(),
)
def test_the_fast_listing_is_what_the_needs_allow(seed: int, card: str, markers: str, null: bool) -> None:
    stream = Stream(seed, "market")
    people = [None, "well_digger", "chamberlain", "bailiff", "lock_keeper"]
    own: dict[str, Any] = {
        "guilders": stream.below(6),
        "hand": [COLOURS[stream.below(5)] for _ in range(3)],
        "workers": {colour: stream.below(2) for colour in COLOURS},
        "threats": {colour: stream.below(3) for colour in COLOURS},
        "canals": {"left": stream.below(6), "right": stream.below(6)},
        "houses": [{"card": "blue", **({"person": who} if (who := people[stream.below(5)]) else {})}],
    }
    game = at_the_market(card, switches={"market_markers": markers, "null_action": null}, **own)
    state = game.state
    for kind in ("turn.act", "turn.extra"):
        step = BOOK.steps[kind]
        allowed = [
            (name, *rest)
            for name, action in step.actions.items()
            if name.startswith("improved_")
            for rest in action.candidates(state, 0)
            if all(need.test(state, 0, *rest) for need in action.needs)
        ]
        listed = [option for option in list_cards(state, 0) if option[0].startswith("improved_")]
        assert sorted(listed) == sorted(allowed)
        assert len(set(listed)) == len(listed)
    assert {option[0] for option in listed} <= {f"improved_{ACTIONS[action]}" for action, _ in free_markers(state, 0)}
