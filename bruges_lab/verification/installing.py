"""What the project promises about installing: the lowest versions it names work, and its wheel works outside its source tree.

Both make virtual environments of their own in a temporary folder and take packages from wherever pip and uv are set up to. They
need a working copy, and run only when they are asked for by name.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..kernel.errors import LabError, one_line

PYTHONS = ("3.11", "3.12", "3.13")
FAIR_PART = (
    *("test_cli.py", "test_open.py", "test_playing.py", "test_project.py", "kernel/test_saving.py", "rulebook/test_texts.py"),
    *("show/test_figures.py", "show/test_handout.py", "analysis/test_tree.py", "analysis/test_simulation.py"),
    *("explorer/test_explorer.py", "textcheck/test_reading.py", "textcheck/test_outputs.py"),
)
"""The tests that use the dependencies most, of tests/."""


def working_copy() -> Path:
    """The folder of the sources."""
    root = Path(__file__).resolve().parents[2]
    if not (root / "pyproject.toml").is_file():
        raise LabError("this check needs a working copy: the lab is installed without its sources")
    return root


def lowest(_size: int) -> Iterator[str]:
    """The lowest versions that pyproject.toml allows, installed with uv, pass a fair part of the tests."""
    root = working_copy()
    uv = _tool("uv")
    if uv is None:
        raise LabError("uv is not installed (pip install uv): nothing else here can install the lowest versions")
    with tempfile.TemporaryDirectory(prefix="bruges-lab-") as folder:
        python = _python_of(Path(folder) / "venv")
        _run([uv, "venv", "-q", "-p", sys.executable, str(Path(folder) / "venv")])
        _run([uv, "pip", "install", "-q", "-p", str(python), "--resolution", "lowest-direct", "-e", f"{root}[test]"])
        versions = _run([uv, "pip", "freeze", "-q", "-p", str(python)]).splitlines()
        direct = {_plain(name) for name in [*dependencies(root), *dependencies(root, "all")]}
        yield "installed: " + ", ".join(line for line in versions if _plain(line.partition("==")[0]) in direct)
        tests = [str(root / "tests" / name) for name in FAIR_PART]
        options = ["-q", "-p", "no:cacheprovider", "-o", "addopts=-m 'not slow and not browser' --strict-markers"]
        said = _run([str(python), "-P", "-m", "pytest", *options, *tests], cwd=root)
        yield f"tests: {said.strip().splitlines()[-1]}"


def dependencies(root: Path, extra: str | None = None) -> list[str]:
    """The names that pyproject.toml gives, without their versions; with those of an extra that another one names."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    named = project["dependencies"] if extra is None else project["optional-dependencies"][extra]
    found: list[str] = []
    for entry in named:
        name, _, further = entry.partition("[")
        if name == project["name"]:  # the project's own extras stand for what they hold
            found += [one for own in further.rstrip("]").split(",") for one in dependencies(root, own)]
        else:
            found.append(re.split(r"[^\w.-]", entry, maxsplit=1)[0])
    return list(dict.fromkeys(found))


def wheels(_size: int) -> Iterator[str]:
    """The wheel, installed into a fresh environment of each Python that is at hand, works far from its sources."""
    root = working_copy()
    with tempfile.TemporaryDirectory(prefix="bruges-lab-") as folder:
        wheel = _built(root, Path(folder) / "dist")
        yield f"built {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB"
        missing = []
        for version in PYTHONS:
            python = find_python(version)
            if python is None:
                missing.append(version)
                continue
            place = Path(folder) / version
            (place / "empty").mkdir(parents=True)
            own = _installed(python, wheel, place / "venv")
            said = _run([own, "-P", "-m", "bruges_lab.verification.tour"], cwd=place / "empty").strip()
            program = str(Path(own).with_name("bruges-lab"))
            for arguments in (["--version"], ["overview"], ["rule", "threat.fire", "--lang", "de"], ["scenario", "first_look"]):
                if not _run([program, *arguments], cwd=place / "empty").strip():
                    raise AssertionError(f"Python {version}: bruges-lab {' '.join(arguments)} says nothing")
            _run([program, "docs", "--output", "docs", "--strict"], cwd=place / "empty")
            pages = len(list((place / "empty" / "docs").rglob("*.html")))
            yield f"Python {version}: {said.splitlines()[-1]}, {pages} pages of documentation"
        if missing:
            yield f"not at hand, so not tried: Python {', '.join(missing)}"
        if len(missing) == len(PYTHONS):
            raise AssertionError(f"none of Python {', '.join(PYTHONS)} is at hand")


def find_python(version: str) -> str | None:
    """An interpreter of this version: this one, one on the path, or one that pyenv keeps."""
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    for candidate in (sys.executable, shutil.which(f"python{version}"), *map(str, kept)):
        if candidate is None:
            continue
        code = "import sys, ensurepip; print('.'.join(map(str, sys.version_info[:2])))"
        try:
            said = subprocess.run([candidate, "-c", code], capture_output=True, encoding="utf-8", check=False).stdout.strip()
        except OSError:
            continue
        if said == version:
            return candidate
    return None


def _built(root: Path, out: Path) -> Path:
    if importlib.util.find_spec("build") is not None:
        _run([sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(root)])
    elif importlib.util.find_spec("pip") is not None:
        _run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(out), str(root)])
    else:
        raise LabError("neither build nor pip is installed (pip install build): the wheel cannot be built")
    (wheel,) = out.glob("*.whl")
    return wheel


def _installed(python: str, wheel: Path, venv: Path) -> str:
    """The Python of a fresh environment with the wheel, its lab and what builds its documentation; by uv where it is at hand."""
    own, uv = str(_python_of(venv)), _tool("uv")
    if uv is None:
        _run([python, "-m", "venv", str(venv)])
        _run([own, "-m", "pip", "install", "-q", "--disable-pip-version-check", f"{wheel}[lab,docs]"])
    else:
        _run([uv, "venv", "-q", "-p", python, str(venv)])
        _run([uv, "pip", "install", "-q", "-p", own, f"{wheel}[lab,docs]"])
    return own


def _tool(name: str) -> str | None:
    """A program beside this Python, or on the path."""
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.is_file() else shutil.which(name)


def _python_of(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _run(command: Sequence[str], cwd: Path | None = None) -> str:
    """What a program says; an AssertionError with its last words if it fails. It sees nothing of the paths of this one."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", cwd=cwd, env=environment, check=False)
    if done.returncode:
        words = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        shown = " ".join(command[:3] if len(command) > 3 else command)
        raise AssertionError(f"{one_line(shown, 120)} … ended with {done.returncode}: {one_line(' | '.join(words[-4:]), 400)}")
    return done.stdout
