"""Every analysis with Ferry, which brings nothing for it but its rules: what the lab makes by itself, and what it refuses."""

from __future__ import annotations

import io
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx
import pytest

import bruges_lab as bl
from bruges_lab.analysis import simulation
from bruges_lab.analysis.onwards import Onwards
from bruges_lab.analysis.policies import GreedyPolicy, policy
from bruges_lab.analysis.search import Search, SearchPolicy
from bruges_lab.games import shelf
from bruges_lab.games.manifest import Manifest
from bruges_lab.kernel import Game, LabError, Pending, Seeded, Stream, advance
from bruges_lab.kernel.playing import Playing

ROOM = Path(bl.__file__).parent
GAMES, SEED = 12, 3


@pytest.fixture(scope="module")
def ferry() -> Manifest:
    return shelf.find("ferry")


@pytest.fixture
def game() -> Game[Any]:
    return bl.new_game("ferry", 3, 1)


def decisions(players: int, seed: int) -> Iterator[tuple[Any, Pending]]:
    """A game by chance: every position in which somebody decides."""
    kit = shelf.find("ferry").kit()
    found: list[tuple[Any, Pending]] = []

    def noted(state: Any, pending: Pending, stream: Stream) -> Any:
        found.append((state.copy(), pending))
        return pending.raw[stream.below(len(pending.raw))]

    state = bl.new_game("ferry", players, seed).start.copy()
    Playing(kit, state, [noted] * players, Seeded(seed), Stream(seed, "test")).finish()
    for before, _ in found:
        asked = advance(before)
        assert asked is not None
        yield before, asked


# Playing on


def test_a_playout_ends_with_the_scores_of_the_game(game: Game[Any]) -> None:
    found = bl.play_out(game, ["greedy", "random", "search:20"], 4)
    assert game.node is game.root or not game.over, "the game itself moved"
    assert found.scores() == [p.coins + sum(p.crossed) for p in found.state.players]
    assert found.decisions == len(found.options) - sum(option[0] == "wind" for option in found.options) > 0
    ended = found.into()
    assert ended.over
    assert (ended.scores(), ended.winners) == (found.scores(), found.winners)
    assert [event.text("fr") for event in ended.events[ended.opening :]][-1] == found.events[-1].text("fr")


def test_a_playout_stops_where_it_is_told_to(ferry: Manifest) -> None:
    state = bl.new_game("ferry", 3, 1).start.copy()
    playing = Playing(ferry.kit(), state, [policy("random", ferry)] * 3, Seeded(1), Stream(1))
    waiting = playing.on(until=lambda s, pending: s.round == 2 and pending.player == 1)
    assert waiting is not None
    assert (waiting.player, state.round) == (1, 2)
    made = len(playing.made)
    assert playing.on(last=2) is not None
    assert (state.round, playing.throws) == (3, 2)
    assert playing.on() is None
    assert len(playing.made) > made
    assert playing.decisions == len(playing.made) - playing.throws


def test_a_game_without_end_is_told_with_its_reason(ferry: Manifest, monkeypatch: pytest.MonkeyPatch) -> None:
    from bruges_lab.kernel import playing

    monkeypatch.setattr(playing, "MOST_ROUNDS", 1)
    monkeypatch.setattr(playing, "LOOK_UP", 1)
    with pytest.raises(LabError, match=r"^a game had not ended after 20,000 choices or 1 rounds$"):
        bl.play_out(bl.new_game("ferry", 2))
    monkeypatch.setattr(ferry.kit, "why_endless", lambda self, state: "the wind never rests")
    with pytest.raises(LabError, match=r"1 rounds \(the wind never rests\)$"):
        bl.play_out(bl.new_game("ferry", 2))


def test_policies_of_a_game_are_found_by_name(ferry: Manifest) -> None:
    assert list(ferry.policies) == ["random", "greedy", "search"]
    assert policy("search:7", "ferry") == SearchPolicy(7, "ferry")
    assert policy("greedy", ferry) == GreedyPolicy("ferry")
    assert policy("greedy") is not ferry.policies["greedy"], "the greedy policy of another game"
    with pytest.raises(LabError, match=r"^unknown policy 'rower'; choose random, greedy, search or search:400"):
        policy("rower", ferry)


def test_a_manifest_cannot_take_a_policy_that_the_lab_has_not() -> None:
    title = {"en": "Raft"}
    raft = Manifest(
        "raft", name="raft", title=title, players=range(2, 3), kit="k:K", set_up="k:s", words="k:w", policies={"rower": "lab"}
    )
    with pytest.raises(LabError, match=r"policies: the lab has no 'rower'; it has random, greedy, search"):
        _ = raft.policies


def test_greedy_takes_what_brings_most(ferry: Manifest) -> None:
    greedy, seen = policy("greedy", ferry), 0
    for state, pending in decisions(3, 5):
        crossings = [option for option in pending.raw if option[0] == "cross"]
        if pending.kind == "turn" and crossings:
            seen += 1
            assert greedy(state, pending, Stream(0)) == max(crossings)
    assert seen > 2


def test_greedy_counts_its_own_position_unless_a_game_counts_the_lead(ferry: Manifest, game: Game[Any]) -> None:
    weighing, state = ferry.weighing, bl.play_out(game, "random", 3).state
    totals = [sum(weighing.parts(state, seat)) for seat in range(3)]
    for seat in range(3):
        others = totals[:seat] + totals[seat + 1 :]
        assert weighing.counted(state, seat) == weighing.parts(state, seat)
        assert sum(weighing.lead(state, seat)) == totals[seat] - max(others)


# Many games


def test_a_match_is_won_by_who_looks_ahead() -> None:
    found = bl.match("greedy", "random", 40, game="ferry")
    assert (found.first, found.games) == ("greedy", 40)
    assert found.won.share > 0.6
    assert found.lead.low > 0
    assert bl.match("random", "greedy", 40, game="ferry").lead.high < 0


def test_a_simulation_has_the_rows_that_every_game_has() -> None:
    found = bl.simulate(GAMES, 3, ("greedy", "random", "random"), SEED, game="ferry")
    assert list(found.table.columns) == ["game", "seed", "seat", "policy", "won", "rank", "total", "rounds", "decisions"]
    assert (found.tables, found.parts) == (("games",), ("points",))
    for number in range(GAMES):
        played = bl.play_out(bl.new_game("ferry", 3, SEED + number), "random", 0)
        rows = [row for row in found if row.game == number]
        assert [row.seat for row in rows] == [0, 1, 2]
        assert sum(row.won for row in rows) == pytest.approx(1)
        assert {row.rounds for row in rows} == {3} == {played.state.round}
        assert all((row.rank == 1) == (row.won > 0) and row.parts == {"points": row.total} for row in rows)
    assert found.mean(policy="greedy") > found.mean(policy="random")
    assert [line.parts for line in found.summary()] == [(line.mean,) for line in found.summary()]
    assert "points" in found._repr_html_()
    assert len(found.figure(lang="fr").data) == 3 + 3 + 1 + 1
    with pytest.raises(AttributeError, match="people"):
        _ = found.people
    with pytest.raises(LabError, match="unknown table 'people'; choose games"):
        found.rows("people")


def test_two_workers_play_the_same_games() -> None:
    one = bl.simulate(GAMES, 2, "greedy", SEED, game="ferry")
    assert bl.simulate(GAMES, 2, "greedy", SEED, game="ferry", workers=2, batch=2) == one
    assert one[0].parts == {"points": one[0].total}


def test_a_plan_finds_its_game_in_another_process() -> None:
    plan = simulation._plan(shelf.find("ferry"), 2, 2, "greedy", SEED, None, {}, None)
    code = (
        "import pickle, sys; plan = pickle.loads(sys.stdin.buffer.read()); "
        "print(plan.game, [tuple(row) for row in plan.play([0, 1])[0]])"
    )
    told = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(plan), capture_output=True, check=True)
    rows = [tuple(row) for row in bl.simulate(2, 2, "greedy", SEED, game="ferry")]
    assert told.stdout.decode().strip() == f"<Manifest of Ferry> {rows}"


@pytest.mark.parametrize("format", ["jsonl", "parquet"])
def test_results_on_disk_are_gone_on_with(tmp_path: Path, format: Any) -> None:
    plain, out = bl.simulate(GAMES, 2, "random", SEED, game="ferry"), tmp_path / "results"
    how: dict[str, Any] = {"game": "ferry", "out": out, "format": format, "batch": 2}

    class Stopped(Exception):
        """Somebody's patience has ended."""

    def stop(done: int, _: int) -> None:
        if done >= 6:
            raise Stopped

    with pytest.raises(Stopped):
        bl.simulate(GAMES, 2, "random", SEED, progress=stop, **how)
    part = bl.read_simulation(out)
    assert (part.complete, part.games, part.game.name) == (False, 6, "ferry")
    assert list(part.rows()) == [*plain][:12]
    seen: list[int] = []
    stored = bl.simulate(GAMES, 2, "random", SEED, progress=lambda done, _: seen.append(done), **how)
    assert seen[0] == 8, "games were played again"
    assert list(stored.rows()) == [*plain]
    assert sorted(path.name for path in out.iterdir()) == [f"games.{format}", "manifest.json"]
    held = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert (held["game"], held["ruleset"], set(held["sums"])) == ("ferry", "", {"games"})
    assert bl.read_simulation(out).summary() == plain.summary()
    with pytest.raises(LabError, match=r"holds another simulation \(game: ferry, not bruges\)"):
        bl.simulate(GAMES, 2, "random", SEED, out=out, format=format, batch=2)


def test_what_a_game_does_not_have_is_refused_in_one_sentence() -> None:
    with pytest.raises(LabError, match=r"^Ferry has no ruleset: there are no two readings to compare$"):
        bl.compare(game="ferry")
    with pytest.raises(LabError, match=r"^Ferry has no ruleset$"):
        bl.simulate(2, 2, game="ferry", ruleset="003")
    with pytest.raises(LabError, match=r"^Ferry does not take deck=$"):
        bl.simulate(2, 2, game="ferry", deck="mine.toml")
    for call in (bl.simulate, bl.compare):
        with pytest.raises(LabError, match=r"^unknown game 'raft'"):
            call(game="raft")


# Search and hints


def test_a_search_knows_no_more_than_its_seat(ferry: Manifest) -> None:
    kit, asked = ferry.kit(), 0
    for number, (state, pending) in enumerate(decisions(3, 2)):
        seat = pending.player
        view = kit.mask(state, seat)
        dealt = kit.resample(view, seat, Stream(number, "another world"))
        if dealt.key() == state.key() or len(pending.raw) == 1:
            continue
        asked += 1
        there = advance(dealt)
        assert there is not None
        assert SearchPolicy(15, "ferry")(state, pending, Stream(3)) == SearchPolicy(15, "ferry")(dealt, there, Stream(3))
        assert GreedyPolicy("ferry")(state, pending, Stream(3)) == GreedyPolicy("ferry")(dealt, there, Stream(3))
        one, two = (Search(kit, kit.mask(world, seat), seat, Stream(4), budget=15) for world in (state, dealt))
        assert (one.run(), one.ranking()) == (two.run(), two.ranking())
    assert asked > 3


def test_a_search_beats_chance() -> None:
    assert bl.match("search:60", "random", 30, 1, game="ferry").won.share > 0.6


@pytest.mark.parametrize("how", ["search", "greedy"])
def test_a_hint_ranks_every_choice_and_tells_why(game: Game[Any], how: str) -> None:
    hint = game.hint(policy=how, budget=60)
    assert {str(one.choice) for one in hint.choices} == {str(choice) for choice in game.legal()}
    assert hint.best.parts._fields == ("points",)
    assert hint.best.value == pytest.approx(sum(hint.best.parts))
    assert str(hint.choice) == "cross:7"
    assert "ferry.turn" in hint.best.rules
    assert "points +" in hint.details()
    assert hint.text() == "Cross with the 7: nothing else gives you more (points)."
    assert "ferry.storm" in hint.details("fr")
    assert "<code>cross:7</code>" in hint._repr_html_()
    assert hint.ruleset is None


def test_a_hint_respects_the_view(game: Game[Any]) -> None:
    kit, told = game.kit, []
    for number in range(4):
        state = kit.resample(kit.mask(game.state, 0), 0, Stream(number, "dealt"))
        other = Game(kit, state, chance=game.chance, names=game.names)
        told.append((other.hint(budget=40).text(), other.hint(policy="greedy").text()))
    assert len(set(told)) == 1
    hands = {kit.resample(kit.mask(game.state, 0), 0, Stream(number, "dealt")).players[1].hand for number in range(4)}
    assert len(hands) > 1, "the worlds are all the same"
    drawn = next(one for one in game.hint(budget=40).choices if one.option == ("draw",))
    assert [event.data["card"] for event in drawn.events if event.kind == "card.drawn"] != [], "the own card is seen when drawn"


# Trees


def test_a_tree_of_any_game_goes_everywhere(game: Game[Any]) -> None:
    tree = bl.tree(game, depth=3)
    assert tree.settings.measure == "points"
    assert tree.complete
    assert max(edge.child.values[0] for edge in tree.root.edges) == tree.value[0]
    graph = tree.graph
    assert (graph.number_of_nodes(), networkx.is_directed_acyclic_graph(graph)) == (len(tree), True)
    assert "* Cross with the 7: 9" in tree.text()
    assert "ferry.turn" in str(tree.figure(lang="fr").to_dict())
    import pygambit  # here, for it loads half a library with it

    efg = pygambit.read_efg(io.StringIO(tree.to_efg()))
    assert len(efg.players) == len(game.names)
    assert json.loads(tree.to_json())["settings"]["measure"] == "points"
    assert tree._repr_html_()


def test_a_tree_measures_what_it_is_told_to(game: Game[Any], ferry: Manifest) -> None:
    assert list(ferry.measures) == ["points", "lead"]
    scores = game.kit.scores(game.state)
    assert [ferry.measures["lead"](game.state, seat) for seat in range(3)] == [
        scores[seat] - max(scores[:seat] + scores[seat + 1 :]) for seat in range(3)
    ]
    own = bl.tree(game, depth=1, measure=lambda s, seat: len(s.players[seat].hand))
    assert own.value[0] == 3, "to draw is best for who counts cards"
    with pytest.raises(LabError, match=r"^measure: 'worth' is not one of points, lead$"):
        bl.tree(game, depth=1, measure="worth")
    with pytest.raises(LabError, match=r"^unknown policy 'rower'"):
        bl.tree(game, depth=1, policy="rower")


def test_chance_and_opponents_have_their_odds_in_a_tree() -> None:
    game = bl.new_game("ferry", 2, 1, chance=bl.Ask())
    assert game.pending is not None
    assert game.pending.is_chance
    tree = bl.tree(game, depth=2, opponents="policy")
    assert [str(edge.odds) for edge in tree.root.edges] == ["1/2", "1/3", "1/6"]
    assert tree.settings.seat == 0
    assert tree.value[0] == sum(edge.odds * edge.child.values[0] for edge in tree.root.edges)


# Scores


def test_the_score_is_traced_to_events(game: Game[Any]) -> None:
    bl.play_out(game, "greedy", 2).into()
    found = bl.score(game)
    assert found.parts == ("points",)
    assert list(found.totals) == game.scores()
    assert [sheet.parts for sheet in found.sheets] == [{"points": total} for total in found.totals]
    for seat in range(3):
        assert sum(change.points for change in found.of(seat)) == found.totals[seat]
    crossings = [event for event in game.events if event.kind == "card.crosses"]
    assert [change.points for change in found.changes if change.event is not None and change.points > 0] == [
        event.data["card"] for event in crossings
    ]
    assert [one.round for one in found.rounds][-1] == found.round == 3
    assert tuple(game.winners) == found.winners
    assert "crosses with the" in found.why(crossings[0].player)
    assert found.told("fr") != found.told()
    assert len(found.figure().data) == 1 + 1
    assert len(found.course(lang="fr").data) == 2 * 3
    with pytest.raises(LabError, match=r"^unknown part 'people'; choose points$"):
        found.of(part="people")


def test_two_nodes_differ_by_their_scores(game: Game[Any]) -> None:
    bl.play_out(game, "greedy", 2).into()
    found = bl.score_difference(game, 0, game.node)
    assert [item.thing for item in found.of(0)] == ["score", "coins", "hand", "shown", "crossed"]
    assert [item.change for item in found.items if item.thing == "score"] == [total - 2 for total in game.scores()]
    assert "score" in found.told()


# From here


def test_games_from_here_can_be_stopped_and_seen_again(game: Game[Any]) -> None:
    run = Onwards(game, 8, "greedy", seed=5, seat=0)
    steps = 0
    while not run.done:
        run.work(0)
        steps += 1
    assert steps > 8 * 5, "it did not rest between two choices"
    whole = Onwards(game, 8, "greedy", seed=5, seat=0)
    whole.work()
    assert whole.games == run.games
    for played in run.games:
        again = run.replay(played.number)
        assert again.over
        assert (tuple(again.scores()), tuple(again.winners)) == (played.totals, played.winners)
        assert again.start.players[0].hand == game.state.players[0].hand, "the looking seat knows its hand"
    assert sum(line.won.share for line in run.outlook()) == pytest.approx(1)


# The rooms know no game

OWN = [
    *(ROOM / "analysis").glob("*.py"),
    *(ROOM / "kernel").glob("*.py"),
    *(
        ROOM / "show" / f"{name}.py"
        for name in ("score_figures", "course_figures", "simulation_figure", "hint_table", "comparison_html")
    ),
    *(ROOM / "show" / f"{name}.py" for name in ("readings_figure", "tree_figures", "tidy")),
    *(ROOM / "explorer" / "panels" / f"{name}_panel.py" for name in ("score", "simulation", "tree", "compare")),
    ROOM / "explorer" / "panels" / "grafting.py",
]


def test_analyses_import_nothing_of_a_game() -> None:
    imported = re.compile(r"(?:from|import)\s+[\w.]*\bgames\b(?!\.manifest\b|\.shelf\b| import shelf\b)[\w.]*")
    found = [f"{path.name}: {line.strip()}" for path in OWN for line in path.read_text().splitlines() if imported.search(line)]
    assert not found
