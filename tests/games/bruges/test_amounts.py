"""Choices with their amounts as the rules would carry them out, closed ones with their reason, questions with what to press."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bruges_lab.games.bruges.amounts import VALUES
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.model import BOOK
from bruges_lab.games.bruges.telling import BrugesTeller, own_texts
from bruges_lab.kernel import Game
from bruges_lab.kernel.book import Decision
from bruges_lab.lab import new_game, scenario
from bruges_lab.rulebook.telling import asked
from bruges_lab.rulebook.texts import LANGUAGES

DECK = Deck.load()
DICE = {"blue": 3, "brown": 2, "yellow": 4, "red": 4, "purple": 6}


def table(player: dict[str, Any], **given: Any) -> Game[Any]:
    game: Game[Any] = scenario({"given": {"phase": "actions", "dice": DICE, "players": [player, {}], **given}})
    return game


def teller(game: Game[Any]) -> BrugesTeller:
    return BrugesTeller(game.state, game.names)


def phrases(game: Game[Any], lang: str = "en") -> dict[str, str]:
    assert game.pending is not None
    return {str(game.pending.choice(option)): teller(game).choice(option, lang, game.state) for option in game.pending.raw}


def labels(game: Game[Any], lang: str = "en") -> dict[str, str | None]:
    assert game.pending is not None
    return {str(game.pending.choice(option)): teller(game).label(option, lang, game.state) for option in game.pending.raw}


def card(colour: str, at: int = 0) -> str:
    """A card of a colour that lowers no price and improves no action."""
    plain = [one for one in DECK.where(colour=colour) if one.when == "arrow" and one.price > 1]
    return plain[at].id


def test_the_six_actions_say_their_amounts() -> None:
    blue = card("blue")
    price = DECK[blue].price
    house = DECK.where(colour="red")[0].id
    player = {"hand": [blue], "guilders": 40, "workers": {"blue": 1}, "threats": {"blue": 2}, "houses": [house]}
    told = labels(table(player))
    assert told[f"workers:{blue}"] == "Take 2 blue workers"
    assert told[f"guilders:{blue}"] == "Take 3 guilders (the blue die)"
    assert told[f"threat:{blue}"] == "Discard 1 of your 2 blue threat markers for 1 point"
    assert told[f"house:{blue}"] == "Build a blue house for 1 blue worker"
    assert told[f"recruit:{blue}:red"] == f"Recruit for {price} guilders"


@pytest.mark.parametrize("seed", range(4))
def test_what_a_choice_says_is_what_the_rules_then_do(seed: int) -> None:
    """Random games: guilders, workers and prices told are those of the events that follow."""
    random, game = Random(seed), new_game(3, seed=seed)
    seen = set()
    for _ in range(400):
        pending = game.pending
        if pending is None:
            break
        if pending.is_chance:
            game.roll()
            continue
        option = random.choice(pending.raw)
        values = teller(game).remarks(option, game.state, "en")
        before = len(game.events)
        seat, kind, old = pending.player, option[0], game.state.players[pending.player].guilders
        game.play_option(option)
        events = game.events[before:]
        paid = sum(one.data["guilders"] for one in events if one.kind == "guilders.paid" and one.player == seat)
        if kind in ("recruit", "canal", "advance", "dig", "invite"):
            assert paid == values["amount"], (kind, values, old)
            seen.add(kind)
        elif kind == "workers":
            (taken,) = [one.data["workers"] for one in events if one.kind == "workers.taken"][:1]
            assert taken == values["amount"]
            seen.add(kind)
        elif kind == "guilders":
            rules = ("action.guilders", "person.")
            taken = sum(one.data["guilders"] for one in events if one.kind == "guilders.taken" and one.rule.startswith(rules))
            assert taken >= values["amount"]  # others may gain on the occasion too
            seen.add(kind)
    assert {"workers", "guilders"} <= seen


def test_a_discount_is_told_with_who_gives_it() -> None:
    discounter = next(one for one in DECK.cards for op in one.effect if op.name == "discount" and op.words["on"] == "recruit")
    op = next(op for op in discounter.effect if op.name == "discount")
    group = op.words["group"]
    guest = next(
        one
        for one in DECK.cards
        if one.id != discounter.id and one.price > op.numbers[0] + 1 and (group == "any" or one.group == group)
    )
    first, second = [one.id for one in DECK.where(colour="red") if one.id not in (guest.id, discounter.id)][:2]
    houses = [{"card": first, "person": discounter.id}, second]
    told = phrases(table({"hand": [guest.id], "guilders": 40, "houses": houses}))[f"recruit:{guest.id}:red"]
    less = op.numbers[0]
    assert told.endswith(f"for {guest.price - less} guilders ({guest.price} less {less} thanks to the {discounter.name['en']})")


def test_a_closed_choice_says_why_in_few_words() -> None:
    blue = card("blue")
    game = table({"hand": [blue], "guilders": 0, "workers": {"blue": 0}, "houses": ["red"]})
    number = DECK[blue].number
    told = {}
    for option in (("recruit", number, 3), ("house", number), ("threat", number)):
        refusal = game.why_not(f"{option[0]}:{blue}" + (":red" if option[0] == "recruit" else ""))
        assert refusal is not None
        told[option[0]] = teller(game).closed(option, refusal, "en", game.state)
    assert told == {
        "recruit": f"Recruit for {DECK[blue].price} guilders: you have none",
        "house": "Build a blue house for 1 blue worker: you have none",
        "threat": "Discard a blue threat marker for 1 point: you have none",
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_houses_are_named_never_numbered(lang: str) -> None:
    red, other = list(DECK.where(colour="red"))[:2]
    lodger = DECK.where(colour="blue")[0]
    game = scenario(
        {
            "given": {
                "phase": "dice",
                "players": [{"houses": [{"card": red.id, "person": lodger.id}, other.id], "threats": {"red": 2}}, {}],
            },
            "when": [{"dice": {"blue": 1, "brown": 1, "yellow": 1, "red": 6, "purple": 1}}],
        }
    )
    told = phrases(game, lang)
    assert red.name[lang] in told["burn:0"]
    assert lodger.name[lang] in told["burn:0"]
    assert other.name[lang] in told["burn:1"]
    assert not re.search(r"\d", " ".join(told.values()))


def test_outside_a_position_no_amount_is_made_up() -> None:
    game = new_game(2, seed=1)
    for kind in BOOK.choices():
        option = (kind, *(1 for _ in BOOK.codecs(kind)))
        values = teller(game).remarks(option, None, "en")
        assert set(values) == VALUES
        assert set(values.values()) == {"none", False}


def test_templates_use_nothing_but_what_they_are_given() -> None:
    texts = own_texts()
    decisions = {
        name: step
        for name, step in BOOK.steps.items()
        if isinstance(step, Decision) or name in ("dice.roll", "pile.reshuffle", "ships.again", "market.reshuffle")
    }
    always = {"player", "cards", "active", "count"}
    expected = {
        name: frozenset({*always, *step.about, *(f"{about}_sort" for about in step.about)}) for name, step in decisions.items()
    }
    assert texts.faults("ask", expected) == []
    for lang in LANGUAGES:
        for key in texts.keys("explorer", lang):
            if key.startswith("act."):
                names = {codec.name for codec in BOOK.codecs(key.removeprefix("act."))}
                assert texts.variables("explorer", key, lang) <= names | VALUES | {"card_colour"}, key
        for key in texts.keys("short", lang):
            assert texts.has("refusal", key.partition(".")[0], lang)
        assert set(texts.keys("short", lang)) == set(texts.keys("short"))


@pytest.mark.parametrize(
    ("lang", "question"),
    [
        ("en", "Swan, play a card: press one of your 2 cards."),
        ("de", "Schwan, spiele eine Karte aus: Drücke auf eine deiner 2 Karten."),
        ("fr", "Cygne, jouez une carte\u00a0: appuyez sur l’une de vos 2 cartes."),
        ("it", "Cigno, gioca una carta: premi su una delle tue 2 carte."),
    ],
)
def test_the_question_says_what_to_press(lang: str, question: str) -> None:
    assert asked(table({"hand": [card("blue"), card("red")]}), lang) == question
