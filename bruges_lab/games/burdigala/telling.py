"""Puts a game of Burdigala into words: what the lab's teller cannot know, names of sites and tiles, several things in a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ...kernel.choices import Option
from ...rulebook.telling import NOBODY, NONE, UNKNOWN, BookTeller, Heading, Subject
from .amounts import amounts
from .manifest import MANIFEST
from .model import EARNED
from .words import ENDINGS, GOODS, PLOTS

if TYPE_CHECKING:
    from ...kernel.engine import Pending
    from ...kernel.state import BaseState
    from .model import State

CHARACTER, CARD = "character", "plot"
"""What choices are gathered under: the character that moves, the plot card that is played."""


_CARD_RULES = "burdigala.card."
_PLAYS = ("lay", *PLOTS)
"""Kinds of choice that play a plot card."""


def _stuck(pending: Pending) -> bool:
    """Whether whoever is asked to move has to remove a character."""
    return not pending.is_chance and any(option[0] == "remove" for option in pending.raw)


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

    def __init__(self, state: State, names: tuple[str, ...]) -> None:
        super().__init__(state, names, MANIFEST)

    def remarks(self, option: Option, state: BaseState | None, lang: str) -> dict[str, object]:
        """What a choice brings as things stand."""
        here: Any = state
        return amounts(self, here, option)

    def question(self, pending: Pending, lang: str = "en") -> str:
        """Who cannot move removes a character, and is told so (burdigala.stuck)."""
        if _stuck(pending):
            return self.tell("step", f"{pending.kind}.stuck", pending.told, lang)
        return super().question(pending, lang)

    def asking(self, pending: Pending, state: BaseState | None, lang: str) -> dict[str, object]:
        """How many ways there are to play a plot card, and whether there is no move, besides."""
        cards = 0 if pending.is_chance else sum(option[0] in _PLAYS for option in pending.raw)
        return {**super().asking(pending, state, lang), "cards": cards, "stuck": "yes" if _stuck(pending) else "no"}

    def besides(self, data: Mapping[str, object], lang: str) -> dict[str, object]:
        """The plot card whose rule something happens by, where the data name none."""
        card = str(data.get("rule")).removeprefix(_CARD_RULES)
        return {"plot": card} if card in PLOTS and "plot" not in data else {}

    def subject(self, option: Option) -> Subject | None:
        """Moves are gathered under the character, uses of a plot card under the card."""
        kind = option[0]
        if kind == "move":
            return Subject(CHARACTER, option[1])
        return Subject(CARD, PLOTS.index(kind) if kind in PLOTS else option[1]) if kind in _PLAYS else None

    def heading(self, subject: Subject, lang: str) -> Heading:
        """A character by its square, a card by its name."""
        if subject.type == CHARACTER:
            return Heading(self.texts.say("explorer", "heading.character", {"square": subject.number}, lang))
        from .pictures.card_pieces import lasting_shade  # drawing lives above

        lasting = self.state.stock.permanent[subject.number]
        return Heading(self.texts.form("plot", PLOTS[subject.number], lang), lasting_shade(lasting))

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
