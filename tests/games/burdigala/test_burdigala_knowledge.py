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
from bruges_lab.games.burdigala.views import KNOWLEDGE, mask, resample
from bruges_lab.games.burdigala.words import GOODS, PLOTS
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
                    assert field not in KNOWLEDGE or owner == seat, f"{event!r} shows seat {seat} what {owner} knows"
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


def test_resampling_has_the_odds_of_what_is_left() -> None:
    """Every hidden token, card, good and tile as often as the copies that were not seen say."""
    seats = (
        {"meeples": [7, 28], "hand": ["theft"], "goods": ["wine"] * 3, "tokens": [5, 5, 5], "laid": ["consul"]},
        {"meeples": [20], "hand": ["cart"], "goods": ["tin"], "tokens": [0]},
    )
    s = table(*seats, at="throw").start.copy()
    s.players[0].yards_seen = (site_of(s, "I"),)
    view = mask(s, 0)
    seen: Counter[tuple[str, int]] = Counter()
    runs, site = 4000, site_of(s, "V")
    for seed in range(runs):
        again = resample(view, 0, Stream(seed, "odds"))
        other = again.players[1]
        seen.update([("token", other.tokens[0]), ("plot", other.hand[0]), ("good", other.goods[0])])
        seen[("tile", again.laid_tiles[site])] += 1
    size = s.size(site)
    tiles = [n for n, tile in enumerate(s.tiles.tiles) if tile.size == size and n != s.laid_tiles[site_of(s, "I")]]
    expected = {("token", 5): 1 / 21, ("token", 2): 4 / 21, ("good", 0): 2 / 18, ("good", 4): 4 / 18}
    expected |= {
        ("plot", PLOTS.index("theft")): 1 / 32,
        ("plot", PLOTS.index("consul")): 2 / 32,
        ("plot", PLOTS.index("cart")): 3 / 32,
    }
    expected |= {("tile", tile): 1 / len(tiles) for tile in tiles}
    for what, odds in expected.items():
        spread = (odds * (1 - odds) / runs) ** 0.5
        assert abs(seen[what] / runs - odds) < 4.5 * spread, what
    assert sum(seen[("tile", tile)] for tile in tiles) == runs


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
    assert (rest, state.players[0].pile_seen) == ([4, 4], (4,)), "of two tin one is there for certain"
    take_goods(state, 2, "burdigala.port")
    assert state.players[0].pile_seen == ()
    state = game.state.copy()
    own = state.goods_pile[state.goods_left - 1]
    take_goods(state, 0, "burdigala.port")
    assert Counter(state.players[0].pile_seen) == Counter(rest) - Counter((own,))


def test_a_second_sailor_takes_but_one_card_from_what_the_first_put_back() -> None:
    """While he chooses, they are in the pile or in his hands; afterwards all but one are there."""
    seats = ({"meeples": [7, 28], "hand": ["sailor"]}, {"meeples": [20]}, {"meeples": [15]})
    pile = ["wheat", "copper", "wine", "tin", "tin", "tin"]
    s = table(*seats, at="throw", goods_pile=pile).start.copy()
    s.players[1].pile_seen = (0, 4, 4, 4)
    game = Game(BurdigalaKit(), s, chance=Ask())
    play(game, "sailor")
    assert mask(game.state, 1).players[1].pile_seen == (0, 4, 4, 4)
    offers = set()
    for seed in range(60):
        view = mask(game.state, 1)
        again = resample(view, 1, Stream(seed, "offer"))
        assert mask(again, 1).key() == view.key()
        check_position(again)
        assert not Counter((0, 4, 4, 4)) - Counter((*again.offered, *again.goods_pile))
        offers.add(tuple(sorted(again.offered)))
    assert (4, 4, 4) in offers
    assert len(offers) > 4
    play(game, "keep:tin", "order:3")
    assert mask(game.state, 1).players[1].pile_seen == (4, 4)
    assert mask(game.state, 0).players[0].pile_seen == (4, 4)


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


def test_what_can_only_be_one_thing_stays_known_wherever_it_goes() -> None:
    """The only card, or one of several alike: who knew it knows who has it now."""
    game = table(
        {"meeples": [7, 28], "hand": ["theft"], "goods": ["tin"]},
        {"meeples": [20], "goods": ["wheat", "wheat"]},
        {"meeples": [15], "goods": ["ceramic"]},
        at="throw",
    )
    s = game.start.copy()
    s.players[2].goods_seen = ((), (3, 3), ())
    game = Game(BurdigalaKit(), s, chance=Ask())
    play(game, "theft:1", "stolen:wheat")
    assert game.view(2).state.players[1].goods == (3,)
    assert game.view(2).state.players[0].goods == (3, UNKNOWN)
    assert game.view(1).state.players[0].goods == (3, UNKNOWN)
    unsure = s.copy()
    unsure.players[2].goods_seen = ((), (3,), ())
    game = Game(BurdigalaKit(), unsure, chance=Ask())
    play(game, "theft:1", "stolen:wheat")
    assert game.view(2).state.players[1].goods == (UNKNOWN,)
    assert game.view(2).state.players[0].goods == (UNKNOWN, UNKNOWN)


def test_of_several_alike_all_but_the_one_that_may_have_gone_stay_known() -> None:
    game = three(hand=["theft"])
    s = game.start.copy()
    s.players[1].goods = (0, 0, 2)
    s.goods_pile = (*(good for good in s.stock.goods if good not in (0, 2)), 0, 2, 2, 2)
    s.goods_left = len(s.goods_pile)
    s.players[2].goods_seen = ((), (0, 0, 2), ())
    s.players[2].pile_seen, s.players[2].pool_seen = (2, 2, 3), (5, 5, 1)
    twin = s.copy()
    choose_token(twin, 0, 5)
    assert twin.players[2].pool_seen == (5,)
    take_goods(twin, 0, "burdigala.port")
    assert twin.players[2].pile_seen == (2,)
    twin.push("theft.card", 0, 1, 1, 1)
    choose(twin, ("stolen", 2))
    assert mask(twin, 2).players[1].goods == (0, UNKNOWN)


def test_after_a_swap_a_third_player_knows_what_could_not_change() -> None:
    game = table(
        {"meeples": [7, 28], "hand": ["merchant"], "goods": ["tin"]},
        {"meeples": [20], "goods": ["wheat", "wheat"]},
        {"meeples": [15], "goods": ["ceramic"]},
        at="throw",
    )
    s = game.start.copy()
    s.players[2].goods_seen = ((4,), (3, 3), ())
    game = Game(BurdigalaKit(), s, chance=Ask())
    play(game, "merchant:1", "swap:wheat:tin")
    assert game.view(2).state.players[0].goods == (3,)
    assert game.view(2).state.players[1].goods == (3, 4)


def choose_token(s: State, seat: int, value: int) -> None:
    s.push("token", seat, 0, "double")
    choose(s, ("token", value))


def test_when_the_discards_are_shuffled_their_content_stays_known() -> None:
    """Only the order of a mixed pile is unknown: no card of it is thought to be in a hand that nobody has added to since."""
    seats = ({"meeples": [7, 28], "hand": ["sailor"]}, {"meeples": [20], "hand": ["cart", "boat"]})
    s = table(*seats, at="throw", plot_pile=["theft", "merchant", "consul"]).start.copy()
    s.plot_pile, s.plot_left, s.plot_discard = (), 0, s.plot_pile
    s.push("plots", 1, 1, "burdigala.complete.plot")
    game = Game(BurdigalaKit(), s, chance=Ask())
    play(game, "order:3")
    assert [player.held for player in game.state.players] == [1, 2]
    drawn = game.state.players[1].hand[2]
    pile = {PLOTS.index(name) for name in ("theft", "merchant", "consul")}
    view = mask(game.state, 0)
    assert view.plots_held == tuple(sorted(PLOTS.index(name) for name in ("sailor", "cart", "boat")))
    hands, third = set(), Counter[int]()
    for seed in range(300):
        again = resample(view, 0, Stream(seed, "pile"))
        assert mask(again, 0).key() == view.key()
        hands.add(again.players[1].hand[:2])
        third[again.players[1].hand[2]] += 1
        assert {again.players[1].hand[2], *again.plot_pile} == pile
    cart, boat = PLOTS.index("cart"), PLOTS.index("boat")
    assert hands == {(cart, boat), (boat, cart)}
    assert set(third) == pile
    assert min(third.values()) > 60, "each as likely"
    # Of the hand of the shuffle one goes, of what came since another
    twin = game.state.copy()
    twin.push("discard", 1)
    choose(twin, ("discard", cart))
    assert (twin.players[1].held, mask(twin, 0).plots_held) == (1, tuple(sorted((boat, PLOTS.index("sailor")))))
    twin.push("discard", 1)
    choose(twin, ("discard", drawn))
    assert (twin.players[1].held, len(twin.players[1].hand)) == (1, 1)


def test_nobody_learns_from_an_event_what_another_knows() -> None:
    """The thief does not see what the victim, and those who look on, know of the goods."""
    game = three(hand=["theft"])
    s = game.start.copy()
    s.players[1].goods_seen = ((4,), (), ())
    s.players[2].goods_seen = ((0, 4), (2, 3), ())
    game = Game(BurdigalaKit(), s, chance=Ask())
    play(game, "theft:1", "stolen:wheat")
    for seat in (0, 1):
        event = next(event for event in game.view(seat).events if event.kind == "merchandise.stolen")
        assert event.masked
        assert event.data == {"owner": 1, "good": 3}
        assert {delta[1] for delta in event.deltas if delta[2] == "goods_seen"} <= {seat}
        assert [delta[2] for delta in event.deltas].count("goods") == 2
