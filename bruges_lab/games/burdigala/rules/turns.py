"""The turn: throw, move, cube, in this order, and a plot card at one of four moments; then the next seat follows (ending.py).

Move and cube are both compulsory (burdigala.turn.both_required). The whole turn lies on the agenda from its beginning. A
`window` opens the question of its moment: with a plot card that may be played it is never answered by itself, since the hand is
hidden; without one it is (B-022).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....kernel import TABLE, become
from ....kernel.state import NO_CAUSE
from ..model import BOOK, NOWHERE, State
from .notation import DICE

BOOK.event("turn.begins", turn="count")
BOOK.event("dice.thrown", first="die", second="die")


@BOOK.task("turn", rule="burdigala.turn.order", mark="turn", seated=True)
def begin_turn(s: State, seat: int, extra: bool) -> None:
    """Clockwise from the first player; an extra turn is a turn like any other (B-027)."""
    deltas = (
        become(TABLE, "turn", s.turn + 1),
        become(TABLE, "active", seat),
        become(TABLE, "thrown", (0, 0)),
        become(TABLE, "dice", (0, 0)),
        become(TABLE, "moved", NOWHERE),
        become(TABLE, "played", 0),
        become(TABLE, "crassus", 0),
        become(TABLE, "extra_turn", extra),
        become(TABLE, "stuck", False),
    )
    s.because(s.emit("burdigala.turn.order", "turn.begins", seat, deltas, turn=s.turn + 1))
    s.then(
        ("window.throw", seat),
        ("dice.throw", s.turn),
        ("window.move", seat),
        ("window.build", seat),
        ("window.end", seat),
        ("turn.over", seat),
    )


def may_play(s: State, seat: int) -> bool:
    """Whether a plot card could still be played this turn, for all that everybody can see (burdigala.plot.play)."""
    return bool(s.players[seat].hand) and s.played < s.rules.plots_a_turn


# Before the throw


@BOOK.task("window.throw", rule="burdigala.turn.windows", seated=True)
def before_throw(s: State, seat: int) -> None:
    """Asked only of who has a plot card."""
    if may_play(s, seat):
        s.push("turn.throw", seat)


THROW = BOOK.decision("turn.throw", rule="burdigala.turn.roll", forced=False)


@THROW.choice("throw")
def throw(s: State, seat: int) -> None:
    """The dice come next on the agenda."""


@BOOK.chance("dice.throw", rule="burdigala.turn.roll", kind="dice", codecs=DICE)
def dice(s: State, turn: int) -> list[tuple[tuple[Any, ...], Fraction]]:
    """Two dice, every ordered throw equally likely (burdigala.comp.dice)."""
    faces = range(1, s.rules.dice_faces + 1)
    return [(("dice", one, other), Fraction(1, len(faces) ** 2)) for one in faces for other in faces]


@dice.on
def thrown(s: State, turn: int, one: int, other: int) -> None:
    """What a double or a seven brings follows in its place."""
    deltas = (become(TABLE, "thrown", (one, other)), become(TABLE, "dice", (one, other)))
    s.emit("burdigala.turn.roll", "dice.thrown", s.active, deltas, first=one, second=other)


# After the cube


@BOOK.task("window.end", rule="burdigala.turn.windows", seated=True)
def before_end(s: State, seat: int) -> None:
    """The last moment for a plot card; not for a player who was stuck (B-066)."""
    if may_play(s, seat) and not s.stuck:
        s.push("turn.end", seat)


END = BOOK.decision("turn.end", rule="burdigala.plot.play", forced=False)


@END.choice("end")
def end(s: State, seat: int) -> None:
    """The turn is over."""


def next_turn(s: State, seat: int) -> None:
    """The next player clockwise."""
    s.because(NO_CAUSE)  # turns follow one another; none happens because of the one before
    s.push("turn", (seat + 1) % len(s.players), False)
