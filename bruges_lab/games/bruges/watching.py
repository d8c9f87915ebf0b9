"""Random games under watch: every invariant after every decision.

Cards, threats and statues conserved, nothing negative, no gap; the score equals its parts; the fast listing equals the needs, and
`why_not` is None exactly for what is legal, over every card, action and target in hand; events alone rebuild the position; copies
stay apart; views do not leak. Used by the tests on a few games and by `bruges-lab verify` on thousands.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ...kernel import Seeded, Stream
from ...kernel.book import Decision
from ...kernel.choices import Option
from ...kernel.engine import Pending
from ...verification.close_watch import Watch
from .deck import Deck
from .kit import BrugesKit, material
from .market_cards import ACTIONS
from .model import State
from .module_laws import check_modules, check_story
from .positions import check_position
from .rules.scoring import score_sheet, winners
from .rules.setup import set_up
from .ruleset import Ruleset
from .views import mask, resample
from .words import COLOURS, SECTIONS


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
    refusals: Counter[str]
    """How often each rule refused one."""


def start(players: int, seed: int, rules: Ruleset | None = None, deck: Deck | None = None) -> State:
    """A state after set-up with its log open."""
    rules = rules or Ruleset()
    return set_up(players, rules, stream=Seeded(seed).stream("set-up", players), **material(rules, deck=deck))


def watch_game(players: int, seed: int, *, closely: bool, rules: Ruleset | None = None, sparing: int = 1) -> Watched:
    """Play one random game; an AssertionError or any other exception is a failure of the engine.

    Refusals and views, which take longest, can be looked at `sparing` times less.
    """
    state = start(players, seed, rules)
    found = _WATCH.follow(state, start(players, seed, rules), seed, closely=closely, sparing=sparing)
    check_story(state, found.log)
    kinds = Counter(event[1] for event in found.log)
    cited = Counter(event[0] for event in found.log)
    return Watched(players, found.decisions, len(found.log), state.round, kinds, cited, found.checked, found.refusals)


def _check_end(state: State) -> None:
    assert winners(state), "nobody has won"
    for seat, player in enumerate(state.players):
        sheet = score_sheet(state, seat)
        assert sheet.total == player.points == sheet.in_play + sum(player.final), "the score is not the sum of its parts"


def _conceivable(state: State, pending: Pending) -> list[Option]:
    """Every card in hand with every action and target, every person, and what is legal."""
    player = state.players[pending.player]
    found: list[Option] = list(pending.raw)
    for card in (*player.hand, 0):
        found += [(kind, card) for kind in ("workers", "guilders", "threat", "house", "discard")]
        found += [("canal", card, section) for section in range(len(SECTIONS))]
        found += [("recruit", card, colour) for colour in range(len(COLOURS))]
        if state.market_pile:
            found += _improved(card, pending)
    found += [("activate", person) for person in (*player.people, 0)]
    found += [(kind,) for kind in ("end", "advance", "decline", "keep", "enough", "again", "forgo")]
    found += [(kind, colour) for kind in ("damage", "ship") for colour in range(5)] + [("draw", pile) for pile in (0, 1)]
    if state.worker_pool:
        found += [("take", colour) for colour in range(5)] + [("swap", own, into) for own in range(5) for into in range(5)]
    return found


def _improved(card: int, pending: Pending) -> list[Option]:
    """A card with every improved action and target; with one of each where no card can be played."""
    assert isinstance(pending.step, Decision)
    targets = {"threat": len(COLOURS), "canal": len(SECTIONS), "house": len(COLOURS) + 1, "recruit": len(COLOURS)}
    found: list[Option] = []
    for action in ACTIONS:
        kind = f"improved_{action}"
        number = targets.get(action) if kind in pending.step.actions else 1
        found += [(kind, card)] if number is None else [(kind, card, target) for target in range(number)]
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


def _check_position(state: State) -> None:
    """Legal for a scenario, and such as a game from set-up can bring about."""
    check_position(state)
    check_modules(state)


_WATCH = Watch(BrugesKit(), _check_position, _conceivable, check_views, _check_end, views=7)
