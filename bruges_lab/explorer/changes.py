"""What has just changed on the picture: two positions compared place by place, as the looking seat may know them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .explorer import Explorer

MOST = 60
"""Where more than so many places differ nothing is marked: everything would glow."""
Values = Mapping[str, int | str]


def changed(explorer: Explorer) -> dict[str, str]:
    """The targets that differ from the position before, with the difference of those that are counts."""
    before = before_this(explorer)
    if before is None or before is explorer.state:
        return {}
    values = explorer.manifest.targets.values
    found = differences(values(before, explorer.seat), values(explorer.state, explorer.seat))
    return found if len(found) <= MOST else {}


def before_this(explorer: Explorer) -> Any | None:
    """The position to compare with: what was shown before a step forward, else what was there before this event or choice."""
    if explorer.shown_before is not None:
        return explorer.shown_before
    cursor = explorer.cursor
    frames, node = cursor.frames(), cursor.node
    place = len(frames) - 1 if cursor.frame is None else cursor.frame
    if cursor.frame is not None and place > 0:
        return frames[place - 1].state
    return None if node.parent is None else node.parent.state


def differences(before: Values, now: Values) -> dict[str, str]:
    """What is new or differs, by target; a count says by how much."""
    found: dict[str, str] = {}
    for target, value in now.items():
        was = before.get(target)
        if was == value:
            continue
        if isinstance(value, int) and isinstance(was, int | None):
            by = value - (was or 0)
            found[target] = f"+{by}" if by > 0 else f"\N{MINUS SIGN}{-by}"
        else:
            found[target] = ""
    return found
