"""Every command that writes: never over what it read, over anything else only with --force; and writes that fail half-way."""

from __future__ import annotations

import inspect
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from faults import every_fault
from running import command

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.kernel import files as files_module
from bruges_lab.rulebook.readings import read_ruleset, write_ruleset
from bruges_lab.rulebook.writing import save_scenario
from bruges_lab.serving import copy_notebooks
from bruges_lab.textcheck.report.pins import Pins

RULES = next(places.data("bruges", "samples").glob("en/*.md"))
COMMANDS = {
    "rules": ["rules", "--export", "md"],
    "tree": ["tree", "fire_and_plague", "--depth", "1"],
    "check": ["check", "TEXT", "--fail-on", "none", "--format", "json"],
    "compare-texts": ["compare-texts", "TEXT", "TEXT"],
    "template": ["template"],
}


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lines = RULES.read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "TEXT").write_text("".join(lines[:90]), "utf-8")
    return tmp_path


def run(*words: str | Path) -> int:
    return command(*words)


def refusal(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    capsys.readouterr()
    assert run(*words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err[:-1].isprintable(), "more than one line"
    return err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_there_is_replaced_only_by_force(command: str, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, words = at / "out.json", COMMANDS[command]
    out.write_text("mine", "utf-8")
    assert "out.json: is there already; --force replaces it" in refusal(capsys, *words, "--out", out)
    assert out.read_text("utf-8") == "mine"
    assert run(*words, "--out", out, "--force") == 0
    assert out.read_text("utf-8") not in ("", "mine")
    assert run(*words, "--out", at / "new.json") == 0
    assert (at / "new.json").read_bytes() == out.read_bytes()


@pytest.mark.parametrize("command", COMMANDS)
def test_pipes_and_links_to_nothing_are_refused_even_by_force(command: str, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(at / "pipe.json")
    (at / "nothing.json").symlink_to("nowhere")
    for name in ("pipe.json", "nothing.json"):
        for force in ([], ["--force"]):
            assert "cannot be written" in refusal(capsys, *COMMANDS[command], "--out", at / name, *force)
    assert stat.S_ISFIFO((at / "pipe.json").stat().st_mode)
    assert sorted(path.name for path in at.iterdir()) == ["TEXT", "nothing.json", "pipe.json"]


def test_what_was_read_is_never_replaced(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_ruleset(bl.ruleset("003"), at / "rules.toml")
    bl.new_game(2).save(at / "game.json")
    Pins(at / "other.toml").save()
    Pins(at / "TEXT.checked.toml").save()
    assert run("check", "TEXT", "--format", "json", "--fail-on", "none", "--out", "before.json") == 0
    (at / "link").symlink_to("TEXT")
    os.link(at / "TEXT", at / "twin")
    before = {path.name: path.read_bytes() for path in at.iterdir()}
    for words, out in (
        (["check", "TEXT"], "TEXT"),
        (["check", "TEXT"], "./TEXT"),
        (["check", "TEXT"], "link"),
        (["check", "TEXT"], "twin"),
        (["check", "link"], "TEXT"),
        (["check", "TEXT", "--baseline", "before.json"], "before.json"),
        (["check", "TEXT", "--ruleset", "./rules.toml"], "rules.toml"),
        (["check", "TEXT", "--pins", "other.toml"], "other.toml"),
        (["check", "TEXT"], "TEXT.checked.toml"),
        (["compare-texts", "TEXT", "link"], "TEXT"),
        (["rules", "--export", "md", "--ruleset", "./rules.toml"], "rules.toml"),
        (["template", "--ruleset", "./rules.toml"], "rules.toml"),
        (["tree", "game.json", "--depth", "1"], "game.json"),
    ):
        for force in ([], ["--force"]):
            assert "is what was read" in refusal(capsys, *words, "--out", out, *force), words
    assert {path.name: path.read_bytes() for path in at.iterdir()} == before


def test_pins_under_their_old_name_are_read_and_never_replaced(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (at / f"{name}.md").write_bytes((at / "TEXT").read_bytes())
        Pins(at / f"{name}.checked.toml").save()
    before = {path.name: path.read_bytes() for path in at.iterdir()}
    for words, out in (
        (["check", "one.md"], "one.checked.toml"),
        (["compare-texts", "one.md", "two.md"], "one.checked.toml"),
        (["compare-texts", "one.md", "two.md"], "two.checked.toml"),
    ):
        assert "is what was read" in refusal(capsys, *words, "--out", out, "--force"), words
    assert {path.name: path.read_bytes() for path in at.iterdir()} == before


def test_force_without_a_file_is_refused(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in COMMANDS.values():
        assert "--force goes with --out" in refusal(capsys, *words, "--force")


def test_a_game_replaces_a_save_and_nothing_else(tmp_path: Path) -> None:
    game, file, notes = bl.new_game(2), tmp_path / "game.json", tmp_path / "notes.json"
    game.save(file)
    game.play(0)
    game.save(file)
    assert len(bl.load(file).nodes) == len(game.nodes)
    chess = '{"schema": 1, "game": "chess", "names": []}'
    for other in ("my notes", "{}", '{"schema": 3, "name": "chess"}', chess, '{"schema": 1, "game": 7}', "\n"):
        notes.write_text(other, "utf-8")
        with pytest.raises(bl.LabError, match="something else, which is not replaced"):
            game.save(notes)
        assert notes.read_text("utf-8") == other


# What Python writes


OWN: dict[str, tuple[str, Callable[..., object]]] = {
    "a ruleset": ("rules.toml", lambda file, number, **more: write_ruleset(bl.ruleset(("001", "003")[number]), file, **more)),
    "a handout": ("page.html", lambda file, number, **more: bl.handout(bl.new_game(2, number), file, **more)),
    "a handout, later": ("page.htm", lambda file, number, **more: bl.handout(bl.new_game(2, number)).save(file, **more)),
    "a figure": ("x.html", lambda file, number, **more: bl.plot.save(bl.plot.score(bl.new_game(2 + number)), file, **more)),
}


@pytest.mark.parametrize("what", OWN)
def test_a_cell_that_is_run_again_replaces_what_it_wrote_and_nothing_else(what: str, tmp_path: Path) -> None:
    name, write = OWN[what]
    file = tmp_path / name
    write(file, 0)
    first = file.read_bytes()
    write(file, 0)
    write(file, 1)
    second = file.read_bytes()
    assert first != second
    others = []
    for kind, (other, make) in OWN.items():
        if not kind.startswith(what[:8]):  # a handout is a handout, whoever writes it
            make(tmp_path / f"other-{other}", 0)
            others.append((tmp_path / f"other-{other}").read_bytes())
    for mine in (b"my notes", b"\n", b" " + second, b'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">', *others):
        file.write_bytes(mine)
        with pytest.raises(bl.LabError, match=rf"^{name}: there is a file of another kind already; force=True replaces it$"):
            write(file, 1)
        assert file.read_bytes() == mine
    write(file, 1, force=True)
    assert abs(len(file.read_bytes()) - len(second)) < 100  # plotly numbers its parts anew each time
    file.write_bytes(b"")
    write(file, 1)


@pytest.mark.parametrize("what", OWN)
def test_python_too_refuses_pipes_folders_and_links_to_nothing_even_by_force(what: str, tmp_path: Path) -> None:
    name, write = OWN[what]
    for number, make in enumerate((os.mkfifo, os.mkdir, lambda place: place.symlink_to("nowhere"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        make(folder / name)
        for force in (False, True):
            with pytest.raises(bl.LabError, match="cannot be written"):
                write(folder / name, 0, force=force)
        assert [path.name for path in folder.iterdir()] == [name]
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / name).symlink_to(tmp_path / "target")
    (tmp_path / "target").write_text("mine", "utf-8")
    with pytest.raises(bl.LabError, match="another kind"):
        write(tmp_path / "link" / name, 0)
    assert (tmp_path / "target").read_text("utf-8") == "mine"
    write(tmp_path / "link" / name, 0, force=True)
    assert (tmp_path / "link" / name).is_symlink()
    assert (tmp_path / "target").read_text("utf-8") != "mine"


def test_every_writer_says_what_it_may_replace_and_nobody_writes_past_files_py() -> None:
    """Temporary folders are one's own: there a plain write does no harm. So are small records that can be done without."""
    root, own = (
        Path(bl.__file__).parent,
        {
            "kernel/files.py",
            "serving/page_server.py",
            "show/images.py",
            "explorer/autosaving.py",
            "explorer/kept_folder.py",
            "site/site_building.py",
            "site/hooks.py",
            *(
                "site/pinned_parts.py",
                "site/player_archives.py",
                "site/static_site.py",
                "site/running_notebooks.py",
            ),  # in a folder of its own, then renamed
            "web/page.py",  # in the page's own store
            "textcheck/measure/trained.py",  # learns the lab's own data anew, by hand
        },
    )
    plain = re.compile(r"\.write_(text|bytes)\(|open\([^()]*[\"'][wax]b?\+?[\"']|\.open\([\"'][wax]|write_html|write_image")
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if path.name != "own_doors.py" and "verification" not in path.parts and plain.search(path.read_text("utf-8"))
    }
    assert found <= own
    assert inspect.signature(files_module.write_whole).parameters["over"].default is inspect.Parameter.empty
    assert inspect.signature(files_module.writing_whole).parameters["over"].default is inspect.Parameter.empty


@pytest.mark.parametrize("path", [5, None, 1.5, b"x", [], "", "/", "."])
def test_what_names_no_file_is_refused_in_one_line(at: Path, path: Any) -> None:
    game, wrong = bl.new_game(2), []
    for use in (
        game.save,
        bl.check_translation,
        lambda path: bl.check_translation([path]),
        lambda path: bl.Explorer(game, autosave=0 if path is None else path),
    ):
        with pytest.raises(bl.LabError) as error:
            use(path)
        message = str(error.value)
        if not message.isprintable() or message.startswith(":") or len(message) > 120:
            wrong.append(message)
    assert wrong == []
    assert [file.name for file in at.iterdir()] == ["TEXT"]


# Writes that fail half-way


def _save(folder: Path, number: int) -> None:
    bl.new_game(2, seed=number).save(folder / "file")


def _pins(folder: Path, number: int) -> None:
    pins = Pins(folder / "file")
    pins.language = ("de", "fr")[number]
    pins.save()


def _settings(folder: Path, number: int) -> None:
    write_ruleset(bl.ruleset(("001", "003")[number]), folder / "file")


def _scenario(folder: Path, number: int) -> None:
    save_scenario(bl.new_game(2, seed=number), folder / "file", "a_scenario", replace=True)


WRITERS: dict[str, tuple[Callable[[Path, int], None], Callable[[Path], object]]] = {
    "a save": (_save, bl.load),
    "pins": (_pins, lambda file: Pins.load(file.rename(file.with_suffix(".toml")))),
    "a ruleset": (_settings, read_ruleset),
    "a scenario": (_scenario, bl.Scenario.read),
}


@pytest.mark.parametrize("old", [True, False], ids=["over an old one", "anew"])
@pytest.mark.parametrize("what", WRITERS)
def test_whatever_fails_the_old_or_the_new_is_there_whole(
    what: str, old: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, read = WRITERS[what]
    whole = []
    for number in (0, 1):
        folder = tmp_path / f"whole-{number}"
        folder.mkdir()
        write(folder, number)
        whole.append((folder / "file").read_bytes())
    assert whole[0] != whole[1]
    hit = []
    for number, fault in enumerate(every_fault(monkeypatch)):
        folder = tmp_path / str(number)
        folder.mkdir()
        if old:
            write(folder, 0)
        monkeypatch.setattr(files_module, "_left", {})
        with fault:
            write(folder, 1)
        file = folder / "file"
        found = file.read_bytes() if file.exists() else None
        assert found in (whole[1], whole[0] if old else None), fault.hit
        assert [path.name for path in folder.iterdir()] == ["file"] * (found is not None), fault.hit
        if fault.error is None:
            assert found == whole[1], fault.hit
        else:
            assert isinstance(fault.error, bl.LabError), (fault.hit, fault.error)
            assert str(fault.error).isprintable()
        if found is not None:
            read(file)
        hit.append(fault.hit)
    assert {"os.open", "os.fdopen", "file.write", "file.flush", "os.fsync", "os.chmod", "os.replace", ""} <= {*hit}


def test_notebooks_are_copied_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "00_start.ipynb").write_text("new", "utf-8")
    for number, fault in enumerate(every_fault(monkeypatch)):
        target = tmp_path / str(number)
        monkeypatch.setattr(files_module, "_left", {})
        with fault:
            copy_notebooks(target, shipped)
        if fault.error is not None:
            assert isinstance(fault.error, bl.LabError), (fault.hit, fault.error)
            assert str(fault.error).isprintable()
        found = [path.read_text("utf-8") for path in target.glob("*.ipynb")] if target.exists() else []
        assert found in ([], ["new"]), fault.hit
        assert fault.error is not None or found == ["new"]
