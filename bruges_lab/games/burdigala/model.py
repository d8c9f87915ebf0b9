"""The state of a game of Burdigala: what lies on the board, beside it and before each player. Data only; rules are in `rules/`.

Squares keep their numbers, from 1. Cards are the numbers of their kinds, tokens their values; cards of a kind are alike. What a
view may not show is UNKNOWN; a tile of which only the building-site side is seen is its size below zero.
"""

from __future__ import annotations

from typing import ClassVar

from ...kernel import BasePlayer, BaseState, Book, written_often
from .board import Board
from .ruleset import Ruleset
from .stock import Stock
from .tiles import Tiles

BOOK = Book("burdigala", over="burdigala.end.no_more_turns")

UNKNOWN = -1
"""A card or token that a view may not show."""
NOWHERE = 0
"""No square."""
NO_BONUS = 0

EARNED = ("cubes", "buildings", "bonus", "builders")
"""What brings points in play: cubes, completed sides, bonus tokens, and Consul and Hygiene."""
CUBES, BUILDINGS, BONUS, BUILDERS = range(4)
COUNTED = ("goods", "laurels", "corruption", "most_corrupt")
"""What the final scoring counts, in its order (burdigala.final.order)."""


@written_often
class Player(BasePlayer):
    """What belongs to one seat."""

    points: int = 0
    earned: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Points won in play, by where they came from (EARNED)."""
    meeples: tuple[int, ...] = ()
    """The squares of the characters on the board, in the order in which they were placed; NOWHERE for one just lifted."""
    hand: tuple[int, ...] = ()
    """Plot cards in hand, in the order in which they were drawn."""
    held: int = 0
    """How many of them, the first ones, were in hand when the discards were last shuffled."""
    laid: tuple[int, ...] = ()
    """Permanent plot cards before the player."""
    goods: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    """Corruption tokens that the owner has looked at."""
    sealed: tuple[int, ...] = ()
    """Those that even the owner has not looked at (seven_token_seen, B-028)."""
    yards_seen: tuple[int, ...] = ()
    """Sites whose completed side this player has looked at; everybody saw which they were (B-078)."""
    goods_seen: tuple[tuple[int, ...], ...] = ()
    """For each seat the goods that this player knows it to have (B-078)."""
    pile_seen: tuple[int, ...] = ()
    """Goods that this player knows to be in the pile, having put them back there."""
    pool_seen: tuple[int, ...] = ()
    """Tokens that this player knows to be in the pool, having given them back."""
    final: tuple[int, ...] = ()
    """The parts of the final scoring, once it is done (COUNTED); they are in `points` then."""


@written_often
class State(BaseState):
    """A position."""

    book: ClassVar[Book] = BOOK
    shared: ClassVar[frozenset[str]] = frozenset({"rules", "board", "tiles", "stock"})

    players: list[Player]
    rules: Ruleset = Ruleset()
    board: Board = None  # type: ignore[assignment]  # always given; a default only so that files need not hold it
    tiles: Tiles = None  # type: ignore[assignment]
    stock: Stock = None  # type: ignore[assignment]

    # The board and what lies beside it
    laid_tiles: tuple[int, ...] = ()
    """The tile on each site."""
    cubes: tuple[int, ...] = ()
    """How many cubes lie on each site; none on a completed building."""
    complete: tuple[bool, ...] = ()
    """Whether the building on a site is complete."""
    spare: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()
    """The bonus token of each district; NO_BONUS where there is none, or none any more."""
    supply: int = 0
    """Cubes beside the board."""
    gone_cubes: int = 0
    """Cubes that did not come back from completed buildings (cubes_return, B-008)."""
    pool: tuple[int, ...] = ()
    """Corruption tokens to draw from; their order means nothing."""
    goods_pile: tuple[int, ...] = ()
    """A fixed order; the top card is the one at `goods_left - 1`."""
    goods_left: int = 0
    plot_pile: tuple[int, ...] = ()
    plot_left: int = 0
    plot_discard: tuple[int, ...] = ()
    plot_removed: tuple[int, ...] = ()
    plots_held: tuple[int, ...] = ()
    """Only in a view: what was in hands when the discards were last shuffled and still is, as everybody can work out (B-078)."""
    offered: tuple[int, ...] = ()
    """Merchandise that the Sailor brought, until one card is kept."""

    # The turn
    start: int = 0
    turn: int = 0
    """Turns so far, this one included."""
    active: int = 0
    """Whose turn it is."""
    thrown: tuple[int, int] = (0, 0)
    """The dice as they fell."""
    dice: tuple[int, int] = (0, 0)
    """The dice as they count, after Influence."""
    moved: int = NOWHERE
    """Where the character of this turn's move stands."""
    played: int = 0
    """Plot cards played this turn."""
    crassus: int = 0
    """Extra cubes by Publius Crassus that this turn still owes."""
    extra_turn: bool = False
    """Whether this turn was paid for with a token after a double."""
    stuck: bool = False
    """Whether this turn had no legal move."""
    ended: bool = False
    """Whether the final scoring has begun: goods and tokens are open."""

    # So that every draw of chance has a key of its own
    draws: int = 0
    mixes: int = 0

    def __repr__(self) -> str:
        return f"<State, {len(self.players)} players, turn {self.turn}>"

    def _repr_html_(self) -> str:
        """The position as a picture, for notebooks; drawing is imported only here."""
        from .pictures.position import position_html

        return position_html(self)

    @property
    def is_double(self) -> bool:
        """Whether the dice are a double; by the throw as it fell, if Influence does not count (B-041)."""
        one, other = self.dice if self.rules.influence_counts else self.thrown
        return one == other

    @property
    def is_seven(self) -> bool:
        """Whether the dice make a seven (burdigala.seven)."""
        return sum(self.dice if self.rules.influence_counts else self.thrown) == self.rules.seven

    def size(self, site: int) -> int:
        """The places of the tile on a site, which everybody can see."""
        return self.tiles.size(self.laid_tiles[site])

    def room(self, site: int) -> int:
        """The places still free on a site; none on a completed building."""
        return 0 if self.complete[site] else self.tiles.size(self.laid_tiles[site]) - self.cubes[site]

    def occupant(self, square: int) -> int | None:
        """Whose meeple stands on a square."""
        return next((seat for seat, player in enumerate(self.players) if square in player.meeples), None)

    def occupied(self) -> set[int]:
        """All squares on which somebody stands."""
        return set().union(*[player.meeples for player in self.players]) - {NOWHERE}

    def is_empty(self, square: int) -> bool:
        """Whether a square of the board has nobody on it."""
        return self.board.has(square) and self.occupant(square) is None

    def clockwise(self, first: int) -> list[int]:
        """All seats, from one on."""
        return [*range(first, len(self.players)), *range(first)]
