import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from bruges_lab import places
from bruges_lab.bruges.deck import LANGUAGES, WITNESS, Deck
from bruges_lab.bruges.ruleset import Ruleset
from bruges_lab.bruges.words import ACTIVATIONS, COLOURS, GROUPS
from bruges_lab.kernel.errors import DataError
from bruges_lab.rulebook.catalogue import Catalogue

DECK = Deck.load()
FAMILIES = {
    "canal": ("acrobat", "bard", "juggler", "minstrel", "dancer"),
    "extra_card": ("messenger", "herald", "coachman", "scribe", "stable_boy"),
    "exchange": ("charcoal_burner", "mason", "miller", "shoemaker", "winegrower"),
}


# The whole deck


def test_165_cards_numbered_in_order_with_ids_of_their_own() -> None:
    assert len(DECK) == len(DECK.cards) == len(DECK.by_id) == 165
    assert [card.number for card in DECK.cards] == list(range(165))


def test_33_cards_a_colour_and_15_a_group_and_3_of_each_together() -> None:
    assert Counter(card.colour for card in DECK.cards) == dict.fromkeys(COLOURS, 33)
    assert Counter(card.group for card in DECK.cards) == dict.fromkeys(GROUPS, 15)
    assert set(Counter((card.group, card.colour) for card in DECK.cards).values()) == {3}
    assert len(GROUPS) == 11


def test_prices_and_points() -> None:
    assert {card.price for card in DECK.cards} == {0, 3, 6, 9, 12}
    assert all(card.points * 3 == card.price for card in DECK.cards)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_a_name_of_its_own(lang: str) -> None:
    names = [card.name[lang] for card in DECK.cards]
    assert all(name == name.strip() and name for name in names)
    assert len(set(names)) == 165


def test_a_name_in_four_languages_and_no_more() -> None:
    assert {tuple(sorted(card.name)) for card in DECK.cards} == {tuple(sorted(LANGUAGES))}


def test_a_worker_goes_with_activation_by_worker() -> None:
    for card in DECK.cards:
        assert card.when in (*ACTIVATIONS, None), card.id
        assert (card.worker in COLOURS) == (card.when == "worker"), card.id


def test_columns_agree_with_the_cards() -> None:
    for card in DECK.cards:
        number = card.number
        assert COLOURS[DECK.colour[number]] == card.colour
        assert GROUPS[DECK.group[number]] == card.group
        assert (DECK.price[number], DECK.points[number]) == (card.price, card.points)
        assert DECK[number] is DECK[card.id] is card


# Where it comes from


def test_witnesses_are_well_formed() -> None:
    for card in DECK.cards:
        assert all(WITNESS.fullmatch(witness) for witness in card.witness.values()), card.id
        assert card.source("no such field") == "reconstructed"


@pytest.mark.parametrize(
    ("person", "field", "value", "source"),
    [
        ("prince", "price", 9, "attested"),
        ("prince", "group", "noble", "attested"),
        ("prince", "worker", "yellow", "attested"),
        ("mayor", "group", "bureaucrat", "attested"),
        ("councilman", "group", "bureaucrat", "attested"),
        ("engraver", "price", 12, "reported"),
        ("coachman", "worker", "yellow", "attested"),
        ("acrobat", "worker", "red", "attested"),
    ],
)
def test_what_is_known_of_a_person(person: str, field: str, value: object, source: str) -> None:
    card = DECK[person]
    assert getattr(card, field) == value
    assert card.source(field).split()[0] == source


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_of_five_has_five_worker_colours(family: str) -> None:
    members = Catalogue.load()[f"person.family.{family}"].persons
    assert sorted(members) == sorted(FAMILIES[family])
    assert {DECK[member].worker for member in members} == set(COLOURS)


def test_every_person_of_the_catalogue_is_a_card() -> None:
    persons = [rule.removeprefix("person.") for rule in Catalogue.load() if rule.startswith("person.")]
    assert [person for person in persons if person not in DECK.by_id and not person.startswith("family.")] == []
    assert len(persons) > 40


def test_most_cards_say_that_they_are_reconstructed() -> None:
    assert sum(card.source("price") == "reconstructed" for card in DECK.cards) > 120


# Identity


def test_the_digest_does_not_mind_another_name(tmp_path: Path) -> None:
    path = Path(shutil.copy(places.data("cards.toml"), tmp_path))
    assert Deck.load(path).digest == DECK.digest
    edit(path, 'en = "Squire"', 'en = "Page boy"')
    assert Deck.load(path).digest == DECK.digest


SQUIRE = '{ en = "Squire", de = "Knappe", fr = "Écuyer", it = "Scudiero" }'


@pytest.mark.parametrize(
    ("old", "new"),
    [("price = 3", "price = 6"), ("price = 3", "price = 3\nnumbers = { x = 1 }"), ('"squire"', '"squire_of_bruges"')],
)
def test_the_digest_sees_every_change_that_play_would(tmp_path: Path, old: str, new: str) -> None:
    path = Path(shutil.copy(places.data("cards.toml"), tmp_path))
    edit(path, old, new)
    assert Deck.load(path).digest != DECK.digest


# Bad files


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def refusal(path: Path) -> DataError:
    with pytest.raises(DataError) as error:
        Deck.load(path)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 500
    return error.value


# `squire` is the first card, so the first hit of each text is in it.
@pytest.mark.parametrize(
    ("old", "new", "entry", "field", "rule"),
    [
        pytest.param("price = 3", "price = 4", "squire", "price", "card.anatomy.points_third", id="price no multiple of 3"),
        pytest.param("price = 3", "price = -3", "squire", "price", "card.anatomy.points_third", id="negative price"),
        pytest.param("price = 3", 'price = "3"', "squire", "price", None, id="price as text"),
        pytest.param("price = 3\n", "", "squire", "price", None, id="no price"),
        pytest.param('colour = "blue"', 'colour = "green"', "squire", "colour", "comp.cards.colors", id="unknown colour"),
        pytest.param('colour = "blue"', 'colour = "red"', "deck", "colour", "comp.cards.per_color", id="34 red cards"),
        pytest.param('group = "noble"', 'group = "robot"', "squire", "group", "card.groups.list", id="unknown group"),
        pytest.param(SQUIRE, "{}", "squire", "name", None, id="no name"),
        pytest.param('it = "Scudiero"', 'it = ""', "squire", "name.it", None, id="empty name"),
        pytest.param('en = "Squire"', 'en = "Duke"', "deck", "name.en", "comp.cards.distinct", id="name twice"),
        pytest.param('id = "squire"', 'id = "duke"', "duke", "id", None, id="id twice"),
        pytest.param('id = "squire"', 'id = "Squire!"', "Squire!", "id", None, id="bad id"),
        pytest.param('id = "squire"', "id = 7", "card 1", "id", None, id="id is a number"),
        pytest.param("price = 3", "price = 3\npoints = 1", "squire", "points", None, id="unknown key"),
        pytest.param('worker = "red"\n', "", "squire", "worker", "act.worker.cost", id="no worker colour"),
        pytest.param('when = "worker"\n', "", "squire", "worker", "act.worker.cost", id="worker without when"),
        pytest.param('worker = "red"', 'worker = "green"', "squire", "worker", "act.worker.cost", id="unknown worker"),
        pytest.param('when = "worker"', 'when = "often"', "squire", "when", None, id="unknown activation"),
        pytest.param("price = 3", 'price = 3\nwitness = { price = "told" }', "squire", "witness.price", None, id="bad witness"),
        pytest.param(
            "price = 3", 'price = 3\nwitness = { size = "reported" }', "squire", "witness.size", None, id="witness of nothing"
        ),
        pytest.param("price = 3", 'price = 3\nnumbers = { x = "1" }', "squire", "numbers", None, id="number as text"),
    ],
)
def test_a_bad_card_is_refused(tmp_path: Path, old: str, new: str, entry: str, field: str, rule: str | None) -> None:
    path = Path(shutil.copy(places.data("cards.toml"), tmp_path / "mine.toml"))
    edit(path, old, new)
    error = refusal(path)
    assert str(error).startswith(f"mine.toml: {entry}: ")
    assert field in str(error)
    assert error.rule == rule
    assert rule is None or rule in Catalogue.load()


def test_a_card_too_few_is_refused(tmp_path: Path) -> None:
    path = Path(shutil.copy(places.data("cards.toml"), tmp_path / "mine.toml"))
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"\[\[card\]\]\nid = \"squire\".*?(?=\[\[card\]\])", "", text, flags=re.S), encoding="utf-8")
    error = refusal(path)
    assert (error.entry, error.field, error.rule) == ("deck", "card", "comp.cards.count")
    assert "164" in str(error)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "has 0 cards"),
        (b"[[card]", "is not TOML"),
        (b"\xff", "is not UTF-8"),
        (b"[[person]]\n", "person"),
        (b"card = 5\n", "card"),
    ],
    ids=["empty", "not TOML", "not UTF-8", "other table", "no list"],
)
def test_a_file_that_is_no_deck_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    assert str(refusal(path)).startswith("mine.toml: ")
    assert problem in str(refusal(path))


def test_a_deck_is_checked_against_the_ruleset_in_force() -> None:
    with pytest.raises(DataError, match=r"has 165 cards; a deck has 100 \(comp\.cards\.count\)"):
        Deck.load(rules=Ruleset().changed(cards=100))
