"""Board, tiles and cards as what the rules speak of: their numbers fill the statements, and much of them is reconstructed.

Who brings files of their own (`board=`, `tiles=`, `cards=`) reads the rules with the numbers of these files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...kernel.errors import LabError
from ...rulebook.subjects import MARK, Number
from .board import Board
from .manifest import MANIFEST
from .stock import Stock
from .tiles import Tiles
from .witnesses import Witnesses
from .words import EXPRESS_WAY, GOODS, STREET, WATERWAY

if TYPE_CHECKING:
    from ...rulebook.catalogue import Rule
    from .ruleset import Ruleset

BOARD, TILES, CARDS = SUBJECTS = ("board", "tiles", "cards")
RECONSTRUCTED = "reconstructed"
_NO_MAP = "B-001"


class _Material(NamedTuple):
    board: Board
    tiles: Tiles
    cards: Stock

    def sites(self, count: int) -> int:
        """How many districts have so many sites."""
        return sum(len(district.sites) == count for district in self.board.districts)

    def lines(self, kind: int) -> int:
        return sum(line.kind == kind for line in self.board.lines)

    def tiles_of(self, size: int) -> int:
        return sum(tile.size == size for tile in self.tiles.tiles)

    def plots(self, lasting: bool) -> list[int]:
        """The cards of the permanent kinds, or of the others."""
        return [plot for plot in self.cards.plots if self.cards.permanent[plot] == lasting]


def _copies(items: Iterable[int]) -> tuple[int, ...]:
    """How many there are of each kind: one number if they are all alike, else those that occur."""
    return tuple(sorted(set(Counter(items).values())))


def _count_good(kind: int) -> Callable[[_Material], int]:
    return lambda material: material.cards.goods.count(kind)


class _Source(NamedTuple):
    """A number of the material: whose it is, how it is counted, and the field of the file whose witness it rests on."""

    subject: str
    counted: Callable[[_Material], int | tuple[int, ...]]
    field: str = ""


_NUMBERS: Mapping[str, _Source] = {
    "districts": _Source(BOARD, lambda m: len(m.board.districts)),
    "sites": _Source(BOARD, lambda m: len(m.board.sites), "district.sites"),
    "single": _Source(BOARD, lambda m: m.sites(1), "district.sites"),
    "paired": _Source(BOARD, lambda m: m.sites(2), "district.sites"),
    "bonus_places": _Source(BOARD, lambda m: sum(one.bonus_at is not None for one in m.board.districts), "district.bonus"),
    "squares": _Source(BOARD, lambda m: len(m.board.squares), "square.at"),
    "ports": _Source(BOARD, lambda m: sum(square.port for square in m.board.squares), "square.port"),
    "streets": _Source(BOARD, lambda m: m.lines(STREET), "line.ends"),
    "waterways": _Source(BOARD, lambda m: m.lines(WATERWAY), "line.ends"),
    "express_ways": _Source(BOARD, lambda m: m.lines(EXPRESS_WAY), "line.ends"),
    "spare": _Source(BOARD, lambda m: len(m.tiles.tiles) - len(m.board.sites), "district.sites"),
    "tiles": _Source(TILES, lambda m: len(m.tiles.tiles)),
    "smallest": _Source(TILES, lambda m: min(tile.size for tile in m.tiles.tiles), "tile.size"),
    "largest": _Source(TILES, lambda m: max(tile.size for tile in m.tiles.tiles), "tile.size"),
    "of_two": _Source(TILES, lambda m: m.tiles_of(2), "tile.size"),
    "of_three": _Source(TILES, lambda m: m.tiles_of(3), "tile.size"),
    "of_four": _Source(TILES, lambda m: m.tiles_of(4), "tile.size"),
    "of_five": _Source(TILES, lambda m: m.tiles_of(5), "tile.size"),
    "lowest": _Source(TILES, lambda m: min(tile.value for tile in m.tiles.tiles), "tile.value"),
    "highest": _Source(TILES, lambda m: max(tile.value for tile in m.tiles.tiles), "tile.value"),
    "bonus_tokens": _Source(CARDS, lambda m: len(m.cards.bonus)),
    "bonus": _Source(CARDS, lambda m: tuple(sorted(m.cards.bonus, reverse=True)), "bonus.copies"),
    "tokens": _Source(CARDS, lambda m: len(m.cards.tokens)),
    "lowest_token": _Source(CARDS, lambda m: min(m.cards.tokens, default=0), "corruption.value"),
    "highest_token": _Source(CARDS, lambda m: max(m.cards.tokens, default=0), "corruption.value"),
    "token_copies": _Source(CARDS, lambda m: _copies(m.cards.tokens), "corruption.copies"),
    "goods": _Source(CARDS, lambda m: len(m.cards.goods)),
    "plots": _Source(CARDS, lambda m: len(m.cards.plots)),
    "lasting": _Source(CARDS, lambda m: len(m.plots(True)), "plot.copies"),
    "lasting_copies": _Source(CARDS, lambda m: _copies(m.plots(True)), "plot.copies"),
    "passing": _Source(CARDS, lambda m: len(m.plots(False)), "plot.copies"),
    "passing_copies": _Source(CARDS, lambda m: _copies(m.plots(False)), "plot.copies"),
    **{good: _Source(CARDS, _count_good(kind), "merchandise.copies") for kind, good in enumerate(GOODS)},
}


class BurdigalaSubjects:
    """The three things that a game is played with, and what can be counted on them."""

    def __init__(
        self, rules: Ruleset | None, board: Board | None = None, tiles: Tiles | None = None, cards: Stock | None = None
    ) -> None:
        self.material = _Material(board or Board.load(), tiles or Tiles.load(), cards or Stock.load())

    def __iter__(self) -> Iterator[str]:
        return iter(SUBJECTS)

    def __contains__(self, subject: object) -> bool:
        return subject in SUBJECTS

    def name(self, subject: str, lang: str) -> str:
        """What it is called."""
        return _say(subject, lang)

    def number(self, rule: Rule, name: str) -> Number:
        """A number of the board, the tiles or the cards."""
        if name not in _NUMBERS:
            raise LabError(f"{rule.id}: neither board nor tiles nor cards have the number {name}")
        source = _NUMBERS[name]
        return Number(source.counted(self.material), source.subject, self._is_made_up(source))

    def rests_on(self, rule: Rule, lang: str) -> list[str]:
        """What its numbers are counted on, if no document gives it; without numbers, the map if that is open (B-001)."""
        sources = [_NUMBERS[name] for name in rule.parameters if name in _NUMBERS]
        if not sources and _NO_MAP in rule.discrepancies:
            sources = [_NUMBERS["squares"]]
        made_up = {source.subject for source in sources if self._is_made_up(source)}
        return [_say(f"rests_on.{subject}", lang) for subject in SUBJECTS if subject in made_up]

    def note(self, rule: Rule, lang: str) -> str:
        """What the rule rests on that no document gives, in words."""
        found = self.rests_on(rule, lang)
        return f"{MARK}\u00a0{_say('rests_on', lang, things='; '.join(found))}" if found else ""

    def _is_made_up(self, source: _Source) -> bool:
        """Whether a field that it is counted by is reconstructed in any entry of the file."""
        kind, _, field = source.field.partition(".")
        return any(entry == kind and witness[field] == RECONSTRUCTED for entry, witness in self._entries(source.subject))

    def _entries(self, subject: str) -> Iterator[tuple[str, Witnesses]]:
        board, tiles, cards = self.material
        if subject == BOARD:
            yield from (("square", square.witness) for square in board.squares)
            yield from (("line", line.witness) for line in board.lines)
            yield from (("district", district.witness) for district in board.districts)
        elif subject == TILES:
            yield from (("tile", tile.witness) for tile in tiles.tiles)
        else:
            yield from ((entry.split()[0], witness) for entry, witness in cards.witness.items())


def _say(key: str, lang: str, **values: object) -> str:
    return MANIFEST.texts.say("material", key, values, lang)
