"""The parts of a score of Burdigala: what they are worth, which events tell of them, and which rest on reconstructed tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....analysis.score_parts import ScoreParts
from ....kernel import Event, Game
from ..model import State
from ..rules.scoring import ScoreSheet, score_sheet

if TYPE_CHECKING:
    from ....analysis.scores import ScoreChange
    from ...manifest import Manifest

RECONSTRUCTED = "reconstructed"

_COUNTED = {
    "goods.counted": ("goods", 1),
    "laurels.counted": ("laurels", 1),
    "corruption.counted": ("corruption", -1),
    "most_corrupt.counted": ("most_corrupt", -1),
}
"""The events of the final scoring: the part, and whether its points are won or lost."""

_RESTS_ON = {"cubes": "size", "buildings": "value", "builders": "size"}
"""On which field of a tile the points of a part depend."""


class BurdigalaScoreParts(ScoreParts):
    """What was won in play, then what the final scoring counts."""

    names = ScoreSheet._fields

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest

    def points(self, state: State) -> list[tuple[int, ...]]:
        return [score_sheet(state, seat) for seat in range(len(state.players))]

    def sheet(self, points: Sequence[int]) -> ScoreSheet:
        return ScoreSheet._make(points)

    def given(self, event: Event) -> tuple[str, int] | None:
        return ("start", event.data["points"]) if event.kind == "score.starts" and event.data["points"] else None

    def counted(self, event: Event) -> tuple[str, int] | None:
        if event.kind not in _COUNTED or not event.data["points"]:
            return None
        part, sign = _COUNTED[event.kind]
        return part, sign * event.data["points"]

    def marked(self, game: Game[State], changes: Sequence[ScoreChange]) -> frozenset[tuple[int, str]]:
        """Points for cubes and buildings whose tile has a size or value that no document gives."""
        found: set[tuple[int, str]] = set()
        events = {event.index: event for event in game.events}
        for change in changes:
            field = _RESTS_ON.get(change.part)
            if field is None or change.event is None or (change.seat, change.part) in found:
                continue
            cause = events.get(change.event.cause)
            if cause is not None and "site" in cause.data:
                tile = game.state.tiles.of(game.state.laid_tiles[cause.data["site"]])
                if tile.witness[field] == RECONSTRUCTED:
                    found.add((change.seat, change.part))
        return frozenset(found)
