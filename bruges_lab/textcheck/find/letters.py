"""Likeness by letters: words as groups of three to five letters, so that forms, compounds and unknown words count as well."""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..arrays import np
from ..read.language import plain
from ..read.spoken import normed

if TYPE_CHECKING:
    from ..read.likeness import Matrix

WIDTH: Final = 2048
_GROUPS: Final = (3, 4, 5)
_SHORT = 4
_WORD = re.compile(r"[^\W\d_]+")
_UNKNOWN = 0.8
"""What a word of no rule weighs, as a share of the rarest."""


@lru_cache(maxsize=50_000)
def _groups(word: str) -> tuple[tuple[int, ...], tuple[float, ...]]:
    marked = f"^{word}$"
    found = Counter(
        zlib.crc32(marked[start : start + size].encode()) % WIDTH for size in _GROUPS for start in range(len(marked) - size + 1)
    )
    if len(marked) <= _SHORT + 2:
        found[zlib.crc32(marked.encode()) % WIDTH] += 1
    length = math.sqrt(sum(count * count for count in found.values()))
    return tuple(found), tuple(count / length for count in found.values())


class Letters:
    """The letters of a language, with how rare each word is in the rules of a game."""

    def __init__(self, texts: Sequence[str]) -> None:
        words = Counter(word for text in texts for word in {plain(one) for one in _WORD.findall(text)})
        self.weights = {word: math.log(1 + len(texts) / count) for word, count in words.items()}
        self.unknown = _UNKNOWN * math.log(1 + max(1, len(texts)))

    def vectors(self, texts: Iterable[str]) -> Matrix:
        """Texts as rows."""
        told = list(texts)
        found: Matrix = np.zeros((len(told), WIDTH), dtype=np.float32)
        for row, text in enumerate(told):
            for word in _WORD.findall(text):
                known = plain(word)
                places, shares = _groups(known)
                weight = self.weights.get(known, self.unknown)
                line = found[row]
                for place, share in zip(places, shares, strict=True):
                    line[place] += weight * share
        return normed(found)
