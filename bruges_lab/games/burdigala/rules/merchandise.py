"""Merchandise: a card from the pile for whoever reaches a port, and what everybody knows when goods change hands."""

from __future__ import annotations

from collections import Counter

from ....kernel import TABLE, add, become, become_at, put
from ....kernel.deltas import Delta
from ..model import BOOK, State

BOOK.event("merchandise.taken", good="good", secret={"good": "player"})
BOOK.event("merchandise.none")


@BOOK.task("arrive", rule="burdigala.port", seated=True)
def arrive(s: State, seat: int, square: int) -> None:
    """A move that ends on a port brings a card, also one that began there (B-030)."""
    if s.board.square(square).port:
        take_goods(s, seat, "burdigala.port")


@BOOK.task("goods.take", rule="burdigala.merch.hidden", seated=True)
def goods_due(s: State, seat: int, rule: str) -> None:
    """A card that was paid for."""
    take_goods(s, seat, rule)


def take_goods(s: State, seat: int, rule: str) -> None:
    """The top card, which only its owner sees; nothing from an empty pile (B-057)."""
    if not s.goods_left:
        s.emit("burdigala.merch.empty", "merchandise.none", seat)
        return
    good = s.goods_pile[s.goods_left - 1]
    deltas = (add(TABLE, "goods_left", -1), put(seat, "goods", good), *known_of_pile(s, seat, (good,)))
    s.emit(rule, "merchandise.taken", seat, deltas, good=good)


# What is known of goods (B-078)


def known_of_pile(s: State, taker: int, goods: tuple[int, ...]) -> list[Delta]:
    """Cards left the pile; who took them saw which, to the others it may be any that they had put back."""
    deltas = []
    for seat, player in enumerate(s.players):
        left = player.pile_seen if seat == taker else ()
        for good in goods:
            left = without(left, good)
        if left != player.pile_seen:
            deltas.append(become(seat, "pile_seen", left))
    return deltas


def known_after_leaving(s: State, taker: int, giver: int, good: int) -> list[Delta]:
    """A card went from one player to another; these two saw which, the others know less of the giver now."""
    deltas = []
    for seat, player in enumerate(s.players):
        if seat == giver:
            deltas.append(become_at(giver, "goods_seen", taker, _sorted(*player.goods_seen[taker], good)))
        else:
            left = without(player.goods_seen[giver], good) if seat == taker else ()
            deltas.append(become_at(seat, "goods_seen", giver, left))
    return deltas


def without(goods: tuple[int, ...], good: int) -> tuple[int, ...]:
    """One card of a kind fewer, if there is one."""
    return _sorted(*(Counter(goods) - Counter((good,))).elements())


def _sorted(*goods: int) -> tuple[int, ...]:
    return tuple(sorted(goods))
