"""Cards of the live picture, each a piece of its own: backs, people in hand, houses with or without somebody in them.

The static picture has smaller ones (cards.py). Here every name can be read: 11 pixels at least, on as many lines as it needs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ....show.live import CARD, INK, LINE, MUTED, PALE, fit, live_shade, name_lines, plate, thing
from ....show.svg import Shade, Svg, group, label, number, path, rect, star, tag, text_width, tip
from ..deck import Card, Deck
from ..model import EMPTY, House, colour_of
from .card_picture import EMBLEMS, icon
from .cards import describe_card
from .colours import coin, shade, sign
from .facts import describe_person, person_name
from .picture_words import Wording, colour_word

WIDTH, CARD_HEIGHT, HOUSE_HEIGHT = 85, 75, 67
_BAND, _ROOF = 20, 20


class _Person(NamedTuple):
    """What of a card is drawn."""

    name: str
    group: str
    price: int
    points: int
    when: str | None
    worker: str | None
    rule: str


def _seen(person: Card, name: str) -> _Person:
    return _Person(name, person.group, person.price, person.points, person.when, person.worker, person.rule)


# The hand


def hand_card(deck: Deck, card: int, owner: int, place: int, say: Wording) -> Svg:
    """A card in hand: the person with price and points, group and sign; or the back."""
    if card < 0:
        return _back(colour_of(deck, card), f"hand:{owner}:#{place}", describe_card(deck, card, say))
    person, name = deck[card], person_name(deck, card, say)
    return _front(_seen(person, name), deck.colour[card], f"hand:{owner}:{person.id}", describe_card(deck, card, say))


@lru_cache(1024)
def _front(person: _Person, colour: int, target: str, words: str) -> Svg:
    tone = shade(colour)
    band = f"M0 {_BAND}V6Q0 0 6 0H{WIDTH - 6}Q{WIDTH} 0 {WIDTH} 6V{_BAND}Z"
    emblem = f"translate(14 {CARD_HEIGHT - 12}) scale(.58)"
    return thing(
        target,
        words,
        WIDTH,
        CARD_HEIGHT,
        plate(WIDTH, CARD_HEIGHT, CARD, tone.fill, 6, 2),
        path(band, tone.fill),
        sign(colour, 12, 10, 11, tone.on),
        _price_and_points(person, tone),
        name_lines(fit(person.name, WIDTH - 3), WIDTH / 2, 36.5, WIDTH - 3),
        path(EMBLEMS[person.group], MUTED, fill_rule="evenodd", transform=emblem),
        _activation(person, WIDTH - 14, CARD_HEIGHT - 12, 9, live_shade(tone)),
        rule="phase3.actions",
        kind="bl-card",
    )


def _activation(person: _Person, x: float, y: float, radius: float, tone: Shade) -> Svg:
    return icon(person.when, person.worker, x, y, radius, tone, paper=CARD, ink=INK)


def _price_and_points(person: _Person, tone: Shade) -> Svg:
    """The two figures on a card's band, set from its right edge."""
    price, points = str(person.price), str(person.points)
    at = WIDTH - 6 - text_width(points, 12, True)
    figures = [label(at, 14.4, points, 12, tone.on, bold=True), star(at - 6.5, 10, 10, tone.on)]
    at -= 16 + text_width(price, 12, True)
    figures += [label(at, 14.4, price, 12, tone.on, bold=True), coin(at - 7.5, 10.2, 11, tone.on, tone.fill)]
    return Svg("".join(figures))


@lru_cache(512)
def _back(colour: int | None, target: str, words: str) -> Svg:
    """A card face down: only its colour."""
    width, height = 38, 54
    tone = shade(colour)
    return thing(
        target,
        words,
        width,
        height,
        rect(0, 0, width, height, tone.fill, 5),
        rect(3, 3, width - 6, height - 6, "none", 3, stroke=tone.on, stroke_width=1, opacity=0.55),
        sign(colour, width / 2, height / 2, 15, tone.on),
        rule="comp.cards.backs_public",
        kind="bl-back",
    )


# Houses


def house(deck: Deck, standing: House, owner: int, place: int, own: bool, say: Wording) -> Svg:
    """A house of the colour of its card; the person in it is a target of its own.

    What it was built from is known to its owner only (`own`).
    """
    colour = colour_of(deck, standing.card)
    words = house_words(deck, standing, own, say)
    if standing.person == EMPTY:
        return _house(colour, f"house:{owner}:{place}", words, _windows(colour))
    known = deck[standing.person] if standing.person >= 0 else None
    name = person_name(deck, standing.person, say)
    if known is None:
        return _house(colour, f"house:{owner}:{place}", words, _plate(None, name, standing.used, say("used")))
    told = say.first("lives", person=describe_person(deck, standing, say), colour=colour_word(deck, standing.card))
    card = _lodger(_seen(known, name), f"person:{owner}:{known.id}", told, standing.used, say("used"))
    return _house(colour, f"house:{owner}:{place}", words, card)


def house_words(deck: Deck, standing: House, own: bool, say: Wording) -> str:
    """A house by its colour and, for who may know it, by the card it was built from."""
    colour = colour_word(deck, standing.card)
    if own and standing.card >= 0:
        words = say.first("house_from", colour=colour, person=person_name(deck, standing.card, say))
    else:
        words = say.first("house", colour=colour)
    return f"{words}, {say('empty')}" if standing.person == EMPTY else words


@lru_cache(1024)
def _house(colour: int | None, target: str, words: str, inside: Svg) -> Svg:
    tone = shade(colour)
    return thing(
        target,
        words,
        WIDTH,
        HOUSE_HEIGHT,
        _gable(tone.fill),
        sign(colour, WIDTH / 2, 11, 11, tone.on),
        inside,
        rule="action.house.capacity",
        kind="bl-card",
    )


@lru_cache(16)
def _gable(fill: str) -> Svg:
    """The crow-stepped gable of a Bruges house."""
    tread, rise = WIDTH * 0.115, 5
    left = "".join(f"V{number(_ROOF - rise * i)}H{number(tread * (i + 1))}" for i in range(3))
    right = "".join(f"V{number(_ROOF - rise * i)}H{number(WIDTH - tread * i)}" for i in (2, 1, 0))
    d = f"M.5 {HOUSE_HEIGHT}{left}V2H{number(WIDTH - 3 * tread)}{right}V{HOUSE_HEIGHT}Z"
    return path(d, fill, stroke=LINE, stroke_width=0.7)


@lru_cache(16)
def _windows(colour: int | None) -> Svg:
    tone, middle = shade(colour), WIDTH // 2
    windows = [rect(middle + x - 6, 26, 12, 14, tone.on, 2, opacity=0.5) for x in (-20, 0, 20)]
    door = f"M{middle - 7} {HOUSE_HEIGHT}V54Q{middle} 45 {middle + 7} 54V{HOUSE_HEIGHT}Z"
    return Svg("".join(windows) + path(door, tone.on, opacity=0.75))


@lru_cache(1024)
def _lodger(person: _Person, target: str, words: str, used: bool, said: str) -> Svg:
    card = _plate(person, person.name, used, said)
    return tag("g", tip(words), card, data_target=target, data_rule=person.rule, class_="bl-thing")


def _plate(person: _Person | None, name: str, used: bool, said: str) -> Svg:
    """The person's card before the house; tilted and grey once used, as on the table it is turned."""
    width, height = WIDTH - 6, HOUSE_HEIGHT - _ROOF - 3
    ink, ground = (MUTED, PALE) if used else (INK, CARD)
    points = str(person.points) if person else "?"
    inside = [
        plate(width, height, ground, MUTED if used else LINE, 4),
        name_lines(fit(name, width - 2, 2, (12, 11.5, 11)), width / 2, 14.5, width - 2, ink),
        star(10, height - 9, 10, ink),
        label(17, height - 5, f"{points} · {said}" if used else points, 11, ink, bold=not used),
    ]
    if person is not None and not used:
        inside.append(_activation(person, width - 10, height - 9.5, 7, live_shade(shade(None))))
    card = group(3, _ROOF, *inside)
    return tag("g", card, transform=f"rotate(-3 {WIDTH // 2} 43)") if used else card
