"""Who plays Burdigala: what positions are worth, what greedy sees in them, how a search plays on, and what a hint says."""

from __future__ import annotations

from fractions import Fraction

import pytest
from burdigala_tables import random_game, site_of, table

import bruges_lab as bl
from bruges_lab.analysis.policies import GreedyPolicy, look_ahead, policy
from bruges_lab.analysis.search import SearchPolicy
from bruges_lab.games import shelf
from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.play.next_throw import coming, levels
from bruges_lab.games.burdigala.play.prospects import marginals, most_corrupt_risk, next_good, token_cost, turns_left
from bruges_lab.games.burdigala.play.rollouts import quick_policy
from bruges_lab.games.burdigala.play.worth import Worth, worth, worth_parts
from bruges_lab.games.burdigala.play.yards import completion, gains, typical, yards_of
from bruges_lab.games.burdigala.rules.moving import list_moves
from bruges_lab.games.burdigala.rules.scoring import score_sheet
from bruges_lab.games.burdigala.words import GOODS
from bruges_lab.kernel import Game, Stream, advance

LANGUAGES = ("en", "de", "fr", "it")
BURDIGALA = shelf.find("burdigala")


def choose(game: Game[State], seed: int = 0, how: str = "greedy") -> str:
    """What a policy chooses, in words."""
    assert game.pending is not None
    option = policy(how, BURDIGALA)(game.state.copy(), game.pending, Stream(seed, "choice"))
    return str(game.pending.choice(option))


# The worth of a position


def test_at_the_end_a_position_is_worth_its_points() -> None:
    for seed, players in ((1, 2), (2, 3), (3, 4)):
        s = random_game(players, seed).state
        assert s.ended
        for seat, player in enumerate(s.players):
            parts = worth_parts(s, seat)
            assert parts.total == parts.points == player.points
            assert parts[:9] == tuple(score_sheet(s, seat))


def test_parts_add_up_and_points_are_those_of_the_score_sheet() -> None:
    for choices in (12, 40, 90):
        s = random_game(3, 5, choices).state
        for seat in range(3):
            parts, sheet = worth_parts(s, seat), score_sheet(s, seat)
            assert worth(s, seat) == pytest.approx(sum(parts))
            assert parts[:8] == tuple(sheet)[:8], "all but the most corrupt is exact"
            assert -s.rules.most_corrupt_points <= parts.most_corrupt <= 0


def test_with_two_players_the_lead_of_one_is_the_arrears_of_the_other() -> None:
    weighing = BURDIGALA.weighing
    for choices in (8, 33, 71, 120):
        s = random_game(2, 7, choices).state
        one, other = weighing.counted(s, 0), weighing.counted(s, 1)
        assert one == pytest.approx([-part for part in other])
        assert sum(one) == pytest.approx(worth(s, 0) - worth(s, 1))


def test_the_lead_is_over_the_best_of_several() -> None:
    s = random_game(4, 2, 60).state
    best = max(worth(s, seat) for seat in (0, 1, 3))
    assert sum(BURDIGALA.weighing.lead(s, 2)) == pytest.approx(worth(s, 2) - best)


def test_who_stands_alike_has_alike() -> None:
    """Two seats with the same things on both sides of a symmetric cut are worth the same but for whose turn it is."""
    game = table({"meeples": [6], "points": 4}, {"meeples": [6 + 1], "points": 4}, at="throw")
    s = game.state
    swapped = s.copy()
    swapped.players = [swapped.players[1], swapped.players[0]]
    swapped.active, swapped.start = 1 - s.active, 1 - s.start
    swapped.agenda = [(kind, 1 - rest[0], *rest[1:]) if kind != "dice.throw" else (kind, *rest) for kind, *rest in s.agenda]
    for seat in (0, 1):
        assert worth_parts(swapped, 1 - seat) == pytest.approx(worth_parts(s, seat))


# Yards


def test_an_unseen_yard_counts_at_the_mean_of_what_it_could_be() -> None:
    game = table({"meeples": [6, 28]}, at="build", dice=(1, 3), moved=6, tiles={"I": "amphitheatre", "V": "palace"})
    s = game.state
    big = [tile for tile in s.tiles.tiles if tile.size == 5]
    mean = (sum(tile.value for tile in big) + 2 * 1.6) / len(big)  # two plot cards with the interrupted yard
    found = yards_of(s, 0)
    assert found.values[site_of(s, "I")] == pytest.approx(mean) == found.values[site_of(s, "V")]
    s.players[0].yards_seen = (site_of(s, "I"),)
    seen = yards_of(s, 0)
    assert seen.values[site_of(s, "I")] == 8
    assert seen.values[site_of(s, "V")] < mean, "the best of its size lies elsewhere"
    assert yards_of(s, 1).values[site_of(s, "I")] == pytest.approx(mean), "another seat has not looked"


def test_what_a_view_hides_does_not_change_what_a_yard_counts() -> None:
    kit = BURDIGALA.kit()
    s = random_game(3, 4, 60).state
    view = kit.mask(s, 1)
    assert yards_of(view, 1) == yards_of(s, 1)
    dealt = kit.resample(view, 1, Stream(3))
    assert dealt.laid_tiles != s.laid_tiles
    assert yards_of(dealt, 1) == yards_of(s, 1)
    assert typical(dealt, 1) == typical(s, 1)


def test_a_cube_gains_the_places_left_or_the_building_with_bonus_and_consul() -> None:
    game = table({"meeples": [7, 28]}, at="build", dice=(1, 3), moved=7, tiles={"IIa": "gate", "V": "circus"}, cubes={"IIa": 1})
    s = game.state
    found = gains(s, 0)
    assert found[site_of(s, "V")] == 4
    two = [tile.value for tile in s.tiles.tiles if tile.size == 2]
    bonus = s.bonus[s.board.sites[site_of(s, "IIa")].district]
    assert bonus in (2, 3)
    assert found[site_of(s, "IIa")] == pytest.approx(sum(two) / len(two) + bonus)
    s.players[0].laid = (0,)
    assert completion(s, 0, site_of(s, "IIa")) == pytest.approx(sum(two) / len(two) + bonus + 2)


# The next throw, goods and corruption


def test_the_coming_throw_is_what_all_throws_bring_on_the_average() -> None:
    """Against all 36 throws of the engine, for a seat without cards; doubles open more, so they are taken as plain throws."""
    s = random_game(2, 9, 50).state.copy()
    s.players[0].laid = s.players[0].hand = ()
    found, good = gains(s, 0), 2.5
    total = Fraction(0)
    for one in range(1, 7):
        for other in range(1, 7):
            s.dice = s.thrown = (one, other) if one != other else (one, 99)  # 99 leads nowhere
            ends = {end for _, start, end in list_moves(s, 0) if start != end} if one != other else _ends(s, one)
            best = max((_square(s, found, good, end) for end in ends), default=0.0)
            total += Fraction(best).limit_denominator(10**6)
    assert coming(s, 0, levels(s, found), good) == pytest.approx(float(total) / 36, abs=1e-4)


def _ends(s: State, die: int) -> set[int]:
    s.dice = s.thrown = (die, 0)  # nobody moves by 0
    return {end for _, start, end in list_moves(s, 0) if start != end}


def _square(s: State, found: list[float], good: float, square: int) -> float:
    here = s.board.square(square)
    return max(found[site] for site in here.sites) + (good if here.port else 0)


def test_a_new_kind_of_good_is_worth_more_than_another_of_the_same() -> None:
    points = (1, 3, 6, 10, 15)
    assert marginals(points, ()) == (1,) * len(GOODS)
    assert marginals(points, (0, 1, 2, 3)) == (1, 1, 1, 1, 5)
    assert marginals(points, (0, 0, 1)) == (1, 2, 3, 3, 3)


def test_a_token_costs_more_to_who_is_about_to_be_the_most_corrupt() -> None:
    near = table({"meeples": [7], "tokens": [3]}, {"meeples": [20], "tokens": [4]}, at="throw").state
    far = table({"meeples": [7]}, {"meeples": [20], "tokens": [5, 5, 4]}, at="throw").state
    turns = turns_left(near)
    assert token_cost(near, 0, turns) > token_cost(far, 0, turns) > 2
    assert most_corrupt_risk(near, 1, turns) > most_corrupt_risk(near, 0, turns)


# Greedy


def test_greedy_takes_the_port_where_little_else_is_to_be_had() -> None:
    rich = table({"meeples": [7], "goods": ["wine", "ceramic", "copper", "wheat"]}, {"meeples": [20]}, dice=(1, 1), at="move")
    assert next_good(rich.state, 0) > 1.5
    assert choose(rich) == "move:7:12"


def test_greedy_does_not_open_a_big_building_for_the_next_player() -> None:
    """Two places left on the circus bring a point now and the building to the other; a small site is better."""
    game = table(
        {"meeples": [6, 28]},
        {"meeples": [5, 10]},
        at="build",
        dice=(1, 2),
        moved=6,
        tiles={"I": "circus", "V": "altar", "IV": "gate"},
        cubes={"I": 3},
        complete=["IIa", "IIb"],
    )
    assert choose(game) in ("build:v", "build:iv")


def test_greedy_completes_what_is_worth_it() -> None:
    game = table({"meeples": [6, 28]}, {"meeples": [20]}, at="build", dice=(1, 2), moved=6, tiles={"I": "circus"}, cubes={"I": 4})
    assert choose(game) == "build:i"


def test_greedy_gives_back_its_worst_token_and_lays_what_it_can() -> None:
    game = table({"meeples": [6], "hand": ["relationship"], "tokens": [1, 5]}, {"meeples": [20]}, at="end")
    assert choose(game) == "relationship:5"
    laying = table({"meeples": [6], "hand": ["consul"]}, {"meeples": [20]}, at="end")
    assert choose(laying) == "lay:consul"


def test_greedy_stays_honest_where_a_favour_brings_less_than_the_token() -> None:
    honest = table({"meeples": [1, 28]}, {"meeples": [20]}, at="build", dice=(3, 4), moved=1, tiles={"I": "circus"})
    assert honest.pending is not None
    assert honest.pending.kind == "seven"
    assert choose(honest) == "honest", "two cubes on an empty site score less than one"
    tempted = table(
        {"meeples": [1, 28]},
        {"meeples": [20], "tokens": [5, 5]},
        at="build",
        dice=(3, 4),
        moved=1,
        tiles={"I": "circus"},
        cubes={"I": 3},
    )
    assert choose(tempted) == "corrupt", "two cubes complete the circus"


def test_greedy_is_the_same_by_seed_and_by_view() -> None:
    kit, greedy, asked = BURDIGALA.kit(), GreedyPolicy("burdigala"), 0
    for choices in range(10, 70, 9):
        game = random_game(3, choices, choices)
        pending = game.pending
        if pending is None or pending.is_chance or len(pending.raw) < 2:
            continue
        seat = pending.player
        first = greedy(game.state.copy(), pending, Stream(3))
        assert greedy(game.state.copy(), pending, Stream(3)) == first
        dealt = kit.resample(kit.mask(game.state, seat), seat, Stream(choices, "another"))
        there = advance(dealt)
        assert there is not None
        assert greedy(dealt, there, Stream(3)) == first, "it knows more than its seat"
        asked += 1
    assert asked > 3


def test_every_choice_can_be_weighed_before_everything_has_followed() -> None:
    """Whatever lies on the agenda after a choice: the worth is a finite number of a sensible size."""
    kinds = set()
    for seed in range(6):
        game = random_game(2 + seed % 3, seed, 0)
        stream = Stream(seed, "weighed")
        while (pending := game.pending) is not None:
            if not pending.is_chance:
                kinds.add(pending.kind)
                for twin in look_ahead(game.state, pending.raw[:6]):
                    for seat in range(len(twin.players)):
                        assert -100 < worth(twin, seat) < 300
            game.play_option(stream.pick(pending.raw))
    assert len(kinds) > 14


# Search


def test_a_quick_choice_is_a_legal_one_that_looks_at_nothing_hidden() -> None:
    kit, asked = BURDIGALA.kit(), 0
    for choices in range(6, 100, 6):
        game = random_game(2, choices, choices)
        pending = game.pending
        if pending is None or pending.is_chance:
            continue
        chosen = quick_policy(game.state, pending, Stream(1))
        assert chosen in pending.raw
        dealt = kit.resample(kit.mask(game.state, pending.player), pending.player, Stream(choices, "dealt"))
        there = advance(dealt)
        assert there is not None
        assert quick_policy(dealt, there, Stream(1)) == chosen
        asked += 1
    assert asked > 6


def test_greedy_beats_chance_and_a_search_holds_its_own() -> None:
    assert bl.match("greedy", "random", 10, 1, game="burdigala").won.share > 0.9
    found = bl.match("search:30", "random", 2, 1, game="burdigala")
    assert found.won.share == 1
    assert policy("search:30", BURDIGALA) == SearchPolicy(30, "burdigala")


# Hints


@pytest.mark.parametrize("how", ["search", "greedy"])
def test_a_hint_ranks_every_choice_and_says_why_in_four_languages(how: str) -> None:
    game = table(
        {"meeples": [6, 28]}, {"meeples": [20, 25]}, at="build", dice=(1, 2), moved=6, tiles={"I": "circus"}, cubes={"I": 4}
    )
    hint = game.hint(policy=how, budget=60)
    assert {str(one.choice) for one in hint.choices} == {str(choice) for choice in game.legal()}
    assert str(hint.choice) == "build:i"
    assert hint.best.parts._fields == Worth._fields
    assert hint.best.value == pytest.approx(sum(hint.best.parts))
    assert "burdigala.cube.last" in hint.best.rules
    sentences = {hint.text(lang) for lang in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert all("_" not in hint.details(lang).replace("discard_laid", "") for lang in LANGUAGES), "a part has no words"
    assert hint._repr_html_()


def test_before_the_throw_a_hint_tells_the_odds_of_doubles_and_sevens() -> None:
    game = table({"meeples": [6, 28], "hand": ["boat"]}, {"meeples": [20, 25]}, at="throw")
    hint = game.hint(policy="greedy")
    thrown = next(one for one in hint.choices if str(one.choice) == "throw")
    assert [(odds.key, odds.odds) for odds in thrown.odds] == [("double", Fraction(1, 6)), ("seven", Fraction(1, 6))]
    assert "1/6" in hint.details("de", most=9)


def test_a_hint_tells_how_likely_a_token_costs_something() -> None:
    game = table({"meeples": [1, 28]}, {"meeples": [20]}, at="build", dice=(3, 4), moved=1, tiles={"I": "circus"})
    hint = game.hint(policy="greedy")
    corrupt = next(one for one in hint.choices if str(one.choice) == "corrupt")
    assert [(odds.key, odds.odds) for odds in corrupt.odds] == [("token", Fraction(20, 24))]
    for lang in LANGUAGES:
        assert "5/6" in hint.details(lang)


def test_a_game_that_a_throw_ends_is_led_to_its_end() -> None:
    """The last option drawn is a token or a card, which the game's own source has drawn already when the game gets there."""
    game = bl.new_game("burdigala", players=4, seed=105)
    end = bl.play_out(game, "random", seed=105)
    assert end.options[-1][0] == "token"
    assert end.into().over
    assert end.scores() == game.scores()
