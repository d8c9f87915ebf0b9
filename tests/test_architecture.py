"""The order of the rooms: who may import whom, inside functions too; what a file and a function may be; one name, one meaning."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from bruges_lab.verification import import_graph as graph

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "bruges_lab"
SOURCES = sorted(PACKAGE.rglob("*.py"))


def shown(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


# Imports


def test_rooms_import_only_what_stands_below_them_and_of_games_only_the_contract() -> None:
    assert graph.faults() == []


def test_no_rooms_need_each_other() -> None:
    assert graph.circles() == []


def test_every_room_has_its_place_in_the_order() -> None:
    rooms = {graph.room(module) for module in graph.modules()}
    assert {room for room in rooms if not graph.is_game(room)} == set(graph.ROOMS)


def test_imports_are_seen_inside_functions_and_for_type_checkers_apart(tmp_path: Path) -> None:
    package = tmp_path / "bruges_lab"
    for name, text in {
        "__init__.py": "",
        "kernel/__init__.py": "from .. import __version__",
        "kernel/game.py": "def play():\n    from ..show import svg\n    return svg",
        "rulebook/rule.py": (
            "from typing import TYPE_CHECKING\nfrom ..kernel.game import play\nimport bruges_lab.kernel\n"
            "if TYPE_CHECKING:\n    from ..games.go.board import Board\n"
            "class Rule:\n    def _repr_html_(self):\n        from ..show.svg import draw\n        return draw()"
        ),
        "rulebook/naming.py": "from ..games import manifest, shelf\nfrom ..games.go import board",
        "show/svg.py": "def draw(): ...",
        "games/__init__.py": "",
        "games/manifest.py": "",
        "games/shelf.py": "",
        "games/go/board.py": "from ...show import svg\nfrom ..chess import pawn",
        "games/chess/pawn.py": "",
    }.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    made = {(one.by, one.what, one.inside, one.typing) for one in graph.imports(package)}
    assert ("kernel.game", "show.svg", "play", False) in made or ("kernel.game", "show", "play", False) in made
    assert ("rulebook.rule", "games.go.board", "", True) in made
    assert ("rulebook.rule", "kernel", "", False) in made
    assert not [one for one in made if one[0] == "kernel"]
    assert graph.faults(package) == [
        "games.go.board -> games.chess.pawn",
        "kernel.game -> show.svg",
        "rulebook.naming -> games.go.board",
    ]
    assert graph.circles(package) == []


def test_rooms_in_a_circle_are_seen(tmp_path: Path) -> None:
    package = tmp_path / "bruges_lab"
    for room, other in (("kernel", "show"), ("show", "kernel"), ("lab", "show")):
        (package / room).mkdir(parents=True)
        (package / room / "one.py").write_text(f"from ..{other} import one", encoding="utf-8")
    assert graph.circles(package) == [["kernel", "show"]]


def test_the_picture_shows_the_links_of_the_code() -> None:
    drawn = {
        tuple(link.split()) for link in re.findall(r'data-link="([^"]+)"', (ROOT / "docs/import_graph.svg").read_text("utf-8"))
    }
    joined = {"__main__": "cli", graph.PACKAGE: "lab", "extras": "places"}
    order = graph.ROOMS
    found = {
        (joined.get(by, by), joined.get(what, what))
        for by, what in graph.links()
        if by in order and what in order and order.index(what) < order.index(by)
    }
    assert drawn == {(by, what) for by, what in found if by != what}, "make it anew: python docs/import_graph.py"


# Which game is meant

DOORS = {"show/handout.py", "show/rule_cards.py"}
NAMED = {"site/game_source.py", "site/reference_source.py"}
"""Rooms that ask which game is the usual one, to say how the others are named."""
"""Rooms whose functions a user calls, perhaps with nothing in hand that says whose it is: an empty list."""
UNNAMED = re.compile(r"shelf\.find\(\)|(?:Catalogue|Glossary|Frame|Book)\.load\(\)")


def test_no_room_turns_to_the_usual_game_by_itself() -> None:
    rooms = [path for path in SOURCES if shown(path).split("/")[0] not in ("games", "cli", "verification")]
    asking = {shown(path) for path in rooms if UNNAMED.search(path.read_text(encoding="utf-8"))}
    assert asking == DOORS | NAMED


# One name, one meaning

SHARED_NAMES = {"__init__", "__main__", "kit", "manifest", "telling", "commands", "fields", "positioning"}
"""Names that mean the same thing wherever they stand: the lab's and a game's."""


def test_no_two_modules_of_different_meaning_have_one_name() -> None:
    """Chapters of different games may be of one name: they mean the same there."""
    found = defaultdict(set)
    for path in SOURCES:
        parts = path.relative_to(PACKAGE).parts
        in_game = parts[0] == "games" and len(parts) > 2
        found[path.stem].add("/".join(parts[2:]) if in_game else shown(path))
    assert {name: sorted(places) for name, places in found.items() if len(places) > 1 and name not in SHARED_NAMES} == {}


# Chapters and functions

LINES, COMPLEXITY = 400, 25
"""Lines of a file, ways through a function. These rooms are not asked about their functions yet."""
NOT_YET = [PACKAGE / "textcheck" / room for room in ("find", "judge", "measure")]


def complexity(function: ast.AST) -> int:
    """How many ways lead through a function: one, and one more a branch, loop, handler, condition and case."""
    ways = 1
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.IfExp | ast.For | ast.AsyncFor | ast.While | ast.ExceptHandler | ast.Assert):
            ways += 1
        elif isinstance(node, ast.comprehension):
            ways += 1 + len(node.ifs)
        elif isinstance(node, ast.BoolOp):
            ways += len(node.values) - 1
        elif isinstance(node, ast.match_case):
            ways += 1
    return ways


def test_a_file_is_a_chapter_not_a_book() -> None:
    assert {shown(path) for path in SOURCES if len(path.read_text(encoding="utf-8").splitlines()) >= LINES} == set()


def test_a_function_can_be_followed() -> None:
    found = {
        f"{shown(path)}: {node.name}"
        for path in SOURCES
        if not any(path.is_relative_to(room) for room in NOT_YET)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and complexity(node) > COMPLEXITY
    }
    assert found == set()


def test_ways_are_counted() -> None:
    source = (
        "def f(a):\n    if a and a > 1 or not a:\n        return [b for b in a if b]\n"
        "    for c in a:\n        assert c\n    return 1 if a else 2"
    )
    assert complexity(ast.parse(source)) == 1 + 1 + 2 + 2 + 1 + 1 + 1
