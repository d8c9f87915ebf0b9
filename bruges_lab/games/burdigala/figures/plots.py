"""The game's own figures as `bl.plot` offers them: each is given a game or a result that was found before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....kernel import Game
from ....show.plot import a_game
from ..model import State
from ..play.corruption_odds import CorruptionOdds, corruption_odds
from ..play.reach_odds import Reach
from ..play.reach_odds import reach as reached
from ..play.site_odds import Sites, building_sites

if TYPE_CHECKING:
    import plotly.graph_objects


def reach(game: Game[State] | Reach, *, seat: int | None = None, lang: str = "en") -> plotly.graph_objects.Figure:
    """The map: where the dice lead, and what a cube would bring there, as a seat sees it."""
    return (game if isinstance(game, Reach) else reached(a_game(game), seat)).figure(lang=lang)


def sites(game: Game[State] | Sites, *, seat: int | None = None, lang: str = "en") -> plotly.graph_objects.Figure:
    """The building sites: what every cube to come is worth, as a seat sees it."""
    return (game if isinstance(game, Sites) else building_sites(a_game(game), seat)).figure(lang=lang)


def corruption(game: Game[State] | CorruptionOdds, *, seat: int | None = None, lang: str = "en") -> plotly.graph_objects.Figure:
    """What each player's corruption may add up to, as a seat sees it."""
    return (game if isinstance(game, CorruptionOdds) else corruption_odds(a_game(game), seat)).figure(lang=lang)


def points(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Points over the turns, event by event."""
    from .course_of_points import points_figure

    return points_figure(a_game(game), lang=lang)
