"""Puts any game into words: numbers become names and words by their declared types, then a template makes a sentence.

The book of a game declares what its numbers are: those of an event where the event is, those of a choice by its codecs. So a game
needs no teller of its own; one with words for its numbers (colours) or things with names (cards) derives one and adds those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..kernel.choices import Codec, Option
from ..kernel.state import BaseState

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from ..kernel.events import Teller
    from .texts import Texts

UNKNOWN = "?"
"""What stands for something that the reader may not know."""
NOBODY = "–"
NONE = "none"
"""The word of a vocabulary for a number that stands for none of its words."""

NAMED = {"player": "seat", "asked": "asked", "when": "when", "step": "step"}
"""The types of data that no event declares, by name; a name that is itself a type is of that type."""


class Subject(NamedTuple):
    """What a choice is about: a thing with a name of its own, under which choices can be gathered."""

    type: str
    number: int


class Heading(NamedTuple):
    """How a subject is announced: its name, and a colour with its word where it has one."""

    name: str
    fill: str = ""
    colour: str = ""


class BookTeller:
    """Tells one game in every language, by the types of its book."""

    vocabularies: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The words of each type of data whose numbers stand for words; a template chooses by the word, or gives it a form."""
    named: ClassVar[Mapping[str, str]] = {}
    """Further names of the data of refusals and questions, with their types."""
    subjects: ClassVar[frozenset[str]] = frozenset()
    """Types of things that choices are gathered under where they come first; `heading` announces them."""
    usual_when: ClassVar[str] = ""
    """The key of what is said of when a kind can be chosen that has no sentence of its own."""

    def __init__(self, state: BaseState, names: tuple[str, ...], manifest: Manifest) -> None:
        self.state: Any = state
        self.names = names
        self.manifest = manifest
        self.book = state.book

    @property
    def texts(self) -> Texts:
        """What is said of the game; read when it is first told."""
        return self.manifest.texts

    # Sentences

    def tell(self, section: str, key: str, data: Mapping[str, object], lang: str) -> str:
        """The sentence for an event, a refusal or a step."""
        declared = self.book.kinds[key].fields if section == "event" else {}
        if section == "step" and key in self.book.steps:
            data = {**dict.fromkeys(self.book.steps[key].about, -1), **data}
        values: dict[str, object] = {}
        for name, value in data.items():
            kind = declared.get(name) or self._type_of(name, section)
            values.update(self._step(name, value, data, lang) if kind == "step" else self.values(name, kind, value, lang))
        return self.texts.say(section, key, values, lang)

    def _type_of(self, name: str, section: str) -> str:
        """The type of something that is not declared: by its name."""
        if section == "event":
            return NAMED.get(name, "count")
        known = self.named.get(name) or NAMED.get(name)
        return known or (name if name in self.vocabularies or name in self.subjects or name == "seat" else "count")

    def _step(self, name: str, value: object, data: Mapping[str, object], lang: str) -> dict[str, object]:
        """A question within a sentence, with whatever of the data it speaks of."""
        about = {name: data[name] for name in self.book.steps[str(value)].about if name in data}
        return {name: self.tell("step", str(value), {"player": data.get("player", -1), **about}, lang)}

    def choice(self, option: Option, lang: str = "en", state: BaseState | None = None) -> str:
        """An option as a short phrase; the position in which it is offered may add to it. Untold kinds stand for themselves."""
        kind, *numbers = option
        if not self.texts.has("choice", kind, lang):
            return " ".join(map(str, option))
        values = self.remarks(option, state)
        for codec, number in zip(self.book.codecs(kind), numbers, strict=True):
            values.update(self.values(codec.name, codec.type, number, lang))
        return self.texts.say("choice", kind, values, lang)

    def label(self, option: Option, lang: str = "en") -> str | None:
        """A short label for an option that stands under its subject, with forms of its other words; None if it has none."""
        key = f"act.{option[0]}"
        if not self.texts.has("explorer", key, lang):
            return None
        codecs = self.book.codecs(option[0])
        values = {codec.name: self.form(codec, number, lang) for codec, number in zip(codecs[1:], option[2:], strict=True)}
        return self.texts.say("explorer", key, values, lang)

    def form(self, codec: Codec, number: int, lang: str) -> object:
        """A number of a choice as a word of the language where it stands for a word, else as a template sees it."""
        if codec.type in self.vocabularies:
            return self.texts.form(codec.type, self.vocabularies[codec.type][number], lang)
        return self.values(codec.name, codec.type, number, lang)[codec.name]

    # Subjects

    def subject(self, option: Option) -> Subject | None:
        """What an option is about, if that is a thing which choices are gathered under: the first that it names."""
        codecs = self.book.codecs(option[0])
        return Subject(codecs[0].type, option[1]) if codecs and codecs[0].type in self.subjects else None

    def heading(self, subject: Subject, lang: str) -> Heading:
        """How a subject is announced; a game whose subjects have colours says more."""
        return Heading(str(self.values(subject.type, subject.type, subject.number, lang)[subject.type]))

    # What a game may add to

    def remarks(self, option: Option, state: BaseState | None) -> dict[str, object]:
        """Values besides its numbers that the phrase of an option may use."""
        return {}

    def values(self, name: str, kind: str, value: Any, lang: str) -> dict[str, object]:
        """One value of a type as what a template needs: a word to choose by, a name to show. A game adds its own types."""
        if kind in self.vocabularies:
            words = self.vocabularies[kind]
            return {name: words[value] if isinstance(value, int) and 0 <= value < len(words) else NONE}
        show = _SHOWN.get(kind)
        if show is not None:
            return {name: show(self, value, lang)}
        return {name: UNKNOWN if value is None else value}

    # Types that every game has

    def _seat(self, seat: Any, lang: str) -> str:
        return self.names[seat] if isinstance(seat, int) and 0 <= seat < len(self.names) else NOBODY

    def _seats(self, seats: Any, lang: str) -> str:
        """Several players as a sentence lists them."""
        first, *others = [self._seat(seat, lang) for seat in seats] or [NOBODY]
        if others and not self.texts.has("list", "two", lang):
            return ", ".join((first, *others))
        for place, name in enumerate(others, 1):
            first = self.texts.say("list", "more" if place < len(others) else "two", {"first": first, "last": name}, lang)
        return first

    def _kind(self, kind: Any, lang: str) -> str:
        """A kind of choice by itself."""
        known = isinstance(kind, str) and self.texts.has("kind", kind, lang)
        return self.texts.say("kind", kind, {}, lang) if known else str(kind)

    def _when(self, kind: Any, lang: str) -> str:
        """When a kind of choice can be made."""
        for key in (self.book.when(str(kind)), self.usual_when):
            if self.texts.has("when", key, lang):
                return self.texts.say("when", key, {}, lang)
        return ""


_SHOWN: Mapping[str, Callable[[BookTeller, Any, str], str]] = {
    "seat": BookTeller._seat,
    "seats": BookTeller._seats,
    "asked": BookTeller._kind,
    "action": BookTeller._kind,
    "when": BookTeller._when,
    "choice": lambda teller, option, lang: teller.choice(option, lang),
}
"""How each type that every game has is shown; others are shown as they are (a count, a word)."""


def teller_for(manifest: Manifest, written: object) -> Callable[[Any, tuple[str, ...]], Teller]:
    """Who tells a game: one of its own, or the lab's."""
    from ..games.manifest import LAB

    if written == LAB:
        return partial(BookTeller, manifest=manifest)
    found: Callable[[Any, tuple[str, ...]], Teller] = manifest.named(str(written))
    return found
