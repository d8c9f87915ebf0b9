"""The notebooks as pages to read: text, code and what it answered when they were last run. Nothing is run here.

Figures are drawn in the browser by plotly's own script, which lies beside the pages; where plotly is not installed when the site
is built, a sentence says where to see them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..places import notebooks
from ..show.svg import Svg, tag
from .sources import Contents, Source, lines, words

FIGURE = "application/vnd.plotly.v1+json"
SCRIPT = "scripts/plotly.js"
"""What draws figures, copied from the installed plotly."""
_LINK = re.compile(r"\]\((\w+)\.ipynb\)")
_FOR_CHECKS = "# NBVAL_IGNORE_OUTPUT\n"
_SHOWN = ("text/html", "image/svg+xml", FIGURE, "text/plain")
"""What an answer is shown as, the best first."""


def notebook_sources() -> Iterator[Source]:
    """A page for each notebook, with its pictures; and the script for figures, if it can be had."""
    for path in _files():
        yield from _Page(path).sources()
    if _plotly():
        from plotly.offline import get_plotlyjs

        yield Source(SCRIPT, get_plotlyjs())


def notebook_contents() -> Contents:
    """Their part of the contents of the site."""
    return [{title_of(path): f"notebooks/{path.stem}.md"} for path in _files()]


def _files() -> list[Path]:
    return sorted(notebooks().glob("[0-9]*.ipynb"))


@cache
def _plotly() -> bool:
    return find_spec("plotly") is not None


def _cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def title_of(path: Path) -> str:
    """What a notebook is called: its first heading."""
    return "".join(_cells(path)[0]["source"]).partition("\n")[0].removeprefix("# ")


class _Page:
    """One notebook on its way to a page."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pictures: list[Source] = []
        self.figures = 0

    def sources(self) -> Iterator[Source]:
        cells = [part for cell in _cells(self.path) for part in self._cell(cell)]
        where = f"To run it: `bruges-lab`, which opens JupyterLab on the notebooks; this one is `{self.path.name}`."
        parts = [cells[0], where, *cells[1:]]
        if self.figures and _plotly():
            parts += ['<script src="../scripts/plotly.js"></script>', '<script src="../scripts/figures.js"></script>']
        yield Source(f"notebooks/{self.path.stem}.md", lines(parts), hide=("toc",) if self.figures else ())
        yield from self.pictures

    def _cell(self, cell: dict[str, Any]) -> Iterator[str]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield _LINK.sub(r"](\1.md)", source)
        else:
            yield _fenced("python", source.removeprefix(_FOR_CHECKS))
            for output in cell["outputs"]:
                yield self._output(output)

    def _output(self, output: dict[str, Any]) -> str:
        if output["output_type"] == "stream":
            return _answer("".join(output["text"]))
        data = output["data"]
        sort = next(sort for sort in _SHOWN if sort in data)
        if sort == FIGURE:
            return self._figure(data[sort])
        content = "".join(data[sort])
        if sort == "text/html":
            return tag("div", Svg(content), class_="bl-output")
        if sort == "image/svg+xml":
            name = f"{self.path.stem}-{len(self.pictures) + 1}.svg"
            self.pictures.append(Source(f"notebooks/{name}", content))
            return tag("div", tag("img", src=name, alt="".join(data.get("text/plain", ""))), class_="bl-output")
        return _answer(content)

    def _figure(self, content: dict[str, Any]) -> str:
        """A figure, with the colours that it has in the dark."""
        self.figures += 1
        if not _plotly():
            return tag("p", words("The figure is drawn where the notebook is run."), class_="bl-output")
        import plotly.graph_objects

        from ..show.night import night

        drawn = {part: content[part] for part in ("data", "layout")}
        told = json.dumps({**drawn, "night": night(plotly.graph_objects.Figure(drawn))}, ensure_ascii=True).replace(
            "<", "\\u003c"
        )
        return tag("div", Svg(f'<script type="application/json">{told}</script>'), class_="bl-output bl-figure")


def _answer(text: str) -> str:
    """What is answered in letters, below its code; nothing where there is none."""
    return tag("div", tag("pre", tag("code", words(text.rstrip("\n")))), class_="bl-output highlight") if text.strip() else ""


def _fenced(language: str, text: str) -> str:
    return f"~~~~{language}\n{text}\n~~~~"
