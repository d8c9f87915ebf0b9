"""Odds of threats where a colour can run dry (exp.bag.short, D-202): what one seat gets then depends on what all of them hold.

Beside threat_odds.py, under the same model. The five colours are independent of one another; within one colour all seats are
followed together, dealt to in player order from a start player who changes every round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..model import State


class Outlook(NamedTuple):
    """One colour after one round, for one seat: odds of 0, 1 … markers, of the damage in this round, and of none so far."""

    markers: tuple[Fraction, ...]
    damage: Fraction
    spared: Fraction


Held = tuple[int, ...]
"""The markers of each seat."""


def can_run_dry(state: State) -> bool:
    """Whether there can be too few markers for everybody: only where some lie in the bag."""
    rules = state.rules
    return rules.threats_in_play < (rules.threat_limit - 1) * len(state.players) + 1


def dealt(held: Held, markers: int, limit: int, first: int) -> tuple[Held, frozenset[int]]:
    """What everybody holds after a die of the colour threatens, and who has suffered its damage."""
    now, struck = [*held], set()
    for place in range(len(now)):
        seat = (first + place) % len(now)
        if sum(now) == markers:
            continue
        now[seat] += 1
        if now[seat] == limit:
            now[seat] = 0
            struck.add(seat)
    return tuple(now), frozenset(struck)


def outlooks(
    state: State, colour: int, starts: Sequence[int], threatens: Fraction, away: Sequence[int]
) -> Iterator[list[Outlook]]:
    """Round by round, the outlook of every seat; `starts` are the start players, `away` what each seat discards afterwards."""
    limit, markers, seats = state.rules.threat_limit, state.rules.threats_in_play, range(len(state.players))
    held = tuple(player.threats[colour] if player.threats[colour] < limit else 0 for player in state.players)
    odds: dict[tuple[Held, frozenset[int]], Fraction] = {(held, frozenset()): Fraction(1)}
    for first in starts:
        after: dict[tuple[Held, frozenset[int]], Fraction] = {}
        damage = [Fraction(0)] * len(seats)
        for (before, struck), share in odds.items():
            for now, hit, part in ((before, frozenset(), 1 - threatens), (*dealt(before, markers, limit, first), threatens)):
                kept = tuple(max(0, number - gone) for number, gone in zip(now, away, strict=True))
                key = (kept, struck | hit)
                after[key] = after.get(key, Fraction(0)) + share * part
                for seat in hit:
                    damage[seat] += share * part
        odds = after
        yield [_outlook(odds, seat, limit, damage[seat]) for seat in seats]


def _outlook(odds: dict[tuple[Held, frozenset[int]], Fraction], seat: int, limit: int, damage: Fraction) -> Outlook:
    markers = [Fraction(0)] * limit
    spared = Fraction(0)
    for (held, struck), share in odds.items():
        markers[held[seat]] += share
        if seat not in struck:
            spared += share
    return Outlook(tuple(markers), damage, spared)
