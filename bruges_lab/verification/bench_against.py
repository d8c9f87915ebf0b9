"""How fast the lab is beside another commit of this repository, measured in the same run.

The other commit is unpacked into a temporary folder and driven in a process of its own, with the same Python and packages; so is
the working copy as it stands. Windows of both alternate and the best of each counts, so that a busy machine is fair to both.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from ..kernel.errors import LabError, one_line
from . import bench_driver
from .installing import working_copy

SECONDS = 0.3
"""How long a window is, at least: a piece of work that was begun is ended."""


class Beside(NamedTuple):
    """One measure here and there, in pieces per second; None where there is no such thing."""

    name: str
    unit: str
    here: float | None
    there: float | None

    @property
    def ratio(self) -> float | None:
        """How many times as fast it is here."""
        return self.here / self.there if self.here and self.there else None


def against(commit: str, windows: int = 25, seconds: float = SECONDS) -> Iterator[Beside]:
    """Every measure of the working copy beside another commit."""
    root = working_copy()
    with ExitStack() as stack:
        other = stack.enter_context(unpacked(root, commit))
        here, there = (stack.enter_context(driven(place, name)) for place, name in ((root, "the working copy"), (other, commit)))
        for name, unit in bench_driver.UNITS.items():
            pairs = [(here.rate(name, seconds), there.rate(name, seconds)) for _ in range(windows)]
            yield Beside(name, unit, _best(mine for mine, _ in pairs), _best(its for _, its in pairs))


def _best(rates: Iterator[float | None]) -> float | None:
    return max((rate for rate in rates if rate is not None), default=None)


# The other commit


@contextmanager
def unpacked(root: Path, commit: str) -> Iterator[Path]:
    """A commit as a folder of its own, which is gone afterwards. The repository is only read."""
    if shutil.which("git") is None:
        raise LabError("git is not installed: another commit cannot be fetched")
    if not (root / ".git").exists() or _git(root, "rev-parse", "--git-dir").returncode:
        raise LabError(f"{one_line(root.name)} is not a git repository, so there is no other commit to measure against")
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    if found.returncode:
        raise LabError(f"unknown commit {one_line(commit, 40)!r} in this repository")
    packed = _git(root, "archive", "--format=tar", found.stdout.decode().strip())
    if packed.returncode:
        raise LabError(f"the commit cannot be read: {one_line(packed.stderr.decode(errors='replace'), 160)}")
    with tempfile.TemporaryDirectory(prefix="bruges-lab-") as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tar:
            tar.extractall(folder, filter="data")
        yield Path(folder)


def _git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=False)


# A process that measures


class Driven:
    """A state of the lab in a process of its own, which answers with rates."""

    def __init__(self, process: subprocess.Popen[str], called: str) -> None:
        self._process, self._called = process, called

    def rate(self, name: str, seconds: float) -> float | None:
        """The rate of one window."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answers is not None
        try:
            asked.write(f"{name}\t{seconds}\n")
            asked.flush()
        except OSError:
            raise self.failed() from None
        line = answers.readline().strip()
        if not line:
            raise self.failed()
        return None if line == "-" else float(line)

    def failed(self) -> LabError:
        """What is said if it has ended before its time."""
        said = (self._process.communicate()[1] or "").strip().splitlines()
        return LabError(f"{one_line(self._called, 40)} cannot be measured: {one_line(said[-1] if said else 'it ended', 160)}")


@contextmanager
def driven(place: Path, called: str) -> Iterator[Driven]:
    """The lab as it stands in a folder, ready to be measured."""
    environment = {**os.environ, "PYTHONPATH": str(place)}
    process = subprocess.Popen(
        [sys.executable, "-P", bench_driver.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=place,
        env=environment,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        loaded = process.stdout.readline().strip()
        made = Driven(process, called)
        if not loaded:
            raise made.failed()
        if not Path(loaded).resolve().is_relative_to(place.resolve()):
            raise LabError(f"{one_line(called, 40)} cannot be measured: {one_line(loaded, 160)} was loaded in its place")
        yield made
    finally:
        process.kill()
        process.communicate()
