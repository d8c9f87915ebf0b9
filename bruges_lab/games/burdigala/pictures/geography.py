"""Where things lie on the map: curves of lines and ways, the part of the canvas that is shown, tints and names of districts.

Everything comes from the coordinates of the board, the lab's or an owner's, and is found once a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from ....show.svg import number, text_width
from ..board import Board, District, Line
from ..words import STREET
from .colours import DISTRICTS

Point = tuple[float, float]

SQUARE, SITE, BONUS = 19.5, 35.0, 20.0
"""Radii."""
HEADROOM = 52
"""How far a character rises above the middle of its square."""
LETTERS = 21.6
"""The smallest letters on the map: 11 pixels where it is shown at its smallest, 456 pixels wide."""


MOST_BENDS = 2
"""Points that a curve of a path can bend towards."""


class Box(NamedTuple):
    """A part of the canvas."""

    x: float
    y: float
    width: float
    height: float


# Lines


def line_points(board: Board, line: Line, steps: int = 12) -> list[Point]:
    """Points along a line, its ends included."""
    ends = board.square(line.one).at, board.square(line.other).at
    controls: list[Point] = [ends[0], *line.by, ends[1]]
    return [_bezier(controls, i / steps) for i in range(steps + 1)]


def _bezier(controls: list[Point], at: float) -> Point:
    points = controls
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in pairwise(points)]
    return points[0]


def line_path(board: Board, line: Line) -> str:
    """A line as a path."""
    return f"M{_at(board.square(line.one).at)}{_leg(board, line, line.one)}"


def way_path(board: Board, way: tuple[int, ...]) -> str:
    """A way over the map, line by line; where two squares are joined by no line of their own (B-070), straight."""
    drawn = f"M{_at(board.square(way[0]).at)}"
    for one, other in pairwise(way):
        line = _joining(board).get((min(one, other), max(one, other)))
        drawn += f"L{_at(board.square(other).at)}" if line is None else _leg(board, line, one)
    return drawn


@lru_cache(16)
def _joining(board: Board) -> dict[tuple[int, int], Line]:
    """The line between two squares; a street rather than water."""
    return {(line.one, line.other): line for line in sorted(board.lines, key=lambda line: line.kind != STREET, reverse=True)}


def _leg(board: Board, line: Line, start: int) -> str:
    """From one end to the other, as a straight line or a curve."""
    forward = start == line.one
    end = board.square(line.other if forward else line.one).at
    bends: Sequence[Point] = line.by if forward else line.by[::-1]
    if len(bends) > MOST_BENDS:  # more than a path can say in one: point by point
        points = line_points(board, line, 24)
        bends = (points if forward else points[::-1])[1:-1]
    command = {0: "L", 1: "Q", 2: "C"}.get(len(bends), "L")
    return f"{command}{' '.join(_at(point) for point in (*bends, end))}"


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


# The part that is shown


@lru_cache(16)
def shown_part(board: Board) -> Box:
    """Everything that lies on the map with some room round it, and rivers that flow near."""
    boxes: list[tuple[float, float, float, float]] = [
        (x - 36, y - HEADROOM, x + 36, y + 30) for x, y in (square.at for square in board.squares)
    ]
    boxes += [(x - SITE - 8, y - SITE - 8, x + SITE + 8, y + SITE + 16) for x, y in (site.at for site in board.sites)]
    boxes += [(x - 16, y - 16, x + 16, y + 16) for line in board.lines for x, y in line_points(board, line)]
    for river in board.rivers:
        half = river.width / 2
        for x, y in river.through:
            if min(hypot(x - square.at[0], y - square.at[1]) for square in board.squares) < 90 + half:
                boxes.append((x - half * 0.3, y, x + half * 0.3, y))
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return Box(left, top, max(box[2] for box in boxes) - left, max(box[3] for box in boxes) - top)


# Districts


@lru_cache(16)
def district_tints(board: Board) -> tuple[int, ...]:
    """A tint a district; districts that share two squares have different ones as far as there are enough."""
    found: list[int] = []
    for number_, district in enumerate(board.districts):
        taken = [found[i] for i in range(number_) if len(set(board.districts[i].squares) & set(district.squares)) > 1]
        free = [tint for tint in range(len(DISTRICTS)) if tint not in taken] or [0]
        found.append(min(free, key=lambda tint: (found.count(tint), tint)))
    return tuple(found)


@lru_cache(16)
def district_names_at(board: Board) -> tuple[Point, ...]:
    """Where the name of each district has most room: away from sites, squares, streets and other names."""
    taken: list[tuple[Point, float]] = [((x, y + 4), SITE + 8) for x, y in (site.at for site in board.sites)]
    taken += [((x + by, y - SITE), 13) for x, y in (site.at for site in board.sites) for by in (-16, 16)]
    taken += [(district.bonus_at, BONUS) for district in board.districts if district.bonus_at is not None]
    for square in board.squares:
        x, y = square.at
        taken += [((x, y), SQUARE), ((x, y - 31), 23)]
    taken += [(point, 7) for line in board.lines for point in line_points(board, line, 24 if line.by else 8)]
    return tuple(_roomiest(board, district, taken) for district in board.districts)


def _roomiest(board: Board, district: District, taken: list[tuple[Point, float]]) -> Point:
    corners = [board.square(square).at for square in district.squares]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    near = [(p, r) for p, r in taken if left - 60 < p[0] < right + 60 and top - 60 < p[1] < bottom + 60]
    half = text_width(district.name, 23, True) / 2
    best, middle = -1e9, ((left + right) / 2, (top + bottom) / 2)
    y = top + 18.0
    while y < bottom - 12:
        x = left + half + 6
        while x < right - half:
            if all(_inside(corners, (x + dx, y)) for dx in (-half - 10, half + 10)):
                room = min(hypot(p[0] - min(max(p[0], x - half), x + half), p[1] - y) - r for p, r in near)
                if room > best:
                    best, middle = room, (x, y)
            x += 9
        y += 9
    return middle


def _inside(corners: list[Point] | list[tuple[int, int]], point: Point) -> bool:
    """Whether a point lies within a polygon: a ray to the right crosses its edge an odd number of times."""
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1
