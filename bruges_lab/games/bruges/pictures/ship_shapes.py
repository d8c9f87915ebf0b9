"""A ship as pictures draw it, large in a dock or small on a die, and the signs of the six actions on action markers."""

from __future__ import annotations

from ....show.svg import Svg, circle, number, path, tag
from ..market_cards import ACTIONS

MARKER = "#8a5a00"
"""An action marker, the same in light and dark; what stands on it is white."""
_HULL = "M-13 5H13Q11 12 7 12H-7Q-11 12-13 5Z"
_SAIL = "M-1-13V3H-10Q-3-4-1-13ZM1-13Q9-4 10 3H1Z"
"""In a box from -13 to 13."""
_WHITE = "#ffffff"
_SIGNS = {
    "workers": path("M-5 6C-5 2.4-3 1-2 .6A3.2 3.2 0 1 1 2 .6C3 1 5 2.4 5 6Z", _WHITE),
    "guilders": Svg(circle(0, 0, 5.5, _WHITE) + circle(0, 0, 2.4, MARKER)),
    "threat": path("M0-6L6.5 5.5H-6.5Z", _WHITE),
    "canal": path("M-6.5-2q3.2-4 6.5 0t6.5 0M-6.5 3q3.2-4 6.5 0t6.5 0", stroke=_WHITE, stroke_width=2),
    "house": path("M-6 5.5V-1L0-6L6-1V5.5Z", _WHITE),
    "recruit": path("M0-6.5A3 3 0 0 1 2-1.2C4.4-.6 5.5 1.6 5.5 5.5H-5.5C-5.5 1.6-4.4-.6-2-1.2A3 3 0 0 1 0-6.5Z", _WHITE),
}
"""Each in a box from -7 to 7."""


def ship(x: float, y: float, size: float, hull: str, sail: str, edge: str | None = None) -> Svg:
    """A ship, centred on (x, y)."""
    place = f"translate({number(x)} {number(y)}) scale({number(size / 26)})"
    return tag("g", path(_SAIL, sail, stroke=edge, stroke_width=1 if edge else None), path(_HULL, hull), transform=place)


def action_marker(action: int, x: float, y: float, size: float, *, there: bool, gone: str) -> Svg:
    """A marker with the sign of its action; where it was, an empty ring in the colour `gone`."""
    if not there:
        return circle(x, y, size / 2 - 0.8, "none", stroke=gone, stroke_width=1.3, stroke_dasharray="3 3")
    place = f"translate({number(x)} {number(y)}) scale({number(size / 22)})"
    return tag("g", circle(0, 0, 11, MARKER), _SIGNS[ACTIONS[action]], transform=place)
