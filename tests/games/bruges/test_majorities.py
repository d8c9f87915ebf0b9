"""The majorities inspector against the engine: leaders, flips and worth as the rules have them, bounds as a search finds them."""

from __future__ import annotations

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.play.majority_outlook import Area, majorities, most
from bruges_lab.games.bruges.rules.majorities import standings
from bruges_lab.games.bruges.words import AREAS, COLOURS
from bruges_lab.kernel import Stream, advance, choose

GAMES = [(players, seed, policy) for players in (2, 3, 4) for seed, policy in ((5, "random"), (6, "greedy"), (7, "random"))]

DICE = dict.fromkeys(COLOURS, 4)


def played(players: int, seed: int, policy: str = "greedy") -> bl.Game[State]:
    game = bl.new_game(players, seed)
    return bl.play_out(game, policy, seed).into(game)


@pytest.fixture(scope="module", params=GAMES, ids=lambda param: "-".join(map(str, param)))
def game(request: pytest.FixtureRequest) -> bl.Game[State]:
    return played(*request.param)


# Leaders and flips


TURNED = ("majority.turned", "majority.shared")


def test_leaders_and_flips_foretell_phase_four(game: bl.Game[State]) -> None:
    """Before the last choice of a round: who leads, or whom the choice makes lead, is who turns or keeps a marker."""
    rounds = 0
    for node in game.nodes:
        judged = [raw for raw in node.raw if raw[1] in (*TURNED, "majority.kept", "majority.none")]
        if not judged or node.parent is None or node.by_chance:
            continue
        game.goto(node.parent)
        found = majorities(game)
        rounds += 1
        for number, area in enumerate(found.areas):
            mine = [flip.after for flip in area.flips if flip.option == node.option]
            expected = mine[0] if mine else area.leaders
            happened = {raw[2] for raw in judged if raw[3]["area"] == number and raw[1] != "majority.none"}
            assert happened == set(expected)
            turned = {raw[2] for raw in judged if raw[3]["area"] == number and raw[1] in TURNED}
            assert all(not area.shares[seat].marker for seat in turned)
            if not mine:
                assert turned == set(area.gains)
    assert rounds >= 5


def test_every_flip_is_a_legal_choice_that_changes_the_leader(game: bl.Game[State]) -> None:
    for number in range(0, len(game.nodes), 11):
        game.goto(number)
        found = majorities(game)
        for flip in found.flips[:4]:
            assert flip.choice in game.legal()
            assert flip.before != flip.after
            game.goto(number)
            game.play(flip.choice)
            assert majorities(game)[flip.area].leaders == flip.after
            game.goto(number)


def test_what_a_choice_brings_by_itself_counts_too() -> None:
    """The Troublemaker takes the other's only tile as soon as the person is placed."""
    own = {"hand": ["troublemaker"], "houses": ["red"], "guilders": 12, "canals": {"left": 1}}
    players = [own, {"canals": {"left": 1}}]
    area = majorities(bl.scenario({"given": {"phase": "actions", "dice": DICE, "players": players}}))["canal"]
    assert [(flip.option[0], flip.before, flip.after) for flip in area.flips] == [("recruit", (), (0,))]


def test_counts_are_the_engines_own_and_add_up(game: bl.Game[State]) -> None:
    for number in range(0, len(game.nodes), 17):
        game.goto(number)
        found = majorities(game)
        for area, word in enumerate(AREAS):
            numbers = standings(game.state, area)
            assert [share.number for share in found[word].shares] == numbers
            ranked = sorted(numbers, reverse=True)
            assert found[word].lead == ranked[0] - ranked[1]
            for share in found[word].shares:
                player = game.state.players[share.seat]
                own = (player.reputation, len(player.people), sum(player.canals))[area]
                assert share.number == own + sum(more for _, more in share.helped)
                assert share.marker == player.majorities[area]
                assert share.leads == (share.needs == 0)


def test_what_is_needed_is_just_enough() -> None:
    given = {
        "phase": "actions",
        "dice": DICE,
        "players": [{"canals": {"left": 3}, "hand": ["red"]}, {"canals": {"left": 1}}, {"reputation": 1}],
    }
    found = majorities(bl.scenario({"given": given}))
    assert [share.needs for share in found["canal"].shares] == [0, 3, 4]
    assert [share.needs for share in found["reputation"].shares] == [2, 2, 0]
    assert [share.needs for share in found["people"].shares] == [1, 1, 1]
    assert found["people"].leaders == ()


def test_with_the_judge_a_tie_is_enough() -> None:
    judge = [{"card": "blue", "person": "judge"}, {"card": "red", "person": "prince"}]
    other = {"canals": {"left": 2}, "houses": [{"card": "red", "person": "bishop"}]}

    def canals(tiles: int) -> Area:
        own = {"houses": judge, "canals": {"left": tiles}, "hand": ["red"]}
        return majorities(bl.scenario({"given": {"phase": "actions", "dice": DICE, "players": [own, other]}}))["canal"]

    assert [share.needs for share in canals(0).shares] == [2, 0]
    assert canals(2).leaders == (0,)
    assert canals(2).lead == 0
    assert [share.needs for share in canals(2).shares] == [0, 1]


def test_people_who_add_to_a_count_are_named() -> None:
    given = {
        "phase": "actions",
        "dice": DICE,
        "players": [{"hand": [], "houses": [{"card": "blue", "person": "councilman"}]}, {}],
    }
    game = bl.scenario({"given": given})
    (share, other) = majorities(game)["people"].shares
    ((person, more),) = share.helped
    assert game.state.deck[person].id == "councilman"
    assert share.number == 1 + more
    assert other.helped == ()


# Worth


def test_a_marker_is_worth_what_the_ruleset_says_and_more_with_laurels() -> None:
    deck = Deck.load()
    laurel = next(
        card for card in deck.cards if any(op.words.get("per") == "majorities" for op in card.effect if op.name == "score_per")
    )
    given = {"phase": "actions", "dice": DICE, "players": [{"hand": [], "houses": [{"card": "red", "person": laurel.id}]}, {}]}
    plain, with_nine = (majorities(bl.scenario({"given": {**given, "switches": s}})) for s in ({}, {"majority_points": 9}))
    assert plain["canal"].shares[1].worth == 4
    assert with_nine["canal"].shares[1].worth == 9
    assert plain["canal"].shares[0].worth > 4


def test_a_turned_marker_is_no_gain_any_more() -> None:
    given = {
        "phase": "actions",
        "dice": DICE,
        "players": [{"canals": {"left": 3}, "majorities": ["canal"], "hand": ["red"]}, {"reputation": 2}],
    }
    found = majorities(bl.scenario({"given": given}))
    assert found["canal"].gains == {}
    assert found["reputation"].gains == {1: 4}


# What can still come: every way to play the cards, tried out


def quiet_cards() -> list[str]:
    """People whose effect does not come by itself, by colour and price."""
    adding = {card for area in Deck.load().adding for card in area}
    return [card.id for place, card in enumerate(Deck.load().cards) if card.when in ("worker", "laurel") and place not in adding]


def position(number: int) -> bl.Game[State]:
    """One player with cards, guilders, workers and houses; nobody else can do anything."""
    stream = Stream(number, "bounds")
    cards = quiet_cards()
    names = [cards[stream.below(len(cards))] for _ in range(6)]
    mine = {
        "guilders": stream.below(13),
        "workers": {colour: stream.below(2) for colour in COLOURS},
        "canals": {"left": stream.below(4), "right": stream.below(4)},
        "houses": [COLOURS[stream.below(5)] for _ in range(stream.below(3))],
        "hand": list(dict.fromkeys(names))[: 2 + stream.below(3)],
    }
    dice = {colour: 1 + stream.below(6) for colour in COLOURS}
    turn = 1 + stream.below(4)
    return bl.scenario(
        {"given": {"phase": "actions", "turn": turn, "dice": dice, "players": [mine, {"workers": 0, "guilders": 0}]}}
    )


def best_by_search(state: State) -> list[int]:
    """The highest count of seat 0 in each area that any line of play reaches this round, without activating anybody."""
    best = [0, 0, 0]
    seen = set()
    waiting = [state.copy()]
    while waiting:
        here = waiting.pop()
        pending = advance(here)
        best = [max(a, standings(here, area)[0]) for area, a in enumerate(best)]
        if pending is None or here.round != state.round or here.key() in seen or pending.kind not in ("turn.act", "turn.more"):
            continue
        seen.add(here.key())
        for option in pending.raw:
            if option[0] != "activate":
                twin = here.copy()
                choose(twin, option)
                waiting.append(twin)
    return best


@each("number", range(60))
def test_the_bound_is_what_a_search_of_all_plays_finds(number: int) -> None:
    game = position(number)
    start = [standings(game.state, area)[0] for area in range(3)]
    reached = best_by_search(game.state)
    assert [most(game.state, 0, area) for area in range(3)] == [
        after - before for after, before in zip(reached, start, strict=True)
    ]


def test_the_bounds_that_were_searched_are_of_all_kinds() -> None:
    found = [[most(position(number).state, 0, area) for area in range(3)] for number in range(60)]
    assert {bound[1] for bound in found} >= {0, 1, 2}
    assert {bound[2] for bound in found} >= {0, 1, 2}


@pytest.mark.parametrize(("guilders", "steps"), [(2, 0), (3, 1), (9, 1)])
def test_a_step_counts_while_it_is_on_offer_and_can_be_paid(guilders: int, steps: int) -> None:
    dice = dict.fromkeys(COLOURS, 4) | {"blue": 1, "red": 2}
    players = [{"guilders": guilders}, {"guilders": 9}]
    game = bl.scenario({"given": {"phase": "dice", "dice": dice, "players": players}})
    assert majorities(game)["reputation"].shares[0].most == steps
    later = bl.scenario({"given": {"phase": "actions", "dice": dice, "players": [{"guilders": 9, "hand": ["red"]}, {}]}})
    assert majorities(later)["reputation"].shares[0].most == 0


def test_a_finished_game_has_nothing_to_come(game: bl.Game[State]) -> None:
    game.goto(next(node for node in game.nodes if not node.state.agenda))
    found = majorities(game)
    assert found.over
    assert found.flips == ()
    assert {share.most for share in found.records} == {0}


# How it shows itself


@each("lang", ["en", "de", "fr", "it"])
def test_it_is_told_in_four_languages(game: bl.Game[State], lang: str) -> None:
    flipping = next(number for number in range(len(game.nodes)) if game.goto(number) and majorities(game).flips)
    game.goto(flipping)
    found = majorities(game)
    told = found.told(lang)
    assert str(found.flips[0].choice) in told
    assert "[majority.canal]" in told
    assert (told == found.told("en")) == (lang == "en")
    assert found._repr_html_().count("<tr>") == 1 + len(game.names)


def test_the_sentence_a_player_wants_to_hear() -> None:
    players = [{"canals": {"left": 2}}, {"hand": ["red", "blue", "yellow"], "guilders": 5, "houses": []}]
    told = majorities(bl.scenario({"given": {"phase": "actions", "dice": DICE, "turn": 2, "seat": 1, "players": players}})).told()
    assert "needs 3 more, can get" in told
    assert "3 turns, 3 cards, 5 guilders left" in told


def test_hostile_names_stay_text() -> None:
    game = bl.new_game(2, 1, names=("<script>alert(1)</script>", "& \"'"))
    html = majorities(game)._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_bad_arguments_are_refused_in_one_line() -> None:
    with pytest.raises(bl.LabError, match="give the game"):
        majorities(bl.new_game(2, 1).state)  # type: ignore[arg-type]
    with pytest.raises(bl.LabError, match="unknown area 'luck'"):
        majorities(bl.new_game(2, 1))["luck"]


def test_the_lab_gives_the_same() -> None:
    assert repr(bl.majorities(bl.new_game(3, 2))) == "<Majorities, round 1, reputation nobody, people nobody, canal nobody>"
