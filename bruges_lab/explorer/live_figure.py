"""Live figures: plotly's FigureWidget, made light. Its script of five megabytes goes to a page once, not with every figure.

A figure knows its colours by day and by night; the browser shows those of the theme it is in. Import this where a figure is first
shown: it loads plotly.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import traitlets

from ..rulebook.texts import lab_texts
from ..show.narrow import put
from ..show.night import night
from ..show.tools import tools

Clicked = Callable[[Any], None]
"""Hears the `customdata` of a point of a figure that was clicked."""


class LiveFigure(go.FigureWidget):  # type: ignore[misc]
    """A figure that is alive, as wide as its place, and tells what was clicked."""

    _esm = Path(__file__).with_name("figure.js")
    night: traitlets.Dict[str, str] = traitlets.Dict().tag(sync=True)
    """For each colour that is another one in the dark, that one."""
    drawing = traitlets.Unicode("").tag(sync=True)
    """What the tool is called that saves the figure as a drawing."""

    def __init__(self, figure: go.Figure, clicked: Clicked | None, failed: Callable[[Exception], None]) -> None:
        put(figure.layout, autosize=True, width=None)
        super().__init__(figure)
        self._config = tools(figure)
        self.night = night(figure)
        self.drawing = lab_texts().say("figure", "tool.svg", {}, self._config["locale"])
        self.on_msg(_send_bundle)
        if clicked is None:
            return

        def heard(trace: Any, points: Any, _state: Any) -> None:
            if points.point_inds and trace.customdata is not None:
                try:
                    clicked(trace.customdata[points.point_inds[0]])
                except Exception as error:
                    failed(error)

        for trace in self.data:
            if trace.customdata is not None:
                trace.on_click(heard)


def _send_bundle(figure: Any, content: object, _buffers: object) -> None:
    """A page asks for plotly's script."""
    if isinstance(content, dict) and content.get("bundle"):
        bundle = files("plotly").joinpath("package_data", "widgetbundle.js").read_bytes()
        figure.send({"bundle": True}, buffers=[bundle])
