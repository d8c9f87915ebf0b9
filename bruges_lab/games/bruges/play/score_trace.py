"""The parts of a score of Bruges: what they are worth, which events tell of them, and which rest on reconstructed values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ....analysis.score_parts import ScoreParts
from ....kernel import Event, Game
from ..deck import RECONSTRUCTED
from ..manifest import MANIFEST
from ..model import State
from ..rules.majorities import standings
from ..rules.scoring import HEADS, ScoreSheet, final_parts
from ..words import AREAS, SECTIONS

if TYPE_CHECKING:
    from ....analysis.scores import ScoreChange
    from ...manifest import Manifest


class BrugesScoreParts(ScoreParts):
    """Points on the track, then the heads of the final scoring."""

    names = ScoreSheet._fields

    def __init__(self, manifest: Manifest) -> None:
        """All of it is counted from positions."""

    def points(self, state: State) -> list[tuple[int, ...]]:
        """The heads are counted from the position, also while the final scoring books them: none depends on the track (D-042)."""
        return [(player.points - sum(player.final), *final_parts(state, seat)) for seat, player in enumerate(state.players)]

    def sheet(self, points: Sequence[int]) -> ScoreSheet:
        return ScoreSheet._make(points)

    def given(self, event: Event) -> tuple[str, int] | None:
        return ("in_play", event.data["points"]) if event.kind == "score.starts" else None

    def counted(self, event: Event) -> tuple[str, int] | None:
        if event.kind != "head.scored" or not event.data["points"]:
            return None
        return HEADS[event.data["head"]], event.data["points"]

    def marked(self, game: Game[State], changes: Sequence[ScoreChange]) -> frozenset[tuple[int, str]]:
        """Prices and effects of people, and points of steps, that are reconstructed."""
        state = game.state
        found = {(change.seat, "in_play") for change in changes if change.part == "in_play" and change.rule == "act.meaning"}
        for seat, player in enumerate(state.players):
            people = [state.deck[person] for person in player.people]
            if any(card.source("price") == RECONSTRUCTED for card in people if card.points):
                found.add((seat, "people"))
            if any(card.when == "laurel" and card.source("effect") == RECONSTRUCTED for card in people):
                found.add((seat, "laurels"))
            if state.board.points_from[player.reputation] == RECONSTRUCTED:
                found.add((seat, "reputation"))
        return frozenset(found)

    def things(self, state: State, seat: int) -> Mapping[str, int]:
        """Goods, cards, places and majorities (guilders, workers.red, hand, canals, marker.canal …), then the rest."""
        counted = dict(MANIFEST.fields.counted(state, seat))
        rows = [name for name in counted if name.startswith(("workers.", "threats."))]
        found = {
            **{name: counted.pop(name) for name in ("guilders", *rows, "hand", "houses", "people")},
            "canals": sum(counted.pop(f"canals.{word}") for word in SECTIONS[: len(state.players[seat].canals)]),
            "reputation": counted.pop("reputation"),
            **{f"marker.{word}": counted.pop(f"majorities.{word}") for word in AREAS},
            **{f"count.{word}": standings(state, area)[seat] for area, word in enumerate(AREAS)},
        }
        return found | counted
