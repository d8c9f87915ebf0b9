"""The panel of one player: who, how rich, workers, majorities; threats, canals, statues; houses and hand. Part of position.py."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from ..bruges.board import Section, Space
from ..bruges.model import Player, State
from ..bruges.words import AREAS, COLOURS, DAMAGES, SECTIONS
from .cards import BACK_WIDTH, CARD_HEIGHT, HOUSE_HEIGHT, hand_card, house
from .facts import canals_are_reconstructed, count, name_of, section_claimed, sections_of, visible_hand
from .svg import (
    CARD,
    GREEN,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    SHADES,
    STONE,
    WATER,
    WAVE,
    Svg,
    circle,
    coin,
    cut,
    group,
    label,
    number,
    path,
    rect,
    seal,
    sign,
    star,
    tag,
    text_width,
    tip,
)

WIDTH = 676
_PAD = 14
_ROOM = WIDTH - 2 * _PAD
_GAP = 5
"""Between two cards."""
_NARROW, _WIDE = 66, 74
"""Between these a house or a card in hand shrinks before it wraps."""
_SHELF = 112
"""Where houses and hand begin."""


class Panel(NamedTuple):
    """A drawn panel and how high it became."""

    drawing: Svg
    height: float


def player_panel(state: State, owner: int, names: Sequence[str], seat: int | None) -> Panel:
    """Everything in front of one player, as `seat` may see it."""
    shelf = _houses_and_hand(state, owner, seat)
    height = _SHELF + shelf.height + 12
    own = owner == seat
    frame = rect(
        0.5, 0.5, WIDTH - 1, height - 1, PAPER if own else PANEL, 10, stroke=INK if own else LINE, stroke_width=2 if own else 1
    )
    drawing = group(
        0,
        0,
        frame,
        _who(state, owner, name_of(names, owner)),
        _wealth(state.players[owner]),
        _workers(state.players[owner]),
        _majorities(state.players[owner]),
        _threats(state, state.players[owner]),
        _canals(state, owner),
        _statues(state.players[owner]),
        group(_PAD, _SHELF, shelf.drawing),
        data_seat=owner,
        class_="bl-player",
    )
    return Panel(drawing, height)


def _caption(x: float, y: float, words: str, anchor: str = "start") -> Svg:
    return label(x, y, words, 9, MUTED, anchor=anchor)


# First line: who, points and guilders, workers, majorities


def _who(state: State, owner: int, name: str) -> Svg:
    is_start = owner == state.start
    shown = cut(name, 98 if is_start else 138, 15, True)
    parts = [circle(27, 23, 12, INK), seal(owner, 27, 22.6 if owner else 22, 12, PAPER), label(46, 28, shown, 15, bold=True)]
    if is_start:
        parts.append(_flag(46 + text_width(shown, 15, True) + 6))
    return tag("g", *parts, class_="bl-name")


def _flag(x: float) -> Svg:
    """The start player's banner."""
    return group(
        x,
        13,
        tip("Start player"),
        path("M0 0H34L29 9.5L34 19H0Z", STONE),
        label(3.5, 13, "start", 9.5, INK, bold=True),
        class_="bl-start",
    )


def _wealth(player: Player) -> Svg:
    return Svg(_amount(196, player.points, "point", "points") + _amount(280, player.guilders, "guilder", "guilders"))


def _amount(x: float, amount: int, thing: str, field: str) -> Svg:
    icon = star(6, -5, 13, INK) if thing == "point" else coin(6, -5, 13, INK, PAPER)
    figure = str(amount)
    return group(
        x,
        28,
        icon,
        label(15, 0, figure, 15, bold=True),
        _noun(15 + text_width(figure, 15, True) + 3, count(amount, thing).partition(" ")[2]),
        data_field=field,
    )


def _noun(x: float, noun: str) -> Svg:
    """What the figure counts, unless the figure has taken its room; the icon says it as well."""
    return label(x, 0, noun, 9.5, MUTED) if x < 54 else Svg("")


def _workers(player: Player) -> Svg:
    one = [
        group(
            384 + 38 * colour,
            23,
            tip(count(number_, f"{COLOURS[colour]} worker")),
            _worker(colour, faint=not number_),
            label(12.5, 4.5, str(number_), 12.5, INK if number_ else MUTED, bold=bool(number_)),
            data_colour=COLOURS[colour],
        )
        for colour, number_ in enumerate(player.workers)
    ]
    return tag("g", *one, data_field="workers")


def _worker(colour: int, *, faint: bool) -> Svg:
    """A pawn's head and shoulders with the sign of its colour."""
    tone = SHADES[colour]
    body = "M-9 10C-9 3.5-5.5 1.5-3.6.6A5.4 5.4 0 1 1 3.6.6C5.5 1.5 9 3.5 9 10Z"
    return group(
        0,
        0,
        path(body, tone.tint if faint else tone.fill, stroke=tone.fill, stroke_width=1),
        sign(colour, 0, 3.4, 8, tone.ink if faint else tone.on),
    )


def _majorities(player: Player) -> Svg:
    one = []
    for place, (area, turned) in enumerate(zip(AREAS, player.majorities, strict=True)):
        words = f"Majority in {'canals' if area == 'canal' else area}: {'turned' if turned else 'not turned'}"
        box = rect(0, 0, 22, 22, GREEN if turned else "none", 5, stroke=GREEN if turned else LINE, stroke_width=1.4)
        letter = label(11, 15.5, area[0].upper(), 12, PAPER if turned else MUTED, bold=turned, anchor="middle")
        one.append(group(WIDTH - _PAD - 74 + 26 * place, 12, tip(words), box, letter, data_area=area))
    return tag("g", *one, data_field="majorities")


# Second line: threats, canals, statues


def _threats(state: State, player: Player) -> Svg:
    limit = state.rules.threat_limit
    one = [
        group(
            _PAD + 14 + 33 * colour,
            76,
            tip(f"{COLOURS[colour].capitalize()} threats ({DAMAGES[colour]}): {held} of {limit}"),
            *(_slice(colour, part, max(limit, held), filled=part < held) for part in range(max(limit, held))),
            sign(colour, 0, 0, 8.5, SHADES[colour].ink),
            data_colour=COLOURS[colour],
        )
        for colour, held in enumerate(player.threats)
    ]
    return tag("g", _caption(_PAD, 54, "threats"), *one, data_field="threats")


def _slice(colour: int, part: int, parts: int, *, filled: bool) -> Svg:
    """One place for a threat marker: a part of a ring around the sign, a third with the usual limit."""
    outer, inner, gap = 14.5, 7.5, 0.09 if parts > 1 else 0.001
    start, end = (2 * pi * (part + i) / parts - pi / 2 + (gap if not i else -gap) for i in (0, 1))
    large = 1 if end - start > pi else 0
    points = [
        f"{number(r * cos(a))} {number(r * sin(a))}" for r, a in ((outer, start), (outer, end), (inner, end), (inner, start))
    ]
    d = f"M{points[0]}A{outer} {outer} 0 {large} 1 {points[1]}L{points[2]}A{inner} {inner} 0 {large} 0 {points[3]}Z"
    tone = SHADES[colour]
    return path(d, tone.fill if filled else tone.tint, stroke=tone.fill, stroke_width=0.8)


_MIDDLE = 388
"""Where the gate stands; the sections run left and right of it."""
_REACH = 158
"""Room for one section."""


def _canals(state: State, owner: int) -> Svg:
    sections = sections_of(state, owner)
    mark = " ≈" if canals_are_reconstructed(sections) else ""
    words = f"canals{mark}"
    if state.rules.canal_bonus == "lots_of_three":
        words += f" · {state.rules.third_space_points} pts per {state.rules.third_space} tiles"
    drawn = [_section(state, owner, place, section) for place, section in enumerate(sections)]
    gate = group(
        _MIDDLE,
        76,
        tip("Gate"),
        path("M-15 17V-9H-11V-13H-6V-9H-2.5V-13H2.5V-9H6V-13H11V-9H15V17Z", INK),
        seal(owner, 0, 4, 14, PAPER),
    )
    return tag("g", _caption(_MIDDLE, 54, words, "middle"), *drawn, gate, data_field="canals")


def _section(state: State, owner: int, place: int, section: Section) -> Svg:
    if not section:
        return Svg("")
    player, rules = state.players[owner], state.rules
    step = min(31.0, _REACH / len(section))
    outward = -1 if place == 0 else 1
    parts = []
    for i, space in enumerate(section):
        x = _MIDDLE + outward * (20 + step * (i + 0.5))
        parts.append(_space(space, i + 1, x, step - 2.5, built=i < player.canals[place], side=SECTIONS[place]))
        if i + 1 == rules.third_space and rules.canal_bonus == "third_space":
            parts.append(_caption(x, 54, f"{rules.third_space_points} pts", "middle"))
        elif i + 1 == len(section):
            claimed = section_claimed(player, place)
            parts.append(
                label(x, 54, "claimed" if claimed else "statue", 9, GREEN if claimed else MUTED, bold=claimed, anchor="middle")
            )
    return tag("g", *parts, data_section=SECTIONS[place])


def _space(space: Space, place: int, x: float, width: float, *, built: bool, side: str) -> Svg:
    """A canal space: its colour as ring and sign, its price; the water of a tile once built."""
    tone = SHADES[space.colour]
    words = f"{side.capitalize()} section, space {place}: {COLOURS[space.colour]}, {count(space.price, 'guilder')}"
    words += f"{', built' if built else ''} (colour {space.colour_from}, price {space.price_from})"
    ring = rect(-width / 2 + 1.25, -15.75, width - 2.5, 31.5, WATER if built else CARD, 6, stroke=tone.fill, stroke_width=2.5)
    if built:
        inside = Svg("".join(_wave(y, width - 11) for y in (-8, -3)))
    else:
        inside = label(0, 0.5, str(space.price), 13, INK, bold=True, anchor="middle")
    return group(x, 76, tip(words), ring, inside, sign(space.colour, 0, 8.5, 8, tone.ink), data_space=place)


def _wave(y: float, width: float) -> Svg:
    quarter = number(width / 4)
    half = number(width / 2)
    return path(f"M-{half} {y}q{quarter}-4.5 {half} 0t{half} 0", stroke=WAVE, stroke_width=1.8, stroke_linecap="round")


def _statues(player: Player) -> Svg:
    left = 596
    drawn = [
        group(left + 31 * place, 62, tip(f"Statue worth {count(value, 'point')}"), statue(value))
        for place, value in enumerate(player.statues[:2])
    ]
    if len(player.statues) > 2:
        drawn.append(_caption(left + 70, 80, f"+{len(player.statues) - 2}", "end"))
    if not player.statues:
        drawn.append(_caption(left, 80, "none"))
    return tag("g", _caption(left, 54, "statues"), *drawn, data_field="statues")


def statue(value: int) -> Svg:
    """A statue on its pedestal, which bears the points."""
    return Svg(
        path("M13 0a4 4 0 0 1 2.6 7C18 8 18.6 10 18.6 13H7.4C7.4 10 8 8 10.4 7A4 4 0 0 1 13 0Z", MUTED)
        + rect(1, 13.5, 24, 16, STONE, 2)
        + label(13, 26, str(value), 12.5, INK, bold=True, anchor="middle")
    )


# Third line: houses on the left, the hand on the right; below each other when one line is too short


def _houses_and_hand(state: State, owner: int, seat: int | None) -> Panel:
    houses, hand = state.players[owner].houses, visible_hand(state, owner, seat)
    backs = sum(card < 0 for card in hand)
    fixed, stretching = backs * (BACK_WIDTH + _GAP), len(houses) + len(hand) - backs
    between = 20
    room = _ROOM - between - fixed - max(0, (2 - bool(houses) - bool(hand)) * 60)
    slot = min(_WIDE, room / stretching) if stretching else _WIDE
    if slot >= _NARROW and room >= 0:
        hand_width = fixed + (len(hand) - backs) * slot
        left = _house_block(state, owner, slot, _ROOM + _GAP)
        right = _hand_block(state, hand, slot, hand_width + 1)
        at = _ROOM - max(hand_width - _GAP, 56)
        return Panel(Svg(left.drawing + group(at, 0, right.drawing)), max(left.height, right.height))
    top = _house_block(state, owner, *_even_lines(len(houses)))
    bottom = _hand_block(state, hand, *_even_lines(len(hand)))
    apart = top.height + 20
    return Panel(Svg(top.drawing + group(0, apart, bottom.drawing)), apart + bottom.height)


def _even_lines(things: int) -> tuple[float, float]:
    """The width of a slot and of a line when things share as few lines as they need, as many on each."""
    lines = max(1, -(-things // int((_ROOM + _GAP) // _NARROW)))
    a_line = max(1, -(-things // lines))
    slot = min(_WIDE, (_ROOM + _GAP) / a_line)
    return slot, slot * a_line


def _flow(widths: Sequence[float], room: float, line_height: float) -> tuple[list[tuple[float, float]], float]:
    """Places for things of these widths, line by line, and the height of them all."""
    places, x, y = [], 0.0, 0.0
    for width in widths:
        if x and x + width > room + 0.01:
            x, y = 0.0, y + line_height
        places.append((x, y))
        x += width
    return places, y + line_height


def _house_block(state: State, owner: int, slot: float, room: float) -> Panel:
    houses = state.players[owner].houses
    places, height = _flow([slot] * len(houses), room, HOUSE_HEIGHT + 6)
    drawn = [
        group(x, y, house(state.deck, one, slot - _GAP), data_house=i, data_card=one.person if one.person >= 0 else None)
        for i, (one, (x, y)) in enumerate(zip(houses, places, strict=True))
    ]
    if not houses:
        drawn, height = [_caption(0, 14, "none")], CARD_HEIGHT + 6
    return Panel(tag("g", _caption(0, -5, "houses"), *drawn, data_field="houses"), height - 6)


def _hand_block(state: State, hand: Sequence[int], slot: float, room: float) -> Panel:
    widths = [slot if card >= 0 else BACK_WIDTH + _GAP for card in hand]
    places, height = _flow(widths, room, CARD_HEIGHT + 5)
    drawn = [
        group(x, y, hand_card(state.deck, card, slot - _GAP), data_hand=i, data_card=card if card >= 0 else None)
        for i, (card, (x, y)) in enumerate(zip(hand, places, strict=True))
    ]
    if not hand:
        drawn, height = [_caption(0, 14, "none")], 25
    return Panel(tag("g", _caption(0, -5, f"hand · {len(hand)}" if hand else "hand"), *drawn, data_field="hand"), height - 5)
