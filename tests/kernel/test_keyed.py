from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bruges_lab.kernel import Stream

SEEDS = st.integers(-(2**62), 2**62)


@given(SEEDS, st.text(max_size=8), st.integers(1, 1000))
def test_same_seed_and_key_give_the_same_numbers(seed: int, key: str, n: int) -> None:
    first, second = Stream(seed, key, n), Stream(seed, key, n)
    assert [first.below(n) for _ in range(20)] == [second.below(n) for _ in range(20)]


def test_a_seed_means_the_same_on_every_machine() -> None:
    stream = Stream(7, "dice", 4)
    assert [1 + stream.below(6) for _ in range(10)] == PINNED


PINNED = [3, 4, 2, 2, 1, 1, 3, 1, 2, 6]


def test_a_long_row_of_numbers_means_the_same_too() -> None:
    """Sixteen words come of one hash; the first block is taken in two parts."""
    stream = Stream(7, "blocks", 4)
    assert [stream.below(100) for _ in range(24)] == LONG


LONG = [7, 41, 38, 62, 49, 26, 47, 55, 21, 64, 76, 30, 55, 82, 11, 42, 8, 11, 37, 40, 5, 27, 66, 14]


def test_other_seeds_and_keys_give_other_numbers() -> None:
    rows = {
        (*tuple(Stream(seed, *key).below(1000) for _ in range(1)), seed, key)
        for seed in range(20)
        for key in (("a",), ("a", 1), (1, "a"))
    }
    assert len({row[0] for row in rows}) > 40


@given(SEEDS, st.lists(st.integers(), max_size=30))
def test_shuffling_keeps_every_item(seed: int, items: list[int]) -> None:
    assert Counter(Stream(seed, "shuffle").shuffled(items)) == Counter(items)


def test_numbers_are_even() -> None:
    stream = Stream(1, "even")
    counts = Counter(stream.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert max(abs(count - 10_000) for count in counts.values()) < 500  # five standard deviations


def test_weighted_draws_follow_the_odds() -> None:
    odds = [("a", Fraction(1, 2)), ("b", Fraction(1, 3)), ("c", Fraction(1, 6))]
    stream = Stream(2, "weighted")
    counts = Counter(stream.weighted(odds) for _ in range(12_000))
    assert abs(counts["a"] - 6000) < 300
    assert abs(counts["b"] - 4000) < 300
    assert abs(counts["c"] - 2000) < 300


def test_odds_that_do_not_add_up_are_noticed() -> None:
    with pytest.raises(ValueError, match="add up"):
        for seed in range(50):
            Stream(seed).weighted([("a", Fraction(1, 3)), ("b", Fraction(1, 3))])
