"""The rulebook that the lab prints of Burdigala, its readings, and how its rules are found and shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from burdigala_rule_ids import RULES
from running import command

import bruges_lab as bl
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.printed import BurdigalaPrinted
from bruges_lab.games.burdigala.tiles import Tiles
from bruges_lab.rulebook.printing import rulebook
from bruges_lab.rulebook.readings import reading_names
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show.rulebook_pages import html, markdown

NAMES = {"en": "All tiles", "de": "Alle Plättchen", "fr": "Toutes les tuiles", "it": "Tutte le tessere"}


def run(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    command(*args)
    return capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_printed_once_in_its_chapter(lang: str) -> None:
    book = rulebook(lang, game="burdigala")
    assert [entry.rule.id for chapter in book.chapters for entry in chapter.entries] == list(RULES)
    assert [chapter.id for chapter in book.chapters] == list(MANIFEST.chapters.chapters)
    assert len({chapter.heading for chapter in book.chapters}) == len(book.chapters)
    for page in (html(book), markdown(book)):
        assert all(rule in page for rule in RULES)
        assert "{$" not in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_page_says_whose_game_it_is_and_what_is_reconstructed(lang: str) -> None:
    front = rulebook(lang, game="burdigala").front
    assert "Bruno Cathala" in front["owners"]
    assert {"owners_title", "own_words", "reconstructed_title"} <= front.keys()
    assert all(number in front["reconstructed"] for number in ("28", "45", "21", "≈"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_tiles_are_listed_and_what_no_document_gives_is_marked(lang: str) -> None:
    (tiles,) = rulebook(lang, game="burdigala").appendices
    assert tiles.title.endswith(NAMES[lang])
    head, _, *rows = tiles.markdown.splitlines()
    assert head.count("|") == 5
    assert len(rows) == len(Tiles.load().tiles) == 21
    named = {tile.id: row for tile, row in zip(Tiles.load().tiles, rows, strict=True)}
    assert named["t12"].count("≈") == 1  # only the size of the necropolis
    assert named["t01"].count("≈") == 3
    assert tiles.html.count("<tr>") == 22


def test_an_owner_s_own_tiles_bear_no_mark(tmp_path: Path) -> None:
    text = MANIFEST.folder("tiles.toml").read_text(encoding="utf-8")
    lines = ['witness = "own"' if line.startswith("witness = ") else line for line in text.splitlines()]
    (tmp_path / "tiles.toml").write_text("\n".join(lines), encoding="utf-8")
    material = {**MANIFEST.material_for(MANIFEST.ruleset(), {}), "tiles": Tiles.load(tmp_path / "tiles.toml")}
    printed = BurdigalaPrinted(MANIFEST.ruleset(), **material)
    assert "≈" not in printed.appendices("en")[0].markdown
    assert (printed.counts()["tiles"], printed.counts()["made_tiles"]) == (21, 0)


def test_the_rulebook_changes_with_the_ruleset() -> None:
    changed = markdown(rulebook("en", bl.ruleset(game="burdigala", seven=8, laurel_points=3, tie="less_corruption"), "burdigala"))
    usual = markdown(rulebook("en", game="burdigala"))
    for sentence in (
        "If the total of the 2 dice is 8",
        "in front of a player scores 3 points",
        "the one with the smallest sum of corruption wins",
    ):
        assert sentence in changed
        assert sentence not in usual
    assert "laurel_points = 3 instead of 2 (burdigala.plot.permanent.points)" in changed


# Readings


def test_the_document_reads_as_the_default_but_for_named_passages() -> None:
    names = reading_names("burdigala")
    passages = ("any_express_way", "one_waterway", "anyone_completes", "unseen_token")
    assert names == ["default", "004", *(f"004:{passage}" for passage in passages)]
    assert bl.ruleset("004", game="burdigala").diff() == []
    for name in names[2:]:
        (change,) = bl.ruleset(name, game="burdigala").diff()
        assert change.field.entry is not None
        assert change.field.entry in MANIFEST.readings["004"].alternative[names.index(name) - 2].note


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reading_has_a_name(lang: str) -> None:
    for name in reading_names("burdigala")[1:]:
        assert MANIFEST.texts.has("explorer", f"reading.{name.replace(':', '.')}", lang), name


# Looking rules up


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_shows_itself_as_a_card(lang: str) -> None:
    for name in ("burdigala.seven", "burdigala.card.cart", "burdigala.final.merch.example.stephane"):
        rule = bl.rule(name)
        page = rule.card(lang)._repr_html_()
        assert rule.text(lang).split("’")[0] in page
        assert "004" in page


def test_rules_are_found_and_exported_by_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = run(capsys, "rules", "--game", "burdigala", "--lang", "de", "Korruptionsmarker")
    assert "burdigala.seven.cost" in found
    told = run(capsys, "rule", "burdigala.seven.cost", "--lang", "it")
    assert "Chi si fa corrompere con un sette" in told
    assert f"B-028 {bl.discrepancy('B-028').title('it')} (seven_token_seen)" in told
    run(capsys, "rules", "--game", "burdigala", "--lang", "fr", "--export", "html", "--out", str(tmp_path / "regles.html"))
    page = (tmp_path / "regles.html").read_text(encoding="utf-8")
    assert "Au décompte final, tous les joueurs montrent leurs marchandises" in page


def test_the_long_check_reads_all_data() -> None:
    lines = list(MANIFEST.checks["data"](0))
    assert lines[0] == "rules: 152 in 16 chapters, told under 6 rulesets"
    assert lines[1:] == [
        "glossary: 64 concepts",
        "board: 28 squares, 45 lines, 18 sites; tiles: 21",
        "cards: 21 merchandise, 34 plot",
        "tokens: 24 corruption, 4 bonus",
    ]
