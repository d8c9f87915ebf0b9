"""Two nodes of a game side by side, as a table: what each seat has at both, and what happened since they parted."""

from __future__ import annotations

from html import escape

from ..analysis.difference_words import headline, say, shown, thing_name, things_of, told_events
from ..analysis.scores import ScoreDifference
from ..rulebook.seats import names_in, seat_name
from .svg import Svg, tag

_CELL = "padding:2px 14px 2px 0;text-align:left"


def difference_html(found: ScoreDifference, lang: str = "en") -> str:
    """The same as a table, with the events to unfold."""
    parts = [tag("p", tag("b", _text(headline(found, lang))))]
    if found.differing:
        heads = ["", *(seat_name(seat, names_in(found, lang)) for seat in range(len(found.names)))]
        rows = [tag("tr", *(tag("th", _text(words), style=_CELL) for words in heads))]
        for thing, items in things_of(found):
            cells = [thing_name(found, thing, lang), *(shown(item) for item in items)]
            weight = [";font-weight:600" if item.change else ";opacity:0.7" for item in items]
            rows.append(
                tag(
                    "tr", *(tag("td", _text(cell), style=_CELL + extra) for cell, extra in zip(cells, ["", *weight], strict=True))
                )
            )
        parts.append(tag("table", *rows))
    else:
        parts.append(tag("p", _text(say(found, "difference.none", lang))))
    for node, events in zip((found.first, found.second), found.events, strict=True):
        if events:
            words = say(found, "difference.way", lang, fork=found.fork.number, node=node.number, count=len(events))
            told = [
                tag("div", _text(line), style=f"padding-left:{16 * (depth + 1)}px")
                for depth, line in told_events(found, events, lang)
            ]
            parts.append(tag("details", tag("summary", _text(words)), *told))
    return tag("div", *parts, style="max-width:100%;line-height:1.4")


def _text(words: str) -> Svg:
    return Svg(escape(words) or "&nbsp;")
