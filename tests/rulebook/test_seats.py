"""Players who were not named are called by their seat in every language; names that were given stay, and saves stay English."""

from __future__ import annotations

import json

import pytest

import bruges_lab as bl
from bruges_lab.rulebook.seats import names_in

SEATS = {
    "en": ("Swan", "Lion", "Lily", "Bear"),
    "de": ("Schwan", "Löwe", "Lilie", "Bär"),
    "fr": ("Cygne", "Lion", "Lys", "Ours"),
    "it": ("Cigno", "Leone", "Giglio", "Orso"),
}


@pytest.mark.parametrize("lang", SEATS)
def test_seats_are_called_in_the_language(lang: str) -> None:
    game = bl.new_game(4, seed=3)
    assert names_in(game, lang) == SEATS[lang]
    assert any(name in event.text(lang) for event in game.events for name in SEATS[lang])
    assert game.names == SEATS["en"]


def test_a_name_that_was_given_stays_and_so_does_a_seat_name_on_another_seat() -> None:
    game = bl.new_game(3, seed=3, names=("Anna", "Swan", "Lily"))
    assert names_in(game, "de") == ("Anna", "Swan", "Lilie")
    assert "Anna" in " ".join(event.text("de") for event in game.events)


def test_a_game_without_names_for_its_seats_counts_them() -> None:
    game = bl.new_game("ferry", players=2, seed=3)
    assert names_in(game, "fr") == ("Joueur 1", "Joueur 2")
    assert names_in(game, "en") == ("Player 1", "Player 2")


def test_saves_keep_the_english_names() -> None:
    saved = bl.new_game(2, seed=1).to_text()
    assert bl.from_text(saved).names == ("Swan", "Lion")
    assert "Schwan" not in json.dumps(saved)
