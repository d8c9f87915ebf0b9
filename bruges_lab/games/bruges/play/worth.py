"""What a position is worth to a seat, in points, part by part: what `greedy` maximises and what a hint gives as its reasons.

The score as it stands is exact. What goods, cards and places will still bring is a rule of thumb: every weight stands in
weights.py, and no document knows any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..model import EMPTY, State
from ..rules.majorities import standings
from ..rules.queries import third_spaces
from ..rules.scoring import laurel_points, score_sheet
from ..words import AREAS
from .ship_worth import promised
from .tallies import tally
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


class Worth(NamedTuple):
    """The worth of a position by part; the parts add up to it. Points first, as if the final scoring came now; then prospects."""

    in_play: float = 0.0
    people: float = 0.0
    houses: float = 0.0
    laurels: float = 0.0
    majorities: float = 0.0
    third_spaces: float = 0.0
    statues: float = 0.0
    reputation: float = 0.0
    guilders: float = 0.0
    workers: float = 0.0
    cards: float = 0.0
    empty_houses: float = 0.0
    canals: float = 0.0
    steps: float = 0.0
    abilities: float = 0.0
    """What the people in the display can still do."""
    leads: float = 0.0
    """Majorities that would be won if phase 4 came now."""
    threats: float = 0.0
    ships: float = 0.0
    """What a ship in use, or one that may be used now, has still to bring."""

    @property
    def total(self) -> float:
        """The whole worth."""
        return sum(self)

    @property
    def points(self) -> float:
        """The part that is points already."""
        return sum(self[:8])


def worth_parts(s: State, seat: int, ahead: Sequence[int] | None = None) -> Worth:
    """Points now and points to come: the score as it stands, and what goods, cards and places are worth on the way.

    A guilder is worth a little less than half a point, a worker half of one, a card in hand more than one (it brings two workers
    or three or four guilders), an empty house twice its point (it can take a person), a tile or a step a little more
    than its points (majorities, statues), a threat less than nothing. People count by what they can still do: a share of
    their price. With the last round known, only points count. `ahead` says who leads each majority, where that is known.
    """
    player = s.players[seat]
    score = score_sheet(s, seat)
    if s.final_round and s.round >= s.final_round and s.phase >= 4:
        return Worth(*score)
    left = ENDING if s.final_round else 1.0
    empty = sum(house.person == EMPTY for house in player.houses)
    ahead = leaders(s) if ahead is None else ahead
    return Worth(
        *score,
        guilders=left * GUILDER * min(PURSE, player.guilders),
        workers=left * WORKER * (sum(min(WORKERS_A_COLOUR, count) for count in player.workers) + coming_workers(s, seat)),
        cards=left * HAND_CARD * len(player.hand),
        empty_houses=left * EMPTY_HOUSE * min(EMPTY_HOUSES, empty),
        canals=left * TILE * sum(player.canals) + THIRD_SPACE * third_spaces(s, seat),
        steps=left * STEP * player.reputation,
        abilities=left * sum(PERSON + PRICE * s.deck.price[person] for person in player.people),
        leads=left * MAJORITY * sum(one == seat for one, won in zip(ahead, player.majorities, strict=True) if not won),
        threats=-sum(THREAT[min(2, markers)] for markers in player.threats),
        ships=promised(s, seat, left) if s.docks else 0.0,
    )


def coming_workers(s: State, seat: int) -> int:
    """Workers that the market is about to bring, of colours still to be chosen."""
    if not s.market_pile:
        return 0
    due = 0
    for task in s.agenda:
        if task[0] == "market.workers" and task[1] == seat:
            due += task[3]
        elif task[0] == "market.worker" and task[1] == seat:
            due += 1
    return due


NOBODY = -1


def leaders(s: State) -> list[int]:
    """The seat that would win each majority if phase 4 came now, or NOBODY."""
    found = []
    for area in range(len(AREAS)):
        numbers = standings(s, area)
        most = max(numbers)
        found.append(numbers.index(most) if numbers.count(most) == 1 else NOBODY)
    return found


# The sum alone, for those who weigh many positions; a test holds it to the parts


Lead = tuple[int, int, int]
"""The highest numbers of the others in the three majorities."""


def lead_of_others(s: State, seat: int) -> Lead:
    """What a seat has to exceed to lead: in steps, in people, in canal tiles."""
    steps = heads = tiles = 0
    for other, rival in enumerate(s.players):
        if other != seat:
            shown = tally(s, rival.houses)
            reached, met, built = rival.reputation + shown.steps, shown.people + shown.heads, sum(rival.canals) + shown.tiles
            steps = reached if reached > steps else steps
            heads = met if met > heads else heads
            tiles = built if built > tiles else tiles
    return steps, heads, tiles


def worth(s: State, seat: int, others: Lead | None = None) -> float:
    """The worth of a position, the sum of its parts. `others` is their lead, where it has been counted already."""
    player, rules = s.players[seat], s.rules
    steps = player.reputation
    shown = tally(s, player.houses)
    value = float(shown.points + player.points - sum(player.final))
    for person in shown.laurels:
        value += laurel_points(s, seat, person)
    value += sum(player.statues)
    tiles = thirds = 0
    for built in player.canals:
        tiles += built
        if built >= rules.third_space:
            thirds += 1
    won_steps, won_people, won_canals = player.majorities
    value += (
        rules.majority_points * (won_steps + won_people + won_canals)
        + rules.third_space_points * (thirds if rules.canal_bonus == "third_space" else tiles // rules.third_space)
        + s.board.reputation_points(steps, rules)
    )
    last = s.final_round
    if last and s.round >= last and s.phase >= 4:
        return value
    purse = player.guilders
    hopes = shown.hopes + (
        GUILDER * (purse if purse < PURSE else PURSE) + HAND_CARD * len(player.hand) + TILE * tiles + STEP * steps
    )
    for count in player.workers:
        hopes += WORKER * (count if count < WORKERS_A_COLOUR else WORKERS_A_COLOUR)
    if s.market_pile:
        hopes += WORKER * coming_workers(s, seat)
    most_steps, most_heads, most_tiles = others or lead_of_others(s, seat)
    hopes += MAJORITY * (
        (not won_steps and steps + shown.steps > most_steps)
        + (not won_people and shown.people + shown.heads > most_heads)
        + (not won_canals and tiles + shown.tiles > most_tiles)
    )
    for markers in player.threats:
        if markers:
            value -= THREAT[1 if markers == 1 else 2]
    hope = ENDING if last else 1.0
    if s.docks:
        value += promised(s, seat, hope)
    return value + hopes * hope + THIRD_SPACE * thirds
