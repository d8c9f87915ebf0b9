import shutil
from pathlib import Path

import pytest
from cases import each

from bruges_lab import places
from bruges_lab.games.bruges.card_texts import card_text, term
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.glossary import EXPERIMENTAL, Glossary
from bruges_lab.rulebook.texts import LANGUAGES

ALL = (*LANGUAGES, *EXPERIMENTAL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(places.data("bruges", "glossary"), tmp_path / "glossary"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def refusal(folder: Path) -> DataError:
    with pytest.raises(DataError) as error:
        Glossary.load(folder)
    assert str(error.value).isprintable()
    return error.value


def test_our_glossary_has_every_concept_in_six_languages() -> None:
    glossary = Glossary.load()
    assert len(glossary) == 158
    for concept in glossary.values():
        assert tuple(concept.terms) == ALL
        assert all(concept[lang].preferred.strip() for lang in ALL), concept.id
        assert concept.about, concept.id


def test_the_experimental_languages_are_spanish_and_dutch() -> None:
    assert EXPERIMENTAL == ("es", "nl")
    assert not set(EXPERIMENTAL) & set(LANGUAGES)


def test_a_concept_shows_only_the_four_languages() -> None:
    assert repr(Glossary.load()["worker"]) == "<Concept worker: worker, Handlanger, ouvrier, lavoratore>"


@pytest.mark.parametrize("lang", EXPERIMENTAL)
def test_nothing_is_told_in_an_experimental_language(lang: str) -> None:
    assert term("worker", lang)
    with pytest.raises(LabError, match=f"unknown language '{lang}'; choose en, de, fr or it$"):
        card_text(Deck.load().cards[0], lang)


@pytest.mark.parametrize("lang", EXPERIMENTAL)
def test_an_experimental_language_knows_other_words_for_most_things(lang: str) -> None:
    terms = [concept[lang] for concept in Glossary.load().values()]
    assert sum(bool(term.accepted) for term in terms) > 0.9 * len(terms)


@each("lang", ALL)
def test_terms_stand_in_the_order_of_the_concepts(lang: str) -> None:
    assert list(read_toml(places.data("bruges", "glossary") / f"{lang}.toml")) == list(Glossary.load())


@each("lang", ALL)
def test_no_term_is_said_twice_of_a_concept(lang: str) -> None:
    for concept in Glossary.load().values():
        names = [concept[lang].preferred, *concept[lang].accepted, *concept[lang].forbidden]
        assert len(set(names)) == len(names), concept.id
        assert all(name == " ".join(name.split()) for name in names), concept.id


@each("lang", ALL)
def test_terms_have_plain_apostrophes_and_match_both_kinds(lang: str) -> None:
    for concept in Glossary.load().values():
        assert "’" not in "".join([concept[lang].preferred, *concept[lang].accepted, *concept[lang].forbidden]), concept.id
    for apostrophe in "'’":
        assert Glossary.load().forbidden(f"l{apostrophe}icona dell{apostrophe}allora", "it") == ["icona dell'allora"]


def test_concepts_cite_rules_that_exist() -> None:
    assert {rule for concept in Glossary.load().values() for rule in concept.rules} <= set(Catalogue.load())


@each(
    ("concept", "lang", "term"),
    [
        ("guilder", "en", "guilder"),
        ("guilder", "de", "Gulden"),
        ("worker", "fr", "ouvrier"),
        ("statue", "it", "statua"),
        ("round", "es", "ronda"),
        ("draw_pile", "nl", "trekstapel"),
        ("canal_bonus", "de", "Kanalbonus"),
        ("score", "fr", "total de points"),
        ("card_holder", "it", "portacarte"),
    ],
)
def test_terms_by_language(concept: str, lang: str, term: str) -> None:
    assert Glossary.load()[concept][lang].preferred == term


@each("lang", ALL)
def test_no_preferred_term_is_forbidden_for_its_own_concept(lang: str) -> None:
    for concept in Glossary.load().values():
        term = concept[lang]
        assert not {term.preferred, term.plural, *term.accepted} & set(term.forbidden), concept.id


def test_a_copy_of_our_glossary_is_accepted(folder: Path) -> None:
    assert list(Glossary.load(folder)) == list(Glossary.load())


COIN = '[coin]\npreferred = "coin"\nplural = "coins"\n'


@pytest.mark.parametrize(
    ("file", "old", "new", "entry", "field"),
    [
        pytest.param("en.toml", COIN, "", "coin", "missing", id="missing concept"),
        pytest.param("en.toml", COIN, f'{COIN}\n[ducat]\npreferred = "ducat"\n', "ducat", "not a concept", id="unknown concept"),
        pytest.param("en.toml", 'preferred = "coin"', 'preferred = "guilder"', "coin", "preferred", id="duplicate preferred"),
        pytest.param("en.toml", '["guild"]', '["guild", "guilder"]', "guilder", "forbidden", id="preferred and forbidden"),
        pytest.param("en.toml", '["guild"]', '["guild", "florin"]', "guilder", "forbidden", id="accepted and forbidden"),
        pytest.param("en.toml", 'preferred = "coin"', 'preferred = ""', "coin", "preferred", id="empty preferred"),
        pytest.param("en.toml", 'preferred = "coin"', 'preferred = " "', "coin", "preferred", id="blank preferred"),
        pytest.param("en.toml", 'preferred = "coin"\n', "", "coin", "preferred", id="no preferred"),
        pytest.param("en.toml", 'plural = "coins"', "plural = 2", "coin", "plural", id="wrong type"),
        pytest.param("en.toml", 'plural = "coins"', 'dual = "coins"', "coin", "dual", id="unknown key"),
        pytest.param("de.toml", 'gender = "m"', 'gender = "x"', "guilder", "gender", id="unknown gender"),
        pytest.param("es.toml", 'preferred = "moneda"', 'preferred = "florín"', "coin", "preferred", id="duplicate in Spanish"),
        pytest.param("nl.toml", 'preferred = "munt"\n', "", "coin", "preferred", id="no preferred in Dutch"),
        pytest.param("concepts.toml", '"comp.guilders.coins"', '"comp.ducats"', "guilder", "rules", id="unknown rule"),
        pytest.param("concepts.toml", 'id = "coin"', 'id = "Coin!"', "Coin!", "id", id="bad id"),
        pytest.param("concepts.toml", 'id = "coin"', 'id = "guilder"', "guilder", "id", id="duplicate concept"),
        pytest.param("concepts.toml", "about = ", "abuot = ", "guilder", "abuot", id="misspelt key"),
    ],
)
def test_a_fault_is_named_with_file_entry_and_field(folder: Path, file: str, old: str, new: str, entry: str, field: str) -> None:
    edit(folder, file, old, new)
    text = str(refusal(folder))
    assert text.startswith(f"{file}: {entry}: ")
    assert field in text


@pytest.mark.parametrize("lang", ALL)
def test_a_missing_language_is_refused(folder: Path, lang: str) -> None:
    (folder / f"{lang}.toml").unlink()
    with pytest.raises(LabError, match=rf"^{lang}\.toml: there is no such file$"):
        Glossary.load(folder)


def test_a_glossary_of_fewer_languages_can_be_read(folder: Path) -> None:
    (folder / "nl.toml").unlink()
    assert tuple(Glossary.load(folder, LANGUAGES)["worker"].terms) == LANGUAGES


def test_our_glossary_is_read_once() -> None:
    assert Glossary.load() is Glossary.load()


@pytest.mark.parametrize("content", [b"[coin", b"\xff", b"coin = 3\n"], ids=["not TOML", "not UTF-8", "no table"])
def test_a_file_that_cannot_be_read_is_named(folder: Path, content: bytes) -> None:
    (folder / "it.toml").write_bytes(content)
    assert str(refusal(folder)).startswith("it.toml: ")
