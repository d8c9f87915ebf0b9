"""The scenarios of Burdigala: each holds, in four languages; every rule at work, every switch and every open point has one."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import bruges_lab as bl
import bruges_lab.games.burdigala.rules as chapters
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.model import BOOK
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.proving import Proof, prove
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.rulebook.wording import FieldWords

PROOFS = {name: prove(Scenario.read(name, "burdigala")) for name in MANIFEST.scenarios}
SWITCHES = {field.name: field for field in Ruleset.fields().values() if field.entry is not None}
SOURCES = sorted(Path(chapters.__file__).parent.glob("*.py"))
RULE = re.compile(r"burdigala(\.[a-z0-9_]+)+")

EXAMPLES = {
    "burdigala.cube.points.example": "three_places_left_score_three",
    "burdigala.complete.plot.example": "the_finishers_own_neighbour_brings_a_fourth_card",
    "burdigala.final.merch.example.stephane": "stephane_counts_nineteen",
    "burdigala.final.merch.example.bruno": "bruno_counts_seven",
    "burdigala.final.corruption.example": "sums_of_five_seven_and_seven",
}
"""The worked examples of the document."""

NOT_SHOWN = {"burdigala.meta.players": "a game for five is refused before there is a position; test_five_players_are_refused"}
NOT_CITED = {"burdigala.seven.need": "where one favour is possible it is taken without asking, and where none is nobody is asked"}
"""Refusals that no choice can meet with: what they forbid is never asked."""
NOT_PLAYED = {
    "B-072": "data: which tiles stay in the box is decided by the shuffle",
    "B-074": "about the documents: no building scores by what its finisher has",
}
"""Open points that describe nothing that could be played."""

PERMITTED = {
    "burdigala.setup.place.anywhere": {"place"},
    "burdigala.move.direction": {"move"},
    "burdigala.move.revisit": {"move"},
    "burdigala.move.return": {"move"},
    "burdigala.move.pass": {"move"},
    "burdigala.double.ways": {"move"},
    "burdigala.card.cart": {"move"},
    "burdigala.card.boat": {"move"},
    "burdigala.stuck.cards": {"lay"},
}
"""Permissions that no question and no event is about: the kinds of choice that they allow."""


@pytest.mark.parametrize("name", PROOFS)
def test_a_scenario_holds(name: str) -> None:
    assert PROOFS[name].differences == []
    assert PROOFS[name].scenario.record.then


def test_there_are_enough_and_they_are_found_by_name() -> None:
    assert len(PROOFS) >= 90
    game = bl.scenario("three_places_left_score_three", game="burdigala")
    assert game.manifest is MANIFEST
    with pytest.raises(LabError, match="unknown scenario 'three_places' of Burdigala"):
        bl.scenario("three_places", game="burdigala")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_scenario_is_told_in_words(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless(self: FieldWords, name: str) -> str:
        raise AssertionError(f"{lang}: no phrase for {name}")

    monkeypatch.setattr(FieldWords, "label", nameless)
    for name, proof in PROOFS.items():
        assert proof.scenario.title.get(lang, "").strip(), name
        told = proof.told(lang)
        assert "✗" not in told, name
        assert not re.search(r"\{|\}|\$[a-z]", told), name


def test_titles_differ_between_scenarios() -> None:
    for lang in LANGUAGES:
        titles = [proof.scenario.title[lang] for proof in PROOFS.values()]
        assert len(set(titles)) == len(titles)


# Rules


def in_play(proof: Proof) -> set[str]:
    """The rules that the events and refusals of a scenario cite."""
    return {event.rule for event in proof.game.events} | {deed.refusal.rule for deed in proof.deeds if deed.refusal is not None}


def asked(proof: Proof) -> set[str]:
    """The rules of the questions that came up."""
    return {BOOK.steps[node.state.agenda[-1][0]].rule for node in proof.game.line if node.state.agenda}


def choices(proof: Proof) -> set[str]:
    """The kinds of choice that were made or are said to be possible."""
    made = {deed.choice.kind for deed in proof.deeds if deed.refusal is None}
    said = [choice for expected in proof.scenario.record.then for key in ("options", "legal") for choice in expected.get(key, ())]
    return made | {choice.partition(":")[0] for choice in said}


def cited() -> set[str]:
    """The rules that the sources of the engine cite, but for those of steps alone."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Attribute) and node.func.attr in _OF_STEPS):
                told = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                found |= {word for word in told if isinstance(word, str) and RULE.fullmatch(word)}
    return found


_OF_STEPS = frozenset({"task", "decision", "chance"})


def test_every_rule_that_an_event_or_a_refusal_cites_comes_up_in_a_scenario() -> None:
    played = set().union(*map(in_play, PROOFS.values()))
    assert len(cited()) > 50
    assert cited() - played - set(NOT_CITED) == set()
    assert played & set(NOT_CITED) == set()


def test_every_question_comes_up_in_a_scenario() -> None:
    came_up = {node.state.agenda[-1][0] for proof in PROOFS.values() for node in proof.game.line if node.state.agenda}
    made = {deed.choice.kind for proof in PROOFS.values() for deed in proof.deeds if deed.refusal is None}
    choices_of = {name: step.actions for name, step in BOOK.steps.items() if hasattr(step, "actions")}
    assert {name for name in choices_of if name not in came_up} == set()
    assert {kind for kinds in choices_of.values() for kind in kinds} - made == set()


@pytest.mark.parametrize(("rule", "name"), EXAMPLES.items())
def test_a_worked_example_is_a_scenario(rule: str, name: str) -> None:
    assert rule in PROOFS[name].scenario.rules


def test_five_players_are_refused() -> None:
    for given in ({"players": 5}, {"players": [{}] * 5}):
        with pytest.raises(LabError, match="for 2 to 4 players, not 5"):
            Scenario.read({"game": "burdigala", "given": given})


# With the catalogue


def of_kind(*kinds: str) -> list[str]:
    if not MANIFEST.has("catalogue"):
        pytest.skip("the catalogue is not there yet")
    return [rule.id for rule in MANIFEST.catalogue.values() if rule.kind in kinds]


@pytest.mark.parametrize("kind", ["event", "refusal", "permission", "example"])
def test_every_rule_of_a_kind_is_shown_by_a_scenario(kind: str) -> None:
    shown = {rule for proof in PROOFS.values() for rule in proof.scenario.rules}
    assert set(of_kind(kind)) - shown - set(NOT_SHOWN) == set()
    assert shown & set(NOT_SHOWN) == set()


def test_every_event_and_refusal_is_cited_in_play() -> None:
    played = set().union(*map(in_play, PROOFS.values()))
    assert set(of_kind("event", "refusal")) - played - set(NOT_SHOWN) - set(NOT_CITED) == set()


def test_a_permission_is_used_where_it_is_shown() -> None:
    for rule in of_kind("permission"):
        showing = [proof for proof in PROOFS.values() if rule in proof.scenario.rules]
        if rule in PERMITTED:
            assert any(PERMITTED[rule] <= choices(proof) for proof in showing), rule
        else:
            assert any(rule in in_play(proof) | asked(proof) for proof in showing), rule


def test_a_scenario_shows_open_points_of_its_rules() -> None:
    of_kind("event")
    wrong: dict[str, Any] = {}
    for name, proof in PROOFS.items():
        concerned = {entry for rule in proof.scenario.rules for entry in MANIFEST.catalogue[rule].discrepancies}
        if beyond := set(proof.scenario.record.discrepancies) - concerned:
            wrong[name] = beyond
    assert wrong == {}


# Open points and switches


def test_every_open_point_is_shown_or_explained() -> None:
    shown = {entry for proof in PROOFS.values() for entry in proof.scenario.record.discrepancies}
    assert set(MANIFEST.discrepancies) - shown - set(NOT_PLAYED) == set()
    assert shown & set(NOT_PLAYED) == set()


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_has_a_scenario_that_differs_between_its_values(switch: str) -> None:
    here = [proof.scenario for proof in PROOFS.values() if switch in proof.scenario.record.given.switches]
    assert here
    for scenario in here:
        default = SWITCHES[switch].default
        assert scenario.record.given.switches[switch] != default
        assert SWITCHES[switch].entry in scenario.record.discrepancies
        assert not prove(scenario.under(scenario.state.rules.changed(**{switch: default}))).holds
