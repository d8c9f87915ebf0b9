"""A check of a text that runs beside the page: in a thread, stage by stage, until it is done or nobody wants it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock

from ...textcheck import small_array
from ...textcheck.checking import check_translation
from ...textcheck.findings import Report
from ..reach import Text

_ONE_AT_A_TIME = Lock()
"""One that was cancelled ends at its next stage: the one after it waits until then."""


_LOOK_AGAIN = 0.05
"""Seconds between two looks whether it has ended."""


class NotWanted(Exception):
    """The check was cancelled."""


class Work:
    """One check: what is checked, how far it is, and whether it is still wanted."""

    def __init__(self, found: Text, source: Text | None = None) -> None:
        self.text, self.source = found, source
        self.stage, self.share = "reading", 0.0
        self.wanted = True
        self.told: Callable[[], object] | None = None
        """Called when a stage has begun, where nobody looks for it from another thread."""

    def heard(self, stage: str, share: float) -> None:
        """A stage begins; a check that nobody wants ends here."""
        if not self.wanted:
            raise NotWanted
        begins, self.stage, self.share = stage != self.stage, stage, share
        if begins and self.told is not None:
            self.told()

    def run(self) -> Report:
        """The whole check."""
        with _ONE_AT_A_TIME:
            return self._run()

    async def run_in_breaths(self, breathe: Callable[[], object]) -> Report:
        """The whole check where there are no threads: it stops for breath now and then, and the page hears what is pressed."""
        while not _ONE_AT_A_TIME.acquire(blocking=False):
            await asyncio.sleep(_LOOK_AGAIN)

        def breath() -> None:
            breathe()
            self.heard(self.stage, self.share)

        small_array.breathe = breath
        try:
            return self._run()
        finally:
            small_array.breathe = None
            _ONE_AT_A_TIME.release()

    def _run(self) -> Report:
        pins = self.text.pins
        self.heard(self.stage, self.share)
        return check_translation(
            self.text.read(),
            language=pins.language or None,
            pins=pins,
            game=pins.manifest.name,
            progress=self.heard,
            source=self.source.read() if self.source else None,
            source_pins=self.source.pins if self.source else None,
        )
