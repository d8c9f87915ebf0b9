"""The table in the picture of a position: dice, piles, reputation, statues, and the key to the colours with the threats left.

Each is a part of its own (position.py puts them in their places), so that a live view replaces only what has changed.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from ....show.marks import fit_size, pressable, snug
from ....show.svg import INK, LINE, MUTED, PALE, STONE, Shade, Svg, circle, group, label, rect, seal, text_width
from ..model import UNSEEN, State
from ..words import COLOURS, DAMAGES
from .cards import card_back
from .colours import SHADES, sign
from .facts import Look, advance_price, name_of, track_is_reconstructed
from .picture_words import Wording

PILES = ("first", "second", "extra", "discard")


def table_parts(look: Look, width: float) -> dict[str, Svg]:
    """The parts of the table by name."""
    state, say = look.state, look.say
    return {
        "dice": _dice(state, say),
        "piles": _piles(state, say),
        "track": _track(look),
        "statues": _statues_left(state, say),
        "supply": _supply(state, say, width),
    }


def _heading(words: str) -> Svg:
    return label(0, 19, words, 10.5, MUTED)


# Dice

_DIE_PITCH = 42


def _dice(state: State, say: Wording) -> Svg:
    drawn = [_die(state, colour, face, say) for colour, face in enumerate(state.dice)]
    return Svg(_heading(say("dice")) + "".join(drawn) + label(0, 116, advance_price(state, say), 10.5, INK))


def _die(state: State, colour: int, face: int, say: Wording) -> Svg:
    """A die of its colour, its sign below it, and what its face means in phase 2."""
    tone = SHADES[colour]
    meaning = face_meaning(state, face)
    words = say.first("die", colour=COLOURS[colour], face=face, meaning=meaning)
    threatens = meaning == "threat"
    under = say(f"die.{meaning}") if meaning in ("threat", "step", "ship") else ""
    size = fit_size(under, _DIE_PITCH - 4, 9.5, bold=threatens)
    return pressable(
        _DIE_PITCH * colour,
        28,
        f"die:{COLOURS[colour]}",
        words,
        rect(0.75, 0.75, 32.5, 32.5, tone.fill if face else tone.tint, 8, stroke=tone.fill, stroke_width=1.5),
        die_face(tone, face),
        sign(colour, 17, 44, 10, tone.ink),
        label(17, 63, under, size, INK if threatens else MUTED, bold=threatens, anchor="middle"),
    )


def face_meaning(state: State, face: int) -> str:
    """What a face does in phase 2, as a word for the texts."""
    if not face:
        return "none"
    if state.docks and face in state.rules.ship_faces:
        return "ship"
    return "threat" if face in state.rules.threat_faces else "step" if face in state.rules.advance_faces else "plain"


_PIPS = {
    1: ((17, 17),),
    2: ((10, 10), (24, 24)),
    3: ((9.5, 9.5), (17, 17), (24.5, 24.5)),
    4: ((10, 10), (24, 10), (10, 24), (24, 24)),
    5: ((9.5, 9.5), (24.5, 9.5), (17, 17), (9.5, 24.5), (24.5, 24.5)),
    6: ((10, 8.5), (24, 8.5), (10, 17), (24, 17), (10, 25.5), (24, 25.5)),
}


@lru_cache(512)
def die_face(tone: Shade, face: int) -> Svg:
    """Pips; a figure on a die with more than six faces."""
    if face in _PIPS:
        return Svg("".join(circle(x, y, 3.1, tone.on) for x, y in _PIPS[face]))
    return label(17, 23, str(face), 16, tone.on, bold=True, anchor="middle") if face else Svg("")


# Piles

_PILE_PITCH = 46


def _piles(state: State, say: Wording) -> Svg:
    drawn = [_heading(say("piles"))]
    for pile in (0, 1):
        top = state.top(pile)
        card = _no_pile("0") if top is None else card_back(state.deck, top, 40, 54, state.left[pile])
        words = say("pile", number=pile + 1, count=state.left[pile])
        drawn.append(_pile(pile, words, card, say("pile.under", number=pile + 1)))
    # The extra pile is not drawn from before it takes the place of an empty one; only its size matters.
    extra = card_back(state.deck, UNSEEN, 40, 54, len(state.extra)) if state.extra else _no_pile("0")
    key = "extra_used" if state.extra_used else "extra"
    drawn.append(_pile(2, say(key, count=len(state.extra)), extra, say(f"{key}.under")))
    discards = len(state.discard)
    drawn.append(_pile(3, say("discard", count=discards), _no_pile(str(discards)), say("discard.under")))
    return Svg("".join(drawn))


def _pile(place: int, words: str, card: Svg, under: str) -> Svg:
    caption = snug(20, 67, under, _PILE_PITCH - 2, 9.5, MUTED, anchor="middle")
    return pressable(_PILE_PITCH * place, 28, f"pile:{PILES[place]}", words, card, caption)


def _no_pile(words: str) -> Svg:
    outline = rect(0.75, 0.75, 38.5, 52.5, "#f3edde", 4, stroke="#a79d8d", stroke_width=1.2, stroke_dasharray="3 3")
    return Svg(outline + label(20, 32, words, 15, MUTED, bold=True, anchor="middle"))


# Reputation and statues

TRACK_WIDTH, _TRACK_BASE = 234, 92
_STATUES_SHOWN, _STATUE_PITCH = 8, 21


def _track(look: Look) -> Svg:
    board = look.state.board
    mark = " ≈" if track_is_reconstructed(board) else ""
    width = TRACK_WIDTH / (board.last_step + 1)
    drawn = [_step(look, step, width) for step in range(board.last_step + 1)]
    return Svg(_heading(f"{look.say('reputation')}{mark}") + "".join(drawn))


def _step(look: Look, step: int, width: float) -> Svg:
    """One step as a stair with its points, and the seals that stand on it; step 0 is the town hall."""
    state, say = look.state, look.say
    board = state.board
    points = board.reputation_points(step, state.rules)
    height = 14 + 26 * step / board.last_step
    here = [s for s, player in enumerate(state.players) if min(max(player.reputation, 0), board.last_step) == step]
    worth = say("points", count=points)
    words = say("step", step=step, points=worth, witness=say.witness(board.points_from[step])) if step else say("town_hall")
    if here:
        words += f": {', '.join(name_of(look.names, one) for one in here)}"
    parts = [rect(0, _TRACK_BASE - height, width - 1.5, height, STONE if here else "#e2d8c3", 2)]
    # On a long track only every so many steps have room for their points.
    if step % ceil(15 / width) == 0:
        parts.append(label((width - 1.5) / 2, _TRACK_BASE - 3.5, str(points), 10 if width > 18 else 8.5, INK, anchor="middle"))
    pitch = 11 if len(here) < 5 else 10
    parts += [seal(one, (width - 1.5) / 2, _TRACK_BASE - height - 7 - pitch * place, 10) for place, one in enumerate(here)]
    return pressable(width * step, 0, f"step:{step}", words, *parts)


def _statues_left(state: State, say: Wording) -> Svg:
    words = say("statues_left")
    size = fit_size(words, 92, 10.5)
    drawn = [label(0, 116, words, size, MUTED)]
    x = text_width(words, size) + 8
    shown = state.statues[:_STATUES_SHOWN]
    pitch = _STATUE_PITCH if len(shown) <= 6 else min(_STATUE_PITCH, (TRACK_WIDTH - x) / len(shown))
    for place, value in enumerate(shown):
        top, width = place == 0, pitch - 3
        box = rect(0, 0, width, 17, STONE if top else PALE, 3, stroke="#b39a5c" if top else LINE, stroke_width=1)
        drawn.append(group(x, 103, box, label(width / 2, 12.5, str(value), 10.5, INK, bold=top, anchor="middle")))
        x += pitch
    if (more := len(state.statues) - _STATUES_SHOWN) > 0:
        drawn.append(label(x, 116, f"+{more}", 10.5, INK))
    values = ", ".join(map(str, state.statues)) or say("none")
    if not state.statues:
        drawn.append(label(x, 116, values, 10.5, INK))
    return pressable(0, 0, "statue", say("told.statues_left", statues=values), *drawn)


# Threats left


def _supply(state: State, say: Wording, width: float) -> Svg:
    """What colour is which sign and which damage; the figure is the number of threat markers left in the supply."""
    heading = say("threats_left")
    texts = [f"{say.colour(colour)} · {say.damage(colour)}" for colour in range(len(COLOURS))]
    size = 9.5
    left = 14 + max(82.0, text_width(heading, 10.5) + 14)
    while True:
        widths = [13 + text_width(words, size) + 5 + text_width("9", 11, True) for words in texts]
        space = (width - 14 - left - sum(widths)) / 4.4
        if space >= 14 or size <= 8:
            break
        size -= 0.5
    drawn = [rect(14, 127, width - 28, 0.8, LINE), label(14, 149, heading, 10.5, MUTED)]
    x = left + 8
    for colour, words in enumerate(texts):
        tone, markers = SHADES[colour], state.supply[colour]
        drawn.append(
            pressable(
                x,
                145,
                f"supply:{COLOURS[colour]}",
                say("supply", count=markers, colour=COLOURS[colour], damage=DAMAGES[colour]),
                circle(0, 0, 8, tone.fill),
                sign(colour, 0, 0, 9.5, tone.on),
                label(13, 4, words, size, INK),
                label(widths[colour], 4, str(markers), 11, INK, bold=True, anchor="end"),
            )
        )
        x += widths[colour] + space
    return Svg("".join(drawn))
