"""The parts of a score, and where they come from: what `bl.score` traces. The slot `score_parts` of a game's manifest.

A game derives its own from `ScoreParts`, which by itself reads them off `GameKit.scores`: whole numbers, or sheets that have
`parts` by name and a `total`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..games.manifest import LAB
from ..kernel import Event, Game
from ..rulebook.fields import fields_of
from .starts import any_start

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written
    from .scores import ScoreChange

WHOLE = "points"
"""The only part of a score that is a number."""


class AnySheet(Protocol):
    """A score by part."""

    @property
    def parts(self) -> Mapping[str, int]:
        """The parts by name."""
        ...

    @property
    def total(self) -> int:
        """The score."""
        ...


class Sheet(NamedTuple):
    """One player's score by part."""

    parts: Mapping[str, int]

    @property
    def total(self) -> int:
        """The score."""
        return sum(self.parts.values())


def total_of(score: Any) -> int:
    """A score as `GameKit.scores` gives it, as a number."""
    total: int = score if isinstance(score, int) else score.total
    return total


def parts_of(score: Any) -> Mapping[str, int]:
    """The same by part."""
    parts: Mapping[str, int] = {WHOLE: score} if isinstance(score, int) else score.parts
    return parts


class ScoreParts:
    """The parts of a score, counted from positions and told by events."""

    names: tuple[str, ...]
    """The parts, in the order in which they are shown."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        self.kit = manifest.kit()
        self.names = tuple(parts_of(self.kit.scores(any_start(manifest))[0]))

    def points(self, state: Any) -> list[tuple[int, ...]]:
        """For each seat what each part is worth here, as if the game ended now."""
        return [tuple(parts_of(score).values()) for score in self.kit.scores(state)]

    def sheet(self, points: Sequence[int]) -> AnySheet:
        """The parts of a seat as a sheet."""
        return Sheet(dict(zip(self.names, points, strict=True)))

    def given(self, event: Event) -> tuple[str, int] | None:
        """The part and its points that an event of the set-up gives its player."""
        return None

    def counted(self, event: Event) -> tuple[str, int] | None:
        """The part and its points that an event of a final scoring counts: the same points once more."""
        return None

    def marked(self, game: Game[Any], changes: Sequence[ScoreChange]) -> frozenset[tuple[int, str]]:
        """Seats and parts that rest on values which no document gives."""
        return frozenset()

    def things(self, state: Any, seat: int) -> Mapping[str, int]:
        """What else a seat has, thing by thing, for the comparison of two positions: what its fields count."""
        return dict(fields_of(self.manifest).counted(state, seat))


def score_parts_for(manifest: Manifest, written: Written) -> ScoreParts:
    """The parts of the score of a game."""
    made: ScoreParts = ScoreParts(manifest) if written == LAB else manifest.named(str(written))(manifest)
    return made
