"""Set-up: tiles, tokens, piles and the first plot card; then the meeples, placed in turn.

The one shuffle is an input, not a step: tiles, bonus tokens and piles are fixed from here on.
"""

from __future__ import annotations

from typing import Any

from ....kernel import TABLE, LabError, Stream, add, become, need, put
from ....kernel.state import NO_CAUSE
from ..board import Board
from ..model import BOOK, NO_BONUS, Player, State
from ..ruleset import Ruleset
from ..stock import Stock
from ..tiles import Tiles
from .notation import SQUARE

BOOK.event("tiles.laid", tiles="count", sealed=True)
BOOK.event("tiles.spared", tiles="count", sealed=True)
BOOK.event("cubes.supplied", cubes="count")
BOOK.event("tokens.mixed", tokens="count", sealed=True)
BOOK.event("bonus.laid", tokens="count")
BOOK.event("goods.shuffled", cards="count", sealed=True)
BOOK.event("plots.shuffled", cards="count", sealed=True)
BOOK.event("score.starts", points="count")
BOOK.event("plot.dealt", plot="plot", secret={"plot": "player"})
BOOK.event("start_player.chosen")
BOOK.event("meeple.placed", square="square")


def set_up(players: int, rules: Ruleset, board: Board, tiles: Tiles, stock: Stock, stream: Stream) -> State:
    """A state before the first meeple is placed, with the events of the set-up in its log."""
    try:
        rules = rules.validated()
    except ValueError as error:
        raise LabError(f"ruleset: {error}") from None
    _check_material(players, rules, board, tiles, stock)
    seated = [Player(goods_seen=((),) * players) for _ in range(players)]
    s = State(players=seated, rules=rules, board=board, tiles=tiles, stock=stock)
    s.log = []
    _lay_tiles(s, stream)
    s.emit("burdigala.setup.cubes", "cubes.supplied", TABLE, (become(TABLE, "supply", rules.cubes),), cubes=rules.cubes)
    pool = (become(TABLE, "pool", stock.tokens),)
    s.emit("burdigala.setup.corruption", "tokens.mixed", TABLE, pool, tokens=len(stock.tokens))
    _lay_bonus(s, stream)
    _lay_piles(s, stream)
    for seat in range(players):
        points = rules.start_points
        s.emit("burdigala.setup.meeples.score", "score.starts", seat, (become(seat, "points", points),), points=points)
    for seat in range(players):
        for _ in range(rules.start_plots):
            plot = s.plot_pile[s.plot_left - 1]
            deltas = (add(TABLE, "plot_left", -1), put(seat, "hand", plot))
            s.emit("burdigala.setup.plot.deal", "plot.dealt", seat, deltas, plot=plot)
    start = stream.below(players) if rules.start_player == "random" else 0  # B-010: every seat is equally likely
    deltas = (become(TABLE, "start", start), become(TABLE, "active", start))
    s.emit("burdigala.setup.start_player", "start_player.chosen", start, deltas)
    s.because(NO_CAUSE)
    s.then(*(("place", seat) for seat in placing_order(s)), ("turn", start, False))
    return s


def _check_material(players: int, rules: Ruleset, board: Board, tiles: Tiles, stock: Stock) -> None:
    """What board, tiles, cards and numbers must have together."""
    if not rules.min_players <= players <= rules.max_players:
        raise LabError(f"for {rules.min_players} to {rules.max_players} players, not {players} (burdigala.meta.players)")
    if len(board.sites) >= len(tiles.tiles):
        problem = f"{len(tiles.tiles)} tiles for {len(board.sites)} sites; some have to be spare"
        raise LabError(f"tiles: {problem} (burdigala.setup.tiles.spare)")
    places = sum(district.bonus_at is not None for district in board.districts)
    if places != len(stock.bonus):
        raise LabError(f"board: {places} bonus places for {len(stock.bonus)} bonus tokens (burdigala.comp.bonus_spots)")
    meeples = players * rules.characters(players)
    if meeples >= len(board.squares):
        problem = f"{meeples} meeples on {len(board.squares)} squares; one has to stay empty"
        raise LabError(f"ruleset: {problem} (burdigala.setup.meeples.workforce)")
    if players * rules.start_plots > len(stock.plots):
        raise LabError(f"ruleset: start_plots: {len(stock.plots)} plot cards do not suffice (burdigala.setup.plot.deal)")


def _lay_tiles(s: State, stream: Stream) -> None:
    sites = len(s.board.sites)
    order = stream.shuffled(range(len(s.tiles.tiles)))
    deltas = (
        become(TABLE, "laid_tiles", tuple(order[:sites])),
        become(TABLE, "cubes", (0,) * sites),
        become(TABLE, "complete", (False,) * sites),
    )
    s.emit("burdigala.setup.tiles.mix", "tiles.laid", TABLE, deltas, tiles=sites)
    spare = tuple(order[sites:])
    s.emit("burdigala.setup.tiles.spare", "tiles.spared", TABLE, (become(TABLE, "spare", spare),), tiles=len(spare))


def _lay_bonus(s: State, stream: Stream) -> None:
    tokens = stream.shuffled(s.stock.bonus)
    row = tuple(NO_BONUS if district.bonus_at is None else tokens.pop() for district in s.board.districts)
    s.emit("burdigala.setup.bonus", "bonus.laid", TABLE, (become(TABLE, "bonus", row),), tokens=len(s.stock.bonus))


def _lay_piles(s: State, stream: Stream) -> None:
    goods, plots = tuple(stream.shuffled(s.stock.goods)), tuple(stream.shuffled(s.stock.plots))
    deltas = (become(TABLE, "goods_pile", goods), become(TABLE, "goods_left", len(goods)))
    s.emit("burdigala.setup.merch", "goods.shuffled", TABLE, deltas, cards=len(goods))
    deltas = (become(TABLE, "plot_pile", plots), become(TABLE, "plot_left", len(plots)))
    s.emit("burdigala.setup.plot", "plots.shuffled", TABLE, deltas, cards=len(plots))


# Placing


def placing_order(s: State) -> list[int]:
    """One meeple each, clockwise from the first player, round by round; or back and forth (B-011).

    All meeples but the one on the score path are placed (burdigala.setup.meeples).
    """
    order: list[int] = []
    for number in range(s.rules.characters(len(s.players))):
        seats = s.clockwise(s.start)
        order += reversed(seats) if s.rules.placing == "snake" and number % 2 else seats
    return order


PLACE = BOOK.decision("place", rule="burdigala.setup.place")

ON_BOARD = need(
    "burdigala.comp.checkpoints",
    "no_square",
    lambda s, seat, *args: s.board.has(args[-1]),
    lambda s, seat, *args: {"square": args[-1], "squares": len(s.board.squares)},
)
"""The last thing a choice names is a square of the board."""


def empty(rule: str) -> Any:
    """Nobody stands on the square that a choice names last."""
    return need(
        rule,
        "occupied",
        lambda s, seat, *args: s.occupant(args[-1]) is None,
        lambda s, seat, *args: {"square": args[-1], "owner": s.occupant(args[-1])},
    )


def all_squares(s: State, *_: object) -> list[tuple[int]]:
    """Every square of the board, as candidates."""
    return [(square,) for square in s.board.numbers]


@PLACE.choice("place", candidates=all_squares, needs=(ON_BOARD, empty("burdigala.setup.place.single")), codecs=(SQUARE,))
def place(s: State, seat: int, square: int) -> None:
    """On any empty check-point, ports included; a port brings nothing here (burdigala.setup.place.anywhere, B-011)."""
    s.emit("burdigala.setup.place", "meeple.placed", seat, (put(seat, "meeples", square),), square=square)


def onto_empty(s: State, kind: str) -> list[tuple[Any, ...]]:
    """A kind of choice for every square on which nobody stands."""
    taken = s.occupied()
    return [(kind, square) for square in s.board.numbers if square not in taken]


@PLACE.quickly
def list_places(s: State, seat: int) -> list[tuple[Any, ...]]:
    """Any of them."""
    return onto_empty(s, "place")
