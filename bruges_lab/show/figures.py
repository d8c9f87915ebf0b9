"""The one visual language of the figures: paper, ink, seats by symbol, kinds by pattern, titles that say it.

A figure's title says what is shown, its subtitle under which assumptions; axes carry units; nothing is told by colour alone.
The words are in the section `figure` of the locales.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from textwrap import wrap as broken
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .. import extras
from ..analysis.score_words import MARK as MARK
from ..rulebook.numbers import SEPARATORS as SEPARATORS
from ..rulebook.numbers import decimal as decimal
from ..rulebook.numbers import percent as percent
from ..rulebook.seats import seat_name as seat_name
from .svg import FONT, INK, LINE, MUTED, PAPER, text_width

if TYPE_CHECKING:
    import plotly.graph_objects

    from ..kernel import Event
    from ..rulebook.texts import Texts

SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#7a5195", "#8a6d00")
SEAT_SYMBOLS = ("triangle-up", "square", "circle", "diamond", "star")
SEAT_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SEAT_PATTERNS = ("", "/", ".", "x", "-")
SEATS = len(SEAT_COLOURS)
"""So many seats have a look of their own."""
ACCENT, CHANCE_FILL, LEAF_FILL, CUT_FILL = "#2a7d5a", "#efe8d9", "#ffffff", "#f9ded9"

KIND_FILLS = ("#5d5548", "#88ccee", "#44aa99", "#ddcc77", "#d98795", "#b3b34d", "#d9a3d2", "#a3b4e8")
KIND_PATTERNS = ("", "/", "", "\\", "x", "-", "|", ".")
"""For kinds of things side by side (parts of a score, actions): colours after Tol, each told from its neighbours by a pattern."""

_AXIS = {
    "gridcolor": LINE,
    "zerolinecolor": LINE,
    "linecolor": MUTED,
    "tickcolor": LINE,
    "automargin": True,
    "title": {"font": {"size": 13, "color": MUTED}, "standoff": 8},
}
WIDTH = 720
"""So many pixels a figure has in a notebook beside its list of files; where there is more, it becomes wider."""
TOOLS = 36
"""The strip above the title, in pixels: there are the tools (tools.py)."""
_LINE_HEIGHT = 21
_TITLE, _SUBTITLE = 16, 12


def figure(
    title: str,
    subtitle: str = "",
    *,
    lang: str = "en",
    height: int = 420,
    rows: int = 1,
    columns: int = 1,
    heads: Sequence[str] = (),
    grid: dict[str, Any] | None = None,
    **layout: Any,
) -> plotly.graph_objects.Figure:
    """An empty figure in the common dress: one plot, or several in rows and columns, each with a head; `grid` is for plotly."""
    extras.need("a figure", "plotly")
    quick_plotly()
    from .tools import figure_class, file_name

    heading, lines = in_lines(title, WIDTH - 32, _TITLE, bold=True), in_lines(subtitle, WIDTH - 32, _SUBTITLE)
    tall = height + _LINE_HEIGHT * max(0, len(heading) + len(lines) - 2)
    words = f"<b>{'<br>'.join(map(safe, heading))}</b>"
    for line in lines:
        words += f"<br><span style='font-size:{_SUBTITLE}px;color:{MUTED}'>{safe(line)}</span>"
    dress = {
        # The template replaces plotly's own, which would come along with every figure.
        "template": {
            "data": {"bar": [{"marker": {"pattern": {"fillmode": "overlay"}}}]},
            "layout": {"xaxis": {**_AXIS, "ticks": "outside"}, "yaxis": _AXIS},
        },
        "title": {
            "text": words,
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1 - TOOLS / tall,
            "yref": "container",
            "yanchor": "top",
            "pad": {"l": 16},
            "font": {"size": _TITLE},
        },
        "font": {"family": FONT, "size": 13, "color": INK},
        "paper_bgcolor": PAPER,
        "plot_bgcolor": PAPER,
        "margin": {"l": 60, "r": 30, "t": TOOLS + 8 + _LINE_HEIGHT * (len(heading) + len(lines)) + (24 if heads else 0), "b": 56},
        "height": tall,
        "meta": {"lang": lang, "name": file_name(title)},
        "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": MUTED, "activecolor": INK, "orientation": "h"},
        "separators": SEPARATORS.get(lang, ".,"),
        "hoverlabel": {
            "font": {"family": FONT, "size": 12, "color": INK},
            "bgcolor": PAPER,
            "bordercolor": MUTED,
            "align": "left",
        },
        "legend": {"orientation": "v", "x": 1.01, "y": 1, "xanchor": "left", "bgcolor": "rgba(0,0,0,0)", "tracegroupgap": 8},
    }
    # All at once: plotly takes ten times as long to update a layout as to be given one.
    made = figure_class()(layout=_over(dress, layout))
    if (rows, columns) != (1, 1) or heads or grid:
        from plotly.subplots import make_subplots

        titles = [safe(head) for head in heads] or None
        make_subplots(rows=rows, cols=columns, subplot_titles=titles, figure=made, **(grid or {}))
        made.update_annotations(font={"size": 13, "color": INK, "family": FONT}, yshift=4)
    return made


def _over(dress: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """A layout with more laid over it, table in table."""
    both = {name: _over(dress[name], value) for name, value in more.items() if isinstance(value, dict) and name in dress}
    return {**dress, **more, **both}


def quick_plotly() -> None:
    """Load plotly without nbformat: it asks for nothing but the version, and the checker of notebooks takes seconds to load."""
    if "nbformat" in sys.modules or "plotly.io._renderers" in sys.modules:
        return
    stand_in = ModuleType("nbformat")
    try:
        stand_in.__version__ = version("nbformat")  # type: ignore[attr-defined]
    except PackageNotFoundError:
        return
    sys.modules["nbformat"] = stand_in
    try:
        import_module("plotly.io._renderers")
    finally:
        del sys.modules["nbformat"]


# Words


def say(key: str, lang: str, texts: Texts, /, **values: object) -> str:
    """Words of a figure, from the section `figure` of a game's texts."""
    return texts.say("figure", key, values, lang)


def cite(event: Event | None, round_: int, lang: str, texts: Texts) -> str:
    """An event for a hover text: what happened, in which round, which event it was, by which rule."""
    if event is None:
        return safe(say("given", lang, texts))
    where = say("where", lang, texts, round=round_, event=event.index)
    return f"{wrap(event.text(lang))}<br><i>{safe(where)}</i> [{safe(event.rule)}]"


def safe(words: str) -> str:
    """Words for a figure: plotly reads a little markup, so what looks like it is escaped."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def in_lines(words: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """Words broken into lines, none of them wider than its room if a space allows it."""
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def wrap(words: str, width: int = 60) -> str:
    """Words broken into lines for a hover text."""
    return "<br>".join(safe(line) for line in broken(words, width)) if words else ""


# Looks


def seat_line(seat: int, width: float = 2.5) -> dict[str, object]:
    """The line of a seat."""
    return {"color": SEAT_COLOURS[seat % SEATS], "width": width, "dash": SEAT_DASHES[seat % SEATS]}


def seat_marker(seat: int, size: float = 8) -> dict[str, object]:
    """The symbol of a seat."""
    return {
        "symbol": SEAT_SYMBOLS[seat % SEATS],
        "size": size,
        "color": SEAT_COLOURS[seat % SEATS],
        "line": {"width": 1, "color": INK},
    }


ON_LIGHT, ON_DARK = "#2b2620", "#fffdf7"
"""Ink and paper on a fill: not quite the ink and paper of the figure, for a fill is the same when the figure turns dark."""


def kind_look(place: int) -> dict[str, object]:
    """The fill of a kind of thing, with its pattern."""
    fill = KIND_FILLS[place % len(KIND_FILLS)]
    return {
        "color": fill,
        "line": {"color": PAPER, "width": 1},
        "pattern": {"shape": KIND_PATTERNS[place % len(KIND_PATTERNS)], "fgcolor": ON_DARK, "size": 6, "solidity": 0.18},
    }


def on_fill(fill: str) -> str:
    """Ink or paper, whichever is read better on a fill."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return ON_LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue > 125 else ON_DARK
