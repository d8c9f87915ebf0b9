"""The words on the picture of a position, in four languages: the section `picture` of the locales, each said once."""

from __future__ import annotations

from functools import lru_cache

from ....kernel.errors import LabError, either, one_line
from ....rulebook.texts import LANGUAGES
from ..deck import Deck
from ..model import colour_of
from ..telling import own_texts
from ..words import COLOURS, DAMAGES

Value = str | int


class Wording:
    """Says what stands on a picture in one language."""

    def __init__(self, lang: str = "en") -> None:
        if lang not in LANGUAGES:
            raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
        self.lang = lang

    def __call__(self, key: str, **values: Value) -> str:
        """A word or sentence."""
        return _said(self.lang, key, tuple(values.items()))

    def first(self, key: str, **values: Value) -> str:
        """A word or sentence that begins with a capital letter."""
        return capital(self(key, **values))

    def colour(self, colour: int) -> str:
        """The word for a colour."""
        return own_texts().form("colour", COLOURS[colour], self.lang)

    def damage(self, colour: int) -> str:
        """The damage that a colour threatens with."""
        return own_texts().form("damage", DAMAGES[colour], self.lang)

    def witness(self, source: str) -> str:
        """Where a value comes from: the kind of witness in words, the place in the documents as it is."""
        kind, _, place = source.partition(" ")
        return " ".join(filter(None, [self(f"witness.{kind}"), place]))


def damage_names(lang: str) -> list[str]:
    """The five damages."""
    return [own_texts().form("damage", damage, lang) for damage in DAMAGES]


def capital(words: str) -> str:
    """The same with a capital first letter; the rest as it was."""
    return words[:1].upper() + words[1:]


def colour_word(deck: Deck, card: int) -> str:
    """The colour of a card or a back for a template: a word of the game, or none."""
    colour = colour_of(deck, card)
    return "none" if colour is None else COLOURS[colour]


@lru_cache(1024)
def _said(lang: str, key: str, values: tuple[tuple[str, Value], ...]) -> str:
    return own_texts().say("picture", key, dict(values), lang)
