"""The five colours of the game: a shade and a sign each, so that nothing is told by colour alone; and its money."""

from __future__ import annotations

from ....show.svg import Shade, Svg, circle, number, path, symbol, tag

# Blue and purple, brown and red differ in lightness as well, so that they stay apart in the three kinds of colour blindness;
# and nothing depends on it, for each colour has its sign.
SHADES = (
    Shade("#2d78bc", "#ffffff", "#22679f", "#dcebf7"),
    Shade("#62401f", "#ffffff", "#62401f", "#e8ddd0"),
    Shade("#eebd2f", "#3d2e00", "#8a6500", "#fbf0cd"),
    Shade("#cc3828", "#ffffff", "#b92f20", "#f9ded9"),
    Shade("#64328c", "#ffffff", "#64328c", "#e8dcf1"),
)
NO_SHADE = Shade("#7d7363", "#ffffff", "#6b6153", "#efe8d9")
"""For a card of which not even the colour is known."""

# The signs stand for the damage of the colour: a drop, the plague cross, a coin, flames, an eye. In a box from -5 to 5.
_SIGNS = (
    "M0-5C1.5-2.4 3.7-.6 3.7 1.5A3.7 3.7 0 0 1-3.7 1.5C-3.7-.6-1.5-2.4 0-5Z",
    "M-1.5-4.6H1.5V-1.5H4.6V1.5H1.5V4.6H-1.5V1.5H-4.6V-1.5H-1.5Z",
    "M0-4.5A4.5 4.5 0 1 1 0 4.5A4.5 4.5 0 1 1 0-4.5ZM0-2A2 2 0 1 0 0 2A2 2 0 1 0 0-2Z",
    "M0 5.2C-3.2 5.2-5 3.2-4.8.6Q-4.6-1.6-3.5-3.4Q-2.9-1.9-2-1.2Q-1.7-3.8.6-5.6Q.8-3 2.1-1.5Q3-2.2 3.2-3.6"
    "Q4.9-1.4 4.8.6C4.9 3.2 3.2 5.2 0 5.2Z",
    "M-5.2 0Q0-6 5.2 0Q0 6-5.2 0ZM0-1.6A1.6 1.6 0 1 0 0 1.6A1.6 1.6 0 1 0 0-1.6Z",
)
_NO_SIGN = "M-3.5-1H3.5V1H-3.5Z"

PATTERNS = ("/", "x", "", "\\", ".")
"""A fill pattern of figures for each colour."""
SYMBOLS = ("circle", "cross", "diamond", "triangle-up", "star")
"""A symbol of figures for each colour."""
FILLS = tuple(shade.fill for shade in SHADES)


def shade(colour: int | None) -> Shade:
    """The shade of a colour; grey if it is not known."""
    return NO_SHADE if colour is None else SHADES[colour]


def sign(colour: int | None, x: float, y: float, size: float, fill: str) -> Svg:
    """The sign of a colour, centred on (x, y)."""
    return symbol(_NO_SIGN if colour is None else _SIGNS[colour], x, y, size, fill)


def coin(x: float, y: float, size: float, fill: str, face: str) -> Svg:
    """Guilders: a coin with the florin's f, quite unlike the ring that is the sign of yellow."""
    place = f"translate({number(x)} {number(y)}) scale({number(size / 10)})"
    letter = path(
        "M1.9-2.8C.9-3.2.4-2.6.2-1.6L-.5 1.9C-.7 2.9-1.2 3.2-2 2.9M-1.6-.6H1.6",
        stroke=face,
        stroke_width=1.1,
        stroke_linecap="round",
    )
    return tag("g", circle(0, 0, 5, fill), letter, transform=place)
