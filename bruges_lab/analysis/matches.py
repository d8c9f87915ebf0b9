"""Matches: two policies play each other, every game twice with the seats changed, and the result says how sure it is.

Both games of a pair have the same seed, so the same cards and dice: luck cancels out, and the interval counts pairs.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from ..kernel import LabError
from ..kernel.errors import one_line
from .intervals import Interval, wilson
from .policies import Policy, policy_name
from .simulation import Progress, simulate


class Match(NamedTuple):
    """The result of a match, from the first policy's side."""

    first: str
    second: str
    seed: int
    shares: tuple[float, ...]
    """For each pair of games, the share of victories: 1 for both, 0.5 for one or for two shared."""
    leads: tuple[float, ...]
    """For each pair, by how many points the first policy was ahead, on average of the two games."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * len(self.shares)

    @property
    def won(self) -> Interval:
        """The share of games won with its 95 % interval: by pairs, or by games (Wilson), whichever is wider."""
        share, spread = fmean(self.shares), _spread(self.shares)
        by_games = wilson(sum(self.shares) * 2, self.games)
        return Interval(share, max(0.0, min(share - spread, by_games.low)), min(1.0, max(share + spread, by_games.high)))

    @property
    def lead(self) -> Interval:
        """By how many points the first policy was ahead, with the 95 % interval by pairs."""
        mean, spread = fmean(self.leads), _spread(self.leads)
        return Interval(mean, mean - spread, mean + spread)

    def __add__(self, other: object) -> Match:
        """Both matches together; they must be of the same two and not share a seed."""
        if not isinstance(other, Match):
            return NotImplemented
        mine, theirs = range(self.seed, self.seed + len(self.shares)), range(other.seed, other.seed + len(other.shares))
        if self[:2] != other[:2] or mine.stop != theirs.start:
            raise LabError("only a match of the same two policies whose seeds follow can be added")
        return Match(self.first, self.second, self.seed, self.shares + other.shares, self.leads + other.leads)

    def __str__(self) -> str:
        lead = self.lead
        return (
            f"{self.first} against {self.second}, {self.games} games in pairs: won {self.won}, "
            f"ahead by {lead.share:.1f} points ({lead.low:.1f} to {lead.high:.1f})"
        )


def _spread(values: tuple[float, ...]) -> float:
    """Half the width of the 95 % interval of a mean; the whole width of what can be where there is one value only."""
    if len(values) < 2:
        return float("inf")
    return NormalDist().inv_cdf(0.975) * stdev(values) / sqrt(len(values))


def match(
    first: str | Policy,
    second: str | Policy,
    games: int = 200,
    seed: int = 0,
    *,
    workers: int | None = None,
    progress: bool | Progress | None = False,
    game: str | None = None,
) -> Match:
    """Two policies at a table of two, an even number of games: each seed twice, the seats changed."""
    if not isinstance(games, int) or isinstance(games, bool) or games < 2 or games % 2:
        raise LabError(f"games: an even number, 2 or more, not {one_line(repr(games), 20)}")
    pairs = games // 2
    shares, leads = [0.0] * pairs, [0.0] * pairs
    for seat, policies in enumerate(((first, second), (second, first))):
        for row in simulate(pairs, 2, policies, seed, workers=workers, progress=progress, game=game).rows():
            own = row.seat == seat
            if own:
                shares[row.game] += row.won / 2
            leads[row.game] += (row.total if own else -row.total) / 2
    return Match(policy_name(first), policy_name(second), seed, tuple(shares), tuple(leads))
