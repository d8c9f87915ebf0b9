"""The cards: one frozen record a person, read from `cards.toml`, a file of one's own, or a few changes to the lab's own.

Most of the deck is reconstructed; `Card.witness` says of every field where it comes from, and whoever shows a card shows that.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ...kernel.errors import DataError, LabError, one_line
from .ops import OPS, TRIGGERS
from .ruleset import Ruleset
from .words import ACTIVATIONS, AREAS, COLOURS, GROUPS

LANGUAGES = ("en", "de", "fr", "it")
RECONSTRUCTED = "reconstructed"
WITNESS = re.compile(r"attested 00[0-3]:\d+(-\d+)?|reported|inferred D-\d{3}|reconstructed|own")
"""Where a field comes from; `own`: whoever wrote the deck says so, from the cards of a box."""
RULE = re.compile(r"act\.meaning|person(\.[a-z0-9_]+)+")
GENERAL_RULE = "act.meaning"
"""What the events of a person cite whom the catalogue does not describe: the text on the card is carried out."""
OWN = "own"
ID = re.compile(r"[a-z][a-z0-9_]*")
LONGEST_NAME = 60
HIGHEST_PRICE = 99
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
    """Its text in each language, as patterns for the numbers (card_texts.py)."""
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
        from .pictures.deck_sheet import cards_html

        return cards_html([self])


class Cards(list[Card]):
    """Some cards; a notebook shows their pictures side by side."""

    def _repr_html_(self) -> str:
        from .pictures.deck_sheet import cards_html

        return cards_html(self)


class Gains(NamedTuple):
    """The cards that bring something on an occasion of the owner's own, and on one of an opponent's."""

    own: dict[int, Op]
    others: dict[int, Op]


class Caring(NamedTuple):
    """The cards to which an occasion of the owner's, or of an opponent's, means something."""

    own: frozenset[int]
    others: frozenset[int]


class Minding(NamedTuple):
    """The occasions of the owner's own, and those of opponents, that mean something to a card."""

    own: frozenset[str]
    others: frozenset[str]


class Deck:
    """All cards, with the columns that rules look up by number.

    Cards are checked as those of a file are, against a ruleset (the default if none is given), and numbered by their places. How
    many they must be to be played with is asked where a game begins (`check_count`).
    """

    def __init__(self, cards: Iterable[Card], rules: Ruleset | None = None) -> None:
        self.cards = _checked(cards, Ruleset() if rules is None else rules)
        self.by_id = {card.id: card for card in self.cards}
        self.colour = tuple(COLOURS.index(card.colour) for card in self.cards)
        self.by_colour = {word: tuple(n for n, card in enumerate(self.cards) if card.colour == word) for word in COLOURS}
        self.price = tuple(card.price for card in self.cards)
        self.points = tuple(card.points for card in self.cards)
        self.group = tuple(GROUPS.index(card.group) for card in self.cards)
        self.rule = tuple(card.rule for card in self.cards)
        self.by_rule = only_bearers(self.rule)
        """The person whom a rule is about, if it is about one: an event that cites it names that person."""
        self.runs = tuple(tuple(op for op in card.effect if OPS[op.name].sort == "run") for card in self.cards)
        self.scores = tuple(tuple(op for op in card.effect if OPS[op.name].sort == "score") for card in self.cards)
        self.arrow = tuple(card.when == "arrow" for card in self.cards)
        self.activation: tuple[int | None, ...] = tuple(_activation(card) for card in self.cards)
        """What it takes to activate a card in phase 3: a worker of a colour, FREE once a round, or None if it cannot be."""
        self.helps_listing = tuple(
            any(op.name in ("house_without_worker", "canal_price", "discount") for op in card.effect) for card in self.cards
        )
        """Whether a card may change what can be built or placed: asked in every listing."""
        self._index_effects()
        self._index_people()
        self.digest = _digest(self.cards)

    def _index_effects(self) -> None:
        """Which cards answer what: looked up by the rules at every turn."""
        self.queries: dict[str, dict[int, Op]] = {name: {} for name, kind in OPS.items() if kind.sort == "query"}
        """For each query op, the cards that answer it."""
        self.discounts: dict[str, dict[int, Op]] = {on: {} for on in OPS["discount"].words["on"]}
        """What becomes cheaper, and through which cards."""
        self.gains = {on: Gains({}, {}) for on in TRIGGERS}
        """For each occasion, the cards that bring their owner something."""
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

    def _index_people(self) -> None:
        """The same by card: who answers what, and which occasions mean something to whom."""
        self.minds: dict[int, Minding] = {}
        """The same by card, for those to whom any occasion means something."""
        for card in self.cards:
            own, others = (frozenset(on for on in TRIGGERS if card.number in self.caring[on][place]) for place in (0, 1))
            if own or others:
                self.minds[card.number] = Minding(own, others)
        asked = {
            card.number: tuple(dict.fromkeys(op.name for op in card.effect if op.name in self.queries)) for card in self.cards
        }
        self.answers = {card: names for card, names in asked.items() if names}
        """The query ops that a card answers, for those that answer any."""
        self.passive = frozenset(self.minds) | frozenset(self.answers)

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
        from .pictures.deck_sheet import deck_html

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
    def load(cls, path: str | Path | Changes | None = None, rules: Ruleset | None = None) -> Deck:
        """Read and check a deck: a file (TOML or CSV), changes as `{"prince": {"price": 6}}`, or else the lab's own."""
        from .deck_files import own_deck, read_deck

        if path is None and rules is None:
            return own_deck()
        return read_deck(path, Ruleset() if rules is None else rules)

    def check_count(self, rules: Ruleset, file: str | Path = "deck") -> None:
        """Refuse to play with more or fewer cards than a deck has, in all and of each colour, or with two of one name."""
        if len(self) != rules.cards:
            raise DataError(file, "deck", "card", f"has {len(self)} cards; a deck has {rules.cards}", "comp.cards.count")
        colours = Counter(card.colour for card in self.cards)
        each, more = rules.cards_per_colour, rules.cards % len(COLOURS)  # 204 cards cannot have as many of each (D-172)
        for colour in COLOURS:
            if colours[colour] != each and not (more and colours[colour] > each):
                problem = f"{colours[colour]} cards are {colour}; a deck has {'at least ' if more else ''}{each} of each colour"
                raise DataError(file, "deck", "colour", problem, "comp.cards.per_color")
        for language in LANGUAGES:
            (name, count), *_ = Counter(card.name.get(language, card.name["en"]) for card in self.cards).most_common(1)
            if count > 1:
                raise DataError(file, "deck", f"name.{language}", f"{name!r} is on {count} cards", "comp.cards.distinct")


def only_bearers(rules: Sequence[str]) -> dict[str, int]:
    """The places of the rules that stand at one place only; the general rule says nothing of anybody."""
    often = Counter(rules)
    return {rule: place for place, rule in enumerate(rules) if often[rule] == 1 and rule != GENERAL_RULE}


Changes = Mapping[str, Mapping[str, object]]
"""Cards of the lab's own deck by id, each with the fields that are different."""
DeckSource = Deck | str | Path | Changes
"""A deck as users give it: itself, a file, or changes to the lab's own."""

_FILE = "deck"


def _checked(cards: Iterable[Card], rules: Ruleset) -> tuple[Card, ...]:
    """The cards in their order, numbered by it; the first that cannot be a card is refused."""
    found = []
    seen: set[str] = set()
    try:
        listed = tuple(cards)
    except TypeError:
        raise LabError(f"a deck is made of cards, not of {one_line(cards, 40)!r}") from None
    for number, card in enumerate(listed):
        if not isinstance(card, Card):
            raise LabError(f"a deck is made of cards, and {one_line(card, 40)!r} is not a card")
        for field, problem, rule in _card_faults(card, rules):
            raise DataError(_FILE, one_line(card.id, 40), field, problem, rule)
        if card.id in seen:
            raise DataError(_FILE, card.id, "id", "has the same id as another card", "comp.cards.distinct")
        seen.add(card.id)
        found.append(card if card.number == number else card._replace(number=number))
    return tuple(found)


def _card_faults(card: Card, rules: Ruleset) -> Iterator[tuple[str, str, str | None]]:
    """Field, problem and rule of everything that keeps a record from being a card."""
    if not isinstance(card.id, str) or not ID.fullmatch(card.id):
        yield "id", "must be small letters, digits and _", None
    if not isinstance(card.name, dict) or not card.name.get("en"):
        yield "name", "is missing", None
    elif any(not isinstance(name, str) or not name.isprintable() or len(name) > LONGEST_NAME for name in card.name.values()):
        yield "name", f"must be 1 to {LONGEST_NAME} printable characters", None
    yield from value_faults(card.group, card.colour, card.price, card.when, card.worker, rules)
    if card.points != card.price // rules.price_per_point and card.witness.get("points") is None:
        worth = f"a price of {card.price} is worth {card.price // rules.price_per_point}, unless witness.points says otherwise"
        yield "points", f"{one_line(card.points, 20)}: {worth}", "card.anatomy.points_third"
    if not isinstance(card.effect, tuple) or any(not isinstance(op, Op) or op.name not in OPS for op in card.effect):
        yield "effect", "is not made of ops of the vocabulary", "act.kinds"
    if not isinstance(card.text, dict) or not all(isinstance(text, str) for text in card.text.values()):
        yield "text", "is not a text in each language", None
    if not isinstance(card.rule, str) or not RULE.fullmatch(card.rule):
        yield "rule", f"{one_line(card.rule, 40)!r} is not a person's rule", None
    for field, witness in card.witness.items():
        if not isinstance(witness, str) or not WITNESS.fullmatch(witness):
            yield f"witness.{field}", f"{one_line(witness, 40)!r} is not a witness", None


def value_faults(
    group: str, colour: str, price: int, when: str | None, worker: str | None, rules: Ruleset
) -> Iterator[tuple[str, str, str | None]]:
    """What is wrong with the printed values of a card: field, problem, rule."""
    if group not in GROUPS:
        yield "group", f"{one_line(group, 40)!r} is not one of {', '.join(GROUPS)}", "card.groups.list"
    if colour not in COLOURS:
        yield "colour", f"{one_line(colour, 40)!r} is not one of {', '.join(COLOURS)}", "comp.cards.colors"
    if not isinstance(price, int) or not 0 <= price <= HIGHEST_PRICE or price % rules.price_per_point:
        problem = f"{one_line(price, 20)} is not a multiple of {rules.price_per_point} from 0 to {HIGHEST_PRICE}"
        yield "price", problem, "card.anatomy.points_third"
    if (when == "worker") != (worker is not None):
        yield "worker", "goes with when = 'worker', and only with it", "act.worker.cost"
    if worker is not None and worker not in COLOURS:
        yield "worker", f"{one_line(worker, 40)!r} is not one of {', '.join(COLOURS)}", "act.worker.cost"
    if when is not None and when not in ACTIVATIONS:
        yield "when", f"{one_line(when, 40)!r} is not one of {', '.join(ACTIVATIONS)}", "act.kinds"


def _activation(card: Card) -> int | None:
    if not any(OPS[op.name].sort == "run" for op in card.effect):
        return None
    if card.when == "worker":
        return COLOURS.index(card.worker or "")
    return FREE if card.when == "infinity" else None


def _digest(cards: Iterable[Card]) -> str:
    """A short hash of what play depends on."""
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
        for c in cards
    ]
    return hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()
