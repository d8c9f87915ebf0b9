import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.bruges.deck import LANGUAGES, WITNESS, Deck
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.games.bruges.words import ACTIVATIONS, COLOURS, GROUPS
from bruges_lab.kernel.errors import DataError, LabError
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


@each(
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
    path = Path(shutil.copy(places.data("bruges", "cards.toml"), tmp_path))
    assert Deck.load(path).digest == DECK.digest
    edit(path, 'en = "Squire"', 'en = "Page boy"')
    assert Deck.load(path).digest == DECK.digest


SQUIRE = '{ en = "Squire", de = "Knappe", fr = "Écuyer", it = "Scudiero" }'


@pytest.mark.parametrize(
    ("old", "new"),
    [("price = 3", "price = 6"), ("price = 3", "price = 3\nnumbers = { x = 1 }"), ('"squire"', '"squire_of_bruges"')],
)
def test_the_digest_sees_every_change_that_play_would(tmp_path: Path, old: str, new: str) -> None:
    path = Path(shutil.copy(places.data("bruges", "cards.toml"), tmp_path))
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
    path = Path(shutil.copy(places.data("bruges", "cards.toml"), tmp_path / "mine.toml"))
    edit(path, old, new)
    error = refusal(path)
    assert str(error).startswith(f"mine.toml: {entry}: ")
    assert field in str(error)
    assert error.rule == rule
    assert rule is None or rule in Catalogue.load()


def test_a_card_too_few_is_refused(tmp_path: Path) -> None:
    path = Path(shutil.copy(places.data("bruges", "cards.toml"), tmp_path / "mine.toml"))
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


# Cards made by hand


def made_refusal(cards: Any) -> LabError:
    with pytest.raises(LabError) as error:
        Deck(cards)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 500
    return error.value


def test_cards_in_another_order_are_numbered_by_it() -> None:
    deck = Deck(reversed(DECK.cards))
    assert [card.number for card in deck.cards] == list(range(165))
    assert [card.id for card in deck.cards] == [card.id for card in reversed(DECK.cards)]
    for card in deck.cards:
        assert deck[card.number] is deck[card.id]
        assert (deck.price[card.number], deck.activation[card.number]) == (card.price, DECK.activation[DECK[card.id].number])
    passives = {deck[number].id for number in deck.queries["worker_action"]}
    assert passives == {DECK[number].id for number in DECK.queries["worker_action"]}
    game = bl.new_game(2, 1, deck=deck)
    while game.state.phase < 3:
        game.play(0)
    hand = [deck[card].id for card in game.state.players[game.state.start].hand]
    assert {choice.args[0] for choice in game.legal() if choice.kind == "workers"} == set(hand)


@each(
    ("change", "field", "rule"),
    [
        ({"id": "duke"}, "id", "comp.cards.distinct"),
        ({"id": "Squire!"}, "id", None),
        ({"id": 7}, "id", None),
        ({"price": 6}, "points", "card.anatomy.points_third"),
        ({"price": 4}, "price", "card.anatomy.points_third"),
        ({"price": -3, "points": -1}, "price", "card.anatomy.points_third"),
        ({"price": 10**40}, "price", "card.anatomy.points_third"),
        ({"price": "3"}, "price", "card.anatomy.points_third"),
        ({"points": 3}, "points", "card.anatomy.points_third"),
        ({"colour": "green"}, "colour", "comp.cards.colors"),
        ({"group": "robot"}, "group", "card.groups.list"),
        ({"worker": None}, "worker", "act.worker.cost"),
        ({"worker": "green"}, "worker", "act.worker.cost"),
        ({"when": "often", "worker": None}, "when", "act.kinds"),
        ({"name": {}}, "name", None),
        ({"name": {"en": "a\x1b[2J"}}, "name", None),
        ({"effect": (("steal", (), {}),)}, "effect", "act.kinds"),
    ],
    ids=str,
)
def test_a_card_made_by_hand_is_checked_like_one_of_a_file(change: dict[str, Any], field: str, rule: str | None) -> None:
    cards = [card._replace(**change) if card.id == "squire" else card for card in DECK.cards]
    error = made_refusal(cards)
    assert isinstance(error, DataError)
    assert (error.field, error.rule) == (field, rule)
    assert rule is None or rule in Catalogue.load()


@pytest.mark.parametrize("cards", [5, None, [None], ["prince"], [DECK.cards]], ids=str)
def test_what_is_no_card_makes_no_deck(cards: Any) -> None:
    assert "made of cards" in str(made_refusal(cards))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"rule": "no.such.rule"}, "rule"),
        ({"rule": None}, "rule"),
        ({"effect": None}, "effect"),
        ({"text": None}, "text"),
        ({"witness": {"price": "nonsense"}}, "witness.price"),
    ],
    ids=str,
)
def test_a_card_made_by_hand_has_rule_effect_text_and_witness(changes: Any, field: str) -> None:
    with pytest.raises(DataError) as error:
        Deck([DECK.cards[0]._replace(**changes)])
    assert (error.value.entry, error.value.field) == (DECK.cards[0].id, field)


def test_two_people_of_one_name_begin_no_game() -> None:
    first, second = DECK.where(colour="blue")[:2]
    twins = [card._replace(name=first.name) if card.id == second.id else card for card in DECK.cards]
    with pytest.raises(DataError, match=r"name.en: .* is on 2 cards \(comp\.cards\.distinct\)"):
        bl.new_game(2, deck=Deck(twins))


def test_a_game_needs_as_many_cards_as_a_deck_has() -> None:
    few = Deck(DECK.cards[:40])
    with pytest.raises(DataError, match=r"has 40 cards; a deck has 165 \(comp\.cards\.count\)"):
        bl.new_game(2, deck=few)
    two_squires = [*DECK.cards[:-1], DECK["squire"]._replace(id="second_squire")]
    with pytest.raises(DataError, match=r"34 cards are blue; .*\(comp\.cards\.per_color\)"):
        bl.new_game(2, deck=Deck(two_squires))


# Changes to the lab's own deck


SMALL = """base = "own"

[[card]]
id = "prince"
price = 6
text.en = "Advance one step."
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_one_price_can_be_changed(small: Path) -> None:
    changed = Deck.load({"prince": {"price": 6}})
    prince = changed["prince"]
    assert (prince.price, prince.points, prince.source("price")) == (6, 2, "own")
    assert (prince.source("group"), prince.text) == (DECK["prince"].source("group"), DECK["prince"].text)
    assert [card for card in changed.cards if card.id != "prince"] == [card for card in DECK.cards if card.id != "prince"]
    assert changed.digest != DECK.digest == Deck.load({}).digest
    assert Deck.load(small).digest == changed.digest


def test_a_text_is_changed_as_a_whole(small: Path) -> None:
    prince = Deck.load(small)["prince"]
    assert prince.text == dict.fromkeys(LANGUAGES, "Advance one step.")
    assert [prince.source(field) for field in ("price", "text")] == ["own", "own"]


def test_points_may_be_said_otherwise() -> None:
    prince = Deck.load({"prince": {"points": 5}})["prince"]
    assert (prince.price, prince.points, prince.source("points")) == (9, 5, "own")
    assert Deck(Deck.load({"prince": {"points": 5}}).cards)["prince"].points == 5


def test_an_effect_a_name_and_an_icon_can_be_changed() -> None:
    effect = [{"op": "gain_guilders", "guilders": 4}]
    changed = Deck.load({"prince": {"name": {"en": "Regent"}, "when": "arrow", "effect": effect}})["prince"]
    assert (changed.name["de"], changed.when, changed.worker) == ("Regent", "arrow", None)
    assert (changed.effect[0].name, changed.rule) == ("gain_guilders", "act.meaning")
    assert [changed.source(field) for field in ("name_fr", "when", "effect")] == ["own"] * 3
    assert Deck.load({"prince": {"price": 6}})["prince"].rule == DECK["prince"].rule


def test_two_cards_can_change_places() -> None:
    deck = Deck.load({"prince": {"colour": DECK["nun"].colour}, "nun": {"colour": DECK["prince"].colour}})
    assert (deck["prince"].colour, deck["nun"].source("colour")) == (DECK["nun"].colour, "own")


@each(
    ("changes", "entry", "field", "rule"),
    [
        ({"princess_of_mars": {"price": 6}}, "princess_of_mars", "id", "comp.cards.distinct"),
        ({"prince": {"price": 4}}, "prince", "price", "card.anatomy.points_third"),
        ({"prince": {"price": "6"}}, "prince", "price", None),
        ({"prince": {"cost": 6}}, "prince", "", None),
        ({"prince": {"points": -1}}, "prince", "points", "card.anatomy.points_third"),
        ({"prince": {"colour": "green"}}, "prince", "colour", "comp.cards.colors"),
        ({"prince": {"colour": "red"}}, "deck", "colour", "comp.cards.per_color"),
        ({"prince": {"name": {"en": "Duke"}}}, "deck", "name.en", "comp.cards.distinct"),
        ({"prince": {"id": "duke"}}, "prince", "id", None),
        ({"prince": {"effect": [{"op": "steal"}]}}, "prince", "effect.0", None),
        ({"prince": {"rule": "no.such"}}, "prince", "rule", None),
        ({"prince": {"when": "often"}}, "prince", "when", None),
        ({"prince": {"witness": {"price": "told"}}}, "prince", "witness.price", None),
        ({"prince": 6}, "prince", "", None),
        ({5: {}}, "5", "", None),
    ],
    ids=str,
)
def test_a_bad_change_is_refused_with_card_and_field(changes: Any, entry: str, field: str, rule: str | None) -> None:
    with pytest.raises(DataError) as error:
        Deck.load(changes)
    assert (error.value.file, error.value.entry, error.value.field, error.value.rule) == ("deck", entry, field, rule)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("price = 6", "price = 7", "mine.toml: prince: price: 7 is not a multiple of 3"),
        ('base = "own"', 'base = "other"', "mine.toml: deck: base: 'other' is not 'own'"),
        ('id = "prince"', 'id = "princ"', "mine.toml: princ: id: is not a card of the lab's own deck; did you mean prince?"),
        ('id = "prince"', "", "mine.toml: card 1: missing required field 'id'"),
        ("[[card]]", "[[person]]", "mine.toml: person: is unknown here"),
        ("price = 6", 'price = 6\n[[card]]\nid = "prince"', "mine.toml: prince: id: appears twice in this file"),
    ],
)
def test_a_small_file_is_checked_like_a_large_one(small: Path, old: str, new: str, said: str) -> None:
    edit(small, old, new)
    assert str(refusal(small)).startswith(said)


@pytest.mark.parametrize("source", [5, 3.5, [("prince", {})], b"x"], ids=str)
def test_what_is_no_deck_is_refused(source: Any) -> None:
    for ask in (lambda: Deck.load(source), lambda: bl.new_game(deck=source), lambda: bl.scenario("first_look", deck=source)):
        with pytest.raises(LabError, match="a deck is a file"):
            ask()


def test_a_game_with_changes_is_played_saved_and_read_back(tmp_path: Path, small: Path) -> None:
    changes = {"prince": {"price": 6}}
    game = bl.new_game(2, 3, deck=changes)
    assert game.state.deck["prince"].price == 6
    game.play(0)
    game.save(tmp_path / "game.json")
    for deck in (changes, small, Deck.load(changes)):
        assert bl.load(tmp_path / "game.json", deck=deck).state.digest() == game.state.digest()
        assert bl.from_text(game.to_text(), deck=deck).state.deck["prince"].price == 6
    with pytest.raises(bl.SaveError, match="saved with another deck; give it as deck="):
        bl.load(tmp_path / "game.json")
    with pytest.raises(bl.SaveError, match="saved with another deck"):
        bl.load(tmp_path / "game.json", deck={"prince": {"price": 12}})


def test_a_scenario_can_be_played_with_changes() -> None:
    dice = dict.fromkeys(COLOURS, 3)
    given = {"phase": "actions", "dice": dice, "players": [{"guilders": 6, "hand": ["prince"], "houses": ["red"]}, {}]}
    assert bl.scenario({"given": given}).why_not("recruit:prince:red") is not None
    game = bl.scenario({"given": given}, deck={"prince": {"price": 6}})
    assert game.why_not("recruit:prince:red") is None
    game.play("recruit:prince:red")
    assert game.state.players[0].guilders == 0
