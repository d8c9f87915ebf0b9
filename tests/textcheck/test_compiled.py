"""What is kept in the user's cache folder: used again, never stale, damaged or in the way; nothing of a text that was checked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.read import compiled
from bruges_lab.textcheck.read.compiled import FOLDER, cache_folder, kept, read, write
from bruges_lab.textcheck.read.rule_texts import rule_text

Words = dict[str, list[str]]
CONTENT = {"Gulden": ["gulden", "guld~"]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache"


def count(calls: list[int]) -> Callable[[], Words]:
    def make() -> Words:
        calls.append(1)
        return CONTENT

    return make


def test_it_is_made_once(folder: Path) -> None:
    calls: list[int] = []
    for _ in range(3):
        assert kept("words", "a1", Words, count(calls)) == CONTENT
    assert len(calls) == 1
    assert [path.name for path in folder.iterdir()] == ["words-a1.msgpack"]
    assert kept("words", "a2", Words, count(calls)) == CONTENT
    assert len(calls) == 2, "another content has another key"


@pytest.mark.parametrize("wound", ["cut", "changed", "empty", "another shape", "a folder"])
def test_a_damaged_file_is_made_anew(folder: Path, wound: str) -> None:
    write("words", "a1", CONTENT)
    file = folder / "words-a1.msgpack"
    data = bytearray(file.read_bytes())
    if wound == "cut":
        file.write_bytes(data[:-3])
    elif wound == "changed":
        data[-2] ^= 1
        file.write_bytes(data)
    elif wound == "empty":
        file.write_bytes(b"")
    elif wound == "another shape":
        write("words", "a1", [1, 2])
    else:
        file.unlink()
        file.mkdir()
    assert read("words", "a1", Words) is None
    assert kept("words", "a1", Words, lambda: CONTENT) == CONTENT


def test_where_nothing_can_be_written_all_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    for named in ("", str(tmp_path / "file"), str(tmp_path / "file" / "below")):
        monkeypatch.setenv(FOLDER, named)
        assert kept("words", "a1", Words, lambda: CONTENT) == CONTENT


def test_the_folder_is_where_programs_keep_such_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "bruges-lab"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert cache_folder() is None
    monkeypatch.setenv(FOLDER, "")
    assert cache_folder() is None


def test_what_is_long_out_of_date_is_thrown_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("words", "old", CONTENT)
    write("words", "new", CONTENT)
    assert len(list(folder.iterdir())) == 2
    os.utime(folder / "words-old.msgpack", (0, 0))
    write("words", "newer", CONTENT)
    assert sorted(path.name for path in folder.iterdir()) == ["words-new.msgpack", "words-newer.msgpack"]


def test_many_may_write_at_once(folder: Path) -> None:
    code = (
        "from bruges_lab.textcheck.read.compiled import read, write\n"
        "for n in range(200):\n"
        "    write('words', 'a1', {'Gulden': ['x' * (n + 1)]})\n"
        "    found = read('words', 'a1', dict[str, list[str]])\n"
        "    assert found is not None and set(found['Gulden'][0]) == {'x'}\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code], env={**os.environ, FOLDER: str(folder)}) for _ in range(3)]
    assert [run.wait(120) for run in runs] == [0, 0, 0]
    assert [path.name for path in folder.iterdir()] == ["words-a1.msgpack"]


def test_rules_in_words_are_those_of_the_catalogue() -> None:
    for lang in ("en", "it"):
        for rule in list(BRUGES.catalogue.values())[::7]:
            assert rule_text(rule, lang) == rule.text(lang)


def test_a_second_process_finds_the_same_and_no_word_of_the_text_is_kept(folder: Path, tmp_path: Path) -> None:
    text = tmp_path / "regeln.md"
    own = Path(__file__).parent / "beside" / "de.md"
    text.write_text(own.read_text(encoding="utf-8") + "\nEin Quastenflosserich sieht zu.\n", encoding="utf-8")
    code = f"import bruges_lab as bl; print(bl.check_translation({str(text)!r}).told('de', everything=True))"
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, FOLDER: str(folder)}, capture_output=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert told[0] == told[1]
    assert not any(b"quastenfl" in path.read_bytes().lower() for path in folder.iterdir())
    assert compiled.digest_of(BRUGES) in "".join(path.name for path in folder.iterdir())
