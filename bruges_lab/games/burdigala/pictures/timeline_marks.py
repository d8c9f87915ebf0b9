"""What deserves a mark on the timeline: completed buildings in green, corruption in its dark colour."""

from __future__ import annotations

from ....kernel.events import RawEvent
from .colours import COMPLETE, EXPRESS


def mark_colour(event: RawEvent) -> str | None:
    """The colour of its mark; None if it deserves none."""
    if event[1] == "building.completed":
        return COMPLETE.fill
    return EXPRESS if event[1] in ("token.taken", "token.sealed") else None
