"""Random numbers with a key: the same seed and key give the same numbers, whatever happened before.

So round 4's dice are the same on every branch and after every undo. Built on a hash of our own choosing, not on `random`, so that
a seed means the same game on every version of Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """An endless row of random numbers for one key."""

    __slots__ = ("_block", "_key", "_left", "_pool")

    def __init__(self, seed: int, *key: object) -> None:
        self._key = repr((seed, key)).encode()
        self._block = 0
        self._pool = 0
        self._left = 0

    def _bits(self, count: int) -> int:
        while self._left < count:
            digest = hashlib.blake2b(self._key, digest_size=64, salt=self._block.to_bytes(16, "little")).digest()
            self._pool |= int.from_bytes(digest, "little") << self._left
            self._left += 512
            self._block += 1
        value = self._pool & ((1 << count) - 1)
        self._pool >>= count
        self._left -= count
        return value

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (numbers that would favour some are thrown away)."""
        if n < 1:
            raise ValueError("nothing to draw from")
        count = (n - 1).bit_length()
        while True:
            value = self._bits(count)
            if value < n:
                return value

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
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
