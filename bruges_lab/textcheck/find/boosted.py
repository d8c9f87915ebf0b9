"""A model of many small trees: each asks a few questions of the features of a thing, and what they answer is added up.

The trees come from labelled texts (`bruges_lab.textcheck.measure.training`) and are kept as data in `data/lab/reading`.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cache, cached_property
from math import exp
from typing import TYPE_CHECKING

import msgspec

from ... import places
from ..arrays import OWN, np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..read.likeness import Matrix

FILE = "models.json"
DEPTH = 4
"""Questions of each tree on the way to its answer; one that ends earlier asks on and gives the same answer."""
_STRETCH = 4096
_DIGITS = 6
"""Features are told so closely: the last digits of a sum, which are others on another machine, answer nothing."""


class Boosted(msgspec.Struct, frozen=True, dict=True):
    """One model: of each tree the features it asks for and the numbers it compares them with, level by level, and its answers."""

    features: list[str]
    asks: list[list[int]]
    edges: list[list[float]]
    answers: list[list[float]]
    base: float

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.int32], Matrix, Matrix]:
        inner, size = 2**DEPTH - 1, len(self.asks)
        asks = np.asarray(self.asks, dtype=np.int32).reshape(size, inner)
        edges = np.asarray(self.edges, dtype=np.float32).reshape(size, inner)
        return asks, edges, np.asarray(self.answers, dtype=np.float32).reshape(size, inner + 1)

    def probable(self, rows: Matrix) -> Matrix:
        """How probable each row is, from 0 to 1."""
        told: Matrix = np.round(np.asarray(rows, dtype=np.float64), _DIGITS).astype(np.float32)
        if OWN:
            return self._walked(told)
        total = np.full(len(rows), self.base, dtype=np.float32)
        columns = np.ascontiguousarray(told.T)
        for start in range(0, len(rows), _STRETCH):  # a stretch at a time, to stay in the nearest memory
            part = np.ascontiguousarray(columns[:, start : start + _STRETCH])
            here = np.arange(part.shape[1])
            for asks, edges, answers in zip(*self._arrays, strict=True):
                place = np.where(part[asks[0]] > edges[0], 2, 1)
                for _ in range(DEPTH - 1):
                    place = 2 * place + 1 + (part[asks[place], here] > edges[place])
                total[start : start + _STRETCH] += answers[place - len(asks)]
        found: Matrix = (1 / (1 + np.exp(-total))).astype(np.float32)
        return found

    def _walked(self, rows: Matrix) -> Matrix:
        """The same without numpy: row by row down each tree, added up in numbers of 32 bits as well."""
        told = rows.tolist()
        total = array("f", [self.base]) * len(told)
        for asks, *numbers in zip(self.asks, self.edges, self.answers, strict=True):
            edges, answers = (array("f", one).tolist() for one in numbers)
            for number, row in enumerate(told):
                place = 0
                for _ in range(DEPTH):
                    place = 2 * place + 1 + (row[asks[place]] > edges[place])
                total[number] += answers[place - len(asks)]
        return np.asarray([1 / (1 + exp(-one)) for one in total], dtype=np.float32)


class Models(msgspec.Struct, frozen=True):
    """The models of the lab."""

    finding: Mapping[str, Boosted]
    """Whether a sentence states a rule: where many writers said it, and where there are only the rules' own texts (`bare`);
    and the same once more, with what was found first of everything around (`written_again`, `bare_again`)."""
    differing: Mapping[str, Boosted]
    """Whether a difference is an error, by its kind."""
    levels: Mapping[str, list[float]] = {}
    """By kind, from which score on a difference is likely, and certain."""
    unlike: Mapping[str, float] = {}
    """How often writers have one word where others have another, and mean the same: `may>must`."""
    known: list[tuple[str, str, str]] = []
    """Errors that texts had: the rule, what stood there, and what should have."""


@cache
def models() -> Models:
    """The models that the lab comes with."""
    return msgspec.json.decode((places.data("lab", "reading") / FILE).read_bytes(), type=Models)


def to_json(found: Models) -> bytes:
    """The models as they are kept."""
    rounded = msgspec.json.decode(msgspec.json.encode(found))
    for group in ("finding", "differing"):
        for one in rounded[group].values():
            one["edges"] = [[float(f"{edge:.5g}") for edge in edges] for edges in one["edges"]]
            one["answers"] = [[float(f"{answer:.3g}") for answer in answers] for answers in one["answers"]]
            one["base"] = round(one["base"], 3)
    lines = [f"{msgspec.json.encode(name).decode()}:{msgspec.json.encode(one).decode()}" for name, one in rounded.items()]
    return ("{\n" + ",\n".join(lines) + "\n}").encode()
