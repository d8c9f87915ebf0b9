"""Policies: what a position is worth, part by part; what greedy takes and does not see; matches that say how sure they are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.analysis.matches import Match, match
from bruges_lab.analysis.policies import look_ahead, policy, random_policy
from bruges_lab.analysis.search import SearchPolicy
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.play import worth as weights
from bruges_lab.games.bruges.play.greedy import greedy_policy
from bruges_lab.games.bruges.play.worth import lead_of_others, worth, worth_parts
from bruges_lab.games.bruges.rules.scoring import score_sheet
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.games.bruges.views import mask, resample
from bruges_lab.games.bruges.watching import start
from bruges_lab.kernel import Pending, Seeded, Stream, advance, choose

RULESETS = {
    "default": Ruleset(),
    "lots of three": Ruleset(canal_bonus="lots_of_three"),
    "six at step 6": Ruleset(reputation_points="six_at_step_6"),
    "by rounds": Ruleset(end_by="rounds"),
}


def decisions(
    players: int, seed: int, rules: Ruleset | None = None, by: str = "greedy"
) -> Iterator[tuple[State, Pending | None]]:
    """A game from start to end: every position in which somebody decides, and the last."""
    state = start(players, seed, rules)
    state.log = None
    source, stream = Seeded(seed), Stream(seed, "test")
    while (pending := advance(state)) is not None:
        option = source.pick(state, pending, 0) if pending.is_chance else policy(by)(state, pending, stream)
        if not pending.is_chance:
            yield state, pending
        assert option is not None
        choose(state, option)
    yield state, None


# Worth


@each("rules", RULESETS.values(), ids=RULESETS)
@each("players", [2, 3, 4])
def test_the_parts_add_up_to_the_worth_and_the_first_are_the_score(players: int, rules: Ruleset) -> None:
    last_rounds = 0
    for by in ("greedy", "random"):
        for state, _ in decisions(players, 11, rules, by):
            last_rounds += state.final_round > 0
            for seat in range(players):
                parts = worth_parts(state, seat)
                assert sum(parts) == pytest.approx(worth(state, seat), abs=1e-9)
                assert worth(state, seat, lead_of_others(state, seat)) == worth(state, seat)
                assert parts[:8] == tuple(score_sheet(state, seat))
                assert parts.points == score_sheet(state, seat).total
    assert last_rounds > 20 or rules.end_by == "rounds"


def test_at_the_end_only_points_are_left() -> None:
    *_, (end, pending) = decisions(3, 5)
    assert pending is None
    for seat in range(3):
        assert worth(end, seat) == score_sheet(end, seat).total
        assert not any(worth_parts(end, seat)[8:])


def test_every_part_of_the_worth_by_hand() -> None:
    given = {
        "phase": "actions",
        "dice": {"blue": 3, "brown": 4, "yellow": 3, "red": 4, "purple": 3},
        "players": [
            {
                "hand": ["squire", "nun"],
                "guilders": 17,
                "workers": {"blue": 5, "red": 1},
                "threats": {"blue": 1, "red": 2},
                "canals": {"left": 3, "right": 1},
                "reputation": 2,
                "houses": ["red", "blue", {"card": "yellow", "person": "baron"}],
            },
            {"hand": ["judge"], "reputation": 2, "canals": {"left": 4, "right": 1}},
        ],
    }
    state = bl.scenario({"given": given}, chance=bl.Ask()).state
    price = state.deck.price[state.deck["baron"].number]
    parts = worth_parts(state, 0)
    assert parts.guilders == pytest.approx(weights.GUILDER * weights.PURSE)  # two of 17 do not count
    assert parts.workers == pytest.approx(weights.WORKER * (3 + 1))
    assert parts.cards == pytest.approx(weights.HAND_CARD * 2)
    assert parts.empty_houses == pytest.approx(weights.EMPTY_HOUSE * 2)
    assert parts.canals == pytest.approx(weights.TILE * 4 + weights.THIRD_SPACE)
    assert parts.steps == pytest.approx(weights.STEP * 2)
    assert parts.abilities == pytest.approx(weights.PERSON + weights.PRICE * price)
    assert parts.leads == pytest.approx(weights.MAJORITY)  # people; steps are tied and the other has more tiles
    assert parts.threats == pytest.approx(-weights.THREAT[1] - weights.THREAT[2])
    assert worth_parts(state, 1).leads == pytest.approx(weights.MAJORITY)


# Greedy


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_takes_what_leads_to_the_best_position(players: int) -> None:
    tried = 0
    for state, pending in decisions(players, 8):
        if pending is None or pending.kind.startswith("draw.") or len(pending.raw) < 2:
            continue
        before = state.key()
        taken = greedy_policy(state, pending, Stream(1))
        values = {option: sum(worth_parts(*_after(state, option, pending.player))) for option in pending.raw}
        assert values[taken] == pytest.approx(max(values.values()), abs=1e-8)
        assert state.key() == before
        tried += len(values)
    assert tried > 300


def _after(state: State, option: tuple[object, ...], seat: int) -> tuple[State, int]:
    return look_ahead(state, [option])[0], seat


def test_greedy_does_not_see_what_its_seat_cannot() -> None:
    other_worlds = 0
    for state, pending in decisions(3, 2):
        if pending is None:
            continue
        dealt = resample(mask(state, pending.player), pending.player, Stream(9, state.emitted))
        asked = advance(dealt)
        assert asked is not None
        other_worlds += dealt.key() != state.key()
        assert greedy_policy(state, pending, Stream(4)) == greedy_policy(dealt, asked, Stream(4))
    assert other_worlds > 100


# Names


def test_policies_by_name() -> None:
    assert policy("random") is random_policy
    assert policy("search:37") == SearchPolicy(37)
    assert policy(greedy_policy) is greedy_policy


@each("name", ["search:0", "search:", "search:-3", "search:1e3", "search:1000001", "search:٣", "search:9" * 4])
def test_a_budget_that_is_none_is_refused_in_a_line(name: str) -> None:
    with pytest.raises(bl.LabError, match="budget: a whole number of nodes from 1 to 1,000,000, not ") as refused:
        bl.simulate(1, 2, name)
    assert "\n" not in str(refused.value)


def test_an_unknown_policy_is_told_which_there_are() -> None:
    with pytest.raises(bl.LabError, match="unknown policy 'searching'; choose random, greedy, search or search:400"):
        policy("searching")


# Matches


def test_greedy_beats_random_with_a_lower_bound_above_four_in_five() -> None:
    found = match("greedy", "random", 60, seed=4)
    assert found.games == 60
    assert found.won.low > 0.8
    assert found.lead.low > 10


def test_a_policy_against_itself_wins_half_of_every_pair() -> None:
    found = match("greedy", "greedy", 8, seed=2)
    assert set(found.shares) == {0.5}
    assert set(found.leads) == {0.0}


def test_a_match_seen_from_the_other_side_is_its_mirror() -> None:
    there, back = match("greedy", "random", 10, seed=3), match("random", "greedy", 10, seed=3)
    assert [1 - share for share in there.shares] == list(back.shares)
    assert [-lead for lead in there.leads] == list(back.leads)
    assert str(there).startswith("greedy against random, 10 games in pairs: won ")


def test_matches_whose_seeds_follow_add_up() -> None:
    whole = match("greedy", "random", 10, seed=3)
    assert match("greedy", "random", 4, seed=3) + match("greedy", "random", 6, seed=5) == whole
    with pytest.raises(bl.LabError, match="seeds follow"):
        whole + whole


def test_the_interval_counts_pairs_and_is_never_narrower_than_the_games_allow() -> None:
    even = Match("a", "b", 0, (0.5,) * 50, (0.0,) * 50)  # every pair alike: by pairs alone it would have no width
    assert even.won.low < 0.42
    assert even.won.high > 0.58
    torn = Match("a", "b", 0, (0.0, 1.0) * 25, (-9.0, 9.0) * 25)  # both games of a pair always go the same way
    assert torn.won.low == pytest.approx(0.5 - 1.96 * 0.505 / 50**0.5, abs=1e-3)
    assert torn.won.low < even.won.low
    alone = Match("a", "b", 0, (1.0,), (3.0,))
    assert (alone.won.low, alone.won.high) == (0.0, 1.0)


@each("games", [0, 1, 7, -2, 2.0, True, "10"])
def test_a_match_has_an_even_number_of_games(games: int) -> None:
    with pytest.raises(bl.LabError, match="games: an even number"):
        match("greedy", "random", games)


# The bench
