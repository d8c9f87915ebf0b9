"""The state of a game in progress: plain data, copied by hand, with what is still to happen on its agenda.

A game derives its own State from `BaseState` and lists its players in `players`. No random numbers, names or pictures live
here; `log` is only a place to write events to while a step runs, and is never copied.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import msgspec

from .deltas import Delta, apply_deltas
from .events import Notes, RawEvent, Tell

if TYPE_CHECKING:
    from .book import Book

Task = tuple[Any, ...]
"""A task on the agenda: its name, then its arguments (ints, words, or tuples of them)."""

NO_CAUSE = -1

# Fields of BaseState that are bookkeeping of the run, not part of the position.
_RUN_FIELDS = frozenset({"causes", "emitted", "cause", "latest", "log", "as_of"})

LATEST = 2
"""The number of the rules as they are now. A game that was begun as of an older number is played to its end as of that."""


C = TypeVar("C", bound=msgspec.Struct)


def written_often(cls: type[C]) -> type[C]:
    """Decorate a state or a player: its fields are given new values in a tenth of the time.

    Structs tell the garbage collector of every new value, even those that it never looks into; these need not.
    """
    if cls.__struct_config__.gc or cls.__struct_config__.frozen:
        raise TypeError(f"{cls.__name__}: only what the collector leaves alone, and what can be written to at all")
    cls.__setattr__ = object.__setattr__  # type: ignore[method-assign]
    cls.__delattr__ = object.__delattr__  # type: ignore[method-assign]
    return cls


class BasePlayer(msgspec.Struct, gc=False):
    """What belongs to one seat. Fields are ints, words, or tuples of them."""


class BaseState(msgspec.Struct, kw_only=True, gc=False):
    """What every game has: players, an agenda, and the run that works it off."""

    book: ClassVar[Book]
    shared: ClassVar[frozenset[str]] = frozenset()
    """Names of the fields that all copies share and nobody changes (ruleset, cards, board)."""
    optional: ClassVar[frozenset[str]] = frozenset()
    """Names of the fields of modules. While one has its default it is no part of the position: a game without the module has the
    same digests and saves as if there were no such field."""

    players: list[Any]
    agenda: list[Task] = []
    causes: list[int] = []
    emitted: int = 0
    cause: int = NO_CAUSE
    latest: int = NO_CAUSE
    log: list[RawEvent] | None = None
    as_of: int = LATEST
    """As of which rules the game is played: as they are now, or as they were when an older save was begun."""

    # Changing the state

    def emit(self, rule: str, kind: str, player: int, deltas: Sequence[Delta] = (), **data: object) -> int:
        """Carry out the deltas and write the event that made them; return its number on this line of the game."""
        if deltas:  # as `tell` does: half of all events come this way, and a call costs more than it saves
            apply_deltas(self, deltas)
        self.latest = number = self.emitted
        self.emitted = number + 1
        log = self.log
        if log is not None:
            log.append((rule, kind, player, data, tuple(deltas), self.cause))
        return number

    def tell(self, rule: str, kind: str, player: int, deltas: Sequence[Delta], data: dict[str, object]) -> int:
        """`emit` with the data as a dictionary."""
        if deltas:
            apply_deltas(self, deltas)
        self.latest = number = self.emitted
        self.emitted = number + 1
        log = self.log
        if log is not None:
            log.append((rule, kind, player, data, tuple(deltas), self.cause))
        return number

    def record(self, rule: str, kind: str, player: int, tell: Tell, numbers: tuple[Any, ...]) -> int:
        """Write the event of a change that has just been made by hand; `tell` gives its data and deltas, if somebody asks.

        Only for the few events that make up most of a game: the change stands in the rule, `tell` beside it, and the test that
        rebuilds games from their events holds them together.
        """
        self.latest = number = self.emitted
        self.emitted = number + 1
        log = self.log
        if log is not None:
            if log.__class__ is Notes:
                log.append((rule, kind, player, tell, numbers, self.cause))  # type: ignore[arg-type]
            else:
                log.append((rule, kind, player, *tell(player, *numbers), self.cause))
        return number

    def push(self, *task: Any) -> None:
        """Put one task on top of the agenda: it happens next, because of the latest event."""
        self.agenda.append(task)
        self.causes.append(self.latest)

    def then(self, *tasks: Task) -> None:
        """Put several tasks on the agenda so that they happen in the order given."""
        self.agenda.extend(tasks[::-1])
        self.causes.extend((self.latest,) * len(tasks))

    def because(self, event: int) -> None:
        """Let the events and tasks that follow in this task name `event` as their cause."""
        self.cause = self.latest = event

    # Copies and identity

    def copy(self) -> Self:
        """An independent copy; the log does not come along."""
        twin: Self = self.__copy__()  # type: ignore[attr-defined]
        twin.players = [*map(_copied, self.players)]
        twin.agenda = [*self.agenda]
        twin.causes = [*self.causes]
        twin.log = None
        return twin

    def freeze(self) -> None:
        """Make it a record of what was: agenda and players can no longer be added to. Copies can be changed again."""
        self.players = tuple(self.players)  # type: ignore[assignment]
        self.agenda = tuple(self.agenda)  # type: ignore[assignment]
        self.causes = tuple(self.causes)  # type: ignore[assignment]
        self.log = None

    @classmethod
    def position_fields(cls) -> tuple[str, ...]:
        """The fields that make up a position: all but the shared objects and the bookkeeping of the run."""
        return (*_position_fields(cls), *(name for name, _ in _module_fields(cls)))

    def modules_in_play(self) -> tuple[tuple[str, Any], ...]:
        """The fields of modules that are part of this position, with their values."""
        return tuple((name, value) for name, off in _module_fields(type(self)) if (value := getattr(self, name)) != off)

    def key(self) -> tuple[object, ...]:
        """Everything that makes two positions equal, agenda included; hashable."""
        players = tuple(msgspec.structs.astuple(player) for player in self.players)
        own = (getattr(self, name) for name in _position_fields(type(self))[2:])
        return (players, tuple(self.agenda), *own, *self.modules_in_play())

    def digest(self) -> str:
        """A short hash of the position, the same in every process."""
        return hashlib.blake2b(msgspec.json.encode(self.key()), digest_size=8).hexdigest()

    # To and from plain data

    def to_data(self) -> dict[str, object]:
        """The position as plain data for a file."""
        builtins = {name: getattr(self, name) for name in _position_fields(type(self))} | dict(self.modules_in_play())
        return msgspec.to_builtins(builtins)  # type: ignore[no-any-return]

    @classmethod
    def from_data(cls, data: dict[str, object], **shared: object) -> Self:
        """Read a position back. Raises msgspec.ValidationError, which names the field."""
        names = set(cls.position_fields())
        if unknown := set(data) - names:
            raise msgspec.ValidationError(f"unknown field `{min(unknown)}` - at `$`")
        state = msgspec.convert(data, cls)
        for name, value in shared.items():
            setattr(state, name, value)
        state.agenda = [as_tuple(task) for task in state.agenda]
        state.causes = [NO_CAUSE] * len(state.agenda)
        return state


_copied: Any = msgspec.Struct.__copy__  # type: ignore[attr-defined]

_FIELDS: dict[type, tuple[str, ...]] = {}
_MODULE_FIELDS: dict[type, tuple[tuple[str, Any], ...]] = {}


def _position_fields(cls: type[BaseState]) -> tuple[str, ...]:
    fields = _FIELDS.get(cls)
    if fields is None:
        hidden = _RUN_FIELDS | cls.shared | cls.optional
        own = [name for name in cls.__struct_fields__ if name not in hidden and name not in ("players", "agenda")]
        fields = _FIELDS[cls] = ("players", "agenda", *own)
    return fields


def _module_fields(cls: type[BaseState]) -> tuple[tuple[str, Any], ...]:
    """The fields of modules, each with what it holds while its module is off."""
    fields = _MODULE_FIELDS.get(cls)
    if fields is None:
        known = msgspec.structs.fields(cls) if cls.optional else ()
        fields = _MODULE_FIELDS[cls] = tuple((field.name, field.default) for field in known if field.name in cls.optional)
    return fields


def as_tuple(value: Any) -> Any:
    """Lists, as files have them, as tuples, as states have them; all the way down."""
    return tuple(as_tuple(item) for item in value) if isinstance(value, list | tuple) else value
