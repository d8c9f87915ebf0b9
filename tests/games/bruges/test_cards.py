"""The deck as a piece of writing: every card complete, every text and op in order, enough variety, the groups in character."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from cases import each

from bruges_lab.games.bruges.deck import LANGUAGES, Card, Deck, Op
from bruges_lab.games.bruges.model import BOOK
from bruges_lab.games.bruges.ops import COUNTS, OPS, TRIGGERS
from bruges_lab.games.bruges.words import COLOURS, DAMAGES, GROUPS
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.texts import Template

DECK = Deck.load()
every_card = each("card", DECK.cards, ids=lambda card: card.id)

LEFT_ASIDE = {"colour", "group", "damage"}
FAMILIES = 5
"""At most so many cards share an effect."""

Signature = tuple[str | None, tuple[tuple[str, tuple[tuple[str, str], ...]], ...]]


def signature(card: Card) -> Signature:
    """An effect with its numbers and colours left aside."""
    return card.when, tuple((op.name, words(op)) for op in card.effect)


def words(op: Op) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, word) for name, word in op.words.items() if name not in LEFT_ASIDE))


# Every card


@every_card
def test_a_card_is_complete(card: Card) -> None:
    assert card.effect, "no effect"
    assert card.when is not None
    assert set(card.text) == set(LANGUAGES)
    assert card.rule in Catalogue.load()


@every_card
def test_texts_say_the_same_numbers_in_four_languages(card: Card) -> None:
    for lang in LANGUAGES:
        template = Template("cards.toml", card.id, f"text.{lang}", card.id, card.text[lang])
        template.parsed()
        assert template.variables == set(card.numbers), lang


@every_card
def test_ops_use_every_number_of_the_card(card: Card) -> None:
    used = [number for op in card.effect for number in op.numbers]
    assert [name for name, number in card.numbers.items() if number not in used] == []


@every_card
def test_counts_make_sense_where_they_stand(card: Card) -> None:
    for op in card.effect:
        if op.name == "score_per":
            assert op.words["per"] not in ("once", "opponents", "die", "low_dice", "threatening_dice", "cards")


def test_whatever_is_attested_is_not_reconstructed() -> None:
    known = [card for card in DECK.cards if "effect" not in card.reconstructed]
    assert len(known) == 41
    assert all(card.rule.startswith("person.") for card in known)


# The deck as a whole


def test_at_least_80_different_effects_and_none_on_more_than_five_cards() -> None:
    found = Counter(signature(card) for card in DECK.cards)
    assert len(found) >= 80
    assert [(effect, count) for effect, count in found.items() if count > FAMILIES] == []


def test_the_whole_vocabulary_is_used() -> None:
    assert {op.name for card in DECK.cards for op in card.effect} == set(OPS)


@pytest.mark.parametrize(("parameter", "allowed"), [("per", COUNTS), ("on", TRIGGERS), ("damage", DAMAGES)])
def test_every_word_of_the_vocabulary_is_used(parameter: str, allowed: tuple[str, ...]) -> None:
    used = {op.words.get(parameter) for card in DECK.cards for op in card.effect}
    assert set(allowed) - used == set()


def test_people_who_draw_cards_are_rare() -> None:
    draws = [
        card.id
        for card in DECK.cards
        for op in card.effect
        if op.name in ("draw_cards", "take_discard") or op.words.get("what") == "cards" or op.words.get("bring") == "card"
    ]
    assert len(draws) <= 5


def test_worker_colours_are_spread_evenly() -> None:
    workers = Counter(card.worker for card in DECK.cards if card.worker)
    assert set(workers) == set(COLOURS)
    assert max(workers.values()) - min(workers.values()) <= 4


def test_a_family_of_five_has_one_price() -> None:
    for members in (signature_members("build_canal"), signature_members("exchange_workers"), signature_members("play_card")):
        assert len(members) == FAMILIES
        assert len({card.price for card in members}) == 1


def signature_members(op: str) -> list[Card]:
    return [card for card in DECK.cards if card.when == "worker" and [step.name for step in card.effect] == [op]]


CHARACTER = {
    "protector": {"discard_threats", "wards_off", "may_discard_threat", "immune"},
    "merchant": {"gain_guilders", "guilder_action", "trade", "lend_to_opponents"},
    "artist": {"score_per", "score_if"},
    "underworld": {
        "opponents_give_guilders",
        "opponents_give_workers",
        "opponents_lose_canal",
        "opponents_lose_house",
        "opponents_take_threat",
        "gain_when",
    },
    "noble": {"advance", "discount", "gain_points", "score_per", "score_if", "advance_without_dice", "trade", "gain_when"},
    "church": {"discard_threats", "may_discard_threat", "gain_points", "score_per", "score_if"},
}


@each("group", CHARACTER)
def test_a_group_has_a_character(group: str) -> None:
    members = DECK.where(group=group)
    fitting = [card.id for card in members if any(op.name in CHARACTER[group] for op in card.effect)]
    assert len(members) == 15
    assert len(fitting) >= 9


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_keep_to_the_glossary(lang: str) -> None:
    glossary = Glossary.load()
    faults = [f"{card.id}: {term}" for card in DECK.cards for term in glossary.forbidden(card.text[lang], lang)]
    assert faults == []


def test_hurting_others_stays_with_a_few() -> None:
    harm = [card for card in DECK.cards if any(op.name.startswith("opponents_") for op in card.effect)]
    assert 8 <= len(harm) <= 20
    assert {card.group for card in harm} <= {"underworld", "church", "entertainer", "noble", "bureaucrat"}
    assert len(GROUPS) == 11


# The table of ops


def ops_table() -> str:
    lines = ["| op | sort | parameters | event | what it does |", "| --- | --- | --- | --- | --- |"]
    for name, kind in OPS.items():
        parameters = ", ".join(f"`{parameter}`" for parameter in (*kind.numbers, *kind.words)) or "–"
        lines.append(f"| `{name}` | {kind.sort} | {parameters} | `{kind.event}` | {kind.about} |")
    return "\n".join(lines)


def test_the_table_in_the_guide_is_the_vocabulary() -> None:
    guide = Path(__file__).parents[3].joinpath("CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"<!-- ops -->\n{ops_table()}\n<!-- /ops -->" in guide


def test_every_op_is_told_by_an_event_that_exists() -> None:
    assert {kind.event for kind in OPS.values()} <= set(BOOK.kinds)
