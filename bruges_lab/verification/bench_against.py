"""How fast the lab is: beside peers, and beside another commit of this repository, all of it measured in the same run.

Each state of the lab is driven in a process of its own (bench_driver.py), with the same Python and packages; another commit is
unpacked into a temporary folder first. Windows alternate, so that a busy machine is fair to all, and each uses seeds that no
window used before, the same for both states. Figures are sustained rates, the median of the windows; the best window stands
beside it.
"""

from __future__ import annotations

import io
import os
import secrets
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from ..games import shelf
from ..games.manifest import Manifest
from ..kernel.errors import LabError, one_line
from . import bench_driver
from .bench_windows import Spread, spread
from .installing import working_copy

SECONDS = 1.0
"""How long a window is, at least: a piece of work that was begun is ended."""
_BETWEEN = 1_000_000
"""Seeds between two windows: more than a window can use."""


class Beside(NamedTuple):
    """One measure here and there; None where there is no such thing, or nothing to compare with."""

    name: str
    unit: str
    here: Spread | None
    there: Spread | None

    @property
    def ratio(self) -> float | None:
        """How many times as fast it is here."""
        return None if self.here is None else self.here.over(self.there)


def against(commit: str, windows: int = 9, seconds: float = SECONDS) -> Iterator[Beside]:
    """The peers, then every measure of the working copy beside another commit."""
    root = working_copy()
    with ExitStack() as stack:
        other = stack.enter_context(unpacked(root, commit))
        here, there = (stack.enter_context(driven(place, name)) for place, name in ((root, "the working copy"), (other, commit)))
        yield from _measured(here, there, windows, seconds)


def by_itself(windows: int = 9, seconds: float = SECONDS) -> Iterator[Beside]:
    """The peers, then every measure of the lab as it is installed here."""
    with driven(Path(__file__).resolve().parents[2], "the lab") as here:
        yield from _measured(here, None, windows, seconds)


def names(others: Iterable[str] = ()) -> dict[str, str]:
    """Everything that is measured, with its unit: of the peers, of the usual game, of others."""
    found = {name: unit for name, (_, unit) in (bench_driver.PEERS | bench_driver.MEASURES).items()}
    for game in others:
        found |= {f"{name}{bench_driver.AT}{game}": unit for name, (_, unit) in bench_driver.MEASURES.items()}
    return found


def _measured(here: Driven, there: Driven | None, windows: int, seconds: float) -> Iterator[Beside]:
    """Window by window in turn, all measures in each round: what slows the machine for a while slows all of them."""
    asked = names(manifest.name for manifest in others())
    first = secrets.randbelow(1 << 40)
    rates: dict[str, list[tuple[float | None, float | None]]] = {name: [] for name in asked}
    for number in range(windows):
        for name in asked:
            seed = first + number * _BETWEEN
            mine = here.rate(name, seconds, seed)
            its = None if there is None or name in bench_driver.PEERS else there.rate(name, seconds, seed)
            rates[name].append((mine, its))
    for name, unit in asked.items():
        yield Beside(name, unit, spread(mine for mine, _ in rates[name]), spread(its for _, its in rates[name]))


def others() -> list[Manifest]:
    """The games besides the usual one that state who plays them."""
    return [manifest for manifest in shelf.games() if manifest.has("policies") and manifest is not shelf.find()]


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

    def rate(self, name: str, seconds: float, first: int = 0) -> float | None:
        """The rate of one window, whose first piece of work has this number."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answers is not None
        try:
            asked.write(f"{name}\t{seconds}\t{first}\n")
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
