"""The run op of the exchange family: workers for as many of other colours, one by one. Its fellows are in effects.py."""

from __future__ import annotations

from typing import Any

from ....kernel import add_at, need
from ..deck import Op
from ..model import BOOK, State
from .effects import decline, nothing, op
from .notation import OWN_WORKER
from .queries import PERSON, SOMEBODY, credit, rule_of
from .supplies import SWAP_LEFT, pooled

BOOK.event("workers.swapped", colour="colour", into="colour", optional=SOMEBODY)


@op("exchange_workers", possible=lambda s, seat, step, workers: any(workers))
def _exchange(s: State, seat: int, card: int, step: Op) -> None:
    if any(s.players[seat].workers) or s.as_of == 1:
        s.push("swap.choose", seat, card, s.players[seat].workers, 0)
    else:
        nothing(s, seat, card)


SWAP = BOOK.decision("swap.choose", rule="person.family.exchange", about=PERSON)


def _swaps(s: State, seat: int, card: int, left: tuple[int, ...], first: int) -> list[tuple[int, ...]]:
    return [(a, b) for a, b in _PAIRS[first:] if left[a]]


_PAIRS = [(a, b) for a in range(5) for b in range(5)]


@SWAP.choice(
    "swap",
    candidates=_swaps,
    needs=(
        need(
            "person.family.exchange",
            "no_worker",
            lambda s, seat, card, left, first, a, b: left[a] > 0,
            lambda s, seat, card, left, first, a, b: {"colour": a, "needs": 1, "has": left[a]},
        ),
        need(
            "person.family.exchange",
            "swap_in_order",
            lambda s, seat, card, left, first, a, b: 5 * a + b >= first,
            lambda s, seat, card, left, first, a, b: {"colour": a, "into": b},
        ),
        SWAP_LEFT,
    ),
    codecs=(OWN_WORKER, OWN_WORKER.but(called="into")),
)
def swap(s: State, seat: int, card: int, left: tuple[int, ...], first: int, a: int, b: int) -> None:
    """One worker for one of any colour, like for like too (D-162); in colour order, since any other comes to the same (D-205)."""
    deltas = (add_at(seat, "workers", a, -1), add_at(seat, "workers", b, 1), *pooled(s, a, 1), *pooled(s, b, -1))
    s.emit(rule_of(s, card), "workers.swapped", seat, deltas, colour=a, into=b, **credit(s, card))
    left = (*left[:a], left[a] - 1, *left[a + 1 :])
    s.because(s.cause)  # the next one is not because of this one
    after = 0 if s.worker_pool else 5 * a + b  # where workers are limited the order matters (D-177): any is allowed
    if _swaps(s, seat, card, left, after):
        s.push("swap.choose", seat, card, left, after)


@SWAP.quickly
def list_swaps(s: State, seat: int, card: int, left: tuple[int, ...], first: int) -> list[tuple[Any, ...]]:
    """Every swap that is left, or no more of them."""
    limited = bool(s.worker_pool)
    found: list[tuple[Any, ...]] = []
    for a, b in _PAIRS[first:]:
        if left[a] and (not limited or a == b or s.worker_pool[b]):
            found.append(("swap", a, b))
    return [*found, ("enough",)]


@SWAP.choice("enough")
def swap_enough(s: State, seat: int, card: int, left: tuple[int, ...], first: int) -> None:
    """No more swaps; none at all is allowed too (D-162)."""
    decline(s, seat, card)
