"""What is marked on the timeline: where a round and a phase begin, and what a game calls remarkable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..kernel import Event
from ..kernel.events import in_full
from ..kernel.nodes import Node
from .timeline import Boundaries, Boundary, Mark, Marks

if TYPE_CHECKING:
    from .explorer import Explorer


def marks(explorer: Explorer) -> Marks:
    """What the game marks, in its colours."""
    if not explorer.manifest.has("marks"):
        return lambda node, lang: []
    colour_of = explorer.manifest.marks
    teller = explorer.game.kit.teller(explorer.game.start, explorer.names)

    def found(node: Node[Any], lang: str) -> list[Mark]:
        coloured = [(colour_of(raw), raw) for raw in map(in_full, node.raw)]
        return [Mark(colour, Event(raw, 0, teller).text(lang)) for colour, raw in coloured if colour is not None]

    return found


def boundaries(explorer: Explorer) -> Boundaries:
    """A heading where a round begins, a smaller mark where a phase does; both are told in the game's own words."""
    kit, say = explorer.game.kit, explorer.words
    situation = explorer.manifest.picture.situation

    def found(node: Node[Any], lang: str) -> Boundary | None:
        parent = node.parent
        if parent is None or kit.chapter(parent.state) != kit.chapter(node.state):
            return Boundary(say("timeline.round", round=kit.chapter(node.state)), True)
        if kit.stage(parent.state) != kit.stage(node.state):
            return Boundary(" · ".join(situation(node.state, lang)), False)
        return None

    return found
