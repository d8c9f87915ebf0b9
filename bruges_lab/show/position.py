"""A position as one self-contained SVG: the table on top, then a panel for each player (player.py).

`Game._repr_svg_` and the explorer draw with it. What a seat may not know is drawn as backs, and is in no attribute either.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil

from ..bruges.model import UNSEEN, State
from ..bruges.words import AREAS, COLOURS, DAMAGES, NAMES
from .cards import card_back
from .facts import (
    advance_price,
    clean,
    count,
    describe,
    name_of,
    reconstruction_note,
    situation,
    track_is_reconstructed,
)
from .player import WIDTH, player_panel
from .svg import (
    FONT,
    INK,
    LINE,
    MUTED,
    PALE,
    PAPER,
    SHADES,
    STONE,
    Shade,
    Svg,
    circle,
    coin,
    cut,
    group,
    label,
    path,
    rect,
    seal,
    sign,
    star,
    tag,
    text_width,
    tip,
)

VIEW_WIDTH = 700
_MARGIN = (VIEW_WIDTH - WIDTH) / 2
_SCALE = 1.2
"""Pixels a unit, where there is room: small print is then ten pixels high."""


def position_svg(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None) -> str:
    """Draw a position, as `seat` may see it or with all hands open; a text alternative is inside."""
    parts, y = [_bar(state, names, seat)], 52.0
    parts.append(group(_MARGIN, y, _table(state)))
    y += _TABLE_HEIGHT + 10
    for owner in range(len(state.players)):
        panel = player_panel(state, owner, names, seat)
        parts.append(group(_MARGIN, y, panel.drawing))
        y += panel.height + 10
    parts.append(group(_MARGIN, y, _foot(state)))
    y += 38
    title = f"Bruges: {', '.join(situation(state))}"
    drawing = tag(
        "svg",
        tip(title),
        tag("desc", Svg(escape(describe(state, names, seat)))),
        rect(0.5, 0.5, VIEW_WIDTH - 1, y - 1, PAPER, 12, stroke=LINE),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {VIEW_WIDTH} {y:g}",
        width=VIEW_WIDTH * _SCALE,
        height=y * _SCALE,
        style="max-width:100%;height:auto",
        role="img",
        aria_label=title,
        class_="bl-position",
        font_family=FONT,
    )
    return str(drawing)


# The dark bar: where the game stands, and whose view this is


def _bar(state: State, names: Sequence[str], seat: int | None) -> Svg:
    x, pills = 90.0, []
    for words in situation(state):
        width = text_width(words, 11.5) + 20
        pills.append(
            group(x, 10, rect(0, 0, width, 22, "#4a433a", 11), label(width / 2, 15, words, 11.5, PAPER, anchor="middle"))
        )
        x += width + 7
    view = "all hands open" if seat is None else f"seen by {name_of(names, seat)}"
    view = cut(view, VIEW_WIDTH - 18 - x, 11)
    return tag(
        "g",
        path(f"M0 42V12Q0 0 12 0H{VIEW_WIDTH - 12}Q{VIEW_WIDTH} 0 {VIEW_WIDTH} 12V42Z", INK),
        label(18, 26.5, "Bruges", 15, PAPER, bold=True),
        *pills,
        label(VIEW_WIDTH - 18, 26, view, 11, "#d9cfbd", anchor="end"),
        class_="bl-situation",
    )


# The table: dice, piles, reputation, statues, and the key to the colours with the threats left

_TABLE_HEIGHT = 164


def _table(state: State) -> Svg:
    return tag(
        "g",
        rect(0.5, 0.5, WIDTH - 1, _TABLE_HEIGHT - 1, "#f3edde", 10, stroke=LINE),
        group(14, 0, _dice(state)),
        group(226, 0, _piles(state)),
        group(428, 0, _track(state)),
        _key(state),
        class_="bl-table",
    )


def _heading(words: str) -> Svg:
    return label(0, 19, words, 10.5, MUTED)


def _dice(state: State) -> Svg:
    drawn = [
        group(40 * colour, 28, _die(state, colour, face), data_die=COLOURS[colour]) for colour, face in enumerate(state.dice)
    ]
    return Svg(_heading("Dice") + "".join(drawn) + label(0, 116, advance_price(state), 10.5, INK))


def _die(state: State, colour: int, face: int) -> Svg:
    """A die of its colour, its sign below it, and what its face means in phase 2."""
    tone = SHADES[colour]
    meaning = "threat" if face in state.rules.threat_faces else "step" if face in state.rules.advance_faces else ""
    shows = f"shows {face}{f' ({meaning})' if meaning else ''}" if face else "not rolled"
    body = rect(0.75, 0.75, 32.5, 32.5, tone.fill if face else tone.tint, 8, stroke=tone.fill, stroke_width=1.5)
    return tag(
        "g",
        tip(f"{COLOURS[colour].capitalize()} die: {shows}"),
        body,
        _face(tone, face),
        sign(colour, 17, 44, 10, tone.ink),
        label(17, 63, meaning, 9.5, INK if meaning == "threat" else MUTED, bold=meaning == "threat", anchor="middle"),
    )


_PIPS = {
    1: ((17, 17),),
    2: ((10, 10), (24, 24)),
    3: ((9.5, 9.5), (17, 17), (24.5, 24.5)),
    4: ((10, 10), (24, 10), (10, 24), (24, 24)),
    5: ((9.5, 9.5), (24.5, 9.5), (17, 17), (9.5, 24.5), (24.5, 24.5)),
    6: ((10, 8.5), (24, 8.5), (10, 17), (24, 17), (10, 25.5), (24, 25.5)),
}


def _face(tone: Shade, face: int) -> Svg:
    """Pips; a figure on a die with more than six faces."""
    if face in _PIPS:
        return Svg("".join(circle(x, y, 3.1, tone.on) for x, y in _PIPS[face]))
    return label(17, 23, str(face), 16, tone.on, bold=True, anchor="middle") if face else Svg("")


def _piles(state: State) -> Svg:
    drawn = [_heading("Piles")]
    for pile in (0, 1):
        top = state.top(pile)
        card = _no_pile("0") if top is None else card_back(state.deck, top, 40, 54, state.left[pile])
        words = f"Draw pile {pile + 1}: {count(state.left[pile], 'card')}"
        drawn.append(group(46 * pile, 28, tip(words), card, _under(f"draw {pile + 1}"), data_pile=pile))
    # The extra pile is not drawn from before it takes the place of an empty one; only its size matters.
    extra = card_back(state.deck, UNSEEN, 40, 54, len(state.extra)) if state.extra else _no_pile("0")
    words = f"Extra pile: {count(len(state.extra), 'card')}{', has taken the place of a draw pile' if state.extra_used else ''}"
    drawn.append(group(92, 28, tip(words), extra, _under("in play" if state.extra_used else "extra"), data_pile="extra"))
    words = f"Discard pile: {count(len(state.discard), 'card')}"
    drawn.append(group(138, 28, tip(words), _no_pile(str(len(state.discard))), _under("discard"), data_pile="discard"))
    return tag("g", *drawn)


def _no_pile(words: str) -> Svg:
    outline = rect(0.75, 0.75, 38.5, 52.5, "none", 4, stroke="#a79d8d", stroke_width=1.2, stroke_dasharray="3 3")
    return Svg(outline + label(20, 32, words, 15, MUTED, bold=True, anchor="middle"))


def _under(words: str) -> Svg:
    return label(20, 67, words, 9.5, MUTED, anchor="middle")


# Reputation

_TRACK_WIDTH, _TRACK_BASE = 234, 92
_STATUES_SHOWN = 6


def _track(state: State) -> Svg:
    board = state.board
    mark = " ≈" if track_is_reconstructed(board) else ""
    width = _TRACK_WIDTH / (board.last_step + 1)
    drawn = [_step(state, step, width) for step in range(board.last_step + 1)]
    return Svg(_heading(f"Reputation{mark}") + "".join(drawn) + _statues_left(state))


def _step(state: State, step: int, width: float) -> Svg:
    """One step as a stair with its points, and the seals that stand on it; step 0 is the town hall."""
    board = state.board
    points = board.reputation_points(step, state.rules)
    height = 14 + 26 * step / board.last_step
    here = [s for s, player in enumerate(state.players) if min(max(player.reputation, 0), board.last_step) == step]
    words = f"Step {step}: {count(points, 'point')} ({board.points_from[step]})" if step else "Town hall: 0 points"
    parts = [
        tip(words),
        rect(0, _TRACK_BASE - height, width - 1.5, height, STONE if here else "#e2d8c3", 2),
    ]
    # On a long track only every so many steps have room for their points.
    if step % ceil(15 / width) == 0:
        parts.append(label((width - 1.5) / 2, _TRACK_BASE - 3.5, str(points), 10 if width > 18 else 8.5, INK, anchor="middle"))
    parts += [seal(one, (width - 1.5) / 2, _TRACK_BASE - height - 7 - 11 * place, 10) for place, one in enumerate(here)]
    return group(width * step, 0, *parts, data_step=step)


def _statues_left(state: State) -> Svg:
    words = "Statues left"
    drawn = []
    x = text_width(words, 10.5) + 8
    for place, value in enumerate(state.statues[:_STATUES_SHOWN]):
        top = place == 0
        box = rect(0, 0, 18, 17, STONE if top else PALE, 3, stroke="#b39a5c" if top else LINE, stroke_width=1)
        drawn.append(group(x, 103, box, label(9, 12.5, str(value), 10.5, INK, bold=top, anchor="middle")))
        x += 21
    if (more := len(state.statues) - _STATUES_SHOWN) > 0:
        drawn.append(label(x, 116, f"+{more}", 10.5, INK))
    if not state.statues:
        drawn.append(label(x, 116, "none", 10.5, INK))
    return tag("g", label(0, 116, words, 10.5, MUTED), *drawn, data_field="statues_left")


def _key(state: State) -> Svg:
    """What colour is which sign and which damage; the figure is the number of threat markers left in the supply."""
    drawn = [rect(14, 127, WIDTH - 28, 0.8, LINE), label(14, 149, "Threats left", 10.5, MUTED)]
    texts = [f"{name} · {damage}" for name, damage in zip(COLOURS, DAMAGES, strict=True)]
    widths = [13 + text_width(words, 9.5) + 5 + text_width("9", 11, True) for words in texts]
    x, space = 104.0, (WIDTH - 14 - 96 - sum(widths)) / 4.4
    for colour, words in enumerate(texts):
        tone, left = SHADES[colour], state.supply[colour]
        drawn.append(
            group(
                x,
                145,
                tip(f"{count(left, f'{COLOURS[colour]} threat')} in the supply; the damage is {DAMAGES[colour]}"),
                circle(0, 0, 8, tone.fill),
                sign(colour, 0, 0, 9.5, tone.on),
                label(13, 4, words, 9.5, INK),
                label(widths[colour], 4, str(left), 11, INK, bold=True, anchor="end"),
                data_supply=COLOURS[colour],
            )
        )
        x += widths[colour] + space
    return tag("g", *drawn)


_MAJORITIES = f"{' '.join(area[0].upper() for area in AREAS)}: majorities in reputation, people and canals, green once turned"


def _foot(state: State) -> Svg:
    """The rest of the key, what is reconstructed, and which board this is."""
    note = reconstruction_note(state)
    board = f"Board: {clean(state.board.title)}"
    room = WIDTH - text_width(note, 9.5) - 20
    return tag(
        "g",
        star(7, 6, 10, MUTED),
        label(15, 9, "points", 9.5, MUTED),
        coin(66, 6, 10, MUTED, PAPER),
        label(75, 9, "guilders", 9.5, MUTED),
        label(134, 9, _MAJORITIES, 9.5, MUTED),
        label(2, 25, note, 9.5, MUTED),
        label(WIDTH - 2, 25, cut(board, room, 9.5), 9.5, MUTED, anchor="end"),
        class_="bl-note",
    )
