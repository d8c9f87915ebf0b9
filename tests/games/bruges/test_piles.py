import pytest
from cases import each
from hypothesis import given
from hypothesis import strategies as st

from bruges_lab.games.bruges.piles import Piles, build_piles, cut
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel import Stream
from bruges_lab.rulebook.catalogue import Catalogue

CARDS = range(165)
HALVES = Ruleset()
RANDOM = Ruleset(deck_split="random_cut")
SIZES = {2: (33, 33, 99), 3: (49, 50, 66), 4: (66, 66, 33)}


def build(players: int, rules: Ruleset = HALVES, seed: int = 7) -> Piles:
    return build_piles(CARDS, players, rules, Stream(seed, "piles"))


def sizes(piles: Piles) -> tuple[int, ...]:
    return tuple(len(pile) for pile in piles)


@pytest.mark.parametrize(("players", "expected"), SIZES.items())
def test_sizes_by_number_of_players(players: int, expected: tuple[int, int, int]) -> None:
    assert sizes(build(players)) == expected


@pytest.mark.parametrize(("players", "word"), [(2, "two"), (3, "three"), (4, "four")])
def test_sizes_are_those_of_the_rule(players: int, word: str) -> None:
    facts = Catalogue.load()["setup.decks.sizes"].facts
    assert sizes(build(players)) == tuple(facts[f"{word}_{pile}"] for pile in ("first", "second", "extra"))


@given(st.integers(2, 4), st.integers(), st.sampled_from([HALVES, RANDOM]))
def test_every_card_is_in_one_pile(players: int, seed: int, rules: Ruleset) -> None:
    assert sorted(card for pile in build(players, rules, seed) for card in pile) == list(CARDS)


@given(st.integers(2, 4), st.integers())
def test_a_random_cut_keeps_the_extra_pile_and_stays_roughly_in_the_middle(players: int, seed: int) -> None:
    first, second, extra = sizes(build(players, RANDOM, seed))
    assert extra == SIZES[players][2]
    assert abs(first - second) <= (first + second) // 5 + 1


def test_a_random_cut_differs_from_seed_to_seed() -> None:
    firsts = {len(build(4, RANDOM, seed).first) for seed in range(200)}
    assert firsts == set(range(66 - 13, 66 + 14))


def test_the_same_seed_gives_the_same_piles_and_another_seed_others() -> None:
    assert build(3) == build(3)
    assert build(3).first != build(3, seed=8).first
    assert build_piles(CARDS, 3, HALVES, Stream(7, "other")).first != build(3).first


def test_piles_are_shuffled() -> None:
    assert list(build(4).first) != sorted(build(4).first)


@each("cards", range(10))
@each("rules", [HALVES, RANDOM], ids=["halves", "random_cut"])
def test_few_cards_can_be_cut_too(cards: int, rules: Ruleset) -> None:
    for seed in range(20):
        first = cut(cards, rules, Stream(seed, "cut"))
        assert 0 <= first <= cards
        assert abs(2 * first - cards) <= 3


@pytest.mark.parametrize("cards", [4, 10, 39])
def test_a_random_cut_of_few_cards_is_random_too(cards: int) -> None:
    assert len({cut(cards, RANDOM, Stream(seed, "cut")) for seed in range(50)}) > 1


def test_the_odd_card_goes_to_the_second_pile() -> None:
    assert cut(99, HALVES, Stream(0)) == 49


@pytest.mark.parametrize(("stacks", "expected"), [(5, (33, 33, 99)), (2, (82, 83, 0)), (4, (41, 42, 82)), (11, (15, 15, 135))])
def test_another_number_of_stacks(stacks: int, expected: tuple[int, int, int]) -> None:
    assert sizes(build(2, Ruleset().changed(stacks=stacks))) == expected
