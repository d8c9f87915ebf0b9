"""The course of a game of Burdigala: points on the score path, event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....analysis.course import course
from ....kernel import Game
from ....rulebook.seats import names_in
from ....show.course_figures import dodge, stepped
from ....show.figures import figure
from ..manifest import MANIFEST
from ..model import State
from .figure_words import say

if TYPE_CHECKING:
    import plotly.graph_objects


def points_figure(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Points over the turns, each with its event; the final scoring too, once it is done."""
    followed = course(game, lambda s: [player.points for player in s.players])
    names = names_in(game, lang)
    best = max(player.points for player in game.state.players)
    ahead = [seat for seat, player in enumerate(game.state.players) if player.points == best]
    key = "points.level" if len(ahead) == len(names) else "points.tied" if len(ahead) > 1 else "points.title"
    title = say(key, lang, names=", ".join(names[seat] for seat in ahead), number=best)
    made = figure(title, say("points.when", lang), lang=lang, height=440)
    for seat in range(len(names)):
        stepped(made, followed, seat, names, lang, 3 * dodge(seat, len(names)), texts=MANIFEST.texts)
    last = max(1, followed.rounds)
    made.update_xaxes(title=say("axis.round", lang), range=[-0.012 * last, 1.012 * last], tick0=0, rangemode="nonnegative")
    made.update_yaxes(title=say("axis.points", lang))
    return made
