"""What an explorer may read and write: the one place that decides it, so that no panel asks the file system by itself.

In a notebook the kernel is the user's own: `Anywhere` takes every path, and the panels ask before something is replaced. A page
of `bruges-lab serve` is for whoever holds its link: `Kept` knows no paths at all. It reads what is handed to it or lies in one
folder, by the names that it offers itself, and writes new files there under names that it makes. The games that it keeps as they
are played lie in a folder of its visitor alone (kept_folder.py).
"""

from __future__ import annotations

import os
import stat
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..games import shelf
from ..games.manifest import Manifest
from ..kernel import LabError
from ..kernel.errors import either, one_line
from ..kernel.files import place_to_write, read_whole, write_whole
from ..kernel.rulesets import BaseRuleset
from ..kernel.saving import LARGEST as LARGEST_GAME
from ..kernel.saving import write_save
from ..rulebook.readings import DEFAULT, joined_names, reading_names
from ..rulebook.writing import is_there
from .kept_folder import KeptGames, of_user, of_visitor

if TYPE_CHECKING:  # the chapters on texts are long, and few open that tab
    from ..documents.opening import Source
    from ..textcheck.report.pins import Pins

MOST_KEPT = 999
"""How many files of a kind a page makes in its folder."""
MOST_OFFERED = 200
SUFFIXES = {"game": (".json",), "scenario": (".toml",), "text": (".md", ".txt", ".docx"), "picture": (".svg",)}
"""What the files of each kind are called; a new one gets the first."""

Given = TypeVar("Given", str, Path, dict[str, Any], str | dict[str, Any])
Rules = BaseRuleset | str | Path


class Text(NamedTuple):
    """A rulebook text to check: its name, how to read it, what was decided about it, and whether decisions are written."""

    name: str
    read: Callable[[], Source]
    pins: Pins
    written: bool


class Reach(ABC):
    """What may be read and written."""

    paths = True
    """Whether files are named by typing a path."""
    writes = True
    """Whether anything can be written."""

    @abstractmethod
    def game(self, name: str | Path) -> bytes:
        """The saved game of this name. What was opened is what was looked at: a name could stand for another file by then."""

    @abstractmethod
    def write(self, kind: str, data: bytes, name: str | Path = "", *, replace: bool = False) -> Path:
        """Write a file, and say where."""

    @abstractmethod
    def kept(self, kind: str) -> list[str]:
        """The names of files of a kind that are offered to be read."""

    @abstractmethod
    def scenario(self, source: Given, game: str | None = None) -> Given:
        """A scenario of a game, by name or as data, if it may be used: it could name files of its own."""

    @abstractmethod
    def ruleset(self, asked: Rules, game: str | None) -> Rules:
        """The rules for a new game, if they may be used: a name could be that of a file."""

    @abstractmethod
    def text(self, name: str, game: str | None = None) -> Text:
        """The rulebook text of this name, of a game."""

    @abstractmethod
    def take_in(self, name: str, data: bytes, game: str | None = None) -> Text:
        """A rulebook text of a game that was handed over."""

    @abstractmethod
    def own_games(self) -> KeptGames | None:
        """Where games are kept as they are played, for whoever looks alone; None: nowhere."""

    def is_there(self, name: str | Path) -> bool:
        """Whether writing would replace something; only where paths are typed."""
        return self.paths and is_there(_typed(name))


def _sample(name: str, game: str | None) -> Path | None:
    """One of the lab's own texts, by its path or as `language/name`."""
    return next((path for called, path in samples(shelf.find(game)).items() if name in (str(path), called)), None)


def samples(manifest: Manifest) -> dict[str, Path]:
    """The lab's own texts of a game as `language/name`."""
    if not manifest.has("samples"):
        return {}
    return {path.relative_to(manifest.samples).as_posix(): path for path in sorted(manifest.samples.glob("*/*.md"))}


class Anywhere(Reach):
    """A notebook: every path, as the user's own code could."""

    def game(self, name: str | Path) -> bytes:
        return read_whole(_typed(name), LARGEST_GAME)

    def write(self, kind: str, data: bytes, name: str | Path = "", *, replace: bool = False) -> Path:
        path = _typed(name)
        if kind == "game":
            write_save(path, data)
        else:
            write_whole(path, data, over=replace)
        return path

    def kept(self, kind: str) -> list[str]:
        return []

    def own_games(self) -> KeptGames | None:
        return of_user()

    def scenario(self, source: Given, game: str | None = None) -> Given:
        return source

    def ruleset(self, asked: Rules, game: str | None) -> Rules:
        return asked

    def text(self, name: str, game: str | None = None) -> Text:
        from ..documents.opening import open_source
        from ..textcheck.report.pins import Pins

        path = _typed(name)
        if not is_there(path):
            path = _sample(name, game) or path
        mine = path.resolve() not in [sample.resolve() for one in shelf.games() for sample in samples(one).values()]
        return Text(name, lambda: open_source(path), Pins.load(path, game=game), mine)

    def take_in(self, name: str, data: bytes, game: str | None = None) -> Text:
        return _in_memory(name, data, game)


class Kept(Reach):
    """A page: one folder, or nothing."""

    paths = False

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = None if folder is None else _folder(Path(folder))
        self.writes = self.folder is not None

    def game(self, name: str | Path) -> bytes:
        return read_whole(self._named("game", name), LARGEST_GAME, links=False)

    def _named(self, kind: str, name: str | Path) -> Path:
        """The path of a file that may be read; whoever opens it follows no link."""
        if self.folder is None or not isinstance(name, str) or not _is_kept(self.folder, name, kind):
            raise LabError(f"{one_line(name, 60)}: this page reads only what it was given")
        return self.folder / name

    def write(self, kind: str, data: bytes, name: str | Path = "", *, replace: bool = False) -> Path:
        if name or replace:
            raise LabError("this page makes the names of its files itself")
        return self._make(kind, SUFFIXES[kind][0], data)

    def _make(self, kind: str, suffix: str, data: bytes) -> Path:
        """A file under the next free name. Somebody else may take a name at the same moment; then it is the one after."""
        if self.folder is None:
            raise LabError("this page keeps no files")
        for number in range(1, MOST_KEPT + 1):
            stem = f"{kind}-{number:03}"
            if any(is_there(self.folder / f"{stem}{one}") for one in SUFFIXES[kind]):
                continue
            path = self.folder / f"{stem}{suffix}"
            try:
                write_whole(path, data, over=False)
            except LabError:
                if is_there(path):
                    continue
                raise
            return path
        raise LabError(f"this page has made {MOST_KEPT} files already; somebody has to clear up its folder")

    def kept(self, kind: str) -> list[str]:
        """Plain files directly in the folder, the first of them; others can be read by their names as well."""
        if self.folder is None:
            return []
        try:
            with os.scandir(self.folder) as entries:
                names = [entry.name for entry in entries if _is_kept(self.folder, entry.name, kind)]
        except OSError:
            return []
        return sorted(names)[:MOST_OFFERED]

    def own_games(self) -> KeptGames | None:
        return of_visitor(self.folder)

    def scenario(self, source: Given, game: str | None = None) -> Given:
        if isinstance(source, dict):
            given = source.get("given")
            asked = given.get("ruleset", DEFAULT) if isinstance(given, dict) else DEFAULT
            self.ruleset(asked, source.get("game", game))
        elif source not in shelf.find(game).scenarios:
            raise LabError(f"unknown scenario {one_line(source, 40)!r}")
        return source

    def ruleset(self, asked: Rules, game: str | None) -> Rules:
        if not isinstance(asked, str) or not joined_names(asked, game):
            raise LabError(f"unknown ruleset {one_line(asked, 40)!r}; choose {either(reading_names(game))}")
        return asked

    def text(self, name: str, game: str | None = None) -> Text:
        from ..documents.opening import open_source
        from ..textcheck.report.pins import Pins

        if (sample := _sample(name, game)) is not None:
            return Text(name, lambda: open_source(sample), Pins(game=game), False)
        path = self._named("text", name)
        return Text(name, lambda: open_source(path, links=False), self._pins(path, game), self._is_made(path))

    def take_in(self, name: str, data: bytes, game: str | None = None) -> Text:
        found = _in_memory(name, data, game)
        found.read()  # what is no text is not kept
        if self.folder is None:
            return found
        made = self._make("text", _suffix(data), data)
        try:
            return self.text(made.name, game)
        except LabError:  # say of decisions that lie there under its name and cannot be read
            made.unlink(missing_ok=True)
            raise

    def _pins(self, text: Path, game: str | None) -> Pins:
        """Decisions about a text of the page's own making are written; those about others last as long as the page."""
        from ..textcheck.report.pins import Pins, beside

        file = beside(text)
        there = _is_kept(text.parent, file.name, "scenario")
        pins = Pins.load(file, links=False, game=game) if there else Pins(file, links=False, game=game)
        if not self._is_made(text):
            pins.path = None
        return pins

    def _is_made(self, text: Path) -> bool:
        from ..textcheck.report.pins import beside

        made = text.stem in {f"text-{number:03}" for number in range(1, MOST_KEPT + 1)}
        return made and not beside(text).is_symlink()


def _typed(name: str | Path) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError:  # ~ of a user who is not there
        return Path(name)


def _in_memory(name: str, data: bytes, game: str | None) -> Text:
    from ..documents.opening import LARGEST, source_of
    from ..textcheck.report.pins import Pins

    if len(data) > LARGEST:
        raise LabError(f"{one_line(name, 60)}: is larger than {LARGEST} bytes")
    called = Path(one_line(name.replace("\\", "/").rsplit("/", 1)[-1], 60).strip() or "text")
    return Text(called.name, lambda: source_of(called, data), Pins(game=game), False)


def _suffix(data: bytes) -> str:
    return ".docx" if data.startswith(b"PK\x03\x04") else ".md"


def _is_kept(folder: Path, name: str, kind: str) -> bool:
    """Whether a page may read this: a plain file of the kind directly in its folder. No links, for they lead elsewhere."""
    if not name.endswith(SUFFIXES[kind]) or name.startswith(".") or not name.isprintable() or Path(name).name != name:
        return False
    try:
        return stat.S_ISREG(os.lstat(folder / name).st_mode)
    except OSError:
        return False


def _folder(folder: Path) -> Path:
    try:
        found = folder.expanduser().resolve()
        if found.is_dir():
            place_to_write(found / "game-001.json")
            return found
    except (OSError, ValueError) as error:
        raise LabError(f"{one_line(folder)}: cannot be used: {one_line(getattr(error, 'strerror', None) or error)}") from None
    raise LabError(f"{one_line(folder)}: there is no such folder")
