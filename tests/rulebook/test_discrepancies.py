"""The list of discrepancies: every number that is cited anywhere exists, is told in four languages, and is shown or cannot be."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from cases import each
from rich.console import Console

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.shelf import find
from bruges_lab.rulebook.discrepancies import Discrepancies, Discrepancy
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show.discrepancy_cards import card_html, discrepancy_text

ROOT = Path(__file__).resolve().parents[2]
LETTERS = {"D": "bruges", "B": "burdigala"}
CITED = re.compile(r"\b([DB])-(\d{3})\b")
ENTRIES = [entry for game in LETTERS.values() for entry in find(game).discrepancies.values()]


def files() -> list[Path]:
    """Everything in which a number may be cited: code, data, notebooks and pages. Tests may cite what does not exist."""
    found = [*ROOT.glob("*.md")]
    for pattern in ("bruges_lab/**/*.py", "data/**/*.toml", "docs/**/*.md", "notebooks/*.ipynb"):
        found += ROOT.glob(pattern)
    return found


def test_every_number_that_is_cited_exists() -> None:
    known = {entry.id for entry in ENTRIES}
    strange = {
        f"{path.relative_to(ROOT)}: {letter}-{number}"
        for path in files()
        for letter, number in CITED.findall(path.read_text("utf-8"))
        if f"{letter}-{number}" not in known
    }
    assert strange == set()


@each("entry", ENTRIES)
def test_an_entry_is_told_in_every_language(entry: Discrepancy) -> None:
    for lang in LANGUAGES:
        readings = [entry.reading(reading.number, lang) for reading in entry.readings]
        for said in (entry.title(lang), entry.question(lang), entry.why(lang), *readings):
            assert said.strip()
            assert said.replace("\u00a0", " ").replace("\u202f", " ").isprintable()
        assert entry.question(lang).rstrip("»“\u00a0 ").endswith("?"), entry.question(lang)
        assert not entry.title(lang).endswith("."), entry.title(lang)
    assert len({entry.question(lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("game", LETTERS.values())
def test_rules_scenarios_and_words_fit(game: str) -> None:
    find(game).discrepancies.check_all()


@each("entry", [entry for entry in ENTRIES if entry.switch])
def test_the_chosen_reading_is_what_is_played(entry: Discrepancy) -> None:
    field = entry.manifest.ruleset.fields()[entry.switch or ""]
    assert field.entry in (entry.id, None) or entry.chosen.value is not None
    if entry.chosen.value is not None:
        assert entry.chosen.value == field.default


@each("rule", [rule for game in LETTERS.values() for rule in find(game).catalogue.values()])
def test_a_rule_cites_entries_that_exist(rule: bl.Rule) -> None:
    assert set(rule.discrepancies) <= set(rule.manifest.discrepancies)


@pytest.mark.parametrize("game", LETTERS.values())
def test_every_switch_has_an_entry_that_names_it(game: str) -> None:
    manifest = find(game)
    for field in manifest.ruleset.fields().values():
        if field.entry:
            assert field.entry in manifest.discrepancies, field.name


def test_by_number() -> None:
    entry = bl.discrepancy("D-099")
    assert (entry.id, entry.manifest.name) == ("D-099", "bruges")
    assert bl.discrepancy("B-001").manifest.name == "burdigala"
    with pytest.raises(bl.LabError, match=r"unknown entry 'D-999'"):
        bl.discrepancy("D-999")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_tells_all_of_it(lang: str) -> None:
    entry = bl.discrepancy("D-010")
    card = card_html(entry, lang)
    for text in (entry.id, entry.reading(entry.chosen.number, lang)[:20]):
        assert text in card
    assert card.count("data-chosen") == len(entry.readings)
    console = Console(width=400)
    with console.capture() as capture:
        console.print(discrepancy_text(entry, lang))
    assert entry.question(lang) in capture.get()


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ('id = "D-001"', 'id = "first"', "first: id"),
        ('id = "D-002"', 'id = "D-001"', "D-001: id: appears twice in this file"),
        ("chosen = true", "chosen = false", "D-001: reading: exactly one"),
        ('kind = "conflict"', 'kind = "quarrel"', "D-001: kind"),
        ("000 = ", "009 = ", "D-001: reading.1.documents"),
        ('switch = "', 'switch = "no_such_', "switch"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, old: str, new: str, names: str) -> None:
    file = Path(shutil.copy(places.data("bruges", "discrepancies.toml"), tmp_path))
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(bl.DataError, match=re.escape(names)):
        Discrepancies(find(), file)
