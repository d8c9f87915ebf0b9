"""Choices as digits: the place of each among those that could be made, one after another in a single large number.

A choice among twelve takes log2(12) bits, one that could not be otherwise takes none. The first digit is the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence

from .fragment import refused


def to_bytes(digits: Sequence[tuple[int, int]]) -> bytes:
    """Digits, each with the number that it stays below, as bytes."""
    value = 0
    for digit, below in reversed(digits):
        value = value * below + digit
    return value.to_bytes((value.bit_length() + 7) // 8, "little")


class Digits:
    """Digits to be read, in order; who reads says what each stays below."""

    def __init__(self, data: bytes) -> None:
        self._value = int.from_bytes(data, "little")

    def next(self, below: int) -> int:
        """The next digit."""
        self._value, digit = divmod(self._value, below)
        return digit

    def end(self) -> None:
        """Nothing may be left."""
        if self._value:
            raise refused("says more than it has choices", "choices")
