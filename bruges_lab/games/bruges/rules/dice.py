"""Phase 2: the dice, then threats seat by seat, then the step on the reputation track.

The dice are one chance step. Threats come first, with their damage, so a Raid empties the purse before the step is paid (D-029).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Any

from ....kernel import TABLE, Stream, become, need
from ....kernel.book import AgendaStep, Past
from ....kernel.needs import Refused
from ..model import BOOK, State
from . import queries
from .goods import pay_guilders
from .notation import DICE
from .occasions import climb
from .queries import in_order
from .rounds import begin_phase

BOOK.event("dice.rolled", blue="count", brown="count", yellow="count", red="count", purple="count")
BOOK.event("advance.price", guilders="count")
BOOK.event("advance.blocked")
BOOK.event("advance.declined")
BOOK.event("advance.too_poor", needs="count", has="count")
BOOK.event("advance.track_ends")


@BOOK.task("phase.dice", rule="phase2.steps", mark="phase")
def phase_dice(s: State) -> None:
    """Roll, threats, reputation, in this order."""
    begin_phase(s, 2)
    s.then(("dice.roll", s.round), *after_roll(s))


def after_roll(s: State) -> list[tuple[object, ...]]:
    """What the dice bring: threats, the step, and in a game with ships these (exp.ships.step, D-181)."""
    return [("threats",), ("reputation",), *((("ships.dock",),) if s.docks else ())]


@BOOK.chance("dice.roll", rule="phase2.roll", kind="roll", codecs=DICE)
def roll(s: State, round_: int) -> list[tuple[tuple[Any, ...], Fraction]]:
    """Five dice, one per colour: every one of the 7,776 ordered throws is equally likely."""
    return _throws(s.rules.dice_faces)


@cache
def _throws(faces: int) -> list[tuple[tuple[Any, ...], Fraction]]:
    odds = Fraction(1, faces**5)
    return [(("roll", *dice), odds) for dice in product(range(1, faces + 1), repeat=5)]


@roll.sampled
def throw(s: State, stream: Stream, round_: int) -> tuple[Any, ...]:
    """Each die by itself."""
    faces = s.rules.dice_faces
    return ("roll", *(1 + stream.below(faces) for _ in range(5)))


@roll.allowed
def can_show(s: State, round_: int, *dice: int) -> bool:
    """Five faces of a die."""
    return len(dice) == 5 and all(1 <= die <= s.rules.dice_faces for die in dice)


@roll.likely
def throw_odds(s: State, round_: int, *dice: int) -> Fraction:
    """Every throw is as likely as any other."""
    return Fraction(1, s.rules.dice_faces**5)


@roll.on
def rolled(s: State, round_: int, *dice: int) -> None:
    """The dice keep their values for the guilder action of phase 3 (phase2.dice_keep)."""
    blue, brown, yellow, red, purple = dice
    deltas = (become(TABLE, "dice", dice),)
    s.emit("phase2.roll", "dice.rolled", TABLE, deltas, blue=blue, brown=brown, yellow=yellow, red=red, purple=purple)


def dice_classes(s: State) -> list[tuple[tuple[Any, ...], Fraction, int]]:
    """The throws sorted by what they do in this phase: which colours threaten, what the step costs, which ships dock.

    One throw of each sort. Once guilders can be taken (phase 3) every face matters, and the sorts no longer do.
    """
    threatening = s.rules.threat_faces if s.rules.threats_per_die else ()
    return _classes(s.rules.dice_faces, threatening, s.rules.advance_faces, s.rules.ship_faces if s.docks else ())


@cache
def _classes(
    faces: int, threatening: tuple[int, ...], low: tuple[int, ...], docking: tuple[int, ...]
) -> list[tuple[tuple[Any, ...], Fraction, int]]:
    found: dict[object, list[Any]] = {}
    for dice in product(range(1, faces + 1), repeat=5):
        cheap = [die for die in dice if die in low]
        ships = tuple(die in docking for die in dice) if docking else ()
        sort = (tuple(die in threatening for die in dice), sum(cheap) if cheap else None, ships)
        found.setdefault(sort, [dice, 0])[1] += 1
    return [(("roll", *dice), Fraction(count, faces**5), count) for dice, count in found.values()]


# The step on the reputation track


def dice_price(s: State) -> int | None:
    """The sum of all low dice; None if there is none and so no step (phase2.advance.cost, .blocked)."""
    return _sum_of_low(s.dice, s.rules.advance_faces)


@lru_cache(10_000)
def _sum_of_low(dice: tuple[int, ...], faces: tuple[int, ...]) -> int | None:
    low = [die for die in dice if die in faces]
    return sum(low) if low else None


def low_dice(s: State) -> list[int]:
    """The dice that make up the price of the step."""
    return [die for die in s.dice if die in s.rules.advance_faces]


def advance_price(s: State, seat: int) -> int | None:
    """What the step costs this seat, Notary and Earl included; None if it is not on offer."""
    price = dice_price(s)
    player = s.players[seat]
    if not player.houses:
        return price
    discount = _discount(s, seat)
    if price is not None:
        price = max(0, price - discount)  # D-124
        if s.rules.earl_when == "no_low_die" or price <= player.guilders:
            return price
    # D-168: a low die shuts the Earl out, unless he is also let in when the dice price is out of reach.
    earl = queries.number(s, seat, "advance_without_dice", min)
    if earl is None:
        return price
    if s.rules.notary_on_earl:  # D-125
        earl = max(0, earl - discount)
    return earl if price is None else min(price, earl)


@BOOK.task("reputation", rule="phase2.advance.offer")
def reputation(s: State) -> None:
    """One after the other from the start player (phase2.advance.order); nobody if no die is low, but for an Earl's owner."""
    price = dice_price(s)
    if price is None:
        s.because(s.emit("phase2.advance.blocked", "advance.blocked", TABLE))
        seats = [seat for seat in in_order(s) if queries.has(s, seat, "advance_without_dice")]
    else:
        s.because(s.emit("phase2.advance.cost", "advance.price", TABLE, guilders=price))
        seats = in_order(s)
    if s.rules.advance_steps:
        times = s.rules.advance_max // s.rules.advance_steps
        s.then(*(("advance.offer", seat) for seat in seats for _ in range(times)))


@BOOK.task("advance.offer", rule="phase2.advance.offer", seated=True)
def offer(s: State, seat: int) -> None:
    """Ask who can climb; of the others, say why they cannot (phase2.advance.poor; D-120)."""
    player = s.players[seat]
    price = advance_price(s, seat)
    if player.reputation >= s.board.last_step:
        s.emit("phase2.advance.offer", "advance.track_ends", seat)
    elif price is not None and price > player.guilders:
        s.emit("phase2.advance.poor", "advance.too_poor", seat, needs=price, has=player.guilders)
    elif price is not None:
        s.push("advance", seat)


ADVANCE = BOOK.decision("advance", rule="phase2.advance.offer")

TRACK_OPEN = need(
    "phase2.advance.offer",
    "track_ends",
    lambda s, seat: s.players[seat].reputation < s.board.last_step,
    lambda s, seat: {"last": s.board.last_step},
)
LOW_DIE = need("phase2.advance.blocked", "no_low_die", lambda s, seat: advance_price(s, seat) is not None)
AFFORDABLE = need(
    "phase2.advance.poor",
    "too_poor",
    lambda s, seat: s.players[seat].guilders >= (advance_price(s, seat) or 0),
    lambda s, seat: {"needs": advance_price(s, seat) or 0, "has": s.players[seat].guilders},
)


@ADVANCE.choice("advance", needs=(TRACK_OPEN, LOW_DIE, AFFORDABLE))
def advance(s: State, seat: int) -> None:
    """Pay the bank, then climb; whole steps for the whole price (D-087)."""
    helpers = advance_helpers(s, seat)
    rule = s.deck.rule[helpers[0]] if helpers else "phase2.advance.pay"
    pay_guilders(s, seat, advance_price(s, seat) or 0, rule)
    for _ in range(s.rules.advance_steps):
        climb(s, seat, "phase2.advance.first" if s.players[seat].reputation == 0 else "phase2.advance.offer")


def advance_helpers(s: State, seat: int) -> Sequence[int]:
    """The persons who make the price of the step another."""
    earls = dice_price(s) is None or (advance_price(s, seat) or 0) < max(0, (dice_price(s) or 0) - _discount(s, seat))
    return queries.people_with(s, seat, "advance_without_dice") if earls else queries.discounters(s, seat, "advance")


def _discount(s: State, seat: int) -> int:
    return queries.discount(s, seat, "advance") if s.players[seat].houses else 0


@ADVANCE.choice("decline", when="advance")
def decline(s: State, seat: int) -> None:
    """Declining costs nothing."""
    s.emit("phase2.advance.decline", "advance.declined", seat)


_STEP_OVER = {
    "advance.too_poor": ("phase2.advance.poor", "step_too_dear"),
    "advance.declined": ("phase2.advance.decline", "step_declined"),
    "advance.track_ends": ("phase2.advance.offer", "track_ends"),
    "advance.blocked": ("phase2.advance.blocked", "no_low_die"),
    "step.taken": ("phase2.advance.max", "step_taken"),
}
"""What has become of the step of this round, by the event that told it."""


@BOOK.untimely("advance", "decline", rule="phase2.advance.offer", reasons=tuple(reason for _, reason in _STEP_OVER.values()))
def no_step_now(s: State, step: AgendaStep, args: tuple[Any, ...], past: Past) -> Refused | None:
    """Who asks later in the round hears what became of the step: passed over for want of guilders, declined, or taken."""
    for rule, kind, player, data in past:
        if kind in ("round.begins", "dice.rolled"):
            return None
        if kind == "step.taken" and rule not in ("phase2.advance.first", "phase2.advance.offer"):
            continue  # through a person, which is another matter
        if kind in _STEP_OVER and player in (TABLE, args[0]):
            rule, reason = _STEP_OVER[kind]
            if kind == "step.taken":
                return rule, reason, {"reached": data["step"]}
            return rule, reason, {"last": s.board.last_step} if kind == "advance.track_ends" else data
    return None


@ADVANCE.quickly
def list_advance(s: State, seat: int) -> list[tuple[Any, ...]]:
    """Both, or only to decline."""
    player = s.players[seat]
    price = advance_price(s, seat)
    if price is None or price > player.guilders or player.reputation >= s.board.last_step:
        return [("decline",)]
    return [("advance",), ("decline",)]
