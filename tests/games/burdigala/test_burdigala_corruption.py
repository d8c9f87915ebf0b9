"""Hidden corruption: exact odds against every way to deal the tokens, resampled positions, and the last scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from burdigala_tables import play, random_game, table, take
from cases import sample

import bruges_lab as bl
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.play.corruption_odds import CorruptionOdds, corruption_odds
from bruges_lab.games.burdigala.play.known_position import expected
from bruges_lab.games.burdigala.rules.scoring import corruption_sum, most_corrupt
from bruges_lab.games.burdigala.views import mask, resample
from bruges_lab.kernel import Ask, Game, LabError, Stream

Deal = tuple[tuple[int, ...], ...]
Counted = tuple[list[Counter[int]], list[int], list[int], int]


def every_deal(hidden: tuple[int, ...], counts: list[int]) -> Iterator[Deal]:
    """Every way to deal distinct tokens to seats, one after the other."""
    if not counts:
        yield ()
        return
    for chosen in combinations(range(len(hidden)), counts[0]):
        rest = tuple(token for place, token in enumerate(hidden) if place not in chosen)
        for deal in every_deal(rest, counts[1:]):
            yield (tuple(hidden[place] for place in chosen), *deal)


def by_hand(deals: Iterator[list[int]], seats: int, at_zero: bool = False) -> Counted:
    """Sums, who is among the most corrupt, who is alone, and the number of deals, counted one by one."""
    sums: list[Counter[int]] = [Counter() for _ in range(seats)]
    most, alone, every = [0] * seats, [0] * seats, 0
    for totals in deals:
        every += 1
        top = [seat for seat, total in enumerate(totals) if total == max(totals) and (total or at_zero)]
        for seat, total in enumerate(totals):
            sums[seat][total] += 1
            most[seat] += seat in top
            alone[seat] += top == [seat]
    return sums, most, alone, every


def check(found: CorruptionOdds, counted: Counted) -> None:
    sums, most, alone, every = counted
    for one in found.seats:
        assert one.now.sums == {total: Fraction(n, every) for total, n in sorted(sums[one.seat].items())}
        assert one.now.most == Fraction(most[one.seat], every)
        assert one.now.alone == Fraction(alone[one.seat], every)
        assert one.now.expected_sum == expected(one.now.sums)
        assert one.now.expected_loss == one.now.expected_sum + 5 * one.now.most


# Against every deal


@pytest.mark.parametrize("at_zero", [False, True])
@pytest.mark.parametrize(
    "tokens",
    [
        [(5, 1), (0, 0)],
        [(), (2, 3, 4)],
        [(3,), (4,), (0, 2)],
        [(0,), (), ()],
        [(5, 5), (1,), (), (2,)],
    ],
)
def test_every_way_to_deal_the_unseen_tokens_is_counted(tokens: list[tuple[int, ...]], at_zero: bool) -> None:
    game = table(*({"tokens": row} for row in tokens), most_corrupt_at_zero=at_zero)
    hidden = take(game.state.stock.tokens, tokens[0])
    counts = [len(row) for row in tokens[1:]]
    deals = ([sum(tokens[0]), *map(sum, deal)] for deal in every_deal(hidden, counts))
    found = corruption_odds(game, 0)
    check(found, by_hand(deals, len(tokens), at_zero))
    assert dict(found.unseen) == dict(sorted(Counter(hidden).items()))
    assert found.next_token == {value: Fraction(n, len(hidden)) for value, n in sorted(Counter(hidden).items())}
    assert [one.hidden for one in found.seats] == [0, *counts]


def test_tokens_that_nobody_looked_at_are_hidden_from_their_owner_too() -> None:
    game = table({"tokens": (2,), "sealed": (5,)}, {"sealed": (0, 3)}, seven_token_seen=False)
    hidden = take(game.state.stock.tokens, (2,))
    deals = ([2 + sum(deal[0]), sum(deal[1])] for deal in every_deal(hidden, [1, 2]))
    check(corruption_odds(game, 0), by_hand(deals, 2))
    deals = ([sum(deal[0]), sum(deal[1])] for deal in every_deal(game.state.stock.tokens, [2, 2]))
    check(corruption_odds(game, 1), by_hand(deals, 2))


def test_what_was_given_back_is_known_to_be_in_the_pool() -> None:
    game = table({"tokens": (2, 5), "hand": ("relationship",)}, {"tokens": (0, 3)}, at="throw")
    play(game, "relationship:5")
    found = corruption_odds(game, 0)
    assert found.in_pool == (5,)
    hidden = take(game.state.stock.tokens, (2, 5))
    deals = ([2, sum(deal[0])] for deal in every_deal(hidden, [2]))
    check(found, by_hand(deals, 2))
    # The pool has 21 tokens: the five that is known, and 20 of the 22 unseen.
    fives = Fraction(1, 21) + Fraction(20, 21) * Fraction(3, 22)
    assert found.next_token[5] == fives
    assert sum(found.next_token.values()) == 1
    assert corruption_odds(game, 1).in_pool == ()


@pytest.mark.parametrize("returned", [False, True])
def test_one_more_token_is_any_that_may_be_drawn(returned: bool) -> None:
    game = table({"tokens": (1, 4), "hand": ("relationship",)}, {"tokens": (0, 3)}, at="throw")
    if returned:
        play(game, "relationship:4")
    own, given = ((1,), (4,)) if returned else ((1, 4), ())
    hidden = take(game.state.stock.tokens, (1, 4))
    found = corruption_odds(game, 0).seats[0]
    assert found.one_more is not None
    assert corruption_odds(game, 0).seats[1].one_more is None, "that is not ours to know"
    totals: list[tuple[int, int]] = []
    for (theirs,) in every_deal(hidden, [2]):
        pool = [*take(hidden, theirs), *given]
        totals += [(sum(own) + token, sum(theirs)) for token in pool]
    every = len(totals)
    assert found.one_more.sums == {total: Fraction(n, every) for total, n in sorted(Counter(mine for mine, _ in totals).items())}
    assert found.one_more.most == Fraction(sum(mine >= theirs and mine > 0 for mine, theirs in totals), every)
    assert found.one_more.alone == Fraction(sum(mine > theirs for mine, theirs in totals), every)
    assert found.price == found.one_more.expected_loss - found.now.expected_loss


def test_with_an_empty_pool_no_token_can_come() -> None:
    game = table({"tokens": (1,)}, {"tokens": (0, 3)})
    s = game.state
    s.players[1].tokens += s.pool
    s.pool = ()
    for seat in (None, 0, 1):
        found = corruption_odds(s, seat)
        assert found.next_token == {}
        assert all(one.one_more is None and one.price is None for one in found.seats)
    assert corruption_odds(s, 0).seats[1].now.sums == {59: Fraction(1)}, "whatever is not here is there"


# Against positions that a seat cannot tell from the real one


@sample("trials", 600, of=3000)
@pytest.mark.parametrize("switches", [{}, {"seven_token_seen": False}])
def test_resampled_positions_are_as_corrupt_as_the_odds_say(switches: dict[str, Any], trials: int) -> None:
    game = random_game(4, 8, **switches)
    states = [node.state for node in game.line if not node.state.ended]
    state = max(states, key=lambda s: sum(len(player.tokens) + len(player.sealed) for player in s.players))
    for seat in (0, 2):
        found = corruption_odds(state, seat)
        view, stream = mask(state, seat), Stream(seat, "resample")
        most, totals = [0] * 4, [0] * 4
        for _ in range(trials):
            world = resample(view, seat, stream)
            for leading in most_corrupt(world):
                most[leading] += 1
            for other in range(4):
                totals[other] += corruption_sum(world, other)
        for one in found.seats:
            share = float(one.now.most)
            assert abs(most[one.seat] / trials - share) < 4.5 * (share * (1 - share) / trials) ** 0.5 + 1e-9
            assert abs(totals[one.seat] / trials - float(one.now.expected_sum)) < 0.3
        assert any(one.hidden for one in found.seats)


def test_a_seat_is_told_nothing_that_it_may_not_know() -> None:
    game = random_game(3, 5)
    changed = 0
    for node in game.line[::9]:
        for seat in range(3):
            world = resample(mask(node.state, seat), seat, Stream(node.number, "world"))
            changed += world.pool != node.state.pool
            assert corruption_odds(world, seat) == corruption_odds(node.state, seat)
            assert corruption_odds(mask(node.state, seat), seat) == corruption_odds(node.state, seat)
    assert changed > 10


# The last scoring


def test_where_everything_is_open_everything_is_certain() -> None:
    game = random_game(4, 3)
    for node in game.line[::7]:
        found = corruption_odds(node.state)
        losers = most_corrupt(node.state)
        for one in found.seats:
            assert one.now.sums == {corruption_sum(node.state, one.seat): Fraction(1)}
            assert one.now.most == (one.seat in losers)
            assert one.now.alone == (losers == [one.seat])
            assert one.hidden == 0
        if found.next_token:
            pool = node.state.pool
            assert found.next_token == {value: Fraction(n, len(pool)) for value, n in sorted(Counter(pool).items())}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_the_last_scoring_every_seat_knows_what_was_lost(seed: int) -> None:
    game = random_game(3, seed)
    for seat in (None, 0, 1, 2):
        for one, player in zip(corruption_odds(game, seat).seats, game.state.players, strict=True):
            assert one.now.expected_loss == -player.final[2] - player.final[3]


def test_a_floor_makes_the_loss_a_bound() -> None:
    given = ({"tokens": (5, 4), "points": 3}, {"points": 60, "tokens": (1,)})
    assert [one.floored for one in corruption_odds(table(*given, score_floor="zero"), 0).seats] == [True, False]
    assert not any(one.floored for one in corruption_odds(table(*given), 0).seats)


def test_eighteen_hidden_tokens_are_dealt_in_no_time() -> None:
    """All 24 tokens are drawn: six each; a second is ample, and nothing is approximated."""
    rows = [tuple(range(6))] * 4
    game = table(*({"tokens": row} for row in rows))
    found = corruption_odds(game, 0)
    assert found.pool == 0
    assert sum(one.now.alone for one in found.seats) <= 1 <= sum(one.now.most for one in found.seats)
    assert found.seats[1].now == found.seats[2].now == found.seats[3].now
    assert sum((one.now.expected_sum for one in found.seats), Fraction(0)) == 60


def test_it_tells_and_draws_itself_in_four_languages() -> None:
    game = random_game(3, 2, 150)
    for lang in ("en", "de", "fr", "it"):
        for seat in (None, 1):
            found = corruption_odds(game, seat)
            lines = found.told(lang).splitlines()
            assert len(lines) >= 3 + len(found.seats)
            assert len(found.figure(lang=lang).data) == 3
    assert str(corruption_odds(game)) == corruption_odds(game).told()
    assert repr(corruption_odds(game)).startswith("<CorruptionOdds, 3 seats")


def test_what_cannot_be_asked_is_refused_in_one_line() -> None:
    with pytest.raises(LabError, match="Bruges has no corruption"):
        corruption_odds(bl.new_game(players=2, seed=1))  # type: ignore[arg-type]
    with pytest.raises(LabError, match="a game or a position of Burdigala, not 7"):
        corruption_odds(7)  # type: ignore[arg-type]
    with pytest.raises(LabError):
        corruption_odds(random_game(2, 1, 5), 2)


def test_a_position_is_enough() -> None:
    game = random_game(2, 4, 120)
    other = Game(BurdigalaKit(), game.state.copy(), chance=Ask())
    assert [one.now for one in corruption_odds(other, 1).seats] == [one.now for one in corruption_odds(game.state, 1).seats]
