"""What a choice brings where it is offered: the numbers of its phrase, asked of the rules that will carry it out.

`amounts` gives the values besides its own numbers that the phrases and labels of a choice may use (`choice`, `explorer.act.*` of
the locales). What cannot be told from what the one who chooses may know is NONE, and the phrase leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...kernel.choices import Option
from ...rulebook.telling import NONE
from .model import NO_BONUS, State
from .rules.cubes import cubes_due
from .rules.moving import open_sites, way_to
from .rules.notation import CUBE
from .words import CONSUL, HYGIENE

if TYPE_CHECKING:
    from .telling import BurdigalaTeller

Values = dict[str, object]
Task = tuple[Any, ...]

UNKNOWN: Mapping[str, object] = dict.fromkeys(("with_die", "points", "done", "worth", "more", "port"), NONE)
"""Every value there is, for a choice told outside a position."""
VALUES = frozenset(UNKNOWN)


def amounts(teller: BurdigalaTeller, s: State | None, option: Option) -> Values:
    """What a choice brings in a position that offers it."""
    found: Values = {**UNKNOWN}
    task = teller.offering(option, s)
    if s is not None and task is not None and option[0] in _AMOUNTS:
        found.update(_AMOUNTS[option[0]](s, task, *option[1:]))
    return found


def _move(s: State, task: Task, start: int, end: int) -> Values:
    """The die, the most that a single cube could score there, whether one would complete a building, and a port."""
    if not s.board.has(end) or (found := way_to(s, task[1], start, end)) is None:
        return {}
    rooms = [s.room(site) - s.rules.cubes_a_turn for site in open_sites(s, end)]
    best = max(rooms, default=0)
    return {
        "with_die": found[0],
        "points": best if best > 0 else NONE,
        "done": "yes" if 0 in rooms else NONE,
        "port": "yes" if s.board.square(end).port and s.goods_left else NONE,
    }


def cubes_bring(s: State, seat: int, site: int, cubes: int) -> Values:
    """So many cubes on a site: the places left after them score, or the building is complete and its other side does."""
    left = s.room(site) - cubes
    if left > 0:
        return {"points": left}
    if left < 0:
        return {}
    tile = s.laid_tiles[site]
    seen = tile >= 0 and site in s.players[seat].yards_seen
    more = bonus_of(s, site) + builders_of(s, seat, s.size(site))
    return {"done": "yes", "worth": s.tiles.of(tile).value if seen else NONE, "more": more or NONE}


def bonus_of(s: State, site: int) -> int:
    """The bonus token that a completed building there would bring (burdigala.bonus)."""
    bonus = s.bonus[s.board.sites[site].district]
    return 0 if bonus == NO_BONUS else bonus


def builders_of(s: State, seat: int, size: int) -> int:
    """What Consul and Hygiene add for the player who completes a building of that size."""
    laid = s.players[seat].laid
    due = (size == s.rules.consul_size and CONSUL in laid) + (size == s.rules.hygiene_size and HYGIENE in laid)
    return due * s.rules.builder_points


def _build(s: State, task: Task, site: int) -> Values:
    if s.complete[site] or (s.crassus and s.rules.crassus_site == "adjoining"):  # then another cube scores (B-043)
        return {}
    return cubes_bring(s, task[1], site, cubes_due(s))


def _extra(s: State, task: Task, site: int) -> Values:
    return cubes_bring(s, task[1], site, s.crassus + (s.rules.cubes_a_turn if site == task[2] else 0))


def _honest(s: State, task: Task) -> Values:
    _, seat, site, cubes, scores = task
    return cubes_bring(s, seat, site, cubes) if scores else {}


def _favour(s: State, task: Task, which: int) -> Values:
    _, seat, site, cubes, scores = task
    return cubes_bring(s, seat, site, cubes + (s.rules.extra_cubes if which == CUBE else 0)) if scores else {}


_AMOUNTS: Mapping[str, Callable[..., Values]] = {
    "move": _move,
    "build": _build,
    "extra": _extra,
    "honest": _honest,
    "favour": _favour,
}
