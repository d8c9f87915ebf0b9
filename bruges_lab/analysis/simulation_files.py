"""Results on disk: a folder with a manifest that says what is played, a part a batch while it runs, two whole tables at the end.

    results/manifest.json    what was asked for, by which version, whether it is complete, and then the checksums of the tables
    results/parts/           games-000000.jsonl, people-000000.jsonl, and sums-000000.txt with their checksums; …
    results/games.jsonl      all parts in order, once all are there; people.jsonl beside it

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
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import file_digest, sha256
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec

from ..kernel import LabError
from ..kernel.errors import DataError, one_line
from ..kernel.files import is_left_behind, place_to_write, read_whole, write_whole, writing_whole
from ..kernel.holding import hold
from .playouts import Batch, Recruit, Row
from .simulation_formats import GAMES, PARTS, PEOPLE, Kind, Lines, Parquet, R, open_plain
from .simulation_manifest import CHANGED, MANIFEST, OUTCOME, WITHOUT_SUMS, Manifest, manifest_of, read_manifest
from .simulation_tables import Results

if TYPE_CHECKING:
    from .simulation import Format, Plan

_LARGEST_SUMS = 1000
_LARGEST_ROW = 4_000
_MOST_STAYS = 100
"""Far more than there are: bytes of a row, and people who are placed by one player in one game, in a table not counted yet."""
_AROUND = 100_000
"""Bytes of a table beside its rows: Parquet describes its columns."""


def _codec(format: Format) -> Lines | Parquet:
    return Lines() if format == "jsonl" else Parquet()


class Folder:
    """The files of a simulation, by its manifest."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.codec = _codec(manifest.format)

    @property
    def parts(self) -> Path:
        return self.folder / PARTS

    def part(self, kind: Kind[R], number: int) -> Path:
        return self.parts / f"{kind.name}-{number:06}.{self.manifest.format}"

    def whole(self, kind: Kind[R]) -> Path:
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
        return sorted(number for number, path in found.items() if self.span(number) and path == self.part(GAMES, number))

    def check_parts(self) -> None:
        """Refuse parts that lie elsewhere."""
        try:
            linked = self.parts.is_symlink()
        except OSError as error:
            raise LabError(f"{one_line(self.folder.name)}: cannot be read: {one_line(error.strerror or error)}") from None
        if linked:
            raise LabError(f"{one_line(self.folder.name)}: parts is a link, not a folder")

    def largest(self, kind: Kind[R], number: int | None = None) -> int:
        """So many bytes a part can have, or the whole table: nobody waits until a larger file has been read to its end."""
        games = self.manifest.games if number is None else len(self.span(number))
        rows = games * self.manifest.players
        if kind.name == "people":
            rows = rows * _MOST_STAYS if number is not None else self.manifest.people
        return rows * _LARGEST_ROW + _AROUND

    def verified(self, kind: Kind[R], number: int) -> Path:
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

    def verified_whole(self, kind: Kind[R]) -> Path:
        """A table, if it is as it was written."""
        path, largest = self.whole(kind), self.largest(kind)
        if not self.summed:
            open_plain(path, largest).close()
        elif _sum_of(path, largest) != self.manifest.sums["people" if kind.name == "people" else "games"]:
            raise DataError(path, "", "", CHANGED)
        return path

    def read(self, kind: Kind[R]) -> Iterator[R]:
        """All rows of a table that are there, none from a file that was changed."""
        if not self.manifest.complete:
            for number in self.done():
                yield from self.codec.read(kind, self.verified(kind, number))
            return
        self.verified_whole(kind)
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
            rows, people = list(self.codec.read(GAMES, self.verified(GAMES, number))), self.verified(PEOPLE, number)
            stays = Counter((stay.game, stay.seat) for stay in self.codec.read(PEOPLE, people) if stay.stayed)
            seats = [(game, self.manifest.seed + game, seat) for game in span for seat in range(self.manifest.players)]
            if [(row.game, row.seed, row.seat) for row in rows] != seats:
                raise DataError(path, "", "", f"does not hold games {span[0]} to {span[-1]}")
            if {(row.game, row.seat): row.people for row in rows if row.people} != stays:
                raise DataError(self.part(PEOPLE, number), "", "", f"does not agree with {path.name}")
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
        asked = [name for name in Manifest.__struct_fields__ if name not in OUTCOME]
        for name in sorted(asked, key=lambda name: name != "version"):
            one, other = getattr(there, name), getattr(here, name)
            if one != other:
                problem = f"{name}: {one_line(one, 60)}, not {one_line(other, 60)}"
                raise LabError(f"{one_line(folder.name)}: holds another simulation ({problem}); choose another folder")
        self._files = Folder(folder, there)
        if not self.complete:
            if not os.access(folder, os.W_OK):
                raise LabError(f"{one_line(folder.name)}: cannot be written to")
            for path in (self._files.whole(GAMES), self._files.whole(PEOPLE)):
                place_to_write(path, links=False)
            for number in self._files.done():
                self._files.check(number)
        self._play_one_again()
        if self.complete:
            shutil.rmtree(self._files.parts, ignore_errors=True)  # what a run that was stopped at the very end has left

    def _play_one_again(self) -> None:
        """Rules, cards and policies may change without a new version: a game that is there must still come out the same."""
        games = self._files.read(GAMES)
        first = next(games, None)
        if first is None:
            return
        rows = [first, *takewhile(lambda row: row.game == first.game, games)]
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
        """Keep a batch: people and checksums first, then the games that make it count."""
        files = self._files
        games, people = files.codec.encode(GAMES, batch[0]), files.codec.encode(PEOPLE, batch[1])
        parts = {files.part(GAMES, number): games, files.part(PEOPLE, number): people}
        sums = "".join(f"{sha256(data).hexdigest()}  {path.name}\n" for path, data in parts.items())
        files.check_parts()
        write_whole(files.part(PEOPLE, number), people, over=True, links=False)
        write_whole(files.sums(number), sums.encode(), over=True, links=False)
        write_whole(files.part(GAMES, number), games, over=True, links=False)

    def finish(self) -> None:
        """Make one table of the parts, say so in the manifest, and only then take the parts away."""
        _, games_sum = self._join(GAMES)
        people, people_sum = self._join(PEOPLE)
        begun, sums = self._files.manifest, {"games": games_sum, "people": people_sum}
        self._files.manifest = msgspec.structs.replace(begun, complete=True, people=people, sums=sums)
        try:
            self._save()
        except LabError:
            self._files.manifest = begun
            raise
        shutil.rmtree(self._files.parts, ignore_errors=True)

    def _join(self, kind: Kind[R]) -> tuple[int, str]:
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
