"""The checker of rulebook texts, measured: on the samples as they are, and on everything that can be changed in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..games import shelf
from ..textcheck.checking import check_translation
from ..textcheck.measure.labels import not_caught, not_found, read_labels, read_planted, unlabelled
from ..textcheck.measure.mutants import KINDS, Bench, Kind, measure

LANGUAGES: Final = ("en", "de", "fr", "it")
LEAST: Final[Mapping[Kind, float]] = {"number": 0.88, "exchange": 0.33, "colour": 0.80, "word": 0.60, "deletion": 0.95}
"""The share of the mutants of a kind that must be seen as contradictions or as missing, in each language; two
numbers exchanged within a sentence are the hardest."""
BESIDE: Final = 0.05
"""The share of mutants that may raise an alarm elsewhere."""
STATEMENTS: Final = 0.95
"""The share of the labelled statements that must be found at their line."""


def bench(lang: str) -> Bench:
    """The clean sample of a language with its labels, to be changed."""
    manifest = shelf.find()
    folder = manifest.samples / lang
    return Bench(manifest, folder / "clean.md", read_labels(folder / "clean_labels.toml"), lang)


def texts(size: int) -> Iterator[str]:
    """The samples: statements and planted errors that are found, and mutants (at most so many of a kind) that are seen."""
    short = []
    for lang in LANGUAGES:
        folder = shelf.find().samples / lang
        ready = bench(lang)
        labels = [label for label in read_labels(folder / "clean_labels.toml") if label.rule in ready.labels]
        report = check_translation(folder / "clean.md")
        lost = not_found(report, labels)
        planted = read_planted(folder / "faulty_labels.toml")
        faulty = check_translation(folder / "faulty.md")
        missed = not_caught(faulty, planted)
        yield (
            f"{lang}: {len(labels) - len(lost)} of {len(labels)} statements, {len(unlabelled(report, []))} contradictions in the "
            f"clean sample; {len(planted) - len(missed)} of {len(planted)} planted errors, "
            f"{len(unlabelled(faulty, planted))} contradictions beside them"
        )
        if len(lost) > (1 - STATEMENTS) * len(labels):
            short.append(f"{lang} statements")
        for kind in KINDS:
            tally = measure(ready, kind, most=size)
            yield (
                f"{lang}, {kind}: {tally.seen} of {tally.made} seen ({tally.share:.0%}), {tally.unclear} more unclear, "
                f"alarms elsewhere {tally.beside:.1%}"
            )
            yield from (f"{lang}, {kind}, {about}" for about in tally.missed)
            yield from (f"{lang}, {kind}, elsewhere: {about}" for about in tally.raised)
            if tally.share < LEAST[kind]:
                short.append(f"{lang} {kind}")
            if tally.beside > BESIDE:
                short.append(f"{lang} {kind} elsewhere")
    if short:
        raise AssertionError(f"under the bar: {', '.join(short)}")
