"""The panel of one player: who, how rich, workers, majorities; threats, canals, statues; houses and hand. Part of position.py."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from ....show.marks import pressable, snug
from ....show.svg import (
    CARD,
    GREEN,
    INK,
    LINE,
    MUTED,
    PAPER,
    STONE,
    WATER,
    WAVE,
    Svg,
    circle,
    cut,
    group,
    label,
    number,
    path,
    rect,
    seal,
    star,
    tag,
    text_width,
    tip,
)
from ..board import Section, Space
from ..model import Player, State
from ..words import AREAS, COLOURS, DAMAGES, SECTIONS
from .cards import BACK_WIDTH, CARD_HEIGHT, HOUSE_HEIGHT, describe_card, hand_card, house
from .colours import SHADES, coin, sign
from .facts import Look, canals_are_reconstructed, describe_house, name_of, section_claimed, sections_of, visible_hand
from .picture_words import Wording, capital

WIDTH = 676
PAD = 14
SHELF = 112
"""Where houses and hand begin."""
_ROOM = WIDTH - 2 * PAD
_GAP = 5
"""Between two cards."""
_NARROW, _WIDE = 66, 74
"""Between these a house or a card in hand shrinks before it wraps."""


class Panel(NamedTuple):
    """The parts of a panel by name, and how high it became."""

    parts: dict[str, Svg]
    height: float


def player_panel(look: Look, owner: int) -> Panel:
    """Everything in front of one player, as the seat that looks may see it. Houses and hand start at (PAD, SHELF)."""
    state, say = look.state, look.say
    player = state.players[owner]
    shelf = _houses_and_hand(look, owner)
    parts = {
        "name": _who(look, owner),
        "points": _amount(196, owner, player.points, "points", say),
        "guilders": _amount(280, owner, player.guilders, "guilders", say),
        "workers": _workers(player, owner, say),
        "majorities": _majorities(player, owner, say),
        "threats": _threats(state, owner, say),
        "canals": _canals(state, owner, say),
        "statues": _statues(player, say),
        "houses": shelf.houses,
        "hand": shelf.hand,
    }
    return Panel(parts, SHELF + shelf.height + 12)


def _caption(x: float, y: float, words: str, anchor: str = "start") -> Svg:
    return label(x, y, words, 9, MUTED, anchor=anchor)


# First line: who, points and guilders, workers, majorities


def _who(look: Look, owner: int) -> Svg:
    name = name_of(look.names, owner)
    is_start = owner == look.state.start
    banner = look.say("start")
    flag = max(34.0, text_width(banner, 9.5, True) + 9)
    shown = cut(name, 132 - flag if is_start else 138, 15, True)
    parts = [circle(27, 23, 12, INK), seal(owner, 27, 22.6 if owner else 22, 12, PAPER), label(46, 28, shown, 15, bold=True)]
    if is_start:
        parts.append(_flag(46 + text_width(shown, 15, True) + 6, flag, banner))
    words = f"{name} ({look.say('start_player')})" if is_start else name
    return pressable(0, 0, f"seat:{owner}", words, *parts)


def _flag(x: float, width: float, words: str) -> Svg:
    """The start player's banner."""
    end, notch = number(width), number(width - 5)
    return group(
        x, 13, path(f"M0 0H{end}L{notch} 9.5L{end} 19H0Z", STONE), label(3.5, 13, words, 9.5, INK, bold=True), class_="bl-start"
    )


def _amount(x: float, owner: int, amount: int, field: str, say: Wording) -> Svg:
    icon = star(6, -5, 13, INK) if field == "points" else coin(6, -5, 13, INK, PAPER)
    figure = str(amount)
    return pressable(
        x,
        28,
        f"{field}:{owner}",
        say(field, count=amount),
        icon,
        label(15, 0, figure, 15, bold=True),
        _noun(15 + text_width(figure, 15, True) + 3, say(f"{field}.noun", count=amount)),
    )


def _noun(x: float, noun: str) -> Svg:
    """What the figure counts, unless the figure has taken its room; the icon says it as well."""
    return label(x, 0, noun, 9.5, MUTED) if x < 54 else Svg("")


def _workers(player: Player, owner: int, say: Wording) -> Svg:
    one = [
        pressable(
            384 + 38 * colour,
            23,
            f"worker:{owner}:{COLOURS[colour]}",
            say("workers", count=number_, colour=COLOURS[colour]),
            _worker(colour, faint=not number_),
            snug(12.5, 4.5, str(number_), 15, 12.5, INK if number_ else MUTED, bold=bool(number_)),
        )
        for colour, number_ in enumerate(player.workers)
    ]
    return Svg("".join(one))


PAWN = "M-9 10C-9 3.5-5.5 1.5-3.6.6A5.4 5.4 0 1 1 3.6.6C5.5 1.5 9 3.5 9 10Z"
"""The outline of a worker, in a box from -10 to 10."""


@lru_cache(512)
def _worker(colour: int, *, faint: bool) -> Svg:
    """A pawn's head and shoulders with the sign of its colour."""
    tone = SHADES[colour]
    return group(
        0,
        0,
        path(PAWN, tone.tint if faint else tone.fill, stroke=tone.fill, stroke_width=1),
        sign(colour, 0, 3.4, 8, tone.ink if faint else tone.on),
    )


def _majorities(player: Player, owner: int, say: Wording) -> Svg:
    one = []
    for place, (area, turned) in enumerate(zip(AREAS, player.majorities, strict=True)):
        words = say.first("majority_turned" if turned else "majority", area=area)
        box = rect(0, 0, 22, 22, GREEN if turned else PAPER, 5, stroke=GREEN if turned else LINE, stroke_width=1.4)
        ink = PAPER if turned else MUTED
        letter = snug(11, 15.5, say(f"letter.{area}"), 20, 12, ink, bold=turned, anchor="middle")
        one.append(pressable(WIDTH - PAD - 74 + 26 * place, 12, f"majority:{owner}:{area}", words, box, letter))
    return Svg("".join(one))


# Second line: threats, canals, statues


def _threats(state: State, owner: int, say: Wording) -> Svg:
    limit = state.rules.threat_limit
    one = [
        pressable(
            PAD + 14 + 33 * colour,
            76,
            f"threat:{owner}:{COLOURS[colour]}",
            say.first("threats", colour=COLOURS[colour], damage=DAMAGES[colour], count=held, limit=limit),
            *(_slice(colour, part, max(limit, held), filled=part < held) for part in range(max(limit, held))),
            sign(colour, 0, 0, 8.5, SHADES[colour].ink),
        )
        for colour, held in enumerate(state.players[owner].threats)
    ]
    return Svg(_caption(PAD, 54, say("caption.threats")) + "".join(one))


def _slice(colour: int, part: int, parts: int, *, filled: bool) -> Svg:
    tone = SHADES[colour]
    return path(ring_part(part, parts, 14.5, 7.5), tone.fill if filled else tone.tint, stroke=tone.fill, stroke_width=0.8)


@lru_cache(512)
def ring_part(part: int, parts: int, outer: float, inner: float) -> str:
    """One place for a threat marker: a part of a ring around the sign, a third with the usual limit."""
    gap = 0.09 if parts > 1 else 0.001
    start, end = (2 * pi * (part + i) / parts - pi / 2 + (gap if not i else -gap) for i in (0, 1))
    large = 1 if end - start > pi else 0
    points = [
        f"{number(r * cos(a))} {number(r * sin(a))}" for r, a in ((outer, start), (outer, end), (inner, end), (inner, start))
    ]
    sides = [number(outer), number(inner)]
    return (
        f"M{points[0]}A{sides[0]} {sides[0]} 0 {large} 1 {points[1]}L{points[2]}A{sides[1]} {sides[1]} 0 {large} 0 {points[3]}Z"
    )


_MIDDLE = 388
"""Where the gate stands; the sections run left and right of it."""
_REACH = 158
"""Room for one section."""


def _canals(state: State, owner: int, say: Wording) -> Svg:
    sections = sections_of(state, owner)
    mark = " ≈" if canals_are_reconstructed(sections) else ""
    words = f"{say('caption.canals')}{mark}"
    if state.rules.canal_bonus == "lots_of_three":
        words += f" · {say('lots', points=state.rules.third_space_points, count=state.rules.third_space)}"
    drawn = [_section(state, owner, place, section, say) for place, section in enumerate(sections)]
    gate = group(
        _MIDDLE,
        76,
        tip(say("gate")),
        path("M-15 17V-9H-11V-13H-6V-9H-2.5V-13H2.5V-9H6V-13H11V-9H15V17Z", INK),
        seal(owner, 0, 4, 14, PAPER),
    )
    return Svg(_caption(_MIDDLE, 54, words, "middle") + "".join(drawn) + gate)


def _section(state: State, owner: int, place: int, section: Section, say: Wording) -> Svg:
    if not section:
        return Svg("")
    player, rules = state.players[owner], state.rules
    step = min(31.0, _REACH / len(section))
    outward = -1 if place == 0 else 1
    parts = []
    for i, space in enumerate(section):
        x = _MIDDLE + outward * (20 + step * (i + 0.5))
        built = i < player.canals[place]
        words = describe_space(space, place, i + 1, built, say)
        target = f"canal:{owner}:{SECTIONS[place]}:{i + 1}"
        parts.append(pressable(x, 76, target, words, _space(space, step - 2.5, built=built)))
        if i + 1 == rules.third_space and rules.canal_bonus == "third_space":
            parts.append(_caption(x, 54, say("pts", count=rules.third_space_points), "middle"))
        elif i + 1 == len(section):
            claimed = section_claimed(player, place)
            ink = GREEN if claimed else MUTED
            parts.append(label(x, 54, say("claimed" if claimed else "statue"), 9, ink, bold=claimed, anchor="middle"))
    return tag("g", *parts, data_section=SECTIONS[place])


def describe_space(space: Space, section: int, place: int, built: bool, say: Wording) -> str:
    """A canal space in words, with where its colour and price are known from."""
    words = say.first(
        "space", section=SECTIONS[section], space=place, colour=COLOURS[space.colour], price=say("guilders", count=space.price)
    )
    known = say("space_known", colour=say.witness(space.colour_from), price=say.witness(space.price_from))
    return f"{words}{', ' + say('built') if built else ''} ({known})"


@lru_cache(512)
def _space(space: Space, width: float, *, built: bool) -> Svg:
    """A canal space: its colour as ring and sign, its price; the water of a tile once built."""
    tone = SHADES[space.colour]
    ring = rect(-width / 2 + 1.25, -15.75, width - 2.5, 31.5, WATER if built else CARD, 6, stroke=tone.fill, stroke_width=2.5)
    if built:
        inside = Svg("".join(_wave(y, width - 11) for y in (-8, -3)))
    else:
        inside = label(0, 0.5, str(space.price), 13, INK, bold=True, anchor="middle")
    return Svg(ring + inside + sign(space.colour, 0, 8.5, 8, tone.ink))


def _wave(y: float, width: float) -> Svg:
    quarter = number(width / 4)
    half = number(width / 2)
    return path(f"M-{half} {y}q{quarter}-4.5 {half} 0t{half} 0", stroke=WAVE, stroke_width=1.8, stroke_linecap="round")


def _statues(player: Player, say: Wording) -> Svg:
    left = 596
    drawn = [
        group(left + 31 * place, 62, tip(say("statue_worth", points=say("points", count=value))), statue(value))
        for place, value in enumerate(player.statues[:2])
    ]
    if len(player.statues) > 2:
        drawn.append(_caption(left + 70, 80, f"+{len(player.statues) - 2}", "end"))
    if not player.statues:
        drawn.append(_caption(left, 80, say("none")))
    return Svg(_caption(left, 54, say("caption.statues")) + "".join(drawn))


def statue(value: int, body: str = MUTED, stone: str = STONE, ink: str = INK) -> Svg:
    """A statue on its pedestal, which bears the points."""
    return Svg(
        path("M13 0a4 4 0 0 1 2.6 7C18 8 18.6 10 18.6 13H7.4C7.4 10 8 8 10.4 7A4 4 0 0 1 13 0Z", body)
        + rect(1, 13.5, 24, 16, stone, 2)
        + label(13, 26, str(value), 12.5, ink, bold=True, anchor="middle")
    )


# Third line: houses on the left, the hand on the right; below each other when one line is too short


class _Shelf(NamedTuple):
    houses: Svg
    hand: Svg
    height: float


class _Block(NamedTuple):
    drawing: Svg
    height: float


def _houses_and_hand(look: Look, owner: int) -> _Shelf:
    houses, hand = look.state.players[owner].houses, visible_hand(look.state, owner, look.seat)
    backs = sum(card < 0 for card in hand)
    fixed, stretching = backs * (BACK_WIDTH + _GAP), len(houses) + len(hand) - backs
    between = 20
    room = _ROOM - between - fixed - max(0, (2 - bool(houses) - bool(hand)) * 60)
    slot = min(_WIDE, room / stretching) if stretching else _WIDE
    if slot >= _NARROW and room >= 0:
        hand_width = fixed + (len(hand) - backs) * slot
        left = _house_block(look, owner, slot, _ROOM + _GAP)
        right = _hand_block(look, owner, hand, slot, hand_width + 1)
        at = _ROOM - max(hand_width - _GAP, 56)
        return _Shelf(left.drawing, group(at, 0, right.drawing), max(left.height, right.height))
    top = _house_block(look, owner, *_even_lines(len(houses)))
    bottom = _hand_block(look, owner, hand, *_even_lines(len(hand)))
    apart = top.height + 20
    return _Shelf(top.drawing, group(0, apart, bottom.drawing), apart + bottom.height)


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


def _house_block(look: Look, owner: int, slot: float, room: float) -> _Block:
    state, say = look.state, look.say
    houses = state.players[owner].houses
    places, height = _flow([slot] * len(houses), room, HOUSE_HEIGHT + 6)
    drawn = [
        pressable(
            x,
            y,
            f"house:{owner}:{i}",
            capital(describe_house(state.deck, one, say)),
            house(state.deck, one, slot - _GAP, owner, say),
        )
        for i, (one, (x, y)) in enumerate(zip(houses, places, strict=True))
    ]
    if not houses:
        drawn = [_caption(0, 14, say("none"))]
    return _Block(Svg(_caption(0, -5, say("caption.houses")) + "".join(drawn)), height - 6)


def _hand_block(look: Look, owner: int, hand: Sequence[int], slot: float, room: float) -> _Block:
    deck, say = look.state.deck, look.say
    widths = [slot if card >= 0 else BACK_WIDTH + _GAP for card in hand]
    places, height = _flow(widths, room, CARD_HEIGHT + 5)
    drawn = [
        pressable(
            x,
            y,
            f"hand:{owner}:{deck[card].id if card >= 0 else f'#{i}'}",
            describe_card(deck, card, say),
            hand_card(deck, card, slot - _GAP, say),
        )
        for i, (card, (x, y)) in enumerate(zip(hand, places, strict=True))
    ]
    if not hand:
        drawn, height = [_caption(0, 14, say("none"))], 25
    heading = say("hand_of", count=len(hand)) if hand else say("caption.hand")
    return _Block(Svg(_caption(0, -5, heading) + "".join(drawn)), height - 5)
