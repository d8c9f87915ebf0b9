"""Building sites: what is missing on each, what every cube to come is worth, who profits when it is complete, who can get there.

What the completed side is worth is certain for whoever knows the tile, else exact odds (cube_gains.py). Who can build on a site
with the next throw is reckoned for every seat as if it were its turn and the table stayed as it is (reach_odds.py).
"""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from ....kernel import Game
from ...manifest import Manifest
from ..manifest import MANIFEST
from ..model import State
from .cube_gains import builder_points, completed_side
from .known_position import Odds, expected, known_to
from .reach_odds import Reach, reach_of

if TYPE_CHECKING:
    import plotly.graph_objects


class SeatThere(NamedTuple):
    """One seat and one site."""

    seat: int
    beside: tuple[int, ...]
    """The squares beside the district on which it has a character: each is due a plot card if somebody else's move completes it
    (burdigala.complete.plot)."""
    reaches: Fraction
    """The odds that its next throw lets it place a cube there."""
    completes: Fraction
    """The odds that its next throw lets it complete the building, by a seven for a token too."""
    builders: int
    """What Consul and Hygiene would bring it for completing the building."""


class SiteOutlook(NamedTuple):
    """One incomplete site."""

    site: int
    name: str
    district: int
    size: int
    cubes: int
    ladder: tuple[int, ...]
    """The points of each cube to come but the last."""
    value: Odds
    """The points of the last: the completed side."""
    bonus: int
    necropolis: Fraction
    interrupted: Fraction
    seats: tuple[SeatThere, ...]

    @property
    def missing(self) -> int:
        """The cubes that it still takes."""
        return self.size - self.cubes

    @property
    def known(self) -> bool:
        """Whether the tile is known."""
        return len(self.value) == 1 and self.necropolis in (0, 1) and self.interrupted in (0, 1)

    @property
    def expected_last(self) -> Fraction:
        """What the last cube brings on the average, bonus included, Consul and Hygiene left out."""
        return expected(self.value) + self.bonus

    @property
    def expected_rest(self) -> Fraction:
        """What all cubes to come bring together on the average, whoever places them."""
        return sum(self.ladder) + self.expected_last


class Sites(NamedTuple):
    """All incomplete sites, as one seat sees them (None: everything open)."""

    seat: int | None
    names: tuple[str, ...]
    sites: tuple[SiteOutlook, ...]
    complete: int
    supply: int
    reaches: tuple[Reach, ...]
    """Where each seat's next throw leads."""

    @property
    def manifest(self) -> Manifest:
        """Of Burdigala."""
        return MANIFEST

    def told(self, lang: str = "en") -> str:
        """In lines, site by site."""
        from ..figures.site_figures import sites_text

        return sites_text(self, lang)

    def figure(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """What every cube to come is worth, site by site."""
        from ..figures.site_figures import sites_figure

        return sites_figure(self, lang=lang)

    def __str__(self) -> str:
        return self.told()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.told())}</pre>"

    def __repr__(self) -> str:
        return f"<Sites, {len(self.sites)} to build on, {self.complete} complete>"


def building_sites(game: Game[State] | State, seat: int | None = None) -> Sites:
    """Every incomplete site as a seat sees it (None: everything open)."""
    eyes = known_to(game, seat, "building sites")
    known = eyes.state
    throws = tuple(reach_of(eyes, mover, "each") for mover in range(len(known.players)))
    left = [site for site, done in enumerate(known.complete) if not done]
    outlooks = tuple(_outlook(known, site, throws) for site in left)
    return Sites(seat, eyes.names, outlooks, sum(known.complete), known.supply, throws)


def _outlook(known: State, site: int, throws: tuple[Reach, ...]) -> SiteOutlook:
    place = known.board.sites[site]
    room = known.room(site)
    side = completed_side(known, site)
    return SiteOutlook(
        site,
        place.name,
        place.district,
        known.size(site),
        known.cubes[site],
        tuple(range(room - 1, 0, -1)),
        side.values,
        known.bonus[place.district],
        side.necropolis,
        side.interrupted,
        tuple(_there(known, site, seat, throws[seat]) for seat in range(len(known.players))),
    )


def _there(known: State, site: int, seat: int, ahead: Reach) -> SeatThere:
    squares = known.board.districts[known.board.sites[site].district].squares
    beside = tuple(sorted(square for square in known.players[seat].meeples if square in squares))
    paid = builder_points(known, seat, known.size(site))[seat]
    return SeatThere(seat, beside, ahead.site_odds(site), ahead.completion_odds(site), paid)
