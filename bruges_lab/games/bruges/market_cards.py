"""The market cards: one frozen record a card and one an improvement, read from `market.toml` or one's own file (market_files.py).

A module of the Zwin. A card says for each of the six actions how it is improved, or that it is not. All of it is
reconstructed (D-190, D-194), and whoever shows a card shows that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from .deck import RECONSTRUCTED

ACTIONS = ("workers", "guilders", "threat", "canal", "house", "recruit")
"""The six actions, in the order of the rulebook: markers and improvements are listed so."""
WORKERS, GUILDERS, THREAT, CANAL, HOUSE, RECRUIT = range(6)
NONE = ""
"""No improvement of an action."""
MARKET_CARDS = 12
"""How many there are (exp.market.comp)."""
SPARE = "three_less"
"""How recruiting is improved where every card has six markers and this one shows only five (D-190)."""


class Improvement(NamedTuple):
    """One way to improve an action. `name` and `text` are patterns for its `numbers`, a language each."""

    action: str
    kind: str
    numbers: Mapping[str, int]
    name: Mapping[str, str]
    text: Mapping[str, str]
    witness: Mapping[str, str]

    @property
    def id(self) -> str:
        """Its name in files."""
        return f"{self.action}.{self.kind}"

    @property
    def rule(self) -> str:
        """The rule that its events cite."""
        return f"exp.market.improve.{self.action}.{self.kind}"

    def source(self, field: str) -> str:
        """Where a field comes from: attested, reported, inferred, reconstructed, or one's own."""
        return self.witness.get(field, RECONSTRUCTED)


class MarketCard(NamedTuple):
    """One card. `number` is its place among the cards; `improvements` has a kind for each action, or NONE."""

    number: int
    id: str
    improvements: tuple[str, ...]
    witness: Mapping[str, str]

    def source(self, action: str) -> str:
        """Where it comes from how an action is improved."""
        return self.witness.get(action, RECONSTRUCTED)


Improved = tuple[Improvement | None, ...]
"""How each of the six actions is improved."""


class MarketCards:
    """All market cards."""

    def __init__(self, cards: Iterable[MarketCard], improvements: Iterable[Improvement]) -> None:
        self.cards = tuple(cards)
        self.by_id = {card.id: card for card in self.cards}
        self.kinds = {improvement.id: improvement for improvement in improvements}
        by_card = tuple(tuple(map(self._kind, ACTIONS, card.improvements)) for card in self.cards)
        spare = self.kinds[f"{ACTIONS[RECRUIT]}.{SPARE}"]
        self.improved: Mapping[str, tuple[Improved, ...]] = {
            "card": by_card,
            "five": tuple((*row[:RECRUIT], None) for row in by_card),
            "six": tuple((*row[:RECRUIT], row[RECRUIT] or spare) for row in by_card),
        }
        """By how many markers a card gets (`market_markers`, D-190): for each card how it improves each action."""
        content = [
            [(card.id, card.improvements) for card in self.cards],
            [(kind.id, sorted(kind.numbers.items())) for kind in self.kinds.values()],
        ]
        self.digest = hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()

    def _kind(self, action: str, kind: str) -> Improvement | None:
        return self.kinds[f"{action}.{kind}"] if kind != NONE else None

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, key: int | str) -> MarketCard:
        return self.by_id[key] if isinstance(key, str) else self.cards[key]

    def __repr__(self) -> str:
        return f"<MarketCards, {len(self.cards)} cards, {self.digest}>"

    @classmethod
    def load(cls, path: str | Path | None = None) -> MarketCards:
        """Read and check market cards; the lab's own if no file is named."""
        from .market_files import own_market, read_market

        return own_market() if path is None else read_market(path)
