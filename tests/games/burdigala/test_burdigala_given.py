"""Positions of Burdigala as data: what a scenario may give, what is filled in, what is refused, and back from any game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from burdigala_tables import legal, new_game, play, random_game
from hypothesis import given, settings
from hypothesis import strategies as st

import bruges_lab as bl
from bruges_lab.games.burdigala.fields import FIELDS
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.positions import check_position, faults
from bruges_lab.games.burdigala.stages import STAGES
from bruges_lab.games.burdigala.words import GOODS, PLOTS
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.proving import prove, start
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.rulebook.wording import FieldWords

NOTHING: dict[str, Any] = {}


def read(**given: Any) -> Scenario:
    return Scenario.read({"game": "burdigala", "given": {"players": [NOTHING, NOTHING], **given}})


def position(**given: Any) -> State:
    found: State = read(**given).state
    return found


# What is not said is filled in


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_of_which_nothing_is_said_is_legal(stage: str, players: int) -> None:
    found = read(stage=stage, players=[NOTHING] * players)
    check_position(found.state)
    asked = {"placing": "place", "move": "turn.move.plain"}
    pending = start(found).pending
    assert pending is not None
    assert pending.kind == asked.get(stage, "dice.throw")  # where nobody has a choice, things go on to the next throw


def test_cards_tokens_tiles_and_cubes_that_are_not_named_lie_where_they_belong() -> None:
    state = position(
        players=[{"hand": ["boat"], "laid": ["cart"], "goods": {"wine": 2}, "tokens": [5, 0]}, {"sealed": [3]}],
        cubes={"via": 1},
        tiles={"via": "forum"},
    )
    goods = Counter(state.goods_pile) + Counter(state.players[0].goods)
    plots = Counter(state.plot_pile) + Counter((*state.players[0].hand, *state.players[0].laid))
    assert (goods, plots) == (Counter(state.stock.goods), Counter(state.stock.plots))
    assert Counter((*state.pool, 5, 0, 3)) == Counter(state.stock.tokens)
    assert sorted((*state.laid_tiles, *state.spare)) == list(range(len(state.tiles.tiles)))
    assert (state.supply, sum(state.cubes)) == (29, 1)
    assert sorted(token for token in state.bonus if token) == [2, 2, 3, 3]


def test_the_order_of_piles_comes_from_the_seed() -> None:
    assert position().goods_pile == position(seed=0).goods_pile
    assert position().goods_pile != position(seed=1).goods_pile


def test_piles_are_given_from_the_top_and_the_rest_lies_below() -> None:
    state = position(goods_pile=["tin", "wine"], plot_pile=["sailor"], plot_discard=["boat", "boat"])
    assert [GOODS[good] for good in state.goods_pile[:-3:-1]] == ["tin", "wine"]
    assert (state.goods_left, PLOTS[state.plot_pile[-1]], state.plot_left) == (21, "sailor", 32)


def test_cards_beside_the_board_may_be_given_by_number() -> None:
    state = position(plot_discard=30, plot_removed=4)
    assert (len(state.plot_discard), len(state.plot_removed), state.plot_left) == (30, 4, 0)


def test_a_tile_by_size_is_one_of_that_size_and_each_lies_once() -> None:
    state = position(tiles={"i": 5, "iii": 5, "iv": 5, "v": "palace"})
    sites = {site.name: number for number, site in enumerate(state.board.sites)}
    assert [state.size(sites[name]) for name in ("I", "III", "IV", "V")] == [5, 5, 5, 5]
    assert len({*state.laid_tiles, *state.spare}) == len(state.tiles.tiles)


def test_bonus_tokens_are_gone_where_something_is_built() -> None:
    state = position(complete=["via"])
    assert [bool(token) for district, token in zip(state.board.districts, state.bonus, strict=True) if district.bonus_at] == [
        True,
        False,
        True,
        True,
    ]


def test_cubes_that_stay_in_buildings_are_gone() -> None:
    state = position(complete=["i"], tiles={"i": 4}, switches={"cubes_return": False})
    assert (state.gone_cubes, state.supply) == (4, 26)


def test_placing_goes_on_where_it_stands() -> None:
    game = start(read(stage="placing", start=1, players=[{"meeples": [7]}, {"meeples": [3, 4]}, {"meeples": [9]}]))
    assert game.pending is not None
    assert (game.pending.kind, game.pending.player) == ("place", 2)
    play(game, "place:12", "place:13")
    assert game.pending.kind != "place"
    assert game.state.active == 1


# What cannot be


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"players": [{"meeples": [30]}, {}]}, "given.players.0.meeples: 30 is not from 0 to 28 (burdigala.comp.checkpoints)"),
        ({"players": [{"meeples": [0]}, {}]}, "given.players.0.meeples: one is lifted and nobody puts it down"),
        ({"players": [{"meeples": [3]}, {"meeples": [3]}]}, "given.players.1.meeples: two are on square 3"),
        ({"players": [{"meeples": [1, 2, 3, 4]}, {}]}, "given.players.0.meeples: 4 are on the board; a player has 3"),
        ({"players": [{"meeples": []}, {}]}, "given.players.0.meeples: a player without characters has no turn"),
        ({"players": [{"hand": ["boots"]}, {}]}, "given.players.0.hand: unknown plot 'boots' (burdigala.comp.plot)"),
        ({"players": [{"hand": ["boat"] * 4}, {}]}, "given.players.0.hand: boat: there are only 3 (burdigala.comp.plot)"),
        ({"players": [{"hand": {"boat": -1}}, {}]}, "given.players.0.hand: -1 is not from 0 to 999"),
        ({"players": [{"hand": ["cart", "boat"], "laid": ["consul", "hygiene"]}, {}]}, "more plot cards than allowed"),
        ({"players": [{"laid": ["theft"]}, {}]}, "given.players.0.laid: a card that is not permanent"),
        ({"players": [{"laid": ["boat", "boat"]}, {}]}, "given.players.0.laid: two of a kind (burdigala.plot.no_twins)"),
        ({"players": [{"goods": {"wine": 3}}, {"goods": {"wine": 3}}]}, "given.players.1.goods: wine: there are only 5"),
        ({"players": [{"tokens": [9]}, {}]}, "given.players.0.tokens: there is no 9 (burdigala.comp.corruption)"),
        ({"players": [{"tokens": [-1]}, {}]}, "given.players.0.tokens: -1 is less than 0"),
        ({"players": [{"tokens": [0] * 5}, {}]}, "given.players.0.tokens: 0: there are only 4"),
        ({"players": [{"earned": {"cubes": -1}}, {}]}, "given.players.0.earned: -1 is not from 0 to 99999"),
        ({"players": [{"goods_seen": [[], ["wine"]]}, {}]}, "given.players.0.goods_seen: player 1 has no such goods"),
        ({"tiles": {"vi": 3}}, "given.tiles: unknown site 'vi'; did you mean"),
        ({"tiles": {"i": "forun"}}, "given.tiles: unknown tile 'forun'; did you mean forum?"),
        ({"tiles": {"i": "forum", "v": "forum"}}, "given.tiles: forum lies in two places"),
        ({"tiles": {"i": 7}}, "given.tiles: no tile of size 7 is left for site I"),
        ({"tiles": {"i": 2}, "cubes": {"i": 2}}, "given.cubes: 2 cubes cannot lie on site I (burdigala.cube.last)"),
        ({"cubes": {"i": 1}, "complete": ["i"]}, "given.cubes: 1 cubes cannot lie on site I"),
        ({"switches": {"cubes": 1}, "tiles": {"i": 5}, "cubes": {"i": 2}}, "given.cubes: 2 cubes are needed; there are 1"),
        ({"bonus": {"i": 3}}, "given.bonus: district I has no place for a token (burdigala.comp.bonus_spots)"),
        ({"bonus": {"vi": 4}}, "given.bonus: there are not so many such tokens (burdigala.comp.bonus)"),
        ({"bonus": {"vi": 3}, "complete": ["via"]}, "given.bonus: the first building of district VI has taken it"),
        ({"stage": "throw", "dice": [1, 2]}, "given.dice: the dice are not thrown yet (burdigala.turn.sequence)"),
        ({"stage": "move", "dice": [0, 0]}, "given.dice: the dice are thrown (burdigala.turn.sequence)"),
        ({"stage": "move", "dice": [1, 7]}, "given.dice: 7 is not from 0 to 6 (burdigala.comp.dice)"),
        ({"stage": "move", "moved": 3}, "given.moved: nobody has moved yet"),
        ({"stage": "build", "moved": 3}, "given.moved: this player has no character on square 3"),
        ({"stage": "build", "moved": 1, "complete": ["i"]}, "given.moved: there is nothing to build here"),
        ({"stage": "placing", "players": [{"meeples": [1, 2]}, {}]}, "not as many as this seat has placed in its turn"),
        ({"stage": "placing", "seat": 1}, "given.seat: is not the seat that places next (burdigala.setup.place)"),
        ({"stage": "late"}, "given.stage: 'late' is not one of placing, turn, throw"),
        ({"start": 2}, "given.start: 2 is not from 0 to 1"),
        ({"seat": 2}, "given.seat: there is no seat 2"),
        ({"plot_discard": 40}, "given.plot_discard: 40 cards; 34 lie nowhere else (burdigala.comp.plot)"),
        ({"players": 2, "stage": "move"}, "given.stage: is decided by the set-up; list the players to give a position"),
        ({"players": [{}]}, "given.players: for 2 to 4 players, not 1"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(given: dict[str, Any], refused: str) -> None:
    with pytest.raises(LabError) as error:
        read(**given)
    assert refused in str(error.value)
    assert "\n" not in str(error.value)


def test_bounds_of_a_position_are_those_of_the_fields() -> None:
    state = position(stage="move")
    state.dice, state.players[1].meeples, state.turn = (7, 1), (29,), -1
    assert [(fault.seat, fault.field, fault.problem, fault.rule) for fault in faults(state)] == [
        (-1, "turn", "-1 is not from 0 to 99999", "burdigala.turn.order"),
        (-1, "dice", "a die shows 1 to 6", "burdigala.comp.dice"),
        (1, "meeples", "there is no square 29; squares are numbered 1 to 28", "burdigala.comp.checkpoints"),
    ]
    with pytest.raises(LabError, match=r"^table: turn: -1 is not from 0 to 99999 \(burdigala\.turn\.order\)$"):
        check_position(state)


SMALL = st.integers(-1, 8)
SQUARES = st.lists(st.integers(0, 29), max_size=4)
PLOT_CARDS = st.lists(st.sampled_from((*PLOTS, "unknown")), max_size=4)
GOODS_CARDS = st.dictionaries(st.sampled_from(GOODS), SMALL, max_size=5)
SITES = st.sampled_from(("i", "iia", "v", "via", "vib", "xiv", "vi"))
A_PLAYER = st.fixed_dictionaries(
    {},
    optional={
        "meeples": SQUARES,
        "hand": PLOT_CARDS,
        "laid": PLOT_CARDS,
        "goods": GOODS_CARDS,
        "tokens": st.lists(SMALL, max_size=5),
        "sealed": st.lists(SMALL, max_size=2),
        "earned": st.dictionaries(st.sampled_from(("cubes", "bonus")), SMALL),
        "yards_seen": st.lists(SITES, max_size=3),
        "goods_seen": st.lists(st.lists(st.sampled_from(GOODS), max_size=1), max_size=4),
        "pool_seen": st.lists(SMALL, max_size=2),
    },
)
A_TABLE = st.fixed_dictionaries(
    {"players": st.lists(A_PLAYER, min_size=2, max_size=4), "stage": st.sampled_from(STAGES)},
    optional={
        "seat": SMALL,
        "start": SMALL,
        "turn": SMALL,
        "dice": st.tuples(SMALL, SMALL).map(list),
        "thrown": st.tuples(SMALL, SMALL).map(list),
        "moved": st.integers(0, 29),
        "played": SMALL,
        "crassus": SMALL,
        "stuck": st.booleans(),
        "extra_turn": st.booleans(),
        "tiles": st.dictionaries(SITES, SMALL | st.sampled_from(("altar", "necropolis", "t05"))),
        "cubes": st.dictionaries(SITES, SMALL),
        "complete": st.lists(SITES, max_size=4),
        "bonus": st.dictionaries(st.sampled_from(("i", "ii", "vi")), SMALL),
        "goods_pile": st.lists(st.sampled_from(GOODS), max_size=6),
        "plot_pile": PLOT_CARDS,
        "plot_discard": SMALL | PLOT_CARDS,
        "plot_removed": st.integers(-1, 40),
    },
)


@given(A_TABLE)
@settings(max_examples=300, deadline=None)
def test_whatever_is_said_makes_a_legal_position_or_is_refused_in_one_line(said: dict[str, Any]) -> None:
    try:
        found = Scenario.read({"game": "burdigala", "given": said})
    except LabError as error:
        assert "\n" not in str(error)
        assert "given" in str(error)
        return
    game = found.game()
    check_position(game.state)
    game.to_scenario()
    for lang in LANGUAGES:
        assert prove(found).told(lang)


# From a game and back


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("choices", [0, 3, 8, 17, 40, 80, 120, 160])
def test_any_game_becomes_a_scenario_that_leads_to_the_same_position(players: int, choices: int) -> None:
    game = random_game(players, choices + players, choices, seven_token_seen=players != 3)
    data = game.to_scenario()
    again = Scenario.read(data)
    assert again.manifest is MANIFEST
    if choices > 8 and game.pending is not None:
        assert isinstance(data["given"]["players"], list)
        assert len(data["when"]) < 8


def test_what_came_of_the_last_choices_is_told() -> None:
    game = new_game(2, 3)
    play(game, *(f"place:{square}" for square in (1, 4, 25, 28, 12, 26)))
    before = game.node
    while game.pending is not None and game.pending.kind != "seven" and game.state.turn < 2:
        game.play(str(legal(game)[0]))
    data = game.to_scenario(since=before)
    assert [expected for expected in data["then"] if "event" in expected]
    assert data["given"]["players"] != 2


def test_a_short_text_goes_there_and_back() -> None:
    game = random_game(3, 5, 60)
    assert bl.from_text(game.to_text()).state.digest() == game.state.digest()


# In words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_field_has_its_words(lang: str) -> None:
    texts = MANIFEST.texts
    words = FieldWords(MANIFEST, position(), ("Ada", "Bea"), lang)
    for seat in (None, 0):
        for field in FIELDS.of(seat).values():
            if field.expected or (field.given and field.opening):
                assert texts.has("scenario", field.key, lang), field.name
            if (field.given and field.edited) or (field.shown and not field.of_game):
                assert texts.has("field", field.name, lang), field.name
    assert all(words.card(plot) for plot in PLOTS)
    assert [texts.form("stage", stage, lang) for stage in STAGES]
