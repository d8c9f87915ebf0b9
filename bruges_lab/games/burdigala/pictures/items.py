"""Small things beside the map, drawn once and used twice: as pieces of a live picture, and at a place of a drawing on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ....show.live import thing
from ....show.marks import pressable
from ....show.svg import Svg


class Item(NamedTuple):
    """A thing with its target, its words, its size and drawing, and the rule that governs it."""

    target: str
    words: str
    width: float
    height: float
    inside: Svg
    rule: str


def live_item(item: Item) -> Svg:
    """A piece of a live picture."""
    return thing(item.target, item.words, item.width, item.height, item.inside, rule=item.rule)


def flow(items: Sequence[Item], x: float, y: float, width: float, gap: float = 5, high: float = 0) -> tuple[Svg, float]:
    """Items side by side on paper, a new row where the room ends, low ones in the middle of it; and how high they stand."""
    drawn, left, row = [], 0.0, 0.0
    top = y
    for item in items:
        if left and left + item.width > width:
            left, top, row = 0.0, top + row + gap, 0.0
        down = max(0, high - item.height) / 2
        drawn.append(pressable(x + left, top + down, item.target, item.words, item.inside, rule=item.rule))
        left, row = left + item.width + gap, max(row, item.height, high)
    return Svg("".join(drawn)), top + row - y


_VARIABLE = re.compile(r"var\(--[\w-]+, (#[0-9a-f]+|\d+%)\)")
_MIXED = re.compile(r"color-mix\(in srgb, (#[0-9a-f]+) (\d+)%, (#[0-9a-f]+)\)")


def on_paper(drawn: str) -> str:
    """The same in plain colours, the light ones: a drawing that stands alone has no style sheet."""
    return _MIXED.sub(_mixed, _VARIABLE.sub(r"\1", drawn))


def _mixed(found: re.Match[str]) -> str:
    share = int(found[2]) / 100
    one, other = (_channels(colour) for colour in (found[1], found[3]))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in zip(one, other, strict=True))


def _channels(colour: str) -> tuple[int, ...]:
    digits = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4))
