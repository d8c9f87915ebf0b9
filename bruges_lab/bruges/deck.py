"""The cards: one frozen record a person, read from `data/cards.toml` or a file of one's own.

Most of the deck is reconstructed; `Card.witness` says of every field where it comes from, and whoever shows a card shows that.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from .ops import OPS, TRIGGERS
from .ruleset import Ruleset
from .words import AREAS, COLOURS, GROUPS

LANGUAGES = ("en", "de", "fr", "it")
RECONSTRUCTED = "reconstructed"
WITNESS = re.compile(r"attested 00[0-3]:\d+(-\d+)?|reported|inferred D-\d{3}|reconstructed|own")
"""Where a field comes from; `own`: whoever wrote the deck says so, from the cards of a box."""
GENERAL_RULE = "act.meaning"
"""What the events of a person cite whom the catalogue does not describe: the text on the card is carried out."""
FREE = 5
"""Activated once a round without a worker (act.infinity.type1)."""


class Op(NamedTuple):
    """One op of an effect: its name, its numbers in the order of the vocabulary, its words."""

    name: str
    numbers: tuple[int, ...]
    words: dict[str, str]

    @property
    def colour(self) -> int:
        """Its colour as a number; -1 for any."""
        word = self.words.get("colour", "any")
        return COLOURS.index(word) if word in COLOURS else -1


class Card(NamedTuple):
    """One person. `number` is its place in the deck; colours and groups are words here, numbers in the engine."""

    number: int
    id: str
    name: dict[str, str]
    group: str
    colour: str
    price: int
    points: int
    when: str | None
    worker: str | None
    numbers: dict[str, int]
    text: dict[str, str]
    """Its text in each language, as patterns for the numbers (rulebook/card_texts.py)."""
    effect: tuple[Op, ...]
    rule: str
    """The rule its effect cites: its own in the catalogue, or the general one."""
    witness: dict[str, str]

    def source(self, field: str) -> str:
        """Where a field comes from: attested, reported, inferred or reconstructed."""
        return self.witness.get(field, RECONSTRUCTED)

    @property
    def reconstructed(self) -> tuple[str, ...]:
        """The fields that no document gives."""
        fields = ("colour", "group", "price", "when", *(("worker",) if self.worker else ()), "effect")
        return tuple(field for field in fields if self.source(field) == RECONSTRUCTED)

    def __repr__(self) -> str:
        return f"<Card {self.id}, {self.colour}, {self.price} guilders>"

    def _repr_html_(self) -> str:
        """The card as a picture, for notebooks; drawing is imported only here."""
        from ..show.deck import cards_html

        return cards_html([self])


class Cards(list[Card]):
    """Some cards; a notebook shows their pictures side by side."""

    def _repr_html_(self) -> str:
        from ..show.deck import cards_html

        return cards_html(self)


class Gains(NamedTuple):
    """The cards that bring something on an occasion of the owner's own, and on one of an opponent's."""

    own: dict[int, Op]
    others: dict[int, Op]


class Caring(NamedTuple):
    """The cards to which an occasion of the owner's, or of an opponent's, means something."""

    own: frozenset[int]
    others: frozenset[int]


class Deck:
    """All cards, with the columns that rules look up by number."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = tuple(cards)
        self.by_id = {card.id: card for card in self.cards}
        self.colour = tuple(COLOURS.index(card.colour) for card in self.cards)
        self.price = tuple(card.price for card in self.cards)
        self.queries: dict[str, dict[int, Op]]
        """For each query op, the cards that answer it."""
        self.discounts: dict[str, dict[int, Op]]
        """What becomes cheaper, and through which cards."""
        self.gains: dict[str, Gains]
        """For each occasion, the cards that bring their owner something."""
        self.activation: tuple[int | None, ...]
        """What it takes to activate a card in phase 3: a worker of a colour, FREE once a round, or None if it cannot be."""
        self.points = tuple(card.points for card in self.cards)
        self.group = tuple(GROUPS.index(card.group) for card in self.cards)
        self.rule = tuple(card.rule for card in self.cards)
        self.runs = tuple(tuple(op for op in card.effect if OPS[op.name].sort == "run") for card in self.cards)
        self.scores = tuple(tuple(op for op in card.effect if OPS[op.name].sort == "score") for card in self.cards)
        self.queries = {name: {} for name, kind in OPS.items() if kind.sort == "query"}
        self.discounts = {on: {} for on in OPS["discount"].words["on"]}
        self.gains = {on: Gains({}, {}) for on in TRIGGERS}
        for card in self.cards:
            for op in card.effect:
                if op.name == "discount":
                    self.discounts[op.words["on"]][card.number] = op
                elif op.name == "gain_when":
                    gains = self.gains[op.words["on"]]
                    (gains.own if op.words["of"] == "self" else gains.others)[card.number] = op
                if op.name in self.queries:
                    self.queries[op.name][card.number] = op
        reacts = self.queries["may_discard_threat"]
        self.reacting = {on: frozenset(card for card, op in reacts.items() if op.words["on"] == on) for on in TRIGGERS}
        """For each occasion, the cards through which a threat may go."""
        self.caring = {
            on: Caring(self.reacting[on] | frozenset(self.gains[on].own), frozenset(self.gains[on].others)) for on in TRIGGERS
        }
        """For each occasion, everybody to whom it means something."""
        self.takes_off = {
            on: {card: (op.numbers[0], op.words["group"]) for card, op in ops.items()} for on, ops in self.discounts.items()
        }
        """What becomes cheaper: by how much, and for which group."""
        counting = self.queries["counts_more"]
        self.adding = tuple({card: op.numbers[0] for card, op in counting.items() if op.words["area"] == area} for area in AREAS)
        """For each majority, the cards that add to the count."""
        self.helps_listing = tuple(
            any(op.name in ("house_without_worker", "canal_price", "discount") for op in card.effect) for card in self.cards
        )
        """Whether a card may change what can be built or placed: asked in every listing."""
        self.arrow = tuple(card.when == "arrow" for card in self.cards)
        self.activation = tuple(_activation(card) for card in self.cards)
        content = [
            (
                c.id,
                c.group,
                c.colour,
                c.price,
                c.points,
                c.when,
                c.worker,
                sorted(c.numbers.items()),
                [list(op) for op in c.effect],
                c.rule,
            )
            for c in self.cards
        ]
        self.digest = hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, key: int | str) -> Card:
        return self.by_id[key] if isinstance(key, str) else self.cards[key]

    def where(self, **fields: str | int) -> Cards:
        """The cards whose fields have these values: `deck.where(group="noble", price=9)`."""
        return Cards(card for card in self.cards if all(getattr(card, name) == value for name, value in fields.items()))

    def __repr__(self) -> str:
        return f"<Deck of {len(self.cards)} cards, {self.digest}>"

    def _repr_html_(self) -> str:
        """How many cards of each kind, and all of them in a table, for notebooks."""
        from ..show.deck import deck_html

        return deck_html(self)

    @classmethod
    def for_rules(cls, rules: Ruleset) -> Deck:
        """The lab's own deck under a ruleset: the usual one, or counted by the ruleset's own numbers."""
        usual = Ruleset()
        asked = (rules.cards, rules.cards_per_colour, rules.price_per_point)
        if asked == (usual.cards, usual.cards_per_colour, usual.price_per_point):
            return cls.load()
        return cls.load(rules=rules)

    @classmethod
    def load(cls, path: str | Path | None = None, rules: Ruleset | None = None) -> Deck:
        """Read and check a deck, TOML or CSV; the lab's own if no file is named."""
        from .deck_files import own_deck, read_deck

        if path is None and rules is None:
            return own_deck()
        return read_deck(path, Ruleset() if rules is None else rules)


def _activation(card: Card) -> int | None:
    if not any(OPS[op.name].sort == "run" for op in card.effect):
        return None
    if card.when == "worker":
        return COLOURS.index(card.worker or "")
    return FREE if card.when == "infinity" else None
