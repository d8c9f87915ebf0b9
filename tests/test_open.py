"""Opening the lab: notebooks are copied and never lost, bad input starts nothing, a wheel brings everything along."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cases import each
from running import command

from bruges_lab import LabError, __version__, new_game, places
from bruges_lab.explorer.reach import Kept
from bruges_lab.serving import copy_notebooks, page_source
from bruges_lab.serving import copying as copying_module
from bruges_lab.serving.copying import MANIFEST, digest
from bruges_lab.serving.notebook_server import first_notebook, in_working_copy, lab_arguments
from bruges_lab.serving.starting import JUPYTER, check_port

ROOT = Path(__file__).resolve().parents[1]


def notebook(*sources: str, **metadata: object) -> str:
    cells = [{"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": text} for text in sources]
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    folder = tmp_path / "shipped"
    (folder / "texts").mkdir(parents=True)
    (folder / "00_start.ipynb").write_text(notebook("1"), encoding="utf-8")
    (folder / "01_more.ipynb").write_text(notebook("2"), encoding="utf-8")
    (folder / "texts" / "sample.md").write_text("a sample", encoding="utf-8")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "00_start-checkpoint.ipynb").write_text("{}", encoding="utf-8")
    return folder


@pytest.fixture
def mine(tmp_path: Path, shipped: Path) -> Path:
    """A folder with a first copy."""
    copy_notebooks(tmp_path / "mine", shipped)
    return tmp_path / "mine"


def contents(folder: Path) -> dict[str, str]:
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_text(encoding="utf-8") for name, path in sorted(files.items()) if name != MANIFEST}


# A first copy


def test_a_first_copy_brings_everything_but_what_is_hidden(tmp_path: Path, shipped: Path) -> None:
    assert copy_notebooks(tmp_path / "a" / "b", shipped) == ["notebooks: 3 copied"]
    assert list(contents(tmp_path / "a" / "b")) == ["00_start.ipynb", "01_more.ipynb", "texts/sample.md"]
    assert (tmp_path / "a" / "b" / "00_start.ipynb").read_bytes() == (shipped / "00_start.ipynb").read_bytes()


def test_the_labs_own_notebooks_are_copied(tmp_path: Path) -> None:
    copy_notebooks(tmp_path / "mine")
    names = {path.name for path in places.notebooks().glob("*.ipynb")}
    assert {path.name for path in (tmp_path / "mine").glob("*.ipynb")} == names
    assert first_notebook() in names
    assert first_notebook().startswith("00_")


def test_a_second_copy_changes_nothing_and_says_nothing(mine: Path, shipped: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in mine.rglob("*")}
    assert copy_notebooks(mine, shipped) == []
    assert {path: path.stat().st_mtime_ns for path in mine.rglob("*")} == before


def test_other_files_of_the_folder_stay(tmp_path: Path, shipped: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "essay.txt").write_text("mine", encoding="utf-8")
    copy_notebooks(tmp_path / "mine", shipped)
    assert contents(tmp_path / "mine")["essay.txt"] == "mine"


# The next version


def test_an_unchanged_older_copy_is_updated(mine: Path, shipped: Path) -> None:
    (shipped / "00_start.ipynb").write_text(notebook("1, better"), encoding="utf-8")
    (shipped / "texts" / "sample.md").write_text("a better sample", encoding="utf-8")
    assert copy_notebooks(mine, shipped) == ["notebooks: 2 updated"]
    assert contents(mine) == contents_without_hidden(shipped)
    assert copy_notebooks(mine, shipped) == []


def contents_without_hidden(folder: Path) -> dict[str, str]:
    return {name: text for name, text in contents(folder).items() if not name.startswith(".")}


def test_a_changed_copy_stays_and_the_new_version_lies_beside(mine: Path, shipped: Path) -> None:
    (mine / "00_start.ipynb").write_text(notebook("1", "my own cell"), encoding="utf-8")
    (shipped / "00_start.ipynb").write_text(notebook("1, better"), encoding="utf-8")
    (line,) = copy_notebooks(mine, shipped)
    assert line == f"00_start.ipynb has changes of yours and stays; the new version is 00_start-{__version__}.ipynb"
    assert contents(mine)["00_start.ipynb"] == notebook("1", "my own cell")
    assert contents(mine)[f"00_start-{__version__}.ipynb"] == notebook("1, better")
    assert copy_notebooks(mine, shipped) == []  # it is said and written once
    (mine / f"00_start-{__version__}.ipynb").unlink()
    assert copy_notebooks(mine, shipped) == []


def test_nor_is_a_changed_file_beside_overwritten(mine: Path, shipped: Path) -> None:
    (mine / "00_start.ipynb").write_text(notebook("mine"), encoding="utf-8")
    for version in ("better", "best"):
        (shipped / "00_start.ipynb").write_text(notebook(version), encoding="utf-8")
        copy_notebooks(mine, shipped)
    found = contents(mine)
    assert found["00_start.ipynb"] == notebook("mine")
    assert found[f"00_start-{__version__}.ipynb"] == notebook("better")
    assert found[f"00_start-{__version__}-2.ipynb"] == notebook("best")


def test_the_next_version_comes_beside_under_its_own_name(mine: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (mine / "01_more.ipynb").write_text(notebook("mine"), encoding="utf-8")
    (shipped / "01_more.ipynb").write_text(notebook("new"), encoding="utf-8")
    monkeypatch.setattr(copying_module, "__version__", "0.2.0")
    copy_notebooks(mine, shipped)
    assert contents(mine)["01_more-0.2.0.ipynb"] == notebook("new")
    assert json.loads((mine / MANIFEST).read_text(encoding="utf-8"))["version"] == "0.2.0"


def test_a_changed_copy_of_the_same_version_is_left_in_peace(mine: Path, shipped: Path) -> None:
    (mine / "00_start.ipynb").write_text("scribble", encoding="utf-8")
    before = contents(mine)
    assert copy_notebooks(mine, shipped) == []
    assert contents(mine) == before


def test_a_file_of_the_same_name_that_never_was_a_copy_stays(tmp_path: Path, shipped: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "00_start.ipynb").write_text("all mine", encoding="utf-8")
    lines = copy_notebooks(tmp_path / "mine", shipped)
    assert len(lines) == 2
    assert contents(tmp_path / "mine")["00_start.ipynb"] == "all mine"
    assert contents(tmp_path / "mine")[f"00_start-{__version__}.ipynb"] == notebook("1")


def test_what_was_thrown_away_comes_back(mine: Path, shipped: Path) -> None:
    (mine / "01_more.ipynb").unlink()
    assert copy_notebooks(mine, shipped) == ["notebooks: 1 copied"]


@pytest.mark.parametrize("manifest", ["", "[]", "{", '{"copied": 3}', '{"copied": {"00_start.ipynb": 7}}', "[" * 100_000])
def test_without_a_sensible_manifest_everything_counts_as_changed(mine: Path, shipped: Path, manifest: str) -> None:
    (mine / MANIFEST).write_text(manifest, encoding="utf-8")
    (shipped / "00_start.ipynb").write_text(notebook("better"), encoding="utf-8")
    copy_notebooks(mine, shipped)
    assert contents(mine)["00_start.ipynb"] == notebook("1")
    assert contents(mine)[f"00_start-{__version__}.ipynb"] == notebook("better")


# What counts as changed


def test_a_notebook_that_was_only_run_is_unchanged(mine: Path, shipped: Path) -> None:
    run = json.loads((mine / "00_start.ipynb").read_text(encoding="utf-8"))
    run["metadata"] = {"kernelspec": {"name": "python3"}, "language_info": {"name": "python", "version": "3.12"}}
    run["cells"][0] |= {"id": "a1", "execution_count": 4, "outputs": [{"output_type": "stream", "name": "stdout", "text": "1"}]}
    run["cells"][0]["metadata"] = {"execution": {"iopub.execute_input": "now"}}
    run["cells"][0]["source"] = ["1"]
    (mine / "00_start.ipynb").write_text(json.dumps(run, indent=1), encoding="utf-8")
    (shipped / "00_start.ipynb").write_text(notebook("better"), encoding="utf-8")
    assert copy_notebooks(mine, shipped) == ["notebooks: 1 updated"]


@each(
    "other",
    [notebook("1 "), notebook("1", ""), notebook(), notebook("1", tags=["mine"]), "{}", "", '{"cells": 3, "metadata": {}}', "[]"],
)
def test_everything_else_is_a_change(other: str) -> None:
    assert digest("a.ipynb", other.encode()) != digest("a.ipynb", notebook("1").encode())
    assert digest("a.md", b"1") != digest("a.md", b"1\n")


def test_a_tag_on_a_cell_is_a_change() -> None:
    tagged = json.loads(notebook("1"))
    tagged["cells"][0]["metadata"]["tags"] = ["mine"]
    assert digest("a.ipynb", json.dumps(tagged).encode()) != digest("a.ipynb", notebook("1").encode())


# What cannot be done is not half done


def test_if_a_file_cannot_be_written_nothing_new_stays(tmp_path: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, written = copying_module.write_whole, []

    def full_disk(path: Path, data: bytes, *, over: bool) -> None:
        if written:
            raise LabError("no space left")
        written.append(path)
        write(path, data, over=over)

    monkeypatch.setattr(copying_module, "write_whole", full_disk)
    with pytest.raises(LabError, match="no space left"):
        copy_notebooks(tmp_path / "new" / "mine", shipped)
    assert written
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("place", ["file", "file/inside", "dangling", "/proc/nothing/here", "/proc", "nul\0byte", "x" * 300])
def test_a_folder_that_cannot_be_used(tmp_path: Path, shipped: Path, place: str) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    with pytest.raises(LabError) as refusal:
        copy_notebooks(tmp_path / place, shipped)
    assert str(refusal.value).isprintable()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling", "file", "shipped"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


# The command line

TAKEN = "TAKEN"
BAD = {
    "open: a file": ["open", "FILE"],
    "open: in a file": ["open", "FILE/inside"],
    "open: not writable": ["open", "/proc/nothing"],
    "open: port 0": ["open", "--port", "0"],
    "open: port 65536": ["open", "new", "--port", "65536"],
    "open: port in words": ["open", "new", "--port", "many"],
    "open: port taken": ["open", "new", "--port", TAKEN],
    "open: two folders": ["open", "new", "other"],
    "serve: port -1": ["serve", "--port", "-1"],
    "serve: port 65536": ["serve", "--port", "65536"],
    "serve: port taken": ["serve", "--port", TAKEN],
    "serve: no such scenario": ["serve", "--scenario", "nowhere"],
    "serve: no such scenario file": ["serve", "--scenario", "nowhere.toml"],
    "serve: a scenario that is none": ["serve", "--scenario", "./FILE"],
    "serve: no such game": ["serve", "--load", "nowhere.json"],
    "serve: a game that is none": ["serve", "--load", "FILE"],
    "serve: one player": ["serve", "--players", "1"],
    "serve: five players": ["serve", "--players", "5"],
    "serve: two beginnings": ["serve", "--players", "2", "--scenario", "first_look"],
    "serve: two other beginnings": ["serve", "--load", "FILE", "--scenario", "first_look"],
    "serve: no such language": ["serve", "--lang", "la"],
    "serve: no such theme": ["serve", "--theme", "<b>"],
    "serve: no such folder": ["serve", "--keep", "nowhere"],
    "serve: a folder that is a file": ["serve", "--keep", "FILE"],
    "serve: no visitors": ["serve", "--visitors", "0"],
    "serve: too many visitors": ["serve", "--visitors", "100000"],
}


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_nothing_starts(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "FILE").write_text("x", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        words = [port if word == TAKEN else word for word in arguments]
        code = command(*words, "--no-browser")
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith("bruges-lab: ")
    assert err[:-1].isprintable(), "more than one line"
    assert [path.name for path in tmp_path.iterdir()] == ["FILE"]
    assert str(JUPYTER) not in os.environ.get("JUPYTER_PATH", "")


def test_a_port_that_one_may_use() -> None:
    check_port(None)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    check_port(port)
    check_port(port)  # asking does not take it


def test_a_working_copy_is_opened_in_place() -> None:
    assert in_working_copy()
    assert places.notebooks() == ROOT / "notebooks"


@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_only_an_administrator_is_allowed_as_one(
    user: int, allowed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert ("--ServerApp.allow_root=True" in lab_arguments(tmp_path, None, True)) is allowed


# The cell of the page


@pytest.mark.parametrize(
    ("options", "game"),
    [
        ({}, "bl.new_game(players=3, seed=0)"),
        ({"players": 2, "seed": 7}, "bl.new_game(players=2, seed=7)"),
        ({"scenario": "fire_and_plague"}, "bl.scenario('fire_and_plague')"),
    ],
)
def test_the_page_is_one_cell(options: dict[str, object], game: str) -> None:
    head = "import bruges_lab as bl\nfrom bruges_lab.explorer.reach import Kept\n\n"
    assert page_source(**options, lang="de") == f"{head}bl.Explorer({game}, lang='de', reach=Kept())"


def test_the_page_gets_the_folder_that_it_may_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / 'it\'s "kept"'
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    found: list[Kept] = []
    monkeypatch.setattr("bruges_lab.Explorer", lambda game, lang, reach: found.append(reach), raising=False)
    for source in (page_source(keep=Path(folder.name)), page_source()):
        exec(source, {})
    assert [reach.folder for reach in found] == [folder, None]


def test_a_file_with_a_hostile_name_is_only_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "a'); print('hit') #\\.json"
    monkeypatch.chdir(tmp_path)
    new_game(2, seed=3).save(tmp_path / name)
    source = page_source(saved=Path(name))
    found: list[object] = []
    monkeypatch.setattr("bruges_lab.Explorer", lambda game, lang, reach: found.append(game), raising=False)
    exec(source, {"print": lambda *_: pytest.fail("the name was run")})
    assert len(found) == 1


# Installed from a wheel


@pytest.mark.slow
def test_a_wheel_copies_its_notebooks_and_starts(tmp_path: Path) -> None:
    """Built, unpacked in a folder of its own, and started from there as a user would, in an empty folder."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)], check=True, capture_output=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    place = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(place), str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    assert (place / "bruges_lab" / "serving" / "jupyter" / "voila" / "templates" / "bruges_lab" / "index.html.j2").is_file()
    assert (place / "bruges_lab" / "serving" / "jupyter" / "labconfig" / "page_config.json").is_file()
    environment = {**os.environ, "PYTHONPATH": str(place), "HOME": str(tmp_path), "JUPYTER_DATA_DIR": str(tmp_path / "data")}
    (tmp_path / "empty").mkdir()

    def python(code: str) -> str:
        command = [sys.executable, "-c", code]
        run = subprocess.run(command, cwd=tmp_path / "empty", env=environment, capture_output=True, encoding="utf-8", timeout=120)
        assert run.returncode == 0, run.stderr
        return run.stdout

    where = "import bruges_lab, bruges_lab.serving.notebook_server as lab; print(bruges_lab.__file__, lab.in_working_copy())"
    assert python(where).split() == [str(place / "bruges_lab" / "__init__.py"), "False"]
    names = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    said = tmp_path / "said"
    start = "import sys; from bruges_lab.cli.commands import main; sys.argv = ['bruges-lab', 'open', '--no-browser']; main()"
    with said.open("wb") as file:
        command = [sys.executable, "-c", start]
        lab = subprocess.Popen(command, cwd=tmp_path / "empty", env=environment, stdout=file, stderr=subprocess.STDOUT)
    for _ in range(1200):
        if b"token=" in said.read_bytes() or lab.poll() is not None:
            break
        time.sleep(0.1)
    lab.terminate()
    assert lab.wait(60) == 0, said.read_text(encoding="utf-8")
    assert f"notebooks: {len(names)} copied" in said.read_text(encoding="utf-8")
    assert f"/lab/tree/{names[0]}?token=" in said.read_text(encoding="utf-8")
    copies = tmp_path / "empty" / "bruges-lab-notebooks"
    assert sorted(path.name for path in copies.glob("*.ipynb")) == names
    changed = copies / names[0]
    changed.write_text(notebook("mine"), encoding="utf-8")
    again = python("from bruges_lab.serving import copy_notebooks; print(copy_notebooks('bruges-lab-notebooks'))")
    assert again.strip() == "[]"
    assert changed.read_text(encoding="utf-8") == notebook("mine")
