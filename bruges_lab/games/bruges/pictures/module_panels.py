"""The modules of the Zwin on the picture that stands alone: a panel for the harbour, one for the market, a line for supplies.

position.py lays them between the table and the players; in a game without modules there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ....show.marks import fit_size, pressable, snug
from ....show.svg import CARD, INK, MUTED, WATER, Svg, cut, group, label, path, rect, seal, text_width
from ..market_cards import ACTIONS
from ..words import COLOURS
from .colours import SHADES, sign
from .facts import Look, name_of
from .module_words import (
    HARBOUR,
    MARKET,
    STORES,
    dock_words,
    docked,
    has_marker,
    improvement_name,
    improvements,
    in_bag,
    marker_words,
    market_is_reconstructed,
    market_words,
    modules_laid,
    next_words,
    on_top,
    ship_costs,
    ship_effect,
    ship_name,
    ships_are_reconstructed,
    stack_words,
    store_words,
    used_by,
)
from .player import PAWN
from .ship_shapes import action_marker, ship

_PAD = 14


class Laid(NamedTuple):
    """A panel: its parts by name, and how high it is."""

    drawing: Svg
    height: float


def module_panels(look: Look, width: float) -> dict[str, Laid]:
    """The panels by name, in their order."""
    drawn: dict[str, Callable[[Look, float], Laid]] = {HARBOUR: _harbour, MARKET: _market, STORES: _stores}
    return {name: drawn[name](look, width) for name in modules_laid(look.state)}


def _heading(words: str, reconstructed: bool, more: str, room: float) -> Svg:
    """What the panel is called, and what is said beside it."""
    title = f"{words} ≈" if reconstructed else words
    at = _PAD + text_width(title, 10.5) + 14
    return Svg(label(_PAD, 19, title, 10.5, MUTED) + snug(at, 19, more, room - at - _PAD, 9.5, MUTED))


# Texts on a few lines


@lru_cache(1024)
def _lines(words: str, room: float, most: int, sizes: tuple[float, ...] = (9.5, 9, 8.5, 8)) -> tuple[tuple[str, ...], float]:
    """A text broken between words into as many lines as there may be, in the largest size that does; else its end is cut."""
    for size in sizes:
        found = tuple(_broken(words, room, size))
        if len(found) <= most and all(text_width(line, size) <= room for line in found):
            return found, size
    size = sizes[-1]
    first, last = (*_broken(words, room, size),)[: most - 1], " ".join((*_broken(words, room, size),)[most - 1 :])
    return (*(cut(line, room, size) for line in first), cut(last, room, size)), size


def _broken(words: str, room: float, size: float) -> Iterator[str]:
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > room:
            yield line
            longer = word
        line = longer
    yield line


def _text(x: float, middle: float, words: str, room: float, most: int, ink: str = INK) -> Svg:
    """A text of a few lines around a height."""
    lines, size = _lines(words, room, most)
    step = size * 1.16
    first = middle - step * (len(lines) - 1) / 2 + size * 0.36
    return Svg("".join(label(x, first + i * step, line, size, ink) for i, line in enumerate(lines)))


# Ships

_DOCK_WIDTH = 40


def _harbour(look: Look, width: float) -> Laid:
    state, say = look.state, look.say
    pitch = (width - 2 * _PAD + 8) / len(COLOURS)
    head = _heading(say("harbour"), ships_are_reconstructed(state), say("harbour_costs", count=state.rules.ship_workers), width)
    berths = [group(_PAD + pitch * colour, 29, _berth(look, colour, pitch - 8)) for colour in range(len(COLOURS))]
    return Laid(Svg(head + "".join(berths)), 94)


def _berth(look: Look, colour: int, room: float) -> Svg:
    """A dock with its ship and what that does; below it, the ship that comes next and how many there are."""
    state, say = look.state, look.say
    lies, left = docked(state, colour), state.ship_left[colour]
    said = dock_words(state, colour, say)
    if lies:
        said = f"{said} {ship_costs(state, colour, say)}"
    beside = room - _DOCK_WIDTH - 5
    does = (
        _text(_DOCK_WIDTH + 5, 18, ship_effect(lies, say), beside, 4)
        if lies
        else _text(_DOCK_WIDTH + 5, 18, say("dock_none"), beside, 2, MUTED)
    )
    dock = pressable(0, 0, f"ship:{COLOURS[colour]}", said, _dock(colour, lies is not None), does)
    count = f"×{left} " if left else ""
    ahead = text_width(count, 9.5, True)
    coming, top = next_words(state, colour, say), on_top(state, colour)
    if top and text_width(coming, 8) > room - ahead:
        coming = ship_name(top, say)
    words = snug(ahead, 0, coming, room - ahead, 9.5, INK if left else MUTED)
    number_ = label(0, 0, count.strip(), 9.5, INK, bold=True)
    return Svg(dock + pressable(0, 52, f"ships:{COLOURS[colour]}", stack_words(state, colour, say), number_, words))


@lru_cache(16)
def _dock(colour: int, full: bool) -> Svg:
    tone = SHADES[colour]
    quay = rect(1.25, 1.25, _DOCK_WIDTH - 2.5, 33.5, WATER if full else CARD, 6, stroke=tone.fill, stroke_width=2.5)
    if not full:
        return Svg(quay + sign(colour, _DOCK_WIDTH / 2, 18, 12, tone.ink))
    moored = ship(_DOCK_WIDTH / 2, 17, 26, tone.fill, CARD, tone.fill)
    return Svg(quay + moored + sign(colour, _DOCK_WIDTH / 2, 25.5, 6.5, tone.on))


# The market


def _market(look: Look, width: float) -> Laid:
    """The card of the round: each improved action with its marker, or with the seal of whoever took it."""
    state, say = look.state, look.say
    found = [*improvements(state)]
    title = pressable(
        0,
        0,
        "market",
        market_words(state, say),
        _heading(say("market"), market_is_reconstructed(state), market_words(state, say), width),
    )
    if not found:
        return Laid(title, 30)
    pitch = (width - 2 * _PAD + 8) / len(found)
    cells = []
    for place, (action, improvement) in enumerate(found):
        there, seats = has_marker(state, action), used_by(state, action)
        said = marker_words(state, action, improvement, say)
        if seats:
            said += f" ({', '.join(name_of(look.names, seat) for seat in seats)})"
        token = action_marker(action, 11, 14, 20, there=there, gone=MUTED)
        taker = Svg("".join(seal(seat, 11, 14, 10, MUTED) for seat in seats[:1] if not there))
        words = _text(26, 14, improvement_name(improvement, say), pitch - 8 - 26, 3, INK if there else MUTED)
        cells.append(pressable(_PAD + pitch * place, 26, f"market:{ACTIONS[action]}", said, token, taker, words))
    return Laid(Svg(title + "".join(cells)), 62)


# Supplies


def _stores(look: Look, width: float) -> Laid:
    state, say = look.state, look.say
    heading = say("stores")
    drawn, x = [label(_PAD, 21, heading, 10.5, MUTED)], _PAD + text_width(heading, 10.5) + 18
    for colour, count in enumerate(state.worker_pool):
        tone = SHADES[colour]
        pawn = path(PAWN, tone.fill if count else tone.tint, stroke=tone.fill, stroke_width=1, transform="scale(.8)")
        inside = [pawn, sign(colour, 0, 2.6, 7, tone.on if count else tone.ink), label(12, 4.5, str(count), 11, INK, bold=True)]
        drawn.append(pressable(x, 17, f"pool:{COLOURS[colour]}", say("pool", count=count, colour=COLOURS[colour]), *inside))
        x += 42
    figures = {"bank": state.bank_left, "bag": in_bag(state), "marker": state.marker}
    told = store_words(state, say)
    room = (width - _PAD - x - 14 * len(told)) / max(len(told), 1)
    for target, said in told.items():
        under = say(f"{target}_under")
        size = fit_size(under, room - 22, 10)
        long = text_width(under, size)
        inside = [label(0, 4, under, size, MUTED), label(long + 6, 4.5, str(figures[target]), 11, INK, bold=True)]
        drawn.append(pressable(x, 17, target, said, *inside))
        x += long + text_width(str(figures[target]), 11, True) + 24
    return Laid(Svg("".join(drawn)), 34)
