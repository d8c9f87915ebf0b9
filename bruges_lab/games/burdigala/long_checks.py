"""The long checks of Burdigala's own behind `bruges-lab verify`: its data, and random games under watch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...rulebook.catalogue import Catalogue
from ...rulebook.readings import reading_names, ruleset
from .board import Board
from .manifest import MANIFEST
from .model import BOOK
from .stock import Stock
from .tiles import Tiles
from .watching import watch_game
from .words import ENDINGS


def data(size: int) -> Iterator[str]:
    """Everything under data/ can be read and refers only to what exists."""
    catalogue, names = Catalogue.load(MANIFEST.folder("rules"), MANIFEST.name), reading_names(MANIFEST.name)
    for rule in catalogue.values():
        for lang in rule.languages:
            for name in names:
                rule.text(lang, ruleset(name, game=MANIFEST.name))
    yield f"rules: {len(catalogue)} in {len(MANIFEST.chapters.chapters)} chapters, told under {len(names)} rulesets"
    yield f"glossary: {len(MANIFEST.glossary)} concepts"
    board, stock, tiles = Board.load(), Stock.load(), Tiles.load()
    yield f"board: {len(board.squares)} squares, {len(board.lines)} lines, {len(board.sites)} sites; tiles: {len(tiles.tiles)}"
    yield f"cards: {len(stock.goods)} merchandise, {len(stock.plots)} plot"
    yield f"tokens: {len(stock.tokens)} corruption, {len(stock.bonus)} bonus"


def games(size: int) -> Iterator[str]:
    """Random games of two, three and four players, every twentieth (at least 500) with all invariants after every decision."""
    close = max(1, min(20, size // 500))
    kinds: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    for number in range(size):
        closely = number % close == 0
        result = watch_game(2 + number % 3, number, closely=closely)
        kinds += result.kinds
        figures += Counter(games=1, decisions=result.decisions, events=result.events, watched=closely, asked=result.checked)
        figures += Counter(turns=result.turns, **{ENDINGS[ending]: 1 for ending in result.endings})
    yield (
        f"{figures['games']} games, {figures['decisions']} decisions, {figures['events']} events, "
        f"{figures['turns'] / size:.1f} turns per game, no exception"
    )
    yield (
        f"{figures['watched']} of them with every invariant after every decision; "
        f"{figures['asked']} choices asked about with why_not"
    )
    yield (
        "ended by "
        + ", ".join(f"{ending} {figures[ending]}" for ending in ENDINGS)
        + f"; kinds of event: {len(kinds)} of {len(BOOK.kinds)}"
    )
