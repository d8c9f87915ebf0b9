"""A surface: a piece of page that the kernel draws as parts, each with an id, and that sends back what is pressed on it.

Only parts that have changed travel to the browser; all of them are kept here, so that a reloaded page gets them again. What comes
from the browser is data: an act, its value and a counter, so that the same click twice is two acts. A file that is handed over
comes as bytes with its act; one that is fetched goes as bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..kernel import LabError
from ..kernel.errors import one_line

STYLE = ("frame", "board", "stands", "choices", "panels", "editor", "texts", "dialogs", "lessons", "rules", "figures", "keeping")
"""The chapters of the style sheet, in the order in which they hold."""
SCRIPT = (
    "room",
    "theme",
    "pictures",
    "labels",
    "lighting",
    "popover",
    "dialog",
    "tour",
    "changes",
    "timeline",
    "keys",
    "handing",
    "lists",
    "surface",
)
"""The chapters of the script: each uses what stands before it."""
LONGEST_VALUE = 20_000
LARGEST_UPLOAD = 5 * 1024 * 1024
Act = Callable[[str], None]
Upload = Callable[[str, bytes], None]
"""What is done with a file that was handed over: its name and what is in it."""


def _chapters(folder: str, names: tuple[str, ...], kind: str) -> str:
    return "\n".join(Path(__file__).with_name(folder).joinpath(f"{name}.{kind}").read_text("utf-8") for name in names)


class Surface(anywidget.AnyWidget):
    """A frame with named places, and what stands in each of them: HTML or SVG that is already safe."""

    _esm = _chapters("script", SCRIPT, "js")
    frame = traitlets.Unicode("").tag(sync=True)
    """The outline: elements with `data-part` are places for parts."""
    parts = traitlets.Dict().tag(sync=True)
    live: traitlets.List[str] = traitlets.List().tag(sync=True)
    """The `data-target`s that can be chosen now: they glow and take the keyboard."""
    changes: traitlets.Dict[str, str] = traitlets.Dict().tag(sync=True)
    """The `data-target`s that have just changed, and by how much if that can be said: they get a ring."""
    unfolded: traitlets.List[str] = traitlets.List().tag(sync=True)
    """The `data-seat`s that are shown in full."""
    nudges = traitlets.Int(0).tag(sync=True)
    """Counts how often what can be chosen has to be pointed out."""
    anchor = traitlets.Unicode("").tag(sync=True)
    """The `data-target` at which this surface floats, if it is one that floats: it is seen while it has an anchor."""
    manner = traitlets.Unicode("").tag(sync=True)
    """How it floats: at its anchor, over everything as a `dialog`, or from part to part as a `tour`."""
    label = traitlets.Unicode("").tag(sync=True)
    """What a screen reader calls the surface."""
    language = traitlets.Unicode("en").tag(sync=True)
    theme = traitlets.Unicode("").tag(sync=True)
    """Light or dark, if it was chosen; empty: as it is around the explorer, or as the browser remembers."""

    def __init__(self, acts: Mapping[str, Act], **traits: Any) -> None:
        super().__init__(**traits)
        self._acts = dict(acts)
        self.uploads: Mapping[str, Upload] = {}
        self._failed: Callable[[Exception], None] = _raise
        self.sent = 0
        """How many bytes of parts have been sent: what a step costs can be measured."""
        self.on_msg(self._received)

    def on_failure(self, failed: Callable[[Exception], None]) -> None:
        """Who hears of an error in an act; without one it is raised."""
        self._failed = failed

    def learn(self, acts: Mapping[str, Act]) -> None:
        """Know further acts."""
        self._acts.update(acts)

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

    def set_state(self, sync_data: object) -> None:
        """What is shown comes from the kernel alone: a browser sends acts, and no state."""

    def offer(self, name: str, data: bytes, *, dots: bool = False) -> None:
        """Hand a file to whoever looks, to be kept where the browser keeps such things; a drawing may become dots there."""
        self.send({"offer": name, "dots": dots}, buffers=[data])

    def _received(self, _widget: object, content: object, buffers: object) -> None:
        if not isinstance(content, dict):
            return
        act, value, count = content.get("act"), content.get("value"), content.get("count")
        try:
            if isinstance(act, str) and isinstance(value, str) and len(value) <= LONGEST_VALUE:
                if act in self._acts:
                    self._acts[act](value)
                elif act in self.uploads:
                    self.uploads[act](value, _handed_over(value, buffers))
        except Exception as error:
            self._failed(error)
        finally:
            if isinstance(count, int):
                self.send({"done": count})

    def press(self, act: str, value: str = "") -> None:
        """Do what pressing an element does."""
        self._acts[act](value)


def _handed_over(name: str, buffers: object) -> bytes:
    found = buffers[0] if isinstance(buffers, list) and len(buffers) == 1 else None
    if not isinstance(found, bytes | bytearray | memoryview) or memoryview(found).nbytes > LARGEST_UPLOAD:
        raise LabError(f"{one_line(name, 60)}: is not a file, or is larger than {LARGEST_UPLOAD} bytes")
    return bytes(found)


def _raise(error: Exception) -> None:
    raise error


class DressedSurface(Surface):
    """A surface that brings the style sheet along: one of them is enough for an explorer."""

    _css = _chapters("style", STYLE, "css")
