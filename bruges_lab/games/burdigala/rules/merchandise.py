"""Merchandise: a card from the pile for whoever reaches a port, and what everybody knows when goods change hands."""

from __future__ import annotations

from itertools import pairwise

from ....kernel import TABLE, add, become, become_at, put
from ....kernel.deltas import Delta
from ..model import BOOK, State

BOOK.event("merchandise.taken", good="good", secret={"good": "player"})
BOOK.event("merchandise.none")


@BOOK.task("arrive", rule="burdigala.port", seated=True)
def arrive(s: State, seat: int, square: int) -> None:
    """A move that ends on a port brings a card, also one that began there (B-030)."""
    if s.board.squares[square - 1].port:
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
    deltas = (add(TABLE, "goods_left", -1), put(seat, "goods", good), *known_of_pile(s, seat, good))
    s.tell(rule, "merchandise.taken", seat, deltas, {"good": good})


# What is known of goods (B-078)


def known_of_pile(s: State, taker: int, *goods: int) -> list[Delta]:
    """Cards left the pile; who took them saw which, the others go on knowing what must still be there."""
    deltas: list[Delta] = []
    for seat, player in enumerate(s.players):
        left = player.pile_seen
        if not left:
            continue
        for good in goods:
            left = without(left, good) if seat == taker else surely_left(left)
        if left != player.pile_seen:
            deltas.append(become(seat, "pile_seen", left))
    return deltas


def known_of_offer(s: State, taker: int, good: int) -> list[Delta]:
    """Of what the Sailor brought one card was kept: to the others it left the pile only now, the rest goes back to it."""
    return [delta for delta in known_of_pile(s, taker, good) if delta[1] != taker]


def known_after_leaving(s: State, taker: int, giver: int, good: int) -> list[Delta]:
    """A card went from one player to another; these two saw which, the others go on knowing what must still be there."""
    deltas = []
    for seat, player in enumerate(s.players):
        if seat != giver:
            left = player.goods_seen[giver]
            deltas.append(become_at(seat, "goods_seen", giver, without(left, good) if seat == taker else surely_left(left)))
        if seat != taker and (seat == giver or must_be(player.goods_seen[giver], s.players[giver].goods)):
            deltas.append(become_at(seat, "goods_seen", taker, _sorted(*player.goods_seen[taker], good)))
    return deltas


def known_after_swap(s: State, seat: int, other: int, theirs: int, mine: int) -> list[Delta]:
    """One card each way: the two know all of it; the others what must still be there, and what can only have been one kind."""
    deltas = []
    for watcher, player in enumerate(s.players):
        for giver, gone, came in ((other, theirs, mine), (seat, mine, theirs)):
            taker = seat if giver == other else other
            if watcher == giver:
                continue
            known = player.goods_seen[giver]
            left = without(known, gone) if watcher == taker else surely_left(known)
            sure = watcher == taker or must_be(player.goods_seen[taker], s.players[taker].goods)
            deltas.append(become_at(watcher, "goods_seen", giver, _sorted(*left, *((came,) if sure else ()))))
    return deltas


def without(goods: tuple[int, ...], good: int) -> tuple[int, ...]:
    """One card of a kind fewer, if there is one."""
    left = sorted(goods)
    if good in left:
        left.remove(good)
    return tuple(left)


def surely_left(known: tuple[int, ...]) -> tuple[int, ...]:
    """What is still there for certain when one of them, nobody saw which, may have gone: of each kind one fewer."""
    return tuple(one for before, one in pairwise(sorted(known)) if one == before)


def must_be(known: tuple[int, ...], goods: tuple[int, ...]) -> bool:
    """Whether whoever knows this much knows any card taken from there: all of them, and all of one kind."""
    return len(known) == len(goods) and len(set(known)) == 1


def _sorted(*goods: int) -> tuple[int, ...]:
    return tuple(sorted(goods))
