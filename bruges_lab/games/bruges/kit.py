"""Bruges for the kernel: what the game brings to histories, saves, views and trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ...kernel import DataError, GameKit, LabError, Option, Pending, Stream
from ...kernel.errors import one_line
from ...kernel.state import Task
from . import rules as _rules  # fills the book
from .board import Board
from .deck import Deck, DeckSource
from .endless import check_ending, why_endless
from .market_cards import MarketCards
from .model import BOOK, State
from .positions import check_position
from .rules.dice import dice_classes
from .rules.scoring import ScoreSheet, score_sheet, winners
from .rules.setup import set_up
from .ruleset import Ruleset
from .ship_tiles import ShipTiles
from .views import drawn_worlds, mask, resample
from .words import PHASES

if TYPE_CHECKING:
    from ..manifest import Manifest

assert _rules


MATERIAL = ("deck", "board", "ship_tiles", "market_cards")
"""What Bruges can be played with that is not in its ruleset; the last two belong to modules."""


def find_deck(deck: DeckSource | None, rules: Ruleset) -> Deck:
    """A deck as it was given: itself, a file, changes to the lab's own, or the lab's own under this ruleset."""
    if isinstance(deck, Deck):
        deck.check_count(rules)
        return deck
    return Deck.for_rules(rules) if deck is None else Deck.load(deck, rules)


def find_board(board: Board | str | Path | None, rules: Ruleset) -> Board:
    """A board as it was given: itself, a file, or the lab's own under this ruleset."""
    if isinstance(board, Board):
        return board
    if not (board is None or isinstance(board, str | Path)):
        raise LabError(f"board: a board or its file, not {one_line(repr(board), 40)}")
    return Board.load(board, rules)


def find_ships(ships: ShipTiles | str | Path | None) -> ShipTiles:
    """Ships as they were given: themselves, a file, or the lab's own."""
    return ships if isinstance(ships, ShipTiles) else ShipTiles.load(_file("ship_tiles", ships))


def find_market(cards: MarketCards | str | Path | None) -> MarketCards:
    """Market cards as they were given: themselves, a file, or the lab's own."""
    return cards if isinstance(cards, MarketCards) else MarketCards.load(_file("market_cards", cards))


def _file(name: str, given: object) -> str | Path | None:
    if not (given is None or isinstance(given, str | Path)):
        raise LabError(f"{name}: a file, not {one_line(repr(given), 40)}")
    return given


def material(
    rules: Ruleset,
    *,
    deck: DeckSource | None = None,
    board: Board | str | Path | None = None,
    ship_tiles: ShipTiles | str | Path | None = None,
    market_cards: MarketCards | str | Path | None = None,
) -> dict[str, Any]:
    """What Bruges is played with: a deck and a board, those of the lab unless the user brings others; and that of each module."""
    return {"deck": find_deck(deck, rules), "board": find_board(board, rules), **of_modules(rules, ship_tiles, market_cards)}


def of_modules(
    rules: Ruleset, ship_tiles: ShipTiles | str | Path | None = None, market_cards: MarketCards | str | Path | None = None
) -> dict[str, Any]:
    """What the modules that are on are played with; of another nothing can be given."""
    for name, module, given in (("ship_tiles", "ships", ship_tiles), ("market_cards", "market", market_cards)):
        if given is not None and not getattr(rules, module):
            raise LabError(f"{name}: there is no such thing without {module} = true")
    ships = {"ship_tiles": find_ships(ship_tiles)} if rules.ships else {}
    market = {"market_cards": find_market(market_cards)} if rules.market else {}
    return {**ships, **market}


def lay_out(players: int, rules: Ruleset, stream: Stream, *, deck: Deck, board: Board, **modules: Any) -> State:
    """The position before the first round."""
    return set_up(players, rules, deck, board, stream, **modules)


def _named_by(rules: Ruleset) -> tuple[str, ...]:
    """What is on the table besides deck and board: the material of the modules that are on."""
    return (*(("ship_tiles",) if rules.ships else ()), *(("market_cards",) if rules.market else ()))


class BrugesKit(GameKit[State]):
    """The contract, kept. Decks and boards other than the lab's own are handed in by whoever loads a save that needs them."""

    name = "bruges"
    book = BOOK
    state_type = State

    def __init__(
        self,
        deck: DeckSource | None = None,
        board: Board | str | Path | None = None,
        ship_tiles: ShipTiles | str | Path | None = None,
        market_cards: MarketCards | str | Path | None = None,
    ) -> None:
        self._deck = deck
        self._board = board
        self._ship_tiles = ship_tiles
        self._market_cards = market_cards

    @property
    def manifest(self) -> Manifest:
        from .manifest import MANIFEST

        return MANIFEST

    def check(self, state: State) -> None:
        check_position(state)

    def chapter(self, state: State) -> int:
        return state.round

    def shared_to_data(self, state: State) -> dict[str, object]:
        changes = {change.field.name: change.here for change in state.rules.diff()}
        named = {name: getattr(state, name).digest for name in ("deck", "board", *_named_by(state.rules))}
        return {"ruleset": msgspec.to_builtins(changes), **named}

    def shared_from_data(self, data: Mapping[str, object]) -> dict[str, object]:
        changes: Any = data.get("ruleset")
        if not {"ruleset", "deck", "board"} <= set(data) or not isinstance(changes, dict):
            raise LabError("shared: must name ruleset, deck and board")
        values = {str(name): tuple(value) if isinstance(value, list) else value for name, value in changes.items()}
        try:
            rules = Ruleset().changed(**values)
        except (ValueError, TypeError) as error:
            raise LabError(f"shared: ruleset: {error}") from None
        found: dict[str, Any] = {"rules": rules}
        finders: dict[str, Callable[[], Any]] = {
            "deck": lambda: find_deck(self._deck, rules),
            "board": lambda: find_board(self._board, rules),
            "ship_tiles": lambda: find_ships(self._ship_tiles),
            "market_cards": lambda: find_market(self._market_cards),
        }
        wanted = ("deck", "board", *_named_by(rules))
        if set(data) != {"ruleset", *wanted}:
            raise LabError(f"shared: must name ruleset, {', '.join(wanted)}")
        for name in wanted:
            try:
                found[name] = finders[name]()
            except DataError:
                found[name] = None
            if found[name] is None or found[name].digest != data[name]:
                raise LabError(f"shared: {name}: the game was saved with another {name}; give it as {name}=")
        return found

    def mask(self, state: State, seat: int) -> State:
        return mask(state, seat)

    def resample(self, view: State, seat: int, stream: Stream) -> State:
        return resample(view, seat, stream)

    def first_seat(self, state: State) -> int:
        return state.start

    def check_ending(self, state: State) -> None:
        check_ending(state.rules)

    def why_endless(self, state: State) -> str:
        return why_endless(state.rules)

    def turn(self, state: State, seat: int) -> Task:
        """In phase 3 the seat's turn with the cards it has; while cards are drawn or the step is being asked about, the same."""
        if PHASES[state.phase - 1] == "actions":
            return ("turn.act", seat) if state.players[seat].hand else ("turn.more", seat, False)
        kind, *_, last = state.agenda[-1]
        if kind == "advance":
            return (kind, seat)
        if kind == "draw.card":
            return (kind, seat, last)
        raise LabError("what another seat could do can be asked while cards are drawn, at the step, and on turns (phase3.turns)")

    def stage(self, state: State) -> object:
        return state.round, state.phase

    def classes(self, state: State, pending: Pending) -> list[tuple[Option, Fraction, int]] | None:
        return dice_classes(state) if pending.kind == "dice.roll" else None

    def worlds(self, state: State, pending: Pending, option: Option, seat: int) -> list[tuple[State, Fraction]] | None:
        if option[0] != "draw" or pending.player != seat:
            return None
        found = drawn_worlds(state, seat, option[1])
        return [(world, Fraction(1, len(found))) for world in found] or None

    def scores(self, state: State) -> list[ScoreSheet]:
        return [score_sheet(state, seat) for seat in range(len(state.players))]

    def winners(self, state: State) -> list[int]:
        return winners(state)
