"""A hint in the explorer: a first answer at once, which gets better while it is looked at, until somebody says stop.

Where no loop runs that could wait (plain Python), the hint is given when it is done.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING

from ..analysis.hints import FIRST, Hinting
from ..games.manifest import LAB
from .inspecting import running_loop

if TYPE_CHECKING:
    from .looking import Looking

REFINED = 2_000
"""Trials after which an answer that is looked at is good."""
SLICE, REST, TELL = 0.025, 0.01, 0.4
"""Seconds of work, of rest between two pieces of it, and between two pictures."""


class Advising:
    """Who thinks about the hint that an explorer shows."""

    def __init__(self, explorer: Looking) -> None:
        self._explorer = explorer
        self._hinting: Hinting | None = None
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """A hint for the question of the explorer's game."""
        explorer = self._explorer
        game = explorer.game
        self.stop()
        if game.manifest.written("hints") not in (None, LAB):  # the game gives hints of its own
            explorer.hint = game.hint(lang=explorer.lang)
            return
        loop = running_loop()
        hinting = Hinting(game, None, REFINED if loop else None, explorer.lang)
        hinting.work(FIRST if loop else None)
        explorer.hint = hinting.hint
        if loop is not None and not hinting.done:
            self._hinting = hinting
            self._task = loop.create_task(self._work(hinting))

    def stop(self) -> None:
        """Let the answer be as it is."""
        if self._hinting is not None:
            self._hinting.stop()
            self._told(self._hinting)
            self._hinting = None

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many trials there were, of how many; None where nobody is thinking."""
        hinting = self._hinting
        if hinting is None or self._explorer.hint is None:
            return None
        return hinting.search.nodes, hinting.search.budget

    async def _work(self, hinting: Hinting) -> None:
        """Piece by piece; another hint, another position or the end of the explorer ends it."""
        explorer, told = self._explorer, perf_counter()

        def wanted() -> bool:
            return self._hinting is hinting and explorer.hint is not None and explorer.comm is not None

        try:
            while wanted() and not hinting.done:
                await asyncio.sleep(REST)
                if wanted():
                    hinting.work(SLICE)
                if perf_counter() - told > TELL and wanted():
                    self._told(hinting)
                    explorer.refresh()
                    told = perf_counter()
        except Exception as error:
            explorer.failed(error)
        finally:
            if self._hinting is hinting:
                self._hinting = None
                self._told(hinting)
                if explorer.comm is not None:
                    explorer.refresh()

    def _told(self, hinting: Hinting) -> None:
        """Show the answer as far as it goes, where it is still asked for."""
        if self._explorer.hint is not None:
            self._explorer.hint = hinting.hint
