"""Small tags that cards are made of: words, ids as they are typed, headings and rows; and a list for terminals.

Styles stand in the tags and text has the colour of the page, so that cards look right in light and dark themes and in a notebook
that is not trusted.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from .svg import Svg, tag

if TYPE_CHECKING:
    from rich.console import RenderableType

LINE = "1px solid rgba(128,128,128,0.35)"
MONO = "font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:12px"


def spoken(text: str, style: str | None = None) -> Svg:
    """Words."""
    return tag("span", Svg(escape(text)), style=style)


def muted(text: str) -> Svg:
    """Words that matter less."""
    return spoken(text, "opacity:0.7")


def code(text: str) -> Svg:
    """An id or a value, as it is typed; styled here because notebooks give <code> a background of their own."""
    return spoken(text, MONO)


def heading(words: str) -> Svg:
    """A heading with a line below it."""
    return tag("div", Svg(escape(words)), style=f"font-weight:600;border-bottom:{LINE};margin-bottom:5px;padding-bottom:1px")


def row(*parts: Svg, **more: str) -> Svg:
    """Parts side by side, on as many lines as they need."""
    return tag("div", *parts, style="display:flex;flex-wrap:wrap;align-items:baseline;gap:0 10px;margin:2px 0", **more)


def listed(heading: str, lines: Iterable[str]) -> list[RenderableType]:
    """For a terminal: lines under a heading; nothing if there are none."""
    from rich.text import Text

    rows = [Text(f"  {line}") for line in lines]
    return [Text(heading, style="dim"), *rows] if rows else []
