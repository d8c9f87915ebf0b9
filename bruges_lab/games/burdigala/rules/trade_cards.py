"""The plot cards that concern merchandise: Merchant, Sailor, Theft. Goods are hidden, and so is what becomes of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....kernel import NUMBER, TABLE, Action, Stream, add, become, become_at, drop, need, put
from ..model import BOOK, State
from ..words import MERCHANT, SAILOR, THEFT
from .corruption import draw_one
from .merchandise import known_after_leaving, known_after_swap, known_of_offer, known_of_pile
from .notation import GOOD, MINE, OPPONENT, THEIRS
from .plot_play import any_of, at_moments, holds, opponent, opponents, say_when, spend

BOOK.event("merchandise.seen", owner="seat", goods="goods", secret={"goods": "player"})
BOOK.event("merchandise.swapped", owner="seat", theirs="good", mine="good", secret={"theirs": "player", "mine": "player"})
BOOK.event("merchandise.brought", cards="count", goods="goods", secret={"goods": "player"})
BOOK.event("merchandise.kept", good="good", secret={"good": "player"})
BOOK.event("merchandise.returned", cards="count", sealed=True)
BOOK.event("merchandise.mixed", cards="count", sealed=True)
BOOK.event("merchandise.stolen", owner="seat", good="good", secret={"good": "player"})


# Merchant


def merchant(s: State, seat: int, other: int) -> None:
    """Look at all merchandise of an opponent; then swap."""
    spend(s, seat, MERCHANT)
    goods = tuple(sorted(s.players[other].goods))
    deltas = (become_at(seat, "goods_seen", other, goods),)
    s.emit("burdigala.card.merchant", "merchandise.seen", seat, deltas, owner=other, goods=goods)
    s.push("swap", seat, other)


at_moments(
    Action(
        "merchant",
        merchant,
        candidates=lambda s, seat: [(other,) for other in opponents(s, seat)],
        needs=(
            holds(MERCHANT),
            opponent("burdigala.card.merchant"),
            need(
                "burdigala.card.merchant",
                "no_goods",
                lambda s, seat, other: bool(s.players[other].goods and s.players[seat].goods),  # B-042: both need one
                lambda s, seat, other: {"seat": other if s.players[seat].goods else seat},
            ),
        ),
        codecs=(OPPONENT,),
    ),
    quickly=lambda s, seat: [
        ("merchant", other) for other in opponents(s, seat) if s.players[seat].goods and s.players[other].goods
    ],
)
say_when("merchant", "burdigala.plot.play")

# Never answered by itself: goods are hidden.
SWAP = BOOK.decision("swap", rule="burdigala.card.merchant", forced=False, about={"owner": 1})


@SWAP.choice(
    "swap",
    candidates=lambda s, seat, other: [
        (theirs, mine) for theirs in sorted(set(s.players[other].goods)) for mine in sorted(set(s.players[seat].goods))
    ],
    needs=(
        need(
            "burdigala.card.merchant",
            "no_such_good",
            lambda s, seat, other, theirs, mine: theirs in s.players[other].goods,
            lambda s, seat, other, theirs, mine: {"seat": other, "good": theirs},
        ),
        need(
            "burdigala.card.merchant",
            "no_such_good",
            lambda s, seat, other, theirs, mine: mine in s.players[seat].goods,
            lambda s, seat, other, theirs, mine: {"seat": seat, "good": mine},
        ),
    ),
    codecs=(THEIRS, MINE),
)
def swap(s: State, seat: int, other: int, theirs: int, mine: int) -> None:
    """One card each, both chosen by the player; two of a kind will do (B-068)."""
    deltas = [drop(other, "goods", theirs), put(seat, "goods", theirs), drop(seat, "goods", mine), put(other, "goods", mine)]
    deltas += known_after_swap(s, seat, other, theirs, mine)
    s.emit("burdigala.card.merchant", "merchandise.swapped", seat, deltas, owner=other, theirs=theirs, mine=mine)


# Sailor


def sailor(s: State, seat: int) -> None:
    """Three cards from the pile, or what is left (B-032)."""
    spend(s, seat, SAILOR)
    count = min(s.rules.sailor_cards, s.goods_left)
    goods = s.goods_pile[s.goods_left - count : s.goods_left]
    brought = [delta for delta in known_of_pile(s, seat, *goods) if delta[1] == seat]  # the others look on: see keep
    deltas = (add(TABLE, "goods_left", -count), become(TABLE, "offered", goods), *brought)
    s.emit("burdigala.card.sailor", "merchandise.brought", seat, deltas, cards=count, goods=goods)
    s.push("keep", seat)


at_moments(
    Action("sailor", sailor, needs=(holds(SAILOR), need("burdigala.plot.need", "no_pile", lambda s, seat: s.goods_left > 0))),
    quickly=lambda s, seat: [("sailor",)] if s.goods_left else [],
)
say_when("sailor", "burdigala.plot.play")

KEEP = BOOK.decision("keep", rule="burdigala.card.sailor", forced=False)


@KEEP.choice(
    "keep",
    candidates=lambda s, seat: [(good,) for good in sorted(set(s.offered))],
    needs=(
        need(
            "burdigala.card.sailor",
            "not_brought",
            lambda s, seat, good: good in s.offered,
            lambda s, seat, good: {"good": good},
        ),
    ),
    codecs=(GOOD,),
)
def keep(s: State, seat: int, good: int) -> None:
    """One is kept, the others are mixed with the pile."""
    kept = (drop(TABLE, "offered", good), put(seat, "goods", good), *known_of_offer(s, seat, good))
    s.emit("burdigala.card.sailor", "merchandise.kept", seat, kept, good=good)
    rest = s.offered
    if rest:
        pile = s.goods_pile[: s.goods_left] + rest
        deltas = (
            become(TABLE, "offered", ()),
            become(TABLE, "goods_pile", pile),
            add(TABLE, "goods_left", len(rest)),
            become(seat, "pile_seen", tuple(sorted(s.players[seat].pile_seen + rest))),
        )
        s.emit("burdigala.card.sailor", "merchandise.returned", seat, deltas, cards=len(rest))
        s.push("goods.mix", s.mixes)


@BOOK.chance("goods.mix", rule="burdigala.card.sailor", kind="order", codecs=(NUMBER,))
def mix(s: State, number: int) -> None:
    """The outcome is a number from which the order follows."""
    return


@mix.sampled
def mix_sample(s: State, stream: Stream, number: int) -> tuple[str, int]:
    """Any number will do."""
    return ("order", stream.below(10**15))


@mix.allowed
def mix_allowed(s: State, number: int, order: int) -> bool:
    """Whether it is such a number."""
    return 0 <= order < 10**15


@mix.on
def mixed(s: State, number: int, order: int) -> None:
    """The pile in a new order."""
    pile = tuple(Stream(order, "goods").shuffled(s.goods_pile[: s.goods_left]))
    deltas = (become(TABLE, "goods_pile", pile), add(TABLE, "mixes", 1))
    s.emit("burdigala.card.sailor", "merchandise.mixed", TABLE, deltas, cards=len(pile))


# Theft


def theft(s: State, seat: int, other: int) -> None:
    """A random merchandise card of an opponent (B-045)."""
    spend(s, seat, THEFT)
    s.push("theft.card", seat, other, s.turn, s.played)


at_moments(
    Action(
        "theft",
        theft,
        candidates=lambda s, seat: [(other,) for other in opponents(s, seat)],
        needs=(
            holds(THEFT),
            opponent("burdigala.card.theft"),
            need(
                "burdigala.card.theft",
                "no_goods",
                lambda s, seat, other: bool(s.players[other].goods),
                lambda s, seat, other: {"seat": other},
            ),
        ),
        codecs=(OPPONENT,),
    ),
    quickly=lambda s, seat: [("theft", other) for other in opponents(s, seat) if s.players[other].goods],
)
say_when("theft", "burdigala.plot.play")


@BOOK.chance("theft.card", rule="burdigala.card.theft", kind="stolen", codecs=(GOOD,))
def stolen(s: State, seat: int, other: int, turn: int, card: int) -> list[tuple[tuple[Any, ...], Fraction]]:
    """Any of them; the turn and its card are the key of the draw."""
    return any_of("stolen", s.players[other].goods)


@stolen.sampled
def stolen_sample(s: State, stream: Stream, seat: int, other: int, turn: int, card: int) -> tuple[str, int]:
    """One of them."""
    return ("stolen", draw_one(stream, s.players[other].goods))


@stolen.on
def steal(s: State, seat: int, other: int, turn: int, card: int, good: int) -> None:
    """Thief and victim know which it was."""
    deltas = [drop(other, "goods", good), put(seat, "goods", good), *known_after_leaving(s, seat, other, good)]
    s.emit("burdigala.card.theft", "merchandise.stolen", seat, deltas, owner=other, good=good)
