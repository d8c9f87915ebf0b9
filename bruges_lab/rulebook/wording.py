"""Fields in words: the phrases of a language with the names of a game's players and cards, for scenarios and tables alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .seats import seats_in

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from .fields import Field


class FieldWords:
    """Says what fields hold, for one position and its players, in one language."""

    def __init__(self, manifest: Manifest, state: Any, names: tuple[str, ...], lang: str = "en") -> None:
        self.manifest, self.state, self.lang = manifest, state, lang
        self.names = seats_in(manifest, tuple(names), lang)

    def say(self, key: str, **values: object) -> str:
        """A phrase of the section [scenario]."""
        return self.manifest.texts.say("scenario", key, values, self.lang)

    def phrase(self, key: str, shown: object, **values: object) -> str:
        """The phrase of a field; where the game has none, its label with what is shown."""
        texts = self.manifest.texts
        if texts.has("scenario", key, self.lang) and texts.variables("scenario", key, self.lang) <= values.keys():
            return self.say(key, **values)
        return self.say("field", field=self.label(key), value=str(shown))

    def label(self, name: str) -> str:
        """What a field is called: as the section [field] says, else by its name."""
        plain = name.removesuffix("_is").removesuffix("_all").removesuffix("_none")
        if self.manifest.texts.has("field", plain, self.lang):
            return self.manifest.texts.say("field", plain, {}, self.lang)
        return plain.replace("_", " ")

    def player(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat]

    def card(self, word: str) -> str:
        """A card as a scenario names it, in words."""
        return self.manifest.positions.card_name(self, word)

    def cards(self, words: Iterable[str]) -> str:
        """Several cards."""
        return ", ".join(map(self.card, words))

    def row(self, field: Field, seat: int) -> tuple[str, str]:
        """A field of a position for a table: what it is called, and what it holds."""
        return self.label(field.name), field.kind.shown(self, self.state, field.value(self.state, seat))

    @staticmethod
    def upper(phrase: str) -> str:
        """A phrase as the beginning of a line."""
        return phrase[:1].upper() + phrase[1:]
