"""The ground of the map, which never changes: districts, rivers, streets, bridges, waterways, express ways, and their names."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot

from ....show.live import INK, MUTED, PAPER, WATER, WAVE, live_shade
from ....show.svg import Svg, circle, group, label, number, path, rect, tag
from ..board import Board, Line, River
from ..words import EXPRESS_WAY, STREET, WATERWAY
from .colours import DISTRICTS, EXPRESS, plot_sign
from .facts import MARK, board_is_reconstructed
from .geography import LETTERS, Box, Point, district_names_at, district_tints, line_path, line_points, shown_part

_KERB = f"color-mix(in srgb, {MUTED} 62%, {PAPER})"
_BOAT, _CART = 3, 2
"""Plot cards whose signs the lines bear."""


@lru_cache(16)
def ground(board: Board) -> Svg:
    """Everything under the pieces."""
    box = shown_part(board)
    streets = [line for line in board.lines if line.kind == STREET]
    others = [line for line in board.lines if line.kind != STREET]
    return tag(
        "g",
        rect(box.x, box.y, box.width, box.height, f"var(--p-table, {_SAND})", 14),
        *(_district(board, place) for place in range(len(board.districts))),
        *(_river(river) for river in board.rivers),
        *(_river_name(board, river, box) for river in board.rivers),
        *(_name(board, place) for place in range(len(board.districts))),
        _streets(board, streets),
        *(_way(board, line) for line in others),
        _mark(board, box),
        aria_hidden="true",
    )


_SAND = "#f3edde"


def _district(board: Board, place: int) -> Svg:
    corners = [board.square(square).at for square in board.districts[place].squares]
    tint = live_shade(DISTRICTS[district_tints(board)[place]]).tint
    outline = "M" + "L".join(f"{x} {y}" for x, y in corners) + "Z"
    return path(outline, tint, stroke=tint, stroke_width=16, stroke_linejoin="round")


def _name(board: Board, place: int) -> Svg:
    x, y = district_names_at(board)[place]
    return label(x, y + 8.3, board.districts[place].name, 23, MUTED, bold=True, anchor="middle")


# Rivers


def _river(river: River) -> Svg:
    """A smooth band through its points; the picture ends where it may."""
    if len(river.through) < 2:
        return Svg("")
    (left, top), *_, (right, bottom) = river.through
    drawn = f"M{left} {top}"
    for (x1, y1), (x2, y2) in pairwise(river.through):
        drawn += f"Q{x1} {y1} {number((x1 + x2) / 2)} {number((y1 + y2) / 2)}"
    drawn += f"L{right} {bottom}"
    return path(drawn, stroke=WATER, stroke_width=river.width, stroke_linejoin="round")


def _river_name(board: Board, river: River, box: Box) -> Svg:
    """Along the river, where nothing crosses it."""
    crossing = [point for line in board.lines for point in line_points(board, line, 24)]
    crossing += [square.at for square in board.squares]
    spots = [
        ((a[0] + (b[0] - a[0]) * i / 10, a[1] + (b[1] - a[1]) * i / 10), a, b)
        for a, b in pairwise(river.through)
        for i in range(1, 10)
    ]
    inside = [spot for spot in spots if _within(spot[0], box)] or spots
    if not inside:
        return Svg("")
    (x, y), a, b = max(inside, key=lambda spot: min(hypot(spot[0][0] - p[0], spot[0][1] - p[1]) for p in crossing))
    turn = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    drawn = label(0, 7.5, river.name, LETTERS, INK, anchor="middle")
    return tag("g", drawn, transform=f"translate({number(x)} {number(y)}) rotate({number(turn)})", font_style="italic")


def _within(point: Point, box: Box) -> bool:
    return box.x + 60 < point[0] < box.x + box.width - 20 and box.y + 90 < point[1] < box.y + box.height - 90


# Streets and the other lines


def _streets(board: Board, streets: list[Line]) -> Svg:
    """All kerbs first, so that crossings are open."""
    every = "".join(line_path(board, line) for line in streets)
    bridges = "".join(line_path(board, line) for line in streets if line.bridge)
    return Svg(
        path(every, stroke=_KERB, stroke_width=13, stroke_linecap="round")
        + (path(bridges, stroke=MUTED, stroke_width=20, stroke_dasharray="3 7") if bridges else "")
        + path(every, stroke=PAPER, stroke_width=9, stroke_linecap="round")
    )


def _way(board: Board, line: Line) -> Svg:
    """A waterway in long blue dashes with a boat, an express way in red dots with a wheel."""
    drawn = line_path(board, line)
    points = line_points(board, line, 20)
    x, y = _free_point(board, points)
    if line.kind == WATERWAY:
        stroke = path(drawn, stroke=WAVE, stroke_width=5, stroke_dasharray="15 8", stroke_linecap="round")
        return Svg(stroke + _sign(x, y, _BOAT, WAVE))
    assert line.kind == EXPRESS_WAY
    casing = path(drawn, stroke=PAPER, stroke_width=7, opacity=0.7)
    stroke = path(drawn, stroke=EXPRESS, stroke_width=5, stroke_dasharray="0.1 9", stroke_linecap="round")
    return Svg(casing + stroke + _sign(x, y, _CART, EXPRESS))


def _free_point(board: Board, points: list[Point]) -> Point:
    """The point of a curve that is farthest from what lies on the map, near its middle if it can be."""
    taken = [square.at for square in board.squares] + [site.at for site in board.sites]
    return max(points[len(points) // 4 : -(len(points) // 4)], key=lambda p: min(hypot(p[0] - x, p[1] - y) for x, y in taken))


def _sign(x: float, y: float, plot: int, colour: str) -> Svg:
    return group(x, y, circle(0, 0, 12, PAPER, stroke=colour, stroke_width=2), plot_sign(plot, 0, 0, 15, colour))


def _mark(board: Board, box: Box) -> Svg:
    """That the map is reconstructed."""
    if not board_is_reconstructed(board):
        return Svg("")
    return label(box.x + 12, box.y + 28, MARK, 26, INK, bold=True)
