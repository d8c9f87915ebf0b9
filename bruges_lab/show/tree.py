"""Decision trees as figures: a tidy tree with seats, odds and the best line, an icicle, and a small summary for notebooks.

The layout is igraph's, over the first way to each node; other ways to a merged node are drawn as thin lines. Only what is shown
is worked out: above `most` nodes the deepest levels are left out, and the subtitle says so.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from ..analysis.tree import Edge, Tree, TreeNode
from ..analysis.tree_files import exact
from ..kernel import CHANCE
from .figures import (
    ACCENT,
    CHANCE_FILL,
    CUT_FILL,
    LEAF_FILL,
    SEAT_COLOURS,
    SEAT_SYMBOLS,
    figure,
    safe,
    wrap,
)
from .svg import INK, LINE, MUTED

if TYPE_CHECKING:
    import plotly.graph_objects

WIDE = 40
"""Up to so many leaves every edge has its label."""
FINE = 400
"""Up to so many nodes are drawn one by one and tell their events."""


def tree_figure(tree: Tree[Any], *, lang: str = "en", most: int = 2000) -> plotly.graph_objects.Figure:
    """The tree from left to right; hover says rule, events and values."""
    shown = _shown(tree, most)
    places, leaves = _layout(shown)
    height = min(1600, max(360, 120 + 22 * leaves if leaves <= WIDE else 700))
    subtitle = tree.settings.title
    if len(shown) < len(tree):
        subtitle += f"; the first {len(shown)} of {len(tree)} nodes"
    elif not tree.complete:
        subtitle += "; cut by the budget where it says “more”"
    made = figure(_title(tree), subtitle, height=height, showlegend=True)
    made.update_xaxes(visible=False)
    made.update_yaxes(visible=False, autorange="reversed")
    _draw_edges(made, tree, shown, places)
    if leaves <= WIDE:
        _label_edges(made, tree, shown, places, lang)
    _draw_nodes(made, tree, shown, places, lang, label=leaves <= WIDE)
    return made


def _title(tree: Tree[Any]) -> str:
    pending = tree.root.pending
    asked = "the end" if pending is None else pending.kind
    return f"Decision tree from {asked}: {_short(tree.value[tree.settings.seat])} {tree.settings.measure}"


def _shown(tree: Tree[Any], most: int) -> list[TreeNode[Any]]:
    """Whole levels, as many as fit."""
    if len(tree) <= most:
        return tree.nodes
    depth = next(node.depth for i, node in enumerate(tree.nodes) if i == most)
    return [node for node in tree.nodes[:most] if node.depth < depth] or tree.nodes[:1]


def _layout(shown: list[TreeNode[Any]]) -> tuple[dict[int, tuple[float, float]], int]:
    """Where each node stands: depth to the right, its place among the others downwards."""
    import igraph

    numbers = {node.number: i for i, node in enumerate(shown)}
    first = [(numbers[node.from_edges[0].parent.number], i) for i, node in enumerate(shown) if node.from_edges]
    graph = igraph.Graph(n=len(shown), edges=first, directed=True)
    layout = graph.layout_reingold_tilford(mode="out", root=[0])
    parents = {parent for parent, _ in first}
    return (
        {node.number: (float(node.depth), float(layout[i][0])) for i, node in enumerate(shown)},
        sum(i not in parents for i in range(len(shown))),
    )


def _draw_edges(made: Any, tree: Tree[Any], shown: list[TreeNode[Any]], places: dict[int, tuple[float, float]]) -> None:
    kept = {node.number for node in shown}
    kinds: dict[str, tuple[list[Any], list[Any]]] = {name: ([], []) for name in ("merged", "way", "good", "best")}
    line_of_play = {id(edge) for edge in tree.best_line()}
    for edge in (edge for node in shown for edge in node.edges if edge.child.number in kept):
        first = edge.child.from_edges[0] is edge
        kind = "best" if id(edge) in line_of_play else "good" if edge.best else "way" if first else "merged"
        (x0, y0), (x1, y1) = places[edge.parent.number], places[edge.child.number]
        xs, ys = kinds[kind]
        middle = x0 + 0.35 * (x1 - x0)
        xs += [x0, middle, x1, None]
        ys += [y0, y1, y1, None]
    styles = {
        "way": ("choice or outcome", MUTED, 1.0, "solid"),
        "merged": ("comes to the same position", LINE, 1.0, "dot"),
        "good": ("best choice there", ACCENT, 1.6, "solid"),
        "best": ("best line", ACCENT, 4.0, "solid"),
    }
    draw = made.add_scatter if len(shown) <= FINE else made.add_scattergl
    for kind, (xs, ys) in kinds.items():
        if xs:
            name, colour, width, dash = styles[kind]
            line = {"color": colour, "width": width if len(shown) <= FINE or kind == "best" else 0.7, "dash": dash}
            draw(x=xs, y=ys, mode="lines", line=line, name=name, hoverinfo="skip")


def _label_edges(
    made: Any, tree: Tree[Any], shown: list[TreeNode[Any]], places: dict[int, tuple[float, float]], lang: str
) -> None:
    kept = {node.number for node in shown}
    xs, ys, words = [], [], []
    for edge in (edge for node in shown for edge in node.edges if edge.child.number in kept):
        if edge.child.from_edges[0] is not edge:
            continue
        (x0, _), (x1, y1) = places[edge.parent.number], places[edge.child.number]
        odds = "" if edge.odds == 1 else f" · {exact(edge.odds)}"
        xs.append(x0 + 0.37 * (x1 - x0))
        ys.append(y1)
        words.append(safe(_cut(tree.told(edge, lang), 44) + odds))
    made.add_scatter(
        x=xs,
        y=ys,
        mode="text",
        text=words,
        textposition="top right",
        textfont={"size": 11, "color": INK},
        hoverinfo="skip",
        showlegend=False,
    )


def _draw_nodes(
    made: Any,
    tree: Tree[Any],
    shown: list[TreeNode[Any]],
    places: dict[int, tuple[float, float]],
    lang: str,
    *,
    label: bool,
) -> None:
    seat = tree.settings.seat
    groups: dict[tuple[str, int | None], list[TreeNode[Any]]] = {}
    for node in shown:
        kind = node.kind
        groups.setdefault((kind, node.player if kind == "decision" else None), []).append(node)
    size = 13 if len(shown) <= 200 else 7
    for (kind, player), nodes in groups.items():
        name, symbol, fill, edge = _look(tree, kind, player)
        made.add_scatter(
            x=[places[node.number][0] for node in nodes],
            y=[places[node.number][1] for node in nodes],
            mode="markers+text" if label else "markers",
            name=name,
            text=[f" {_short(node.values[seat])}" if not node.edges else "" for node in nodes] if label else None,
            textposition="middle right",
            textfont={"size": 11, "color": MUTED},
            marker={"size": size, "symbol": symbol, "color": fill, "line": {"color": edge, "width": 1.2}},
            hovertext=[_hover(tree, node, lang) for node in nodes],
            hoverinfo="text",
        )


def _look(tree: Tree[Any], kind: str, player: int | None) -> tuple[str, str, str, str]:
    if kind == "decision":
        assert player is not None
        return (
            f"{tree.settings.names[player]} decides",
            SEAT_SYMBOLS[player % len(SEAT_SYMBOLS)],
            SEAT_COLOURS[player % len(SEAT_COLOURS)],
            INK,
        )
    looks = {
        "chance": ("chance", "hexagon2", CHANCE_FILL, INK),
        "cut": ("cut by the budget", "x", CUT_FILL, "#b92f20"),
        "end": ("end of the game", "star", LEAF_FILL, INK),
        "leaf": ("end of the tree", "circle", LEAF_FILL, MUTED),
    }
    return looks[kind]


def _hover(tree: Tree[Any], node: TreeNode[Any], lang: str) -> str:
    """Who, which rule, what it is worth to each, and what happened on the way here."""
    lines = []
    if node.pending is not None:
        who = "chance" if node.player == CHANCE else tree.settings.names[node.pending.player]
        lines.append(f"<b>{safe(who)}</b>: {safe(node.pending.kind)} [{safe(node.pending.rule)}]")
    else:
        lines.append("<b>end of the game</b>")
    values = ", ".join(f"{safe(name)} {_short(v)}" for name, v in zip(tree.settings.names, node.values, strict=True))
    lines.append(f"{safe(tree.settings.measure)}: {values}")
    if node.more:
        lines.append(f"{node.more} more")
    if node.from_edges and len(tree) <= FINE:
        edge: Edge[Any] = node.from_edges[0]
        lines.append(f"<i>{wrap(tree.told(edge, lang))}</i>")
        events = tree.events(edge)
        lines += [f"· {wrap(event.text(lang))} [{safe(event.rule)}]" for event in events[:6]]
        if len(events) > 6:
            lines.append(f"· … {len(events) - 6} more events")
    return "<br>".join(lines)


def _short(value: Any) -> str:
    number = float(value)
    return f"{number:.0f}" if number == int(number) else f"{number:.2f}"


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


# Icicle


def icicle_figure(tree: Tree[Any], *, lang: str = "en", most: int = 3000) -> plotly.graph_objects.Figure:
    """Nested bars, each as wide as it is likely; choices share the width alike."""
    labels, parents, shares, colours, hover = ["start"], [""], [1.0], [float(tree.value[tree.settings.seat])], [""]
    seat = tree.settings.seat
    stack: list[tuple[int, TreeNode[Any], float]] = [(0, tree.root, 1.0)]
    while stack and len(labels) < most:
        place, node, share = stack.pop()
        chance = sum(float(edge.odds) for edge in node.edges) <= 1.000001
        for edge in node.edges:
            part = share * (float(edge.odds) if chance else 1 / len(node.edges))
            labels.append(_cut(tree.told(edge, lang), 40))
            parents.append(str(place))
            shares.append(part)
            colours.append(float(edge.child.values[seat]))
            hover.append(f"{exact(edge.odds)}: {_short(edge.child.values[seat])} {tree.settings.measure}")
            stack.append((len(labels) - 1, edge.child, part))
    made = figure(_title(tree), tree.settings.title, height=520)
    made.add_icicle(
        ids=[str(i) for i in range(len(labels))],
        labels=[safe(label) for label in labels],
        parents=parents,
        values=shares,
        branchvalues="total",
        marker={
            "colors": colours,
            "colorscale": "Cividis",
            "colorbar": {"title": {"text": safe(tree.settings.measure)}, "thickness": 12},
        },
        hovertext=[safe(words) for words in hover],
        hoverinfo="label+text",
    )
    return made


def tree_html(tree: Tree[Any]) -> str:
    """A few words and the first lines, for a notebook that only names the tree."""
    text = escape(tree.text(most=40))
    return f"<div><p><b>{escape(repr(tree))}</b></p><pre style='white-space:pre-wrap'>{text}</pre></div>"
