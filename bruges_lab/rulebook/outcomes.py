"""What came of choices in a game, in the words of a scenario: the steps of `when`, the expectations of `then`, the rules at work.

proving.py compares what is written here; the forms of both are the same.
"""

from __future__ import annotations

from typing import Any

from ..kernel import CHANCE, TABLE, Event, Game
from ..kernel.engine import advance
from ..kernel.nodes import Node
from .expecting import known_rules
from .fields import fields_of


def when_of(game: Game[Any], nodes: list[Node[Any]]) -> list[dict[str, Any]]:
    """The choices that lead along these nodes."""
    found: list[dict[str, Any]] = []
    for node in nodes:
        assert node.parent is not None
        pending = advance(node.parent.state.copy())
        assert pending is not None
        if pending.player == CHANCE:
            found.append(game.manifest.positions.chance_step(pending, node))
        else:
            found.append({"seat": pending.player, "choice": str(node.choice)})
    return found


def then_of(game: Game[Any], line: list[Node[Any]], first: int) -> list[dict[str, Any]]:
    """What has changed since a node, the events on the way, and what is asked now."""
    before, after, fields = line[first].state, game.state, fields_of(game.manifest)
    seats = {seat: _changes(fields.noted(before, seat), fields.noted(after, seat)) for seat in range(len(after.players))}
    found: list[dict[str, Any]] = [{"seat": seat, **changes} for seat, changes in seats.items() if changes]
    if changes := _changes(fields.noted(before, None), fields.noted(after, None)):
        found.append(changes)
    for event in _events_of(game, line[first + 1 :]):
        if (told := _event(game, event)) not in found:
            found.append(told)
    pending = game.pending
    if pending is None:
        found.append({"over": True, "winners": [*game.winners]})
    else:
        asked = {} if pending.player == CHANCE else {"seat": pending.player}
        found.append({"pending": pending.kind, **asked})
    return found


def rules_of(game: Game[Any], nodes: list[Node[Any]]) -> list[str]:
    """The rules at work on the way, in the order of their first event; else the rule that asks."""
    pending, known = game.pending, known_rules(game.manifest)
    rules = dict.fromkeys(event.rule for event in _events_of(game, nodes))
    if not rules and pending is not None:
        rules = {pending.rule: None}
    return [rule for rule in rules if rule in known]


def _events_of(game: Game[Any], nodes: list[Node[Any]]) -> list[Event]:
    emitted = nodes[0].state.emitted - len(nodes[0].raw) if nodes else game.state.emitted
    return [event for event in game.events if event.index >= emitted]


def _event(game: Game[Any], event: Event) -> dict[str, Any]:
    """An event as an expectation: its rule, its kind, who, and its numbers in words."""
    types, fields = game.kit.book.kinds[event.kind].fields, fields_of(game.manifest)
    found: dict[str, Any] = {"event": event.rule, "kind": event.kind}
    if event.player != TABLE:
        found["seat"] = event.player
    for name, value in event.data.items():
        if name in ("event", "kind", "seat") or not isinstance(value, int | str):
            continue
        if not isinstance(value, str) or types[name] in fields.types:
            found[name] = fields.word(game.state, types[name], value)
    return found


def _changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What is different, each in the form in which a scenario says it; of a row only the colours that differ."""
    found: dict[str, Any] = {}
    for name, value in after.items():
        if value == before[name]:
            continue
        is_row = isinstance(value, dict)
        found[name] = {key: n for key, n in value.items() if n != before[name][key]} if is_row else value
    return found
