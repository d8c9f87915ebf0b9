"""What came of choices in a game, in the words of a scenario: the steps of `when`, the expectations of `then`, the rules at work.

proving.py compares what is written here; the forms of both are the same.
"""

from __future__ import annotations

from typing import Any

from ..games.bruges.deck import Deck
from ..games.bruges.model import BOOK, State
from ..games.bruges.telling import WORDS
from ..games.bruges.words import AREAS, COLOURS, PHASES, SECTIONS
from ..kernel import CHANCE, TABLE, Event, Game
from ..kernel.engine import advance
from ..kernel.nodes import Node
from .catalogue import Catalogue


def when_of(nodes: list[Node[State]]) -> list[dict[str, Any]]:
    """The choices that lead along these nodes."""
    found: list[dict[str, Any]] = []
    for node in nodes:
        assert node.parent is not None
        pending = advance(node.parent.state.copy())
        assert pending is not None
        if pending.kind == "dice.roll":
            found.append({"dice": dict(zip(COLOURS, (node.option or ())[1:], strict=True))})
        elif pending.player == CHANCE:
            found.append({"choice": str(node.choice)})
        else:
            found.append({"seat": pending.player, "choice": str(node.choice)})
    return found


def then_of(game: Game[State], line: list[Node[State]], first: int) -> list[dict[str, Any]]:
    """What has changed since a node, the events on the way, and what is asked now."""
    before, after = line[first].state, game.state
    seats = {seat: _changes(_of_player(before, seat), _of_player(after, seat)) for seat in range(len(after.players))}
    found: list[dict[str, Any]] = [{"seat": seat, **changes} for seat, changes in seats.items() if changes]
    if changes := _changes(_of_table(before), _of_table(after)):
        found.append(changes)
    for event in _events_of(game, line[first + 1 :]):
        if (told := _event(after.deck, event)) not in found:
            found.append(told)
    pending = game.pending
    if pending is None:
        found.append({"over": True, "winners": [*game.winners]})
    else:
        asked = {} if pending.player == CHANCE else {"seat": pending.player}
        found.append({"pending": pending.kind, **asked})
    return found


def rules_of(game: Game[State], nodes: list[Node[State]]) -> list[str]:
    """The rules at work on the way, in the order of their first event; else the rule that asks."""
    pending, known = game.pending, Catalogue.load()
    rules = dict.fromkeys(event.rule for event in _events_of(game, nodes))
    if not rules and pending is not None:
        rules = {pending.rule: None}
    return [rule for rule in rules if rule in known]


def _events_of(game: Game[State], nodes: list[Node[State]]) -> list[Event]:
    emitted = nodes[0].state.emitted - len(nodes[0].raw) if nodes else game.state.emitted
    return [event for event in game.events if event.index >= emitted]


def _event(deck: Deck, event: Event) -> dict[str, Any]:
    """An event as an expectation: its rule, its kind, who, and its numbers in words."""
    types = BOOK.kinds[event.kind].fields
    found: dict[str, Any] = {"event": event.rule, "kind": event.kind}
    if event.player != TABLE:
        found["seat"] = event.player
    for name, value in event.data.items():
        kind = types[name]
        if name in ("event", "kind", "seat") or not isinstance(value, int | str):
            continue
        if isinstance(value, str):
            if kind == "action":
                found[name] = value
        elif kind in WORDS and 0 <= value < len(WORDS[kind]):
            found[name] = WORDS[kind][value]
        elif kind == "card" and 0 <= value < len(deck):
            found[name] = deck[value].id
        else:
            found[name] = value
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


def _of_player(s: State, seat: int) -> dict[str, Any]:
    player, deck = s.players[seat], s.deck
    return {
        "points": player.points,
        "guilders": player.guilders,
        "reputation": player.reputation,
        "workers": dict(zip(COLOURS, player.workers, strict=True)),
        "threats": dict(zip(COLOURS, player.threats, strict=True)),
        "canals": dict(zip(SECTIONS, player.canals, strict=False)),
        "statues": [*player.statues],
        "houses": [deck[house.card].colour for house in player.houses],
        "people": sorted(deck[person].id for person in player.people),
        "used": sorted(deck[house.person].id for house in player.houses if house.used),
        "hand": sorted(deck[card].id for card in player.hand),
        "majorities": [area for area, turned in zip(AREAS, player.majorities, strict=True) if turned],
    }


def _of_table(s: State) -> dict[str, Any]:
    return {
        "round": s.round,
        "phase": PHASES[s.phase - 1] if s.phase else "",
        "turn": s.turn,
        "start": s.start,
        "final_round": s.final_round,
        "supply": dict(zip(COLOURS, s.supply, strict=True)),
        "statues": [*s.statues],
        "piles": [*s.left],
        "discard": len(s.discard),
        "extra": len(s.extra),
    }
