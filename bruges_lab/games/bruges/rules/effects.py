"""The run ops of effects: one small function an op, and the questions that some of them ask. Here: goods and threats.

The vocabulary is in ops.py; people.py and ships.py say when an effect runs. What is built or placed is in works.py, what harms
others in harm.py. `card` is whatever brings the effect about, a person or a ship; every event cites its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....kernel import TABLE, become, need
from ....kernel.deltas import put
from ..deck import Op
from ..model import BOOK, Row, State
from . import queries
from .draw import a_pile_is_open, can_draw
from .goods import pay_guilders, pay_workers, score_points, take_guilders, take_workers
from .hand import leave_hand, show_in_hand
from .notation import CARD, OWN_THREAT, OWN_WORKER
from .occasions import climb, discard_threat
from .queries import PERSON, SOMEBODY, credit, persons_rule, rule_of, runs_of
from .supplies import COLOUR_LEFT, choose_workers, guilders_there, is_limited, workers_there

BOOK.event("effect.nothing", person="source")
BOOK.event("declined", person="source")
BOOK.event("discard.taken", card="card", optional=SOMEBODY)
BOOK.event("trade.made", person="source")
BOOK.event("card.given_up", card="card")

Run = Callable[[State, int, int, Op], None]
RUN: dict[str, Run] = {}
Test = Callable[[State, int, Op, Row], bool]
POSSIBLE: dict[str, Test] = {}
"""Whether an op can do anything at all, by what everybody can see, so that no worker is wasted on it (D-091).

They are told the workers that are left once the person is paid for.
"""
BY_HAND: dict[str, Test] = {}
"""The same by what only the owner can see too, the cards in hand: where this differs, silence must not tell."""


def op(name: str, possible: Test, by_hand: Test | None = None) -> Callable[[Run], Run]:
    """Register what a run op does; it is called with the state, the owner's seat, the card and the op."""

    def register(run: Run) -> Run:
        RUN[name] = run
        POSSIBLE[name] = possible
        BY_HAND[name] = by_hand or possible
        return run

    return register


def begins(s: State, seat: int, card: int, workers: Row, tests: Mapping[str, Test] = POSSIBLE) -> bool:
    """Whether some part of a person's effect can do something, with these workers left to its owner."""
    for step in s.deck.runs[card]:  # noqa: SIM110  (asked in every listing; a generator costs more)
        if tests[step.name](s, seat, step, workers):
            return True
    return False


def nothing(s: State, seat: int, card: int) -> None:
    """A part of an effect finds nothing (D-096): said where it is the whole; of several parts, another has done something."""
    if len(runs_of(s, card)) == 1 or s.as_of == 1:
        whole_nothing(s, seat, card)


def whole_nothing(s: State, seat: int, card: int) -> None:
    """No part of the effect finds anything."""
    s.emit(rule_of(s, card), "effect.nothing", seat, person=card)


def decline(s: State, seat: int, card: int) -> None:
    """What may be done need not be."""
    s.emit(rule_of(s, card), "declined", seat, person=card)


# Goods


def brought(s: State, seat: int, step: Op, workers: Row | None = None) -> int:
    """How much an op brings that counts something; `workers` are those left once it is paid for."""
    return step.numbers[0] * queries.count(s, seat, step, workers)


def _counts(s: State, seat: int, step: Op, workers: Row) -> bool:
    return queries.count(s, seat, step, workers) > 0


def _counts_guilders(s: State, seat: int, step: Op, workers: Row) -> bool:
    return guilders_there(s) and queries.count(s, seat, step, workers) > 0


def _counts_workers(s: State, seat: int, step: Op, workers: Row) -> bool:
    return workers_there(s, seat, step.colour, workers) and queries.count(s, seat, step, workers) > 0


def meets_a_shortage(s: State, seat: int, card: int) -> bool:
    """Whether a person's effect finds nothing only because a limited supply is empty: that is told."""
    goods = [step for step in runs_of(s, card) if step.name in ("gain_guilders", "gain_workers")] if is_limited(s) else []
    return any(_counts(s, seat, step, s.players[seat].workers) for step in goods)


@op("gain_guilders", possible=_counts_guilders)
def _gain_guilders(s: State, seat: int, card: int, step: Op) -> None:
    number = brought(s, seat, step)
    if number:
        take_guilders(s, seat, number, rule_of(s, card), **credit(s, card))
    else:
        nothing(s, seat, card)


@op("gain_points", possible=_counts)
def _gain_points(s: State, seat: int, card: int, step: Op) -> None:
    number = brought(s, seat, step)
    if number:
        score_points(s, seat, number, rule_of(s, card), **credit(s, card))
    else:
        nothing(s, seat, card)


@op("gain_workers", possible=_counts_workers)
def _gain_workers(s: State, seat: int, card: int, step: Op) -> None:
    number = brought(s, seat, step)
    if not number:
        nothing(s, seat, card)
    elif step.colour >= 0:
        take_workers(s, seat, step.colour, number, rule_of(s, card), **credit(s, card))
    else:
        choose_workers(s, seat, card, number)


def _colours(s: State, seat: int, card: int) -> list[tuple[int, ...]]:
    return [(colour,) for colour in range(5)]


WORKER = BOOK.decision("worker.choose", rule="act.meaning", cites=persons_rule, about=PERSON)


@WORKER.choice("take", candidates=_colours, needs=(COLOUR_LEFT,), codecs=(OWN_WORKER,))
def take(s: State, seat: int, card: int, colour: int) -> None:
    """One worker of any colour."""
    take_workers(s, seat, colour, 1, rule_of(s, card), **credit(s, card))


_ANY_WORKER = [("take", colour) for colour in range(5)]


@WORKER.quickly
def list_colours(s: State, seat: int, card: int) -> list[tuple[Any, ...]]:
    """The colours that there are workers of."""
    pool = s.worker_pool
    return [take for take in _ANY_WORKER if pool[take[1]]] if pool else _ANY_WORKER


# Cards


@op("draw_cards", possible=lambda s, seat, step, workers: can_draw(s))
def _draw_cards(s: State, seat: int, card: int, step: Op) -> None:
    s.then(*(("people.draw", seat, card) for _ in range(step.numbers[0])))


@BOOK.task("people.draw", rule="person.valet", seated=True)
def draw_one(s: State, seat: int, card: int) -> None:
    """As long as there is a card to draw."""
    if a_pile_is_open(s):
        s.push("draw.one", seat, card)
    elif can_draw(s):
        s.then(("piles.none",), ("people.draw", seat, card))


@op("take_discard", possible=lambda s, seat, step, workers: bool(s.discard))
def _take_discard(s: State, seat: int, card: int, step: Op) -> None:
    """The top card of the discard pile, which everybody has seen."""
    if not s.discard:
        nothing(s, seat, card)
        return
    taken = s.discard[-1]
    deltas = [become(TABLE, "discard", s.discard[:-1]), *show_in_hand(s, seat, taken)]
    s.emit(rule_of(s, card), "discard.taken", seat, deltas, card=taken, **credit(s, card))


# One thing for another


def _can_give(s: State, seat: int, step: Op, workers: Row | None = None) -> bool:
    player, give = s.players[seat], step.words["give"]
    if step.words["bring"] == "step" and player.reputation >= s.board.last_step:
        return False
    if step.words["bring"] == "card" and not can_draw(s):
        return False
    if not supplied(s, seat, step, workers):
        return False
    if give == "guilders":
        return player.guilders >= step.numbers[0]
    return bool(player.hand) if give == "card" else any(player.workers if workers is None else workers)


def supplied(s: State, seat: int, step: Op, workers: Row | None = None) -> bool:
    """Whether what a trade brings is there, if it is limited; what is given for it comes back first."""
    give, bring = step.words["give"], step.words["bring"]
    if bring == "worker" and give != "worker":
        return workers_there(s, seat, -1, s.players[seat].workers if workers is None else workers)
    return bring != "guilders" or give == "guilders" or guilders_there(s)


@op("trade", possible=_can_give)
def _trade(s: State, seat: int, card: int, step: Op) -> None:
    """As often as allowed, as long as there is something to give."""
    if _can_give(s, seat, step):
        s.push("trade.choose", seat, card, _place(s, card, step), step.numbers[2])
    else:
        nothing(s, seat, card)


def _place(s: State, card: int, step: Op) -> int:
    return runs_of(s, card).index(step)


def _gives(s: State, card: int, place: int, what: str) -> bool:
    return runs_of(s, card)[place].words["give"] == what


TRADE = BOOK.decision("trade.choose", rule="act.meaning", cites=persons_rule, about=PERSON)
_OTHERWISE = "otherwise_paid"


@TRADE.choice(
    "pay",
    needs=(
        need("act.meaning", _OTHERWISE, lambda s, seat, card, place, left: _gives(s, card, place, "guilders")),
        need(
            "act.meaning",
            "too_poor",
            lambda s, seat, card, place, left: s.players[seat].guilders >= runs_of(s, card)[place].numbers[0],
            lambda s, seat, card, place, left: {
                "needs": runs_of(s, card)[place].numbers[0],
                "has": s.players[seat].guilders,
            },
        ),
    ),
)
def pay(s: State, seat: int, card: int, place: int, left: int) -> None:
    """Guilders for what the person brings."""
    s.because(s.emit(rule_of(s, card), "trade.made", seat, person=card))
    pay_guilders(s, seat, runs_of(s, card)[place].numbers[0], rule_of(s, card))
    _bring(s, seat, card, place, left)


@TRADE.choice(
    "pay_worker",
    candidates=lambda s, seat, card, place, left: [(colour,) for colour in range(5)],
    needs=(
        need("act.meaning", _OTHERWISE, lambda s, seat, card, place, left, colour: _gives(s, card, place, "worker")),
        need(
            "act.meaning",
            "no_worker",
            lambda s, seat, card, place, left, colour: s.players[seat].workers[colour] > 0,
            lambda s, seat, card, place, left, colour: {
                "colour": colour,
                "needs": 1,
                "has": s.players[seat].workers[colour],
            },
        ),
    ),
    codecs=(OWN_WORKER,),
)
def pay_worker(s: State, seat: int, card: int, place: int, left: int, colour: int) -> None:
    """A worker for what the person brings."""
    s.because(s.emit(rule_of(s, card), "trade.made", seat, person=card))
    pay_workers(s, seat, colour, 1, rule_of(s, card))
    _bring(s, seat, card, place, left)


@TRADE.choice(
    "pay_card",
    candidates=lambda s, seat, card, place, left: [(held,) for held in s.players[seat].hand],
    needs=(
        need("act.meaning", _OTHERWISE, lambda s, seat, card, place, left, held: _gives(s, card, place, "card")),
        need(
            "act.meaning",
            "not_in_hand",
            lambda s, seat, card, place, left, held: held in s.players[seat].hand,
            lambda s, seat, card, place, left, held: {"card": held},
        ),
    ),
    codecs=(CARD,),
)
def pay_card(s: State, seat: int, card: int, place: int, left: int, held: int) -> None:
    """A card from hand, without its action, for what the person brings."""
    s.because(s.emit(rule_of(s, card), "trade.made", seat, person=card))
    deltas = (*leave_hand(s, seat, held), put(TABLE, "discard", held))
    s.emit(rule_of(s, card), "card.given_up", seat, deltas, card=held)
    _bring(s, seat, card, place, left)


@TRADE.choice("enough")
def trade_enough(s: State, seat: int, card: int, place: int, left: int) -> None:
    """No more of it."""
    decline(s, seat, card)


def _bring(s: State, seat: int, card: int, place: int, left: int) -> None:
    step, rule, by = runs_of(s, card)[place], rule_of(s, card), credit(s, card)
    brings, bring = step.numbers[1], step.words["bring"]
    if left > 1:
        s.push("people.trade", seat, card, place, left - 1)
    if bring == "guilders":
        take_guilders(s, seat, brings, rule, **by)
    elif bring == "points":
        score_points(s, seat, brings, rule, **by)
    elif bring == "worker":
        choose_workers(s, seat, card, brings)
    elif bring == "card":
        s.then(*(("people.draw", seat, card) for _ in range(brings)))
    else:
        for _ in range(brings):
            climb(s, seat, rule, **by)


@BOOK.task("people.trade", rule="act.meaning", seated=True)
def trade_again(s: State, seat: int, card: int, place: int, left: int) -> None:
    """Once more, if there is still something to give."""
    if _can_give(s, seat, runs_of(s, card)[place]):
        s.push("trade.choose", seat, card, place, left)


# Threats


def _threatened(s: State, seat: int, step: Op, workers: Row) -> bool:
    threats = s.players[seat].threats
    held = any(threats) if step.colour < 0 else threats[step.colour] > 0
    return held and queries.count(s, seat, step, workers) > 0


@op("discard_threats", possible=_threatened)
def _discard_threats(s: State, seat: int, card: int, step: Op) -> None:
    """Where only one colour may go there is nothing to choose but how many (D-135)."""
    s.push("people.clear", seat, card, brought(s, seat, step), step.colour)


@BOOK.task("people.clear", rule="person.jailor", seated=True)
def clear(s: State, seat: int, card: int, left: int, colour: int) -> None:
    """Up to so many markers, one at a time (D-135)."""
    if left and _clearable(s, seat, colour):
        s.push("clear.choose", seat, card, left, colour)


def _clearable(s: State, seat: int, colour: int) -> list[tuple[int, ...]]:
    return [(c,) for c, number in enumerate(s.players[seat].threats) if number and colour in (-1, c)]


CLEAR = BOOK.decision("clear.choose", rule="person.jailor", cites=persons_rule, about=PERSON)


@CLEAR.choice(
    "away",
    candidates=lambda s, seat, card, left, colour: _clearable(s, seat, colour),
    needs=(
        need(
            "action.threat.need",
            "no_marker",
            lambda s, seat, card, left, colour, marker: (marker,) in _clearable(s, seat, colour),
            lambda s, seat, card, left, colour, marker: {"colour": marker},
        ),
    ),
    codecs=(OWN_THREAT,),
)
def clear_one(s: State, seat: int, card: int, left: int, colour: int, marker: int) -> None:
    """A marker, for a point."""
    s.push("people.clear", seat, card, left - 1, colour)
    discard_threat(s, seat, marker, rule_of(s, card), **credit(s, card))


@CLEAR.choice("enough")
def clear_enough(s: State, seat: int, card: int, left: int, colour: int) -> None:
    """Fewer than allowed."""
    decline(s, seat, card)
