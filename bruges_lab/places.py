"""Where the lab keeps its data, notebooks and documentation: inside the package in a wheel, beside it in a working copy."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def _folder(name: str) -> Path:
    for folder in (_PACKAGE / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise RuntimeError(f"the folder {name!r} is missing: the installation is not complete")


def data(*parts: str) -> Path:
    """A file or folder under `data/`."""
    return _folder("data").joinpath(*parts)


def notebooks() -> Path:
    """The folder of the notebooks."""
    return _folder("notebooks")


def docs() -> Path:
    """The folder of the documentation's sources."""
    return _folder("docs")


def paper(*parts: str) -> Path:
    """A file that lies beside that folder: the site's settings, the list of changes, the licence."""
    return _folder("docs").parent.joinpath(*parts)
