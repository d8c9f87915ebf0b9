"""The bench: every game of the shelf that says who plays it is measured, by its manifest alone."""

from __future__ import annotations

from pathlib import Path

from bruges_lab.games import shelf
from bruges_lab.games.manifest import Manifest
from bruges_lab.verification import bench


def test_every_game_that_says_who_plays_it_is_measured() -> None:
    usual, measured = shelf.find(), bench.others()
    assert usual not in measured
    assert [usual, *measured] == [manifest for manifest in shelf.games() if manifest.has("policies")]
    assert measured
    for manifest in measured:
        decisions, games = bench.playout_rate(1, manifest.players[0], manifest.name)
        assert decisions > games > 0
        assert bench.game_rate(1, manifest.players[0], manifest.name) > 0
        assert 0.5 < bench.open_share(2, manifest.players[0], manifest.name) <= 1


def test_a_game_that_does_not_say_so_is_left_out(monkeypatch) -> None:
    raft = Manifest("raft", name="raft", title={"en": "Raft"}, players=range(2, 3), kit="k:K", set_up="k:s", words="k:w")
    monkeypatch.setattr(shelf, "games", lambda: [shelf.find(), raft])
    assert bench.others() == []


def test_the_bench_names_no_game() -> None:
    source = Path(bench.__file__).read_text(encoding="utf-8").replace("bruges_lab", "").replace("bruges-lab", "")
    assert not [name for name in shelf.names() if name in source.lower()]
