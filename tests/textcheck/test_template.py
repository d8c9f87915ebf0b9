"""The translator's checklist: every rule once, with numbers from the ruleset and terms from the glossary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cases import each
from test_report_html import Page

from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.glossary import EXPERIMENTAL, Glossary
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck.report.template import template

ALL = (*LANGUAGES, *EXPERIMENTAL)


@each("lang", ALL)
def test_every_rule_stands_there_once_in_the_order_of_the_rulebook(lang: str) -> None:
    found = template(lang)
    rules = [item.rule.id for _, _, items in found.chapters for item in items]
    assert rules == list(Catalogue.load())
    markdown = found.to_markdown()
    assert re.findall(r"`([a-z0-9_.]+)`$", markdown, re.M) == rules
    left_out = [item for chapter, _, items in found.chapters for item in items if chapter in found.left_out]
    assert {"foreign", "ships", "market", "five_players"} <= found.left_out
    assert markdown.count("- [ ] ") == len(rules) - len(left_out)


def test_the_rules_of_a_module_that_is_on_are_to_be_stated() -> None:
    assert {"ships", "five_players"} - template("en", "zwin:five").left_out == {"five_players"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_with_its_sentence_its_numbers_and_its_terms(lang: str) -> None:
    item = next(item for _, _, items in template(lang).chapters for item in items if item.rule.id == "setup.player.guilders")
    assert item.sentence == Catalogue.load()["setup.player.guilders"].text(lang)
    guilder = Glossary.load()["guilder"][lang]
    assert item.numbers == (("start_guilders", f"5 {guilder.plural or guilder.preferred}"),)
    assert {guilder.preferred, Glossary.load()["player"][lang].preferred} <= set(item.terms)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_of_a_rule_is_said(lang: str) -> None:
    for _, _, items in template(lang).chapters:
        for item in items:
            assert [name for name, _ in item.numbers] == list(item.rule.values(Ruleset())), item.rule.id


def test_the_numbers_are_those_of_the_ruleset(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("start_guilders = 9\n", encoding="utf-8")
    markdown = template("fr", own).to_markdown()
    assert "`start_guilders` = 9 florins" in markdown
    assert "9 florins à la banque" in markdown
    assert "own.toml" in markdown


@each("lang", ALL)
def test_terms_are_preferred_ones_and_all_things_are_in_the_glossary(lang: str) -> None:
    found = template(lang)
    preferred = {concept[lang].preferred.replace("'", "’") for concept in Glossary.load().values()}
    assert {term for _, _, items in found.chapters for item in items for term in item.terms} <= preferred
    assert sum(bool(item.terms) for _, _, items in found.chapters for item in items) > 300
    assert [concept.id for concept in found.terms if concept.id == "threat"] == ["threat"]
    threat = Glossary.load()["threat"][lang]
    row = next(line for line in found.to_markdown().splitlines() if line.startswith("| threat |"))
    assert row.split(" | ")[1] == threat.preferred
    assert all(term in row for term in threat.forbidden)


@pytest.mark.parametrize("lang", EXPERIMENTAL)
def test_an_experimental_language_has_terms_of_its_own_and_sentences_in_english(lang: str) -> None:
    found = template(lang)
    assert (found.lang, found.tongue) == (lang, "en")
    assert "experimental" in found.to_markdown()
    assert found.chapters[0][2][0].sentence == Catalogue.load()["meta.players"].text("en")
    assert Glossary.load()["player"][lang].preferred in found.chapters[0][2][0].terms


def test_what_is_reconstructed_is_marked() -> None:
    items = {item.rule.id: item for _, _, items in template("en").chapters for item in items}
    assert items["scoring.reputation.values"].marked
    assert not items["setup.player.guilders"].marked
    assert re.search(r" ≈ `scoring\.reputation\.values`$", template("en").to_markdown(), re.M)


@each("lang", ALL)
def test_the_page_has_a_box_for_each_rule_and_runs_nothing(lang: str) -> None:
    found = template(lang)
    page = Page(found.to_html())
    assert [box["aria-label"] for box in page.all("input")] == [
        item.rule.id for chapter, _, items in found.chapters for item in items if chapter not in found.left_out
    ]
    assert page.scripts == []
    assert page.all("html")[0]["lang"] == found.tongue


@pytest.mark.parametrize("lang", ["", "xx", "FR", "fr\n"])
def test_a_language_that_is_not_there_is_refused(lang: str) -> None:
    with pytest.raises(LabError, match="unknown language"):
        template(lang)


@pytest.mark.parametrize("lang", EXPERIMENTAL)
def test_a_language_that_the_glossary_of_a_game_does_not_speak_is_refused(lang: str) -> None:
    with pytest.raises(LabError, match=r"unknown language .*; choose en, de, fr or it"):
        template(lang, game="burdigala")
