"""Burdigala for the kernel: what the game brings to histories, saves, views and trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ...kernel import DataError, Event, GameKit, LabError, Option, Pending, Stream
from ...kernel.errors import one_line
from ...kernel.state import Task
from . import rules as _rules  # fills the book
from .board import Board
from .model import BOOK, State
from .positions import check_position
from .reckoned import come_to_light, drawn_tokens
from .rules.scoring import ScoreSheet, score_sheet, winners
from .rules.setup import set_up
from .ruleset import Ruleset
from .stock import Stock
from .tiles import Tiles
from .views import KNOWLEDGE, mask, resample

if TYPE_CHECKING:
    from ..manifest import Manifest

assert _rules

Source = str | Path | None
"""A file, or the lab's own."""


def find_board(board: Board | Source) -> Board:
    """A board as it was given: itself, a file, or the lab's own."""
    return board if isinstance(board, Board) else Board.load(_file("board", board))


def find_tiles(tiles: Tiles | Source) -> Tiles:
    """Tiles as they were given."""
    return tiles if isinstance(tiles, Tiles) else Tiles.load(_file("tiles", tiles))


def find_stock(cards: Stock | Source) -> Stock:
    """Cards and tokens as they were given."""
    return cards if isinstance(cards, Stock) else Stock.load(_file("cards", cards))


def _file(name: str, given: object) -> Source:
    if given is None or isinstance(given, str | Path):
        return given
    raise LabError(f"{name}: a file, not {one_line(repr(given), 40)}")


def material(
    rules: Ruleset, *, board: Board | Source = None, tiles: Tiles | Source = None, cards: Stock | Source = None
) -> dict[str, Any]:
    """What Burdigala is played with: board, tiles and cards, those of the lab unless the user brings others."""
    return {"board": find_board(board), "tiles": find_tiles(tiles), "cards": find_stock(cards)}


def lay_out(players: int, rules: Ruleset, stream: Stream, *, board: Board, tiles: Tiles, cards: Stock) -> State:
    """The position before the first meeple is placed."""
    return set_up(players, rules, board, tiles, cards, stream)


class BurdigalaKit(GameKit[State]):
    """The contract, kept. Material other than the lab's own is handed in by whoever loads a save that needs it."""

    name = "burdigala"
    book = BOOK
    state_type = State

    def __init__(self, board: Board | Source = None, tiles: Tiles | Source = None, cards: Stock | Source = None) -> None:
        self._board, self._tiles, self._cards = board, tiles, cards

    @property
    def manifest(self) -> Manifest:
        from .manifest import MANIFEST

        return MANIFEST

    def check(self, state: State) -> None:
        check_position(state)

    def chapter(self, state: State) -> int:
        return state.turn

    def shared_to_data(self, state: State) -> dict[str, object]:
        changes = {change.field.name: change.here for change in state.rules.diff()}
        return {
            "ruleset": msgspec.to_builtins(changes),
            "board": state.board.digest,
            "tiles": state.tiles.digest,
            "cards": state.stock.digest,
        }

    def shared_from_data(self, data: Mapping[str, object]) -> dict[str, object]:
        changes: Any = data.get("ruleset")
        if set(data) != {"ruleset", "board", "tiles", "cards"} or not isinstance(changes, dict):
            raise LabError("shared: must name ruleset, board, tiles and cards")
        values = {str(name): tuple(value) if isinstance(value, list) else value for name, value in changes.items()}
        try:
            rules = Ruleset().changed(**values)
        except (ValueError, TypeError) as error:
            raise LabError(f"shared: ruleset: {error}") from None
        found: dict[str, Any] = {}
        ours: dict[str, Callable[[], object]] = {
            "board": lambda: find_board(self._board),
            "tiles": lambda: find_tiles(self._tiles),
            "cards": lambda: find_stock(self._cards),
        }
        for name, find in ours.items():
            try:
                found[name] = find()
            except DataError:
                found[name] = None
            if found[name] is None or found[name].digest != data[name]:
                raise LabError(f"shared: {name}: the game was saved with other {name}; give it as {name}=")
        return {"rules": rules, "board": found["board"], "tiles": found["tiles"], "stock": found["cards"]}

    def mask(self, state: State, seat: int) -> State:
        return mask(state, seat)

    def resample(self, view: State, seat: int, stream: Stream) -> State:
        return resample(view, seat, stream)

    def seen(self, event: Event, seat: int) -> Event:
        """Who loses a card to a swap or a theft knows which; nobody else but who gets it. What others know nobody sees."""
        if event.kind not in ("merchandise.swapped", "merchandise.stolen") or event.data["owner"] != seat:
            event = super().seen(event, seat)
        open_to = tuple(delta for delta in event.deltas if delta[1] == seat or delta[2] not in KNOWLEDGE)
        return event if len(open_to) == len(event.deltas) else event.without((), open_to)

    def first_seat(self, state: State) -> int:
        return state.active

    def turn(self, state: State, seat: int) -> Task:
        """While meeples are placed, and once the dice lie: the same question to another seat."""
        kind = state.agenda[-1][0] if state.agenda else ""
        if kind in ("place", "turn.move", "turn.move.plain"):
            return (kind, seat)
        raise LabError("what another seat could do can be asked at placing and at the move (burdigala.turn.order)")

    def stage(self, state: State) -> object:
        return state.turn

    def classes(self, state: State, pending: Pending) -> list[tuple[Option, Fraction, int]] | None:
        """It does not matter which die shows what."""
        if pending.kind != "dice.throw":
            return None
        found = Counter(tuple(sorted(option[1:])) for option in pending.raw)
        return [(("dice", *throw), Fraction(count, len(pending.raw)), count) for throw, count in sorted(found.items())]

    def worlds(self, state: State, pending: Pending, option: Option, seat: int) -> list[tuple[State, Fraction]] | None:
        return come_to_light(state, option, seat) if pending.player == seat else None

    def reckoned(self, state: State, pending: Pending, seat: int) -> list[tuple[Option, Fraction, State]] | None:
        return drawn_tokens(state, seat) if pending.kind == "token" else None

    def scores(self, state: State) -> list[ScoreSheet]:
        return [score_sheet(state, seat) for seat in range(len(state.players))]

    def winners(self, state: State) -> list[int]:
        return winners(state)
