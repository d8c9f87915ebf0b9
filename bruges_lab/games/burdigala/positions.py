"""When a position is legal: every field within its bounds (fields.py), and all of them together: everything conserved, one meeple
a square, cubes where there is room, nothing known that is not so.

The same checks guard scenarios, saves and the position editor, and hold after every decision of every game (property tests).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...kernel import LabError
from ...rulebook.fields import NOBODY
from .manifest import MANIFEST
from .model import NO_BONUS, NOWHERE, State
from .rules.plot_hand import plot_limit

_AFTER_MOVE = ("turn.build", "turn.build.plain", "turn.extra")


class Fault(NamedTuple):
    """What is wrong with a position: whose field (a seat, or NOBODY's for the table), the problem, and the rule it breaks."""

    seat: int
    field: str
    problem: str
    rule: str | None


def check_position(s: State) -> None:
    """Raise a LabError for the first fault."""
    for seat, field, problem, rule in faults(s):
        where = "table" if seat == NOBODY else f"player {seat}"
        raise LabError(f"{where}: {field}: {problem}" + (f" ({rule})" if rule else ""))


def faults(s: State) -> Iterator[Fault]:
    """Everything that keeps a position from being legal."""
    count = len(s.players)
    if not s.rules.min_players <= count <= s.rules.max_players:
        problem = f"for {s.rules.min_players} to {s.rules.max_players} players, not {count}"
        yield Fault(NOBODY, "players", problem, "burdigala.meta.players")
        return
    if not 0 <= s.active < count or not 0 <= s.start < count:
        yield Fault(NOBODY, "active", "there is no such seat", "burdigala.turn.order")
        return
    sites = len(s.board.sites)
    if not len(s.laid_tiles) == len(s.cubes) == len(s.complete) == sites or len(s.bonus) != len(s.board.districts):
        problem = f"the board has {sites} sites and {len(s.board.districts)} districts"
        yield Fault(NOBODY, "board", problem, "burdigala.setup.tiles.mix")
        return
    if not (0 <= s.goods_left <= len(s.goods_pile) and 0 <= s.plot_left <= len(s.plot_pile)):
        yield Fault(NOBODY, "pile", "more cards are left than the pile has", "burdigala.setup.merch")
        return
    bounds = [*_bound_faults(s)]
    yield from bounds
    if bounds:
        return
    yield from _conserved(s)
    yield from _cube_faults(s)
    yield from _bonus_faults(s)
    yield from _meeple_faults(s)
    for seat in range(count):
        yield from _player_faults(s, seat)


def _bound_faults(s: State) -> Iterator[Fault]:
    """Fields of the table or a player that are less or more than they may be."""
    for seat in (NOBODY, *range(len(s.players))):
        for field in MANIFEST.fields.suspects(s, seat):
            yield from (Fault(seat, field.name, problem, rule) for problem, rule in field.faults(s, seat))


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
            yield Fault(NOBODY, field, "not all are there, or one too many", rule)


def _cube_faults(s: State) -> Iterator[Fault]:
    if s.supply + s.gone_cubes + sum(s.cubes) != s.rules.cubes or s.supply < 0:
        yield Fault(NOBODY, "supply", f"the cubes do not add up to {s.rules.cubes}", "burdigala.comp.cubes")
    for site, cubes in enumerate(s.cubes):
        least_free = s.tiles.size(s.laid_tiles[site]) - cubes
        if cubes < 0 or (cubes and s.complete[site]) or least_free < 1:
            yield Fault(NOBODY, "cubes", f"{cubes} cubes cannot lie on site {s.board.sites[site].name}", "burdigala.cube.last")


def _bonus_faults(s: State) -> Iterator[Fault]:
    if Counter(token for token in s.bonus if token != NO_BONUS) - Counter(s.stock.bonus):
        yield Fault(NOBODY, "bonus", "there are not so many such tokens", "burdigala.comp.bonus")
    for district, token in zip(s.board.districts, s.bonus, strict=True):
        if token != NO_BONUS and district.bonus_at is None:
            problem = f"district {district.name} has no place for a token"
            yield Fault(NOBODY, "bonus", problem, "burdigala.comp.bonus_spots")


def _meeple_faults(s: State) -> Iterator[Fault]:
    taken: set[int] = set()
    most = s.rules.characters(len(s.players))
    for seat, player in enumerate(s.players):
        if len(player.meeples) > most:
            problem = f"{len(player.meeples)} are on the board; a player has {most}"
            yield Fault(seat, "meeples", problem, "burdigala.setup.meeples.workforce")
        for square in player.meeples:
            if square in taken:
                yield Fault(seat, "meeples", f"two are on square {square}", "burdigala.setup.place.single")
            taken.add(square)
        if NOWHERE in player.meeples and not any(task[0] == "displace" for task in s.agenda):
            yield Fault(seat, "meeples", "one is lifted and nobody puts it down", "burdigala.double.displace")
    if s.moved != NOWHERE and s.moved not in s.players[s.active].meeples:
        problem = f"player {s.active} has no character on square {s.moved}"
        yield Fault(NOBODY, "moved", problem, "burdigala.cube.place")
    if s.moved == NOWHERE and s.agenda and s.agenda[-1][0] in _AFTER_MOVE:
        yield Fault(NOBODY, "moved", "nobody has moved, and a cube is to be placed", "burdigala.turn.sequence")


def _player_faults(s: State, seat: int) -> Iterator[Fault]:
    player = s.players[seat]
    if player.points != s.rules.start_points + sum(player.earned) + sum(player.final):
        yield Fault(seat, "points", "are not the sum of their parts", "burdigala.goal.sources")
    if len(set(player.laid)) < len(player.laid):
        yield Fault(seat, "laid", "two of a kind", "burdigala.plot.no_twins")
    if any(not s.stock.permanent[plot] for plot in player.laid):
        yield Fault(seat, "laid", "a card that is not permanent", "burdigala.plot.permanent")
    drawing = any(task[0] in ("plots.limit", "plots", "plot") and task[1] == seat for task in s.agenda)
    if len(player.hand) + len(player.laid) > plot_limit(s, seat) and not drawing and s.turn:
        yield Fault(seat, "hand", "more plot cards than allowed", "burdigala.plot.limit")
    if not 0 <= player.held <= len(player.hand):
        yield Fault(seat, "held", "more plot cards than are in hand", "burdigala.plot.empty")
    if any(not 0 <= site < len(s.board.sites) for site in player.yards_seen):
        yield Fault(seat, "yards_seen", "there is no such site", "burdigala.card.indiscretion")
    for other, known in enumerate(player.goods_seen[: len(s.players)]):
        if Counter(known) - Counter(s.players[other].goods):
            yield Fault(seat, "goods_seen", f"player {other} has no such goods", "burdigala.setup.views")
    if Counter(player.pile_seen) - Counter((*s.goods_pile[: s.goods_left], *s.offered)):
        yield Fault(seat, "pile_seen", "there are no such goods in the pile", "burdigala.setup.views")
    if Counter(player.pool_seen) - Counter(s.pool):
        yield Fault(seat, "pool_seen", "there are no such tokens in the pool", "burdigala.setup.views")
    if len(player.goods_seen) != len(s.players):
        yield Fault(seat, "goods_seen", "one row per player", "burdigala.setup.views")
