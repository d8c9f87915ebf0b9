"""What the houses of a player come to: who lives there, who can be activated, who answers which question.

The rules ask this at every turn, and houses seldom change: it is counted once for the same houses, which positions share until
then. How much a house or a person is worth to somebody is not asked here (play/worth.py).
"""

from __future__ import annotations

from .deck import Deck
from .model import EMPTY, House

NOBODY: dict[str, tuple[int, ...]] = {}
NOTHING: frozenset[str] = frozenset()


class Display:
    """What is known of some houses, with the houses and the deck it was counted from."""

    __slots__ = ("answering", "deck", "helped", "houses", "minded_by_others", "minding", "people", "ready", "rooms")

    def __init__(self, deck: Deck, houses: tuple[House, ...]) -> None:
        self.deck = deck
        self.houses = houses
        colours, activation, helps = deck.colour, deck.activation, deck.helps_listing
        rooms: list[int] = []
        people: list[int] = []
        ready: list[tuple[int, int]] = []
        self.helped = False
        """Whether somebody may change what can be built or placed."""
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
            if helps[person]:
                self.helped = True
        self.rooms = tuple(rooms)
        """The colours of the empty houses, each once, in the order of the display."""
        self.people = tuple(people)
        self.ready = tuple(ready)
        """The people who have not been activated this round, and what each takes: a worker of a colour, or FREE."""
        self.answering: dict[str, tuple[int, ...]] = NOBODY
        """The people who answer a query op, by its name; only those of which there are any."""
        self.minding = self.minded_by_others = NOTHING
        """The occasions of the owner's own, and those of opponents, that mean something to somebody here."""
        if not deck.passive.isdisjoint(people):
            self._ask(deck)

    def _ask(self, deck: Deck) -> None:
        """Who answers what."""
        found: dict[str, tuple[int, ...]] = {}
        for person in self.people:
            for name in deck.answers.get(person, ()):
                found[name] = (*found.get(name, ()), person)
            if person in deck.minds:
                self.minding |= deck.minds[person].own
                self.minded_by_others |= deck.minds[person].others
        self.answering = found


_KNOWN: dict[int, Display] = {}
"""By the identity of the houses: it holds them, so nothing else can have that identity."""
_MOST = 4_000


def display(deck: Deck, houses: tuple[House, ...]) -> Display:
    """What is known of some houses, counted once."""
    found = _KNOWN.get(id(houses))
    if found is not None and found.deck is deck:
        return found
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    found = _KNOWN[id(houses)] = Display(deck, houses)
    return found
