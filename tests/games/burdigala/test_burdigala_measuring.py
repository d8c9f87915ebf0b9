"""What is measured of Burdigala: scores by part and event, rows of simulations, readings side by side, trees, figures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from burdigala_tables import new_game, random_game, table

import bruges_lab as bl
from bruges_lab.analysis.scores import ScoreChange
from bruges_lab.games import shelf
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.play.result_row import Row
from bruges_lab.games.burdigala.rules.scoring import ScoreSheet
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.words import ENDINGS, PLOTS
from bruges_lab.kernel import Ask, Game, LabError

LANGUAGES = ("en", "de", "fr", "it")
LOST = ("corruption", "most_corrupt")
BURDIGALA = shelf.find("burdigala")
SEED = 11


@pytest.fixture(scope="module")
def simulation() -> bl.Simulation:
    return bl.simulate(8, 3, ("greedy", "random", "random"), SEED, game="burdigala")


# Scores

_TELLS = {
    "cubes": {"points.scored"},
    "buildings": {"points.scored"},
    "bonus": {"points.scored"},
    "builders": {"points.scored"},
    "laurels": {"plot.laid", "plot.discarded", "plot.removed"},
    "corruption": {"token.taken", "tokens.returned"},
    "most_corrupt": {"token.taken", "tokens.returned"},
}
"""Which events change which part."""


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (2, 4)])
def test_parts_sum_to_points_and_each_traces_to_its_events(players: int, seed: int) -> None:
    game = random_game(players, seed)
    found = bl.score(game)
    assert found.parts == ScoreSheet._fields
    assert found.final
    assert list(found.totals) == [player.points for player in game.state.players]
    for seat, sheet in enumerate(found.sheets):
        assert sum(sheet.parts.values()) == found.totals[seat]
        for part, points in sheet.parts.items():
            assert sum(change.points for change in found.of(seat, part)) == points
    for change in found.changes:
        assert change.event is not None
        if change.part in _TELLS:
            assert change.event.kind in _TELLS[change.part], change
        if change.event.kind == "points.scored":
            assert (change.seat, change.points) == (change.event.player, change.event.data["points"])


def test_the_final_scoring_counts_the_same_points_once_more() -> None:
    game = random_game(3, 6)
    found = bl.score(game)
    counted = Counter[tuple[int, str]]()
    for change in found.counted:
        counted[change.seat, change.part] += change.points
    for seat, sheet in enumerate(found.sheets):
        for part in ("goods", "laurels", *LOST):
            assert counted[seat, part] == sheet.parts[part], (seat, part)


def test_points_at_the_start_are_told_by_the_set_up() -> None:
    game = new_game(2, 1, start_points=3)
    assert [(one.seat, one.part, one.points, one.event.kind) for one in bl.score(game).changes if one.event is not None] == [
        (0, "start", 3, "score.starts"),
        (1, "start", 3, "score.starts"),
    ]


def test_parts_that_rest_on_reconstructed_tiles_are_marked() -> None:
    found = bl.score(random_game(2, 1))
    assert {part for _, part in found.marked} >= {"cubes", "buildings"}
    assert not {part for _, part in found.marked} & {"goods", "laurels", "corruption", "most_corrupt", "bonus"}
    assert "≈" in found.told()


def test_a_score_is_told_in_four_languages_by_turns() -> None:
    found = bl.score(random_game(2, 2))
    assert len({found.told(lang) for lang in LANGUAGES}) == len(LANGUAGES)
    assert "turn 12" in found.told()
    assert "round" not in found.told()
    assert "Runde" not in found.told("de")
    assert "manche" not in found.told("fr")
    assert all("most corrupt" not in found.told(lang) for lang in LANGUAGES[1:]), "a part has no name"
    assert found._repr_html_()


def test_what_is_lost_stands_left_of_nothing() -> None:
    found = bl.score(random_game(3, 6))
    lost = min(sum(points for points in sheet.parts.values() if points < 0) for sheet in found.sheets)
    assert lost < 0
    shown = found.figure(lang="de")
    low, high = shown.layout.xaxis.range
    assert low < lost
    assert high > max(sum(points for points in sheet.parts.values() if points > 0) for sheet in found.sheets)
    assert shown.layout.barmode == "relative"
    assert any("−" in str(text) for bar in shown.data for text in (bar.text or ()))


def test_of_many_turns_some_are_labelled_the_last_among_them() -> None:
    found = bl.score(random_game(2, 2))
    ticks = found.course().layout.xaxis.tickvals
    assert len(ticks) <= 12 < len(found.rounds)
    assert ticks[-1] == found.rounds[-1].round


def test_two_positions_of_a_game_differ_by_parts() -> None:
    game = random_game(2, 3)
    found = bl.score_difference(game, 0, game.node)
    assert {item.thing for item in found.items} >= {"score", *(f"part.{part}" for part in ScoreSheet._fields)}
    assert [item.second for item in found.items if item.thing == "score"] == [player.points for player in game.state.players]


# Many games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_row_says_what_a_game_came_to(players: int) -> None:
    found = bl.simulate(3, players, "random", SEED, game="burdigala")
    assert found.tables == ("games", "buildings", "plots")
    assert found.parts == ScoreSheet._fields
    for number in range(3):
        rows = [row for row in found if row.game == number]
        ended = bl.play_out(bl.new_game("burdigala", players, SEED + number), "random", 0)
        assert [row.seat for row in rows] == list(range(players)) == list(range(len(ended.names)))
        assert sum(row.won for row in rows) == pytest.approx(1)
        assert all((row.rank == 1) == (row.won > 0) for row in rows)
        assert all(sum(row.parts.values()) == row.total == sum(row.sheet) for row in rows)
        assert all(row.corruption == -row.points_corruption for row in rows)
        assert all(row.points_laurels == 2 * row.laid for row in rows)
        assert {row.turns for row in rows} == {rows[0].turns}
        assert set(rows[0].ended_by.split("+")) <= set(ENDINGS)
        assert sum(row.goods for row in rows) <= 21
    buildings, plots = list(found.rows("buildings")), list(found.rows("plots"))
    assert Counter((one.game, one.seat) for one in buildings) == {
        (row.game, row.seat): row.buildings for row in found if row.buildings
    }
    assert all(1 <= one.turn <= found[one.game * players].turns and one.size in (2, 3, 4, 5) for one in buildings)
    assert {one.plot for one in plots} <= set(PLOTS)
    value = Counter[tuple[int, int]]()
    for one in buildings:
        value[one.game, one.seat] += one.value
        value[one.game, -1 - one.seat] += one.bonus
    assert all(row.points_buildings == value[row.game, row.seat] for row in found)
    assert all(row.points_bonus == value[row.game, -1 - row.seat] for row in found)


def test_a_table_that_does_not_agree_is_named(simulation: bl.Simulation) -> None:
    rows, buildings, plots = [list(simulation.rows(name)) for name in simulation.tables]
    assert BURDIGALA.result_row.fault((rows, buildings, plots)) is None
    assert BURDIGALA.result_row.fault((rows, buildings[1:], plots)) == "buildings"
    assert BURDIGALA.result_row.fault((rows, buildings, plots[:-1])) == "plots"


def test_two_workers_play_the_same_games() -> None:
    one = bl.simulate(6, 2, ("greedy", "random"), SEED, game="burdigala")
    assert bl.simulate(6, 2, ("greedy", "random"), SEED, game="burdigala", workers=2, batch=2) == one


def test_results_on_disk_say_with_which_material(tmp_path: Path) -> None:
    out = tmp_path / "results"
    plain = bl.simulate(4, 2, "random", SEED, game="burdigala")
    bl.simulate(4, 2, "random", SEED, game="burdigala", out=out, batch=2)
    kept = bl.read_simulation(out)
    assert list(kept.rows()) == list(plain)
    assert list(kept.rows("plots")) == list(plain.rows("plots"))
    assert sorted(path.stem for path in out.iterdir()) == ["buildings", "games", "manifest", "plots"]


def test_a_simulation_is_shown_with_lost_points(simulation: bl.Simulation) -> None:
    assert simulation.mean(policy="greedy") > simulation.mean(policy="random")
    assert isinstance(simulation[0], Row)
    shown = simulation.figure(lang="fr")
    assert shown.layout.xaxis3.range[0] < 0
    assert {"bâtiments", "jetons Bonus"} <= {bar.name for bar in shown.data}
    assert "laid plot cards" in simulation._repr_html_() or "laurels" in simulation._repr_html_()


# Readings


def test_two_readings_are_compared() -> None:
    found = bl.compare(Ruleset(), Ruleset().changed(in_vino="instead"), 3, game="burdigala", policy="random", players=2)
    assert len(found) == 3
    assert found.figure(lang="it")
    assert "in_vino" in str(found)
    replayed = bl.compare(
        Ruleset(), Ruleset().changed(round_trip=False), 3, game="burdigala", policy="random", players=2, mode="replay"
    )
    assert {pair.stopped for pair in replayed} <= {None, "burdigala.move.return", "burdigala.end.no_more_turns"}
    assert "burdigala.move.return" in {pair.stopped for pair in replayed}
    assert bl.compare(games=1, players=2, policy="random", game="burdigala").names == ("default", "004:any_express_way")


# Trees


@pytest.fixture
def before_throw() -> Game:
    made = table({"meeples": [6, 28]}, {"meeples": [20, 25]}, at="dice")
    return Game(BurdigalaKit(), made.state, chance=Ask())


def test_the_odds_of_a_tree_add_up_to_one(before_throw: Game) -> None:
    tree = bl.tree(before_throw, depth=2, seat=0)
    assert sum(edge.odds for edge in tree.root.edges) == 1
    assert len(tree.root.edges) in (21, 36)
    assert tree.value[0] == sum(edge.odds * edge.child.values[0] for edge in tree.root.edges)
    assert tree.figure(lang="de")
    assert tree.to_efg()


@pytest.mark.parametrize("measure", ["points", "lead", "worth", "corruption"])
def test_a_tree_measures_what_it_is_told_to(measure: str) -> None:
    game = table({"meeples": [6, 28], "tokens": [3]}, {"meeples": [20, 25]}, dice=(1, 2), at="move")
    tree = bl.tree(game, depth=1, measure=measure)
    assert tree.settings.measure == measure
    own = BURDIGALA.measures[measure]
    assert max(edge.child.values[0] for edge in tree.root.edges) == tree.value[0]
    if measure == "corruption":
        assert own(game.state, 0) == 3 == tree.value[0]
    with pytest.raises(LabError, match="is not one of points, lead, worth, corruption"):
        bl.tree(game, depth=1, measure="guilders")


def test_a_change_without_an_event_is_what_was_given() -> None:
    game = table({"meeples": [6, 28], "points": 7, "laid": ["boat"]}, {"meeples": [20, 25]}, at="throw")
    given = [change for change in bl.score(game).changes if change.event is None]
    assert ScoreChange(0, "cubes", 7, 7, 1, 0, None) in given
    assert ("laurels", 2) in [(change.part, change.points) for change in given]
