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

_MOST_PEOPLE = 12
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


def _record(rule: str) -> ScenarioRecord:
    """The scenario that shows an example of the catalogue."""
    return MANIFEST.scenarios[MANIFEST.catalogue[rule].scenarios[0]][0]


def _run(record: ScenarioRecord, rules: Ruleset, given: Any, when: list[When]) -> Run | None:
    changed = msgspec.structs.replace(record, given=given, when=when, then=[])
    try:
        run = proved_under(Scenario(changed, MANIFEST.scenarios[record.name][1]), rules)
    except LabError:  # a position that this ruleset does not allow
        return None
    return None if run.differences else run


def _events(run: Run, rule: str) -> list[Event]:
    return [event for event in run.game.events if event.rule == rule]


@lru_cache(maxsize=512)
def roll(dice: tuple[int, ...], rules: Ruleset) -> Rolled | None:
    """The threats and the price of a step that a roll brings."""
    record = _record("phase2.example.roll")
    first = next(at for at, step in enumerate(record.when) if step.dice is not None)
    rolled = msgspec.structs.replace(record.when[first], dice=dict(zip(COLOURS, dice, strict=True)))
    run = _run(record, rules, record.given, [*record.when[:first], rolled])
    if run is None:
        return None
    threats = frozenset(
        COLOURS[event.data["colour"]] for event in _events(run, "phase2.threat.distribute") if "colour" in event.data
    )
    return Rolled(threats, sum(value for value in dice if value in rules.advance_faces), record.name)


@lru_cache(maxsize=64)
def income(value: int, rules: Ruleset) -> Counted | None:
    """The guilders that a die brings with the action for guilders."""
    if not 1 <= value <= rules.dice_faces:
        return None
    record = _record("action.guilders.example")
    run = _run(record, rules, msgspec.structs.replace(record.given, dice=dict.fromkeys(COLOURS, value)), record.when)
    gained = [event.data["guilders"] for event in _events(run, "action.guilders") if "guilders" in event.data] if run else []
    return Counted(gained[0], "action.guilders.example", record.name) if gained else None


@lru_cache(maxsize=64)
def intrigue(points: int, rules: Ruleset) -> Struck | None:
    """What intrigue costs a player with so many points."""
    record = _record("threat.intrigue")
    players = record.given.players
    if not isinstance(players, list):
        return None
    struck = msgspec.structs.replace(players[0], points=points, threats={"purple": rules.threat_limit - 1})
    run = _run(record, rules, msgspec.structs.replace(record.given, players=[struck, *players[1:]]), record.when)
    markers = [event.data["markers"] for event in _events(run, "threat.return") if event.player == 0] if run else []
    if run is None or not markers:
        return None
    lost = sum(event.data["points"] for event in _events(run, "threat.intrigue") if event.player == 0)
    return Struck(lost, points - lost, markers[0], record.name)


@lru_cache(maxsize=512)
def majority(area: str, counts: tuple[int, ...], rules: Ruleset) -> Turned | None:
    """Who turns over the marker of an area, if the players have so many steps, people or canal tiles."""
    rule = f"majority.example.{area}"
    if not 2 <= len(counts) <= rules.max_players or not all(0 <= count <= _MOST_PEOPLE for count in counts):
        return None
    people = iter(_plain_people(rules))
    players = [_with(area, count, people, rules.section_spaces) for count in counts]
    record = _record(rule)
    run = _run(record, rules, msgspec.structs.replace(record.given, players=players), [])
    if run is None:
        return None
    turned = [e for e in run.game.events if e.kind in TURNED and AREAS[e.data["area"]] == area]
    return Turned(tuple(event.player for event in turned), record.name)


def _plain_people(rules: Ruleset) -> list[str]:
    return [card.id for card in Deck.for_rules(rules).cards if not any(op.name in _IN_MAJORITIES for op in card.effect)]


def _with(area: str, count: int, people: Iterator[str], spaces: int) -> Any:
    if area == "reputation":
        return MANIFEST.positions.player(reputation=count)
    if area == "canal":
        return msgspec.convert(
            {"canals": {"left": min(count, spaces), "right": max(0, count - spaces)}}, MANIFEST.positions.player
        )
    houses = [{"card": colour, "person": next(people)} for colour in islice(cycle(COLOURS), count)]
    return msgspec.convert({"houses": houses}, MANIFEST.positions.player)


@lru_cache(maxsize=512)
def scored(head: str, count: int, rules: Ruleset) -> Counted | None:
    """The points of the final scoring for so many houses, turned majorities, third spaces, or for the Bishop and workers."""
    given: dict[str, dict[str, Any]] = {
        "houses": {"houses": list(islice(cycle(COLOURS), count))},
        "majorities": {"majorities": list(AREAS[:count])},
        "third_spaces": {"canals": dict.fromkeys(SECTIONS[:count], rules.third_space)},
        "laurels": {"workers": {COLOURS[0]: count}, "houses": [{"card": COLOURS[0], "person": "bishop"}]},
    }
    most = {"majorities": len(AREAS), "third_spaces": len(SECTIONS)}.get(head, 30)
    if not 1 <= count <= most:
        return None
    player = msgspec.convert(given[head], MANIFEST.positions.player)
    record = _record("example.final.total")
    other = msgspec.structs.replace(player, houses=[], majorities=[])  # no majority is won by the way
    run = _run(record, rules, msgspec.structs.replace(record.given, players=[player, other]), record.when)
    if run is None:
        return None
    rule = {"houses": "scoring.house", "majorities": "scoring.majority", "third_spaces": "scoring.canal3"}.get(head)
    points = [e for e in run.game.events if e.player == 0 and e.rule == (rule or "person.bishop") and "points" in e.data]
    return Counted(sum(event.data["points"] for event in points), rule or "person.bishop", record.name)


@lru_cache(maxsize=8)
def piles(players: int, rules: Ruleset) -> Piled | None:
    """How many cards lie in the piles with so many players."""
    record = _record("setup.decks.example_3p")
    if not rules.min_players <= players <= rules.max_players:
        return None
    run = _run(
        record, rules, msgspec.structs.replace(record.given, players=[MANIFEST.positions.player() for _ in range(players)]), []
    )
    if run is None:
        return None
    left, state = run.game.state.left, run.game.state
    return Piled((left[0], left[1]), len(state.extra), record.name)
