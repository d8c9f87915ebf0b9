"""Random games under watch: every invariant after every decision.

Everything conserved, one meeple a square; the score equals its parts; fast listings equal the needs, and `why_not` is None
exactly for what is legal; events alone rebuild the position; copies stay apart; views do not leak.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ...kernel import Seeded, Stream
from ...kernel.choices import Option
from ...kernel.engine import Pending
from ...verification.close_watch import Watch
from .board import Board
from .kit import BurdigalaKit
from .model import State
from .positions import check_position
from .rules.scoring import score_sheet, winners
from .rules.setup import set_up
from .ruleset import Ruleset
from .stock import Stock
from .tiles import Tiles
from .views import mask, resample
from .words import GOODS, PLOTS


class Watched(NamedTuple):
    """What a game under watch showed."""

    players: int
    decisions: int
    events: int
    turns: int
    kinds: Counter[str]
    rules: Counter[str]
    checked: int
    """How many choices were asked about with why_not."""
    scores: list[int]
    endings: tuple[int, ...]


def start(players: int, seed: int, rules: Ruleset | None = None) -> State:
    """A state after set-up with its log open."""
    stream = Seeded(seed).stream("set-up", players)
    return set_up(players, rules or Ruleset(), Board.load(), Tiles.load(), Stock.load(), stream)


def watch_game(players: int, seed: int, *, closely: bool, rules: Ruleset | None = None) -> Watched:
    """Play one random game; an AssertionError or any other exception is a failure of the engine."""
    state = start(players, seed, rules)
    found = WATCH.follow(state, start(players, seed, rules), seed, closely=closely)
    kinds = Counter(event[1] for event in found.log)
    cited = Counter(event[0] for event in found.log)
    ended = next(event[3]["endings"] for event in found.log if event[1] == "game.ends")
    scores = [player.points for player in state.players]
    return Watched(players, found.decisions, len(found.log), state.turn, kinds, cited, found.checked, scores, ended)


def _check_end(state: State) -> None:
    assert winners(state), "nobody has won"
    for seat, player in enumerate(state.players):
        assert score_sheet(state, seat).total == player.points, "the score is not the sum of its parts"


def _conceivable(state: State, pending: Pending) -> list[Option]:
    """Every move, site and card with every target, sensible or not, and what is legal."""
    squares = [*state.board.numbers, 0, 99]
    seats = [*range(len(state.players)), -1, 9]
    found: list[Option] = list(pending.raw)
    for square in squares:
        found += [("place", square), ("displace", square), ("remove", square)]
        found += [("move", start, square) for start in (*state.players[pending.player].meeples, 1)]
    for site in range(len(state.board.sites)):
        found += [("build", site), ("extra", site), ("look", site)]
    for plot in range(len(PLOTS)):
        found += [("lay", plot), ("discard", plot), ("discard_laid", plot)]
        found += [("betrayal", seat, plot) for seat in seats]
    found += [("betrayal", seat, len(PLOTS)) for seat in seats]
    found += [(kind, seat) for kind in ("theft", "merchant") for seat in seats]
    found += [("influence", die, way) for die in (0, 1, 2) for way in (0, 1)]
    found += [("relationship", value) for value in range(-1, 6)]
    found += [("keep", good) for good in range(len(GOODS))]
    found += [("swap", theirs, mine) for theirs in range(len(GOODS)) for mine in range(len(GOODS))]
    found += [("favour", which) for which in (0, 1)]
    words = ("throw", "end", "honest", "corrupt", "vino", "forgo", "again", "pass", "sailor", "crassus", "indiscretion")
    return found + [(word,) for word in words]


def check_views(state: State, stream: Stream) -> None:
    """For every seat: a view resampled gives the same view, and the resampled position is legal."""
    for seat in range(len(state.players)):
        view = mask(state, seat)
        again = resample(view, seat, stream)
        check_position(again)
        assert mask(again, seat).key() == view.key(), f"seat {seat}: the view changes with what is hidden"


WATCH = Watch(BurdigalaKit(), check_position, _conceivable, check_views, _check_end, views=5)
