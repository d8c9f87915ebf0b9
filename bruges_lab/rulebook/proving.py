"""Running a scenario: what is done in it, then whether everything came as it says.

The engine plays `when`; `then` is compared with the position, the events, what is pending and the score. A proof lists every
difference in words; an empty list means that the scenario holds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..bruges.kit import BrugesKit
from ..bruges.model import BOOK, State
from ..bruges.rules.scoring import score_sheet
from ..bruges.words import AREAS, COLOURS, PHASES, SECTIONS
from ..kernel import Ask, Event, Game, LabError
from ..kernel.errors import one_line
from .scenarios import Scenario, When
from .telling import WORDS


class Proof(NamedTuple):
    """What came of a scenario: the game as played, and the differences found."""

    scenario: Scenario
    game: Game[State]
    differences: list[str]

    @property
    def holds(self) -> bool:
        """Whether everything came as the scenario says."""
        return not self.differences


def start(scenario: Scenario) -> Game[State]:
    """A game that stands at the scenario's position; chance waits for the scenario to set it."""
    kit = BrugesKit(scenario.state.deck, scenario.state.board)
    return Game(kit, scenario.state, chance=Ask(), names=scenario.names)


def prove(scenario: Scenario) -> Proof:
    """Play the scenario and compare."""
    game = start(scenario)
    differences: list[str] = []
    for number, step in enumerate(scenario.record.when, 1):
        try:
            fault = _do(game, step)
        except LabError as error:
            fault = str(error)
        if fault:
            return Proof(scenario, game, [f"when {number}: {fault}"])
    for number, expected in enumerate(scenario.record.then, 1):
        try:
            differences += [f"then {number}: {fault}" for fault in _compare(game, expected)]
        except LabError as error:
            differences.append(f"then {number}: {error}")
    return Proof(scenario, game, differences)


def _do(game: Game[State], step: When) -> str | None:
    pending = game.pending
    if step.seat is not None and (pending is None or pending.player != step.seat):
        return f"it is not seat {step.seat} that decides, but {pending!r}"
    if step.dice is not None:
        if missing := [colour for colour in COLOURS if colour not in step.dice]:
            return f"the {missing[0]} die is not set"
        game.play("roll:" + ":".join(str(step.dice[colour]) for colour in COLOURS))  # type: ignore[index]
    elif step.choice is not None:
        game.play(step.choice)
    elif step.refused is not None:
        refusal = game.why_not(step.refused)
        if refusal is None:
            return f"{step.refused} is not refused"
        if refusal.rule != step.rule:
            return f"{step.refused} is refused by {refusal.rule}, not by {step.rule}"
    return None


def _compare(game: Game[State], expected: dict[str, Any]) -> list[str]:
    if "event" in expected:
        return _compare_event(game, dict(expected))
    if "no_event" in expected:
        found = [e for e in game.events if e.rule == expected["no_event"] and expected.get("seat", e.player) == e.player]
        return [f"there is an event of {expected['no_event']}: {found[0].text()}"] if found else []
    if "pending" in expected:
        return _compare_pending(game, expected)
    if "seat" in expected:
        return _compare_player(game.state, dict(expected))
    return _compare_table(game, expected)


def _number(game: Game[State], kind: str, value: Any) -> Any:
    """A word of a scenario as the number the engine has for it."""
    if isinstance(value, str):
        if kind in WORDS and value in WORDS[kind]:
            return WORDS[kind].index(value)
        if kind == "card" and value in game.state.deck.by_id:
            return game.state.deck[value].number
        if kind != "action":
            raise LabError(f"{one_line(value, 40)!r} is not a {kind}")
    return value


def _compare_event(game: Game[State], expected: dict[str, Any]) -> list[str]:
    rule, seat, kind = expected.pop("event"), expected.pop("seat", None), expected.pop("kind", None)

    def fits(event: Event) -> bool:
        if event.rule != rule or (seat is not None and event.player != seat) or (kind is not None and event.kind != kind):
            return False
        types = BOOK.kinds[event.kind].fields
        return all(name in types and event.data[name] == _number(game, types[name], value) for name, value in expected.items())

    if any(fits(event) for event in game.events):
        return []
    near = [f"{event!r}" for event in game.events if event.rule == rule]
    return [f"no event of {rule} with seat {seat} and {expected}; there is {near[:3] or 'none'}"]


def _compare_pending(game: Game[State], expected: dict[str, Any]) -> list[str]:
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


def _row(value: Any) -> tuple[int, ...]:
    return tuple(value.get(colour, 0) for colour in COLOURS) if isinstance(value, dict) else (value,) * 5


def _compare_player(s: State, expected: dict[str, Any]) -> list[str]:
    seat = expected.pop("seat")
    if not isinstance(seat, int) or not 0 <= seat < len(s.players):
        return [f"there is no seat {one_line(seat, 20)}"]
    player, deck = s.players[seat], s.deck
    faults = []
    for field, value in expected.items():
        there: object
        if field in ("points", "guilders", "reputation"):
            there = getattr(player, field)
        elif field in ("workers", "threats"):
            row = getattr(player, field)
            if isinstance(value, dict):  # only the colours that are named
                there, value = {c: row[COLOURS.index(c)] for c in value}, dict(value)
            else:
                there, value = row, _row(value)
        elif field == "canals":
            there = {side: player.canals[SECTIONS.index(side)] for side in value}
        elif field == "statues":
            there = list(player.statues)
        elif field == "majorities":
            there = [area for area, turned in zip(AREAS, player.majorities, strict=True) if turned]
        elif field == "houses":
            there = len(player.houses) if isinstance(value, int) else [COLOURS[deck.colour[h.card]] for h in player.houses]
        elif field == "people":
            there = len(player.people) if isinstance(value, int) else sorted(deck[p].id for p in player.people)
            value = value if isinstance(value, int) else sorted(value)
        elif field == "hand":
            there = len(player.hand) if isinstance(value, int) else sorted(deck[card].id for card in player.hand)
            value = value if isinstance(value, int) else sorted(value)
        elif field == "used":
            there, value = sorted(deck[h.person].id for h in player.houses if h.used), sorted(value)
        elif field == "score":
            sheet = score_sheet(s, seat).parts
            there = {part: sheet.get(part) for part in value}
        elif field == "total":
            there = score_sheet(s, seat).total
        else:
            return [f"{field!r} cannot be compared"]
        if there != value:
            faults.append(f"seat {seat}: {field} is {there}, not {value}")
    return faults


def _compare_table(game: Game[State], expected: dict[str, Any]) -> list[str]:
    s = game.state
    faults = []
    for field, value in expected.items():
        there: object
        if field in ("round", "start", "final_round", "turn"):
            there = getattr(s, field)
        elif field == "phase":
            there = PHASES[s.phase - 1] if s.phase else ""
        elif field == "supply":
            there = {colour: s.supply[COLOURS.index(colour)] for colour in value}
        elif field == "statues":
            there = list(s.statues)
        elif field == "discard":
            there = len(s.discard) if isinstance(value, int) else [s.deck[card].id for card in s.discard]
        elif field == "piles":
            there = [*s.left]
        elif field == "extra":
            there = len(s.extra)
        elif field == "over":
            there = game.over
        elif field == "winners":
            there = game.winners
        else:
            return [f"{field!r} cannot be compared"]
        if there != value:
            faults.append(f"{field} is {there}, not {value}")
    return faults
