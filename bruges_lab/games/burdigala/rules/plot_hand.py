"""Plot cards that are drawn and discarded: one by one, In vino veritas after each, and at the end down to the limit.

The pile that is empty is made of the discards again (B-046).
"""

from __future__ import annotations

from typing import Any

from ....kernel import NUMBER, TABLE, Stream, add, become, drop, need, put
from ....kernel.deltas import Delta
from ....kernel.events import Told
from ..model import BOOK, State
from ..words import GOOD_HARVEST, IN_VINO
from .corruption import take_token
from .notation import LAID, PLOT

BOOK.event("plot.drawn", plot="plot", secret={"plot": "player"})
BOOK.event("plot.none")
BOOK.event("plot.discarded", plot="plot")
BOOK.event("plots.reshuffled", cards="count", sealed=True)
BOOK.event("vino.taken")


@BOOK.task("plots", rule="burdigala.complete.plot", seated=True)
def draw_plots(s: State, seat: int, cards: int, rule: str) -> None:
    """One after the other."""
    if cards:
        s.push("plots", seat, cards - 1, rule)
        s.push("plot", seat, rule)


@BOOK.task("plot", rule="burdigala.complete.plot", seated=True)
def draw_plot(s: State, seat: int, rule: str) -> None:
    """The top card; from an empty pile only once the discards are shuffled, and from none at all nothing."""
    if not s.plot_left:
        if s.rules.plot_reshuffle and s.plot_discard:
            s.push("plot", seat, rule)
            s.push("plots.reshuffle", s.mixes)
        else:
            s.emit("burdigala.plot.empty", "plot.none", seat)
    elif s.rules.in_vino == "instead" and may_drink(s, seat):
        s.push("vino", seat, rule)
    else:
        _draw(s, seat, rule)
        if s.rules.in_vino == "also" and may_drink(s, seat):
            s.push("vino", seat, rule)


_FROM_PILE = add(TABLE, "plot_left", -1)


def _draw(s: State, seat: int, rule: str) -> None:
    s.plot_left = left = s.plot_left - 1
    plot = s.plot_pile[left]
    s.players[seat].hand += (plot,)
    s.cause = s.record(rule, "plot.drawn", seat, _drawn, (plot,))


def _drawn(seat: int, plot: int) -> Told:
    return {"plot": plot}, (_FROM_PILE, put(seat, "hand", plot))


@BOOK.chance("plots.reshuffle", rule="burdigala.plot.empty", kind="order", codecs=(NUMBER,))
def reshuffle(s: State, number: int) -> None:
    """The outcome is a number from which the order follows."""
    return


@reshuffle.sampled
def reshuffle_sample(s: State, stream: Stream, number: int) -> tuple[str, int]:
    """Any number will do."""
    return ("order", stream.below(10**15))


@reshuffle.allowed
def reshuffle_allowed(s: State, number: int, order: int) -> bool:
    """Whether it is such a number."""
    return 0 <= order < 10**15


@reshuffle.on
def reshuffled(s: State, number: int, order: int) -> None:
    """The discards become the pile."""
    pile = tuple(Stream(order, "plots").shuffled(s.plot_discard))
    deltas = (
        *(become(seat, "held", len(player.hand)) for seat, player in enumerate(s.players)),
        become(TABLE, "plot_pile", pile),
        become(TABLE, "plot_left", len(pile)),
        become(TABLE, "plot_discard", ()),
        add(TABLE, "mixes", 1),
    )
    s.emit("burdigala.plot.empty", "plots.reshuffled", TABLE, deltas, cards=len(pile))


# In vino veritas


def may_drink(s: State, seat: int) -> bool:
    """The card lies there, a token is in the pool (B-047) and merchandise in the pile."""
    return IN_VINO in s.players[seat].laid and bool(s.pool) and s.goods_left > 0


VINO = BOOK.decision("vino", rule="burdigala.card.in_vino")


@VINO.choice("vino")
def vino(s: State, seat: int, rule: str) -> None:
    """A token, then a merchandise card, beside the plot card or instead of it (B-039)."""
    s.because(s.emit("burdigala.card.in_vino", "vino.taken", seat))
    s.push("goods.take", seat, "burdigala.card.in_vino")
    take_token(s, seat, "vino")


@VINO.choice("forgo")
def forgo(s: State, seat: int, rule: str) -> None:
    """Only the plot card."""
    if s.rules.in_vino == "instead":
        _draw(s, seat, rule)


# The limit


def plot_limit(s: State, seat: int) -> int:
    """Three, in hand and in front together; five with Good harvest, itself included (B-038)."""
    return s.rules.harvest_limit if GOOD_HARVEST in s.players[seat].laid else s.rules.plot_limit


@BOOK.task("plots.limit", rule="burdigala.plot.limit", seated=True)
def keep_limit(s: State, seat: int) -> None:
    """One card at a time until no more are held than allowed."""
    player = s.players[seat]
    if len(player.hand) + len(player.laid) > plot_limit(s, seat):
        s.push("plots.limit", seat)
        s.push("discard", seat)


def leaves_hand(s: State, seat: int, plot: int) -> list[Delta]:
    """A card goes from the hand, of several alike the one that was drawn first; the others stay in their order."""
    player = s.players[seat]
    from_before = player.hand.index(plot) < player.held
    return [drop(seat, "hand", plot), *([add(seat, "held", -1)] if from_before else [])]


# Never answered by itself: what is in the hand is hidden.
DISCARD = BOOK.decision("discard", rule="burdigala.plot.limit.discard", forced=False)


def in_hand(rule: str) -> Any:
    """The plot card that a choice names is in hand."""
    return need(
        rule,
        "not_in_hand",
        lambda s, seat, plot, *rest: plot in s.players[seat].hand,
        lambda s, seat, plot, *rest: {"plot": plot},
    )


@DISCARD.choice(
    "discard",
    candidates=lambda s, seat: [(plot,) for plot in sorted(set(s.players[seat].hand))],
    needs=(in_hand("burdigala.plot.limit.discard"),),
    codecs=(PLOT,),
)
def discard(s: State, seat: int, plot: int) -> None:
    """Any card, here from the hand (B-021); it is open from now on (B-061)."""
    deltas = (*leaves_hand(s, seat, plot), put(TABLE, "plot_discard", plot))
    s.emit("burdigala.plot.limit.discard", "plot.discarded", seat, deltas, plot=plot)


@DISCARD.choice(
    "discard_laid",
    candidates=lambda s, seat: [(plot,) for plot in sorted(s.players[seat].laid)],
    needs=(
        need(
            "burdigala.plot.limit.discard",
            "not_laid",
            lambda s, seat, plot: plot in s.players[seat].laid,
            lambda s, seat, plot: {"plot": plot},
        ),
    ),
    codecs=(LAID,),
)
def discard_laid(s: State, seat: int, plot: int) -> None:
    """From the display."""
    deltas = (drop(seat, "laid", plot), put(TABLE, "plot_discard", plot))
    s.emit("burdigala.plot.limit.discard", "plot.discarded", seat, deltas, plot=plot)


@DISCARD.quickly
def list_discards(s: State, seat: int) -> list[tuple[Any, ...]]:
    """Any card in hand, any laid one."""
    player = s.players[seat]
    hand = [("discard", plot) for plot in sorted(set(player.hand))]
    return [*hand, *(("discard_laid", plot) for plot in sorted(player.laid))]
