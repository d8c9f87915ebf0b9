"""The turn: throw, move, cube, in this order, and a plot card at one of four moments; then the next seat follows (ending.py).

Move and cube are both compulsory (burdigala.turn.both_required). The whole turn lies on the agenda from its beginning. A
`window` opens the question of its moment: with a plot card that may be played it is never answered by itself, since the hand is
hidden; without one it is (B-022).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....kernel import TABLE, Stream, become
from ....kernel.book import AgendaStep, Past
from ....kernel.events import Told
from ....kernel.needs import Refused
from ....kernel.state import NO_CAUSE
from ..model import BOOK, NOWHERE, State
from .notation import DICE

BOOK.event("turn.begins", turn="count")
BOOK.event("dice.thrown", first="die", second="die")


_NO_DICE = (0, 0)
_CLEARED = (
    become(TABLE, "thrown", _NO_DICE),
    become(TABLE, "dice", _NO_DICE),
    become(TABLE, "moved", NOWHERE),
    become(TABLE, "played", 0),
    become(TABLE, "crassus", 0),
)
_NOT_STUCK = become(TABLE, "stuck", False)


@BOOK.task("turn", rule="burdigala.turn.order", mark="turn", seated=True)
def begin_turn(s: State, seat: int, extra: bool) -> None:
    """Clockwise from the first player; an extra turn is a turn like any other (B-027)."""
    s.turn = number = s.turn + 1
    s.active = seat
    s.thrown = s.dice = _NO_DICE
    s.moved = NOWHERE
    s.played = s.crassus = 0
    s.extra_turn, s.stuck = extra, False
    s.cause = s.record("burdigala.turn.order", "turn.begins", seat, _begun, (number, extra))
    s.then(
        ("window.throw", seat),
        ("dice.throw", number),
        ("window.move", seat),
        ("window.build", seat),
        ("window.end", seat),
        ("turn.over", seat),
    )


def _begun(seat: int, number: int, extra: bool) -> Told:
    deltas = (become(TABLE, "turn", number), become(TABLE, "active", seat), *_CLEARED, become(TABLE, "extra_turn", extra))
    return {"turn": number}, (*deltas, _NOT_STUCK)


def may_play(s: State, seat: int) -> bool:
    """Whether a plot card could still be played this turn, for all that everybody can see (burdigala.plot.play)."""
    return bool(s.players[seat].hand) and s.played < s.rules.plots_a_turn


# Before the throw


@BOOK.task("window.throw", rule="burdigala.turn.windows", seated=True)
def before_throw(s: State, seat: int) -> None:
    """Asked only of who has a plot card."""
    if s.players[seat].hand and may_play(s, seat):
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


@dice.sampled
def dice_sample(s: State, stream: Stream, turn: int) -> tuple[str, int, int]:
    """One of all throws, in the order of the list."""
    faces = s.rules.dice_faces
    one, other = divmod(stream.below(faces * faces), faces)
    return ("dice", one + 1, other + 1)


@dice.allowed
def dice_allowed(s: State, turn: int, one: int, other: int) -> bool:
    """Whether both dice have these faces."""
    return 1 <= one <= s.rules.dice_faces and 1 <= other <= s.rules.dice_faces


@dice.on
def thrown(s: State, turn: int, one: int, other: int) -> None:
    """What a double or a seven brings follows in its place."""
    s.thrown = s.dice = throw = (one, other)
    s.record("burdigala.turn.roll", "dice.thrown", s.active, _thrown, (throw,))


def _thrown(seat: int, throw: tuple[int, int]) -> Told:
    return {"first": throw[0], "second": throw[1]}, (become(TABLE, "thrown", throw), become(TABLE, "dice", throw))


# After the cube


@BOOK.task("window.end", rule="burdigala.turn.windows", seated=True)
def before_end(s: State, seat: int) -> None:
    """The last moment for a plot card; not for a player who was stuck (B-066)."""
    if s.players[seat].hand and may_play(s, seat) and not s.stuck:
        s.push("turn.end", seat)


END = BOOK.decision("turn.end", rule="burdigala.plot.play", forced=False)


@END.choice("end")
def end(s: State, seat: int) -> None:
    """The turn is over."""


@BOOK.untimely("end", rule="burdigala.turn.both_required")
def no_end_now(s: State, step: AgendaStep, args: tuple[Any, ...], past: Past) -> Refused | None:
    """Move and cube come first."""
    return None


def next_turn(s: State, seat: int) -> None:
    """The next player clockwise."""
    s.because(NO_CAUSE)  # turns follow one another; none happens because of the one before
    s.push("turn", (seat + 1) % len(s.players), False)
