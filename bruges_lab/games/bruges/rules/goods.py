"""Goods change hands: guilders, workers, points, threats, steps. Every other chapter uses these few verbs.

Each emits one event with its deltas and the rule that caused it; none asks whether it may. `by` is who brought it about, where
the rule does not say that (`queries.credit`).
"""

from __future__ import annotations

from ....kernel import add, add_at, become
from ....kernel.events import Told
from ..model import BOOK, UNLIMITED, Row, State
from .queries import SOMEBODY
from .supplies import banked, pooled, pooled_row, take_guilders_left, take_workers_left

BOOK.event("guilders.taken", guilders="count", optional=SOMEBODY)
BOOK.event("guilders.paid", guilders="count")
BOOK.event("guilders.lost", guilders="count")
BOOK.event("guilders.given", guilders="count", to="seat", optional=SOMEBODY)
BOOK.event("workers.taken", workers="count", colour="colour", optional=SOMEBODY)
BOOK.event("workers.paid", workers="count", colour="colour")
BOOK.event("workers.lost", workers="count")
BOOK.event("workers.given", workers="count", colour="colour", to="seat", optional=SOMEBODY)
BOOK.event("points.scored", points="count", optional=SOMEBODY)
BOOK.event("points.lost", points="count")
BOOK.event("step.taken", step="count", optional=SOMEBODY)
BOOK.event("nothing.lost", damage="damage")

NOTHING: Row = (0, 0, 0, 0, 0)


def take_guilders(s: State, seat: int, guilders: int, rule: str, **by: int) -> None:
    """From the bank, which never runs dry (comp.guilders.unlimited) unless it is limited."""
    if s.bank_left != UNLIMITED:
        take_guilders_left(s, seat, guilders, rule, **by)
        return
    s.players[seat].guilders += guilders
    s.record(rule, "guilders.taken", seat, _guilders_taken, (guilders, by))


def _guilders_taken(seat: int, guilders: int, by: dict[str, int]) -> Told:
    return {"guilders": guilders, **by}, (add(seat, "guilders", guilders),)


def pay_guilders(s: State, seat: int, guilders: int, rule: str) -> None:
    """To the bank. Nothing is said of a price of nothing."""
    if not guilders:
        return
    if s.bank_left != UNLIMITED:
        s.emit(rule, "guilders.paid", seat, (add(seat, "guilders", -guilders), *banked(s, guilders)), guilders=guilders)
        return
    s.players[seat].guilders -= guilders
    s.record(rule, "guilders.paid", seat, _guilders_paid, (guilders,))


def _guilders_paid(seat: int, guilders: int) -> Told:
    return {"guilders": guilders}, (add(seat, "guilders", -guilders),)


def give_guilders(s: State, seat: int, to: int, guilders: int, rule: str, **by: int) -> None:
    """From one player to another."""
    if guilders:
        s.emit(
            rule,
            "guilders.given",
            seat,
            (add(seat, "guilders", -guilders), add(to, "guilders", guilders)),
            guilders=guilders,
            to=to,
            **by,
        )


def take_workers(s: State, seat: int, colour: int, workers: int, rule: str, **by: int) -> None:
    """From the supply, which never runs dry (comp.workers.unlimited) unless it is limited."""
    if s.worker_pool:
        take_workers_left(s, seat, colour, workers, rule, **by)
        return
    player = s.players[seat]
    row = player.workers
    player.workers = row[:colour] + (row[colour] + workers,) + row[colour + 1 :]  # type: ignore[assignment]  # noqa: RUF005
    s.record(rule, "workers.taken", seat, _workers_taken, (workers, colour, by))


def _workers_taken(seat: int, workers: int, colour: int, by: dict[str, int]) -> Told:
    return {"workers": workers, "colour": colour, **by}, (add_at(seat, "workers", colour, workers),)


def pay_workers(s: State, seat: int, colour: int, workers: int, rule: str) -> None:
    """To the supply."""
    if not workers:
        return
    if s.worker_pool:
        deltas = (add_at(seat, "workers", colour, -workers), *pooled(s, colour, workers))
        s.emit(rule, "workers.paid", seat, deltas, workers=workers, colour=colour)
        return
    player = s.players[seat]
    row = player.workers
    player.workers = row[:colour] + (row[colour] - workers,) + row[colour + 1 :]  # type: ignore[assignment]  # noqa: RUF005
    s.record(rule, "workers.paid", seat, _workers_paid, (workers, colour))


def _workers_paid(seat: int, workers: int, colour: int) -> Told:
    return {"workers": workers, "colour": colour}, (add_at(seat, "workers", colour, -workers),)


def give_worker(s: State, seat: int, to: int, colour: int, rule: str, **by: int) -> None:
    """One worker from one player to another."""
    deltas = (add_at(seat, "workers", colour, -1), add_at(to, "workers", colour, 1))
    s.emit(rule, "workers.given", seat, deltas, workers=1, colour=colour, to=to, **by)


def lose_workers(s: State, seat: int, rule: str) -> None:
    """All of them."""
    row = s.players[seat].workers
    s.emit(rule, "workers.lost", seat, (become(seat, "workers", NOTHING), *pooled_row(s, row)), workers=sum(row))


def lose_guilders(s: State, seat: int, rule: str) -> None:
    """All of them."""
    guilders = s.players[seat].guilders
    s.emit(rule, "guilders.lost", seat, (add(seat, "guilders", -guilders), *banked(s, guilders)), guilders=guilders)


def score_points(s: State, seat: int, points: int, rule: str, **by: int) -> None:
    """Forward on the score track."""
    s.emit(rule, "points.scored", seat, (add(seat, "points", points),), points=points, **by)


def lose_points(s: State, seat: int, points: int, rule: str) -> None:
    """Back on the score track, never below the floor (D-110)."""
    lost = max(0, min(points, s.players[seat].points - s.rules.score_floor))
    s.emit(rule, "points.lost", seat, (add(seat, "points", -lost),), points=lost)


def take_step(s: State, seat: int, rule: str, **by: int) -> bool:
    """One step up the reputation track; False, and no event, at its end (D-120, D-127)."""
    step = s.players[seat].reputation + 1
    if step > s.board.last_step:
        return False
    s.emit(rule, "step.taken", seat, (add(seat, "reputation", 1),), step=step, **by)
    return True
