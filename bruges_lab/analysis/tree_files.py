"""A tree for other tools: networkx, JSON, GraphML, Gambit, plain text. Nothing here knows a game.

Odds and values are written exactly (as fractions) and as decimals. A Gambit file has no merged nodes, so they are unfolded; its
comment says what was assumed about knowledge, and cut leaves say so.
"""

from __future__ import annotations

import io
import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..kernel import CHANCE, LabError
from ..rulebook.numbers import decimal
from .measures import Number
from .named import assumption, more_of, terminal
from .tree import Edge, Tree, TreeNode

if TYPE_CHECKING:
    import networkx


def exact(value: Number) -> str:
    """A number as it is: a fraction, a whole number, or a decimal."""
    return str(value) if isinstance(value, int | Fraction) else repr(round(value, 6))


def to_networkx(tree: Tree[Any]) -> networkx.DiGraph:
    """Nodes and edges with plain attributes: words, whole numbers, decimals, truth values, so that every format can hold them."""
    import networkx

    graph = networkx.DiGraph(title=tree.settings.title, complete=tree.complete)
    names = tree.settings.names
    for node in tree.nodes:
        values = {f"value_{seat}": float(value) for seat, value in enumerate(node.values)}
        exactly = {f"exact_{seat}": exact(value) for seat, value in enumerate(node.values)}
        graph.add_node(
            node.number,
            kind=node.kind,
            depth=node.depth,
            player=_ENDED if node.player is None else _player(node),
            who=_who(node, names),
            asked="" if node.pending is None else node.pending.kind,
            rule="" if node.pending is None else node.pending.rule,
            more=node.more,
            **values,
            **exactly,
        )
    for edge in tree.edges():
        ends = (edge.parent.number, edge.child.number)
        if graph.has_edge(*ends):  # two choices that come to the same
            graph.edges[ends]["label"] += " | " + tree.label(edge)
            graph.edges[ends]["count"] += edge.count
            graph.edges[ends]["odds"] += float(edge.odds)
            graph.edges[ends]["exact"] = exact(Fraction(graph.edges[ends]["exact"]) + edge.odds)
            graph.edges[ends]["best"] |= edge.best
            continue
        graph.add_edge(
            *ends, label=tree.label(edge), odds=float(edge.odds), exact=exact(edge.odds), count=edge.count, best=edge.best
        )
    return graph


_CHANCE, _ENDED = -1, -2
"""In files, whatever the engine calls them."""


def _player(node: TreeNode[Any]) -> int | None:
    """Who decides, as files number it."""
    return _CHANCE if node.player == CHANCE else node.player


def _who(node: TreeNode[Any], names: tuple[str, ...]) -> str:
    if node.player is None:
        return ""
    return "chance" if node.player == CHANCE else names[node.player]


def to_json(tree: Tree[Any]) -> str:
    """The whole tree, nodes in breadth-first order."""
    settings = tree.settings
    return json.dumps(
        {
            "format": "bruges-lab tree 1",
            "title": settings.title,
            "settings": {
                "depth": settings.depth,
                "budget": settings.budget,
                "chance": settings.chance,
                "opponents": settings.opponents,
                "policy": settings.policy,
                "seen_by": settings.seen_by,
                "measure": settings.measure,
                "merge": settings.merge,
                "seat": settings.seat,
                "within": settings.within,
            },
            "players": list(settings.names),
            "complete": tree.complete,
            "nodes": [
                {
                    "number": node.number,
                    "kind": node.kind,
                    "depth": node.depth,
                    "player": _player(node),
                    "asked": None if node.pending is None else node.pending.kind,
                    "rule": None if node.pending is None else node.pending.rule,
                    "more": node.more,
                    "values": [exact(value) for value in node.values],
                    "edges": [
                        {
                            "to": edge.child.number,
                            "choice": tree.label(edge),
                            "odds": exact(edge.odds),
                            "count": edge.count,
                            "best": edge.best,
                        }
                        for edge in node.edges
                    ],
                }
                for node in tree.nodes
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def to_graphml(tree: Tree[Any]) -> str:
    """The graph as GraphML, by networkx."""
    import networkx

    out = io.BytesIO()
    networkx.write_graphml(to_networkx(tree), out)
    return out.getvalue().decode("utf-8")


# Gambit


def to_efg(tree: Tree[Any], *, most: int) -> str:
    """The tree as an extensive game for Gambit: every node its own information set, which the comment says."""
    count = unfolded(tree, most)
    if count > most:
        raise LabError(f"unfolded the tree has more than {most} nodes: give a smaller depth or budget")
    settings = tree.settings
    players = " ".join(_quote(name) for name in settings.names)
    cut = sum(bool(node.more) for node in tree.nodes)
    comment = (
        f"{settings.title}. Every player knows the position at every choice (perfect information). "
        f"{count} nodes; {cut} places cut by the budget are leaves valued as they stand."
    )
    lines = [f"EFG 2 R {_quote(settings.title)} {{ {players} }}", _quote(comment), ""]
    numbers = {"set": 0, "outcome": 0, "chance": 0}
    stack: list[TreeNode[Any]] = [tree.root]
    while stack:
        node = stack.pop()
        lines.append(_efg_line(tree, node, numbers))
        stack.extend(edge.child for edge in reversed(node.edges))
    return "\n".join(lines) + "\n"


def unfolded(tree: Tree[Any], most: int) -> int:
    """How many nodes the tree has when merged ones are told apart; it stops counting a little above `most`."""
    below: dict[int, int] = {}
    for node in reversed(tree.nodes):
        below[node.number] = min(most + 1, 1 + sum(below[edge.child.number] for edge in node.edges))
    return below[tree.root.number]


def _efg_line(tree: Tree[Any], node: TreeNode[Any], numbers: dict[str, int]) -> str:
    if not node.edges:
        numbers["outcome"] += 1
        label = f"cut {numbers['outcome']}, {node.more} more" if node.more else f"{node.kind} {numbers['outcome']}"
        payoffs = ", ".join(_decimal(value) for value in node.values)
        return f't {_quote(label)} {numbers["outcome"]} "" {{ {payoffs} }}'
    if node.player == CHANCE or (tree.settings.opponents == "chance" and node.player != tree.settings.seat):
        numbers["chance"] += 1
        actions = " ".join(f"{_quote(tree.label(edge))} {edge.odds}" for edge in node.edges)
        return f'c "" {numbers["chance"]} "" {{ {actions} }} 0'
    numbers["set"] += 1
    assert node.player is not None
    assert node.pending is not None
    actions = " ".join(_quote(label) for label in _labels(tree, node.edges))
    # Gambit wants information sets told apart by number and by label.
    asked = _quote(f"{node.pending.kind} {numbers['set']}")
    return f'p "" {node.player + 1} {numbers["set"]} {asked} {{ {actions} }} 0'


def _labels(tree: Tree[Any], edges: list[Edge[Any]]) -> list[str]:
    """Labels that differ: Gambit asks for that."""
    seen: dict[str, int] = {}
    labels = []
    for edge in edges:
        label = tree.label(edge)
        seen[label] = seen.get(label, 0) + 1
        labels.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return labels


def _decimal(value: Number) -> str:
    return exact(value)


def _quote(text: str) -> str:
    plain = "".join(char if char.isprintable() else " " for char in text)
    return '"' + plain.replace("\\", "/").replace('"', "'") + '"'


# Text


def to_text(tree: Tree[Any], *, lang: str, most: int) -> str:
    """Indented lines: what is chosen or thrown, its odds, what it is worth; the best choice has a star."""
    seat = tree.settings.seat
    lines = [assumption(tree, lang), f"  {_short(tree.root.values[seat], lang)}"]
    stack: list[tuple[int, Edge[Any]]] = [(1, edge) for edge in reversed(tree.root.edges)]
    shown: set[int] = set()
    while stack and len(lines) < most + 1:
        depth, edge = stack.pop()
        node = edge.child
        odds = "" if edge.odds == 1 else f" ({exact(edge.odds)})"
        again = f" {terminal('tree.again', lang)}" if node.number in shown and node.edges else ""
        more = f" … {more_of(tree, node.more, lang)}" if node.more else ""
        star = "* " if edge.best else "  "
        lines.append(f"{'  ' * depth}{star}{tree.told(edge, lang)}{odds}: {_short(node.values[seat], lang)}{more}{again}")
        if not again:
            shown.add(node.number)
            stack.extend((depth + 1, child) for child in reversed(node.edges))
    if stack:
        lines.append(f"  {terminal('tree.more_lines', lang, count=len(stack))}")
    return "\n".join(lines)


def _short(value: Number, lang: str) -> str:
    whole = isinstance(value, int) or (isinstance(value, Fraction) and value.denominator == 1)
    return str(value).replace("-", "−") if whole else decimal(float(value), 3, lang)
