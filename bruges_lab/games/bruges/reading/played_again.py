"""Examples played again: the catalogue's own scenario, with the numbers that an example of the text gives, run by the engine.

Each function answers what the engine makes of it, with the scenario that was run; none where the numbers cannot be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle, islice
from typing import Any, NamedTuple

import msgspec

from ....kernel import Event
from ....kernel.errors import LabError
from ....rulebook.proving import Proof as Run
from ....rulebook.recording import proved_under
from ....rulebook.scenario_records import ScenarioRecord
from ....rulebook.scenarios import Scenario
from ..deck import Deck
from ..given import When
from ..manifest import MANIFEST
from ..rules.majorities import TURNED
from ..ruleset import Ruleset
from ..words import AREAS, COLOURS, SECTIONS

_MOST, _MOST_PEOPLE = 30, 12
_SCORED = {"houses": "scoring.house", "majorities": "scoring.majority", "third_spaces": "scoring.canal3"}
_IN_MAJORITIES = ("share_lead", "counts_more")
"""Ops of people who decide majorities themselves."""


class Rolled(NamedTuple):
    """The colours that a roll threatens with, and the price of a step."""

    threats: frozenset[str]
    price: int
    scenario: str


class Counted(NamedTuple):
    """A number that came of it, and the rule that brought it."""

    number: int
    rule: str
    scenario: str


class Struck(NamedTuple):
    """What the damage cost, what is left, and how many markers went back."""

    lost: int
    left: int
    markers: int
    scenario: str


class Turned(NamedTuple):
    """The seats that turned over a majority marker."""

    seats: tuple[int, ...]
    scenario: str


class Piled(NamedTuple):
    """The cards in each draw pile and in the extra pile."""

    draw: tuple[int, int]
    extra: int
    scenario: str


def _run(rule: str, rules: Ruleset, when: list[When] | None = None, **given: Any) -> Run | None:
    """The scenario of an example of the catalogue, from another beginning or with other steps; none if that cannot be played."""
    record, path = MANIFEST.scenarios[MANIFEST.catalogue[rule].scenarios[0]]
    begun = msgspec.structs.replace(record.given, **given)
    changed = msgspec.structs.replace(record, given=begun, when=record.when if when is None else when, then=[])
    try:
        run = proved_under(Scenario(changed, path), rules)
    except LabError:  # a position that this ruleset does not allow
        return None
    return None if run.differences else run


def _events(run: Run, rule: str, player: int | None = None) -> list[Event]:
    return [event for event in run.game.events if event.rule == rule and player in (None, event.player)]


def _name(run: Run) -> str:
    return run.scenario.record.name


@lru_cache(maxsize=512)
def roll(dice: tuple[int, ...], rules: Ruleset) -> Rolled | None:
    """The threats and the price of a step that a roll brings."""
    steps = _given("phase2.example.roll").when
    first = next(at for at, step in enumerate(steps) if step.dice is not None)
    rolled = msgspec.structs.replace(steps[first], dice=dict(zip(COLOURS, dice, strict=True)))
    run = _run("phase2.example.roll", rules, [*steps[:first], rolled])
    if run is None:
        return None
    threats = (event.data["colour"] for event in _events(run, "phase2.threat.distribute") if "colour" in event.data)
    price = sum(value for value in dice if value in rules.advance_faces)
    return Rolled(frozenset(COLOURS[colour] for colour in threats), price, _name(run))


@lru_cache(maxsize=64)
def income(value: int, rules: Ruleset) -> Counted | None:
    """The guilders that a die brings with the action for guilders."""
    rule = "action.guilders.example"
    run = _run(rule, rules, dice=dict.fromkeys(COLOURS, value)) if 1 <= value <= rules.dice_faces else None
    gained = [event.data["guilders"] for event in _events(run, "action.guilders") if "guilders" in event.data] if run else []
    return Counted(gained[0], rule, _name(run)) if run and gained else None


@lru_cache(maxsize=64)
def intrigue(points: int, rules: Ruleset) -> Struck | None:
    """What intrigue costs a player with so many points."""
    players = _given("threat.intrigue").given.players
    if not isinstance(players, list):
        return None
    struck = msgspec.structs.replace(players[0], points=points, threats={"purple": rules.threat_limit - 1})
    run = _run("threat.intrigue", rules, players=[struck, *players[1:]])
    markers = [event.data["markers"] for event in _events(run, "threat.return", 0)] if run else []
    if run is None or not markers:
        return None
    lost = sum(event.data["points"] for event in _events(run, "threat.intrigue", 0))
    return Struck(lost, points - lost, markers[0], _name(run))


@lru_cache(maxsize=512)
def majority(area: str, counts: tuple[int, ...], rules: Ruleset) -> Turned | None:
    """Who turns over the marker of an area, if the players have so many steps, people or canal tiles."""
    if not 2 <= len(counts) <= rules.max_players or not all(0 <= count <= _MOST_PEOPLE for count in counts):
        return None
    deck = Deck.for_rules(rules).cards
    people = (card.id for card in deck if not any(op.name in _IN_MAJORITIES for op in card.effect))
    players = [_player(**_with(area, count, people, rules.section_spaces)) for count in counts]
    run = _run(f"majority.example.{area}", rules, [], players=players)
    if run is None:
        return None
    turned = (event for event in run.game.events if event.kind in TURNED and AREAS[event.data["area"]] == area)
    return Turned(tuple(event.player for event in turned), _name(run))


def _given(rule: str) -> ScenarioRecord:
    """The scenario that shows an example of the catalogue."""
    return MANIFEST.scenarios[MANIFEST.catalogue[rule].scenarios[0]][0]


def _player(**fields: Any) -> Any:
    """A player as a scenario gives one."""
    return msgspec.convert(fields, MANIFEST.positions.player)


def _with(area: str, count: int, people: Iterator[str], spaces: int) -> dict[str, Any]:
    if area == "reputation":
        return {"reputation": count}
    if area == "canal":
        return {"canals": {"left": min(count, spaces), "right": max(0, count - spaces)}}
    return {"houses": [{"card": colour, "person": next(people)} for colour in islice(cycle(COLOURS), count)]}


@lru_cache(maxsize=512)
def scored(head: str, count: int, rules: Ruleset) -> Counted | None:
    """The points of the final scoring for so many houses, turned majorities, third spaces, or for the Bishop and workers."""
    given: dict[str, dict[str, Any]] = {
        "houses": {"houses": list(islice(cycle(COLOURS), count))},
        "majorities": {"majorities": list(AREAS[:count])},
        "third_spaces": {"canals": dict.fromkeys(SECTIONS[:count], rules.third_space)},
        "laurels": {"workers": {COLOURS[0]: count}, "houses": [{"card": COLOURS[0], "person": "bishop"}]},
    }
    if not 1 <= count <= {"majorities": len(AREAS), "third_spaces": len(SECTIONS)}.get(head, _MOST):
        return None
    player = _player(**given[head])
    other = msgspec.structs.replace(player, houses=[], majorities=[])  # no majority is won by the way
    run = _run("example.final.total", rules, players=[player, other])
    if run is None:
        return None
    rule = _SCORED.get(head, "person.bishop")
    return Counted(sum(event.data.get("points", 0) for event in _events(run, rule, 0)), rule, _name(run))


@lru_cache(maxsize=8)
def piles(players: int, rules: Ruleset) -> Piled | None:
    """How many cards lie in the piles with so many players."""
    allowed = rules.min_players <= players <= rules.max_players
    run = _run("setup.decks.example_3p", rules, [], players=[_player() for _ in range(players)]) if allowed else None
    if run is None:
        return None
    left, state = run.game.state.left, run.game.state
    return Piled((left[0], left[1]), len(state.extra), _name(run))
