"""The people of Bruges as what its rules speak of: their numbers fill the statements, and much of them is reconstructed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...kernel.errors import LabError
from ...rulebook.subjects import MARK, Number
from .board import Board
from .card_texts import card_name, tell, term
from .deck import RECONSTRUCTED, Card, Deck
from .telling import own_texts

if TYPE_CHECKING:
    from ...rulebook.catalogue import Rule
    from .ruleset import Ruleset


class BrugesSubjects:
    """All people by id, with the numbers of a deck."""

    def __init__(self, rules: Ruleset | None, deck: Deck | None = None, board: Board | None = None, **modules: object) -> None:
        self.deck = Deck.load() if deck is None else deck

    def __iter__(self) -> Iterator[str]:
        return (card.id for card in self.deck.cards)

    def __contains__(self, subject: object) -> bool:
        return subject in self.deck.by_id

    def name(self, subject: str, lang: str) -> str:
        """A person's name."""
        return card_name(self.deck[subject], lang)

    def number(self, rule: Rule, name: str) -> Number:
        """A number of the person (or family of persons) a rule is about, such as `thief_guilders`."""
        for person in rule.persons:
            card = self.deck.by_id.get(person)
            if card is None:
                raise LabError(f"{rule.id}: this deck has no {person}")
            value = _number(card, name)
            if value is not None:
                first = self.deck[rule.persons[0]]
                unsure = first.source("price" if name.endswith("_price") else "effect") == RECONSTRUCTED
                return Number(value, first.id, unsure)
        raise LabError(f"{rule.id}: no card has the number {name}")

    def rests_on(self, rule: Rule, lang: str) -> list[str]:
        """What a statement depends on that is reconstructed: the rule names it, or its discrepancies tell what it is about."""
        board = Board.load()
        spaces = [space for gate in board.gates for section in gate for space in section]
        found = [f"rests_on.{rule.reconstructed}"] if rule.reconstructed else []
        if "D-067" in rule.discrepancies and RECONSTRUCTED in board.points_from:
            found.append("rests_on.track")
        if "D-116" in rule.discrepancies and any(RECONSTRUCTED in (s.colour_from, s.price_from) for s in spaces):
            found.append("rests_on.canals")
        cards = [self.deck.by_id[person] for person in rule.persons if person in self.deck.by_id]
        if any(card.source("effect") == RECONSTRUCTED for card in cards):
            found.append("rests_on.people")
        return [own_texts().say("rulebook", key, {}, lang) for key in found]

    def note(self, rule: Rule, lang: str) -> str:
        """What the rule refers to that no document gives, in words."""
        found = self.rests_on(rule, lang)
        told = [tell(self.deck[person], lang) for person in rule.persons if person in self.deck.by_id]
        found += [f"{card.name} ({card.note(lang).split(':', 1)[-1].strip()})" for card in told if card.reconstructed]
        colon = "\u00a0: " if lang == "fr" else ": "
        return f"{MARK}\u00a0{term('reconstructed', lang)}{colon}{'; '.join(found)}" if found else ""


def _number(card: Card, name: str) -> int | None:
    number = name.removeprefix(f"{card.id}_")
    for key in (number, name, name.split("_", 1)[-1]):
        if key in card.numbers:
            return card.numbers[key]
    return card.price if number == "price" else None
