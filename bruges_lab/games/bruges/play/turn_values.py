"""What the options of a turn are worth: a worker more, a house, a person, and what these bring at once, added up.

Only what is different between the options is added up, and what is the same for all cards of a colour once. Where more could
happen (a statue, a limited supply, a ship, somebody who draws a card), the option is tried.
"""

from __future__ import annotations

from functools import lru_cache

from ....analysis.policies import FOLLOW
from ....kernel import Option, advance, choose
from ..deck import Deck
from ..model import State, back
from ..rules.actions import canal_price, recruit_price
from ..rules.people import seems_to_activate
from ..rules.scoring import score_sheet
from .at_once import activated, arrow
from .differences import AWAY, Change, Outlook, room
from .round_end import GOES_ROUND, IS_OVER, judged
from .tallies import people_of
from .weights import (
    EMPTY_HOUSE,
    EMPTY_HOUSES,
    GUILDER,
    HAND_CARD,
    PURSE,
    THIRD_SPACE,
    TILE,
    WORKER,
    WORKERS_A_COLOUR,
)
from .worth import worth

_PASSING = frozenset({"turn", "turn.go"})
"""Tasks that pass the turn on: nothing on the table changes but the number of the turn."""


@lru_cache(maxsize=8)
def _numbers(deck: Deck) -> dict[Option, int]:
    """For each option of a turn a number, the same for all that come to the same for the own worth; filled as they come.

    Of most actions it is the colour of the card. Only a card of the colour of the next space builds in a section. The house that
    a person is placed on is of no matter: occupied or not, it counts with its own colour. Of other options nothing is known.
    """
    return {}


def numbered(s: State, options: list[Option]) -> dict[Option, int]:
    """The numbers, with those of some options among them."""
    numbers, colours = _numbers(s.deck), s.deck.colour
    for option in options:
        if option not in numbers:
            kind = option[0]
            if kind in _FIRST:
                number = _FIRST[kind] + colours[option[1]]
            elif kind == "canal":
                number = _CANAL + option[2]
            else:
                number = _PEOPLE + option[1] if kind == "recruit" else OTHER
            numbers[option] = number
    return numbers


_COLOURS = 5
_FIRST = {"workers": 0, "guilders": 5, "threat": 10, "house": 15}
"""The actions of which only the colour of the card matters, each with its first number."""
_KINDS = tuple(_FIRST)
_HOUSE = _KINDS.index("house")
_CANAL, _PEOPLE, OTHER = 20, 25, -1
_OCCASIONS = {"workers": "workers_action", "guilders": "", "threat": "threat_discarded", "house": "house_built"}
"""The occasion of each action."""


_TOUCHED = {
    "workers": frozenset({"workers", "cards"}),
    "guilders": frozenset({"guilders", "cards"}),
    "threat": frozenset({"threats", "cards"}),
    "house": frozenset({"houses", "workers", "cards"}),
    "canal": frozenset({"canals", "guilders", "cards"}),
    "recruit": frozenset({"houses", "guilders", "cards"}),
}
"""What actions change in front of whoever takes them, besides what people bring (see `tallies.py`)."""


def followed(s: State, option: Option) -> State:
    """A copy after an option, to the end of what follows by itself."""
    twin = s.copy()
    choose(twin, option)
    advance(twin, tasks=FOLLOW)
    return twin


class Turn(Outlook):
    """A turn of a position: what each option adds to the worth of the seat whose turn it is."""

    __slots__ = ("_before", "_card", "_goes_round", "_houses", "_is_over", "_lost", "_placing", "_stays_quiet", "ends")

    def __init__(self, s: State, seat: int, after: int) -> None:
        super().__init__(s, seat)
        self._before: float | None = None
        self._goes_round, self._is_over = after == GOES_ROUND, after == IS_OVER
        self._lost = 0.0
        """What all that is not points yet comes to, where the game is over after the turn."""
        self.ends: float | None = 0.0
        """What it brings that the turn ends; None if that is not so easily said."""
        if not self._goes_round:
            self.ends = judged(s, seat, self.shown, self.lead, 0.0 if self._is_over else self.hope)
            if self._is_over and self.ends is not None:
                self._before = worth(s, seat, self.lead)
                self._lost = score_sheet(s, seat).total - self._before
                self.ends += self._lost
        self._stays_quiet = self._goes_round or not self.shown.activated
        """Whether it is known without asking that nobody can be activated after the card, or that it is of no matter."""
        self._card = -self.hope * HAND_CARD
        self._placing: float | None = None
        self._houses: tuple[float, ...] = ()
        """What a house adds by the workers of its colour, if it is no more than what houses count for."""

    def values(self, options: list[Option]) -> list[float]:
        """What each of the options adds."""
        numbers, found = _numbers(self.s.deck), self._by_colour()
        found += _blank(self.s.deck)
        told = []
        for option in options:
            try:
                number = numbers[option]
            except KeyError:
                number = numbered(self.s, options)[option]
            value = found[number]
            if value is None:
                adds = self._adds(number) if number != OTHER else self._other(option)
                value = self._tried(option) if adds is None else adds
                if number != OTHER:
                    found[number] = value
            told.append(value)
        return told

    def _by_colour(self) -> list[float | None]:
        """What actions add with a card of each colour, as far as no more is to be said of them."""
        shown, rules, player = self.shown, self.s.rules, self.player
        if not self._stays_quiet:
            return [None] * _CANAL
        hope = 0.0 if self._is_over else self.hope
        brings = shown.helped if shown.helped > rules.workers_taken else rules.workers_taken
        cost = 0 if shown.builds_freely else rules.house_workers
        house = rules.house_points + (hope * EMPTY_HOUSE if shown.empty < EMPTY_HOUSES else 0.0)
        workers, threats, houses = _tables(hope, self._is_over, brings, rules.threat_points, house, cost)
        dice = _dice_table(hope, player.guilders if player.guilders < PURSE else PURSE, shown.besides, rules.dice_faces)
        a, b, c, d, e = player.workers
        f, g, h, i, j = player.threats
        v, w, x, y, z = self.s.dice
        found: list[float | None]
        try:  # one by one: a loop takes twice as long, and this is done at every turn
            found = [workers[a], workers[b], workers[c], workers[d], workers[e], dice[v], dice[w], dice[x], dice[y], dice[z]]
            found += (
                threats[f],
                threats[g],
                threats[h],
                threats[i],
                threats[j],
                houses[a],
                houses[b],
                houses[c],
                houses[d],
                houses[e],
            )
        except IndexError:  # more of a colour than anybody ever has
            return [None] * _CANAL
        ends = self.ends
        if ends:
            found = [value + ends for value in found if value is not None]
        if shown.house_laurels or shown.other_laurels or self.cared:
            for kind, first in _FIRST.items():
                if _OCCASIONS[kind] in self.cared or not shown.counts.isdisjoint(_TOUCHED[kind]):
                    found[first : first + _COLOURS] = _NOBODY_KNOWS
            if self._goes_round and "house_built" not in self.cared and shown.other_counts.isdisjoint(_TOUCHED["house"]):
                self._houses = houses
        return found

    def _adds(self, number: int) -> float | None:
        """What options of a number (see `_index`) add; None where it has to be tried."""
        if number >= _PEOPLE:
            return self._recruit(number - _PEOPLE)
        if number >= _CANAL:
            return self._canal(number - _CANAL)
        first, colour = divmod(number, _COLOURS)
        if first == _HOUSE and self._houses:
            return self._houses[self.player.workers[colour]] + self.house_laurels(-2 - colour)
        return self._with_card(_KINDS[first], colour)

    def _other(self, option: Option) -> float | None:
        """What it adds that the turn ends or somebody is activated; None for improved actions, and where it has to be tried."""
        if option[0] == "activate" and not self._is_over:
            change = Change(0)
            return self.value(change, bool(self.shown.laurels)) if activated(self, option[1], change) else None
        return self.ends if option[0] == "end" else None

    def _with_card(self, kind: str, colour: int) -> float | None:
        """What an action adds with a card of a colour, with what people bring on its occasion."""
        rules, player, shown = self.s.rules, self.player, self.shown
        change = Change(spent=kind != "house")
        when = _OCCASIONS[kind]
        if kind == "workers":
            change.take_workers(colour, max(rules.workers_taken, shown.helped))
        elif kind == "guilders":
            change.guilders = self.s.dice[colour] + shown.besides
        elif kind == "threat":
            markers = player.threats[colour]
            if not markers:
                when = ""  # nothing happens, but that the card goes
            else:
                change.lose_threat(self.s, player, colour)
        else:
            change.points = rules.house_points
            change.hopes = EMPTY_HOUSE if shown.empty < EMPTY_HOUSES else 0.0
            change.comes = back(colour)
            if not shown.builds_freely:
                change.take_workers(colour, -rules.house_workers)
        return self._played(change, when, colour)

    def _played(self, change: Change, when: str, colour: int, tiles: int = 0) -> float | None:
        """What a card adds that changes so much, with what people bring on the occasion, and the end of the turn."""
        if when in self.cared and not (self._goes_round and self.gain(when, colour, change)):
            return None
        laurels = bool(self.shown.laurels)
        if self._goes_round or not (self._stays_quiet or not seems_to_activate(self.table(change), self.seat)):
            return self._card + self.value(change, laurels)
        hope = 0.0 if self._is_over else self.hope
        ends = judged(self.s, self.seat, self.shown, self.lead, hope, tiles) if tiles else self.ends
        if ends is None:
            return None
        if self._is_over:
            return ends + (self._lost if tiles else 0.0) + self.value(change, laurels, over=True)
        if tiles:
            change.hopes -= self.overtaking(0, 0, tiles)  # that is judged now
        return ends + self._card + self.value(change, laurels)

    def _canal(self, section: int) -> float | None:
        """What a canal tile adds; with the last one of a section comes a statue."""
        s, player, rules, canals = self.s, self.player, self.s.rules, self.player.canals
        place, tiles = canals[section], sum(canals)
        if place + 1 >= rules.section_spaces:
            return None
        space, third = s.board.gates[player.gate][section][place], place + 1 == rules.third_space
        price = canal_price(s, self.seat, section) if self.shown.digs_cheaper else space.price
        bonuses = int(third)
        if rules.canal_bonus != "third_space":
            bonuses = (tiles + 1) // rules.third_space - tiles // rules.third_space
        points, sure = rules.third_space_points * bonuses, THIRD_SPACE * third
        if self._goes_round and "canal_built" not in self.cared and self.shown.counts.isdisjoint(_TOUCHED["canal"]):
            hopes = TILE + GUILDER * room(player.guilders, -price, PURSE) + self.overtaking(0, 0, 1)
            return self._card + points + sure + self.hope * hopes
        change = Change(spent=True)
        self.dig(change, section, price)
        return self._played(change, "canal_built", space.colour, 1)

    def _recruit(self, number: int) -> float | None:
        """What it adds to place a person: the person's own worth, one empty house less, and what an arrow brings at once."""
        s, shown, player = self.s, self.shown, self.player
        person = people_of(s.deck)[number]
        price = recruit_price(s, self.seat, number) if shown.discounts else person.price
        if self._placing is None:
            self._placing = self.overtaking(0, 1, 0) - (EMPTY_HOUSE if shown.empty <= EMPTY_HOUSES else 0.0)
        cared = "person_placed" in self.cared
        if person.plain and not cared and not self._is_over and shown.other_counts.isdisjoint(_TOUCHED["recruit"]):
            hopes = person.hopes + self._placing + GUILDER * room(player.guilders, -price, PURSE)
            points = person.points + self.house_laurels(number) if shown.house_laurels else person.points
            return self._card + points + self.hope * hopes
        change = Change()
        change.points, change.guilders, change.hopes = person.points, -price, person.hopes + self._placing
        change.comes = number
        if cared and (self._is_over or not self.gain("person_placed", s.deck.colour[number], change)):
            return None
        if not arrow(self, person, number, change):
            return None
        laurels = bool(person.scores or shown.laurels)
        if self._is_over and not person.begins:
            quiet = self._stays_quiet and not person.can_be_activated
            if quiet or not seems_to_activate(self.table(change), self.seat):
                return self._lost + self.value(change, laurels, over=True)
        steps, heads, tiles = person.adds
        if steps or heads or tiles or change.steps:
            change.hopes += self.overtaking(steps + change.steps, 1 + heads, tiles) - self.overtaking(0, 1, 0)
        return self._card + self.value(change, laurels)

    def _tried(self, option: Option) -> float:
        """What an option adds that is really made."""
        if self._before is None:
            self._before = worth(self.s, self.seat, self.lead)
        if not self._goes_round:
            return worth(followed(self.s, option), self.seat) - self._before
        twin = self.s.copy()
        choose(twin, option)
        if twin.agenda[-1][0] not in _PASSING:
            advance(twin, tasks=FOLLOW)
        return worth(twin, self.seat) - self._before


_NOBODY_KNOWS: list[float | None] = [None] * _COLOURS


@lru_cache(maxsize=8)
def _blank(deck: Deck) -> list[float | None]:
    """Room for canals, and for everybody in the deck."""
    return [None] * (_PEOPLE - _CANAL + len(deck) + 1)


_MOST = 30
"""Of workers or threats of a colour the tables know so many."""


@lru_cache(maxsize=256)
def _tables(
    hope: float, over: bool, brings: int, threat_points: int, house: float, cost: int
) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """What workers, a threat away and a house add, by how many workers or threats of the colour there are; less the card."""
    card, each, numbers = -hope * HAND_CARD, hope * WORKER, range(_MOST)
    away = (0.0, 0.0, 0.0, 0.0) if over else AWAY
    return (
        tuple(card + each * room(workers, brings, WORKERS_A_COLOUR) for workers in numbers),
        tuple(card + threat_points + away[min(markers, 3)] if markers else card for markers in numbers),
        tuple(card + house + each * room(workers, -cost, WORKERS_A_COLOUR) for workers in numbers),
    )


@lru_cache(maxsize=1_024)
def _dice_table(hope: float, purse: int, besides: int, faces: int) -> tuple[float, ...]:
    """What the guilders of a die add to a purse, by what it shows; less the card."""
    return tuple(hope * (GUILDER * room(purse, die + besides, PURSE) - HAND_CARD) for die in range(faces + 1))
