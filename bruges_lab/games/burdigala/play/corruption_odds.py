"""Hidden corruption: what a seat can infer of the tokens that it does not see, and the exact odds of the last scoring.

Tokens that nobody has shown to the looking seat lie before other players, sealed before anybody, or in the pool; every way to
deal them out is as likely (a hypergeometric distribution). What a seat knows is what its view keeps: its own tokens, and those it
gave back that must still be in the pool (B-078). How anybody plays tells nothing here. Under this model the numbers
are exact; resampling the view draws from the same distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from html import escape
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from ....kernel import Game
from ...manifest import Manifest
from ..manifest import MANIFEST
from ..model import UNKNOWN, State
from ..rules.scoring import goods_points
from .known_position import Odds, add_odds, expected, known_to

if TYPE_CHECKING:
    import plotly.graph_objects

Counts = tuple[tuple[int, int], ...]
"""Tokens by value: each value with its copies."""


class Last(NamedTuple):
    """The last scoring of one seat: what its tokens may add up to, and the odds that it loses the points of the most corrupt."""

    sums: Odds
    most: Fraction
    """Alone or with others (burdigala.final.corruption.most, .tie)."""
    alone: Fraction
    points: int
    """What the most corrupt lose."""

    @property
    def expected_sum(self) -> Fraction:
        """What the tokens cost on the average."""
        return expected(self.sums)

    @property
    def expected_loss(self) -> Fraction:
        """All that corruption costs on the average."""
        return self.expected_sum + self.most * self.points


class SeatCorruption(NamedTuple):
    """One seat: how many tokens it has, what is known of them, and the last scoring."""

    seat: int
    tokens: int
    known: tuple[int, ...]
    """The values that the looking seat knows."""
    now: Last
    """If the game ended now."""
    one_more: Last | None
    """If it took one more token first: for the seat that looks, or for all if everything is open, while the pool has any."""
    floored: bool
    """Whether it may have too few points to lose all that: then the loss is the most that it can be (B-034)."""

    @property
    def hidden(self) -> int:
        """How many of its tokens the looking seat does not know."""
        return self.tokens - len(self.known)

    @property
    def price(self) -> Fraction | None:
        """What one more token costs on the average."""
        return None if self.one_more is None else self.one_more.expected_loss - self.now.expected_loss


class CorruptionOdds(NamedTuple):
    """All seats as one of them sees it (None: everything open)."""

    seat: int | None
    names: tuple[str, ...]
    seats: tuple[SeatCorruption, ...]
    pool: int
    in_pool: tuple[int, ...]
    """Tokens that the looking seat knows to be in the pool."""
    unseen: Counts
    """Tokens of which it does not know where they are."""
    next_token: Odds
    """The value of the next token drawn; empty where the pool is."""
    most_points: int

    @property
    def manifest(self) -> Manifest:
        """Of Burdigala."""
        return MANIFEST

    def told(self, lang: str = "en") -> str:
        """In lines, seat by seat."""
        from ..figures.corruption_figures import corruption_text

        return corruption_text(self, lang)

    def figure(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """What each seat's tokens may add up to."""
        from ..figures.corruption_figures import corruption_figure

        return corruption_figure(self, lang=lang)

    def __str__(self) -> str:
        return self.told()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.told())}</pre>"

    def __repr__(self) -> str:
        return f"<CorruptionOdds, {len(self.seats)} seats, {sum(seat.hidden for seat in self.seats)} tokens hidden>"


def corruption_odds(game: Game[State] | State, seat: int | None = None) -> CorruptionOdds:
    """What a seat can infer of everybody's corruption (None: everything open), and the odds of the last scoring."""
    known, names, _ = known_to(game, seat, "corruption")
    rows = [(*player.tokens, *player.sealed) for player in known.players]
    seen = [tuple(value for value in row if value != UNKNOWN) for row in rows]
    slots = tuple(row.count(UNKNOWN) for row in rows)
    in_pool = tuple(sorted(value for value in known.pool if value != UNKNOWN)) or _given_back(known)
    left = Counter(known.stock.tokens) - Counter(in_pool) - Counter(value for row in seen for value in row)
    unseen = tuple(sorted(left.items()))
    table = _Table(known, tuple(map(sum, seen)), slots, unseen)
    pool = len(known.pool)
    seats = []
    for other in range(len(names)):
        one_more = _after_a_token(table, other, pool, in_pool) if pool and seat in (None, other) else None
        now = _last(table, other)
        floored = _may_be_floored(known, other, one_more or now)
        seats.append(SeatCorruption(other, len(rows[other]), tuple(sorted(seen[other])), now, one_more, floored))
    drawn = _next_token(pool, in_pool, unseen)
    return CorruptionOdds(seat, names, tuple(seats), pool, in_pool, unseen, drawn, known.rules.most_corrupt_points)


def _given_back(known: State) -> tuple[int, ...]:
    """What the looking seat knows to be in the pool: a view keeps this of nobody else (B-078)."""
    return tuple(sorted(value for player in known.players for value in player.pool_seen)) if known.pool else ()


def _next_token(pool: int, in_pool: tuple[int, ...], unseen: Counts) -> Odds:
    """What is known to lie there, and a fair share of what may."""
    found: Odds = {}
    hidden, all_of_them = pool - len(in_pool), sum(copies for _, copies in unseen)
    for value in in_pool:
        add_odds(found, value, Fraction(1, pool))
    for value, copies in unseen if hidden else ():
        add_odds(found, value, Fraction(hidden, pool) * Fraction(copies, all_of_them))
    return dict(sorted(found.items()))


def _may_be_floored(known: State, seat: int, last: Last) -> bool:
    """Whether the score could stop at zero, by what is known of it."""
    player = known.players[seat]
    points = player.points - sum(player.final) + goods_points(known, player.goods) + known.rules.laurel_points * len(player.laid)
    return known.rules.score_floor != "none" and points < max(last.sums, default=0) + last.points


# All ways to deal the unseen tokens


class _Table(NamedTuple):
    """What everybody's last scoring depends on: sums that are known, tokens that are not, and what these may be."""

    known: State
    sums: tuple[int, ...]
    slots: tuple[int, ...]
    unseen: Counts

    def given(self, seat: int, value: int | None) -> _Table:
        """One token more before a seat: of a known value, or any of the unseen ones."""
        sums, slots = list(self.sums), list(self.slots)
        if value is None:
            slots[seat] += 1
        else:
            sums[seat] += value
        return self._replace(sums=tuple(sums), slots=tuple(slots))


def _after_a_token(table: _Table, seat: int, pool: int, in_pool: tuple[int, ...]) -> Last:
    """The next token may be one that is known to lie in the pool, or any of the unseen ones."""
    cases = [(_last(table.given(seat, value), seat), Fraction(1, pool)) for value in in_pool]
    if pool > len(in_pool):
        cases.append((_last(table.given(seat, None), seat), Fraction(pool - len(in_pool), pool)))
    sums: Odds = {}
    for last, share in cases:
        for value, odds in last.sums.items():
            add_odds(sums, value, share * odds)
    most, alone = (sum((share * odds for odds, share in row), Fraction(0)) for row in _columns(cases))
    return Last(dict(sorted(sums.items())), most, alone, table.known.rules.most_corrupt_points)


def _columns(cases: list[tuple[Last, Fraction]]) -> Iterator[list[tuple[Fraction, Fraction]]]:
    yield [(last.most, share) for last, share in cases]
    yield [(last.alone, share) for last, share in cases]


def _last(table: _Table, seat: int) -> Last:
    rules = table.known.rules
    most, alone = _most(table.sums, table.slots, table.unseen, rules.most_corrupt_at_zero)[seat]
    sums = {table.sums[seat] + value: odds for value, odds in _drawn(table.slots[seat], table.unseen).items()}
    return Last(sums, most, alone, rules.most_corrupt_points)


@lru_cache(maxsize=4096)
def _drawn(slots: int, unseen: Counts) -> Odds:
    """What so many of the unseen tokens add up to."""
    ways = {(slots, 0): 1}
    for value, copies in unseen:
        following: dict[tuple[int, int], int] = {}
        for (left, total), number in ways.items():
            for taken in range(min(left, copies) + 1):
                key = (left - taken, total + taken * value)
                following[key] = following.get(key, 0) + number * comb(copies, taken)
        ways = following
    every = comb(sum(copies for _, copies in unseen), slots)
    return {total: Fraction(number, every) for (left, total), number in sorted(ways.items()) if not left}


def _most(sums: tuple[int, ...], slots: tuple[int, ...], unseen: Counts, at_zero: bool) -> tuple[tuple[Fraction, Fraction], ...]:
    """For each seat the odds that nobody has a higher sum, and that it is alone with it; whoever sits where."""
    order = sorted(range(len(sums)), key=lambda seat: (slots[seat], sums[seat]))
    found = _most_in_order(tuple(sums[seat] for seat in order), tuple(slots[seat] for seat in order), unseen, at_zero)
    return tuple(found[order.index(seat)] for seat in range(len(sums)))


@lru_cache(maxsize=512)
def _most_in_order(
    sums: tuple[int, ...], slots: tuple[int, ...], unseen: Counts, at_zero: bool
) -> tuple[tuple[Fraction, Fraction], ...]:
    most, alone = [0] * len(sums), [0] * len(sums)
    every = 0
    for totals, number in _deals(sums, slots, unseen):
        every += number
        highest = max(totals)
        leading = [seat for seat, total in enumerate(totals) if total == highest] if highest or at_zero else []
        for seat in leading:
            most[seat] += number
        if len(leading) == 1:
            alone[leading[0]] += number
    return tuple((Fraction(one, every), Fraction(other, every)) for one, other in zip(most, alone, strict=True))


def _deals(sums: tuple[int, ...], slots: tuple[int, ...], unseen: Counts) -> Iterator[tuple[tuple[int, ...], int]]:
    """Everybody's sums together, and how many ways to deal the tokens lead to them: value by value, all copies at once.

    The sums stand in one whole number, each in a field of its own: adding to all of them is one addition.
    """
    seats = [seat for seat, number in enumerate(slots) if number]
    field = (sum(value * copies for value, copies in unseen) + 1).bit_length()
    ways: dict[tuple[int, ...], dict[int, int]] = {tuple(slots[seat] for seat in seats): {0: 1}}
    rest = sum(copies for _, copies in unseen)
    for value, copies in unseen:
        rest -= copies
        following: dict[tuple[int, ...], dict[int, int]] = {}
        for left, found in ways.items():
            for taken, times in _shares(left, copies):
                after = tuple(one - other for one, other in zip(left, taken, strict=True))
                if sum(after) <= rest:
                    _add_to(following.setdefault(after, {}), found, _packed(taken, value, field), times)
        ways = following
    for packed, number in ways[(0,) * len(seats)].items():
        totals = list(sums)
        for place, seat in enumerate(seats):
            totals[seat] += packed >> (place * field) & ((1 << field) - 1)
        yield tuple(totals), number


def _add_to(there: dict[int, int], found: dict[int, int], more: int, times: int) -> None:
    for packed, number in found.items():
        there[packed + more] = there.get(packed + more, 0) + number * times


def _packed(taken: tuple[int, ...], value: int, field: int) -> int:
    return sum(value * number << (place * field) for place, number in enumerate(taken))


@lru_cache(maxsize=65_536)
def _shares(left: tuple[int, ...], copies: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """How many of these copies each seat may take, and in how many ways."""
    if not left:
        return (((), 1),)
    return tuple(
        ((taken, *rest), comb(copies, taken) * times)
        for taken in range(min(left[0], copies) + 1)
        for rest, times in _shares(left[1:], copies - taken)
    )
