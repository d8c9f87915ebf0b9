"""Policies: who plays when nobody does. A policy sees the options of a decision and picks one.

`random` picks any. `greedy` looks one step ahead: it tries every option on a copy and takes the one after which its own position
is worth most (weighing.py). It sees what its seat may see: what is hidden is dealt anew first. `search` plays out what may
follow, on cards dealt anew (search.py). A game may bring others, or its own in their place: the slot `policies` of its manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..games import shelf
from ..games.manifest import LAB
from ..kernel import LabError, Option, Pending, Stream, advance, choose
from ..kernel.errors import either, one_line
from ..kernel.playing import Decider
from .search import SearchPolicy, check_budget, equipment
from .starts import find_game

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written

Policy = Decider
"""Picks one of the options of a decision."""


def random_policy(state: Any, pending: Pending, stream: Stream) -> Option:
    """Any option, each equally likely."""
    options = pending.raw
    return options[stream.below(len(options))]


@dataclass(frozen=True)
class GreedyPolicy:
    """The option after which the own position is worth most, in a world that the seat cannot tell from the real one."""

    game: str = shelf.USUAL
    """The name of the game."""

    def __call__(self, state: Any, pending: Pending, stream: Stream) -> Option:
        """The best option by what the seat may know; ties are drawn."""
        options, seat = pending.raw, pending.player
        if len(options) == 1:
            return options[0]
        kit, weighing = equipment(self.game)
        values = weighing.by_back(state, pending)
        if values is None:
            world = weighing.world(kit, kit.mask(state, seat), seat, stream)
            values = [sum(weighing.counted(twin, seat)) for twin in look_ahead(world, options)]
        return best_of(options, values, stream)


def best_of(options: Sequence[Option], values: Sequence[float], stream: Stream) -> Option:
    """The option with the highest value; ties are drawn."""
    most = max(values) - 1e-9
    best = [option for option, value in zip(options, values, strict=True) if value >= most]
    return best[stream.below(len(best))]


def look_ahead(state: Any, options: list[Option]) -> list[Any]:
    """A copy after each option, to the end of what follows by itself, but never past a chance step: no peeking at dice or piles.

    Step by step for all of them, which is a fifth faster than one after the other.
    """
    twins = [state.copy() for _ in options]
    for twin, option in zip(twins, options, strict=True):
        choose(twin, option)
    for twin in twins:
        advance(twin, tasks=FOLLOW)
    return twins


FOLLOW = 3
"""How many automatic tasks an option's consequences are followed: enough for its own effects, not into other players' turns."""


# By name


_LAB: Mapping[str, Callable[[str], Policy]] = {
    "random": lambda game: random_policy,
    "greedy": lambda game: GreedyPolicy(game),
    "search": lambda game: SearchPolicy(game=game),
}


def policies_for(manifest: Manifest, written: Written) -> Mapping[str, Policy]:
    """The policies of a game by name: its own, and those of the lab that it takes."""
    if not isinstance(written, Mapping):
        raise LabError(f"{manifest.home}: policies: a name for each, and where it is")
    for name, where in written.items():
        if where == LAB and name not in _LAB:
            raise LabError(f"{manifest.home}: policies: the lab has no {one_line(name, 30)!r}; it has {', '.join(_LAB)}")
    return {name: _LAB[name](manifest.name) if where == LAB else manifest.named(where) for name, where in written.items()}


def policy(name: str | Policy, game: Manifest | str | None = None) -> Policy:
    """A policy of a game by name, or the one given. `search:400` is a search with a budget of 400 nodes."""
    if not isinstance(name, str):
        if not callable(name):
            raise LabError(f"policy: a name or a function, not {one_line(repr(name), 40)}")
        return name
    known = find_game(game).policies
    search = known.get("search")
    if name.startswith("search:") and isinstance(search, SearchPolicy):
        asked = name.removeprefix("search:")
        number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else asked
        return replace(search, budget=check_budget(number))
    if name not in known:
        more = ["search:400 (any budget)"] if isinstance(search, SearchPolicy) else []
        raise LabError(f"unknown policy {one_line(name, 30)!r}; choose {either([*known, *more])}")
    return known[name]


def one_a_seat(wanted: str | Policy | Sequence[str | Policy], players: int) -> list[str | Policy]:
    """A policy per seat, as asked for: one for all, or one each."""
    if isinstance(wanted, str) or callable(wanted):
        return [wanted] * players
    if not isinstance(wanted, Sequence) or not all(isinstance(one, str) or callable(one) for one in wanted):
        raise LabError(f"policy: a name, a function, or one per player, not {one_line(repr(wanted), 60)}")
    if len(wanted) != players:
        raise LabError(f"{len(wanted)} policies for {players} players")
    return list(wanted)


def policy_name(one: str | Policy) -> str:
    """A policy in the table of a simulation: the name it was asked for, or its own."""
    return one if isinstance(one, str) else getattr(one, "__name__", type(one).__name__)
