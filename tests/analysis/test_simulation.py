"""Many games: one table, whoever plays them and wherever they are kept."""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import joblib
import msgspec
import pandas
import pytest
from pandas.testing import assert_frame_equal

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.analysis import simulation
from bruges_lab.analysis.policies import random_policy
from bruges_lab.analysis.simulation_files import Store, StoredSimulation
from bruges_lab.analysis.simulation_manifest import SCHEMA, contents_type, read_manifest
from bruges_lab.analysis.simulation_tables import Results
from bruges_lab.games import shelf
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.play.result_row import Recruit, Row
from bruges_lab.games.bruges.rules.setup import set_up
from bruges_lab.games.bruges.words import COLOURS, DAMAGES
from bruges_lab.kernel import Option, Pending, Seeded, Stream
from bruges_lab.kernel.playing import Playing

GAMES, SEED = 24, 5
FORMATS = ["jsonl", "parquet"]
formats = pytest.mark.parametrize("format", FORMATS)


@pytest.fixture(scope="module")
def found() -> bl.Simulation:
    return bl.simulate(GAMES, 3, ("greedy", "random", "random"), SEED)


@pytest.fixture(scope="module")
def plain() -> bl.Simulation:
    """Random games only: quick to play again."""
    return bl.simulate(GAMES, 3, seed=SEED)


def assert_same(one: Results, two: Results) -> None:
    assert list(one.rows()) == list(two.rows())
    assert list(one.rows("people")) == list(two.rows("people"))
    keys = [(row.game, row.seat) for row in one.rows()]
    assert len(set(keys)) == len(keys), "a game was counted twice"


# The tables


def test_a_row_a_player_a_game(found: bl.Simulation) -> None:
    assert [(row.game, row.seed, row.seat) for row in found] == [(g, SEED + g, s) for g in range(GAMES) for s in range(3)]
    assert [row.policy for row in found[:3]] == ["greedy", "random", "random"]
    assert found.games == GAMES
    assert len(found) == 3 * GAMES


def test_columns_add_up(found: bl.Simulation) -> None:
    table = found.table
    assert list(table.columns) == list(Row._fields)
    assert (table[[f"points_{part}" for part in bl.ScoreSheet._fields]].sum(axis="columns") == table.total).all()
    assert (table.points_houses == table.houses).all()
    assert (table.groupby("game").won.sum().round(9) == 1).all()
    assert (table.groupby("game")["rank"].min() == 1).all()
    assert ((table["rank"] == 1) == (table.won > 0)).all()
    for column in ("rounds", "decisions"):
        assert (table.groupby("game")[column].nunique() == 1).all()
    assert (table[[*DAMAGES, "threats_taken", "threats_discarded"]] >= 0).all(axis=None)
    assert table[list(DAMAGES)].sum().min() > 0, "a kind of damage was never suffered in all these games"
    assert all(row.total == sum(row.parts.values()) == row.sheet.total for row in found)


def test_people_agree_with_rows(found: bl.Simulation) -> None:
    people, deck = found.people, bl.Deck.load()
    assert list(people.columns) == list(Recruit._fields)
    stayed = Counter(zip(people.game[people.stayed], people.seat[people.stayed], strict=True))
    assert {(row.game, row.seat): row.people for row in found if row.people} == stayed
    points = Counter[tuple[int, int]]()
    rounds = {row.game: row.rounds for row in found}
    for recruit in found.rows("people"):
        assert 1 <= recruit.round <= rounds[recruit.game]
        points[recruit.game, recruit.seat] += deck[recruit.person].points if recruit.stayed else 0
    assert {(row.game, row.seat): row.points_people for row in found} == {(r.game, r.seat): points[r.game, r.seat] for r in found}
    assert set(people.activated) > {0, 1}
    assert not people.stayed.all(), "nobody was ever lost"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_counted_is_what_the_events_changed(players: int) -> None:
    deck, board, rules = bl.Deck.load(), bl.Board.load(), bl.Ruleset()
    for seed in range(12):
        source = Seeded(seed)
        state = set_up(players, rules, deck, board, source.stream("set-up", players))
        state.log = []
        Playing(BrugesKit(), state, [random_policy] * players, source, Stream(seed, "policies")).finish()
        rows, recruits = simulation._plan(shelf.find(), 1, players, "random", seed, rules, {}, None).play([0])
        for seat, row in enumerate(rows):
            markers = [
                value[1]
                for event in state.log
                for op, owner, field, value in event[4]
                if (op, owner, field) == ("add_at", seat, "threats")
            ]
            back = [event for event in state.log if event[1] == "threats.returned" and event[2] == seat]
            averted = [event[3]["damage"] for event in state.log if event[1] == "damage.averted" and event[2] == seat]
            assert row.threats_taken == sum(n for n in markers if n > 0)
            assert row.threats_discarded == -sum(n for n in markers if n < 0) - sum(event[3]["markers"] for event in back)
            suffered = Counter(event[3]["colour"] for event in back)
            suffered.subtract(averted)
            assert [getattr(row, name) for name in DAMAGES] == [suffered[colour] for colour in range(len(COLOURS))]
            player = state.players[seat]
            assert row[17:22] == (
                player.guilders,
                player.reputation,
                sum(player.canals),
                len(player.houses),
                len(player.people),
            )
            stayed = [r.person for r in recruits if r.seat == seat and r.stayed]
            assert sorted(stayed) == sorted(deck[person].id for person in player.people)
        placed = [event for event in state.log if event[1] == "person.placed"]
        assert [(r.seat, r.person) for r in recruits] == [(event[2], deck[event[3]["person"]].id) for event in placed]


def test_a_table_without_rows_has_its_columns_and_types(plain: bl.Simulation) -> None:
    nobody = bl.Simulation(shelf.find(), ["random"], 0, [], [])
    assert list(nobody.table.dtypes) == list(plain.table.dtypes)
    assert list(nobody.people.dtypes) == list(plain.people.dtypes)


def test_means_and_wins_of_some_rows(found: bl.Simulation) -> None:
    table = found.table
    assert found.mean(seat=1) == pytest.approx(table[table.seat == 1].total.mean())
    assert found.wins(policy="greedy") == pytest.approx(table[table.policy == "greedy"].won.mean())
    with pytest.raises(bl.LabError, match="unknown column 'colour'"):
        found.mean(colour="red")
    with pytest.raises(bl.LabError, match="no row is all of this"):
        found.wins(seat=3)


def test_the_summary_is_that_of_the_table(found: bl.Simulation) -> None:
    table = found.table
    lines = found.summary()
    assert [(line.policy, line.seat) for line in lines] == [("greedy", 0), ("random", 1), ("random", 2), ("random", None)]
    for line in lines:
        rows = table[(table.policy == line.policy) & ((table.seat == line.seat) if line.seat is not None else True)]
        assert line.mean == pytest.approx(rows.total.mean())
        assert line.won.share == pytest.approx(rows.won.sum() / GAMES)
        assert line.won.low - 1e-9 <= line.won.share <= line.won.high + 1e-9
        assert list(line.parts) == pytest.approx([rows[f"points_{part}"].mean() for part in bl.ScoreSheet._fields])


def test_it_shows_itself_in_a_notebook_and_escapes(found: bl.Simulation) -> None:
    html = found._repr_html_()
    assert html.count("<tr>") == 5
    assert "third spaces" in html
    hostile = bl.Simulation(shelf.find(), ["<script>"], 0, [found[0]._replace(policy="<script>")], [])
    assert "<script" not in hostile._repr_html_()
    assert repr(found) == "<Simulation, 24 games of 3, greedy, random, random, seed 5>"


# The same for any number of workers


@pytest.mark.parametrize("batch", [1, 5, 7, GAMES, 1000])
def test_the_same_for_any_batch(plain: bl.Simulation, batch: int) -> None:
    assert bl.simulate(GAMES, 3, seed=SEED, batch=batch) == plain


@pytest.mark.parametrize(("workers", "batch"), [(2, 5), (3, 2), (3, None)])
def test_the_same_for_any_number_of_workers(plain: bl.Simulation, workers: int, batch: int | None) -> None:
    assert_same(bl.simulate(GAMES, 3, seed=SEED, workers=workers, batch=batch), plain)


def test_a_joblib_context_decides_where_games_are_played(plain: bl.Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    usual = joblib.Parallel
    monkeypatch.setattr(joblib, "Parallel", lambda **how: asked.append(how) or usual(**how))
    bl.simulate(1)
    assert asked == [], "one worker needs no other"
    with joblib.parallel_config(backend="threading", n_jobs=2):
        assert bl.simulate(GAMES, 3, seed=SEED) == plain
        assert bl.simulate(GAMES, 3, seed=SEED, workers=1) == plain
    assert [how["n_jobs"] for how in asked] == [None]
    assert "backend" not in asked[0]


def first_option(state: State, pending: Pending, stream: Stream) -> Option:
    return pending.raw[0]


def test_a_policy_and_a_deck_of_ones_own_travel(tmp_path: Path) -> None:
    how: dict[str, Any] = {"seed": 1, "ruleset": bl.ruleset(turns=3), "deck": other_deck(tmp_path), "batch": 2}
    one = bl.simulate(6, 2, first_option, workers=1, **how)
    assert one[0].policy == "first_option"
    assert bl.simulate(6, 2, first_option, workers=2, **how) == one
    assert bl.simulate(6, 2, first_option, seed=1) != one


def other_deck(folder: Path) -> Path:
    text = places.data("bruges", "cards.toml").read_text(encoding="utf-8")
    (folder / "deck.toml").write_text(text.replace("price = 3\n", "price = 6\n", 1), encoding="utf-8")
    return folder / "deck.toml"


def test_what_travels_is_small() -> None:
    plan = simulation._plan(shelf.find(), 1000, 3, "greedy", 0, None, {}, None)
    assert len(pickle.dumps(plan)) < 5_000


def test_a_worker_with_another_lab_refuses_to_play() -> None:
    plan = simulation._plan(shelf.find(), 1, 3, "random", 0, None, {}, None)
    with pytest.raises(bl.LabError, match="a worker has version"):
        plan._replace(version="0.0.1").play([0])
    with pytest.raises(bl.LabError, match="a worker has another deck"):
        plan._replace(digests={**plan.digests, "deck": "0123456789abcdef"}).play([0])


def test_batches_that_come_twice_count_once_and_lost_ones_are_told(plain: bl.Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = simulation._played

    def twice(plan: simulation.Plan, pool: object, numbers: Any) -> Iterator[Any]:
        for result in usual(plan, pool, numbers):
            yield result
            yield result

    monkeypatch.setattr(simulation, "_played", twice)
    seen: list[int] = []
    assert bl.simulate(GAMES, 3, seed=SEED, progress=lambda done, all_: seen.append(done)) == plain
    assert seen == sorted(set(seen))
    monkeypatch.setattr(simulation, "_played", lambda plan, pool, numbers: usual(plan, pool, numbers[1:]))
    with pytest.raises(bl.LabError, match="1 of 5 batches did not come back"):
        bl.simulate(GAMES, 3, seed=SEED, batch=5)


def test_a_batch_takes_about_a_quarter_of_a_second_and_there_are_some_of_them() -> None:
    quick = simulation._plan(shelf.find(), 100_000, 3, "random", 0, None, {}, None)
    slow = simulation._plan(shelf.find(), 100_000, 3, "search:5", 0, None, {}, None)
    assert 1 <= slow.batch < quick.batch <= 1_000
    few = simulation._plan(shelf.find(), 100, 3, "random", 0, None, {}, None)
    assert few.batches >= simulation.MANY_BATCHES
    assert simulation._plan(shelf.find(), 31, 3, "random", 0, None, {}, None).batch == 1


def test_games_in_memory_need_neither_pandas_nor_joblib() -> None:
    code = "import sys, bruges_lab as bl; bl.simulate(1); print({'pandas', 'joblib', 'pyarrow', 'rich'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout == "set()\n"


# Progress


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    bl.simulate(7, 2, batch=3, progress=lambda done, all_: seen.append((done, all_)))
    assert seen == [(3, 7), (6, 7), (7, 7)]


def test_a_bar_only_where_somebody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    bl.simulate(2)
    bl.simulate(2, progress=False)
    assert capsys.readouterr() == ("", "")
    bl.simulate(2, progress=True)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "2/2" in shown.err


def test_a_notebook_gets_one_output_that_is_updated(monkeypatch: pytest.MonkeyPatch) -> None:
    import IPython.display

    shown: list[str] = []

    class Handle:
        def update(self, bar: Any) -> None:
            shown.append(bar.data)

    def display(bar: Any, *, display_id: bool) -> Handle:
        shown.append(bar.data)
        return Handle()

    monkeypatch.setattr(simulation.extras, "in_notebook", lambda: True)
    monkeypatch.setattr(IPython.display, "display", display)
    bl.simulate(6, batch=2)
    assert shown == [], "over before anybody could look"
    bl.simulate(6, batch=2, progress=True)
    assert [bar.partition("> ")[2] for bar in shown] == ["2 of 6 games", "4 of 6 games", "6 of 6 games"]


# On disk


@formats
def test_streamed_equals_in_memory(plain: bl.Simulation, tmp_path: Path, format: Any) -> None:
    stored = bl.simulate(GAMES, 3, seed=SEED, out=tmp_path / "results", format=format, workers=2, batch=5)
    assert isinstance(stored, StoredSimulation)
    assert stored.complete
    assert stored.games == GAMES
    assert_same(stored, plain)
    assert_frame_equal(stored.table, plain.table)
    assert_frame_equal(stored.people, plain.people)
    assert stored.summary() == plain.summary()
    assert stored._repr_html_().count("<tr>") == 5
    names = {"manifest.json", f"games.{format}", f"people.{format}"}
    assert {path.name for path in (tmp_path / "results").iterdir()} == names
    read = bl.read_simulation(tmp_path / "results")
    assert_same(read, plain)
    assert repr(read) == f"<StoredSimulation, {GAMES} games of 3, random, seed {SEED}>"


def test_other_programs_can_read_it(plain: bl.Simulation, tmp_path: Path) -> None:
    for format in FORMATS:
        bl.simulate(GAMES, 3, seed=SEED, out=tmp_path / format, format=format)  # type: ignore[call-overload]
    read = pandas.read_parquet(tmp_path / "parquet" / "games.parquet")
    assert_frame_equal(read, plain.table)
    lines = pandas.read_json(tmp_path / "jsonl" / "people.jsonl", lines=True)
    assert_frame_equal(lines, plain.people, check_dtype=False)


class Stop(Exception):
    """Something that interrupts a run."""


def interrupted(after: int, error: type[BaseException], folder: Path, **how: Any) -> StoredSimulation:
    def stop(done: int, all_: int) -> None:
        if done >= after:
            raise error

    with pytest.raises(error):
        bl.simulate(GAMES, 3, seed=SEED, out=folder, progress=stop, batch=3, **how)
    return bl.read_simulation(folder)


@formats
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_goes_on_to_the_same_table(plain: bl.Simulation, tmp_path: Path, format: Any, workers: int) -> None:
    part = interrupted(8, KeyboardInterrupt, tmp_path / "results", format=format, workers=workers)
    assert not part.complete
    assert part.games in (9, 12)
    assert f"{part.games} games of 3" in repr(part)
    assert repr(part).endswith(f"of {GAMES} to play>")
    assert set(part.rows()) < set(plain)
    again = interrupted(16, Stop, tmp_path / "results", format=format)
    assert part.games <= again.games < GAMES
    seen: list[int] = []
    how: dict[str, Any] = {"seed": SEED, "out": tmp_path / "results", "format": format}
    stored = bl.simulate(GAMES, 3, **how, progress=lambda done, all_: seen.append(done))
    assert seen[0] > again.games - 3
    assert seen[-1] == GAMES
    assert_same(stored, plain)
    assert_same(bl.simulate(GAMES, 3, **how, progress=lambda done, all_: pytest.fail("played again")), plain)


KILLED = """
import sys, time
import bruges_lab as bl
bl.simulate(40, 3, seed=5, out=sys.argv[1], format=sys.argv[2], batch=2, progress=lambda done, all_: time.sleep(0.05))
"""


@formats
def test_a_killed_run_goes_on_to_the_same_table(tmp_path: Path, format: Any) -> None:
    run = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path / "results"), format])
    deadline = time.monotonic() + 120
    while len(list((tmp_path / "results" / "parts").glob("games-*"))) < 4:
        assert run.poll() is None, "it ended by itself"
        assert time.monotonic() < deadline
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    part = bl.read_simulation(tmp_path / "results")
    assert not part.complete
    assert 6 <= part.games < 40
    stored = bl.simulate(40, 3, seed=5, out=tmp_path / "results", format=format)
    assert stored.complete
    assert_same(stored, bl.simulate(40, 3, seed=5))


@formats
def test_what_a_kill_leaves_behind_does_no_harm(plain: bl.Simulation, tmp_path: Path, format: Any) -> None:
    folder = tmp_path / "results"
    part = interrupted(6, KeyboardInterrupt, folder, format=format)
    assert part.games == 6
    (folder / "parts" / f"people-000003.{format}").write_bytes(b"people without games: killed between the two")
    (folder / "parts" / f".games-000004.{format}.x1y2").write_bytes(b"killed while writing")
    (folder / f".games.{format}").write_bytes(b"killed while joining")
    assert bl.read_simulation(folder).games == 6
    stored = bl.simulate(GAMES, 3, seed=SEED, out=folder, format=format)
    assert_same(stored, plain)
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("where", ["join", "manifest", "parts"])
def test_a_kill_at_the_very_end(plain: bl.Simulation, tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise Stop

    folder = tmp_path / "results"
    with monkeypatch.context() as patch:
        if where == "join":
            usual = Store._join
            patch.setattr(Store, "_join", lambda self, kind: stop() if kind.name == "people" else usual(self, kind))
        elif where == "manifest":
            save = Store._save
            patch.setattr(Store, "_save", lambda self: stop() if self.complete else save(self))
        else:
            patch.setattr(shutil, "rmtree", stop)
        with pytest.raises(Stop):
            bl.simulate(GAMES, 3, seed=SEED, out=folder)
    assert (folder / "parts").exists()
    stored = bl.simulate(GAMES, 3, seed=SEED, out=folder, progress=lambda done, all_: pytest.fail("played again"))
    assert_same(stored, plain)
    assert not (folder / "parts").exists()


# Refused before anything is played


def contents(folder: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


def refused(folder: Path, problem: str, **how: Any) -> None:
    before = contents(folder)
    asked = {"games": GAMES, "players": 3, "seed": SEED, "progress": lambda done, all_: pytest.fail("games were played"), **how}
    with pytest.raises(bl.LabError, match=problem) as error:
        bl.simulate(**asked)
    assert str(error.value).isprintable()
    assert contents(folder) == before


BAD = {
    "no games": ({"games": 0}, "games: a whole number from 1"),
    "games that are no number": ({"games": "many"}, "games: a whole number from 1"),
    "games that are true": ({"games": True}, "games: a whole number from 1"),
    "too many games": ({"games": 10**9}, "games: a whole number from 1"),
    "unknown policy": ({"policy": "lucky"}, "unknown policy 'lucky'"),
    "hostile policy": ({"policy": "x\n\x1b[31m"}, "unknown policy"),
    "a policy that is none": ({"policy": 5}, "policy: a name, a function, or one per player"),
    "policies that are none": ({"policy": ["random", None, 3]}, "policy: a name, a function, or one per player"),
    "a policy too few": ({"policy": ["random", "greedy"]}, "2 policies for 3 players"),
    "too many players": ({"players": 5}, "for 2 to 4 players, not 5"),
    "players that are no number": ({"players": 2.5}, "players: a whole number"),
    "a seed that is none": ({"seed": "x"}, "a seed is a whole number"),
    "a seed that grows too large": ({"seed": 2**63 - 2}, "a seed is a whole number"),
    "unknown ruleset": ({"ruleset": "004"}, "unknown ruleset '004'"),
    "no deck": ({"deck": "nowhere.toml"}, "nowhere.toml: there is no such file"),
    "no workers": ({"workers": 0}, "workers: a whole number from 1"),
    "no batch": ({"batch": 0}, "batch: a whole number from 1"),
    "unknown format": ({"format": "csv"}, "unknown format 'csv'; choose jsonl or parquet"),
    "progress that is none": ({"progress": 3}, "progress: True, False"),
    "a policy that cannot travel": (
        {"policy": lambda state, pending, stream: pending.raw[0], "workers": 2},
        "<lambda> cannot be sent",
    ),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("out", [False, True], ids=["memory", "disk"])
def test_bad_arguments(tmp_path: Path, name: str, out: bool) -> None:
    how, problem = BAD[name]
    refused(tmp_path, problem, **how, **({"out": tmp_path / "results"} if out else {}))


OTHER: dict[str, dict[str, Any]] = {
    "games": {"games": GAMES + 1},
    "players": {"players": 2},
    "seed": {"seed": SEED + 1},
    "policies": {"policy": ["random", "random", "greedy"]},
    "ruleset": {"ruleset": "003"},
    "format": {"format": "parquet"},
    "batch": {"batch": 4},
}


@pytest.mark.parametrize("whole", [False, True], ids=["begun", "complete"])
@pytest.mark.parametrize("name", OTHER)
def test_results_of_something_else_are_left_alone(tmp_path: Path, name: str, whole: bool) -> None:
    folder = tmp_path / "results"
    if whole:
        bl.simulate(GAMES, 3, seed=SEED, out=folder)
    else:
        interrupted(6, KeyboardInterrupt, folder)
    refused(tmp_path, rf"results: holds another simulation \({name}: .*choose another folder", out=folder, **OTHER[name])


def test_another_deck_or_board_is_something_else(tmp_path: Path) -> None:
    bl.simulate(GAMES, 3, seed=SEED, out=tmp_path / "results")
    refused(tmp_path, r"\(deck: ", out=tmp_path / "results", deck=other_deck(tmp_path))
    text = places.data("bruges", "board.toml").read_text(encoding="utf-8")
    (tmp_path / "board.toml").write_text(text.replace("price = 5", "price = 6", 1), encoding="utf-8")
    refused(tmp_path, r"\(board: ", out=tmp_path / "results", board=tmp_path / "board.toml")


def edit_manifest(folder: Path, old: str, new: str) -> None:
    path = folder / "manifest.json"
    text = path.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new)
    with suppress(msgspec.ValidationError):
        text = msgspec.json.encode(msgspec.json.decode(text, type=contents_type("bruges")).sealed()).decode()
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("whole", [False, True], ids=["begun", "complete"])
def test_results_of_another_version_are_left_alone(tmp_path: Path, whole: bool) -> None:
    folder = tmp_path / "results"
    if whole:
        bl.simulate(GAMES, 3, seed=SEED, out=folder)
    else:
        interrupted(6, KeyboardInterrupt, folder)
    edit_manifest(folder, f'"version": "{bl.__version__}"', '"version": "0.0.9"')
    refused(tmp_path, r"results: holds another simulation \(version: 0.0.9, not ", out=folder)
    assert bl.read_simulation(folder).games, "but they can be read"
    edit_manifest(folder, f'"schema":{SCHEMA}', '"schema": 99, "new": 1')
    refused(tmp_path, "written by version 0.0.9 of Bruges Lab, in another form", out=folder)
    with pytest.raises(bl.LabError, match="in another form"):
        bl.read_simulation(folder)


BROKEN = {
    "empty": b"",
    "binary": bytes(range(256)),
    "a list": b"[1, 2]",
    "nothing in it": b"{}",
    "another kind": b'{"kind": "x", "schema": 1, "version": "0.1.0"}',
    "half": b'{"kind": "bruges-lab simulation", "schema": 1, "version": "0.1.0", "games": 3}',
    "nested": b"[" * 5000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_manifest_is_told_by_name(tmp_path: Path, name: str) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "manifest.json").write_bytes(BROKEN[name])
    refused(tmp_path, "manifest.json: ", out=tmp_path / "results")
    with pytest.raises(bl.LabError, match=r"manifest\.json: "):
        bl.read_simulation(tmp_path / "results")


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine", encoding="utf-8")
    refused(tmp_path, "file: is a file, not a folder", out=tmp_path / "file")
    refused(tmp_path, "deeper: cannot be written: Not a directory", out=tmp_path / "file" / "deeper")
    refused(tmp_path, "full: holds other files; choose another folder", out=tmp_path / "full")
    refused(tmp_path, "cannot be written", out=tmp_path / "a\0b")
    with pytest.raises(bl.LabError, match=r"manifest\.json: there is no such file"):
        bl.read_simulation(tmp_path / "nowhere")


def test_two_processes_do_not_write_in_one_folder(tmp_path: Path) -> None:
    plan = simulation._plan(shelf.find(), GAMES, 3, "random", SEED, None, {}, None)
    with Store(tmp_path / "results", "jsonl", plan, any_batch=True):
        refused(tmp_path, "results: another process is writing here", out=tmp_path / "results")
    assert bl.simulate(GAMES, 3, seed=SEED, out=tmp_path / "results").complete


def test_parquet_without_pyarrow_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refused(tmp_path, "Parquet needs pyarrow: pip install", out=tmp_path / "results", format="parquet")


def named(pick: Callable[[list[Option]], Option]) -> Any:
    def mine(state: State, pending: Pending, stream: Stream) -> Option:
        return pick(pending.raw)

    return mine


@pytest.mark.parametrize("whole", [False, True], ids=["begun", "complete"])
def test_a_policy_that_was_changed_is_seen_although_its_name_was_not(tmp_path: Path, whole: bool) -> None:
    old, new = named(lambda options: options[0]), named(lambda options: options[-1])
    folder = tmp_path / "results"
    if whole:
        bl.simulate(GAMES, 3, old, SEED, out=folder)
    else:
        interrupted(6, KeyboardInterrupt, folder, policy=old)
    refused(tmp_path, "results: game 0 comes out differently now", out=folder, policy=new)
    assert bl.simulate(GAMES, 3, old, SEED, out=folder).complete


def test_a_fault_of_a_policy_is_not_taken_for_one_of_the_disk(tmp_path: Path) -> None:
    def broken(options: list[Option]) -> Option:
        raise ValueError("my own mistake")

    bl.simulate(2, 2, named(lambda options: options[0]), out=tmp_path / "results")
    with pytest.raises(ValueError, match=r"^my own mistake$"):
        bl.simulate(2, 2, named(broken), out=tmp_path / "results")


# Damaged on disk


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def swap(path: Path) -> None:
    other = path.with_name(path.name.replace("000001", "000000"))
    path.write_bytes(other.read_bytes())


DAMAGES_DONE: dict[str, tuple[str, Callable[[Path], object]]] = {
    "games cut short": ("games", cut),
    "people cut short": ("people", cut),
    "games of another batch": ("games", swap),
    "people of another batch": ("people", swap),
    "games binary": ("games", lambda path: path.write_bytes(bytes(range(256)))),
    "people gone": ("people", Path.unlink),
    "games empty": ("games", lambda path: path.write_bytes(b"")),
    "people empty": ("people", lambda path: path.write_bytes(b"")),
}


@formats
@pytest.mark.parametrize("name", DAMAGES_DONE)
def test_a_damaged_part_is_told_and_played_again_when_deleted(
    plain: bl.Simulation, tmp_path: Path, format: Any, name: str
) -> None:
    folder, (kind, damage) = tmp_path / "results", DAMAGES_DONE[name]
    interrupted(8, KeyboardInterrupt, folder, format=format)
    damage(folder / "parts" / f"{kind}-000001.{format}")
    refused(tmp_path, rf"00001\.{format}: .*; delete parts/games-000001.{format} and call again", out=folder, format=format)
    (folder / "parts" / f"games-000001.{format}").unlink()
    assert bl.read_simulation(folder).games == 6
    assert_same(bl.simulate(GAMES, 3, seed=SEED, out=folder, format=format), plain)


@formats
def test_a_damaged_table_is_told(tmp_path: Path, format: Any) -> None:
    stored = bl.simulate(GAMES, 3, seed=SEED, out=tmp_path / "results", format=format)
    path = tmp_path / "results" / f"games.{format}"
    whole = path.read_bytes()
    cut(path)
    with pytest.raises(bl.LabError, match=rf"games.{format}: was changed or damaged after it was written"):
        _ = stored.table
    path.unlink()
    with pytest.raises(bl.LabError, match=rf"games.{format}: there is no such file"):
        _ = stored.table
    if format == "jsonl":
        path.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])
        reseal(tmp_path / "results", path)
        stored = bl.read_simulation(tmp_path / "results")
        with pytest.raises(bl.LabError, match=r"games.jsonl: has 71 rows, not 72"):
            _ = stored.table
        path.write_bytes(whole.replace(b'"seat":1', b'"seat":"x"', 1))
        reseal(tmp_path / "results", path)
        stored = bl.read_simulation(tmp_path / "results")
        with pytest.raises(bl.LabError, match=r"games.jsonl: line 2: seat: Expected 'int'"):
            stored.mean()


def reseal(folder: Path, table: Path) -> None:
    """Make the checksums those of a table, as somebody would who means to deceive."""
    found = read_manifest(folder)
    sums = {**found.sums, "games": hashlib.sha256(table.read_bytes()).hexdigest()}
    (folder / "manifest.json").write_bytes(msgspec.json.encode(msgspec.structs.replace(found, sums=sums).sealed()))


def test_a_full_disk_is_told_and_leaves_what_was_done(
    plain: bl.Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "results"

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    def fill(done: int, all_: int) -> None:
        if done >= 10:
            monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(bl.LabError, match=r"people-000002\.jsonl: cannot be written: No space left on device"):
        bl.simulate(GAMES, 3, seed=SEED, out=folder, progress=fill, batch=5)
    monkeypatch.undo()
    assert bl.read_simulation(folder).games == 10
    assert_same(bl.simulate(GAMES, 3, seed=SEED, out=folder), plain)


# A cluster


@pytest.mark.slow
@pytest.mark.parametrize("out", [False, True], ids=["memory", "disk"])
def test_a_cluster_that_loses_a_worker_loses_no_game(tmp_path: Path, out: bool) -> None:
    """Two worker processes on this machine; one is killed in mid-run, with batches at work and results not yet fetched."""
    from dask.distributed import Client, LocalCluster

    games, killed = 240, []
    how: dict[str, Any] = {"out": tmp_path / "results"} if out else {}
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        workers = client.run(os.getpid)
        assert len(set(workers.values())) == 2
        assert os.getpid() not in workers.values()

        def kill(done: int, all_: int) -> None:
            if done >= games // 4 and not killed:
                killed.append(done)
                os.kill(min(workers.values()), signal.SIGKILL)

        with joblib.parallel_config(backend="dask"):
            found = bl.simulate(games, 3, seed=SEED, batch=4, progress=kill, **how)
    assert killed
    assert killed[0] < games
    assert_same(found, bl.simulate(games, 3, seed=SEED))
