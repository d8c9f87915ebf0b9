"""Choices as people write them, refusals as people read them.

Inside the engine an option is a plain tuple of a word and numbers, `("cross", 17)`. Outside it is a `Choice` with words for the
numbers and a short notation, `cross:north`. A codec a kind of choice translates between the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import NotationError, one_line

if TYPE_CHECKING:
    from .events import Teller

Option = tuple[Any, ...]
"""A choice inside the engine: its kind, then ints."""

Word = str | int

_KIND = re.compile(r"[a-z][a-z0-9_]*")
_WORD = re.compile(r"[a-z][a-z0-9_]*|0|-?[1-9][0-9]{0,17}")
_LONGEST = 400


class Choice(NamedTuple):
    """One complete move: a kind and what it applies to. `str(choice)` is its notation; `Choice.parse` reads it back."""

    kind: str
    args: tuple[Word, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Choice:
        """Read `kind:argument:argument`."""
        if not isinstance(text, str) or len(text) > _LONGEST:
            raise NotationError(f"{one_line(text, 40)!r} is not a choice: expected kind:argument, such as cross:north")
        kind, *words = text.strip().split(":")
        if not _KIND.fullmatch(kind):
            raise NotationError(f"{one_line(text, 40)!r} is not a choice: it must start with a word, such as cross:north")
        for word in words:
            if not _WORD.fullmatch(word):
                raise NotationError(
                    f"{one_line(text, 40)!r} is not a choice: {one_line(word, 20)!r} is neither a word nor a number"
                )
        return cls(kind, tuple(word if word[0].isalpha() else int(word) for word in words))

    def __str__(self) -> str:
        return ":".join((self.kind, *map(str, self.args)))

    def __repr__(self) -> str:
        return f"<Choice {self}>"


def read_choice(given: object) -> Choice:
    """A choice as a user gives it: a Choice or its notation; a NotationError if it is neither."""
    if isinstance(given, Choice):
        if not isinstance(given.kind, str) or not isinstance(given.args, tuple) or not all(map(_is_word, given.args)):
            raise NotationError(f"{one_line(tuple(given), 40)!r} is not a choice: a kind, then words and whole numbers")
        return given
    return Choice.parse(given)  # type: ignore[arg-type]  # what is no text is refused there


def _is_word(arg: object) -> bool:
    return isinstance(arg, str | int)


class Codec(NamedTuple):
    """Turns one number of an option into a word and back; `read` gives None for an unknown word.

    Both may look at the state: `write` at nothing but the things that all positions share, such as a deck, for it is asked once.

    It also says what the number is, so that whoever tells, lists or draws a choice needs no table of kinds of its own.
    """

    thing: str
    """What is written: a card, a colour, a number. Says what is missing from a choice that is not complete."""
    write: Callable[[Any, int], Word]
    read: Callable[[Any, Word], int | None]
    of: str = ""
    """The type of data, as events declare theirs, where it is not simply the thing that is written: a number that is a seat."""
    called: str = ""
    """The name under which a template sees it, where it is not simply the type."""
    at: str = ""
    """The part of the table that it is picked from (a hand, a supply), for whoever draws it; empty if it lies nowhere."""

    @property
    def type(self) -> str:
        """What the number is: a card, a colour, a seat, a count."""
        return self.of or self.thing

    @property
    def name(self) -> str:
        """What a template calls it."""
        return self.called or self.type

    def but(self, *, of: str = "", called: str = "", at: str = "") -> Codec:
        """Written the same, and something more particular: another type, another name, picked from somewhere."""
        return self._replace(of=of or self.of, called=called or self.called, at=at or self.at)


def words(thing: str, *vocabulary: str) -> Codec:
    """A codec for a fixed list of words, numbered from 0."""
    numbers = {word: i for i, word in enumerate(vocabulary)}
    return Codec(thing, lambda state, i: vocabulary[i], lambda state, word: numbers.get(word) if isinstance(word, str) else None)


NUMBER = Codec("number", lambda state, i: i, lambda state, word: word if isinstance(word, int) else None, of="count")
SEAT = NUMBER.but(of="seat", at="seat")
"""A player, by the number of the seat."""


IF_TURN = "if_turn"
"""In the data of a refusal: the seat that was asked about as if it were its turn."""


class Supposed(list[Choice]):
    """What a seat could choose if it were its turn, which it is not."""

    def __init__(self, seat: int, choices: Iterable[Choice]) -> None:
        super().__init__(choices)
        self.if_turn = seat

    def __repr__(self) -> str:
        return f"<If it were the turn of seat {self.if_turn}: {', '.join(map(str, self)) or 'nothing'}>"


class Refusal:
    """Why a choice may not be made: the rule, a reason key, and the numbers.

    With `if_turn` in its data, why that seat could not make it if it were its turn; the text says so.
    """

    __slots__ = ("_teller", "data", "reason", "rule")

    def __init__(self, rule: str, reason: str, data: Mapping[str, object] | None = None, teller: Teller | None = None) -> None:
        self.rule = rule
        self.reason = reason
        self.data = dict(data or {})
        self._teller = teller

    @property
    def if_turn(self) -> int | None:
        """The seat that was asked about as if it were its turn; None if it is about what is asked now."""
        seat = self.data.get(IF_TURN)
        return seat if isinstance(seat, int) else None

    def supposed(self, seat: int) -> Refusal:
        """The same, for a seat whose turn it is not."""
        return Refusal(self.rule, self.reason, {**self.data, IF_TURN: seat}, self._teller)

    def text(self, lang: str = "en") -> str:
        """The reason as a sentence; without a teller, its key and numbers."""
        if self._teller is None:
            return " ".join([self.reason, *(f"{name}={value}" for name, value in self.data.items())])
        numbers = {name: value for name, value in self.data.items() if name != IF_TURN}
        told = self._teller.tell("refusal", self.reason, numbers, lang)
        if self.if_turn is None:
            return told
        return self._teller.tell("refusal", IF_TURN, {"player": self.if_turn, "why": told}, lang)

    def __str__(self) -> str:
        return f"{one_line(self.text(), 300)} ({self.rule})"

    def __repr__(self) -> str:
        return f"<Refusal {self.reason} {self.data} [{self.rule}]>"


REASONS: Mapping[str, frozenset[str]] = {
    "over": frozenset({"asked"}),
    "tasks_first": frozenset({"asked"}),
    "not_now": frozenset({"asked", "when", "step", "player"}),
    "not_offered": frozenset({"asked"}),
    "not_an_outcome": frozenset({"asked"}),
    "unknown_words": frozenset({"asked"}),
    "unknown_word": frozenset({"word", "thing"}),
    "incomplete": frozenset({"missing", "pattern"}),
    "too_many_words": frozenset({"pattern"}),
    IF_TURN: frozenset({"player", "why"}),
}
"""Reasons that the kernel itself gives, with their data. A game adds its own; texts are checked against both."""
