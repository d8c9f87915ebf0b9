"""The glossary of Burdigala: every concept in four languages, rules that exist, and preferred terms in all its texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.words import GOODS, PLOTS, SPECIALS
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.glossary import Term
from bruges_lab.rulebook.texts import LANGUAGES

GLOSSARY = MANIFEST.glossary
PIECES = ("cube", "tile", "bonus_token", "corruption_token", "merchandise_card", "plot_card", "permanent_card")
NAMED_ONE_WAY = (
    *PIECES,
    *("character", "square", "street", "waterway", "express_way", "district", "necropolis", "interrupted_yard", "score_path"),
    *("merchandise", "double", "favour", "supply", "final_scoring", "complete", *PLOTS),
)
"""Things for which our texts have one name; a site may be a building site, and what lies there a yard of the document."""
FULL_NAME = "the full name, where the box is described"
PRIVILEGE = "what a double brings, which is no favour"
OTHER_SENSE: dict[str, dict[str, str]] = {
    "en": {"check-point": FULL_NAME, "construction tile": FULL_NAME, "privilege": PRIVILEGE},
    "de": {"kontrollpunkt": FULL_NAME, "bauplättchen": FULL_NAME},
    "fr": {"privilège": PRIVILEGE},
    "it": {},
}
"""Second names that are right in some texts, with the reason."""


def named(term: Term) -> set[str]:
    return {term.preferred, *([term.plural] if term.plural else [])}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_concept_has_a_term(lang: str) -> None:
    assert len(GLOSSARY) == 64
    for concept in GLOSSARY.values():
        term = concept.terms[lang]
        assert concept.about.endswith(".")
        names = [term.preferred, *term.accepted, *term.forbidden]
        assert all(name.strip() == name and name for name in names), concept.id
        assert len(set(names)) == len(names), concept.id
        assert "’" not in "".join(names), concept.id
        assert lang == "en" or term.gender or concept.id in ("in_vino", "lay", "complete", "stuck"), concept.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_terms_stand_in_the_order_of_the_concepts(lang: str) -> None:
    assert list(read_toml(MANIFEST.folder("glossary") / f"{lang}.toml")) == list(GLOSSARY)


def test_concepts_cite_rules_that_exist_and_every_chapter_has_one() -> None:
    cited = {rule for concept in GLOSSARY.values() for rule in concept.rules}
    assert cited <= set(MANIFEST.catalogue)
    assert all(concept.rules for concept in GLOSSARY.values())
    assert {MANIFEST.catalogue[rule].chapter for rule in cited} == {rule.chapter for rule in MANIFEST.catalogue.values()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_goods_and_special_buildings_are_called_as_in_play(lang: str) -> None:
    forms = read_toml(MANIFEST.folder("locales") / f"{lang}.toml")["forms"]
    for plot in PLOTS:
        assert GLOSSARY[plot][lang].preferred == forms["plot"][plot]["base"]
    for good in GOODS:
        term = GLOSSARY[good][lang]
        assert forms["good"][good]["base"] in (term.preferred, *term.accepted)
    tiles = read_toml(MANIFEST.folder("tiles.toml"))["tile"]
    for special in SPECIALS[1:]:
        name = next(tile["name"][lang] for tile in tiles if tile.get("special") == special)
        assert GLOSSARY[special][lang].preferred == name


# The words of the game

_MARKUP = re.compile(r"\{ \$\w+ ->|\$\w+|\[\w+\]|[{}*]|[A-Z]{4,}\(|form: \"\w+\"")


@cache
def said(lang: str) -> tuple[tuple[str, str], ...]:
    """Everything that the game says in a language, by key, without what is filled in."""
    return tuple((key, _MARKUP.sub(" ", text).replace("’", "'")) for key, text in _patterns(lang))


def _patterns(lang: str) -> Iterator[tuple[str, str]]:
    for rule in MANIFEST.catalogue.values():
        yield rule.id, rule.patterns[lang]
    for chapter in MANIFEST.chapters.chapters:
        yield chapter, MANIFEST.chapters.title(chapter, lang)
    for section, texts in read_toml(MANIFEST.folder("locales") / f"{lang}.toml").items():
        if section != "forms":
            yield from ((f"{section}.{key}", text) for key, text in texts.items() if isinstance(text, str))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_has_a_misleading_term(lang: str) -> None:
    found = [(key, terms) for key, text in said(lang) if (terms := GLOSSARY.forbidden(text, lang))]
    assert found == []


@cache
def second_names(lang: str) -> dict[str, str]:
    """Accepted terms of what has one name, but for those that are our own name of something else."""
    ours = {name.lower() for concept in GLOSSARY.values() for name in named(concept[lang])}
    found = {name.lower(): concept for concept in NAMED_ONE_WAY for name in GLOSSARY[concept][lang].accepted}
    return {name: concept for name, concept in found.items() if name not in ours}


def renamed(lang: str) -> list[tuple[str, str, str]]:
    """Where a thing has a second name: in which text, by which name, what it is."""
    every = {name.lower() for concept in GLOSSARY.values() for name in (*named(concept[lang]), *concept[lang].accepted)}
    longest_first = sorted(every, key=lambda name: (-len(name), name))
    names = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?:e?s|e?n|e)?(?!\w)")
    return [
        (key, name, second_names(lang)[name])
        for key, text in said(lang)
        for name in names.findall(text.lower())
        if name in second_names(lang)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_thing_has_one_name(lang: str) -> None:
    assert [found for found in renamed(lang) if found[1] not in OTHER_SENSE[lang]] == []
    assert {name for _, name, _ in renamed(lang)} == set(OTHER_SENSE[lang])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_preferred_terms_are_used(lang: str) -> None:
    every = " ".join(text for _, text in said(lang)).lower()
    unused = {"meeple", "most_corrupt", "stuck", "step"}
    missing = [
        concept.id
        for concept in GLOSSARY.values()
        if not any(re.search(rf"(?<!\w){re.escape(name.lower())}", every) for name in named(concept[lang]))
    ]
    assert set(missing) <= unused
