"""What the players of Bruges did, as a figure: how often each action was taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ....analysis.playouts import Playout
from ....kernel import Game, LabError
from ....rulebook.seats import seats_in
from ....show.figures import KIND_FILLS, figure, kind_look, on_fill, safe, seat_name
from ..manifest import MANIFEST
from ..model import State
from ..play.deeds import ACTIONS, all_deeds
from .figure_words import say

if TYPE_CHECKING:
    import plotly.graph_objects


def actions_figure(
    played: Game[State] | Playout | Sequence[Game[State] | Playout], *, lang: str = "en"
) -> plotly.graph_objects.Figure:
    """For each player how often each action was taken; several games are added up."""
    several = list(played) if isinstance(played, Sequence) else [played]
    if not several:
        raise LabError("actions: there is no game to count in")
    if not all(isinstance(one, Game | Playout) for one in several):
        raise LabError("actions: they are counted in a game, a playout, or several of these")
    names = seats_in(MANIFEST, _names(several), lang)
    found = all_deeds(several)
    counts = Counter((deed.seat, deed.action) for deed in found)
    labels = [safe(seat_name(seat, names)) for seat in range(len(names))]
    title = say("actions.title", lang, count=len(found)) if found else say("actions.none", lang)
    subtitle = say("actions.when", lang, games=len(several))
    made = figure(title, subtitle, lang=lang, height=176 + 56 * len(names), barmode="stack")
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
    return several[0].names


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
