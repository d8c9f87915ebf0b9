"""The score by part: tables for notebooks with every change in them, and two figures."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..analysis.score_parts import AnySheet
from ..analysis.score_words import MARK, assumption, change_said, headline, part_name, part_value, signed
from ..analysis.scores import ScoreChange, Scores
from ..rulebook.seats import names_in
from .figures import KIND_FILLS as FILLS
from .figures import cite, figure, kind_look, on_fill, safe, say, seat_name
from .svg import INK, MUTED, Svg, tag

if TYPE_CHECKING:
    import plotly.graph_objects

_TOLD = 7
"""So many changes of a part are told in a hover text, the latest of them."""
_MANY = 12
"""More rounds than this are not all labelled."""


# Tables

_CELL = "padding:2px 12px 2px 0;text-align:right"
_FIRST = "padding:2px 12px 2px 0;text-align:left"


def _said(scores: Scores, key: str, lang: str, /, **values: object) -> str:
    """Words of a figure, as the game has them."""
    return say(key, lang, scores.manifest.texts, **values)


def _cited(scores: Scores, change: ScoreChange, lang: str) -> str:
    return cite(change.event, change.round, lang, scores.manifest.texts)


def scores_html(scores: Scores, lang: str = "en") -> str:
    """The parts, the rounds, and every change of every seat to unfold."""
    seats = range(len(scores.names))
    heads = ["", *(seat_name(seat, names_in(scores, lang)) for seat in seats)]
    rows = [_row(heads, head=True)]
    rows += [
        _row([part_name(part, scores.manifest, lang), *(part_value(scores, seat, part) for seat in seats)])
        for part in scores.parts
    ]
    rows.append(_row([_said(scores, "score.total", lang), *map(str, scores.totals)], head=True))
    rounds = [_row(heads, head=True)]
    for found in scores.rounds:
        label = _said(scores, "round", lang, round=found.round) if found.round else _said(scores, "set_up", lang)
        rounds.append(_row([label, *(str(sheet.total) for sheet in found.sheets)]))
    parts = [
        tag("p", tag("b", _text(headline(scores, lang))), tag("br"), _text(assumption(scores, lang))),
        tag(
            "div",
            tag("table", *rows),
            tag("table", *rounds),
            style="display:flex;flex-wrap:wrap;align-items:flex-start;gap:8px 40px",
        ),
    ]
    parts += [_unfolding(scores, seat, lang) for seat in seats]
    return tag("div", *parts, style="max-width:100%;line-height:1.4")


def _unfolding(scores: Scores, seat: int, lang: str) -> Svg:
    game, changes = scores.manifest, scores.of(seat)

    def told(change: ScoreChange) -> tuple[str, str]:
        return part_name(change.part, game, lang), change_said(scores, change, lang)

    head = _said(scores, "score.changes", lang, name=seat_name(seat, names_in(scores, lang)), count=len(changes))
    rows = [
        tag(
            "tr",
            *(tag("td", _text(words), style=_CELL) for words in (f"{change.points:+}", str(change.now))),
            *(tag("td", _text(words), style=_FIRST) for words in told(change)),
        )
        for change in changes
    ]
    return tag("details", tag("summary", _text(head)), tag("table", *rows))


def _row(cells: list[str], *, head: bool = False) -> Svg:
    name = "th" if head else "td"
    return tag("tr", *(tag(name, _text(cell), style=_CELL if place else _FIRST) for place, cell in enumerate(cells)))


def _text(words: str) -> Svg:
    return Svg(escape(words) or "&nbsp;")


# Figures


def score_figure(scores: Scores, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """A bar per player, a piece per part; hover tells the events behind it."""
    seats = range(len(scores.names))
    labels = [safe(seat_name(seat, names_in(scores, lang))) for seat in seats]
    kinds = sum(any(sheet.parts[part] for sheet in scores.sheets) for part in scores.parts)
    height = 176 + max(56 * len(labels), 22 * kinds)  # so that the legend need not be scrolled
    made = figure(headline(scores, lang), assumption(scores, lang), lang=lang, height=height, barmode="relative")
    won = [_won(sheet) for sheet in scores.sheets]
    widest = max(1, *won)
    for place, part in enumerate(scores.parts):
        values = [sheet.parts[part] for sheet in scores.sheets]
        if not any(values):
            continue
        texts = [
            part_value(scores, seat, part) if abs(value) >= widest / 12 else signed(value) if value else ""
            for seat, value in enumerate(values)
        ]
        made.add_bar(
            y=labels,
            x=values,
            orientation="h",
            name=_legend(scores, part, lang),
            text=texts,
            texttemplate="<b>%{text}</b>",
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": on_fill(FILLS[place % len(FILLS)]), "size": 12},
            marker=kind_look(place),
            width=0.62,
            hovertext=[_history(scores, seat, part, lang) for seat in seats],
            hoverinfo="text",
        )
    made.add_scatter(
        x=won,
        y=labels,
        mode="text",
        text=[f"<b> {signed(total)}{' ★' if seat in scores.winners else ''}</b>" for seat, total in enumerate(scores.totals)],
        textposition="middle right",
        textfont={"size": 15, "color": INK},
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )
    made.update_xaxes(title=_said(scores, "axis.points", lang), range=[1.08 * min(0, *map(_lost, scores.sheets)), 1.08 * widest])
    made.update_yaxes(autorange="reversed", showgrid=False, ticklabelstandoff=6)
    made.update_layout(legend={"traceorder": "normal"})
    return made


def _won(sheet: AnySheet) -> int:
    """What a score has won before anything is lost of it: as far as its bar reaches."""
    return sum(points for points in sheet.parts.values() if points > 0)


def _lost(sheet: AnySheet) -> int:
    return sum(points for points in sheet.parts.values() if points < 0)


def _legend(scores: Scores, part: str, lang: str) -> str:
    marked = any((seat, part) in scores.marked for seat in range(len(scores.names)))
    return safe(part_name(part, scores.manifest, lang) + (f" {MARK}" if marked else ""))


def _history(scores: Scores, seat: int, part: str, lang: str) -> str:
    """The part of a seat with the changes that made it, the latest of many."""
    changes = scores.of(seat, part)
    name = safe(f"{seat_name(seat, names_in(scores, lang))} · {part_name(part, scores.manifest, lang)}")
    lines = [f"<b>{name} {part_value(scores, seat, part)}</b>"]
    if len(changes) > _TOLD:
        lines.append(safe(_said(scores, "more_before", lang, count=len(changes) - _TOLD)))
    lines += [f"<b>{change.points:+}</b> {_cited(scores, change, lang)}" for change in changes[-_TOLD:]]
    return "<br>".join(lines)


def score_course_figure(scores: Scores, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """For each player a bar a round, a piece a part."""
    seats = range(len(scores.names))
    rounds = [found for found in scores.rounds if found.round] or list(scores.rounds)
    numbers = [found.round for found in rounds]
    made = figure(
        _said(scores, "score.course.title", lang),
        _said(scores, "score.course.when", lang) + (f" {_said(scores, 'marked', lang)}" if scores.marked else ""),
        lang=lang,
        height=430,
        columns=len(seats),
        heads=[seat_name(seat, names_in(scores, lang)) for seat in seats],
        grid={"shared_yaxes": True, "horizontal_spacing": 0.02},
        barmode="relative",
        bargap=0.15 if len(rounds) <= _MANY else 0,
    )
    told = range(len(rounds) - 1, -1, -max(1, -(-len(rounds) // _MANY)))[::-1]
    shown: set[str] = set()
    for seat in seats:
        for place, part in enumerate(scores.parts):
            values = [found.sheets[seat].parts[part] for found in rounds]
            if not any(values):
                continue
            made.add_bar(
                x=numbers,
                y=values,
                name=_legend(scores, part, lang),
                legendgroup=part,
                legendrank=1000 - place,
                showlegend=part not in shown,
                marker=kind_look(place),
                hovertext=[
                    _round_history(scores, seat, part, found.round, value, lang)
                    for found, value in zip(rounds, values, strict=True)
                ],
                hoverinfo="text",
                row=1,
                col=seat + 1,
            )
            shown.add(part)
        labelled = [rounds[place] for place in told]
        made.add_scatter(
            x=[found.round for found in labelled],
            y=[_won(found.sheets[seat]) for found in labelled],
            mode="text",
            text=[f"<b>{signed(found.sheets[seat].total)}</b>" for found in labelled],
            textposition="top center",
            textfont={"size": 11, "color": INK},
            hoverinfo="skip",
            showlegend=False,
            row=1,
            col=seat + 1,
        )
    ticks = [numbers[place] for place in told]
    made.update_xaxes(title=_said(scores, "axis.round", lang), tickmode="array", tickvals=ticks, showgrid=False, ticks="")
    sheets = [sheet for found in rounds for sheet in found.sheets]
    made.update_yaxes(range=[1.1 * min(0, *map(_lost, sheets)), 1.1 * max(1, *map(_won, sheets))])
    made.update_yaxes(title=_said(scores, "axis.points", lang), col=1)
    return made


def _round_history(scores: Scores, seat: int, part: str, round_: int, value: int, lang: str) -> str:
    changes = scores.of(seat, part, round_)
    when = _said(scores, "round", lang, round=round_)
    head = f"{seat_name(seat, names_in(scores, lang))} · {part_name(part, scores.manifest, lang)} · {when}"
    lines = [f"<b>{safe(head)}: {value}</b> <span style='color:{MUTED}'>({sum(c.points for c in changes):+})</span>"]
    lines += [f"<b>{change.points:+}</b> {_cited(scores, change, lang)}" for change in changes[-_TOLD:]]
    return "<br>".join(lines)
