"""The command line as tests start it: in this process, which is quick, or as the program that is installed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from bruges_lab.cli import commands as cli

PROGRAM = Path(sys.executable).with_name("bruges-lab")


@cache
def _commands() -> Any:
    """Typer makes its parser from the signatures of all commands: here once, not at every call."""
    return typer.main.get_command(cli.app)


def command(*words: object) -> int:
    """Run a command in this process and give its exit code; anything but a refusal comes through as the exception it is."""
    return cli.guarded(lambda: _commands().main([str(word) for word in words], standalone_mode=False, prog_name="bruges-lab"))


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """The output with its line breaks undone: tables wrap at the width of the terminal."""
        return " ".join(self.out.split())


class Run:
    """Runs a command in this process; anything but a refusal comes through as the exception it is."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch
        monkeypatch.setenv("COLUMNS", "100")

    def __call__(self, *words: object, typed: str = "") -> Result:
        """What is typed goes to the standard input, which then is at its end."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return Result(command(*words), *self.capsys.readouterr())


def start(*words: str, typed: str = "", **environment: str) -> Result:
    """The installed program, as a user starts it; without anything typed its standard input is at its end."""
    run = subprocess.run(
        [PROGRAM, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
        timeout=60,
    )
    return Result(run.returncode, run.stdout, run.stderr)


def assert_refused(result: Result) -> None:
    """One line on stderr, and exit code 2."""
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("bruges-lab: ")
    assert result.err.endswith("\n")
    assert result.err[:-1].isprintable(), "more than one line, or control characters"
    assert len(result.err) < 600
