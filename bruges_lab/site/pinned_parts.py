"""What the static site has from elsewhere: Python for browsers from npm, wheels from PyPI, each of one version with one hash.

They are fetched by the ordinary clients, kept in the user's cache, and held against their hashes whenever they are used: a site
can be built again without any registry. Without them and without a registry one sentence says what is missing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ..extras import need
from ..kernel.errors import LabError, one_line

PYODIDE = "314.0.7"
PYODIDE_HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
WHEELS = Path(__file__).with_name("player_wheels.txt")
NOTEBOOK_WHEELS = Path(__file__).with_name("notebook_wheels.txt")
NOTEBOOK_TOOLS = (*("doit", "jupyter-core", "jupyterlab-widgets", "jupyterlite-core", "jupyterlite-pyodide-kernel", "pkginfo"),)
"""Those of the notebooks that build JupyterLite or are parts of it; the others run in its kernel."""
_PIN = re.compile(r"([a-z0-9.-]+)==([0-9.]+) --hash=sha256:([0-9a-f]{64})")
_PATIENCE = 600


class Part(NamedTuple):
    """One file from a registry."""

    name: str
    version: str
    hash: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def parts(*, notebooks: bool = True) -> list[Part]:
    """Everything that is fetched, as it is pinned: Pyodide first, then the wheels."""
    lines = [line for file in (WHEELS, NOTEBOOK_WHEELS)[: 1 + notebooks] for line in file.read_text("utf-8").splitlines()]
    return [Part("pyodide", PYODIDE, PYODIDE_HASH), *(Part(*found.groups()) for found in map(_PIN.fullmatch, lines) if found)]


def fetched(cache: Path | None = None, *, notebooks: bool = True) -> dict[str, Path]:
    """Every part as a file, by its name; a LabError says in one sentence what could not be had."""
    if cache is None:
        need("the static site", "platformdirs", extra="docs")
        from platformdirs import user_cache_path

        cache = user_cache_path("bruges-lab", appauthor=False) / "site-parts"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LabError(f"{one_line(cache)}: cannot be used: {one_line(error.strerror or error)}") from None
    pyodide, *wheels = parts(notebooks=notebooks)
    if missing := [wheel for wheel in wheels if not _is_there(cache, wheel)]:
        _fetch_wheels(cache, missing)
    if not _is_there(cache, pyodide):
        _fetch_pyodide(cache, pyodide)
    return {part.name: cache / part.hash for part in (pyodide, *wheels)}


def _is_there(cache: Path, part: Part) -> bool:
    try:
        return _hash(cache / part.hash) == part.hash
    except OSError:
        return False


def _hash(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _fetch_wheels(cache: Path, wheels: list[Part]) -> None:
    with _beside(cache) as folder:
        wanted = folder / "wheels.txt"
        wanted.write_text("".join(f"{w.name}=={w.version} --hash=sha256:{w.hash}\n" for w in wheels), encoding="utf-8")
        tags = ["--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp", "--abi", "cp314"]
        done = _run(
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:"),
            *(*tags, "--requirement", str(wanted), "--dest", str(folder)),
        )
        made = {_hash(path): path for path in folder.glob("*.whl")}
        if missing := [wheel for wheel in wheels if wheel.hash not in made]:
            raise _lacks(missing, "PyPI", done)
        for wheel in wheels:
            made[wheel.hash].replace(cache / wheel.hash)


def _fetch_pyodide(cache: Path, part: Part) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise LabError(f"the static site needs {part} from npm, and npm is not installed")
    with _beside(cache) as folder:
        done = _run(npm, "pack", "--silent", f"{part.name}@{part.version}", "--pack-destination", str(folder), cwd=folder)
        made = [path for path in folder.glob("*.tgz") if _hash(path) == part.hash]
        if not made:
            raise _lacks([part], "npm", done)
        made[0].replace(cache / part.hash)


def _lacks(missing: list[Part], registry: str, done: str) -> LabError:
    names = ", ".join(map(str, missing[:3])) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
    return LabError(f"the static site needs {names} from {registry}, which did not come{f': {done}' if done else ''}")


def _run(*command: str, cwd: Path | None = None) -> str:
    """Run a client; the last line of what it complains of, if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, cwd=cwd, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return one_line(error, 120)
    lines = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("WARNING")]
    return one_line(lines[-1], 120) if done.returncode and lines else ""


@contextmanager
def _beside(cache: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=".fetch.", dir=cache) as folder:
        yield Path(folder)
