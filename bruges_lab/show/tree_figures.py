"""Decision trees as figures: a tidy tree with seats, odds and the best line, an icicle, and a small summary for notebooks.

The layout is that of tidy.py, over the first way to each node; other ways to a merged node are drawn as thin lines. Only what is
shown is worked out: above `most` nodes the deepest levels are left out, and the subtitle says so.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..analysis.named import assumption, measure_name, tree_names
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
    WIDTH,
    decimal,
    figure,
    safe,
    say,
    wrap,
)
from .svg import INK, MUTED, cut, text_width
from .tidy import tidy

if TYPE_CHECKING:
    import plotly.graph_objects

WIDE = 60
"""Up to so many leaves every edge has its label."""
_ELBOW = 0.3
"""Where on the way to the next level a line has turned towards its node: from there on its label stands over it."""
_BEFORE, _AFTER = 14, 52
"""The room before the root and after the last level, for its values, in pixels."""
_LIFT = 5
"""So many pixels a label stands above its line."""
LABEL = 11
"""How large the letters of labels are, in pixels."""
FINE = 400
"""Up to so many nodes are drawn one by one and tell their events."""


def _said(tree: Tree[Any], key: str, lang: str, /, **values: object) -> str:
    """Words of a figure, as the game has them."""
    return say(key, lang, tree.kit.manifest.texts, **values)


def tree_figure(tree: Tree[Any], *, lang: str = "en", most: int = 2000, width: int = WIDTH) -> plotly.graph_objects.Figure:
    """The tree from left to right; hover says rule, events and values. Labels are cut for so many pixels."""
    shown = _shown(tree, most)
    places, leaves = _layout(shown)
    height = min(1600, max(380, 180 + 22 * leaves if leaves <= WIDE else 740))
    subtitle = assumption(tree, lang)
    if len(shown) < len(tree):
        subtitle += f"; {_said(tree, 'tree.first', lang, shown=len(shown), all=len(tree))}"
    elif not tree.complete:
        subtitle += f"; {_said(tree, 'tree.cut_off', lang)}"
    subtitle = f"{subtitle}. {_asked(tree, lang)}".strip()
    made = figure(_title(tree, lang), subtitle, lang=lang, height=height, showlegend=True)
    deepest = max(node.depth for node in shown)
    level = (width - 32 - _BEFORE - _AFTER) / max(1, deepest)
    made.update_xaxes(visible=False, range=[-_BEFORE / level, deepest + _AFTER / level])
    ends = [across for _, across in places.values()]
    made.update_yaxes(visible=False, range=[max(ends) + 0.7, min(ends) - 1])
    made.update_layout(
        legend={"orientation": "h", "x": 0, "xanchor": "left", "y": 0, "yref": "container", "yanchor": "bottom"},
        margin={"l": 16, "r": 16, "b": 76},
    )
    _draw_edges(made, tree, shown, places, lang)
    if leaves <= WIDE:
        high = (height - made.layout.margin.t - made.layout.margin.b) / (max(ends) - min(ends) + 1.7)
        _label_edges(made, tree, shown, places, lang, (1 - _ELBOW) * level - 16, _LIFT / high)
    _draw_nodes(made, tree, shown, places, lang, label=leaves <= WIDE)
    return made


def _title(tree: Tree[Any], lang: str) -> str:
    settings = tree.settings
    value = _short(tree.value[settings.seat], lang)
    return _said(
        tree,
        "tree.title",
        lang,
        value=value,
        measure=measure_name(tree, lang),
        name=tree_names(tree, lang)[settings.seat],
    )


def _asked(tree: Tree[Any], lang: str) -> str:
    """The question at the root, as the game puts it."""
    pending = tree.root.pending
    if pending is None:
        return ""
    teller = tree.kit.teller(tree.root.state, tree.settings.names)
    return teller.question(pending, lang)


def _shown(tree: Tree[Any], most: int) -> list[TreeNode[Any]]:
    """Whole levels, as many as fit."""
    if len(tree) <= most:
        return tree.nodes
    depth = next(node.depth for i, node in enumerate(tree.nodes) if i == most)
    return [node for node in tree.nodes[:most] if node.depth < depth] or tree.nodes[:1]


def _layout(shown: list[TreeNode[Any]]) -> tuple[dict[int, tuple[float, float]], int]:
    """Where each node stands: depth to the right, its place among the others downwards."""
    numbers = {node.number: i for i, node in enumerate(shown)}
    parents = [numbers[node.from_edges[0].parent.number] if node.from_edges else None for node in shown]
    across = tidy(parents)
    return (
        {node.number: (float(node.depth), across[i]) for i, node in enumerate(shown)},
        len(shown) - len(set(parents) - {None}),
    )


def _draw_edges(
    made: Any, tree: Tree[Any], shown: list[TreeNode[Any]], places: dict[int, tuple[float, float]], lang: str
) -> None:
    kept = {node.number for node in shown}
    kinds: dict[str, tuple[list[Any], list[Any]]] = {name: ([], []) for name in ("merged", "way", "good", "best")}
    line_of_play = {id(edge) for edge in tree.best_line()}
    for edge in (edge for node in shown for edge in node.edges if edge.child.number in kept):
        first = edge.child.from_edges[0] is edge
        kind = "best" if id(edge) in line_of_play else "good" if edge.best else "way" if first else "merged"
        (x0, y0), (x1, y1) = places[edge.parent.number], places[edge.child.number]
        xs, ys = kinds[kind]
        middle = x0 + (_ELBOW - 0.02) * (x1 - x0)
        xs += [x0, middle, x1, None]
        ys += [y0, y1, y1, None]
    styles = {
        "way": (MUTED, 1.0, "solid"),
        "merged": (MUTED, 1.0, "dot"),
        "good": (ACCENT, 1.6, "dash"),
        "best": (ACCENT, 4.0, "solid"),
    }
    draw = made.add_scatter if len(shown) <= FINE else made.add_scattergl
    for kind, (xs, ys) in kinds.items():
        if xs:
            colour, width, dash = styles[kind]
            line = {"color": colour, "width": width if len(shown) <= FINE or kind == "best" else 0.7, "dash": dash}
            draw(
                x=xs,
                y=ys,
                mode="lines",
                line=line,
                name=safe(_said(tree, f"tree.{kind}", lang)),
                hoverinfo="skip",
            )


def _label_edges(
    made: Any,
    tree: Tree[Any],
    shown: list[TreeNode[Any]],
    places: dict[int, tuple[float, float]],
    lang: str,
    room: float,
    lift: float,
) -> None:
    """What each line stands for, over it and as long as there is room; the whole of it is told at its node."""
    kept = {node.number for node in shown}
    xs, ys, words = [], [], []
    for edge in (edge for node in shown for edge in node.edges if edge.child.number in kept):
        if edge.child.from_edges[0] is not edge:
            continue
        (x0, _), (x1, y1) = places[edge.parent.number], places[edge.child.number]
        odds = "" if edge.odds == 1 else f" · {exact(edge.odds)}"
        xs.append(x0 + _ELBOW * (x1 - x0))
        ys.append(y1 - lift)
        words.append(safe(cut(tree.told(edge, lang), room - text_width(odds, LABEL), LABEL) + odds))
    made.add_scatter(
        x=xs,
        y=ys,
        mode="text",
        text=words,
        textposition="top right",
        textfont={"size": LABEL, "color": INK},
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
    sizes = _sizes(shown, places, made.layout.height)
    for (kind, player), nodes in groups.items():
        name, symbol, fill, edge = _look(tree, kind, player, lang)
        made.add_scatter(
            x=[places[node.number][0] for node in nodes],
            y=[places[node.number][1] for node in nodes],
            mode="markers+text" if label else "markers",
            name=safe(name),
            text=[f" {_short(node.values[seat], lang)}" if not node.edges else "" for node in nodes] if label else None,
            textposition="middle right",
            textfont={"size": LABEL, "color": MUTED},
            marker={
                "size": [sizes[node.depth] for node in nodes],
                "opacity": 1,
                "symbol": symbol,
                "color": fill,
                "line": {"color": edge, "width": 1.2},
            },
            hovertext=[_hover(tree, node, lang) for node in nodes],
            hoverinfo="text",
        )


def _sizes(shown: list[TreeNode[Any]], places: dict[int, tuple[float, float]], height: int) -> dict[int, float]:
    """How large the nodes of each level are drawn: as large as their neighbours allow, within what is still seen."""
    levels: dict[float, list[float]] = {}
    for depth, across in places.values():
        levels.setdefault(depth, []).append(across)
    ends = [end for level in levels.values() for end in (min(level), max(level))]
    unit = (height - 180) / max(1, max(ends) - min(ends))
    nearest = {depth: min((b - a for a, b in pairwise(sorted(level))), default=1e9) for depth, level in levels.items()}
    return {node.depth: round(min(13.0, max(4.0, unit * nearest[node.depth] - 1)), 1) for node in shown}


def _look(tree: Tree[Any], kind: str, player: int | None, lang: str) -> tuple[str, str, str, str]:
    if kind == "decision":
        assert player is not None
        return (
            _said(tree, "tree.decides", lang, name=tree_names(tree, lang)[player]),
            SEAT_SYMBOLS[player % len(SEAT_SYMBOLS)],
            SEAT_COLOURS[player % len(SEAT_COLOURS)],
            INK,
        )
    looks = {
        "chance": ("hexagon2", CHANCE_FILL, INK),
        "cut": ("x", CUT_FILL, "#b92f20"),
        "end": ("star", LEAF_FILL, INK),
        "leaf": ("circle", LEAF_FILL, MUTED),
    }
    return _said(tree, f"tree.{kind}", lang), *looks[kind]


def _hover(tree: Tree[Any], node: TreeNode[Any], lang: str) -> str:
    """Who, which rule, what it is worth to each, and what happened on the way here."""
    lines = []
    names = tree_names(tree, lang)
    if node.pending is not None:
        who = _said(tree, "tree.chance", lang) if node.player == CHANCE else names[node.pending.player]
        lines.append(f"<b>{safe(who)}</b> [{safe(node.pending.rule)}]")
    else:
        lines.append(f"<b>{safe(_said(tree, 'tree.end', lang))}</b>")
    values = ", ".join(f"{safe(name)} {_short(v, lang)}" for name, v in zip(names, node.values, strict=True))
    lines.append(f"{safe(measure_name(tree, lang))}: {values}")
    if node.more:
        lines.append(safe(_said(tree, "tree.more", lang, count=node.more)))
    if node.from_edges and len(tree) <= FINE:
        edge: Edge[Any] = node.from_edges[0]
        lines.append(f"<i>{wrap(tree.told(edge, lang))}</i>")
        events = tree.events(edge)
        lines += [f"· {wrap(event.text(lang))} [{safe(event.rule)}]" for event in events[:6]]
        if len(events) > 6:
            lines.append(f"· {safe(_said(tree, 'tree.more_events', lang, count=len(events) - 6))}")
    return "<br>".join(lines)


def _short(value: Any, lang: str) -> str:
    number = float(value)
    return decimal(number, 0 if number == int(number) else 2, lang)


# Icicle


def icicle_figure(tree: Tree[Any], *, lang: str = "en", most: int = 3000) -> plotly.graph_objects.Figure:
    """Nested bars, each as wide as it is likely; choices share the width alike."""
    labels, parents, shares, colours, hover = (
        [_said(tree, "tree.start", lang)],
        [""],
        [1.0],
        [float(tree.value[tree.settings.seat])],
        [""],
    )
    seat = tree.settings.seat
    stack: list[tuple[int, TreeNode[Any], float]] = [(0, tree.root, 1.0)]
    while stack and len(labels) < most:
        place, node, share = stack.pop()
        chance = sum(float(edge.odds) for edge in node.edges) <= 1.000001
        for edge in node.edges:
            part = share * (float(edge.odds) if chance else 1 / len(node.edges))
            labels.append(tree.told(edge, lang))
            parents.append(str(place))
            shares.append(part)
            colours.append(float(edge.child.values[seat]))
            hover.append(f"{exact(edge.odds)}: {_short(edge.child.values[seat], lang)} {measure_name(tree, lang)}")
            stack.append((len(labels) - 1, edge.child, part))
    deepest = max(node.depth for node in tree.nodes)
    room = (WIDTH - 200) / (deepest + 1) - 12
    told, labels = labels, [cut(label, room, LABEL) for label in labels]
    made = figure(_title(tree, lang), f"{assumption(tree, lang)}. {_asked(tree, lang)}".strip(), lang=lang, height=520)
    made.add_icicle(
        ids=[str(i) for i in range(len(labels))],
        labels=[safe(label) for label in labels],
        parents=parents,
        values=shares,
        branchvalues="total",
        marker={
            "colors": colours,
            "colorscale": "Cividis",
            "colorbar": {"title": {"text": safe(measure_name(tree, lang))}, "thickness": 12},
        },
        textfont={"size": LABEL},
        hovertext=[f"{safe(label)}<br>{safe(words)}" for label, words in zip(told, hover, strict=True)],
        hoverinfo="text",
    )
    # What does not fit is left out: plotly would make it smaller than can be read.
    made.update_layout(uniformtext={"minsize": LABEL, "mode": "hide"})
    return made


def tree_html(tree: Tree[Any]) -> str:
    """A few words and the first lines, for a notebook that only names the tree."""
    text = escape(tree.text(most=40))
    return f"<div><p><b>{escape(repr(tree))}</b></p><pre style='white-space:pre-wrap'>{text}</pre></div>"
