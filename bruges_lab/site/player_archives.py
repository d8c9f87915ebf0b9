"""The archives that the page unpacks: what the explorer needs at once, and what is fetched when it is first used.

Of every wheel only what runs in a page is taken: no tests, no extensions of other front ends, and of the languages those that the
lab speaks. Everything is compiled by the Python of the page, so that no visitor waits for it.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from .. import places
from ..kernel.errors import LabError, one_line
from ..rulebook.texts import LANGUAGES

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_PACKAGE = Path(places.__file__).parent
_NOT_IN_A_PAGE = ("verification", "cli", "serving", "site", "documents", "textcheck")
"""Rooms that a page has no use for; the check of texts needs numpy, which has no wheel for browsers."""
_UNUSED_DATA = (".csv", ".svg", ".png")
_PATIENCE = 600


class Archive(NamedTuple):
    """One archive: its file, the wheels that go into it, the rooms of the lab, and the packages by which it is asked for."""

    file: str
    wheels: tuple[str, ...]
    rooms: Callable[[str], bool]
    packages: tuple[str, ...] = ()


def _first(path: str) -> bool:
    room = path.split("/")[0]
    return room not in _NOT_IN_A_PAGE


ARCHIVES = (
    Archive(
        "first.zip",
        (
            *(
                "anywidget",
                "attrs",
                "babel",
                "comm",
                "fluent.runtime",
                "fluent.syntax",
                "ipywidgets",
                "msgspec",
                "psygnal",
                "pytz",
            ),
            *("traitlets", "typing-extensions"),
        ),
        _first,
    ),
    Archive("figures.zip", ("plotly", "narwhals", "packaging"), lambda path: False, ("plotly", "narwhals", "packaging")),
    Archive("codes.zip", ("segno",), lambda path: False, ("segno",)),
)


def later() -> dict[str, str]:
    """The packages that are fetched when they are first imported, each with its archive."""
    return {package: archive.file for archive in ARCHIVES for package in archive.packages}


def build(parts: Mapping[str, Path], folder: Path) -> None:
    """Write Pyodide and the archives into a folder; a folder beside it is used on the way."""
    pyodide = folder / "pyodide"
    _unpack_pyodide(parts["pyodide"], pyodide)
    stage = folder / "stage"
    for archive in ARCHIVES:
        place = stage / archive.file.removesuffix(".zip")
        for wheel in archive.wheels:
            _unpack_wheel(parts[wheel], place)
        for path, name in _lab_files(archive.rooms, whole=archive is ARCHIVES[0]):
            target = place / "bruges_lab" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    _compile(pyodide, stage)
    for archive in ARCHIVES:
        _zip(stage / archive.file.removesuffix(".zip"), folder / archive.file)
    shutil.rmtree(stage)


def _unpack_pyodide(tarball: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    with tarfile.open(tarball) as packed:
        for name in PYODIDE_FILES:
            found = packed.extractfile(f"package/{name}")
            assert found is not None
            (folder / name).write_bytes(found.read())


def _unpack_wheel(wheel: Path, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            if _runs_in_a_page(name):
                packed.extract(name, folder)


def _runs_in_a_page(name: str) -> bool:
    """Whether a file of a wheel is of use in a page."""
    parts = name.split("/")
    if (
        name.endswith("/")
        or ".data" in parts[0]
        or not set(parts).isdisjoint({"tests", "labextension", "nbextension", "zoneinfo"})
    ):
        return False
    if parts[0].endswith(".dist-info"):
        return parts[1] in ("METADATA", "LICENSE") or "licenses" in parts
    if parts[:2] == ["babel", "locale-data"]:
        return parts[2].removesuffix(".dat").split("_")[0] in ("root", *LANGUAGES) and "_" not in parts[2].replace("en_US", "")
    return name not in ("plotly/package_data/plotly.min.js", "plotly/package_data/plotly.min.js.map")


def _lab_files(rooms: Callable[[str], bool], *, whole: bool) -> Iterator[tuple[Path, str]]:
    """The files of the lab itself that belong to some rooms; with `whole` also its data."""
    for path in sorted(_PACKAGE.rglob("*")):
        name = path.relative_to(_PACKAGE).as_posix()
        inside = name.split("/")[0] in ("data", "docs", "notebooks", "benchmarks") or name.endswith(".md")
        unused = inside or name.startswith("web/static/") or path.suffix in (".pyc", ".txt", ".mjs")
        if path.is_file() and not unused and rooms(name):
            yield path, name
    if whole:
        for path in sorted(places.data().rglob("*")):
            if path.is_file() and path.suffix not in _UNUSED_DATA:
                yield path, f"data/{path.relative_to(places.data()).as_posix()}"


def _compile(pyodide: Path, stage: Path) -> None:
    node = shutil.which("node")
    if node is None:
        raise LabError("the static site needs node, which comes with npm, to compile its Python once")
    script = Path(__file__).with_name("compile.mjs")
    try:
        done = subprocess.run(
            [node, str(script), str(pyodide), str(stage)], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LabError(f"the Python of the static site cannot be compiled: {one_line(error, 160)}") from None
    if done.returncode:
        raise LabError(f"the Python of the static site cannot be compiled: {one_line(done.stderr[-160:], 160)}")


def _zip(folder: Path, file: Path) -> None:
    """Always the same archive of the same files: no times, in order."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                packed.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
