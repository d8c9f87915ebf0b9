"""Growing a decision tree further at one of its nodes: what grows there becomes part of it, and all is valued anew."""

from __future__ import annotations

from typing import Any, Literal

from ...analysis.growing import Grower
from ...analysis.policies import policy
from ...analysis.tree import Edge, Settings, Tree, TreeNode
from ...kernel import CHANCE, Source
from ...kernel.pause import collector_paused


class _Grafter(Grower[Any]):
    def value_all(self, nodes: list[TreeNode[Any]]) -> None:
        """Work all values back to the root; which choices are the best may have changed."""
        for node in nodes:
            for edge in node.edges:
                edge.best = False
        with collector_paused():
            self._value(nodes)


def graft(tree: Tree[Any], node: TreeNode[Any], depth: int, budget: int, samples: int, source: Source) -> bool:
    """Grow a tree further from a leaf of it, so deep and with so many nodes. True if chance had to be sampled."""
    was, manifest = tree.settings, tree.kit.manifest
    decide, measure = policy(was.policy, manifest), manifest.measures[was.measure]

    def grower(chance: Literal["enumerate", "sample"]) -> _Grafter:
        settings = Settings(
            depth,
            budget,
            chance,
            was.opponents,
            was.seen_by,
            was.measure,
            was.merge,
            was.seat,
            was.names,
            was.policy,
        )
        return _Grafter(tree.kit, settings, measure, source=source, decide=decide, samples=samples)

    growing = grower("enumerate")
    grown = growing.grow(node.state, dealt=True)
    sampled = any(found.more and found.player == CHANCE for found in grown.nodes)
    if sampled:
        growing = grower("sample")
        grown = growing.grow(node.state, dealt=True)
    node.edges, node.more = grown.root.edges, grown.root.more
    for edge in node.edges:
        edge.parent = node
    for found in grown.nodes[1:]:
        found.number = len(tree.nodes)
        found.depth += node.depth
        tree.nodes.append(found)
    growing.value_all(tree.nodes)
    return sampled


def path_to(node: TreeNode[Any]) -> list[Edge[Any]]:
    """The first way from the root to a node."""
    found: list[Edge[Any]] = []
    while node.from_edges:
        found.append(node.from_edges[0])
        node = node.from_edges[0].parent
    return found[::-1]
