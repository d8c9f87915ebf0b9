"""The round: four phases in order, then the next round or the end. Turn order is clockwise from the start player."""

from __future__ import annotations

from ....kernel import TABLE, become
from ....kernel.events import Told
from ..model import BOOK, State
from ..words import PHASES
from .marker import limit_rule
from .occasions import occasion
from .queries import in_order

BOOK.event("round.begins", round="count")
BOOK.event("phase.begins", phase="phase")


@BOOK.task("round", rule="round.phases", mark="round")
def begin_round(s: State, number: int) -> None:
    """Four phases; the number of rounds is open (round.count)."""
    s.because(s.emit("round.phases", "round.begins", TABLE, (become(TABLE, "round", number),), round=number))
    s.then(("phase.draw",), *after_draw(s), ("phase.dice",), ("phase.actions",), ("phase.majorities",), ("round.end",))
    if s.rules.end_by != "pile" and number >= s.rules.rounds_limit and not s.final_round and s.as_of > 1:  # D-010
        s.emit(limit_rule(s), "final_round.set", TABLE, (become(TABLE, "final_round", number),), round=number)
    for seat in in_order(s):
        occasion(s, seat, "round_begins")


def after_draw(s: State) -> tuple[tuple[str, ...], ...]:
    """What follows phase 1 in a game with the market (exp.order)."""
    return (("market.reveal",),) if s.market_pile else ()


def begin_phase(s: State, phase: int) -> None:
    """Say which phase begins; what follows in it happens because of that."""
    s.phase = phase
    s.because(s.record("round.phases", "phase.begins", TABLE, _phase_begun, (phase,)))


def _phase_begun(table: int, phase: int) -> Told:
    return {"phase": phase - 1}, (become(table, "phase", phase),)


def agenda_from(s: State, phase: str, turn: int, seat: int | None, threats_dealt: bool = False) -> None:
    """Put on the agenda what is still to happen in a round that stands at the beginning of a phase.

    In phase 2 with dice on the table the roll is over, and perhaps the threats are dealt too; in phase 3 the round can stand at
    any turn.
    """
    rest = PHASES.index(phase)
    s.phase = rest + 1
    tasks: list[tuple[object, ...]] = [*((f"phase.{name}",) for name in PHASES[rest:]), ("round.end",)]
    if phase == "draw":
        tasks[1:1] = after_draw(s)
    if phase == "actions" and (turn > 1 or seat is not None):
        from .turns import remaining_turns

        tasks[:1] = remaining_turns(s, turn, s.start if seat is None else seat)
    elif phase == "dice" and all(s.dice):
        from .dice import after_roll

        tasks[:1] = after_roll(s)[threats_dealt:]
    s.then(*tasks)
