"""What a live picture is made of: small drawings at one unit a pixel, and rows that a style sheet lays out for any width.

Colours are variables of the style sheet with the light colour to fall back on, so that the same piece serves light and dark. What
can be asked about is a thing with a target, its name in words and the rule that governs it. No letters are below `LEAST`.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from . import svg
from .svg import Fitted, Shade, Svg, label, rect, tag, text_width, tip
from .syllables import breaks

LEAST = 11.0
"""The smallest letters, in pixels."""


def _colour(name: str, light: str) -> str:
    return f"var(--p-{name}, {light})"


INK, MUTED, LINE = _colour("ink", svg.INK), _colour("muted", svg.MUTED), _colour("line", svg.LINE)
PAPER, PANEL, CARD = _colour("paper", svg.PAPER), _colour("panel", svg.PANEL), _colour("card", svg.CARD)
PALE, STONE, WATER = _colour("pale", svg.PALE), _colour("stone", svg.STONE), _colour("water", svg.WATER)
GREEN, WAVE = svg.GREEN, svg.WAVE
"""The same in light and dark; what stands on green is white."""


@lru_cache(64)
def live_shade(shade: Shade) -> Shade:
    """A colour of a game for live pictures: its fill stays, its ink lightens and its tint darkens with the ground."""
    return Shade(
        shade.fill,
        shade.on,
        f"color-mix(in srgb, {shade.ink} var(--p-strength, 100%), #fff)",
        f"color-mix(in srgb, {shade.tint} var(--p-tint, 100%), {CARD})",
    )


# Pieces


def piece(width: float, height: float, *inside: Svg, kind: str = "", **more: str | float | None) -> Svg:
    """A small drawing of its own, one unit a pixel."""
    return tag(
        "svg",
        *inside,
        class_=f"bl-piece {kind}".rstrip(),
        width=width,
        height=height,
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        **more,
    )


def thing(
    target: str,
    words: str,
    width: float,
    height: float,
    *inside: Svg,
    rule: str | None = None,
    kind: str = "",
    **more: str | None,
) -> Svg:
    """A small drawing that can be asked about and pressed; its title is what a pointer is told and a screen reader reads."""
    return piece(width, height, tip(words), *inside, kind=f"bl-thing {kind}".rstrip(), data_target=target, data_rule=rule, **more)


def told(target: str, words: str, *inside: Svg, rule: str | None = None, kind: str = "") -> Svg:
    """The same for what is mostly text."""
    return tag(
        "span",
        *inside,
        class_=f"bl-thing {kind}".rstrip(),
        data_target=target,
        data_rule=rule,
        title=words,
        role="group",
        aria_label=words,
    )


def row(*inside: Svg, kind: str = "") -> Svg:
    """Things side by side, wrapped where the room ends."""
    return tag("div", *(inside or (Svg(""),)), class_=f"bl-row {kind}".rstrip()) if inside else Svg("")


def words(said: str, kind: str = "") -> Svg:
    """Some words of a picture."""
    return tag("span", Svg(escape(said)), class_=f"bl-term {kind}".rstrip())


def caption(said: str) -> Svg:
    """What a row is called."""
    return tag("span", Svg(escape(said)), class_="bl-caption")


def place(part: str, kind: str = "", name: str = "div") -> Svg:
    """Where a part goes."""
    return tag(name, Svg(""), data_part=part, class_=kind or None)


def button(act: str, value: object, said: str, sign: str, hint: str) -> Svg:
    """A small button of a picture, a sign before its word."""
    inside = Svg(f'<span aria-hidden="true">{escape(sign)}</span>') + words(said)
    return tag(
        "button",
        Svg(inside),
        type="button",
        class_="bl-fold",
        data_act=act,
        data_value=str(value),
        data_key=f"{act}:{value}",
        title=hint,
        aria_label=hint,
    )


# Names


@lru_cache(4096)
def fit(name: str, room: float, lines: int = 2, sizes: tuple[float, ...] = (13, 12.5, 12, 11.5, LEAST)) -> Fitted:
    """A name in the largest size in which it fits: on one line, on two, broken between words or else syllables; then on more."""
    for size in sizes:
        if text_width(name, size, True) <= room:
            return Fitted((name,), size)
    for most in range(2, lines + 1):
        for size in sizes[1:]:
            if found := _broken(name, room, size, most, between_words=True):
                return Fitted(found, size)
        for size in sizes[2:]:
            if found := _broken(name, room, size, most, between_words=False):
                return Fitted(found, size)
    size = sizes[-1]
    halves = [_parted(name, at, hyphen) for at, hyphen in _places(name, syllables=True)]
    best = min(halves, key=lambda lines: max(text_width(line, size, True) for line in lines), default=(name,))
    return Fitted(tuple(svg.cut(line, room / SQUEEZE, size, True) for line in best), size)


SQUEEZE = 0.76
"""How narrow letters may become where a name has no more room: still legible, and better than a name without its end."""


def _places(name: str, *, syllables: bool) -> list[tuple[int, str]]:
    """Where a name may be broken, and with which hyphen."""
    found = [(i + (c == "-"), "") for i, c in enumerate(name) if c in " -"]
    return [*found, *((at, "-") for at in breaks(name))] if syllables else found


def _parted(name: str, at: int, hyphen: str) -> tuple[str, str]:
    return name[:at].strip() + hyphen, name[at:].strip()


def _broken(name: str, room: float, size: float, lines: int, *, between_words: bool) -> tuple[str, ...] | None:
    """The name on so many lines, the first break as near to the middle as it goes; None if it does not fit."""
    if text_width(name, size, True) <= room:
        return (name,)
    if lines == 1:
        return None
    for at, hyphen in sorted(
        _places(name, syllables=not between_words), key=lambda found: (bool(found[1]), abs(found[0] * lines - len(name)))
    ):
        first, last = _parted(name, at, hyphen)
        if text_width(first, size, True) > room:
            continue
        rest = _broken(last, room, size, lines - 1, between_words=between_words)
        if rest is not None:
            return (first, *rest)
    return None


def name_lines(fitted: Fitted, x: float, middle: float, room: float, ink: str = INK) -> Svg:
    """A fitted name around a height; letters become narrower where a line is wider than its room."""
    step = fitted.size * 1.13
    first = middle - step * (len(fitted.lines) - 1) / 2 + fitted.size * 0.36
    return Svg("".join(_name_line(line, x, first + i * step, fitted.size, room, ink) for i, line in enumerate(fitted.lines)))


def _name_line(line: str, x: float, y: float, size: float, room: float, ink: str) -> Svg:
    drawn = label(x, y, line, size, ink, bold=True, anchor="middle")
    if text_width(line, size, True) <= room:
        return drawn
    return Svg(drawn.replace("<text ", f'<text textLength="{svg.number(room)}" lengthAdjust="spacingAndGlyphs" ', 1))


def figure(x: float, y: float, number: object, room: float, size: float = 13, ink: str = INK) -> Svg:
    """A number centred on (x, y), smaller if it must be; not below the least, for then its room was too small."""
    said = str(number)
    while size > LEAST and text_width(said, size, True) > room:
        size -= 0.5
    return label(x, y + size * 0.36, said, size, ink, bold=True, anchor="middle")


def plate(width: float, height: float, fill: str, edge: str, radius: float = 5, stroke: float = 1) -> Svg:
    """A ground with an edge that lies inside its box."""
    return rect(stroke / 2, stroke / 2, width - stroke, height - stroke, fill, radius, stroke=edge, stroke_width=stroke)
