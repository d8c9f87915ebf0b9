"""Puts a game of Bruges into words: what the lab's teller cannot know, cards and their colours, and amounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ...kernel.choices import Option
from ...rulebook.articles import Name
from ...rulebook.telling import UNKNOWN, BookTeller, Heading, Subject
from .amounts import amounts
from .manifest import MANIFEST
from .market_texts import improvement_name
from .model import FIRST_SHIP, colour_of
from .rules.actions import SIX
from .rules.scoring import HEADS
from .words import AREAS, COLOURS, DAMAGES, GOODS, PHASES, PILES, SECTIONS

if TYPE_CHECKING:
    from ...kernel.engine import Pending
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
    "goods": GOODS,
}
"""The words of each type of data whose numbers stand for words."""
MARKET, SHIPS = "exp.market.improve.", "exp.ships.effect."
"""How the rules of improvements and of ships begin."""
ACTIONS = tuple(action.kind for action in SIX)
"""What a card can be used for."""


def own_texts() -> Texts:
    """What is said of Bruges, in every language."""
    return MANIFEST.texts


class BrugesTeller(BookTeller):
    """Tells one game, with its players' names and cards."""

    vocabularies = WORDS
    named: ClassVar = {"person": "source", "action": "action"}
    subjects = frozenset({"card"})
    usual_when = "person"

    def __init__(self, state: State, names: tuple[str, ...]) -> None:
        super().__init__(state, names, MANIFEST)
        self.deck = state.deck
        self.market_cards = state.market_cards

    def remarks(self, option: Option, state: BaseState | None, lang: str) -> dict[str, object]:
        """What a choice costs and brings as things stand."""
        here: Any = state
        return amounts(self, here, option, lang)

    def asking(self, pending: Pending, state: BaseState | None, lang: str) -> dict[str, object]:
        """How many cards are in the hand of whoever is asked, and how many people can be activated, besides."""
        values = super().asking(pending, state, lang)
        if pending.is_chance:
            return {**values, "cards": 0, "active": 0}
        here: Any = self.state if state is None else state
        active = sum(option[0] == "activate" for option in pending.raw)
        return {**values, "cards": len(here.players[pending.player].hand), "active": active}

    def besides(self, data: Mapping[str, object], lang: str) -> dict[str, object]:
        """Thanks to whom, or because of whom, something happened: a person, a ship or the market, if it was one of these."""
        who = self._credited(data)
        if who is None:
            return {"thanks": "", "blame": ""}
        if who == MARKET:
            phrase = self.texts.say("by", "market", {}, lang)
            return {"thanks": f" {phrase}", "blame": f" {phrase}"}
        name = self.card_name(who, lang)
        return {key: " " + self.texts.say("by", key, {"by": name}, lang) for key in ("thanks", "blame")}

    def _credited(self, data: Mapping[str, object]) -> int | str | None:
        """Who brought an event about: as its data say, or else by its rule."""
        by, rule = data.get("by"), str(data.get("rule"))
        if isinstance(by, int):
            return by
        if rule.startswith(MARKET):
            return MARKET
        ship = self.state.ship_tiles.by_rule.get(rule) if rule.startswith(SHIPS) else None
        return self.deck.by_rule.get(rule) if ship is None else FIRST_SHIP + ship

    def values(self, name: str, kind: str, value: Any, lang: str) -> dict[str, object]:
        """A card or a ship by its name, with its colour and sort beside it; of a house only what is known (amounts.py)."""
        if kind in ("card", "source"):
            sort = "ship" if isinstance(value, int) and value >= FIRST_SHIP else "person"
            return {name: self.card_name(value, lang), f"{name}_colour": self._card_colour(value), f"{name}_sort": sort}
        if kind == "ship":
            return {name: self.ship_name(value, lang)}
        if kind == "house":
            return {}
        if kind == "market_card":
            return {name: self.market_cards[value].id if isinstance(value, int) and value >= 0 else UNKNOWN}
        if kind == "action":  # also as a word to choose by, for a verb in a form of its own
            return {**super().values(name, kind, value, lang), f"{name}_kind": value}
        if kind == "improvement":
            return {name: improvement_name(self.market_cards.kinds[value], lang)}
        return super().values(name, kind, value, lang)

    def heading(self, subject: Subject, lang: str) -> Heading:
        """A card by its name and its colour."""
        from .pictures.colours import shade  # drawing lives above

        colour = self.deck.colour[subject.number]
        return Heading(self.card_name(subject.number, lang), shade(colour).fill, COLOURS[colour])

    def card_name(self, card: Any, lang: str) -> Name:
        """A card, or a ship that does something, by its name; unknown cards have none."""
        if not isinstance(card, int) or card < 0:
            return Name(UNKNOWN)
        if card >= FIRST_SHIP:
            return self.ship_name(card - FIRST_SHIP, lang)
        return Name(self.deck[card].name.get(lang, self.deck[card].name["en"]))

    def ship_name(self, ship: Any, lang: str) -> Name:
        """A ship by its name; one that nobody has seen has none."""
        known = isinstance(ship, int) and ship >= 0
        return Name(self.state.ship_tiles[ship].name[lang] if known else UNKNOWN, "ship")

    def _card_colour(self, card: Any) -> str:
        if isinstance(card, int) and card >= FIRST_SHIP:
            return str(self.state.ship_tiles[card - FIRST_SHIP].colour)
        colour = colour_of(self.deck, card) if isinstance(card, int) else None
        return "none" if colour is None else COLOURS[colour]
