"""One card as a picture, in the lab's own design: a band in the colour of its class, its sign, its name and what it does.

Cards are numbered: plot cards by their kind, then merchandise. What is reconstructed bears the mark of all pictures here, ≈.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from ....show.svg import (
    FONT,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    Shade,
    Svg,
    label,
    rect,
    tag,
    text_width,
    tip,
)
from ..model import State
from ..words import GOODS, PLOTS
from .colours import GOODS_SHADE, good_sign, laurel, plot_shade, plot_sign
from .facts import MARK, RECONSTRUCTED
from .picture_words import Wording, capital

WIDTH, HEIGHT = 200, 290
_MARGIN = 14


def card_in_play(state: State, card: int, lang: str = "en") -> Svg:
    """A card of a game by its number: the kinds of plot card, then the kinds of merchandise."""
    say = Wording(lang)
    name, tone = _name(card, say), _tone(state, card)
    words = card_words(state, card, lang)
    marked = f" {MARK}" if _is_reconstructed(state, card) else ""
    return tag(
        "svg",
        tip(name),
        tag("desc", Svg(escape(words))),
        rect(0, 0, WIDTH, HEIGHT, tone.fill, 13),
        rect(5, 5, WIDTH - 10, HEIGHT - 10, PAPER, 9),
        rect(5, 5, WIDTH - 10, 100, tone.tint, 9),
        _sign(card, 55, 62, tone.ink),
        _lines((name,), 128, 15, INK, bold=True),
        label(WIDTH / 2, 147, _kind(state, card, say) + marked, 11, MUTED, anchor="middle"),
        rect(_MARGIN - 2, 160, WIDTH - 2 * _MARGIN + 4, 104, PANEL, 7, stroke=LINE),
        _text(words),
        _laurel(state, card, tone),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        style="max-width:100%;height:auto",
        role="img",
        aria_label=name,
        class_="bl-card",
        font_family=FONT,
        lang=lang,
    )


def small_card(state: State, card: int, lang: str = "en") -> str:
    """The upper part of a card, for a place where its words stand beside it."""
    tone = _tone(state, card)
    return str(
        tag(
            "svg",
            rect(0, 0, 120, 110, tone.fill, 13),
            rect(5, 5, 110, 100, tone.tint, 9),
            _sign(card, 55, 62, tone.ink, middle=60),
            _laurel(state, card, tone, x=98, y=88),
            xmlns="http://www.w3.org/2000/svg",
            viewBox="0 0 120 110",
            width=120,
            height=110,
            class_="bl-portrait",
            font_family=FONT,
        )
    )


def card_words(state: State, card: int, lang: str = "en") -> str:
    """What a card does, with the numbers of the ruleset in force."""
    say, rules = Wording(lang), state.rules
    if card >= len(PLOTS):
        points = ", ".join(map(str, rules.set_points))
        return say("card.good", points=points)
    numbers: dict[str, dict[str, int | str]] = {
        "consul": {"size": rules.consul_size, "points": say("points", count=rules.builder_points)},
        "hygiene": {"size": rules.hygiene_size, "points": say("points", count=rules.builder_points)},
        "good_harvest": {"limit": rules.harvest_limit},
        "influence": {"pips": rules.influence},
        "indiscretion": {"sites": rules.yards_seen},
        "sailor": {"cards": rules.sailor_cards},
        "crassus": {"cubes": rules.extra_cubes},
    }
    return say(f"card.{PLOTS[card]}", **numbers.get(PLOTS[card], {}))


def _name(card: int, say: Wording) -> str:
    return say.plot(card) if card < len(PLOTS) else capital(say.good(card - len(PLOTS)))


def _kind(state: State, card: int, say: Wording) -> str:
    if card >= len(PLOTS):
        return say("good.copies", count=state.stock.goods.count(card - len(PLOTS)))
    return say("plot.lasting_short" if state.stock.permanent[card] else "plot.once_short")


def _tone(state: State, card: int) -> Shade:
    return plot_shade(state.stock.permanent[card]) if card < len(PLOTS) else GOODS_SHADE


def _is_reconstructed(state: State, card: int) -> bool:
    entry = f"plot {PLOTS[card]}" if card < len(PLOTS) else f"merchandise {GOODS[card - len(PLOTS)]}"
    return RECONSTRUCTED in state.stock.witness.get(entry, {}).values()


def _sign(card: int, y: float, size: float, ink: str, middle: float = WIDTH / 2) -> Svg:
    return plot_sign(card, middle, y, size, ink) if card < len(PLOTS) else good_sign(card - len(PLOTS), middle, y, size, ink)


def _laurel(state: State, card: int, tone: Shade, x: float = 172, y: float = 84) -> Svg:
    """What a card that is laid is worth at the end."""
    if card >= len(PLOTS) or not state.stock.permanent[card]:
        return Svg("")
    points = str(state.rules.laurel_points)
    return Svg(laurel(x, y, 28, tone.ink) + label(x, y + 4.5, points, 13, tone.ink, bold=True, anchor="middle"))


# Texts in a box


def _text(words: str) -> Svg:
    for size in (12.5, 12, 11.5, 11):
        lines = wrap(words, WIDTH - 2 * _MARGIN - 8, size)
        if len(lines) * size * 1.25 <= 96:
            break
    middle = 212 - (len(lines) - 1) * size * 1.25 / 2 + size * 0.36
    return _lines(lines, middle, size, INK)


@lru_cache(512)
def wrap(words: str, room: float, size: float) -> tuple[str, ...]:
    """A text in lines no wider than the room."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _lines(lines: tuple[str, ...], first: float, size: float, ink: str, *, bold: bool = False) -> Svg:
    return Svg(
        "".join(
            label(WIDTH / 2, first + i * size * 1.25, line, size, ink, bold=bold, anchor="middle") for i, line in enumerate(lines)
        )
    )
