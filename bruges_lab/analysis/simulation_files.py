"""Results on disk: a folder with a manifest that says what is played, a part a batch while it runs, whole tables at the end.

    results/manifest.json    what was asked for, by which version, whether it is complete, and then the checksums of the tables
    results/parts/           games-000000.jsonl, those of further tables, and sums-000000.txt with their checksums; …
    results/games.jsonl      all parts in order, once all are there; those of further tables beside it

A part is written beside its place and renamed, the games last: a batch is there, whole, if its games are. So a run may be
stopped or killed anywhere, and the same call goes on. Every part is checked against its checksum (as `sha256sum -c` would do it)
before it is gone on with, joined or read, every table before it is read. Results from before there were checksums can be read,
but nothing goes on with them. Nothing is written into a folder that holds anything else, and as a folder may be somebody else's,
no link in it is followed: what is read and written there are plain files.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import file_digest, sha256
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from ..games import shelf
from ..kernel import LabError
from ..kernel.errors import DataError, one_line
from ..kernel.files import is_left_behind, place_to_write, read_whole, write_whole, writing_whole
from ..kernel.holding import hold
from .result_rows import GAMES, Tables
from .simulation_formats import PARTS, Kind, Lines, Parquet, open_plain
from .simulation_manifest import CHANGED, MANIFEST, WITHOUT_SUMS, Contents, manifest_of, read_manifest
from .simulation_tables import Results

if TYPE_CHECKING:
    from .simulation import Format, Plan

_LARGEST_SUMS = 1000
_LARGEST_ROW = 4_000
"""Far more bytes than a row has."""
_AROUND = 100_000
"""Bytes of a table beside its rows: Parquet describes its columns."""


def _codec(format: Format) -> Lines | Parquet:
    return Lines() if format == "jsonl" else Parquet()


class Folder:
    """The files of a simulation, by its manifest."""

    def __init__(self, folder: Path, manifest: Contents) -> None:
        self.folder = folder
        self.manifest = manifest
        self.game = shelf.find(manifest.played)
        self.kinds = {name: Kind(name, row) for name, row in self.game.result_row.tables.items()}
        """The tables, the games first."""
        self.codec = _codec(manifest.format)

    @property
    def games(self) -> Kind:
        """The table with a row per player and game."""
        return self.kinds[GAMES]

    @property
    def parts(self) -> Path:
        return self.folder / PARTS

    def part(self, kind: Kind, number: int) -> Path:
        return self.parts / f"{kind.name}-{number:06}.{self.manifest.format}"

    def whole(self, kind: Kind) -> Path:
        return self.folder / f"{kind.name}.{self.manifest.format}"

    def span(self, number: int) -> range:
        """The games of a batch."""
        batch, games = self.manifest.batch, self.manifest.games
        return range(number * batch, min(games, (number + 1) * batch))

    def sums(self, number: int) -> Path:
        """The file with the checksums of a batch."""
        return self.parts / f"sums-{number:06}.txt"

    @property
    def summed(self) -> bool:
        """Whether there are checksums."""
        return self.manifest.schema != WITHOUT_SUMS

    def done(self) -> list[int]:
        """The batches that are there, in order."""
        self.check_parts()
        name = re.compile(rf"games-(\d{{6,12}})\.{self.manifest.format}")
        try:
            found = {int(match[1]): path for path in self.parts.iterdir() if (match := name.fullmatch(path.name))}
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LabError(f"{one_line(self.folder.name)}: cannot be read: {one_line(error.strerror or error)}") from None
        return sorted(number for number, path in found.items() if self.span(number) and path == self.part(self.games, number))

    def check_parts(self) -> None:
        """Refuse parts that lie elsewhere."""
        try:
            linked = self.parts.is_symlink()
        except OSError as error:
            raise LabError(f"{one_line(self.folder.name)}: cannot be read: {one_line(error.strerror or error)}") from None
        if linked:
            raise LabError(f"{one_line(self.folder.name)}: parts is a link, not a folder")

    def largest(self, kind: Kind, number: int | None = None) -> int:
        """So many bytes a part can have, or the whole table: nobody waits until a larger file has been read to its end."""
        games = self.manifest.games if number is None else len(self.span(number))
        rows = games * self.manifest.players
        if kind.name != GAMES:
            rows = rows * self.game.result_row.most if number is not None else self.manifest.rows(kind.name)
        return rows * _LARGEST_ROW + _AROUND

    def verified(self, kind: Kind, number: int) -> Path:
        """A part, if it is as it was written."""
        path, largest = self.part(kind, number), self.largest(kind, number)
        if self.summed:
            sums = read_whole(self.sums(number), _LARGEST_SUMS, links=False, folder=False)
            lines = sums.decode("ascii", "replace").splitlines()
            if f"{_sum_of(path, largest)}  {path.name}" not in lines:
                raise DataError(path, "", "", CHANGED)
        else:
            open_plain(path, largest).close()
        return path

    def verified_whole(self, kind: Kind) -> Path:
        """A table, if it is as it was written."""
        path, largest = self.whole(kind), self.largest(kind)
        if not self.summed:
            open_plain(path, largest).close()
        elif _sum_of(path, largest) != self.manifest.sums[kind.name]:
            raise DataError(path, "", "", CHANGED)
        return path

    def read(self, kind: Kind) -> Iterator[Any]:
        """All rows of a table that are there, none from a file that was changed."""
        if not self.manifest.complete:
            for number in self.done():
                yield from self.codec.read(kind, self.verified(kind, number))
            return
        self.verified_whole(kind)
        count, expected = 0, self.manifest.rows(kind.name)
        for row in self.codec.read(kind, self.whole(kind)):
            count += 1
            yield row
        if count != expected:
            raise DataError(self.whole(kind), "", "", f"has {count} rows, not {expected}")

    def check(self, number: int) -> None:
        """Refuse a batch that does not hold what its name says."""
        path, span = self.part(self.games, number), self.span(number)
        try:
            tables = tuple(list(self.codec.read(kind, self.verified(kind, number))) for kind in self.kinds.values())
            seats = [(game, self.manifest.seed + game, seat) for game in span for seat in range(self.manifest.players)]
            if [(row.game, row.seed, row.seat) for row in tables[0]] != seats:
                raise DataError(path, "", "", f"does not hold games {span[0]} to {span[-1]}")
            if fault := self.game.result_row.fault(tables):
                raise DataError(self.part(self.kinds[fault], number), "", "", f"does not agree with {path.name}")
        except LabError as error:
            raise LabError(f"{error}; delete parts/{path.name} and call again: its games are played again") from None


def _sum_of(path: Path, largest: int) -> str:
    """The checksum of a file, read piece by piece."""
    try:
        with open_plain(path, largest) as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise LabError(f"{one_line(path.name)}: cannot be read: {one_line(error.strerror or error)}") from None


class StoredSimulation(Results):
    """Results on disk. Tables are read when asked for; `rows` reads row by row."""

    def __init__(self, files: Folder) -> None:
        self._files = files
        self.game = files.game
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

    def rows(self, table: str = GAMES) -> Iterator[Any]:
        self._row(table)
        return self._files.read(self._files.kinds[table])

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
        self._files = Folder(Path(out), manifest_of(plan, format))
        self._held = -1

    def __enter__(self) -> Self:
        folder = self._files.folder
        with _writing(folder):
            if folder.is_file():
                raise LabError(f"{one_line(folder.name)}: is a file, not a folder")
            folder.mkdir(parents=True, exist_ok=True)
            held = [path.name for path in folder.iterdir() if not is_left_behind(path.name)]
            if held and MANIFEST not in held:
                raise LabError(f"{one_line(folder.name)}: holds other files; choose another folder")
            self._held = hold(folder)
        try:
            if held:
                self._resume()
            else:
                self._save()
            if not self.complete:
                self._files.check_parts()
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
        text = msgspec.json.format(msgspec.json.encode(self._files.manifest.sealed()), indent=2)
        write_whole(self._files.folder / MANIFEST, text + b"\n", over=True, links=False)

    def _resume(self) -> None:
        """Go on only with what this very call began."""
        folder, there = self._files.folder, read_manifest(self._files.folder)
        if there.schema == WITHOUT_SUMS:
            raise LabError(
                f"{one_line(folder.name)}: is from before results had checksums: read_simulation reads it, "
                "but nothing goes on with it; choose another folder"
            )
        if self._any_batch:
            self.plan = self.plan._replace(batch=there.batch)
        here = manifest_of(self.plan, self._files.manifest.format)
        theirs, ours = ({"version": one.version, "game": one.played, **one.asked} for one in (there, here))
        for name, one in theirs.items():
            if one != ours[name]:
                problem = f"{name}: {one_line(one, 60)}, not {one_line(ours[name], 60)}"
                raise LabError(f"{one_line(folder.name)}: holds another simulation ({problem}); choose another folder")
        self._files = Folder(folder, there)
        if not self.complete:
            if not os.access(folder, os.W_OK):
                raise LabError(f"{one_line(folder.name)}: cannot be written to")
            for path in map(self._files.whole, self._files.kinds.values()):
                place_to_write(path, links=False)
            for number in self._files.done():
                self._files.check(number)
        self._play_one_again()
        if self.complete:
            shutil.rmtree(self._files.parts, ignore_errors=True)  # what a run that was stopped at the very end has left

    def _play_one_again(self) -> None:
        """Rules, cards and policies may change without a new version: a game that is there must still come out the same."""
        kinds = [*self._files.kinds.values()]
        games = self._files.read(kinds[0])
        first = next(games, None)
        if first is None:
            return
        rows = [first, *takewhile(lambda row: row.game == first.game, games)]
        further = [[*takewhile(lambda row: row.game == first.game, self._files.read(kind))] for kind in kinds[1:]]
        if self.plan.play([first.game]) != (rows, *further):
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

    def write(self, number: int, batch: Tables) -> None:
        """Keep a batch: further tables and checksums first, then the games that make it count."""
        files = self._files
        parts = {
            files.part(kind, number): files.codec.encode(kind, rows)
            for kind, rows in zip(files.kinds.values(), batch, strict=True)
        }
        sums = "".join(f"{sha256(data).hexdigest()}  {path.name}\n" for path, data in parts.items())
        (games, counts), *further = parts.items()
        files.check_parts()
        for path, data in further:
            write_whole(path, data, over=True, links=False)
        write_whole(files.sums(number), sums.encode(), over=True, links=False)
        write_whole(games, counts, over=True, links=False)

    def finish(self) -> None:
        """Make one table of the parts, say so in the manifest, and only then take the parts away."""
        joined = {name: self._join(kind) for name, kind in self._files.kinds.items()}
        begun = self._files.manifest
        self._files.manifest = begun.with_tables(
            {name: rows for name, (rows, _) in joined.items()}, {name: sum_ for name, (_, sum_) in joined.items()}
        )
        try:
            self._save()
        except LabError:
            self._files.manifest = begun
            raise
        shutil.rmtree(self._files.parts, ignore_errors=True)

    def _join(self, kind: Kind) -> tuple[int, str]:
        """The rows of a table and its checksum, written part by part."""
        files = self._files
        with suppress(OSError):  # what a run by an earlier version may have left
            files.whole(kind).with_name(f".{files.whole(kind).name}").unlink(missing_ok=True)
        with writing_whole(files.whole(kind), over=True, links=False) as file:
            rows = files.codec.join(kind, (files.verified(kind, number) for number in range(self.plan.batches)), file)
            file.seek(0)
            return rows, file_digest(file, "sha256").hexdigest()

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
