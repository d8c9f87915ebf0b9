"""The final scoring: merchandise, laid plot cards, corruption; and who has won.

Nothing else counts: plot cards in hand, cubes on the board and characters bring nothing (burdigala.final.spare). `score_sheet`
counts a position as it stands, at any time; the final scoring emits the same numbers as events.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ....kernel import TABLE, add, become, become_at
from ..model import BOOK, COUNTED, UNKNOWN, State

BOOK.event("goods.counted", sets="counts", points="count")
BOOK.event("laurels.counted", cards="count", points="count")
BOOK.event("corruption.counted", tokens="count", points="count")
BOOK.event("most_corrupt.counted", tokens="count", points="count")
BOOK.event("game.won", points="count")
BOOK.event("game.shared", winners="seats", points="count")


class ScoreSheet(NamedTuple):
    """One player's score by part: the start, what was won in play, then what the final scoring counts."""

    start: int
    cubes: int
    buildings: int
    bonus: int
    builders: int
    goods: int
    laurels: int
    corruption: int
    most_corrupt: int

    @property
    def parts(self) -> dict[str, int]:
        """The parts by name."""
        return self._asdict()

    @property
    def total(self) -> int:
        """The score."""
        return sum(self)


@lru_cache(maxsize=4096)
def goods_sets(goods: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes of the sets of different goods, the largest first, which is always best (burdigala.final.merch.sets)."""
    counts = Counter(good for good in goods if good >= 0)
    return tuple(sum(copies > taken for copies in counts.values()) for taken in range(max(counts.values(), default=0)))


def goods_points(s: State, goods: tuple[int, ...]) -> int:
    """The points of a player's sets (burdigala.final.merch.table)."""
    return sum(s.rules.set_points[size - 1] for size in goods_sets(goods))


def corruption_sum(s: State, seat: int) -> int:
    """The sum of a player's tokens, as far as it is known."""
    player = s.players[seat]
    tokens = player.tokens + player.sealed
    return sum(tokens) if UNKNOWN not in tokens else sum(value for value in tokens if value != UNKNOWN)


def most_corrupt(s: State) -> list[int]:
    """All who have the highest sum; nobody if that is nothing, unless so read (B-035)."""
    sums = [corruption_sum(s, seat) for seat in range(len(s.players))]
    most = max(sums)
    return [seat for seat, tokens in enumerate(sums) if tokens == most] if most or s.rules.most_corrupt_at_zero else []


def final_parts(s: State, seat: int, losers: list[int]) -> tuple[int, int, int, int]:
    """What the final scoring brings and costs a seat, in its order (COUNTED), given who is most corrupt."""
    player, rules = s.players[seat], s.rules
    goods = goods_points(s, player.goods)
    laurels = rules.laurel_points * len(player.laid)
    before = player.points - sum(player.final) + goods + laurels
    corruption = _loss(s, before, corruption_sum(s, seat))
    most = _loss(s, before - corruption, rules.most_corrupt_points) if seat in losers else 0
    return goods, laurels, -corruption, -most


def _loss(s: State, points: int, loss: int) -> int:
    """What is lost; the score may fall below zero, or stops there (B-034)."""
    return loss if s.rules.score_floor == "none" else max(0, min(points, loss))


def score_sheet(s: State, seat: int) -> ScoreSheet:
    """The score of a seat, as if the final scoring came now."""
    return _sheet(s, seat, most_corrupt(s))


def score_sheets(s: State) -> list[ScoreSheet]:
    """The scores of all seats."""
    losers = most_corrupt(s)
    return [_sheet(s, seat, losers) for seat in range(len(s.players))]


def _sheet(s: State, seat: int, losers: list[int]) -> ScoreSheet:
    player = s.players[seat]
    start = player.points - sum(player.earned) - sum(player.final)
    return ScoreSheet(start, *player.earned, *final_parts(s, seat, losers))


@BOOK.task("scoring", rule="burdigala.final.order", mark="turn")
def scoring(s: State) -> None:
    """Merchandise is shown and counted, then laid plot cards, then the tokens are turned over."""
    seats, losers = s.clockwise(s.start), most_corrupt(s)
    parts = {seat: final_parts(s, seat, losers) for seat in seats}
    for seat in seats:
        sets = goods_sets(s.players[seat].goods)
        _count(s, seat, parts[seat], 0, "burdigala.final.merch", "goods.counted", sets=sets)
    for seat in seats:
        cards = len(s.players[seat].laid)
        _count(s, seat, parts[seat], 1, "burdigala.final.plot", "laurels.counted", cards=cards)
    for seat in seats:
        tokens = corruption_sum(s, seat)
        _count(s, seat, parts[seat], 2, "burdigala.final.corruption", "corruption.counted", tokens=tokens)
    rule = "burdigala.final.corruption.most" if len(losers) == 1 else "burdigala.final.corruption.tie"
    for seat in losers:
        points = parts[seat][3]
        deltas = (add(seat, "points", points), become_at(seat, "final", 3, points))
        s.emit(rule, "most_corrupt.counted", seat, deltas, tokens=corruption_sum(s, seat), points=-points)
    _say_who_won(s)


_NOT_YET = (0,) * len(COUNTED)


def _count(s: State, seat: int, parts: tuple[int, ...], part: int, rule: str, kind: str, **told: object) -> None:
    so_far = parts[: part + 1] + _NOT_YET[part + 1 :]
    deltas = (add(seat, "points", parts[part]), become(seat, "final", so_far))
    s.emit(rule, kind, seat, deltas, **told, points=abs(parts[part]))


def _say_who_won(s: State) -> None:
    seats = winners(s)
    points = s.players[seats[0]].points
    if len(seats) > 1:
        s.emit("burdigala.win.tie", "game.shared", TABLE, winners=tuple(seats), points=points)
    else:
        tied = sum(player.points == points for player in s.players) > 1
        s.emit("burdigala.win.tie" if tied else "burdigala.win", "game.won", seats[0], points=points)


def winners(s: State) -> list[int]:
    """Most points; those who have as many share the win, or the least corrupt of them wins (B-036)."""
    losers = most_corrupt(s)
    totals = [player.points - sum(player.final) + sum(final_parts(s, seat, losers)) for seat, player in enumerate(s.players)]
    return in_front(s, totals)


def in_front(s: State, totals: list[int]) -> list[int]:
    """The seats with the most points, and of those the least corrupt, if that decides."""
    ranked = [(total, _virtue(s, seat)) for seat, total in enumerate(totals)]
    best = max(ranked)
    return [seat for seat, rank in enumerate(ranked) if rank == best]


def _virtue(s: State, seat: int) -> int:
    return -corruption_sum(s, seat) if s.rules.tie == "less_corruption" else 0
