"""How far greedy sees past an option of a turn: whether only the turn goes round, or the majorities of the round are judged.

An option is followed for a few automatic tasks (`FOLLOW`). Mostly the next player is asked then. After the last card of a round
these tasks reach the majorities: a marker may be turned, which is worth more than to lead.
"""

from __future__ import annotations

from ....analysis.policies import FOLLOW
from ..model import State
from ..rules import queries
from ..rules.majorities import CANAL
from .tallies import Tally
from .weights import MAJORITY

GOES_ROUND, IS_JUDGED, IS_OVER, GOES_FURTHER = range(4)
"""What comes after the turn: nothing that is worth anything, the majorities, those of the last round, or something else."""

Lead = tuple[int, int, int]


def passing(s: State, seat: int, with_card: bool, below: int = 2) -> int:
    """What comes after the turn, below so many tasks, as far as we follow. With a card there is one less in hand then."""
    agenda = s.agenda
    if len(agenda) < below:
        return GOES_FURTHER
    task = agenda[-below]
    if task[0] == "turn" and len(s.players[task[1]].hand) > (with_card and task[1] == seat):
        return GOES_ROUND  # mostly: the next one to the left is asked
    if task[0] == "phase.majorities":
        return IS_OVER if s.final_round and s.round >= s.final_round else IS_JUDGED
    for task in agenda[-below : -below - FOLLOW : -1]:
        if task[0] != "turn":
            return GOES_FURTHER
        if len(s.players[task[1]].hand) > (with_card and task[1] == seat):
            return GOES_ROUND
    return GOES_ROUND if len(agenda) > FOLLOW else GOES_FURTHER


def turned(s: State, seat: int, number: int, most: int) -> bool:
    """Whether a seat with this number turns its marker in an area where the others have no more than `most`."""
    if number >= most + s.rules.majority_margin:
        return True
    return number == most > 0 and queries.has(s, seat, "share_lead")  # D-128


def judged(s: State, seat: int, shown: Tally, most: Lead, hope: float, tiles: int = 0) -> float | None:
    """What it brings that the majorities are judged, with so many canal tiles more, beyond leading as things stand.

    None where a turned marker matters to somebody, more than its points.
    """
    player = s.players[seat]
    numbers = (player.reputation + shown.steps, shown.people + shown.heads, sum(player.canals) + shown.tiles)
    value, any_turned = 0.0, False
    for area, won in enumerate(player.majorities):
        if not won:
            before = numbers[area]
            after = before + tiles if area == CANAL else before
            leads = before > most[area]
            if turned(s, seat, after, most[area]):
                any_turned = True
                value += s.rules.majority_points - hope * MAJORITY * leads
            elif after != before:
                value += hope * MAJORITY * ((after > most[area]) - leads)
    if "majority_turned" in shown.others or (any_turned and ("majorities" in shown.counts or "majority_turned" in shown.own)):
        return None
    return value
