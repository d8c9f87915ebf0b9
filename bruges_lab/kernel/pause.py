"""A pause for the garbage collector while many positions are made.

Positions hold no cycles, so there is nothing for it to find; but it looks through all of them again and again, which costs more
than making them. Memory is still freed by reference counts; the collector runs again when the pause is over.
"""

from __future__ import annotations

import gc


class collector_paused:  # noqa: N801  (used like a function)
    """Keep the collector from running inside a with block; blocks may nest."""

    __slots__ = ("_running",)

    def __enter__(self) -> None:
        self._running = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._running:
            gc.enable()
