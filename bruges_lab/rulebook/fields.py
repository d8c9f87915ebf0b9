"""The schema of a game: every field of a player and of the table, declared once.

What a scenario may give and expect, what it tells, what the position editor offers, what a terminal prints and what two positions
are compared by all come from here: a new field of a game is one line in its `fields.py`. No game is known in this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..kernel.choices import Codec
from ..kernel.errors import LabError, one_line
from .field_kinds import Count, Flag, Kind, Read, Seats

if TYPE_CHECKING:
    from ..kernel import Game

NOBODY = -1
"""In place of a seat where a field of the table is meant."""
Bound = int | Callable[[Any], int]
"""The least or most that a field may be: a number, or found in the position (its ruleset, its board)."""


class Field(NamedTuple):
    """One field. What is not said follows from its name and kind."""

    name: str
    """What scenarios call it, and the attribute of the state that it is, unless `read` says otherwise."""
    kind: Kind = Count()
    unit: str = ""
    """What it counts, as a key of the glossary or the texts."""
    least: Bound = 0
    most: Bound | None = None
    rule: str | None = None
    """The rule that bounds it."""
    read: Read | None = None
    """Where it is no attribute: reads it from a state and a seat."""
    told: str = ""
    """The key of its phrase among the texts of scenarios; its name unless said."""
    given: bool = True
    """Whether a position can be given by it; what follows from other fields cannot."""
    expected: bool = True
    """Whether a scenario may expect it (`then`)."""
    noted: bool = True
    """Whether a change is written down when a game becomes a scenario; not what is in other fields too."""
    shown: bool = True
    """Whether tables and terminals show it."""
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

    def bounds(self, state: Any) -> tuple[int, int | None]:
        """The least and the most that it may be in a position."""
        least = self.least if isinstance(self.least, int) else self.least(state)
        return least, self.most if self.most is None or isinstance(self.most, int) else self.most(state)

    def fault(self, state: Any, value: Any) -> str | None:
        """What is wrong with a value by its bounds."""
        least, most = self.bounds(state)
        for number in self.kind.numbers(value):
            if number < least or (most is not None and number > most):
                return f"{one_line(number, 20)} is " + (f"less than {least}" if most is None else f"not from {least} to {most}")
        return None


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
        """The fields by which a position is given."""
        return [field for field in self.of(seat).values() if field.given]

    def shown(self, seat: int | None) -> list[Field]:
        """The fields that a table shows."""
        return [field for field in self.of(seat).values() if field.shown and not field.of_game]

    def noted(self, state: Any, seat: int | None) -> dict[str, Any]:
        """What is written down of a player or the table, in the words of a scenario."""
        at = NOBODY if seat is None else seat
        return {field.name: field.kind.noted(state, field.value(state, at)) for field in self.of(seat).values() if field.noted}

    def there(self, game: Game[Any], state: Any, seat: int | None, name: str, said: Any) -> Any:
        """What a player or the table has, in the form in which a scenario says it. The state may be a seat's view."""
        field = self.of(seat).get(name)
        if field is None or not field.expected:
            raise LabError(f"{one_line(name, 40)!r} cannot be compared")
        value = getattr(game, name) if field.of_game else field.value(state, NOBODY if seat is None else seat)
        return field.kind.like(state, value, said)

    def counted(self, state: Any, seat: int) -> Iterator[tuple[str, int]]:
        """Everything of a seat that can be counted, thing by thing."""
        for field in self.shown(seat):
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


def as_it_is(thing: str) -> Codec:
    """For a type whose data are words already."""
    return Codec(thing, lambda state, word: word, lambda state, word: word)  # type: ignore[return-value, arg-type]


def fields_of(manifest: Any) -> Fields:
    """The schema of a game; for one that declares none, what is true of every game."""
    found: Fields = manifest.fields if manifest.has("fields") else Fields()
    return found
