"""What stands on the map: squares with their characters, sites as round tiles, bonus tokens, and the ways of a move.

Each is a part of its own in the ground (map_ground.py), so that a live view replaces only what has changed. Ways and the squares
they end on are there for every legal move, hidden till the character, the square or the choice is pointed at (`data-with`).
"""

from __future__ import annotations

from functools import lru_cache

from ....show.live import CARD, INK, MUTED, PAPER, figure
from ....show.svg import Svg, circle, group, label, path, rect, seal, tag, text_width, tip
from ..board import Board
from ..model import NO_BONUS, State
from ..rules.moving import list_moves, way_to
from .colours import COMPLETE, CUBE, GOLD, PLAYERS, PORT, TOKEN, anchor, eye, laurel
from .facts import (
    MARK,
    Look,
    letters,
    name_of,
    seen_value,
    size_is_reconstructed,
    value_is_reconstructed,
)
from .geography import BONUS, LETTERS, SITE, SQUARE, way_path
from .picture_words import Wording

ACCENT = "#d1330d"
"""The way of a move, on light and dark ground."""


def map_pieces(look: Look) -> dict[str, Svg]:
    """The parts of the map by name."""
    state, lang = look.state, look.say.lang
    marks = letters(look.names, len(state.players))
    standing = {square: seat for seat, player in enumerate(state.players) for square in player.meeples}
    parts: dict[str, Svg] = {}
    for place in range(len(state.board.sites)):
        parts[f"site{place}"] = _site_of(look, place)
    for place, district in enumerate(state.board.districts):
        if district.bonus_at is not None:
            parts[f"bonus{place}"] = _bonus(state.board, place, state.bonus[place], lang)
    for square in state.board.numbers:
        owner = standing.get(square)
        who = None if owner is None else (owner, marks[owner], name_of(look.names, owner))
        parts[f"square{square}"] = _square(state.board, square, who, square == state.moved, lang)
    parts["ways"] = _ways(state)
    return parts


def pressed(x: float, y: float, target: str, words: str, *inside: Svg, rule: str) -> Svg:
    """A thing on the map."""
    return group(x, y, tip(words), *inside, data_target=target, data_rule=rule)


# Squares and characters


@lru_cache(4096)
def _square(board: Board, number: int, who: tuple[int, str, str] | None, moved: bool, lang: str) -> Svg:
    """A check-point with its number, a port with an anchor; and whoever stands on it."""
    say, square = Wording(lang), board.square(number)
    x, y = square.at
    words = square_words(board, number, say)
    if square.port:
        ground = rect(-21, -21, 42, 42, PORT, 9, stroke=PAPER, stroke_width=2.5)
        sign = group(24, 15, circle(0, 0, 12, PAPER, stroke=PORT, stroke_width=2), anchor(0, 0, 16, PORT))
        drawn = [ground, sign, figure(0, 0, number, 40, LETTERS, "#ffffff")]
    else:
        ground = circle(0, 0, SQUARE, PAPER, stroke=INK, stroke_width=2.2)
        drawn = [ground, figure(0, 0, number, 40, LETTERS)]
    spot = pressed(x, y, f"square:{number}", words, *drawn, rule="burdigala.port" if square.port else "burdigala.cube.place")
    if who is None:
        return spot
    owner, letter, name = who
    said = say("character", name=name, square=number)
    ring = [circle(0, -1, 23, "none", stroke=ACCENT, stroke_width=3, stroke_dasharray="7 5")] if moved else []
    standing = pressed(x, y - 33, f"meeple:{number}", said, *ring, character(owner, letter), rule="burdigala.move.exact")
    return Svg(spot + standing)


def square_words(board: Board, number: int, say: Wording) -> str:
    """A square in words: whether it is a port, and which sites a cube could go to from there."""
    square = board.square(number)
    sites = ", ".join(board.sites[site].name for site in square.sites)
    return say("square", square=number, port="yes" if square.port else "no", sites=sites, count=len(square.sites))


_LETTER_DOWN = (5, 0, 0, 0)
_SCALE = (46, 40, 41, 44)


@lru_cache(64)
def character(owner: int, letter: str) -> Svg:
    """A character: the seal of its player in the player's colour, with a letter, about the origin."""
    tone, size = PLAYERS[owner], _SCALE[owner]
    outline = seal(owner, 0, 0, size, tone.fill).replace("<path ", f'<path stroke="{PAPER}" stroke-width="{24 / size:.2f}" ', 1)
    return Svg(outline + label(0, _LETTER_DOWN[owner] + 7.7, letter, LETTERS, tone.on, bold=True, anchor="middle"))


# Sites


def _site_of(look: Look, place: int) -> Svg:
    state = look.state
    tile = state.laid_tiles[place]
    if state.complete[place]:
        made = state.tiles.of(tile)
        name = made.name.get(look.say.lang, made.name["en"])
        return _building(state.board, place, name, made.value, value_is_reconstructed(state.tiles, tile), look.say.lang)
    size = state.size(place)
    guessed = size_is_reconstructed(state.tiles, size)
    return _site(state.board, place, size, state.cubes[place], guessed, seen_value(look, place), look.say.lang)


def site_letter(board: Board, place: int) -> str:
    """Which of two sites of a district this is."""
    site = board.sites[place]
    return site.name[len(board.districts[site.district].name) :]


@lru_cache(4096)
def _site(board: Board, place: int, size: int, cubes: int, guessed: bool, value: int | None, lang: str) -> Svg:
    """A building site: its places, filled as far as cubes lie there; below, its size; above, what was seen of its other side."""
    site, say = board.sites[place], Wording(lang)
    letter = site_letter(board, place)
    words = say("site", site=site.name, size=size, cubes=cubes, left=size - cubes)
    rim = circle(0, 0, SITE, CARD, stroke=MUTED, stroke_width=2.5, stroke_dasharray="8 4")
    drawn = [rim, _places(size, cubes, 3 if letter else -5)]
    aside = 16 if value is not None and letter else 0
    if letter:
        drawn.append(label(-aside, -17, letter, LETTERS, INK, bold=True, anchor="middle"))
    drawn.append(_plaque(0, SITE - 3, f"{size}{MARK}" if guessed else str(size), CARD, MUTED, INK))
    if value is not None:
        words = f"{words}. {say('site.seen', value=value)}"
        drawn.append(group(aside, -SITE, _seen(value)))
    return pressed(*site.at, f"site:{site.name.lower()}", words, *drawn, rule="burdigala.cube.place")


@lru_cache(128)
def _seen(value: int) -> Svg:
    """An eye, and what it saw."""
    plate = rect(-28, -13, 56, 26, TOKEN.fill, 13, stroke=PAPER)
    return Svg(plate + eye(-12, 0, 17, "#ffffff") + label(3, 7.7, str(value), LETTERS, "#ffffff", bold=True))


_ROWS = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (4, 3), 8: (4, 4), 9: (3, 3, 3)}


@lru_cache(256)
def _places(size: int, cubes: int, down: float) -> Svg:
    """The places of a tile in rows; a cube is a filled one."""
    rows = _ROWS[size]
    edge = 15 if size <= 5 else 11
    pitch = edge + 3.5
    drawn, left = [], cubes
    top = down - pitch * len(rows) / 2 + 1.75
    for row, count in enumerate(rows):
        for column in range(count):
            x, y = (column - count / 2) * pitch + 1.75, top + row * pitch
            if left > 0:
                drawn.append(rect(x, y, edge, edge, CUBE, 2.5, stroke="#4d2f12", stroke_width=1.2))
                drawn.append(path(f"M{x + 3:g} {y + 3.5:g}H{x + edge - 3:g}", stroke="#ffffff", stroke_width=1.6, opacity=0.55))
            else:
                drawn.append(rect(x + 0.7, y + 0.7, edge - 1.4, edge - 1.4, PAPER, 2.5, stroke=MUTED, stroke_width=1.6))
            left -= 1
    return Svg("".join(drawn))


def _plaque(x: float, y: float, words: str, fill: str, edge: str, ink: str) -> Svg:
    """A small plate with a figure, on the rim of a tile."""
    width = max(26.0, text_width(words, LETTERS, True) + 6)
    plate = rect(x - width / 2, y - 12, width, 24, fill, 12, stroke=edge, stroke_width=1.6)
    return Svg(plate + label(x, y + 7.6, words, LETTERS, ink, bold=True, anchor="middle"))


@lru_cache(1024)
def _building(board: Board, place: int, name: str, value: int, guessed: bool, lang: str) -> Svg:
    """A completed building: a laurel round what it was worth."""
    site, say = board.sites[place], Wording(lang)
    words = say("building", site=site.name, name=name, value=value)
    shown = f"{value}{MARK}" if guessed else str(value)
    drawn = [
        circle(0, 0, SITE, COMPLETE.fill, stroke=PAPER, stroke_width=2.5),
        laurel(0, 1, 62, "#bfe0b4"),
        label(0, 7.5, shown, 22, COMPLETE.on, bold=True, anchor="middle"),
    ]
    return pressed(*site.at, f"site:{site.name.lower()}", words, *drawn, rule="burdigala.comp.tiles.value")


# Bonus tokens


@lru_cache(256)
def _bonus(board: Board, place: int, bonus: int, lang: str) -> Svg:
    district, say = board.districts[place], Wording(lang)
    assert district.bonus_at is not None
    if bonus == NO_BONUS:
        drawn = [circle(0, 0, 12, "none", stroke=MUTED, stroke_width=1.6, stroke_dasharray="4 4")]
        words = say("bonus_gone", district=district.name)
    else:
        drawn = [
            circle(0, 0, BONUS, GOLD.fill, stroke=GOLD.ink, stroke_width=2),
            label(-1, 7.6, f"+{bonus}", LETTERS, GOLD.on, bold=True, anchor="middle"),
        ]
        words = say("bonus", district=district.name, points=say("points", count=bonus))
    return pressed(*district.bonus_at, f"bonus:{district.name.lower()}", words, *drawn, rule="burdigala.bonus")


# Ways

_MOVING = ("turn.move", "turn.move.plain")


def _ways(state: State) -> Svg:
    """For every legal move its way and its end: all of it open to everybody, since dice and laid cards are."""
    if not state.agenda or state.agenda[-1][0] not in _MOVING:
        return Svg("")
    seat = state.agenda[-1][1]
    return _drawn_ways(state.board, tuple(_legal_ways(state, seat)))


def _legal_ways(state: State, seat: int) -> list[tuple[int, ...]]:
    found = []
    for _, start, end in list_moves(state, seat):
        way = way_to(state, seat, start, end)
        assert way is not None
        found.append((way[0], *way[1]))
    return found


@lru_cache(256)
def _drawn_ways(board: Board, ways: tuple[tuple[int, ...], ...]) -> Svg:
    drawn = []
    for _, *way in ways:
        start, end = way[0], way[-1]
        x, y = board.square(end).at
        along = way_path(board, tuple(way))
        told = f"square:{end} move:{start}:{end}"
        drawn.append(
            tag(
                "g",
                path(along, stroke=PAPER, stroke_width=11, stroke_linejoin="round", stroke_linecap="round", opacity=0.85),
                path(along, stroke=ACCENT, stroke_width=6, stroke_linejoin="round", stroke_linecap="round"),
                circle(*board.square(start).at, 7, ACCENT),
                data_with=told,
                visibility="hidden",
            )
        )
        ring = circle(x, y, SQUARE + (10 if board.square(end).port else 6), "none", stroke=ACCENT, stroke_width=5)
        drawn.append(tag("g", ring, data_with=f"meeple:{start} {told}", visibility="hidden"))
    return Svg("".join(drawn))
