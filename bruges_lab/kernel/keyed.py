"""Random numbers with a key: the same seed and key give the same numbers, whatever happened before.

So round 4's dice are the same on every branch and after every undo. Built on a hash of our own choosing, not on `random`, so that
a seed means the same game on every version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b
from math import lcm
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_SPAN = 1 << 32
_UNPACK, _LAST, _REST = Struct("<16I").unpack, Struct("<60xI").unpack, Struct("<15I4x").unpack
_SMALL = 300
_FAIR = [0, *(_SPAN - _SPAN % n for n in range(1, _SMALL))]
"""For small numbers: words from here on would favour some outcomes."""
_ALWAYS_FAIR = min(_FAIR[1:])
"""Words below favour no outcome, whichever small number it is: nearly all of them."""


class Stream:
    """An endless row of random numbers for one key."""

    __slots__ = ("_block", "_key", "_rest", "_words")

    def __init__(self, seed: int, *key: object) -> None:
        self._key = f"({seed!r}, {key!r})".encode()
        self._block = 0
        self._rest = b""
        self._words: list[int] = []

    def _refilled(self) -> list[int]:
        """The next words, sixteen a block; of the first block the last alone, since most streams are asked for one number."""
        if self._rest:
            self._words = [*_REST(self._rest)]
            self._rest = b""
        elif self._block:
            self._words = [*_UNPACK(blake2b(self._key, digest_size=64, salt=self._block.to_bytes(16, "little")).digest())]
            self._block += 1
        else:
            self._rest = blake2b(self._key).digest()  # the same as with a salt of 0, and quicker
            self._words = [*_LAST(self._rest)]
            self._block = 1
        return self._words

    def _word(self) -> int:
        """The next 32 random bits."""
        return (self._words or self._refilled()).pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (numbers that would favour some are thrown away)."""
        if 0 < n < _SMALL:
            while True:
                word = (self._words or self._refilled()).pop()
                if word < _ALWAYS_FAIR or word < _FAIR[n]:
                    return word % n
        if n < 1:
            raise ValueError("nothing to draw from")
        if n > _SPAN:
            # Larger than a word: take as many words as it needs.
            words = -(-n.bit_length() // 32)
            while True:
                value = 0
                for _ in range(words):
                    value = value << 32 | self._word()
                if value < (1 << 32 * words) // n * n:
                    return value % n
        fair = _SPAN - _SPAN % n
        while True:
            word = self._word()
            if word < fair:
                return word % n

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        order, words = list(items), self._words
        for n in range(len(order), 1, -1):
            word = (words or (words := self._refilled())).pop()  # as `below` draws, without a call a card
            if word >= _ALWAYS_FAIR or n >= _SMALL:
                while word >= _SPAN - _SPAN % n:
                    word = (words or (words := self._refilled())).pop()
            other, last = word % n, n - 1
            order[last], order[other] = order[other], order[last]
        return order

    def weighted(self, outcomes: Sequence[tuple[T, Fraction]]) -> T:
        """One outcome, with exactly the odds given."""
        whole = lcm(*(odds.denominator for _, odds in outcomes))
        ticket = self.below(whole)
        for outcome, odds in outcomes:
            ticket -= odds.numerator * (whole // odds.denominator)
            if ticket < 0:
                return outcome
        raise ValueError("the odds do not add up to 1")
