"""How choices name things: each codec says what its number is, and from which part of the table it is picked.

Sites and cards are written in small letters (`build:via`, `lay:boat`); squares, seats and tokens by their numbers.
"""

from __future__ import annotations

from ....kernel import NUMBER, SEAT, Codec, words
from ....kernel.choices import Word
from ..model import UNKNOWN, State
from ..words import GOODS, PLOTS

SQUARE = NUMBER.but(of="square", at="square")
START = NUMBER.but(of="square", called="start", at="meeple")
"""The square that a character stands on."""
END = NUMBER.but(of="square", called="end", at="square")
OPPONENT = SEAT


def _write_site(s: State, site: int) -> Word:
    return s.board.sites[site].name.lower()


def _read_site(s: State, word: Word) -> int | None:
    return next((number for number, site in enumerate(s.board.sites) if site.name.lower() == word), None)


SITE = Codec("site", _write_site, _read_site, at="site")

PLOT = words("plot", *PLOTS).but(at="hand")
LAID = PLOT.but(at="laid")
HAND = len(PLOTS)
BETRAYED = words("plot", *PLOTS, "hand").but(at="laid")
"""An open plot card of an opponent, or a random one from the hand."""

GOOD = words("good", *GOODS).but(at="goods")
THEIRS = GOOD.but(called="theirs")
MINE = GOOD.but(called="mine")

TOKEN = Codec(
    "token",
    lambda s, value: "unseen" if value == UNKNOWN else value,
    lambda s, word: UNKNOWN if word == "unseen" else word if isinstance(word, int) and word >= 0 else None,
    at="token",
)
"""A corruption token by its value; `unseen` for one that its owner has not looked at."""

DIE = NUMBER.but(of="die", at="die")
"""The first or the second die."""
DIRECTION = words("direction", "up", "down")
UP, DOWN = range(2)
DICE = (NUMBER.but(of="die", called="first"), NUMBER.but(of="die", called="second"))
FAVOUR = words("favour", "cube", "merchandise")
CUBE, MERCHANDISE = range(2)
