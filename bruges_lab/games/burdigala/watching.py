"""Random games under watch: every invariant after every decision.

Everything conserved, one meeple a square; the score equals its parts; fast listings equal the needs, and `why_not` is None
exactly for what is legal; events alone rebuild the position; copies stay apart; views do not leak.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ...kernel import Seeded, Stream, advance, choose, why_not
from ...kernel.book import Decision
from ...kernel.choices import Option
from ...kernel.deltas import apply_deltas
from ...kernel.engine import Pending
from ...kernel.events import RawEvent
from ...kernel.playing import Playing
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

_KIT = BurdigalaKit()


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
    source, stream = Seeded(seed), Stream(seed, "watch")
    log = state.log or []
    rebuilt = start(players, seed, rules)
    seen = len(log)
    decisions = checked = 0

    def watched(state: State, pending: Pending, stream: Stream) -> Option:
        nonlocal seen, decisions, checked
        decisions += 1
        if closely:
            seen = _rebuild(rebuilt, log, seen, state)
            checked += check_decision(state, pending)
            if decisions % 5 == 0:
                check_views(state, stream)
            if decisions % 11 == 0:
                check_copies(state, pending)
        return pending.raw[stream.below(len(pending.raw))]

    Playing(_KIT, state, [watched] * players, source, stream).on()
    check_position(state)
    _check_end(state)
    if closely:
        _rebuild(rebuilt, log, seen, state)
    ended = next(event[3]["endings"] for event in log if event[1] == "game.ends")
    return Watched(
        players,
        decisions,
        len(log),
        state.turn,
        Counter(event[1] for event in log),
        Counter(event[0] for event in log),
        checked,
        [player.points for player in state.players],
        ended,
    )


def _rebuild(rebuilt: State, log: list[RawEvent], seen: int, state: State) -> int:
    """Follow the events on a second state and compare."""
    for event in log[seen:]:
        apply_deltas(rebuilt, event[4])
    for name in State.position_fields():
        if name != "agenda":
            assert getattr(rebuilt, name) == getattr(state, name), f"events do not rebuild {name}"
    return len(log)


def _check_end(state: State) -> None:
    assert winners(state), "nobody has won"
    for seat, player in enumerate(state.players):
        assert score_sheet(state, seat).total == player.points, "the score is not the sum of its parts"


def check_decision(state: State, pending: Pending) -> int:
    """One decision: the position is legal, the listings agree, and every refusal has a reason. Gives the choices asked about."""
    check_position(state)
    step, args = pending.step, pending.task[1:]
    assert isinstance(step, Decision)
    by_needs = step.by_needs(state, *args)
    assert sorted(pending.raw) == sorted(by_needs), f"{step.name}: the fast listing differs from the needs"
    legal = set(pending.raw)
    assert len(legal) == len(pending.raw), f"{step.name}: an option is listed twice"
    asked = _conceivable(state, pending)
    for option in asked:
        refusal = why_not(state, pending, option)
        assert (refusal is None) == (option in legal), f"{step.name}: {option}: {refusal!r}"
        if refusal is not None:
            assert refusal.rule.startswith("burdigala."), f"{step.name}: {option} is refused without a rule"
    return len(asked)


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


def check_copies(state: State, pending: Pending) -> None:
    """Every option on a copy leaves the original alone."""
    before = state.key()
    for option in pending.raw:
        twin = state.copy()
        choose(twin, option)
        advance(twin)
    assert state.key() == before, "a copy shares something with its original"
