"""Cards and tokens as small pieces: plot cards and merchandise with their sign and name, or as backs; corruption tokens."""

from __future__ import annotations

from functools import lru_cache

from ....show.live import CARD, INK, LEAST, MUTED, fit, live_shade, name_lines, plate
from ....show.svg import Svg, circle, group, label, path, rect, text_width
from ..model import UNKNOWN
from ..words import GOODS, PLOTS
from .colours import GOODS_SHADE, LASTING, ONCE, TOKEN, good_sign, laurel, plot_shade, plot_sign
from .items import Item
from .picture_words import Wording, capital

HEIGHT = 44


@lru_cache(1024)
def plot_item(place: str, plot: int, lasting: bool, lang: str, spot: int = 0) -> Item:
    """A plot card in `place` (such as `hand:0`): its sign in the colour of its class and its name; a back if it is not known."""
    say = Wording(lang)
    if plot == UNKNOWN:
        return Item(f"{place}:#{spot}", say("plot_back"), 34, HEIGHT, _back(ONCE.fill), "burdigala.setup.views")
    tone, width = plot_shade(lasting), 120
    words = say("plot_card", plot=say.plot(plot), lasting="yes" if lasting else "no")
    drawn = [
        plate(width, HEIGHT, live_shade(tone).tint, tone.fill, 5, 1.4),
        path(f"M6 0H28V{HEIGHT}H6Q0 {HEIGHT} 0 {HEIGHT - 6}V6Q0 0 6 0Z", tone.fill),
        plot_sign(plot, 14, 16 if lasting else 22, 18, tone.on),
        name_lines(fit(say.plot(plot), width - 36, 3), 74, 22, width - 36, INK),
    ]
    if lasting:
        drawn.append(laurel(14, 34, 13, "#cfe6c8"))
    return Item(f"{place}:{PLOTS[plot]}", words, width, HEIGHT, Svg("".join(drawn)), f"burdigala.card.{PLOTS[plot]}")


@lru_cache(1024)
def good_item(place: str, good: int, lang: str, rule: str, spot: int = 0) -> Item:
    """A merchandise card: its sign above its name; a back if it is not known."""
    say = Wording(lang)
    if good == UNKNOWN:
        target = place if "#" in place else f"{place}:#{spot}"
        return Item(target, say("good_back"), 34, HEIGHT, _back(GOODS_SHADE.fill), rule)
    name, live = capital(say.good(good)), live_shade(GOODS_SHADE)
    width = max(40.0, text_width(name, LEAST) + 8)
    drawn = (
        plate(width, HEIGHT, live.tint, GOODS_SHADE.fill, 5, 1.4)
        + good_sign(good, width / 2, 15, 21, live.ink)
        + label(width / 2, HEIGHT - 5.5, name, LEAST, INK, anchor="middle")
    )
    return Item(f"{place}:{GOODS[good]}", say("good_card", good=name), width, HEIGHT, Svg(drawn), rule)


@lru_cache(512)
def token_item(place: str, value: int, word: str, lang: str) -> Item:
    """A corruption token with its value; face down if whoever looks may not know it."""
    say = Wording(lang)
    words = say("token_back") if value == UNKNOWN else say("token", value=value)
    ground = circle(16, 16, 15, TOKEN.fill if value == UNKNOWN else CARD, stroke=MUTED, stroke_width=2)
    ink = TOKEN.on if value == UNKNOWN else INK
    shown = "?" if value == UNKNOWN else str(value)
    drawn = Svg(ground + label(16, 21, shown, 15, ink, bold=True, anchor="middle"))
    return Item(f"{place}:{word}", words, 32, 32, drawn, "burdigala.final.corruption")


@lru_cache(16)
def _back(fill: str) -> Svg:
    """The back of a card."""
    edge = rect(3.5, 3.5, 27, HEIGHT - 7, "none", 3, stroke="#ffffff", stroke_width=1, opacity=0.55)
    cross = group(17, HEIGHT / 2, path("M0-9L7 0L0 9L-7 0Z", "#ffffff", opacity=0.45))
    return Svg(rect(0, 0, 34, HEIGHT, fill, 5) + edge + cross)


def lasting_shade(lasting: bool) -> str:
    """The colour that announces a plot card."""
    return (LASTING if lasting else ONCE).fill
