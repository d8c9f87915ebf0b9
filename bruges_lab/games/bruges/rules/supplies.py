"""Limited supplies: workers of a colour and guilders that can run out, where that is agreed (exp.supply.*, D-177, D-178).

Off by default; what lies in `worker_pool` and `bank_left` says that they are limited. goods.py and exchange.py ask here. Whoever
would take more takes what there is; what is paid, lost or swapped comes back. What players give one another does not pass here.
"""

from __future__ import annotations

from ....kernel import TABLE, add, add_at, become, need
from ....kernel.deltas import Delta
from ....kernel.needs import Refused
from ..model import BOOK, UNLIMITED, Row, State
from ..words import GOODS

BOOK.event("workers.supplied", workers="count")
BOOK.event("bank.filled", guilders="count")
BOOK.event("supply.short", goods="goods", wanted="count", left="count")

ANY_WORKERS, GUILDERS = GOODS.index("workers"), GOODS.index("guilders")
COLOURS_OF_WORKERS = range(ANY_WORKERS)


def lay_supplies(s: State) -> None:
    """At set-up: so many workers of each colour and so many guilders, for all players together."""
    workers, guilders = s.rules.worker_supply, s.rules.bank
    if workers:
        pool = become(TABLE, "worker_pool", (workers,) * len(COLOURS_OF_WORKERS))
        s.emit("exp.supply.workers", "workers.supplied", TABLE, (pool,), workers=workers)
    if guilders:
        s.emit("exp.supply.guilders", "bank.filled", TABLE, (become(TABLE, "bank_left", guilders),), guilders=guilders)


# Back to the supply, and out of it: deltas that go with those of a player; none where the supply is unlimited


def pooled(s: State, colour: int, workers: int) -> tuple[Delta, ...]:
    """So many workers more of a colour in the supply."""
    return (add_at(TABLE, "worker_pool", colour, workers),) if s.worker_pool else ()


def pooled_row(s: State, row: tuple[int, ...]) -> tuple[Delta, ...]:
    """A row of workers more in the supply."""
    if not s.worker_pool:
        return ()
    return (become(TABLE, "worker_pool", tuple(left + more for left, more in zip(s.worker_pool, row, strict=True))),)


def banked(s: State, guilders: int) -> tuple[Delta, ...]:
    """So many guilders more in the bank."""
    return () if s.bank_left == UNLIMITED else (add(TABLE, "bank_left", guilders),)


# Taking from a limited supply


def take_guilders_left(s: State, seat: int, guilders: int, rule: str, **by: int) -> None:
    """As many as the bank has (exp.supply.guilders.short)."""
    taken = _short(s, seat, "exp.supply.guilders.short", GUILDERS, guilders, s.bank_left)
    if taken or not guilders:
        s.emit(rule, "guilders.taken", seat, (add(seat, "guilders", taken), *banked(s, -taken)), guilders=taken, **by)


def take_workers_left(s: State, seat: int, colour: int, workers: int, rule: str, **by: int) -> None:
    """As many as the supply has of this colour (exp.supply.workers.short)."""
    taken = _short(s, seat, "exp.supply.workers.short", colour, workers, s.worker_pool[colour])
    if taken or not workers:
        deltas = (add_at(seat, "workers", colour, taken), *pooled(s, colour, -taken))
        s.emit(rule, "workers.taken", seat, deltas, workers=taken, colour=colour, **by)


def _short(s: State, seat: int, rule: str, goods: int, wanted: int, left: int) -> int:
    """What can be taken; where that is less, it is said."""
    if left < wanted:
        s.emit(rule, "supply.short", seat, goods=goods, wanted=wanted, left=left)
    return min(wanted, left)


# Workers of any colour, one by one


def choose_workers(s: State, seat: int, card: int, workers: int) -> None:
    """Ask for a colour as often as there are workers to take."""
    if s.worker_pool:
        s.push("worker.left", seat, card, workers)
    else:
        s.then(*(("worker.choose", seat, card) for _ in range(workers)))


@BOOK.task("worker.left", rule="exp.supply.workers.any", seated=True)
def choose_while_there_are(s: State, seat: int, card: int, workers: int) -> None:
    """Nobody is asked for a colour when there is no worker left (exp.supply.workers.any)."""
    if not workers:
        return
    if any(s.worker_pool):
        s.then(("worker.choose", seat, card), ("worker.left", seat, card, workers - 1))
    else:
        s.emit("exp.supply.workers.any", "supply.short", seat, goods=ANY_WORKERS, wanted=workers, left=0)


def _has_colour(s: State, colour: int) -> bool:
    return not s.worker_pool or s.worker_pool[colour] > 0


COLOUR_LEFT = need(
    "exp.supply.workers.any",
    "colour_gone",
    lambda s, seat, card, colour: _has_colour(s, colour),
    lambda s, seat, card, colour: {"colour": colour},
)
SWAP_LEFT = need(
    "exp.supply.workers.swap",
    "colour_gone",
    lambda s, seat, card, left, first, a, b: a == b or _has_colour(s, b),
    lambda s, seat, card, left, first, a, b: {"colour": b},
)
"""The worker that is given back is there at once, so like for like is always possible (D-163)."""


# Whether an effect would find anything (D-091): a card can always be played, but nobody is activated for nothing


def workers_to_take(s: State, seat: int, colour: int, workers: Row, wanted: int = 1) -> int:
    """How many of a colour, or of any (-1), a seat that keeps these can take: what it pays first is there then."""
    if not s.worker_pool:
        return wanted
    paid = zip(s.worker_pool, s.players[seat].workers, workers, strict=True)
    there = [left + before - after for left, before, after in paid]
    return min(wanted, sum(there) if colour < 0 else there[colour])


def workers_there(s: State, seat: int, colour: int, workers: Row) -> bool:
    """Whether there is any to take."""
    return not s.worker_pool or workers_to_take(s, seat, colour, workers) > 0


def guilders_to_take(s: State, wanted: int) -> int:
    """How many the bank can pay."""
    return wanted if s.bank_left == UNLIMITED else min(wanted, s.bank_left)


def guilders_there(s: State) -> bool:
    """Whether the bank has anything."""
    return s.bank_left != 0


def is_limited(s: State) -> bool:
    """Whether anything can run out."""
    return bool(s.worker_pool) or s.bank_left != UNLIMITED


def why_none(colour: int) -> Refused:
    """The refusal of an effect that would take workers of a colour, or of any, of which there are none."""
    if colour < 0:
        return "exp.supply.workers.any", "workers_gone", {}
    return "exp.supply.workers.short", "colour_gone", {"colour": colour}


NO_GUILDERS: Refused = ("exp.supply.guilders.short", "bank_empty", {})
