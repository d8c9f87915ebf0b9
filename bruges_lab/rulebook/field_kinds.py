"""What sorts of fields there are, and what follows from the sort: how a scenario writes one, and how it is told and counted.

A kind stands between three forms of one thing: the value in a state (`(0, 2, 0)`), the same as a scenario says it
(`{ red = 2 }`), and words. A game that has a thing of its own kind derives one here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from ..kernel.choices import Codec
from ..kernel.errors import LabError, one_line


class Phrases(Protocol):
    """Puts fields into words: phrases of a language, with the names of players and cards."""

    def phrase(self, key: str, shown: object, **values: object) -> str:
        """The phrase of this key; where a game has none, the name of the field with what is `shown`."""

    def player(self, seat: int) -> str:
        """The name of a seat."""

    def cards(self, words: Iterable[str]) -> str:
        """Cards as a scenario names them, in words."""


class Kind:
    """A sort of field. What it says here holds for a plain number."""

    data: Any = int
    """The type that a scenario file gives it."""
    least: int | None = 0
    """The least that its numbers may be, unless its field says otherwise; None where they stand for something else."""
    places: bool = False
    """Whether it is a place where cards lie, each in one place at a time."""

    def said(self, state: Any, value: Any) -> Any:
        """A value as a scenario says it."""
        return value

    def like(self, state: Any, value: Any, said: Any) -> Any:
        """A value in the form in which something is said: of a row only what is named, of cards only how many."""
        return self.said(state, value)

    def noted(self, state: Any, value: Any) -> Any:
        """A value as it is written down when it has changed."""
        return self.said(state, value)

    def brief(self, state: Any, value: Any) -> Any:
        """A value as a file has it that gives a position: without what goes without saying."""
        return self.said(state, value)

    def ordered(self, said: Any) -> Any:
        """What is said, in the order in which it is compared."""
        return said

    def read(self, state: Any, said: Any, now: Any) -> Any:
        """What is said as a value, where the state has `now`; a LabError if it means nothing."""
        return said

    def numbers(self, value: Any) -> Iterable[int]:
        """The numbers in a value that bounds are about."""
        return (value,)

    def measured(self, value: Any) -> Iterator[tuple[str, int]]:
        """The same, each with the word that it belongs to in a row."""
        return (("", number) for number in self.numbers(value))

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        """What is said, as short phrases."""
        yield say.phrase(key, said, count=said)

    def told_given(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        """The same of a position that is given."""
        return self.told(say, key, said)

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        """What there is to count in a value: names of things (`workers.red`) and how many."""
        yield name, value

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        """A value for a table."""
        return str(value)


class NotCounted(Kind):
    """A kind in whose values there is no number to be bounded."""

    least = None

    def numbers(self, value: Any) -> Iterable[int]:
        return ()


class Count(Kind):
    """A number. Its phrase knows it as `count`, or by another name."""

    def __init__(self, variable: str = "count") -> None:
        self.variable = variable

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        yield say.phrase(key, said, **{self.variable: said})


class Flag(NotCounted):
    """True or false; its phrase knows it by its name."""

    data = bool

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        yield say.phrase(key, said, **{key: said})

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        yield name, int(value)


class OneSeat(Kind):
    """A player."""

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        yield say.phrase(key, say.player(said), player=say.player(said))

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        return say.player(value)


class Seats(Kind):
    """Several players."""

    data = list[int]

    def said(self, state: Any, value: Any) -> Any:
        return [*value]

    def numbers(self, value: Any) -> Iterable[int]:
        return value  # type: ignore[no-any-return]

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        players = ", ".join(say.player(seat) for seat in said)
        yield say.phrase(key if players else f"{key}_none", players, players=players, count=len(said))


class OneWord(Kind):
    """One of a list of words; the state has its number, counted from `first`, or one that stands for no word."""

    least = None

    def __init__(self, words: Sequence[str], first: int = 0) -> None:
        self.words, self.first = words, first
        self.data = one_of(words)

    def said(self, state: Any, value: Any) -> Any:
        return self.words[value - self.first] if 0 <= value - self.first < len(self.words) else ""

    def read(self, state: Any, said: Any, now: Any) -> Any:
        return _place(self.words, said) + self.first

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        yield say.phrase(key, said, **{key: said})

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        return str(self.said(state, value))


class Row(Kind):
    """A number a word (a colour, a section). `at_once`: a scenario may say one number for all of them."""

    def __init__(self, words: Sequence[str], variable: str, *, at_once: bool = False) -> None:
        self.words, self.variable, self.at_once = words, variable, at_once
        self.data = dict[one_of(words), int] | int if at_once else dict[one_of(words), int]  # type: ignore[misc]

    def said(self, state: Any, value: Any) -> Any:
        return dict(zip(self.words, value, strict=False))

    def like(self, state: Any, value: Any, said: Any) -> Any:
        if isinstance(said, dict) or not self.at_once:
            return {word: value[self.words.index(word)] for word in said}
        return value[0] if len(set(value)) == 1 else value

    def brief(self, state: Any, value: Any) -> Any:
        if self.at_once and len(set(value)) == 1:
            return value[0]
        return {word: count for word, count in self.said(state, value).items() if count}

    def read(self, state: Any, said: Any, now: Any) -> Any:
        if isinstance(said, int):
            return (said,) * len(now)
        row = dict.fromkeys(range(len(now)), 0) | {_place(self.words, word): count for word, count in said.items()}
        return tuple(row.values())

    def numbers(self, value: Any) -> Iterable[int]:
        return value  # type: ignore[no-any-return]

    def measured(self, value: Any) -> Iterator[tuple[str, int]]:
        return ((self.words[place] if place < len(self.words) else "", number) for place, number in enumerate(value))

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        if isinstance(said, int):
            yield say.phrase(f"{key}_all", said, count=said)
        elif isinstance(said, Mapping):
            yield from (say.phrase(key, f"{word} {count}", **{self.variable: word}, count=count) for word, count in said.items())

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        yield from ((f"{name}.{word}", count) for word, count in self.said(state, value).items())

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        return "  ".join(f"{word} {count}" for word, count in self.said(state, value).items())


class Numbers(Kind):
    """A list of numbers, such as the values of tiles."""

    data = list[int]

    def said(self, state: Any, value: Any) -> Any:
        return [*value]

    def read(self, state: Any, said: Any, now: Any) -> Any:
        return tuple(said)

    def numbers(self, value: Any) -> Iterable[int]:
        return value  # type: ignore[no-any-return]

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        values = ", ".join(map(str, said))
        yield say.phrase(key if said else f"{key}_none", values or "–", values=values, count=len(said))

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        yield name, len(value)

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        return " ".join(map(str, value)) or "–"


class Counts(Kind):
    """Several numbers in a fixed order, each with a name for the phrase."""

    data = list[int]

    def __init__(self, *names: str) -> None:
        self.names = names

    def said(self, state: Any, value: Any) -> Any:
        return [*value]

    def read(self, state: Any, said: Any, now: Any) -> Any:
        return tuple(said)

    def numbers(self, value: Any) -> Iterable[int]:
        return value  # type: ignore[no-any-return]

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        shown = ", ".join(map(str, said))
        yield say.phrase(key, shown, **{name: said[place] for place, name in enumerate(self.names)})

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        yield from ((f"{name}.{word}", count) for word, count in zip(self.names, value, strict=False))

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        return "  ".join(map(str, value))


class Marks(NotCounted):
    """Which of some words hold; the state has a flag for each. `each` is the phrase of one of them."""

    def __init__(self, words: Sequence[str], variable: str, each: str) -> None:
        self.words, self.variable, self.each = words, variable, each
        self.data = list[one_of(words)]  # type: ignore[misc]

    def said(self, state: Any, value: Any) -> Any:
        return [word for word, holds in zip(self.words, value, strict=False) if holds]

    def read(self, state: Any, said: Any, now: Any) -> Any:
        marked = {_place(self.words, word) for word in said}
        return tuple(place in marked for place in range(len(now)))

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        yield from [say.phrase(self.each, word, **{self.variable: word}) for word in said] or [say.phrase(f"{key}_none", "–")]

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        yield from ((f"{name}.{word}", int(holds)) for word, holds in zip(self.words, value, strict=False))

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        return ", ".join(self.said(state, value)) or "–"


class WordList(NotCounted):
    """A word for each of several things, in their order, or only how many there are. `each` is the phrase of one of them."""

    data = int | list[str]

    def __init__(self, words: Sequence[str], variable: str, each: str) -> None:
        self.words, self.variable, self.each = words, variable, each

    def said(self, state: Any, value: Any) -> Any:
        return [self.words[number] for number in value]

    def like(self, state: Any, value: Any, said: Any) -> Any:
        return len(value) if isinstance(said, int) else self.said(state, value)

    def read(self, state: Any, said: Any, now: Any) -> Any:
        return tuple(_place(self.words, word) for word in said)

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        if isinstance(said, int):
            yield say.phrase(key, said, count=said)
        else:
            yield from (say.phrase(self.each, word, **{self.variable: word}) for word in said)

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        yield name, len(value)

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        return ", ".join(self.said(state, value)) or "–"


class Cards(NotCounted):
    """Cards by name, or only how many.

    `order`: whether it says something. `number`: whether a scenario may say only how many, and `noted_number` whether a change is
    written down so. `key`, `none`, `variable`: the phrases with and without cards, and what the first knows the cards as.
    `places` is false for cards that are only spoken of: they lie somewhere else.
    """

    def __init__(
        self,
        codec: Codec,
        *,
        order: bool = False,
        number: bool = True,
        noted_number: bool = False,
        key: str = "",
        none: str = "",
        variable: str = "cards",
        places: bool = True,
    ) -> None:
        self.codec, self.order, self.number, self.noted_number = codec, order, number, noted_number
        self.key, self.none, self.variable = key, none, variable
        self.places = places
        self.data = list[str | int]

    def said(self, state: Any, value: Any) -> Any:
        return self.ordered([self.codec.write(state, card) for card in value])

    def like(self, state: Any, value: Any, said: Any) -> Any:
        return len(value) if self.number and isinstance(said, int) else self.said(state, value)

    def noted(self, state: Any, value: Any) -> Any:
        return len(value) if self.noted_number else self.said(state, value)

    def ordered(self, said: Any) -> Any:
        return sorted(said) if isinstance(said, list) and not self.order else said

    def read(self, state: Any, said: Any, now: Any) -> Any:
        found = []
        for word in said:
            card = self.codec.read(state, word)
            if card is None:
                raise LabError(f"unknown {self.codec.thing} {one_line(word, 40)!r}")
            found.append(card)
        return tuple(found)

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        if self.number and isinstance(said, int):
            yield say.phrase(key, said, count=said)
            return
        cards = say.cards(said)
        named = self.key or f"{key}_is"
        yield say.phrase(named if said else self.none or key, cards or "–", **{self.variable: cards}, count=len(said))

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        yield name, len(value)

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        return say.cards(str(self.codec.write(state, card)) for card in value) or "–"


def one_of(words: Sequence[str]) -> Any:
    """The type of one of some words: a scenario that says another is refused with the list of them."""
    return Literal[tuple(words)]


def _place(words: Sequence[str], word: object) -> int:
    """The number of a word; a LabError that lists the words if it is none of them."""
    if word not in words:
        raise LabError(f"{one_line(word, 40)!r} is not one of {', '.join(words)}")
    return words.index(word)


Read = Callable[[Any, int], Any]
"""Reads a field from a state, of a seat or (with any seat) of the table."""
