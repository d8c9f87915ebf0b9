"""Autosave: on disk before it is shown, one writer, and back again in a new process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bruges_lab as bl


def test_every_node_is_on_disk_before_it_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = bl.new_game(players=2, seed=1)
    explorer = bl.Explorer(game, autosave=file)
    seen = []
    game.watch(lambda: seen.append(len(bl.load(file).nodes) == len(game.nodes)))
    for _ in range(5):
        explorer.choose(str(game.legal()[0]))
    explorer.undo()
    explorer.choose(str(game.legal()[-1]))
    game.note("a note")
    assert seen
    assert all(seen)
    saved = bl.load(file)
    assert (len(saved.nodes), saved.node.number, saved.node.note) == (len(game.nodes), game.node.number, "a note")
    explorer.close()


def test_a_cell_that_is_run_again_takes_the_file_over(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = bl.Explorer(bl.new_game(players=2, seed=1), autosave=file)
    first.choose(str(first.game.legal()[0]))
    second = bl.Explorer(bl.new_game(players=2, seed=1), autosave=file)
    assert len(second.game.nodes) == len(first.game.nodes)
    assert first.message
    second.choose(str(second.game.legal()[0]))
    first.choose(str(first.game.legal()[-1]))  # the older one goes on, but no longer writes
    assert len(bl.load(file).nodes) == len(second.game.nodes)
    with pytest.raises(bl.LabError, match="another game"):
        bl.Explorer(bl.new_game(players=2, seed=2), autosave=file)
    second.choose(str(second.game.legal()[0]))  # whoever could not take over has changed nothing
    assert len(bl.load(file).nodes) == len(second.game.nodes)
    second.close()


def test_another_process_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = bl.Explorer(bl.new_game(players=2, seed=1), autosave=file)
    before = file.read_bytes()
    code = (
        "import bruges_lab as bl; from bruges_lab.explorer import autosaving; autosaving.ENDING = 0.1; "
        f"bl.Explorer(bl.new_game(players=2, seed=1), autosave={str(file)!r})"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert other.returncode
    assert "another explorer" in other.stderr
    assert file.read_bytes() == before
    first.close()
    bl.Explorer(bl.new_game(players=2, seed=1), autosave=file).close()


def test_a_new_process_brings_the_game_back_with_all_branches(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code = (
        "import bruges_lab as bl, os\n"
        f"explorer = bl.Explorer(bl.new_game(players=2, seed=1), autosave={str(file)!r})\n"
        "for _ in range(6): explorer.choose(str(explorer.game.legal()[0]))\n"
        "explorer.undo(); explorer.choose(str(explorer.game.legal()[-1]))\n"
        "print(len(explorer.game.nodes), explorer.game.node.number, flush=True)\n"
        "os._exit(1)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    nodes, number = map(int, ran.stdout.split())
    game = bl.new_game(players=2, seed=1)
    explorer = bl.Explorer(game, autosave=file)
    assert (len(game.nodes), game.node.number) == (nodes, number)
    explorer.choose(str(game.legal()[0]))
    assert len(bl.load(file).nodes) == len(game.nodes)
    explorer.close()


def test_another_game_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    bl.Explorer(bl.new_game(players=2, seed=1), autosave=file).close()
    before = file.read_bytes()
    with pytest.raises(bl.LabError, match="another game"):
        bl.Explorer(bl.new_game(players=2, seed=2), autosave=file)
    played = bl.new_game(players=2, seed=1)
    played.play(0)
    with pytest.raises(bl.LabError, match="played on"):
        bl.Explorer(played, autosave=file)
    (tmp_path / "notes.txt").write_text("my notes", "utf-8")
    with pytest.raises(bl.LabError):
        bl.Explorer(bl.new_game(players=2, seed=2), autosave=tmp_path / "notes.txt")
    assert (file.read_bytes(), (tmp_path / "notes.txt").read_text("utf-8")) == (before, "my notes")
    with pytest.raises(bl.LabError, match="folder"):
        bl.Explorer(autosave=tmp_path / "nowhere" / "game.json")


@pytest.mark.parametrize("place", [".", "pipe", "nothing", "notes.txt", "nul\0byte", "x" * 300, "a_file/game.json", "/dev/null"])
def test_a_bad_place_is_refused_in_one_line(tmp_path: Path, place: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "nothing").symlink_to("nowhere")
    for name in ("notes.txt", "a_file"):
        (tmp_path / name).write_text("mine", "utf-8")
    with pytest.raises(bl.LabError) as error:
        bl.Explorer(bl.new_game(players=2, seed=1), autosave=tmp_path / place)
    assert str(error.value).isprintable()
    left = sorted(path.name for path in tmp_path.iterdir() if not path.name.endswith(".lock"))
    assert left == ["a_file", "notes.txt", "nothing", "pipe"]
    assert (tmp_path / "notes.txt").read_text("utf-8") == "mine"


def test_links_to_a_file_are_the_same_file_for_all_who_write_it(tmp_path: Path) -> None:
    file, link, folder = tmp_path / "game.json", tmp_path / "link.json", tmp_path / "folder"
    first = bl.Explorer(bl.new_game(players=2, seed=1), autosave=file)
    link.symlink_to(file)
    folder.symlink_to(tmp_path)
    paths = [str(path) for path in (link, folder / "game.json", folder / "link.json")]
    code = (
        "import sys, bruges_lab as bl\nfrom bruges_lab.explorer import autosaving\nautosaving.ENDING = 0.1\n"
        "for path in sys.argv[1:]:\n"
        "    try:\n        bl.Explorer(bl.new_game(players=2, seed=1), autosave=path)\n"
        "    except bl.LabError as error:\n        print(error)"
    )
    other = subprocess.run([sys.executable, "-c", code, *paths], capture_output=True, text=True, check=True)
    assert other.stdout.count("another explorer is writing it") == len(other.stdout.splitlines()) == len(paths)
    second = bl.Explorer(bl.new_game(players=2, seed=1), autosave=link)  # in one process the newer takes it over
    assert "elsewhere" in first.message
    second.choose(str(second.game.legal()[0]))
    assert link.is_symlink()
    assert len(bl.load(file).nodes) == len(second.game.nodes)
    second.close()


def test_a_reload_waits_for_the_kernel_that_is_ending(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code = (
        "import sys, time, bruges_lab as bl\n"
        "explorer = bl.Explorer(bl.new_game(players=2, seed=1), autosave=sys.argv[1])\n"
        "explorer.choose(str(explorer.game.legal()[0]))\nprint(len(explorer.game.nodes), flush=True)\ntime.sleep(0.6)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, text=True) as ending:
        assert ending.stdout is not None
        nodes = int(ending.stdout.readline())
        again = bl.Explorer(bl.new_game(players=2, seed=1), autosave=file)
    assert len(again.game.nodes) == nodes > 1
    again.close()


def test_a_file_that_became_something_else_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    explorer = bl.Explorer(bl.new_game(players=2, seed=1), autosave=file)
    file.write_text("notes of somebody", "utf-8")
    with pytest.raises(bl.LabError, match="something else"):
        explorer.choose(str(explorer.game.legal()[0]))
    assert file.read_text("utf-8") == "notes of somebody"
    explorer.close()


def test_a_name_with_line_breaks_in_it_stays_on_one_line(tmp_path: Path) -> None:
    file = tmp_path / "a\n\x1b[31mb.json"
    first = bl.Explorer(bl.new_game(players=2, seed=1), autosave=file)
    first.choose(str(first.game.legal()[0]))
    played = bl.new_game(players=2, seed=1)
    played.play(0)
    refused = []
    for game in (bl.new_game(players=2, seed=2), played):
        with pytest.raises(bl.LabError, match=r"another game|played on elsewhere") as error:
            bl.Explorer(game, autosave=file)
        refused.append(str(error.value))
    code = (
        "import bruges_lab as bl; from bruges_lab.explorer import autosaving; autosaving.ENDING = 0.1; "
        f"bl.Explorer(bl.new_game(players=2, seed=1), autosave={str(file)!r})"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    refused.append(other.stderr.rstrip("\n").partition("InUse: ")[2])
    assert "another explorer" in refused[-1]
    assert all(message.startswith("a  [31mb.json: ") and message.isprintable() for message in refused), refused
    first.close()
