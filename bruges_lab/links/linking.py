"""A game as a link, and back: how it begins, and every choice by its place among those that could be made.

What chance threw is not said where the game's own source throws the same. On the way stand check digits, a byte of the hash of a
position every round or so and two where a line ends: a link that other rules wrote does not lead somewhere else, it is refused.
A link says everything that a save says, hands and piles included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..games import shelf
from ..games.manifest import Manifest, Written
from ..kernel import Choice, Game, LabError, SaveError, Seeded
from ..kernel.chance import source_from_data
from ..kernel.choices import Option
from ..kernel.engine import Pending, advance, to_option, why_not
from ..kernel.errors import either, one_line
from ..kernel.history import LONGEST_NOTE
from ..kernel.names import check_names
from ..kernel.nodes import Node, way_to
from ..kernel.pause import collector_paused
from ..kernel.state import LATEST
from .beginnings import Said, begin, said_of
from .digits import Digits, to_bytes
from .fragment import GAME, from_fragment, refused, to_fragment

WHAT = ("line", "tree", "position")
MOST_NODES = 5_000
APART = 12
"""At least so many choices lie between two check digits of a line."""


class _Link(msgspec.Struct, array_like=True, omit_defaults=True):
    """A game. What has its default at the end is not written."""

    as_of: int
    game: str
    start: Said
    nodes: int = 0
    """How many choices there are."""
    digits: bytes = b""
    checks: bytes = b""
    chance: int | dict[str, Any] | None = None
    """A seed, or a source as a save has it; None: the seed of the beginning."""
    names: list[str] | None = None
    jumps: list[int] = []
    """Choices that do not follow the one before them, each followed by the one that they do follow."""
    words: list[str] = []
    """Choices that are too many to be listed, as they are written."""
    tasks: dict[str, int] = {}
    """Nodes that were left in the middle, with how many tasks have run there."""
    current: int | None = None
    """Where it stands; None: at the last choice."""
    notes: dict[str, str] = {}


# Writing


def to_link(game: Game[Any], what: str = "line", page: str = "", *, notes: bool = True) -> str:
    """The game as a link: the line to here, the whole tree, or the position alone."""
    if what not in WHAT:
        raise LabError(f"what: {either(WHAT)}, not {one_line(what, 30)!r}")
    root, start, opening = game.root, game.start, list(game.root.raw[: game.opening])
    nodes = game.nodes if what == "tree" else way_to(game.node)
    if what == "position":
        if not game.node.settled:
            raise LabError("a position in the middle of an action is no place to begin: link the line that leads there")
        nodes, root, start, opening = [game.node], game.node, game.state, []
    if len(nodes) > MOST_NODES:
        raise LabError(f"the game has {len(nodes):,} positions; a link holds {MOST_NODES:,}")
    said = said_of(game, start, opening)
    link = _Link(root.state.as_of, game.manifest.name, said, len(nodes) - 1)
    link.chance = _chance_said(game, said)
    link.names = None if game.names == game.manifest.seat_names(len(game.names)) else list(game.names)
    numbers = {node.number: number for number, node in enumerate(nodes)}
    parents = [-1, *(numbers[node.parent.number] for node in nodes[1:] if node.parent is not None)]
    link.jumps = [part for number, parent in enumerate(parents) if parent != number - 1 for part in (number, parent)]
    link.digits = to_bytes([*_digits(game, nodes[1:], link.words)])
    link.checks = _checks(game, nodes, parents)
    link.tasks = {str(number): node.tasks for number, node in enumerate(nodes) if node.tasks is not None}
    here = numbers[game.node.number]
    link.current = None if here == len(nodes) - 1 else here
    link.notes = {str(number): node.note for number, node in enumerate(nodes) if node.note} if notes else {}
    return to_fragment(GAME, msgspec.msgpack.encode(_row(link)), page)


def _row(link: msgspec.Struct) -> list[Any]:
    """A record as a list, without what has its default at the end."""
    found = list(msgspec.structs.astuple(link))
    usual = type(link)(*found[: _REQUIRED[type(link)]])
    while len(found) > _REQUIRED[type(link)] and found[-1] == msgspec.structs.astuple(usual)[len(found) - 1]:
        found.pop()
    return [_row(item) if isinstance(item, msgspec.Struct) else item for item in found]


_REQUIRED = {_Link: 3, Said: 1}
"""How many fields of a record have no default."""


def _chance_said(game: Game[Any], said: Said) -> int | dict[str, Any] | None:
    data: dict[str, Any] = msgspec.to_builtins(game.chance.to_data())
    if data.get("source") == "seeded" and isinstance(data.get("seed"), int):
        return None if data["seed"] == said.seed else int(data["seed"])
    return data


def _digits(game: Game[Any], nodes: Sequence[Node[Any]], words: list[str]) -> Iterator[tuple[int, int]]:
    """Each choice by its place among those that could be made; before a throw, whether the source makes it by itself."""
    asked: tuple[Node[Any] | None, Pending | None] = (None, None)
    for node in nodes:
        parent = node.parent
        assert parent is not None
        if asked[0] is not parent:
            asked = (parent, advance(parent.state))
        pending = asked[1]
        assert pending is not None
        if pending.is_chance:
            thrown = _thrown(game, pending, parent)
            if thrown is not None:
                by_hand = not node.auto or thrown != node.option
                yield int(by_hand), 2
                if not by_hand:
                    continue
            if not pending.raw:
                words.append(str(node.choice))
                continue
        yield pending.raw.index(node.option or ()), len(pending.raw)


def _thrown(game: Game[Any], pending: Pending, node: Node[Any]) -> Option | None:
    """What the game's own source throws; a script that has ended, or does not fit, throws nothing."""
    try:
        return game.chance.pick(node.state, pending, node.throws)
    except LabError:
        return None


def _due(game: Game[Any], nodes: Sequence[Node[Any]], number: int, parents: Sequence[int], since: int, leaf: bool) -> int:
    """How many check digits a node has, in bytes."""
    if leaf:
        return 2
    if number - since < APART:
        return 0
    chapter = game.kit.chapter
    return int(chapter(nodes[number].state) != chapter(nodes[parents[number]].state))


def _checks(game: Game[Any], nodes: Sequence[Node[Any]], parents: Sequence[int]) -> bytes:
    inner, found, since = set(parents), bytearray(), 0
    for number, node in enumerate(nodes):
        if due := _due(game, nodes, number, parents, since, number not in inner):
            found += bytes.fromhex(node.state.digest())[:due]
            since = number
    return bytes(found)


# Reading


def from_link(link: str, **given: Any) -> Game[Any]:
    """Read a game from a link. What it is played with, other than the lab's own, is given by name."""
    data = from_fragment(link, GAME)
    try:
        read = msgspec.msgpack.decode(data, type=_Link)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise refused(f"is not a game: {one_line(error, 160)}") from None
    if read.game not in shelf.names():
        raise refused(f"{one_line(read.game, 30)!r} is not a game of this lab", "game")
    if not 1 <= read.as_of <= LATEST:
        raise refused(f"is played as of rules {one_line(read.as_of, 20)}; this version knows 1 to {LATEST}")
    try:
        with collector_paused():
            return _replayed(shelf.find(read.game), read, given)
    except SaveError:
        raise
    except LabError as error:
        raise refused(str(error)) from None
    except (msgspec.MsgspecError, ArithmeticError, LookupError, TypeError, ValueError, RuntimeError, RecursionError) as error:
        raise refused(f"does not replay: {one_line(error, 160)}") from None


def _replayed(manifest: Manifest, link: _Link, given: Mapping[str, Any]) -> Game[Any]:
    kit, start, opening = begin(manifest, link.start, given)
    start.as_of = link.as_of
    names = manifest.seat_names(len(start.players)) if link.names is None else check_names(link.names, len(start.players))
    chance = link.chance
    source = Seeded(link.start.seed if chance is None else chance) if not isinstance(chance, dict) else source_from_data(chance)
    game = Game(kit, start, chance=source, names=names, opening=opening, run=False)
    parents = _parents(link)
    digits, checks, words, since = Digits(link.digits), link.checks, iter(link.words), 0
    inner, at = set(parents), 0
    for number in range(len(parents)):
        if number:
            _choose(game, game.nodes[parents[number]], digits, words)
        game.run_tasks(_tasks(link, number))
        if due := _due(game, game.nodes, number, parents, since, number not in inner):
            if bytes.fromhex(game.state.digest())[:due] != checks[at : at + due]:
                raise refused(f"leads to another position at choice {number}: it was made as of other rules")
            since, at = number, at + due
    digits.end()
    if at != len(checks) or next(words, None) is not None:
        raise refused("says more than it has choices", "choices")
    for noted, text in link.notes.items():
        place = _number(noted, parents)
        if place is None or len(text) > LONGEST_NOTE:
            raise refused("is not a note on a position of this game", "notes")
        game.nodes[place].note = text
    current = len(parents) - 1 if link.current is None else link.current
    if not 0 <= current < len(parents):
        raise refused("stands nowhere in its game", "current")
    game.goto(current)
    return game


def _parents(link: _Link) -> list[int]:
    """What each choice follows."""
    if not 0 <= link.nodes < MOST_NODES:
        raise refused(f"has {one_line(link.nodes, 20)} choices; {MOST_NODES - 1:,} are the most", "choices")
    parents = [*range(-1, link.nodes)]
    numbers, following = link.jumps[::2], link.jumps[1::2]
    if len(numbers) != len(following):
        raise refused("has a branch that follows nothing", "branches")
    for number, parent in zip(numbers, following, strict=True):
        if not 0 <= parent < number < len(parents):
            raise refused("has a branch that follows nothing", "branches")
        parents[number] = parent
    return parents


def _number(text: str, parents: Sequence[int]) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 and int(text) < len(parents) else None


def _tasks(link: _Link, number: int) -> int | None:
    tasks = link.tasks.get(str(number))
    if tasks is not None and not 0 <= tasks < 1000:
        raise refused("was left where nothing happens", "tasks")
    return tasks


def _choose(game: Game[Any], here: Node[Any], digits: Digits, words: Iterator[str]) -> None:
    """Make the next choice of the link, at a node."""
    game.node = here
    pending = game.pending
    if pending is None:
        raise refused("goes on where nothing is to be decided", "choices")
    option: Option | None = None
    thrown = _thrown(game, pending, here) if pending.is_chance else None
    auto = thrown is not None and not digits.next(2)
    if auto:
        option = thrown
    elif pending.is_chance and not pending.raw:
        option = to_option(game.state, pending.step, Choice.parse(next(words, "")))
    else:
        option = pending.raw[digits.next(len(pending.raw))]
    if option is None or why_not(game.state, pending, option) is not None:
        raise refused("makes a choice that may not be made", "choices")
    if any(child.option == option for child in here.children):
        raise refused("makes the same choice twice", "choices")
    game.enter(option, auto=auto)


def linker_for(manifest: Manifest, written: Written) -> Any:
    """Who makes a game a link: the lab, for any game."""
    return to_link
