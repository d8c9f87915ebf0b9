"""Everything imported is declared, nothing declared is unused, and the core works without what only the extra `lab` installs."""

import ast
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bruges_lab.verification.packed import sample_text

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "bruges_lab"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

IMPORTED_AS = {
    "atheris": "atheris",
    "catanatron": "catanatron",
    "chess": "chess",
    "fluent": "fluent-runtime",
    "scipy": "scikit-learn",
    "sklearn": "scikit-learn",
}
"""Packages that need not be installed where the tests run, and one name that several packages share."""
BY_NAME = {
    "axe-playwright-python": "brings axe-core, which is read as a file",
    "dask": "a joblib backend, named by whoever asks for it",
    "mkdocs-material": "the theme of the documentation, named in mkdocs.yml",
    "mkdocstrings-python": "reads docstrings for it, named in mkdocs.yml",
    **dict.fromkeys(("build", "mypy", "nbval", "pandas-stubs", "pytest-xdist", "ruff"), "a tool that is run, not imported"),
}
"""Declared for another reason than an import in the package or the tests."""


def names(entries: list[str]) -> set[str]:
    """The packages that requirements name, through references of the project to its own extras."""
    found: set[str] = set()
    for requirement in map(Requirement, entries):
        if requirement.name == PROJECT["name"]:
            found |= {name for extra in requirement.extras for name in names(EXTRAS[extra])}
        else:
            found.add(canonicalize_name(requirement.name))
    return found


installed = cache(packages_distributions)
CORE, LAB = names(PROJECT["dependencies"]), names(EXTRAS["lab"])


def package_of(module: str) -> str:
    if module in IMPORTED_AS:
        return IMPORTED_AS[module]
    return canonicalize_name(installed().get(module, [module])[0])


class Import(NamedTuple):
    module: str
    file: str
    loading: bool
    """Whether it is done when the file is loaded: not inside a function, and not for type checkers alone."""


@cache
def imports(folder: Path) -> list[Import]:
    """Every absolute import in the files of a folder."""
    found: list[Import] = []
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(folder).as_posix()
        waiting: list[tuple[ast.AST, bool]] = [(ast.parse(path.read_text(encoding="utf-8")), True)]
        while waiting:
            node, loading = waiting.pop()
            if isinstance(node, ast.Import):
                found += [Import(alias.name, file, loading) for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.append(Import(node.module or "", file, loading))
            elif isinstance(node, ast.stmt | ast.mod | ast.excepthandler | ast.match_case):
                later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                later = later or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
                waiting += [(child, loading and not later) for child in ast.iter_child_nodes(node)]
    return found


def third_party(folder: Path, *, loading: bool = False) -> dict[str, set[str]]:
    """Packages that are imported, each with the files that do; with `loading` only what a file imports when it is loaded."""
    own = {path.stem for path in folder.rglob("*.py")} | {"bruges_lab", "ferry"} | set(sys.stdlib_module_names)
    found: dict[str, set[str]] = {}
    for one in imports(folder):
        module = one.module.partition(".")[0]
        if module not in own and (one.loading or not loading):
            found.setdefault(package_of(module), set()).add(one.file)
    return found


# Declared and used


def test_everything_that_the_package_imports_is_declared() -> None:
    declared = (
        CORE
        | LAB
        | names(EXTRAS["parquet"] + EXTRAS["docs"] + EXTRAS["bench"] + EXTRAS["fuzz"] + EXTRAS["train"] + EXTRAS["test"])
    )
    assert {name: sorted(files) for name, files in third_party(PACKAGE).items() if name not in declared} == {}


def test_nothing_is_declared_that_the_package_does_not_import() -> None:
    declared = (
        CORE
        | LAB
        | names(EXTRAS["parquet"] + EXTRAS["docs"] + EXTRAS["bench"] + EXTRAS["fuzz"] + EXTRAS["train"] + EXTRAS["cluster"])
    )
    assert sorted(declared - set(third_party(PACKAGE)) - set(BY_NAME)) == []


def test_what_the_tests_import_is_declared_and_nothing_else() -> None:
    declared = CORE | names(EXTRAS["test"])
    used = {name: files for folder in ("tests", "benchmarks") for name, files in third_party(ROOT / folder).items()}
    assert {name: sorted(files) for name, files in used.items() if name not in declared} == {}
    own = {canonicalize_name(Requirement(entry).name) for entry in EXTRAS["test"]} - {PROJECT["name"]}
    assert sorted(own - set(used) - set(third_party(PACKAGE)) - set(BY_NAME)) == []


def test_what_the_lab_extra_installs_is_loaded_only_where_it_is_needed() -> None:
    loaded = {file for name, files in third_party(PACKAGE, loading=True).items() if name in LAB for file in files}
    assert {file for file in loaded if not file.startswith(("explorer/", "serving/", "web/"))} == set()


def test_extras_hold_what_their_names_say() -> None:
    assert names(EXTRAS["all"]) == LAB | names(EXTRAS["parquet"]) | names(EXTRAS["cluster"]) | names(EXTRAS["docs"])
    assert names(EXTRAS["all"]) <= names(EXTRAS["test"])
    assert set() == CORE & LAB


# The core alone

MODULES = (
    *("IPython", "anywidget", "comm", "ipywidgets", "joblib", "jupyter_core", "jupyter_server", "jupyterlab", "nbformat"),
    *("pandas", "platformdirs", "plotly", "segno", "traitlets", "tornado", "voila", "zmq"),
)
DOCS = ("material", "mkdocs", "mkdocstrings", "mkdocstrings_handlers")
WITHOUT = f"""
import sys

class Without:
    def __init__(self, finder):
        self.finder = finder
    def find_spec(self, name, *more):
        return None if name.partition(".")[0] in {(*MODULES, *DOCS)!r} else self.finder.find_spec(name, *more)
    def __getattr__(self, name):
        return getattr(self.finder, name)

sys.meta_path[:] = map(Without, sys.meta_path)
import bruges_lab as bl
"""


def alone(*lines: str) -> str:
    """What lines of code print, run as if the extra were not installed; what is refused for want of it is printed too."""
    refused = "except bl.LabError as error:\n    print(error)\n    assert ' needs ' in str(error)\n"
    tried = [f"try:\n    {line}\n{refused}" for line in lines]
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT + "".join(tried)], capture_output=True, encoding="utf-8", cwd=ROOT, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_modules_are_those_of_the_extra() -> None:
    assert {package_of(name) for name in MODULES} == LAB


def test_the_core_needs_no_jupyter(tmp_path: Path) -> None:
    text = tmp_path / "rules.md"
    text.write_bytes(sample_text())
    printed = alone(
        "game = bl.new_game(3, 7); game.play(0); assert bl.from_text(game.to_text()).to_text() == game.to_text()",
        "bl.play_out(bl.new_game(2, 1), 'greedy')",
        "tree = bl.tree(bl.scenario('first_look', chance=bl.Ask()), depth=2, budget=200); tree.to_graphml(); tree.text()",
        "assert len(list(bl.simulate(2, 2)))",
        "bl.rule('threat.fire')._repr_html_()",
        "bl.new_game(2).state._repr_html_()",
        "from bruges_lab.cli.commands import app; app(['rule', 'threat.fire'], standalone_mode=False)",
        f"assert bl.check_translation({str(text)!r}).findings",
        "print('all of it')",
    )
    assert printed.startswith("threat.fire"), printed
    assert printed.endswith("\nall of it\n")
    assert "needs" not in printed


REFUSED = {
    "bl.Explorer": ("the explorer", "anywidget"),
    "bl.plot.tree(bl.tree(bl.scenario('first_look', chance=bl.Ask()), depth=1))": ("a figure", "plotly"),
    "bl.score(bl.new_game(2)).figure()": ("a figure", "plotly"),
    "bl.score(bl.new_game(2)).table": ("a table", "pandas"),
    "bl.simulate(2, 2).table": ("a table", "pandas"),
    "bl.simulate(2, 2, workers=2)": ("playing on several workers", "joblib"),
    "import bruges_lab.serving": ("opening the lab", "jupyterlab"),
}


def test_what_needs_the_extra_says_so_in_one_line() -> None:
    told = [f'{who} needs {package}: pip install "bruges-lab[lab]"' for who, package in REFUSED.values()]
    assert alone(*REFUSED).splitlines() == told


def test_a_command_that_needs_the_extra_says_so_in_one_line() -> None:
    printed = alone(
        "from bruges_lab.cli.commands import run",
        "sys.stderr = sys.stdout",
        *(f"sys.argv = ['bruges-lab', *{words.split()!r}]; assert run() == 2" for words in ("open", "serve", "")),
    )
    assert set(printed.splitlines()) == {'bruges-lab: opening the lab needs jupyterlab: pip install "bruges-lab[lab]"'}


def test_the_documentation_without_its_extra_says_so_in_one_line() -> None:
    printed = alone(
        "from bruges_lab.cli.commands import run",
        "sys.stderr = sys.stdout",
        *(f"sys.argv = ['bruges-lab', 'docs', *{words!r}]; assert run() == 2" for words in ([], ["--output", "somewhere"])),
    )
    assert set(printed.splitlines()) == {'bruges-lab: the documentation needs mkdocs: pip install "bruges-lab[docs]"'}
    assert not Path("somewhere").exists()
