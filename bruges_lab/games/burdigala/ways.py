"""Ways over the board: where a move of so many steps can end, and by which squares it leads there.

A way leads along lines in any direction (burdigala.move.streets, .direction, B-012) and uses none of them twice; squares may
come again (burdigala.move.revisit, B-013). Who stands on the way does not matter (B-014), so where a move can lead is found once
a board and kept; only under `pass_over` is it searched anew for every position.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import msgspec

from .board import Board
from .ruleset import Ruleset
from .words import EXPRESS_WAY, STREET, WATERWAY

ANY = 99
"""Stretches of water without a bound."""

MOST_HOPS = 2
"""Where express ways are free and join all their squares, one hop leads anywhere, and two where that line is used already."""

Way = tuple[int, ...]
"""The squares of a way, its first included."""


class Walk(NamedTuple):
    """What a move may use, and how its steps are counted."""

    waterways: int
    """How many stretches of water a way may have."""
    express_ways: bool
    hub: bool = False
    """Any two squares with express ways are joined (B-070)."""
    free: bool = False
    """Waterways and express ways cost no step (B-026)."""
    squares_once: bool = False
    """No square twice, the first included (B-013)."""


_STREETS, _STREETS_ONCE = Walk(0, False), Walk(0, False, squares_once=True)


def walk(rules: Ruleset, double: bool, cart: bool, boat: bool) -> Walk:
    """The walk of a player: streets always, the other lines by a double or by the card.

    burdigala.double.ways, burdigala.card.cart, burdigala.card.boat
    """
    if not (double or cart or boat):
        return _STREETS_ONCE if rules.repeat == "square" else _STREETS
    waterways = ANY if double else 0
    if boat and not double:
        waterways = 1 if rules.boat_stretches == "one" else ANY  # B-071
    hub = rules.expressways == "hub"
    return Walk(waterways, double or cart, hub, rules.ways_cost == 0, rules.repeat == "square")


class _Step(NamedTuple):
    to: int
    line: int
    kind: int


@lru_cache(maxsize=64)
def _steps(board: Board, water: bool, express: bool, hub: bool) -> Mapping[int, tuple[_Step, ...]]:
    """From each square every line that may be used, the lowest square first; a line has a bit of its own."""
    ends = [(line.one, line.other, line.kind) for line in board.lines if line.kind == STREET or (water and line.kind == WATERWAY)]
    if express:
        pairs = [(line.one, line.other) for line in board.lines if line.kind == EXPRESS_WAY]
        if hub:
            pairs = list(combinations(sorted({square for pair in pairs for square in pair}), 2))
        ends += [(one, other, EXPRESS_WAY) for one, other in pairs]
    found: dict[int, list[_Step]] = {number: [] for number in board.numbers}
    for bit, (one, other, kind) in enumerate(ends):
        found[one].append(_Step(other, 1 << bit, kind))
        found[other].append(_Step(one, 1 << bit, kind))
    return {square: tuple(sorted(steps, key=lambda step: (step.to, step.kind))) for square, steps in found.items()}


@lru_cache(maxsize=20_000)
def reach(board: Board, start: int, steps: int, how: Walk, blocked: frozenset[int] = frozenset()) -> Mapping[int, Way]:
    """Every end of a move of so many steps, with the way whose squares, read in order, are lowest.

    burdigala.move.exact, burdigala.move.choice (B-064).

    `blocked` are squares that a way may end on but not lead over. Nobody moves by 0 (B-041).
    """
    found: dict[int, Way] = {}
    lines = _steps(board, how.waterways > 0, how.express_ways, how.hub)

    def go(way: Way, left: int, used: int, water: int, hops: int) -> None:
        here = way[-1]
        if not left and here not in found:
            found[here] = way
        if (len(way) > 1 and here in blocked) or len(found) == len(board.squares):
            return
        for to, line, kind in lines[here]:
            cost = 0 if how.free and kind != STREET else 1
            if used & line or cost > left or (kind == WATERWAY and not water) or (how.squares_once and to in way):
                continue
            hop = how.hub and not cost and kind == EXPRESS_WAY
            if not hop or hops < MOST_HOPS:
                go((*way, to), left - cost, used | line, water - (kind == WATERWAY), hops + 1 if hop else 0)

    if steps > 0:
        go((start,), steps, 0, how.waterways, 0)
    return found


class Ends(msgspec.Struct, frozen=True, gc=False):
    """Where a throw leads from a square, whoever stands there."""

    moves: tuple[tuple[str, int, int], ...]
    """Every move as a choice, by its end, the lowest first."""
    ends: bytes
    """Their ends in the same order, a byte a square: a table of 256 bytes says of all of them at once which will do."""
    ways: Mapping[int, tuple[int, Way]]
    """For each end the die and the way: the lower die that will do (B-064)."""


class Throws(dict[tuple[int, int, int], Ends]):
    """Where throws lead from the squares of a board, by square and dice; found when first asked for.

    `occupied` are squares that a way may end on but not lead over, unless it begins there: the mover has left.
    """

    def __init__(self, board: Board, how: Walk, occupied: frozenset[int]) -> None:
        super().__init__()
        self._board, self._how, self._occupied = board, how, occupied

    def __missing__(self, throw: tuple[int, int, int]) -> Ends:
        """Where either die leads."""
        start, *dice = throw
        ways = {
            end: (die, way)
            for die in sorted(dice, reverse=True)
            for end, way in reach(self._board, start, die, self._how, self._occupied - {start}).items()
        }
        ends = bytes(sorted(ways))
        found = self[throw] = Ends(tuple(("move", start, end) for end in ends), ends, ways)
        return found


@lru_cache(maxsize=256)
def throws(board: Board, how: Walk, occupied: frozenset[int] = frozenset()) -> Throws:
    """The table of a board and a walk, one for all games; where somebody is in the way, those asked for last."""
    return Throws(board, how, occupied)


@lru_cache(maxsize=20_000)
def strolls(board: Board, start: int, steps: int, how: Walk) -> frozenset[int]:
    """Where so many steps could lead if a street might be used twice: only to say why a move is refused."""
    lines = _steps(board, how.waterways > 0, how.express_ways, how.hub)

    def onwards(ends: set[int], *, free: bool) -> set[int]:
        return {to for here in ends for to, _, kind in lines[here] if (how.free and kind != STREET) == free}

    ends = {start} if steps else set()
    for _ in range(steps):
        while not onwards(ends, free=True) <= ends:
            ends |= onwards(ends, free=True)
        ends = onwards(ends, free=False)
    while not onwards(ends, free=True) <= ends:
        ends |= onwards(ends, free=True)
    return frozenset(ends)
