"""Every scenario of the lab is played and must come out as it says; and a scenario that says something else must not."""

import re
from collections import Counter
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from cases import each
from proved import proofs, scenarios

from bruges_lab import places
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.proving import prove
from bruges_lab.rulebook.scenarios import Scenario, read_scenarios
from bruges_lab.rulebook.texts import LANGUAGES

FILES = sorted(places.data("bruges", "scenarios").glob("*.toml"))
CHAPTERS = ("actions", "dice", "draw", "ending", "examples", "majorities", "people", "scoring", "setup", "threats", "turns")


def every() -> list[Scenario]:
    return list(scenarios().values())


def proving() -> list[Scenario]:
    return [scenario for scenario in every() if scenario.record.then]


def by_name(scenario: Scenario) -> str:
    return scenario.name


@each("scenario", every, ids=by_name)
def test_a_scenario_holds(scenario: Scenario) -> None:
    assert proofs()[scenario.name].differences == []


# What is said of them


def test_there_is_a_file_a_chapter() -> None:
    assert set(CHAPTERS) <= {path.stem for path in FILES}
    assert len(every()) >= 300


def test_names_are_unique_over_all_files() -> None:
    names = [scenario.name for path in FILES for scenario in read_scenarios(path)]
    assert [name for name, count in Counter(names).items() if count > 1] == []


@each("scenario", every, ids=by_name)
def test_a_scenario_has_a_title_in_every_language(scenario: Scenario) -> None:
    assert set(scenario.title) == set(LANGUAGES)
    for title in scenario.title.values():
        assert title.strip() == title
        assert 3 <= len(title) <= 80


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_scenarios_have_the_same_title(lang: str) -> None:
    assert [title for title, count in Counter(scenario.title[lang] for scenario in every()).items() if count > 1] == []


@each("scenario", every, ids=by_name)
def test_a_scenario_shows_rules_that_exist(scenario: Scenario) -> None:
    assert scenario.rules
    assert len(set(scenario.rules)) == len(scenario.rules)
    known = Catalogue.load()
    cited = [expected[key] for expected in scenario.record.then for key in ("event", "no_event") if key in expected]
    cited += [step.rule for step in scenario.record.when if step.rule is not None]
    assert [rule for rule in (*scenario.rules, *cited) if rule not in known] == []


@each("path", [path for path in FILES if path.stem in CHAPTERS], ids=lambda path: path.stem)
def test_every_scenario_of_a_chapter_proves_something(path: Any) -> None:
    assert [scenario.name for scenario in read_scenarios(path) if not scenario.record.then] == []


# What they cover between them

NOT_SHOWN = {"meta.players"}  # refused when a game is set up: there is no position in which to ask (test_traceability.py)


def test_every_refusal_of_the_catalogue_is_shown() -> None:
    shown = {step.rule for scenario in every() for step in scenario.record.when}
    refusals = {rule.id for rule in Catalogue.load().values() if rule.kind == "refusal"}
    assert refusals - shown == NOT_SHOWN


# A proof can fail


def numbers(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in an expectation a number stands."""
    if isinstance(value, bool):
        return []
    if isinstance(value, int):
        return [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in inner for found in numbers(part, (*path, key))]


def with_more(expected: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The expectation with one of its numbers 50 greater: no piece of the game ever comes in such a number by chance."""
    changed = deepcopy(expected)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += 50
    return changed


def mutants(scenario: Scenario) -> list[dict[str, Any]]:
    """Every expectation of a scenario with one number changed, one after the other."""
    return [
        with_more(expected, path) for expected in scenario.record.then if "no_event" not in expected for path in numbers(expected)
    ]


def says_otherwise(scenario: Scenario, then: list[dict[str, Any]]) -> Scenario:
    return Scenario(msgspec.structs.replace(scenario.record, then=then), scenario.file)


@each("scenario", proving, ids=by_name)
def test_a_scenario_with_another_number_does_not_hold(scenario: Scenario) -> None:
    changed = mutants(scenario)
    differences = prove(says_otherwise(scenario, changed)).differences
    if differences and differences[0].startswith("when."):
        return  # it does not even come so far; test_a_scenario_holds says why
    found = {int(difference.split(":")[0].removeprefix("then.")) for difference in differences}
    assert [expected for number, expected in enumerate(changed) if number not in found] == []


def test_most_scenarios_have_a_number_to_change() -> None:
    assert sum(bool(mutants(scenario)) for scenario in proving()) > 0.9 * len(proving())
    assert sum(len(mutants(scenario)) for scenario in proving()) > 1000


@each(
    "then",
    [
        {"event": "threat.raid", "seat": 0},
        {"event": "threat.intrigue", "seat": 1},
        {"no_event": "threat.intrigue"},
        {"pending": "turn.act"},
        {"pending": "draw.card", "seat": 0},
        {"pending": "draw.card", "options": ["draw:first"]},
        {"pending": "draw.card", "legal": ["draw:third"]},
        {"over": True},
        {"phase": "dice"},
        {"seat": 0, "people": ["prince"]},
        {"seat": 0, "no_such_field": 1},
        {"seat": 7, "points": 0},
        {"no_such_field": 1},
        {"view": 1, "seat": 0, "points": 9},
        {"view": 7, "round": 2},
        {"view": 1, "tops": ["prince", "thief", "mayor"]},
        {"seat": 0, "as_houses": ["red"]},
        # of the wrong form
        {"seat": 0, "canals": {"middle": 1}},
        {"seat": 0, "canals": 3},
        {"seat": 0, "workers": {"green": 1}},
        {"seat": 0, "score": 3},
        {"seat": [0], "points": 0},
        {"supply": 4},
        {"event": "threat.intrigue", "damage": "hunger"},
    ],
    ids=str,
)
def test_a_false_expectation_is_found(then: dict[str, Any]) -> None:
    scenario = next(scenario for scenario in every() if scenario.name == "intrigue_stops_at_zero")
    assert len(prove(says_otherwise(scenario, [then])).differences) == 1


@pytest.mark.parametrize(
    ("when", "found"),
    [
        ([{"refused": "workers:squire", "rule": "action.threat.need"}], "is not refused"),
        ([{"refused": "threat:squire", "rule": "action.canal.color"}], "is refused by action.threat.need"),
        ([{"choice": "threat:squire"}], "action.threat.need"),
        ([{"seat": 1, "choice": "workers:squire"}], "it is not seat 1 that decides"),
        ([{"dice": {"blue": 1}}], "the brown die is not set"),
    ],
)
def test_a_false_step_is_found(when: list[dict[str, Any]], found: str) -> None:
    dice = {"blue": 1, "brown": 2, "yellow": 3, "red": 4, "purple": 5}
    given = {"phase": "actions", "dice": dice, "players": [{"hand": ["squire"]}, {}]}
    differences = prove(Scenario.read({"given": given, "when": when})).differences
    assert len(differences) == 1
    assert differences[0].startswith("when.0: ")
    assert found in differences[0]


# What a seat may see

SEEN = {
    "phase": "actions",
    "dice": {"blue": 1, "brown": 2, "yellow": 3, "red": 4, "purple": 5},
    "piles": [["duke"], ["monk"]],
    "extra": [],
    "players": [{"hand": ["squire", "nun"], "shown": ["nun"], "houses": ["canon", "red"]}, {}],
}


@each(
    ("then", "holds"),
    [
        ({"view": 0, "seat": 0, "hand": ["nun", "squire"]}, True),
        ({"view": 1, "seat": 0, "hand": ["nun", "blue"]}, True),
        ({"view": 1, "seat": 0, "hand": ["nun", "squire"]}, False),
        ({"view": 1, "seat": 0, "hand": 2, "houses": ["red", "red"], "as_houses": ["red", "red"]}, True),
        ({"view": 1, "seat": 0, "as_houses": ["canon", "red"]}, False),
        ({"view": 0, "tops": ["blue", "brown", ""]}, True),
        ({"tops": ["duke", "monk", ""]}, True),
    ],
    ids=str,
)
def test_what_a_seat_sees_can_be_expected(then: dict[str, Any], holds: bool) -> None:
    assert prove(Scenario.read({"given": SEEN, "then": [then]})).holds == holds


# Telling


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_scenario_is_told_step_by_step(lang: str) -> None:
    for scenario in every():
        proof = prove(scenario)
        told = proof.told(lang).splitlines()
        assert told[0] == scenario.title[lang]
        cited = {line.rpartition("  [")[2].removesuffix("]") for line in told if line.endswith("]")}
        assert {event.rule for event in proof.game.events} <= cited, scenario.name
        steps = [line for line in told if re.match(r"  \d+\. ", line)]
        assert [int(line.split(".")[0]) for line in steps] == list(range(1, len(scenario.record.when) + 1)), scenario.name
        assert sum(line.startswith("  ✓ ") for line in told) == len(scenario.record.then), scenario.name
        assert not [line for line in told if "{" in line or "–" in line], scenario.name


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            [
                "  Swan: 2 points; 2 purple threat markers",
                "  ✓ Swan loses 2 points.  [threat.intrigue]",
                "  ✓ Swan: no points; no purple threat markers",
            ],
        ),
        ("de", ["  Schwan: 2 Punkte; 2 violette Bedrohungsmarker", "  ✓ Schwan: keine Punkte; keine violetten Bedrohungsmarker"]),
        (
            "fr",
            [
                "  Cygne\u00a0: 2 points\u00a0; 2 marqueurs Menace violets",
                "  ✓ Cygne\u00a0: aucun point\u00a0; aucun marqueur Menace violet",
            ],
        ),
        ("it", ["  Cigno: 2 punti; 2 tessere Minaccia viola", "  ✓ Cigno: nessun punto; nessuna tessera Minaccia viola"]),
    ],
)
def test_position_events_and_checks_are_told(lang: str, lines: list[str]) -> None:
    told = prove(Scenario.read("intrigue_stops_at_zero")).told(lang).splitlines()
    assert [line for line in lines if line not in told] == []


def test_a_refusal_is_told_with_its_reason_and_rule() -> None:
    proof = prove(Scenario.read("too_poor_for_the_person"))
    reason = proof.game.why_not("recruit:prince:purple")
    assert reason is not None
    (line,) = (line for line in proof.told("fr").splitlines() if line.startswith("  1. "))
    assert "Prince" in line
    assert line.endswith(f". {reason.text('fr')}  [action.recruit.price]")


def test_a_check_that_fails_is_marked() -> None:
    scenario = next(scenario for scenario in every() if scenario.name == "intrigue_stops_at_zero")
    then = [{"seat": 0, "points": 0}, {"seat": 0, "points": 1}, {"seat": 0, "canals": {"middle": 1}}]
    told = prove(says_otherwise(scenario, then)).told("de").splitlines()
    assert told[-3:] == ["  ✓ Schwan: keine Punkte", "  ✗ Schwan: 1 Punkt", "  ✗ {'seat': 0, 'canals': {'middle': 1}}"]


def test_a_step_that_cannot_be_done_ends_the_telling() -> None:
    scenario = Scenario.read({"given": SEEN, "when": [{"choice": "workers:duke"}], "then": [{"round": 1}]})
    told = prove(scenario).told().splitlines()
    assert told[-1].startswith("  1. ✗ ")
    assert "Duke" in told[-1]
    assert "What is checked" not in told
