"""Puts a game of Bruges into words: what the lab's teller cannot know, cards and their colours, and houses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...kernel.choices import Option
from ...rulebook.telling import UNKNOWN, BookTeller, Heading, Subject
from .manifest import MANIFEST
from .model import BOOK, EMPTY, colour_of
from .rules.actions import SIX
from .rules.scoring import HEADS
from .words import AREAS, COLOURS, DAMAGES, PHASES, PILES, SECTIONS

if TYPE_CHECKING:
    from ...kernel.state import BaseState
    from ...rulebook.texts import Texts
    from .model import State

WORDS = {
    "colour": COLOURS,
    "damage": DAMAGES,
    "section": SECTIONS,
    "area": AREAS,
    "phase": PHASES,
    "pile": PILES,
    "head": HEADS,
}
"""The words of each type of data whose numbers stand for words."""
ACTIONS = tuple(action.kind for action in SIX)
"""What a card can be used for."""


def own_texts() -> Texts:
    """What is said of Bruges, in every language."""
    return MANIFEST.texts


def _one_of_several_houses(state: State, option: Option) -> bool:
    """Whether a person goes to the oldest of several empty houses of a colour: which of them is not asked (D-205)."""
    if not state.agenda or all(codec.at != "room" for codec in BOOK.codecs(option[0])):
        return False
    houses = state.players[state.agenda[-1][1]].houses
    fitting = [house for house in houses if house.person == EMPTY and colour_of(state.deck, house.card) == option[2]]
    return len(fitting) > 1


class BrugesTeller(BookTeller):
    """Tells one game, with its players' names and cards."""

    vocabularies = WORDS
    named: ClassVar = {"person": "card"}
    subjects = frozenset({"card"})
    usual_when = "person"

    def __init__(self, state: State, names: tuple[str, ...]) -> None:
        super().__init__(state, names, MANIFEST)
        self.deck = state.deck

    def remarks(self, option: Option, state: BaseState | None) -> dict[str, object]:
        """Whether a person moves into one of several houses."""
        here: Any = state
        return {"several": here is not None and _one_of_several_houses(here, option)}

    def values(self, name: str, kind: str, value: Any, lang: str) -> dict[str, object]:
        """A card by its name, with its colour beside it; a house by its place, counted from 1."""
        if kind == "card":
            return {name: self._card(value, lang), f"{name}_colour": self._card_colour(value)}
        if kind == "house":
            return {name: value + 1}
        return super().values(name, kind, value, lang)

    def heading(self, subject: Subject, lang: str) -> Heading:
        """A card by its name and its colour."""
        from .pictures.colours import shade  # drawing lives above

        colour = self.deck.colour[subject.number]
        return Heading(self._card(subject.number, lang), shade(colour).fill, COLOURS[colour])

    def _card(self, card: Any, lang: str) -> str:
        if not isinstance(card, int) or card < 0:
            return UNKNOWN
        return self.deck[card].name.get(lang, self.deck[card].name["en"])

    def _card_colour(self, card: Any) -> str:
        colour = colour_of(self.deck, card) if isinstance(card, int) else None
        return "none" if colour is None else COLOURS[colour]
