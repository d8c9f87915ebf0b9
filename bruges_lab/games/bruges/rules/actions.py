"""The six things a card can be played for: workers, guilders, a threat away, a canal tile, a house, a person.

Every action stands here once, with its needs in the order a player would hear them; turns.py offers all six on a turn and for
extra cards. The fast listing of all six is in listing.py; a property test proves it equal to the needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....kernel import TABLE, Action, add_at, drop, need, put
from ....kernel.deltas import Delta, become, become_at
from ....kernel.events import Told
from ..display import display
from ..model import BOOK, EMPTY, State
from . import queries
from .goods import pay_guilders, pay_workers, take_guilders, take_workers
from .hand import in_hand, leave_hand, veiled_house
from .notation import CARD, NEXT_SPACE, ROOM
from .occasions import discard_threat, occasion, offer_ship

BOOK.event("card.spent", card="card", action="action")
BOOK.event("nothing.discarded", colour="colour")
BOOK.event("price.changed", person="source", guilders="count")
BOOK.event("canal.built", section="section", space="count", colour="colour")
BOOK.event("statue.taken", points="count", section="section")
BOOK.event("statue.none", section="section")
BOOK.event("house.unpaid", person="card")
BOOK.event("house.built", card="card", colour="colour", secret={"card": "player"})
BOOK.event("person.placed", person="card", colour="colour", sealed=True)

IN_HAND = in_hand("phase3.turns")

Args = tuple[Any, ...]


def _cards(s: State, seat: int) -> list[Args]:
    return [(card,) for card in s.players[seat].hand]


def spend(s: State, seat: int, card: int, action: str, rule: str) -> None:
    """The card goes face up on the discard pile (card.discard_pile)."""
    player = s.players[seat]
    if player.shown or player.held:
        deltas = (*leave_hand(s, seat, card), put(TABLE, "discard", card))
        s.because(s.emit(rule, "card.spent", seat, deltas, card=card, action=action))
        return
    hand = player.hand
    place = hand.index(card)
    player.hand = hand[:place] + hand[place + 1 :]
    s.discard += (card,)
    s.cause = s.record(rule, "card.spent", seat, _spent, (card, action))


def _spent(seat: int, card: int, action: str) -> Told:
    return {"card": card, "action": action}, (drop(seat, "hand", card), put(TABLE, "discard", card))


# I. Workers


def workers(s: State, seat: int, card: int) -> None:
    """As many of the card's colour as the action brings."""
    spend(s, seat, card, "workers", "action.workers")
    count, helper = queries.workers_brought(s, seat)
    colour = s.deck.colour[card]
    if helper == EMPTY:
        take_workers(s, seat, colour, count, "action.workers")
    else:
        take_workers(s, seat, colour, count, s.deck.rule[helper], **queries.credit(s, helper))
    if s.players[seat].houses:
        occasion(s, seat, "workers_action", s.deck.colour[card])


WORKERS = Action(
    "workers",
    workers,
    candidates=_cards,
    needs=(IN_HAND,),
    codecs=(CARD,),
    when="card",
)

# II. Guilders


def guilders(s: State, seat: int, card: int) -> None:
    """As many as the die of the card's colour shows, whatever else that die did (D-159)."""
    spend(s, seat, card, "guilders", "action.guilders")
    take_guilders(s, seat, s.dice[s.deck.colour[card]], "action.guilders")
    if s.players[seat].houses:
        guilders_by_people(s, seat)


def guilders_by_people(s: State, seat: int) -> None:
    """What people add to the die."""
    for person, more in queries.guilders_besides(s, seat):
        take_guilders(s, seat, more, s.deck.rule[person], **queries.credit(s, person))


GUILDERS = Action(
    "guilders",
    guilders,
    candidates=_cards,
    needs=(IN_HAND,),
    codecs=(CARD,),
    when="card",
)

# III. A threat away


def threat(s: State, seat: int, card: int) -> None:
    """A marker of the card's colour, for a point."""
    spend(s, seat, card, "threat", "action.threat")
    colour = s.deck.colour[card]
    if s.players[seat].threats[colour]:
        discard_threat(s, seat, colour, "action.threat.point")
    else:
        s.emit("action.threat.need", "nothing.discarded", seat, colour=colour)


HAS_MARKER = need(
    "action.threat.need",
    "no_marker",
    lambda s, seat, card: s.players[seat].threats[s.deck.colour[card]] > 0 or s.rules.null_action,
    lambda s, seat, card: {"colour": s.deck.colour[card]},
)


THREAT = Action("threat", threat, candidates=_cards, needs=(IN_HAND, HAS_MARKER), codecs=(CARD,), when="card")

# IV. A canal tile


def canal_price(s: State, seat: int, section: int, factor: int = 1) -> int:
    """The number printed on the next space, or a multiple of it (person.family.canal, D-139); people make it nothing or lower.

    A Well-digger makes the price on the space nothing, whatever it is multiplied by (D-140); a discount comes off the whole.
    """
    player = s.players[seat]
    price = s.board.gates[player.gate][section][player.canals[section]].price
    if not player.houses:
        return factor * price
    helped = queries.number(s, seat, "canal_price", min)
    return max(0, factor * (price if helped is None else min(price, helped)) - queries.discount(s, seat, "canal"))


def next_space(s: State, seat: int, section: int) -> Any:
    """The next space outward, or None if the section is complete."""
    player = s.players[seat]
    spaces = s.board.gates[player.gate][section]
    tiles = player.canals[section]
    return spaces[tiles] if tiles < len(spaces) else None


def canal(s: State, seat: int, card: int, section: int) -> None:
    """Outward from the gate without gaps; card and guilders are paid again for a tile that was lost (action.canal.rebuild)."""
    price = canal_price(s, seat, section)
    spend(s, seat, card, "canal", "action.canal.color")
    say_canal_price(s, seat, price)
    build_by_card(s, seat, section, price)


def build_by_card(s: State, seat: int, section: int, price: int) -> None:
    """Pay for the tile and lay it, as the action of a card; a ship can be used after it (D-203)."""
    if s.docks:
        offer_ship(s, seat)
    pay_guilders(s, seat, price, "action.canal.cost")
    build_canal(s, seat, section)


def say_canal_price(s: State, seat: int, price: int) -> None:
    """Say who made the price of a canal tile another (person.well_digger)."""
    _say_price(s, seat, canal_helpers(s, seat), price)


def canal_helpers(s: State, seat: int) -> Sequence[int]:
    """The persons who make the price of a canal tile another."""
    return queries.people_with(s, seat, "canal_price") or queries.discounters(s, seat, "canal")


def _say_price(s: State, seat: int, helpers: Sequence[int], price: int) -> None:
    for person in helpers:
        s.emit(s.deck.rule[person], "price.changed", seat, person=person, guilders=price)


def build_canal(s: State, seat: int, section: int) -> None:
    """Lay the tile, however it was paid for (action.canal.by_person): a complete section takes the top statue, once."""
    player = s.players[seat]
    place = player.canals[section]
    colour = s.board.gates[player.gate][section][place].colour
    rule = "action.canal.next" if place else "action.canal.first"
    s.emit(rule, "canal.built", seat, (add_at(seat, "canals", section, 1),), section=section, space=place + 1, colour=colour)
    if place + 1 == s.rules.section_spaces:
        _complete(s, seat, section)
    occasion(s, seat, "canal_built", colour)


def _complete(s: State, seat: int, section: int) -> None:
    if s.players[seat].claimed[section]:
        s.emit("threat.fire.no_second_statue", "statue.none", seat, section=section)
        return
    claim = become_at(seat, "claimed", section, True)
    if not s.statues:
        s.emit("action.canal.statue.none_left", "statue.none", seat, (claim,), section=section)  # D-115
        return
    statue = s.statues[0]
    deltas: list[Delta] = [claim, put(seat, "statues", statue), become(TABLE, "statues", s.statues[1:])]
    s.emit("action.canal.statue", "statue.taken", seat, deltas, points=statue, section=section)
    occasion(s, seat, "statue_taken")


SECTION_OPEN = need(
    "action.canal.options",
    "section_full",
    lambda s, seat, card, section: section < s.rules.sections and next_space(s, seat, section) is not None,
    lambda s, seat, card, section: {"section": section, "spaces": s.rules.section_spaces},
)
RIGHT_COLOUR = need(
    "action.canal.color",
    "wrong_colour",
    lambda s, seat, card, section: s.deck.colour[card] == next_space(s, seat, section).colour,
    lambda s, seat, card, section: {"colour": next_space(s, seat, section).colour, "card": card},
)
CAN_PAY_CANAL = need(
    "action.canal.cost",
    "too_poor",
    lambda s, seat, card, section: s.players[seat].guilders >= canal_price(s, seat, section),
    lambda s, seat, card, section: {"needs": canal_price(s, seat, section), "has": s.players[seat].guilders},
)


CANAL = Action(
    "canal",
    canal,
    candidates=lambda s, seat: [(card, section) for card in s.players[seat].hand for section in range(s.rules.sections)],
    needs=(IN_HAND, SECTION_OPEN, RIGHT_COLOUR, CAN_PAY_CANAL),
    codecs=(CARD, NEXT_SPACE),
    when="card",
)

# V. A house


def house(s: State, seat: int, card: int) -> None:
    """Face down in the display, for a worker of its colour."""
    helpers = queries.people_with(s, seat, "house_without_worker")
    if helpers:
        s.emit(s.deck.rule[helpers[0]], "house.unpaid", seat, person=helpers[0])
    else:
        pay_workers(s, seat, s.deck.colour[card], s.rules.house_workers, "action.house.cost")
    build_house(s, seat, card)


def build_house(s: State, seat: int, card: int) -> None:
    """Lay the card; who reacts to houses reacts (person.stucco_worker)."""
    colour = s.deck.colour[card]
    deltas = (*leave_hand(s, seat, card, seen=False), put(seat, "houses", veiled_house(s, seat, card)))
    s.emit("action.house.build", "house.built", seat, deltas, card=card, colour=colour)
    occasion(s, seat, "house_built", colour)


HAS_WORKER = need(
    "action.house.no_worker",
    "no_worker",
    lambda s, seat, card: (
        s.players[seat].workers[s.deck.colour[card]] >= s.rules.house_workers or queries.has(s, seat, "house_without_worker")
    ),
    lambda s, seat, card: {
        "colour": s.deck.colour[card],
        "needs": s.rules.house_workers,
        "has": s.players[seat].workers[s.deck.colour[card]],
    },
)


HOUSE = Action("house", house, candidates=_cards, needs=(IN_HAND, HAS_WORKER), codecs=(CARD,), when="card")

# VI. A person


def empty_house_colours(s: State, seat: int) -> tuple[int, ...]:
    """The colours of the empty houses, each once, in the order of the display."""
    return display(s.deck, s.players[seat].houses).rooms


def recruit(s: State, seat: int, card: int, colour: int) -> None:
    """On an empty house, whose colour need not be the person's (action.recruit.color_free); the price goes to the bank."""
    say_recruit_price(s, seat, card)
    pay_guilders(s, seat, recruit_price(s, seat, card), "action.recruit.price")
    place_person(s, seat, card, colour)


def say_recruit_price(s: State, seat: int, card: int) -> None:
    """Say who made the price of a person another."""
    helpers = queries.discounters(s, seat, "recruit", card)
    if helpers:
        _say_price(s, seat, helpers, recruit_price(s, seat, card))


def recruit_price(s: State, seat: int, card: int) -> int:
    """The price on the card, less what people in the display take off it."""
    return max(0, s.deck.price[card] - queries.discount(s, seat, "recruit", card))


def place_person(s: State, seat: int, card: int, colour: int) -> None:
    """Face up; then arrows take effect and others react (people.py).

    Which of several empty houses of a colour it is matters only to what a later fire shows: the oldest is taken unasked (D-205).
    """
    houses = s.players[seat].houses
    place = next(i for i, h in enumerate(houses) if h.person == EMPTY and s.deck.colour[h.card] == colour)
    deltas = (*leave_hand(s, seat, card), become_at(seat, "houses", place, houses[place]._replace(person=card, used=False)))
    s.because(s.emit("action.recruit.face_up", "person.placed", seat, deltas, person=card, colour=colour))
    occasion(s, seat, "person_placed", s.deck.colour[card], card)
    s.push("people.placed", seat, card)


EMPTY_HOUSE = need(
    "action.recruit.empty_house",
    "no_empty_house",
    lambda s, seat, card, colour: colour in empty_house_colours(s, seat),
    lambda s, seat, card, colour: {"colour": colour, "has": sum(h.person == EMPTY for h in s.players[seat].houses)},
)
CAN_PAY_PERSON = need(
    "action.recruit.price",
    "too_poor",
    lambda s, seat, card, colour: s.players[seat].guilders >= recruit_price(s, seat, card),
    lambda s, seat, card, colour: {"needs": recruit_price(s, seat, card), "has": s.players[seat].guilders},
)


RECRUIT = Action(
    "recruit",
    recruit,
    candidates=lambda s, seat: [(card, colour) for card in s.players[seat].hand for colour in empty_house_colours(s, seat)],
    needs=(IN_HAND, EMPTY_HOUSE, CAN_PAY_PERSON),
    codecs=(CARD, ROOM),
    near=lambda s, seat: [(card, s.deck.colour[card]) for card in s.players[seat].hand if card >= 0],
    when="card",
)

SIX = (WORKERS, GUILDERS, THREAT, CANAL, HOUSE, RECRUIT)
