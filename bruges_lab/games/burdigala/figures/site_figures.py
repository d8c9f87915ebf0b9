"""Building sites: in lines, and as bars of what every cube to come is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rulebook.seats import names_in
from ....show.figures import ACCENT, KIND_FILLS, figure, percent, safe, seat_name
from ....show.svg import PAPER
from ..play.known_position import expected
from ..play.site_odds import SiteOutlook, Sites
from .figure_words import listed, mark_of, marked, number, odds, say, spread
from .reach_figures import eyes

if TYPE_CHECKING:
    import plotly.graph_objects


def headline(found: Sites, lang: str) -> str:
    """How many sites are left, and the supply."""
    return say("sites.title", lang, left=len(found.sites), complete=found.complete, supply=found.supply)


def remarks(found: Sites, lang: str) -> list[str]:
    """Where the cubes to come bring most, the model, and through whose eyes."""
    told = []
    if found.sites:
        best = max(found.sites, key=lambda one: one.expected_rest)
        told = [say("sites.best", lang, site=best.name, points=number(best.expected_rest, lang)), say("sites.model", lang)]
    state = found.reaches[0].state
    return [*told, eyes(found.seat, names_in(found, lang), lang), marked(state, lang)]


def last_words(found: Sites, one: SiteOutlook, lang: str, *, short: bool = False) -> str:
    """What the last cube brings: the completed side, or its mean alone, and the bonus token."""
    mark = mark_of(found.reaches[0].state, one.site)
    worth = f"{mark}{number(expected(one.value), lang)}" if short else spread(one.value, lang, mark)
    return f"{worth} + {one.bonus}" if one.bonus else worth


def profit_words(found: Sites, one: SiteOutlook, lang: str) -> list[str]:
    """Who stands beside the district, whom Consul or Hygiene would pay, and what may lie there."""
    names = names_in(found, lang)
    told = [
        say("sites.beside", lang, name=seat_name(there.seat, names), squares=", ".join(map(str, there.beside)))
        for there in one.seats
        if there.beside
    ]
    told += [
        say("gain.builders", lang, name=seat_name(there.seat, names), points=there.builders)
        for there in one.seats
        if there.builders
    ]
    if one.necropolis:
        told.append(say("gain.necropolis", lang, odds=percent(one.necropolis, lang)))
    if one.interrupted:
        told.append(say("sites.interrupted", lang, odds=percent(one.interrupted, lang)))
    return told


def sites_text(found: Sites, lang: str = "en") -> str:
    """Each site: places, cubes to come, the last one, who profits, who gets there."""
    names = names_in(found, lang)
    lines = [headline(found, lang), *filter(None, remarks(found, lang)), ""]
    for one in found.sites:
        to_come = " · ".join([*map(str, one.ladder), last_words(found, one, lang)])
        there = ", ".join(f"{names[seat.seat]} {odds(seat.reaches, lang)}" for seat in one.seats)
        lines.append(f"{one.name:<6} {one.cubes}/{one.size}  {to_come}")
        lines += [f"        {words}" for words in (*profit_words(found, one, lang), there)]
    return "\n".join(lines)


def sites_figure(found: Sites, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """A row a site, a bar a cube to come, as long as its points; the last is the completed side with the bonus token."""
    rows = sorted(found.sites, key=lambda one: (one.expected_rest, -one.site))
    made = figure(
        headline(found, lang),
        " ".join(filter(None, remarks(found, lang))),
        lang=lang,
        height=max(220, 26 * len(rows) + 150),
        barmode="stack",
        bargap=0.25,
    )
    names = [one.name for one in rows]
    for place in range(max((len(one.ladder) for one in rows), default=0)):
        made.add_bar(
            y=[one.name for one in rows if len(one.ladder) > place],
            x=[one.ladder[place] for one in rows if len(one.ladder) > place],
            orientation="h",
            name=safe(say("sites.cubes", lang)),
            legendgroup="cubes",
            showlegend=place == 0,
            marker={"color": KIND_FILLS[1], "line": {"color": PAPER, "width": 2}},
            text=[str(one.ladder[place]) for one in rows if len(one.ladder) > place],
            hovertext=[
                f"<b>{safe(one.name)}</b> · {safe(say('sites.cube', lang, number=place + 1, points=one.ladder[place]))}"
                f"<br>[burdigala.cube.points]"
                for one in rows
                if len(one.ladder) > place
            ],
            hoverinfo="text",
            textfont={"color": "#2b2620"},
        )
    made.add_bar(
        y=names,
        x=[float(one.expected_last) for one in rows],
        orientation="h",
        name=safe(say("sites.last", lang)),
        marker={
            "color": KIND_FILLS[3],
            "line": {"color": PAPER, "width": 2},
            "pattern": {"shape": ["" if one.known else "/" for one in rows], "fgcolor": ACCENT, "solidity": 0.15},
        },
        text=[last_words(found, one, lang, short=True) for one in rows],
        hovertext=[_hover(found, one, lang) for one in rows],
        hoverinfo="text",
        textfont={"color": "#2b2620"},
    )
    made.update_traces(textposition="inside", insidetextanchor="middle", textangle=0, cliponaxis=False)
    made.update_xaxes(title=say("axis.points", lang))
    made.update_yaxes(type="category", categoryorder="array", categoryarray=names, showgrid=False)
    return made


def _hover(found: Sites, one: SiteOutlook, lang: str) -> str:
    lines = [f"<b>{safe(one.name)} · {safe(say('sites.last', lang))} · {number(expected(one.value), lang)}</b>"]
    lines.append(safe(listed(one.value, lang)))
    if one.bonus:
        lines.append(safe(say("gain.bonus", lang, points=one.bonus)))
    lines += [safe(words) for words in profit_words(found, one, lang)]
    names = names_in(found, lang)
    lines.append(safe(", ".join(f"{seat_name(there.seat, names)} {percent(there.reaches, lang)}" for there in one.seats)))
    return "<br>".join([*lines, "[burdigala.cube.last.points] [burdigala.complete.plot]"])
