"""Random games under watch: every invariant after every decision.

Cards, threats and statues conserved, nothing negative, no gap; the score equals its parts; the fast listing equals the needs, and
`why_not` is None exactly for what is legal, over every card, action and target in hand; events alone rebuild the position; copies
stay apart; views do not leak. Used by the tests on a few games and by `bruges-lab verify` on thousands.
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
from .deck import Deck
from .kit import BrugesKit
from .model import State
from .positions import check_position
from .rules.scoring import score_sheet, winners
from .rules.setup import set_up
from .ruleset import Ruleset
from .views import mask, resample
from .words import COLOURS, SECTIONS

_KIT = BrugesKit()


class Watched(NamedTuple):
    """What a game under watch showed."""

    players: int
    decisions: int
    events: int
    rounds: int
    kinds: Counter[str]
    rules: Counter[str]
    checked: int
    """How many choices were asked about with why_not."""


def start(players: int, seed: int, rules: Ruleset | None = None, deck: Deck | None = None) -> State:
    """A state after set-up with its log open."""
    return set_up(players, rules or Ruleset(), deck or Deck.load(), Board.load(), Seeded(seed).stream("set-up", players))


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
            if decisions % 7 == 0:
                check_views(state, stream)
            if decisions % 11 == 0:
                check_copies(state, pending)
        return pending.raw[stream.below(len(pending.raw))]

    Playing(_KIT, state, [watched] * players, source, stream).on()
    check_position(state)
    _check_end(state)
    if closely:
        _rebuild(rebuilt, log, seen, state)
    return Watched(players, decisions, len(log), state.round, Counter(e[1] for e in log), Counter(e[0] for e in log), checked)


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
        sheet = score_sheet(state, seat)
        assert sheet.total == player.points == sheet.in_play + sum(player.final), "the score is not the sum of its parts"


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
            assert refusal.rule, f"{step.name}: {option} is refused without a rule"
    return len(asked)


def _conceivable(state: State, pending: Pending) -> list[Option]:
    """Every card in hand with every action and target, every person, and what is legal."""
    player = state.players[pending.player]
    found: list[Option] = list(pending.raw)
    for card in (*player.hand, 0):
        found += [(kind, card) for kind in ("workers", "guilders", "threat", "house", "discard")]
        found += [("canal", card, section) for section in range(len(SECTIONS))]
        found += [("recruit", card, colour) for colour in range(len(COLOURS))]
    found += [("activate", person) for person in (*player.people, 0)]
    found += [(kind,) for kind in ("end", "advance", "decline", "keep", "enough", "again")]
    found += [("damage", colour) for colour in range(5)] + [("draw", pile) for pile in (0, 1)]
    return found


def check_views(state: State, stream: Stream) -> None:
    """For every seat: a view resampled gives the same view, and the resampled position is legal."""
    for seat in range(len(state.players)):
        view = mask(state, seat)
        again = resample(view, seat, stream)
        check_position(again)
        assert mask(again, seat).key() == view.key(), f"seat {seat}: the view changes with what is hidden"
        for other, player in enumerate(state.players):
            if other != seat:
                known = {*player.shown, *player.held}
                twin = again.players[other]
                assert set(player.shown) <= set(twin.hand), "a card that was shown is forgotten"
                assert known <= {*twin.hand, *(h.card for h in twin.houses)}, "a card that is held is forgotten"


def check_copies(state: State, pending: Pending) -> None:
    """Every option on a copy leaves the original alone."""
    before = state.key()
    for option in pending.raw:
        twin = state.copy()
        choose(twin, option)
        advance(twin)
    assert state.key() == before, "a copy shares something with its original"
