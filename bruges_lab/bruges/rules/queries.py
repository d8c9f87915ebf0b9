"""Questions about a player's people and things: passive effects are asked for here, never announced."""

from __future__ import annotations

from collections.abc import Callable

from ..deck import Op
from ..model import EMPTY, State

Fold = Callable[[list[int]], int]


def people_with(s: State, seat: int, op: str) -> list[int]:
    """The persons in the display that answer a query op."""
    answering = s.deck.queries[op]
    return [house[1] for house in s.players[seat].houses if house[1] in answering]


def has(s: State, seat: int, op: str) -> bool:
    """Whether some person in the display answers a query op."""
    answering = s.deck.queries[op]
    for house in s.players[seat].houses:  # noqa: SIM110  (asked in every listing; a generator costs more)
        if house[1] in answering:
            return True
    return False


def number(s: State, seat: int, op: str, fold: Fold) -> int | None:
    """The number that the people in the display give to a query op; None if nobody answers."""
    answering = s.deck.queries[op]
    found = [answering[house[1]].numbers[0] for house in s.players[seat].houses if house[1] in answering]
    return fold(found) if found else None


# What `per` counts


def groups(s: State, seat: int) -> int:
    """Different groups among the people, the one who asks included (D-148)."""
    return len({s.deck.group[house.person] for house in s.players[seat].houses if house.person != EMPTY})


def full_sections(s: State, seat: int) -> int:
    """Sections complete now (D-151)."""
    return sum(tiles == s.rules.section_spaces for tiles in s.players[seat].canals)


def third_spaces(s: State, seat: int) -> int:
    """Sections built as far as the third space, as they lie now (D-109, D-150)."""
    return sum(tiles >= s.rules.third_space for tiles in s.players[seat].canals)


def worker_pairs(s: State, seat: int) -> int:
    """Pairs of workers: any two, or two of a colour (D-146)."""
    workers = s.players[seat].workers
    if s.rules.bishop_pairs == "same_colour":
        return sum(count // 2 for count in workers)
    return sum(workers) // 2


def count(s: State, seat: int, op: Op) -> int:
    """How many of what an op counts a player has."""
    per = op.words["per"]
    player = s.players[seat]
    if per == "people_of_group":
        return sum(s.deck[person].group == op.words["group"] for person in player.people)
    if per == "people":
        return len(player.people)
    if per == "statues":
        return len(player.statues)
    return _COUNTS[per](s, seat)


_COUNTS: dict[str, Callable[[State, int], int]] = {
    "groups": groups,
    "full_sections": full_sections,
    "third_spaces": third_spaces,
    "worker_pairs": worker_pairs,
}
