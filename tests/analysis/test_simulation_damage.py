"""Results on disk against everything that happens to files: changed digits, other encodings, failing operations, kills."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from failing import Failing

import bruges_lab as bl
from bruges_lab.analysis.simulation_files import Folder, StoredSimulation
from bruges_lab.kernel import LabError

GAMES, SEED, BATCH = 3, 5, 1
OLD = Path(__file__).with_name("results_0_1_0")
formats = pytest.mark.parametrize("format", ["jsonl", "parquet"])


@pytest.fixture(scope="module")
def plain() -> bl.Simulation:
    return bl.simulate(GAMES, 2, seed=SEED)


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a sync is for cannot be seen here, only how long it takes; whether it is asked for and fails is counted."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def run(folder: Path, format: Any = "jsonl", **how: Any) -> StoredSimulation:
    return bl.simulate(GAMES, 2, seed=SEED, out=folder, batch=BATCH, format=format, **how)  # type: ignore[no-any-return]


def begun(folder: Path, format: Any = "jsonl", after: int = 2) -> Path:
    def stop(done: int, all_: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(folder, format, progress=stop)
    return folder


def read_all(folder: Path) -> tuple[list[Any], list[Any]]:
    found = bl.read_simulation(folder)
    return list(found.rows()), list(found.rows("people"))


@contextmanager
def changed(path: Path, data: bytes) -> Iterator[None]:
    before = path.read_bytes()
    path.write_bytes(data)
    yield
    path.write_bytes(before)


# Changed digits


def digits(path: Path, most: int) -> Iterator[bytes]:
    """The file with one digit changed, at places all over it."""
    data = path.read_bytes()
    places = [found.start() for found in re.finditer(rb"\d", data)]
    for place in places[:: max(1, len(places) // most)]:
        yield data[:place] + (b"%d" % ((data[place] - 48 + 1) % 10)) + data[place + 1 :]


def test_a_changed_digit_is_found_on_going_on_and_on_reading(tmp_path: Path, plain: bl.Simulation) -> None:
    folder = begun(tmp_path / "results")
    count = 0
    for path in sorted(folder.rglob("*.*")):
        for data in digits(path, 60):
            with changed(path, data):
                with pytest.raises(LabError, match=r"^[\w.-]+: .*(checksum|version|form|schema)") as error:
                    read_all(folder)
                assert str(error.value).isprintable()
                with pytest.raises(LabError):
                    run(folder, progress=lambda done, all_: pytest.fail("games were played"))
            count += 1
    assert count > 300
    stored = run(folder)
    assert read_all(folder) == (list(plain.rows()), list(plain.rows("people")))
    assert stored.complete


@formats
def test_a_changed_byte_of_a_whole_table_is_found(tmp_path: Path, format: str) -> None:
    folder = tmp_path / "results"
    run(folder, format)
    for path in sorted(folder.rglob("*.*")):
        data = path.read_bytes()
        for place in range(0, len(data), max(1, len(data) // 40)):
            with changed(path, data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]):
                with pytest.raises(LabError):
                    read_all(folder)
                with pytest.raises(LabError):
                    run(folder, format)
    assert run(folder, format).complete


@formats
def test_checksums_that_are_gone_or_of_another_part_are_told(tmp_path: Path, plain: bl.Simulation, format: str) -> None:
    folder = begun(tmp_path / "results", format)
    sums = folder / "parts" / "sums-000001.txt"
    for data in (b"", b"\xff\xfe", (folder / "parts" / "sums-000000.txt").read_bytes(), b"0" * 2000):
        with changed(sums, data), pytest.raises(LabError, match=rf"delete parts/games-000001\.{format} and call again"):
            run(folder, format)
    sums.unlink()
    with pytest.raises(LabError, match=rf"sums-000001\.txt: there is no such file; delete parts/games-000001\.{format}"):
        run(folder, format)
    (folder / "parts" / f"games-000001.{format}").unlink()
    assert list(run(folder, format).rows()) == list(plain.rows())


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no such program here")
def test_another_program_can_check_the_parts(tmp_path: Path) -> None:
    folder = begun(tmp_path / "results")
    subprocess.run(["sha256sum", "--strict", "-c", "sums-000001.txt"], cwd=folder / "parts", check=True, capture_output=True)


def test_a_part_that_changes_before_it_is_joined_stays_out_of_the_table(tmp_path: Path) -> None:
    """A part that is changed between the check and the joining does not get into the table."""
    folder = tmp_path / "results"

    def spoil(done: int, all_: int) -> None:
        if done == GAMES:
            path = folder / "parts" / "games-000000.jsonl"
            path.write_bytes(path.read_bytes().replace(b'"rank":1', b'"rank":2', 1))

    with pytest.raises(LabError, match=r"^games-000000\.jsonl: was changed or damaged"):
        run(folder, progress=spoil)
    assert not (folder / "games.jsonl").exists()


# Manifests


MANIFESTS = {
    "not UTF-8": (b'{"kind": "bruges-lab simulation\xff", "schema": 2, "version": "1"}', "is not UTF-8 text"),
    "Latin 1": ('{"kind": "bruges-lab simulation", "schema": 2, "version": "é"}'.encode("latin-1"), "is not UTF-8 text"),
    "UTF-16": ('{"kind": 1}'.encode("utf-16"), ""),
    "nested in what is skipped": (b'{"x": ' + b"[" * 5_000, "is nested too deeply"),
    "long": (b'{"x": [' + b"1," * 20_000 + b"1]}", "holds too much"),
    "large": (b" " * (2 << 20), "is larger than"),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_that_is_none_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    data, problem = MANIFESTS[name]
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "manifest.json").write_bytes(data)
    for call in (lambda: bl.read_simulation(tmp_path / "results"), lambda: run(tmp_path / "results")):
        with pytest.raises(LabError, match=rf"^manifest\.json: {problem}") as error:
            call()
        assert str(error.value).isprintable()
        assert len(str(error.value)) < 300


def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    shutil.copytree(OLD / "complete", tmp_path / "results")
    (tmp_path / "results" / "games.jsonl").write_bytes(b'{"game":' + b" " * 110_000)
    with pytest.raises(LabError, match=r"games\.jsonl: line 1: is longer than 100,000 bytes"):
        read_all(tmp_path / "results")


def test_more_won_than_there_were_games_is_refused() -> None:
    """A table can be made to fit its checksums; what it says must be possible all the same."""
    found = bl.simulate(2, 2, seed=11)
    rows = [row._replace(won=99.0) for row in found.rows()]
    found.rows = lambda: iter(rows)  # type: ignore[method-assign]
    with pytest.raises(LabError, match=r"more is won than 2 games can give"):
        found.summary()


# Results of 0.1.0, which had no checksums


@pytest.mark.parametrize("name", ["begun", "complete"])
def test_results_without_checksums_can_be_read_but_not_gone_on_with(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "results"
    shutil.copytree(OLD / name, folder)
    rows, recruits = read_all(folder)
    now = bl.simulate(2, 2, seed=11)
    assert len(rows) == (4 if name == "complete" else 2)
    assert rows == [*now.rows()][: len(rows)]
    assert recruits == [*now.rows("people")][: len(recruits)]
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    with pytest.raises(LabError, match=r"^results: is from before results had checksums: read_simulation reads it, but nothing"):
        bl.simulate(2, 2, seed=11, out=folder, batch=1)
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before


def test_taking_the_checksum_away_does_not_make_old_results_of_new_ones(tmp_path: Path) -> None:
    folder = begun(tmp_path / "results")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for change in ({"schema": 1}, {"digest": ""}, {"schema": 1, "digest": "0" * 64}):
        (folder / "manifest.json").write_text(json.dumps(manifest | change), encoding="utf-8")
        with pytest.raises(LabError, match=r"manifest\.json: digest: was changed or damaged"):
            bl.read_simulation(folder)


# Every file operation fails once


def whole_so_far(folder: Path, plain: bl.Simulation) -> None:
    """What is there is whole: nothing at all, or a part of the right rows, checked against its sums."""
    if not (folder / "manifest.json").exists():
        assert not folder.exists() or not [path for path in folder.iterdir() if not path.name.startswith(".")]
        return
    rows, recruits = read_all(folder)
    assert set(rows) <= set(plain.rows())
    assert set(recruits) <= set(plain.rows("people"))
    assert len(rows) % (2 * BATCH) == 0


@pytest.mark.parametrize(
    ("format", "from_", "stays", "every"),
    [
        ("jsonl", "nothing", False, 4),
        ("parquet", "nothing", False, 44),
        pytest.param("jsonl", "nothing", False, 1, marks=pytest.mark.slow),
        pytest.param("jsonl", "nothing", True, 1, marks=pytest.mark.slow),
        pytest.param("jsonl", "a part", False, 1, marks=pytest.mark.slow),
        pytest.param("parquet", "nothing", False, 11, marks=pytest.mark.slow),
    ],
)
def test_whatever_fails_what_is_on_disk_is_whole_and_goes_on(
    tmp_path: Path, plain: bl.Simulation, format: str, stays: bool, from_: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full for a moment (False) or stays full (True), at every operation in turn, or at some of them.

    Parquet is written in hundreds of little pieces: every eleventh is enough.
    """
    run(tmp_path / "warm", format)  # imports open files too
    seen: set[str] = set()
    for at in range(1, 10_000, every):
        folder = tmp_path / f"results-{at}"
        if from_ == "a part":
            begun(folder, format, after=BATCH)
        failing = Failing(folder, at, stays=stays)
        with monkeypatch.context() as patch:
            failing.install(patch)
            try:
                run(folder, format)
            except LabError as error:
                assert str(error).isprintable()
                assert failing.failed, error
        seen |= set(failing.failed)
        whole_so_far(folder, plain)
        if not failing.failed:
            break
        assert list(run(folder, format).rows()) == list(plain.rows())
        assert read_all(folder) == (list(plain.rows()), list(plain.rows("people")))
        shutil.rmtree(folder)
    else:
        pytest.fail("it never came to an end")
    assert at > 60
    assert every > 1 or seen >= {"mkdir", "write", "flush", "fsync", "replace", "open to write"}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_whenever_it_is_killed_what_is_on_disk_is_whole_and_goes_on(tmp_path: Path, plain: bl.Simulation) -> None:
    run(tmp_path / "warm")
    for at in range(1, 1000):
        folder = tmp_path / f"results-{at}"
        child = os.fork()
        if child == 0:
            with pytest.MonkeyPatch.context() as patch:
                Failing(folder, at, fail=lambda: os._exit(9)).install(patch)
                try:
                    run(folder)
                finally:
                    os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        whole_so_far(folder, plain)
        if code == 0:
            break
        assert code == 9
        assert list(run(folder).rows()) == list(plain.rows())
    else:
        pytest.fail("it never came to an end")
    assert at > 60


# Links, pipes and devices in a folder that somebody else has made

unix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")


@pytest.fixture
def victim(tmp_path: Path) -> Iterator[Path]:
    """A file elsewhere, which stays as it is."""
    path = tmp_path / "elsewhere" / "victim.txt"
    path.parent.mkdir()
    path.write_text("mine")
    yield path
    assert path.read_text() == "mine"
    assert [one.name for one in path.parent.iterdir()] == ["victim.txt"]


@unix
@pytest.mark.parametrize("name", [".games.jsonl", ".people.jsonl", ".hidden", "games.jsonl", "manifest.json"])
def test_nothing_is_begun_in_a_folder_with_a_link_in_it(tmp_path: Path, victim: Path, name: str) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / name).symlink_to(victim)
    with pytest.raises(LabError, match=r"^(results: holds other files|manifest\.json: cannot be read: it is a link)"):
        run(tmp_path / "results")
    assert [one.name for one in (tmp_path / "results").iterdir()] == [name]


@unix
@pytest.mark.parametrize("kind", ["link", "pipe"])
@pytest.mark.parametrize("name", [".games.jsonl", ".people.jsonl"])
def test_going_on_writes_through_no_hidden_name(tmp_path: Path, victim: Path, plain: bl.Simulation, kind: str, name: str) -> None:
    planted = begun(tmp_path / "results") / name
    planted.symlink_to(victim) if kind == "link" else os.mkfifo(planted)
    assert run(tmp_path / "results").summary() == plain.summary()


@unix
@pytest.mark.parametrize("name", ["games.jsonl", "people.jsonl", "parts/sums-000002.txt", "parts/people-000002.jsonl"])
def test_going_on_writes_over_no_link(tmp_path: Path, victim: Path, name: str) -> None:
    path = begun(tmp_path / "results") / name
    path.symlink_to(victim)
    with pytest.raises(LabError, match=rf"^{path.name}: cannot be written: it is a link, and links are not followed here$"):
        run(tmp_path / "results")


@unix
def test_parts_that_lie_elsewhere_are_neither_read_nor_written(tmp_path: Path, victim: Path) -> None:
    folder = begun(tmp_path / "results")
    shutil.rmtree(folder / "parts")
    (folder / "parts").symlink_to(victim.parent)
    for call in (run, read_all):
        with pytest.raises(LabError, match=r"^results: parts is a link, not a folder$"):
            call(folder)


@unix
@pytest.mark.parametrize("kind", ["pipe", "device", "link", "folder"])
@pytest.mark.parametrize("whole", [False, True])
def test_only_plain_files_are_read(tmp_path: Path, victim: Path, kind: str, whole: bool) -> None:
    folder = begun(tmp_path / "results")
    if whole:
        run(folder)
    part = ["games.jsonl", "people.jsonl"] if whole else [f"parts/{one}" for one in ("games-000000.jsonl", "sums-000000.txt")]
    for name in (*part, "manifest.json"):
        path, kept = folder / name, (folder / name).read_bytes()
        path.unlink()
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "folder":
            path.mkdir()
        else:
            path.symlink_to("/dev/zero" if kind == "device" else victim)
        for call in (run, read_all):
            with pytest.raises(LabError, match=rf"^{path.name}: cannot be read: it is a (link, and|pipe, a)"):
                call(folder)
        path.rmdir() if kind == "folder" else path.unlink()
        path.write_bytes(kept)


@unix
def test_parts_that_become_a_link_between_looking_and_opening_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = begun(tmp_path / "results")
    looked = Folder.check_parts

    def exchanged(self: Folder) -> None:
        looked(self)
        (folder / "parts").rename(tmp_path / "elsewhere")
        (folder / "parts").symlink_to(tmp_path / "elsewhere")

    monkeypatch.setattr(Folder, "check_parts", exchanged)
    with pytest.raises(LabError, match=r"^sums-000000\.txt: cannot be read: it is a link, and links are not followed here$"):
        read_all(folder)


@unix
@formats
@pytest.mark.parametrize("whole", [False, True])
def test_an_enormous_file_is_refused_before_it_is_read(tmp_path: Path, format: str, whole: bool) -> None:
    """A terabyte of nothing does not take room on disk; to read it would take an hour."""
    folder = begun(tmp_path / "results", format)
    if whole:
        run(folder, format)
    for name in ("games", "people"):
        path = folder / (f"{name}.{format}" if whole else f"parts/{name}-000000.{format}")
        kept = path.read_bytes()
        os.truncate(path, 1 << 40)
        for call in (lambda: run(folder, format), lambda: read_all(folder)):
            with pytest.raises(LabError, match=rf"^{path.name}: is larger than \d+ bytes"):
                call()
        path.write_bytes(kept)
    old = shutil.copytree(OLD / "complete", tmp_path / "old")  # from before there were checksums
    os.truncate(old / "games.jsonl", 1 << 40)
    with pytest.raises(LabError, match=r"^games\.jsonl: is larger than \d+ bytes"):
        read_all(old)


def test_numbers_that_no_computer_counts_to_are_refused(tmp_path: Path) -> None:
    folder = begun(tmp_path / "results")
    found = bl.read_simulation(folder).manifest
    for more in ({}, {"batch": 10**19}, {"players": 10**19}):
        huge = msgspec.structs.replace(found, **{"games": 10**19, **more})
        (folder / "manifest.json").write_bytes(msgspec.json.encode(huge.sealed()))
        with pytest.raises(LabError, match=r"^manifest\.json: .*<= 1000000000000"):
            repr(bl.read_simulation(folder))
