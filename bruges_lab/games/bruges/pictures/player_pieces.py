"""A player of the live picture, in two forms: one line that sums up, and everything in front of the player in pieces.

Both are always there; the style sheet shows one of them, so that to open and close a player asks nothing of the kernel's drawing.
"""

from __future__ import annotations

from functools import lru_cache

from ....show.live import (
    CARD,
    GREEN,
    INK,
    LINE,
    MUTED,
    PAPER,
    STONE,
    WATER,
    WAVE,
    button,
    caption,
    figure,
    live_shade,
    piece,
    plate,
    row,
    thing,
    told,
    words,
)
from ....show.svg import Svg, circle, group, label, number, path, rect, seal, star
from ..board import Space
from ..model import EMPTY, State
from ..words import AREAS, COLOURS, DAMAGES, SECTIONS
from .card_pieces import hand_card, house
from .colours import SHADES, coin, sign
from .facts import Look, canals_are_reconstructed, name_of, section_claimed, sections_of, visible_hand
from .picture_words import Wording
from .player import PAWN, describe_space, ring_part, statue

HEAD = ("name", "points", "guilders", "majorities", "statues")
GOODS = ("workers", "threats", "canals")
SHELF = ("houses", "hand")
"""The pieces of a player in their order, line by line."""


def player_pieces(look: Look, owner: int) -> dict[str, Svg]:
    """Everything in front of one player by name, as the seat that looks may see it; `summary` is the line."""
    state, say = look.state, look.say
    player, lang = state.players[owner], say.lang
    hand, own = visible_hand(state, owner, look.seat), look.seat in (None, owner)
    houses = [house(state.deck, one, owner, place, own, say) for place, one in enumerate(player.houses)]
    cards = [hand_card(state.deck, card, owner, place, say) for place, card in enumerate(hand)]
    none = [words(say("none"), "bl-soft")]
    limit = state.rules.threat_limit
    return {
        "summary": _summary(look, owner),
        "name": _who(owner, name_of(look.names, owner), owner == state.start, lang),
        "points": _amount(owner, player.points, "points", lang),
        "guilders": _amount(owner, player.guilders, "guilders", lang),
        "majorities": row(*_majorities(owner, player.majorities, lang), kind="bl-tight"),
        "statues": _statues(owner, player.statues, lang),
        "workers": row(*(_worker(owner, colour, count, lang) for colour, count in enumerate(player.workers))),
        "threats": row(*(_threat(owner, colour, held, limit, lang) for colour, held in enumerate(player.threats))),
        "canals": _canals(state, owner, say),
        "houses": Svg(_counted("houses", owner, len(houses), say) + row(*(houses or none))),
        "hand": Svg(_counted("hand", owner, len(hand), say) + row(*(cards or none))),
    }


def _counted(kind: str, owner: int, count: int, say: Wording) -> Svg:
    """The caption of a row that says how many there are."""
    said = f"{say(f'caption.{kind}')} · {count}"
    return told(f"{kind}:{owner}", said, caption(said), rule=_COUNTED[kind])


_COUNTED = {"houses": "action.house.limit", "hand": "phase1.refill.target"}


# Who, and how rich


@lru_cache(256)
def _who(owner: int, name: str, starts: bool, lang: str) -> Svg:
    say = Wording(lang)
    said = f"{name} ({say('start_player')})" if starts else name
    drawn = piece(22, 22, circle(11, 11, 11, INK), seal(owner, 11, 11 if owner else 10.4, 12, PAPER), aria_hidden="true")
    return Svg(told(f"seat:{owner}", said, drawn, words(name, "bl-name")) + (_banner(say) if starts else ""))


def _banner(say: Wording) -> Svg:
    """The start player's."""
    flag = piece(12, 16, path("M1 0H3V16H1ZM4 1H12L10 4.5L12 8H4Z", INK), aria_hidden="true")
    return told("start", say.first("start_player"), flag, words(say("start")), rule="phase4.start_player", kind="bl-banner")


@lru_cache(1024)
def _amount(owner: int, amount: int, kind: str, lang: str, noun: bool = True) -> Svg:
    say = Wording(lang)
    icon = star(8, 9, 15, INK) if kind == "points" else coin(8, 9, 15, INK, PAPER)
    inside = [piece(16, 18, icon, aria_hidden="true"), words(str(amount), "bl-strong")]
    if noun:
        inside.append(words(say(f"{kind}.noun", count=amount), "bl-soft"))
    return told(f"{kind}:{owner}", say(kind, count=amount), *inside, rule=_AMOUNT[kind])


_AMOUNT = {"points": "win.most", "guilders": "action.guilders"}


@lru_cache(256)
def _majorities(owner: int, majorities: tuple[bool, ...], lang: str, turned_only: bool = False) -> list[Svg]:
    say, found = Wording(lang), []
    for area, turned in zip(AREAS, majorities, strict=True):
        if turned or not turned_only:
            said = say.first("majority_turned" if turned else "majority", area=area)
            box = plate(24, 24, GREEN if turned else CARD, GREEN if turned else LINE, 5, 1.4)
            letter = figure(12, 12, say(f"letter.{area}"), 20, 13, "#ffffff" if turned else MUTED)
            found.append(thing(f"majority:{owner}:{area}", said, 24, 24, box, letter, rule=f"majority.{area}"))
    return found


@lru_cache(256)
def _statues(owner: int, statues: tuple[int, ...], lang: str) -> Svg:
    if not statues:
        return Svg("")
    say = Wording(lang)
    said = ", ".join(say("statue_worth", points=say("points", count=value)) for value in statues)
    drawn = [piece(26, 30, _statue(value), aria_hidden="true") for value in statues]
    return told(f"statues:{owner}", said, *drawn, rule="scoring.statue")


def _statue(value: int) -> Svg:
    return statue(value, MUTED, STONE, INK)


# Workers, threats, canals


@lru_cache(1024)
def _worker(owner: int, colour: int, count: int, lang: str, small: bool = False) -> Svg:
    """A pawn with the sign of its colour and how many there are; in the line, a chip."""
    tone, live = SHADES[colour], live_shade(SHADES[colour])
    if small:
        ground = plate(18, 26, tone.fill if count else live.tint, tone.fill, 4)
        on = tone.on if count else live.ink
        width, drawn = 18, [ground, sign(colour, 9, 7.5, 8.5, on), figure(9, 18.5, count, 16, 12, on)]
    else:
        pawn = [
            path(PAWN, tone.fill if count else live.tint, stroke=tone.fill, stroke_width=1),
            sign(colour, 0, 3.4, 9, tone.on if count else live.ink),
        ]
        width, drawn = 38, [group(11, 12, *pawn), figure(31, 14, count, 14, 14, INK if count else MUTED)]
    return thing(
        f"worker:{owner}:{COLOURS[colour]}",
        Wording(lang)("workers", count=count, colour=COLOURS[colour]),
        width,
        26,
        *drawn,
        rule="action.workers",
        kind="" if count else "bl-zero",
    )


@lru_cache(1024)
def _threat(owner: int, colour: int, held: int, limit: int, lang: str, small: bool = False) -> Svg:
    """A ring around the sign, in as many parts as bring the damage; a part is filled for each marker."""
    size, parts = 20 if small else 32, max(limit, held)
    tone, live = SHADES[colour], live_shade(SHADES[colour])
    outer, inner = size / 2 - 1, size / 2 * 0.5
    slices = [
        path(ring_part(part, parts, outer, inner), tone.fill if part < held else live.tint, stroke=tone.fill, stroke_width=0.8)
        for part in range(parts)
    ]
    said = Wording(lang).first("threats", colour=COLOURS[colour], damage=DAMAGES[colour], count=held, limit=limit)
    drawn = group(size / 2, size / 2, *slices, sign(colour, 0, 0, size * 0.31, live.ink))
    target = f"threat:{owner}:{COLOURS[colour]}"
    return thing(target, said, size, size, drawn, rule=f"threat.{DAMAGES[colour]}", kind="" if held else "bl-zero")


def _canals(state: State, owner: int, say: Wording) -> Svg:
    """Both sections, outward from the gate; above the spaces, what building there brings at the end."""
    player, rules = state.players[owner], state.rules
    sections = sections_of(state, owner)
    third = rules.third_space if rules.canal_bonus == "third_space" else 0
    drawn = []
    for place, section in enumerate(sections):
        spaces = []
        for i, space in enumerate(section):
            last = i + 1 == len(section)
            worth = rules.third_space_points if i + 1 == third else 0
            reward = "claimed" if last and section_claimed(player, place) else "statue" if last else ""
            spaces.append(_space(space, owner, place, i + 1, i < player.canals[place], reward, worth, say.lang))
        drawn += [*reversed(spaces), _gate(owner, say.lang)] if place == 0 else spaces
    mark = caption(f"{say('caption.canals')} ≈" if canals_are_reconstructed(sections) else say("caption.canals"))
    if rules.canal_bonus == "lots_of_three":
        mark = Svg(mark + words(say("lots", points=rules.third_space_points, count=rules.third_space), "bl-soft"))
    return Svg(mark + row(*drawn, kind="bl-tight bl-whole"))


@lru_cache(16)
def _gate(owner: int, lang: str) -> Svg:
    wall = path("M1 48V22H5V18H10V22H13V18H17V22H20V18H25V22H29V48Z", INK)
    return thing(f"gate:{owner}", Wording(lang)("gate"), 30, 48, wall, seal(owner, 15, 36, 14, PAPER), rule="action.canal.layout")


@lru_cache(1024)
def _space(space: Space, owner: int, section: int, place: int, built: bool, reward: str, worth: int, lang: str) -> Svg:
    """A canal space: its colour as ring and sign, its price; the water of a tile once built."""
    tone, live, width = SHADES[space.colour], live_shade(SHADES[space.colour]), 27
    ring = rect(1.25, 15.25, width - 2.5, 31.5, WATER if built else CARD, 6, stroke=tone.fill, stroke_width=2.5)
    inside = Svg("".join(_wave(width / 2, y) for y in (23, 28))) if built else figure(width / 2, 25, space.price, 22, 13.5)
    above = Svg("")
    if worth:
        above = Svg(star(8, 7, 10, MUTED) + label(14, 11, str(worth), 11.5, MUTED, bold=True))
    elif reward:
        above = group(width / 2 - 5.5, 1, _figure_of_stone(GREEN if reward == "claimed" else MUTED))
    rule = "action.canal.statue" if reward else "action.canal.third_space" if worth else "action.canal.cost"
    return thing(
        f"canal:{owner}:{SECTIONS[section]}:{place}",
        describe_space(space, section, place, built, Wording(lang)),
        width,
        48,
        above,
        ring,
        inside,
        sign(space.colour, width / 2, 39, 9.5, live.ink),
        rule=rule,
    )


def _figure_of_stone(ink: str) -> Svg:
    """A statue, very small."""
    return path("M5.5 0A2.6 2.6 0 0 1 7.2 4.5C9 5.2 9.4 6.8 9.4 9H11V12H0V9H1.6C1.6 6.8 2 5.2 3.8 4.5A2.6 2.6 0 0 1 5.5 0Z", ink)


def _wave(x: float, y: float) -> Svg:
    return path(f"M{number(x - 8)} {y}q4-4.5 8 0t8 0", stroke=WAVE, stroke_width=1.8, stroke_linecap="round")


# The line


def _summary(look: Look, owner: int) -> Svg:
    """A player on one line, and a button that opens the rest. What is none is left out where there is little room."""
    state, say = look.state, look.say
    player, lang = state.players[owner], say.lang
    name, limit = name_of(look.names, owner), state.rules.threat_limit
    people = sum(one.person != EMPTY for one in player.houses)
    counts = {"houses": len(player.houses), "people": people, "hand": len(player.hand), "canals": sum(player.canals)}
    return Svg(
        _who(owner, name, owner == state.start, lang)
        + _amount(owner, player.points, "points", lang, False)
        + _amount(owner, player.guilders, "guilders", lang, False)
        + row(*(_worker(owner, colour, count, lang, True) for colour, count in enumerate(player.workers)), kind="bl-tight")
        + row(*(_threat(owner, colour, held, limit, lang, True) for colour, held in enumerate(player.threats)), kind="bl-tight")
        + row(*(_count(owner, kind, count, lang) for kind, count in counts.items()), kind="bl-tight")
        + row(*_majorities(owner, player.majorities, lang, True), kind="bl-tight bl-turned")
        + button("unfold", owner, say("open"), "▸", say("open_player", name=name))
    )


_ICONS = {
    "houses": "M2 17V8H4V6H6V4H10V6H12V8H14V17Z",
    "people": "M8 3A3.6 3.6 0 0 1 10.4 9.2C13 10 14 12.4 14 17H2C2 12.4 3 10 5.6 9.2A3.6 3.6 0 0 1 8 3Z",
    "hand": "M1.6 6.4L7.4 3.4L8 4.6V15.8L5.6 17ZM9 3H15V17H9Z",
    "canals": "M1 8q3.5-5 7 0t7 0V10.4q-3.5 5-7 0t-7 0ZM1 14q3.5-5 7 0t7 0V16q-3.5 4.6-7 0t-7 0Z",
}


@lru_cache(1024)
def _count(owner: int, kind: str, count: int, lang: str) -> Svg:
    """How many houses, people, cards or tiles: a small sign and the number."""
    said = Wording(lang)(f"count.{kind}", count=count)
    rule = {**_COUNTED, "people": "action.recruit.empty_house", "canals": "action.canal.layout"}[kind]
    width = 27 if count < 10 else 35
    number_ = figure(width - (5 if count < 10 else 9), 12.5, count, 20, 13, INK if count else MUTED)
    shape = group(0, 2, path(_ICONS[kind], MUTED))
    return thing(f"{kind}:{owner}", said, width, 24, shape, number_, rule=rule, kind="" if count else "bl-zero")
