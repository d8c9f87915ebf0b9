"""The colours of the game: a shade a player, a tint a district, a shade a sort of card; and a sign for every card.

Nothing is told by colour alone: players have a seal and a letter, districts a name, cards a sign and their words.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from ....show.svg import Shade, Svg, path, symbol
from ..words import GOODS, PLOTS

PLAYERS = (
    Shade("#1d5fa6", "#ffffff", "#1d5fa6", "#dce8f5"),
    Shade("#b83a1d", "#ffffff", "#a63219", "#f8dfd8"),
    Shade("#f0c23c", "#3d2e00", "#7d5c00", "#fbf0cd"),
    Shade("#5b2f86", "#ffffff", "#5b2f86", "#e8dcf1"),
)
DISTRICTS = tuple(Shade("", "", "", tint) for tint in ("#f4e6c8", "#e2ead2", "#f5ddd1", "#dde6ee", "#ece0ee"))
"""Neighbours differ (map_ground.py)."""
LASTING = Shade("#2a6b46", "#ffffff", "#2a6b46", "#dcebdf")
ONCE = Shade("#7a2f3a", "#ffffff", "#7a2f3a", "#f4dfe0")
GOODS_SHADE = Shade("#7d5a1e", "#ffffff", "#70501a", "#f5e8cf")
TOKEN = Shade("#3a3440", "#ffffff", "#3a3440", "#e4e0e8")
CUBE = "#8a5a2b"
PORT = "#1f5d86"
EXPRESS = "#a8452a"
GOLD = Shade("#e3b63f", "#3d2e00", "#7a5a00", "#fbf0cd")
COMPLETE = Shade("#2a6b46", "#ffffff", "#2a6b46", "#dcebdf")

# In a box from -5 to 5.
_PLOT_SIGNS = (
    "M-4.6 5V3.8H-3.6V-1.6H-4.6V-2.6L0-5.2L4.6-2.6V-1.6H3.6V3.8H4.6V5ZM-2-1.6V3.8H-.8V-1.6ZM.8-1.6V3.8H2V-1.6Z",
    "M0-5C1.5-2.4 3.7-.6 3.7 1.5A3.7 3.7 0 0 1-3.7 1.5C-3.7-.6-1.5-2.4 0-5Z",
    "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5ZM-.5-3.7A3.7 3.7 0 0 0-3.7-.5H-.5ZM.5-3.7V-.5H3.7A3.7 3.7 0 0 0 .5-3.7Z"
    "M-3.7.5A3.7 3.7 0 0 0-.5 3.7V.5ZM3.7.5H.5V3.7A3.7 3.7 0 0 0 3.7.5Z",
    "M-.4-5.2L4 .4H-.4ZM-1.2-4L-3.8.4H-1.2ZM-5.2 1.4H5.2Q4.2 4.8 2.4 4.8H-2.4Q-4.2 4.8-5.2 1.4Z",
    "M-.5 5.4V1.4Q-3.6 1-3.4-1.6Q-1.2-1.4-.5.2V-1.2Q-3.4-1.8-3-4.2Q-1-4-.5-2.4Q-.6-4.4 0-5.4Q.6-4.4.5-2.4Q1-4 3-4.2"
    "Q3.4-1.8.5-1.2V.2Q1.2-1.4 3.4-1.6Q3.6 1 .5 1.4V5.4Z",
    "M-3.6-5H3.6Q4 0 .7.9V3.8H2.6V5H-2.6V3.8H-.7V.9Q-4 0-3.6-5ZM-2.6-4L-2.5-2.6H2.5L2.6-4Z",
    "M0 5.4L-1.2 3.4V-1.4H-3.8V-2.8H-.8V-4A1.4 1.4 0 1 1 .8-4V-2.8H3.8V-1.4H1.2V3.4Z",
    "M-2.8-5H-1.2V-3.2H.6V-1.6H-1.2V.2H-2.8V-1.6H-4.6V-3.2H-2.8ZM-.6 2H4.6V3.6H-.6Z",
    "M-5.2 0Q0-6 5.2 0Q0 6-5.2 0ZM0-1.9A1.9 1.9 0 1 0 0 1.9A1.9 1.9 0 1 0 0-1.9Z",
    "M-5-2.6L-2-5V-3.4H4.4V-1.8H-2V-.2ZM5 2.6L2 5V3.4H-4.4V1.8H2V.2Z",
    "M-.7-2.4A1.5 1.5 0 1 1 .7-2.4V-1.6H2.4V-.4H.7V3.4Q3 3 3.6 1.2L2.8 1L4.4-.8L5.2 1.5L4.6 1.4Q3.6 5 0 5.2Q-3.6 5-4.6 1.4"
    "L-5.2 1.5L-4.4-.8L-2.8 1L-3.6 1.2Q-3 3-.7 3.4V-.4H-2.4V-1.6H-.7Z",
    "M-4.8-4.8H.6V-1H4.8V4.8H-4.8ZM-3.4-3.4V-1H-.8V-3.4ZM-3.4.4V3.4H-.8V.4ZM.6.4V3.4H3.4V.4Z",
    "M-2-2.8A2.8 2.8 0 1 1-2 2.8A2.8 2.8 0 1 1-2-2.8ZM2-2.8A2.8 2.8 0 1 1 2 2.8A2.8 2.8 0 1 1 2-2.8Z",
    "M-4.8 5V-1H-2.6V-4.6H-1.2V-1H-.7V-5.2H.7V-1H1.2V-4.6H2.6V-1H3.2V-2.8H4.6V2L2.6 5Z",
)
_GOOD_SIGNS = (
    "M-1.2-5.2H1.2V-3.4Q3.6-2 3 .8Q2.4 3.4 .6 5.2H-.6Q-2.4 3.4-3 .8Q-3.6-2-1.2-3.4Z"
    "M-3.4-3.6H-2.2V-2.8Q-3.2-2.2-3.4-.8Q-4.6-2.2-3.4-3.6Z"
    "M3.4-3.6H2.2V-2.8Q3.2-2.2 3.4-.8Q4.6-2.2 3.4-3.6Z",
    "M-2.6-5H2.6V-4H1.8Q1.6-2.6 3.4-1.2Q4.6 1.4 1.8 4V5H-1.8V4Q-4.6 1.4-3.4-1.2Q-1.6-2.6-1.8-4H-2.6ZM-3 .2V1.4H3V.2Z",
    "M-3.4-2.4H3.4L5 3.4H-5ZM-2.4-1.2L-3.2 2.2H3.2L2.4-1.2Z",
    _PLOT_SIGNS[4],
    "M-4.4-3.4A4.4 1.6 0 1 1 4.4-3.4V3.4A4.4 1.6 0 1 1-4.4 3.4ZM-3.2-1.2V-.1Q0 1.2 3.2-.1V-1.2Q0 .1-3.2-1.2Z",
)
assert len(_PLOT_SIGNS) == len(PLOTS)
assert len(_GOOD_SIGNS) == len(GOODS)


def plot_sign(plot: int, x: float, y: float, size: float, fill: str) -> Svg:
    """The sign of a plot card, centred on (x, y)."""
    return symbol(_PLOT_SIGNS[plot], x, y, size, fill)


def good_sign(good: int, x: float, y: float, size: float, fill: str) -> Svg:
    """The sign of a kind of merchandise."""
    return symbol(_GOOD_SIGNS[good], x, y, size, fill)


def anchor(x: float, y: float, size: float, fill: str) -> Svg:
    """A port."""
    return symbol(_PLOT_SIGNS[10], x, y, size, fill)


def eye(x: float, y: float, size: float, fill: str) -> Svg:
    """Looked at."""
    return symbol(_PLOT_SIGNS[8], x, y, size, fill)


@lru_cache(256)
def laurel(x: float, y: float, size: float, fill: str) -> Svg:
    """A wreath, open above: leaves along a circle, two branches that meet below."""
    radius, leaf = size * 0.4, size * 0.15
    leaves = []
    for side in (-1, 1):
        for step in range(6):
            at = pi / 2 - side * (0.22 + step * 0.42)
            stem_x, stem_y = x + radius * cos(at), y + radius * sin(at)
            for lean in (-0.55, 0.55):
                turn = at - side * (pi / 2) + lean * side
                points = [
                    (stem_x + far * cos(turn + by), stem_y + far * sin(turn + by))
                    for far, by in ((leaf * 0.8, -0.55), (leaf * 1.35, 0), (leaf * 0.8, 0.55))
                ]
                (a, b), (c, d), (e, f) = ((f"{right:.1f}", f"{down:.1f}") for right, down in points)
                leaves.append(f"M{stem_x:.1f} {stem_y:.1f}Q{a} {b} {c} {d}Q{e} {f} {stem_x:.1f} {stem_y:.1f}")
    return path("".join(leaves), fill)


def plot_shade(lasting: bool) -> Shade:
    """The colour of a plot card: those that are laid, and those that are used once."""
    return LASTING if lasting else ONCE
