"""The schema of a game: every field of a player and of the table, declared once.

What a scenario may give and expect, what it tells, what the position editor offers, what a terminal prints and what two positions
are compared by all come from here: a new field of a game is one line in its `fields.py`. No game is known in this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..kernel.choices import Codec
from ..kernel.errors import LabError, one_line
from .field_kinds import Count, Flag, Kind, Read, Seats

if TYPE_CHECKING:
    from ..kernel import Game

NOBODY = -1
"""In place of a seat where a field of the table is meant."""
Limit = int | Callable[[Any], int]
"""The least or most that a field may be: a number, or found in the position (its ruleset, its board)."""


class Bound(NamedTuple):
    """One end of what a field may be, where it has a rule or words of its own."""

    limit: Limit
    problem: str = ""
    """What is said of a number beyond it, as `Field.problem`; the field's words unless said."""
    rule: str | None = ""
    """The rule it comes from: the field's unless said, None where no rule sets it."""


class Field(NamedTuple):
    """One field. What is not said follows from its name and kind."""

    name: str
    """What scenarios call it, and the attribute of the state that it is, unless `read` says otherwise."""
    kind: Kind = Count()
    unit: str = ""
    """What it counts, as a key of the glossary or the texts."""
    least: Bound | Limit | None = None
    """As its kind has it unless said: a number of things is not less than nothing."""
    most: Bound | Limit | None = None
    rule: str | None = None
    """The rule that bounds it."""
    problem: str = ""
    """What is said of a position in which it is out of bounds, with `{number}`, `{thing}` (the number and the word of a row that
    it belongs to), `{least}`, `{most}` and `{many}` (the most and one more: how many there are, counted from 0)."""
    idle: int | None = None
    """What it is in a position while it means nothing, such as the round before the first; a scenario does not give that."""
    read: Read | None = None
    """Where it is no attribute: reads it from a state and a seat."""

    # In a scenario

    given: bool = True
    """Whether a position can be given by it; what follows from other fields cannot."""
    unsaid: Any = None
    """What a scenario that does not name it is taken to say; None: nothing, it is as `usual` has it."""
    usual: Read | None = None
    """What it is where nothing is said, once all that is said lies there; as after the set-up unless declared."""
    written: Literal["unusual", "any", "always"] = "unusual"
    """When a position that becomes a scenario names it: if it is not as usual, if there is any, or always."""
    after: str = ""
    """The field after which `given` has it, where that is not the one before it here."""
    module: str = ""
    """The switch of the ruleset without which there is no such thing."""
    expected: bool = True
    """Whether a scenario may expect it (`then`)."""
    noted: bool = True
    """Whether a change is written down when a game becomes a scenario; not what is in other fields too."""

    # In front of people

    told: str = ""
    """The key of its phrase among the texts of scenarios; its name unless said."""
    opening: bool = True
    """Whether it is told among what is given; not what another phrase says, or nobody needs to know."""
    edited: bool = True
    """Whether the position editor has a row for it, if a position can be given by it."""
    shown: bool = True
    """Whether tables and terminals show it."""
    compared: bool = True
    """Whether it is counted where two positions are compared, if it is shown."""
    rest: bool = False
    """Of places where cards lie: the one for cards that are said to lie nowhere."""
    of_game: bool = False
    """Whether it is asked of the game, not of a position."""

    @property
    def key(self) -> str:
        """The key of its phrase."""
        return self.told or self.name

    def value(self, state: Any, seat: int = NOBODY) -> Any:
        """The value in a position, of a seat or of the table."""
        if self.read is not None:
            return self.read(state, seat)
        return getattr(state if seat == NOBODY else state.players[seat], self.name)

    def put(self, state: Any, seat: int, value: Any) -> None:
        """Set it in a position; only attributes can be set."""
        if self.read is not None:
            raise LabError(f"{self.name} follows from other fields and cannot be set")
        setattr(state if seat == NOBODY else state.players[seat], self.name, value)

    def is_played(self, state: Any) -> bool:
        """Whether there is such a thing in this game: its module is on."""
        return not self.module or bool(getattr(state.rules, self.module))

    def absent(self) -> str:
        """What is said where somebody gives it though its module is off."""
        return f"there is none without {self.module} = true"

    # Bounds

    def bounds(self, state: Any) -> tuple[int | None, int | None]:
        """The least and the most that it may be in a position."""
        return _number(self.kind.least if self.least is None else self.least, state), _number(self.most, state)

    def fault(self, state: Any, value: Any) -> str | None:
        """What is wrong with a value that is given, by its bounds."""
        least, most = self.bounds(state)
        return next((_beyond(n, least, most) for n in self.kind.numbers(value) if _is_beyond(n, least, most)), None)

    def faults(self, state: Any, seat: int = NOBODY) -> Iterator[tuple[str, str | None]]:
        """What is wrong with it in a position, by its bounds, in the words it has for that: problems and their rules."""
        value = self.value(state, seat)
        if self.idle is not None and value == self.idle:
            return
        least, most = self.bounds(state)
        least = least if least is None or self.idle is None else min(least, self.idle)
        for number in self.kind.numbers(value):
            if (least is not None and number < least) or (most is not None and number > most):
                yield from self._told_faults(value, least, most)
                return

    def _told_faults(self, value: Any, least: int | None, most: int | None) -> Iterator[tuple[str, str | None]]:
        measured = [*self.kind.measured(value)]
        low = [(self.least, word, number) for word, number in measured if _is_beyond(number, least, None)]
        high = [(self.most, word, number) for word, number in measured if _is_beyond(number, None, most)]
        told = set()
        for end, word, number in (*low, *high):
            bound = end if isinstance(end, Bound) else Bound(0)
            words = bound.problem or self.problem
            short = one_line(number, 20)
            thing = f"{short} {word}".strip()
            many = None if most is None else most + 1
            named = words.format(number=short, thing=thing, least=least, most=most, many=many)
            problem = named or _beyond(number, least, most)
            if problem not in told:
                told.add(problem)
                yield problem, self.rule if bound.rule == "" else bound.rule


def _limit(bound: Bound | Limit | None) -> Limit | None:
    return bound.limit if isinstance(bound, Bound) else bound


def _number(bound: Bound | Limit | None, state: Any) -> int | None:
    limit = _limit(bound)
    return limit(state) if callable(limit) else limit


def _is_beyond(number: int, least: int | None, most: int | None) -> bool:
    return (least is not None and number < least) or (most is not None and number > most)


def _beyond(number: int, least: int | None, most: int | None) -> str:
    """That a number is out of bounds, for a field that has no words of its own for it."""
    return f"{one_line(number, 20)} is " + (f"less than {least}" if most is None else f"not from {least or 0} to {most}")


OVER = Field("over", Flag(), given=False, noted=False, of_game=True)
WINNERS = Field("winners", Seats(), given=False, noted=False, of_game=True)
"""What may be expected of every game."""


class Fields:
    """The schema of one game: fields of a player, fields of the table, and how the types of its events' data are written."""

    def __init__(
        self, player: tuple[Field, ...] = (), table: tuple[Field, ...] = (), types: Mapping[str, Codec] | None = None
    ) -> None:
        self.player = {field.name: field for field in player}
        self.table = {field.name: field for field in (*table, *(one for one in (OVER, WINNERS) if one not in table))}
        self.types = types or {}
        """By the name of a type in the book (`card`, `colour`): how its numbers are written."""

    def of(self, seat: int | None) -> Mapping[str, Field]:
        """The fields of a player, or without a seat of the table."""
        return self.table if seat is None else self.player

    def expected(self, seat: int | None) -> tuple[str, ...]:
        """The names that a scenario may expect."""
        return tuple(name for name, field in self.of(seat).items() if field.expected)

    def given(self, seat: int | None) -> list[Field]:
        """The fields by which a position is given, in the order in which `given` has them."""
        return self._given_table if seat is None else self._given_player

    @cached_property
    def _given_player(self) -> list[Field]:
        return _given(self.player.values())

    @cached_property
    def _given_table(self) -> list[Field]:
        return _given(self.table.values())

    def usual(self, seat: int | None) -> list[Field]:
        """The fields that say what they are where nothing is said."""
        return self._usual_table if seat is None else self._usual_player

    @cached_property
    def _usual_player(self) -> list[Field]:
        return [field for field in self.player.values() if field.usual is not None]

    @cached_property
    def _usual_table(self) -> list[Field]:
        return [field for field in self.table.values() if field.usual is not None]

    def suspects(self, state: Any, seat: int) -> list[Field]:
        """The fields of a player, or of the table, with a number beyond their bounds; `Field.faults` says what is wrong.

        Every scenario, save and edited position passes here: so a look at what is all right costs as little as possible.
        """
        holder = state if seat == NOBODY else state.players[seat]
        found = []
        for field, name, idle, numbers, least, most in self._table_guards if seat == NOBODY else self._player_guards:
            value = getattr(holder, name)
            if value == idle:
                continue
            low = least(state) if callable(least) else least
            high = most(state) if callable(most) else most
            for number in numbers(value):
                if not low <= number <= high:
                    found.append(field)
                    break
        return found

    @cached_property
    def _player_guards(self) -> list[_Guard]:
        return _guards(self._given_player)

    @cached_property
    def _table_guards(self) -> list[_Guard]:
        return _guards(self._given_table)

    def edited(self, seat: int | None, state: Any) -> list[Field]:
        """The fields that the position editor changes in a position."""
        return [field for field in self.of(seat).values() if field.given and field.edited and field.is_played(state)]

    def shown(self, seat: int | None, state: Any) -> list[Field]:
        """The fields that a table shows of a position."""
        return [field for field in self.of(seat).values() if field.shown and not field.of_game and field.is_played(state)]

    def noted(self, state: Any, seat: int | None) -> dict[str, Any]:
        """What is written down of a player or the table, in the words of a scenario."""
        at = NOBODY if seat is None else seat
        fields = [field for field in self.of(seat).values() if field.noted and field.is_played(state)]
        return {field.name: field.kind.noted(state, field.value(state, at)) for field in fields}

    def there(self, game: Game[Any], state: Any, seat: int | None, name: str, said: Any) -> Any:
        """What a player or the table has, in the form in which a scenario says it. The state may be a seat's view."""
        field = self.of(seat).get(name)
        if field is None or not field.expected:
            raise LabError(f"{one_line(name, 40)!r} cannot be compared")
        value = getattr(game, name) if field.of_game else field.value(state, NOBODY if seat is None else seat)
        return field.kind.like(state, value, said)

    def counted(self, state: Any, seat: int) -> Iterator[tuple[str, int]]:
        """Everything of a seat that can be counted, thing by thing."""
        for field in self.shown(seat, state):
            if field.compared:
                yield from field.kind.counted(field.name, state, field.value(state, seat))

    # The data of events

    def number(self, state: Any, kind: str, said: Any) -> Any:
        """A word of a scenario as the number the engine has for it, by the type of the data; a LabError if it is none."""
        if not isinstance(said, str):
            return said
        codec = self.types.get(kind)
        found = None if codec is None else codec.read(state, said)
        if found is None:
            raise LabError(f"{one_line(said, 40)!r} is not a {kind}")
        return found

    def word(self, state: Any, kind: str, value: Any) -> Any:
        """A number of an event's data as a scenario says it; itself where no word stands for it."""
        codec = self.types.get(kind)
        if codec is None:
            return value
        try:
            word = codec.write(state, value)
        except LookupError:
            return value
        return word if codec.read(state, word) == value else value


def _given(fields: Iterable[Field]) -> list[Field]:
    """The fields by which a position is given, each after the one it names."""
    given = [field for field in fields if field.given]
    found = [field for field in given if not field.after]
    moved = [field for field in given if field.after]
    while moved:
        names = [field.name for field in found]
        field = next(field for field in moved if field.after in names)
        found.insert(names.index(field.after) + 1, field)
        moved.remove(field)
    return found


class _Guard(NamedTuple):
    """A field with bounds, ready to be looked at: how its numbers are got, and between what they lie."""

    field: Field
    name: str
    idle: int | None
    numbers: Callable[[Any], Iterable[int]]
    least: float | Callable[[Any], int]
    most: float | Callable[[Any], int]


def _guards(fields: Iterable[Field]) -> list[_Guard]:
    """Of the fields that are attributes those that have bounds."""
    found = []
    for field in fields:
        least = _limit(field.kind.least if field.least is None else field.least)
        most = _limit(field.most)
        if field.read is None and not least is most is None:
            low, high = -inf if least is None else least, inf if most is None else most
            found.append(_Guard(field, field.name, field.idle, field.kind.numbers, low, high))
    return found


def as_it_is(thing: str) -> Codec:
    """For a type whose data are words already."""
    return Codec(thing, lambda state, word: word, lambda state, word: word)  # type: ignore[return-value, arg-type]


def fields_of(manifest: Any) -> Fields:
    """The schema of a game; for one that declares none, what is true of every game."""
    found: Fields = manifest.fields if manifest.has("fields") else Fields()
    return found
