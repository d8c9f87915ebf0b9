"""A check of a text that runs beside the page: in a thread, stage by stage, until it is done or nobody wants it any more."""

from __future__ import annotations

from threading import Lock

from ...textcheck.checking import check_translation
from ...textcheck.findings import Report
from ..reach import Text

_ONE_AT_A_TIME = Lock()
"""One that was cancelled ends at its next stage: the one after it waits until then."""


class NotWanted(Exception):
    """The check was cancelled."""


class Work:
    """One check: what is checked, how far it is, and whether it is still wanted."""

    def __init__(self, found: Text, source: Text | None = None) -> None:
        self.text, self.source = found, source
        self.stage, self.share = "reading", 0.0
        self.wanted = True

    def heard(self, stage: str, share: float) -> None:
        """A stage begins; a check that nobody wants ends here."""
        if not self.wanted:
            raise NotWanted
        self.stage, self.share = stage, share

    def run(self) -> Report:
        """The whole check."""
        pins = self.text.pins
        with _ONE_AT_A_TIME:
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
