"""The plain table as a live picture: every field a thing to ask about, with what it holds; players on a line or in full.

plain_position.py says what the fields are and draws the same as one SVG.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from .live import INK, PAPER, button, caption, piece, place, told, words
from .picture import Parts
from .svg import Svg, circle, seal, tag

Say = Callable[..., str]


class Value(NamedTuple):
    """One value of a field: its words, and whether the one who looks may know it."""

    words: str
    known: bool


class Row(NamedTuple):
    """A field of a seat or of the table, what it is called, what it holds, and the rule that bounds it."""

    name: str
    values: tuple[Value, ...]
    label: str = ""
    rule: str = ""
    number: int | None = None
    """What it counts, if it is one number that may be known."""

    @property
    def told(self) -> str:
        """What it holds in words, as the one who looks knows it."""
        return " ".join(value.words if value.known else "?" for value in self.values) or EMPTY


EMPTY = "–"
_IN_LINE = 8
"""Values of a field on the line of a player; the rest is counted."""


def pieces(
    title: Sequence[str], table: Sequence[Row], seats: Sequence[tuple[str, Sequence[Row]]], seat: int | None, say: Say
) -> Parts:
    """The frame and what stands in it: the table, then each seat with its name and fields."""
    parts = {"title": str(caption(" · ".join(title))), "table": _fields(table, "table")}
    players = []
    for one, (name, rows) in enumerate(seats):
        who = _who(one, name)
        opened = button("unfold", one, say("player.open"), "▸", say("player.open_all", player=name))
        parts[f"seat{one}.summary"] = who + _fields(rows, str(one), _IN_LINE) + opened
        parts[f"seat{one}.name"] = who
        parts[f"seat{one}.fields"] = _fields(rows, str(one))
        players.append(_player(one, name, one == seat, say))
    top = tag("div", place("title", "bl-part"), place("table", "bl-strip"), class_="bl-tabletop")
    inside = [top, tag("div", *players, class_="bl-players")]
    return Parts(tag("div", *inside, class_="bl-pieces", role="group", aria_label=title[0]), parts)


def _player(one: int, name: str, own: bool, say: Say) -> Svg:
    closed = button("fold", one, say("player.close"), "▾", say("player.close_all", player=name))
    return tag(
        "section",
        place(f"seat{one}.summary", "bl-summary"),
        tag("div", place(f"seat{one}.name", "bl-strip"), place(f"seat{one}.fields", "bl-strip"), closed, class_="bl-full"),
        class_="bl-player bl-own" if own else "bl-player",
        data_seat=one,
        aria_label=name,
    )


def _who(one: int, name: str) -> str:
    drawn = piece(22, 22, circle(11, 11, 11, INK), seal(one, 11, 11 if one else 10.4, 12, PAPER), aria_hidden="true")
    return str(told(f"seat:{one}", name, drawn, words(name, "bl-name")))


def _fields(rows: Sequence[Row], whose: str, most: int = 0) -> str:
    return "".join(_field(row, f"field:{whose}:{row.name}", most) for row in rows)


def _field(row: Row, target: str, most: int) -> Svg:
    """A field: what it is called, and its values on small cards; a back where one is not known."""
    shown = row.values[:most] if most else row.values
    cards = [_card(value) for value in shown] or [words(EMPTY, "bl-soft")]
    if len(shown) < len(row.values):
        cards.append(words(f"+{len(row.values) - len(shown)}", "bl-soft"))
    return told(target, f"{row.label}: {row.told}", caption(row.label), *cards, rule=row.rule or None, kind="bl-field-of")


def _card(value: Value) -> Svg:
    kind = "bl-value" if value.known else "bl-value bl-unknown"
    return tag("span", Svg(escape(value.words if value.known else "?")), class_=kind)
