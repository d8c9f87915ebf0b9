"""Writing files: whole or not at all, through links, never onto devices, never over what was not meant, nothing left behind."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from faults import every_fault

from bruges_lab.kernel import LabError
from bruges_lab.kernel import files as files_module
from bruges_lab.kernel.files import place_to_write, write_whole


def refused(path: Path, **more: object) -> str:
    with pytest.raises(LabError) as error:
        write_whole(path, b"new", **{"over": True, **more})  # type: ignore[arg-type]
    assert str(error.value).isprintable()
    return str(error.value)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# What may be replaced


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "real.txt").write_bytes(b"old")
    os.chmod(tmp_path / "far" / "real.txt", 0o640)
    (tmp_path / "near").symlink_to(tmp_path / "far" / "real.txt")
    (tmp_path / "nearer").symlink_to("near")
    write_whole(tmp_path / "nearer", b"new", over=True)
    assert (tmp_path / "nearer").is_symlink()
    assert (tmp_path / "near").is_symlink()
    assert (tmp_path / "far" / "real.txt").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "far" / "real.txt").stat().st_mode) == 0o640
    assert (names(tmp_path), names(tmp_path / "far")) == (["far", "near", "nearer"], ["real.txt"])


def test_a_link_to_nothing_in_a_circle_or_to_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "nothing").symlink_to(tmp_path / "nowhere")
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "folder").symlink_to(tmp_path)
    assert "link to nothing" in refused(tmp_path / "nothing")
    assert "cannot be written" in refused(tmp_path / "circle")
    assert "it is a folder" in refused(tmp_path / "folder")
    assert names(tmp_path) == ["circle", "folder", "nothing"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_a_device_and_a_folder_stay_what_they_are(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "null").symlink_to("/dev/null")
    assert "device or a pipe" in refused(tmp_path / "pipe")
    assert "device or a pipe" in refused(tmp_path / "null")
    assert "device or a pipe" in refused(Path("/dev/null"))
    assert "it is a folder" in refused(tmp_path / "folder")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert names(tmp_path) == ["folder", "null", "pipe"]


def test_what_is_there_is_replaced_only_if_that_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_whole(file, b"first", over=False)
    assert refused(file, over=False) == "file: there is such a file already"
    assert "holds something else" in refused(file, over=lambda head: head.startswith(b"{"))
    assert file.read_bytes() == b"first"
    write_whole(file, b"second", over=lambda head: head == b"first")
    write_whole(tmp_path / "empty", b"", over=True)
    write_whole(tmp_path / "empty", b"third", over=lambda _: False)  # nothing is lost
    assert (file.read_bytes(), (tmp_path / "empty").read_bytes()) == (b"second", b"third")
    assert names(tmp_path) == ["empty", "file"]


def test_of_many_who_want_a_new_name_one_gets_it(tmp_path: Path) -> None:
    won: list[int] = []

    def write(number: int) -> None:
        try:
            write_whole(tmp_path / "one", str(number).encode(), over=False)
        except LabError:
            return
        won.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert (tmp_path / "one").read_bytes() == str(won[0]).encode()
    assert names(tmp_path) == ["one"]


def test_where_there_are_no_links_a_new_name_is_still_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    write_whole(tmp_path / "file", b"first", over=False)
    (tmp_path / "other").write_bytes(b"mine")
    assert "there is such a file already" in refused(tmp_path / "other", over=False)
    assert ((tmp_path / "file").read_bytes(), (tmp_path / "other").read_bytes()) == (b"first", b"mine")


@pytest.mark.parametrize("name", ["nul\0byte", "x" * 300, "no/such/folder/file"])
def test_a_place_that_cannot_be_is_one_line(tmp_path: Path, name: str) -> None:
    assert "cannot be written" in refused(tmp_path / name)
    with pytest.raises(LabError):
        place_to_write(tmp_path / "nul\0byte")
    assert names(tmp_path) == []


# What a killed run leaves

KILLED = """\
import os, sys, bruges_lab.kernel.files as files
def killed(*_):
    print(flush=True)
    os.kill(os.getpid(), 9)
os.replace = killed
files.write_whole(sys.argv[1], b"new", over=True)
"""


def test_what_a_killed_run_left_is_thrown_away_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b"old")
    (tmp_path / ".game.json.lock").write_bytes(b"")
    (tmp_path / ".game.json.mine.part").write_bytes(b"not one of ours")
    mine = names(tmp_path)
    ran = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert ran.returncode == -signal.SIGKILL
    assert (file.read_bytes(), len(names(tmp_path))) == (b"old", len(mine) + 1)
    monkeypatch.setattr(files_module, "_left", {})
    write_whole(file, b"newer", over=True)
    assert (file.read_bytes(), names(tmp_path)) == (b"newer", mine)


WAITING = """\
import os, sys, bruges_lab.kernel.files as files
replace = os.replace
def waits(*names):
    print(flush=True)
    sys.stdin.readline()
    replace(*names)
os.replace = waits
files.write_whole(sys.argv[1], b"slow", over=True)
"""


def test_what_a_living_run_is_writing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    with subprocess.Popen([sys.executable, "-c", WAITING, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        other.stdout.readline()
        monkeypatch.setattr(files_module, "_left", {})
        write_whole(file, b"fast", over=True)
        assert len(names(tmp_path)) == 2
        other.communicate(b"\n", 60)
    assert other.returncode == 0
    assert (file.read_bytes(), names(tmp_path)) == (b"slow", ["game.json"])


def test_a_folder_is_looked_through_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    scan = os.scandir
    monkeypatch.setattr(files_module, "_left", {})
    monkeypatch.setattr(os, "scandir", lambda path: looked.append(path) or scan(path))
    for number in range(20):
        write_whole(tmp_path / f"part-{number}", b"x", over=True)
    assert looked == [tmp_path]


# Failing at every file operation


def test_the_folder_is_synced_after_the_new_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def replaced(old: str, new: str) -> None:
        done.append("rename")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    write_whole(tmp_path / "file", b"new", over=True)
    assert done == ["file", "rename", "folder"]


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("over", [True, False])
def test_a_failure_anywhere_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, over: bool, lasting: bool
) -> None:
    hit: list[str] = []
    for number, fault in enumerate(every_fault(monkeypatch, lasting=lasting)):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = folder / "file"
        if over:
            file.write_bytes(b"old")
        monkeypatch.setattr(files_module, "_left", {})
        with fault:
            write_whole(file, b"new", over=over)
        found = file.read_bytes() if file.exists() else None
        assert found in (b"new", b"old" if over else None), fault.hit
        if fault.error is None:
            assert found == b"new"
        else:
            assert isinstance(fault.error, LabError), fault.hit
            assert str(fault.error) == "file: cannot be written: Input/output error"
        if not lasting and fault.hit != "os.unlink":  # else what was begun cannot be thrown away; the next run does that
            assert names(folder) == ["file"] * (found is not None), fault.hit
        hit.append(fault.hit)
    assert {"os.open", "file.write", "file.flush", "os.fsync", "os.chmod", "os.link" if not over else "os.replace"} <= {*hit}
    assert hit.count("os.fsync") == 2  # of the file and of its folder
