"""What a folder of results holds, in its `manifest.json`: what was asked for, by which version, and how far it has come.

A manifest carries the checksums of the tables and one of itself: a digit that was changed is found on reading.
"""

from __future__ import annotations

from hashlib import blake2b, sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from ..kernel import LabError
from ..kernel.bounds import Bounds
from ..kernel.errors import DataError, one_line
from ..kernel.records import read_json, split_fault

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
OUTCOME = frozenset({"complete", "people", "sums", "digest"})
"""The fields that say what came of it, not what was asked for."""

Count = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


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
    sums: dict[Literal["games", "people"], str] = {}
    """The checksums (SHA-256) of the two tables, once they are complete."""
    digest: str = ""
    """The checksum of everything else in the manifest."""

    def sealed(self) -> Manifest:
        """The same with its checksum."""
        bare = msgspec.structs.replace(self, digest="")
        return msgspec.structs.replace(bare, digest=sha256(msgspec.json.encode(bare)).hexdigest())


def manifest_of(plan: Plan, format: Format) -> Manifest:
    """The manifest of what is to be played."""
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
    data = read_json(path, _LARGEST_MANIFEST, _MANIFEST_HOLDS, links=False)
    try:
        made = msgspec.json.decode(data, type=_Made)
        if made.kind != KIND:
            raise DataError(path, "", "kind", f"is not {KIND!r}")
        if made.schema not in (SCHEMA, WITHOUT_SUMS):
            raise LabError(
                f"{one_line(folder.name)}: written by version {one_line(made.version, 20)} of Bruges Lab, in another form"
            )
        found = msgspec.json.decode(data, type=Manifest)
    except UnicodeDecodeError:
        raise DataError(path, "", "", "is not UTF-8 text") from None
    except msgspec.DecodeError as error:
        problem, field = split_fault(str(error))
        raise DataError(path, "", field, problem) from None
    without = found.schema == WITHOUT_SUMS and not found.digest and not found.sums
    if not without and (found != found.sealed() or found.complete != (len(found.sums) == 2)):
        raise DataError(path, "", "digest", CHANGED)
    return found
