"""A position as one self-contained SVG: the map, what lies beside it, then a panel for each player.

Notebooks and handouts draw with it. What a seat may not know is drawn as backs, and is in no attribute either. Live views
take the position in pieces (live_position.py).
"""

from __future__ import annotations

from html import escape

from ....show.picture import Picture, Targets, sheet
from ....show.svg import INK, LINE, MUTED, PANEL, PAPER, Svg, cut, group, image, label, number, path, rect, tag, text_width
from ..model import State
from ..words import NAMES
from .about import about
from .facts import Look, board_title, describe, name_of, reconstruction_note, situation
from .geography import shown_part
from .items import flow, on_paper
from .live_position import position_parts
from .map_ground import ground
from .map_pieces import map_pieces
from .picture_words import Wording
from .player_pieces import SHELF, caption_item, player_items
from .table_pieces import PARTS, table_items
from .targets import attempts_at, targets_of
from .values import values

WIDTH, MARGIN, BESIDE = 1000.0, 14.0, 176.0
_MAP = WIDTH - 2 * MARGIN - BESIDE - 12


def position_svg(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None, lang: str = "en") -> str:
    """Draw a position, as `seat` may see it or with all hands open; a text alternative is inside."""
    look = Look(state, names, seat, Wording(lang))
    title = _title(look)
    high = _MAP * shown_part(state.board).height / shown_part(state.board).width
    inside = [_bar(look), _map(look, MARGIN, 52, high), _beside(look, WIDTH - MARGIN - BESIDE, 52)]
    y = 52 + high + 12
    for owner in range(len(state.players)):
        panel, height = _panel(look, owner, y)
        inside.append(panel)
        y += height + 10
    inside.append(_foot(look, y))
    parts = {"title": Svg(escape(title)), "desc": Svg(escape(describe(look)))}
    return on_paper(sheet(parts, inside, WIDTH, y + 26, scale=1, role="img", label=title))


def position_html(state: State) -> str:
    """The same in a cell of a notebook: never wider than the cell, which a bare SVG would be."""
    return image(position_svg(state), _title(Look(state, NAMES, None, Wording("en"))), "max-width:100%;height:auto")


def _title(look: Look) -> str:
    return f"{look.say('burdigala')}: {', '.join(situation(look.state, look.say))}"


PICTURE = Picture(position_parts, position_svg, lambda state, lang: situation(state, Wording(lang)))
TARGETS = Targets(targets_of, attempts_at, about, values)


def _map(look: Look, x: float, y: float, high: float) -> Svg:
    board = look.state.board
    box, parts = shown_part(board), map_pieces(look)
    order = sorted((name for name in parts if name != "ways"), key=lambda name: name.startswith("square"))
    drawn = tag(
        "svg",
        ground(board),
        *(parts[name] for name in order),
        width=_MAP,
        height=high,
        viewBox=" ".join(map(number, box)),
    )
    return group(x, y, drawn)


def _beside(look: Look, x: float, y: float) -> Svg:
    drawn = []
    found = table_items(look)
    for name in PARTS:
        if found[name]:
            part, height = flow(found[name], x, y, BESIDE)
            drawn.append(part)
            y += height + 14
    return Svg("".join(drawn))


def _panel(look: Look, owner: int, y: float) -> tuple[Svg, float]:
    """A player: who, points and characters in a line, then what lies there."""
    items = player_items(look, owner)
    room = WIDTH - 2 * MARGIN - 20
    head, _ = flow([*items["name"], *items["points"], *items["characters"]], MARGIN + 10, y + 8, room, 12)
    things = [item for kind in SHELF if items[kind] for item in (caption_item(look, owner, kind), *items[kind])]
    shelf, high = flow(things, MARGIN + 10, y + 44, room, 6, 44)
    height = 44 + high + 8 if things else 44.0
    own = owner == look.seat
    ground_ = rect(
        MARGIN + 0.5,
        y + 0.5,
        WIDTH - 2 * MARGIN - 1,
        height - 1,
        PAPER if own else PANEL,
        10,
        stroke=INK if own else LINE,
        stroke_width=2 if own else 1,
    )
    return tag("g", ground_, head, shelf, data_seat=owner, class_="bl-player"), height


def _bar(look: Look) -> Svg:
    """Where the game stands, and whose view this is."""
    x, pills = 130.0, []
    for words in situation(look.state, look.say):
        width = text_width(words, 12) + 20
        pill = rect(0, 0, width, 22, "#4a433a", 11)
        pills.append(group(x, 10, pill, label(width / 2, 15.4, words, 12, PAPER, anchor="middle")))
        x += width + 7
    view = look.say("hands_open") if look.seat is None else look.say("seen_by", name=name_of(look.names, look.seat))
    return Svg(
        path(f"M0 42V12Q0 0 12 0H{WIDTH - 12:g}Q{WIDTH:g} 0 {WIDTH:g} 12V42Z", INK)
        + label(18, 27, look.say("burdigala"), 16, PAPER, bold=True)
        + "".join(pills)
        + label(WIDTH - 18, 26, cut(view, WIDTH - 18 - x, 12), 12, "#d9cfbd", anchor="end")
    )


def _foot(look: Look, y: float) -> Svg:
    """What is reconstructed, and which board this is."""
    note = reconstruction_note(look.state, look.say)
    return Svg(
        label(MARGIN + 2, y + 12, note, 12, MUTED)
        + label(WIDTH - MARGIN - 2, y + 12, cut(board_title(look), 300, 12), 12, MUTED, anchor="end")
    )
