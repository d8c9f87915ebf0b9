"""Saves: round trips, damage, and nothing lost on failure."""

from __future__ import annotations

import base64
import json
import os
import zlib
from pathlib import Path

import msgspec
import pytest
from ferry.rules import KIT, start
from hypothesis import given, settings
from hypothesis import strategies as st
from play import random_game

from bruges_lab.kernel import Ask, Game, LabError, SaveError, Scripted, Seeded, saving
from bruges_lab.kernel.saving import SCHEMA, from_bytes, from_text, load, to_bytes
from bruges_lab.verification.malformed import campaign

KITS = {"ferry": KIT}
SEEDS = st.integers(0, 300)


def same(first: Game, second: Game) -> None:  # type: ignore[type-arg]
    assert [(n.number, n.choice, n.auto, n.note, n.state.key()) for n in first.nodes] == [
        (n.number, n.choice, n.auto, n.note, n.state.key()) for n in second.nodes
    ]
    assert first.node.number == second.node.number
    assert first.events == second.events
    assert first.names == second.names
    assert first.chance.to_data() == second.chance.to_data()


@given(SEEDS)
@settings(deadline=None, max_examples=40)
def test_bytes_and_text_round_trip_the_whole_tree(seed: int) -> None:
    game = random_game(seed, wander=True)
    game.note("a note 🦢 <b>")
    same(from_bytes(KITS, to_bytes(game), "x"), game)
    same(from_text(KITS, game.to_text()), game)


def test_a_file_round_trips_and_pasted_text_may_be_wrapped(tmp_path: Path) -> None:
    game = random_game(2)
    game.save(tmp_path / "game.json")
    same(load(KITS, tmp_path / "game.json"), game)
    text = game.to_text()
    wrapped = "\n".join(text[i : i + 60] for i in range(0, len(text), 60)) + "\n"
    same(from_text(KITS, wrapped), game)


@pytest.mark.parametrize("chance", [Ask(), Scripted(["wind:6"], then=Seeded(3)), Seeded(-5)])
def test_every_source_survives(chance: object) -> None:
    game = Game(KIT, start(), chance=chance)  # type: ignore[arg-type]
    same(from_text(KITS, game.to_text()), game)


def test_a_game_saved_between_two_tasks_comes_back_there() -> None:
    game = Game(KIT, start(3, 2), chance=Seeded(2))
    state = game.state.copy()
    state.players[0].hand = (9, *state.players[0].hand[1:])
    game = Game(KIT, start(3, 9), chance=Seeded(1), run=False)
    game.step()
    back = from_text(KITS, game.to_text())
    same(back, game)
    assert back.step() is not None


def test_loading_goes_on_as_the_saved_game_would() -> None:
    game = random_game(7, moves=3)
    back = from_text(KITS, game.to_text())
    game.play(0)
    back.play(0)
    same(back, game)


def _changed(saved: Game, fields: dict[str, object]) -> bytes:  # type: ignore[type-arg]
    """A save with a field changed and its content hash made to fit again."""
    from bruges_lab.kernel import saving

    data = json.loads(to_bytes(saved))
    data.update(fields)
    save = saving.msgspec.json.decode(json.dumps(data).encode(), type=saving._Save)
    save.hash = saving._content_hash(save)
    return saving.msgspec.json.encode(save)


def test_tampered_and_truncated_files_are_refused() -> None:
    game = random_game(3)
    data = to_bytes(game)
    for end in range(0, len(data), 37):
        with pytest.raises(SaveError):
            from_bytes(KITS, data[:end], "cut.json")
    with pytest.raises(SaveError, match="changed or damaged"):
        from_bytes(KITS, data.replace(b'"seed":3', b'"seed":4').replace(b'"seed": 3', b'"seed": 4'), "x")
    text = game.to_text()
    for cut in (text[:-1], text[:40], text[4:], text + "A", text.replace("BL1", "BL9"), text[:60] + "!" + text[61:]):
        with pytest.raises(SaveError):
            from_text(KITS, cut)


def test_a_forged_save_is_refused_where_it_is_wrong() -> None:
    game = random_game(3)
    record = json.loads(to_bytes(game))
    cases: list[tuple[dict[str, object], str]] = [
        ({"schema": SCHEMA + 1}, "this version reads"),
        ({"game": "chess"}, "not a game of this lab"),
        ({"names": ["only one"]}, "1 names for 3 players"),
        ({"names": ["a\x1b[2J", "b", "c"]}, "names: a name is a printable text"),
        ({"names": ["a\nb", "b", "c"]}, "names: a name is a printable text"),
        ({"names": ["x" * 100_000, "b", "c"]}, "names: a name is a printable text"),
        ({"names": ["a", "b", "c" * 41]}, "names: a name is a printable text"),
        ({"names": ["a", "", "c"]}, "names: a name is a printable text"),
        ({"names": ["a", "a", "c"]}, "names: two players have the same name"),
        ({"notes": {"0": "x" * 10_001}}, "not a note"),
        ({"current": 999}, "does not exist"),
        ({"notes": {"999": "x"}}, "not a note"),
        ({"notes": {"-1": "x"}}, "not a note"),
        ({"nodes": []}, "is not the start"),
        ({"nodes": [record["nodes"][0], [0, "cross:77", False, None, None]]}, "may not be chosen|unknown|nothing"),
        ({"nodes": [record["nodes"][0], [5, "wind:1", True, None, None]]}, "before its parent"),
        ({"nodes": [[*record["nodes"][0][:4], "0" * 16]]}, "another position"),
        ({"start": {**record["start"], "pile": [1, 1, 1]}}, "not all there"),
        ({"start": {**record["start"], "agenda": [["teleport", 1]]}}, "does not have"),
        ({"start": {**record["start"], "agenda": [["turn"]]}, "causes": [-1]}, "does not replay"),
        ({"causes": [7]}, "do not fit"),
        ({"start": {**record["start"], "wind": "x"}}, "wind"),
        ({"chance": {"source": "magic"}}, "not a chance source"),
        ({"opening": [["x"]]}, "not an event"),
    ]
    for fields, message in cases:
        with pytest.raises(SaveError, match=message) as error:
            from_bytes(KITS, _changed(game, fields), "forged.json")
        assert "\n" not in str(error.value)
        assert len(str(error.value)) < 400


def test_names_in_a_short_text_are_checked_too() -> None:
    packed = zlib.compress(_changed(random_game(3), {"names": ["a\x1b[2J", "b", "c"]}), 9)
    with pytest.raises(SaveError, match="names: a name is a printable text"):
        from_text(KITS, "BL1-" + base64.urlsafe_b64encode(packed).decode().rstrip("="))


def test_packed_bombs_are_not_unpacked() -> None:
    def packed(data: bytes) -> str:
        return "BL1-" + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")

    with pytest.raises(SaveError, match=r"text: is larger than 8,388,608 bytes"):
        from_text(KITS, packed(b"0" * (80 * 1024 * 1024)))
    with pytest.raises(SaveError, match="cut short or too long"):
        from_text(KITS, packed(b"{}") + "AAAA")


FANS = {
    "lists": b'{"schema": 1, "opening": [' + b"[]," * 2_000_000 + b"[]]}",
    "tables": b'{"schema": 1, "shared": {"x": [' + b'{"":0},' * 1_000_000 + b"0]}}",
    "depth": b'{"schema": 1, "shared": {"x": ' + b"[" * 100 + b"]" * 100 + b"}}",
}


@pytest.mark.parametrize("name", FANS)
def test_what_would_fan_out_is_refused_before_it_is_built(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """82 kB of short text became 64 MB of empty lists, and these 1.6 GB."""
    monkeypatch.setattr(msgspec.json, "decode", lambda *_, **__: pytest.fail("was built"))
    text = "BL1-" + base64.urlsafe_b64encode(zlib.compress(FANS[name], 9)).decode().rstrip("=")
    (tmp_path / "fan.json").write_bytes(FANS[name])
    for read in (lambda: from_text(KITS, text), lambda: load(KITS, tmp_path / "fan.json")):
        with pytest.raises(SaveError, match=r"holds too much|nested too deeply"):
            read()


def test_a_save_is_refused_by_its_nodes_before_any_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(3)
    monkeypatch.setattr(saving, "MOST_NODES", len(game.nodes) - 1)
    with pytest.raises(LabError, match=rf"the game has {len(game.nodes)} positions; a save holds {len(game.nodes) - 1}"):
        to_bytes(game)
    monkeypatch.undo()
    data = to_bytes(game)
    monkeypatch.setattr(saving, "MOST_NODES", len(game.nodes) - 1)
    monkeypatch.setattr(saving, "_replay", lambda *_: pytest.fail("was replayed"))
    with pytest.raises(SaveError, match=rf"x: nodes: are {len(game.nodes)}; a save holds {len(game.nodes) - 1}"):
        from_bytes(KITS, data, "x")


def test_what_would_not_be_read_back_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(3)
    game.note("n" * 10_000)
    monkeypatch.setattr(saving, "LARGEST", 9_999)
    with pytest.raises(LabError, match=r"the game cannot be saved: it is larger than 9,999 bytes"):
        game.save(tmp_path / "game.json")
    with pytest.raises(LabError, match=r"cannot be saved"):
        game.to_text()
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "game.json"
    random_game(1).save(target)
    before = target.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(LabError, match="No space left"):
        random_game(2).save(target)
    monkeypatch.undo()
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(LabError, match="No space left"):
        random_game(2).save(target)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    with pytest.raises(LabError, match="cannot be written"):
        random_game(2).save(target / "below_a_file.json")


def test_missing_and_huge_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="no such file"):
        load(KITS, tmp_path / "none.json")
    with pytest.raises(LabError, match="no such file"):
        load(KITS, tmp_path)
    from bruges_lab.kernel.files import read_whole

    (tmp_path / "big").write_bytes(b"x" * 100)
    with pytest.raises(LabError, match="larger than"):
        read_whole(tmp_path / "big", 99)


def test_damaged_saves_by_the_thousand() -> None:
    samples = [to_bytes(random_game(seed, wander=seed % 2 == 0)) for seed in range(6)]
    result = campaign("saves", samples, lambda data: from_bytes(KITS, data, "x"), 1500, largest=20_000)
    assert result.faults == ()
    assert result.refused > 1300
    texts = [random_game(seed).to_text().encode() for seed in range(6)]
    result = campaign("texts", texts, lambda data: from_text(KITS, data.decode("utf-8", "replace")), 1500, largest=20_000)
    assert result.faults == ()
    assert result.refused > 1200
