"""What a position is worth after each option of a turn, without trying all of them: the same values, sooner.

Nearly every option of a turn adds a few things to the own worth and leaves the rest of it as it was, for nobody reacts: a worker
more, a house, a person. Those sums are added to the worth before the turn; what is the same for all cards of a colour is added
once. Where more could happen (somebody reacts, an arrow, a statue, a person who scores by what changes), the option is tried.
A test tries every option all the same and compares.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ....analysis.policies import FOLLOW
from ....kernel import Option, Pending, advance, choose
from ..deck import Deck
from ..model import EMPTY, UNLIMITED, House, Player, Row, State
from ..rules import queries
from ..rules.actions import canal_price, recruit_price
from ..rules.dice import advance_price
from ..rules.scoring import laurel_points
from ..words import COLOURS
from .weights import (
    EMPTY_HOUSE,
    EMPTY_HOUSES,
    ENDING,
    GUILDER,
    HAND_CARD,
    MAJORITY,
    PERSON,
    PRICE,
    PURSE,
    STEP,
    THIRD_SPACE,
    THREAT,
    TILE,
    WORKER,
    WORKERS_A_COLOUR,
)
from .worth import display, lead_of_others, worth

_PASSING = frozenset({"turn", "turn.go"})
"""Tasks that pass the turn on: nothing on the table changes but the number of the turn."""


def values(s: State, pending: Pending) -> list[float]:
    """The worth to the seat that decides after each of the options, to the end of what follows by itself."""
    seat, options = pending.player, pending.raw
    if pending.kind == "advance" and (step := _step(s, seat)) is not None:
        before = worth(s, seat)
        return [before + step if option[0] == "advance" else before for option in options]
    if pending.kind != "turn.act":
        return [worth(_followed(s, option), seat) for option in options]
    if _goes_round(s, seat):
        return Turn(s, seat).values(options)
    found: dict[Option, float] = {}
    told = []
    for option in options:
        alike = _alike(s.deck.colour, option)
        value = found.get(alike)
        if value is None:
            value = found[alike] = worth(_followed(s, option), seat)
        told.append(value)
    return told


def _alike(colours: tuple[int, ...], option: Option) -> Option:
    """What is the same in all options of a turn that come to the same for the own worth.

    Of most actions it is the colour of the card. Only a card of the colour of the next space builds in a section. The house that
    a person is placed on is of no matter: occupied or not, it counts with its own colour.
    """
    kind = option[0]
    if kind in _BY_COLOUR:
        return kind, colours[option[1]]
    return (kind, option[2]) if kind == "canal" else (kind, option[1]) if kind == "recruit" else option


_BY_COLOUR = frozenset({"workers", "guilders", "threat", "house"})
"""Actions of which only the colour of the card matters to the own position."""
_OCCASIONS = {
    "workers": "workers_action",
    "guilders": "",
    "threat": "threat_discarded",
    "house": "house_built",
    "canal": "canal_built",
    "recruit": "person_placed",
}
"""The actions that can be reckoned, each with the occasion at which somebody may have more to say."""


def _goes_round(s: State, seat: int) -> bool:
    """Whether nothing but the turn goes round after an option: up to a turn that is asked about, or as far as we follow."""
    for task in s.agenda[-2 : -2 - FOLLOW : -1]:
        if task[0] != "turn":
            return False
        if len(s.players[task[1]].hand) > (task[1] == seat):
            return True
    return len(s.agenda) > FOLLOW


def _followed(s: State, option: Option) -> State:
    """A copy after an option, to the end of what follows by itself."""
    twin = s.copy()
    choose(twin, option)
    advance(twin, tasks=FOLLOW)
    return twin


_STEPPING = frozenset({"advance.offer", "phase.actions", "turn"})
"""Tasks that may follow the step of phase 2 and change nothing for whoever has just been asked about it."""


def _step(s: State, seat: int) -> float | None:
    """What the step of phase 2 adds to the worth; None where more could happen than that it is taken."""
    player, steps = s.players[seat], s.rules.advance_steps
    reached, price = player.reputation + steps, advance_price(s, seat)
    for task in s.agenda[-2 : -2 - FOLLOW : -1]:
        if task[0] not in _STEPPING:
            return None
    if reached > s.board.last_step or price is None or s.docks or s.bank_left != UNLIMITED or "step_taken" in occasions(s, seat):
        return None
    shown = display(s, player.houses)
    if any("advance" in _moved_by(s.deck, person) for person in shown.laurels):
        return None
    hopes = GUILDER * _room(player.guilders, -price, PURSE) + STEP * steps
    if not player.majorities[0]:
        hopes += MAJORITY * _overtakes(player.reputation + shown.steps, steps, lead_of_others(s, seat)[0])
    points = s.board.reputation_points(reached, s.rules) - s.board.reputation_points(player.reputation, s.rules)
    return points + (ENDING if s.final_round else 1.0) * hopes


# What laurels count, and which actions change it

_MOVES: dict[str, frozenset[str]] = {
    **dict.fromkeys(("workers", "worker_pairs", "worker_colours", "all_worker_colours"), frozenset({"workers", "house"})),
    **dict.fromkeys(("guilders", "most_guilders"), frozenset({"guilders", "canal", "recruit", "advance"})),
    **dict.fromkeys(("threats", "safe_colours", "no_threats"), frozenset({"threat"})),
    **dict.fromkeys(("houses", "houses_of_colour", "house_colours", "all_house_colours"), frozenset({"house"})),
    "empty_houses": frozenset({"house", "recruit"}),
    **dict.fromkeys(
        ("groups", "people", "people_of_group", "people_of_colour", "people_colours", "largest_group", "all_people_colours"),
        frozenset({"recruit"}),
    ),
    **dict.fromkeys(("canal_tiles", "third_spaces", "full_sections", "both_third_spaces"), frozenset({"canal"})),
    **dict.fromkeys(("once", "statues", "majorities", "opponents", "die", "low_dice", "threatening_dice"), frozenset[str]()),
    **dict.fromkeys(("steps", "most_steps"), frozenset({"advance"})),
    "all_majorities": frozenset(),
}
"""By what is counted, or asked, the actions that change it; what does not stand here may be changed by any."""
_ANY = frozenset({*_OCCASIONS, "advance"})
"""Every action; each costs a card, so whoever counts cards is among those."""


@cache
def _moved_by(deck: Deck, person: int) -> frozenset[str]:
    """The actions that change what a laurel person scores."""
    found: frozenset[str] = frozenset()
    for op in deck.scores[person]:
        found |= _MOVES.get(op.words["per" if op.name == "score_per" else "if"], _ANY)
    return found


class Caring(NamedTuple):
    """The occasions at which the people in some houses have more to say: those of their owner, and those of others."""

    houses: tuple[House, ...]
    deck: Deck
    own: frozenset[str]
    others: frozenset[str]


_CARING: dict[int, Caring] = {}
_MOST_CARING = 1_000


def _caring(deck: Deck, houses: tuple[House, ...]) -> Caring:
    """What the people in some houses care for, found once for as long as the houses stay as they are (as in worth.py)."""
    found = _CARING.get(id(houses))
    if found is None or found.deck is not deck:
        people = {house[1] for house in houses}
        own = frozenset([when for when, caring in deck.caring.items() if not people.isdisjoint(caring.own)])
        others = frozenset([when for when, caring in deck.caring.items() if not people.isdisjoint(caring.others)])
        if len(_CARING) >= _MOST_CARING:
            _CARING.clear()
        found = _CARING[id(houses)] = Caring(houses, deck, own, others)
    return found


def occasions(s: State, seat: int) -> frozenset[str]:
    """The occasions of a seat that mean something to anybody."""
    found: frozenset[str] = frozenset()
    for other, player in enumerate(s.players):
        caring = _caring(s.deck, player.houses)
        more = caring.own if other == seat else caring.others
        if more:
            found |= more
    return found


class Turn:
    """A turn of a position: what each option adds to the worth of the seat whose turn it is."""

    def __init__(self, s: State, seat: int) -> None:
        self._state, self._seat, self._player = s, seat, s.players[seat]
        self._display = display(s, self._player.houses)
        self._others = lead_of_others(s, seat)
        self._hope = ENDING if s.final_round else 1.0
        self._before = worth(s, seat, self._others) - self._hope * HAND_CARD  # every action costs the card
        self._limited = bool(s.worker_pool or s.docks or s.bank_left != UNLIMITED)
        self._cared_for = occasions(s, seat)
        self._moved: dict[str, list[int]] = {}
        """For each action the people of the seat who then score otherwise."""
        for person in self._display.laurels:
            for kind in _moved_by(s.deck, person):
                self._moved.setdefault(kind, []).append(person)
        self._adds: dict[str, Callable[[int], float] | None] = {}
        self._table: State | None = None
        self._laurels: dict[str, int] = {}

    def values(self, options: list[Option]) -> list[float]:
        """The worth after each of the options."""
        deck = self._state.deck
        colours = deck.colour
        found: dict[str, dict[int, float]] = {kind: {} for kind in _OCCASIONS}
        told = []
        for option in options:
            kind = option[0]
            if kind in _BY_COLOUR:
                what = colours[option[1]]
            elif kind == "canal":
                what = option[2]
            elif kind == "recruit":
                what = option[1]
            else:
                told.append(self._tried(option))
                continue
            row = found[kind]
            value = row.get(what)
            if value is None:
                adds = self._adds[kind] if kind in self._adds else self._found(kind)
                if adds is None or (kind == "recruit" and deck.arrow[what]) or (kind == "canal" and self._completes(what)):
                    value = self._tried(option)
                else:
                    value = self._before + adds(what)
                    if kind in self._moved or (kind == "recruit" and deck.scores[what]):
                        value += self._laurels_after(kind, what)
                row[what] = value
            told.append(value)
        self._adds.clear()  # ways that belong to this turn: kept, they would keep it and its copies alive
        return told

    def _tried(self, option: Option) -> float:
        """The worth after an option that is really made."""
        twin = self._state.copy()
        choose(twin, option)
        if twin.agenda[-1][0] not in _PASSING:
            advance(twin, tasks=FOLLOW)
        return worth(twin, self._seat)

    def _found(self, kind: str) -> Callable[[int], float] | None:
        """What an action adds besides laurels, if it does nothing more: nobody reacts to it, and nothing is in short supply."""
        when = _OCCASIONS[kind]
        found: Callable[[int], float] | None = None
        if not self._limited and when not in self._cared_for:
            found = getattr(self, f"_{kind}")() if kind in _BY_COLOUR else getattr(self, f"_{kind}")
        self._adds[kind] = found
        return found

    def _completes(self, section: int) -> bool:
        """Whether a tile completes its section, which brings a statue."""
        return self._player.canals[section] + 1 >= self._state.rules.section_spaces

    def _laurels_after(self, kind: str, what: int) -> float:
        """By how much an action changes what laurels score: they are counted on a copy of the table, which is then put back."""
        seat, laurels = self._seat, self._moved.get(kind, [])
        s = self._table
        if s is None:
            s = self._table = self._state.copy()
            s.players[seat].hand = s.players[seat].hand[1:]  # only how many there are counts
        before = self._laurels.get(kind)
        if before is None:
            before = self._laurels[kind] = sum([laurel_points(self._state, seat, person) for person in laurels])
        player: Player = s.players[seat]
        goods = player.guilders, player.workers, player.threats, player.houses, player.canals
        if kind == "workers":
            player.workers = _with(player.workers, what, queries.workers_brought(s, seat)[0])
        elif kind == "guilders":
            player.guilders += s.dice[what] + sum(more for _, more in queries.guilders_besides(s, seat))
        elif kind == "threat":
            player.threats = _with(player.threats, what, -1 if player.threats[what] else 0)
        elif kind == "house":
            if not queries.has(s, seat, "house_without_worker"):
                player.workers = _with(player.workers, what, -s.rules.house_workers)
            player.houses = (*player.houses, House(s.deck.by_colour[COLOURS[what]][0]))  # of which card is of no matter
        elif kind == "canal":
            player.guilders -= canal_price(s, seat, what)
            player.canals = (*player.canals[:what], player.canals[what] + 1, *player.canals[what + 1 :])
        else:
            player.guilders -= recruit_price(s, seat, what)
            player.houses = _moved_in(player.houses, what)
            laurels = [*laurels, what] if s.deck.scores[what] else laurels
        after = sum([laurel_points(s, seat, person) for person in laurels])
        player.guilders, player.workers, player.threats, player.houses, player.canals = goods
        return after - before

    # What each action adds besides, by what it is done with

    def _workers(self) -> Callable[[int], float]:
        brings, _ = queries.workers_brought(self._state, self._seat)
        workers, each = self._player.workers, self._hope * WORKER
        return lambda colour: each * _room(workers[colour], brings, WORKERS_A_COLOUR)

    def _guilders(self) -> Callable[[int], float]:
        besides = sum(more for _, more in queries.guilders_besides(self._state, self._seat))
        dice, purse, each = self._state.dice, self._player.guilders, self._hope * GUILDER
        return lambda colour: each * _room(purse, dice[colour] + besides, PURSE)

    def _threat(self) -> Callable[[int], float]:
        threats, points = self._player.threats, self._state.rules.threat_points

        def adds(colour: int) -> float:
            markers = threats[colour]
            return points + THREAT[min(2, markers)] - THREAT[min(2, markers - 1)] if markers else 0.0

        return adds

    def _house(self) -> Callable[[int], float]:
        rules, workers = self._state.rules, self._player.workers
        cost = 0 if queries.has(self._state, self._seat, "house_without_worker") else rules.house_workers
        room = EMPTY_HOUSE if self._display.empty < EMPTY_HOUSES else 0.0
        points, hope = rules.house_points, self._hope
        return lambda colour: points + hope * (room + WORKER * _room(workers[colour], -cost, WORKERS_A_COLOUR))

    def _canal(self, section: int) -> float:
        player, rules = self._player, self._state.rules
        price, tiles = canal_price(self._state, self._seat, section), sum(player.canals)
        third = player.canals[section] + 1 == rules.third_space
        if rules.canal_bonus == "third_space":
            bonuses = int(third)
        else:
            bonuses = (tiles + 1) // rules.third_space - tiles // rules.third_space
        hopes = TILE + GUILDER * _room(player.guilders, -price, PURSE)
        if not player.majorities[2]:
            hopes += MAJORITY * (tiles + self._display.tiles == self._others[2])
        return rules.third_space_points * bonuses + THIRD_SPACE * third + self._hope * hopes

    def _recruit(self, person: int) -> float:
        player, deck, shown, (steps, heads, tiles) = self._player, self._state.deck, self._display, self._others
        price = recruit_price(self._state, self._seat, person)
        hopes = PRICE * deck.price[person] + PERSON + GUILDER * _room(player.guilders, -price, PURSE)
        if shown.empty <= EMPTY_HOUSES:
            hopes -= EMPTY_HOUSE
        won_steps, won_people, won_canals = player.majorities
        reputation, people, canal = deck.adding
        if not won_steps and person in reputation:
            hopes += MAJORITY * _overtakes(player.reputation + shown.steps, reputation[person], steps)
        if not won_people:
            hopes += MAJORITY * _overtakes(shown.people + shown.heads, 1 + people.get(person, 0), heads)
        if not won_canals and person in canal:
            hopes += MAJORITY * _overtakes(sum(player.canals) + shown.tiles, canal[person], tiles)
        return deck.points[person] + self._hope * hopes


def _moved_in(houses: tuple[House, ...], person: int) -> tuple[House, ...]:
    """The display with a person on an empty house."""
    place = next(i for i, house in enumerate(houses) if house.person == EMPTY)
    return (*houses[:place], houses[place]._replace(person=person, used=False), *houses[place + 1 :])


def _with(row: Row, place: int, more: int) -> Row:
    return (*row[:place], row[place] + more, *row[place + 1 :])  # type: ignore[return-value]


def _room(has: int, more: int, most: int) -> int:
    """By how much what counts of a supply rises, or falls, of which only so much counts."""
    after = has + more
    return (after if after < most else most) - (has if has < most else most)


def _overtakes(has: int, more: int, most: int) -> bool:
    """Whether somebody who does not lead leads with so many more."""
    return has <= most < has + more
