"""The plot cards that are used once, in the order of the document, each a choice of its own.

Those that concern merchandise are in trade_cards.py. The permanent ones work where their subject is: Consul and Hygiene in
completing.py, Cart and Boat in ways.py, Good harvest and In vino veritas in plot_hand.py.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....kernel import TABLE, Action, Stream, add, become, drop, need, put
from ..model import BOOK, UNKNOWN, State
from ..words import BETRAYAL, CRASSUS, INDISCRETION, INFLUENCE, RELATIONSHIP
from .corruption import draw_one, return_tokens
from .moving import open_sites
from .notation import BETRAYED, DIE, DIRECTION, DOWN, HAND, OPPONENT, PLOT, SITE, TOKEN, UP
from .plot_hand import leaves_hand
from .plot_play import any_of, at_moments, holds, opponent, opponents, say_when, spend

BOOK.event("plot.removed", plot="plot", by="seat")
BOOK.event("die.changed", die="count", was="die", now="die")
BOOK.event("tiles.seen", site="site", tile="tile", secret={"tile": "player"})
BOOK.event("cube.promised", cubes="count")


# Betrayal


def betray(s: State, seat: int, other: int, plot: int) -> None:
    """A named open card, or a random one from the hand, leaves the game for all to see (B-040)."""
    spend(s, seat, BETRAYAL)
    if plot == HAND:
        s.push("betrayal.card", seat, other, s.turn, s.played)
    else:
        _remove_plot(s, seat, other, plot, "laid")


def _remove_plot(s: State, seat: int, other: int, plot: int, where: str) -> None:
    """To the box. Who loses Good harvest has to keep the smaller limit at once (B-038)."""
    gone = leaves_hand(s, other, plot) if where == "hand" else [drop(other, where, plot)]
    deltas = (*gone, put(TABLE, "plot_removed", plot))
    s.emit("burdigala.card.betrayal", "plot.removed", other, deltas, plot=plot, by=seat)
    s.push("plots.limit", other)


at_moments(
    Action(
        "betrayal",
        betray,
        candidates=lambda s, seat: [
            (other, plot) for other in opponents(s, seat) for plot in (*sorted(s.players[other].laid), HAND)
        ],
        needs=(
            holds(BETRAYAL),
            opponent("burdigala.card.betrayal"),
            need(
                "burdigala.card.betrayal",
                "no_such_plot",
                lambda s, seat, other, plot: bool(s.players[other].hand) if plot == HAND else plot in s.players[other].laid,
                lambda s, seat, other, plot: {"seat": other, "plot": plot},
            ),
        ),
        codecs=(OPPONENT, BETRAYED),
    ),
    quickly=lambda s, seat: [
        ("betrayal", other, plot)
        for other in opponents(s, seat)
        for plot in (*sorted(s.players[other].laid), HAND)
        if plot != HAND or s.players[other].hand
    ],
)
say_when("betrayal", "burdigala.plot.play")


@BOOK.chance("betrayal.card", rule="burdigala.card.betrayal", kind="betrayed", codecs=(PLOT,))
def betrayed(s: State, seat: int, other: int, turn: int, card: int) -> list[tuple[tuple[Any, ...], Fraction]]:
    """Any card of the hand; the turn and its card are the key of the draw."""
    return any_of("betrayed", s.players[other].hand)


@betrayed.sampled
def betrayed_sample(s: State, stream: Stream, seat: int, other: int, turn: int, card: int) -> tuple[str, int]:
    """One of them."""
    return ("betrayed", draw_one(stream, s.players[other].hand))


@betrayed.on
def remove_betrayed(s: State, seat: int, other: int, turn: int, card: int, plot: int) -> None:
    """Shown, and gone."""
    _remove_plot(s, seat, other, plot, "hand")


# Influence


def changed_die(s: State, die: int, direction: int) -> int:
    """What a die would show."""
    return s.dice[die - 1] + (s.rules.influence if direction == UP else -s.rules.influence)


def _within(s: State, value: int) -> bool:
    """Within the faces of a die, unless so read (B-041); nothing is less than nothing."""
    return value >= 0 if s.rules.influence_bounds == "free" else 1 <= value <= s.rules.dice_faces


def influence(s: State, seat: int, die: int, direction: int) -> None:
    """One die becomes one higher or lower; the changed throw counts as thrown (B-041)."""
    spend(s, seat, INFLUENCE)
    was, now = s.dice[die - 1], changed_die(s, die, direction)
    dice = (now, s.dice[1]) if die == 1 else (s.dice[0], now)
    s.emit("burdigala.card.influence", "die.changed", seat, (become(TABLE, "dice", dice),), die=die, was=was, now=now)


at_moments(
    Action(
        "influence",
        influence,
        candidates=lambda s, seat: [(die, direction) for die in (1, 2) for direction in (UP, DOWN)],
        needs=(
            holds(INFLUENCE),
            need(
                "burdigala.card.influence",
                "no_die",
                lambda s, seat, die, way: die in (1, 2),
                lambda s, seat, die, way: {"die": die},
            ),
            need(
                "burdigala.card.influence",
                "not_on_a_die",
                lambda s, seat, die, way: _within(s, changed_die(s, die, way)),
                lambda s, seat, die, way: {"value": changed_die(s, die, way), "faces": s.rules.dice_faces},
            ),
        ),
        codecs=(DIE, DIRECTION),
    ),
    "window.move",
    quickly=lambda s, seat: [
        ("influence", die, direction) for die in (1, 2) for direction in (UP, DOWN) if _within(s, changed_die(s, die, direction))
    ],
)
say_when("influence", "burdigala.card.influence")


# Indiscretion


def incomplete(s: State) -> list[int]:
    """The sites that are still being built on."""
    return [site for site, complete in enumerate(s.complete) if not complete]


def indiscretion(s: State, seat: int) -> None:
    """Three sites, or all that are left (B-076)."""
    spend(s, seat, INDISCRETION)
    s.push("look.on", seat, min(s.rules.yards_seen, len(incomplete(s))), -1)


at_moments(
    Action(
        "indiscretion",
        indiscretion,
        needs=(holds(INDISCRETION), need("burdigala.plot.need", "no_yards", lambda s, seat: bool(incomplete(s)))),
    ),
    quickly=lambda s, seat: [] if all(s.complete) else [("indiscretion",)],
)
say_when("indiscretion", "burdigala.plot.play")


@BOOK.task("look.on", rule="burdigala.card.indiscretion", seated=True)
def look_on(s: State, seat: int, left: int, after: int) -> None:
    """One look after the other."""
    if left:
        s.push("look", seat, left, after)


LOOK = BOOK.decision("look", rule="burdigala.card.indiscretion", about={"left": 1})


@LOOK.choice(
    "look",
    candidates=lambda s, seat, left, after: [(site,) for site in incomplete(s)],
    needs=(
        need(
            "burdigala.card.indiscretion",
            "is_complete",
            lambda s, seat, left, after, site: not s.complete[site],
            lambda s, seat, left, after, site: {"site": site},
        ),
        need(
            "burdigala.card.indiscretion",
            "look_in_order",
            lambda s, seat, left, after, site: site > after and sum(other > site for other in incomplete(s)) >= left - 1,
            lambda s, seat, left, after, site: {"site": site, "left": left},
        ),
    ),
    codecs=(SITE,),
)
def look(s: State, seat: int, left: int, after: int, site: int) -> None:
    """In the order of the board, so that no set of sites is offered twice. Everybody sees where, nobody else what (B-078)."""
    s.push("look.on", seat, left - 1, site)
    deltas = () if site in s.players[seat].yards_seen else (put(seat, "yards_seen", site),)
    s.emit("burdigala.card.indiscretion", "tiles.seen", seat, deltas, site=site, tile=s.laid_tiles[site])


@LOOK.quickly
def list_looks(s: State, seat: int, left: int, after: int) -> list[tuple[Any, ...]]:
    """Those behind the last one that leave enough for the looks to come."""
    sites = incomplete(s)
    return [("look", site) for site in sites[: len(sites) - left + 1] if site > after]


# Publius Crassus


def _room_for_more(s: State) -> bool:
    """Whether one more cube than so far could be placed this turn: cubes in the supply, and places on the site or sites."""
    own, more = s.rules.cubes_a_turn, s.crassus + s.rules.extra_cubes
    rooms = [s.room(site) for site in open_sites(s, s.moved)]
    if s.supply < own + more:
        return False
    if any(room >= own + more for room in rooms):
        return True
    return s.rules.crassus_site == "adjoining" and len(rooms) > 1 and any(room >= more for room in rooms)


def crassus(s: State, seat: int) -> None:
    """One more cube this turn; only the last one scores (B-043, B-065)."""
    spend(s, seat, CRASSUS)
    cubes = s.rules.extra_cubes
    s.emit("burdigala.card.crassus", "cube.promised", seat, (add(TABLE, "crassus", cubes),), cubes=cubes)


at_moments(
    Action(
        "crassus",
        crassus,
        needs=(
            holds(CRASSUS),
            need(
                "burdigala.plot.need",
                "no_room_for_more",
                lambda s, seat: _room_for_more(s),
                lambda s, seat: {"supply": s.supply},
            ),
        ),
    ),
    "window.build",
    quickly=lambda s, seat: [("crassus",)] if _room_for_more(s) else [],
)
say_when("crassus", "burdigala.card.crassus")


# Relationship


def relationship(s: State, seat: int, value: int) -> None:
    """One own token of choice goes back, face down."""
    spend(s, seat, RELATIONSHIP)
    sealed = s.players[seat].sealed[:1] if value == UNKNOWN else ()
    return_tokens(s, seat, () if sealed else (value,), sealed, "burdigala.card.relationship")


at_moments(
    Action(
        "relationship",
        relationship,
        candidates=lambda s, seat: [
            (value,) for value in sorted({*s.players[seat].tokens, *(UNKNOWN for _ in s.players[seat].sealed)})
        ],
        needs=(
            holds(RELATIONSHIP),
            need(
                "burdigala.card.relationship",
                "no_such_token",
                lambda s, seat, value: bool(s.players[seat].sealed) if value == UNKNOWN else value in s.players[seat].tokens,
                lambda s, seat, value: {"token": value},
            ),
        ),
        codecs=(TOKEN,),
    ),
    quickly=lambda s, seat: [
        ("relationship", value) for value in sorted({*s.players[seat].tokens, *(UNKNOWN for _ in s.players[seat].sealed)})
    ],
)
say_when("relationship", "burdigala.plot.play")
