"""A position as one self-contained SVG: the table on top (table.py), then a panel for each player (player.py).

Notebooks and handouts show it. What a seat may not know is drawn as backs, and is in no attribute either. Live views
take the position in pieces (live_position.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from ....show.marks import snug
from ....show.picture import Picture, Targets, sheet
from ....show.svg import INK, LINE, MUTED, PANEL, PAPER, Svg, cut, group, image, label, path, rect, star, text_width
from ..model import State
from ..words import NAMES
from .about import about
from .colours import coin
from .facts import Look, board_title, describe, name_of, reconstruction_note, situation
from .live_position import position_parts
from .module_panels import module_panels
from .module_words import modules_laid
from .picture_words import Wording
from .player import PAD, SHELF, WIDTH, player_panel
from .table import table_parts
from .targets import attempts_at, targets_of
from .values import values

VIEW_WIDTH = 700
_MARGIN = (VIEW_WIDTH - WIDTH) / 2
_SCALE = 1.2
"""Pixels a unit, where there is room: small print is then ten pixels high."""


def position_svg(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None, lang: str = "en") -> str:
    """Draw a position, as `seat` may see it or with all hands open; a text alternative is inside."""
    drawing = _draw(Look(state, names, seat, Wording(lang)))
    return _svg(drawing, drawing.parts, role="img", label=drawing.title)


def position_html(state: State) -> str:
    """The same in a cell of a notebook, never wider than the cell; a notebook that is not trusted shows it too."""
    drawing = _draw(Look(state, NAMES, None, Wording("en")))
    picture = _svg(drawing, drawing.parts, role="img", label=drawing.title)
    return image(picture, drawing.title, "max-width:100%;height:auto")


PICTURE = Picture(position_parts, position_svg, lambda state, lang: situation(state, Wording(lang)))
TARGETS = Targets(targets_of, attempts_at, about, values)


# One drawing for both


class _Drawing(NamedTuple):
    parts: dict[str, Svg]
    laid: dict[str, float]
    """Panels of modules below the table, with their heights."""
    heights: list[float]
    """Of the players' panels."""
    seat: int | None
    title: str


def _draw(look: Look) -> _Drawing:
    panels = [player_panel(look, owner) for owner in range(len(look.state.players))]
    modules = module_panels(look, WIDTH)
    title = f"{look.say('bruges')}: {', '.join(situation(look.state, look.say))}"
    parts = {
        "title": Svg(escape(title)),
        "desc": Svg(escape(describe(look))),
        "bar": _bar(look),
        **table_parts(look, WIDTH),
        **{name: laid.drawing for name, laid in modules.items()},
    }
    for owner, panel in enumerate(panels):
        parts |= {f"seat{owner}.{name}": part for name, part in panel.parts.items()}
    parts["foot"] = _foot(look)
    laid = {name: one.height for name, one in modules.items()}
    return _Drawing(parts, laid, [panel.height for panel in panels], look.seat, title)


_TABLE_HEIGHT = 164
_ON_TABLE = {"dice": 14, "piles": 230, "track": 428, "statues": 428, "supply": 0}
"""Where the parts of the table begin."""
_ON_SHELF = ("houses", "hand")
_IN_PANEL = ("name", "points", "guilders", "workers", "majorities", "threats", "canals", "statues", *_ON_SHELF)


def _svg(drawing: _Drawing, parts: Mapping[str, Svg], *, role: str, label: str) -> str:
    """The frame, with these parts in their places."""

    def place(name: str, x: float = 0, y: float = 0, **more: str) -> Svg:
        return group(x, y, *filter(None, [parts.get(name)]), data_part=name, **more)

    table = [place(name, x) for name, x in _ON_TABLE.items()]
    inside = [place("bar", class_="bl-situation"), group(_MARGIN, 52, _ground(_TABLE_HEIGHT), *table, class_="bl-table")]
    y = 52.0 + _TABLE_HEIGHT + 10
    for name, height in drawing.laid.items():
        inside.append(group(_MARGIN, y, _ground(height), place(name), class_="bl-table"))
        y += height + 10
    for owner, height in enumerate(drawing.heights):
        fields = [
            place(f"seat{owner}.{name}", *((PAD, SHELF) if name in _ON_SHELF else (0, 0)), data_field=name) for name in _IN_PANEL
        ]
        inside.append(group(_MARGIN, y, _panel(height, owner == drawing.seat), *fields, data_seat=owner, class_="bl-player"))
        y += height + 10
    inside.append(place("foot", _MARGIN, y, class_="bl-note"))
    y += 54 if drawing.laid else 38
    return sheet(parts, inside, VIEW_WIDTH, y, scale=_SCALE, role=role, label=label)


def _ground(height: float) -> Svg:
    return rect(0.5, 0.5, WIDTH - 1, height - 1, "#f3edde", 10, stroke=LINE)


def _panel(height: float, own: bool) -> Svg:
    ink, width = (INK, 2) if own else (LINE, 1)
    return rect(0.5, 0.5, WIDTH - 1, height - 1, PAPER if own else PANEL, 10, stroke=ink, stroke_width=width)


# The dark bar: where the game stands, and whose view this is


def _bar(look: Look) -> Svg:
    x, pills = 90.0, []
    for words in situation(look.state, look.say):
        width = text_width(words, 11.5) + 20
        pills.append(
            group(x, 10, rect(0, 0, width, 22, "#4a433a", 11), label(width / 2, 15, words, 11.5, PAPER, anchor="middle"))
        )
        x += width + 7
    view = look.say("hands_open") if look.seat is None else look.say("seen_by", name=name_of(look.names, look.seat))
    return Svg(
        path(f"M0 42V12Q0 0 12 0H{VIEW_WIDTH - 12}Q{VIEW_WIDTH} 0 {VIEW_WIDTH} 12V42Z", INK)
        + label(18, 26.5, look.say("bruges"), 15, PAPER, bold=True)
        + "".join(pills)
        + label(VIEW_WIDTH - 18, 26, cut(view, VIEW_WIDTH - 18 - x, 11), 11, "#d9cfbd", anchor="end")
    )


def _foot(look: Look) -> Svg:
    """The rest of the key, what is reconstructed, and which board this is."""
    say = look.say
    note = reconstruction_note(look.state, say)
    board = board_title(look)
    points, guilders = say("points.noun", count=2), say("guilders.noun", count=2)
    at = 15 + text_width(points, 9.5) + 20
    after = at + 9 + text_width(guilders, 9.5) + 15
    line, room = (41, WIDTH) if modules_laid(look.state) else (25, WIDTH - text_width(note, 9.5) - 20)
    return Svg(
        star(7, 6, 10, MUTED)
        + label(15, 9, points, 9.5, MUTED)
        + coin(at, 6, 10, MUTED, PAPER)
        + label(at + 9, 9, guilders, 9.5, MUTED)
        + snug(after, 9, say("majorities_key"), WIDTH - after - 2, 9.5, MUTED)
        + snug(2, 25, note, WIDTH - 4, 9.5, MUTED)
        + label(WIDTH - 2, line, cut(board, room, 9.5), 9.5, MUTED, anchor="end")
    )
