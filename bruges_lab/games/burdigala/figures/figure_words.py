"""Words and numbers of the figures of Burdigala: those of the lab (show/figures.py), said from the texts of this game."""

from __future__ import annotations

from fractions import Fraction

from ....show import figures
from ....show.figures import MARK, decimal, percent
from ..board import Board
from ..manifest import MANIFEST
from ..model import State
from ..play.cube_gains import tiles_there
from ..play.known_position import Odds, expected

RECONSTRUCTED = "reconstructed"


def say(key: str, lang: str, /, **values: object) -> str:
    """Words of a figure."""
    return figures.say(key, lang, MANIFEST.texts, **values)


def number(value: int | Fraction, lang: str) -> str:
    """A whole number as it is, any other with two decimals."""
    return str(int(value)).replace("-", "−") if value == int(value) else decimal(float(value), 2, lang)


def odds(share: Fraction, lang: str) -> str:
    """Exact odds with their share in a hundred; what is certain or impossible needs no fraction."""
    return percent(share, lang) if share in (0, 1) else f"{share} ({percent(share, lang)})"


def spread(found: Odds, lang: str, mark: str = "") -> str:
    """A number that is certain; else its mean and its bounds; with a mark, if it rests on what is reconstructed."""
    if len(found) == 1:
        return f"{mark}{number(next(iter(found)), lang)}"
    return say("spread", lang, mean=f"{mark}{number(expected(found), lang)}", low=min(found), high=max(found))


def listed(found: Odds, lang: str) -> str:
    """Every number with its odds."""
    return ", ".join(say("pair", lang, first=value, second=odds(share, lang)) for value, share in found.items())


def mark_of(known: State, site: int) -> str:
    """The mark of a value that is reconstructed, if that of a tile which may lie there is."""
    there = (known.tiles.of(tile) for tile in tiles_there(known, site))
    return MARK if any(tile.witness["value"] == RECONSTRUCTED for tile in there) else ""


def is_reconstructed(board: Board) -> bool:
    """Whether the map is made up: any line or square of it."""
    witnesses = [line.witness for line in board.lines] + [square.witness for square in board.squares]
    return any(RECONSTRUCTED in witness.values() for witness in witnesses)


def marked(known: State, lang: str) -> str:
    """What the mark means, where map or tiles are reconstructed; nothing where an owner has entered the printed ones."""
    tiles = any(tile.witness["value"] == RECONSTRUCTED for tile in known.tiles.tiles)
    return say("marked.map", lang) if is_reconstructed(known.board) else say("marked", lang) if tiles else ""
