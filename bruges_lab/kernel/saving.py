"""Saving a game and getting the same one back.

A save is JSON: the start position, the shared objects, the source of chance, and the tree as choices, with notes and a hash at
every change of chapter and at every end of a line. Loading replays the choices and compares the hashes; a file that was cut,
edited or made by other rules is refused and nothing is kept of it. The short text is the same, packed. How much a save may hold
is looked at before anything is built of it, and what would not be read back is not written.

A save says in its schema as of which rules the game was begun (`state.LATEST`); it is replayed and goes on as of these.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .bounds import Bounds, measure_json
from .chance import source_from_data
from .choices import Choice
from .engine import to_option, why_not
from .errors import LabError, SaveError, one_line
from .files import read_whole, write_whole
from .game import Game
from .history import LONGEST_NOTE
from .kit import GameKit
from .names import check_names
from .nodes import Node
from .pause import collector_paused
from .state import LATEST, BaseState, as_tuple

S = TypeVar("S", bound=BaseState)

SCHEMA = LATEST
_PREFIX = "BL1-"
LARGEST = 8 * 1024 * 1024
"""Bytes of a save; a game of four has twenty thousand."""
MOST_NODES = 20_000
"""Positions of a save, some seventy games of four: each is kept as long as the game is."""
_LONGEST_TEXT = 4 * 1024 * 1024
_HOLDS = Bounds(items=20 * MOST_NODES, depth=30)
_WORD = re.compile(r"[A-Za-z0-9_-]+")
_BEGINNING = re.compile(rb'\s*\{\s*"schema"\s*:\s*\d+\s*,\s*"game"\s*:\s*"([^"\\]*)"')


class _NodeRecord(msgspec.Struct, array_like=True):
    """One node: the number of its parent, its choice, whether a source made it, tasks run if it was left in the middle, hash."""

    parent: int
    choice: str
    auto: bool = False
    tasks: int | None = None
    hash: str | None = None


class _Save(msgspec.Struct, forbid_unknown_fields=True):
    schema: int
    game: str
    names: tuple[str, ...]
    shared: dict[str, Any]
    chance: dict[str, Any]
    start: dict[str, Any]
    causes: list[int]
    opening: list[Any]
    nodes: list[_NodeRecord]
    current: int
    notes: dict[str, str]
    hash: str = ""


# Writing


def to_bytes(game: Game[S]) -> bytes:
    """The game as the bytes of a save."""
    kit = game.kit
    if len(game.nodes) > MOST_NODES:
        raise LabError(f"the game has {len(game.nodes):,} positions; a save holds {MOST_NODES:,}")
    records = [_record(kit, node) for node in game.nodes]
    save = _Save(
        schema=game.root.state.as_of,
        game=kit.name,
        names=game.names,
        shared=kit.shared_to_data(game.start),
        chance=game.chance.to_data(),
        start=game.start.to_data(),
        causes=list(game.start.causes),
        opening=msgspec.to_builtins(game.root.raw[: game.opening]),
        nodes=records,
        current=game.node.number,
        notes={str(node.number): node.note for node in game.nodes if node.note},
    )
    save.hash = _content_hash(save)
    data = msgspec.json.format(msgspec.json.encode(save), indent=0)
    if fault := _too_much(data):
        raise LabError(f"the game cannot be saved: it {fault}")
    return data


def _too_much(data: bytes) -> str | None:
    """What makes a save too large to be read."""
    return f"is larger than {LARGEST:,} bytes" if len(data) > LARGEST else _HOLDS.fault(measure_json(data, _HOLDS))


def _record(kit: GameKit[S], node: Node[S]) -> _NodeRecord:
    parent = node.parent
    if parent is None:
        return _NodeRecord(-1, "start", False, node.tasks, node.state.digest())
    pinned = not node.children or kit.chapter(node.state) != kit.chapter(parent.state)
    return _NodeRecord(parent.number, str(node.choice), node.auto, node.tasks, node.state.digest() if pinned else None)


def _content_hash(save: _Save) -> str:
    bare = msgspec.structs.replace(save, hash="")
    return hashlib.blake2b(msgspec.json.encode(bare, order="deterministic"), digest_size=16).hexdigest()


def save(game: Game[S], path: str | Path) -> None:
    """Write the game to a file, whole or not at all; of what is there it replaces a save of the same game, and nothing else."""
    write_save(path, to_bytes(game))


def write_save(path: str | Path, data: bytes) -> None:
    """Write a save; it may take the place of a save of the same game, however damaged, as its beginning shows."""
    write_whole(path, data, over=lambda head: _game_in(head) == _game_in(data) is not None)


def _game_in(head: bytes) -> bytes | None:
    """The game that a save names at its beginning; None if this is none."""
    found = _BEGINNING.match(head)
    return None if found is None else found[1]


def to_text(game: Game[S]) -> str:
    """The game as a short text: letters, digits, - and _ only."""
    packed = zlib.compress(to_bytes(game), 9)
    return _PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


# Reading


def load(kits: Mapping[str, GameKit[Any]], path: str | Path) -> Game[Any]:
    """Read a game from a file."""
    if not isinstance(path, str | Path):
        raise SaveError("file", "", "", f"a saved game is a file, not {one_line(path, 40)!r}")
    return from_bytes(kits, read_whole(path, LARGEST), Path(path).name)


def from_text(kits: Mapping[str, GameKit[Any]], text: str) -> Game[Any]:
    """Read a game from its short text; spaces and line breaks that came with pasting do no harm."""
    if not isinstance(text, str) or len(text) > _LONGEST_TEXT:
        raise SaveError("text", "", "", "is not a saved game")
    text = "".join(text.split())
    body = text.removeprefix(_PREFIX)
    if body == text or not _WORD.fullmatch(body):
        raise SaveError("text", "", "", f"is not a saved game: it should start with {_PREFIX}")
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, LARGEST + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise SaveError("text", "", "", "is damaged: it cannot be unpacked") from None
    if len(data) <= LARGEST and (not unpacker.eof or unpacker.unused_data):
        raise SaveError("text", "", "", "is damaged: it is cut short or too long")
    return from_bytes(kits, data, "text")


def from_bytes(kits: Mapping[str, GameKit[Any]], data: bytes, name: str) -> Game[Any]:
    """Read a save, replay it and compare every hash; a SaveError says what is wrong."""
    if fault := _too_much(data):
        raise SaveError(name, "", "", fault)
    try:
        save = msgspec.json.decode(data, type=_Save)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(name, "", "", f"is not a saved game: {one_line(error, 160)}") from None
    if len(save.nodes) > MOST_NODES:
        raise SaveError(name, "nodes", "", f"are {len(save.nodes):,}; a save holds {MOST_NODES:,}")
    if not 1 <= save.schema <= SCHEMA:
        raise SaveError(name, "", "schema", f"is {save.schema}; this version reads 1 to {SCHEMA}")
    if save.hash != _content_hash(save):
        raise SaveError(name, "", "hash", "does not fit the content: the file was changed or damaged")
    kit = kits.get(save.game)
    if kit is None:
        raise SaveError(name, "", "game", f"{one_line(save.game, 30)!r} is not a game of this lab")
    try:
        with collector_paused():
            return _replay(kit, save, name)
    except SaveError:
        raise
    except LabError as error:
        raise SaveError(name, "", "", str(error)) from None
    except (msgspec.MsgspecError, ArithmeticError, LookupError, TypeError, ValueError, RuntimeError, RecursionError) as error:
        # The content hash fits, so this is a save of ours made by other rules, or one made up by hand.
        raise SaveError(name, "", "", f"does not replay: {one_line(error, 160)}") from None


def _replay(kit: GameKit[S], save: _Save, name: str) -> Game[S]:
    try:
        start = kit.state_type.from_data(save.start, **kit.shared_from_data(save.shared))
    except msgspec.ValidationError as error:
        raise SaveError(name, "start", "", one_line(error, 160)) from None
    if any(task[0] not in kit.book.steps for task in start.agenda):
        raise SaveError(name, "start", "agenda", "names a task that this game does not have")
    kit.check(start)
    try:
        check_names(save.names, len(start.players))
    except LabError as error:
        raise SaveError(name, "", "names", str(error)) from None
    opening = [_raw_event(kit, item, name) for item in save.opening]
    if len(save.causes) != len(start.agenda) or any(not -1 <= cause < len(opening) for cause in save.causes):
        raise SaveError(name, "", "causes", "do not fit the agenda of the start")
    start.causes = save.causes
    start.as_of = save.schema
    if not save.nodes or save.nodes[0].parent != -1:
        raise SaveError(name, "nodes", "0", "is not the start")
    game = Game(kit, start, chance=source_from_data(save.chance), names=save.names, opening=opening, run=False)
    choices = {text: Choice.parse(text) for text in {record.choice for record in save.nodes[1:]}}
    for number, record in enumerate(save.nodes):
        if number:
            _replay_node(game, number, record, choices[record.choice], name)
        game.run_tasks(record.tasks)
        if record.hash is not None and record.hash != game.state.digest():
            raise SaveError(name, "nodes", str(number), "leads to another position than when it was saved")
    for noted, text in save.notes.items():
        if not noted.isascii() or not noted.isdecimal() or int(noted) >= len(game.nodes) or len(text) > LONGEST_NOTE:
            raise SaveError(name, "notes", noted, "is not a note on a node of this game")
        game.nodes[int(noted)].note = text
    if not 0 <= save.current < len(game.nodes):
        raise SaveError(name, "", "current", f"node {save.current} does not exist")
    game.goto(save.current)
    return game


def _replay_node(game: Game[S], number: int, record: _NodeRecord, choice: Choice, name: str) -> None:
    if not 0 <= record.parent < number:
        raise SaveError(name, "nodes", str(number), "comes before its parent")
    game.node = game.nodes[record.parent]
    pending = game.pending
    if pending is None:
        raise SaveError(name, "nodes", str(number), "follows a position where nothing is to be decided")
    option = to_option(game.state, pending.step, choice)
    if option is None or why_not(game.state, pending, option) is not None:
        raise SaveError(name, "nodes", str(number), f"{choice} may not be chosen there")
    if any(child.option == option for child in game.node.children):
        raise SaveError(name, "nodes", str(number), f"{choice} appears there twice")
    game.enter(option, auto=record.auto)


def _raw_event(kit: GameKit[S], item: object, name: str) -> Any:
    if not isinstance(item, list) or len(item) != 6:
        raise SaveError(name, "opening", "", "has an entry that is not an event")
    rule, kind, player, data, deltas, cause = item
    known = isinstance(kind, str) and kind in kit.book.kinds and isinstance(rule, str)
    if not known or not isinstance(player, int) or not isinstance(data, dict) or not isinstance(cause, int):
        raise SaveError(name, "opening", one_line(kind, 40), "is not an event of this game")
    return (rule, kind, player, data, as_tuple(deltas), cause)
