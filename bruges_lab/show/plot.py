"""`bl.plot`: all figures by name. Each is a plotly figure in the common dress (figures.py), in four languages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import wraps
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..games import shelf
from ..games.manifest import Manifest
from ..kernel import Game, LabError
from ..kernel.errors import either, one_line

if TYPE_CHECKING:
    import plotly.graph_objects

    from ..analysis.comparing import Comparison
    from ..analysis.scores import Scores
    from ..analysis.simulation_tables import Results
    from ..analysis.tree import Tree

_OF_A_GAME = ("score", "score_course")
"""The lab's figures of a game; others show results."""


class Plot:
    """The figures of Bruges Lab, and those that a game brings. `lang` is en, de, fr or it."""

    def __getattr__(self, name: str) -> Callable[..., plotly.graph_objects.Figure]:
        """A figure that a game brings: that of the game at hand, else of the first game that has one of the name."""
        having = [manifest for manifest in shelf.games() if name in _own(manifest)]
        if not having:
            raise AttributeError(f"unknown figure {name!r}; choose {either(_figures())}")

        @wraps(having[0].figures[name])
        def drawn(what: Any, **options: Any) -> plotly.graph_objects.Figure:
            manifest = _manifest_of(what) or having[0]
            if name not in _own(manifest):
                raise manifest.lacks(f"figure {name!r}")
            return manifest.figures[name](what, **options)

        return drawn

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_figures()})

    def score(self, game: Game[Any] | Scores, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The score by part, as if the final scoring came now."""
        return _scores(game).figure(lang=lang)

    def score_course(self, game: Game[Any] | Scores, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The score by part, round by round."""
        return _scores(game).course(lang=lang)

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
        from ..analysis.tree import Tree
        from .tree_figures import tree_figure

        if not isinstance(tree, Tree):
            raise LabError(f"a tree is needed, as bl.tree(game) makes it, not a {one_line(type(tree).__name__, 40)}")
        return tree_figure(tree, lang=lang, most=most)

    def dark(self, figure: plotly.graph_objects.Figure) -> plotly.graph_objects.Figure:
        """A figure in dark colours, for a dark notebook or a dark page."""
        from .night import at_night

        return at_night(figure)

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
    """Each figure with the first line of what is said of it: those of a game, of the lab and its own, then those of results."""
    lab: dict[str, Callable[..., Any]] = {name: made for name, made in vars(Plot).items() if not name.startswith("_")}
    found = {name: lab[name] for name in _OF_A_GAME}
    for manifest in shelf.games():
        found |= {name: manifest.figures[name] for name in _own(manifest) if name not in lab | found}
    return {name: (made.__doc__ or "").splitlines()[0] for name, made in (found | lab).items()}


def _own(manifest: Manifest) -> Collection[str]:
    return manifest.written("figures") or ()


def _manifest_of(what: Any) -> Manifest | None:
    """Whose game, playout, tree or table it is; of several, the first one's."""
    one = what[0] if isinstance(what, Sequence) and what else what
    found = getattr(one, "manifest", None) or getattr(getattr(one, "kit", None), "manifest", None)
    return found if isinstance(found, Manifest) else None


def a_game(given: object) -> Game[Any]:
    """A game, if it is one."""
    if not isinstance(given, Game):
        raise LabError(f"a game is needed, not a {type(given).__name__}")
    return given


def _scores(given: Game[Any] | Scores) -> Scores:
    from ..analysis.scores import Scores, score

    return given if isinstance(given, Scores) else score(a_game(given))


plot = Plot()
