"""Notebooks for a user's own folder: new ones copied, untouched older ones replaced, changed ones kept, the new version beside.

A small file among them remembers what was copied, so that the next version of the lab knows what nobody has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from .. import __version__, places
from ..kernel.bounds import JSON, measure_json
from ..kernel.errors import LabError, one_line
from ..kernel.files import read_whole, write_whole
from ..kernel.records import read_json

MANIFEST = ".bruges-lab.json"
LARGEST_MANIFEST = 1 << 20

# What Jupyter writes by itself when a notebook is opened or run; a notebook that differs in nothing else is unchanged.
_OF_A_RUN = {"execution_count", "id", "outputs"}
_OF_A_KERNEL = {"kernelspec", "language_info", "widgets"}
_NO_NOTEBOOK = (ValueError, TypeError, AttributeError, KeyError, RecursionError)


def copy_notebooks(target: str | Path, source: str | Path | None = None) -> list[str]:
    """Bring the notebooks into a folder, never over a changed one, and say in a line each what was done."""
    folder, origin = Path(target), places.notebooks() if source is None else Path(source)
    try:
        return _copy(folder, origin)
    except OSError as error:
        raise _unusable(folder, error) from None


def _copy(folder: Path, origin: Path) -> list[str]:
    _check(folder)
    known = _remembered(folder / MANIFEST)
    now = dict(known)
    writes: list[tuple[Path, bytes]] = []
    copied, updated, kept = 0, 0, []
    for path in _files(origin):
        name = path.relative_to(origin).as_posix()
        place, new = folder / name, read_whole(path)
        now[name] = digest(name, new)
        if not _exists(place):
            writes.append((place, new))
            copied += 1
            continue
        old = digest(name, read_whole(place))
        if old == now[name] or now[name] == known.get(name):  # the newest already, or nothing new for a changed one
            continue
        if old == known.get(name):
            writes.append((place, new))
            updated += 1
        elif beside := _beside(place, now[name]):
            writes.append((beside, new))
            kept.append(f"{one_line(name)} has changes of yours and stays; the new version is {one_line(beside.name)}")
    if writes or now != known:
        manifest = {"format": 1, "version": __version__, "copied": now}
        writes.append((folder / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode()))
    _write(writes)
    counts = [f"{number} {verb}" for number, verb in ((copied, "copied"), (updated, "updated")) if number]
    return [f"notebooks: {', '.join(counts)}"] * bool(counts) + kept


def digest(name: str, data: bytes) -> str:
    """A fingerprint of a file; of a notebook, without what running it leaves in it."""
    if name.endswith(".ipynb"):
        with suppress(*_NO_NOTEBOOK):  # then it is none any more, and every byte counts
            if JSON.fault(measure_json(data)) is None:
                data = _written_by_people(json.loads(data))
    return sha256(data).hexdigest()


def _written_by_people(notebook: Any) -> bytes:
    cells = [{key: value for key, value in cell.items() if key not in _OF_A_RUN} for cell in notebook["cells"]]
    for cell in cells:
        cell["source"] = "".join(cell["source"])  # one text, or its lines
        cell["metadata"] = {key: value for key, value in cell["metadata"].items() if key != "execution"}
    metadata = {key: value for key, value in notebook["metadata"].items() if key not in _OF_A_KERNEL}
    return json.dumps({"cells": cells, "metadata": metadata}, sort_keys=True).encode()


def _files(origin: Path) -> Iterator[Path]:
    for path in sorted(origin.rglob("*")):
        hidden = any(part.startswith((".", "__")) for part in path.relative_to(origin).parts)
        if path.is_file() and not hidden:
            yield path


def _check(folder: Path) -> None:
    if _exists(folder) and not folder.is_dir():
        raise LabError(f"{one_line(folder)}: is not a folder")


def _exists(place: Path) -> bool:
    try:
        return place.exists() or place.is_symlink()
    except (OSError, ValueError) as error:
        raise _unusable(place, error) from None


def _unusable(place: Path, error: Exception) -> LabError:
    return LabError(f"{one_line(place)}: cannot be used: {one_line(getattr(error, 'strerror', None) or error)}")


def _remembered(manifest: Path) -> dict[str, str]:
    """What was copied before. A manifest without sense remembers nothing: then everything counts as changed."""
    if not _exists(manifest):
        return {}
    try:
        copied = json.loads(read_json(manifest, LARGEST_MANIFEST))["copied"]
        return {name: value for name, value in copied.items() if isinstance(value, str)}
    except _NO_NOTEBOOK:
        return {}


def _beside(place: Path, new: str) -> Path | None:
    """A free name for a new version, or None if it lies there already."""
    for number in range(1, 1000):
        beside = place.with_name(f"{place.stem}-{__version__}{f'-{number}' * (number > 1)}{place.suffix}")
        if not _exists(beside):
            return beside
        if digest(beside.name, read_whole(beside)) == new:
            return None
    raise LabError(f"{one_line(place.name)}: there are too many versions of it")


def _write(writes: list[tuple[Path, bytes]]) -> None:
    """Write everything; if something cannot be written, what was new is taken away again."""
    made: list[Path] = []
    try:
        for path, data in writes:
            for folder in (*reversed(path.parent.parents), path.parent):
                if not _exists(folder):
                    _make(folder)
                    made.append(folder)
            if not _exists(path):
                made.append(path)
            write_whole(path, data, over=True)
    except BaseException:
        for path in reversed(made):
            try:
                path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
            except OSError:  # somebody else has put something there meanwhile
                continue
        raise


def _make(folder: Path) -> None:
    try:
        folder.mkdir()
    except (OSError, ValueError) as error:
        raise _unusable(folder, error) from None
