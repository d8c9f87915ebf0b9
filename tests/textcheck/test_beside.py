"""A translation beside its source: texts of ours in four languages, as they are and with planted errors, rule by rule."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from bruges_lab import places
from bruges_lab.documents.opening import Source
from bruges_lab.games import shelf
from bruges_lab.kernel.errors import LabError
from bruges_lab.textcheck.beside.pairing import align
from bruges_lab.textcheck.beside.passages import read_side
from bruges_lab.textcheck.beside.sayings import said
from bruges_lab.textcheck.beside.swapping import swapped
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Finding, Level, Report, Verdict
from bruges_lab.textcheck.read.concepts import stream
from bruges_lab.textcheck.read.vocabulary import vocabulary
from bruges_lab.textcheck.report.levels import against

FOLDER = Path(__file__).parent / "beside"
PLANTED = tomllib.loads((FOLDER / "planted.toml").read_text(encoding="utf-8"))["error"]
TRANSLATED = ("de", "fr", "it")
FOUND = 0.75
"""The share of planted errors that is found at its line in each text, be it as worth a look."""
MORE = tomllib.loads((FOLDER / "planted_seventh.toml").read_text(encoding="utf-8"))["error"]
SEVENTH = FOLDER.parent / "seventh"
SWAPPED = [
    (
        "Das Haus kommt auf den Ablagestapel; die Person kommt auf die Hand.",
        "Die Person kommt auf den Ablagestapel; das Haus kommt auf die Hand.",
    ),
    (
        "Du legst eine Person aus deiner Auslage ab, niemals aus der Hand.",
        "Du legst eine Person aus deiner Hand ab, niemals aus der Auslage.",
    ),
]


def text(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def check(words: str, source: str | Path | Source = FOLDER / "en.md") -> Report:
    return check_translation(Source("text.md", tuple(words.split("\n")), "utf-8"), source=source)


@cache
def clean(lang: str) -> Report:
    return check(text(lang))


def wrong(report: Report) -> list[Finding]:
    """What is held against a text: contradictions, what is left out or added, from likely on."""
    notes = [one for one in report.findings if one.verdict is Verdict.NOTE and one.level is not Level.LOOK]
    left_out = [one for one in report.findings if one.verdict is Verdict.MISSING and one.beside is not None]
    return [*(one for one in report.findings if against(report, one)), *notes, *left_out]


def told(report: Report) -> list[Finding]:
    """What is told against a text, be it as worth a look."""
    against = (Verdict.CONTRADICTS, Verdict.INCONSISTENT)
    looks = [one for one in report.findings if one.verdict in against or (one.verdict is Verdict.NOTE and one.check == "source")]
    return [*wrong(report), *looks]


@pytest.mark.parametrize("lang", TRANSLATED)
class TestTranslations:
    def test_every_sentence_finds_its_own(self, lang: str) -> None:
        source, target = read_side(check(text("en"))), read_side(clean(lang))
        pairs = align(source, target)
        lines = [
            ({source.sentences[n].line for n in pair.source}, {target.sentences[n].line for n in pair.target}) for pair in pairs
        ]
        assert all(first == second for first, second in lines)
        assert sum(len(pair.source) == len(pair.target) == 1 for pair in pairs) >= 0.97 * len(source.sentences)

    def test_a_faithful_translation_has_nothing_held_against_it(self, lang: str) -> None:
        held = [(one.rule or one.check, one.line, one.claimed, one.actual) for one in wrong(clean(lang))]
        assert len(held) <= 2, held

    def test_nothing_is_missing_that_the_source_does_not_state(self, lang: str) -> None:
        assert clean(lang).count(Verdict.MISSING) <= 2
        assert clean(lang).count(Verdict.STATED) >= 100

    @pytest.mark.parametrize("name", ["a", "b"])
    def test_planted_errors_are_found_at_their_lines(self, lang: str, name: str) -> None:
        errors = [one for one in PLANTED if (one["lang"], one["set"]) == (lang, name)]
        words = text(lang)
        for error in errors:
            assert words.count(error["old"]) == 1, error
            words = words.replace(error["old"], error["new"])
        found = told(check(words))
        lost = [error["new"] or error["old"] for error in errors if not any(is_told(one, error, words) for one in found)]
        assert len(lost) <= (1 - FOUND) * len(errors), lost


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it"])
def test_errors_planted_in_other_texts_are_found_at_their_rules(lang: str) -> None:
    errors = [one for one in MORE if one["lang"] == lang]
    words = (SEVENTH / lang / "rulebook_clean.md").read_text(encoding="utf-8")
    for error in errors:
        assert words.count(error["old"]) == 1, error
        words = words.replace(error["old"], error["new"])
    source = SEVENTH / ("de" if lang == "en" else "en") / "rulebook_clean.md"
    found = {one.rule for one in check(words, source).findings if one.verdict in (Verdict.CONTRADICTS, Verdict.MISSING)}
    lost = [error["new"] or error["old"] for error in errors if found.isdisjoint(error["rules"])]
    assert len(lost) <= 0.45 * len(errors), lost


@pytest.mark.parametrize("lang", TRANSLATED)
def test_clean_translations_of_other_texts_are_held_to_nothing(lang: str) -> None:
    words = (SEVENTH / lang / "rulebook_clean.md").read_text(encoding="utf-8")
    held = [one for one in wrong(check(words, SEVENTH / "en" / "rulebook_clean.md")) if one.rule]
    assert len(held) <= 1, [(one.rule, one.line, one.claimed, one.actual) for one in held]


@pytest.mark.parametrize(("right", "wrong"), SWAPPED)
def test_things_that_have_changed_places_are_told(right: str, wrong: str) -> None:
    bruges = shelf.find("bruges")
    first, second = (said([stream(words, vocabulary("de", bruges))]) for words in (right, wrong))
    (found,) = swapped(first, second, bruges)
    assert found.kind == "swapped"
    assert not list(swapped(first, first, bruges))


def test_a_half_of_a_sentence_that_is_left_out_is_missing() -> None:
    words = (SEVENTH / "it" / "rulebook_clean.md").read_text(encoding="utf-8")
    gone = ", che può essere diverso da quello della carta"
    assert words.count(gone) == 1
    report = check(words.replace(gone, ""), SEVENTH / "en" / "rulebook_clean.md")
    assert any(one.verdict is Verdict.MISSING and one.beside and "may differ" in one.beside.text for one in report.findings)


def is_told(finding: Finding, error: dict[str, str], words: str) -> bool:
    """Whether a finding stands at the line of an error; what is left out by the line of the source."""
    was = text(error["lang"])
    line = was[: was.index(error["old"])].count("\n") + 1
    if not error["new"]:
        return finding.beside is not None and abs(finding.beside.line - line) <= 2
    first = words[: words.index(error["new"])].count("\n") + 1
    last = first + error["new"].count("\n")
    places = [finding.passage] if finding.passage else list(finding.others)
    return any(place.line <= last + 1 and place.end_line >= first - 1 for place in places)


def test_the_rule_the_sentence_of_the_source_and_both_values_are_told() -> None:
    report = check(text("de").replace("Jeder beginnt mit 5 Gulden", "Jeder beginnt mit 6 Gulden"))
    (finding,) = [one for one in report.findings if against(report, one)]
    assert (finding.rule, finding.claimed, finding.actual) == ("setup.player.guilders", "6", "5")
    assert finding.beside is not None
    assert finding.beside.text == "Everybody starts with 5 guilders and one worker of each colour."
    assert "the source says (en.md:26): “Everybody starts with 5 guilders" in report.told()
    assert '"beside": {\n' in report.to_json()


def test_what_is_said_of_no_rule_is_compared_as_well() -> None:
    report = check(text("fr").replace("Anna a des personnages d'une valeur de 12", "Anna a des personnages d'une valeur de 13"))
    assert any(one.claimed == "13" and one.actual == "12" for one in report.findings)


def test_a_paragraph_that_has_moved_is_not_missing() -> None:
    words = text("de").split("\n")
    paragraph = next(line for line in words if line.startswith("Manche Personen haben einen Pfeil"))
    words.remove(paragraph)
    moved = check("\n".join([*words, "", "## Noch etwas", "", paragraph]))
    missing = {one.rule for one in moved.findings if one.verdict is Verdict.MISSING}
    assert "act.before_after" not in missing
    assert len(missing) <= 3
    gone = check("\n".join(words))
    assert {one.rule for one in gone.findings if one.verdict is Verdict.MISSING} >= {"act.before_after"}


def test_an_earlier_version_in_the_same_language_is_a_source_too() -> None:
    report = check(text("it").replace("si perdono 3 punti", "si perdono 2 punti"), FOLDER / "it.md")
    (finding,) = [one for one in report.findings if against(report, one) and one.reason.key.startswith("source_")]
    assert (finding.rule, finding.claimed, finding.actual) == ("threat.intrigue", "2", "3")


def test_a_source_about_another_game_is_refused() -> None:
    with pytest.raises(LabError, match=r"en_card_game\.md: this source does not look like"):
        check(text("de"), places.data("bruges", "samples", "other", "en_card_game.md"))
