"""Tidy trees: nothing too near, parents in the middle, branches narrow and alike; any shape, any depth."""

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bruges_lab as bl
from bruges_lab.show.tidy import tidy
from bruges_lab.show.tree_figures import _layout

NEAR = 1e-6
Parents = list[int | None]


@st.composite
def trees(draw: st.DrawFn, most: int = 60) -> Parents:
    """Any tree: a node hangs anywhere above it, near the last ones (deep) or near the first ones (wide)."""
    size = draw(st.integers(1, most))
    found: Parents = [None]
    for node in range(1, size):
        lean = draw(st.sampled_from(("deep", "wide", "any")))
        low, high = (max(0, node - 3), node - 1) if lean == "deep" else (0, min(2, node - 1)) if lean == "wide" else (0, node - 1)
        found.append(draw(st.integers(low, high)))
    return found


def children(parents: Parents) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent is not None:
            found[parent].append(node)
    return found


def depths(parents: Parents) -> list[int]:
    found: list[int] = []
    for parent in parents:
        found.append(0 if parent is None else found[parent] + 1)
    return found


def branch(parents: Parents, root: int) -> list[int]:
    """A node and all below it, in the order of their numbers."""
    found = {root}
    for node, parent in enumerate(parents):
        if parent in found:
            found.add(node)
    return sorted(found)


def shape(parents: Parents, root: int) -> object:
    return tuple(shape(parents, child) for child in children(parents)[root])


def width(places: list[float]) -> float:
    return max(places) - min(places)


def boxed(parents: Parents) -> float:
    """How wide the tree is when branches stand side by side as whole boxes and never reach under each other."""
    below = children(parents)
    wide = [0.0] * len(parents)
    for node in reversed(range(len(parents))):
        wide[node] = sum(wide[child] for child in below[node]) + max(0, len(below[node]) - 1)
    return wide[0]


@given(trees())
def test_nodes_of_a_layer_are_at_least_one_apart_and_in_order(parents: Parents) -> None:
    places, depth, below = tidy(parents), depths(parents), children(parents)
    layer = [0]
    while layer:
        assert len({depth[node] for node in layer}) == 1
        for left, right in pairwise(layer):
            assert places[right] - places[left] >= 1 - NEAR
        layer = [child for node in layer for child in below[node]]


@given(trees())
def test_a_parent_stands_in_the_middle_and_the_root_at_nought(parents: Parents) -> None:
    places = tidy(parents)
    assert places[0] == 0
    for node, below in enumerate(children(parents)):
        if below:
            assert places[node] == pytest.approx((places[below[0]] + places[below[-1]]) / 2, abs=NEAR)


@given(trees())
def test_the_last_branch_touches_those_before_it(parents: Parents) -> None:
    """As narrow as possible: it could not stand further left."""
    places, depth = tidy(parents), depths(parents)
    for below in children(parents):
        if len(below) < 2:
            continue
        right: dict[int, float] = defaultdict(lambda: float("-inf"))
        for node in (node for child in below[:-1] for node in branch(parents, child)):
            right[depth[node]] = max(right[depth[node]], places[node])
        assert min(places[node] - right[depth[node]] for node in branch(parents, below[-1])) == pytest.approx(1, abs=NEAR)


@given(trees(), st.integers(1, 4))
def test_equal_branches_look_alike_wherever_they_hang(parents: Parents, copies: int) -> None:
    """The same branch several times in one tree, between others, and alone."""
    hung: Parents = [None]
    roots = []
    for _ in range(copies):
        hung.append(0)
        between = len(hung) - 1
        roots.append(len(hung))
        hung += [between if parent is None else parent + roots[-1] for parent in parents]
        hung.append(between)
    alone, together = tidy(parents), tidy(hung)
    for root in roots:
        assert [place - together[root] for place in together[root : root + len(parents)]] == pytest.approx(alone, abs=NEAR)


@given(trees())
def test_never_wider_than_whole_boxes_or_a_slot_for_each_leaf(parents: Parents) -> None:
    leaves = sum(not below for below in children(parents))
    assert width(tidy(parents)) <= boxed(parents) + NEAR
    assert boxed(parents) <= leaves - 1


def test_branches_reach_under_each_other() -> None:
    """A bush, a twig and another bush: the twig stands in between without making the tree wider."""
    parents: Parents = [None, 0, 1, 1, 1, 0, 0, 6, 6, 6]
    places = tidy(parents)
    assert (width(places), boxed(parents)) == (pytest.approx(5), 6)
    assert places[5] == pytest.approx((places[1] + places[6]) / 2)


def test_twigs_between_two_bushes_stand_evenly() -> None:
    wide = 9
    parents: Parents = [None, 0, 0, 0, 0, *[1] * wide, *[4] * wide]
    places = tidy(parents)
    assert [places[i + 1] - places[i] for i in (1, 2, 3)] == pytest.approx([wide / 3] * 3)


@pytest.mark.parametrize(
    ("parents", "places"),
    [([None], [0]), ([None, 0], [0, 0]), ([None, 0, 0], [0, -0.5, 0.5]), ([None, 0, 1, 1, 0], [0, -0.5, -1, 0, 0.5])],
)
def test_small_ones(parents: Parents, places: list[float]) -> None:
    assert tidy(parents) == places


def test_nothing_at_all() -> None:
    assert tidy([]) == []


def test_no_depth_is_too_deep() -> None:
    size = 200_000
    comb: Parents = [None, 0, 0]
    for _ in range(size // 2):
        comb += [len(comb) - 1, len(comb) - 1]
    assert width(tidy([None, *range(size)])) == 0
    assert width(tidy(comb)) <= size // 2 + 1


@pytest.mark.parametrize("parents", [[0], [None, None], [None, 1], [None, 2, 0], [None, -1]])
def test_what_is_no_tree_is_refused(parents: Parents) -> None:
    with pytest.raises(ValueError, match="is not the parent"):
        tidy(parents)


def test_trees_of_games_stand_on_their_own_depths() -> None:
    tree = bl.tree(bl.new_game(2, 5), budget=300)
    places, leaves = _layout(tree.nodes)
    assert len(set(places.values())) == len(tree)
    parents: Parents = [node.from_edges[0].parent.number if node.from_edges else None for node in tree.nodes]
    assert [places[node.number][0] for node in tree.nodes] == depths(parents)
    assert leaves == sum(not below for below in children(parents))


def test_signs_are_as_large_as_their_neighbours_allow() -> None:
    small, large = (bl.tree(bl.scenario("first_look"), depth=1), bl.tree(bl.new_game(2, 5), budget=900))
    for tree, expected in ((small, {13.0}), (large, {4.0, 13.0})):
        traces = [trace for trace in tree.figure().data if trace.mode and trace.mode.startswith("markers")]
        sizes = {across: size for trace in traces for across, size in zip(trace.x, trace.marker.size, strict=True)}
        assert {min(sizes.values()), max(sizes.values())} == expected
        assert sizes[0] == 13
