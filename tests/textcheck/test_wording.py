"""What is claimed and what is right in the language of a report; what programs read keeps its ids."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cases import each
from reports import check

from bruges_lab import places
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Finding, Report, Verdict
from bruges_lab.textcheck.judge.evidence import as_claimed, as_confused, differently
from bruges_lab.textcheck.report.pins import Pins
from bruges_lab.textcheck.report.told import Told, in_words


def one(report: Report, rule: str) -> Finding:
    return next(found for found in report.of(rule) if found.verdict not in (Verdict.STATED, Verdict.MISSING))


@each(
    ("names", "lang", "told"),
    [
        ("blue, red", "de", "blau, rot"),
        ("discard_pile", "fr", "défausse"),
        ("may", "it", "può"),
        ("not", "de", "nicht"),
        ("4", "de", "4"),
        ("–", "fr", "–"),
    ],
)
def test_ids_become_words(names: str, lang: str, told: str) -> None:
    assert in_words(names, lang, BRUGES) == told


def test_a_colour_is_told_in_the_language_of_the_report_and_quoted_in_that_of_the_text(tmp_path: Path) -> None:
    report = check(tmp_path, "## Threats\n\n- red: Flood, the player returns all their workers to the supply.")
    found = one(report, "threat.color.flood")
    assert (found.claimed, found.actual) == ("red", "blue")
    assert Told(report, "de").claim(found) == "sagt „red“ · Bruges Lab: blau"
    assert "blau" in Told(report, "de").because(found)
    assert "blu" in report.told("it")
    assert "blau" in report.to_html("de")
    (record,) = [r for r in json.loads(report.to_json("de"))["findings"] if r["rule"] == "threat.color.flood" and r["claimed"]]
    assert record["actual"] == "blue"


def test_a_misreading_is_told_in_the_language_of_the_report(tmp_path: Path) -> None:
    text = "## Majorities\n\nTo turn over the majority marker for people, a player needs more people than all opponents together."
    report = check(tmp_path, text)
    found = one(report, "majority.people.individual")
    confusion = next(known for known in Catalogue.load()[found.rule].confusions if known.says == found.claimed)
    told = {lang: Catalogue.load()[found.rule].misread(confusion, lang) for lang in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert told["de"] in Told(report, "de").claim(found)
    assert Catalogue.load()[found.rule].text("de") in Told(report, "de").claim(found)
    assert told["fr"] in Told(report, "fr").because(found)
    assert told["fr"] in report.to_html("fr")
    assert found.claimed in json.dumps(json.loads(report.to_json("fr")), ensure_ascii=False)


def test_a_misreading_that_cannot_be_played_ends_with_what_it_says(tmp_path: Path) -> None:
    report = check(tmp_path, "## Phase 2\n\nThe price is the number of low dice, not their sum.")
    found = one(report, "phase2.advance.cost")
    assert found.reason.key == "confusion"
    for lang in LANGUAGES:
        told = Told(report, lang).because(found)
        assert told.endswith(".")
        assert ": ." not in told


def test_every_misreading_has_words_in_every_language() -> None:
    for rule in Catalogue.load().values():
        for confusion in rule.confusions if rule.id in BRUGES.reading.by_rule else ():
            assert rule.misread(confusion, "en") == confusion.says
            assert all(rule.misread(confusion, lang) for lang in LANGUAGES)


def test_what_would_come_of_a_claim_is_told_in_sentences() -> None:
    rules = Ruleset()
    claimed = as_claimed("workers_taken", 3, rules)
    assert claimed is not None
    assert differently(BRUGES.catalogue["action.workers"], rules, claimed) == "Swan takes 3 blue workers."
    assert differently(BRUGES.catalogue["action.workers"], rules, claimed, "de") == "Schwan nimmt 3 blaue Handlanger."
    assert differently(BRUGES.catalogue["action.workers"], rules, rules) == ""
    for rule in Catalogue.load().values():
        for confusion in rule.confusions:
            played = as_confused(confusion, rules)
            told = "" if played is None else differently(rule, rules, played)
            assert not set("<>{}[]'") & set(told.replace("’", "")), (rule.id, confusion.name)


def test_a_proof_with_a_claim_is_told_again_in_the_language_of_the_report(tmp_path: Path) -> None:
    report = check(tmp_path, "## Actions\n\nA player discards a card and takes 3 workers of its colour from the supply.")
    assert "≠ Swan takes 3 blue workers." in report.told()
    assert "≠ Schwan nimmt 3 blaue Handlanger." in report.told("de")


def test_two_terms_are_shown_as_the_text_has_them(tmp_path: Path) -> None:
    text = "The henchmen stay. " + " ".join(f"The workers of player {number} stay in the display." for number in range(1, 7))
    report = check(tmp_path, text)
    found = next(one for one in report.findings if one.reason.key == "two_terms")
    assert {found.claimed, found.actual} <= {"henchmen", "workers", "worker"}
    assert "„henchmen“" in Told(report, "de").because(found)
    assert "Handlanger" in Told(report, "de").because(found)


def test_a_leftover_is_told_by_the_name_of_its_language(tmp_path: Path) -> None:
    report = check(tmp_path, "Dieser Satz ist leider gar nicht übersetzt worden und steht noch hier herum.")
    found = next(one for one in report.findings if one.reason.key == "leftover")
    assert (found.claimed, found.actual) == ("de", "en")
    assert "Deutsch" in Told(report, "de").claim(found)
    assert "Deutsch" in Told(report, "de").because(found)


def test_a_report_knows_its_ruleset_and_the_language_of_the_pins(tmp_path: Path) -> None:
    rules = Ruleset().changed(workers_taken=3)
    assert check(tmp_path, "Text.", ruleset=rules).rules == rules
    pins = Pins()
    pins.language = "de"
    assert check(tmp_path, "Text.", pins=pins).language == "de"
    assert check(tmp_path, "Text.", pins=pins, language="fr").language == "fr"
    assert check(tmp_path, "Text.").language == "en"
    assert replace(check(tmp_path, "Text."), rules=None).rules is None


def test_a_report_displays_itself_in_the_language_asked_for() -> None:
    path = places.data("bruges", "samples", "en", "faulty.md")
    pages = {lang: check_translation(path, report_lang=lang)._repr_html_() for lang in LANGUAGES}
    assert len(set(pages.values())) == len(LANGUAGES)
    assert check_translation(path)._repr_html_() == pages["en"]
    with pytest.raises(LabError, match="'xx' is not a language of reports; choose en, de, fr or it"):
        check_translation(path, report_lang="xx")


def test_a_word_that_should_not_be_there_is_answered_by_the_rule(tmp_path: Path) -> None:
    report = check(tmp_path, "## Majorities\n\nIf players are tied for the lead, all of them turn over their majority markers.")
    (finding,) = [one for one in report.findings if one.verdict is Verdict.CONTRADICTS]
    assert (finding.claimed, finding.actual) == ("all", "–")
    assert Told(report, "de").claim(finding).endswith(Catalogue.load()[finding.rule].text("de"))
