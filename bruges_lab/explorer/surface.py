"""A surface: a piece of page that the kernel draws as parts, each with an id, and that sends back what is pressed on it.

Only parts that have changed travel to the browser; all of them are kept here, so that a reloaded page gets them again. What comes
from the browser is data: an act, its value and a counter, so that the same click twice is two acts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

LONGEST_VALUE = 20_000
Act = Callable[[str], None]


class Surface(anywidget.AnyWidget):
    """A frame with named places, and what stands in each of them: HTML or SVG that is already safe."""

    _esm = Path(__file__).with_name("surface.js")
    _css = Path(__file__).with_name("surface.css")
    frame = traitlets.Unicode("").tag(sync=True)
    """The outline: elements with `data-part` are places for parts."""
    parts = traitlets.Dict().tag(sync=True)
    live: traitlets.List[str] = traitlets.List().tag(sync=True)
    """The `data-target`s that can be chosen now: they glow and take the keyboard."""
    label = traitlets.Unicode("").tag(sync=True)
    """What a screen reader calls the surface."""
    language = traitlets.Unicode("en").tag(sync=True)

    def __init__(self, acts: Mapping[str, Act], **traits: Any) -> None:
        super().__init__(**traits)
        self._acts = dict(acts)
        self._failed: Callable[[Exception], None] = _raise
        self.sent = 0
        """How many bytes of parts have been sent: what a step costs can be measured."""
        self.on_msg(self._received)

    def on_failure(self, failed: Callable[[Exception], None]) -> None:
        """Who hears of an error in an act; without one it is raised."""
        self._failed = failed

    def show(self, parts: Mapping[str, str], frame: str | None = None) -> None:
        """Show these parts; send those that are not shown already, and empty those that are gone."""
        if frame is not None and frame != self.frame:
            with self.hold_sync():
                self.parts = dict(parts)
                self.frame = frame
            self.sent += sum(map(len, parts.values()))
            return
        changed = {name: part for name, part in parts.items() if self.parts.get(name) != part}
        changed |= {name: "" for name in self.parts if name not in parts}
        if changed:
            # In place: the trait is what a reloaded page asks for, the message is what an open one needs.
            self.parts.clear()
            self.parts.update(parts)
            self.sent += sum(map(len, changed.values()))
            self.send({"parts": changed})

    def _received(self, _widget: object, content: object, _buffers: object) -> None:
        if not isinstance(content, dict):
            return
        act, value, count = content.get("act"), content.get("value"), content.get("count")
        try:
            if isinstance(act, str) and isinstance(value, str) and len(value) <= LONGEST_VALUE and act in self._acts:
                self._acts[act](value)
        except Exception as error:
            self._failed(error)
        finally:
            if isinstance(count, int):
                self.send({"done": count})

    def press(self, act: str, value: str = "") -> None:
        """Do what pressing an element does."""
        self._acts[act](value)


def _raise(error: Exception) -> None:
    raise error
