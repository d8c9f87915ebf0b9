"""What Python in a browser is spared: IPython, of which ipywidgets needs a few names, and packages that are first used later.

A package that is wanted later is known to the import system from the start, so that whoever asks whether it is there hears yes;
the first import of it fetches its archive, while the worker waits. Nothing else is ever imported from the network.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

Fetch = Callable[[str], object]
"""Fetches an archive by its name and unpacks it to where modules are found."""


def without_ipython() -> None:
    """Stand in for IPython: there is no shell, nothing to display in, and nobody asks for either here."""
    nothing: dict[str, Any] = {"get_ipython": lambda: None}
    for name, names in {
        "IPython": {**nothing, "version_info": (9, 0, 0)},
        "IPython.core": {},
        "IPython.core.getipython": nothing,
        "IPython.core.interactiveshell": {"InteractiveShell": object},
        "IPython.display": {"display": _ignored, "clear_output": _ignored, "HTML": str},
    }.items():
        module = sys.modules[name] = ModuleType(name)
        module.__dict__.update(names)


def _ignored(*_: object, **__: object) -> None:
    return None


class Later:
    """Finds packages that are not here yet: each by name, with the archive that has it."""

    def __init__(self, archives: Mapping[str, str], fetch: Fetch) -> None:
        self._archives = dict(archives)
        self._fetch = fetch

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A package that would be fetched if it were imported."""
        if name not in self._archives:
            return None
        spec = ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]  # it loads by these two methods
        spec.loader_state = path
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Fetch it; from here on it is a package like any other."""
        archive = self._archives[spec.name]
        self._archives = {name: where for name, where in self._archives.items() if where != archive}
        self._fetch(archive)
        invalidate_caches()
        found = PathFinder.find_spec(spec.name, spec.loader_state)
        if found is None or found.loader is None:
            raise ImportError(f"the archive {archive} has no package {spec.name}")
        spec.loader, spec.origin, spec.has_location = found.loader, found.origin, found.has_location
        spec.submodule_search_locations = found.submodule_search_locations
        spec.cached = found.cached
        return found.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Run what was fetched."""
        spec = module.__spec__
        assert spec is not None
        assert spec.loader is not None
        spec.loader.exec_module(module)
