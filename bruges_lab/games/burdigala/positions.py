"""When a position is legal: everything conserved, one meeple a square, cubes where there is room, nothing known that is not so.

The same checks guard saves, and hold after every decision of every game (property tests).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ...kernel import LabError
from .model import NOWHERE, State
from .rules.plot_hand import plot_limit

Fault = tuple[str, str, str]
"""The field, the problem, and the rule that it breaks."""


def check_position(s: State) -> None:
    """Raise a LabError for the first fault."""
    for field, problem, rule in faults(s):
        raise LabError(f"{field}: {problem} ({rule})")


def faults(s: State) -> Iterator[Fault]:
    """Everything that keeps a position from being legal."""
    count = len(s.players)
    if not s.rules.min_players <= count <= s.rules.max_players:
        yield "players", f"{count} players; there are {s.rules.min_players} to {s.rules.max_players}", "burdigala.meta.players"
        return
    sites = len(s.board.sites)
    if not len(s.laid_tiles) == len(s.cubes) == len(s.complete) == sites or len(s.bonus) != len(s.board.districts):
        yield "board", f"the board has {sites} sites and {len(s.board.districts)} districts", "burdigala.setup.tiles.mix"
        return
    if not (0 <= s.goods_left <= len(s.goods_pile) and 0 <= s.plot_left <= len(s.plot_pile)):
        yield "pile", "more cards are left than the pile has", "burdigala.setup.merch"
        return
    yield from _conserved(s)
    yield from _cube_faults(s)
    yield from _meeple_faults(s)
    for seat in range(count):
        yield from _player_faults(s, seat)


def _conserved(s: State) -> Iterator[Fault]:
    players = s.players
    rows: list[tuple[str, tuple[int, ...], Iterable[tuple[int, ...]], str]] = [
        ("tiles", tuple(range(len(s.tiles.tiles))), (s.laid_tiles, s.spare), "burdigala.comp.tiles"),
        (
            "goods",
            s.stock.goods,
            (s.goods_pile[: s.goods_left], s.offered, *(player.goods for player in players)),
            "burdigala.comp.merch",
        ),
        (
            "plots",
            s.stock.plots,
            (
                s.plot_pile[: s.plot_left],
                s.plot_discard,
                s.plot_removed,
                *(player.hand for player in players),
                *(player.laid for player in players),
            ),
            "burdigala.comp.plot",
        ),
        (
            "tokens",
            s.stock.tokens,
            (s.pool, *(player.tokens for player in players), *(player.sealed for player in players)),
            "burdigala.comp.corruption",
        ),
    ]
    for field, all_of_them, places, rule in rows:
        if Counter(item for place in places for item in place) != Counter(all_of_them):
            yield field, "not all are there, or one too many", rule


def _cube_faults(s: State) -> Iterator[Fault]:
    if s.supply + s.gone_cubes + sum(s.cubes) != s.rules.cubes or s.supply < 0:
        yield "supply", f"the cubes do not add up to {s.rules.cubes}", "burdigala.comp.cubes"
    for site, cubes in enumerate(s.cubes):
        least_free = s.tiles.size(s.laid_tiles[site]) - cubes
        if cubes < 0 or (cubes and s.complete[site]) or least_free < 1:
            yield "cubes", f"{cubes} cubes cannot lie on site {s.board.sites[site].name}", "burdigala.cube.last"


def _meeple_faults(s: State) -> Iterator[Fault]:
    squares = [square for player in s.players for square in player.meeples]
    if len(set(squares)) < len(squares):
        yield "meeples", "two stand on one square", "burdigala.setup.place.single"
    if any(square != NOWHERE and not s.board.has(square) for square in squares):
        yield "meeples", "one stands on no square of the board", "burdigala.comp.checkpoints"
    if NOWHERE in squares and not any(task[0] == "displace" for task in s.agenda):
        yield "meeples", "one is lifted and nobody puts it down", "burdigala.double.displace"
    most = s.rules.characters(len(s.players))
    if any(len(player.meeples) > most for player in s.players):
        yield "meeples", f"a player has more than {most} on the board", "burdigala.setup.meeples.workforce"


def _player_faults(s: State, seat: int) -> Iterator[Fault]:
    player, who = s.players[seat], f"player {seat}"
    if player.points != s.rules.start_points + sum(player.earned) + sum(player.final):
        yield f"{who}: points", "are not the sum of their parts", "burdigala.goal.sources"
    if len(set(player.laid)) < len(player.laid):
        yield f"{who}: laid", "two of a kind", "burdigala.plot.no_twins"
    if any(not s.stock.permanent[plot] for plot in player.laid):
        yield f"{who}: laid", "a card that is not permanent", "burdigala.plot.permanent"
    drawing = any(task[0] in ("plots.limit", "plots", "plot") and task[1] == seat for task in s.agenda)
    if len(player.hand) + len(player.laid) > plot_limit(s, seat) and not drawing and s.turn:
        yield f"{who}: hand", "more plot cards than allowed", "burdigala.plot.limit"
    if any(not 0 <= site < len(s.board.sites) for site in player.yards_seen):
        yield f"{who}: yards_seen", "there is no such site", "burdigala.card.indiscretion"
    for other, known in enumerate(player.goods_seen):
        if Counter(known) - Counter(s.players[other].goods):
            yield f"{who}: goods_seen", f"player {other} has no such goods", "burdigala.setup.views"
    if Counter(player.pile_seen) - Counter(s.goods_pile[: s.goods_left]):
        yield f"{who}: pile_seen", "there are no such goods in the pile", "burdigala.setup.views"
    if Counter(player.pool_seen) - Counter(s.pool):
        yield f"{who}: pool_seen", "there are no such tokens in the pool", "burdigala.setup.views"
    if len(player.goods_seen) != len(s.players):
        yield f"{who}: goods_seen", "one row a player", "burdigala.setup.views"
