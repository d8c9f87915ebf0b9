"""The end of the game and the final scoring, with the worked examples of the document."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from burdigala_tables import table, told
from test_burdigala_turn import ALL_SITES

from bruges_lab.games.burdigala.rules.scoring import goods_points, goods_sets
from bruges_lab.games.burdigala.words import GOODS

FIVE = ("wine", "ceramic", "copper", "wheat", "tin")


def ended(*seats: dict, **given: object) -> object:
    """A game whose last turn is over: all buildings are complete."""
    return table(*seats, at="over", dice=(1, 2), complete=ALL_SITES, **given)


# When


def test_all_buildings() -> None:
    game = ended({}, {})
    assert told(game.events, "game.ends") == [{"endings": (0,), "turn": 1}]
    assert game.over


def test_a_player_without_meeples() -> None:
    game = table({"meeples": []}, {"meeples": [1, 2]}, at="over", dice=(1, 2))
    assert told(game.events, "game.ends") == [{"endings": (1,), "turn": 1}]


def test_an_empty_merchandise_pile_ends_it_with_the_turn_not_before() -> None:
    game = table({"meeples": [9, 28]}, {"meeples": [1, 2]}, at="move", dice=(1, 2), goods_pile=["tin"])
    events = game.play("move:9:14").events
    kinds = [event.kind for event in events]
    assert kinds.index("merchandise.taken") < kinds.index("cube.placed") < kinds.index("game.ends")


def test_several_at_once_and_no_extra_turn_after_a_double() -> None:
    game = table({"meeples": [1, 28]}, {"meeples": [2, 20]}, at="over", dice=(3, 3), goods_pile=[], complete=ALL_SITES)
    assert told(game.events, "game.ends") == [{"endings": (0, 2), "turn": 1}]
    assert next(event.rule for event in game.events if event.kind == "game.ends") == "burdigala.end.several"
    assert game.over


def test_otherwise_the_next_player_is_on_turn() -> None:
    game = table({"meeples": [1, 28]}, {"meeples": [2, 20]}, at="over", dice=(1, 2))
    assert (game.over, game.state.active, game.state.turn) == (False, 1, 2)


# Merchandise


def test_stephane_has_19() -> None:
    goods = ["wine"] * 3 + ["ceramic"] * 2 + ["copper", "wheat", "tin"]
    game = ended({"goods": goods}, {})
    assert told(game.events, "goods.counted")[0] == {"sets": (5, 2, 1), "points": 19}
    assert game.scores()[0].goods == 19


def test_bruno_has_7() -> None:
    game = ended({"goods": ["wine", "wine", "copper", "tin"]}, {})
    assert told(game.events, "goods.counted")[0] == {"sets": (3, 1), "points": 7}


@pytest.mark.parametrize(("different", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_a_set_of_so_many_different_cards(different: int, points: int) -> None:
    assert ended({"goods": FIVE[:different]}, {}).scores()[0].goods == points


def test_the_largest_sets_first_are_always_best() -> None:
    """Against every way to part up to seven cards into sets."""
    s = ended({}, {}).state

    def best(goods: Counter[int]) -> int:
        first = next((kind for kind in goods if goods[kind]), None)
        if first is None:
            return 0
        kinds = [kind for kind in goods if goods[kind] and kind != first]
        found = 0
        for mask in range(1 << len(kinds)):
            taken = [first, *(kind for i, kind in enumerate(kinds) if mask >> i & 1)]
            found = max(found, s.rules.set_points[len(taken) - 1] + best(goods - Counter(taken)))
        return found

    for count in range(8):
        for goods in combinations_with_replacement(range(len(GOODS)), count):
            assert goods_points(s, goods) == best(Counter(goods)), goods
            assert sum(goods_sets(goods)) == count


# Laurels and corruption


def test_laid_cards_are_worth_two_and_those_in_hand_nothing() -> None:
    game = ended({"laid": ["cart", "boat"], "hand": ["consul"], "points": 10}, {})
    sheet = game.scores()[0]
    assert (sheet.laurels, sheet.total, game.state.players[0].points) == (4, 14, 14)


def test_losses_of_five_seven_and_seven() -> None:
    """The picture without its caption: two players tie for the most and lose five more."""
    seats = ({"tokens": [5], "points": 20}, {"tokens": [3, 4], "points": 20}, {"tokens": [5, 2], "points": 20})
    game = table(*seats, at="over", dice=(1, 2), complete=ALL_SITES)
    assert [player.points for player in game.state.players] == [15, 8, 8]
    assert [sheet.most_corrupt for sheet in game.scores()] == [0, -5, -5]
    rules = {event.rule for event in game.events if event.kind == "most_corrupt.counted"}
    assert rules == {"burdigala.final.corruption.tie"}
    assert game.winners == [0]


def test_merchandise_then_plot_cards_then_corruption() -> None:
    game = ended({"goods": FIVE, "laid": ["cart"], "tokens": [5]}, {"tokens": [1]})
    kinds = [event.kind for event in game.events if event.kind.endswith(".counted")]
    expected = ["goods.counted"] * 2 + ["laurels.counted"] * 2 + ["corruption.counted"] * 2 + ["most_corrupt.counted"]
    assert kinds == expected
    assert game.state.players[0].final == (15, 2, -5, -5)


def test_a_score_may_fall_below_zero_or_stop_there() -> None:
    assert ended({"tokens": [5, 5]}, {}).state.players[0].points == -15
    floored = ended({"tokens": [5, 5], "points": 4}, {}, score_floor="zero")
    assert floored.state.players[0].points == 0
    assert floored.scores()[0].parts["corruption"] == -4


def test_nobody_loses_five_for_nothing_unless_so_read() -> None:
    assert [player.points for player in ended({"tokens": [0]}, {}).state.players] == [0, 0]
    assert [player.points for player in ended({"tokens": [0]}, {}, most_corrupt_at_zero=True).state.players] == [-5, -5]


# Who has won


def test_the_highest_score_wins() -> None:
    game = ended({"points": 10}, {"points": 11})
    assert game.winners == [1]
    assert told(game.events, "game.won") == [{"points": 11}]


def test_a_tie_is_shared_or_goes_to_the_less_corrupt() -> None:
    seats = ({"points": 18, "tokens": [3]}, {"points": 12, "tokens": [2]})
    shared = ended(*seats)
    assert [sheet.total for sheet in shared.scores()] == [10, 10]
    assert shared.winners == [0, 1]
    assert told(shared.events, "game.shared") == [{"winners": (0, 1), "points": 10}]
    assert ended(*seats, tie="less_corruption").winners == [1]


def test_goods_and_tokens_are_open_at_the_end() -> None:
    game = ended({"goods": ["wine"], "tokens": [4]}, {})
    view = game.view(1).state
    assert (view.players[0].goods, view.players[0].tokens) == ((0,), (4,))
