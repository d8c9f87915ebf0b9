"""Threats: dealing the markers, and the damage that a third one brings.

Follows dice.py. Each seat is dealt all its markers and settles its damage before the next is dealt to (D-099, D-100), so that
returned markers refill the supply. `give_marker` and `settle_due` are for any other source of markers too (D-112).
"""

from __future__ import annotations

from typing import Any

from ....kernel import TABLE, add_at, become, need, put
from ....kernel.deltas import Delta, become_at
from ....kernel.events import Told
from ..model import BOOK, EMPTY, State
from ..words import BLUE, BROWN, DAMAGES, PURPLE, RED, YELLOW
from . import queries
from .goods import lose_guilders, lose_points, lose_workers
from .hand import show_in_hand, uncover
from .notation import DAMAGE, HOUSE_AT, LAST_TILE, RESIDENT
from .occasions import occasion
from .queries import SOMEBODY, in_order

BOOK.event("threat.taken", colour="colour", now="count", optional=SOMEBODY)
BOOK.event("threat.none")
BOOK.event("threat.shortage", colour="colour", left="count")
BOOK.event("damage.due", damage="damage", colour="colour")
BOOK.event("damage.averted", person="card", damage="damage")
BOOK.event("threats.returned", colour="colour", markers="count")
BOOK.event("person.lost", person="card", sealed=True)
BOOK.event("house.burnt", house="card", colour="colour", optional=SOMEBODY, sealed=True)
BOOK.event("person.returned", person="card")
BOOK.event("canal.lost", section="section", space="count", optional=SOMEBODY)
BOOK.event("statue.kept", section="section")


@BOOK.task("threats", rule="phase2.threat.distribute")
def threats(s: State) -> None:
    """Every die on a threatening face brings a marker of its colour to everybody."""
    colours = threatening(s)
    if not colours:
        s.emit("phase2.threat.faces", "threat.none", TABLE)
        return
    for colour in colours:
        if s.supply[colour] < len(s.players):
            s.emit("threat.shortage", "threat.shortage", TABLE, colour=colour, left=s.supply[colour])
    s.then(*(("threats.deal", seat, colours) for seat in in_order(s)))


def threatening(s: State) -> tuple[int, ...]:
    """The colours whose die threatens, in the order of the colours."""
    faces = s.rules.threat_faces if s.rules.threats_per_die else ()
    return tuple(colour for colour, die in enumerate(s.dice) if die in faces)


@BOOK.task("threats.deal", rule="phase2.threat.distribute", seated=True)
def deal(s: State, seat: int, colours: tuple[int, ...]) -> None:
    """Give a seat a marker of each threatening colour, then settle what is due."""
    due = tuple(colour for colour in colours if give_marker(s, seat, colour, "phase2.threat.distribute"))
    settle_due(s, seat, due)


def give_marker(s: State, seat: int, colour: int, rule: str, **by: int) -> bool:
    """Give a seat one marker; True if that makes damage due. With the bag a colour can be dry (exp.bag.short, D-202)."""
    player, supply = s.players[seat], s.supply
    if not supply[colour]:
        say_none_left(s, seat, colour)
        return False
    threats = player.threats
    now = threats[colour] + 1
    s.supply = supply[:colour] + (supply[colour] - 1,) + supply[colour + 1 :]  # type: ignore[assignment]  # noqa: RUF005
    player.threats = threats[:colour] + (now,) + threats[colour + 1 :]  # type: ignore[assignment]  # noqa: RUF005
    s.record(rule, "threat.taken", seat, _threat_taken, (colour, now, by))
    if now < s.rules.threat_limit:
        return False
    s.emit("phase2.threat.third", "damage.due", seat, damage=colour, colour=colour)
    return True


def _threat_taken(seat: int, colour: int, now: int, by: dict[str, int]) -> Told:
    return {"colour": colour, "now": now, **by}, (add_at(TABLE, "supply", colour, -1), add_at(seat, "threats", colour, 1))


def say_none_left(s: State, seat: int, colour: int) -> None:
    """Whoever is due a marker of a colour that has run out gets none; nobody else's dealing changes."""
    rule = "exp.bag.short" if s.rules.threat_bag == "aside" else "threat.shortage"
    s.emit(rule, "threat.shortage", seat, colour=colour, left=0)


def settle_due(s: State, seat: int, due: tuple[int, ...]) -> None:
    """One damage comes at once; the order of several is the sufferer's choice."""
    if len(due) == 1:
        _strike(s, seat, due[0])
    elif due:
        s.push("threats.settle", seat, due)


SETTLE = BOOK.decision("threats.settle", rule="threat.several")


@SETTLE.choice(
    "damage",
    candidates=lambda s, seat, due: [(colour,) for colour in due],
    needs=(
        need(
            "phase2.threat.third",
            "not_due",
            lambda s, seat, due, colour: colour in due,
            lambda s, seat, due, colour: {
                "damage": colour,
                "colour": colour,
                "has": s.players[seat].threats[colour],
                "limit": s.rules.threat_limit,
            },
        ),
    ),
    codecs=(DAMAGE,),
)
def damage(s: State, seat: int, due: tuple[int, ...], colour: int) -> None:
    """This one first (D-101); the others after it, as things stand then."""
    s.push("threats.due", seat, tuple(c for c in due if c != colour))
    _strike(s, seat, colour)


@BOOK.task("threats.due", rule="threat.several", seated=True)
def still_due(s: State, seat: int, due: tuple[int, ...]) -> None:
    """The damage that is left."""
    settle_due(s, seat, due)


def _strike(s: State, seat: int, colour: int) -> None:
    if s.players[seat].houses:
        for person in queries.people_with(s, seat, "wards_off"):
            if s.deck.queries["wards_off"][person].words["damage"] == DAMAGES[colour]:
                s.emit(s.deck.rule[person], "damage.averted", seat, person=person, damage=colour)
                s.push("threats.return", seat, colour)
                return
    s.then((f"damage.{DAMAGES[colour]}", seat), ("threats.return", seat, colour))
    occasion(s, seat, "damage_suffered", colour)


@BOOK.task("threats.return", rule="threat.return", seated=True)
def give_back(s: State, seat: int, colour: int) -> None:
    """All markers of the colour go back after the damage; that scores nothing (threat.no_points, D-063, D-102)."""
    markers = s.players[seat].threats[colour]
    if markers:
        deltas = (add_at(seat, "threats", colour, -markers), add_at(TABLE, "supply", colour, markers))
        s.emit("threat.return", "threats.returned", seat, deltas, colour=colour, markers=markers)


# The five kinds of damage


@BOOK.task("damage.flood", rule="threat.flood", seated=True)
def flood(s: State, seat: int) -> None:
    """All workers."""
    if any(s.players[seat].workers):
        lose_workers(s, seat, "threat.flood")
    else:
        s.emit("threat.flood", "nothing.lost", seat, damage=BLUE)  # D-104


@BOOK.task("damage.raid", rule="threat.raid", seated=True)
def raid(s: State, seat: int) -> None:
    """All guilders."""
    if s.players[seat].guilders:
        lose_guilders(s, seat, "threat.raid")
    else:
        s.emit("threat.raid", "nothing.lost", seat, damage=YELLOW)  # D-104


@BOOK.task("damage.intrigue", rule="threat.intrigue", seated=True)
def intrigue(s: State, seat: int) -> None:
    """Points, but never below the floor."""
    if s.players[seat].points > s.rules.score_floor and s.rules.intrigue_loss:
        lose_points(s, seat, s.rules.intrigue_loss, "threat.intrigue")
    else:
        s.emit("threat.intrigue", "nothing.lost", seat, damage=PURPLE)  # D-110


@BOOK.task("damage.plague", rule="threat.plague", seated=True)
def plague(s: State, seat: int) -> None:
    """A person of the owner's choice; without one, nothing (D-103)."""
    if s.players[seat].people and s.rules.plague_loss:
        s.push("plague.choose", seat)
    else:
        s.emit("threat.plague.none", "nothing.lost", seat, damage=BROWN)


PLAGUE = BOOK.decision("plague.choose", rule="threat.plague")


@PLAGUE.choice(
    "lose",
    candidates=lambda s, seat: [(person,) for person in s.players[seat].people],
    needs=(
        need(
            "threat.plague",
            "not_in_display",
            lambda s, seat, person: person in s.players[seat].people,
            lambda s, seat, person: {"card": person},
        ),
    ),
    codecs=(RESIDENT,),
)
def lose_person(s: State, seat: int, person: int) -> None:
    """To the discard pile; the house stays and is empty (D-105)."""
    place = _house_of(s, seat, person)
    house = s.players[seat].houses[place]
    deltas = (become_at(seat, "houses", place, house._replace(person=EMPTY, used=False)), put(TABLE, "discard", person))
    s.emit("threat.plague", "person.lost", seat, deltas, person=person)


def _house_of(s: State, seat: int, person: int) -> int:
    return next(place for place, house in enumerate(s.players[seat].houses) if house.person == person)


@BOOK.task("damage.fire", rule="threat.fire", seated=True)
def fire(s: State, seat: int) -> None:
    """A house or a canal tile, at the owner's choice; with neither, nothing."""
    player = s.players[seat]
    if (player.houses or any(player.canals)) and s.rules.fire_loss:
        s.push("fire.choose", seat)
    else:
        s.emit("threat.fire.none", "nothing.lost", seat, damage=RED)


FIRE = BOOK.decision("fire.choose", rule="threat.fire")


@FIRE.choice(
    "burn",
    candidates=lambda s, seat: [(place,) for place in range(len(s.players[seat].houses))],
    needs=(
        need(
            "threat.fire",
            "no_such_house",
            lambda s, seat, place: 0 <= place < len(s.players[seat].houses),
            lambda s, seat, place: {"number": place + 1, "has": len(s.players[seat].houses)},
        ),
    ),
    codecs=(HOUSE_AT,),
)
def burn_house(s: State, seat: int, place: int) -> None:
    """Any house, occupied or not (D-106)."""
    lose_house(s, seat, place, "threat.fire")


def lose_house(s: State, seat: int, place: int, rule: str, **by: int) -> None:
    """Its card is seen on the discard pile (D-084); a person on it goes back to the hand."""
    player = s.players[seat]
    house = player.houses[place]
    deltas: list[Delta] = [become(seat, "houses", player.houses[:place] + player.houses[place + 1 :])]
    deltas += [put(TABLE, "discard", house.card), *uncover(s, seat, house.card)]
    s.because(s.emit(rule, "house.burnt", seat, deltas, house=house.card, colour=s.deck.colour[house.card], **by))
    if house.person != EMPTY:
        returned = show_in_hand(s, seat, house.person)
        s.emit("threat.fire.occupied_house", "person.returned", seat, returned, person=house.person)


@FIRE.choice(
    "burn_canal",
    candidates=lambda s, seat: outer_tiles(s, seat),
    needs=(
        need(
            "threat.fire",
            "no_tile",
            lambda s, seat, section: (section,) in outer_tiles(s, seat),
            lambda s, seat, section: {"section": section},
        ),
    ),
    codecs=(LAST_TILE,),
    when="burn",
)
def burn_canal(s: State, seat: int, section: int) -> None:
    """The outermost tile of either section (D-107)."""
    lose_canal(s, seat, section, "threat.fire")


def outer_tiles(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The sections that have a tile to lose."""
    return [(section,) for section, tiles in enumerate(s.players[seat].canals) if tiles]


def lose_canal(s: State, seat: int, section: int, rule: str, **by: int) -> None:
    """A tile goes back to the supply; a statue once taken is kept and never taken again for this section (D-108, D-138)."""
    tiles = s.players[seat].canals[section]
    s.emit(rule, "canal.lost", seat, (add_at(seat, "canals", section, -1),), section=section, space=tiles, **by)
    if tiles == s.rules.section_spaces and s.players[seat].statues:
        kept = "threat.fire.statue_kept" if rule == "threat.fire" else rule  # a person's text says so for itself
        s.emit(kept, "statue.kept", seat, section=section)
