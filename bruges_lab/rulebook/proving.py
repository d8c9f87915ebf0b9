"""Running a scenario: what is done in it, then whether everything came as it says; and the same told step by step.

The engine plays `when`; `then` is compared with the position, the events, what is pending, the score and what a seat may see. A
proof lists every difference in words; an empty list means that the scenario holds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..kernel import Ask, Choice, Event, Game, LabError, Refusal
from ..kernel.engine import CHANCE
from ..kernel.errors import one_line
from .fields import Fields, fields_of
from .scenarios import Scenario


class Deed(NamedTuple):
    """One thing that was done: by whom, what came of it, or why it may not be done."""

    player: int
    choice: Choice
    events: list[Event]
    refusal: Refusal | None


class Proof(NamedTuple):
    """What came of a scenario: the game as played, the differences found, what happened before the first deed, and the deeds."""

    scenario: Scenario
    game: Game[Any]
    differences: list[str]
    opening: list[Event]
    deeds: list[Deed]

    @property
    def holds(self) -> bool:
        """Whether everything came as the scenario says."""
        return not self.differences

    def told(self, lang: str = "en") -> str:
        """The scenario step by step in a language: the position, each deed with its events and their rules, what was checked.

        A check that fails, or a deed that cannot be done, is marked with a cross; `differences` says why.
        """
        from .scenario_telling import told

        return told(self, lang)


def start(scenario: Scenario) -> Game[Any]:
    """A game that stands at the scenario's position, or has just been set up; chance waits for the scenario to set it."""
    kit = scenario.manifest.positions.kit(scenario.state)
    return Game(kit, scenario.state, chance=Ask(), names=scenario.names, opening=scenario.opening)


def prove(scenario: Scenario) -> Proof:
    """Play the scenario and compare."""
    game, fields = start(scenario), fields_of(scenario.manifest)
    proof = Proof(scenario, game, [], game.events, [])
    for number, step in enumerate(scenario.record.when):
        try:
            fault = _do(scenario, game, step, proof.deeds)
        except LabError as error:
            fault = str(error)
        if fault:
            proof.differences.append(f"when.{number}: {fault}")
            return proof
    for number, expected in enumerate(scenario.record.then):
        try:
            proof.differences.extend(f"then.{number}: {fault}" for fault in _compare(game, fields, dict(expected)))
        except NOT_OF_THE_FORM as error:
            problem = str(error) if isinstance(error, LabError) else f"{one_line(expected)} cannot be compared"
            proof.differences.append(f"then.{number}: {problem}")
    return proof


NOT_OF_THE_FORM = (LookupError, TypeError, ValueError, AttributeError)
"""What an expectation may bring about that says something of the wrong form."""


def _do(scenario: Scenario, game: Game[Any], step: Any, deeds: list[Deed]) -> str | None:
    pending = game.pending
    player = CHANCE if pending is None else pending.player
    if step.seat is not None and player != step.seat:
        return f"it is not seat {step.seat} that decides, but {pending!r}"
    if step.refused is not None:
        refusal = game.why_not(step.refused)
        if refusal is None:
            return f"{step.refused} is not refused"
        if refusal.rule != step.rule:
            return f"{step.refused} is refused by {refusal.rule}, not by {step.rule}"
        deeds.append(Deed(player, Choice.parse(step.refused), [], refusal))
        return None
    choice = Choice.parse(scenario.manifest.positions.notation(step))
    before = len(game.events)
    game.play(choice)
    deeds.append(Deed(player, choice, game.events[before:], None))
    return None


# Comparing


def _compare(game: Game[Any], fields: Fields, expected: dict[str, Any]) -> list[str]:
    if "event" in expected:
        return _compare_event(game, fields, expected)
    if "no_event" in expected:
        found = [e for e in game.events if e.rule == expected["no_event"] and expected.get("seat", e.player) == e.player]
        return [f"there is an event of {expected['no_event']}: {found[0].text()}"] if found else []
    if "pending" in expected:
        return _compare_pending(game, expected)
    seats = range(len(game.state.players))
    viewer, seat = expected.pop("view", None), expected.pop("seat", None)
    for one in (viewer, seat):
        if one is not None and one not in seats:
            return [f"there is no seat {one_line(one, 20)}"]
    state = game.state if viewer is None else game.kit.mask(game.state, viewer)
    faults = []
    for name, value in expected.items():
        there = fields.there(game, state, seat, name, value)
        if there != fields.of(seat)[name].kind.ordered(value):
            whose = "" if seat is None else f"seat {seat}: "
            faults.append(f"{whose}{name} is {there}, not {value}")
    return faults


def fits(game: Game[Any], fields: Fields, event: Event, expected: dict[str, Any]) -> bool:
    """Whether an event is the one that is expected."""
    if event.rule != expected["event"] or event.player != expected.get("seat", event.player):
        return False
    types = game.kit.book.kinds[event.kind].fields
    data = {name: value for name, value in expected.items() if name not in ("event", "seat", "kind")}
    return event.kind == expected.get("kind", event.kind) and all(
        name in types and event.data[name] == fields.number(game.state, types[name], value) for name, value in data.items()
    )


def _compare_event(game: Game[Any], fields: Fields, expected: dict[str, Any]) -> list[str]:
    if any(fits(game, fields, event, expected) for event in game.events):
        return []
    near = [f"{event!r}" for event in game.events if event.rule == expected["event"]]
    return [f"no event of {expected['event']} as in {expected}; there is {near[:3] or 'none'}"]


def _compare_pending(game: Game[Any], expected: dict[str, Any]) -> list[str]:
    pending = game.pending
    if pending is None or pending.kind != expected["pending"]:
        return [f"{expected['pending']} is not pending, but {pending!r}"]
    faults = []
    if "seat" in expected and pending.player != expected["seat"]:
        faults.append(f"seat {pending.player} decides, not {expected['seat']}")
    legal = {str(choice) for choice in game.legal()} if "options" in expected or "legal" in expected else set()
    if "options" in expected and legal != set(expected["options"]):
        faults.append(f"the options are {sorted(legal)}, not {sorted(expected['options'])}")
    faults += [f"{choice} is not legal" for choice in expected.get("legal", ()) if choice not in legal]
    return faults
