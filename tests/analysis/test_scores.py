"""The score inspector: every number adds up to the engine's own score, and leads back to an event and a rule."""

from __future__ import annotations

import pytest

import bruges_lab as bl
from bruges_lab.analysis.course import moments
from bruges_lab.analysis.scores import Scores, score, score_difference
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.rules.scoring import ScoreSheet, final_parts
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.rulebook.catalogue import Catalogue

GAMES = [(players, seed, policy) for players in (2, 3, 4) for seed, policy in ((1, "random"), (2, "greedy"), (3, "random"))]

PARTS = ScoreSheet._fields


def played(players: int, seed: int, policy: str = "greedy", **options: object) -> bl.Game[State]:
    game = bl.new_game(players, seed, **options)  # type: ignore[arg-type]
    return bl.play_out(game, policy, seed).into(game)


@pytest.fixture(scope="module", params=GAMES, ids=lambda param: "-".join(map(str, param)))
def game(request: pytest.FixtureRequest) -> bl.Game[State]:
    return played(*request.param)


@pytest.fixture
def finished() -> bl.Game[State]:
    return played(3, 7)


def stations(game: bl.Game[State]) -> list[int]:
    """Some nodes of a game, the first and the last among them."""
    return [*range(0, len(game.nodes), 23), len(game.nodes) - 1]


# Sums


def test_the_parts_are_the_engines_own_at_every_node(game: bl.Game[State]) -> None:
    for number in stations(game):
        game.goto(number)
        assert list(score(game).sheets) == game.scores()


def test_the_changes_of_a_part_add_up_to_it(game: bl.Game[State]) -> None:
    for number in stations(game):
        game.goto(number)
        scores = score(game)
        for seat, sheet in enumerate(scores.sheets):
            for part, points in sheet.parts.items():
                changes = scores.of(seat, part)
                assert sum(change.points for change in changes) == points
                assert not changes or changes[-1].now == points
            assert sum(change.points for change in scores.of(seat)) == sheet.total == scores.totals[seat]


def test_what_events_did_to_the_track_and_the_heads_is_the_total(game: bl.Game[State]) -> None:
    """Reckoned from the deltas of the events alone, without the inspector."""
    for number in stations(game):
        game.goto(number)
        on_track = [0] * len(game.names)
        for event in game.events:
            for op, owner, field, value in event.deltas:
                if field == "points":
                    on_track[owner] = value if op == "become" else on_track[owner] + value
        scores = score(game)
        for seat, player in enumerate(game.state.players):
            assert on_track[seat] == player.points
            to_come = 0 if player.final else sum(final_parts(game.state, seat))
            assert on_track[seat] + to_come == scores.totals[seat]


def test_the_final_scoring_counts_every_head_once(finished: bl.Game[State]) -> None:
    scores = score(finished)
    assert scores.final
    for seat, sheet in enumerate(scores.sheets):
        counted = {change.part: change.points for change in scores.counted if change.seat == seat}
        assert counted == {part: points for part, points in sheet.parts.items() if part != "in_play" and points}
    finished.goto(len(finished.nodes) // 2)
    assert score(finished).counted == ()
    assert not score(finished).final


def test_a_round_is_what_had_changed_by_its_end(game: bl.Game[State]) -> None:
    game.goto(len(game.nodes) - 1)
    scores = score(game)
    assert [found.round for found in scores.rounds][-1] == game.state.round
    for found in scores.rounds:
        for seat, sheet in enumerate(found.sheets):
            so_far = [change.points for change in scores.of(seat) if change.round <= found.round]
            assert sheet.total == sum(so_far)


# Traces


def test_every_change_has_its_event_on_its_node_in_its_round_by_a_rule(game: bl.Game[State]) -> None:
    game.goto(len(game.nodes) - 1)
    catalogue = Catalogue.load()
    rounds = {moment.event.index: moment.state.round for moment in moments(game)}
    for change in score(game).changes:
        assert change.event is not None
        assert change.rule in catalogue
        node = game.nodes[change.node]
        first = node.state.emitted - len(node.raw)
        assert node.raw[change.event.index - first][0] == change.rule
        assert rounds[change.event.index] == change.round


def test_points_change_where_the_rules_say(finished: bl.Game[State]) -> None:
    kinds: dict[str, set[str]] = {part: set() for part in PARTS}
    for change in score(finished).changes:
        assert change.event is not None
        kinds[change.part].add(change.event.kind)
    assert kinds["majorities"] == {"majority.turned"}
    assert kinds["reputation"] == {"step.taken"}
    assert kinds["houses"] <= {"house.built", "house.burnt"}
    assert kinds["statues"] <= {"statue.taken"}
    assert "score.starts" in kinds["in_play"]
    assert "head.scored" not in kinds["in_play"]


def test_a_position_that_was_given_has_no_events_behind_it() -> None:
    given = {
        "phase": "actions",
        "dice": dict.fromkeys(COLOURS, 4),
        "players": [{"points": 9, "reputation": 3, "houses": ["red", {"card": "blue", "person": "prince"}], "hand": ["red"]}, {}],
    }
    scores = score(bl.scenario({"given": given}))
    assert {change.rule for change in scores.changes} == {"given"}
    assert scores.sheets[0].in_play == 9
    assert scores.sheets[0].houses == 2
    assert list(scores.sheets) == bl.scenario({"given": given}).scores()
    assert "given at the start" in scores.why(0)


def test_another_ruleset_is_counted_by_its_own_numbers() -> None:
    game = played(2, 4, "random", ruleset=bl.ruleset(house_points=3, majority_points=9, start_points=20))
    scores = score(game)
    assert list(scores.sheets) == game.scores()
    assert scores.of(0, "in_play")[0].points == 20
    assert all(change.points % 9 == 0 for change in scores.of(part="majorities"))


def test_the_line_one_stands_on_is_inspected_and_no_other(finished: bl.Game[State]) -> None:
    half = len(finished.nodes) // 2
    finished.goto(half)
    before = score(finished)
    choices = finished.legal()
    finished.play(choices[-1])
    finished.goto(half)
    assert score(finished).changes == before.changes
    assert max(change.node for change in before.changes) <= half


def test_what_rests_on_reconstructed_values_is_marked(finished: bl.Game[State]) -> None:
    state, scores = finished.state, score(finished)
    for seat, player in enumerate(state.players):
        unsure = any(
            state.deck[person].source("price") == "reconstructed" and state.deck.points[person] for person in player.people
        )
        assert ((seat, "people") in scores.marked) == unsure
        assert ((seat, "reputation") in scores.marked) == (state.board.points_from[player.reputation] == "reconstructed")
        assert (seat, "houses") not in scores.marked
    assert scores.marked
    assert "≈" in scores.told()


# How it shows itself


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it"])
def test_it_is_told_in_four_languages(finished: bl.Game[State], lang: str) -> None:
    scores = score(finished)
    told = scores.told(lang)
    assert all(str(total) in told for total in scores.totals)
    assert len(told.splitlines()) == 3 + 1 + len(PARTS) + 1 + 1 + len(scores.rounds)
    assert (told == scores.told("en")) == (lang == "en")
    why = scores.why(0, "houses", lang)
    assert len(why.splitlines()) == len(scores.of(0, "houses"))
    assert "[action.house.build]" in why


def test_the_table_has_a_row_a_change(finished: bl.Game[State]) -> None:
    scores = score(finished)
    table = scores.table
    assert len(table) == len(scores.changes)
    assert table.groupby("seat")["points"].sum().tolist() == list(scores.totals)


def test_hostile_names_stay_text() -> None:
    game = bl.new_game(2, 1, names=("<script>alert(1)</script>", "& \"'"))
    html = score(game)._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [({"seat": 3}, "there is no seat 3"), ({"seat": -1}, "there is no seat -1"), ({"part": "luck"}, "unknown part 'luck'")],
)
def test_what_is_not_there_is_refused_in_one_line(finished: bl.Game[State], arguments: dict[str, object], problem: str) -> None:
    with pytest.raises(bl.LabError, match=problem):
        score(finished).of(**arguments)  # type: ignore[arg-type]


def test_a_position_is_no_game() -> None:
    with pytest.raises(bl.LabError, match="give the game"):
        score(bl.new_game(2, 1).state)  # type: ignore[arg-type]


# Two nodes


def test_two_nodes_of_one_line(finished: bl.Game[State]) -> None:
    found = score_difference(finished, 20, 90)
    assert found.fork.number == 20
    assert found.events[0] == ()
    between = [event for node in finished.nodes[21:91] for event in node.raw]
    assert [event.rule for event in found.events[1]] == [raw[0] for raw in between]
    first, second = finished.nodes[20].state, finished.nodes[90].state
    for seat in range(3):
        items = {item.thing: item for item in found.of(seat)}
        assert (items["guilders"].first, items["guilders"].second) == (
            first.players[seat].guilders,
            second.players[seat].guilders,
        )
        assert items["workers.red"].second == second.players[seat].workers[3]
        assert items["canals"].change == sum(second.players[seat].canals) - sum(first.players[seat].canals)
        assert items["score"].change == sum(items[f"part.{part}"].change for part in PARTS)
        assert items["marker.canal"].second == second.players[seat].majorities[2]
    finished.goto(90)
    assert [item.second for item in found.items if item.thing == "score"] == [sheet.total for sheet in finished.scores()]


def test_two_branches_part_at_their_last_common_node(finished: bl.Game[State]) -> None:
    game = finished
    fork = next(node for node in game.nodes if node.state.agenda and node.state.agenda[-1][0] == "turn.act" and node.number > 90)
    ends = []
    for choice in (0, -1):
        game.goto(fork)
        game.play(game.legal()[choice])
        ends.append(game.node)
    left, right = ends
    found = score_difference(game, left, right)
    assert found.fork is fork
    assert found.events[0]
    assert found.events[1]
    assert found.events[0][0] != found.events[1][0]
    assert found.differing == [item for item in found.items if item.first != item.second]
    back = score_difference(game, right, left)
    assert [item.change for item in back.items] == [-item.change for item in found.items]


def test_a_node_does_not_differ_from_itself(finished: bl.Game[State]) -> None:
    found = score_difference(finished, 50, finished.nodes[50])
    assert found.differing == []
    assert found.events == ((), ())
    assert "Nothing differs." in found.told()


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it"])
def test_a_difference_is_told_in_four_languages(finished: bl.Game[State], lang: str) -> None:
    found = score_difference(finished, 30, 60)
    told = found.told(lang)
    assert "[action." in told
    assert (told == found.told("en")) == (lang == "en")
    assert "<table>" in found._repr_html_()


@pytest.mark.parametrize("node", [-1, 10_000, True, None, "5"])
def test_a_node_that_is_not_there_is_refused(finished: bl.Game[State], node: object) -> None:
    with pytest.raises(bl.LabError, match="has no node"):
        score_difference(finished, 0, node)  # type: ignore[arg-type]


def test_a_node_of_another_game_is_refused(finished: bl.Game[State]) -> None:
    with pytest.raises(bl.LabError, match="is not of this game"):
        score_difference(finished, 0, played(3, 8).nodes[3])


def test_the_lab_gives_the_same(finished: bl.Game[State]) -> None:
    assert isinstance(bl.score(finished), Scores)
    assert bl.score_difference(finished, 1, 2).fork.number == 1
