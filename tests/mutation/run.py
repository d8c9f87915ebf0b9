"""Mutation testing of the rules, by hand: change one thing in the `rules` of a game, and some test must fail.

    python tests/mutation/run.py --game bruges --sample 200 --seed 1 --jobs 2
    python tests/mutation/run.py --chapters ships market improved supplies five_players marker --sample 80

Each mutant is a copy of the package with one change (a comparison, an operator, a number, a condition, a statement left out); the
tests of the rules run on it until one fails: all of them, or those of the chapter alone where it has some. Survivors are listed
with file, line and change; they are either missing tests or changes that mean the same. The figures go into VERIFICATION.md.
"""

from __future__ import annotations

import argparse
import ast
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TESTS: dict[str, list[str]] = {
    "bruges": [
        "tests/games/bruges/test_people.py",
        *(
            f"tests/games/bruges/test_{group}.py"
            for group in (
                "nobles",
                "entertainers",
                "craftsmen",
                "church",
                "protectors",
                "scholars",
                "bureaucrats",
                "merchants",
                "castle",
                "artists",
                "underworld",
                "interactions",
                "interactions_harm",
                "interactions_astronomer",
            )
        ),
        "tests/rulebook/test_proofs.py",
        "tests/games/bruges/test_switches.py",
        "tests/perft",
        "tests/golden",
        "tests/games/bruges/test_reference.py",
        "tests/games/bruges/test_games.py",
        "tests/games/bruges/test_small_things.py",
        "tests/games/bruges/test_knowledge.py",
        "tests/rulebook/test_scenarios.py",
    ],
    "burdigala": [
        f"tests/games/burdigala/test_burdigala_{group}.py"
        for group in (
            *("perft", "golden", "turn", "cards", "end", "untimely", "cubes", "setup", "knowledge"),
            *("positions", "words", "movement", "games"),
        )
    ],
}
"""What is run for each game, the quickest first."""


def golden(*numbers: int) -> list[str]:
    """Golden games by their numbers, replayed and read."""
    names = [path.stem for number in numbers for path in sorted((ROOT / "tests" / "golden").glob(f"{number}_*.txt"))]
    return [f"tests/golden/test_golden.py::test_the_choices_of_the_file_give_the_file[{name}]" for name in names]


SCENARIOS = "tests/rulebook/test_proofs.py::test_a_scenario_holds"
ZWIN = "tests/games/bruges/test_zwin_{}.py"
MARKET_TESTS = [*golden(50, 51, 52, 53, 54), *map(ZWIN.format, ("market", "market_games")), SCENARIOS]
FITTING: dict[str, list[str]] = {
    "ships.py": [*golden(45, 46, 47, 48, 49, 50), ZWIN.format("ships"), SCENARIOS],
    "market.py": MARKET_TESTS,
    "improved.py": MARKET_TESTS,
    "supplies.py": [*golden(40, 41), ZWIN.format("supplies"), SCENARIOS, ZWIN.format("market_games")],
    "five_players.py": [*golden(37, 38, 39), ZWIN.format("five"), SCENARIOS],
    "marker.py": [*golden(43, 44), ZWIN.format("supplies"), SCENARIOS, ZWIN.format("five")],
}
"""Chapters of Bruges that have tests of their own, which take seconds."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


class Mutant(NamedTuple):
    file: str
    line: int
    what: str
    source: str


class Sites(ast.NodeVisitor):
    """Every place that can be changed, as a path of node ids in walking order."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self.number = -1

    def generic_visit(self, node: ast.AST) -> None:
        self.number += 1
        here = self.number
        if isinstance(node, ast.Compare):
            self.found.append((here, "comparison"))
        elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            self.found.append((here, "operator"))
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            self.found.append((here, "number"))
        elif isinstance(node, ast.BoolOp):
            self.found.append((here, "and/or"))
        elif isinstance(node, ast.If | ast.IfExp):
            self.found.append((here, "condition"))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not _declares(node.value):
            self.found.append((here, "statement left out"))
        super().generic_visit(node)


def _declares(call: ast.Call) -> bool:
    """BOOK.event(...) and other declarations at the top of a chapter are not behaviour."""
    return isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == "BOOK"


class Change(ast.NodeTransformer):
    """Make the change at one place."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.number = -1
        self.line = 0

    def generic_visit(self, node: ast.AST) -> ast.AST:
        self.number += 1
        here = self.number
        super().generic_visit(node)
        return self._changed(node) if here == self.target else node

    def _changed(self, node: ast.AST) -> ast.AST:
        self.line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Compare):
            node.ops[0] = COMPARISONS[type(node.ops[0])]()
        elif isinstance(node, ast.BinOp):
            node.op = OPERATORS[type(node.op)]()
        elif isinstance(node, ast.Constant):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        elif isinstance(node, ast.BoolOp):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        elif isinstance(node, ast.If | ast.IfExp):
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        else:
            return ast.copy_location(ast.Pass(), node)
        return node


def rules_of(root: Path, game: str) -> Path:
    return root / "bruges_lab" / "games" / game / "rules"


def mutants(game: str, chapters: list[str]) -> list[Mutant]:
    """All mutants of these chapters, or of all."""
    found = []
    for path in sorted(rules_of(ROOT, game).glob("*.py")):
        if path.name == "__init__.py" or (chapters and path.stem not in chapters):
            continue
        text = path.read_text("utf-8")
        sites = Sites()
        sites.visit(ast.parse(text))
        for target, what in sites.found:
            tree = ast.parse(text)
            change = Change(target)
            changed = ast.fix_missing_locations(change.visit(tree))
            found.append(Mutant(path.name, change.line, what, ast.unparse(changed)))
    return found


def killed(snapshot: Path, game: str, mutant: Mutant) -> bool:
    """Whether some test fails on the mutant."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(snapshot / "bruges_lab", copy / "bruges_lab")
        for name in ("data", "notebooks", "tests", "pyproject.toml"):
            (copy / name).symlink_to(snapshot / name)
        (rules_of(copy, game) / mutant.file).write_text(mutant.source, "utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:nbval",
            "-o",
            "addopts=",
            "-m",
            "not slow and not browser",
            *(test for test in _fitting(game, mutant.file) if (snapshot / test.partition("::")[0]).exists()),
        ]
        done = subprocess.run(command, cwd=copy, capture_output=True, env=_environment(copy), preexec_fn=_in_bounds)
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return True  # a game that no longer ends
        if done.returncode not in (0, 1, 2, 4):  # 1: a test failed; 2 and 4: a file of tests could not even be read
            raise RuntimeError(done.stdout.decode()[-2000:] + done.stderr.decode()[-2000:])
        return done.returncode != 0


def _fitting(game: str, chapter: str) -> list[str]:
    return FITTING.get(chapter, TESTS[game]) if game == "bruges" else TESTS[game]


PATIENCE = 400
"""Seconds of computing, whatever else the machine does."""


def _in_bounds() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 5))


def _environment(copy: Path) -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=sorted(TESTS), default="bruges")
    parser.add_argument("--chapters", nargs="*", default=[], help="names of files without .py; all, if none is named")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    everything = mutants(asked.game, asked.chapters)
    if unknown := {*asked.chapters} - {mutant.file.removesuffix(".py") for mutant in everything}:
        parser.error(f"nothing can be changed in {', '.join(sorted(unknown))}")
    sample = random.Random(asked.seed).sample(everything, min(asked.sample, len(everything)))
    with tempfile.TemporaryDirectory() as folder:
        snapshot = Path(folder) / "snapshot"  # what is edited meanwhile does not count
        shutil.copytree(ROOT, snapshot, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis"))
        for first in {mutant.file for mutant in sample} if asked.chapters else {everything[0].file}:
            unchanged = (rules_of(ROOT, asked.game) / first).read_text("utf-8")
            if killed(snapshot, asked.game, Mutant(first, 0, "nothing", unchanged)):
                raise SystemExit(f"the tests of {first} fail without any change")
        print(f"{len(everything)} mutants, {len(sample)} tried", flush=True)
        report(snapshot, asked.game, sample, asked.jobs)


def report(snapshot: Path, game: str, sample: list[Mutant], jobs: int) -> None:
    """Try the sample and print what survives."""
    survivors = 0
    with ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda mutant: killed(snapshot, game, mutant), sample)
        for number, (mutant, dead) in enumerate(zip(sample, results, strict=True), 1):
            if not dead:
                survivors += 1
                print(f"survives: {mutant.file}:{mutant.line} {mutant.what}", flush=True)
            if number % 20 == 0:
                print(f"{number} tried, {number - survivors} killed", flush=True)
    print(f"{len(sample)} tried, {len(sample) - survivors} killed: {100 - 100 * survivors / len(sample):.1f} %")


if __name__ == "__main__":
    main()
