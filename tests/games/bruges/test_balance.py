"""What people are worth: how it is measured, and that the kept table has no reconstructed person far from the others."""

import csv

import pytest

from bruges_lab import places
from bruges_lab.games.bruges.deck import Deck, Op
from bruges_lab.games.bruges.play.balance import FAR, Weighing, screen, weigh, weigh_all
from bruges_lab.kernel.errors import LabError

DECK = Deck.load()
FLAGGED = 500
"""Pairs of games of whoever may be far from the others."""


@pytest.fixture(scope="module")
def kept() -> dict[str, Weighing]:
    with places.data("bruges", "balance.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            Weighing(row["card"], int(row["games"]), *(float(row[name]) for name in Weighing._fields[2:]))
            for row in csv.DictReader(file)
        ]
    return {row.card: row for row in rows}


def standard(table: dict[str, Weighing]) -> float:
    return sum(row.difference for row in table.values()) / len(table)


def test_the_table_holds_every_card(kept: dict[str, Weighing]) -> None:
    assert list(kept) == sorted(card.id for card in DECK.cards)


def test_no_reconstructed_person_is_an_outlier(kept: dict[str, Weighing]) -> None:
    usual = standard(kept)
    far = [row.card for row in kept.values() if row.outlier(usual)]
    assert far, "some attested ones are, so the measure can see it"
    assert [card for card in far if not DECK[card].witness.get("effect", "").startswith("attested")] == []


def test_whoever_may_be_an_outlier_was_played_more_often(kept: dict[str, Weighing]) -> None:
    usual = standard(kept)
    assert [row.card for row in kept.values() if abs(row.difference - usual) > FAR and row.games < FLAGGED] == []


def test_pairs_are_the_same_games_until_the_card_matters() -> None:
    """A card that does nothing wins exactly what its blank wins."""
    idle = Deck(card._replace(effect=()) if card.id == "knight" else card for card in DECK.cards)
    found = weigh("knight", 4, deck=idle)
    assert (found.difference, found.error, found.points, found.errors) == (0, 0, 0, 0)


def test_a_card_that_brings_much_is_worth_much() -> None:
    rich = (Op("gain_points", (30, 1), {"per": "once"}),)
    found = weigh("knight", 6, deck=Deck(card._replace(effect=rich) if card.id == "knight" else card for card in DECK.cards))
    assert found.won == 1
    assert found.points > 20


def test_several_cards_come_in_their_order() -> None:
    assert list(weigh_all(["nun", "duke"], 2)) == [weigh("nun", 2), weigh("duke", 2)]


def test_a_screening_plays_the_unsure_ones_again() -> None:
    first, second = screen(["knight", "duke", "nun"], sizes=(2, 4))
    assert {row.games for row in first} == {2}
    usual = sum(row.difference for row in first) / 3
    unsure = {row.card for row in first if abs(row.difference - usual) + row.error > FAR}
    assert {row.card for row in second if row.games == 4} == unsure


def test_a_card_that_does_not_exist() -> None:
    with pytest.raises(LabError, match="unknown card 'nobody'"):
        weigh("nobody", 1)
