"""The plot cards, one by one, at their moments."""

from __future__ import annotations

import pytest
from burdigala_tables import asked, legal, play, refused, site_of, table, told

from bruges_lab.games.burdigala.words import PLOTS

ONCE = ("betrayal", "influence", "indiscretion", "merchant", "sailor", "crassus", "relationship", "theft")


def full_table(at: str, **given: object) -> object:
    """Everything that any card could need, all of them in hand."""
    seats = (
        {"meeples": [7, 28], "hand": [*ONCE, "boat"], "goods": ["wine", "tin"], "tokens": [2, 4]},
        {"meeples": [20, 15], "hand": ["consul"], "laid": ["cart"], "goods": ["wheat", "copper"]},
    )
    return table(*seats, at=at, dice=(2, 3), moved=7, plot_limit=20, harvest_limit=20, **{"tiles": {"V": "forum"}, **given})


# The four moments


@pytest.mark.parametrize("at", ["throw", "move", "build", "end"])
def test_most_cards_go_at_any_moment_two_have_their_own(at: str) -> None:
    game = full_table(at)
    kinds = {choice.kind for choice in game.legal()}
    anytime = {"lay", "betrayal", "indiscretion", "merchant", "sailor", "relationship", "theft"}
    own = {"throw": {"throw"}, "move": {"move", "influence"}, "build": {"build", "crassus"}, "end": {"end"}}[at]
    assert kinds == anytime | own
    if at != "move":
        assert refused(game, "influence:1:up") == ("burdigala.card.influence", "not_now")
    if at != "build":
        assert refused(game, "crassus") == ("burdigala.card.crassus", "not_now")


def test_one_card_a_turn_and_back_to_the_same_question() -> None:
    game = full_table("build")
    play(game, "lay:boat")
    assert game.state.players[0].laid == (PLOTS.index("boat"),)
    assert asked(game) == ("turn.build.plain", 0)
    assert refused(game, "theft:1") == ("burdigala.plot.play", "plot_played")
    assert refused(game, "lay:boat") == ("burdigala.plot.play", "plot_played")
    play(game, "build:v")
    assert game.state.active == 1, "no moment is left for a card"


def test_two_cards_a_turn_if_the_rules_say_so() -> None:
    game = full_table("throw", plots_a_turn=2)
    play(game, "lay:boat")
    assert asked(game) == ("turn.throw", 0)
    play(game, "relationship:4")
    assert game.pending is not None
    assert game.pending.kind == "dice.throw"


def test_without_a_card_in_hand_nobody_is_asked() -> None:
    game = table({"meeples": [7, 28]}, {"meeples": [20, 15]}, at="throw")
    assert game.pending is not None
    assert game.pending.kind == "dice.throw"
    play(game, "dice:1:2")
    assert refused(game, "theft:1") == ("burdigala.plot.play", "no_plots")


def test_a_single_answer_is_not_given_by_itself_while_a_card_may_be_played() -> None:
    """Otherwise everybody would know that no card in hand can be played."""
    for hand, asks in ((["theft"], True), ([], False)):
        game = table({"meeples": [1, 28], "hand": hand}, {"meeples": [20]}, at="build", dice=(1, 3), moved=1)
        assert (asked(game) == ("turn.build", 0)) == asks
        assert ("forced" in [event.kind for event in game.events]) == (not asks)


# Permanent cards


def test_a_permanent_card_is_laid_once() -> None:
    game = table({"meeples": [7, 28], "hand": ["cart", "boat", "theft"], "laid": ["cart"]}, at="move", dice=(1, 2), plot_limit=4)
    assert legal(game, "lay") == ["lay:boat"]
    assert refused(game, "lay:cart") == ("burdigala.plot.no_twins", "twin")
    assert refused(game, "lay:theft") == ("burdigala.plot.permanent", "not_permanent")
    assert refused(game, "lay:consul") == ("burdigala.plot.play", "not_in_hand")


def test_the_boat_works_in_the_turn_it_is_laid() -> None:
    game = table({"meeples": [12, 28], "hand": ["boat"]}, {"meeples": [20]}, at="move", dice=(1, 5))
    assert "move:12:18" not in legal(game)
    play(game, "lay:boat")
    assert "move:12:18" in legal(game)


def test_one_stretch_or_several() -> None:
    seats = ({"meeples": [12, 28], "laid": ["boat"]}, {"meeples": [20]})
    assert "move:12:14" in legal(table(*seats, dice=(2, 2))), "with a double anyway"
    far = table(*seats, dice=(2, 6))
    assert told(play(far, "move:12:14"), "meeple.moved")[0]["way"] == (12, 18, 14)
    one = table(*seats, dice=(2, 2), boat_stretches="one")
    assert "move:12:14" in legal(one), "the double does not owe it to the Boat"
    assert "move:12:14" not in legal(table(*seats, dice=(2, 1), boat_stretches="one"))


def test_from_one_express_way_to_another() -> None:
    seats = ({"meeples": [1, 28], "laid": ["cart"]}, {"meeples": [15]})
    assert "move:1:27" not in legal(table(*seats, dice=(1, 2)))
    assert "move:1:27" in legal(table(*seats, dice=(1, 2), expressways="hub"))


def test_ways_may_be_free() -> None:
    seats = ({"meeples": [1, 28], "laid": ["cart"]}, {"meeples": [15]})
    assert "move:1:26" not in legal(table(*seats, dice=(1, 1), ways_cost=1))
    assert "move:1:26" in legal(table(*seats, dice=(1, 6), ways_cost=0))


def test_good_harvest_allows_five_itself_included() -> None:
    seats = ({"meeples": [7, 11], "hand": ["theft", "theft", "boat"], "laid": ["good_harvest"]}, {"meeples": [20, 28]})
    game = table(*seats, at="build", dice=(1, 3), moved=7, tiles={"V": "gate"}, cubes={"V": 1})
    play(game, "build:v")
    assert asked(game) == ("turn.end", 0)
    assert len(game.state.players[0].hand) == 4


# Betrayal


def test_betrayal_removes_a_named_open_card() -> None:
    game = full_table("throw")
    assert legal(game, "betrayal") == ["betrayal:1:cart", "betrayal:1:hand"]
    events = play(game, "betrayal:1:cart")
    assert told(events, "plot.removed") == [{"plot": PLOTS.index("cart"), "by": 0}]
    assert game.state.plot_removed == (PLOTS.index("cart"),)
    assert game.state.players[1].laid == ()


def test_betrayal_takes_a_random_card_from_a_hand_and_shows_it() -> None:
    game = full_table("throw")
    play(game, "betrayal:1:hand")
    assert game.pending is not None
    assert [(str(choice), str(odds)) for choice, odds in game.pending.outcomes or ()] == [("betrayed:consul", "1")]
    play(game, "betrayed:consul")
    assert game.state.players[1].hand == ()
    seen = game.view(1).events
    assert told(seen, "plot.removed") == [{"plot": PLOTS.index("consul"), "by": 0}]


def test_nobody_is_betrayed_who_has_nothing() -> None:
    game = table({"meeples": [7, 28], "hand": ["betrayal"]}, {"meeples": [20]}, at="throw")
    assert legal(game) == ["throw"]
    assert refused(game, "betrayal:1:hand") == ("burdigala.card.betrayal", "no_such_plot")
    assert refused(game, "betrayal:0:hand") == ("burdigala.card.betrayal", "no_opponent")
    assert refused(game, "betrayal:5:hand") == ("burdigala.card.betrayal", "no_opponent")


def test_who_loses_good_harvest_discards_at_once() -> None:
    seats = (
        {"meeples": [7, 28], "hand": ["betrayal"]},
        {"meeples": [20], "hand": ["cart"] * 3 + ["boat"], "laid": ["good_harvest"]},
    )
    game = table(*seats, at="throw")
    play(game, "betrayal:1:good_harvest")
    assert asked(game) == ("discard", 1)
    play(game, "discard:cart")
    assert game.pending is not None
    assert game.pending.kind == "dice.throw"


# Influence


def test_influence_changes_a_die_and_what_it_makes() -> None:
    seats = ({"meeples": [12, 1], "hand": ["influence"]}, {"meeples": [20]})
    game = table(*seats, at="move", dice=(1, 2))
    assert legal(game, "influence") == ["influence:1:up", "influence:2:up", "influence:2:down"]
    assert refused(game, "influence:1:down") == ("burdigala.card.influence", "not_on_a_die")
    assert refused(game, "influence:3:up") == ("burdigala.card.influence", "no_die")
    assert "move:1:25" not in legal(game)
    events = play(game, "influence:2:down")
    assert told(events, "die.changed") == [{"die": 2, "was": 2, "now": 1}]
    assert game.state.dice == (1, 1)
    assert "move:1:25" in legal(game), "the changed throw is a double"
    strict = table(*seats, at="move", dice=(1, 2), influence_counts=False)
    play(strict, "influence:2:down")
    assert "move:1:25" not in legal(strict)


def test_influence_makes_a_seven_or_not() -> None:
    for switches, offered in (({}, True), ({"influence_counts": False}, False)):
        seats = ({"meeples": [1, 28], "hand": ["influence"]}, {"meeples": [20]})
        game = table(*seats, at="move", dice=(2, 4), **switches)
        play(game, "influence:1:up", "move:1:7", "build:v")
        assert (asked(game) == ("seven", 0)) == offered


def test_a_nothing_and_a_seven_on_one_die_if_so_read() -> None:
    seats = ({"meeples": [1, 28], "hand": ["influence"]}, {"meeples": [20]})
    game = table(*seats, at="move", dice=(1, 6), influence_bounds="free")
    assert len(legal(game, "influence")) == 4
    play(game, "influence:1:down")
    assert game.state.dice == (0, 6)
    assert all(data["die"] == 6 for data in told(play(game, legal(game, "move")[0]), "meeple.moved"))


# Indiscretion


def test_indiscretion_shows_three_completed_sides() -> None:
    game = full_table("throw")
    play(game, "indiscretion")
    assert asked(game) == ("look", 0)
    assert refused(game, "look:xiv") == ("burdigala.card.indiscretion", "look_in_order")
    play(game, "look:iia")
    assert refused(game, "look:i") == ("burdigala.card.indiscretion", "look_in_order")
    play(game, "look:via")
    events = play(game, "look:xiv")
    s = game.state
    site = site_of(s, "XIV")
    assert told(events, "tiles.seen") == [{"site": site, "tile": s.laid_tiles[site]}]
    assert game.view(0).state.laid_tiles[site] == s.laid_tiles[site]
    assert game.view(1).state.laid_tiles[site] == -s.size(site)
    assert game.view(1).state.players[0].yards_seen == tuple(site_of(s, name) for name in ("IIa", "VIa", "XIV"))
    assert told(game.view(1).events, "tiles.seen")[-1] == {"site": site, "tile": None}


def test_fewer_yards_are_all_looked_at_and_none_is_no_use() -> None:
    names = [site.name for site in full_table("throw").state.board.sites]
    game = full_table("end", complete=names[2:])
    play(game, "indiscretion")
    assert game.state.players[0].yards_seen == (0, 1)
    assert refused(full_table("end", complete=names), "indiscretion") == ("burdigala.plot.need", "no_yards")


# Merchant, Sailor, Theft


def test_the_merchant_looks_and_swaps() -> None:
    game = full_table("throw")
    play(game, "merchant:1")
    assert asked(game) == ("swap", 0)
    assert game.view(0).state.players[1].goods == (2, 3)
    assert legal(game) == ["swap:copper:wine", "swap:copper:tin", "swap:wheat:wine", "swap:wheat:tin"]
    assert refused(game, "swap:wine:tin") == ("burdigala.card.merchant", "no_such_good")
    assert refused(game, "swap:copper:wheat") == ("burdigala.card.merchant", "no_such_good")
    play(game, "swap:copper:tin")
    assert [sorted(player.goods) for player in game.state.players] == [[0, 2], [3, 4]]
    assert game.view(0).state.players[1].goods == (3, 4), "who has seen them goes on knowing them"
    assert game.view(1).state.players[0].goods == (2, -1), "and the other knows what was taken"


def test_the_merchant_needs_goods_on_both_sides() -> None:
    poor = table({"meeples": [7, 28], "hand": ["merchant", "theft"]}, {"meeples": [20], "goods": ["wine"]}, at="throw")
    assert refused(poor, "merchant:1") == ("burdigala.card.merchant", "no_goods")
    assert poor.why_not("merchant:1").data == {"seat": 0}, "the refusal names who has nothing"
    assert legal(poor) == ["throw", "theft:1"]
    other = table({"meeples": [7, 28], "hand": ["merchant", "theft"], "goods": ["wine"]}, {"meeples": [20]}, at="throw")
    assert legal(other) == ["throw"]
    assert other.why_not("merchant:1").data == {"seat": 1}
    assert refused(other, "theft:1") == ("burdigala.card.theft", "no_goods")


def test_the_sailor_brings_three_and_keeps_one() -> None:
    game = full_table("throw")
    before = game.state.goods_left
    play(game, "sailor")
    assert asked(game) == ("keep", 0)
    assert len(game.state.offered) == 3
    assert game.view(1).state.offered == (-1, -1, -1)
    play(game, f"keep:{legal(game)[0].split(':')[1]}", "order:3")
    assert (len(game.state.players[0].goods), game.state.goods_left, game.state.offered) == (3, before - 1, ())


def test_the_sailor_takes_what_there_is() -> None:
    game = full_table("end", goods_pile=["tin"])
    play(game, "sailor", "keep:tin")
    assert game.over, "the last card: the game ends with this turn"
    assert refused(full_table("end", goods_pile=[]), "sailor") == ("burdigala.plot.need", "no_pile")


def test_theft_takes_a_random_card() -> None:
    game = full_table("throw")
    play(game, "theft:1")
    assert game.pending is not None
    assert [(str(choice), str(odds)) for choice, odds in game.pending.outcomes or ()] == [
        ("stolen:copper", "1/2"),
        ("stolen:wheat", "1/2"),
    ]
    play(game, "stolen:wheat")
    assert [sorted(player.goods) for player in game.state.players] == [[0, 3, 4], [2]]
    assert game.view(1).state.players[0].goods == (3, -1, -1)
    assert told(game.view(1).events, "merchandise.stolen") == [{"owner": 1, "good": 3}]


# Publius Crassus


def test_crassus_places_two_and_the_last_scores() -> None:
    game = full_table("build")
    play(game, "crassus")
    events = play(game, "build:v")
    assert len(told(events, "cube.placed")) == 2
    assert [data["points"] for data in told(events, "points.scored")] == [2]


def test_crassus_needs_two_places_on_the_site() -> None:
    game = full_table("build", cubes={"V": 3})
    play(game, "crassus")
    assert refused(game, "build:v") == ("burdigala.card.crassus", "no_room")
    assert refused(full_table("build", supply=1), "crassus") == ("burdigala.plot.need", "no_room_for_more")


def test_crassus_and_a_seven_are_three_cubes() -> None:
    seats = ({"meeples": [7, 28], "hand": ["crassus"]}, {"meeples": [20]})
    game = table(*seats, at="build", dice=(3, 4), moved=7, tiles={"V": "forum"})
    events = play(game, "crassus", "build:v", "corrupt", "token:0", "favour:cube")
    assert len(told(events, "cube.placed")) == 3
    assert [data["points"] for data in told(events, "points.scored")] == [1]


def test_crassus_on_a_site_of_choice_if_so_read() -> None:
    game = full_table("build", crassus_site="adjoining", cubes={"V": 3})
    play(game, "crassus", "build:iia")
    assert "extra:v" in legal(game)
    assert refused(game, "extra:xiv") == ("burdigala.card.crassus", "no_room")
    events = play(game, "extra:v")
    assert [data["site"] for data in told(events, "cube.placed")] == [site_of(game.state, "IIa"), site_of(game.state, "V")]
    assert [event.rule for event in events if event.kind == "points.scored"] == ["burdigala.cube.last.points"], (
        "only the last scores"
    )


@pytest.mark.parametrize(
    ("incomplete", "where", "possible"), [(2, "adjoining", True), (1, "adjoining", False), (2, "same", False)]
)
def test_crassus_elsewhere_needs_a_second_site_with_a_place(incomplete: int, where: str, possible: bool) -> None:
    """The cube of the turn takes the last place of one site; that of Publius Crassus needs another (B-043)."""
    seats = ({"meeples": [7, 28], "hand": ["crassus"]}, {"meeples": [20]})
    state = table(*seats, at="build", moved=7).state
    names = [state.board.sites[site].name for site in state.board.square(7).sites]
    one_place_each = {name: state.size(site_of(state, name)) - 1 for name in names[:incomplete]}
    game = table(*seats, at="build", moved=7, crassus_site=where, cubes=one_place_each, complete=names[incomplete:])
    assert ("crassus" in legal(game)) == possible
    if not possible:
        assert refused(game, "crassus") == ("burdigala.plot.need", "no_room_for_more")


# Relationship


def test_relationship_gives_back_a_token_of_choice() -> None:
    game = full_table("throw")
    assert legal(game, "relationship") == ["relationship:2", "relationship:4"]
    assert refused(game, "relationship:5") == ("burdigala.card.relationship", "no_such_token")
    play(game, "relationship:4")
    assert (game.state.players[0].tokens, len(game.state.pool)) == ((2,), 23)
    assert told(game.view(1).events, "tokens.returned") == [{"count": 1, "tokens": None}]


def test_a_token_that_was_never_seen_can_go_back_unseen() -> None:
    seats = ({"meeples": [7, 28], "hand": ["relationship"], "sealed": [5]}, {"meeples": [20]})
    game = table(*seats, at="throw", seven_token_seen=False)
    assert legal(game, "relationship") == ["relationship:unseen"]
    play(game, "relationship:unseen")
    assert game.state.players[0].sealed == ()
    assert told(game.view(0).events, "tokens.returned_unseen") == [{"count": 1, "tokens": None}]


@pytest.mark.parametrize(("supply", "both"), [(2, False), (3, True)])
def test_a_seven_leaves_the_cube_that_crassus_puts_elsewhere(supply: int, both: bool) -> None:
    """One for the site, one for the other: a third must be in the supply before a seven can offer it."""
    seats = ({"meeples": [7], "hand": ["crassus"]}, {"meeples": [20]})
    game = table(*seats, at="build", moved=7, dice=(5, 2), supply=supply, crassus_site="adjoining", tiles={"VIa": "circus"})
    play(game, "crassus", "build:via", "extra:vib", "corrupt", "token:3")
    assert (asked(game) == ("favour", 0)) == both
    if both:
        assert legal(game) == ["favour:cube", "favour:merchandise"]
        play(game, "favour:cube")
    assert game.state.supply == 0
