"""Where in a turn a position can be given, and what is still to happen from there on.

Characters are being placed; or it is somebody's turn, which is about to begin, before the plot card and the throw, before the
dice fall, before the move, before the cube, at its end, or over. What a choice leads to in between is reached by that choice.
"""

from __future__ import annotations

from ...kernel.state import Task
from .model import State
from .rules.setup import placing_order

STAGES = ("placing", "turn", "throw", "dice", "move", "build", "end", "over")
PLACING, TURN, THROW, DICE, MOVE, BUILD, END, OVER = range(len(STAGES))
_TASKS = ("place", "turn", "window.throw", "dice.throw", "window.move", "window.build", "window.end", "turn.over")
_ASKED = {
    "turn.throw": THROW,
    "turn.move": MOVE,
    "turn.move.plain": MOVE,
    "turn.build": BUILD,
    "turn.build.plain": BUILD,
    "turn.end": END,
}
"""Questions that open by themselves from a stage."""


def stage_of(state: State) -> int:
    """The stage that a position is in or that comes next; the turn is over where the game is."""
    for task in reversed(state.agenda):
        if task[0] in _ASKED:
            return _ASKED[task[0]]
        if task[0] in _TASKS:
            return _TASKS.index(task[0])
    return OVER


def asks(task: Task) -> bool:
    """Whether a task is the question that opens by itself from its stage."""
    return task[0] in _ASKED


def placed(state: State) -> int:
    """How many characters stand on the board."""
    return sum(len(player.meeples) for player in state.players)


def out_of_order(state: State) -> int | None:
    """While characters are being placed: a seat that has more or fewer on the board than its turns so far."""
    so_far = placing_order(state)[: placed(state)]
    wrong = (seat for seat, player in enumerate(state.players) if len(player.meeples) != so_far.count(seat))
    return next(wrong, None)


def agenda_from(state: State, stage: int, seat: int) -> None:
    """Put on the agenda what is still to happen; whose turn it is does not matter while characters are being placed."""
    state.agenda, state.causes = [], []
    if stage == PLACING:
        places = [("place", one) for one in placing_order(state)[placed(state) :]]
        state.then(*places, ("turn", state.start, False))
    elif stage == TURN:
        state.then(("turn", seat, state.extra_turn))
    else:
        rest = [(name, state.turn if name == "dice.throw" else seat) for name in _TASKS[THROW:]]
        state.then(*rest[stage - THROW :])
