"""A model that adds up: each feature falls into a bin, each bin has a weight, and the sum says how probable a thing is.

The weights come from labelled texts (`bruges_lab.textcheck.measure.training`) and are kept as data in `data/lab/reading`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from ... import places
from ..arrays import np

if TYPE_CHECKING:
    from ..read.likeness import Matrix

FILE = "models.json"
_DIGITS = 5
"""A feature is looked at so closely: the last digits of a sum are others on another machine, and decide nothing."""


class Additive(msgspec.Struct, frozen=True):
    """One model: the edges and weights of each feature, and what is added to all."""

    features: list[str]
    edges: list[list[float]]
    weights: list[list[float]]
    base: float

    def probable(self, rows: Matrix) -> Matrix:
        """How probable each row is, from 0 to 1."""
        rows = np.round(rows, _DIGITS)
        total = np.full(len(rows), self.base, dtype=np.float64)
        for column, (edges, weights) in enumerate(zip(self.edges, self.weights, strict=True)):
            total += np.asarray(weights)[np.searchsorted(edges, rows[:, column], side="right")]
        found: Matrix = (1 / (1 + np.exp(-total))).astype(np.float32)
        return found


class Models(msgspec.Struct, frozen=True):
    """The models of the lab."""

    finding: Mapping[str, Additive]
    """Whether a sentence states a rule: where many writers said it, and where there are only the rules' own texts (`bare`)."""
    differing: Mapping[str, Additive]
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
    rounded: Any = msgspec.to_builtins(found)
    for group in ("finding", "differing"):
        for one in rounded[group].values():
            one["edges"] = [[round(edge, 4) for edge in edges] for edges in one["edges"]]
            one["weights"] = [[round(weight, 3) for weight in weights] for weights in one["weights"]]
            one["base"] = round(one["base"], 3)
    return msgspec.json.format(msgspec.json.encode(rounded), indent=1)
