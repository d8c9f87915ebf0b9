"""What the core does without: the packages of the extras, and the line that says so where one is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from .kernel.errors import LabError

LAB = ("anywidget", "ipywidgets", "plotly")
"""What the explorer is made of."""


def in_notebook(*modules: str) -> bool:
    """Whether a notebook would show what is made, and these packages are there."""
    if "IPython" not in sys.modules:
        return False
    from IPython.core.getipython import get_ipython

    return getattr(get_ipython(), "kernel", None) is not None and all(find_spec(module) for module in modules)


def need(who: str, *modules: str, extra: str = "lab") -> None:
    """Refuse in one line what cannot be done without packages that are not installed, and say which extra brings them."""
    missing = next((module for module in modules if find_spec(module) is None), None)
    if missing is not None:
        raise LabError(f'{who} needs {missing}: pip install "bruges-lab[{extra}]"')
