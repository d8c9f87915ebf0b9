"""Questions about a player's people and things: passive effects are asked for here, never announced."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..deck import GENERAL_RULE, Op
from ..display import display
from ..model import EMPTY, FIRST_SHIP, Row, State
from ..words import COLOURS

Words = Mapping[str, str]
NO_WORDS: Words = {}
Fold = Callable[[list[int]], int]

_ORDER = {count: [[(first + i) % count for i in range(count)] for first in range(count)] for count in range(1, 6)}


def in_order(s: State, first: int | None = None) -> list[int]:
    """The seats clockwise from the start player, or from another (round.direction)."""
    return _ORDER[len(s.players)][s.start if first is None else first]


PERSON = {"person": 1}
"""What a question through a person or a ship speaks of: behind the seat that is asked comes the source of the effect."""


def rule_of(s: State, source: int) -> str:
    """The rule that the effect of a person or a ship cites."""
    return s.deck.rule[source] if source < FIRST_SHIP else s.ship_tiles.rule[source - FIRST_SHIP]


SOMEBODY = {"by": "source"}
"""Who brought an event about, a person or a ship: in its data where its rule does not say it."""


def credit(s: State, source: int) -> dict[str, int]:
    """What an event adds to its data when it cites the general rule, which does not say which person or ship brought it about."""
    return {"by": source} if rule_of(s, source) == GENERAL_RULE else {}


def runs_of(s: State, source: int) -> tuple[Op, ...]:
    """What the effect of a person or a ship does, op by op."""
    return s.deck.runs[source] if source < FIRST_SHIP else s.ship_tiles.runs[source - FIRST_SHIP]


def persons_rule(s: State, seat: int, source: int, *rest: object) -> str:
    """The rule that a question through a person or a ship, or a refusal of one, cites: its own."""
    return rule_of(s, source)


def people_with(s: State, seat: int, op: str) -> tuple[int, ...]:
    """The persons in the display that answer a query op."""
    return display(s.deck, s.players[seat].houses).answering.get(op, ())


def has(s: State, seat: int, op: str) -> bool:
    """Whether some person in the display answers a query op."""
    return op in display(s.deck, s.players[seat].houses).answering


def number(s: State, seat: int, op: str, fold: Fold) -> int | None:
    """The number that the people in the display give to a query op; None if nobody answers."""
    people = people_with(s, seat, op)
    return fold([s.deck.queries[op][person].numbers[0] for person in people]) if people else None


def discounters(s: State, seat: int, on: str, card: int = EMPTY) -> list[int]:
    """The persons in the display that make something cheaper: canal tiles, the step of phase 2, or recruiting this card."""
    answering = s.deck.discounts[on]
    found = []
    for person in people_with(s, seat, "discount"):
        op = answering.get(person)
        if op is not None and (op.words["group"] == "any" or (card >= 0 and op.words["group"] == s.deck.cards[card].group)):
            found.append(person)
    return found


def discount(s: State, seat: int, on: str, card: int = EMPTY) -> int:
    """By how much something is cheaper; several add up (D-124)."""
    total = 0
    for person in people_with(s, seat, "discount"):
        takes_off = s.deck.takes_off[on]
        if person in takes_off:
            amount, group = takes_off[person]
            if group == "any" or (card >= 0 and group == s.deck.cards[card].group):
                total += amount
    return total


def workers_brought(s: State, seat: int) -> tuple[int, int]:
    """What the worker action brings: two workers; three with a helper (act.example.type2), and then who helps."""
    helped = number(s, seat, "worker_action", max)
    if helped is None or helped <= s.rules.workers_taken:
        return s.rules.workers_taken, EMPTY
    return helped, people_with(s, seat, "worker_action")[0]


def guilders_besides(s: State, seat: int) -> list[tuple[int, int]]:
    """Who adds to the guilders of the die, and how many."""
    adding = s.deck.queries["guilder_action"]
    return [(person, adding[person].numbers[0]) for person in people_with(s, seat, "guilder_action")]


# What `per` counts


def count(s: State, seat: int, op: Op, workers: Row | None = None) -> int:
    """How many of what an op counts a player has; only full lots count.

    `workers` are those left once the op is paid for, where it is not paid for yet.
    """
    if op.words["per"] == "once":
        return 1
    number = counted(s, seat, op, workers)
    lot = op.numbers[-1]
    return number if lot == 1 else number // lot


def counted(s: State, seat: int, op: Op, workers: Row | None = None) -> int:
    """How many single things of what an op counts a player has."""
    per = op.words["per"]
    if workers is not None and per in _WORKER_COUNTS:
        return _WORKER_COUNTS[per](s, workers)
    return _COUNTS[per](s, seat, op.words)


def groups(s: State, seat: int, words: Words = NO_WORDS) -> int:
    """Different groups among the people, the one who asks included (D-148)."""
    return len({s.deck.group[person] for person in s.players[seat].people})


def third_spaces(s: State, seat: int, words: Words = NO_WORDS) -> int:
    """Sections built as far as the third space, as they lie now (D-109, D-150)."""
    return sum(tiles >= s.rules.third_space for tiles in s.players[seat].canals)


def _full_sections(s: State, seat: int, words: Words) -> int:
    """Sections complete now (D-151)."""
    return sum(tiles == s.rules.section_spaces for tiles in s.players[seat].canals)


def _worker_pairs(s: State, workers: Row) -> int:
    """Pairs of workers: any two, or two of a colour (D-146)."""
    if s.rules.bishop_pairs == "same_colour":
        return sum(count // 2 for count in workers)
    return sum(workers) // 2


def _people_of_group(s: State, seat: int, words: Words) -> int:
    return sum(s.deck.cards[person].group == words["group"] for person in s.players[seat].people)


def _people_of_colour(s: State, seat: int, words: Words) -> int:
    return sum(s.deck.cards[person].colour == words["colour"] for person in s.players[seat].people)


def _people_colours(s: State, seat: int, words: Words) -> int:
    return len({s.deck.colour[person] for person in s.players[seat].people})


def _largest_group(s: State, seat: int, words: Words) -> int:
    found = [s.deck.group[person] for person in s.players[seat].people]
    return max((found.count(group) for group in found), default=0)


def _houses_of_colour(s: State, seat: int, words: Words) -> int:
    """Empty or not: the colour of a house stays visible (action.recruit.face_up)."""
    colour = COLOURS.index(words["colour"])
    return sum(s.deck.colour[house.card] == colour for house in s.players[seat].houses)


def _house_colours(s: State, seat: int, words: Words) -> int:
    return len({s.deck.colour[house.card] for house in s.players[seat].houses})


def _low_dice(s: State, seat: int, words: Words) -> int:
    return sum(die in s.rules.advance_faces for die in s.dice)


def _threatening_dice(s: State, seat: int, words: Words) -> int:
    return sum(die in s.rules.threat_faces for die in s.dice)


_WORKER_COUNTS: dict[str, Callable[[State, Row], int]] = {
    "workers": lambda s, workers: sum(workers),
    "worker_pairs": _worker_pairs,
    "worker_colours": lambda s, workers: sum(number > 0 for number in workers),
}


def _of_workers(per: str) -> Callable[[State, int, Words], int]:
    return lambda s, seat, words: _WORKER_COUNTS[per](s, s.players[seat].workers)


_COUNTS: dict[str, Callable[[State, int, Words], int]] = {
    **{per: _of_workers(per) for per in _WORKER_COUNTS},
    "groups": groups,
    "people": lambda s, seat, words: len(s.players[seat].people),
    "people_of_group": _people_of_group,
    "people_of_colour": _people_of_colour,
    "people_colours": _people_colours,
    "largest_group": _largest_group,
    "houses": lambda s, seat, words: len(s.players[seat].houses),
    "empty_houses": lambda s, seat, words: sum(house.person == EMPTY for house in s.players[seat].houses),
    "houses_of_colour": _houses_of_colour,
    "house_colours": _house_colours,
    "canal_tiles": lambda s, seat, words: sum(s.players[seat].canals),
    "third_spaces": third_spaces,
    "full_sections": _full_sections,
    "statues": lambda s, seat, words: len(s.players[seat].statues),
    "steps": lambda s, seat, words: s.players[seat].reputation,
    "majorities": lambda s, seat, words: sum(s.players[seat].majorities),
    "guilders": lambda s, seat, words: s.players[seat].guilders,
    "threats": lambda s, seat, words: sum(s.players[seat].threats),
    "safe_colours": lambda s, seat, words: s.players[seat].threats.count(0),
    "cards": lambda s, seat, words: len(s.players[seat].hand),
    "opponents": lambda s, seat, words: len(s.players) - 1,
    "die": lambda s, seat, words: s.dice[COLOURS.index(words["colour"])],
    "low_dice": _low_dice,
    "threatening_dice": _threatening_dice,
}


# What `score_if` asks


def holds(s: State, seat: int, op: Op) -> bool:
    """Whether a condition of the final scoring holds for a player."""
    return _CONDITIONS[op.words["if"]](s, seat)


def _most(seat: int, numbers: list[int]) -> bool:
    """More than every other player."""
    return all(numbers[seat] > number for other, number in enumerate(numbers) if other != seat)


_CONDITIONS: dict[str, Callable[[State, int], bool]] = {
    "all_house_colours": lambda s, seat: _house_colours(s, seat, NO_WORDS) == len(COLOURS),  # occupied ones count (D-149)
    "all_people_colours": lambda s, seat: _people_colours(s, seat, NO_WORDS) == len(COLOURS),
    "all_worker_colours": lambda s, seat: all(s.players[seat].workers),
    "no_threats": lambda s, seat: not any(s.players[seat].threats),
    "both_third_spaces": lambda s, seat: third_spaces(s, seat) == s.rules.sections,
    "all_majorities": lambda s, seat: all(s.players[seat].majorities),
    "most_guilders": lambda s, seat: _most(seat, [player.guilders for player in s.players]),
    "most_steps": lambda s, seat: _most(seat, [player.reputation for player in s.players]),
}
