"""What the people and houses in front of a player come to, counted once for as long as they stay as they are.

Positions share the row of houses until it changes, for many turns; whoever weighs many positions (worth.py, option_values.py)
looks here instead of counting again. What is known of a person by the deck alone stands in `people_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..deck import Deck, Op
from ..model import EMPTY, House, State
from ..ruleset import Ruleset
from .weights import EMPTY_HOUSE, EMPTY_HOUSES, PERSON, PRICE

NOTHING: frozenset[str] = frozenset()

HOUSES = frozenset({"houses"})
_COUNTED: dict[str, frozenset[str]] = {
    **dict.fromkeys(("workers", "worker_pairs", "worker_colours", "all_worker_colours"), frozenset({"workers"})),
    **dict.fromkeys(("guilders", "most_guilders"), frozenset({"guilders"})),
    **dict.fromkeys(("threats", "safe_colours", "no_threats"), frozenset({"threats"})),
    **dict.fromkeys(("houses", "houses_of_colour", "house_colours", "all_house_colours", "empty_houses"), HOUSES),
    **dict.fromkeys(("groups", "people", "people_of_group", "people_of_colour", "people_colours", "largest_group"), HOUSES),
    "all_people_colours": HOUSES,
    **dict.fromkeys(("canal_tiles", "third_spaces", "full_sections", "both_third_spaces"), frozenset({"canals"})),
    **dict.fromkeys(("once", "statues", "opponents", "die", "low_dice", "threatening_dice"), NOTHING),
    **dict.fromkeys(("steps", "most_steps"), frozenset({"steps"})),
    **dict.fromkeys(("majorities", "all_majorities"), frozenset({"majorities"})),
}
"""By what is counted, or asked, the things in front of a player that it depends on; what does not stand here, on any."""
_ANY = frozenset({"workers", "guilders", "threats", "houses", "canals", "steps", "majorities", "cards"})


ASK = frozenset(
    {
        *("trade", "exchange_workers", "build_house", "recruit", "ready_person", "play_card", "discard_threats"),
        "opponents_give_workers",
    }
)
"""Ops that bring nothing before somebody has answered a question, or nothing at all."""


@dataclass(frozen=True, slots=True)
class Person:
    """What the deck says of a person, as far as it matters to the worth of a position."""

    price: int
    points: int
    hopes: float
    """What somebody in the display can still do."""
    first: Op | None
    """What an arrow does first, if that brings anything before somebody has answered or others have been hit."""
    begins: bool
    """Whether placing the person begins an effect."""
    scores: bool
    counts: frozenset[str]
    """The things that a laurel person counts."""
    adds: tuple[int, int, int]
    """To the count of each majority: of reputation, of people, of canals."""
    own: frozenset[str]
    """The occasions of the owner's at which the person has more to say, and those of others."""
    others: frozenset[str]
    can_be_activated: bool
    discounts: bool
    """Whether people may be cheaper to recruit."""
    digs_cheaper: bool
    """Whether canal tiles may be cheaper."""
    worker_action: int
    """What the worker action brings with this person, and what is added to the die in the guilder action; 0 if nothing is."""
    guilder_action: int
    builds_freely: bool
    plain: bool
    """Whether it is no more to place the person than points, hopes and the price."""
    special: bool
    """Whether there is anything more to count than points and price."""


@lru_cache(maxsize=8)
def people_of(deck: Deck) -> tuple[Person, ...]:
    """All people of a deck."""
    return tuple(_person(deck, number) for number in range(len(deck)))


def _person(deck: Deck, number: int) -> Person:
    adds = tuple([row.get(number, 0) for row in deck.adding])
    own, others = (frozenset([when for when, caring in deck.caring.items() if number in caring[whose]]) for whose in range(2))
    begins, scores = bool(deck.arrow[number] and deck.runs[number]), bool(deck.scores[number])
    first = deck.runs[number][0] if begins and not waits(deck.runs[number][0]) else None
    activated, discounts = deck.activation[number] is not None, number in deck.takes_off["recruit"]
    helping = {name: _number(deck, name, number) for name in ("worker_action", "guilder_action")}
    digs_cheaper = number in deck.takes_off["canal"] or number in deck.queries["canal_price"]
    builds_freely = number in deck.queries["house_without_worker"]
    return Person(
        price=deck.price[number],
        points=deck.points[number],
        hopes=PRICE * deck.price[number] + PERSON,
        first=first,
        begins=begins,
        scores=scores,
        counts=_counted(deck, number),
        adds=adds,  # type: ignore[arg-type]
        own=own,
        others=others,
        can_be_activated=activated,
        discounts=discounts,
        digs_cheaper=digs_cheaper,
        worker_action=helping["worker_action"],
        guilder_action=helping["guilder_action"],
        builds_freely=builds_freely,
        plain=first is None and not scores and not any(adds),
        special=any((scores, *adds, own, others, activated, discounts, digs_cheaper, builds_freely, *helping.values())),
    )


def _counted(deck: Deck, number: int) -> frozenset[str]:
    """The things that a person counts at the end."""
    counts = NOTHING
    for op in deck.scores[number]:
        counts |= _COUNTED.get(op.words["per" if op.name == "score_per" else "if"], _ANY)
    return counts


def _number(deck: Deck, name: str, number: int) -> int:
    op = deck.queries[name].get(number)
    return 0 if op is None else op.numbers[0]


_LATER = ASK | {
    *("build_canal", "draw_cards", "opponents_give_guilders", "opponents_lose_canal", "opponents_lose_house"),
    "opponents_take_threat",
}


def waits(op: Op) -> bool:
    """Whether an op brings nothing yet when an arrow has been followed to it: it asks something, or comes to others first."""
    return op.name in _LATER or (op.name == "advance" and op.numbers[0] > 0)


_OF_HOUSES = frozenset({"houses", "house_colours", "all_house_colours", "empty_houses"})
_OF_PEOPLE = frozenset({"people", "people_colours", "all_people_colours", "groups", "largest_group", "empty_houses"})


def counts_one_more(deck: Deck, laurel: int, comes: int) -> bool:
    """Whether a laurel that counts houses or people may count one more when one comes (see `Change.comes`)."""
    for op in deck.scores[laurel]:
        what = op.words["per" if op.name == "score_per" else "if"]
        if what in (_OF_HOUSES if comes < EMPTY else _OF_PEOPLE):
            return True
        if what == "houses_of_colour":
            if op.colour == -2 - comes:
                return True
        elif comes > EMPTY:
            card = deck.cards[comes]
            if op.words["group"] == card.group if what == "people_of_group" else op.words.get("colour") == card.colour:
                return True
    return False


class Tally:
    """What the houses of a player count for, with the houses and the things it was counted from."""

    __slots__ = (
        *("houses", "deck", "rules", "people", "points", "laurels", "hopes", "empty", "steps", "heads", "tiles"),
        *("own", "others", "counts", "house_laurels", "other_laurels", "other_counts", "counted"),
        *("activated", "discounts", "digs_cheaper", "helped", "besides", "builds_freely"),
    )

    def __init__(self, deck: Deck, rules: Ruleset, houses: tuple[House, ...]) -> None:
        self.houses, self.deck, self.rules = houses, deck, rules
        people = people_of(deck)
        placed = empty = prices = steps = heads = tiles = 0
        points = rules.house_points * len(houses)
        laurels: tuple[int, ...] = ()
        of_houses: tuple[int, ...] = ()
        of_others: tuple[int, ...] = ()
        own = others = counts = NOTHING
        self.discounts = self.digs_cheaper = self.activated = self.builds_freely = False
        self.helped = self.besides = 0
        for house in houses:
            number = house[1]
            if number < 0:
                empty += 1
                continue
            person = people[number]
            placed += 1
            points += person.points
            prices += person.price
            if person.special:
                if person.scores:
                    laurels += (number,)
                    if person.counts == HOUSES:
                        of_houses += (number,)
                    else:
                        of_others += (number,)
                        counts |= person.counts
                more_steps, more_heads, more_tiles = person.adds
                steps += more_steps
                heads += more_heads
                tiles += more_tiles
                own |= person.own
                others |= person.others
                if person.can_be_activated and not house[2]:
                    self.activated = True
                if person.discounts:
                    self.discounts = True
                if person.digs_cheaper:
                    self.digs_cheaper = True
                if person.worker_action > self.helped:
                    self.helped = person.worker_action
                self.besides += person.guilder_action
                if person.builds_freely:
                    self.builds_freely = True
        self.people, self.empty = placed, empty
        self.points = points
        """Of houses and people."""
        self.laurels = laurels
        """The people who score at the end by something else."""
        self.hopes = PRICE * prices + PERSON * placed + EMPTY_HOUSE * (empty if empty < EMPTY_HOUSES else EMPTY_HOUSES)
        """What the people can still do and empty houses can still take."""
        self.steps, self.heads, self.tiles = steps, heads, tiles
        """What people add to the count of each majority: of reputation, of people, of canals."""
        self.own, self.others = own, others
        """The occasions at which the people here have more to say: those of their owner, and those of others."""
        self.house_laurels, self.other_laurels, self.other_counts = of_houses, of_others, counts
        """The laurels that count houses and people alone, the others, and the things that those count."""
        self.counts = counts | HOUSES if of_houses else counts
        """The things that the laurels count."""
        self.counted: dict[int, int] = {}
        """What was counted already: by how much laurels score more with one more house or person (differences.py)."""


_TALLIES: dict[int, Tally] = {}
"""What was counted already, by the identity of the houses."""
_MOST_TALLIES = 4_000


def tally(s: State, houses: tuple[House, ...]) -> Tally:
    """What some houses of a position count for, counted once."""
    found = _TALLIES.get(id(houses))  # it holds the houses, so nothing else can have that identity
    if found is not None and found.deck is s.deck and found.rules is s.rules:
        return found
    if len(_TALLIES) >= _MOST_TALLIES:
        _TALLIES.clear()
    made = _TALLIES[id(houses)] = Tally(s.deck, s.rules, houses)
    return made
