"""Events: what happened, by which rule, to whom, with which numbers, and because of what.

While a step runs, an event is a plain tuple in a list (cheap); an `Event` is the same with names, text and place in the log.
The cause makes a log a forest: `because` prints it indented.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from .deltas import Delta, apply_deltas

if TYPE_CHECKING:
    from .choices import Option
    from .engine import Pending
    from .state import BaseState

RawEvent = tuple[str, str, int, dict[str, Any], tuple[Delta, ...], int]
"""(rule, kind, player, data, deltas, cause)"""
Told = tuple[dict[str, Any], tuple[Delta, ...]]
"""What an event says: its data and its deltas."""
Tell = Callable[..., Told]
"""Gives that from the player and the numbers of an event."""


class Notes(list[RawEvent]):
    """A log in which the commonest events stand short, (rule, kind, player, tell, numbers, cause), until somebody reads them.

    For playouts and histories, of which most is never read. `in_full` reads one of its events; an `Event` does so by itself.
    """

    __slots__ = ()


def in_full(raw: RawEvent) -> RawEvent:
    """An event with its data and deltas, if it was written down short."""
    rule, kind, player, tell, numbers, cause = raw
    return (rule, kind, player, *tell(player, *numbers), cause) if callable(tell) else raw


class Teller(Protocol):
    """Puts events, refusals, steps and choices into words of a language. A game brings one; the kernel never writes prose."""

    def tell(self, section: str, key: str, data: Mapping[str, object], lang: str) -> str:
        """The sentence for `key` in `section` ("event", "refusal", "step")."""
        ...

    def question(self, pending: Pending, lang: str = "en") -> str:
        """What is to be decided, as a sentence."""
        ...

    def choice(self, option: Option, lang: str = "en", state: BaseState | None = None) -> str:
        """An option as a short phrase; the position in which it is offered may add to it."""
        ...


class Event:
    """One thing that happened on the current line of a game."""

    __slots__ = ("_teller", "cause", "data", "deltas", "index", "kind", "masked", "player", "rule")

    def __init__(self, raw: RawEvent, index: int, teller: Teller | None = None, *, masked: bool = False) -> None:
        self.rule, self.kind, self.player, self.data, self.deltas, self.cause = in_full(raw)
        self.index = index
        self.masked = masked
        self._teller = teller

    def without(self, fields: Collection[str], deltas: tuple[Delta, ...] = ()) -> Event:
        """The same event for somebody who may know neither these fields of its data nor what it changed, but for `deltas`."""
        data = {name: None if name in fields else value for name, value in self.data.items()}
        return Event((self.rule, self.kind, self.player, data, deltas, self.cause), self.index, self._teller, masked=True)

    def text(self, lang: str = "en") -> str:
        """The event as a sentence; without a teller, its kind and numbers."""
        if self._teller is None:
            return self._plain()
        return self._teller.tell("event", self.kind, {"player": self.player, "rule": self.rule, **self.data}, lang)

    def _plain(self) -> str:
        numbers = ", ".join(f"{name}={value}" for name, value in self.data.items())
        return f"{self.kind} {numbers}".rstrip()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.rule, self.kind, self.player, self.cause, self.index))

    def _identity(self) -> tuple[object, ...]:
        return (self.rule, self.kind, self.player, self.data, self.deltas, self.cause, self.index)

    def __repr__(self) -> str:
        return f"<Event {self.index} {self._plain()} [{self.rule}]>"


def because(events: Iterable[Event], lang: str = "en") -> str:
    """The events as an indented tree: what stands further in happened because of what stands above it."""
    return "\n".join(f"{'  ' * depth}{event.text(lang)}  [{event.rule}]" for depth, event in walk(events))


def walk(events: Iterable[Event]) -> Iterator[tuple[int, Event]]:
    """Each event with its depth in the forest of causes, in the order in which things happened."""
    depth: dict[int, int] = {}
    for event in events:
        depth[event.index] = depth.get(event.cause, -1) + 1
        yield depth[event.index], event


def rebuild(state: BaseState, events: Iterable[Event]) -> None:
    """Carry out on `state` what the events say, and nothing else."""
    for event in events:
        apply_deltas(state, event.deltas)
