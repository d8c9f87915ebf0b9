"""`bruges-lab verify stories`: what it needs, what it tells, and that a story which fails or is left out fails the check."""

from __future__ import annotations

import importlib.util
import io
import shutil
import subprocess
from typing import Any

import pytest

from bruges_lab.kernel import LabError
from bruges_lab.verification.stories import stories

FILE = "tests/browser/test_stories_in_browser.py"


class Pytest:
    """A run of the stories that says so much and ends with that number."""

    def __init__(self, said: str, code: int) -> None:
        self.stdout, self.code = io.StringIO(said), code
        self.asked: dict[str, Any] = {}

    def __call__(self, command: list[str], **options: Any) -> Pytest:
        self.asked = {"command": command, **options}
        return self

    def wait(self) -> int:
        return self.code


@pytest.fixture(autouse=True)
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")


def run(monkeypatch: pytest.MonkeyPatch, said: str, code: int) -> tuple[list[str], Pytest]:
    process = Pytest(said, code)
    monkeypatch.setattr(subprocess, "Popen", process)
    return list(stories(10)), process


def test_every_story_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    said = f"{FILE}::test_a_first_round[lab-1280] PASSED [ 50%]\n{FILE}::test_once PASSED [100%]\n\n=== 2 passed in 3.00s ===\n"
    lines, process = run(monkeypatch, said, 0)
    assert lines == ["a first round (lab-1280): passed", "once (once): passed", "2 passed in 3.00s"]
    assert process.asked["env"]["BRUGES_LAB_STORIES"] == "all"
    assert any(word.endswith(FILE) for word in process.asked["command"])


@pytest.mark.parametrize("ended", ["FAILED", "ERROR", "SKIPPED"])
def test_a_story_that_fails_or_is_left_out_fails_the_check(monkeypatch: pytest.MonkeyPatch, ended: str) -> None:
    with pytest.raises(AssertionError, match=r"stories: a round \(page-800\)"):
        run(monkeypatch, f"{FILE}::test_a_round[page-800] {ended} [100%]\n", 0)


def test_why_a_story_failed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Pytest(f"{FILE}::test_a_round FAILED [100%]\n____ test_a_round ____\nE   assert 665 <= 660\n", 1)
    monkeypatch.setattr(subprocess, "Popen", process)
    lines = stories(10)
    assert [next(lines) for _ in range(3)] == ["a round (once): failed", "____ test_a_round ____", "assert 665 <= 660"]
    with pytest.raises(AssertionError, match="a round"):
        next(lines)


def test_what_was_on_the_page_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = "E   Aria snapshot:\nE   - group:\nE     - button\n"
    said = f"____ test_a_round ____\nE   not there\n{snapshot}____ test_b ____\nE   no\n{FILE}::test_b PASSED [100%]\n"
    lines, _ = run(monkeypatch, said, 0)
    assert lines[:4] == ["____ test_a_round ____", "not there", "____ test_b ____", "no"]


def test_a_run_that_breaks_off_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match="no such option"):
        run(monkeypatch, "error: no such option\n", 4)


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(LabError, match="chromium is not on this machine"):
        list(stories(10))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "playwright" else name)
    with pytest.raises(LabError, match="playwright: not installed"):
        list(stories(10))
