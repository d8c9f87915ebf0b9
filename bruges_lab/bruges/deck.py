"""The cards: one frozen record a person, read from `data/cards.toml` or a file of one's own.

Most of the deck is reconstructed; `Card.witness` says of every field where it comes from, and whoever shows a card shows that.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from .. import places
from ..kernel.errors import DataError
from ..kernel.records import read_list
from .ops import OPS
from .ruleset import Ruleset
from .words import COLOURS, GROUPS

RECONSTRUCTED = "reconstructed"
WITNESS = re.compile(r"attested 00[0-3]:\d+(-\d+)?|reported|inferred D-\d{3}|reconstructed")
LANGUAGES = ("en", "de", "fr", "it")
_ID = re.compile(r"[a-z][a-z0-9_]*")


class _CardRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A card as the file gives it."""

    id: str
    name: dict[Literal["en", "de", "fr", "it"], str]
    group: str
    colour: str
    price: int
    when: Literal["arrow", "worker", "infinity", "laurel"] | None = None
    worker: str | None = None
    numbers: dict[str, int] = {}
    effect: list[dict[str, str | int]] = []
    rule: str | None = None
    witness: dict[str, str] = {}


class Op(NamedTuple):
    """One op of an effect: its name, its numbers in the order of the vocabulary, its words."""

    name: str
    numbers: tuple[int, ...]
    words: dict[str, str]


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
    effect: tuple[Op, ...]
    rule: str
    """The rule its effect cites: its own in the catalogue, or the general one."""
    witness: dict[str, str]

    def source(self, field: str) -> str:
        """Where a field comes from: attested, reported, inferred or reconstructed."""
        return self.witness.get(field, RECONSTRUCTED)

    def __repr__(self) -> str:
        return f"<Card {self.id}, {self.colour}, {self.price} guilders>"


class Deck:
    """All cards, with the columns that rules look up by number."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = tuple(cards)
        self.by_id = {card.id: card for card in self.cards}
        self.colour = tuple(COLOURS.index(card.colour) for card in self.cards)
        self.price = tuple(card.price for card in self.cards)
        self.queries: dict[str, dict[int, Op]]
        """For each query op, the cards that answer it."""
        self.activation: tuple[int | None, ...]
        """What it takes to activate a card in phase 3: a worker of a colour, FREE once a round, or None if it cannot be."""
        self.points = tuple(card.points for card in self.cards)
        self.group = tuple(GROUPS.index(card.group) for card in self.cards)
        self.rule = tuple(card.rule for card in self.cards)
        self.runs = tuple(tuple(op for op in card.effect if OPS[op.name].sort == "run") for card in self.cards)
        self.scores = tuple(tuple(op for op in card.effect if OPS[op.name].sort == "score") for card in self.cards)
        self.queries = {name: {} for name, kind in OPS.items() if kind.sort == "query"}
        for card in self.cards:
            for op in card.effect:
                if op.name in self.queries:
                    self.queries[op.name][card.number] = op
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

    def __repr__(self) -> str:
        return f"<Deck of {len(self.cards)} cards, {self.digest}>"

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
        """Read and check a deck; the lab's own if no file is named."""
        if path is None and rules is None:
            return _own_deck()
        file = places.data("cards.toml") if path is None else Path(path)
        return _read(file, Ruleset() if rules is None else rules)


FREE = 5
"""Activated once a round without a worker (act.infinity.type1)."""


def _activation(card: Card) -> int | None:
    if not any(OPS[op.name].sort == "run" for op in card.effect):
        return None
    if card.when == "worker":
        return COLOURS.index(card.worker or "")
    return FREE if card.when == "infinity" else None


@cache
def _own_deck() -> Deck:
    return _read(places.data("cards.toml"), Ruleset())


def _read(file: Path, rules: Ruleset) -> Deck:
    records = read_list(file, "card", _CardRecord)
    for record in records:
        _check(file, record, rules)
    if len(records) != rules.cards:
        raise DataError(file, "deck", "card", f"has {len(records)} cards; a deck has {rules.cards}", "comp.cards.count")
    colours = Counter(record.colour for record in records)
    for colour in COLOURS:
        if colours[colour] != rules.cards_per_colour:
            problem = f"{colours[colour]} cards are {colour}; a deck has {rules.cards_per_colour} of each colour"
            raise DataError(file, "deck", "colour", problem, "comp.cards.per_color")
    for language in LANGUAGES:
        names = Counter(record.name[language] for record in records)  # type: ignore[index]
        name, count = names.most_common(1)[0]
        if count > 1:
            raise DataError(file, "deck", f"name.{language}", f"{name!r} stands on {count} cards", "comp.cards.distinct")
    return Deck(_card(file, number, record, rules) for number, record in enumerate(records))


def _card(file: Path, number: int, record: _CardRecord, rules: Ruleset) -> Card:
    return Card(
        number=number,
        id=record.id,
        name={str(lang): name for lang, name in record.name.items()},
        group=record.group,
        colour=record.colour,
        price=record.price,
        points=record.price // rules.price_per_point,
        when=record.when,
        worker=record.worker,
        numbers=record.numbers,
        effect=tuple(_op(file, record, f"effect {place}", raw) for place, raw in enumerate(record.effect, 1)),
        rule=record.rule or "act.meaning",
        witness=record.witness,
    )


def _op(file: Path, record: _CardRecord, field: str, raw: dict[str, str | int]) -> Op:
    """Check an op against the vocabulary and put its numbers in."""
    raw = dict(raw)
    name = raw.pop("op", None)
    kind = OPS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise DataError(file, record.id, field, f"{name!r} is not an op of the vocabulary")
    if (
        (kind.sort == "score") != (record.when == "laurel")
        or (kind.sort == "query" and record.when != "infinity")
        or record.when is None
    ):
        raise DataError(file, record.id, field, f"{name} does not go with when = {record.when!r}", "act.kinds")
    numbers = []
    for parameter in kind.numbers:
        value = raw.pop(parameter, None)
        value = record.numbers.get(value) if isinstance(value, str) else value
        if not isinstance(value, int) or not 0 <= value <= 99:
            raise DataError(file, record.id, f"{field}.{parameter}", "must be a number, or the name of one in `numbers`")
        numbers.append(value)
    words: dict[str, str] = {}
    for parameter, allowed in kind.words.items():
        word = raw.pop(parameter, None)
        if word not in allowed:
            raise DataError(file, record.id, f"{field}.{parameter}", f"{word!r} is not one of {', '.join(allowed)}")
        words[parameter] = str(word)
    if words.get("per") == "people_of_group":
        group = raw.pop("group", None)
        if group not in GROUPS:
            raise DataError(file, record.id, f"{field}.group", f"{group!r} is not one of the groups", "card.groups.list")
        words["group"] = str(group)
    if words.get("on") == "step_taken" and words["colour"] == "same":
        raise DataError(file, record.id, f"{field}.colour", "a step has no colour: say any")
    if raw:
        raise DataError(file, record.id, field, f"{name} has no parameter {min(raw)!r}")
    return Op(str(name), tuple(numbers), words)


_FIELDS = frozenset(
    {"name_en", "name_de", "name_fr", "name_it", "group", "colour", "price", "when", "worker", "numbers", "text", "effect"}
)


def _check(file: Path, record: _CardRecord, rules: Ruleset) -> None:
    def refuse(field: str, problem: str, rule: str | None = None) -> DataError:
        return DataError(file, record.id, field, problem, rule)

    if not _ID.fullmatch(record.id):
        raise refuse("id", "must be small letters, digits and _")
    for language in LANGUAGES:
        if not record.name.get(language):  # type: ignore[call-overload]
            raise refuse(f"name.{language}", "is missing")
    if record.group not in GROUPS:
        raise refuse("group", f"{record.group!r} is not one of the {len(GROUPS)} groups", "card.groups.list")
    if record.colour not in COLOURS:
        raise refuse("colour", f"{record.colour!r} is not one of {', '.join(COLOURS)}", "comp.cards.colors")
    if record.price < 0 or record.price % rules.price_per_point:
        raise refuse("price", f"{record.price} is not a multiple of {rules.price_per_point}", "card.anatomy.points_third")
    if (record.when == "worker") != (record.worker is not None):
        raise refuse("worker", "goes with when = 'worker', and only with it", "act.worker.cost")
    if record.worker is not None and record.worker not in COLOURS:
        raise refuse("worker", f"{record.worker!r} is not one of {', '.join(COLOURS)}", "act.worker.cost")
    for field, witness in record.witness.items():
        if field not in _FIELDS:
            raise refuse(f"witness.{field}", "is not a field of a card")
        if not WITNESS.fullmatch(witness):
            raise refuse(f"witness.{field}", f"{witness!r} is not a witness")
