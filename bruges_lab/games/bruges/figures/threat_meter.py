"""The threat meter: for each player the markers of each colour, how far they are from damage, and the odds of the next roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ....analysis.course import moments
from ....kernel import Event, Game, LabError
from ....rulebook.seats import names_in
from ....show.figures import figure, percent, safe, seat_name
from ....show.svg import INK, MUTED, PALE, PAPER
from ..model import State
from ..pictures.colours import FILLS, PATTERNS
from ..pictures.picture_words import damage_names
from ..play.threat_odds import ThreatOdds, threat_odds
from ..words import DAMAGES
from .figure_words import cite, say
from .odds_figures import amount, model

if TYPE_CHECKING:
    import plotly.graph_objects

Taken = dict[tuple[int, int], list[tuple[Event, int]]]
"""For a seat and colour the events that brought markers, each with its round."""


def threats_figure(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """A meter per colour and player: full is damage. Beside it the odds that the next roll fills it."""
    state = game.state
    limit = state.rules.threat_limit
    odds = _next_roll(game)
    names = damage_names(lang)
    seats = range(len(names_in(game, lang)))
    made = figure(
        _headline(game, odds, names, lang),
        say("threats.over", lang, limit=limit)
        if odds is None
        else f"{say('threats.when', lang, limit=limit)} {model(odds, lang)}",
        lang=lang,
        height=330,
        columns=len(seats),
        heads=[seat_name(seat, names_in(game, lang)) for seat in seats],
        grid={"shared_yaxes": True, "horizontal_spacing": 0.025},
        barmode="overlay",
        bargap=0.35,
        showlegend=False,
    )
    taken = _taken(game)
    for seat in seats:
        markers = state.players[seat].threats
        chances = [Fraction(0)] * len(DAMAGES) if odds is None else odds.seats[seat].rounds[0].damage
        hover = [_hover(game, odds, seat, colour, names, taken, lang) for colour in range(len(DAMAGES))]
        made.add_bar(
            x=[limit] * len(DAMAGES),
            y=[safe(name) for name in names],
            orientation="h",
            marker={"color": PALE},
            hovertext=hover,
            hoverinfo="text",
            row=1,
            col=seat + 1,
        )
        made.add_bar(
            x=list(markers),
            y=[safe(name) for name in names],
            orientation="h",
            marker={
                "color": FILLS,
                "line": {"color": INK, "width": 1},
                "pattern": {"shape": PATTERNS, "fgcolor": PAPER, "size": 6, "solidity": 0.2},
            },
            hovertext=hover,
            hoverinfo="text",
            row=1,
            col=seat + 1,
        )
        made.add_scatter(
            x=[limit] * len(DAMAGES),
            y=[safe(name) for name in names],
            mode="text",
            text=[
                f" <b>{percent(chance, lang)}</b>" if chance else f" {percent(chance, lang)}" if odds is not None else " –"
                for chance in chances
            ],
            textposition="middle right",
            textfont={"size": 12, "color": INK},
            hoverinfo="skip",
            cliponaxis=False,
            row=1,
            col=seat + 1,
        )
        for mark in range(1, limit):
            made.add_vline(x=mark, line={"color": PAPER, "width": 2}, row=1, col=seat + 1)
    made.update_xaxes(range=[0, limit * 1.45], tickmode="array", tickvals=list(range(limit + 1)), showgrid=False, zeroline=False)
    made.update_xaxes(title={"text": say("axis.markers", lang), "font": {"size": 12, "color": MUTED}})
    made.update_yaxes(autorange="reversed", showgrid=False)
    made.update_yaxes(ticklabelstandoff=6, col=1)
    return made


def _next_roll(game: Game[State]) -> ThreatOdds | None:
    """The odds of the next roll; None if there is none."""
    if game.over:
        return None
    try:
        return threat_odds(game, 1)
    except LabError:  # this is the last round, and its dice have been rolled
        return None


def _headline(game: Game[State], odds: ThreatOdds | None, names: Sequence[str], lang: str) -> str:
    """Whom the next roll can hit first of all, the most likely damage with the most to lose."""
    if odds is None:
        return say("threats.none_left", lang)
    risks = [(chance, colour, seat.seat) for seat in odds.seats for colour, chance in enumerate(seat.rounds[0].damage) if chance]
    if not risks:
        return say("threats.safe", lang)
    seats = sorted({seat for _, _, seat in risks})
    if len(risks) == 1:
        chance, colour, seat = risks[0]
        return say("threats.one", lang, name=names_in(game, lang)[seat], damage=names[colour], odds=percent(chance, lang))
    return say("threats.several", lang, count=len(risks), names=", ".join(names_in(game, lang)[seat] for seat in seats))


def _taken(game: Game[State]) -> Taken:
    found: Taken = {}
    for event, _, state in moments(game):
        if event.kind == "threat.taken":
            found.setdefault((event.player, event.data["colour"]), []).append((event, state.round))
    return found


def _hover(
    game: Game[State], odds: ThreatOdds | None, seat: int, colour: int, names: Sequence[str], taken: Taken, lang: str
) -> str:
    markers, limit = game.state.players[seat].threats[colour], game.state.rules.threat_limit
    lines = [f"<b>{safe(seat_name(seat, names_in(game, lang)))} · {safe(names[colour])}: {markers}/{limit}</b>"]
    if odds is not None:
        chance = odds.seats[seat].rounds[0].damage[colour]
        loss = odds.seats[seat].losses[colour]
        lines.append(safe(say("threats.odds", lang, round=odds.seats[seat].rounds[0].number, odds=percent(chance, lang))))
        lines.append(safe(say("threats.loss", lang, loss=amount(loss.damage, loss.amount, lang))))
    lines += [cite(event, round_, lang) for event, round_ in taken.get((seat, colour), [])[-markers:] if markers]
    return "<br>".join(lines)
