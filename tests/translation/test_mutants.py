"""The samples as they are, and a part of their mutants: bars below which the checker must not fall. The full run is by hand."""

from functools import cache
from pathlib import Path

import pytest

from bruges_lab import places
from bruges_lab.translation.checking import check_translation
from bruges_lab.translation.findings import Verdict
from bruges_lab.translation.mutants import KINDS, Bench, Tally, measure, read_labels

LABELS = Path(__file__).parent / "labels"
SAMPLED = 12
LANGS = ("en", "de", "fr", "it")


@cache
def bench(lang: str) -> Bench:
    return Bench(places.data("samples", lang, "clean.md"), read_labels(LABELS / f"{lang}_clean.toml"), lang)


@pytest.mark.parametrize("lang", LANGS)
def test_the_statements_of_the_clean_sample_are_found(lang: str) -> None:
    report = check_translation(places.data("samples", lang, "clean.md"))
    found = {
        (finding.rule, line)
        for finding in report.findings
        if finding.verdict is Verdict.STATED
        for passage in (finding.passage, *finding.others)
        if passage is not None
        for line in range(passage.line, passage.end_line + 1)
    }
    labels = bench(lang).labels
    seen = sum(any((rule, line) in found for line in lines) for rule, lines in labels.items())
    assert seen >= 0.8 * len(labels)


@pytest.mark.parametrize("lang", LANGS)
def test_a_clean_sample_is_calm(lang: str) -> None:
    report = check_translation(places.data("samples", lang, "clean.md"))
    assert report.count(Verdict.CONTRADICTS) + report.count(Verdict.INCONSISTENT) <= 5


@pytest.mark.parametrize(("kind", "least"), [("number", 0.6), ("colour", 0.4), ("word", 0.6), ("deletion", 0.6)])
def test_mutants_are_seen(kind: str, least: float) -> None:
    assert kind in KINDS
    total = Tally()
    for lang in LANGS:
        tally = measure(bench(lang), kind, SAMPLED)  # type: ignore[arg-type]
        total.made, total.seen, total.collateral = (
            total.made + tally.made,
            total.seen + tally.seen,
            total.collateral + tally.collateral,
        )
    assert total.made >= 5
    assert total.share >= least
    assert total.beside <= 0.1


def test_every_kind_of_mutant_is_made() -> None:
    for kind in KINDS:
        mutants = list(bench("en").mutants(kind))
        assert mutants
        assert all(mutant.rules for mutant in mutants)
