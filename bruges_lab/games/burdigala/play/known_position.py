"""Through whose eyes a position is reckoned: what is reckoned from a masked position cannot tell what its seat may not know."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ....kernel import Game, LabError
from ....kernel.answering import check_seat
from ....kernel.errors import one_line
from ..model import State
from ..views import mask
from ..words import NAMES

Odds = dict[int, Fraction]
"""The odds of each number, in ascending order."""


class Known(NamedTuple):
    """A position as a seat knows it, everything open if no seat looks (None), and what the players are called."""

    state: State
    names: tuple[str, ...]
    seat: int | None


def known_to(game: Game[State] | State, seat: int | None, what: str) -> Known:
    """A game or a position of Burdigala through the eyes of a seat; `what` it was to be asked for, should it be another game."""
    if isinstance(game, Game) and not isinstance(game.state, State):
        raise game.manifest.lacks(what)
    if not isinstance(game, Game | State):
        raise LabError(f"game: a game or a position of Burdigala, not {one_line(repr(game), 40)}")
    state, names = (game.state, game.names) if isinstance(game, Game) else (game, NAMES[: len(game.players)])
    if seat is None:
        return Known(state, names, None)
    check_seat(state, seat)
    return Known(mask(state, seat), names, seat)


def expected(odds: Odds) -> Fraction:
    """The mean of a number."""
    return sum((number * share for number, share in odds.items()), Fraction(0))


def add_odds(odds: Odds, number: int, share: Fraction) -> None:
    """A share more for a number."""
    odds[number] = odds.get(number, Fraction(0)) + share
