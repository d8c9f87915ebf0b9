"""Policies: who plays when nobody does. A policy sees the options of a decision and picks one.

`random` picks any. `greedy` looks one step ahead: it tries every option on a copy and takes the one after which its own position
is worth most by a simple count (worth.py). It sees what its seat may see: where an option would reveal a hidden card, that card's
face does not enter the count. `search` plays out what may follow, on cards dealt anew (search.py).
"""

from __future__ import annotations

from collections.abc import Callable

from ..games.bruges.model import State
from ..games.bruges.play.worth import Displays, worth
from ..kernel import LabError, Pending, Stream, advance, choose
from ..kernel.choices import Option
from ..kernel.errors import one_line

Policy = Callable[[State, Pending, Stream], Option]
"""Picks one of the options of a decision."""


def random_policy(state: State, pending: Pending, stream: Stream) -> Option:
    """Any option, each equally likely."""
    options = pending.raw
    return options[stream.below(len(options))]


def greedy_policy(state: State, pending: Pending, stream: Stream) -> Option:
    """The option after which the own position is worth most; ties are drawn."""
    options = pending.raw
    if len(options) == 1:
        return options[0]
    seat = pending.player
    if pending.kind in ("draw.card", "draw.one"):
        return draw_by_back(state, pending, stream)
    best: list[Option] = []
    best_worth = float("-inf")
    known: Displays = {}
    for option, twin in zip(options, look_ahead(state, options), strict=True):
        value = worth(twin, seat, known)
        if value > best_worth + 1e-9:
            best, best_worth = [option], value
        elif value > best_worth - 1e-9:
            best.append(option)
    return best[stream.below(len(best))]


def look_ahead(state: State, options: list[Option]) -> list[State]:
    """A copy after each option, to the end of what follows by itself, but never past a chance step: no peeking at dice or piles.

    Step by step for all of them, which is a fifth faster than one after the other.
    """
    twins = [state.copy() for _ in options]
    for twin, option in zip(twins, options, strict=True):
        choose(twin, option)
    for twin in twins:
        advance(twin, tasks=_FOLLOW)
    return twins


_FOLLOW = 3
"""How many automatic tasks an option's consequences are followed: enough for its own effects, not into other players' turns."""


def draw_by_back(state: State, pending: Pending, stream: Stream) -> Option:
    """A card by its back alone; ties are drawn."""
    values = [back_value(state, pending.player, option[1]) for option in pending.raw]
    most = max(values)
    best = [option for option, value in zip(pending.raw, values, strict=True) if value == most]
    return best[stream.below(len(best))]


def back_value(state: State, seat: int, pile: int) -> float:
    """How welcome the back on a pile is: the colour whose marker should go, whose worker is there, which is not in hand."""
    card = state.top(pile)
    if card is None:
        return 0.0
    player, colours = state.players[seat], state.deck.colour
    colour = colours[card]
    value = player.threats[colour] + min(1, player.workers[colour])
    held = 0
    for other in player.hand:
        if colours[other] == colour:
            held += 1
    return value - 0.3 * held


def search_policy(state: State, pending: Pending, stream: Stream) -> Option:
    """The best option of a Monte-Carlo tree search with the usual budget (search.py)."""
    from .search import SearchPolicy

    return SearchPolicy()(state, pending, stream)


POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy, "search": search_policy}


def policy(name: str | Policy) -> Policy:
    """A policy by name, or the one given. `search:400` is a search with a budget of 400 nodes."""
    if not isinstance(name, str):
        if not callable(name):
            raise LabError(f"policy: a name or a function, not {one_line(repr(name), 40)}")
        return name
    if name.startswith("search:"):
        from .search import SearchPolicy, check_budget

        asked = name.removeprefix("search:")
        return SearchPolicy(check_budget(int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else asked))
    if name not in POLICIES:
        raise LabError(f"there is no policy {one_line(name, 30)!r}; there are {', '.join(POLICIES)} and search:400 (any budget)")
    return POLICIES[name]
