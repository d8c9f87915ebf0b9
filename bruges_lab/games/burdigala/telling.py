"""Puts a game of Burdigala into words: what the lab's teller cannot know, names of sites and tiles, several things in a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ...rulebook.telling import NOBODY, NONE, UNKNOWN, BookTeller
from .model import EARNED
from .words import ENDINGS, GOODS, PLOTS

if TYPE_CHECKING:
    from ..manifest import Manifest
    from .model import State


class BurdigalaTeller(BookTeller):
    """Tells one game, with its players' names, sites and tiles."""

    vocabularies: ClassVar = {
        "plot": (*PLOTS, "hand"),
        "good": GOODS,
        "favour": ("cube", "merchandise"),
        "direction": ("up", "down"),
        "part": EARNED,
    }
    named: ClassVar = {"owner": "seat", "site": "site", "token": "token", "good": "good"}

    def __init__(self, state: State, names: tuple[str, ...], manifest: Manifest) -> None:
        super().__init__(state, names, manifest)

    def values(self, name: str, kind: str, value: Any, lang: str) -> dict[str, object]:
        """Sites, districts and tiles by name; tokens by value; several things one after the other; what is hidden is `none`."""
        show = _SHOWN.get(kind)
        if show is None:
            return super().values(name, kind, value, lang)
        return {name: NONE if value is None else show(self, value, lang)}

    def _site(self, site: int, lang: str) -> str:
        sites = self.state.board.sites
        return sites[site].name if 0 <= site < len(sites) else NOBODY

    def _district(self, district: int, lang: str) -> str:
        return str(self.state.board.districts[district].name)

    def _tile(self, tile: int, lang: str) -> str:
        return UNKNOWN if tile < 0 else str(self.state.tiles.of(tile).name[lang])

    def _token(self, value: int, lang: str) -> object:
        return "unseen" if value < 0 else value

    def _row(self, numbers: tuple[int, ...], lang: str) -> str:
        return self.listed([str(number) for number in numbers] or [NOBODY], lang)

    def _goods(self, goods: tuple[int, ...], lang: str) -> str:
        return self.listed([self.texts.form("good", GOODS[good], lang) for good in goods] or [NOBODY], lang)

    def _way(self, way: tuple[int, ...], lang: str) -> str:
        return " → ".join(map(str, way))

    def _endings(self, endings: tuple[int, ...], lang: str) -> str:
        return self.listed([self.texts.say("ending", ENDINGS[ending], {}, lang) for ending in endings], lang)


_SHOWN: Mapping[str, Callable[[BurdigalaTeller, Any, str], object]] = {
    "site": BurdigalaTeller._site,
    "district": BurdigalaTeller._district,
    "tile": BurdigalaTeller._tile,
    "token": BurdigalaTeller._token,
    "tokens": BurdigalaTeller._row,
    "counts": BurdigalaTeller._row,
    "goods": BurdigalaTeller._goods,
    "way": BurdigalaTeller._way,
    "endings": BurdigalaTeller._endings,
}
"""How each type of data of this game is shown."""
