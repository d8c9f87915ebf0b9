"""The cube: on an incomplete site next to the character just moved; the free places score, or the building is complete.

Several cubes of one turn (sevens.py, Publius Crassus) go on the same site, and only the last of them scores.
"""

from __future__ import annotations

from typing import Any

from ....kernel import TABLE, Action, add, add_at, need
from ....kernel.events import Told
from ..model import BOOK, CUBES, State
from .moving import open_sites
from .notation import SITE
from .sevens import after_site
from .turns import may_play

BOOK.event("cube.placed", site="site", free="count")
BOOK.event("points.scored", points="count", part="part")


_FROM_SUPPLY = add(TABLE, "supply", -1)


def score(s: State, seat: int, points: int, part: int, rule: str) -> None:
    """Forward on the score path."""
    if points:
        player = s.players[seat]
        earned = player.earned
        player.points += points
        player.earned = earned[:part] + (earned[part] + points,) + earned[part + 1 :]  # type: ignore[assignment] # noqa: RUF005
        s.record(rule, "points.scored", seat, _scored, (points, part))


def _scored(seat: int, points: int, part: int) -> Told:
    return {"points": points, "part": part}, (add(seat, "points", points), add_at(seat, "earned", part, points))


def cubes_due(s: State) -> int:
    """The cubes that the site of this turn takes: the one of the turn, and those of Publius Crassus (B-043)."""
    return s.rules.cubes_a_turn + (s.crassus if s.rules.crassus_site == "same" else 0)


def leaves_room(s: State, site: int) -> bool:
    """Whether this turn's cubes find their places, if the first goes here."""
    if s.room(site) < cubes_due(s):
        return False
    if not s.crassus or s.rules.crassus_site == "same":
        return True
    return bool(extra_sites(s, site))


def extra_sites(s: State, site: int) -> list[int]:
    """Where the cube of Publius Crassus may go, if it need not be the site of the turn (B-043)."""
    taken = {site: s.rules.cubes_a_turn}
    return [other for other in open_sites(s, s.moved) if s.room(other) - taken.get(other, 0) >= s.crassus]


def list_sites(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The sites that the cube may go on; an incomplete one has room for the cube of the turn."""
    if not s.crassus:
        complete = s.complete
        return [("build", site) for site in s.board.squares[s.moved - 1].sites if not complete[site]]
    return [("build", site) for site in open_sites(s, s.moved) if leaves_room(s, site)]


def build(s: State, seat: int, site: int) -> None:
    """The site is chosen; a seven may bring more before any cube is placed (burdigala.seven.when, B-029)."""
    if s.crassus and s.rules.crassus_site == "adjoining":
        s.push("turn.extra", seat, site)
    else:
        after_site(s, seat, site, cubes_due(s))


BUILD = Action(
    "build",
    build,
    candidates=lambda s, seat: [(site,) for site in s.board.square(s.moved).sites],
    needs=(
        need(
            "burdigala.cube.place",
            "not_next_to",
            lambda s, seat, site: site in s.board.square(s.moved).sites,
            lambda s, seat, site: {"site": site, "square": s.moved},
        ),
        need(
            "burdigala.cube.place",
            "is_complete",
            lambda s, seat, site: not s.complete[site],
            lambda s, seat, site: {"site": site},
        ),
        need(
            "burdigala.card.crassus",
            "no_room",
            lambda s, seat, site: leaves_room(s, site),
            lambda s, seat, site: {"site": site, "room": s.room(site), "cubes": s.rules.cubes_a_turn + s.crassus},
        ),
    ),
    codecs=(SITE,),
)


@BOOK.task("window.build", rule="burdigala.turn.sequence", seated=True)
def before_build(s: State, seat: int) -> None:
    """Not for a player who was stuck."""
    if not s.stuck:
        s.push("turn.build" if may_play(s, seat) else "turn.build.plain", seat)


BUILD_OR_PLAY = BOOK.decision("turn.build", rule="burdigala.cube.place", forced=False)
PLAIN_BUILD = BOOK.decision("turn.build.plain", rule="burdigala.cube.place")
for _decision in (BUILD_OR_PLAY, PLAIN_BUILD):
    _decision.offer(BUILD)

PLAIN_BUILD.quickly(list_sites)


EXTRA = BOOK.decision("turn.extra", rule="burdigala.card.crassus", about={"site": 1})


@EXTRA.choice(
    "extra",
    candidates=lambda s, seat, site: [(other,) for other in s.board.square(s.moved).sites],
    needs=(
        need(
            "burdigala.card.crassus",
            "no_room",
            lambda s, seat, site, other: other in extra_sites(s, site),
            lambda s, seat, site, other: {"site": other, "room": s.room(other), "cubes": s.crassus},
        ),
    ),
    codecs=(SITE,),
)
def extra(s: State, seat: int, site: int, other: int) -> None:
    """The cube of Publius Crassus is the last one, wherever it goes; only that one scores (B-043)."""
    if other == site:
        after_site(s, seat, site, s.rules.cubes_a_turn + s.crassus)
    else:
        s.push("cubes", seat, other, s.crassus, True)
        after_site(s, seat, site, s.rules.cubes_a_turn, scores=False)


@BOOK.task("cubes", rule="burdigala.cube.place", seated=True)
def cubes(s: State, seat: int, site: int, count: int, scores: bool) -> None:
    """From the supply to the site; the last one scores the places left after it (B-016), or completes the building."""
    free = s.room(site)
    for _ in range(count):
        free -= 1
        placed = s.cubes
        s.cubes = placed[:site] + (placed[site] + 1,) + placed[site + 1 :]  # noqa: RUF005 (see kernel/deltas.py)
        s.supply -= 1
        s.record("burdigala.cube.place", "cube.placed", seat, _placed, (site, free))
    if not free:
        s.push("complete", seat, site)
    elif scores:
        s.cause = s.latest
        score(s, seat, free, CUBES, "burdigala.cube.points" if count == 1 and not s.crassus else _points_rule(s, count))


def _placed(seat: int, site: int, free: int) -> Told:
    return {"site": site, "free": free}, (add_at(TABLE, "cubes", site, 1), _FROM_SUPPLY)


def _points_rule(s: State, count: int) -> str:
    """One cube, or the last of several: by a seven or by Publius Crassus."""
    if not s.crassus and count == s.rules.cubes_a_turn:
        return "burdigala.cube.points"
    return "burdigala.card.crassus" if s.crassus else "burdigala.seven.cube.points"
