"""The bench: every game of the shelf that says who plays it is measured, by its manifest alone."""

from __future__ import annotations

from pathlib import Path

from bruges_lab.games import shelf
from bruges_lab.games.manifest import Manifest
from bruges_lab.verification import bench, bench_driver
from bruges_lab.verification.bench_against import driven, names
from bruges_lab.verification.bench_windows import Spread, spread


def test_every_game_that_says_who_plays_it_is_measured() -> None:
    usual, measured = shelf.find(), bench.others()
    assert usual not in measured
    assert [usual, *measured] == [manifest for manifest in shelf.games() if manifest.has("policies")]
    assert measured
    asked = names(manifest.name for manifest in measured)
    with driven(Path(bench.__file__).resolve().parents[2], "the lab") as lab:
        assert [name for name in asked if name not in bench_driver.PEERS and not lab.rate(name, 0.001, 7)] == []


def test_every_window_plays_other_games() -> None:
    seeds: list[int] = []

    def played(number: int, game: str) -> float:
        seeds.append(number)
        return 1

    bench_driver.MEASURES["noted"] = (played, "games/s")
    try:
        for first in (5, 10**9):
            assert bench_driver.rate("noted", 0.0005, first) > 0
    finally:
        del bench_driver.MEASURES["noted"]
    assert len(set(seeds)) == len(seeds)
    assert {5, 10**9} <= set(seeds)


def test_a_single_answer_is_no_decision() -> None:
    assert all(0.5 < bench_driver._share(game) <= 1 for game in ("", *(one.name for one in bench.others())))


def test_sustained_is_the_median_and_the_best_stands_beside_it() -> None:
    found = spread([4.0, None, 1.0, 2.0, 3.0, 10.0])
    assert found == Spread(3.0, 2.0, 4.0, 10.0)
    assert found.over(Spread(1.5, 1, 2, 9)) == 2.0
    assert found.over(None) is None
    assert (spread([None]), spread([2.0])) == (None, Spread(2.0, 2.0, 2.0, 2.0))


def test_a_game_that_does_not_say_so_is_left_out(monkeypatch) -> None:
    raft = Manifest("raft", name="raft", title={"en": "Raft"}, players=range(2, 3), kit="k:K", set_up="k:s", words="k:w")
    monkeypatch.setattr(shelf, "games", lambda: [shelf.find(), raft])
    assert bench.others() == []


def test_the_bench_names_no_game() -> None:
    source = Path(bench.__file__).read_text(encoding="utf-8").replace("bruges_lab", "").replace("bruges-lab", "")
    assert not [name for name in shelf.names() if name in source.lower()]
