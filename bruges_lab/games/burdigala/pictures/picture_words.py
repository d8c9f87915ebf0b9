"""The words on the picture of a position, in four languages: the section `picture` of the locales, each said once."""

from __future__ import annotations

from functools import lru_cache

from ....kernel.errors import LabError, either, one_line
from ....rulebook.texts import LANGUAGES
from ..manifest import MANIFEST
from ..words import GOODS, PLOTS

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

    def plot(self, plot: int) -> str:
        """A plot card by its name; one that may not be known is just that."""
        return MANIFEST.texts.form("plot", PLOTS[plot] if plot >= 0 else "none", self.lang)

    def good(self, good: int) -> str:
        """A kind of merchandise; one that may not be known is just a card."""
        return MANIFEST.texts.form("good", GOODS[good] if good >= 0 else "none", self.lang)


def capital(words: str) -> str:
    """The same with a capital first letter; the rest as it was."""
    return words[:1].upper() + words[1:]


@lru_cache(2048)
def _said(lang: str, key: str, values: tuple[tuple[str, Value], ...]) -> str:
    return MANIFEST.texts.say("picture", key, dict(values), lang)
