"""What is kept between runs: made once, never out of date, never trusted when damaged, and no reason to fail."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bruges_lab import places
from bruges_lab.kernel import LabError
from bruges_lab.kernel.compiled_files import MOST_ALIKE, cache_folder, compiled, is_own
from bruges_lab.kernel.records import parse_toml, read_toml


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "bruges-lab" / "kept"


class Made:
    """Counts how often something is made."""

    def __init__(self, value: Any) -> None:
        self.value, self.times = value, 0

    def __call__(self) -> Any:
        self.times += 1
        return self.value


def test_it_is_made_once_and_again_for_other_contents(folder: Path) -> None:
    made = Made({"a": [1, 2.5, True, None, "é"], "b": {}})
    for _ in range(3):
        assert compiled("words", [b"x", b"y"], made) == made.value
    assert made.times == 1
    compiled("words", [b"xy"], made)
    compiled("words", [b"x", b"z"], made)
    assert made.times == 3
    assert len(list(folder.iterdir())) == 3


def test_a_type_is_read_back_as_it_was(folder: Path) -> None:
    made = Made({"a": (1, ("x", "y"))})
    for _ in range(2):
        assert compiled("pairs", [], made, dict[str, tuple[int, tuple[str, str]]]) == made.value
    assert made.times == 1


@pytest.mark.parametrize("value", [{"day": date(2026, 1, 1)}, (1, 2), {"n": 10**30}, {"nan": float("nan")}])
def test_what_does_not_come_back_the_same_is_not_kept(folder: Path, value: object) -> None:
    made = Made(value)
    for _ in range(2):
        assert compiled("odd", [], made) is value
    assert made.times == 2
    assert not folder.exists()


def test_a_damaged_file_is_made_anew(folder: Path) -> None:
    made = Made({"a": list(range(50))})
    compiled("words", [b"x"], made)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    for place in range(0, len(whole), 7):
        for wound in (whole[:place], whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]):
            kept.write_bytes(wound)
            assert compiled("words", [b"x"], made) == made.value
            assert kept.read_bytes() == whole


def test_another_type_under_the_same_hash_is_made_anew(folder: Path) -> None:
    compiled("words", [b"x"], Made([1, 2]))
    assert compiled("words", [b"x"], Made({"a": 1}), dict[str, int]) == {"a": 1}


def test_few_contents_are_kept_under_one_name(folder: Path) -> None:
    for number in range(3 * MOST_ALIKE):
        compiled("words", [b"%d" % number], Made([number]))
        compiled("words-more", [b"%d" % number], Made([number]))
    names = [path.name for path in folder.iterdir()]
    assert len(names) == 2 * MOST_ALIKE
    latest = Made([3 * MOST_ALIKE - 1])
    compiled("words", [b"%d" % latest.value[0]], latest)
    assert not latest.times


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    for home in (tmp_path / "file", Path("/dev/null")):
        monkeypatch.setenv("XDG_CACHE_HOME", str(home))
        assert compiled("words", [b"x"], Made([1])) == [1]


def test_somebody_without_a_home_is_served_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    assert compiled("words", [b"x"], Made([1])) == [1]


def test_what_is_thrown_while_it_is_made_is_thrown(folder: Path) -> None:
    def fails() -> object:
        raise LabError("no")

    with pytest.raises(LabError, match="no"):
        compiled("words", [b"x"], fails)
    assert not folder.exists()


def test_two_processes_may_write_at_once(folder: Path) -> None:
    code = (
        "from bruges_lab.kernel.compiled_files import compiled\n"
        "for n in range(40):\n"
        "    made = compiled('words', [b'%d' % (n % 3)], lambda: {'n': [n % 3] * 2000})\n"
        "    assert made == {'n': [n % 3] * 2000}, n\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code], env={**os.environ}) for _ in range(3)]
    assert [one.wait(60) for one in running] == [0, 0, 0]
    assert sorted(path.suffix for path in folder.iterdir()) == [".kept"] * 3


def test_files_of_the_lab_are_kept_and_those_of_users_are_not(tmp_path: Path, folder: Path) -> None:
    own = places.data("bruges", "locales", "de.toml")
    parsed = parse_toml(own.read_text("utf-8"), own)
    for _ in range(2):
        found = read_toml(own)
        assert found == parsed
        assert [*found] == [*parsed]
    assert len(list(folder.iterdir())) == 1
    copy = tmp_path / "de.toml"
    copy.write_bytes(own.read_bytes())
    assert read_toml(copy) == parsed
    assert (is_own(own), is_own(copy), len(list(folder.iterdir()))) == (True, False, 1)


def test_the_folder_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == tmp_path / "cache" / "bruges-lab"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder().is_absolute()
