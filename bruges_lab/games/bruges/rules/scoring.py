"""The final scoring, head by head, and who has won.

`score_sheet` counts a position as it stands, at any time; the final scoring emits the same numbers as events.
"""

from __future__ import annotations

from typing import NamedTuple

from ....kernel import TABLE, add, become
from ..model import BOOK, State
from ..ruleset import Ruleset
from . import queries
from .queries import in_order

BOOK.event("head.scored", head="head", points="count")
BOOK.event("laurel.counted", person="card", points="count")
BOOK.event("game.won", points="count", guilders="count")
BOOK.event("game.shared", winners="seats", points="count", guilders="count")

HEADS = ("people", "houses", "laurels", "majorities", "third_spaces", "statues", "reputation")
"""The heads in the order of the rulebook; canals are two (scoring.order)."""
_RULES = {
    "people": "scoring.people",
    "houses": "scoring.house",
    "laurels": "scoring.laurel",
    "majorities": "scoring.majority",
    "third_spaces": "scoring.canal3",
    "statues": "scoring.statue",
    "reputation": "scoring.reputation",
}


_PRINTED = Ruleset().engraver_points
"""What a laurel person that counts groups scores a group, as printed: a later edition says another number (D-147)."""


class ScoreSheet(NamedTuple):
    """One player's score by part: what was won in play, then the heads of the final scoring."""

    in_play: int
    people: int
    houses: int
    laurels: int
    majorities: int
    third_spaces: int
    statues: int
    reputation: int

    @property
    def parts(self) -> dict[str, int]:
        """The parts by name."""
        return self._asdict()

    @property
    def total(self) -> int:
        """The score."""
        return sum(self)


def final_parts(s: State, seat: int) -> tuple[int, ...]:
    """The categories of the final scoring for a seat, in order; none depends on another (D-042)."""
    player, rules = s.players[seat], s.rules
    points, scores = s.deck.points, s.deck.scores
    people = laurels = 0
    for house in player.houses:
        person = house[1]
        if person >= 0:
            people += points[person]
            if scores[person]:
                laurels += laurel_points(s, seat, person)
    if rules.canal_bonus == "lots_of_three":  # D-017
        bonuses = sum(player.canals) // rules.third_space
    else:
        bonuses = queries.third_spaces(s, seat)
    return (
        people,
        rules.house_points * len(player.houses),
        laurels,
        rules.majority_points * sum(player.majorities),
        rules.third_space_points * bonuses,
        sum(player.statues),
        s.board.reputation_points(player.reputation, rules),
    )


def laurel_points(s: State, seat: int, person: int) -> int:
    """What a laurel person scores; nothing for others (act.laurel)."""
    points = 0
    for op in s.deck.scores[person]:
        value = op.numbers[0]
        if value == _PRINTED and op.words.get("per") == "groups":
            value = s.rules.engraver_points
        if op.name == "score_per":
            points += value * queries.count(s, seat, op)
        elif queries.holds(s, seat, op):
            points += value
    return points


def score_sheet(s: State, seat: int) -> ScoreSheet:
    """The score of a seat, as if the final scoring came now."""
    player = s.players[seat]
    parts = player.final or final_parts(s, seat)
    return ScoreSheet(player.points - sum(player.final), *parts)


@BOOK.task("scoring", rule="scoring.order", mark="phase")
def scoring(s: State) -> None:
    """Everybody scores every head; points won in play stay (scoring.carry)."""
    for seat in in_order(s):
        parts = final_parts(s, seat)
        for place, points in enumerate(parts):
            if points:
                so_far = (*parts[: place + 1], *(0 for _ in parts[place + 1 :]))
                deltas = (add(seat, "points", points), become(seat, "final", so_far))
                head = s.emit(_RULES[HEADS[place]], "head.scored", seat, deltas, head=place, points=points)
                if HEADS[place] == "laurels":
                    _say_laurels(s, seat, head)
        if not s.players[seat].final:
            s.emit("scoring.order", "head.scored", seat, (become(seat, "final", parts),), head=0, points=0)
    seats = winners(s)
    best = s.players[seats[0]]
    tied = sum(player.points == best.points for player in s.players) > 1
    if len(seats) > 1:
        s.emit("win.tie.shared", "game.shared", TABLE, winners=tuple(seats), points=best.points, guilders=best.guilders)
    else:
        rule = "win.tie.guilders" if tied else "win.most"
        s.emit(rule, "game.won", seats[0], points=best.points, guilders=best.guilders)


def _say_laurels(s: State, seat: int, head: int) -> None:
    """What each laurel person brought to the sum."""
    cause, s.cause = s.cause, head
    for person in s.players[seat].people:
        points = laurel_points(s, seat, person)
        if points:
            s.emit(s.deck.rule[person], "laurel.counted", seat, person=person, points=points)
    s.cause = cause


def winners(s: State) -> list[int]:
    """Most points; then most guilders; then all who are still tied (D-156)."""
    return in_front([(score_sheet(s, seat).total, player.guilders) for seat, player in enumerate(s.players)])


def in_front(totals: list[tuple[int, int]]) -> list[int]:
    """The seats with the most points, and of those with the most guilders."""
    best = max(totals)
    return [seat for seat, total in enumerate(totals) if total == best]
