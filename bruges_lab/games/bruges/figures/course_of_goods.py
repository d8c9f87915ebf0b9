"""The course of a game of Bruges as figures: steps on the reputation track, and guilders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....analysis.course import course
from ....kernel import Game
from ....rulebook.seats import names_in
from ....show.course_figures import dodge, reading_hover, rounds_axis, stepped
from ....show.figures import MARK, figure, safe
from ....show.svg import INK
from ..deck import RECONSTRUCTED
from ..model import State
from ..telling import own_texts
from .figure_words import say

if TYPE_CHECKING:
    import plotly.graph_objects


def reputation_figure(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Steps on the reputation track, with what each step is worth at the end."""
    followed = course(game, lambda s: [player.reputation for player in s.players])
    state = game.state
    board, rules = state.board, state.rules
    best = max(player.reputation for player in state.players)
    ahead = [seat for seat, player in enumerate(state.players) if player.reputation == best]
    title = _leading("reputation", ahead, names_in(game, lang), best, lang)
    marks = any(source == RECONSTRUCTED for source in board.points_from)
    subtitle = say("reputation.when", lang) + (f" {say('marked', lang)}" if marks else "")
    made = figure(title, subtitle, lang=lang, height=420, grid={"specs": [[{"secondary_y": True}]]})
    for seat in range(len(names_in(game, lang))):
        stepped(made, followed, seat, names_in(game, lang), lang, dodge(seat, len(names_in(game, lang))), texts=own_texts())
    top = min(board.last_step, max(4, best + 1))
    # The second axis needs a trace of its own to be drawn.
    made.add_scatter(x=[0], y=[0], mode="markers", opacity=0, showlegend=False, hoverinfo="skip", secondary_y=True)
    worth = [
        f"{board.reputation_points(step, rules)}{MARK if board.points_from[step] == RECONSTRUCTED else ''}"
        for step in range(top + 1)
    ]
    limits = {"range": [-0.4, top + 0.4], "tickmode": "array", "tickvals": list(range(top + 1))}
    made.update_yaxes(title=say("axis.steps", lang), secondary_y=False, **limits)
    made.update_yaxes(title=say("axis.worth", lang), ticktext=worth, showgrid=False, secondary_y=True, **limits)
    made.update_layout(legend={"x": 1.09})
    rounds_axis(made, followed.rounds, lang, title=say("axis.round", lang))
    return made


def money_figure(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Guilders, event by event, with what raids took."""
    followed = course(game, lambda s: [player.guilders for player in s.players])
    best = max(player.guilders for player in game.state.players)
    ahead = [seat for seat, player in enumerate(game.state.players) if player.guilders == best]
    made = figure(_leading("money", ahead, names_in(game, lang), best, lang), say("money.when", lang), lang=lang, height=440)
    for seat in range(len(names_in(game, lang))):
        stepped(made, followed, seat, names_in(game, lang), lang, dodge(seat, len(names_in(game, lang))), texts=own_texts())
    losses = [reading for reading in followed.readings if reading.event is not None and reading.event.kind == "guilders.lost"]
    if losses:
        made.add_scatter(
            x=[reading.at for reading in losses],
            y=[reading.value for reading in losses],
            mode="markers",
            name=safe(say("money.raid", lang)),
            marker={"symbol": "x-thin", "size": 13, "line": {"width": 3, "color": INK}},
            hovertext=[reading_hover(reading, reading.seat, names_in(game, lang), lang, own_texts()) for reading in losses],
            hoverinfo="text",
        )
    top = max(4, *(reading.value for reading in followed.readings))
    made.update_yaxes(title=say("axis.guilders", lang), range=[-0.05 * top, 1.08 * top])
    rounds_axis(made, followed.rounds, lang, title=say("axis.round", lang))
    return made


def _leading(what: str, ahead: Sequence[int], names: Sequence[str], best: int, lang: str) -> str:
    if len(ahead) == len(names):
        return say(f"{what}.level", lang, number=best)
    if len(ahead) > 1:
        return say(f"{what}.tied", lang, names=", ".join(names[seat] for seat in ahead), number=best)
    return say(f"{what}.title", lang, name=names[ahead[0]], number=best)
