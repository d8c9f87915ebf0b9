"""Positions of Burdigala put together by hand, everything conserved, and what happened in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.rules.setup import set_up
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.stock import Stock
from bruges_lab.games.burdigala.tiles import Tiles
from bruges_lab.games.burdigala.words import GOODS, PLOTS
from bruges_lab.kernel import Ask, Event, Game, Seeded, Stream

MOMENTS = ("throw", "move", "build", "end")
CORNERS = (1, 4, 25, 28, 15, 19, 12, 26)
"""Where meeples stand of which nothing is said."""


def site_of(s: State, name: str) -> int:
    return next(number for number, site in enumerate(s.board.sites) if site.name == name)


def tile_of(s: State, name: str) -> int:
    return next(number for number, tile in enumerate(s.tiles.tiles) if tile.name["en"] == name)


def take(row: Sequence[int], wanted: Sequence[int]) -> tuple[int, ...]:
    """A row without some of its items."""
    left = list(row)
    for item in wanted:
        left.remove(item)
    return tuple(left)


def table(
    *seats: Mapping[str, Any],
    at: str = "move",
    seat: int = 0,
    dice: tuple[int, int] = (0, 0),
    moved: int = 0,
    tiles: Mapping[str, str] | None = None,
    cubes: Mapping[str, int] | None = None,
    complete: Sequence[str] = (),
    goods_pile: Sequence[str] | None = None,
    plot_pile: Sequence[str] | None = None,
    supply: int | None = None,
    **switches: Any,
) -> Game[State]:
    """A position at a moment of a seat's turn. Each seat says its meeples, hand, laid, goods, tokens, points.

    `tiles` names the tile of a site, `cubes` how many lie there; `goods_pile` and `plot_pile` name the cards to come, the top one
    last: other merchandise goes to the last player, other plot cards are removed from the game.
    """
    players = max(2, len(seats))
    s = set_up(players, Ruleset().changed(**switches), Board.load(), Tiles.load(), Stock.load(), Stream(0, "table"))
    s.log, s.agenda, s.causes = None, [], []
    plots, goods, pool = list(s.stock.plots), list(s.stock.goods), list(s.stock.tokens)
    free = [square for square in CORNERS if not any(square in given.get("meeples", ()) for given in seats)]
    for number, player in enumerate(s.players):
        given = seats[number] if number < len(seats) else {}
        player.hand = tuple(PLOTS.index(name) for name in given.get("hand", ()))
        player.laid = tuple(PLOTS.index(name) for name in given.get("laid", ()))
        player.goods = tuple(GOODS.index(name) for name in given.get("goods", ()))
        player.tokens = tuple(given.get("tokens", ()))
        player.sealed = tuple(given.get("sealed", ()))
        player.points = s.rules.start_points + given.get("points", 0)
        player.earned = (given.get("points", 0), 0, 0, 0)
        player.meeples = tuple(given["meeples"]) if "meeples" in given else (free.pop(0), free.pop(0))
        plots = list(take(plots, (*player.hand, *player.laid)))
        goods, pool = list(take(goods, player.goods)), list(take(pool, (*player.tokens, *player.sealed)))
    if goods_pile is not None:
        wanted = [GOODS.index(name) for name in goods_pile]
        s.players[-1].goods += take(goods, wanted)
        goods = wanted
    if plot_pile is not None:
        wanted = [PLOTS.index(name) for name in plot_pile]
        s.plot_removed = take(plots, wanted)
        plots = wanted
    s.goods_pile, s.goods_left, s.plot_pile, s.plot_left = tuple(goods), len(goods), tuple(plots), len(plots)
    s.pool = tuple(pool)
    for name, tile in (tiles or {}).items():
        lay_tile(s, site_of(s, name), tile_of(s, tile))
    for name in complete:
        s.complete = tuple(done or site == site_of(s, name) for site, done in enumerate(s.complete))
    s.cubes = tuple((cubes or {}).get(site.name, 0) for site in s.board.sites)
    s.supply = s.rules.cubes - sum(s.cubes)
    if supply is not None:
        s.gone_cubes, s.supply = s.supply - supply, supply
    s.turn, s.active, s.start, s.dice, s.thrown, s.moved = 1, seat, 0, dice, dice, moved
    rest = [("window.throw", seat), ("dice.throw", 1), ("window.move", seat), ("window.build", seat), ("window.end", seat)]
    first = {"throw": 0, "dice": 1, "move": 2, "build": 3, "end": 4, "over": 5}[at]
    s.then(*rest[first:], ("turn.over", seat))
    kit = BurdigalaKit()
    kit.check(s)
    return Game(kit, s, chance=Ask())


def lay_tile(s: State, site: int, tile: int) -> None:
    """A tile on a site; what lay there goes where it came from."""
    was = s.laid_tiles[site]

    def swapped(row: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(tile if item == was else was if item == tile else item for item in row)

    s.laid_tiles, s.spare = swapped(s.laid_tiles), swapped(s.spare)


def new_game(players: int = 2, seed: int = 0, **switches: Any) -> Game[State]:
    """A game from its set-up."""
    rules = Ruleset().changed(**switches)
    s = set_up(players, rules, Board.load(), Tiles.load(), Stock.load(), Stream(seed, "set-up", players))
    opening = s.log
    return Game(BurdigalaKit(), s, chance=Seeded(seed), opening=opening)


def random_game(players: int, seed: int, choices: int | None = None, **switches: Any) -> Game[State]:
    """A game with so many random choices made, or all."""
    game, stream, made = new_game(players, seed, **switches), Stream(seed, "test"), 0
    while (pending := game.pending) is not None and made != choices:
        game.play_option(stream.pick(pending.raw))
        made += 1
    return game


def play(game: Game[State], *choices: str) -> list[Event]:
    """Make choices, those of chance included, and give all that happened."""
    found: list[Event] = []
    for choice in choices:
        found += game.play(choice).events
    return found


def legal(game: Game[State], kind: str = "") -> list[str]:
    """What may be chosen, or only what begins with a word."""
    return [str(choice) for choice in game.legal() if not kind or choice.kind == kind]


def asked(game: Game[State]) -> tuple[str, int] | None:
    """The question and who is asked."""
    return None if game.pending is None else (game.pending.kind, game.pending.player)


def told(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """The data of every event of a kind."""
    return [event.data for event in events if event.kind == kind]


def refused(game: Game[State], choice: str) -> tuple[str, str]:
    """The rule and the reason of a refusal."""
    refusal = game.why_not(choice)
    assert refusal is not None, f"{choice} is legal"
    return refusal.rule, refusal.reason
