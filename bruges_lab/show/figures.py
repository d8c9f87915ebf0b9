"""The one visual language of the figures: paper, ink, five game colours with a pattern each, seats by symbol, titles that say it.

A figure's title says what is shown, its subtitle under which assumptions; axes carry units; nothing is told by colour alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .svg import FONT, INK, LINE, MUTED, PAPER, SHADES

if TYPE_CHECKING:
    import plotly.graph_objects

PATTERNS = ("/", "x", "", "\\", ".")
"""A fill pattern for each colour, in the order of the colours."""
SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#7a5195")
SEAT_SYMBOLS = ("triangle-up", "square", "circle", "diamond")
SEAT_DASHES = ("solid", "dash", "dot", "dashdot")
FILLS = tuple(shade.fill for shade in SHADES)
ACCENT, CHANCE_FILL, LEAF_FILL, CUT_FILL = "#2a7d5a", "#efe8d9", "#ffffff", "#f9ded9"


def figure(title: str, subtitle: str = "", *, height: int = 420, **layout: Any) -> plotly.graph_objects.Figure:
    """An empty figure in the common dress."""
    import plotly.graph_objects as go

    words = f"<b>{safe(title)}</b>"
    if subtitle:
        words += f"<br><span style='font-size:12px;color:{MUTED}'>{safe(subtitle)}</span>"
    made = go.Figure()
    made.update_layout(
        title={
            "text": words,
            "x": 0,
            "xref": "paper",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 16},
            "font": {"size": 16},
        },
        font={"family": FONT, "size": 13, "color": INK},
        paper_bgcolor=PAPER,
        plot_bgcolor=PAPER,
        margin={"l": 60, "r": 30, "t": 84, "b": 56},
        height=height,
        hoverlabel={"font": {"family": FONT, "size": 12}, "align": "left"},
        legend={"orientation": "v", "x": 1.01, "y": 1, "xanchor": "left", "bgcolor": "rgba(0,0,0,0)"},
    )
    made.update_xaxes(gridcolor=LINE, zerolinecolor=LINE, linecolor=MUTED, ticks="outside", tickcolor=LINE)
    made.update_yaxes(gridcolor=LINE, zerolinecolor=LINE, linecolor=MUTED)
    made.update_layout(**layout)
    return made


def safe(words: str) -> str:
    """Words for a figure: plotly reads a little markup, so what looks like it is escaped."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def wrap(words: str, width: int = 60) -> str:
    """Words broken into lines for a hover text."""
    from textwrap import wrap as broken

    return "<br>".join(safe(line) for line in broken(words, width)) if words else ""
