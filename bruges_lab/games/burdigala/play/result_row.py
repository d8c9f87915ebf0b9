"""A game of Burdigala as rows: one per player, building and plot card played. The rest is counted from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ....analysis.result_rows import GAMES, Ended, ResultRows, Tables
from ....kernel.events import RawEvent
from ..model import State
from ..rules.scoring import ScoreSheet, corruption_sum, in_front, score_sheets
from ..words import ENDINGS, PLOTS

if TYPE_CHECKING:
    from ...manifest import Manifest

BUILDINGS, CARDS = "buildings", "plots"


class Row(NamedTuple):
    """One player's result in one game. What is scored is in points; what lies on the table at the end is counted."""

    game: int
    seed: int
    seat: int
    policy: str
    won: float
    """1 for the winner, a share of it for a shared victory."""
    rank: int
    """1 for the best; players with equal points share a rank."""
    total: int
    points_start: int
    points_cubes: int
    points_buildings: int
    points_bonus: int
    points_builders: int
    points_goods: int
    points_laurels: int
    points_corruption: int
    points_most_corrupt: int
    turns: int
    """Of all players, extra turns included."""
    decisions: int
    """Choices of all players in the game; forced steps and chance do not count."""
    ended_by: str
    """What ended the game; several joined by +."""
    cubes: int
    """Cubes placed."""
    buildings: int
    """Buildings completed."""
    goods: int
    """Merchandise cards at the end."""
    laid: int
    """Permanent plot cards at the end."""
    plots: int
    """Plot cards played, permanent ones included."""
    tokens: int
    """Corruption tokens at the end, and their sum."""
    corruption: int
    tokens_taken: int
    extra_turns: int
    stuck: int
    """How often there was no legal move."""

    @property
    def parts(self) -> dict[str, int]:
        """The parts of the score by name; they add up to the total."""
        return self.sheet.parts

    @property
    def sheet(self) -> ScoreSheet:
        """The score as a score sheet."""
        return ScoreSheet._make(tuple(self)[_PARTS])


_PARTS = slice(Row._fields.index("points_start"), Row._fields.index("points_most_corrupt") + 1)


class Building(NamedTuple):
    """One building that a player completed."""

    game: int
    seat: int
    turn: int
    site: str
    tile: str
    size: int
    value: int
    bonus: int
    """Of the bonus token that came with it."""


class Played(NamedTuple):
    """One plot card that a player laid or used."""

    game: int
    seat: int
    turn: int
    plot: str


class BurdigalaRows(ResultRows):
    """A row per player with the score by part and what lies on the table, a row per building, a row per plot card played."""

    tables: Mapping[str, type[Any]] = MappingProxyType({GAMES: Row, BUILDINGS: Building, CARDS: Played})
    parts = ScoreSheet._fields
    material = ("board", "tiles", "cards")
    most = 1000
    """Far more than one player completes or plays in one game."""

    def __init__(self, manifest: Manifest) -> None:
        """All of it is counted from positions and events."""

    def rows(self, ended: Ended) -> Tables:
        """What happened on the way is counted from the events: they see forced steps too."""
        state: State = ended.state
        seen = _Seen(ended.number, state, ended.log)
        sheets = score_sheets(state)
        totals = [sum(sheet) for sheet in sheets]
        won, endings = in_front(state, totals), "+".join([ENDINGS[ending] for ending in seen.endings])
        rows = [
            Row._make(
                (
                    ended.number,
                    ended.seed,
                    seat,
                    ended.labels[seat],
                    1 / len(won) if seat in won else 0.0,
                    1 + sum([other > totals[seat] for other in totals]),
                    totals[seat],
                    *sheets[seat],
                    state.turn,
                    ended.decisions,
                    endings,
                    seen.counts["cube.placed"][seat],
                    seen.counts["building.completed"][seat],
                    len(player.goods),
                    len(player.laid),
                    seen.counts["plot.laid"][seat] + seen.counts["plot.played"][seat],
                    len(player.tokens) + len(player.sealed),
                    corruption_sum(state, seat),
                    seen.counts["token.taken"][seat] + seen.counts["token.sealed"][seat],
                    seen.counts["turn.again"][seat],
                    seen.counts["meeple.removed"][seat],
                )
            )
            for seat, player in enumerate(state.players)
        ]
        return rows, seen.buildings, seen.cards

    def fault(self, tables: Tables) -> str | None:
        """Buildings and cards of the further tables are those that the first one counts."""
        rows, buildings, cards = tables
        for name, found in ((BUILDINGS, buildings), (CARDS, cards)):
            counted = {(row.game, row.seat): getattr(row, name) for row in rows if getattr(row, name)}
            if Counter((one.game, one.seat) for one in found) != counted:
                return name
        return None


class _Seen:
    """What the events of a game tell of each player."""

    def __init__(self, game: int, state: State, log: list[RawEvent]) -> None:
        self.buildings: list[Building] = []
        self.cards: list[Played] = []
        self.endings: tuple[int, ...] = ()
        self.counts: dict[str, list[int]] = {kind: [0] * len(state.players) for kind in _COUNTED}
        turn = 0
        for _, kind, seat, data, _, _ in [raw for raw in log if raw[1] in _HEARD]:
            if kind in _COUNTED:
                self.counts[kind][seat] += 1
                if kind in _NO_MORE:
                    continue
            if kind == "turn.begins":
                turn = data["turn"]
            elif kind == "building.completed":
                tile = state.tiles.of(data["tile"])
                name = state.board.sites[data["site"]].name
                self.buildings.append(Building._make((game, seat, turn, name, tile.id, tile.size, tile.value, 0)))
            elif kind == "bonus.taken":
                self.buildings[-1] = Building._make((*self.buildings[-1][:-1], data["bonus"]))
            elif kind in ("plot.laid", "plot.played"):
                self.cards.append(Played(game, seat, turn, PLOTS[data["plot"]]))
            elif kind == "game.ends":
                self.endings = data["endings"]


_NO_MORE = frozenset({"cube.placed", "turn.again", "token.taken", "token.sealed", "meeple.removed"})
"""What is only counted."""
_COUNTED = _NO_MORE | {"building.completed", "plot.laid", "plot.played"}
_HEARD = _COUNTED | {"turn.begins", "bonus.taken", "game.ends"}
