"""Set-up and placing, and the ruleset with its switches."""

from __future__ import annotations

from pathlib import Path

import pytest
from burdigala_tables import asked, legal, new_game, refused

from bruges_lab import places
from bruges_lab.games.burdigala.kit import BurdigalaKit, lay_out, material
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.kernel import LabError, Stream
from bruges_lab.kernel.rulesets import RulesetFault

SWITCHES = {
    "cubes_return": "B-008",
    "start_player": "B-010",
    "placing": "B-011",
    "repeat": "B-013",
    "pass_over": "B-014",
    "neighbours": "B-020",
    "neighbour_cards": "B-020",
    "displaced_port": "B-025",
    "ways_cost": "B-026",
    "extra_turns": "B-027",
    "seven_token_seen": "B-028",
    "score_floor": "B-034",
    "most_corrupt_at_zero": "B-035",
    "tie": "B-036",
    "consul_for": "B-037",
    "in_vino": "B-039",
    "influence_bounds": "B-041",
    "influence_counts": "B-041",
    "crassus_site": "B-043",
    "plot_reshuffle": "B-046",
    "round_trip": "B-051",
    "expressways": "B-070",
    "boat_stretches": "B-071",
}


def test_the_23_switches_cite_their_open_points() -> None:
    fields = Ruleset.fields()
    found = {name: field.entry for name, field in fields.items() if field.unit == "switch"}
    assert found == SWITCHES
    assert len(found) == 23
    assert all(field.rule.startswith("burdigala.") for field in fields.values())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"dice_faces": 1}, "dice_faces"),
        ({"dice_faces": 13}, "dice_faces"),
        ({"plot_limit": 0}, "plot_limit"),
        ({"characters_two": 0}, "characters_two"),
        ({"plot_limit": 6}, "harvest_limit: is less than plot_limit (burdigala.card.good_harvest)"),
        ({"tie": "coin"}, "tie"),
        ({"set_points": (1, 3, 6, 10)}, "set_points"),
        ({"set_points": (1, 3, 2, 10, 15)}, "set_points: a larger set is worth no less"),
        ({"min_players": 4, "max_players": 3}, "min_players: is more than max_players"),
    ],
)
def test_numbers_that_cannot_be_played_are_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(RulesetFault) as error:
        Ruleset().changed(**change)  # type: ignore[arg-type]
    assert said in str(error.value)


@pytest.mark.parametrize(("players", "meeples"), [(2, 3), (3, 2), (4, 2)])
def test_what_everybody_begins_with(players: int, meeples: int) -> None:
    game = new_game(players)
    s = game.state
    assert (len(s.laid_tiles), len(s.spare), s.supply, len(s.pool), s.goods_left) == (18, 3, 30, 24, 21)
    assert s.plot_left == 34 - players
    assert sorted(s.bonus) == [0] * 10 + [2, 2, 3, 3]
    for player in s.players:
        assert (player.points, len(player.hand), player.goods, player.tokens, player.meeples) == (0, 1, (), (), ())
    order = []
    while asked(game) is not None and asked(game)[0] == "place":  # type: ignore[index]
        order.append(asked(game)[1])  # type: ignore[index]
        game.play(0)
    first = s.start
    assert order == [(first + i) % players for i in range(players)] * meeples
    assert all(len(player.meeples) == meeples for player in game.state.players)
    assert game.state.active == first


def test_a_meeple_starts_on_any_empty_square_and_a_port_brings_nothing() -> None:
    game = new_game(2, start_player="seat")
    assert len(legal(game)) == 28
    game.play("place:12")
    assert game.state.players[0].goods == ()
    assert refused(game, "place:12") == ("burdigala.setup.place.single", "occupied")
    assert refused(game, "place:29") == ("burdigala.comp.checkpoints", "no_square")
    assert len(legal(game)) == 27


def test_back_and_forth_is_another_order() -> None:
    game = new_game(3, start_player="seat", placing="snake")
    assert [task[1] for task in reversed(game.state.agenda) if task[0] == "place"] == [0, 1, 2, 2, 1, 0]


def test_the_first_player_is_drawn_unless_a_seat_is_fixed() -> None:
    assert {new_game(4, seed).state.start for seed in range(30)} == {0, 1, 2, 3}
    assert {new_game(4, seed, start_player="seat").state.start for seed in range(30)} == {0}


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(LabError, match=r"burdigala\.meta\.players"):
        new_game(players)


def test_too_many_meeples_for_the_board_are_refused() -> None:
    with pytest.raises(LabError, match=r"burdigala\.setup\.meeples\.workforce"):
        new_game(2, characters_two=14)


def test_an_owner_brings_files(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    text = places.data("burdigala", "tiles.toml").read_text(encoding="utf-8")
    file.write_text(text.replace("value = 8", "value = 9"), encoding="utf-8")
    rules = Ruleset()
    mine = lay_out(2, rules, Stream(0, "x"), **material(rules, tiles=file))
    assert mine.tiles.tiles[-1].value == 9
    shared = BurdigalaKit().shared_to_data(mine)
    with pytest.raises(LabError, match="tiles: the game was saved with other tiles; give it as tiles="):
        BurdigalaKit().shared_from_data(shared)
    assert BurdigalaKit(tiles=file).shared_from_data(shared)["tiles"] == mine.tiles
    few = tmp_path / "few.toml"
    for count in (17, 18):
        few.write_text("\n[[tile]]".join(text.split("\n[[tile]]")[: count + 1]), encoding="utf-8")
        with pytest.raises(LabError, match=f"{count} tiles for 18 sites"):
            lay_out(2, rules, Stream(0, "x"), **material(rules, tiles=few))
    with pytest.raises(LabError, match="cards: a file, not 7"):
        material(rules, cards=7)  # type: ignore[arg-type]


def test_as_many_plot_cards_as_are_dealt_will_do() -> None:
    rules = Ruleset()
    given = material(rules)
    cards = given["cards"]
    dealt = lay_out(3, rules, Stream(0, "x"), **{**given, "cards": cards._replace(plots=cards.plots[:3])})
    assert (dealt.plot_left, [len(player.hand) for player in dealt.players]) == (0, [1, 1, 1])
    with pytest.raises(LabError, match=r"2 plot cards do not suffice \(burdigala\.setup\.plot\.deal\)"):
        lay_out(3, rules, Stream(0, "x"), **{**given, "cards": cards._replace(plots=cards.plots[:2])})
