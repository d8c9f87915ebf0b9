"""What is hidden of the ships: the order of the stacks under the open top, and ships that lie face down and were never seen.

The docks and what is gone are open, and so is how many ships a stack has.
"""

from __future__ import annotations

from ...kernel import Stream
from .model import UNSEEN, State


def hide_ships(view: State) -> None:
    """Leave of each stack the top ship; of one that lies face down nothing until it has been seen (D-189)."""
    stacks = []
    for colour, stack in enumerate(view.ship_stacks):
        there = stack[: view.ship_left[colour]]
        seen = view.ships_known[colour] if view.ships_known else True
        hidden = len(there) - 1 if seen else len(there)
        stacks.append((*(UNSEEN,) * hidden, *there[hidden:]) if there else ())
    view.ship_stacks = tuple(stacks)


def deal_ships(s: State, stream: Stream) -> None:
    """Put ships for those of which nothing is known, in agreement with all that lies open."""
    seen = {*s.docks, *s.ships_gone, *(stack[-1] for stack in s.ship_stacks if stack)}
    stacks = []
    for colour, stack in enumerate(s.ship_stacks):
        free = stream.shuffled([ship for ship in s.ship_tiles.by_colour[colour] if ship not in seen])
        stacks.append(tuple(free.pop() if ship == UNSEEN else ship for ship in stack))
    s.ship_stacks = tuple(stacks)
