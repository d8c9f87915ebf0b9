"""The scenarios of Bruges and their proofs, read and played once in a process for all tests that look at them."""

from __future__ import annotations

from functools import cache

from bruges_lab import places
from bruges_lab.rulebook.proving import Proof, prove
from bruges_lab.rulebook.scenarios import Scenario, read_scenarios


@cache
def scenarios() -> dict[str, Scenario]:
    """All of them by name, file by file."""
    files = sorted(places.data("bruges", "scenarios").glob("*.toml"))
    read = [scenario for path in files for scenario in read_scenarios(path)]
    return {scenario.name: scenario for scenario in read}


@cache
def proofs() -> dict[str, Proof]:
    """Each of them as played."""
    return {name: prove(scenario) for name, scenario in scenarios().items()}
