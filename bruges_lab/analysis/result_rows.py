"""What a simulation keeps of a game: a row per player, and the rows of further tables. The slot `result_row` of a manifest.

A game derives its own from `ResultRows`, which by itself keeps what every game has: who won, with which points, after how many
rounds and decisions. Rows are named tuples of whole numbers, decimals, words and truth values, so that every file can hold them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..games.manifest import LAB
from ..kernel import GameKit
from .score_parts import WHOLE, parts_of, total_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written
    from ..kernel.events import RawEvent

GAMES = "games"
"""The table that every game has: a row per player and game."""
PART = "points_"
"""What the columns of the parts of a score begin with."""


class AnyRow(Protocol):
    """What every row of the first table has, whatever the game."""

    @property
    def game(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def policy(self) -> str: ...
    @property
    def won(self) -> float:
        """1 for the winner, a share of it for a shared victory."""
        ...

    @property
    def total(self) -> int: ...
    @property
    def parts(self) -> Mapping[str, int]:
        """The parts of the score by name; they add up to the total."""
        ...


Tables = tuple[list[Any], ...]
"""The rows of some games, in their order: a list a table."""


class Ended(NamedTuple):
    """A game that was played to its end."""

    number: int
    seed: int
    labels: Sequence[str]
    """The policy of each seat."""
    kit: GameKit[Any]
    state: Any
    log: list[RawEvent]
    """Everything that happened after the set-up."""
    decisions: int
    """Choices of all players; forced steps and chance do not count."""

    @property
    def shares(self) -> list[float]:
        """The share of the victory of each seat."""
        won = self.kit.winners(self.state)
        return [1 / len(won) if seat in won else 0.0 for seat in range(len(self.labels))]


class ResultRows:
    """The tables of a simulation: their columns, and how they are filled."""

    tables: Mapping[str, type[Any]]
    """The row of each table by its name, the first being `games` with a row per player and game; each has `game` and `seat`."""
    parts: tuple[str, ...]
    """The parts of a score."""
    material: tuple[str, ...] = ()
    """What of the material (a deck, a board) has a `digest` that is kept with the results."""
    most: int = 1
    """No further table has more rows per player and game than this."""

    def __init__(self, manifest: Manifest) -> None:
        self.parts = manifest.score_parts.names
        self.tables = {GAMES: _row_type(self.parts)}

    def rows(self, ended: Ended) -> Tables:
        """The rows of a game, a list a table."""
        scores, shares = ended.kit.scores(ended.state), ended.shares
        totals = [total_of(score) for score in scores]
        kind = self.tables[GAMES]
        several = self.parts != (WHOLE,)
        return (
            [
                kind(
                    ended.number,
                    ended.seed,
                    seat,
                    ended.labels[seat],
                    shares[seat],
                    1 + sum(other > totals[seat] for other in totals),
                    totals[seat],
                    *(parts_of(score).values() if several else ()),
                    ended.kit.chapter(ended.state),
                    ended.decisions,
                )
                for seat, score in enumerate(scores)
            ],
        )

    def fault(self, tables: Tables) -> str | None:
        """The name of a further table that does not agree with the first, if there is one."""
        return None


def _row_type(parts: Sequence[str]) -> type[Any]:
    """The row of a game that brings none of its own."""
    columns = [] if tuple(parts) == (WHOLE,) else [(f"{PART}{part}", int) for part in parts]
    start = [("game", int), ("seed", int), ("seat", int), ("policy", str), ("won", float), ("rank", int), ("total", int)]
    base = NamedTuple("Row", [*start, *columns, ("rounds", int), ("decisions", int)])  # type: ignore[misc]

    def by_part(row: Any) -> Mapping[str, int]:
        """The parts of the score by name; they add up to the total."""
        return {part: getattr(row, f"{PART}{part}") for part in parts} if columns else {WHOLE: row.total}

    return type("Row", (base,), {"__slots__": (), "parts": property(by_part)})


def result_rows_for(manifest: Manifest, written: Written) -> ResultRows:
    """What a simulation keeps of a game."""
    made: ResultRows = ResultRows(manifest) if written == LAB else manifest.named(str(written))(manifest)
    return made
