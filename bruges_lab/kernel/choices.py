"""Choices as people write them, refusals as people read them.

Inside the engine an option is a plain tuple of a word and numbers, `("cross", 17)`. Outside it is a `Choice` with words for the
numbers and a short notation, `cross:north`. A codec a kind of choice translates between the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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


class Codec(NamedTuple):
    """Turns one number of an option into a word and back; `read` gives None for an unknown word. Both may look at the state."""

    thing: str
    """What the number stands for: a card, a colour. Says what is missing from a choice that is not complete."""
    write: Callable[[Any, int], Word]
    read: Callable[[Any, Word], int | None]


def words(thing: str, *vocabulary: str) -> Codec:
    """A codec for a fixed list of words, numbered from 0."""
    numbers = {word: i for i, word in enumerate(vocabulary)}
    return Codec(thing, lambda state, i: vocabulary[i], lambda state, word: numbers.get(word) if isinstance(word, str) else None)


NUMBER = Codec("number", lambda state, i: i, lambda state, word: word if isinstance(word, int) else None)


class Refusal:
    """Why a choice may not be made: the rule, a reason key, and the numbers."""

    __slots__ = ("_teller", "data", "reason", "rule")

    def __init__(self, rule: str, reason: str, data: Mapping[str, object] | None = None, teller: Teller | None = None) -> None:
        self.rule = rule
        self.reason = reason
        self.data = dict(data or {})
        self._teller = teller

    def text(self, lang: str = "en") -> str:
        """The reason as a sentence; without a teller, its key and numbers."""
        if self._teller is None:
            return " ".join([self.reason, *(f"{name}={value}" for name, value in self.data.items())])
        return self._teller.tell("refusal", self.reason, self.data, lang)

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
}
"""Reasons that the kernel itself gives, with their data. A game adds its own; texts are checked against both."""
