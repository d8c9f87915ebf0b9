"""What the core does without: the packages of the extra `lab`, and the line that says so where one is missing."""

from __future__ import annotations

from importlib.util import find_spec

from .kernel.errors import LabError


def need(who: str, *modules: str) -> None:
    """Refuse in one line what cannot be done without packages that are not installed."""
    missing = next((module for module in modules if find_spec(module) is None), None)
    if missing is not None:
        raise LabError(f'{who} needs {missing}: pip install "bruges-lab[lab]"')
