"""The majorities: as lines, as tables, as bars with what can still come, and as a race over the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ....analysis.course import Moment, Times, course, moments
from ....kernel import Game
from ....rulebook.seats import names_in
from ....show.course_figures import rounds_axis, stepped
from ....show.figures import ACCENT, figure, safe, seat_name
from ....show.svg import INK, MUTED, PAPER, Svg, tag
from ..model import State
from ..play.majority_outlook import Area, Flip, Majorities, Share
from ..rules.majorities import TURNED, standings
from ..telling import own_texts
from ..words import AREAS
from .figure_words import cite, say

if TYPE_CHECKING:
    import plotly.graph_objects

_SHOWN = 6
"""So many choices that change a leader are told an area; the rest are counted."""


def _who(seats: Sequence[int], names: Sequence[str], lang: str) -> str:
    return ", ".join(names[seat] for seat in seats) or say("nobody", lang)


def headline(found: Majorities, lang: str) -> str:
    """Who leads the three areas."""
    return say("majorities.title", lang, **{area.area: _who(area.leaders, names_in(found, lang), lang) for area in found.areas})


def assumption(found: Majorities, lang: str, *, bounds: bool = True) -> str:
    """What a marker is worth, and what the bounds count."""
    words = say("majorities.over" if found.over else "majorities.when", lang, round=found.round, points=found.points)
    if bounds and not found.over:
        words += f" {say('majorities.bounds', lang)}"
        if not all(means.known for means in found.means):
            words += f" {say('majorities.open', lang)}"
    return words


def left_out(found: Majorities, lang: str) -> str:
    """The people whose effects the bounds do not count, by name; nothing if there are none."""
    names = [found.state.deck[person].name.get(lang, found.state.deck[person].name["en"]) for person in found.left_out]
    return say("majorities.left_out", lang, people=", ".join(names)) if names else ""


def lead(area: Area, names: Sequence[str], lang: str) -> str:
    """Who leads an area, and by how much."""
    if not area.leaders:
        return say("lead.tied", lang, number=max(share.number for share in area.shares))
    if not area.lead:
        return say("lead.shared", lang, names=_who(area.leaders, names, lang))
    return say("lead.by", lang, name=names[area.leaders[0]], number=area.lead)


def status(found: Majorities, share: Share, lang: str) -> str:
    """Where a seat stands in an area: its marker, what it needs, what it can still have."""
    words = []
    if share.leads:
        words.append(say("status.leads", lang) if share.marker else say("status.would_turn", lang, points=share.worth))
    if share.marker:
        words.append(say("status.turned", lang, points=share.worth))
    elif not share.leads and not found.over:
        key = "status.can" if share.can_lead else "status.cannot"
        words.append(say(key, lang, needs=share.needs, most=share.most))
    words += [f"{found.state.deck[person].name.get(lang, '')} +{more}" for person, more in share.helped]
    return ", ".join(words)


def flip_said(found: Majorities, flip: Flip, lang: str) -> str:
    """A choice and what it does to the lead."""
    choice = found.teller.choice(flip.option, lang, found.state)
    before, after = (_who(seats, names_in(found, lang), lang) for seats in (flip.before, flip.after))
    return say("flip", lang, choice=choice, notation=str(flip.choice), before=before, after=after)


def _flips(found: Majorities, area: Area, lang: str) -> list[str]:
    lines = [flip_said(found, flip, lang) for flip in area.flips[:_SHOWN]]
    if len(area.flips) > _SHOWN:
        lines.append(say("more", lang, count=len(area.flips) - _SHOWN))
    return lines


def _means(found: Majorities, seat: int, lang: str) -> str:
    means = found.means[seat]
    return say("means", lang, turns=means.turns, cards=means.cards, guilders=means.guilders)


# Lines


def majorities_text(found: Majorities, lang: str = "en") -> str:
    """Area by area, seat by seat, then the choices that change something."""
    lines = [headline(found, lang), assumption(found, lang)]
    lines += [words] if (words := left_out(found, lang)) else []
    wide = max(len(seat_name(seat, names_in(found, lang))) for seat in range(len(found.names)))
    for area in found.areas:
        lines += ["", f"{say(f'area.{area.area}', lang)} · {lead(area, names_in(found, lang), lang)}  [{area.rule}]"]
        lines += [
            f"  {seat_name(share.seat, names_in(found, lang)):<{wide}} {share.number:>3}  {status(found, share, lang)}"
            for share in area.shares
        ]
    if not found.over:
        lines += [
            "",
            *(f"{seat_name(s, names_in(found, lang)):<{wide}}  {_means(found, s, lang)}" for s in range(len(found.names))),
        ]
    if found.seat is not None:
        key = "flips.some" if found.flips else "flips.none"
        lines += ["", say(key, lang, name=names_in(found, lang)[found.seat])]
        for area in found.areas:
            lines += [f"  {say(f'area.{area.area}', lang)} · {line}" for line in _flips(found, area, lang)]
    return "\n".join(lines)


# A table

_CELL = "padding:2px 14px 2px 0;text-align:left;vertical-align:top"


def majorities_html(found: Majorities, lang: str = "en") -> str:
    """A row per seat, a column per area; below it the choices that change a leader."""
    head = [_cell("", head=True)]
    for area in found.areas:
        words = Svg(f"{escape(say(f'area.{area.area}', lang))}<br>")
        head.append(
            tag("th", words, tag("span", _text(lead(area, names_in(found, lang), lang)), style="font-weight:400"), style=_CELL)
        )
    if not found.over:
        head.append(_cell(say("means.head", lang), head=True))
    rows = [tag("tr", *head)]
    for seat in range(len(found.names)):
        cells = [tag("th", _text(seat_name(seat, names_in(found, lang))), style=f"{_CELL};white-space:nowrap")]
        for area in found.areas:
            share = area.shares[seat]
            star = " ★" if share.marker else ""
            cells.append(tag("td", tag("b", _text(f"{share.number}{star} ")), _text(status(found, share, lang)), style=_CELL))
        if not found.over:
            cells.append(_cell(_means(found, seat, lang)))
        rows.append(tag("tr", *cells))
    parts = [tag("p", tag("b", _text(headline(found, lang))), tag("br"), _text(assumption(found, lang))), tag("table", *rows)]
    if people := left_out(found, lang):
        parts.append(tag("p", _text(people)))
    if found.seat is not None:
        key = "flips.some" if found.flips else "flips.none"
        parts.append(tag("p", _text(say(key, lang, name=names_in(found, lang)[found.seat]))))
        listed = [
            tag("li", tag("b", _text(say(f"area.{area.area}", lang))), _text(f" · {line}"))
            for area in found.areas
            for line in _flips(found, area, lang)
        ]
        parts += [tag("ul", *listed)] if listed else []
    return tag("div", *parts, style="max-width:100%;line-height:1.4")


def _text(words: str) -> Svg:
    return Svg(escape(words))


def _cell(words: str, *, head: bool = False) -> Svg:
    return tag("th" if head else "td", _text(words) or Svg("&nbsp;"), style=_CELL)


# Figures


def majorities_figure(found: Majorities, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """For each area a bar per player: what counts now, who adds to it, and what can still come this round."""
    labels = [safe(seat_name(seat, names_in(found, lang))) for seat in range(len(found.names))]
    made = figure(
        headline(found, lang),
        assumption(found, lang),
        lang=lang,
        height=240 + 46 * len(labels),
        columns=len(AREAS),
        heads=[say(f"area.{area.area}", lang) for area in found.areas],
        grid={"shared_yaxes": True, "horizontal_spacing": 0.04},
        barmode="stack",
    )
    looks = {
        "leads": {"color": ACCENT},
        "counted": {"color": "#b3a78f", "pattern": {"shape": "/", "fgcolor": PAPER, "size": 6, "solidity": 0.15}},
        "added": {"color": "#88ccee", "pattern": {"shape": "x", "fgcolor": INK, "size": 6, "solidity": 0.15}},
        "can_come": {
            "color": PAPER,
            "line": {"color": MUTED, "width": 1.2},
            "pattern": {"shape": ".", "fgcolor": MUTED, "size": 7, "solidity": 0.2},
        },
    }
    shown: set[str] = set()
    for column, area in enumerate(found.areas, 1):
        added = [sum(more for _, more in share.helped) for share in area.shares]
        values = {
            "leads": [share.number - more if share.leads else 0 for share, more in zip(area.shares, added, strict=True)],
            "counted": [share.number - more if not share.leads else 0 for share, more in zip(area.shares, added, strict=True)],
            "added": added,
            "can_come": [0 if found.over else share.most for share in area.shares],
        }
        hover = [_hover(found, area, share, lang) for share in area.shares]
        for role, numbers in values.items():
            if any(numbers):
                made.add_bar(
                    x=numbers,
                    y=labels,
                    orientation="h",
                    name=safe(say(f"majorities.{role}", lang)),
                    legendgroup=role,
                    legendrank=list(values).index(role),
                    showlegend=role not in shown,
                    marker=looks[role],
                    width=0.6,
                    hovertext=hover,
                    hoverinfo="text",
                    row=1,
                    col=column,
                )
                shown.add(role)
        ends = [share.number + most for share, most in zip(area.shares, values["can_come"], strict=True)]
        made.add_scatter(
            x=ends,
            y=labels,
            mode="text",
            text=[_count(share, more) for share, more in zip(area.shares, values["can_come"], strict=True)],
            textposition="middle right",
            textfont={"size": 14, "color": INK},
            hoverinfo="skip",
            showlegend=False,
            cliponaxis=False,
            row=1,
            col=column,
        )
        made.update_xaxes(
            range=[0, 1.3 * max(3, *ends)], dtick=max(1, max(ends) // 5), title=say(f"axis.{area.area}", lang), col=column
        )
    made.add_scatter(
        x=[None],
        y=[None],
        mode="markers",
        marker={"symbol": "star", "size": 11, "color": INK},
        name=safe(say("majorities.turned", lang)),
    )
    made.update_yaxes(autorange="reversed", showgrid=False)
    made.update_yaxes(ticklabelstandoff=6, col=1)
    made.update_layout(legend={"orientation": "h", "x": 0, "xanchor": "left", "y": 0, "yref": "container", "yanchor": "bottom"})
    made.update_layout(margin={"b": 92})
    return made


def _count(share: Share, more: int) -> str:
    """The number at the end of a bar: what is, what can come, the star of a turned marker."""
    coming = f"<span style='color:{MUTED}'> +{more}</span>" if more else ""
    return f" <b>{share.number}</b>{coming}{' ★' if share.marker else ''}"


def _hover(found: Majorities, area: Area, share: Share, lang: str) -> str:
    lines = [
        f"<b>{safe(seat_name(share.seat, names_in(found, lang)))} · {safe(say(f'area.{area.area}', lang))}: {share.number}</b>"
    ]
    lines += [safe(words) for words in (status(found, share, lang), lead(area, names_in(found, lang), lang)) if words]
    if not found.over:
        lines.append(safe(_means(found, share.seat, lang)))
    lines.append(f"[{safe(area.rule)}] [scoring.majority]")
    return "<br>".join(lines)


def race_figure(game: Game[State], *, lang: str = "en") -> plotly.graph_objects.Figure:
    """What each player had in each area, event by event, and when markers were turned."""
    times = Times(game)
    stars = [(moment.event, times.at(moment), moment.state.round) for moment in _turned(game)]
    title = say("race.title", lang, count=len(stars))
    made = figure(
        title,
        say("race.when", lang, points=game.state.rules.majority_points),
        lang=lang,
        height=640,
        rows=len(AREAS),
        heads=[say(f"area.{area}", lang) for area in AREAS],
        grid={"shared_xaxes": True, "vertical_spacing": 0.08},
    )
    seats = range(len(game.names))
    rounds = game.state.round
    for row, area in enumerate(AREAS, 1):
        followed = course(game, lambda s, number=row - 1: standings(s, number))  # type: ignore[misc]
        for seat in seats:
            apart = (seat - (len(seats) - 1) / 2) * 0.09
            where = {"showlegend": row == 1, "row": row, "col": 1}
            stepped(made, followed, seat, names_in(game, lang), lang, apart, texts=own_texts(), **where)
        mine = [star for star in stars if star[0].data["area"] == row - 1]
        top = max(2, *(reading.value for reading in followed.readings))
        if mine:
            made.add_scatter(
                x=[at for _, at, _ in mine],
                y=[event.data["number"] for event, _, _ in mine],
                mode="markers",
                marker={"symbol": "star", "size": 15, "color": "#eebd2f", "line": {"width": 1.2, "color": INK}},
                name=safe(say("majorities.turned", lang)),
                legendgroup="turned",
                showlegend=area == next(AREAS[event.data["area"]] for event, _, _ in stars),
                hovertext=[
                    f"<b>{safe(names_in(game, lang)[event.player])} ★</b><br>{cite(event, round_, lang)}"
                    for event, _, round_ in mine
                ],
                hoverinfo="text",
                row=row,
                col=1,
            )
        made.update_yaxes(title=say(f"axis.{area}", lang), range=[-0.5, top + 0.7], dtick=max(1, top // 4), row=row, col=1)
    rounds_axis(made, rounds, lang)
    made.update_xaxes(title=say("axis.round", lang), row=len(AREAS), col=1)
    made.update_annotations(x=0, xanchor="left")
    return made


def _turned(game: Game[State]) -> list[Moment]:
    """The events by which markers were turned, with their rounds."""
    return [moment._replace(state=moment.state.copy()) for moment in moments(game) if moment.event.kind in TURNED]
