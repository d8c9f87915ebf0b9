"""The gate: other games are turned away in one sentence, and foreign paragraphs are marked and not judged."""

from pathlib import Path

import pytest

from bruges_lab import places
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Report, Verdict
from bruges_lab.textcheck.report.told import Told, why

SAMPLES = places.data("bruges", "samples")
BASE = """# Bruges

The box holds 165 cards, 45 threats and 40 canal tiles.

## Set-up

Each player takes 5 guilders from the bank and one worker of every colour from the supply.

## Phase 2

A die brings a threat of its own colour on 5 and 6. In the final scoring each majority marker turned over scores 4 points.
A player who completes a section takes the top statue at once.
"""


def check(tmp_path: Path, text: str, ruleset: str | Ruleset = "default") -> Report:
    (tmp_path / "rules.md").write_text(text, encoding="utf-8")
    return check_translation(tmp_path / "rules.md", ruleset=ruleset)


@pytest.mark.parametrize("path", sorted((SAMPLES / "other").glob("*.md")), ids=lambda path: path.stem)
def test_texts_of_other_games_are_turned_away(path: Path) -> None:
    report = check_translation(path)
    assert not report.is_of_game
    assert not report.findings
    assert why(report.gate, "en", BRUGES).startswith("This does not look like Bruges")


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it"])
def test_our_samples_are_taken_for_bruges(lang: str) -> None:
    report = check_translation(SAMPLES / lang / "faulty.md")
    assert report.is_of_game
    assert report.language == lang


def test_a_short_text_about_bruges_is_let_in(tmp_path: Path) -> None:
    assert check(tmp_path, BASE).is_of_game


CHAPTERS = {
    "en": "The start player rolls the five dice. For each die that shows a 5 or 6 every player gets a threat of that colour.\n"
    "Whoever has 3 threats of one colour suffers a damage and returns all three threats to the supply.\n\n"
    "Each player plays 4 cards, one per turn. Action: take 2 workers of the colour of the card.\n"
    "Each player begins with 6 guilders from the bank.\n",
    "es": "El jugador inicial lanza los cinco dados. Por cada dado que muestre un 5 o un 6, todos los jugadores reciben una\n"
    "amenaza de ese color. Quien tenga 3 amenazas del mismo color sufre un daño y devuelve las tres amenazas a la reserva.\n\n"
    "Cada jugador juega 4 cartas, una por turno. Acción: toma 2 trabajadores del color de la carta.\n"
    "Cada jugador empieza con 6 florines del banco.\n",
    "nl": "De startspeler gooit de vijf dobbelstenen. Voor elke dobbelsteen met een 5 of 6 krijgt elke speler een dreiging van\n"
    "die kleur. Wie 3 dreigingen van dezelfde kleur heeft, lijdt schade en legt alle drie de dreigingen terug in de voorraad.\n\n"
    "Elke speler speelt 4 kaarten, één per beurt. Actie: neem 2 arbeiders in de kleur van de kaart.\n"
    "Elke speler begint met 6 gulden van de bank.\n",
}


@pytest.mark.parametrize("lang", CHAPTERS)
def test_a_chapter_alone_is_let_in_and_judged(tmp_path: Path, lang: str) -> None:
    """It names few of the things, but states rules all the time; Spanish and Dutch are experimental."""
    report = check(tmp_path, f"# Bruges\n\n{CHAPTERS[lang]}")
    assert (report.is_of_game, report.language) == (True, lang)
    wrong = [finding for finding in report.findings if finding.verdict is Verdict.CONTRADICTS or lang in ("es", "nl")]
    assert ("setup.player.guilders", "6", "5") in [(one.rule, one.claimed, one.actual) for one in wrong]


def test_a_paragraph_of_the_expansion_is_marked_and_not_judged(tmp_path: Path) -> None:
    text = (
        BASE
        + "\nAfter drawing, turn up a market card and place 3 action markers on it; each player takes 7 guilders from the bank.\n"
    )
    report = check(tmp_path, text)
    (note,) = [finding for finding in report.findings if finding.check == "foreign"]
    assert note.verdict is Verdict.NOTE
    assert note.reason.key == "expansion"
    assert "(Module: market)" in Told(report).because(note)
    assert "(Modul: Markt)" in Told(report, "de").because(note)
    assert note.line == 14
    assert not [finding for finding in report.of("setup.player.guilders") if finding.line == 14]


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("For each die of 3 or 4 a ship is put into the harbor.", "ships"),
        ("Put 2 threat markers of each color into a bag.", "round_marker_and_bag"),
        ("Put the orange round marker on space 1 of the score track.", "round_marker_and_bag"),
        ("Flip all ships and discard the market card.", "ships, market"),
        ("With the expansion workers are limited: there are 12 of each colour.", "supplies"),
        ("This needs the expansion.", "none"),
    ],
)
def test_the_module_of_a_paragraph_is_named(tmp_path: Path, text: str, modules: str) -> None:
    (note,) = [finding for finding in check(tmp_path, f"{BASE}\n{text}\n").findings if finding.check == "foreign"]
    assert note.reason.data == {"modules": modules}


def test_a_passage_about_five_players_is_noted_and_no_contradiction(tmp_path: Path) -> None:
    text = f"{BASE}\nComponents: 6 statues (values 2 to 7; 8 and 9 are used in 5-player games).\n"
    base, five = check(tmp_path, text), check(tmp_path, text, ruleset="zwin:five")
    (note,) = [finding for finding in base.findings if finding.check == "module"]
    assert (note.reason.key, note.line) == ("of_module", 14)
    assert "(Module: five players)" in Told(base).because(note)
    assert [finding for finding in base.findings if finding.line == 14 and finding.verdict is Verdict.CONTRADICTS] == []
    assert [finding for finding in five.findings if finding.check == "module"] == []


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it"])
def test_what_is_said_of_limited_supplies_is_given_to_them(tmp_path: Path, lang: str) -> None:
    """Our own rules of the module, behind a text of the base game, in which nothing is; tiles always suffice."""
    limited = Ruleset(worker_supply=10, bank=92)
    clean = (SAMPLES / lang / "clean.md").read_text(encoding="utf-8")
    said = [
        rule.text(lang, rules=limited)
        for rule in BRUGES.catalogue.values()
        if rule.chapter == "supplies" and rule.id != "exp.supply.canal"
    ]
    assert len(said) == 6
    text = "\n\n".join((clean.rstrip(), *said))
    first = len(clean.rstrip().split("\n")) + 2

    def noted(ruleset: str | Ruleset) -> set[int]:
        notes = [one for one in check(tmp_path, text, ruleset).findings if one.check in ("module", "foreign")]
        return {one.line for one in notes if "supplies" in str(one.reason.data["modules"])}

    assert noted("default") == {first + 2 * place for place in range(len(said))}
    assert noted(limited) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Neither workers nor guilders are limited.",
        "If guilders in the supply run out, replace them by anything else.",
        "A raid: all your guilders go back to the bank.",
        "The supply of threats is limited: there are 9 of each colour.",
    ],
)
def test_what_the_base_game_says_of_supplies_is_not(tmp_path: Path, text: str) -> None:
    assert [finding for finding in check(tmp_path, f"{BASE}\n{text}\n").findings if finding.check == "module"] == []


def test_that_supplies_are_limited_is_noted(tmp_path: Path) -> None:
    found = [one for one in check(tmp_path, f"{BASE}\nGuilders are limited.\n").findings if one.line == 14]
    assert [one.reason.data["modules"] for one in found if one.check == "module"] == ["supplies"]


def test_a_paragraph_of_a_module_that_is_on_is_judged(tmp_path: Path) -> None:
    text = f"{BASE}\nWith a round marker each player takes 7 guilders from the bank.\n"
    assert [finding for finding in check(tmp_path, text).findings if finding.line == 14 and finding.rule] == []
    found = check(tmp_path, text, Ruleset(round_marker=True)).findings
    assert ("setup.player.guilders", "7", "5") in [(one.rule, one.claimed, one.actual) for one in found if one.line == 14]
    assert [one for one in found if one.check == "foreign"] == []


def test_a_paragraph_of_another_game_is_marked(tmp_path: Path) -> None:
    text = (
        BASE + "\nHarvest your wheat and feed 3 sheep before winter; whoever plants the longest hedge earns 2 barrels of cider.\n"
    )
    assert [finding.reason.key for finding in check(tmp_path, text).findings if finding.check == "foreign"] == ["other_paragraph"]
