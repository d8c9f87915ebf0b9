"""The samples as they are, and a part of their mutants, held to the bars; `bruges-lab verify texts` runs all of them."""

from dataclasses import replace
from functools import cache

import pytest
from cases import sample
from reports import sample_report

from bruges_lab import places
from bruges_lab.textcheck.measure.labels import not_caught, not_found, read_labels, read_planted, unlabelled
from bruges_lab.textcheck.measure.mutants import KINDS, Bench, Kind, measure
from bruges_lab.verification.checker_figures import BESIDE, LANGUAGES, LEAST, STATEMENTS, bench

KINDS_OF_ERRORS = {"number", "colour", "condition", "omission", "terms", "arithmetic"}

ready = cache(bench)


@pytest.mark.parametrize("lang", LANGUAGES)
class TestSamples:
    def test_they_are_long_enough_and_state_enough(self, lang: str) -> None:
        folder = places.data("bruges", "samples", lang)
        assert (folder / "clean.md").stat().st_size >= 8_000
        assert len({label.rule for label in read_labels(folder / "clean_labels.toml")}) >= 120
        planted = read_planted(folder / "faulty_labels.toml")
        assert len(planted) >= 15
        assert {error.kind for error in planted} == KINDS_OF_ERRORS

    def test_the_statements_of_the_clean_sample_are_found_at_their_lines(self, lang: str) -> None:
        labels = [
            one
            for one in read_labels(places.data("bruges", "samples", lang, "clean_labels.toml"))
            if one.rule in ready(lang).labels
        ]
        missed = not_found(sample_report(lang, "clean"), labels)
        assert len(missed) <= (1 - STATEMENTS) * len(labels), [label.rule for label in missed]

    def test_nothing_is_held_against_the_clean_sample(self, lang: str) -> None:
        assert [(one.rule, one.line) for one in unlabelled(sample_report(lang, "clean"), [])] == []

    def test_planted_errors_are_found_and_nothing_else(self, lang: str) -> None:
        planted = read_planted(places.data("bruges", "samples", lang, "faulty_labels.toml"))
        assert [(error.rule, error.line) for error in not_caught(sample_report(lang, "faulty"), planted)] == []
        assert [(one.rule, one.line) for one in unlabelled(sample_report(lang, "faulty"), planted)] == []


@sample("sampled", 2, of=8)
@pytest.mark.parametrize("kind", KINDS)
def test_mutants_are_seen(kind: Kind, sampled: int) -> None:
    """So many of each language, all of them together, since so few have a chance to be lucky in one of them."""
    tallies = [measure(ready(lang), kind, sampled) for lang in LANGUAGES]
    made = sum(tally.made for tally in tallies)
    assert made >= sampled
    assert sum(tally.seen for tally in tallies) >= LEAST[kind] * made, [miss for tally in tallies for miss in tally.missed]
    assert sum(tally.collateral for tally in tallies) <= max(1, BESIDE * made), [far for tally in tallies for far in tally.raised]


def test_a_measure_takes_no_more_than_asked() -> None:
    assert measure(ready("en"), "colour", 3).made <= 3


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_mutant_is_made(kind: Kind) -> None:
    mutants = list(ready("en").mutants(kind))
    assert mutants
    assert all(mutant.rules for mutant in mutants)


def test_a_mutant_that_changes_nothing_is_not_seen() -> None:
    """The measure can fail: the sentence as it was raises no alarm."""
    english: Bench = ready("en")
    mutant = next(english.mutants("number"))
    assert english.run(replace(mutant, text=english.streams[mutant.sentence].text)) == ("missed", [])
