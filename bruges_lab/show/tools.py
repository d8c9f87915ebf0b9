"""The tools over a figure: zoom, move, back, and a picture to keep; in the language of the figure, without a logo.

A figure of the lab brings them along wherever it is shown: in a notebook, in the explorer, as a page of its own.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

from ..rulebook.texts import LANGUAGES, lab_texts

if TYPE_CHECKING:
    import plotly.graph_objects as go

_LEFT_OUT = ("select2d", "lasso2d", "autoScale2d", "sendChartToCloud", "sendDataToCloud")
"""Tools of plotly that are not wanted: points are not selected here, and nothing is sent anywhere."""
_WORDS = {
    "Zoom": "tool.zoom",
    "Pan": "tool.move",
    "Zoom in": "tool.nearer",
    "Zoom out": "tool.farther",
    "Reset axes": "tool.back",
    "Download plot as a PNG": "tool.png",
    "Download plot as a png": "tool.png",
    "Preparing image - this may take a few seconds": "tool.working",
    "Taking snapshot - this may take a few seconds": "tool.working",
    "Image download succeeded": "tool.done",
    "Snapshot succeeded": "tool.done",
    "Double-click to zoom back out": "tool.zoomed",
    "Double-click on legend to isolate one trace": "tool.alone",
}
"""What plotly says about them, as its versions have it, and our words for it."""


@cache
def figure_class() -> type[Any]:
    """A plotly figure that shows itself with its tools; made when it is needed, for plotly takes its time to load."""
    import plotly.graph_objects as go
    import plotly.io as pio

    class LabFigure(go.Figure):  # type: ignore[misc]
        """A plotly figure that shows itself with its tools."""

        def show(self, *args: Any, **options: Any) -> None:
            options.setdefault("config", _kept(self))
            super().show(*args, **options)

        def _ipython_display_(self) -> None:
            if pio.renderers.render_on_display and pio.renderers.default:
                pio.show(self, config=_kept(self))
            else:
                print(repr(self))

        def __reduce__(self) -> Any:
            return (go.Figure, *super().__reduce__()[1:])  # what is packed and sent elsewhere is a plain figure there

    return LabFigure


def tools(figure: go.Figure) -> dict[str, Any]:
    """What plotly is told about the tools of a figure."""
    about = figure.layout.meta if isinstance(figure.layout.meta, dict) else {}
    lang = next((known for known in LANGUAGES if known == about.get("lang")), "en")
    said = {theirs: lab_texts().say("figure", key, {}, lang) for theirs, key in _WORDS.items()}
    return {
        "displayModeBar": True,
        "displaylogo": False,
        "modeBarButtonsToRemove": list(_LEFT_OUT),
        "toImageButtonOptions": {"format": "png", "scale": 2, "filename": about.get("name") or "figure"},
        "locale": lang,
        "locales": {lang: {"dictionary": said}},
        "responsive": True,
    }


def _kept(figure: go.Figure) -> dict[str, Any]:
    """The same for an output that a notebook keeps: plotly's own English will do there, so that the file stays small."""
    config = tools(figure)
    if config["locale"] == "en":
        del config["locale"], config["locales"]
    return config


_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def file_name(title: str) -> str:
    """A short name for a file, from the words of a title: letters without accents, figures and hyphens."""
    plain = unicodedata.normalize("NFKD", title.lower().translate(_SPELT)).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain)
    name = ""
    for word in words:
        if len(name) + len(word) > 48:
            break
        name += f"-{word}" if name else word
    return name or "figure"
