"""Cards as they lie on the table: backs, persons in hand, houses with or without a person.

Each is drawn at the origin; player.py and position.py move it to its place.
"""

from __future__ import annotations

from functools import lru_cache

from ....show.marks import fit_size, pressable
from ....show.svg import CARD, INK, LINE, MUTED, PALE, Shade, Svg, group, label, number, path, rect, star, tag, text_width
from ....show.syllables import fit_person
from ..deck import Card, Deck
from ..model import EMPTY, House, colour_of
from .colours import coin, shade, sign
from .facts import describe_person, person_name
from .picture_words import Wording, colour_word

HOUSE_HEIGHT, CARD_HEIGHT, BACK_WIDTH = 66, 54, 32
_ROOF = 24
_TILT = -6


def card_back(deck: Deck, card: int, width: float = BACK_WIDTH, height: float = CARD_HEIGHT, count: int | None = None) -> Svg:
    """A card face down: its colour and sign, and how many lie there if it is a pile."""
    colour = colour_of(deck, card)
    tone = shade(colour)
    parts = [
        rect(0, 0, width, height, tone.fill, 4),
        rect(2.5, 2.5, width - 5, height - 5, "none", 2.5, stroke=tone.on, stroke_width=0.8, opacity=0.55),
    ]
    if count is None:
        parts.append(sign(colour, width / 2, height / 2, 12, tone.on))
    else:
        parts += [
            sign(colour, width / 2, 15, 11, tone.on) if colour is not None else Svg(""),
            label(width / 2, height - (13 if colour is not None else 22), str(count), 15, tone.on, bold=True, anchor="middle"),
        ]
    return Svg("".join(parts))


def hand_card(deck: Deck, card: int, width: float, say: Wording) -> Svg:
    """A card in hand: the person with price and points, or the back."""
    if card < 0:
        return card_back(deck, card)
    person = deck[card]
    tone = shade(deck.colour[card])
    return Svg(
        rect(0.75, 0.75, width - 1.5, CARD_HEIGHT - 1.5, CARD, 4, stroke=tone.fill, stroke_width=1.5)
        + path(f"M0 14V4Q0 0 4 0H{number(width - 4)}Q{number(width)} 0 {number(width)} 4V14Z", tone.fill)
        + sign(deck.colour[card], 9, 7.2, 9, tone.on)
        + _price_and_points(person, width, tone)
        + _name(person_name(deck, card, say), width, 37.5)
    )


def describe_card(deck: Deck, card: int, say: Wording) -> str:
    """A card in hand in words."""
    colour = colour_word(deck, card)
    if card < 0:
        return say.first("card_back", colour=colour)
    person = deck[card]
    goods = f"{say('guilders', count=person.price)}, {say('points', count=person.points)}"
    return f"{person_name(deck, card, say)}, {say('card', colour=colour)}, {goods}"


def _price_and_points(person: Card, width: float, tone: Shade) -> Svg:
    """The two figures on a card's band, set from its right edge."""
    price, points = str(person.price), str(person.points)
    at = width - 4 - text_width(points, 9, True)
    figures = [label(at, 10.4, points, 9, tone.on, bold=True), star(at - 5, 7, 8, tone.on)]
    at -= 12.5 + text_width(price, 9, True)
    figures += [label(at, 10.4, price, 9, tone.on, bold=True), coin(at - 6, 7.1, 9, tone.on, tone.ink)]
    return Svg("".join(figures))


def house(deck: Deck, standing: House, width: float, owner: int, say: Wording) -> Svg:
    """A house of the colour of its card, with the person on it."""
    tone = shade(colour_of(deck, standing.card))
    inside = _empty_house(tone, width) if standing.person == EMPTY else _person(deck, standing, width, owner, say)
    return Svg(_stepped_gable(width, tone.fill) + sign(colour_of(deck, standing.card), width / 2, 12.5, 10, tone.on) + inside)


@lru_cache(512)
def _stepped_gable(width: float, fill: str) -> Svg:
    """The crow-stepped gable of a Bruges house."""
    tread, rise = width * 0.115, 6
    left = "".join(f"V{number(_ROOF - rise * i)}H{number(tread * (i + 1))}" for i in range(3))
    right = "".join(f"V{number(_ROOF - rise * i)}H{number(width - tread * i)}" for i in (2, 1, 0))
    return path(f"M0 {HOUSE_HEIGHT}{left}V2H{number(width - 3 * tread)}{right}V{HOUSE_HEIGHT}Z", fill)


@lru_cache(512)
def _empty_house(tone: Shade, width: float) -> Svg:
    middle = width / 2
    windows = [rect(x - 4.5, 30, 9, 12, tone.on, 1.5, opacity=0.5) for x in (middle - 15, middle, middle + 15)]
    door = path(
        f"M{number(middle - 5.5)} {HOUSE_HEIGHT}V54Q{number(middle)} 47 {number(middle + 5.5)} 54V{HOUSE_HEIGHT}Z",
        tone.on,
        opacity=0.75,
    )
    return Svg("".join(windows) + door)


def _person(deck: Deck, standing: House, width: float, owner: int, say: Wording) -> Svg:
    """The person's card on the house; tilted, grey and marked once used, as on the table it is turned."""
    name = person_name(deck, standing.person, say)
    points = str(deck.points[standing.person]) if standing.person >= 0 else "?"
    if standing.used:
        card = _plate(name, f"{points} {say('used')}", width - 8, 36, PALE, MUTED, MUTED)
        turned = tag("g", group(4, 26, card), transform=f"rotate({_TILT} {number(width / 2)} 44)")
    else:
        turned = group(3, 25, _plate(name, points, width - 6, 38, CARD, LINE, INK))
    if standing.person < 0:
        return turned
    return pressable(0, 0, f"person:{owner}:{deck[standing.person].id}", describe_person(deck, standing, say), turned)


def _plate(name: str, points: str, width: float, height: float, fill: str, edge: str, ink: str) -> Svg:
    """A small card with a name and, below it, a star and what stands beside it."""
    base = height - 4.5
    size = fit_size(points, width - 14, 9)
    left = (width - text_width(points, size) - 10) / 2
    return Svg(
        rect(0, 0, width, height, fill, 3, stroke=edge, stroke_width=0.8)
        + _name(name, width, height * 0.41, ink)
        + star(left + 4, base - 3.2, 8, ink)
        + label(left + 10, base, points, size, ink)
    )


def _name(name: str, width: float, middle: float, ink: str = INK) -> Svg:
    """A name on one or two lines around a height."""
    fitted = fit_person(name, width - 4)
    first = middle if len(fitted.lines) == 1 else middle - fitted.size * 0.58
    return Svg(
        "".join(
            label(width / 2, first + i * fitted.size * 1.1, line, fitted.size, ink, bold=True, anchor="middle")
            for i, line in enumerate(fitted.lines)
        )
    )
