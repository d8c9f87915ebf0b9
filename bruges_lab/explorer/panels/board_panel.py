"""The board in the explorer: what is drawn as the looking seat may see it, what can be clicked, and what a click means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel import Choice, Event, Refusal
from ..markup import block, button, heading

if TYPE_CHECKING:
    from ..explorer import Explorer


def drawn(explorer: Explorer) -> tuple[str, dict[str, str], list[str]]:
    """The frame, its parts, and the targets that can be chosen now."""
    picture = explorer.manifest.picture.parts(explorer.state, explorer.names, explorer.seat, explorer.lang)
    parts = dict(picture.fragments)
    parts["menu"] = _menu(explorer)
    frame = f'<div class="bl-table">{picture.frame}<div data-part="menu"></div></div>'
    return frame, parts, live_targets(explorer)


def live_targets(explorer: Explorer) -> list[str]:
    """Where something can be chosen now by the one who looks."""
    targets_of = explorer.manifest.targets.of
    found: dict[str, None] = {}
    for choice in open_choices(explorer):
        found.update(dict.fromkeys(targets_of(explorer.state, choice)))
    return list(found)


def open_choices(explorer: Explorer) -> list[Choice]:
    """What may be chosen now, if it is for the one who looks to choose."""
    pending = explorer.game.pending
    if explorer.cursor.inside or pending is None or pending.is_chance or explorer.seat not in (None, pending.player):
        return []
    return explorer.game.legal()


def clicked(explorer: Explorer, target: str) -> None:
    """A click on the board: make the only choice that is there, offer several, or say why there is none."""
    explorer.refusal, explorer.message = None, ""
    here = explorer.manifest.targets.at(explorer.state, open_choices(explorer), target)
    if len(here) == 1 and explorer.chosen_target == "":
        explorer.choose(str(here[0]))
        return
    explorer.chosen_target = target if here and explorer.chosen_target != target else ""
    if not here:
        explorer.refusal = _reason(explorer, target)
        if explorer.refusal is None:
            explorer.message = explorer.words("board.nothing")
        else:
            explorer.rule = explorer.refusal.rule
    explorer.refresh()


def _reason(explorer: Explorer, target: str) -> Refusal | None:
    """Why nothing can be done there: the refusal of what a click there most likely meant."""
    pending = explorer.game.pending
    if pending is None or pending.is_chance or explorer.cursor.inside:
        return None
    if explorer.seat not in (None, pending.player):
        return None
    for attempt in explorer.manifest.targets.attempts(explorer.state, pending.player, target):
        refusal = explorer.game.why_not(attempt)
        if refusal is not None and refusal.reason != "unknown_words":
            return refusal
    return None


def _menu(explorer: Explorer) -> str:
    """The choices at a clicked place where there are several, or the reason why there is none."""
    say = explorer.words
    if explorer.refusal is not None:
        from .decision_panel import refusal_html

        return str(refusal_html(explorer.refusal, explorer.lang, explorer.words))
    if not explorer.chosen_target:
        return ""
    here = explorer.manifest.targets.at(explorer.state, open_choices(explorer), explorer.chosen_target)
    pending = explorer.game.pending
    if pending is None or not here:
        return ""
    by_notation = {str(pending.choice(option)): option for option in pending.raw}
    rows = [
        button(
            "choose",
            choice,
            explorer.game.kit.tell_option(explorer.game.state, explorer.names, by_notation[str(choice)], explorer.lang),
            "choice",
            data_key=f"menu:{choice}",
        )
        for choice in here
    ]
    return str(block("menu", heading(say("board.which")), *rows, role="group"))


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
