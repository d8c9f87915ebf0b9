"""The first thing that runs in the worker: puts the pieces together and answers the page. Only a browser can import this."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib import import_module
from time import monotonic
from typing import Any

from . import lean

js: Any = import_module("js")
"""The page, as Python in a browser sees it."""
ffi: Any = import_module("pyodide.ffi")
to_js: Any = ffi.to_js
BREATH = 0.1
"""Seconds between two looks at what the page has to say, while something long is worked out."""
lean.without_ipython()


class Worker:
    """What the worker asks of Python, by name."""

    def __init__(self) -> None:
        self._page: Any = None
        self._bridge: Any = None

    def begin(self, settings: str) -> str:
        """Open the explorer; gives the widget to be shown."""
        from .bridge import Bridge

        given = json.loads(settings)
        sys.meta_path.append(lean.Later(given["later"], js.brugesFetch))
        self._bridge = Bridge(_post)
        from . import page

        page.prepare(given["tab"])
        if not given["game"]:  # the page of a class has no board
            return ""
        self._page = page.Page(given["game"], given["lang"], given["address"], given["fragment"], breathe)
        self.settle()
        return str(self._page.model)

    def remember(self, path: str, data: Any) -> None:
        """A file that the browser has kept."""
        from .page import remember

        remember(path, data.to_bytes())

    async def hear(self, comm: str, data: str, buffers: Any) -> None:
        """A message for a widget."""
        self._bridge.hear(comm, json.loads(data), [buffer.to_bytes() for buffer in buffers])
        self.settle()

    async def open(self, fragment: str) -> None:
        """The address has changed."""
        self._page.open(fragment)
        self.settle()

    async def call(self, name: str, given: str) -> str:
        """A question of the teacher's page."""
        from . import classroom

        page = self._page
        found = json.dumps(classroom.answer(name, json.loads(given), None if page is None else page.explorer))
        if page is not None:
            self.settle()
        return found

    def settle(self) -> None:
        """Hand over what has changed in the folder of kept games."""
        self._page.keep(lambda path, data: js.brugesKeep(path, None if data is None else to_js(data)))


_breathed = 0.0


def breathe() -> None:
    """Let the page be heard, where the browser can leave Python in the midst of its work; another one hears it afterwards."""
    global _breathed
    if monotonic() - _breathed > BREATH and ffi.can_run_sync():
        ffi.run_sync(asyncio.sleep(0))
        _breathed = monotonic()


def _post(kind: str, comm: str, data: dict[str, Any], buffers: list[Any]) -> None:
    try:
        said = json.dumps(data, allow_nan=False, separators=(",", ":"))
    except ValueError:
        said = json.dumps(_finite(data), separators=(",", ":"))
    js.brugesPost(kind, comm, said, to_js([to_js(buffer) for buffer in buffers]))


def _finite(value: Any) -> Any:
    """The same without what JSON cannot say."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list | tuple) else value


WORKER = Worker()
