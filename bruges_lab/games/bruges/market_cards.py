"""The market cards: one frozen record a card, read from `market.toml` or a file of one's own (market_files.py).

A module of the Zwin. A card says for each of the six actions how it is improved, or that it is not. All of it is
reconstructed (D-190, D-194).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

ACTIONS = ("workers", "guilders", "threat", "canal", "house", "recruit")
"""The six actions, in the order of the rulebook: markers and improvements are listed so."""
NONE = ""
"""No improvement of an action."""


class MarketCard(NamedTuple):
    """One card. `number` is its place among the cards; `improvements` has a kind for each action, or NONE."""

    number: int
    id: str
    improvements: tuple[str, ...]
    witness: dict[str, str]


class MarketCards:
    """All market cards."""

    def __init__(self, cards: Iterable[MarketCard]) -> None:
        self.cards = tuple(cards)
        self.by_id = {card.id: card for card in self.cards}
        content = [(card.id, card.improvements) for card in self.cards]
        self.digest = hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()

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
