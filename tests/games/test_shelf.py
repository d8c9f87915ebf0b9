"""The shelf and the manifest: where games are found, what a manifest may state, and what a game that is asked too much says."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import bruges_lab as bl
from bruges_lab.games import shelf
from bruges_lab.games.manifest import REQUIRED, SLOTS, Manifest

FERRY = shelf.find("ferry")


def manifest(**more: object) -> Manifest:
    given = {"name": "toll", "title": {"en": "Toll"}, "players": range(2, 3), "kit": "a:A", "set_up": "a:b", "words": "lab"}
    return Manifest("toll.manifest", **{**given, **more})  # type: ignore[arg-type]


def test_the_usual_game_comes_first_and_is_meant_where_none_is_named() -> None:
    assert [one.name for one in bl.games()] == ["bruges", "burdigala", "ferry"]
    assert shelf.find().name == shelf.USUAL == bl.new_game(2).kit.name
    assert bl.new_game(2, 5).state.digest() == bl.new_game("bruges", 2, 5).state.digest()
    assert bl.new_game(players=2, seed=5).state.digest() == bl.new_game(game="bruges", players=2, seed=5).state.digest()


def test_games_can_be_listed_before_and_after_their_package_is_imported() -> None:
    code = "import bruges_lab as bl; a = bl.games(); bl.new_game(2); print(a == bl.games())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(bl.LabError, match=r"^unknown game 'fery'; choose bruges, burdigala or ferry$"):
        bl.new_game("fery")
    with pytest.raises(bl.LabError, match="named twice"):
        bl.new_game("ferry", game="bruges")


@pytest.fixture
def further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A second folder of games beside Ferry's."""
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.setenv(shelf.FURTHER, f"{os.environ[shelf.FURTHER]}{os.pathsep}{folder}")
    monkeypatch.setattr(sys, "path", [*sys.path])
    return folder


def test_further_folders_are_seen_by_name_and_read_when_asked_for(further: Path) -> None:
    (further / "toll_a").mkdir()
    (further / "toll_a" / "manifest.py").write_text("raise ImportError('broken')", "utf-8")
    (further / "no_game").mkdir()
    assert shelf.names() == ["bruges", "burdigala", "ferry", "toll_a"]
    with pytest.raises(bl.LabError, match=r"^the game 'toll_a' cannot be read: broken$"):
        shelf.find("toll_a")


def test_a_folder_must_state_a_manifest_of_its_name(further: Path) -> None:
    (further / "toll_b").mkdir()
    (further / "toll_b" / "manifest.py").write_text("MANIFEST = 3", "utf-8")
    with pytest.raises(bl.LabError, match="states no manifest of that name"):
        shelf.find("toll_b")


def test_a_folder_of_games_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(shelf.FURTHER, "nowhere")
    with pytest.raises(bl.LabError, match=r"^BRUGES_LAB_GAMES: nowhere is not a folder$"):
        shelf.names()


def test_an_installed_package_brings_a_game(further: Path, tmp_path: Path) -> None:
    """In a process of its own, since entry points are read once."""
    package = tmp_path / "site" / "toll_c"
    package.mkdir(parents=True)
    lines = (Path(FERRY.folder()) / "manifest.py").read_text("utf-8").replace('name="ferry"', 'name="toll_c"')
    (package / "__init__.py").write_text("", "utf-8")
    (package / "manifest.py").write_text(lines, "utf-8")
    info = tmp_path / "site" / "toll_c-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toll_c\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[bruges_lab.games]\ntoll_c = toll_c.manifest\n", "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), *sys.path])}
    code = "import bruges_lab as bl; print([m.name for m in bl.games()])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout == "['bruges', 'burdigala', 'ferry', 'toll_c']\n"


# What a manifest may state


def test_a_manifest_names_slots_that_there_are() -> None:
    with pytest.raises(bl.LabError, match=r"toll\.manifest: unknown slot 'pictur'; choose kit, set_up, material"):
        manifest(pictur="a:b")
    with pytest.raises(bl.LabError, match="a game is named by small letters"):
        manifest(name="Toll!")
    with pytest.raises(bl.LabError, match="a game needs kit, set_up, words"):
        Manifest("toll.manifest", name="toll", title={"en": "Toll"}, players=range(2, 3))
    assert set(REQUIRED) <= set(SLOTS)


def test_every_slot_says_what_it_is_and_bruges_fills_all_but_those_of_the_lab() -> None:
    bare = manifest()
    for name in SLOTS:
        slot = getattr(Manifest, name)
        assert slot.what, name
        if slot.usual is None and name not in REQUIRED:
            with pytest.raises(bl.LabError, match=f"^Toll has no {slot.what}$"):
                getattr(bare, name)
    left_out = {name for name in SLOTS if not shelf.find().has(name)}
    assert left_out <= {"hints", "scenario_writer", "linker"}


def test_every_slot_of_every_game_leads_somewhere() -> None:
    for one in bl.games():
        for name in SLOTS:
            if one.has(name):
                assert getattr(one, name) is not None, (one.name, name)


def test_nothing_is_imported_before_it_is_used() -> None:
    code = (
        "import sys; from bruges_lab.games import shelf; m = shelf.find(); "
        "print(sorted(n for n in sys.modules if n.startswith('bruges_lab.games.bruges')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "['bruges_lab.games.bruges', 'bruges_lab.games.bruges.manifest']\n"


def test_a_manifest_travels_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(FERRY)) is FERRY


def test_material_that_a_game_does_not_take() -> None:
    for attempt in (
        lambda: bl.new_game("ferry", deck=3),
        lambda: bl.from_text(bl.new_game("ferry").to_text(), board=3),
        lambda: bl.simulate(2, 2, game="ferry", deck=3),
    ):
        with pytest.raises(bl.LabError, match=r"^Ferry does not take (deck|board)=$"):
            attempt()


# A game that is found from what is at hand


def test_a_save_a_text_and_a_view_know_their_game(tmp_path: Path) -> None:
    game = bl.new_game("ferry", 3, 4)
    game.play(0)
    game.save(tmp_path / "ferry.json")
    for again in (bl.load(tmp_path / "ferry.json"), bl.from_text(game.to_text())):
        assert again.kit.name == "ferry"
        assert again.state.digest() == game.state.digest()
    view = game.view(1)
    dealt = bl.resample(view, seed=9)
    assert game.kit.mask(dealt, 1).key() == view.state.key()
    with pytest.raises(bl.LabError, match="it holds something else, which is not replaced"):
        bl.new_game(2).save(tmp_path / "ferry.json")


def test_a_rule_id_knows_its_game() -> None:
    assert shelf.of_rule("ferry.storm").name == bl.rule("ferry.storm").manifest.name == "ferry"
    assert shelf.of_rule("threat.fire").name == bl.rule("threat.fire").manifest.name == "bruges"


# What fresh eyes found


def test_a_game_that_fails_does_not_stop_the_others(further: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (further / "toll_d").mkdir()
    (further / "toll_d" / "manifest.py").write_text("x = 1 / 0", "utf-8")
    with pytest.warns(UserWarning, match="the game 'toll_d' cannot be read: division by zero"):
        assert [one.name for one in bl.games()] == ["bruges", "burdigala", "ferry"]
    run = subprocess.run([sys.executable, "-m", "bruges_lab", "--version"], capture_output=True, text=True, check=True)
    assert (run.stdout.strip(), run.stderr) == (bl.__version__, "")


def test_the_command_line_names_a_folder_of_games_that_is_none() -> None:
    environment = {**os.environ, shelf.FURTHER: "nowhere"}
    run = subprocess.run([sys.executable, "-m", "bruges_lab", "overview"], capture_output=True, text=True, env=environment)
    assert (run.returncode, run.stderr) == (2, "bruges-lab: BRUGES_LAB_GAMES: nowhere is not a folder\n")


def test_a_slot_that_leads_nowhere_is_told() -> None:
    ferry = {"kit": "rules:FerryKit", "set_up": "nowhere:b", "words": "lab"}
    lost = Manifest("ferry.manifest", name="toll", title={"en": "Toll"}, players=range(2, 3), seats="rules:NOBODY", **ferry)
    with pytest.raises(bl.LabError, match=r"^ferry\.manifest: there is no nowhere:b$"):
        _ = lost.set_up
    with pytest.raises(bl.LabError, match=r"^ferry\.manifest: there is no rules:NOBODY$"):
        _ = lost.seats
    with pytest.raises(bl.LabError, match="title: the game is called something in English"):
        manifest(title={"fr": "Péage"})
    with pytest.raises(bl.LabError, match="players: for how many it is"):
        manifest(players=range(0))


def test_what_is_bruges_own_is_refused_for_another_game() -> None:
    game = bl.new_game("ferry", 2, 7)
    for attempt, words in (
        (lambda: bl.threat_odds(game), "Ferry has no odds of threats"),
        (lambda: bl.majorities(game), "Ferry has no majorities"),
        (lambda: bl.plot.actions(bl.play_out(game)), "Ferry has no figure 'actions'"),
        (lambda: bl.plot.actions([game]), "Ferry has no figure 'actions'"),
        (lambda: bl.compare(game="ferry"), "Ferry has no ruleset"),
    ):
        with pytest.raises(bl.LabError, match=f"^{words}"):
            attempt()


@pytest.mark.parametrize("attempt", [bl.new_game, lambda **given: bl.from_text(bl.new_game(2).to_text(), **given)])
def test_what_bruges_is_not_played_with(attempt: object) -> None:
    with pytest.raises(bl.LabError, match=r"^Bruges does not take foo=$"):
        attempt(foo=3)  # type: ignore[operator]


def test_what_is_given_twice_or_is_no_source_or_no_game() -> None:
    with pytest.raises(bl.LabError, match=r"^players: given twice, 3 and 2$"):
        bl.new_game("ferry", 3, players=2)
    with pytest.raises(bl.LabError, match=r"^seed: given twice, 7 and 9$"):
        bl.new_game(3, 7, seed=9)
    waiting = bl.new_game("ferry", 2, chance=bl.Ask())
    with pytest.raises(bl.LabError, match="chance comes from a source"):
        waiting.roll("wind:4")
    with pytest.raises(bl.LabError, match=r"^game: a game, as new_game"):
        bl.Explorer("ferry")  # type: ignore[arg-type]


def test_a_save_of_another_game_than_the_one_that_is_named(tmp_path: Path) -> None:
    bl.new_game("ferry").save(tmp_path / "saved.json")
    command = [sys.executable, "-m", "bruges_lab", "tree", str(tmp_path / "saved.json"), "--game", "bruges", "--depth", "1"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (2, "bruges-lab: saved.json: is a game of Ferry, not of Bruges\n")
