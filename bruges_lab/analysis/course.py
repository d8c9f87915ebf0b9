"""The course of a game: event by event, the position after each, with its node and round.

What is followed over time (scores, goods, places) is read from here, so every number knows its event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..kernel import Event, Game
from ..kernel.deltas import apply_deltas
from ..kernel.nodes import Node


class Moment(NamedTuple):
    """An event, the number of its node, and the position after it, which goes on with the next: read it, do not keep it."""

    event: Event
    node: int
    state: Any


def moments(game: Game[Any]) -> Iterator[Moment]:
    """Every event on the line to where the game stands. Those of the set-up come with the position the game began with."""
    state = game.start.copy()
    where = [node.number for node in game.line for _ in node.raw]
    for event, node in zip(game.events, where, strict=True):
        if event.index >= game.opening:
            apply_deltas(state, event.deltas)
        yield Moment(event, node, state)


def line_to(node: Node[Any]) -> list[Node[Any]]:
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


def course(game: Game[Any], read: Callable[[Any], list[int]]) -> Course:
    """The changes of a number that can be read off a position for every seat, such as the coins."""
    chapter = game.kit.chapter
    before = read(game.start)
    found = [Reading(seat, value, chapter(game.start), 0.0, None, 0) for seat, value in enumerate(before)]
    times = Times(game)
    rounds = 0
    for moment in moments(game):
        at = times.at(moment)
        rounds = max(rounds, chapter(moment.state))
        now = read(moment.state)
        if moment.event.index >= game.opening and now != before:
            found += [
                Reading(seat, value, chapter(moment.state), at, moment.event, moment.node)
                for seat, (value, old) in enumerate(zip(now, before, strict=True))
                if value != old
            ]
            before = now
    return Course(tuple(found), rounds)


class Times:
    """When an event happened, in rounds: the events of a round share it alike."""

    def __init__(self, game: Game[Any]) -> None:
        self._chapter = game.kit.chapter
        self._events: dict[int, list[int]] = {}
        for moment in moments(game):
            self._events.setdefault(self._chapter(moment.state), []).append(moment.event.index)

    def at(self, moment: Moment) -> float:
        """The time after an event; 0 for the set-up."""
        round_ = self._chapter(moment.state)
        events = self._events[round_]
        return round(max(0.0, round_ - 1 + (moment.event.index - events[0] + 1) / len(events)), 3) if round_ else 0.0
