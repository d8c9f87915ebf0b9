"""Growing a decision tree further at one of its nodes: what grows there becomes part of it, and all is valued anew."""

from __future__ import annotations

from typing import Literal

from ...analysis.growing import MEASURES
from ...analysis.policies import POLICIES
from ...analysis.tree import Edge, Grower, Settings, Tree, TreeNode
from ...games.bruges.kit import BrugesKit
from ...games.bruges.model import State
from ...kernel import CHANCE, Source, Stream
from ...kernel.pause import collector_paused


class _AsItIs(BrugesKit):
    """What was hidden has been dealt at the root already: from there on a node's position is taken as it is."""

    def mask(self, state: State, seat: int) -> State:
        return state

    def resample(self, view: State, seat: int, stream: Stream) -> State:
        return view


class _Grafter(Grower[State]):
    def value_all(self, nodes: list[TreeNode[State]]) -> None:
        """Work all values back to the root; which choices are the best may have changed."""
        for node in nodes:
            for edge in node.edges:
                edge.best = False
        with collector_paused():
            self._value(nodes)


def graft(tree: Tree[State], node: TreeNode[State], depth: int, budget: int, samples: int, source: Source) -> bool:
    """Grow a tree further from a leaf of it, so deep and with so many nodes. True if the dice had to be sampled."""
    was = tree.settings

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
        return _Grafter(_AsItIs(), settings, MEASURES[was.measure], source=source, decide=POLICIES[was.policy], samples=samples)

    growing = grower("enumerate")
    grown = growing.grow(node.state)
    sampled = any(found.more and found.player == CHANCE for found in grown.nodes)
    if sampled:
        growing = grower("sample")
        grown = growing.grow(node.state)
    node.edges, node.more = grown.root.edges, grown.root.more
    for edge in node.edges:
        edge.parent = node
    for found in grown.nodes[1:]:
        found.number = len(tree.nodes)
        found.depth += node.depth
        tree.nodes.append(found)
    growing.value_all(tree.nodes)
    return sampled


def path_to(node: TreeNode[State]) -> list[Edge[State]]:
    """The first way from the root to a node."""
    found: list[Edge[State]] = []
    while node.from_edges:
        found.append(node.from_edges[0])
        node = node.from_edges[0].parent
    return found[::-1]
