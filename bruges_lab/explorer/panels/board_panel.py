"""The board in the explorer: what is drawn as the looking seat may see it, what can be chosen on it, and why nothing can."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...kernel import Choice, Event, Refusal
from ..picturing import picture_row

if TYPE_CHECKING:
    from ..explorer import Explorer


def drawn(explorer: Explorer) -> tuple[str, dict[str, str], list[str]]:
    """The frame, its parts, and the targets that can be chosen now."""
    picture = explorer.manifest.picture.parts(explorer.state, explorer.names, explorer.seat, explorer.lang)
    frame = f'<div class="bl-table">{picture.frame}</div><div data-part="picture"></div>'
    return frame, {**picture.fragments, "picture": str(picture_row(explorer))}, live_targets(explorer)


def live_targets(explorer: Explorer) -> list[str]:
    """Where something can be chosen now by the one who looks: first what most choices are about, as the question mostly is."""
    targets_of = explorer.manifest.targets.of
    found = Counter(target for choice in open_choices(explorer) for target in targets_of(explorer.state, choice))
    return [target for target, _ in found.most_common()]


def open_choices(explorer: Explorer) -> list[Choice]:
    """What may be chosen now, if it is for the one who looks to choose."""
    pending = explorer.game.pending
    if explorer.cursor.inside or pending is None or pending.is_chance or explorer.seat not in (None, pending.player):
        return []
    if explorer.waits_for_answer:
        return []
    return explorer.game.legal()


def reason(explorer: Explorer, target: str) -> Refusal | None:
    """Why nothing can be done there: the refusal of what a press there most likely meant."""
    pending = explorer.game.pending
    if pending is None or pending.is_chance or explorer.cursor.inside:
        return None
    if explorer.seat not in (None, pending.player) or explorer.waits_for_answer:
        return None
    for attempt in explorer.manifest.targets.attempts(explorer.state, pending.player, target):
        refusal = explorer.game.why_not(attempt)
        if refusal is not None and refusal.reason != "unknown_words":
            return refusal
    return None


# What the looking seat may know


def seen_events(explorer: Explorer) -> tuple[list[Event], list[Event]]:
    """The events of this node as the looking seat saw them, and those that have just happened.

    A choice that only leads to the next question tells nothing by itself: what happened before it is still the latest.
    """
    cursor = explorer.cursor
    events, node = cursor.events, cursor.node
    while not events and not cursor.inside and node.parent is not None:
        node = node.parent
        events = explorer.game.events_of([node])
    return explorer.game.seen(events, explorer.seat), explorer.game.seen(cursor.latest, explorer.seat)
