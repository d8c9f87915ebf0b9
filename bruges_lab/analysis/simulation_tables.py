"""The tables of a simulation and what they say: one row per player and game, and what further tables a game has.

`Results` is what all have in common, whether the rows are in memory (`Simulation`) or on disk (simulation_files.py). pandas is
imported when a table is asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints, overload

from .. import extras
from ..games.manifest import Manifest
from ..kernel import LabError
from ..kernel.errors import either, one_line
from .result_rows import GAMES, AnyRow, ResultRows

if TYPE_CHECKING:
    import plotly.graph_objects
    from pandas import DataFrame

    from .intervals import Interval


class Standing(NamedTuple):
    """How a seat has done, or all seats of a policy together."""

    policy: str
    seat: int | None
    won: Interval
    """The share of games won, with its 95 % interval."""
    mean: float
    """The mean score."""
    parts: tuple[float, ...]
    """The mean of each part of it, in the order of the parts of the results."""


class Results(ABC):
    """The tables of a simulation. What tables a game has beside `table`, each under its name, is in `tables`."""

    game: Manifest
    """The game that was played."""
    labels: Sequence[str]
    """The policy of each seat."""
    seed: int
    """The seed of the first game."""

    @property
    @abstractmethod
    def games(self) -> int:
        """How many games were played."""

    @abstractmethod
    def rows(self, table: str = GAMES) -> Iterator[Any]:
        """One row per player and game, game by game, seat by seat; or the rows of another table, game by game."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables."""
        return tuple(self._kept.tables)

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of a score."""
        return self._kept.parts

    @property
    def _kept(self) -> ResultRows:
        return self.game.result_row

    def _row(self, table: str) -> type[Any]:
        """The row of a table."""
        if table not in self._kept.tables:
            raise LabError(f"unknown table {one_line(table, 30)!r}; choose {either(self.tables)}")
        return self._kept.tables[table]

    @property
    def table(self) -> DataFrame:
        """One row per player and game, as a pandas table."""
        return frame(self.rows(), self._row(GAMES))

    def __getattr__(self, name: str) -> DataFrame:
        """A further table of the game by its name, as a pandas table; game and seat lead to the first."""
        game: Manifest | None = self.__dict__.get("game")
        if game is None or name not in game.result_row.tables:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return frame(self.rows(name), self._row(name))

    def mean(self, **where: object) -> float:
        """The mean score of the rows with these values."""
        return self._mean("total", where)

    def wins(self, **where: object) -> float:
        """The mean share of a victory of the rows with these values."""
        return self._mean("won", where)

    def _mean(self, column: str, where: dict[str, object]) -> float:
        columns = self._row(GAMES)._fields
        if unknown := set(where) - set(columns):
            raise LabError(f"unknown column {one_line(min(unknown), 30)!r}; choose {either(columns)}")
        total, count = 0.0, 0
        for row in self.rows():
            if all(getattr(row, name) == value for name, value in where.items()):
                total += getattr(row, column)
                count += 1
        if not count:
            raise LabError(f"no row is all of this: {one_line(where, 80)}")
        return total / count

    def summary(self) -> list[Standing]:
        """Each seat, then each policy that has several over all of them."""
        from .intervals import wilson

        sums: dict[tuple[bool, int, str], list[float]] = {}
        for row in self.rows():
            values = (1, row.won, row.total, *row.parts.values())
            for key in ((False, row.seat, row.policy), (True, 0, row.policy)):
                found = sums.setdefault(key, [0.0] * len(values))
                for place, value in enumerate(values):
                    found[place] += value
        if any(not 0 <= won <= self.games + 1e-6 for _, won, *_ in sums.values()):
            raise LabError(f"the table of games does not fit: more is won than {self.games:,} games can give")
        return [
            Standing(
                policy, None if together else seat, wilson(won, self.games), total / count, tuple(part / count for part in parts)
            )
            for (together, seat, policy), (count, won, total, *parts) in sorted(sums.items())
            if not together or count > self.games
        ]

    def figure(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """How scores are spread, who wins how often, and what the scores are made of."""
        from ..show.simulation_figure import simulation_figure

        return simulation_figure(self, lang=lang)

    def __repr__(self) -> str:
        who = self.labels[0] if len(set(self.labels)) == 1 else ", ".join(self.labels)
        return f"<{type(self).__name__}, {self.games:,} games of {len(self.labels)}, {one_line(who, 60)}, seed {self.seed}>"

    def _repr_html_(self) -> str:
        """The summary, for notebooks."""
        head = ("seat", "policy", "games won (95 %)", "mean score", *(part.replace("_", " ") for part in self.parts))
        rows = ["".join(f"<th>{escape(name)}</th>" for name in head)]
        for line in self.summary():
            numbers = [f"{number:.1f}" for number in (line.mean, *line.parts)]
            cells = ["all" if line.seat is None else str(line.seat), line.policy, str(line.won), *numbers]
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
        return f"<p>{escape(repr(self)[1:-1])}</p><table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def frame(rows: Iterable[Any], kind: type[Any]) -> DataFrame:
    """Rows as a pandas table; without rows, still with its columns and their types."""
    extras.need("a table", "pandas")
    from pandas import DataFrame

    types = {name: "int64" if hint is int else hint.__name__ for name, hint in get_type_hints(kind).items()}
    return DataFrame(list(rows), columns=list(kind._fields)).astype(types)


class Simulation(Results, Sequence[AnyRow]):
    """Results in memory: a sequence of rows, with tables when asked for."""

    def __init__(self, game: Manifest, labels: Sequence[str], seed: int, *tables: list[Any]) -> None:
        self.game = game
        self.labels = labels
        self.seed = seed
        self._tables = dict(zip(self.tables, tables, strict=True))

    @property
    def games(self) -> int:
        return len(self) // len(self.labels)

    def rows(self, table: str = GAMES) -> Iterator[Any]:
        self._row(table)
        return iter(self._tables[table])

    def __len__(self) -> int:
        return len(self._tables[GAMES])

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self._tables[GAMES][place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Simulation):
            return self._tables == other._tables
        return self._tables[GAMES] == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]
