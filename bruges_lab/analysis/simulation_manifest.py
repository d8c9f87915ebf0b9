"""What a folder of results holds, in its `manifest.json`: what was asked for, by which version, and how far it has come.

A manifest carries the checksums of the tables and one of itself: a digit that was changed is found on reading. What material and
which tables it speaks of depends on the game; results of the usual game do not name it, as there was once no other.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import msgspec

from ..games import shelf
from ..kernel import LabError
from ..kernel.bounds import Bounds
from ..kernel.errors import DataError, one_line
from ..kernel.records import read_json, split_fault
from .result_rows import GAMES

if TYPE_CHECKING:
    from .simulation import Format, Plan

SCHEMA = 2
"""Changes with the manifest or the columns."""
WITHOUT_SUMS = 1
"""The schema before there were checksums."""
KIND = "bruges-lab simulation"
MANIFEST = "manifest.json"
_LARGEST_MANIFEST = 1 << 20
_MANIFEST_HOLDS = Bounds(items=10_000, depth=5)
CHANGED = "was changed or damaged after it was written: the checksum does not fit"
Count = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class Contents(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a folder holds: what every game has of it. `contents_type` adds what depends on the game."""

    kind: str
    schema: int
    version: str
    format: Literal["jsonl", "parquet"]
    games: Count
    players: Count
    seed: int
    policies: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    ruleset: str
    """A digest; what differs from the default is in `changes`, for people. Empty for a game without a ruleset."""
    changes: dict[str, int | str | bool | tuple[int, ...]]

    if TYPE_CHECKING:  # fields of every game too, but they stand behind those of its material
        batch: Count
        complete: bool = False
        sums: dict[str, str] = {}
        """The checksums (SHA-256) of the tables, once they are complete."""
        digest: str = ""
        """The checksum of everything else in the manifest."""

    @property
    def played(self) -> str:
        """The name of the game."""
        name: str = getattr(self, "game", shelf.USUAL)
        return name

    @property
    def asked(self) -> dict[str, object]:
        """What was asked for; the other fields say what came of it."""
        tables = shelf.find(self.played).result_row.tables
        outcome = {"complete", "sums", "digest", *tables} - {GAMES}
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in outcome}

    def rows(self, table: str) -> int:
        """How many rows a table has, once it is complete."""
        count: int = self.games * self.players if table == GAMES else getattr(self, table)
        return count

    def with_tables(self, rows: dict[str, int], sums: dict[str, str]) -> Self:
        """The same, complete: the rows and checksums of the tables."""
        further: dict[str, Any] = {name: count for name, count in rows.items() if name != GAMES}
        return msgspec.structs.replace(self, complete=True, sums=sums, **further)

    def sealed(self) -> Self:
        """The same with its checksum."""
        bare = msgspec.structs.replace(self, digest="")
        return msgspec.structs.replace(bare, digest=sha256(msgspec.json.encode(bare)).hexdigest())


@cache
def contents_type(game: str) -> type[Contents]:
    """The manifest of results of a game: digests of its material, and how many rows each of its further tables has."""
    kept = shelf.find(game).result_row
    fields: list[Any] = [(name, str) for name in kept.material]
    fields += [("batch", Count), ("complete", bool, False)]
    fields += [(table, int, 0) for table in kept.tables if table != GAMES]
    fields += [("sums", dict[Literal[tuple(kept.tables)], str], msgspec.field(default_factory=dict)), ("digest", str, "")]  # type: ignore[misc]
    if game != shelf.USUAL:
        fields.insert(0, ("game", str))
    made = msgspec.defstruct("Contents", fields, bases=(Contents,), forbid_unknown_fields=True, frozen=True)
    assert issubclass(made, Contents)
    return made


def manifest_of(plan: Plan, format: Format) -> Contents:
    """The manifest of what is to be played."""
    own: dict[str, Any] = dict(plan.digests)
    if plan.game.name != shelf.USUAL:
        own["game"] = plan.game.name
    return contents_type(plan.game.name)(
        kind=KIND,
        schema=SCHEMA,
        version=plan.version,
        format=format,
        games=plan.games,
        players=plan.players,
        seed=plan.seed,
        policies=plan.labels,
        ruleset="" if plan.rules is None else blake2b(msgspec.json.encode(plan.rules), digest_size=8).hexdigest(),
        changes={} if plan.rules is None else {change.field.name: change.here for change in plan.rules.diff()},
        batch=plan.batch,
        **own,
    )


class _Made(msgspec.Struct):
    kind: str
    schema: int
    version: str
    game: str = shelf.USUAL


def read_manifest(folder: Path) -> Contents:
    """Read and check the manifest of a folder."""
    path = folder / MANIFEST
    data = read_json(path, _LARGEST_MANIFEST, _MANIFEST_HOLDS, links=False)
    try:
        made = msgspec.json.decode(data, type=_Made)
        if made.kind != KIND:
            raise DataError(path, "", "kind", f"is not {KIND!r}")
        if made.schema not in (SCHEMA, WITHOUT_SUMS):
            raise LabError(
                f"{one_line(folder.name)}: written by version {one_line(made.version, 20)} of Bruges Lab, in another form"
            )
        found = msgspec.json.decode(data, type=contents_type(shelf.find(made.game).name))
    except UnicodeDecodeError:
        raise DataError(path, "", "", "is not UTF-8 text") from None
    except msgspec.DecodeError as error:
        problem, field = split_fault(str(error))
        raise DataError(path, "", field, problem) from None
    without = found.schema == WITHOUT_SUMS and not found.digest and not found.sums
    if not without and (
        found != found.sealed() or found.complete != (len(found.sums) == len(shelf.find(found.played).result_row.tables))
    ):
        raise DataError(path, "", "digest", CHANGED)
    return found
