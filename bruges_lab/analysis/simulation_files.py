"""Results on disk: a folder with a manifest that says what is played, a part a batch while it runs, two whole tables at the end.

    results/manifest.json    what was asked for, by which version, and whether it is complete
    results/parts/           games-000000.jsonl, people-000000.jsonl, …
    results/games.jsonl      all parts in order, once all are there; people.jsonl beside it

A part is written beside its place and renamed, people before games: a batch is there, whole, if its games are. So a run may be
stopped or killed anywhere, and the same call goes on; parts are checked before it does. Nothing is written into a folder that
holds anything else.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

import msgspec

from ..kernel import LabError
from ..kernel.errors import DataError, one_line
from ..kernel.files import read_whole, write_whole
from ..kernel.records import split_fault
from .playouts import Batch, Recruit, Row
from .simulation_formats import GAMES, PEOPLE, Kind, Lines, Parquet, R
from .simulation_tables import Results

if TYPE_CHECKING:
    from .simulation import Format, Plan

SCHEMA = 1
"""Changes with the manifest or the columns."""
KIND = "bruges-lab simulation"
MANIFEST = "manifest.json"


def _codec(format: Format) -> Lines | Parquet:
    return Lines() if format == "jsonl" else Parquet()


# The manifest

Count = Annotated[int, msgspec.Meta(ge=1)]


class Manifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a folder holds."""

    kind: str
    schema: int
    version: str
    format: Literal["jsonl", "parquet"]
    games: Count
    players: Count
    seed: int
    policies: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    ruleset: str
    """A digest; what differs from the default is in `changes`, for people."""
    changes: dict[str, int | str | bool | tuple[int, ...]]
    deck: str
    board: str
    batch: Count
    complete: bool = False
    people: int = 0
    """How many rows the table of people has, once it is complete."""


def _manifest(plan: Plan, format: Format) -> Manifest:
    return Manifest(
        kind=KIND,
        schema=SCHEMA,
        version=plan.version,
        format=format,
        games=plan.games,
        players=plan.players,
        seed=plan.seed,
        policies=plan.labels,
        ruleset=blake2b(msgspec.json.encode(plan.rules), digest_size=8).hexdigest(),
        changes={change.field.name: change.here for change in plan.rules.diff()},
        deck=plan.deck,
        board=plan.board.digest,
        batch=plan.batch,
    )


class _Made(msgspec.Struct):
    kind: str
    schema: int
    version: str


def read_manifest(folder: Path) -> Manifest:
    """Read and check the manifest of a folder."""
    path = folder / MANIFEST
    data = read_whole(path, 1 << 20)
    try:
        made = msgspec.json.decode(data, type=_Made)
        if made.kind != KIND:
            raise DataError(path, "", "kind", f"is not {KIND!r}")
        if made.schema != SCHEMA:
            raise LabError(
                f"{one_line(folder.name)}: written by version {one_line(made.version, 20)} of Bruges Lab, in another form"
            )
        return msgspec.json.decode(data, type=Manifest)
    except msgspec.DecodeError as error:
        problem, field = split_fault(str(error))
        raise DataError(path, "", field, problem) from None


class Folder:
    """The files of a simulation, by its manifest."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.codec = _codec(manifest.format)

    @property
    def parts(self) -> Path:
        return self.folder / "parts"

    def part(self, kind: Kind[R], number: int) -> Path:
        return self.parts / f"{kind.name}-{number:06}.{self.manifest.format}"

    def whole(self, kind: Kind[R]) -> Path:
        return self.folder / f"{kind.name}.{self.manifest.format}"

    def span(self, number: int) -> range:
        """The games of a batch."""
        batch, games = self.manifest.batch, self.manifest.games
        return range(number * batch, min(games, (number + 1) * batch))

    def done(self) -> list[int]:
        """The batches that are there, in order."""
        name = re.compile(rf"games-(\d{{6,12}})\.{self.manifest.format}")
        try:
            found = {int(match[1]): path for path in self.parts.iterdir() if (match := name.fullmatch(path.name))}
        except OSError:
            return []
        return sorted(number for number, path in found.items() if self.span(number) and path == self.part(GAMES, number))

    def read(self, kind: Kind[R]) -> Iterator[R]:
        """All rows of a table that are there."""
        if not self.manifest.complete:
            for number in self.done():
                yield from self.codec.read(kind, self.part(kind, number))
            return
        count, expected = 0, self.manifest.people if kind.name == "people" else self.manifest.games * self.manifest.players
        for row in self.codec.read(kind, self.whole(kind)):
            count += 1
            yield row
        if count != expected:
            raise DataError(self.whole(kind), "", "", f"has {count} rows, not {expected}")

    def check(self, number: int) -> None:
        """Refuse a batch that does not hold what its name says."""
        path, span = self.part(GAMES, number), self.span(number)
        try:
            rows = list(self.codec.read(GAMES, path))
            stays = Counter((stay.game, stay.seat) for stay in self.codec.read(PEOPLE, self.part(PEOPLE, number)) if stay.stayed)
            seats = [(game, self.manifest.seed + game, seat) for game in span for seat in range(self.manifest.players)]
            if [(row.game, row.seed, row.seat) for row in rows] != seats:
                raise DataError(path, "", "", f"does not hold games {span[0]} to {span[-1]}")
            if {(row.game, row.seat): row.people for row in rows if row.people} != stays:
                raise DataError(self.part(PEOPLE, number), "", "", f"does not agree with {path.name}")
        except LabError as error:
            raise LabError(f"{error}; delete parts/{path.name} and call again: its games are played again") from None


class StoredSimulation(Results):
    """Results on disk. Tables are read when asked for; `rows` and `recruits` read row by row."""

    def __init__(self, files: Folder) -> None:
        self._files = files
        self.folder = files.folder
        self.manifest = files.manifest
        self.labels = files.manifest.policies
        self.seed = files.manifest.seed

    @property
    def complete(self) -> bool:
        """Whether all games have been played."""
        return self.manifest.complete

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.manifest.games if self.complete else sum(len(self._files.span(number)) for number in self._files.done())

    def rows(self) -> Iterator[Row]:
        return self._files.read(GAMES)

    def recruits(self) -> Iterator[Recruit]:
        return self._files.read(PEOPLE)

    def __repr__(self) -> str:
        return super().__repr__()[:-1] + (">" if self.complete else f", of {self.manifest.games:,} to play>")


def read_simulation(folder: str | Path) -> StoredSimulation:
    """Open results that `simulate` wrote, complete or not."""
    return StoredSimulation(Folder(Path(folder), read_manifest(Path(folder))))


# Writing


class Store:
    """A folder being written: opened or begun on entering, and held against other processes until left.

    All refusals come on entering, before anything is played; a folder that is refused is left as it was.
    """

    def __init__(self, out: str | Path, format: Format, plan: Plan, *, any_batch: bool) -> None:
        self.plan = plan
        self._any_batch = any_batch
        self._files = Folder(Path(out), _manifest(plan, format))
        self._held = -1

    def __enter__(self) -> Self:
        folder = self._files.folder
        with _writing(folder):
            if folder.is_file():
                raise LabError(f"{one_line(folder.name)}: is a file, not a folder")
            folder.mkdir(parents=True, exist_ok=True)
            held = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
            if held and MANIFEST not in held:
                raise LabError(f"{one_line(folder.name)}: holds other files; choose another folder")
            self._held = _hold(folder)
        try:
            if held:
                self._resume()
            else:
                self._save()
            if not self.complete:
                with _writing(folder):
                    self._files.parts.mkdir(exist_ok=True)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._held >= 0:
            os.close(self._held)
            self._held = -1

    def _save(self) -> None:
        text = msgspec.json.format(msgspec.json.encode(self._files.manifest), indent=2)
        write_whole(self._files.folder / MANIFEST, text + b"\n")

    def _resume(self) -> None:
        """Go on only with what this very call began."""
        folder, there = self._files.folder, read_manifest(self._files.folder)
        if self._any_batch:
            self.plan = self.plan._replace(batch=there.batch)
        here = _manifest(self.plan, self._files.manifest.format)
        for name in ("version", *(name for name in Manifest.__struct_fields__ if name not in ("complete", "people", "version"))):
            one, other = getattr(there, name), getattr(here, name)
            if one != other:
                problem = f"{name}: {one_line(one, 60)}, not {one_line(other, 60)}"
                raise LabError(f"{one_line(folder.name)}: holds another simulation ({problem}); choose another folder")
        self._files = Folder(folder, there)
        if not self.complete:
            if not os.access(folder, os.W_OK):
                raise LabError(f"{one_line(folder.name)}: cannot be written to")
            for number in self._files.done():
                self._files.check(number)
        self._play_one_again()
        if self.complete:
            shutil.rmtree(self._files.parts, ignore_errors=True)  # what a run that was stopped at the very end has left

    def _play_one_again(self) -> None:
        """Rules, cards and policies may change without a new version: a game that is there must still come out the same."""
        first = next(self._files.read(GAMES), None)
        if first is None:
            return
        rows = list(takewhile(lambda row: row.game == first.game, self._files.read(GAMES)))
        recruits = list(takewhile(lambda row: row.game == first.game, self._files.read(PEOPLE)))
        if self.plan.play([first.game]) != (rows, recruits):
            raise LabError(
                f"{one_line(self._files.folder.name)}: game {first.game} comes out differently now: "
                "rules, cards or policies are not those of these results; choose another folder"
            )

    @property
    def complete(self) -> bool:
        """Whether there is nothing left to do."""
        return self._files.manifest.complete

    def missing(self) -> list[int]:
        """The batches still to be played."""
        done = set(self._files.done())
        return [number for number in range(self.plan.batches) if number not in done]

    def write(self, number: int, batch: Batch) -> None:
        """Keep a batch: people first, then the games that make it count."""
        files = self._files
        write_whole(files.part(PEOPLE, number), files.codec.encode(PEOPLE, batch[1]))
        write_whole(files.part(GAMES, number), files.codec.encode(GAMES, batch[0]))

    def finish(self) -> None:
        """Make one table of the parts, say so in the manifest, and only then take the parts away."""
        self._join(GAMES)
        people = self._join(PEOPLE)
        self._files.manifest = msgspec.structs.replace(self._files.manifest, complete=True, people=people)
        self._save()
        shutil.rmtree(self._files.parts, ignore_errors=True)

    def _join(self, kind: Kind[R]) -> int:
        """Too large for write_whole: part by part beside the target, then renamed."""
        files, target = self._files, self._files.whole(kind)
        beside = target.with_name(f".{target.name}")
        with _writing(target):
            with beside.open("wb") as file:
                rows = files.codec.join(kind, (files.part(kind, number) for number in range(self.plan.batches)), file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, target)
        return rows

    def results(self) -> StoredSimulation:
        """What has been written."""
        return StoredSimulation(self._files)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except LabError:
        raise
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise LabError(f"{one_line(path.name)}: cannot be written: {one_line(problem)}") from None


def _hold(folder: Path) -> int:
    """Keep other processes from writing here; the system lets go when this one ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        return -1
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise LabError(f"{one_line(folder.name)}: another process is writing here") from None
    except OSError:  # a file system without locks
        pass
    return handle
