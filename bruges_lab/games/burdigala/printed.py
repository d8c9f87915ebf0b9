"""What the printed rulebook of Burdigala has besides its rules: how much is reconstructed, and the table of all tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from ...rulebook.printing import Appendix, Line
from ...rulebook.subjects import MARK
from ...show.rulebook_pages import plain
from ...show.svg import Svg, tag
from .board import Board
from .manifest import MANIFEST
from .stock import Stock
from .tiles import Tile, Tiles
from .witnesses import Witnesses
from .words import SPECIALS

if TYPE_CHECKING:
    from ...rulebook.proving import Proof
    from .ruleset import Ruleset

RECONSTRUCTED = "reconstructed"
COLUMNS = ("name", "size", "value", "special")
"""The columns of the table of tiles: its fields, by which their witnesses are known too."""


class BurdigalaPrinted:
    """The additions under a ruleset, with a board, tiles and cards."""

    def __init__(self, rules: Ruleset, board: Board, tiles: Tiles, cards: Stock) -> None:
        self.board, self.tiles = board, tiles

    def counts(self) -> dict[str, int]:
        """How many squares, lines and tiles there are, and how many of them are reconstructed in part at least."""
        board = self.board
        parts: dict[str, Sequence[Witnesses]] = {
            "squares": [square.witness for square in board.squares],
            "lines": [line.witness for line in board.lines],
            "tiles": [tile.witness for tile in self.tiles.tiles],
        }
        unsure = {f"made_{name}": sum(RECONSTRUCTED in one.values() for one in found) for name, found in parts.items()}
        return {**{name: len(found) for name, found in parts.items()}, **unsure}

    def appendices(self, lang: str) -> list[Appendix]:
        """All tiles."""
        heads = [_say(f"tile.{column}", lang) for column in COLUMNS]
        rows = [[_cell(tile, column, lang) for column in COLUMNS] for tile in self.tiles.tiles]
        lines = [heads, ["---"] * len(heads), *([plain(cell) for cell in row] for row in rows)]
        markdown = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return [Appendix("tiles", _say("all_tiles", lang), _table(heads, rows), markdown)]

    def sign(self, name: str) -> str:
        """None: its pages have no signs."""
        return ""

    def counted(self, proof: Proof, lang: str) -> Iterable[Line]:
        """Nothing: scenarios about the score play the final scoring."""
        return ()


def _say(key: str, lang: str) -> str:
    return str(MANIFEST.texts.say("rulebook", key, {}, lang))


def _cell(tile: Tile, column: str, lang: str) -> str:
    if column == "special":
        return _say(f"special.{SPECIALS[tile.special]}", lang) if tile.special else "–"
    words = tile.name[lang] if column == "name" else str(getattr(tile, column))
    return f"{words}\u00a0{MARK}" if tile.witness[column] == RECONSTRUCTED else words


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    looks = {1: "number", 2: "number"}
    head = tag("tr", *(tag("th", Svg(escape(word)), class_=looks.get(place)) for place, word in enumerate(heads)))
    body = (tag("tr", *(tag("td", Svg(escape(cell)), class_=looks.get(place)) for place, cell in enumerate(row))) for row in rows)
    return tag("table", tag("thead", head), tag("tbody", *body))
