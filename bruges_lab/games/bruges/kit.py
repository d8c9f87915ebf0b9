"""Bruges for the kernel: what the game brings to histories, saves, views and trees."""

from __future__ import annotations

from collections.abc import Mapping
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
from .model import BOOK, State
from .positions import check_position
from .rules.dice import dice_classes
from .rules.scoring import ScoreSheet, score_sheet, winners
from .rules.setup import set_up
from .ruleset import Ruleset
from .views import drawn_worlds, mask, resample
from .words import PHASES

if TYPE_CHECKING:
    from ..manifest import Manifest

assert _rules


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
    same_shape = (rules.sections, rules.section_spaces) == (Ruleset().sections, Ruleset().section_spaces)
    return Board.load() if board is None and same_shape else Board.load(board, rules)


def material(rules: Ruleset, *, deck: DeckSource | None = None, board: Board | str | Path | None = None) -> dict[str, Any]:
    """What Bruges is played with: a deck and a board, those of the lab unless the user brings others."""
    return {"deck": find_deck(deck, rules), "board": find_board(board, rules)}


def lay_out(players: int, rules: Ruleset, stream: Stream, *, deck: Deck, board: Board) -> State:
    """The position before the first round."""
    return set_up(players, rules, deck, board, stream)


class BrugesKit(GameKit[State]):
    """The contract, kept. Decks and boards other than the lab's own are handed in by whoever loads a save that needs them."""

    name = "bruges"
    book = BOOK
    state_type = State

    def __init__(self, deck: DeckSource | None = None, board: Board | str | Path | None = None) -> None:
        self._deck = deck
        self._board = board

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
        return {"ruleset": msgspec.to_builtins(changes), "deck": state.deck.digest, "board": state.board.digest}

    def shared_from_data(self, data: Mapping[str, object]) -> dict[str, object]:
        changes: Any = data.get("ruleset")
        if set(data) != {"ruleset", "deck", "board"} or not isinstance(changes, dict):
            raise LabError("shared: must name ruleset, deck and board")
        values = {str(name): tuple(value) if isinstance(value, list) else value for name, value in changes.items()}
        try:
            rules = Ruleset().changed(**values)
        except (ValueError, TypeError) as error:
            raise LabError(f"shared: ruleset: {error}") from None
        found: dict[str, Any] = {"rules": rules}
        for name, find in (("deck", lambda: find_deck(self._deck, rules)), ("board", lambda: find_board(self._board, rules))):
            try:
                found[name] = find()
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
