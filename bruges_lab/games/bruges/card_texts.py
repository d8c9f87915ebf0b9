"""What a card says, in four languages: its own pattern filled with its own numbers, and the words for everything else on it.

A text never repeats a number that the effect uses: both take it from `numbers`, so that a changed card says what it does.
Pictures and tables of cards (pictures/card_picture.py, pictures/deck_sheet.py) take their words from here and so say the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...kernel.errors import DataError, LabError, either, one_line
from ...rulebook.subjects import MARK as MARK
from ...rulebook.texts import LANGUAGES, Texts
from .deck import Card
from .ship_tiles import Ship

if TYPE_CHECKING:
    from ...rulebook.glossary import Glossary

_FILE = "deck"
"""A card does not know which file it was read from; who does puts it in."""


def card_text(card: Card | Ship, lang: str = "en") -> str:
    """The text of a card or a ship in a language; nothing if its file gives none."""
    if lang not in LANGUAGES:
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
    pattern = card.text.get(lang, "")
    return filled(card.id, lang, pattern, tuple(sorted(card.numbers.items()))) if pattern else ""


@lru_cache(4096)
def filled(card: str, lang: str, pattern: str, numbers: tuple[tuple[str, int], ...]) -> str:
    """A pattern with its numbers. Each has templates of its own: two decks may give the same card different texts."""
    texts, values = _read(card, lang, pattern), dict(numbers)
    try:
        return texts.say("card", "text", values, lang)
    except KeyError as error:
        unknown = texts.variables("card", "text", lang) - set(values)
        problem = f"uses ${min(unknown)}, which is not one of the card's numbers" if unknown else str(error.args[0])
        raise DataError(_FILE, card, f"text.{lang}", one_line(problem, 120)) from None


def pattern_text(entry: str, lang: str, pattern: str, numbers: Mapping[str, int], file: str | Path) -> str:
    """A pattern that is just being read, with its numbers; an error names the file."""
    try:
        return filled(entry, lang, pattern, tuple(sorted(numbers.items())))
    except DataError as error:
        raise DataError(file, error.entry, error.field, error.problem) from None


def _read(card: str, lang: str, pattern: str) -> Texts:
    """A pattern as a template. Unchecked: a text from a table may hold a $ or a bracket that means nothing."""
    texts = Texts((lang,))
    texts.add(lang, "card", "text", pattern, _FILE, entry=card, check=False)
    return texts


def variables(card: str, lang: str, pattern: str) -> frozenset[str]:
    """The numbers that a pattern uses."""
    return frozenset(_read(card, lang, pattern).variables("card", "text", lang))


def check_texts(card: Card | Ship) -> Iterator[str]:
    """What is wrong with the texts of a card or a ship of the lab's own, which must speak all languages and say all its numbers.

    Reading a deck puts a text where a language has none, so one that appears there twice is a language missing.
    """
    if not card.text:
        yield f"{card.id}: text is missing"
        return
    first: dict[str, str] = {}
    for lang in LANGUAGES:
        pattern = card.text.get(lang, "")
        if not pattern:
            yield f"{card.id}: text.{lang} is missing"
            continue
        if pattern in first:
            yield f"{card.id}: text.{lang} is that of {first[pattern]}"
        first.setdefault(pattern, lang)
        try:
            card_text(card, lang)
        except DataError as error:
            yield f"{card.id}: {error.field} {error.problem}"
            continue
        used = variables(card.id, lang, pattern)
        if unknown := used - set(card.numbers):
            yield f"{card.id}: text.{lang} may use ${min(unknown)}, which is not one of the card's numbers"
        if unsaid := set(card.numbers) - used:
            yield f"{card.id}: text.{lang} never says {min(unsaid)}"


# The whole card in words


def _glossary() -> Glossary:
    from .manifest import MANIFEST

    return MANIFEST.glossary


def term(concept: str, lang: str) -> str:
    """The word for a thing of the game."""
    return _glossary()[concept][lang].preferred


def several(concept: str, lang: str) -> str:
    """The word for several of it."""
    found = _glossary()[concept][lang]
    return found.plural or found.preferred


_FIELD_TERMS = {
    "colour": "colour",
    "group": "group",
    "price": "price",
    "when": "activation_icon",
    "worker": "worker",
    "effect": "effect",
}


class Told(NamedTuple):
    """A card in words of one language, and the fields among them that no document gives."""

    name: str
    group: str
    colour: str
    price: str
    points: str
    when: str
    text: str
    reconstructed: tuple[str, ...]

    def marked(self, column: str) -> bool:
        """Whether what stands in a column is reconstructed. An icon shows two fields, and a text what is in the effect."""
        fields = {"when": ("when", "worker"), "text": ("effect",)}.get(column, (column,))
        return any(field in self.reconstructed for field in fields)

    def note(self, lang: str) -> str:
        """What is reconstructed, in words; nothing if nothing is. An icon that is takes its worker with it."""
        if not self.reconstructed:
            return ""
        colon = "\u00a0: " if lang == "fr" else ": "
        fields = [field for field in self.reconstructed if field != "worker" or "when" not in self.reconstructed]
        return f"{MARK}\u00a0{term('reconstructed', lang)}{colon}{', '.join(term(_FIELD_TERMS[field], lang) for field in fields)}"


def card_name(card: Card, lang: str) -> str:
    """A person's name on one line."""
    return tidy(card.name[lang], _LONGEST_NAME)


def tell(card: Card, lang: str) -> Told:
    """A card in words. Names and texts may come from a file of anybody's; they are put on one line here, escaped by the tags."""
    text = card_text(card, lang)  # refuses an unknown language
    return Told(
        name=card_name(card, lang),
        group=term(card.group, lang),
        colour=term(card.colour, lang),
        price=str(card.price),
        points=str(card.points),
        when=activation(card.when, card.worker, lang),
        text=tidy(text, _LONGEST_TEXT),
        reconstructed=card.reconstructed,
    )


def activation(when: str | None, worker: str | None, lang: str) -> str:
    """How a person is activated, as a word."""
    if when == "worker":
        return f"{term('worker', lang)} ({term(worker, lang)})" if worker else term("worker", lang)
    return term(when, lang) if when else "–"


_LONGEST_NAME, _LONGEST_TEXT = 60, 600


def tidy(text: str, longest: int = _LONGEST_TEXT) -> str:
    """A text on one line: no control characters, no text direction tricks, no endless length; spaces that do not break stay."""
    spaced = re.sub(r"[ \t\r\n]+", " ", unicodedata.normalize("NFC", text))
    line = "".join(c for c in spaced if c.isprintable() or c in "\u00a0\u202f").strip()
    return line if len(line) <= longest else line[: longest - 1] + "…"
