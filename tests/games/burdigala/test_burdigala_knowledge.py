"""What each seat may know, and positions that a seat cannot tell from the real one."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from burdigala_tables import play, random_game, site_of, table

from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.model import BOOK, UNKNOWN, State
from bruges_lab.games.burdigala.positions import check_position
from bruges_lab.games.burdigala.rules.merchandise import take_goods
from bruges_lab.games.burdigala.views import mask, resample
from bruges_lab.games.burdigala.words import GOODS
from bruges_lab.kernel import Ask, Game, Stream, choose
from bruges_lab.kernel.game import resample as resampled

GAMES = [(2, 1, {}), (3, 2, {}), (4, 3, {}), (3, 4, {"seven_token_seen": False}), (2, 5, {"plots_a_turn": 2})]
each_game = pytest.mark.parametrize("number", range(len(GAMES)))


@cache
def line(number: int) -> Game[State]:
    players, seed, switches = GAMES[number]
    return random_game(players, seed, **switches)


@each_game
def test_a_view_hides_what_it_must_and_nothing_else(number: int) -> None:
    game = line(number)
    for node in game.line:
        s = node.state
        for seat in range(len(s.players)):
            view = mask(s, seat)
            assert set(view.goods_pile) | set(view.plot_pile) | set(view.pool) <= {UNKNOWN}
            assert len(view.pool) == len(s.pool)
            assert all(tile < 0 for tile in view.spare)
            for site, tile in enumerate(view.laid_tiles):
                known = s.complete[site] or site in s.players[seat].yards_seen
                assert tile == (s.laid_tiles[site] if known else -s.size(site))
            for other, (shown, real) in enumerate(zip(view.players, s.players, strict=True)):
                assert (shown.points, shown.meeples, shown.laid) == (real.points, real.meeples, real.laid)
                assert len(shown.goods) == len(real.goods)
                assert len(shown.tokens) == len(real.tokens)
                if other == seat:
                    assert (shown.hand, shown.goods, shown.tokens) == (real.hand, real.goods, real.tokens)
                else:
                    assert set(shown.hand) <= {UNKNOWN}
                    assert not any(shown.goods_seen)
                    assert shown.pile_seen == shown.pool_seen == ()
                if other != seat and not s.ended:
                    assert set(shown.tokens) <= {UNKNOWN}
                    seen = tuple(good for good in shown.goods if good != UNKNOWN)
                    assert seen == s.players[seat].goods_seen[other]
                    assert not Counter(seen) - Counter(real.goods), "what is known is so"
                if not s.ended:
                    assert set(shown.sealed) <= {UNKNOWN}


@each_game
def test_a_view_is_the_same_whatever_is_hidden(number: int) -> None:
    """Hidden things dealt anew: the same position, the same question, the same options for the seat that looks."""
    game = line(number)
    twin = game.branch()
    changed = 0
    for node in game.line[::9]:
        twin.goto(node.number)
        for seat in range(len(game.names)):
            view = twin.view(seat)
            other_state = resampled(twin.kit, view, node.number)
            check_position(other_state)
            changed += other_state.key() != node.state.key()
            again = Game(BurdigalaKit(), other_state, chance=Ask(), names=game.names).view(seat)
            assert again.state.key() == view.state.key()
            assert (again.pending, again.player, again.options) == (view.pending, view.player, view.options)
    assert changed > 10, "nothing was hidden"


OPEN_HANDS = {"plot.laid", "plot.played", "plot.discarded", "plot.removed"}
"""Events that take a card out of a hand for all to see."""
HIDDEN = {
    "hand",
    "goods",
    "tokens",
    "sealed",
    "pool",
    "goods_pile",
    "plot_pile",
    "laid_tiles",
    "spare",
    "offered",
    "goods_seen",
} | {"pile_seen", "pool_seen"}
KNOWN_TO_BOTH = {"merchandise.swapped", "merchandise.stolen"}


@each_game
def test_no_event_tells_what_is_hidden(number: int) -> None:
    game = line(number)
    masked = 0
    for seat in range(len(game.names)):
        for event, real in zip(game.view(seat).events, game.events, strict=True):
            concerned = real.player == seat or (real.kind in KNOWN_TO_BOTH and real.data["owner"] == seat)
            for name, sight in BOOK.kinds[event.kind].secret.items():
                told = concerned and sight == "player"
                assert event.data[name] == (real.data[name] if told else None)
            for _, owner, field, _ in event.deltas:
                if field in HIDDEN and not (field == "hand" and event.kind in OPEN_HANDS):
                    assert concerned, f"{event!r} shows seat {seat} the {field} of {owner}"
                    assert field not in ("goods_pile", "plot_pile", "laid_tiles", "spare", "sealed")
            masked += event.masked
    assert masked > 20


def test_resampling_reaches_what_cannot_be_ruled_out() -> None:
    game = table({"meeples": [7, 28], "hand": ["boat"]}, {"meeples": [20], "goods": ["wine", "tin"], "tokens": [5]}, dice=(1, 2))
    seen = Counter()
    tiles = set()
    for seed in range(300):
        s = resample(mask(game.state, 0), 0, Stream(seed, "again"))
        seen.update(s.players[1].goods)
        tiles.add(s.laid_tiles[site_of(s, "V")])
        assert s.players[0].hand == game.state.players[0].hand
    assert set(seen) == {0, 1, 2, 3, 4}
    assert seen[0] > max(seen[kind] for kind in (1, 2, 3, 4)) * 0.9, "five wine, four of the others"
    size = game.state.size(site_of(game.state, "V"))
    assert tiles == {number for number, tile in enumerate(game.state.tiles.tiles) if tile.size == size}


def three(**first: object) -> Game[State]:
    seats = (
        {"meeples": [7, 28], "goods": ["wine", "tin"], **first},
        {"meeples": [20], "goods": ["wheat", "copper"]},
        {"meeples": [15], "goods": ["ceramic"]},
    )
    return table(*seats, at="throw")


def test_what_a_third_player_knew_is_forgotten_when_it_may_have_changed() -> None:
    game = three(hand=["theft"])
    s = game.start.copy()
    s.players[2].goods_seen = ((0, 4), (2, 3), ())
    game = Game(BurdigalaKit(), s, chance=Ask())
    assert game.view(2).state.players[1].goods == (2, 3)
    play(game, "theft:1", "stolen:wheat")
    assert game.view(2).state.players[1].goods == (UNKNOWN,), "one of two is gone, and nobody else saw which"
    assert game.view(2).state.players[0].goods == (0, 4, UNKNOWN), "what the thief had it still has"
    assert game.view(1).state.players[0].goods == (3, UNKNOWN, UNKNOWN)


def test_a_swap_is_known_to_the_two_alone() -> None:
    game = three(hand=["merchant"])
    s = game.start.copy()
    s.players[2].goods_seen = ((0, 4), (2, 3), ())
    s.players[1].goods_seen = ((4,), (), ())
    game = Game(BurdigalaKit(), s, chance=Ask())
    play(game, "merchant:1", "swap:wheat:tin")
    assert game.view(0).state.players[1].goods == (2, 4)
    assert game.view(1).state.players[0].goods == (3, UNKNOWN), "the tin came back, the wheat went"
    assert game.view(2).state.players[0].goods == (UNKNOWN, UNKNOWN)
    assert game.view(2).state.players[1].goods == (UNKNOWN, UNKNOWN)
    third = next(event for event in game.view(2).events if event.kind == "merchandise.swapped")
    assert (third.data, third.deltas) == ({"owner": 1, "theirs": None, "mine": None}, ())


def test_a_look_at_a_tile_is_remembered() -> None:
    game = three(hand=["indiscretion"])
    play(game, "indiscretion", "look:i", "look:iia", "look:v", "dice:1:2")
    site = site_of(game.state, "V")
    assert game.view(0).state.laid_tiles[site] == game.state.laid_tiles[site]
    for seed in range(20):
        assert resample(game.view(0).state, 0, Stream(seed, "look")).laid_tiles[site] == game.state.laid_tiles[site]
    assert game.view(1).state.laid_tiles[site] < 0


def test_who_puts_goods_back_knows_them_in_the_pile_until_somebody_draws() -> None:
    game = three(hand=["sailor"])
    play(game, "sailor")
    kept, *rest = sorted(game.state.offered)
    play(game, f"keep:{GOODS[kept]}", "order:7")
    assert game.view(0).state.players[0].pile_seen == tuple(rest)
    assert game.view(1).state.players[0].pile_seen == ()
    for seed in range(20):
        s = resample(game.view(0).state, 0, Stream(seed, "pile"))
        assert not Counter(rest) - Counter(s.goods_pile)
    state = game.state.copy()
    take_goods(state, 1, "burdigala.port")
    assert state.players[0].pile_seen == ()
    state = game.state.copy()
    own = state.goods_pile[state.goods_left - 1]
    take_goods(state, 0, "burdigala.port")
    assert Counter(state.players[0].pile_seen) == Counter(rest) - Counter((own,))


def test_who_gives_tokens_back_knows_them_in_the_pool_until_somebody_draws() -> None:
    game = three(hand=["relationship"], tokens=[5])
    play(game, "relationship:5")
    assert game.view(0).state.players[0].pool_seen == (5,)
    assert game.view(1).state.players[0].pool_seen == ()
    for value, seat, left in ((3, 0, (5,)), (5, 0, ()), (2, 1, ())):
        twin = game.state.copy()
        twin.push("token", seat, 0, "double")
        choose(twin, ("token", value))
        assert twin.players[0].pool_seen == left
