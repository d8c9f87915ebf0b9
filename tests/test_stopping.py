"""Ctrl-C is quiet from the first moment of every command: one line, exit code 130, no traceback, whoever is at work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
STOPPED = "bruges-lab: stopped\n"

WHILE_IMPORTING = """
import os, signal, sys

moment = sys.argv.pop(1)

class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == moment:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Stop())
from bruges_lab.__main__ import main
main()
"""

MOMENTS = [
    ("bruges_lab.cli.commands", "overview"),
    ("typer", "overview"),
    ("rich.console", "rule", "threat.intrigue"),
    ("bruges_lab.kernel.errors", "--help"),
    ("bruges_lab.cli.analysis_commands", "--version"),
    ("bruges_lab.games.bruges.pictures.terminal", "overview"),
    ("bruges_lab.games.bruges.pictures.terminal", "scenario", "first_look"),
    ("bruges_lab.show.rule_cards", "rule", "threat.intrigue"),
    ("bruges_lab.rulebook.lookup", "rules", "threat"),
    ("bruges_lab.analysis.comparing", "compare", "default", "003"),
    ("bruges_lab.analysis.growing", "tree", "first_look", "--depth", "1"),
    ("bruges_lab.games.bruges.play.threat_odds", "odds", "first_look"),
    ("bruges_lab.analysis.simulation_tables", "simulate", "--games", "1"),
    ("bruges_lab.cli.terminal_play", "play"),
    ("bruges_lab.games.bruges.board", "board", "show"),
    ("bruges_lab.games.bruges.pictures.deck_sheet", "deck", "show"),
    ("bruges_lab.kernel.expansion", "perft", "first_look"),
    ("bruges_lab.textcheck.checking", "check", "README.md"),
]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: f"{moment[1]}, {moment[0]}")
def test_a_command_that_is_stopped_while_it_imports(moment: tuple[str, ...]) -> None:
    run = subprocess.run([sys.executable, "-c", WHILE_IMPORTING, *moment], capture_output=True, encoding="utf-8", cwd=ROOT)
    assert (run.returncode, run.stderr) == (130, STOPPED)


def test_the_command_is_the_one_that_takes_care_first() -> None:
    script = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]["bruges-lab"]
    assert script == "bruges_lab.__main__:main"
    run = subprocess.run([sys.executable, "-m", "bruges_lab", "--version"], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout.strip()


def test_nothing_is_loaded_before_it_takes_care() -> None:
    code = "import sys; before = set(sys.modules); import bruges_lab.__main__; print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded <= {"__future__", "bruges_lab", "importlib", "warnings", "_warnings"}


def stopped_when(ready: Callable[[], bool], *command: object) -> tuple[int, str]:
    """Stop a command and all its processes, as a terminal does, as soon as something has come about."""
    run = subprocess.Popen(
        [sys.executable, "-m", "bruges_lab", *map(str, command)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 120
        while not ready():
            assert run.poll() is None, "it ended by itself"
            assert time.monotonic() < deadline
            time.sleep(0.005)
        os.killpg(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=120)
    finally:
        if run.poll() is None:
            run.kill()
    return run.returncode, said


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
@pytest.mark.parametrize("file", ["manifest.json", "parts/games-000000.jsonl"], ids=["workers start", "workers play"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_simulation_that_is_stopped_says_how_it_goes_on(tmp_path: Path, file: str, workers: int) -> None:
    folder = tmp_path / "results"
    command = ("simulate", "--games", 8_000, "--workers", workers, "--out", folder)
    code, said = stopped_when(lambda: (folder / file).exists(), *command)
    assert code == 130
    assert "Traceback" not in said
    assert [line for line in said.splitlines() if not line.startswith("bruges-lab: ")] == []
    assert said.endswith(STOPPED)
