"""The course of a game: event by event, the position after each, with its node and round.

What is followed over time (scores, majorities, reputation, guilders) is read from here, so every number knows its event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..games.bruges.model import State
from ..kernel import Event, Game, LabError
from ..kernel.deltas import apply_deltas
from ..kernel.nodes import Node
from .playouts import Playout


class Moment(NamedTuple):
    """An event, the number of its node, and the position after it, which goes on with the next: read it, do not keep it."""

    event: Event
    node: int
    state: State


def moments(game: Game[State]) -> Iterator[Moment]:
    """Every event on the line to where the game stands. Those of the set-up come with the position the game began with."""
    state = game.start.copy()
    where = [node.number for node in game.line for _ in node.raw]
    for event, node in zip(game.events, where, strict=True):
        if event.index >= game.opening:
            apply_deltas(state, event.deltas)
        yield Moment(event, node, state)


def line_to(node: Node[State]) -> list[Node[State]]:
    """The nodes from the start to this one."""
    found = [node]
    while (parent := found[-1].parent) is not None:
        found.append(parent)
    return found[::-1]


# What a number was, and since when


class Reading(NamedTuple):
    """A number of a seat after an event that changed it; without an event, at the beginning."""

    seat: int
    value: int
    round: int
    at: float
    """When, in rounds: 2.5 is the middle of round 3, by its events."""
    event: Event | None
    node: int


class Course(NamedTuple):
    """What some numbers were, change by change, and how many rounds were played."""

    readings: tuple[Reading, ...]
    rounds: int

    def of(self, seat: int) -> list[Reading]:
        """The readings of one seat."""
        return [reading for reading in self.readings if reading.seat == seat]


def course(game: Game[State], read: Callable[[State], list[int]]) -> Course:
    """The changes of a number that can be read off a position for every seat, such as the guilders."""
    before = read(game.start)
    found = [Reading(seat, value, game.start.round, 0.0, None, 0) for seat, value in enumerate(before)]
    times = Times(game)
    rounds = 0
    for moment in moments(game):
        at = times.at(moment)
        rounds = max(rounds, moment.state.round)
        now = read(moment.state)
        if moment.event.index >= game.opening and now != before:
            found += [
                Reading(seat, value, moment.state.round, at, moment.event, moment.node)
                for seat, (value, old) in enumerate(zip(now, before, strict=True))
                if value != old
            ]
            before = now
    return Course(tuple(found), rounds)


class Times:
    """When an event happened, in rounds: the events of a round share it alike."""

    def __init__(self, game: Game[State]) -> None:
        self._events: dict[int, list[int]] = {}
        for moment in moments(game):
            self._events.setdefault(moment.state.round, []).append(moment.event.index)

    def at(self, moment: Moment) -> float:
        """The time after an event; 0 for the set-up."""
        round_ = moment.state.round
        events = self._events[round_]
        return round(max(0.0, round_ - 1 + (moment.event.index - events[0] + 1) / len(events)), 3) if round_ else 0.0


# What was done


ACTIONS = ("workers", "guilders", "threat", "canal", "house", "recruit", "activate")
"""What a card can be played for, in the order of the rulebook, and activating a person."""

_BY_CARD = ("turn.begins", "extra.begins")


class Deed(NamedTuple):
    """One action of a player, with its event."""

    seat: int
    action: str
    round: int
    event: Event


def deeds(played: Game[State] | Playout) -> list[Deed]:
    """The actions of a game, or of a playout from where it began. What people built or recruited by themselves is no action."""
    if not isinstance(played, Game | Playout):
        raise LabError("actions are counted in games and playouts")
    events = played.events
    kinds = {event.index: event.kind for event in events}
    round_ = played.start.round if isinstance(played, Game) else _first_round(played)
    found = []
    for event in events:
        if event.kind == "round.begins":
            round_ = event.data["round"]
        action = ""
        if event.kind == "card.spent":
            action = event.data["action"]
        elif event.kind == "person.activated":
            action = "activate"
        elif event.kind in ("house.built", "person.placed") and kinds.get(event.cause, _BY_CARD[0]) in _BY_CARD:
            action = "house" if event.kind == "house.built" else "recruit"
        if action in ACTIONS:
            found.append(Deed(event.player, action, round_, event))
    return found


def _first_round(played: Playout) -> int:
    return played.state.round - sum(event.kind == "round.begins" for event in played.events)


def all_deeds(played: Game[State] | Playout | Sequence[Game[State] | Playout]) -> list[Deed]:
    """The actions of one game or of several, one after the other."""
    return deeds(played) if isinstance(played, Game | Playout) else [deed for one in played for deed in deeds(one)]
