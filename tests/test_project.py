import ast
import fnmatch
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from cases import each

import bruges_lab
from bruges_lab.games.shelf import USUAL, find

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "bruges_lab"
SOURCES = sorted(PACKAGE.rglob("*.py"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# A light import

HEAVY = ["plotly", "networkx", "pandas", "ipywidgets", "anywidget", "fluent", "rich", "typer", "numpy", "IPython"]


def loaded_after(code: str) -> set[str]:
    code += "; import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    return set(run.stdout.split())


def test_importing_the_lab_loads_nothing_heavy() -> None:
    assert loaded_after("import bruges_lab") & set(HEAVY) == set()


def test_a_position_needs_nothing_heavy_either() -> None:
    assert loaded_after("import bruges_lab as bl; bl.Scenario.read('first_look')") & set(HEAVY) == set()


# Public names


@each("name", bruges_lab.__all__)
def test_a_public_name_resolves(name: str) -> None:
    assert getattr(bruges_lab, name) is not None
    assert name in dir(bruges_lab)


EXPORTED = {name: f"games.{USUAL}.{place.partition(':')[0]}" for name, place in find().exported().items()}
"""Where what the usual game adds to `bl` lives."""


def test_every_public_name_has_a_place_and_every_place_a_public_name() -> None:
    assert sorted(bruges_lab.__all__) == sorted([*bruges_lab._WHERE, *EXPORTED])
    assert len(set(bruges_lab.__all__)) == len(bruges_lab.__all__)


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    found = {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert found == bruges_lab._WHERE | EXPORTED


def test_no_game_is_loaded_before_one_of_its_names_is_used() -> None:
    code = "import bruges_lab as bl; dir(bl); bl.LabError; import sys; print(*(name for name in sys.modules if '.games' in name))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout.split() == []


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        bruges_lab.no_such_name  # noqa: B018


def test_what_a_game_exports_stands_under_its_name() -> None:
    exporting = [manifest for manifest in bruges_lab.games() if manifest.exported()]
    assert len(exporting) > 1
    for manifest in exporting:
        own = manifest.exported()
        assert vars(getattr(bruges_lab, manifest.name)).keys() == own.keys()
        for name, place in own.items():
            assert getattr(getattr(bruges_lab, manifest.name), name) is manifest.named(place)


def test_a_game_that_exports_nothing_has_no_name() -> None:
    assert "ferry" in [manifest.name for manifest in bruges_lab.games()]
    with pytest.raises(AttributeError, match="ferry"):
        bruges_lab.ferry  # noqa: B018


def test_the_version_is_the_one_of_the_project() -> None:
    assert f'version = "{bruges_lab.__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


# The kernel knows no game

NOUNS = {
    *("bruges", "canal", "guilder", "house", "worker", "statue", "majority", "threat", "reputation"),
    *("blue", "brown", "yellow", "red", "purple"),
}


def words(text: str) -> set[str]:
    """All words of a text in small letters and the singular; identifiers are taken apart."""
    found = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text)}
    return found | {word.removesuffix("s") for word in found} | {word.removesuffix("ies") + "y" for word in found}


@each("path", sorted((PACKAGE / "kernel").rglob("*.py")), ids=shown)
def test_the_kernel_knows_no_noun_of_the_game(path: Path) -> None:
    hits = [
        f"{number}: {sorted(words(line) & NOUNS)}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if words(line) & NOUNS
    ]
    assert hits == []


def test_nouns_are_seen_in_identifiers_and_in_the_plural() -> None:
    assert words("self.canal_tiles, HouseGiven, MAJORITIES  # two workers") >= {"canal", "house", "majority", "worker"}


# House style


@each("path", [path for folder in ("tests", "benchmarks", "docs") for path in sorted((ROOT / folder).rglob("*.py"))], ids=shown)
def test_a_file_of_tests_is_a_chapter_too(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 800


@each("path", SOURCES, ids=shown)
def test_a_module_says_what_it_holds(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


# Nothing of one machine in the repository

PATHS = re.compile(r"(?<![\w.~-])/(?:work|root|tmp|home|Users)\b")
HOSTS = re.compile(
    r"\b(?:[a-z0-9-]+\.)+(?:com|net|org|dev|internal|local|lan|corp|cluster)\b(?!\()|\b\d{1,3}(?:\.\d{1,3}){3}\b", re.I
)
PUBLIC = {"www.w3.org", "127.0.0.1", "schemas.openxmlformats.org", "v1.kernel.websocket.jupyter.org"}
"""This machine, and names that only look like hosts: of vocabularies in XML and of a protocol."""


def repository_files() -> list[Path]:
    ignored = [line.strip().strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines() if line.strip()]
    found = []
    for path in sorted(ROOT.rglob("*")):
        place = path.relative_to(ROOT)
        hidden = any(fnmatch.fnmatch(part, pattern) for part in place.parts for pattern in [".git", *ignored])
        if path.is_file() and not hidden and not any(place.as_posix().startswith(f"{pattern}/") for pattern in ignored):
            found.append(path)
    return found


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_path_of_a_machine_is_written_down() -> None:
    hits = [f"{shown(path)}: {hit[0]}" for path in repository_files() for hit in PATHS.finditer(text_of(path))]
    assert hits == []


def test_no_host_of_a_network_is_written_down() -> None:
    hits = [
        f"{shown(path)}: {hit[0]}" for path in repository_files() for hit in HOSTS.finditer(text_of(path)) if hit[0] not in PUBLIC
    ]
    assert hits == []


def test_paths_and_hosts_are_seen() -> None:
    slash = "/"
    assert PATHS.search(f"open('{slash}tmp{slash}x')")
    assert PATHS.search(f"cd {slash}work")
    assert not PATHS.search("tmp_path / name, data/work, ~/tmp")
    assert HOSTS.search("http://index" + ".example" + ".internal/simple")
    assert HOSTS.search(".".join(["10", "0", "0", "1"]))
    assert not HOSTS.search("threat.fire.no_second_statue, version 0.1.0, self.organ")


# The wheel


@pytest.mark.slow
def test_the_wheel_holds_data_and_notebooks(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        f"bruges_lab/{name}"
        for name in ("data/bruges/cards.toml", "data/bruges/rules/07_threats.toml", "py.typed", "cli/commands.py")
    } <= names
    assert {f"bruges_lab/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "data").rglob("*") if path.is_file()} <= names
    assert {path.relative_to(ROOT).as_posix() for path in SOURCES} <= names
    notebooks = {f"bruges_lab/notebooks/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert notebooks <= names
    assert any(name.startswith("bruges_lab/notebooks/") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/")) or "__pycache__" in name]
