"""Figures in the dark: the same in other colours. Paper and ink change places, and what stands on it is lifted till it is seen.

Figures are made in the colours of paper. Which colour becomes which is found here; the explorer's figures change their colours in
the browser, as the theme does, and `at_night` makes such a figure for good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .figures import ACCENT, CUT_FILL, LEAF_FILL, ON_DARK, ON_LIGHT
from .svg import INK, LINE, MUTED, PALE, PAPER

if TYPE_CHECKING:
    import plotly.graph_objects

GROUND = "#1e1b17"
"""The paper of a dark figure."""
LEAST = 3.0
"""How much a line or an area stands out from it at least; letters are of the colours below, and stand out more."""
_TURNED = {
    PAPER: GROUND,
    INK: "#efe8db",
    MUTED: "#b9ae9c",
    LINE: "#4a4339",
    PALE: "#3d362c",
    LEAF_FILL: "#352f27",
    CUT_FILL: "#5a2a22",
    ACCENT: "#3fae82",
}
_SAME = {ON_LIGHT, ON_DARK}
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|rgba\(255, ?253, ?248,[0-9. ]+\)")


def night(figure: plotly.graph_objects.Figure) -> dict[str, str]:
    """For each colour of a figure the one it has in the dark, as far as that is another."""
    found = {colour.lower() for words in _words(figure.to_plotly_json()) for colour in _COLOUR.findall(words)}
    return {colour: dark for colour in sorted(found) if (dark := _dark(colour)) != colour}


def at_night(figure: plotly.graph_objects.Figure) -> plotly.graph_objects.Figure:
    """The figure in dark colours."""
    turned = night(figure)
    return type(figure)(_replaced(figure.to_plotly_json(), turned))


def _dark(colour: str) -> str:
    if colour.startswith("rgba"):
        red, green, blue = _parts(GROUND)
        return f"rgba({red},{green},{blue},{colour.rstrip(')').rpartition(',')[2].strip()})"
    if colour in _SAME:
        return colour
    return _TURNED.get(colour) or lifted(colour, GROUND, LEAST)


def lifted(colour: str, ground: str, least: float) -> str:
    """A colour, or a lighter one of its kind that stands out from the ground."""
    parts = _parts(colour)
    for step in range(21):
        lighter = "#" + "".join(f"{round(part + (255 - part) * step / 20):02x}" for part in parts)
        if contrast(lighter, ground) >= least:
            return lighter
    return "#ffffff"


def contrast(one: str, other: str) -> float:
    """How much two colours stand out from each other, as the accessibility guidelines reckon it: 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in _parts(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inside in value.values():
            yield from _words(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from _words(inside)


def _replaced(value: Any, turned: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _COLOUR.sub(lambda found: turned.get(found[0].lower(), found[0]), value)
    if isinstance(value, Mapping):
        return {key: _replaced(inside, turned) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(inside, turned) for inside in value]
    return value
