"""The run ops of people's effects: one small function an op, and the questions that some of them ask.

The vocabulary is in ops.py; people.py says when an effect runs. Opponents are asked clockwise from the owner (D-169).
"""

from __future__ import annotations

from collections.abc import Callable

from ...kernel import NUMBER, add_at, need
from ..deck import Op
from ..model import BOOK, State
from . import queries
from .actions import build_canal, canal_price, say_helped_price
from .draw import can_draw
from .goods import (
    discard_threat,
    give_guilders,
    give_worker,
    pay_guilders,
    score_points,
    take_guilders,
)
from .hand import COLOUR, SECTION
from .rounds import in_order
from .threats import lose_canal, outer_tiles

BOOK.event("effect.nothing", person="card")
BOOK.event("extra.begins", cards="count")
BOOK.event("workers.swapped", colour="colour", into="colour")
BOOK.event("declined", person="card")

Run = Callable[[State, int, int, Op], None]
RUN: dict[str, Run] = {}


def op(name: str) -> Callable[[Run], Run]:
    """Register what a run op does; it is called with the state, the owner's seat, the card and the op."""

    def register(run: Run) -> Run:
        RUN[name] = run
        return run

    return register


def possible(s: State, seat: int, step: Op) -> bool:
    """Whether an op can be done at all, so that no worker is wasted on it (D-091)."""
    if step.name == "play_card":
        return bool(s.players[seat].hand)
    if step.name == "draw_cards":
        return can_draw(s)
    if step.name == "build_canal":
        return bool(_affordable_sections(s, seat, step.numbers[0]))
    return True


def _opponents(s: State, seat: int) -> list[int]:
    """Clockwise from the owner (D-169)."""
    return in_order(s, seat)[1:]


@op("gain_guilders")
def _gain_guilders(s: State, seat: int, card: int, step: Op) -> None:
    take_guilders(s, seat, step.numbers[0], s.deck.rule[card])


@op("gain_guilders_per")
def _gain_guilders_per(s: State, seat: int, card: int, step: Op) -> None:
    take_guilders(s, seat, step.numbers[0] * queries.count(s, seat, step), s.deck.rule[card])


@op("gain_points_per")
def _gain_points_per(s: State, seat: int, card: int, step: Op) -> None:
    score_points(s, seat, step.numbers[0] * queries.count(s, seat, step), s.deck.rule[card])


@op("draw_cards")
def _draw_cards(s: State, seat: int, card: int, step: Op) -> None:
    s.then(*(("people.draw", seat) for _ in range(step.numbers[0])))


@BOOK.task("people.draw", rule="person.valet")
def draw_one(s: State, seat: int) -> None:
    """As long as there is a card to draw."""
    if can_draw(s):
        s.push("draw.one", seat)


@op("each_opponent_gives_guilders")
def _opponents_give_guilders(s: State, seat: int, card: int, step: Op) -> None:
    for other in _opponents(s, seat):
        give_guilders(s, other, seat, min(step.numbers[0], s.players[other].guilders), s.deck.rule[card])


@op("each_opponent_gives_workers")
def _opponents_give_workers(s: State, seat: int, card: int, step: Op) -> None:
    s.then(*(("people.give", other, seat, step.numbers[0]) for other in _opponents(s, seat)))


@BOOK.task("people.give", rule="person.beggar")
def give_some(s: State, seat: int, to: int, count: int) -> None:
    """The giver chooses; who has fewer gives what there is (D-137)."""
    if count and any(s.players[seat].workers):
        s.then(("give.choose", seat, to), ("people.give", seat, to, count - 1))


GIVE = BOOK.decision("give.choose", rule="person.beggar")


@GIVE.choice(
    "give",
    candidates=lambda s, seat, to: [(colour,) for colour, n in enumerate(s.players[seat].workers) if n],
    needs=(
        need(
            "person.beggar",
            "no_worker",
            lambda s, seat, to, colour: s.players[seat].workers[colour] > 0,
            lambda s, seat, to, colour: {"colour": colour, "needs": 1, "has": s.players[seat].workers[colour]},
        ),
    ),
    codecs=(COLOUR,),
)
def give(s: State, seat: int, to: int, colour: int) -> None:
    """One worker of the giver's choice."""
    give_worker(s, seat, to, colour, "person.beggar")


@op("lend_to_opponents")
def _lend(s: State, seat: int, card: int, step: Op) -> None:
    """With enough money everybody gets a guilder; otherwise the owner chooses who does (D-136)."""
    others = _opponents(s, seat)
    if s.players[seat].guilders >= len(others):
        for other in others:
            _lend_to(s, seat, other, card, step.numbers[0])
    elif s.players[seat].guilders:
        s.push("lend.choose", seat, card, step.numbers[0], tuple(others))


def _lend_to(s: State, seat: int, other: int, card: int, points: int) -> None:
    give_guilders(s, seat, other, 1, s.deck.rule[card])
    score_points(s, seat, points, s.deck.rule[card])


LEND = BOOK.decision("lend.choose", rule="person.moneylender")
_SEAT_LEFT = need(
    "person.moneylender",
    "has_guilder_already",
    lambda s, seat, card, points, others, other: other in others,
    lambda s, seat, card, points, others, other: {"seat": other},
)


@LEND.choice(
    "lend", candidates=lambda s, seat, card, points, others: [(other,) for other in others], needs=(_SEAT_LEFT,), codecs=(NUMBER,)
)
def lend(s: State, seat: int, card: int, points: int, others: tuple[int, ...], other: int) -> None:
    """One guilder to this opponent."""
    _lend_to(s, seat, other, card, points)
    s.because(s.cause)
    if s.players[seat].guilders:
        s.push("lend.choose", seat, card, points, tuple(o for o in others if o != other))


@op("discard_threats_per")
def _discard_threats(s: State, seat: int, card: int, step: Op) -> None:
    s.push("people.clear", seat, card, queries.count(s, seat, step))


@BOOK.task("people.clear", rule="person.jailor")
def clear(s: State, seat: int, card: int, left: int) -> None:
    """Up to so many markers, one at a time (D-135)."""
    if left and any(s.players[seat].threats):
        s.push("clear.choose", seat, card, left)


CLEAR = BOOK.decision("clear.choose", rule="person.jailor")


@CLEAR.choice(
    "away",
    candidates=lambda s, seat, card, left: [(colour,) for colour, n in enumerate(s.players[seat].threats) if n],
    needs=(
        need(
            "action.threat.need",
            "no_marker",
            lambda s, seat, card, left, colour: s.players[seat].threats[colour] > 0,
            lambda s, seat, card, left, colour: {"colour": colour},
        ),
    ),
    codecs=(COLOUR,),
)
def clear_one(s: State, seat: int, card: int, left: int, colour: int) -> None:
    """A marker of any colour, for a point."""
    discard_threat(s, seat, colour, s.deck.rule[card])
    s.because(s.cause)
    s.push("people.clear", seat, card, left - 1)


@CLEAR.choice("enough")
def clear_enough(s: State, seat: int, card: int, left: int) -> None:
    """Fewer than allowed."""
    s.emit(s.deck.rule[card], "declined", seat, person=card)


@op("each_opponent_loses_canal")
def _opponents_lose_canal(s: State, seat: int, card: int, step: Op) -> None:
    s.then(*(("people.break", other, card) for other in _opponents(s, seat)))


@BOOK.task("people.break", rule="person.troublemaker")
def break_one(s: State, seat: int, card: int) -> None:
    """Who has no tile is not concerned (D-096)."""
    if any(s.players[seat].canals):
        s.push("break.choose", seat, card)


BREAK = BOOK.decision("break.choose", rule="person.troublemaker")


@BREAK.choice(
    "remove",
    candidates=lambda s, seat, card: outer_tiles(s, seat),
    needs=(need("threat.fire.no_gap", "no_tile", lambda s, seat, card, section: (section,) in outer_tiles(s, seat)),),
    codecs=(SECTION,),
)
def remove(s: State, seat: int, card: int, section: int) -> None:
    """The victim's choice (D-138)."""
    lose_canal(s, seat, section, s.deck.rule[card])


# The canal family


def _family_price(s: State, seat: int, section: int, factor: int) -> int:
    """A multiple of the price, which a Well-digger makes nothing (D-139, D-140)."""
    return factor * canal_price(s, seat, section)


def _affordable_sections(s: State, seat: int, factor: int) -> list[tuple[int, ...]]:
    player = s.players[seat]
    return [
        (section,)
        for section, tiles in enumerate(player.canals)
        if tiles < s.rules.section_spaces and _family_price(s, seat, section, factor) <= player.guilders
    ]


@op("build_canal")
def _build_canal(s: State, seat: int, card: int, step: Op) -> None:
    if _affordable_sections(s, seat, step.numbers[0]):
        s.push("dig.choose", seat, card, step.numbers[0])
    else:
        s.emit(s.deck.rule[card], "effect.nothing", seat, person=card)


DIG = BOOK.decision("dig.choose", rule="person.family.canal")


@DIG.choice(
    "dig",
    candidates=lambda s, seat, card, factor: [(section,) for section in range(s.rules.sections)],
    needs=(
        need(
            "action.canal.options",
            "section_full",
            lambda s, seat, card, factor, section: (
                section < s.rules.sections and s.players[seat].canals[section] < s.rules.section_spaces
            ),
            lambda s, seat, card, factor, section: {"section": section, "spaces": s.rules.section_spaces},
        ),
        need(
            "person.family.canal",
            "too_poor",
            lambda s, seat, card, factor, section: _family_price(s, seat, section, factor) <= s.players[seat].guilders,
            lambda s, seat, card, factor, section: {
                "needs": _family_price(s, seat, section, factor),
                "has": s.players[seat].guilders,
            },
        ),
    ),
    codecs=(SECTION,),
)
def dig(s: State, seat: int, card: int, factor: int, section: int) -> None:
    """Without a card of the right colour and without an action."""
    price = _family_price(s, seat, section, factor)
    say_helped_price(s, seat, price)
    pay_guilders(s, seat, price, s.deck.rule[card])
    build_canal(s, seat, section)


# The extra-card family


@op("play_card")
def _play_card(s: State, seat: int, card: int, step: Op) -> None:
    s.then(*(("people.extra", seat) for _ in range(step.numbers[0])))


@BOOK.task("people.extra", rule="phase3.extra_card")
def extra(s: State, seat: int) -> None:
    """One more card with its action, in the same turn."""
    if s.players[seat].hand:
        s.because(s.emit("person.family.extra_card", "extra.begins", seat, cards=len(s.players[seat].hand)))
        s.push("turn.extra", seat)


# The exchange family


@op("exchange_workers")
def _exchange(s: State, seat: int, card: int, step: Op) -> None:
    s.push("swap.choose", seat, card, s.players[seat].workers, 0)


SWAP = BOOK.decision("swap.choose", rule="person.family.exchange")


def _swaps(s: State, seat: int, card: int, left: tuple[int, ...], first: int) -> list[tuple[int, ...]]:
    return [(a, b) for a in range(5) for b in range(5) if left[a] and 5 * a + b >= first]


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
        need("person.family.exchange", "swap_in_order", lambda s, seat, card, left, first, a, b: 5 * a + b >= first),
    ),
    codecs=(COLOUR, COLOUR),
)
def swap(s: State, seat: int, card: int, left: tuple[int, ...], first: int, a: int, b: int) -> None:
    """One worker for one of any colour, like for like too (D-162); each once and in colour order, so that none is asked twice."""
    deltas = (add_at(seat, "workers", a, -1), add_at(seat, "workers", b, 1))
    s.emit("person.family.exchange", "workers.swapped", seat, deltas, colour=a, into=b)
    left = (*left[:a], left[a] - 1, *left[a + 1 :])
    s.because(s.cause)  # the next one is not because of this one
    if _swaps(s, seat, card, left, 5 * a + b):
        s.push("swap.choose", seat, card, left, 5 * a + b)


@SWAP.choice("enough")
def swap_enough(s: State, seat: int, card: int, left: tuple[int, ...], first: int) -> None:
    """No more swaps; none at all is allowed too (D-162)."""
    s.emit("person.family.exchange", "declined", seat, person=card)
