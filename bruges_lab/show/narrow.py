"""Figures for the side of a board: the title stands in the words beside it, the legend below, plots side by side become rows.

A figure is drawn for the width of a notebook; a panel has half of that, and nobody knows it beforehand. So what is laid out here
holds from the narrowest panel on.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from .figures import TOOLS
from .svg import text_width

if TYPE_CHECKING:
    import plotly.graph_objects as go

NARROW, WIDE = 330, 760
"""The least room of a panel beside the board, and of one that takes the whole width, in pixels."""
_LETTERS = 12
_HEAD = 24
"""The room of a head over a plot."""
_ROW = 19
"""A row of the legend."""
_SIGN = 48
"""What an entry of the legend takes besides its words: the sign, and the distance to the next."""
_FOOT = 50
"""Ticks and the title of the axis under a plot."""


def compact(figure: go.Figure, *, wide: bool = False, columns: int = 2) -> go.Figure:
    """A figure without its title, its legend below; where it is narrow, not more plots side by side than `columns`."""
    layout = figure.layout
    heads = _heads(figure)
    plots = layout.height - layout.margin.t - layout.margin.b
    layout.title.text = None
    layout.font.size = _LETTERS
    if not wide and heads and len(heads) > columns and _in_one_row(figure):
        plots = _in_rows(figure, heads, columns, plots)
    top = TOOLS + 4 + (_HEAD if heads else 0)
    hidden = [axis.visible is False for axis in figure.select_xaxes()]
    foot = 12 if hidden and all(hidden) else _FOOT
    put(layout.margin, t=top, l=44, r=14, b=foot + _legend(figure, WIDE if wide else NARROW))
    layout.height = plots + layout.margin.t + layout.margin.b
    return figure


def put(part: Any, **values: object) -> None:
    """Set something of a figure; `update` would do so too, many times as slowly."""
    for name, value in values.items():
        setattr(part, name, value)


def _legend(figure: go.Figure, room: int) -> int:
    """Put the legend below, and say how high it becomes."""
    layout = figure.layout
    named = {trace.legendgroup or trace.name: trace.name for trace in figure.data if trace.name and trace.showlegend is not False}
    if not named or layout.showlegend is False or (layout.showlegend is None and len(figure.data) < 2):
        return 0
    put(layout.legend, orientation="h", traceorder="normal")
    put(layout.legend, x=0, xref="container", xanchor="left", y=0, yref="container", yanchor="bottom")
    widest = max(text_width(name, _LETTERS) for name in named.values()) + _SIGN
    return _ROW * ceil(len(named) / max(1, int(room // widest))) + 10


def _heads(figure: go.Figure) -> list[Any]:
    """The heads of plots that stand side by side or one above the other: plotly places them on the paper."""
    return [note for note in figure.layout.annotations if note.xref == "paper" and note.yref == "paper" and not note.showarrow]


def _in_one_row(figure: go.Figure) -> bool:
    return len({axis.domain for axis in figure.select_yaxes()}) == 1


def _in_rows(figure: go.Figure, heads: list[Any], columns: int, height: float) -> float:
    """Lay plots that stand side by side out in rows, and give the height they need together."""
    across, down = list(figure.select_xaxes()), list(figure.select_yaxes())
    rows = ceil(len(across) / columns)
    one = min(height, 150.0 if columns > 1 else 120.0)
    between = _FOOT + _HEAD
    total = rows * one + (rows - 1) * between
    apart = 0.08 if columns > 1 else 0.0
    width = (1 - apart * (columns - 1)) / columns
    for place, (x, y, head) in enumerate(zip(across, down, heads, strict=True)):
        row, column = divmod(place, columns)
        left, top = column * (width + apart), 1 - row * (one + between) / total
        x.domain, y.domain = (left, left + width), (max(0, top - one / total), top)
        if column == 0:
            put(y, showticklabels=True, title=down[0].title, ticklabelstandoff=down[0].ticklabelstandoff)
        put(head, x=left + width / 2, y=top)
    return total
