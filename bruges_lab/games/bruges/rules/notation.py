"""How choices name things: each codec says what its number is, and from which part of the table it is picked.

`at` is a word for the pictures (pictures/targets.py): a hand, the people, the workers of whoever is asked.
"""

from __future__ import annotations

from ....kernel import NUMBER, SEAT, Codec, words
from ....kernel.choices import Word
from ..model import State
from ..words import COLOURS, DAMAGES, PILES, SECTIONS


def _write(s: State, card: int) -> Word:
    return s.deck.cards[card].id


def _read(s: State, word: Word) -> int | None:
    card = s.deck.by_id.get(word) if isinstance(word, str) else None
    return None if card is None else card.number


CARD = Codec("card", _write, _read, at="hand")
RESIDENT = CARD.but(at="person")
"""A person in the display."""

COLOUR = words("colour", *COLOURS)
OWN_WORKER = COLOUR.but(at="worker")
PAID_WORKER = words("colour", *COLOURS, "none").but(at="worker")
"""A worker that is paid, or none."""
OWN_THREAT = COLOUR.but(at="threat")
SUPPLIED_THREAT = COLOUR.but(at="supply")
ROOM = COLOUR.but(at="room")
"""A colour that a person can move into."""

DAMAGE = words("damage", *DAMAGES).but(at="damage")
PILE = words("pile", *PILES).but(at="pile")
NEXT_SPACE = words("section", *SECTIONS).but(at="space")
"""A section to build in."""
LAST_TILE = NEXT_SPACE.but(at="tile")
"""A section that loses its outermost tile."""
HOUSE_AT = NUMBER.but(of="house", at="house")
"""A house by its place in the display, from 0."""
OPPONENT = SEAT
DEBTOR = SEAT.but(at="purse")
"""An opponent whose guilders change."""
DICE = tuple(NUMBER.but(called=colour) for colour in COLOURS)
"""A throw, each die under the name of its colour."""
