"""What the houses of a player come to: who lives there, who can be activated, who answers which question.

The rules ask this at every turn, and houses seldom change: it is counted once for the same houses, which positions share until
then. How much a house or a person is worth to somebody is not asked here (play/worth.py).
"""

from __future__ import annotations

import msgspec

from .deck import Deck
from .model import EMPTY, House

_NOTHING: frozenset[str] = frozenset()


class Display(msgspec.Struct, eq=False, gc=False):
    """What is known of some houses, with the houses and the deck it was counted from."""

    deck: Deck
    houses: tuple[House, ...]
    rooms: tuple[int, ...]
    """The colours of the empty houses, each once, in the order of the display."""
    empty: int
    """How many houses are empty."""
    people: tuple[int, ...]
    ready: tuple[tuple[int, int], ...]
    """The people who have not been activated this round, and what each takes: a worker of a colour, or FREE."""
    helped: bool = False
    """Whether somebody may change what can be built or placed."""
    answering: dict[str, tuple[int, ...]] = {}
    """The people who answer a query op, by its name; only those of which there are any."""
    minding: frozenset[str] = _NOTHING
    """The occasions of the owner's own that mean something to somebody here."""
    minded_by_others: frozenset[str] = _NOTHING
    """The occasions of opponents that do."""


def _count(deck: Deck, houses: tuple[House, ...]) -> Display:
    colours, activation = deck.colour, deck.activation
    rooms: list[int] = []
    people: list[int] = []
    ready: list[tuple[int, int]] = []
    for house in houses:  # by place: taking a named tuple apart costs twice as much
        person = house[1]
        if person == EMPTY:
            colour = colours[house[0]]
            if colour not in rooms:
                rooms.append(colour)
            continue
        people.append(person)
        takes = activation[person]
        if takes is not None and not house[2]:
            ready.append((person, takes))
    found = Display(deck, houses, tuple(rooms), len(houses) - len(people), tuple(people), tuple(ready))
    if not deck.passive.isdisjoint(people):
        _ask(deck, found)
    return found


def _ask(deck: Deck, found: Display) -> None:
    """Who answers what."""
    for person in found.people:
        if person not in deck.passive:
            continue
        if deck.helps_listing[person]:
            found.helped = True
        for name in deck.answers.get(person, ()):
            found.answering[name] = (*found.answering.get(name, ()), person)
        if person in deck.minds:
            found.minding |= deck.minds[person].own
            found.minded_by_others |= deck.minds[person].others


_KNOWN: dict[int, Display] = {}
"""By the identity of the houses: it holds them, so nothing else can have that identity."""
_MOST = 1_000


def display(deck: Deck, houses: tuple[House, ...]) -> Display:
    """What is known of some houses, counted once."""
    found = _KNOWN.get(id(houses))
    if found is not None and found.deck is deck:
        return found
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    found = _KNOWN[id(houses)] = _count(deck, houses)
    return found
