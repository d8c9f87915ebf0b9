"""`bl.plot`: all figures by name. Each is a plotly figure in the common dress (figures.py), in four languages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..kernel import Game, LabError

if TYPE_CHECKING:
    import plotly.graph_objects

    from ..analysis.comparing import Comparison
    from ..analysis.playouts import Playout
    from ..analysis.scores import Scores
    from ..analysis.simulation_tables import Results
    from ..analysis.tree import Tree
    from ..games.bruges.model import State
    from ..games.bruges.play.majority_outlook import Majorities
    from ..games.bruges.play.threat_odds import ThreatOdds


class Plot:
    """The figures of Bruges Lab. `lang` is en, de, fr or it."""

    def score(self, game: Game[State] | Scores, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The score by part, as if the final scoring came now."""
        return _scores(game).figure(lang=lang)

    def score_course(self, game: Game[State] | Scores, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The score by part, round by round."""
        return _scores(game).course(lang=lang)

    def threats(self, game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The threat meter: markers now, and the odds that the next roll brings damage."""
        from ..games.bruges.figures.threat_meter import threats_figure

        return threats_figure(_game(game), lang=lang)

    def risk(self, odds: ThreatOdds | Game[State], *, rounds: int = 4, lang: str = "en") -> plotly.graph_objects.Figure:
        """The odds that a damage has come at least once, round by round; of a game, over so many rounds."""
        from ..games.bruges.figures.odds_figures import odds_figure
        from ..games.bruges.play.threat_odds import ThreatOdds, threat_odds

        return odds_figure(odds if isinstance(odds, ThreatOdds) else threat_odds(_game(odds), rounds), lang=lang)

    def majorities(self, game: Game[State] | Majorities, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """Who leads the three areas, and what can still come this round."""
        from ..games.bruges.play.majority_outlook import Majorities, majorities

        return (game if isinstance(game, Majorities) else majorities(_game(game))).figure(lang=lang)

    def majority_race(self, game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The three areas over the rounds, and when markers were turned."""
        from ..games.bruges.figures.majority_figures import race_figure

        return race_figure(_game(game), lang=lang)

    def reputation(self, game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
        """Steps on the reputation track over the rounds."""
        from ..games.bruges.figures.course_of_goods import reputation_figure

        return reputation_figure(_game(game), lang=lang)

    def money(self, game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
        """Guilders over the rounds."""
        from ..games.bruges.figures.course_of_goods import money_figure

        return money_figure(_game(game), lang=lang)

    def actions(
        self, played: Game[State] | Playout | Sequence[Game[State] | Playout], *, lang: str = "en"
    ) -> plotly.graph_objects.Figure:
        """What the players did, in a game, a playout, or several together."""
        from ..games.bruges.figures.action_figures import actions_figure

        return actions_figure(played, lang=lang)

    def simulation(self, results: Results, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """How scores are spread, who wins how often, and what scores are made of."""
        from .simulation_figure import simulation_figure

        return simulation_figure(results, lang=lang)

    def readings(self, comparison: Comparison, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """Two readings of the rules: how often games differ, by which rule, and what it does to scores."""
        from .readings_figure import readings_figure

        return readings_figure(comparison, lang=lang)

    def tree(self, tree: Tree[Any], *, lang: str = "en", most: int = 2000) -> plotly.graph_objects.Figure:
        """A decision tree."""
        from .tree_figures import tree_figure

        return tree_figure(tree, lang=lang, most=most)

    def save(
        self,
        figure: plotly.graph_objects.Figure,
        path: str | Path,
        *,
        width: int = 950,
        height: int | None = None,
        scale: float = 2,
        force: bool = False,
    ) -> Path:
        """Write a figure as .png, .svg, .pdf or .html. Still images need a Chromium; without one it becomes an HTML file.

        A figure of the same format that was written here is replaced, any other file only with `force=True`.
        """
        from .images import save

        return save(figure, path, width=width, height=height, scale=scale, force=force)

    def __repr__(self) -> str:
        return f"<bl.plot: {', '.join(_figures())}>"

    def _repr_html_(self) -> str:
        """What there is, for notebooks."""
        rows = [
            f"<tr><td style='text-align:left'><code>bl.plot.{escape(name)}</code></td>"
            f"<td style='text-align:left'>{escape(words)}</td></tr>"
            for name, words in _figures().items()
        ]
        return f"<table>{''.join(rows)}</table>"


def _figures() -> dict[str, str]:
    """Each figure with the first line of what is said of it."""
    return {name: (found.__doc__ or "").splitlines()[0] for name, found in vars(Plot).items() if not name.startswith("_")}


def _game(given: object) -> Game[State]:
    if not isinstance(given, Game):
        raise LabError(f"a game is needed, not a {type(given).__name__}")
    return given


def _scores(given: Game[State] | Scores) -> Scores:
    from ..analysis.scores import Scores, score

    return given if isinstance(given, Scores) else score(_game(given))


plot = Plot()
