"""What a throw lets a seat do: the best square within reach of its characters, for the dice that lie or for those to come.

Squares are bits: where each die leads from each square is found once a board, and what each site brings comes from yards.py.
"""

from __future__ import annotations

from functools import lru_cache

from ..board import Board
from ..model import State
from ..rules.moving import allowed_walk
from ..ways import Walk, reach, walk
from ..words import BOAT, CART

Masks = tuple[int, ...]


@lru_cache(maxsize=64)
def site_masks(board: Board) -> Masks:
    """For each site the squares next to it."""
    return tuple(sum(1 << square for square in board.districts[site.district].squares) for site in board.sites)


@lru_cache(maxsize=64)
def port_mask(board: Board) -> int:
    """The ports."""
    return sum(1 << square.number for square in board.squares if square.port)


@lru_cache(maxsize=1024)
def die_masks(board: Board, how: Walk, faces: int) -> tuple[Masks, ...]:
    """For each square (0 is nowhere) and each die where it leads."""
    nowhere = (0,) * faces
    return (
        nowhere,
        *(
            tuple(sum(1 << end for end in reach(board, start, die, how)) for die in range(1, faces + 1))
            for start in board.numbers
        ),
    )


Levels = list[tuple[float, int]]
"""What squares bring, the best first: points, and the squares next to a site that brings them."""


def levels(s: State, gained: list[float]) -> Levels:
    """The open sites, the best first."""
    masks = site_masks(s.board)
    return sorted([(gain, masks[site]) for site, gain in enumerate(gained) if gain >= 0], reverse=True)


def best_end(ends: int, found: Levels, ports: int, good: float) -> float:
    """The most that one of these squares brings: a cube, and a merchandise card on a port."""
    best = 0.0
    for gain, mask in found:
        if ends & mask:
            best = gain
            break
    at_port = ends & ports
    if at_port:
        for gain, mask in found:
            if gain + good <= best:
                break
            if at_port & mask:
                return gain + good
    return best


def _taken(s: State) -> int:
    taken = 0
    for player in s.players:
        for square in player.meeples:
            taken |= 1 << square
    return taken


def coming(s: State, seat: int, found: Levels, good: float) -> float:
    """What the next throw of a seat is expected to bring with the better of two dice, from where its characters stand now.

    What a double opens besides is left out.
    """
    if not s.supply:
        return 0.0
    player, faces = s.players[seat], s.rules.dice_faces
    laid = player.laid
    how = walk(s.rules, double=False, cart=CART in laid, boat=BOAT in laid)
    masks, free, ports = die_masks(s.board, how, faces), ~_taken(s), port_mask(s.board)
    rows = [masks[square] for square in player.meeples]
    best = []
    for die in range(faces):
        ends = 0
        for row in rows:
            ends |= row[die]
        best.append(best_end(ends & free, found, ports, good))
    best.sort()
    return sum((2 * place + 1) * value for place, value in enumerate(best)) / (faces * faces)


def thrown(s: State, seat: int, found: Levels, good: float) -> float:
    """What the dice that lie bring at best."""
    if not s.supply:
        return 0.0
    masks = die_masks(s.board, allowed_walk(s, seat), s.rules.dice_faces)
    free = -1 if s.is_double else ~_taken(s)
    ends = 0
    for square in s.players[seat].meeples:
        for die in s.dice:
            if 1 <= die <= s.rules.dice_faces:
                ends |= masks[square][die - 1]
    return best_end(ends & free, found, port_mask(s.board), good)
