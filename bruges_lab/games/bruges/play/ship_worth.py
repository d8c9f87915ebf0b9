"""What ships are worth to a seat: the best one that a canal tile lets it use, and what one in use has still to bring.

worth.py weighs positions, and a position in the middle of a ship's effect has not got its goods yet: what the agenda promises is
counted here, by the same rules of thumb.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..deck import Op
from ..model import EMPTY, FIRST_SHIP, State
from ..rules.ships import possible
from .weights import EMPTY_HOUSE, EMPTY_HOUSES, GUILDER, HAND_CARD, PURSE, STEP, THREAT, WORKER

if TYPE_CHECKING:
    from ....kernel.state import Task

SOMETHING = 1.0
"""An effect of a kind that the lab's own ships do not have."""


def promised(s: State, seat: int, hope: float = 1.0) -> float:
    """What ships will still bring a seat, as far as the agenda says so; `hope` is what is left of all that is not points yet."""
    total = 0.0
    for task in s.agenda:
        if len(task) > 1 and task[1] == seat:
            if task[0] == "ship.choose":
                total += max(0.0, best_ship(s, seat, hope))
            elif task[0] == "ship.op":
                total += _brings(s, seat, s.ship_tiles.runs[task[2]][task[3]], hope)
            elif len(task) > 2 and isinstance(task[2], int) and task[2] >= FIRST_SHIP:
                total += _still(s, seat, task, hope)
    return total


def best_ship(s: State, seat: int, hope: float = 1.0) -> float:
    """What the best ship that a seat can use brings, less the worker that it costs; 0 if there is none."""
    workers, cost = s.players[seat].workers, s.rules.ship_workers
    values = [
        sum(_brings(s, seat, step, hope) for step in s.ship_tiles.runs[ship]) - hope * WORKER * cost
        for colour, ship in enumerate(s.docks)
        if ship > EMPTY and workers[colour] >= cost and possible(s, seat, ship)
    ]
    return max(values, default=0.0)


def _still(s: State, seat: int, task: Task, hope: float) -> float:
    """What a question, or a step between two, has still to bring."""
    if task[0] == "worker.choose":
        return hope * WORKER
    if task[0] in ("people.clear", "clear.choose"):
        return _threats_away(s, seat, task[3], hope)
    return max(0.0, _house(s, seat, hope)) if task[0] == "lay.choose" else 0.0


def _brings(s: State, seat: int, step: Op, hope: float) -> float:
    found = _BRINGS.get(step.name)
    return hope * SOMETHING if found is None else found(s, seat, step.numbers[0] if step.numbers else 0, hope)


def _guilders(s: State, seat: int, number: int, hope: float) -> float:
    return hope * GUILDER * min(number, max(0, PURSE - s.players[seat].guilders))


def _threats_away(s: State, seat: int, number: int, hope: float) -> float:
    """The heaviest first; each marker brings its point and takes its danger away."""
    threats = [*s.players[seat].threats]
    value = 0.0
    for _ in range(min(number, sum(threats))):
        colour = threats.index(max(threats))
        held = min(2, threats[colour])
        value += s.rules.threat_points + THREAT[held] - THREAT[held - 1]
        threats[colour] -= 1
    return value


def _step(s: State, seat: int, price: int, hope: float) -> float:
    at = s.players[seat].reputation
    if at >= s.board.last_step:
        return 0.0
    points = s.board.reputation_points(at + 1, s.rules) - s.board.reputation_points(at, s.rules)
    return points + hope * (STEP - GUILDER * price)


def _house(s: State, seat: int, hope: float) -> float:
    player = s.players[seat]
    empty = sum(house.person == EMPTY for house in player.houses)
    room = EMPTY_HOUSE if empty < EMPTY_HOUSES else 0.0
    return s.rules.house_points + hope * (room - HAND_CARD) if player.hand else 0.0


_BRINGS: dict[str, Callable[[State, int, int, float], float]] = {
    "gain_guilders": _guilders,
    "gain_points": lambda s, seat, number, hope: float(number),
    "gain_workers": lambda s, seat, number, hope: hope * WORKER * number,
    "discard_threats": _threats_away,
    "advance": _step,
    "build_house": lambda s, seat, number, hope: max(0.0, _house(s, seat, hope)),
}
