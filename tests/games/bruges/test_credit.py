"""Whose doing something was: gains and losses through a person, a ship or the market name them, in the forms of each language."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from cases import each
from tables import DECK, DICE, WAITS, display, play, table

import bruges_lab as bl
from bruges_lab.games.bruges.deck import GENERAL_RULE
from bruges_lab.games.bruges.model import BOOK
from bruges_lab.games.bruges.rules.queries import SOMEBODY
from bruges_lab.games.bruges.ship_tiles import ShipTiles
from bruges_lab.games.bruges.telling import own_texts
from bruges_lab.kernel.errors import DataError
from bruges_lab.rulebook.articles import CASES, Name, Names, read_names
from bruges_lab.rulebook.texts import LANGUAGES

TOLD = {
    "en": "Swan scores 1 point thanks to the Damsel.",
    "de": "Schwan erhält dank dem Edelfräulein 1 Punkt.",
    "fr": "Cygne marque 1 point grâce à la Demoiselle.",
    "it": "Cigno ottiene 1 punto grazie alla Damigella.",
}


def credited(game: Any) -> list[tuple[str, int | None]]:
    return [(event.kind, event.data.get("by")) for event in game.events if "by" in BOOK.kinds[event.kind].optional]


def test_a_gain_names_the_person_in_every_language() -> None:
    game = play(table({"hand": ["damsel"], "houses": ["red"]}, WAITS), "recruit:damsel:red")
    assert credited(game) == [("points.scored", DECK["damsel"].number)]
    event = next(event for event in game.events if event.kind == "points.scored")
    assert {lang: event.text(lang) for lang in LANGUAGES} == TOLD


def test_a_gain_on_an_occasion_names_the_person_who_reacts() -> None:
    owner = {"houses": display("countess", "squire"), "workers": {"red": 1, "blue": 1}, "hand": ["nun"]}
    game = play(table(owner, WAITS), "activate:squire", "pay_worker:blue")
    by = dict(credited(game))
    assert (by["step.taken"], by["guilders.taken"]) == (DECK["squire"].number, DECK["countess"].number)


def test_a_rule_of_one_person_names_that_person_without_data() -> None:
    """Golden games and saves know nothing of `by`: there the rule says it."""
    game = play(table({"hand": ["prince"], "houses": ["red"], "guilders": 99}, WAITS), "recruit:prince:red")
    assert DECK["prince"].rule == "person.prince"
    assert "by" not in {name for event in game.events for name in event.data}


def test_a_gain_by_a_plain_action_thanks_nobody() -> None:
    game = play(table({"hand": ["nun"]}, WAITS), "guilders:nun")
    (event,) = [event for event in game.events if event.kind == "guilders.taken"]
    assert event.text() == f"Swan takes {DICE[DECK['nun'].colour]} guilders."


def test_a_loss_says_because_of_whom() -> None:
    game = play(table({"hand": ["assassin"], "houses": ["red"], "guilders": 99}, WAITS), "recruit:assassin:red")
    while game.pending is not None and str(game.legal()[0]).split(":")[0] in ("target", "threaten"):
        game.play(game.legal()[0])
    (event, *_) = [event for event in game.events if event.kind == "threat.taken"]
    assert event.data["by"] == DECK["assassin"].number
    assert " wegen des Meuchelmörders " in event.text("de")
    assert " à cause de l’Assassin " in event.text("fr")
    assert " a causa del Sicario " in event.text("it")


def test_a_rule_of_several_people_names_nobody() -> None:
    """Not even the first of them: saying nothing is better than thanking somebody else."""
    deck = bl.Deck.load({"duke": {"rule": "person.prince"}})
    assert "person.prince" in DECK.by_rule
    assert "person.prince" not in deck.by_rule
    assert GENERAL_RULE not in deck.by_rule


# The names themselves


@each("lang", ("de", "fr", "it"))
def test_every_person_and_ship_of_the_lab_has_a_gender_and_nobody_else(lang: str) -> None:
    known = Counter(own_texts()._names[lang].genders)
    people = {card.name[lang] for card in DECK.cards}
    ships = {ship.name[lang] for ship in ShipTiles.load().ships} if lang == "de" else set()
    assert set(known) == people | ships


@pytest.mark.parametrize(
    ("lang", "name", "forms"),
    [
        ("en", "Earl", "the Earl"),
        ("de", "Graf", "der Graf|den Grafen|dem Grafen|des Grafen"),
        ("de", "Arzt", "der Arzt|den Arzt|dem Arzt|des Arztes"),
        ("de", "Pfarrer", "der Pfarrer|den Pfarrer|dem Pfarrer|des Pfarrers"),
        ("de", "Gräfin", "die Gräfin|die Gräfin|der Gräfin|der Gräfin"),
        ("de", "Edelfräulein", "das Edelfräulein|das Edelfräulein|dem Edelfräulein|des Edelfräuleins"),
        ("de", "Anna", "„Anna“|„Anna“|„Anna“|der Person „Anna“"),
        ("fr", "Comte", "le Comte|du Comte|au Comte"),
        ("fr", "Écuyer", "l’Écuyer|de l’Écuyer|à l’Écuyer"),
        ("fr", "Héraut", "le Héraut|du Héraut|au Héraut"),
        ("fr", "Humaniste", "l’Humaniste|de l’Humaniste|à l’Humaniste"),
        ("fr", "Comtesse", "la Comtesse|de la Comtesse|à la Comtesse"),
        ("fr", "Anna", "le personnage Anna|du personnage Anna|au personnage Anna"),
        ("it", "Conte", "il Conte|del Conte|al Conte|dal Conte"),
        ("it", "Scudiero", "lo Scudiero|dello Scudiero|allo Scudiero|dallo Scudiero"),
        ("it", "Abate", "l’Abate|dell’Abate|all’Abate|dall’Abate"),
        ("it", "Spia", "la Spia|della Spia|alla Spia|dalla Spia"),
        ("it", "Anna", "il personaggio Anna|del personaggio Anna|al personaggio Anna|dal personaggio Anna"),
    ],
)
def test_articles_and_cases(lang: str, name: str, forms: str) -> None:
    assert "|".join(own_texts().the(name, lang, case) for case in CASES[lang]) == forms


def test_a_ship_has_the_word_for_ships_before_it() -> None:
    ship = Name("Trésor", "ship")
    assert [own_texts().the(ship, "fr", case) for case in CASES["fr"]] == [
        "le navire Trésor",
        "du navire Trésor",
        "au navire Trésor",
    ]
    assert own_texts().the(Name("Tesoro", "ship"), "it", "a") == "alla nave Tesoro"
    assert own_texts().the(Name("Mein Schiff", "ship"), "de", "gen") == "des Schiffs „Mein Schiff“"


def test_several_names_have_an_article_each_and_a_capital_begins_the_first() -> None:
    several = Name("Graf und Notar", each=[Name("Graf"), Name("Notar")])
    assert own_texts().the(several, "de", "dat") == "dem Grafen und dem Notar"
    assert own_texts().the(several, "de", "Nom") == "Der Graf und der Notar"


def test_a_form_that_a_language_does_not_have_is_a_fault() -> None:
    with pytest.raises(ValueError, match="it: names have no form dat"):
        own_texts().the("Conte", "it", "dat")


def test_a_person_of_a_deck_of_your_own_is_quoted() -> None:
    game = bl.new_game(deck={"prince": {"name": {"en": "Anna", "de": "Anna", "fr": "Anna", "it": "Anna"}}})
    place = game.state.deck["prince"].number
    assert game.manifest.words(game.state, game.names).choice(("activate", place), "de") == "„Anna“ aktivieren"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ('[xx]\nm = ["A"]', "xx: is not a table for a language"),
        ('[de]\nm = "A"', "de: m: is neither a list of names nor a table of forms"),
        ('[fr]\nn = ["A"]', "fr: n: is neither a list of names nor a table of forms"),
        ('[de]\nm = ["A"]\nf = ["A"]', "de: f: has 'A' twice"),
        ('[de.declined]\nA = "B"', "de: declined.A: has no gender"),
    ],
)
def test_a_wrong_file_of_names_is_refused_in_one_line(tmp_path: Any, written: str, problem: str) -> None:
    file = tmp_path / "names.toml"
    file.write_text(written, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        read_names(file)
    assert str(refused.value).endswith(problem)


def test_what_somebody_may_have_brought_about_is_declared_in_one_way() -> None:
    optional = {kind.name for kind in BOOK.kinds.values() if kind.optional}
    assert len(optional) > 10
    assert all(BOOK.kinds[name].optional == frozenset(SOMEBODY) for name in optional)
    assert isinstance(Names("de", {}, {}, {}).the("X", "acc"), str)
