"""The course of a game as figures: steps on the reputation track, guilders, and what the players did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..analysis.course import ACTIONS, Course, Reading, all_deeds, course
from ..analysis.playouts import Playout
from ..games.bruges.deck import RECONSTRUCTED
from ..games.bruges.model import State
from ..kernel import Game, LabError
from .figures import KIND_FILLS, MARK, cite, figure, kind_look, on_fill, safe, say, seat_line, seat_marker, seat_name
from .svg import INK

if TYPE_CHECKING:
    import plotly.graph_objects

_APART = 0.07
"""So far apart are lines that would cover each other, in units of what is counted."""


def stepped(made: Any, followed: Course, seat: int, names: Sequence[str], lang: str, apart: float = 0.0, **where: Any) -> None:
    """The line of a seat: level from event to event, a symbol at each; hover tells the event."""
    readings = followed.of(seat)
    made.add_scatter(
        x=[reading.at for reading in readings],
        y=[round(reading.value + apart, 3) for reading in readings],
        mode="lines+markers",
        name=safe(seat_name(seat, names)),
        legendgroup=str(seat),
        line={**seat_line(seat), "shape": "hv"},
        marker=seat_marker(seat, 7),
        hovertext=[_hover(reading, seat, names, lang) for reading in readings],
        hoverinfo="text",
        **where,
    )
    made.add_scatter(  # on to where the game stands
        x=[readings[-1].at, max(1, followed.rounds)],
        y=[round(readings[-1].value + apart, 3)] * 2,
        mode="lines",
        legendgroup=str(seat),
        line=seat_line(seat),
        hoverinfo="skip",
        **{**where, "showlegend": False},
    )


def _hover(reading: Reading, seat: int, names: Sequence[str], lang: str) -> str:
    return f"<b>{safe(seat_name(seat, names))}: {reading.value}</b><br>{cite(reading.event, reading.round, lang)}"


def rounds_axis(made: Any, rounds: int, lang: str, **where: Any) -> None:
    """Time in rounds: a tick in the middle of each, a line where it ends."""
    last = max(1, rounds)
    made.update_xaxes(
        range=[-0.012 * last, last],
        tickmode="array",
        tickvals=[number + 0.5 for number in range(last)],
        ticktext=[str(number + 1) for number in range(last)],
        ticks="",
        showgrid=False,
        minor={"tickmode": "linear", "tick0": 0, "dtick": 1, "showgrid": True, "gridcolor": "#ddd3bf", "griddash": "dot"},
        **where,
    )


def reputation_figure(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Steps on the reputation track, with what each step is worth at the end."""
    followed = course(game, lambda s: [player.reputation for player in s.players])
    state = game.state
    board, rules = state.board, state.rules
    best = max(player.reputation for player in state.players)
    ahead = [seat for seat, player in enumerate(state.players) if player.reputation == best]
    title = _leading("reputation", ahead, game.names, best, lang)
    marks = any(source == RECONSTRUCTED for source in board.points_from)
    subtitle = say("reputation.when", lang) + (f" {say('marked', lang)}" if marks else "")
    made = figure(title, subtitle, height=420, grid={"specs": [[{"secondary_y": True}]]})
    for seat in range(len(game.names)):
        stepped(made, followed, seat, game.names, lang, _dodge(seat, len(game.names)))
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
    made = figure(_leading("money", ahead, game.names, best, lang), say("money.when", lang), height=440)
    for seat in range(len(game.names)):
        stepped(made, followed, seat, game.names, lang, _dodge(seat, len(game.names)))
    losses = [reading for reading in followed.readings if reading.event is not None and reading.event.kind == "guilders.lost"]
    if losses:
        made.add_scatter(
            x=[reading.at for reading in losses],
            y=[reading.value for reading in losses],
            mode="markers",
            name=safe(say("money.raid", lang)),
            marker={"symbol": "x-thin", "size": 13, "line": {"width": 3, "color": INK}},
            hovertext=[_hover(reading, reading.seat, game.names, lang) for reading in losses],
            hoverinfo="text",
        )
    top = max(4, *(reading.value for reading in followed.readings))
    made.update_yaxes(title=say("axis.guilders", lang), range=[-0.05 * top, 1.08 * top])
    rounds_axis(made, followed.rounds, lang, title=say("axis.round", lang))
    return made


def _dodge(seat: int, seats: int) -> float:
    return (seat - (seats - 1) / 2) * _APART


def _leading(what: str, ahead: Sequence[int], names: Sequence[str], best: int, lang: str) -> str:
    if len(ahead) == len(names):
        return say(f"{what}.level", lang, number=best)
    if len(ahead) > 1:
        return say(f"{what}.tied", lang, names=", ".join(names[seat] for seat in ahead), number=best)
    return say(f"{what}.title", lang, name=names[ahead[0]], number=best)


# What was done


def actions_figure(
    played: Game[State] | Playout | Sequence[Game[State] | Playout], *, lang: str = "en"
) -> plotly.graph_objects.Figure:
    """For each player how often each action was taken; several games are added up."""
    several = [played] if isinstance(played, Game | Playout) else list(played)
    if not several:
        raise LabError("actions: there is no game to count in")
    names = _names(several)
    found = all_deeds(several)
    counts = Counter((deed.seat, deed.action) for deed in found)
    labels = [safe(seat_name(seat, names)) for seat in range(len(names))]
    title = say("actions.title", lang, count=len(found)) if found else say("actions.none", lang)
    subtitle = say("actions.when", lang, games=len(several))
    made = figure(title, subtitle, height=176 + 56 * len(names), barmode="stack")
    totals = [sum(counts[seat, action] for action in ACTIONS) for seat in range(len(names))]
    widest = max(1, *totals)
    for place, action in enumerate(ACTIONS):
        values = [counts[seat, action] for seat in range(len(names))]
        made.add_bar(
            y=labels,
            x=values,
            orientation="h",
            name=safe(say(f"action.{action}", lang)),
            text=[str(value) if value >= widest / 45 else "" for value in values],
            texttemplate="<b>%{text}</b>",
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": on_fill(KIND_FILLS[place]), "size": 12},
            marker=kind_look(place),
            width=0.62,
            hovertext=[_share(found, seat, action, totals[seat], names, lang) for seat in range(len(names))],
            hoverinfo="text",
        )
    made.update_xaxes(title=say("axis.actions", lang), range=[0, 1.03 * widest], dtick=max(1, round(widest / 8)))
    made.update_yaxes(autorange="reversed", showgrid=False, ticklabelstandoff=6)
    made.update_layout(legend={"traceorder": "normal"})
    return made


def _names(several: Sequence[Game[State] | Playout]) -> tuple[str, ...]:
    """The names of the players; of several games all must have as many, and the first game's names stand for all."""
    seats = {len(one.state.players) for one in several}
    if len(seats) > 1:
        raise LabError(f"actions: the games have different numbers of players: {', '.join(map(str, sorted(seats)))}")
    first = several[0]
    return first.names if isinstance(first, Game) else first._game.names


def _share(found: Sequence[Any], seat: int, action: str, total: int, names: Sequence[str], lang: str) -> str:
    mine = [deed for deed in found if (deed.seat, deed.action) == (seat, action)]
    head = f"<b>{safe(seat_name(seat, names))} · {safe(say(f'action.{action}', lang))}: {len(mine)}</b>"
    if not mine:
        return head
    rounds = Counter(deed.round for deed in mine)
    lines = [head, f"{100 * len(mine) / total:.0f} %"]
    lines.append(safe(", ".join(f"{say('round', lang, round=number)}: {rounds[number]}" for number in sorted(rounds))))
    rules = Counter(deed.event.rule for deed in mine)
    lines.append(" ".join(f"[{safe(rule)}]" for rule, _ in rules.most_common(4)))
    return "<br>".join(lines)
