"""What still lies on the agenda of a turn, counted at what it is expected to bring: cubes, cards, goods, tokens, another turn.

So a choice can be weighed before everything that follows from it has happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ....kernel.state import Task
from ..model import State
from ..rules.notation import CUBE, MERCHANDISE
from ..rules.sevens import favours
from .prospects import lost_good, marginals, next_card, next_good, token_cost
from .yards import CARD, completion, cubes_gain

BEFORE_THROW, BEFORE_MOVE, BEFORE_CUBE, AFTER = range(4)
"""How far a turn has come."""

_STAGES = {
    "turn": BEFORE_THROW,
    "turn.again": BEFORE_THROW,
    "window.throw": BEFORE_THROW,
    "turn.throw": BEFORE_THROW,
    "dice.throw": BEFORE_THROW,
    "window.move": BEFORE_MOVE,
    "turn.move": BEFORE_MOVE,
    "turn.move.plain": BEFORE_MOVE,
    "window.build": BEFORE_CUBE,
    "turn.build": BEFORE_CUBE,
    "turn.build.plain": BEFORE_CUBE,
    "window.end": AFTER,
    "turn.end": AFTER,
    "turn.over": AFTER,
    "again": AFTER,
}


class Due(NamedTuple):
    """Whose turn is how far, and what it has still to bring to a seat besides."""

    stage: int
    seat: int
    """Whose turn it is; after a turn whose is next."""
    brings: float


def due(s: State, seat: int, turns: float) -> Due:
    """What the agenda says, for a seat."""
    brings = 0.0
    for task in reversed(s.agenda):
        kind = task[0]
        stage = _STAGES.get(kind)
        if stage is not None:
            if stage == AFTER or (stage == BEFORE_CUBE and s.stuck):
                return Due(AFTER, (s.active + 1) % len(s.players), brings)
            whose = task[1] if kind == "turn" else s.active
            return Due(stage, whose, brings)
        counted = _DUE.get(kind)
        if counted is not None:
            brings += counted(s, seat, task, turns)
    return Due(BEFORE_THROW, s.start, brings)


Counted = Callable[[State, int, Task, float], float]


def _own(value: Callable[[State, int, Task, float], float]) -> Counted:
    """Something that concerns only the seat whose task it is."""
    return lambda s, seat, task, turns: value(s, seat, task, turns) if task[1] == seat else 0.0


def _cubes(s: State, seat: int, task: Task, turns: float) -> float:
    _, _, site, count, scores = task
    return cubes_gain(s, seat, site, count) if scores or count >= s.room(site) else 0.0


def favour_gain(s: State, seat: int, task: Task) -> float:
    """What the better favour of a seven adds to the cubes of the turn; nothing if none is possible."""
    _, _, site, cubes, scores = task
    found = favours(s, site, cubes, scores)
    best = 0.0
    if CUBE in found:
        best = cubes_gain(s, seat, site, cubes + s.rules.extra_cubes) - cubes_gain(s, seat, site, cubes)
    return max(best, next_good(s, seat)) if MERCHANDISE in found else best


def _seven(s: State, seat: int, task: Task, turns: float) -> float:
    _, _, site, cubes, _ = task
    return cubes_gain(s, seat, site, cubes) + max(0.0, favour_gain(s, seat, task) - token_cost(s, seat, turns))


def _favour(s: State, seat: int, task: Task, turns: float) -> float:
    return cubes_gain(s, seat, task[2], task[3]) + favour_gain(s, seat, task)


def _swap(s: State, seat: int, task: Task, turns: float) -> float:
    added = marginals(s.rules.set_points, s.players[seat].goods)
    return max(0.0, max((added[good] for good in s.players[task[2]].goods if good >= 0), default=0.0) - lost_good(s, seat) / 2)


def _keep(s: State, seat: int, task: Task, turns: float) -> float:
    added = marginals(s.rules.set_points, s.players[seat].goods)
    return float(max((added[good] for good in s.offered if good >= 0), default=0))


def _theft(s: State, seat: int, task: Task, turns: float) -> float:
    if seat == task[1]:
        return next_good(s, seat)
    return -lost_good(s, seat) if seat == task[2] else 0.0


def _betrayal(s: State, seat: int, task: Task, turns: float) -> float:
    return -CARD if seat == task[2] else 0.0


_DUE: dict[str, Counted] = {
    "cubes": _own(_cubes),
    "seven": _own(_seven),
    "favour": _own(_favour),
    "complete": _own(lambda s, seat, task, turns: completion(s, seat, task[2])),
    "plot": _own(lambda s, seat, task, turns: next_card(s, seat)),
    "plots": _own(lambda s, seat, task, turns: task[2] * next_card(s, seat)),
    "token": _own(lambda s, seat, task, turns: -token_cost(s, seat, turns)),
    "goods.take": _own(lambda s, seat, task, turns: next_good(s, seat)),
    "vino": _own(lambda s, seat, task, turns: max(0.0, next_good(s, seat) - token_cost(s, seat, turns))),
    "swap": _own(_swap),
    "keep": _own(_keep),
    "theft.card": _theft,
    "betrayal.card": _betrayal,
}
"""What tasks bring, by their names; others bring nothing that could be counted."""
