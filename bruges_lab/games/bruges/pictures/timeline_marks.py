"""What deserves a mark on the timeline: damage in its colour, majorities in green."""

from __future__ import annotations

from ....kernel.events import RawEvent
from ....show.svg import GREEN
from .colours import SHADES


def mark_colour(event: RawEvent) -> str | None:
    """The colour of its mark; None if it deserves none."""
    kind, data = event[1], event[3]
    if kind == "damage.due":
        return SHADES[data["colour"]].fill
    return GREEN if kind in ("majority.turned", "majority.shared") else None
