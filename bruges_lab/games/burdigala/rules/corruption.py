"""Corruption tokens: drawn at random from the pool, looked at by their owner, and given back face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Any

from ....kernel import TABLE, Stream, add, become, drop, put
from ..model import BOOK, State
from .merchandise import surely_left, without
from .notation import TOKEN

BOOK.event("token.taken", token="token", secret={"token": "player"})
BOOK.event("token.sealed", token="token", secret={"token": "nobody"})
BOOK.event("tokens.returned", count="count", tokens="tokens", secret={"tokens": "player"})
BOOK.event("tokens.returned_unseen", count="count", tokens="tokens", secret={"tokens": "nobody"})

COSTS = {"seven": "burdigala.seven.cost", "double": "burdigala.double.extra_turn.token", "vino": "burdigala.card.in_vino"}
"""What a token is the price of."""


def take_token(s: State, seat: int, why: str) -> None:
    """A token is drawn next. Every draw of the game has a number of its own."""
    s.push("token", seat, s.draws, why)


@BOOK.chance("token", rule="burdigala.corruption.draw", kind="token", codecs=(TOKEN,))
def token(s: State, seat: int, number: int, why: str) -> list[tuple[tuple[Any, ...], Fraction]]:
    """At random from those in the pool, by value."""
    count = len(s.pool)
    return [(("token", value), Fraction(copies, count)) for value, copies in sorted(Counter(s.pool).items())]


@token.sampled
def token_sample(s: State, stream: Stream, seat: int, number: int, why: str) -> tuple[str, int]:
    """One of them, with the odds of the list and in its order."""
    return ("token", draw_one(stream, s.pool))


def draw_one(stream: Stream, things: tuple[int, ...]) -> int:
    """One of several things, each as likely as any; the same one that a list of their kinds with odds would give."""
    tickets = _tickets(tuple(sorted(things)))
    return tickets[stream.below(len(tickets))]


@lru_cache(maxsize=4096)
def _tickets(things: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds, each as often as its odds say, with the least number of tickets."""
    found = Counter(things)
    alike = gcd(*found.values())
    return tuple(kind for kind, copies in found.items() for _ in range(copies // alike))


@token.on
def taken(s: State, seat: int, number: int, why: str, value: int) -> None:
    """Its owner looks at it; at that of a seven only if so read (B-028)."""
    seen = why != "seven" or s.rules.seven_token_seen
    deltas = [drop(TABLE, "pool", value), put(seat, "tokens" if seen else "sealed", value), add(TABLE, "draws", 1)]
    for other, player in enumerate(s.players):  # B-078: to whoever did not see it, it may be any token that went back
        known = player.pool_seen
        if known:
            left = without(known, value) if other == seat and seen else surely_left(known)
            deltas += [become(other, "pool_seen", left)] if left != known else []
    s.tell(COSTS[why], "token.taken" if seen else "token.sealed", seat, deltas, {"token": value})


def return_tokens(s: State, seat: int, tokens: Sequence[int], sealed: Sequence[int], rule: str) -> None:
    """Face down to the others, and mixed with them (burdigala.special.necropolis.return); nobody learns what was never seen."""
    for row, kind, given in (("tokens", "tokens.returned", tokens), ("sealed", "tokens.returned_unseen", sealed)):
        if given:
            deltas = [delta for value in given for delta in (drop(seat, row, value), put(TABLE, "pool", value))]
            deltas += [put(seat, "pool_seen", value) for value in given if row == "tokens"]
            s.emit(rule, kind, seat, deltas, count=len(given), tokens=tuple(given))
