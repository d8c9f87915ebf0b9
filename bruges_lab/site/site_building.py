"""Building the site: whole into a folder of its own, or not at all; and the copy in the cache that `bruges-lab docs` opens.

MkDocs empties the folder it writes to. So it writes beside the target, and what is at the target is replaced only if it is empty
or a site that was built here before, which a small file in it says.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from .. import __version__, places
from ..extras import need
from ..games import shelf
from ..kernel.errors import LabError, one_line

MARK = ".bruges-lab-docs"
"""The file in a built site that says of what it was built."""
FIRST = "index.html"
_SETTINGS = "mkdocs.yml"
_NEEDED = ("mkdocs", "material", "mkdocstrings", "platformdirs")


def cached_site() -> tuple[Path, bool]:
    """The folder of the user's own copy, and whether it is what would be built now."""
    need("the documentation", *_NEEDED, extra="docs")
    from platformdirs import user_cache_path

    folder = user_cache_path("bruges-lab", appauthor=False) / "docs"
    with suppress(OSError):
        return folder, (folder / MARK).read_text(encoding="utf-8") == fingerprint() and (folder / FIRST).is_file()
    return folder, False


def build_site(folder: str | Path, *, strict: bool = False) -> Path:
    """Build the site into a folder, which is made; with `strict` the first warning ends it. Gives its first page."""
    need("the documentation", *_NEEDED, extra="docs")
    target = Path(os.path.realpath(folder))
    check_place(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except (OSError, ValueError) as error:
        raise unusable(target, error) from None
    try:
        _build(made / "site", strict)
        (made / "site" / MARK).write_text(fingerprint(), encoding="utf-8")
        if target.exists():
            target.rename(made / "before")
        (made / "site").rename(target)
    except OSError as error:
        raise unusable(target, error) from None
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return target / FIRST


def fingerprint() -> str:
    """What the site would be built of: the version, the games, and every source with its size and when it was changed."""
    found = sha256(f"{__version__} {shelf.names()} {os.environ.get(shelf.FURTHER, '')}".encode())
    package = Path(places.__file__).parent
    files = [*_files(package), *_files(places.docs()), *_files(places.data()), *_files(places.notebooks())]
    for path in [*files, *places.docs().parent.glob("*.md"), places.paper(_SETTINGS)]:
        look = path.stat()
        found.update(f"{path} {look.st_size} {look.st_mtime_ns}\n".encode())
    return found.hexdigest()


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix != ".pyc" and path.is_file()]


def check_place(target: Path) -> None:
    """Refuse a place where something else is, which would be lost."""
    try:
        if not target.exists():
            return
        if not target.is_dir():
            raise LabError(f"{one_line(target.name, 60)}: is there already and is not a folder")
        if not (target / MARK).is_file() and any(target.iterdir()):
            raise LabError(f"{one_line(target.name, 60)}: is a folder with other things in it; name one that is new or empty")
    except OSError as error:
        raise unusable(target, error) from None


def unusable(target: Path, error: Exception) -> LabError:
    """What is said of a place where nothing can be written."""
    return LabError(f"{one_line(target)}: cannot be used: {one_line(getattr(error, 'strerror', None) or error)}")


def _build(folder: Path, strict: bool) -> None:
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # the theme would speak about another program
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, MkDocsException

    with _heard() as warnings:
        try:
            settings = load_config(str(places.paper(_SETTINGS)), site_dir=str(folder), strict=strict)
            settings.plugins.on_startup(command="build", dirty=False)
            try:
                build(settings)
            finally:
                settings.plugins.on_shutdown()
        except (Abort, MkDocsException) as error:
            said = warnings[0] if warnings else error.format_message()
            raise LabError(f"the documentation cannot be built: {one_line(said, 300)}") from None


@contextmanager
def _heard() -> Iterator[list[str]]:
    """What MkDocs warns of while it builds; none of it goes to the terminal."""
    found: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record.getMessage())

    listener, logger = Listener(logging.WARNING), logging.getLogger("mkdocs")
    logger.addHandler(listener)
    before, logger.propagate = logger.propagate, False
    try:
        yield found
    finally:
        logger.removeHandler(listener)
        logger.propagate = before
