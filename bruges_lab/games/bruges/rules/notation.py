"""How choices name things: each codec says what its number is, and from which part of the table it is picked.

`at` is a word for the pictures (pictures/targets.py): a hand, the people, the workers of whoever is asked.
"""

from __future__ import annotations

from ....kernel import NUMBER, SEAT, Codec, words
from ....kernel.choices import Word
from ..model import FIRST_SHIP, State
from ..words import COLOURS, DAMAGES, PILES, SECTIONS


def _write(s: State, card: int) -> Word:
    return s.deck.cards[card].id


def _read(s: State, word: Word) -> int | None:
    card = s.deck.by_id.get(word) if isinstance(word, str) else None
    return None if card is None else card.number


CARD = Codec("card", _write, _read, at="hand")
RESIDENT = CARD.but(at="person")
"""A person in the display."""


def _write_source(s: State, source: int) -> Word:
    return _write(s, source) if source < FIRST_SHIP else s.ship_tiles[source - FIRST_SHIP].id


def _read_source(s: State, word: Word) -> int | None:
    card = _read(s, word)
    ship = _read_ship(s, word) if card is None else None
    return card if ship is None else FIRST_SHIP + ship


def _read_ship(s: State, word: Word) -> int | None:
    ship = s.ship_tiles.by_id.get(word) if s.docks and isinstance(word, str) else None
    return None if ship is None else ship.number


SHIP = Codec("ship", lambda s, ship: s.ship_tiles[ship].id, _read_ship)
SOURCE = Codec("source", _write_source, _read_source)
"""What brings an effect about: a person or a ship."""

COLOUR = words("colour", *COLOURS)
OWN_WORKER = COLOUR.but(at="worker")
PAID_WORKER = words("colour", *COLOURS, "none").but(at="worker")
"""A worker that is paid, or none."""
OWN_THREAT = COLOUR.but(at="threat")
SUPPLIED_THREAT = COLOUR.but(at="supply")
ROOM = COLOUR.but(at="room")
"""A colour that a person can move into."""

DOCK = COLOUR.but(at="dock")
"""The ship that lies in the dock of a colour."""

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
