"""A building is complete: points, bonus token, special effect, plot cards for all beside the district, in this order."""

from __future__ import annotations

from ....kernel import TABLE, add, become_at
from ....kernel.events import Told
from ..model import BONUS, BOOK, BUILDERS, BUILDINGS, NO_BONUS, State
from ..words import CONSUL, HYGIENE, INTERRUPTED_YARD, NECROPOLIS
from .corruption import return_tokens
from .cubes import score

BOOK.event("building.completed", site="site", tile="tile")
BOOK.event("cubes.returned", cubes="count")
BOOK.event("cubes.kept", cubes="count")
BOOK.event("bonus.taken", district="district", bonus="count")


@BOOK.task("complete", rule="burdigala.cube.last", seated=True)
def complete_building(s: State, seat: int, site: int) -> None:
    """The tile is turned over; what else follows comes in the order of the document (burdigala.complete.order, B-054)."""
    number, complete = s.laid_tiles[site], s.complete
    tile, district = s.tiles.of(number), s.board.sites[site].district
    s.complete = complete[:site] + (True,) + complete[site + 1 :]  # noqa: RUF005 (see kernel/deltas.py)
    done = s.record("burdigala.cube.last", "building.completed", seat, _completed, (site, number))
    s.cause = done
    _return_cubes(s, site)
    score(s, seat, tile.value, BUILDINGS, "burdigala.cube.last.points")
    _score_builders(s, seat, tile.size)
    _take_bonus(s, seat, district)
    s.because(done)  # tokens and cards come of the building too, not of the points
    _hand_out_plots(s, seat, district, tile.special == INTERRUPTED_YARD)
    if tile.special == NECROPOLIS:
        s.push("necropolis", seat)


def _completed(seat: int, site: int, tile: int) -> Told:
    return {"site": site, "tile": tile}, (become_at(TABLE, "complete", site, True),)


def _return_cubes(s: State, site: int) -> None:
    """To the supply; or out of the game (cubes_return, B-008)."""
    row = s.cubes
    cubes = row[site]
    s.cubes = row[:site] + (0,) + row[site + 1 :]  # noqa: RUF005
    if s.rules.cubes_return:
        where, kind = "supply", "cubes.returned"
        s.supply += cubes
    else:
        where, kind = "gone_cubes", "cubes.kept"
        s.gone_cubes += cubes
    s.record("burdigala.cube.last", kind, TABLE, _returned, (site, where, cubes))


def _returned(table: int, site: int, where: str, cubes: int) -> Told:
    return {"cubes": cubes}, (become_at(table, "cubes", site, 0), add(table, where, cubes))


def _score_builders(s: State, seat: int, size: int) -> None:
    """Consul and Hygiene pay for small buildings: the owner's own, or anybody's (B-037)."""
    if size not in (s.rules.consul_size, s.rules.hygiene_size):
        return
    owners = [seat] if s.rules.consul_for == "owner" else s.clockwise(seat)
    for owner in owners:
        laid = s.players[owner].laid
        if size == s.rules.consul_size and CONSUL in laid:
            score(s, owner, s.rules.builder_points, BUILDERS, "burdigala.card.consul")
        if size == s.rules.hygiene_size and HYGIENE in laid:
            score(s, owner, s.rules.builder_points, BUILDERS, "burdigala.card.hygiene")


def _take_bonus(s: State, seat: int, district: int) -> None:
    """The first building of the district, whichever it is and whatever it is worth (B-017, B-073)."""
    bonus = s.bonus[district]
    if bonus != NO_BONUS:
        deltas = (become_at(TABLE, "bonus", district, NO_BONUS),)
        s.emit("burdigala.bonus", "bonus.taken", seat, deltas, district=district, bonus=bonus)
        score(s, seat, bonus, BONUS, "burdigala.bonus")


@BOOK.task("necropolis", rule="burdigala.special.necropolis", seated=True)
def necropolis(s: State, seat: int) -> None:
    """All own tokens go back, that of a seven in the same turn included (B-059)."""
    player = s.players[seat]
    if player.tokens or player.sealed:
        return_tokens(s, seat, player.tokens, player.sealed, "burdigala.special.necropolis")


def neighbours(s: State, seat: int, finisher: int, district: int) -> int:
    """How many plot cards a seat is due: one per character beside the district, but for the one just moved (B-020, B-075)."""
    if seat == finisher and s.rules.neighbours == "opponents":
        return 0
    squares, moved, beside = s.board.districts[district].squares, s.moved, 0
    for square in s.players[seat].meeples:
        if square in squares and square != moved:
            beside += 1
    if beside > 1 and s.rules.neighbour_cards == "player":
        beside = 1
    return beside * s.rules.neighbour_plots


def _hand_out_plots(s: State, seat: int, district: int, interrupted: bool) -> None:
    """Clockwise from the finisher; each discards before the next draws; the yard's two cards come first (B-018).

    burdigala.complete.plot.order (B-055)
    """
    tasks: list[tuple[object, ...]] = []
    for other in s.clockwise(seat):
        due = []
        if interrupted and other == seat:
            due.append(("plots", other, s.rules.interrupted_plots, "burdigala.special.interrupted"))
        cards = neighbours(s, other, seat, district)
        if cards:
            due.append(("plots", other, cards, "burdigala.complete.plot"))
        if due:
            tasks += [*due, ("plots.limit", other)]
    s.then(*tasks)
