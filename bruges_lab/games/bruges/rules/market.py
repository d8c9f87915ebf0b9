"""The market, a module of the Zwin: a card a round with a marker on each action that it improves. Here: the pile, the card of the
round, and who may take which marker.

What an improved action does is in improved.py. The module is in play where its pile is laid; nearly all of it is reconstructed
(D-190 to D-198).
"""

from __future__ import annotations

from typing import Any

from ....kernel import NUMBER, TABLE, Need, Stream, become, need
from ....kernel.deltas import become_at
from ..market_cards import ACTIONS, MarketCards
from ..market_cards import Improvement as Improvement
from ..model import BOOK, EMPTY, State

MARKERS = len(ACTIONS)
_NUMBERS = 10**15

BOOK.event("market.laid", cards="count", markers="count", sealed=True)
BOOK.event("market.revealed", market_card="market_card", markers="count")
BOOK.event("market.discarded", market_card="market_card", markers="count")
BOOK.event("market.shuffled", cards="count", sealed=True)
BOOK.event("marker.taken", action="action", improvement="improvement")
BOOK.event("marker.used", action="action", improvement="improvement")


def lay_market(s: State, cards: MarketCards, stream: Stream) -> None:
    """A face-down pile beside the board, the markers beside it."""
    order = tuple(stream.shuffled(range(len(cards))))
    deltas = (become(TABLE, "market_pile", order), become(TABLE, "market_left", len(order)))
    s.emit("exp.market.setup", "market.laid", TABLE, deltas, cards=len(order), markers=MARKERS)


# The card of a round


def improved_by(s: State, card: int) -> tuple[Improvement | None, ...]:
    """How a market card improves each of the six actions (market_markers, D-190)."""
    return s.market_cards.improved[s.rules.market_markers][card]


@BOOK.task("market.reveal", rule="exp.market.reveal")
def reveal(s: State) -> None:
    """After phase 1 of every round, the first and the last too (D-196); a marker on each action that the card improves."""
    if not s.market_left:
        s.then(("market.reshuffle", s.round, len(s.market_discard)), ("market.reveal",))
        return
    card = s.market_pile[s.market_left - 1]
    markers = tuple(improvement is not None for improvement in improved_by(s, card))
    deltas = (
        become(TABLE, "market", card),
        become(TABLE, "market_left", s.market_left - 1),
        become(TABLE, "markers", markers),
        become(TABLE, "market_used", unused(s)),
    )
    s.emit("exp.market.reveal", "market.revealed", TABLE, deltas, market_card=card, markers=sum(markers))


def unused(s: State) -> tuple[tuple[bool, ...], ...]:
    """Nobody has had an improved action yet."""
    return ((False,) * MARKERS,) * len(s.players)


@BOOK.task("market.clear", rule="exp.market.discard")
def clear(s: State) -> None:
    """The card is discarded; markers that are left go back beside the board (D-197)."""
    if s.market == EMPTY:
        return
    deltas = (
        become(TABLE, "market", EMPTY),
        become(TABLE, "markers", ()),
        become(TABLE, "market_used", ()),
        become(TABLE, "market_discard", (*s.market_discard, s.market)),
    )
    s.emit("exp.market.discard", "market.discarded", TABLE, deltas, market_card=s.market, markers=sum(s.markers))


@BOOK.chance("market.reshuffle", rule="exp.market.empty", kind="market_order", codecs=(NUMBER,))
def reshuffle(s: State, round_: int, cards: int) -> None:
    """The discarded market cards become a new pile (D-196). The outcome is a number from which the order follows."""
    return


@reshuffle.sampled
def reshuffle_sample(s: State, stream: Stream, round_: int, cards: int) -> tuple[str, int]:
    """Any number will do."""
    return ("market_order", stream.below(_NUMBERS))


@reshuffle.allowed
def reshuffle_allowed(s: State, round_: int, cards: int, number: int) -> bool:
    """Whether it is such a number."""
    return 0 <= number < _NUMBERS


@reshuffle.on
def reshuffled(s: State, round_: int, cards: int, number: int) -> None:
    """Lay the shuffled cards as a pile."""
    order = tuple(Stream(number, "market").shuffled(s.market_discard))
    deltas = (
        become(TABLE, "market_pile", order),
        become(TABLE, "market_left", len(order)),
        become(TABLE, "market_discard", ()),
    )
    s.emit("exp.market.empty", "market.shuffled", TABLE, deltas, cards=len(order))


# Markers


def improvement_of(s: State, action: int) -> Improvement:
    """How the open card improves an action; asked only where it does."""
    found = improved_by(s, s.market)[action]
    assert found is not None
    return found


def _is_free(s: State, seat: int, action: int) -> bool:
    """Whether a marker lies there for this seat: one for all, or where markers stay one for everybody (market_share, D-191)."""
    return s.markers[action] and not (s.rules.market_share == "everyone" and s.market_used[seat][action])


def _has_a_turn(s: State, seat: int) -> bool:
    """Whether the seat may have an improved action at all (market_each, D-191)."""
    return s.rules.market_each == "any" or not any(s.market_used[seat])


def free_markers(s: State, seat: int) -> list[tuple[int, Improvement]]:
    """The actions that a seat can have improved now, and how."""
    if s.market == EMPTY or not _has_a_turn(s, seat):
        return []
    row = improved_by(s, s.market)
    return [(action, found) for action, found in enumerate(row) if found is not None and _is_free(s, seat, action)]


def marker_needs(action: int) -> tuple[Need, ...]:
    """What an improved action needs of the market, before anything that the action needs by itself."""
    named: dict[str, object] = {"action": ACTIONS[action]}

    def told(s: State, seat: int, *rest: Any) -> dict[str, object]:
        return named

    return (
        need("exp.optional", "no_market", lambda s, seat, *rest: bool(s.market_pile)),
        need("exp.market.reveal", "no_market_card", lambda s, seat, *rest: s.market != EMPTY),
        need("exp.market.markers", "not_improved", lambda s, seat, *rest: improved_by(s, s.market)[action] is not None, told),
        need("exp.market.use.first", "marker_gone", lambda s, seat, *rest: _is_free(s, seat, action), told),
        need("exp.market.use", "one_marker_each", lambda s, seat, *rest: _has_a_turn(s, seat)),
    )


def take_marker(s: State, seat: int, action: int) -> Improvement:
    """First of all the marker is taken, or where markers stay only used; then the action follows, improved."""
    found = improvement_of(s, action)
    row = s.market_used[seat]
    used = become_at(TABLE, "market_used", seat, (*row[:action], True, *row[action + 1 :]))
    said = {"action": ACTIONS[action], "improvement": found.id}
    if s.rules.market_share == "everyone":
        s.because(s.emit("exp.market.use", "marker.used", seat, (used,), **said))
    else:
        s.because(s.emit("exp.market.use", "marker.taken", seat, (become_at(TABLE, "markers", action, False), used), **said))
    return found
