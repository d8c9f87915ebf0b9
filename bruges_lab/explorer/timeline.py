"""The timeline: the line of the game from start to end to scrub along, with marks; its other lines lie below it as lanes.

It knows no game: what deserves a mark is told by whoever makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..kernel.nodes import Node
from ..show.svg import Svg, tag
from .cursor import AnyGame, Cursor
from .markup import Words, block, button, text

ROOM = 0.06
"""The share of the line that a heading takes."""
KNOB = 8
LAST = 0.95
"""Further along a heading would stand outside."""
MOST_LANES = 3
MOST_LISTED = 40


class Mark(NamedTuple):
    """A happening worth a mark: its colour and its words."""

    colour: str
    words: str


Marks = Callable[[Node[Any], str], list[Mark]]
"""The happenings of a node worth a mark, in a language."""
Headings = Callable[[Node[Any], str], str]
"""The heading that begins at a node, such as a round; empty if none does. One with a space before it stands only in a tip."""


def timeline_html(cursor: Cursor, marks: Marks, headings: Headings, lang: str) -> Svg:
    """The line last taken: boundaries with their headings, happenings above, notes as flags; the slider lies over it."""
    nodes = cursor.line()
    drawn, free = [], -1.0
    for place, node in enumerate(nodes):
        at = place / max(1, len(nodes) - 1)
        words = headings(node, lang)
        if words:
            # Where the line is crowded only some headings have room; one that begins with a space is only pointed at.
            shown = words if not words.startswith(" ") and free <= at <= LAST else ""
            free = at + ROOM if shown.strip() else free
            drawn.append(_at("tick", at, text(shown), words.strip() or None))
        for level, mark in enumerate(marks(node, lang)[:2]):
            drawn.append(_at(f"mark bl-level{level}", at, Svg(""), mark.words, mark.colour))
        if node.note:
            drawn.append(_at("flag", at, text("⚑"), node.note[:200]))
    return block("marks", *drawn, aria_hidden="true")


def _at(kind: str, share: float, inside: Svg, words: str | None, colour: str | None = None) -> Svg:
    """Something on the line, so far along it. The slider's knob keeps half its width free at both ends."""
    place = f"left:calc({KNOB}px + (100% - {2 * KNOB}px) * {share:.4f})"
    style = f"{place};background:{colour}" if colour else place
    return tag("span", inside or Svg("&#8203;"), class_=f"bl-{kind}", style=style, data_tip=words)


def slider_html(cursor: Cursor, say: Words) -> Svg:
    """The slider on the line: it moves the game while it is dragged."""
    nodes = cursor.line()
    here = nodes.index(cursor.node)
    where = say("timeline.where", node=here, of=len(nodes) - 1)
    return tag(
        "input",
        type="range",
        min=0,
        max=max(0, len(nodes) - 1),
        value=here,
        step=1,
        data_act="scrub",
        data_live="",
        data_key="scrub",
        class_="bl-scrub",
        aria_label=say("timeline.title"),
        aria_valuetext=where,
    )


# Branches


class Branch(NamedTuple):
    """A line that ends somewhere: its last node, where it left another line, and how many nodes are its own."""

    leaf: Node[Any]
    fork: Node[Any] | None
    own: list[Node[Any]]


def branches(game: AnyGame) -> list[Branch]:
    """All lines of a game, the one that was there first, first."""
    found: list[Branch] = []

    def follow(node: Node[Any], fork: Node[Any] | None) -> None:
        own = [node]
        waiting: list[tuple[Node[Any], Node[Any]]] = []
        while node.children:
            waiting += [(child, node) for child in node.children[1:]]
            node = node.children[0]
            own.append(node)
        found.append(Branch(node, fork, own))
        for child, parent in waiting:
            follow(child, parent)

    follow(game.root, None)
    return found


class Lane(NamedTuple):
    """Another line beside the one that is shown: where it leaves, how far it goes, which row it lies in."""

    branch: Branch
    number: int
    first: int
    last: int
    row: int


def lanes(cursor: Cursor) -> list[Lane]:
    """The other lines by where they leave the line that is shown, each in the first row that has room."""
    shown = {node.number: place for place, node in enumerate(cursor.line())}
    rows: list[int] = []
    found = []
    for number, branch in enumerate(branches(cursor.game), 1):
        if branch.leaf.number in shown:
            continue
        own, node = 0, branch.leaf
        while node.number not in shown and node.parent is not None:
            own, node = own + 1, node.parent
        first = shown[node.number]
        last = first + own
        row = next((row for row, free in enumerate(rows) if free < first), len(rows))
        rows[row : row + 1] = [last]
        found.append(Lane(branch, number, first, last, row))
    return found


def lanes_html(cursor: Cursor, say: Words) -> Svg:
    """The other lines as lanes below the line that is shown, each to be pressed; those without room in a list."""
    found = lanes(cursor)
    if not found:
        return Svg("")
    longest = max(1, len(cursor.line()) - 1)
    drawn = [_lane(lane, longest, _said(lane, say)) for lane in found if lane.row < MOST_LANES]
    height = 8 * min(MOST_LANES, 1 + max(lane.row for lane in found)) + 2
    body = block("lanes", *drawn, style=f"height:{height}px", role="group", aria_label=say("branches.title"))
    hidden = [lane for lane in found if lane.row >= MOST_LANES]
    if not hidden:
        return body
    listed = [button("goto", lane.branch.leaf.number, _said(lane, say), "item") for lane in hidden[:MOST_LISTED]]
    more = tag("summary", text(say("branches.more", count=len(hidden))), data_key="menu:lanes")
    return Svg(body + tag("details", more, block("menubox", *listed), class_="bl-menu"))


def _said(lane: Lane, say: Words) -> str:
    words = say("branches.row", number=lane.number, nodes=lane.last - lane.first, at=lane.first)
    return f"{words} · {lane.branch.leaf.note[:60]}" if lane.branch.leaf.note else words


def _lane(lane: Lane, longest: int, words: str) -> Svg:
    left, right = lane.first / longest, min(1.0, lane.last / longest)
    style = (
        f"left:calc({KNOB}px + (100% - {2 * KNOB}px) * {left:.4f});"
        f"width:max(10px, calc((100% - {2 * KNOB}px) * {right - left:.4f}));top:{8 * lane.row}px"
    )
    kind = "lane bl-beyond" if lane.last > longest else "lane"
    return button("goto", lane.branch.leaf.number, "", kind, style=style, data_tip=words, aria_label=words)
