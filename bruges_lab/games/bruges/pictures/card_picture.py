"""One card as a picture, in the lab's own design: a house front of its colour, name and group, and what the person does.

What no document gives carries the mark of all pictures here, ≈, where it stands and again in words at the foot.
deck.py puts the same words into tables.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from math import cos, pi, sin

from ....show.svg import (
    FONT,
    GREEN,
    INK,
    LINE,
    MUTED,
    PALE,
    PANEL,
    PAPER,
    STONE,
    Fitted,
    Shade,
    Svg,
    circle,
    cut,
    group,
    label,
    number,
    path,
    rect,
    star,
    tag,
    text_width,
    tip,
)
from ..card_texts import MARK, Told, several, tell, term
from ..deck import Card
from ..model import State
from ..words import COLOURS
from .colours import SHADES, sign

WIDTH, HEIGHT = 200, 290
SCALE = 1.05
"""Pixels a unit: four cards then stand side by side in a notebook, and the smallest text stays legible."""

_EDGE, _MARGIN = 5, 12
_ROOM = WIDTH - 2 * _MARGIN


# Texts that fill a box


_BREAK = re.compile(r"(?<!\d) ")
"""Between words, but not between a number and its noun."""


def wrap(words: str, room: float, size: float, bold: bool = False) -> list[str]:
    """A text in lines no wider than the room; a word that is wider by itself is broken."""
    lines = [""]
    for word in _BREAK.split(words):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(longer, size, bold) <= room:
            lines[-1] = longer
            continue
        while text_width(word, size, bold) > room:
            most = next((n for n in range(2, len(word)) if text_width(word[:n], size, bold) > room), len(word)) - 1
            lines.append(word[:most])
            word = word[most:]
        lines.append(word)
    return [line for line in lines if line]


def fill(words: str, room: float, sizes: tuple[float, ...], height: float, leading: float = 1.24) -> Fitted:
    """A text in the largest size in which its lines fit a box; in the smallest, what is too much is cut off.

    The lines are made about equally long: none has a word to itself if another can spare one.
    """
    for size in sizes:
        lines = wrap(words, room, size)
        if len(lines) * size * leading <= height:
            return Fitted(tuple(_balanced(words, room, size, lines)), size)
    most = int(height / (size * leading))
    return Fitted((*lines[: most - 1], cut(f"{lines[most - 1]}…", room, size)), size)


def _balanced(words: str, room: float, size: float, lines: list[str]) -> list[str]:
    """As many lines, in about the narrowest room that has them and breaks no word."""
    least = max((text_width(word, size) for word in _BREAK.split(words)), default=0)
    while room - least > 2:
        middle = (least + room) / 2
        narrower = wrap(words, middle, size)
        if len(narrower) == len(lines):
            lines, room = narrower, middle
        else:
            least = middle
    return lines


@lru_cache(1024)
def _fit_name(name: str) -> Fitted:
    """A name in one line if it is not small there, else in two of about the same length."""
    for size in (15, 14, 13):
        if text_width(name, size, True) <= _ROOM:
            return Fitted((name,), size)
    breaks = [i + (name[i] == "-") for i, c in enumerate(name) if c in " -"]
    for size in (13, 12, 11, 10, 9):
        for at in sorted(breaks, key=lambda at: abs(2 * at - len(name))):
            halves = (name[:at].strip(), name[at:].strip())
            if all(text_width(half, size, True) <= _ROOM for half in halves):
                return Fitted(halves, size)
        if text_width(name, size, True) <= _ROOM:
            return Fitted((name,), size)
    first, *others = wrap(name, _ROOM, size, True)
    return Fitted((first, cut(" ".join(others), _ROOM, size, True)), size)


def _figure(x: float, y: float, words: str, room: float, size: float, ink: str) -> Svg:
    """A number in the middle of something, small enough for it."""
    size = max(6, min(size, size * room / text_width(words, size, True)))
    return label(x, y + size * 0.36, cut(words, room, size, True), size, ink, bold=True, anchor="middle")


def _lines(fitted: Fitted, x: float, first: float, leading: float, ink: str, bold: bool = False) -> Svg:
    step = fitted.size * leading
    return Svg(
        "".join(
            label(x, first + i * step, line, fitted.size, ink, bold=bold, anchor="middle") for i, line in enumerate(fitted.lines)
        )
    )


# The card


def card_svg(card: Card, lang: str = "en") -> Svg:
    """Draw a card in a language; a text alternative is inside."""
    told = tell(card, lang)
    colour = COLOURS.index(card.colour)
    title = f"{told.name} ({told.group}, {told.colour})"
    return tag(
        "svg",
        tip(title),
        tag("desc", Svg(escape(describe(card, lang)))),
        rect(0, 0, WIDTH, HEIGHT, SHADES[colour].fill, 13),
        rect(_EDGE, _EDGE, WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE, PAPER, 9),
        _scene(card, told, colour),
        _heading(told),
        _text_box(card, told, SHADES[colour]),
        _foot(told, lang),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH * SCALE,
        height=HEIGHT * SCALE,
        style="max-width:100%;height:auto",
        role="img",
        aria_label=title,
        class_="bl-card",
        font_family=FONT,
        lang=lang,
    )


def portrait_svg(card: Card, lang: str = "en") -> Svg:
    """The upper part of a card, for a place where its words stand beside it: no letters that would be too small there."""
    colour = COLOURS.index(card.colour)
    height = _GROUND + _EDGE
    return tag(
        "svg",
        rect(0, 0, WIDTH, height, SHADES[colour].fill, 13),
        _scene(card, tell(card, lang), colour, marks=False),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        class_="bl-portrait",
        font_family=FONT,
    )


def card_in_play(state: State, card: int, lang: str = "en") -> Svg:
    """A card of a game by its number, as the deck in play has it."""
    return card_svg(state.deck[card], lang)


def describe(card: Card, lang: str = "en") -> str:
    """A card in words, for those who cannot see it."""
    told = tell(card, lang)
    facts = f"{term('price', lang)} {told.price}, {several('points', lang)} {told.points}, {told.when}"
    return ". ".join(filter(None, [f"{facts[0].upper()}{facts[1:]}", told.text.rstrip("."), told.note(lang)])) + "."


def _mark(told: Told, column: str, x: float, y: float, ink: str = MUTED) -> Svg:
    if not told.marked(column):
        return Svg("")
    return tag("g", label(x, y, MARK, 11, ink, anchor="middle"), data_mark=column)


# Above: the house front with the emblem of the group, price and points on either side, the band with the sign

_BAND, _GROUND = 74, 92
EMBLEMS = {
    "noble": "M-11 8V-5L-5.5 0L0-9L5.5 0L11-5V8ZM-9 4.2V5.8H9V4.2Z",
    "entertainer": "M-9.5-9Q0-12 9.5-9V0Q9 9 0 12Q-9 9-9.5 0ZM-6.5-3Q-4.2-6-1.8-3Q-4.2-1.4-6.5-3ZM1.8-3Q4.2-6 6.5-3"
    "Q4.2-1.4 1.8-3ZM-5.5 2.5Q0 4.5 5.5 2.5Q4 8 0 8Q-4 8-5.5 2.5Z",
    "craftsman": "M-9-10H5Q10-10 11-4H5.5V-2.5H2V12H-2.2V-2.5H-9Z",
    "church": "M-.9-13H.9V-11H2.9V-9.2H.9V-7L6.5.5V3L10 6V12H2.4V8Q0 4.6-2.4 8V12H-10V6L-6.5 3V.5L-.9-7V-9.2H-2.9V-11H-.9Z",
    "protector": "M-9.5-9Q-4-8.5 0-12Q4-8.5 9.5-9V0Q9.5 8 0 12Q-9.5 8-9.5 0ZM-1.2-8V-1.7H-6.8V.7H-1.2V8.6L1.2 8.6V.7H6.8V-1.7"
    "H1.2V-8Z",
    "scholar": "M0-6Q-5-10-12-8V7Q-5 5 0 9Q5 5 12 7V-8Q5-10 0-6ZM-.8-4.4V6.4Q-5 3.4-10 4.4V3Q-5 2-1.6 4.4V-4.4Z"
    "M.8-4.4V6.4Q5 3.4 10 4.4V3Q5 2 1.6 4.4V-4.4Z",
    "bureaucrat": "M-8-12H4L8-8V12H-8ZM-5-6.6H5V-5H-5ZM-5-2.6H5V-1H-5ZM-5 1.4H5V3H-5Z"
    "M2.8 5A2.4 2.4 0 1 0 2.8 9.8A2.4 2.4 0 1 0 2.8 5Z",
    "merchant": "M-1-11.5H1V-9H9V-7.2H1V8.4Q4 8.6 6 11H-6Q-4 8.6-1 8.4V-7.2H-9V-9H-1ZM-8-7.2L-12.4 2.4H-3.6ZM-8-4.2L-10.6 1.6"
    "H-5.4ZM8-7.2L3.6 2.4H12.4ZM8-4.2L5.4 1.6H10.6ZM-12.4 2.4H-3.6Q-4.4 6.2-8 6.2Q-11.6 6.2-12.4 2.4ZM3.6 2.4H12.4"
    "Q11.6 6.2 8 6.2Q4.4 6.2 3.6 2.4Z",
    "castle": "M-11 11V-9H-6.6V-6H-2.2V-9H2.2V-6H6.6V-9H11V11H3.2V5.4Q0 .6-3.2 5.4V11ZM-7-1.6V2.6H-5V-1.6ZM5-1.6V2.6H7V-1.6Z",
    "artist": "M0-10C7-10 12-5.6 12 0C12 4.6 8.6 4.6 5.4 4.4C2.6 4.2 2 6.2 3 8.2C4 10.2 2 10.6 0 10.6C-7 10.6-12 6-12 0"
    "C-12-5.6-7-10 0-10ZM-6.4-1.8A1.9 1.9 0 1 0-6.4 2A1.9 1.9 0 1 0-6.4-1.8ZM-3.4-7A1.9 1.9 0 1 0-3.4-3.2"
    "A1.9 1.9 0 1 0-3.4-7ZM3-7.2A1.9 1.9 0 1 0 3-3.4A1.9 1.9 0 1 0 3-7.2ZM7.4-3A1.9 1.9 0 1 0 7.4.8A1.9 1.9 0 1 0 7.4-3Z",
    "underworld": "M0 13L-2.6 8.4V-3.4H-8V-6H-1.6V-9.2A2.3 2.3 0 1 1 1.6-9.2V-6H8V-3.4H2.6V8.4Z",
}
"""An emblem for each group, in a box from -13 to 13."""


def _scene(card: Card, told: Told, colour: int, *, marks: bool = True) -> Svg:
    """With `marks`, what is reconstructed bears the sign for it."""
    tone = SHADES[colour]
    left, right, top = _EDGE, WIDTH - _EDGE, _EDGE
    sky = f"M{left} {_GROUND}V{top + 9}Q{left} {top} {left + 9} {top}H{right - 9}Q{right} {top} {right} {top + 9}V{_GROUND}Z"
    return tag(
        "g",
        path(sky, tone.tint),
        path(_gable(47, 46, _BAND, 47) + _gable(153, 46, _BAND, 47), tone.fill, opacity=0.22),
        path(_gable(100, 76, _GROUND, 13), tone.fill),
        rect(left, _BAND, right - left, _GROUND - _BAND, tone.fill),
        path(EMBLEMS[card.group], tone.on, fill_rule="evenodd", transform="translate(100 54) scale(1.45)"),
        sign(colour, 24, (_BAND + _GROUND) / 2, 13, tone.on),
        sign(colour, WIDTH - 24, (_BAND + _GROUND) / 2, 13, tone.on),
        _mark(told, "colour", 39, _GROUND - 5.5, tone.on) if marks else Svg(""),
        _price(told, marks),
        _points(told),
        data_colour=card.colour,
    )


def _gable(middle: float, width: float, base: float, top: float) -> str:
    """The outline of a crow-stepped gable: three steps per side."""
    half, tread, rise = width / 2, width * 0.13, width * 0.13
    eaves = top + 3 * rise
    left = "".join(f"V{number(eaves - rise * i)}H{number(middle - half + tread * (i + 1))}" for i in range(3))
    right = "".join(f"V{number(eaves - rise * i)}H{number(middle + half - tread * i)}" for i in (2, 1, 0))
    return f"M{number(middle - half)} {base}{left}V{number(top)}H{number(middle + half - 3 * tread)}{right}V{base}Z"


def _price(told: Told, marks: bool) -> Svg:
    """A coin with the price on it."""
    return group(
        30,
        30,
        circle(0, 0, 18, STONE, stroke="#8f7838", stroke_width=1.5),
        circle(0, 0, 14.5, "none", stroke="#8f7838", stroke_width=0.8, stroke_dasharray="1 2.3"),
        _figure(0, 0, told.price, 25, 19, INK),
        _mark(told, "price", 25, 4, INK) if marks else Svg(""),
        data_field="price",
    )


def _points(told: Told) -> Svg:
    """A star with the points on it."""
    return group(WIDTH - 30, 30, star(0, 0, 40, INK), _figure(0, 1.2, told.points, 19, 15, PAPER), data_field="points")


# In the middle: name and group


def _heading(told: Told) -> Svg:
    fitted = _fit_name(told.name)
    two = len(fitted.lines) > 1
    words = f"{told.group[:1].upper()}{told.group[1:]}"
    base = 133.5 if two else 129
    side = WIDTH / 2 + text_width(words, 10.5) / 2 + 9
    return tag(
        "g",
        _lines(fitted, WIDTH / 2, 105.5 if two else 112, 1.13, INK, bold=True),
        label(WIDTH / 2, base, words, 10.5, MUTED, anchor="middle"),
        _mark(told, "group", side, base),
    )


# Below: the icon on the edge of a box with the text

_BOX_TOP, _BOX_BOTTOM, _ICON = 156, 255, 15.5
_TEXT_SIZES = (11.5, 11, 10.5, 10, 9.5, 9)


def _text_box(card: Card, told: Told, tone: Shade) -> Svg:
    height = _BOX_BOTTOM - _BOX_TOP
    top = _BOX_TOP + (_ICON + 1 if card.when else 5)
    fitted = fill(told.text, _ROOM - 10, _TEXT_SIZES, _BOX_BOTTOM - 5 - top)
    step = fitted.size * 1.24
    first = (top + _BOX_BOTTOM - 4) / 2 - step * (len(fitted.lines) - 1) / 2 + fitted.size * 0.36
    return tag(
        "g",
        rect(_MARGIN - 2, _BOX_TOP, _ROOM + 4, height, PANEL, 7, stroke=LINE),
        icon(card.when, card.worker, WIDTH / 2, _BOX_TOP, _ICON, tone),
        _mark(told, "when", WIDTH / 2 + _ICON + 9, _BOX_TOP + 13),
        _lines(fitted, WIDTH / 2, first, 1.24, INK),
        _mark(told, "text", WIDTH - _MARGIN - 8, _BOX_TOP + 13),
        data_field="text",
    )


def _foot(told: Told, lang: str) -> Svg:
    """What is reconstructed, under a line of dashes."""
    note = told.note(lang)
    if not note:
        return Svg("")
    fitted = fill(note, _ROOM + 4, (9, 8.5), 22, 1.15)
    first = 270.5 - fitted.size * 1.15 * (len(fitted.lines) - 1) / 2 + fitted.size * 0.36
    return tag("g", _lines(fitted, WIDTH / 2, first, 1.15, MUTED), data_field="reconstructed")


# Icons


def icon(
    when: str | None, worker: str | None, x: float, y: float, radius: float, tone: Shade, *, paper: str = PAPER, ink: str = INK
) -> Svg:
    """How a person is activated, on a disc of paper: at once, by a worker, always or once a round, at the end of the game."""
    if when is None:
        return Svg("")
    disc = circle(0, 0, radius, paper, stroke=tone.fill, stroke_width=radius * 0.13)
    drawn = tag("g", _DRAWINGS[when](worker, ink), transform=f"scale({number(radius / 13)})")
    return group(x, y, disc, drawn, data_icon=when, data_worker=worker)


def _arrow(_: str | None, ink: str) -> Svg:
    """An arrow that strikes like lightning: languages call it by either name."""
    return Svg(
        path("M-6.6-7.6L1.8-3.4L-2.6.4L4 4.2", stroke=ink, stroke_width=2.6, stroke_linejoin="miter")
        + path("M7.6 8L.6 6.9L5.2 1.2Z", ink)
    )


def _pawn(worker: str | None, ink: str) -> Svg:
    """A worker of a colour, with its sign."""
    colour = COLOURS.index(worker) if worker in COLOURS else None
    tone = SHADES[colour] if colour is not None else Shade(MUTED, PAPER, MUTED, PALE)
    body = "M0-10.4A3.9 3.9 0 0 1 2.5-3.5Q3.4.6 8 4.6Q9 9 6.4 9.4H-6.4Q-9 9-8 4.6Q-3.4.6-2.5-3.5A3.9 3.9 0 0 1 0-10.4Z"
    return Svg(path(body, tone.fill) + sign(colour, 0, 4.4, 7, tone.on))


def _infinity(_: str | None, ink: str) -> Svg:
    loops = "M0 0C-2.6-4.6-9-5.6-9 0C-9 5.6-2.6 4.6 0 0C2.6-4.6 9-5.6 9 0C9 5.6 2.6 4.6 0 0Z"
    return path(loops, stroke=ink, stroke_width=2.4)


def _laurel(_: str | None, ink: str) -> Svg:
    """A wreath, open above: six leaves a side along a circle, each from its stem to its tip and back."""
    leaves = []
    for side in (-1, 1):
        for step in range(6):
            at = pi / 2 - side * (0.28 + step * 0.43)
            x, y, lean = 7 * cos(at), 7 * sin(at), at - side * 1.08
            points = [(x + far * cos(lean + turn), y + far * sin(lean + turn)) for far, turn in ((3.8, -1), (5.4, 0), (3.8, 1))]
            (a, b), (c, d), (e, f) = ((f"{right:.1f}", f"{down:.1f}") for right, down in points)
            leaves.append(f"M{x:.1f} {y:.1f}Q{a} {b} {c} {d}Q{e} {f} {x:.1f} {y:.1f}")
    return path("".join(leaves), GREEN)


_DRAWINGS = {"arrow": _arrow, "worker": _pawn, "infinity": _infinity, "laurel": _laurel}
