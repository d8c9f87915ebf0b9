"""A double: an occupied square is cleared, and at the end of the turn another one can be had for a corruption token.

Everything else is as in any turn (burdigala.double.rules). Which lines a double opens is in ways.py, which ends in moving.py.
"""

from __future__ import annotations

from typing import Any

from ....kernel import Need, become_at, need
from ..model import BOOK, NOWHERE, State
from .corruption import take_token
from .merchandise import take_goods
from .notation import SQUARE
from .setup import ON_BOARD, all_squares, onto_empty
from .turns import next_turn

BOOK.event("meeple.displaced", square="square", by="seat")
BOOK.event("turn.again")


DISPLACE = BOOK.decision("displace", rule="burdigala.double.displace", about={"owner": 1})

EMPTY: Need = need(
    "burdigala.double.displace",
    "occupied",
    lambda s, seat, owner, end, square: s.occupant(square) is None,
    lambda s, seat, owner, end, square: {"square": square, "owner": s.occupant(square)},
)


@DISPLACE.choice("displace", candidates=all_squares, needs=(ON_BOARD, EMPTY), codecs=(SQUARE,))
def displace(s: State, seat: int, owner: int, end: int, square: int) -> None:
    """Any empty square, the one that the mover came from among them (B-060); the active player says which."""
    place = s.players[owner].meeples.index(NOWHERE)
    deltas = (become_at(owner, "meeples", place, square),)
    s.emit("burdigala.double.displace", "meeple.displaced", owner, deltas, square=square, by=seat)
    if s.rules.displaced_port and s.board.square(square).port:  # B-025
        take_goods(s, owner, "burdigala.double.displace.port")


@DISPLACE.quickly
def list_displacements(s: State, seat: int, owner: int, end: int) -> list[tuple[Any, ...]]:
    """Any empty square."""
    return onto_empty(s, "displace")


def may_go_again(s: State) -> bool:
    """A double, a token left, not stuck; and no second extra turn in a row if one is all (B-027).

    burdigala.corruption.none_left (B-047), burdigala.double.none_when_stuck (B-058)
    """
    if not s.is_double or s.stuck or not s.pool:
        return False
    return s.rules.extra_turns == "chain" or not s.extra_turn


AGAIN = BOOK.decision("again", rule="burdigala.double.extra_turn")


@AGAIN.choice("again")
def again(s: State, seat: int) -> None:
    """For a token, at which the player looks (burdigala.double.extra_turn.token)."""
    s.push("turn.again", seat)
    take_token(s, seat, "double")


@AGAIN.choice("pass")
def pass_on(s: State, seat: int) -> None:
    """The next player is on turn."""
    next_turn(s, seat)


@AGAIN.quickly
def list_again(s: State, seat: int) -> list[tuple[Any, ...]]:
    """Either."""
    return [("again",), ("pass",)]


@BOOK.task("turn.again", rule="burdigala.double.extra_turn.again", seated=True)
def turn_again(s: State, seat: int) -> None:
    """Another complete turn at once."""
    s.because(s.emit("burdigala.double.extra_turn.again", "turn.again", seat))
    s.push("turn", seat, True)
