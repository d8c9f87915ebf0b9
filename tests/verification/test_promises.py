"""What the project promises about what it needs: lowest versions, pinned versions, licences, wheels."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cases import each
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from bruges_lab.kernel.errors import LabError
from bruges_lab.verification import installing
from bruges_lab.verification.installing import PYTHONS, dependencies, find_python, lowest, wheels, working_copy
from bruges_lab.verification.licences import is_copyleft, licence, needed, page

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
EVERY = [
    entry
    for entry in [*PROJECT["dependencies"], *(entry for extra in EXTRAS.values() for entry in extra)]
    if not entry.startswith(PROJECT["name"])  # an extra may name others
]
TOOLS = {canonicalize_name(name) for extra in ("bench", "fuzz", "train") for name in dependencies(ROOT, extra)}
NAMED = [one for one in map(Requirement, EVERY) if canonicalize_name(one.name) not in TOOLS]
LOCK = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8")
LICENCES = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")


# Lowest versions


@each("entry", EVERY)
def test_a_dependency_names_its_lowest_version_and_nothing_else(entry: str) -> None:
    assert [spec.operator for spec in Requirement(entry).specifier] == [">="]


def test_the_same_package_has_the_same_lowest_version_everywhere() -> None:
    every = [Requirement(entry) for entry in EVERY]
    for name in {one.name for one in every}:
        assert len({str(one.specifier) for one in every if one.name == name}) == 1, name


def test_names_are_read_out_of_the_project() -> None:
    assert dependencies(ROOT) == [Requirement(entry).name for entry in PROJECT["dependencies"]]
    assert {"dask", "plotly", "pyarrow", "build"} <= set(dependencies(ROOT, "test"))
    assert working_copy() == ROOT


def test_lowest_versions_need_uv_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "_tool", lambda name: None)
    with pytest.raises(LabError, match=r"^uv is not installed \(pip install uv\): [^\n]*$"):
        list(lowest(10))


def test_the_fair_part_of_the_tests_exists() -> None:
    assert [name for name in installing.FAIR_PART if not (ROOT / "tests" / name).exists()] == []


def test_the_conda_route_is_in_step() -> None:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    assert f"python{PROJECT['requires-python']}" in text
    assert "-e .[test]" in text, "everything else comes from pyproject.toml"


# Pinned versions


def pinned() -> dict[str, list[str]]:
    """The versions of the file for CI, by name; one may have several, for different Pythons."""
    found: dict[str, list[str]] = {}
    for block in re.split(r"\n(?=\S)", LOCK):
        if not block.startswith("#"):
            head, *hashes = (part.strip() for part in re.split(r"\\\n", block.strip()))
            assert hashes, head
            assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", part) for part in hashes), head
            requirement = Requirement(head)
            (spec,) = requirement.specifier
            assert spec.operator == "==", head
            found.setdefault(canonicalize_name(requirement.name), []).append(spec.version)
    return found


def test_everything_is_pinned_by_version_and_hash_within_what_the_project_allows() -> None:
    versions = pinned()
    for requirement in NAMED:
        for version in versions[canonicalize_name(requirement.name)]:
            assert requirement.specifier.contains(Version(version), prereleases=True), requirement.name
    assert {"hatchling", "editables"} <= set(versions), "what builds the project is pinned too"


def test_the_file_says_nothing_of_where_packages_come_from() -> None:
    assert not re.search(r"://|--(?:extra-)?index|--find-links|--trusted|@", LOCK)


def test_ci_installs_what_is_pinned_and_then_runs_the_line_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.index("--require-hashes -r .ci/constraints.txt") < script.index(
        """grep -F 'pip install -q -e ".[test]"' README.md"""
    )
    for name in ("run", "lock"):
        subprocess.run(["bash", "-n", str(ROOT / ".ci" / name)], check=True)


# Licences


def table(heading: str) -> dict[str, str]:
    _, _, rest = LICENCES.partition(f"## {heading}\n")
    rows = rest.partition("\n## ")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| ") and "---" not in row]
    return {cells[0]: cells[1] for cells in cells[1:]}


def test_every_dependency_is_listed_with_its_licence_and_none_is_under_the_gpl() -> None:
    lab, tools = table("What is installed with it"), table("Tools for tests, benchmarks and fuzzing")
    needed_by_users = [*dependencies(ROOT), *dependencies(ROOT, "lab"), *dependencies(ROOT, "docs")]
    assert {canonicalize_name(name) for name in needed_by_users} <= set(lab)
    assert [name for name, words in lab.items() if is_copyleft(words)] == []
    assert "not stated" not in lab.values()
    assert {canonicalize_name(name) for name in dependencies(ROOT, "test")} <= {*lab, *tools}
    assert is_copyleft(tools["pygambit"]), "only tools may be"


def test_what_is_installed_here_agrees() -> None:
    names = [name for name in dependencies(ROOT) if not is_copyleft(licence(name))]
    assert names == dependencies(ROOT)
    assert [package.name for package in needed(["rich"])][-1] == "rich"
    assert {"the lab"} == {by for package in needed(["rich"]) if package.name == "rich" for by in package.needed_by}
    assert page().splitlines()[:3] == LICENCES.splitlines()[:3]


@each(
    ("words", "copyleft"),
    [
        ("GPL-2.0-or-later", True),
        ("GNU General Public License v3 or later (GPLv3+)", True),
        ("GNU Affero General Public License v3", True),
        ("AGPL-3.0-only", True),
        ("GPLv3", True),
        ("GNU Lesser General Public License v3 (LGPLv3)", False),
        ("LGPL-2.1-or-later", False),
        ("MIT OR GPL-2.0-only", False),
        ("Mozilla Public License 2.0 (MPL 2.0)", False),
        ("BSD-3-Clause", False),
    ],
)
def test_copyleft_is_recognised(words: str, copyleft: bool) -> None:
    assert is_copyleft(words) is copyleft


def test_the_tree_is_laid_out_without_igraph() -> None:
    for path in (ROOT / "bruges_lab").rglob("*.py"):
        assert not re.search(r"^\s*(?:import|from) igraph", path.read_text(encoding="utf-8"), re.M), path.name
    assert "igraph" not in pinned()


# Wheels


def test_pythons_are_found_by_their_version() -> None:
    here = ".".join(map(str, sys.version_info[:2]))
    assert find_python(here) is not None
    assert find_python("2.0") is None


def test_pythons_that_are_not_at_hand_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wheel = tmp_path / "bruges_lab-0-py3-none-any.whl"
    wheel.write_bytes(b"")
    monkeypatch.setattr(installing, "_built", lambda root, out: wheel)
    monkeypatch.setattr(installing, "find_python", lambda version: None)
    lines = []
    with pytest.raises(AssertionError, match=r"none of Python 3\.11"):
        lines += [lines.append(line) or line for line in wheels(10)]
    assert lines[-1] == f"not at hand, so not tried: Python {', '.join(PYTHONS)}"


def test_what_fails_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ended with 3: two words"):
        installing._run([sys.executable, "-c", "import sys; print('two words'); sys.exit(3)"], cwd=tmp_path)


def test_without_sources_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(installing, "__file__", str(tmp_path / "a" / "b" / "c.py"))
    with pytest.raises(LabError, match="needs a working copy"):
        working_copy()
