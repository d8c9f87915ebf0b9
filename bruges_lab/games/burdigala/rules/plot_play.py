"""Playing a plot card: one per turn, before the throw, before the move, before the cube or at the end (B-022).

A permanent card is laid before its owner and works at once; any other is used and discarded. A card that could do nothing may not
be played (burdigala.plot.need). What each of the others does is in plot_cards.py and trade_cards.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ....kernel import TABLE, Action, Need, add, need, put
from ....kernel.book import AgendaStep, Past
from ....kernel.needs import Refused
from ..model import BOOK, State
from ..words import PLOTS
from .cubes import BUILD_OR_PLAY, list_sites
from .moving import MOVE_OR_PLAY, list_walks
from .notation import PLOT
from .plot_hand import in_hand, leaves_hand
from .turns import END, THROW

BOOK.event("plot.laid", plot="plot")
BOOK.event("plot.played", plot="plot")


def holds(plot: int) -> Need:
    """The card is in hand."""
    return need(
        "burdigala.plot.play", "not_in_hand", lambda s, seat, *rest: plot in s.players[seat].hand, lambda *_: {"plot": plot}
    )


def opponent(rule: str) -> Need:
    """The first thing a choice names is another player's seat."""
    return need(
        rule,
        "no_opponent",
        lambda s, seat, other, *rest: 0 <= other < len(s.players) and other != seat,
        lambda s, seat, other, *rest: {"seat": other},
    )


def opponents(s: State, seat: int) -> list[int]:
    """The other seats, clockwise."""
    return s.clockwise(seat)[1:]


def any_of(kind: str, cards: tuple[int, ...]) -> list[tuple[tuple[Any, ...], Fraction]]:
    """A random one of these cards, by kind, with its odds."""
    return [((kind, card), Fraction(copies, len(cards))) for card, copies in sorted(Counter(cards).items())]


def spend(s: State, seat: int, plot: int) -> None:
    """The card is used and goes face up on the discard pile (burdigala.plot.discard_pile); what it does follows from it."""
    deltas = (*leaves_hand(s, seat, plot), put(TABLE, "plot_discard", plot), add(TABLE, "played", 1))
    s.because(s.emit("burdigala.plot.play", "plot.played", seat, deltas, plot=plot))


def lay(s: State, seat: int, plot: int) -> None:
    """Face up before its owner (burdigala.plot.lay)."""
    deltas = (*leaves_hand(s, seat, plot), put(seat, "laid", plot), add(TABLE, "played", 1))
    s.emit("burdigala.plot.lay", "plot.laid", seat, deltas, plot=plot)


LAY = Action(
    "lay",
    lay,
    candidates=lambda s, seat: [(plot,) for plot in sorted(set(s.players[seat].hand)) if s.stock.permanent[plot]],
    needs=(
        in_hand("burdigala.plot.play"),
        need(
            "burdigala.plot.permanent",
            "not_permanent",
            lambda s, seat, plot: s.stock.permanent[plot],
            lambda s, seat, plot: {"plot": plot},
        ),
        need(
            "burdigala.plot.no_twins",
            "twin",
            lambda s, seat, plot: plot not in s.players[seat].laid,
            lambda s, seat, plot: {"plot": plot},
        ),
    ),
    codecs=(PLOT,),
)


# The four moments

_MOMENTS = ((THROW, "window.throw"), (MOVE_OR_PLAY, "window.move"), (BUILD_OR_PLAY, "window.build"), (END, "window.end"))
Listing = Callable[[State, int], list[tuple[Any, ...]]]
_OFFERED: dict[str, list[tuple[int, Listing]]] = {window: [] for _, window in _MOMENTS}
"""For each moment the cards that are used once, in the order in which they are offered, with how each is listed."""


def at_moments(action: Action, *windows: str, quickly: Listing | None = None) -> None:
    """Offer a card at these moments, or at all four; when it is played the same question comes again.

    `quickly` lists what its needs allow, the card being in hand.
    """
    action = _with_card(action)
    for decision, window in _MOMENTS:
        if not windows or window in windows:
            offered = decision.offer(action.doing(_back_to(window, action)))
            if action is not LAY:
                _OFFERED[window].append((PLOTS.index(action.kind), quickly or offered.listed))


def _with_card(action: Action) -> Action:
    """Only with the card in hand is there anything to consider: a list of what is closed would be a list of all other cards."""
    if action.kind not in PLOTS:
        return action
    plot, given = PLOTS.index(action.kind), action.candidates

    def candidates(s: State, seat: int) -> Any:
        if plot not in s.players[seat].hand:
            return []
        return [()] if given is None else given(s, seat)

    return Action(action.kind, action.run, candidates=candidates, needs=action.needs, codecs=action.codecs)


def _back_to(window: str, action: Action) -> Any:
    def run(s: State, seat: int, *args: Any) -> None:
        s.push(window, seat)
        action.run(s, seat, *args)

    return run


def _cards(s: State, seat: int, window: str) -> list[tuple[Any, ...]]:
    """What could be played: permanent cards first, then the others."""
    player = s.players[seat]
    lays, listings = _sorted_hand(player.hand, player.laid, s.stock.permanent, window)
    found = [*lays]
    for listing in listings:
        found += listing(s, seat)
    return found


@lru_cache(maxsize=4096)
def _sorted_hand(
    hand: tuple[int, ...], laid: tuple[int, ...], permanent: tuple[bool, ...], window: str
) -> tuple[tuple[tuple[Any, ...], ...], tuple[Listing, ...]]:
    """What of a hand can be laid, and how the cards in it that are used once at this moment are listed."""
    lays = tuple((LAY.kind, plot) for plot in sorted(set(hand)) if permanent[plot] and plot not in laid)
    return lays, tuple(listing for plot, listing in _OFFERED[window] if plot in hand)


at_moments(LAY)


@THROW.quickly
def list_throw_or_play(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The throw, then the cards."""
    return [("throw",), *_cards(s, seat, "window.throw")]


@END.quickly
def list_end_or_play(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The end of the turn, then the cards."""
    return [("end",), *_cards(s, seat, "window.end")]


@MOVE_OR_PLAY.quickly
def list_move_or_play(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The moves, then the cards."""
    return list_walks(s, seat) + _cards(s, seat, "window.move")


@BUILD_OR_PLAY.quickly
def list_build_or_play(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The sites, then the cards."""
    return list_sites(s, seat) + _cards(s, seat, "window.build")


_LATE = ("plot_played", "no_plots")


def _too_late(s: State, step: AgendaStep, args: tuple[Any, ...], past: Past) -> Refused | None:
    """In a turn that has had its plot card, or without one in hand."""
    if step.name not in ("turn.move.plain", "turn.build.plain"):
        return None
    if s.played >= s.rules.plots_a_turn:
        return "burdigala.plot.play", "plot_played", {"cards": s.rules.plots_a_turn}
    return "burdigala.plot.play", "no_plots", {"player": args[0]}


def say_when(kind: str, rule: str) -> None:
    """What is said of a card at a moment that is not for it."""
    BOOK.untimely(kind, rule=rule, reasons=_LATE)(_too_late)


say_when("lay", "burdigala.plot.play")
