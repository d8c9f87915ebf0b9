"""Claims: what a sentence taken to state a rule says of it, right and wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from .matchers import Frame, Slot


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says of one slot, and what is right."""

    slot: Slot
    claimed: str
    actual: str
    token: int
    value: int | None = None
    name: str = ""
    """The name of the number among the values of the rule."""
    weak: bool = False
    """It may be wrong, but the sentence may as well speak of something else."""
    loose: bool = False
    """The number counts nothing in the sentence itself; it was taken to be meant."""
    plain: bool = False
    """Its place says what it is about, whatever else the sentence or the text may say."""


@dataclass(slots=True)
class Hit:
    """One sentence taken to state one rule."""

    rule: str
    sentence: int
    score: float
    frame: Frame
    wrong: list[Claim] = field(default_factory=list)
    owned: list[int] = field(default_factory=list)
    guessed: list[int] = field(default_factory=list)
    """Numbers that count nothing in the sentence itself and were taken to be meant."""
    doubts: list[Claim] = field(default_factory=list)
    """Other numbers that count the same beside the right one; if nothing else explains them, the sentence is ambiguous."""


Placed = dict[str, dict[int, Hit]]
"""The hits of every rule by their sentences."""
