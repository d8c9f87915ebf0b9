"""The state of a game of Bruges: what lies on the table and in front of each player. Data only; the rules are in `rules/`.

Cards, colours, seats and sections are numbers (see words.py); a house is a card with perhaps a person on it. Piles are fixed
orders with a count of what is left, so copies share them. A card that a view may not show is a negative number: its back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ...kernel import BasePlayer, BaseState, Book, written_often
from .board import Board
from .deck import Deck
from .market_cards import MarketCards
from .ruleset import Ruleset
from .ship_tiles import ShipTiles

if TYPE_CHECKING:
    from .board import Section

BOOK = Book("bruges", over="end.play_out")

EMPTY = -1
"""No person on a house."""

UNLIMITED = -1
"""No limit to what the bank has."""

FIRST_SHIP = 10_000
"""What brings an effect about is one number: a person's card, or a ship counted from here on (`rule_of` in rules/queries.py)."""

Row = tuple[int, int, int, int, int]
"""A number a colour."""


class House(NamedTuple):
    """A card laid face down, the person on it (or EMPTY), and whether that person was used this round."""

    card: int
    person: int = EMPTY
    used: bool = False
    maybe: tuple[int, ...] = ()
    """Cards of its colour that everybody knew the owner to hold when it was built: it may be one of them (see `Player.held`)."""
    shuffle: int = 0
    """The latest shuffle of the discards that its card can have come from (see `State.shuffles`)."""


@written_often
class Player(BasePlayer):
    """What belongs to one seat."""

    points: int = 0
    guilders: int = 0
    workers: Row = (0, 0, 0, 0, 0)
    threats: Row = (0, 0, 0, 0, 0)
    reputation: int = 0
    canals: tuple[int, ...] = (0, 0)
    """Tiles in each section, counted from the gate outward: a gap cannot be written down."""
    claimed: tuple[bool, ...] = (False, False)
    """Whether a section has once been completed (threat.fire.no_second_statue, D-108)."""
    statues: tuple[int, ...] = ()
    houses: tuple[House, ...] = ()
    hand: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    """Cards in hand that even the owner has not looked at yet (phase1.blind)."""
    shown: tuple[int, ...] = ()
    """Cards in hand that everybody has seen, such as a person back from a burnt house."""
    held: tuple[int, ...] = ()
    """Cards that everybody has seen and that are in hand or face down as a house: which of the two, only the owner knows."""
    ages: tuple[tuple[int, ...], ...] = ()
    """Only in a view, after discards were shuffled: for each colour, how many hidden cards come from which shuffle."""
    majorities: tuple[bool, bool, bool] = (False, False, False)
    gate: int = 0
    final: tuple[int, ...] = ()
    """The parts of the final scoring, once it is done (see rules/scoring.py); they are in `points` then."""

    @property
    def people(self) -> tuple[int, ...]:
        """The persons in the display."""
        return tuple([house[1] for house in self.houses if house[1] != EMPTY])


@written_often
class State(BaseState):
    """A position."""

    book: ClassVar[Book] = BOOK
    shared: ClassVar[frozenset[str]] = frozenset({"rules", "deck", "board", "ship_tiles", "market_cards"})
    optional: ClassVar[frozenset[str]] = frozenset(
        {
            *("docks", "ship_stacks", "ship_left", "ships_gone", "ships_known"),
            *("market", "markers", "market_pile", "market_left", "market_discard", "market_used"),
            *("worker_pool", "bank_left", "marker"),
        }
    )

    players: list[Player]
    rules: Ruleset = Ruleset()
    deck: Deck = None  # type: ignore[assignment]  # always given; a default only so that files need not hold it
    board: Board = None  # type: ignore[assignment]
    round: int = 0
    phase: int = 0
    """1 to 4 as in the rulebook; 0 before the first round."""
    start: int = 0
    """The start player's seat."""
    turn: int = 0
    """In phase 3: which turn of the round is being played, from 1."""
    dice: Row = (0, 0, 0, 0, 0)
    piles: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    left: tuple[int, int] = (0, 0)
    """How many cards each pile has left; the top card is the one at `left - 1`."""
    extra: tuple[int, ...] = ()
    extra_used: bool = False
    discard: tuple[int, ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()
    """The open discards, in ascending order, each time they were shuffled into new piles: everybody knows these cards."""
    supply: Row = (0, 0, 0, 0, 0)
    """Threat markers in the supply."""
    statues: tuple[int, ...] = ()
    """Statues still to be had, the top one first."""
    final_round: int = 0
    """The number of the last round once it is known."""
    spent: tuple[int, ...] = ()
    """Arrow persons that have had their effect: placed again they work again, or not (act.instant.replay, D-022)."""

    # Modules of the Zwin: each field has its default in a game without the module. What lies here says that it is on.

    ship_tiles: ShipTiles = None  # type: ignore[assignment]  # given with the module
    docks: tuple[int, ...] = ()
    """For each colour the ship in its dock, or EMPTY."""
    ship_stacks: tuple[tuple[int, ...], ...] = ()
    ship_left: tuple[int, ...] = ()
    """How many ships each stack has left; the top one, face up, is the one at `left - 1`."""
    ships_gone: tuple[int, ...] = ()
    """Ships that were cleared, in order."""
    ships_known: tuple[bool, ...] = ()
    """Where ships are turned (`ships_form`): for each colour whether its ship has been seen."""
    market_cards: MarketCards = None  # type: ignore[assignment]
    market: int = EMPTY
    """The open market card."""
    markers: tuple[bool, ...] = ()
    """For each of the six actions whether a marker lies on it."""
    market_pile: tuple[int, ...] = ()
    market_left: int = 0
    """How many market cards the pile has left; the top one is the one at `left - 1`."""
    market_discard: tuple[int, ...] = ()
    market_used: tuple[tuple[bool, ...], ...] = ()
    """For each seat the improved actions it has had this round."""
    worker_pool: tuple[int, ...] = ()
    """Workers of each colour in the supply, where that is limited."""
    bank_left: int = UNLIMITED
    """Guilders in the bank, where they are limited."""
    marker: int = 0
    """The space of the score track on which the round marker stands."""

    def __repr__(self) -> str:
        return f"<State, {len(self.players)} players, round {self.round}, phase {self.phase}>"

    def _repr_html_(self) -> str:
        """The position as a picture, for notebooks; drawing is imported only here."""
        from .pictures.position import position_html

        return position_html(self)

    def top(self, pile: int) -> int | None:
        """The top card of a draw pile."""
        count = self.left[pile]
        return self.piles[pile][count - 1] if count else None

    def pile(self, pile: int) -> tuple[int, ...]:
        """The cards of a draw pile, the top one last."""
        return self.piles[pile][: self.left[pile]]

    def shuffle_of(self, card: int) -> int:
        """The last shuffle of the discards that a card was in, from 1; 0 if it was in none."""
        return next((n for n in range(len(self.shuffles), 0, -1) if card in self.shuffles[n - 1]), 0)

    def section(self, seat: int, section: int) -> Section:
        """The canal spaces of a seat's section, from the gate outward."""
        return self.board.gates[self.players[seat].gate][section]


# Backs


def back(colour: int) -> int:
    """A card of which only the colour is known."""
    return -2 - colour


UNSEEN = -9
"""A card of which nothing is known: it lies in a pile under others."""


def colour_of(deck: Deck, card: int) -> int | None:
    """The colour of a card or of a back; None for a card of which nothing is known."""
    if card >= 0:
        return deck.colour[card]
    return None if card == UNSEEN else -2 - card
