"""A simulation as a figure: how scores are spread, who wins how often, and what the scores are made of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..analysis.named import named_policy
from ..analysis.score_words import part_name
from ..analysis.simulation_tables import Results, Standing
from ..kernel import LabError
from .figures import KIND_FILLS as FILLS
from .figures import decimal, figure, kind_look, on_fill, percent, safe, say, seat_line, seat_marker, seat_name
from .svg import INK

if TYPE_CHECKING:
    import plotly.graph_objects

_BINS = 24


def _said(results: Results, key: str, lang: str, /, **values: object) -> str:
    """Words of a figure, as the game has them."""
    return say(key, lang, results.game.texts, **values)


def simulation_figure(results: Results, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Above: the scores of each seat and its share of victories. Below: the mean score, part by part."""
    if not isinstance(results, Results) or not results.games:
        raise LabError("a simulation with at least one game is needed: bl.simulate(...)")
    seats = [line for line in results.summary() if line.seat is not None]
    plays = [named_policy(line.policy, lang, results.game.texts) for line in seats]
    names = [seat_name(seat, plays) for seat in range(len(seats))]
    labels = [safe(name) for name in names]
    best = max(range(len(seats)), key=lambda seat: seats[seat].won.share)
    made = figure(
        _said(results, "simulation.title", lang, name=names[best], share=percent(seats[best].won.share, lang)),
        _said(results, "simulation.when", lang, games=results.games, players=len(seats), seed=results.seed),
        lang=lang,
        height=640,
        rows=2,
        columns=2,
        heads=[
            _said(results, "simulation.spread", lang),
            _said(results, "simulation.won", lang),
            _said(results, "simulation.parts", lang),
        ],
        grid={
            "specs": [[{}, {}], [{"colspan": 2}, None]],
            "column_widths": [0.62, 0.38],
            "row_heights": [0.52, 0.48],
            "vertical_spacing": 0.2,
            "horizontal_spacing": max(0.13, 0.0145 * max(map(len, names))),
        },
        barmode="relative",
    )
    _spread(made, results, labels, lang)
    _won(made, results, seats, labels, lang)
    _parts(made, results, seats, labels, lang)
    made.update_layout(legend={"y": 0.40, "yanchor": "top", "traceorder": "normal"})
    return made


def _spread(made: plotly.graph_objects.Figure, results: Results, labels: list[str], lang: str) -> None:
    """The share of games with each score, in steps of equal width."""
    totals: list[Counter[int]] = [Counter() for _ in labels]
    for row in results.rows():
        totals[row.seat][row.total] += 1
    low, high = min(min(found) for found in totals), max(max(found) for found in totals)
    width = max(1, -(-(high - low + 1) // _BINS))
    bins = range(low, high + 1, width)
    for seat, found in enumerate(totals):
        counts = [sum(found[score] for score in range(start, start + width)) for start in bins]
        made.add_scatter(
            x=[start + (width - 1) / 2 for start in bins],
            y=[count / results.games for count in counts],
            mode="lines+markers",
            name=labels[seat],
            line={**seat_line(seat, 2), "shape": "hvh"},
            marker={**seat_marker(seat, 6), "opacity": [1 if count else 0 for count in counts]},
            showlegend=False,
            hovertext=[
                f"<b>{labels[seat]}</b><br>"
                + safe(_said(results, "simulation.bin", lang, range=_range(start, width), count=count, games=results.games))
                for start, count in zip(bins, counts, strict=True)
            ],
            hoverinfo="text",
            row=1,
            col=1,
        )
    made.update_xaxes(title=_said(results, "axis.points", lang), row=1, col=1)
    made.update_yaxes(title=_said(results, "axis.games", lang), tickformat=".0%", rangemode="tozero", row=1, col=1)


def _range(start: int, width: int) -> str:
    return str(start) if width == 1 else f"{start}–{start + width - 1}"


def _won(made: plotly.graph_objects.Figure, results: Results, seats: list[Standing], labels: list[str], lang: str) -> None:
    for place, line in enumerate(seats):
        won = line.won
        made.add_scatter(
            x=[won.share],
            y=[labels[place]],
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [won.high - won.share],
                "arrayminus": [won.share - won.low],
                "color": INK,
                "thickness": 1.5,
                "width": 7,
            },
            mode="markers+text",
            text=[percent(won.share, lang)],
            textposition="top center",
            textfont={"size": 12},
            marker=seat_marker(place, 11),
            showlegend=False,
            hovertext=[
                f"<b>{labels[place]}: {percent(won.share, lang)}</b><br>"
                + safe(
                    _said(
                        results,
                        "interval",
                        lang,
                        low=percent(won.low, lang),
                        high=percent(won.high, lang),
                        games=results.games,
                    )
                )
            ],
            hoverinfo="text",
            cliponaxis=False,
            row=1,
            col=2,
        )
    highest = max(line.won.high for line in seats)
    made.update_xaxes(tickformat=".0%", range=[-0.06 * highest, 1.06 * highest], nticks=5, row=1, col=2)
    made.update_yaxes(range=[len(seats) - 0.5, -0.7], ticklabelstandoff=6, row=1, col=2)


def _parts(made: plotly.graph_objects.Figure, results: Results, seats: list[Standing], labels: list[str], lang: str) -> None:
    won = [sum(mean for mean in line.parts if mean > 0) for line in seats]
    lost = min(0.0, *(sum(mean for mean in line.parts if mean < 0) for line in seats))
    widest = max(won)
    for place, part in enumerate(results.parts):
        values = [line.parts[place] for line in seats]
        if not any(values):
            continue
        words = safe(part_name(part, results.game, lang))
        made.add_bar(
            y=labels,
            x=values,
            orientation="h",
            name=words,
            text=[decimal(value, 1, lang) if abs(value) > widest / 22 else "" for value in values],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": on_fill(FILLS[place % len(FILLS)]), "size": 11},
            marker=kind_look(place),
            width=0.62,
            hovertext=[
                f"<b>{label} · {words}: {decimal(value, 2, lang)}</b>" for label, value in zip(labels, values, strict=True)
            ],
            hoverinfo="text",
            row=2,
            col=1,
        )
    made.add_scatter(
        x=won,
        y=labels,
        mode="text",
        text=[f"<b> {decimal(line.mean, 1, lang)}</b>" for line in seats],
        textposition="middle right",
        textfont={"size": 13, "color": INK},
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
        row=2,
        col=1,
    )
    made.update_xaxes(title=_said(results, "axis.mean_points", lang), range=[1.1 * lost, 1.1 * max(1, widest)], row=2, col=1)
    made.update_yaxes(autorange="reversed", showgrid=False, ticklabelstandoff=6, row=2, col=1)
