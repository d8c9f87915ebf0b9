"""Judging: verdicts with what is claimed, what the engine does, and the scenarios that show it."""

import re
from pathlib import Path

import pytest
from reports import check

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.catalogue import rule
from bruges_lab.rulebook.readings import ruleset
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Finding, Report, Verdict
from bruges_lab.textcheck.judge.evidence import as_claimed, as_confused, differently, evidence, holds
from bruges_lab.textcheck.report.told import Told, why


def one(report: Report, rule_id: str, verdict: Verdict) -> Finding:
    (found,) = [finding for finding in report.of(rule_id) if finding.verdict is verdict]
    return found


def test_what_the_engine_does_is_stated_with_its_proof(tmp_path: Path) -> None:
    found = one(
        check(tmp_path, "In the final scoring each majority marker turned over scores 4 points."),
        "scoring.majority",
        Verdict.STATED,
    )
    assert found.line == 7
    assert found.proof is not None
    assert found.proof.scenarios
    assert found.fingerprint


def test_a_contradiction_names_claim_actual_and_what_would_come_of_it(tmp_path: Path) -> None:
    text = "## Actions\n\nA player discards a card and takes 3 workers of its colour from the supply."
    report = check(tmp_path, text)
    found = one(report, "action.workers", Verdict.CONTRADICTS)
    assert (found.claimed, found.actual, found.reason.key) == ("3", "2", "number_differs")
    assert found.confidence >= 0.75
    assert found.proof is not None
    assert found.proof.otherwise == Ruleset().changed(workers_taken=3)
    assert Told(report).proof(found).endswith("≠ Swan takes 3 blue workers.")
    assert Told(report, "de").proof(found).endswith("≠ Schwan nimmt 3 blaue Handlanger.")
    assert why(found.reason, "de", BRUGES) == "Der Text sagt 3, Bruges Lab spielt 2."


def test_right_here_and_wrong_there_is_inconsistent(tmp_path: Path) -> None:
    right = "In the final scoring each majority marker turned over scores 4 points."
    found = one(check(tmp_path, right + "\n\n" + right.replace("4", "6")), "scoring.majority", Verdict.INCONSISTENT)
    assert found.line == 9
    assert [place.line for place in found.others] == [7]


def test_what_is_said_again_less_fully_is_shown_beside_the_best_passage(tmp_path: Path) -> None:
    report = check(tmp_path, "The player with the most points after the final scoring wins the game.")
    found = one(report, "win.most", Verdict.STATED)
    assert (found.line, [place.line for place in found.others]) == (7, [4])


def test_what_another_edition_says_is_an_edition(tmp_path: Path) -> None:
    found = one(check(tmp_path, "## Material\n\nThe box holds 60 workers."), "comp.workers.count", Verdict.EDITION)
    assert (found.claimed, found.actual) == ("60", "50")


def test_what_is_not_there_is_missing_with_the_nearest_passages(tmp_path: Path) -> None:
    found = one(check(tmp_path, "Canal tiles on the board belong to their player."), "threat.several", Verdict.MISSING)
    assert found.passage is None
    assert found.reason.key == "missing"


def test_a_known_confusion_is_named(tmp_path: Path) -> None:
    text = "## Phase 2\n\nThe price is the number of low dice, not their sum."
    found = one(check(tmp_path, text), "phase2.advance.cost", Verdict.CONTRADICTS)
    assert found.reason.key == "confusion"
    assert "number of low dice" in found.claimed


@pytest.mark.parametrize(
    ("rule_id", "text"),
    [
        ("action.recruit.color_free", "The person and the house must have the same colour."),
        ("phase2.steps", "First the players advance on the reputation track, then the threats are dealt with."),
    ],
)
def test_a_declared_misreading_is_told(tmp_path: Path, rule_id: str, text: str) -> None:
    assert one(check(tmp_path, f"## Play\n\n{text}"), rule_id, Verdict.CONTRADICTS).line == 9


def test_who_names_the_place_does_not_count_by_threes(tmp_path: Path) -> None:
    text = "## Final scoring\n\nThen come 3 points for each canal tile on the third space of a section."
    report = check(tmp_path, text)
    assert one(report, "scoring.canal3", Verdict.STATED).line == 9
    assert one(report, "action.canal.third_space", Verdict.STATED).line == 9


def test_a_sentence_may_state_several_rules(tmp_path: Path) -> None:
    text = (
        "## Final scoring\n\nAdd the small number under the price of each of your people, a point per house, whatever "
        "the laurels say, 4 points for every majority marker turned over, your canals and statues, and your reputation."
    )
    report = check(tmp_path, text)
    for stated in ("scoring.people", "scoring.house", "scoring.laurel", "scoring.majority"):
        assert one(report, stated, Verdict.STATED).line == 9


def test_half_a_sentence_is_enough(tmp_path: Path) -> None:
    text = "## Phase 2: Roll the dice\n\nThreats are dealt with first, reputation second."
    assert one(check(tmp_path, text), "phase2.steps", Verdict.STATED).line == 9


def test_another_ruleset_makes_another_number_right(tmp_path: Path) -> None:
    text = "## Actions\n\nA player discards a card and takes 3 workers of its colour from the supply."
    report = check(tmp_path, text, ruleset=Ruleset().changed(workers_taken=3))
    assert one(report, "action.workers", Verdict.STATED).line == 9


def test_evidence_comes_of_running() -> None:
    rules = Ruleset()
    assert holds(BRUGES.catalogue["action.workers"], rules) is True
    assert holds(BRUGES.catalogue["action.workers"], rules.changed(workers_taken=3)) is False
    proof = evidence(BRUGES.catalogue["action.workers"], rules)
    assert proof is not None
    assert "2" in proof.shown
    claimed = as_claimed("workers_taken", 3, rules)
    assert claimed == rules.changed(workers_taken=3)
    assert "3" in differently(BRUGES.catalogue["action.workers"], rules, claimed)
    assert as_claimed("no_field", 3, rules) is None
    limit = as_claimed("threat_limit", 4, rules)
    assert limit is not None
    assert limit.threat_supply > rules.threat_supply  # or the markers would run out


def test_what_comes_of_a_misreading_is_told_without_signs_of_the_program() -> None:
    rules = Ruleset()
    confusion = next(one for one in rule("scoring.canal3").confusions if one.name == "every_three")
    changed = as_confused(confusion, rules)
    assert changed is not None
    for lang in LANGUAGES:
        for name in ("scoring.canal3", "action.canal.third_space", "example.final.reputation"):
            told = (
                differently(BRUGES.catalogue[name], rules, changed, lang),
                getattr(evidence(BRUGES.catalogue[name], rules, lang), "shown", ""),
            )
            assert not re.search(r"[{}<\[]|then \d|when \d|_", " ".join(told)), told


def test_a_scenario_of_another_reading_is_no_evidence() -> None:
    proof = evidence(BRUGES.catalogue["example.final.reputation"], Ruleset())
    assert proof is not None
    assert "final_example_of_003" not in proof.scenarios
    six = evidence(BRUGES.catalogue["example.final.reputation"], ruleset("003:six_at_step_6"))
    assert six is not None
    assert "final_example_of_003" in six.scenarios


def test_what_cannot_be_checked_is_refused() -> None:
    with pytest.raises(LabError, match="no file"):
        check_translation([])
    with pytest.raises(LabError, match="cannot be checked as a language"):
        check_translation(BRUGES.samples / "en" / "clean.md", language="pt")
    with pytest.raises(LabError, match="no such file"):
        check_translation("x.md")
