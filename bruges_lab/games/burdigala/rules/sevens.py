"""A seven, which is never a double: for a corruption token another cube on the site of the turn, or a merchandise card.

The offer comes when the site has been chosen and before any cube is placed (B-029); the token is drawn before the favour is
chosen, and there is no way back (B-069).
"""

from __future__ import annotations

from typing import Any

from ....kernel import need
from ..model import BOOK, State
from .corruption import take_token
from .merchandise import take_goods
from .notation import CUBE, FAVOUR, MERCHANDISE

BOOK.event("stayed_honest")
BOOK.event("favour.taken", favour="favour")


def after_site(s: State, seat: int, site: int, cubes: int, *, scores: bool = True) -> None:
    """The site is chosen: a seven is offered a favour while tokens last (burdigala.corruption.none_left), then come the cubes."""
    if s.is_seven and s.pool and favours(s, site, cubes, scores):
        s.push("seven", seat, site, cubes, scores)
    else:
        s.push("cubes", seat, site, cubes, scores)


def favours(s: State, site: int, cubes: int, scores: bool) -> list[int]:
    """What corruption could bring: places and cubes for one more (B-053), a card in the pile (burdigala.seven.need).

    Cubes that do not score are followed by that of Publius Crassus on another site, which has to be there too (B-043).
    """
    wanted = cubes + s.rules.extra_cubes
    in_all = wanted if scores else wanted + s.crassus
    found = [CUBE] if s.room(site) >= wanted and s.supply >= in_all else []
    return [*found, MERCHANDISE] if s.goods_left else found


SEVEN = BOOK.decision("seven", rule="burdigala.seven", about={"site": 1})


@SEVEN.choice("honest")
def honest(s: State, seat: int, site: int, cubes: int, scores: bool) -> None:
    """No token, no favour."""
    s.emit("burdigala.seven", "stayed_honest", seat)
    s.push("cubes", seat, site, cubes, scores)


@SEVEN.choice("corrupt")
def corrupt(s: State, seat: int, site: int, cubes: int, scores: bool) -> None:
    """The token first (burdigala.seven.cost)."""
    s.push("favour", seat, site, cubes, scores)
    take_token(s, seat, "seven")


@SEVEN.quickly
def list_answers(s: State, *_: object) -> list[tuple[Any, ...]]:
    """Either."""
    return [("honest",), ("corrupt",)]


# A single favour is taken without asking (B-069).
PICK = BOOK.decision("favour", rule="burdigala.seven.choice", about={"site": 1})


@PICK.choice(
    "favour",
    candidates=lambda s, seat, site, cubes, scores: [(CUBE,), (MERCHANDISE,)],
    needs=(
        need(
            "burdigala.seven.need",
            "no_favour",
            lambda s, seat, site, cubes, scores, which: which in favours(s, site, cubes, scores),
            lambda s, seat, site, cubes, scores, which: {"favour": which, "room": s.room(site), "cards": s.goods_left},
        ),
    ),
    codecs=(FAVOUR,),
)
def favour(s: State, seat: int, site: int, cubes: int, scores: bool, which: int) -> None:
    """Another cube on the same site, or a card."""
    rule = "burdigala.seven.cube" if which == CUBE else "burdigala.seven.merch"
    s.because(s.emit(rule, "favour.taken", seat, favour=which))
    s.push("cubes", seat, site, cubes + (s.rules.extra_cubes if which == CUBE else 0), scores)
    if which == MERCHANDISE:
        take_goods(s, seat, rule)


@PICK.quickly
def list_favours(s: State, seat: int, site: int, cubes: int, scores: bool) -> list[tuple[Any, ...]]:
    """What is possible."""
    return [("favour", which) for which in favours(s, site, cubes, scores)]
