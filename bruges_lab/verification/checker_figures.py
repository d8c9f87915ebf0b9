"""The checker of rulebook texts, measured on the labelled samples of every game that has some."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..games import shelf
from ..textcheck.checking import check_translation
from ..textcheck.measure.labels import labelled_in, read_labelled
from ..textcheck.measure.tallying import Tally, count, figures, summary

STATEMENTS: Final = 0.75
"""The share of the labelled statements of a text that must be found at their lines."""
ERRORS: Final = 0.3
"""The share of its planted errors that must be told."""


def texts(size: int) -> Iterator[str]:
    """The samples, at most so many: statements found, planted errors told, false contradictions, levels."""
    short = []
    for manifest in shelf.games():
        if not manifest.has("samples"):
            continue
        whole = Tally()
        for path in labelled_in(manifest.samples)[:size]:
            labels = read_labelled(path)
            tally = count(check_translation(path.parent / labels.text, game=manifest.name), labels)
            whole.add(tally)
            yield f"{manifest.name} {path.parent.name} {path.stem}: {figures(tally)}"
            if tally.found < STATEMENTS * tally.stated or tally.told.total() < ERRORS * tally.planted.total():
                short.append(f"{manifest.name} {path.parent.name} {path.stem}")
        yield from (f"{manifest.name}: {line}" for line in summary(whole))
    if short:
        raise AssertionError(f"under the bar: {', '.join(short)}")
