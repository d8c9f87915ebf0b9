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
from ..rulebook.glossary import EXPERIMENTAL
from ..rulebook.texts import LANGUAGES
from .pinned_parts import NOTEBOOK_TOOLS
from .running_notebooks import ARCHIVE, unpack_kernel, write_lock

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_PACKAGE = Path(places.__file__).parent
_NOT_IN_A_PAGE = ("verification", "cli", "serving", "site")
"""Rooms that a page has no use for."""
_TEXT_DATA = ("reading", "samples")
"""The data of the check of texts, in the folder of each game and of the lab."""
KEPT_WORDS = "kept_words"
"""What the check of texts works out of its data: once, when the site is built."""
_UNUSED_DATA = (".csv", ".svg", ".png")
_PATIENCE = 600


class Archive(NamedTuple):
    """One archive: its file, the wheels that go into it, the files of the lab, and the packages by which it is asked for."""

    file: str
    wheels: tuple[str, ...]
    takes: Callable[[str], bool]
    packages: tuple[str, ...] = ()


def _is_of_texts(path: str) -> bool:
    """Whether a file of the lab is for the check of texts; what learns is not for a page."""
    parts = path.split("/")
    return path.startswith("textcheck/") or (parts[0] == "data" and len(parts) > 3 and parts[2] in _TEXT_DATA)


def _first(path: str) -> bool:
    return path.split("/")[0] not in _NOT_IN_A_PAGE and not _is_of_texts(path)


def _texts(path: str) -> bool:
    return _is_of_texts(path) and not path.startswith("textcheck/measure/")


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
            *("tomli-w", "traitlets", "typing-extensions"),
        ),
        _first,
    ),
    Archive("figures.zip", ("plotly", "narwhals", "packaging"), lambda path: False, ("plotly", "narwhals", "packaging")),
    Archive("codes.zip", ("segno",), lambda path: False, ("segno",)),
    Archive("texts.zip", ("simplemma", "snowballstemmer"), _texts, ("simplemma", "snowballstemmer", "bruges_lab.textcheck")),
)


WITHOUT_NOTEBOOKS = {"pyodide", *NOTEBOOK_TOOLS, *(wheel for archive in ARCHIVES for wheel in archive.wheels)}
"""What the archive of the notebooks does not hold."""


def later() -> dict[str, str]:
    """The packages that are fetched when they are first imported, each with its archive."""
    return {package: archive.file for archive in ARCHIVES for package in archive.packages}


def build(parts: Mapping[str, Path], folder: Path, *, notebooks: bool = True) -> None:
    """Write Pyodide and the archives into a folder, with `notebooks` also what their kernel needs; `stage` in it is used."""
    pyodide = folder / "pyodide"
    _unpack_pyodide(parts["pyodide"], pyodide)
    stage = folder / "stage"
    for archive in ARCHIVES:
        place = stage / archive.file.removesuffix(".zip")
        for wheel in archive.wheels:
            _unpack_wheel(parts[wheel], place)
        for path, name in _lab_files(archive.takes):
            target = place / "bruges_lab" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    if notebooks:
        for wheel in set(parts) - WITHOUT_NOTEBOOKS:
            _unpack_wheel(parts[wheel], stage / "notebooks")
        unpack_kernel(parts["jupyterlite-pyodide-kernel"], stage / "notebooks")
    _in_node("compile.mjs", pyodide, stage)
    if notebooks:
        _zip(stage / "notebooks", folder / ARCHIVE)
    for archive in ARCHIVES:
        _zip(stage / archive.file.removesuffix(".zip"), folder / archive.file)
    _in_node("learn.mjs", pyodide, folder, stage / "texts" / KEPT_WORDS)
    _zip(stage / "texts", folder / "texts.zip")
    shutil.rmtree(stage)
    if notebooks:
        write_lock(folder)


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
        or not set(parts).isdisjoint({"tests", "labextension", "nbextension", "zoneinfo", "django-stubs"})
    ):
        return False
    if parts[0].endswith(".dist-info"):
        return parts[1] in ("METADATA", "LICENSE") or "licenses" in parts
    if name.endswith(".plzma"):
        return parts[-1].removesuffix(".plzma") in (*LANGUAGES, *EXPERIMENTAL)
    if parts[:2] == ["babel", "locale-data"]:
        return parts[2].removesuffix(".dat").split("_")[0] in ("root", *LANGUAGES) and "_" not in parts[2].replace("en_US", "")
    return name not in ("plotly/package_data/plotly.min.js", "plotly/package_data/plotly.min.js.map")


def _lab_files(takes: Callable[[str], bool]) -> Iterator[tuple[Path, str]]:
    """The files of the lab itself that belong into an archive, its data among them."""
    for path in sorted(_PACKAGE.rglob("*")):
        name = path.relative_to(_PACKAGE).as_posix()
        inside = name.split("/")[0] in ("data", "docs", "notebooks", "benchmarks") or name.endswith(".md")
        unused = inside or name.startswith("web/static/") or path.suffix in (".pyc", ".txt", ".mjs")
        if path.is_file() and not unused and takes(name):
            yield path, name
    for path in sorted(places.data().rglob("*")):
        name = f"data/{path.relative_to(places.data()).as_posix()}"
        if path.is_file() and path.suffix not in _UNUSED_DATA and takes(name):
            yield path, name


def _in_node(name: str, *folders: Path) -> None:
    """Run a script beside this file with the Python of the page."""
    node = shutil.which("node")
    if node is None:
        raise LabError("the static site needs node, which comes with npm, to prepare its Python once")
    script = Path(__file__).with_name(name)
    try:
        done = subprocess.run(
            [node, str(script), *map(str, folders)], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LabError(f"the Python of the static site cannot be prepared: {one_line(error, 160)}") from None
    if done.returncode:
        raise LabError(f"the Python of the static site cannot be prepared: {one_line(done.stderr[-160:], 160)}")


def _zip(folder: Path, file: Path) -> None:
    """Always the same archive of the same files: no times, in order."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                packed.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
