"""The timeline: the line of the game from start to end to scrub along, with marks, and its branches as a small tree.

It knows no game: what deserves a mark is told by whoever makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..kernel.nodes import Node
from ..show.svg import INK, MUTED, Svg, circle, rect, tag
from .cursor import AnyGame, Cursor
from .markup import Words, block, button, span, text

ROOM = 0.06
"""The share of the line that a heading takes."""
KNOB = 8
LAST = 0.95
"""Further along a heading would stand outside."""
MOST_BRANCHES = 12


class Mark(NamedTuple):
    """A happening worth a mark: its colour and its words."""

    colour: str
    words: str


Marks = Callable[[Node[Any], str], list[Mark]]
"""The happenings of a node worth a mark, in a language."""
Headings = Callable[[Node[Any], str], str]
"""The heading that begins at a node, such as a round; empty if none does."""


def timeline_html(cursor: Cursor, marks: Marks, headings: Headings, lang: str) -> Svg:
    """The line last taken: boundaries with their headings, happenings above, notes as flags; the slider lies over it."""
    nodes = cursor.line()
    drawn, free = [], -1.0
    for place, node in enumerate(nodes):
        at = place / max(1, len(nodes) - 1)
        words = headings(node, lang)
        if words:
            # Where the line is crowded only some headings have room.
            shown = words if words.strip() and free <= at <= LAST else ""
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
    return tag("span", inside or Svg("&#8203;"), class_=f"bl-{kind}", style=style, title=words)


def slider_html(cursor: Cursor, say: Words) -> Svg:
    """The slider under the line: left and right, Home and End move it."""
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
        title=where,
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


def branches_html(cursor: Cursor, say: Words) -> Svg:
    """The branches as a small tree: each a row to jump to, drawn from where it left."""
    found = branches(cursor.game)
    if len(found) < 2:
        return block("quiet", text(say("branches.one")))
    here = cursor.node
    depth: dict[int, int] = {}
    for node in cursor.game.nodes:
        depth[node.number] = 0 if node.parent is None else depth[node.parent.number] + 1
    longest = max(depth.values()) or 1
    scale = 220 / longest
    rows = []
    for number, branch in enumerate(found[:MOST_BRANCHES], 1):
        first = depth[branch.own[0].number] - (branch.fork is not None)
        last = depth[branch.leaf.number]
        current = here in branch.own
        picture = tag(
            "svg",
            rect(4 + scale * first, 7, max(2.0, scale * (last - first)), 3, INK if current else MUTED, 1.5),
            circle(4 + scale * first, 8.5, 2.5, MUTED) if branch.fork is not None else Svg(""),
            circle(4 + scale * last, 8.5, 3.5, "#c62f2f" if here is branch.leaf else INK if current else MUTED),
            viewBox="0 0 230 17",
            width=230,
            height=17,
            aria_hidden="true",
        )
        said = say("branches.row", number=number, nodes=len(branch.own), at=first)
        rows.append(
            tag(
                "li",
                picture,
                button("goto", branch.leaf.number, said, "small", aria_current="true" if current else None),
                span("quiet", branch.leaf.note[:60]) if branch.leaf.note else Svg(""),
            )
        )
    if len(found) > MOST_BRANCHES:
        rows.append(tag("li", text(say("branches.more", count=len(found) - MOST_BRANCHES))))
    return tag("ol", *rows, class_="bl-branches")
