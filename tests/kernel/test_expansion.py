from fractions import Fraction

import pytest
from ferry.rules import Ferry, Traveller, start
from hypothesis import given, settings
from hypothesis import strategies as st
from play import random_game

from bruges_lab.kernel import LabError, advance, choose, expand, perft, split


@given(st.integers(0, 200), st.integers(0, 6))
@settings(deadline=None, max_examples=40)
def test_a_tree_leaves_its_root_alone_and_its_odds_add_up(seed: int, moves: int) -> None:
    state = random_game(seed, moves=moves).state
    before = state.key()
    tree = expand(state, depth=4, cap=600)
    assert state.key() == before
    assert len(tree.nodes) <= 600
    for node in tree.nodes:
        if node.children:
            total = sum(child.odds for child in node.children)
            assert total == (1 if node.pending is not None and node.pending.is_chance else len(node.children))
            assert node.more == 0
        for child in node.children:
            twin = node.state.copy()
            choose(twin, child.option or ())
            advance(twin)
            assert twin.key() == child.state.key()


def test_the_cap_leaves_visible_stubs() -> None:
    tree = expand(start(), depth=6, cap=50)
    assert len(tree.nodes) <= 50
    assert not tree.complete
    assert all(node.more for node in tree.leaves() if node.pending is not None and node.depth < 6)
    assert expand(start(), depth=1).complete
    for depth, cap in ((-1, 10), (1, 0)):
        with pytest.raises(LabError):
            expand(start(), depth=depth, cap=cap)


def test_probability_of_a_path_is_the_product() -> None:
    tree = expand(start(2), depth=2, cap=5000)
    winds = tree.root.children
    assert [child.odds for child in winds] == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    assert all(child.player == 0 for child in winds)


def test_perft_counts_lines_and_split_says_where() -> None:
    state = Ferry(players=[Traveller(hand=(2, 8)), Traveller(hand=(5,))], wind=1, pile=(3,))
    state.then(("turn", 0), ("turn", 1))
    # Seat 0: cross 2, cross 8 (then seat 1 loses a coin or throws the 5), draw, wait.
    assert perft(state, 1) == 4
    counts = {option[:2]: count for option, count in split(state, 2).items()}
    assert counts == {("cross", 2): 3, ("cross", 8): 2, ("draw",): 2, ("wait",): 3}
    assert perft(state, 2) == sum(counts.values())
    assert perft(state, 0) == 1


@given(st.integers(0, 100))
@settings(deadline=None, max_examples=20)
def test_perft_equals_the_leaves_of_the_tree(seed: int) -> None:
    state = random_game(seed, moves=2).state
    tree = expand(state, depth=2, cap=10_000)
    if any(node.pending is not None and node.pending.is_chance for node in tree.nodes if node.depth < 2):
        return
    assert perft(state, 2) == len(tree.leaves())
