"""The search: it sees nothing but its seat's view, keeps to its budget, can be stopped, and finds what greedy does not."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.analysis.matches import match
from bruges_lab.analysis.policies import policy
from bruges_lab.analysis.search import MOST_NODES, Search, SearchPolicy
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.play.greedy import greedy_policy
from bruges_lab.games.bruges.play.rollouts import best_use, estimate, quick_policy
from bruges_lab.games.bruges.play.worth import worth
from bruges_lab.games.bruges.rules.scoring import score_sheet
from bruges_lab.games.bruges.views import mask, resample
from bruges_lab.games.bruges.watching import start
from bruges_lab.kernel import Pending, Seeded, Stream, advance, choose

Asked = tuple[State, Pending]


def questions(players: int, seed: int, every: int = 7) -> list[Asked]:
    """Positions from a greedy game in which somebody has a choice, drawing included."""
    state = start(players, seed)
    state.log = None
    source, stream = Seeded(seed), Stream(seed, "test")
    found: list[Asked] = []
    number = 0
    while (pending := advance(state)) is not None:
        if pending.is_chance:
            option = source.pick(state, pending, 0)
        else:
            number += len(pending.raw) > 1
            if len(pending.raw) > 1 and number % every == 0:
                twin = state.copy()
                asked = advance(twin)
                assert asked is not None
                found.append((twin, asked))
            option = greedy_policy(state, pending, stream)
        assert option is not None
        choose(state, option)
    return found


def position(**given: Any) -> Asked:
    """A position at the turn of seat 0."""
    dice = {"blue": 1, "brown": 1, "yellow": 1, "red": 1, "purple": 1}
    game = bl.scenario({"given": {"phase": "actions", "dice": dice, **given}}, chance=bl.Ask())
    assert game.pending is not None
    return game.state, game.pending


def search(state: State, pending: Pending, seed: int = 0, **how: Any) -> Search:
    return Search(BrugesKit(), mask(state, pending.player), pending.player, Stream(seed, "search"), **how)


# What it may know


@pytest.mark.parametrize("players", [2, 3])
def test_two_positions_with_the_same_view_give_the_same_search(players: int) -> None:
    others = 0
    for state, pending in questions(players, 6):
        seat = pending.player
        view = mask(state, seat)
        dealt = resample(view, seat, Stream(77, state.emitted))
        asked = advance(dealt)
        assert asked is not None
        others += dealt.key() != state.key()
        first, second = search(state, pending, budget=12), search(dealt, asked, budget=12)
        assert first.run() == second.run()
        assert first.ranking() == second.ranking()
        chosen = SearchPolicy(12)(state, pending, Stream(3))
        assert chosen == SearchPolicy(12)(dealt, asked, Stream(3))
    assert others >= 8


def test_the_worlds_it_deals_agree_with_the_view_and_differ() -> None:
    state, pending = questions(3, 1)[5]
    looking = search(state, pending, budget=40)
    looking.run()
    view = mask(state, pending.player)
    assert all(mask(world, pending.player).key() == view.key() for world in looking._worlds)
    assert len({world.key() for world in looking._worlds}) == len(looking._worlds) > 8


def test_it_leaves_the_position_as_it_was() -> None:
    state, pending = questions(2, 4)[3]
    before = state.key()
    SearchPolicy(20)(state, pending, Stream(1))
    assert state.key() == before


# Budget, time, stopping


def test_the_budget_is_the_number_of_playouts() -> None:
    state, pending = questions(2, 4)[3]
    for budget in (1, 5, 60):
        looking = search(state, pending, budget=budget)
        assert looking.run() in pending.raw
        assert looking.nodes == budget
        assert not looking.stopped
        assert sum(ranked.visits for ranked in looking.ranking()) == budget


def test_the_same_stream_gives_the_same_search_and_another_does_not() -> None:
    state, pending = questions(2, 4)[3]
    rankings = []
    for seed in (1, 1, 2):
        looking = search(state, pending, seed, budget=50)
        looking.run()
        rankings.append(looking.ranking())
    assert rankings[0] == rankings[1] != rankings[2]


def test_a_search_stopped_from_a_callback_gives_its_best_so_far() -> None:
    state, pending = questions(2, 4)[3]
    asked = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) > 30

    looking = search(state, pending, budget=MOST_NODES, stop=enough)
    best = looking.run()
    assert looking.stopped
    assert looking.nodes == 30
    same = search(state, pending, budget=30)
    assert best == same.run()
    assert looking.ranking() == same.ranking()


def test_a_search_stopped_from_another_thread_ends() -> None:
    state, pending = questions(2, 4)[3]
    looking = search(state, pending, budget=MOST_NODES)
    found = []
    thread = threading.Thread(target=lambda: found.append(looking.run()))
    thread.start()
    while not looking.nodes and thread.is_alive():
        pass
    looking.stop()
    thread.join(timeout=60)
    assert found
    assert found[0] in pending.raw
    assert 0 < looking.nodes < MOST_NODES


def test_a_search_without_time_takes_what_looks_best() -> None:
    state, pending = questions(2, 4)[3]
    looking = search(state, pending, seconds=1e-9)
    best = looking.run()
    assert (looking.nodes, looking.stopped) == (0, True)
    assert estimate(state, pending.player, best) == max(estimate(state, pending.player, option) for option in pending.raw)
    assert [ranked.visits for ranked in looking.ranking()] == [0] * len(pending.raw)


@each("budget", [0, -1, True, 2.5, "40", MOST_NODES + 1, None])
def test_a_bad_budget_is_refused(budget: Any) -> None:
    state, pending = questions(2, 4)[3]
    with pytest.raises(bl.LabError, match="budget: a whole number of nodes from 1 to 1,000,000, not "):
        search(state, pending, budget=budget)


def test_a_search_needs_a_decision_of_its_seat() -> None:
    state, pending = questions(2, 4)[3]
    with pytest.raises(bl.LabError, match="a search needs a decision of seat"):
        Search(BrugesKit(), mask(state, 1 - pending.player), 1 - pending.player, Stream(0))


# What it finds


def test_values_are_means_with_parts_that_add_up() -> None:
    state, pending = questions(3, 2)[6]
    looking = search(state, pending, budget=80)
    ranking = (looking.run(), looking.ranking())[1]
    assert {ranked.option for ranked in ranking} == set(pending.raw)
    assert ranking[0].option == looking.best
    for ranked in ranking:
        assert sum(ranked.parts) == pytest.approx(ranked.value, abs=1e-6)
    rest = [ranked.value - ranked.error for ranked in ranking[1:]]
    assert rest == sorted(rest, reverse=True)


def test_in_the_very_last_turn_its_value_is_the_final_lead() -> None:
    state, pending = position(
        round=7,
        final_round=7,
        turn=4,
        seat=1,
        players=[{"points": 20, "hand": []}, {"points": 10, "hand": ["squire"], "threats": {"blue": 1}, "guilders": 0}],
    )
    assert pending.player == 1
    looking = search(state, pending, budget=30)
    looking.run()
    for ranked in looking.ranking():
        end = state.copy()
        choose(end, ranked.option)
        assert advance(end) is None
        lead = score_sheet(end, 1).total - score_sheet(end, 0).total
        assert ranked.value == pytest.approx(lead)


def test_it_plans_a_house_for_a_person_where_greedy_takes_the_threat() -> None:
    """The last two turns of the last round, and nobody else can do anything: a house now and a person next bring five points."""
    state, pending = position(
        round=7,
        final_round=7,
        turn=3,
        players=[
            {"points": 0, "guilders": 12, "workers": {"red": 1}, "threats": {"red": 1}, "hand": ["city_guard", "captain"]},
            {"hand": []},
        ],
    )
    best = {option: _best_total(state, option) for option in pending.raw}
    assert best[greedy_policy(state, pending, Stream(1))] < max(best.values())
    for seed in range(5):
        assert best[search(state, pending, seed, budget=60).run()] == max(best.values())


def _best_total(state: State, option: tuple[Any, ...]) -> int:
    """The best final score that seat 0 can reach after an option, by trying everything."""
    after = state.copy()
    choose(after, option)
    pending = advance(after)
    if pending is None:
        return score_sheet(after, 0).total
    assert pending.player == 0
    return max(_best_total(after, following) for following in pending.raw)


@pytest.mark.slow
def test_it_beats_greedy() -> None:
    found = match("search:60", "greedy", 4, seed=40)
    assert found.won.share > 0.5
    assert found.lead.share > 0


# Where policies are used


def test_it_plays_wherever_a_policy_can() -> None:
    game = bl.new_game(3, seed=2)
    once, again = (bl.play_out(game, ["search:3", "greedy", "random"], seed=5) for _ in range(2))
    assert once.options == again.options
    assert once.state.key() == again.state.key()
    rows = list(bl.simulate(2, 2, ("search:2", "random"), seed=1))
    assert [row.policy for row in rows[:2]] == ["search:2", "random"]
    assert rows == list(bl.simulate(2, 2, ("search:2", "random"), seed=1, workers=2))
    assert len(bl.compare("default", "default", games=1, players=2, policy="search:2")) == 1


def test_it_travels_to_other_processes_and_is_there_by_name() -> None:
    assert pickle.loads(pickle.dumps(policy("search:9"))) == SearchPolicy(9)
    state, pending = questions(2, 4)[3]
    assert policy("search")(state, pending, Stream(6)) == SearchPolicy()(state, pending, Stream(6))


# Playing on quickly


def test_an_estimate_of_a_plain_action_is_what_it_adds_to_the_worth() -> None:
    """For what touches goods alone the rule of thumb is exact; where people or majorities come in, it is not."""
    state, pending = position(
        players=[
            {"hand": ["squire", "nun"], "guilders": 3, "workers": {"blue": 1, "red": 2}, "threats": 1},
            {"hand": ["judge"], "reputation": 3},
        ]
    )
    tried = set()
    for option in pending.raw:
        if option[0] in ("workers", "guilders", "threat", "house"):
            after = state.copy()
            choose(after, option)
            spent = worth(after, 0) + 1.2 - worth(state, 0)  # the card itself
            assert estimate(state, 0, option) == pytest.approx(spent), option
            tried.add(option[0])
    assert tried == {"workers", "guilders", "threat", "house"}


@each("rules", ["default", "000", "zwin:ships"])
def test_the_best_use_of_a_hand_is_the_best_of_everything_that_is_listed(rules: str) -> None:
    compared = 0

    def looked(state: State, pending: Pending, stream: Stream) -> Any:
        nonlocal compared
        options = pending.raw
        if pending.kind == "turn.act" and state.players[pending.player].hand and not state.markers:
            best = max(options, key=lambda option: estimate(state, pending.player, option))
            assert best_use(state, pending.player) == quick_policy(state, pending, stream) == best
            compared += 1
        return quick_policy(state, pending, stream) if stream.below(2) else options[stream.below(len(options))]

    for seed in range(4):
        bl.play_out(bl.new_game(2 + seed % 3, seed, ruleset=bl.ruleset(rules)), looked, seed)
    assert compared > 50


def test_the_quick_policy_plays_legally_and_far_better_than_random() -> None:
    found = match(quick_policy, "random", 20, seed=1)
    assert found.won.low > 0.6
