"""The move: one own character, exactly as many steps as one of the dice shows, along streets, none of them twice.

Where a way can lead is in ways.py. A double opens occupied squares, waterways and express ways (doubles.py); who has no legal
move at all is stuck and loses a meeple.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import Any

from ....kernel import TABLE, Action, become, become_at, need
from ....kernel.events import Told
from ..board import Board
from ..model import BOOK, NOWHERE, State
from ..ways import ANY, Throws, Walk, Way, reach, strolls, throws, walk
from ..words import BOAT, CART
from .notation import END as END_SQUARE
from .notation import SQUARE, START
from .setup import ON_BOARD
from .turns import may_play

BOOK.event("meeple.moved", start="square", end="square", die="die", way="way")
BOOK.event("meeple.lifted", square="square", by="seat")
BOOK.event("meeple.removed", square="square")


def allowed_walk(s: State, seat: int) -> Walk:
    """Which lines a seat may use with this throw and its cards."""
    laid = s.players[seat].laid
    return walk(s.rules, double=s.is_double, cart=CART in laid, boat=BOAT in laid)


def in_the_way(s: State) -> frozenset[int]:
    """The squares that a way may not lead over, unless it begins there: none, unless so read (burdigala.move.pass, B-014)."""
    return frozenset() if s.rules.pass_over else frozenset(s.occupied())


def where_it_leads(s: State, seat: int, double: bool) -> Throws:
    """Where throws lead a seat, whoever stands at the end."""
    laid = s.players[seat].laid
    how = walk(s.rules, double, CART in laid, BOAT in laid)
    return throws(s.board, how) if s.rules.pass_over else throws(s.board, how, in_the_way(s))


def way_to(s: State, seat: int, start: int, end: int) -> tuple[int, Way] | None:
    """The die and the way of a move, whoever stands at its end: the lower die that will do (B-064); None if neither will."""
    one, other = s.dice
    return where_it_leads(s, seat, s.is_double)[start, one, other].ways.get(end)


def _would(s: State, start: int, end: int, how: Walk) -> bool:
    """Whether there would be a way if nobody stood on it."""
    return any(end in reach(s.board, start, die, how) for die in s.dice)


def _is_clear(s: State, seat: int, start: int, end: int) -> bool:
    return way_to(s, seat, start, end) is not None or not _would(s, start, end, allowed_walk(s, seat))


def _is_open(s: State, seat: int, start: int, end: int) -> bool:
    every = walk(s.rules, double=True, cart=True, boat=True)
    return way_to(s, seat, start, end) is not None or not _would(s, start, end, every)


def _squares_once(s: State, seat: int, start: int, end: int) -> bool:
    """Whether there is no way either where squares may come twice, if they may not (B-013)."""
    how = allowed_walk(s, seat)._replace(squares_once=False)
    return s.rules.repeat == "street" or way_to(s, seat, start, end) is not None or not _would(s, start, end, how)


def _one_stretch(s: State, seat: int, start: int, end: int) -> bool:
    """Whether there is no way either with more than one stretch of water, if the Boat gives one alone (B-071)."""
    how = allowed_walk(s, seat)
    return how.waterways != 1 or way_to(s, seat, start, end) is not None or not _would(s, start, end, how._replace(waterways=ANY))


def _is_straight(s: State, seat: int, start: int, end: int) -> bool:
    how = allowed_walk(s, seat)
    return way_to(s, seat, start, end) is not None or not any(end in strolls(s.board, start, die, how) for die in s.dice)


def is_free(s: State, start: int, end: int) -> bool:
    """Nobody stands there but the mover, who has left (B-051); with a double anybody may (burdigala.double.occupied)."""
    return end == start or s.is_double or s.occupant(end) is None


def open_sites(s: State, square: int) -> list[int]:
    """The incomplete sites of the districts that touch a square (B-015)."""
    return [site for site in s.board.square(square).sites if not s.complete[site]]


@lru_cache(maxsize=4096)
def buildable(board: Board, complete: tuple[bool, ...]) -> bytes:
    """For every square (by its number, as a table for `Ends.ends`) whether it touches an incomplete site.

    Kept, since buildings are completed only now and then.
    """
    table = bytearray(256)
    for site, done in zip(board.sites, complete, strict=True):
        if not done:
            for square in board.districts[site.district].squares:
                table[square] = True
    return bytes(table)


def list_moves(s: State, seat: int) -> list[tuple[Any, ...]]:
    """Every legal move, the fast way: from each own character the ends of both dice, in order."""
    if not s.supply:
        return []
    double, good = s.is_double, buildable(s.board, s.complete)
    free = bytearray(good)
    if not double:
        for player in s.players:
            for square in player.meeples:
                free[square] = False
    found: list[tuple[Any, ...]] = []
    leads, round_trip = where_it_leads(s, seat, double), s.rules.round_trip
    one, other = s.dice
    for start in sorted(s.players[seat].meeples):
        lead = leads[start, one, other]
        to_others = free[start]
        free[start] = good[start] if round_trip else False  # the mover has left its own square
        found += compress(lead.moves, lead.ends.translate(free))
        free[start] = to_others
    return found


def move(s: State, seat: int, start: int, end: int) -> None:
    """Die and way are told; whoever stood at the end of a double is lifted and put elsewhere at once."""
    double, (one, other) = s.is_double, s.dice
    die, way = where_it_leads(s, seat, double)[start, one, other].ways[end]
    owner = s.occupant(end) if double and end != start else None
    lifted = NOWHERE if owner is None else s.players[owner].meeples.index(end)
    mover, s.moved = s.players[seat], end
    squares = mover.meeples
    place = squares.index(start)
    mover.meeples = squares[:place] + (end,) + squares[place + 1 :]  # noqa: RUF005 (see kernel/deltas.py)
    s.cause = s.record("burdigala.move.character", "meeple.moved", seat, _moved, (place, start, end, die, way))
    s.push("arrive", seat, end)
    if owner is not None:
        deltas = (become_at(owner, "meeples", lifted, NOWHERE),)
        s.emit("burdigala.double.occupied", "meeple.lifted", owner, deltas, square=end, by=seat)
        s.push("displace", seat, owner, end)


def _moved(seat: int, place: int, start: int, end: int, die: int, way: object) -> Told:
    deltas = (become_at(seat, "meeples", place, end), become(TABLE, "moved", end))
    return {"start": start, "end": end, "die": die, "way": way}, deltas


OWN = need(
    "burdigala.move.character",
    "not_your_meeple",
    lambda s, seat, start, *rest: start != NOWHERE and start in s.players[seat].meeples,
    lambda s, seat, start, *rest: {"square": start},
)


def _no_way(s: State, seat: int, start: int, end: int) -> dict[str, Any]:
    """What to say of squares that no die joins."""
    first, second = s.dice
    return {"start": start, "end": end, "first": first, "second": second, "double": "yes" if first == second else "no"}


MOVE = Action(
    "move",
    move,
    candidates=lambda s, seat: [(start, end) for start in sorted(s.players[seat].meeples) for end in s.board.numbers],
    needs=(
        OWN,
        ON_BOARD,
        need(
            "burdigala.move.pass",
            "way_blocked",
            _is_clear,
            lambda s, seat, start, end: {"start": start, "end": end},
        ),
        need(
            "burdigala.move.revisit",
            "square_twice",
            _squares_once,
            lambda s, seat, start, end: {"start": start, "end": end},
        ),
        need(
            "burdigala.card.boat",
            "one_stretch",
            _one_stretch,
            lambda s, seat, start, end: {"start": start, "end": end},
        ),
        need(
            "burdigala.double.ways",
            "ways_closed",
            _is_open,
            lambda s, seat, start, end: {"start": start, "end": end},
        ),
        need(
            "burdigala.move.no_street_twice",
            "street_twice",
            _is_straight,
            lambda s, seat, start, end: {"start": start, "end": end},
        ),
        need(
            "burdigala.move.exact",
            "no_way",
            lambda s, seat, start, end: way_to(s, seat, start, end) is not None,
            _no_way,
        ),
        need(
            "burdigala.move.return",
            "no_round_trip",
            lambda s, seat, start, end: start != end or s.rules.round_trip,
            lambda s, seat, start, end: {"square": end},
        ),
        need(
            "burdigala.move.free_end",
            "occupied",
            lambda s, seat, start, end: is_free(s, start, end),
            lambda s, seat, start, end: {"square": end, "owner": s.occupant(end)},
        ),
        need("burdigala.cube.supply", "no_cubes", lambda s, seat, start, end: s.supply > 0),
        need(
            "burdigala.move.buildable",
            "nothing_to_build",
            lambda s, seat, start, end: bool(open_sites(s, end)),
            lambda s, seat, start, end: {"square": end},
        ),
    ),
    codecs=(START, END_SQUARE),
)


# Nobody can move (burdigala.stuck)

REMOVE = Action(
    "remove",
    lambda s, seat, square: remove(s, seat, square),
    candidates=lambda s, seat: [(square,) for square in sorted(s.players[seat].meeples)],
    needs=(
        OWN,
        need(
            "burdigala.stuck",
            "can_move",
            lambda s, seat, square: not list_moves(s, seat),
            lambda s, seat, square: {"moves": len(list_moves(s, seat))},
        ),
    ),
    codecs=(SQUARE,),
)


def remove(s: State, seat: int, square: int) -> None:
    """A meeple of the player's choice goes for good, and the turn is over (B-031, B-048, B-062).

    All privileges of the throw were tried before (burdigala.stuck.privileges); a card could have been played (.cards, B-066).
    """
    left = tuple(other for other in s.players[seat].meeples if other != square)
    deltas = (become(seat, "meeples", left), become(TABLE, "stuck", True))
    s.emit("burdigala.stuck", "meeple.removed", seat, deltas, square=square)


# The question


@BOOK.task("window.move", rule="burdigala.turn.sequence", seated=True)
def before_move(s: State, seat: int) -> None:
    """With a plot card that may be played, or without."""
    s.push("turn.move" if may_play(s, seat) else "turn.move.plain", seat)


def list_walks(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The moves, or whom a stuck player removes."""
    return list_moves(s, seat) or [("remove", square) for square in sorted(s.players[seat].meeples)]


def _asked_by(s: State, seat: int) -> str:
    return "burdigala.move.character" if list_moves(s, seat) else "burdigala.stuck"


MOVE_OR_PLAY = BOOK.decision("turn.move", rule="burdigala.move.character", forced=False, cites=_asked_by)
PLAIN_MOVE = BOOK.decision("turn.move.plain", rule="burdigala.move.character", cites=_asked_by)
for _decision in (MOVE_OR_PLAY, PLAIN_MOVE):
    _decision.offer(MOVE)
    _decision.offer(REMOVE)

PLAIN_MOVE.quickly(list_walks)
