"""Which fields of the ruleset scenarios depend on: a changed field touches those that read it, and no others."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from cases import each
from proved import proofs, scenarios

from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.ruleset import Ruleset, Value, fields
from bruges_lab.games.bruges.views import mask
from bruges_lab.kernel.errors import DataError
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.proving import Proof
from bruges_lab.rulebook.recording import fields_read, proved_under, recording
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.texts import LANGUAGES

SWITCHES = [field for field in fields().values() if field.unit == "switch"]
CHANGED: dict[str, Value] = {"hand_size": 6, "threat_faces": (4, 5, 6), "majority_points": 3}


@cache
def plain() -> list[str]:
    """Scenarios that set no ruleset of their own."""
    return [name for name, scenario in scenarios().items() if scenario.state.rules == Ruleset()]


@cache
def read_by(name: str) -> frozenset[str]:
    return fields_read(scenarios()[name])


def outcome(proof: Proof) -> object:
    """All that can be told of a game: what happened, how it stands, who is asked what, and what each seat sees."""
    game = proof.game
    happened = [(event.rule, event.kind, event.player, event.data) for event in game.events]
    seen = [mask(game.state, seat).digest() for seat in range(len(game.names))]
    return happened, game.state.digest(), seen, proof.differences


# Noting


def test_what_is_read_is_noted_and_nothing_else() -> None:
    rules = recording(Ruleset())
    assert rules.read == frozenset()
    assert (rules.hand_size, rules.turns, rules.hand_size) == (5, 4, 5)
    assert rules.read == {"hand_size", "turns"}


def test_each_recording_notes_for_itself() -> None:
    first, second = recording(Ruleset()), recording(Ruleset(hand_size=7))
    assert second.hand_size == 7
    assert (first.read, second.read) == (frozenset(), {"hand_size"})


def test_a_recording_plays_as_the_ruleset_it_is_made_of() -> None:
    for name, scenario in scenarios().items():
        assert outcome(proved_under(scenario, recording(scenario.state.rules))) == outcome(proofs()[name]), name


def test_set_up_reads_only_what_it_needs() -> None:
    read = read_by("set_up_for_two")
    assert {"stacks", "start_points", "start_workers", "start_guilders", "start_player", "deck_split"} <= read
    assert not {"threat_faces", "majority_points", "turns", "intrigue_loss"} & read


def test_every_field_is_read_by_some_scenario() -> None:
    unread = set(fields()) - {field for name in scenarios() for field in read_by(name)}
    assert unread == {"threats_discarded", "house_capacity", "uses_per_round"}  # numbers that can only be 1


def test_a_deck_that_was_handed_in_stays() -> None:
    cards = Deck([card._replace(price=0, points=0) for card in Deck.load().cards])
    scenario = Scenario.read("example_prince", deck=cards)
    assert proved_under(scenario, recording(scenario.state.rules)).game.state.deck is cards


# Changing a number


def fails(name: str, rules: Ruleset) -> bool:
    try:
        return not proved_under(scenarios()[name], rules).holds
    except DataError:  # the position itself can no longer be
        return True


@cache
def failing(field: str) -> frozenset[str]:
    rules = Ruleset().changed(**{field: CHANGED[field]})
    return frozenset(name for name in plain() if fails(name, rules))


def expectations(name: str) -> list[dict[str, Any]]:
    return scenarios()[name].record.then


def asserts_hand_size(name: str) -> bool:
    """It says that a hand was refilled to five, or could be."""
    drew = {event.player for event in proofs()[name].game.events if event.kind == "card.drawn"}
    return any(
        (expected.get("hand") == 5 and expected["seat"] in drew and "view" not in expected)
        or "refill:5" in expected.get("options", ())
        or (expected.get("event") == "act.infinity.forgo" and expected.get("cards") == 5)
        for expected in expectations(name)
    )


def asserts_threat_faces(name: str) -> bool:
    """A four was rolled, and it says that the four brought nothing."""
    fours = {colour for step in scenarios()[name].record.when for colour, die in (step.dice or {}).items() if die == 4}
    return bool(fours) and any(
        (expected.get("no_event") == "phase2.threat.distribute" and "seat" not in expected)
        or expected.get("event") == "phase2.threat.faces"
        or (isinstance(expected.get("threats"), dict) and any(colour in fours for colour in expected["threats"]))
        for expected in expectations(name)
    )


def asserts_majority_points(name: str) -> bool:
    """It says what turned majority markers score."""
    return any(
        expected.get("score", {}).get("majorities") or (expected.get("event") == "scoring.majority" and "points" in expected)
        for expected in expectations(name)
    )


ASSERTS: dict[str, Callable[[str], bool]] = {
    "hand_size": asserts_hand_size,
    "threat_faces": asserts_threat_faces,
    "majority_points": asserts_majority_points,
}


@pytest.mark.parametrize("field", CHANGED)
def test_a_changed_number_touches_only_scenarios_that_read_it(field: str) -> None:
    assert failing(field)
    assert failing(field) <= {name for name in plain() if field in read_by(name)}


@pytest.mark.parametrize("field", CHANGED)
def test_a_changed_number_breaks_every_scenario_that_asserts_it(field: str) -> None:
    asserting = {name for name in plain() if ASSERTS[field](name)}
    assert len(asserting) >= 3
    assert asserting - failing(field) == set()


@each("lang", LANGUAGES)
@each("field", CHANGED)
def test_a_changed_number_changes_the_text_of_its_rules(field: str, lang: str) -> None:
    telling = [rule for rule in Catalogue.load().values() if field in rule.parameters]
    assert telling
    changed = Ruleset().changed(**{field: CHANGED[field]})
    assert [rule.id for rule in telling if rule.text(lang) == rule.text(lang, changed)] == []


# Flipping a switch


def comes_otherwise(name: str, rules: Any) -> bool:
    """Whether a scenario has another outcome under other rules; a position that they do not allow has none."""
    try:
        return outcome(proved_under(scenarios()[name], rules)) != outcome(proofs()[name])
    except DataError:
        return True


@each("switch", SWITCHES, ids=lambda field: field.name)
def test_a_flipped_switch_changes_a_scenario(switch: Any) -> None:
    reading = [name for name in scenarios() if switch.name in read_by(name)]
    for value in switch.values:
        flipped = {name: scenarios()[name].state.rules.changed(**{switch.name: value}) for name in reading}
        touched = any(rules != scenarios()[name].state.rules and comes_otherwise(name, rules) for name, rules in flipped.items())
        assert touched, f"{switch.name} = {value} changes nothing in {', '.join(reading) or 'any scenario'}"


def test_there_are_sixteen_switches_and_fifteen_of_modules() -> None:
    assert len(SWITCHES) == 16 + 15
