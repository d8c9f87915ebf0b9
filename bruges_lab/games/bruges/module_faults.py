"""What must be true of a position of a game with modules of the Zwin: limited supplies conserved, the round marker in its place.

Called by positions.py, which has the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.errors import one_line
from .faults import Fault
from .model import UNLIMITED, State
from .ruleset import FIVE
from .words import COLOURS

TABLE = -1


def module_faults(state: State) -> Iterator[Fault]:
    """Everything that the modules find wrong."""
    yield from _laid_faults(state)
    yield from _worker_faults(state)
    yield from _bank_faults(state)
    yield from _marker_faults(state)
    if len(state.players) == FIVE and state.rules.stacks <= FIVE and (state.extra or state.extra_used):
        yield Fault(TABLE, "extra", "five players have all stacks in their draw piles", "exp.five_players.deck")


def _laid_faults(state: State) -> Iterator[Fault]:
    """What lies there is what the rules have."""
    rules = state.rules
    for field, there, wanted, rule in (
        ("worker_pool", bool(state.worker_pool), bool(rules.worker_supply), "exp.supply.workers"),
        ("bank_left", state.bank_left != UNLIMITED, bool(rules.bank), "exp.supply.guilders"),
        ("marker", bool(state.marker), rules.round_marker, "exp.round_marker.setup"),
    ):
        if there != wanted:
            yield Fault(TABLE, field, "lies there without its module" if there else "is missing", rule)


def _worker_faults(state: State) -> Iterator[Fault]:
    """Workers in front of players and in the supply are all there are."""
    limit, pool = state.rules.worker_supply, state.worker_pool
    if pool and len(pool) != len(COLOURS):
        yield Fault(TABLE, "worker_pool", f"has {len(pool)} colours; there are {len(COLOURS)}", "exp.supply.workers")
        return
    for colour, left in enumerate(pool if limit else ()):
        held = sum(player.workers[colour] for player in state.players)
        if held + left != limit or left < 0:
            problem = f"{one_line(held, 20)} {COLOURS[colour]} workers are held and {one_line(left, 20)} left"
            yield Fault(TABLE, "worker_pool", f"{problem}; there are {limit} of each colour", "exp.supply.workers")


def _bank_faults(state: State) -> Iterator[Fault]:
    """Purses and bank together have all guilders."""
    limit, left = state.rules.bank, state.bank_left
    if not limit or left == UNLIMITED:
        return
    held = sum(player.guilders for player in state.players)
    if held + left != limit or left < 0:
        problem = f"{one_line(held, 20)} guilders are held and {one_line(left, 20)} left; there are {limit}"
        yield Fault(TABLE, "bank_left", problem, "exp.supply.guilders")


def _marker_faults(state: State) -> Iterator[Fault]:
    """In round r it stands on r; it has moved on when only the end of the round is to come."""
    moved = bool(state.agenda) and state.agenda[-1][0] in ("round.end", "scoring")
    over = not state.agenda and state.phase > 0
    if state.marker and state.marker - max(1, state.round) not in ((1,) if moved else (0, 1) if over else (0,)):
        problem = f"space {one_line(state.marker, 20)}; in round {one_line(state.round, 20)} it stands elsewhere"
        yield Fault(TABLE, "marker", problem, "exp.round_marker.position")
