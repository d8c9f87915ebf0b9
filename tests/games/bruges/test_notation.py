"""What the book knows of every kind of choice: what its numbers are, and under which names templates see them."""

from __future__ import annotations

import pytest

from bruges_lab.games.bruges.amounts import VALUES
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.model import BOOK
from bruges_lab.games.bruges.telling import WORDS, BrugesTeller, own_texts
from bruges_lab.lab import new_game
from bruges_lab.rulebook.texts import LANGUAGES

assert BrugesKit  # fills the book

KINDS = BOOK.choices()
TYPES = {*WORDS, "card", "seat", "house", "count"}


def test_every_number_of_every_choice_has_a_type_that_can_be_told() -> None:
    unknown = {kind: codec.type for kind in KINDS for codec in BOOK.codecs(kind) if codec.type not in TYPES}
    assert unknown == {}


@pytest.mark.parametrize(
    ("kind", "types", "names"),
    [
        ("workers", ["card"], ["card"]),
        ("canal", ["card", "section"], ["card", "section"]),
        ("recruit", ["card", "colour"], ["card", "colour"]),
        ("swap", ["colour", "colour"], ["colour", "into"]),
        ("roll", ["count"] * 5, ["blue", "brown", "yellow", "red", "purple"]),
        ("burn", ["house"], ["house"]),
        ("lend", ["seat"], ["seat"]),
        ("refill", ["count"], ["count"]),
        ("end", [], []),
    ],
)
def test_types_and_names(kind: str, types: list[str], names: list[str]) -> None:
    assert [codec.type for codec in BOOK.codecs(kind)] == types
    assert [codec.name for codec in BOOK.codecs(kind)] == names


def test_no_choice_calls_two_of_its_numbers_the_same() -> None:
    assert BOOK.faults(BOOK.rules()) == []


def test_the_phrases_of_choices_use_nothing_but_what_the_book_gives_them() -> None:
    expected = {}
    for kind in KINDS:
        names = {codec.name for codec in BOOK.codecs(kind)}
        expected[kind] = frozenset(names | VALUES | ({"card_colour"} if "card" in names else set()))
    assert own_texts().faults("choice", expected) == []
    assert own_texts().faults("kind", dict.fromkeys(KINDS, frozenset())) == []


def test_every_kind_is_told_with_numbers_of_its_types() -> None:
    game = new_game(3, seed=1)
    teller = BrugesTeller(game.state, game.names)
    for kind in KINDS:
        option = (kind, *(1 for _ in BOOK.codecs(kind)))
        for lang in LANGUAGES:
            told = teller.choice(option, lang, game.state)
            assert told
            assert not told.startswith(f"{kind} 1")


def test_a_kind_that_nobody_offers_has_no_numbers() -> None:
    assert BOOK.codecs("sing") == ()
    assert BOOK.when("sing") == "sing"


def test_kinds_that_share_a_time_share_its_sentence() -> None:
    assert {BOOK.when(kind) for kind in ("workers", "guilders", "threat", "canal", "house", "recruit")} == {"card"}
    assert (BOOK.when("refill"), BOOK.when("decline"), BOOK.when("burn_canal")) == ("draw", "advance", "burn")
    assert (BOOK.when("activate"), BOOK.when("roll")) == ("activate", "roll")


def test_the_times_that_are_told_are_those_of_the_book() -> None:
    times = {BOOK.when(kind) for kind in KINDS}
    assert set(own_texts().keys("when")) - {BrugesTeller.usual_when} <= times


def test_a_card_is_what_choices_are_gathered_under() -> None:
    game = new_game(2, seed=1)
    teller = BrugesTeller(game.state, game.names)
    card = game.state.deck["prince"].number
    subject = teller.subject(("recruit", card, 3))
    assert subject == ("card", card)
    assert subject is not None
    assert teller.heading(subject, "en").name == "Prince"
    assert teller.heading(subject, "en").colour == game.state.deck["prince"].colour
    assert teller.subject(("swap", 1, 2)) is None
    assert teller.subject(("end",)) is None
    assert teller.label(("recruit", card, 3), "en") == "Recruit into the red house"
    assert teller.label(("swap", 1, 2), "en") is None
