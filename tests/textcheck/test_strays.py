"""Stray terms: a thing in the place of another, where nobody who states the rule names it."""

from pathlib import Path

import pytest

from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Finding, Level

RULES = Path(__file__).parent / "beside"
SAID = [
    ("en", "To build a house you return one {} of the card's colour to the supply.", "pawn", "worker", "workers"),
    ("en", "Whoever completes a section takes the topmost {} at once.", "seal", "statue", "statues"),
    (
        "de",
        "Um ein Haus zu bauen, gibst du eine {} in der Farbe der Karte in den Vorrat.",
        "Spielfigur",
        "Handlanger",
        "Handlanger",
    ),
    ("de", "Wer einen Abschnitt vollendet, nimmt sofort das oberste {}.", "Siegel", "Statuenplättchen", "Statuen"),
    ("fr", "Pour bâtir une maison, rendez un {} de la couleur de la carte à la réserve.", "pion", "ouvrier", "ouvriers"),
    ("fr", "Qui achève une section prend aussitôt le {} du dessus.", "sceau", "statue", "statues"),
    (
        "it",
        "Per costruire una casa restituisci una {} del colore della carta alla riserva.",
        "pedina",
        "lavoratore",
        "lavoratori",
    ),
    ("it", "Chi completa una sezione prende subito il {} in cima.", "sigillo", "statua", "statue"),
]


def strays(tmp_path: Path, lang: str, more: str) -> list[Finding]:
    text = (RULES / f"{lang}.md").read_text("utf-8") + "\n"
    (tmp_path / "rules.md").write_text(text + more + "\n", encoding="utf-8")
    found = check_translation(tmp_path / "rules.md").findings
    return [one for one in found if one.reason.key == "stray_term" and one.line > text.count("\n")]


@pytest.mark.parametrize(("lang", "sentence", "wrong", "right", "shown"), SAID)
def test_a_thing_in_the_place_of_another_is_told(
    tmp_path: Path, lang: str, sentence: str, wrong: str, right: str, shown: str
) -> None:
    (found,) = strays(tmp_path, lang, sentence.format(wrong))
    assert (found.claimed, found.actual, found.check, found.level) == (wrong, shown, "terms", Level.LOOK)
    assert strays(tmp_path, lang, sentence.format(right)) == []


def test_what_a_text_does_by_habit_is_none(tmp_path: Path) -> None:
    habit = "Whoever completes a section takes the topmost seal at once.\n\nTo complete a section brings you the topmost seal.\n"
    assert len(strays(tmp_path, "en", habit.split("\n\n")[0])) == 1
    assert strays(tmp_path, "en", habit) == []


def test_a_sentence_that_states_no_rule_has_none(tmp_path: Path) -> None:
    assert strays(tmp_path, "en", "Keep the pawns, the seals and the statues dry and out of the sun.") == []
