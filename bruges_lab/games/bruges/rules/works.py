"""The run ops with which people build, place or do more: canal tiles, houses, persons, steps, one more card, a person again."""

from __future__ import annotations

from typing import Any

from ....kernel import need
from ....kernel.deltas import become_at
from ..deck import Op
from ..model import BOOK, EMPTY, FIRST_SHIP, Row, State
from .actions import build_canal, build_house, canal_price, empty_house_colours, place_person, recruit_price, say_canal_price
from .effects import decline, nothing, op
from .goods import pay_guilders
from .notation import CARD, NEXT_SPACE, RESIDENT, ROOM
from .occasions import climb, offer_ship
from .queries import PERSON, SOMEBODY, credit, persons_rule, rule_of

BOOK.event("extra.begins", cards="count", optional=SOMEBODY)
BOOK.event("person.readied", person="card", optional=SOMEBODY)

# Steps


def _can_climb(s: State, seat: int, step: Op, workers: Row | None = None) -> bool:
    player = s.players[seat]
    return player.reputation < s.board.last_step and player.guilders >= step.numbers[0]


@op("advance", possible=_can_climb)
def _advance(s: State, seat: int, card: int, step: Op) -> None:
    """A step that costs nothing is taken; one that costs something may be."""
    if not _can_climb(s, seat, step):
        nothing(s, seat, card)
    elif step.numbers[0]:
        s.push("climb.choose", seat, card, step.numbers[0])
    else:
        climb(s, seat, rule_of(s, card), **credit(s, card))


CLIMB = BOOK.decision("climb.choose", rule="act.meaning", cites=persons_rule, about=PERSON)


@CLIMB.choice("climb")
def climb_for(s: State, seat: int, card: int, price: int) -> None:
    """Pay and climb."""
    pay_guilders(s, seat, price, rule_of(s, card))
    climb(s, seat, rule_of(s, card), **credit(s, card))


@CLIMB.choice("forgo")
def climb_not(s: State, seat: int, card: int, price: int) -> None:
    """Stay."""
    decline(s, seat, card)


# The canal family


def _affordable_sections(s: State, seat: int, factor: int) -> list[tuple[int, ...]]:
    player = s.players[seat]
    return [
        (section,)
        for section, tiles in enumerate(player.canals)
        if tiles < s.rules.section_spaces and canal_price(s, seat, section, factor) <= player.guilders
    ]


def cheapest_section(s: State, seat: int, factor: int) -> int | None:
    """The lowest price at which a canal tile could be built; None if both sections are complete."""
    open_ = [section for section, tiles in enumerate(s.players[seat].canals) if tiles < s.rules.section_spaces]
    return min((canal_price(s, seat, section, factor) for section in open_), default=None)


@op("build_canal", possible=lambda s, seat, step, workers: bool(_affordable_sections(s, seat, step.numbers[0])))
def _build_canal(s: State, seat: int, card: int, step: Op) -> None:
    if _affordable_sections(s, seat, step.numbers[0]):
        s.push("dig.choose", seat, card, step.numbers[0])
    else:
        nothing(s, seat, card)


DIG = BOOK.decision("dig.choose", rule="person.family.canal", about=PERSON)


@DIG.choice(
    "dig",
    candidates=lambda s, seat, card, factor: [(section,) for section in range(s.rules.sections)],
    needs=(
        need(
            "action.canal.options",
            "section_full",
            lambda s, seat, card, factor, section: (
                section < s.rules.sections and s.players[seat].canals[section] < s.rules.section_spaces
            ),
            lambda s, seat, card, factor, section: {"section": section, "spaces": s.rules.section_spaces},
        ),
        need(
            "person.family.canal",
            "too_poor",
            lambda s, seat, card, factor, section: canal_price(s, seat, section, factor) <= s.players[seat].guilders,
            lambda s, seat, card, factor, section: {
                "needs": canal_price(s, seat, section, factor),
                "has": s.players[seat].guilders,
            },
        ),
    ),
    codecs=(NEXT_SPACE,),
)
def dig(s: State, seat: int, card: int, factor: int, section: int) -> None:
    """Without a card of the right colour and without an action."""
    price = canal_price(s, seat, section, factor)
    if s.docks and s.rules.ship_after == "any" and card < FIRST_SHIP:  # D-182: never after a tile that a ship built
        offer_ship(s, seat)
    say_canal_price(s, seat, price)
    pay_guilders(s, seat, price, rule_of(s, card))
    build_canal(s, seat, section)


# A house without a worker (person.architect)


@op("build_house", possible=lambda s, seat, step, workers: bool(s.players[seat].hand))
def _build_house(s: State, seat: int, card: int, step: Op) -> None:
    if s.players[seat].hand:
        s.push("lay.choose", seat, card)
    else:
        nothing(s, seat, card)


LAY = BOOK.decision("lay.choose", rule="person.architect", cites=persons_rule, about=PERSON)


@LAY.choice(
    "lay",
    candidates=lambda s, seat, card: [(held,) for held in s.players[seat].hand],
    needs=(
        need(
            "act.meaning",
            "not_in_hand",
            lambda s, seat, card, held: held in s.players[seat].hand,
            lambda s, seat, card, held: {"card": held},
        ),
    ),
    codecs=(CARD,),
)
def lay(s: State, seat: int, card: int, held: int) -> None:
    """A house like any other: who reacts to houses reacts."""
    build_house(s, seat, held)


@LAY.choice("forgo")
def lay_not(s: State, seat: int, card: int) -> None:
    """No house."""
    decline(s, seat, card)


# A person at a lower price


def invite_price(s: State, seat: int, held: int, discount: int) -> int:
    """Both reductions count: the inviting person's and those of others."""
    return max(0, recruit_price(s, seat, held) - discount)


def _room(s: State, seat: int, step: Op, workers: Row | None = None) -> bool:
    """A card in hand and an empty house: all that others can see."""
    player = s.players[seat]
    return bool(player.hand) and any(house.person == EMPTY for house in player.houses)


def cheapest_guest(s: State, seat: int, discount: int) -> int:
    """The lowest price of anybody in hand."""
    return min(invite_price(s, seat, held, discount) for held in s.players[seat].hand)


def _can_invite(s: State, seat: int, step: Op, workers: Row) -> bool:
    """Room, and guilders for somebody in hand."""
    return _room(s, seat, step) and cheapest_guest(s, seat, step.numbers[0]) <= s.players[seat].guilders


@op("recruit", possible=_room, by_hand=_can_invite)
def _recruit(s: State, seat: int, card: int, step: Op) -> None:
    if _room(s, seat, step):
        s.push("invite.choose", seat, card, step.numbers[0])
    else:
        nothing(s, seat, card)


# Whom the owner could pay for is hidden, so the question is always asked.
INVITE = BOOK.decision("invite.choose", rule="act.meaning", forced=False, cites=persons_rule, about=PERSON)


@INVITE.choice(
    "invite",
    candidates=lambda s, seat, card, discount: [
        (held, colour) for held in s.players[seat].hand for colour in empty_house_colours(s, seat)
    ],
    needs=(
        need(
            "act.meaning",
            "not_in_hand",
            lambda s, seat, card, discount, held, colour: held in s.players[seat].hand,
            lambda s, seat, card, discount, held, colour: {"card": held},
        ),
        need(
            "action.recruit.empty_house",
            "no_empty_house",
            lambda s, seat, card, discount, held, colour: colour in empty_house_colours(s, seat),
            lambda s, seat, card, discount, held, colour: {
                "colour": colour,
                "has": sum(house.person == EMPTY for house in s.players[seat].houses),
            },
        ),
        need(
            "action.recruit.price",
            "too_poor",
            lambda s, seat, card, discount, held, colour: s.players[seat].guilders >= invite_price(s, seat, held, discount),
            lambda s, seat, card, discount, held, colour: {
                "needs": invite_price(s, seat, held, discount),
                "has": s.players[seat].guilders,
            },
        ),
    ),
    codecs=(CARD, ROOM),
)
def invite(s: State, seat: int, card: int, discount: int, held: int, colour: int) -> None:
    """A person from hand, without an action."""
    price = invite_price(s, seat, held, discount)
    s.emit(rule_of(s, card), "price.changed", seat, person=card, guilders=price)
    pay_guilders(s, seat, price, "action.recruit.price")
    place_person(s, seat, held, colour)


@INVITE.choice("forgo")
def invite_not(s: State, seat: int, card: int, discount: int) -> None:
    """Nobody."""
    decline(s, seat, card)


# The extra-card family


@op("play_card", possible=lambda s, seat, step, workers: bool(s.players[seat].hand))
def _play_card(s: State, seat: int, card: int, step: Op) -> None:
    s.then(*(("people.extra", seat, card) for _ in range(step.numbers[0])))


@BOOK.task("people.extra", rule="phase3.extra_card", seated=True)
def extra(s: State, seat: int, card: int) -> None:
    """One more card with its action, in the same turn."""
    if s.players[seat].hand:
        s.because(s.emit(rule_of(s, card), "extra.begins", seat, (), cards=len(s.players[seat].hand), **credit(s, card)))
        s.push("turn.extra", seat)


# A person once more


def turned(s: State, seat: int, card: int) -> list[tuple[Any, ...]]:
    """Other people who were used; none who could straighten others in turn, or there would be no end to it."""
    return [
        (house.person,)
        for house in s.players[seat].houses
        if house.used and house.person != card and all(step.name != "ready_person" for step in s.deck.runs[house.person])
    ]


@op("ready_person", possible=lambda s, seat, step, workers: bool(turned(s, seat, EMPTY)))
def _ready_person(s: State, seat: int, card: int, step: Op) -> None:
    if turned(s, seat, card):
        s.push("ready.choose", seat, card)
    else:
        nothing(s, seat, card)


READY = BOOK.decision("ready.choose", rule="act.meaning", cites=persons_rule, about=PERSON)


@READY.choice(
    "ready",
    candidates=turned,
    needs=(
        need(
            "act.worker.rotate",
            "not_turned",
            lambda s, seat, card, person: (person,) in turned(s, seat, card),
            lambda s, seat, card, person: {"card": person},
        ),
    ),
    codecs=(RESIDENT,),
)
def ready(s: State, seat: int, card: int, person: int) -> None:
    """Straight again: may be used once more this round."""
    houses = s.players[seat].houses
    place = next(i for i, house in enumerate(houses) if house.person == person)
    deltas = (become_at(seat, "houses", place, houses[place]._replace(used=False)),)
    s.emit(rule_of(s, card), "person.readied", seat, deltas, person=person, **credit(s, card))


@READY.choice("forgo")
def ready_not(s: State, seat: int, card: int) -> None:
    """Nobody."""
    decline(s, seat, card)
