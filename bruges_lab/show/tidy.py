"""Tidy trees: where the nodes of each layer stand, so that a tree is narrow and its branches can be told apart.

The walk of Buchheim, Jünger and Leipert (“Improving Walker's algorithm to run in linear time”, 2002), without recursion. Nodes of
a layer are at least 1 apart, a parent stands in the middle above its children, and equal branches look alike wherever they hang.
"""

from __future__ import annotations

from collections.abc import Sequence


def tidy(parents: Sequence[int | None]) -> list[float]:
    """The place of each node within its layer; the root stands at 0.

    Node 0 is the root. Every other node names its parent, which comes before it; children stand in the order of their numbers.
    """
    tree = _Branches(parents)
    for node in reversed(range(len(parents))):  # parents come first, so here every child is done before its parent
        tree.arrange(node)
    places, moved = [0.0] * len(parents), [0.0] * len(parents)
    for node, parent in enumerate(parents):
        if parent is not None:
            places[node] = tree.place[node] + moved[parent]
            moved[node] = moved[parent] + tree.moves[node]
        else:
            moved[node] = -tree.centre[node]
    return places


class _Branches:
    """The tree while it is being laid out. Places are relative: what a node `moves`, all nodes below it move too."""

    def __init__(self, parents: Sequence[int | None]) -> None:
        size = len(parents)
        self.parents = parents
        self.children: list[list[int]] = [[] for _ in parents]
        self.order = [0] * size
        """Which child of its parent a node is."""
        for node, parent in enumerate(parents):
            if (parent is None) != (node == 0) or (parent is not None and not 0 <= parent < node):
                raise ValueError(f"node {node}: {parent} is not the parent of a node that comes after it")
            if parent is not None:
                self.order[node] = len(self.children[parent])
                self.children[parent].append(node)
        self.place = [0.0] * size
        self.moves = [0.0] * size
        self.centre = [0.0] * size
        """The middle of a node's children, before the node itself is placed."""
        self.thread: list[int | None] = [None] * size
        """From the last node of a contour to where the contour goes on, in another branch."""
        self.branch = list(range(size))
        """The branch that a node of a right contour belongs to, as far as it is known."""
        self.pushed = [0.0] * size
        self.spread = [0.0] * size

    def arrange(self, parent: int) -> None:
        """Put the branches below a node side by side, each as far to the left as those before it allow."""
        children = self.children[parent]
        if not children:
            return
        furthest = children[0]
        for number, child in enumerate(children):
            self.place[child] = self.place[children[number - 1]] + 1 if number else self.centre[child]
            if self.children[child]:
                self.moves[child] = self.place[child] - self.centre[child]
            if number:
                furthest = self._push_apart(child, children, furthest)
        self._share_pushes(children)
        self.centre[parent] = (self.place[children[0]] + self.place[children[-1]]) / 2

    def _push_apart(self, child: int, children: list[int], furthest: int) -> int:
        """Push a branch away from those to its left, layer by layer, and give the branch that reaches furthest down now."""
        outer_left, inner_left = children[0], children[self.order[child] - 1]
        inner_right = outer_right = child
        moved = [self.moves[node] for node in (outer_left, inner_left, inner_right, outer_right)]
        while True:
            below_left, below_right = self._below(inner_left, -1), self._below(inner_right, 0)
            if below_left is None or below_right is None:
                break
            inner_left, inner_right = below_left, below_right
            outer_left, outer_right = self._outer(outer_left, 0), self._outer(outer_right, -1)
            self.branch[outer_right] = child
            overlap = self.place[inner_left] + moved[1] - self.place[inner_right] - moved[2] + 1
            if overlap > 0:
                met = self.branch[inner_left]
                self._push(met if self.parents[met] == self.parents[child] else furthest, child, overlap)
                moved[2] += overlap
                moved[3] += overlap
            for side, node in enumerate((outer_left, inner_left, inner_right, outer_right)):
                moved[side] += self.moves[node]
        if below_left is not None and self._below(outer_right, -1) is None:
            self.thread[outer_right] = below_left
            self.moves[outer_right] += moved[1] - moved[3]
        if below_right is not None and self._below(outer_left, 0) is None:
            self.thread[outer_left] = below_right
            self.moves[outer_left] += moved[2] - moved[0]
            return child
        return furthest

    def _below(self, node: int, side: int) -> int | None:
        """The next node of the left (0) or right (-1) contour."""
        children = self.children[node]
        return children[side] if children else self.thread[node]

    def _outer(self, node: int, side: int) -> int:
        """The same on an outer contour, which reaches at least as far down as the inner one beside it."""
        below = self._below(node, side)
        assert below is not None
        return below

    def _push(self, met: int, child: int, by: float) -> None:
        """Push a branch to the right; those between it and the one it met are to share the gap."""
        share = by / (self.order[child] - self.order[met])
        self.spread[met] += share
        self.spread[child] -= share
        self.pushed[child] += by
        self.place[child] += by
        self.moves[child] += by

    def _share_pushes(self, children: list[int]) -> None:
        """Move the branches that stand between two that were pushed apart, so that they stand evenly."""
        pushed = spread = 0.0
        for child in reversed(children):
            self.place[child] += pushed
            self.moves[child] += pushed
            spread += self.spread[child]
            pushed += self.pushed[child] + spread
