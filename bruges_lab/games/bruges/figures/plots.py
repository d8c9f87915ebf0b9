"""The game's own figures as `bl.plot` offers them: each is given a game or a result that was found before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....kernel import Game
from ....show.plot import a_game
from ..model import State
from ..play.majority_outlook import Majorities
from ..play.majority_outlook import majorities as outlook
from ..play.threat_odds import ThreatOdds, threat_odds

if TYPE_CHECKING:
    import plotly.graph_objects

    from ....analysis.playouts import Playout


def threats(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """The threat meter: markers now, and the odds that the next roll brings damage."""
    from .threat_meter import threats_figure

    return threats_figure(a_game(game), lang=lang)


def risk(odds: ThreatOdds | Game[State], *, rounds: int = 4, lang: str = "en") -> plotly.graph_objects.Figure:
    """The odds that damage has come at least once, round by round; of a game, over so many rounds."""
    from .odds_figures import odds_figure

    return odds_figure(odds if isinstance(odds, ThreatOdds) else threat_odds(a_game(odds), rounds), lang=lang)


def majorities(game: Game[State] | Majorities, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Who leads the three areas, and what can still come this round."""
    return (game if isinstance(game, Majorities) else outlook(a_game(game))).figure(lang=lang)


def majority_race(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """The three areas over the rounds, and when markers were turned."""
    from .majority_figures import race_figure

    return race_figure(a_game(game), lang=lang)


def reputation(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Steps on the reputation track over the rounds."""
    from .course_of_goods import reputation_figure

    return reputation_figure(a_game(game), lang=lang)


def money(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Guilders over the rounds."""
    from .course_of_goods import money_figure

    return money_figure(a_game(game), lang=lang)


def actions(played: Game[State] | Playout | Sequence[Game[State] | Playout], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """What the players did, in a game, a playout, or several together."""
    from .action_figures import actions_figure

    return actions_figure(played, lang=lang)
