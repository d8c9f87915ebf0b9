"""From a game to a scenario: a position as `given`, the choices since then as `when`, what came of them as `then`; and its file.

A game says where a position can be given (its slot `positions`). Anywhere else the scenario begins at the latest such place on
the line and makes the choices since, chance included. What is handed out has been read back and played.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..games import shelf
from ..kernel import DataError, Game, LabError
from ..kernel.errors import one_line
from ..kernel.files import write_whole
from ..kernel.nodes import Node
from .outcomes import rules_of, then_of, when_of
from .proving import Proof, prove, start
from .scenario_text import scenario_toml
from .scenarios import Scenario

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written

LONGEST_TITLE = 200
_NO_NAME = "position"
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


def to_scenario(
    game: Game[Any],
    name: str | None = None,
    title: str | None = None,
    *,
    since: Node[Any] | int | None = None,
    lang: str = "en",
) -> dict[str, Any]:
    """The position of a game as a scenario: a dictionary that `bl.scenario` reads and `prove` plays up to here.

    With `since`, an earlier node of the line, it tells what came of the choices from there on: its `then` names what has changed,
    the events with their rules, and what is asked now. A position that no scenario can tell is refused with the reason.
    """
    if not game.node.settled:
        raise LabError("tasks are still to run here: go on to the next decision, then make a scenario")
    line, positions = game.line, game.manifest.positions
    first = _on_line(game, line, since)
    outcome = {
        "name": _NO_NAME if name is None else name,
        **({} if game.manifest.name == shelf.USUAL else {"game": game.manifest.name}),
        "title": {} if title is None else {lang: _checked_title(title)},
        "rules": rules_of(game, line[first + 1 :]),
        "then": then_of(game, line, first),
    }
    reason = ""
    for given, node in positions.beginnings(game, line[: first + 1]):
        found = {**outcome, "given": given, "when": when_of(game, line[line.index(node) + 1 :])}
        try:
            if positions.digest(start(_read(found, game)).state) != positions.digest(node.state):
                continue
        except DataError as error:
            if not error.field.startswith("given"):
                raise
            reason = reason or error.problem
            continue
        _prove(found, game)
        return found
    raise LabError(f"no scenario can tell this position: {reason or 'the game began in the middle of something'}")


def save_scenario(
    game: Game[Any],
    path: str | Path,
    name: str | None = None,
    title: str | None = None,
    *,
    since: Node[Any] | int | None = None,
    lang: str = "en",
    replace: bool = False,
) -> Proof:
    """Write a scenario to a file of its own and prove what is there; a file that exists is replaced only if that is asked."""
    target = Path(path)
    if not replace and is_there(target):
        raise LabError(f"{one_line(target.name)}: there is such a file already")
    data = scenario_bytes(game, name_from(target.stem) if name is None else name, title, since=since, lang=lang)
    write_whole(target, data, over=replace)
    return prove(Scenario.read(target))


def scenario_bytes(
    game: Game[Any],
    name: str | None = None,
    title: str | None = None,
    *,
    since: Node[Any] | int | None = None,
    lang: str = "en",
) -> bytes:
    """The content of a scenario's file."""
    game.manifest.positions.check_own(game.state)
    text = scenario_toml(to_scenario(game, name, title, since=since, lang=lang))
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise LabError("a title or name has characters that no file can hold") from None


def is_there(path: Path) -> bool:
    """Whether something has this path; what cannot be a path has none."""
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False


def name_from(words: str) -> str:
    """A scenario's name made of any words: small letters, digits and _."""
    name = _NOT_IN_NAMES.sub("_", words.lower()).strip("_")[:60]
    return name if name[:1].isalpha() else f"{_NO_NAME}_{name}".strip("_")


def _on_line(game: Game[Any], line: list[Node[Any]], since: Node[Any] | int | None) -> int:
    """Where on the line the outcome begins; here if nothing is said."""
    if since is None:
        return len(line) - 1
    if not isinstance(since, int | Node):
        raise LabError(f"a node is itself or its number, not {one_line(since, 20)!r}")
    number = since if isinstance(since, int) else since.number
    for place, node in enumerate(line):
        if node.number == number and (isinstance(since, int) or node is since):
            return place
    raise LabError(f"node {one_line(number, 20)} is not on the line from the start to here")


def _checked_title(title: str) -> str:
    if not isinstance(title, str) or not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise LabError(f"a title is a printable text of 1 to {LONGEST_TITLE} characters, not {one_line(title, 40)!r}")
    return title.strip()


def _read(data: dict[str, Any], game: Game[Any]) -> Scenario:
    return Scenario.read(data, **game.manifest.positions.material_of(game.state))


def _prove(data: dict[str, Any], game: Game[Any]) -> None:
    """What is handed out holds, and leads here."""
    proof, digest = prove(_read(data, game)), game.manifest.positions.digest
    if proof.differences or digest(proof.game.state) != digest(game.state):
        raise RuntimeError(f"a scenario of our own does not hold: {proof.differences[:1]}")


def writer_for(manifest: Manifest, written: Written) -> Any:
    """How a game becomes a scenario; a LabError if the game has none."""
    if not manifest.has("fields"):
        raise manifest.lacks("scenarios")
    return to_scenario
