"""What a difference between a text and its source is worth: a sum of what speaks for and against it, learnt from labelled texts.

`python benchmarks/beside_weights.py` learns it and writes `data/lab/reading/beside.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import exp

import msgspec

from ... import places

FILE = "beside.json"


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each fact about a difference adds, and each about a rule that it may be about."""

    base: float
    facts: Mapping[str, float]
    whose: Mapping[str, float]


@cache
def weights() -> Weights:
    """The weights that the lab comes with."""
    return msgspec.json.decode((places.data("lab", "reading") / FILE).read_bytes(), type=Weights)


def probable(facts: Mapping[str, float]) -> float:
    """How probably a difference with these facts is an error, from 0 to 1."""
    known = weights()
    return 1 / (1 + exp(-known.base - sum(known.facts.get(name, 0.0) * value for name, value in facts.items())))
