"""Answers about choices: whether one may be made, and what a seat that is not asked could do if it were its turn.

A game says which decision a seat's turn is (`GameKit.turn`); put on top of a copy of the position, the same needs answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from .book import Past
from .choices import Choice, Option, Refusal, Supposed
from .engine import Pending, misread, to_option, why_not
from .errors import LabError, one_line
from .state import BaseState

if TYPE_CHECKING:
    from .events import Teller
    from .kit import GameKit

S = TypeVar("S", bound=BaseState)


def answer(state: BaseState, pending: Pending, choice: Choice, teller: Teller, past: Past) -> tuple[Option, Refusal | None]:
    """A choice in numbers, and why it may not be made; None if it may."""
    option = to_option(state, pending.step, choice)
    if option is None:
        return (choice.kind,), Refusal(pending.rule, *misread(state, pending.step, choice), teller)
    return option, why_not(state, pending, option, teller, past)


def check_seat(state: BaseState, seat: object) -> None:
    """Refuse what is no seat of this game."""
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(state.players):
        raise LabError(f"there is no seat {one_line(seat, 20)}; seats are 0 to {len(state.players) - 1}")


def is_other(state: BaseState, pending: Pending | None, seat: int) -> bool:
    """Whether a seat is meant that is not asked now."""
    check_seat(state, seat)
    return pending is None or pending.player != seat


def legal_if_turn(kit: GameKit[S], state: S, pending: Pending | None, seat: int) -> Supposed:
    """What a seat could choose if it were its turn; nothing once nobody is asked any more."""
    return Supposed(seat, () if pending is None else _turn(kit, state, seat)[1].options)


def refused_if_turn(kit: GameKit[S], state: S, seat: int, choice: Choice, teller: Teller, past: Past) -> Refusal | None:
    """Why a seat could not make a choice if it were its turn."""
    refusal = answer(*_turn(kit, state, seat), choice, teller, past)[1]
    return None if refusal is None else refusal.supposed(seat)


def _turn(kit: GameKit[S], state: S, seat: int) -> tuple[S, Pending]:
    """A copy of the position in which it is this seat's turn, and what it is asked there."""
    task = kit.turn(state, seat)
    twin = state.copy()
    twin.push(*task)
    return twin, Pending(twin, kit.book.steps[task[0]], task, seat)
