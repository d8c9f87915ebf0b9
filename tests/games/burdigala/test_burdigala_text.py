"""A text about Burdigala is recognised as one in four languages, whether it names the game or not; others are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from burdigala_texts import CHAPTERS, OTHERS, TEXTS

import bruges_lab as bl
from bruges_lab.games import shelf
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.burdigala.manifest import MANIFEST as BURDIGALA
from bruges_lab.games.manifest import Manifest
from bruges_lab.textcheck.findings import Report
from bruges_lab.textcheck.measure.labels import not_found, raised, read_labelled, tells

CHECKABLE = {
    "en": "It can be checked as a text about Burdigala.",
    "de": "Er lässt sich als Text über Burdigala prüfen.",
    "fr": "Il peut être vérifié comme texte sur Burdigala.",
    "it": "Può essere controllato come testo su Burdigala.",
}


def checked(folder: Path, text: str) -> Report:
    (folder / "text.md").write_text(text, encoding="utf-8")
    return bl.check_translation(folder / "text.md")


@pytest.mark.parametrize("title", ["Burdigala", "BURDIGALA", "The rules"])
@pytest.mark.parametrize("lang", TEXTS)
def test_a_text_is_recognised(tmp_path: Path, lang: str, title: str) -> None:
    report = checked(tmp_path, TEXTS[lang].format(title=title))
    assert (report.about, report.manifest, report.language) == (BURDIGALA, BRUGES, lang)
    assert not report.is_of_game
    assert report.findings == ()
    assert report.told(lang).endswith(CHECKABLE[lang])


@pytest.mark.parametrize("lang", CHAPTERS)
def test_a_few_lines_are_recognised_by_the_name(tmp_path: Path, lang: str) -> None:
    assert checked(tmp_path, CHAPTERS[lang]).about is BURDIGALA
    assert checked(tmp_path, CHAPTERS[lang].replace("Burdigala", "?")).about is None


@pytest.mark.parametrize("name", OTHERS)
def test_another_text_is_of_no_game(tmp_path: Path, name: str) -> None:
    report = checked(tmp_path, OTHERS[name])
    assert report.about is None
    assert report.told("en").splitlines()[1].startswith("This does not look like Bruges: ")


@pytest.mark.parametrize("path", sorted((BRUGES.samples / "other").glob("*.md")), ids=lambda path: path.stem)
def test_a_sample_of_another_game_is_of_none(path: Path) -> None:
    assert bl.check_translation(path).about is None


@pytest.mark.parametrize("lang", TEXTS)
def test_a_text_of_bruges_stays_one(lang: str) -> None:
    report = bl.check_translation(BRUGES.samples / lang / "clean.md")
    assert (report.about, report.is_of_game) == (BRUGES, True)
    assert report.findings


@pytest.mark.parametrize("lang", TEXTS)
def test_every_output_says_so(tmp_path: Path, lang: str) -> None:
    report = checked(tmp_path, TEXTS[lang].format(title="Burdigala"))
    made = json.loads(report.to_json(lang))
    assert (made["is_of_game"], made["about"], made["findings"]) == (False, "burdigala", [])
    assert made["gate"].endswith(CHECKABLE[lang])
    for out in (report.to_html(lang), report.to_sarif(lang), report.to_junit(lang)):
        assert CHECKABLE[lang] in out
    assert CHECKABLE["en"] in report._repr_html_()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_clean_sample_is_checked_by_its_own_rules(lang: str) -> None:
    """Nothing was learnt of this game: only the texts of its rules are known."""
    labels = read_labelled(BURDIGALA.samples / lang / "clean_labels.toml")
    report = bl.check_translation(BURDIGALA.samples / lang / labels.text, game="burdigala")
    assert (report.about, report.language) == (BURDIGALA, lang)
    assert len(not_found(report, labels.states)) <= 0.25 * len(labels.states)
    assert len(raised(report)) <= 1
    assert "≈\u00a0" in report.to_html(lang), "what no document gives is marked in its page too"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_planted_errors_of_its_sample_are_told(lang: str) -> None:
    labels = read_labelled(BURDIGALA.samples / lang / "faulty_labels.toml")
    report = bl.check_translation(BURDIGALA.samples / lang / labels.text, game="burdigala")
    told = [error.kind for error in labels.errors if any(tells(one, error) for one in report.findings)]
    assert told.count("number") >= 2
    assert len(told) >= 0.3 * len(labels.errors)


def test_a_broken_game_beside_it_does_not_stop_a_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slots = {**BURDIGALA._written, "glossary": str(tmp_path / "nowhere")}
    broken = Manifest(BURDIGALA.home, name="broken", title={"en": "Broken"}, players=range(2, 5), data=BURDIGALA._data, **slots)
    monkeypatch.setattr(shelf, "games", lambda: [BRUGES, broken, BURDIGALA])
    with pytest.warns(UserWarning, match="there is no such file"):
        assert checked(tmp_path, TEXTS["en"].format(title="Burdigala")).about is BURDIGALA
