"""Puts any game into words: numbers become names and words by their declared types, then a template makes a sentence.

The book of a game declares what its numbers are: those of an event where the event is, those of a choice by its codecs. So a game
needs no teller of its own; one with words for its numbers (colours) or things with names (cards) derives one and adds those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..kernel.book import Decision
from ..kernel.choices import Option, Refusal
from ..kernel.engine import Pending
from ..kernel.state import BaseState, Task
from .seats import seats_in

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from ..kernel.events import Teller
    from ..kernel.game import Game
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
        return self.texts.say(section, key, self._told_values(section, key, data, lang), lang)

    def _told_values(self, section: str, key: str, data: Mapping[str, object], lang: str) -> dict[str, object]:
        """The data of a sentence as its template sees them."""
        declared = self.book.kinds[key].fields if section == "event" else {}
        if section == "step" and key in self.book.steps:
            data = {**dict.fromkeys(self.book.steps[key].about, -1), **data}
        values: dict[str, object] = {}
        for name, value in data.items():
            kind = declared.get(name) or self._type_of(name, section)
            values.update(self._step(name, value, data, lang) if kind == "step" else self.values(name, kind, value, lang))
        return {**values, **self.besides(data, lang)} if section == "event" else values

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
        kind = option[0]
        if not self.texts.has("choice", kind, lang):
            return " ".join(map(str, option))
        return self.texts.say("choice", kind, self._of_choice(option, lang, state), lang)

    def label(self, option: Option, lang: str = "en", state: BaseState | None = None) -> str | None:
        """A short label for an option that stands under its subject, with its amounts as they stand; None if it has none."""
        key = f"act.{option[0]}"
        if not self.texts.has("explorer", key, lang):
            return None
        return self.texts.say("explorer", key, self._of_choice(option, lang, state), lang)

    def closed(self, option: Option, refusal: Refusal, lang: str = "en", state: BaseState | None = None) -> str:
        """An option that may not be chosen, by its label if it has one, and behind it the reason in few words."""
        named = self.label(option, lang, state) or self.choice(option, lang, state)
        reason = self.reason(refusal, lang, option[0])
        return self.texts.say("explorer", "decide.why_not", {"choice": named, "reason": reason}, lang)

    def reason(self, refusal: Refusal, lang: str = "en", kind: str = "") -> str:
        """Why not, in few words where the game has some, for this kind of choice or for all (section `short`); else in full."""
        for key in (f"{refusal.reason}.{kind}", refusal.reason):
            if refusal.if_turn is None and self.texts.has("short", key, lang):
                return self.texts.say("short", key, self._told_values("short", refusal.reason, refusal.data, lang), lang)
        return refusal.text(lang)

    def question(self, pending: Pending, lang: str = "en") -> str:
        """The question as it is told to all. A game may tell it otherwise where its options say more than its name."""
        return self.tell("step", pending.kind, pending.told, lang)

    def ask(self, pending: Pending, lang: str = "en", state: BaseState | None = None) -> str:
        """The question put to whoever decides, with what to press (section `ask`); else the question as it is told to all."""
        if self.texts.has("ask", pending.kind, lang):
            values = {**self._told_values("step", pending.kind, pending.told, lang), **self.asking(pending, state, lang)}
            return self.texts.say("ask", pending.kind, values, lang)
        question = self.question(pending, lang)
        if pending.is_chance:
            return question
        return self.texts.say("explorer", "ask.any", {"question": question, "count": len(pending.raw)}, lang)

    def offering(self, option: Option, state: BaseState | None) -> Task | None:
        """The question that offers such an option in a position, as it stands on the agenda; None if none does."""
        task = state.agenda[-1] if state is not None and state.agenda else None
        step = None if task is None else self.book.steps[task[0]]
        return task if isinstance(step, Decision) and option[0] in step.actions else None

    def _of_choice(self, option: Option, lang: str, state: BaseState | None) -> dict[str, object]:
        """What the phrases of an option may use: its numbers, and what the position adds."""
        values = self.remarks(option, state, lang)
        for codec, number in zip(self.book.codecs(option[0]), option[1:], strict=True):
            values.update(self.values(codec.name, codec.type, number, lang))
        return values

    # Subjects

    def subject(self, option: Option) -> Subject | None:
        """What an option is about, if that is a thing which choices are gathered under: the first that it names."""
        codecs = self.book.codecs(option[0])
        return Subject(codecs[0].type, option[1]) if codecs and codecs[0].type in self.subjects else None

    def heading(self, subject: Subject, lang: str) -> Heading:
        """How a subject is announced; a game whose subjects have colours says more."""
        return Heading(str(self.values(subject.type, subject.type, subject.number, lang)[subject.type]))

    # What a game may add to

    def remarks(self, option: Option, state: BaseState | None, lang: str) -> dict[str, object]:
        """Values besides its numbers that the phrases of an option may use: what it costs and brings where it is offered."""
        return {}

    def besides(self, data: Mapping[str, object], lang: str) -> dict[str, object]:
        """Values besides its data that the sentence of an event may use; the data have its rule too."""
        return {}

    def asking(self, pending: Pending, state: BaseState | None, lang: str) -> dict[str, object]:
        """Values besides those of the question that `ask` may use: how many things there are to press."""
        return {"count": 0 if pending.is_chance else len(pending.raw)}

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

    def seat_name(self, seat: Any, lang: str) -> str:
        """A player by name; who was not named is called by the seat, in the language."""
        return (
            seats_in(self.manifest, self.names, lang)[seat] if isinstance(seat, int) and 0 <= seat < len(self.names) else NOBODY
        )

    def _seats(self, seats: Any, lang: str) -> str:
        """Several players as a sentence lists them."""
        return self.listed([self.seat_name(seat, lang) for seat in seats] or [NOBODY], lang)

    def listed(self, names: Sequence[str], lang: str) -> str:
        """Several names as a sentence lists them."""
        return self.texts.listed(names, lang)

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
    "seat": BookTeller.seat_name,
    "seats": BookTeller._seats,
    "asked": BookTeller._kind,
    "action": BookTeller._kind,
    "when": BookTeller._when,
    "choice": lambda teller, option, lang: teller.choice(option, lang),
}
"""How each type that every game has is shown; others are shown as they are (a count, a word)."""


def asked(game: Game[Any], lang: str = "en") -> str:
    """What a game asks now, put to whoever decides and with what to press; empty when nothing is asked."""
    if game.pending is None:
        return ""
    teller: BookTeller = game.manifest.words(game.state, game.names)
    return teller.ask(game.pending, lang, game.state)


def teller_for(manifest: Manifest, written: object) -> Callable[[Any, tuple[str, ...]], Teller]:
    """Who tells a game: one of its own, or the lab's."""
    from ..games.manifest import LAB

    if written == LAB:
        return partial(BookTeller, manifest=manifest)
    found: Callable[[Any, tuple[str, ...]], Teller] = manifest.named(str(written))
    return found
