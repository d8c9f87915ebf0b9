"""Which module imports which, read from the code without running it: inside functions too, and what is for type checkers apart.

`ROOMS` is the order in which the rooms of the lab stand on each other; `faults` names every import that goes against it. A game's
folder is a plug-in: it may use any room, and the rooms reach it only by the strings of its manifest.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = "bruges_lab"
HERE = Path(__file__).resolve().parents[1]

ROOMS = (
    *("kernel", "places", "extras", "games", "rulebook", "links", "lab", PACKAGE, "analysis", "show", "documents", "textcheck"),
    *("explorer", "web", "serving", "cli", "site", "verification", "__main__"),
)
"""From the ground up: a room imports only what stands below it."""

CONTRACT = ("games", "games.manifest", "games.shelf")
"""All of `games/` that a room may import."""

DISPLAY = frozenset(
    {
        *("_repr_html_", "_repr_svg_", "_repr_mimebundle_", "_repr_markdown_", "_repr_png_", "_ipython_display_", "__rich__"),
        *("figure", "explore"),
    }
)
"""Methods that show a thing: whatever draws it is imported inside them, though it stands above."""


class Import(NamedTuple):
    """One import: who imports what, inside which function (none: when it is loaded), and whether for type checkers only."""

    by: str
    what: str
    inside: str
    typing: bool

    @property
    def shows(self) -> bool:
        """Whether it is made where a thing is shown."""
        return self.inside.rpartition(".")[2] in DISPLAY


def modules(package: Path = HERE) -> dict[str, Path]:
    """Every module of a package by its name within it; the package itself by its own name."""
    return {_name(path, package): path for path in sorted(package.rglob("*.py"))}


@cache
def imports(package: Path = HERE) -> list[Import]:
    """Every import within a package that one of its modules makes."""
    found = modules(package)
    return [each for name, path in found.items() for each in _Reader(name, path, found, package.name).read()]


def room(module: str) -> str:
    """The room a module stands in. Each game is a room of its own, and `games` what all of them share."""
    parts = module.split(".")
    if parts[0] == "games" and len(parts) > 1 and module not in CONTRACT:
        return f"games.{parts[1]}"
    return parts[0]


def is_game(room: str) -> bool:
    """Whether a room is the folder of a game."""
    return room.startswith("games.")


def allowed(made: Import) -> bool:
    """Whether an import keeps to the order of the rooms."""
    by, what = room(made.by), room(made.what)
    if made.typing or by == what or is_game(by):
        return not (is_game(by) and is_game(what) and by != what)
    if is_game(what):
        return False
    return ROOMS.index(what) < ROOMS.index(by) or made.shows


def faults(package: Path = HERE) -> list[str]:
    """Every import against the order of the rooms: `by -> what`."""
    return sorted({f"{made.by} -> {made.what}" for made in imports(package) if not allowed(made)})


def links(package: Path = HERE) -> dict[tuple[str, str], int]:
    """How many modules of one room import something of another. What is only for type checkers or for showing is left out."""
    pairs = {(room(made.by), room(made.what), made.by) for made in imports(package) if not made.typing and not made.shows}
    found: dict[tuple[str, str], int] = {}
    for by, what, _ in sorted(pairs):
        if by != what:
            found[by, what] = found.get((by, what), 0) + 1
    return found


def circles(package: Path = HERE) -> list[list[str]]:
    """Rooms that need each other, directly or in a circle."""
    needs: dict[str, set[str]] = {}
    for by, what in links(package):
        needs.setdefault(by, set()).add(what)
    reached = {start: _reached(start, needs) for start in needs}
    groups = {tuple(sorted(other for other in reached[start] if start in reached.get(other, ()))) for start in needs}
    return sorted(list(group) for group in groups if group)


def _reached(start: str, needs: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for nearest in needs.get(waiting.pop(), ()):
            if nearest not in seen:
                seen.add(nearest)
                waiting.append(nearest)
    return seen


def _name(path: Path, package: Path) -> str:
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or package.name


class _Reader:
    """Reads the imports of one module."""

    def __init__(self, name: str, path: Path, known: dict[str, Path], package: str) -> None:
        self.name, self.path, self.known, self.package = name, path, known, package

    def read(self) -> Iterator[Import]:
        yield from dict.fromkeys(self._of(ast.parse(self.path.read_text(encoding="utf-8")), "", False))

    def _of(self, node: ast.AST, inside: str, typing: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (Import(self.name, what, inside, typing) for what in self._targets(node) if what != self.name)
            return
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for part, seen in ((node.body, True), (node.orelse, typing)):
                yield from (made for statement in part for made in self._of(statement, inside, seen))
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = f"{inside}.{node.name}".lstrip(".")
        for child in ast.iter_child_nodes(node):
            yield from self._of(child, inside, typing)

    def _targets(self, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        else:
            base = self._base(node)
            names = [[*base, alias.name] for alias in node.names if alias.name != "__version__"]  # loaded before any of them
        for parts in names:
            if parts[0] == self.package:
                yield self._module(parts[1:])

    def _base(self, node: ast.ImportFrom) -> list[str]:
        """Where names are imported from, in full."""
        module = node.module.split(".") if node.module else []
        if not node.level:
            return module
        here = [self.package, *self.path.relative_to(_root(self.path, self.package)).parent.parts]
        return [*here[: len(here) - node.level + 1], *module]

    def _module(self, parts: list[str]) -> str:
        """The module that a dotted name lies in."""
        while parts and ".".join(parts) not in self.known:
            parts = parts[:-1]
        return ".".join(parts) or self.package


def _root(path: Path, package: str) -> Path:
    return next(parent for parent in path.parents if parent.name == package)


if __name__ == "__main__":
    print(*faults(), sep="\n")
