"""What a game's positions are worth to a seat: what `greedy`, `search` and hints count. The slot `weighing` of a manifest.

A game derives its own from `Weighing`, which by itself counts the game's first measure, or the parts of its score, and plays on
at random. It is asked about positions that the seat cannot tell from the real one, but for `by_back` and `quick`, which may look
at nothing that the seat does not see.
"""

from __future__ import annotations

from collections import namedtuple
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..games.manifest import LAB
from ..kernel import GameKit, Option, Pending, Stream

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written


class Odds(NamedTuple):
    """What chance does after a choice."""

    key: str
    """Which odds: the words are `odds.<key>` in the section `hint` of the texts."""
    odds: Fraction
    cards: int = 0
    """For one card of several: of how many."""


class Weighing:
    """What a position is worth, part by part, and how a search plays on from it."""

    worth: type[Any]
    """A named tuple with the worth by part; the parts add up to it."""

    def __init__(self, manifest: Manifest) -> None:
        self.kit = manifest.kit()
        self._measure = None
        if manifest.has("measures"):
            name, self._measure = next(iter(manifest.measures.items()))
            names: tuple[str, ...] = (name,)
        else:
            self._scores = manifest.score_parts
            names = self._scores.names
        self.worth = namedtuple("Worth", names)  # type: ignore[misc]

    def parts(self, state: Any, seat: int) -> Any:
        """The worth of a position to a seat, in points, part by part."""
        if self._measure is not None:
            return self.worth(float(self._measure(state, seat)))
        return self.worth._make(map(float, self._scores.points(state)[seat]))

    def lead(self, state: Any, seat: int) -> Any:
        """The worth to a seat less that to the best of the others, part by part."""
        own = self.parts(state, seat)
        others = [self.parts(state, other) for other in range(len(state.players)) if other != seat]
        rival = max(others, key=sum, default=None)
        return own if rival is None else self.worth._make(one - two for one, two in zip(own, rival, strict=True))

    def counted(self, state: Any, seat: int) -> Any:
        """What greedy and its hints count, part by part: the worth to the seat; the lead, in a game that says so."""
        return self.parts(state, seat)

    def world(self, kit: GameKit[Any], view: Any, seat: int, stream: Stream) -> Any:
        """The position in which greedy tries its options: one that the seat cannot tell from the real one."""
        return kit.resample(view, seat, stream)

    def by_back(self, state: Any, pending: Pending) -> list[float] | None:
        """Where options turn up what is hidden: how welcome each is by what lies open, such as the back of a card.

        None where they can be tried out.
        """
        return None

    def odds(self, world: Any, option: Option, after: Any, following: Pending | None, seat: int) -> tuple[Odds, ...]:
        """What chance does next, for a seat, as reasons of a hint: before an option, after it, and the question that follows."""
        return ()

    # For a search

    def estimate(self, state: Any, seat: int, option: Option) -> float:
        """About how much an option raises the worth, without trying it: the most promising options are tried first."""
        return 0.0

    def quick(self, state: Any, pending: Pending, stream: Stream) -> Option:
        """The choice of whoever plays on inside a search: better than any, and quick."""
        options = pending.raw
        return options[stream.below(len(options))]

    def branches(self, pending: Pending) -> bool:
        """Whether the tree of a search grows at this decision; elsewhere the choice is the quick one."""
        return len(pending.raw) > 1

    def last_chapter(self, view: Any) -> int:
        """The chapter (`GameKit.chapter`) with which playouts end and are valued: the next, unless a game says otherwise."""
        return self.kit.chapter(view) + 1


def weighing_for(manifest: Manifest, written: Written) -> Weighing:
    """What greedy, search and hints count in a game."""
    made: Weighing = Weighing(manifest) if written == LAB else manifest.named(str(written))(manifest)
    return made
