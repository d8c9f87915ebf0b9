"""What every drawing is made of: tags that escape, seals of seats, and texts that fit their room.

No style sheet, no ids, no definitions: several pictures may stand in one page, and none may restyle it or another. What scripts
need to find carries `data-` attributes.
"""

from __future__ import annotations

import unicodedata
from base64 import b64encode
from functools import lru_cache
from html import escape
from typing import NamedTuple, NewType

Svg = NewType("Svg", str)
"""Markup. Plain text becomes markup only through `label` and `tip`, which escape it; the type checker sees to that."""

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"

INK, MUTED, LINE = "#2b2621", "#6b6153", "#ddd3bf"
PAPER, PANEL, CARD, PALE = "#fffdf8", "#faf6ec", "#ffffff", "#efe8d9"
GREEN, WATER, WAVE, STONE = "#2a7d5a", "#bfe0ee", "#4d97b8", "#d9c48f"


class Shade(NamedTuple):
    """A colour of a game: for areas, for what stands on them, for thin lines on paper, and a breath of it."""

    fill: str
    on: str
    ink: str
    tint: str


# Seals as shapes and not as characters: fonts draw ▲ ■ ● ◆ in four different sizes.
_SEALS = (
    "M0-5L5 4.2H-5Z",
    "M-4.2-4.2H4.2V4.2H-4.2Z",
    "M0-4.7A4.7 4.7 0 1 1 0 4.7A4.7 4.7 0 1 1 0-4.7Z",
    "M0-5.6L5.2 0L0 5.6L-5.2 0Z",
    "M0-5.5L1.5-1.6L5.6-1.4L2.4 1.2L3.5 5.2L0 2.9L-3.5 5.2L-2.4 1.2L-5.6-1.4L-1.5-1.6Z",
)
_STAR = "M0-5L1.5-1.6L5-1.4L2.3.9L3.2 4.4L0 2.4L-3.2 4.4L-2.3.9L-5-1.4L-1.5-1.6Z"


# Tags


def tag(name: str, *inside: Svg, **attributes: str | float | None) -> Svg:
    """An element. An attribute `stroke_width` becomes stroke-width, `class_` class; one that is None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value) if isinstance(value, int | float) else value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Svg(f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>")


def image(picture: str, words: str, style: str, width: float | None = None, height: float | None = None) -> Svg:
    """A picture as an image, with what it says for those who cannot see it. A notebook that is not trusted shows it too."""
    source = f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"
    return tag("img", src=source, width=width, height=height, alt=words, title=words or None, style=style)


def number(value: float) -> str:
    """A number as short as two decimals allow."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def group(x: float, y: float, *inside: Svg, **attributes: str | float | None) -> Svg:
    """Elements moved together."""
    moved = f"translate({number(x)} {number(y)})" if x or y else None
    return tag("g", *inside, transform=moved, **attributes)


def rect(x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **more: str | float | None) -> Svg:
    """A rectangle, its corners rounded if a radius is given."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius or None, fill=fill, **more)


def circle(x: float, y: float, radius: float, fill: str, **more: str | float | None) -> Svg:
    """A disc."""
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, **more)


def path(d: str, fill: str = "none", **more: str | float | None) -> Svg:
    """A free shape."""
    return tag("path", d=d, fill=fill, **more)


def tip(words: str) -> Svg:
    """What an element tells when the pointer rests on it."""
    return tag("title", Svg(escape(words)))


def label(x: float, y: float, words: str, size: float = 10, fill: str = INK, *, bold: bool = False, anchor: str = "start") -> Svg:
    """A text, escaped; (x, y) is on its base line."""
    if not words:
        return Svg("")
    return tag(
        "text",
        Svg(escape(words)),
        x=x,
        y=y,
        font_size=size,
        font_weight=600 if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
    )


# Signs


def symbol(d: str, x: float, y: float, size: float, fill: str) -> Svg:
    """A shape drawn in a box from -5 to 5, centred on (x, y) in a size."""
    place = f"translate({number(x)} {number(y)})" + ("" if size == 10 else f" scale({number(size / 10)})")
    return path(d, fill, fill_rule="evenodd", transform=place)


def seal(seat: int, x: float, y: float, size: float, fill: str = INK) -> Svg:
    """The seal of a seat, centred on (x, y)."""
    return symbol(_SEALS[seat % len(_SEALS)], x, y, size, fill)


def star(x: float, y: float, size: float, fill: str) -> Svg:
    """Points."""
    return symbol(_STAR, x, y, size, fill)


# Texts that fit


@lru_cache(4096)
def text_width(words: str, size: float, bold: bool = False) -> float:
    """About how wide a text becomes. Reckoned for DejaVu Sans, the widest of the usual fonts; others leave room to spare."""
    return sum(map(_advance, words)) * size * (1.12 if bold else 1.0)


def _advance(c: str) -> float:
    if unicodedata.combining(c):
        return 0.1
    if unicodedata.east_asian_width(c) in "WF":
        return 1.05
    for letters, advance in _ADVANCES.items():
        if c in letters:
            return advance
    return 0.7 if c.isupper() or not c.isascii() else 0.61


_ADVANCES = {"iljI.,:;'|!’": 0.31, 'frt()[]-/ ·"': 0.4, "sczJ": 0.54, "w": 0.82, "mMW@%…—": 0.98}
"""In parts of the size; what is not here is as wide as an a, or a B."""


def cut(words: str, room: float, size: float, bold: bool = False) -> str:
    """A text short enough for its room, with an ellipsis where something is missing."""
    if text_width(words, size, bold) <= room:
        return words
    while words and text_width(words + "…", size, bold) > room:
        words = words[:-1]
    return words.rstrip(" -…") + "…"


class Fitted(NamedTuple):
    """A name in one or two lines, and the size to write them in."""

    lines: tuple[str, ...]
    size: float


@lru_cache(4096)
def fit_name(words: str, room: float, sizes: tuple[float, ...] = (10, 9.5, 9, 8.5, 8)) -> Fitted:
    """A name in the largest size in which it fits on one line, or small on two, broken between words; failing that, cut."""
    breaks = [i + (words[i] == "-") for i, c in enumerate(words) if c in " -"]
    for size in sizes:
        if text_width(words, size, True) <= room:
            return Fitted((words,), size)
        for at in sorted(breaks if size <= 9 else (), key=lambda at: abs(2 * at - len(words))):
            lines = (words[:at].strip(), words[at:].strip())
            if all(text_width(line, size, True) <= room for line in lines):
                return Fitted(lines, size)
    size = sizes[-1]
    if breaks:
        at = min(breaks, key=lambda at: abs(2 * at - len(words)))
        return Fitted((cut(words[:at].strip(), room, size, True), cut(words[at:].strip(), room, size, True)), size)
    return Fitted((cut(words, room, size, True),), size)
