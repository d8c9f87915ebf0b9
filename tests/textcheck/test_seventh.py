"""A seventh set of labelled texts, rulebooks and aids with twelve planted errors each: floors for what is found in them now.

Its first run, before anything was learnt from it, and what it gets from what was learnt of other texts are in VERIFICATION.md.
"""

from functools import cache
from pathlib import Path

import pytest

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Report
from bruges_lab.textcheck.measure.labels import labelled_in, not_caught, not_found, read_labelled, unlabelled

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent / "seventh"
LABELS = labelled_in(FOLDER)
FOUND, ERRORS, OF_ALL, OF_KIND = 0.9, 5, 70, {"order": 5, "swapped_terms": 6, "leftover": 7, "terminology": 4, "condition": 7}
"""The share of the statements that is found; of the twelve errors of a text, of all 96, and of those of a kind."""


@cache
def report(path: Path) -> Report:
    return check_translation(path.parent / read_labelled(path).text)


@pytest.mark.parametrize("path", LABELS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_statements_are_found_and_hardly_anything_is_held_against_it(path: Path) -> None:
    labelled = read_labelled(path)
    labels = [label for label in labelled.states if label.rule in BRUGES.reading.by_rule]
    assert len(not_found(report(path), labels)) <= (1 - FOUND) * len(labels)
    assert len(unlabelled(report(path), labelled.errors)) <= 1
    assert len(labelled.errors) - len(not_caught(report(path), labelled.errors)) >= (ERRORS if labelled.errors else 0)


def test_most_planted_errors_are_told_and_some_of_every_kind() -> None:
    planted = [(path, error) for path in LABELS for error in read_labelled(path).errors]
    told = [error.kind for path, error in planted if not not_caught(report(path), [error])]
    assert len(planted) == 96
    assert len(told) >= OF_ALL
    assert {kind: told.count(kind) >= least for kind, least in OF_KIND.items()} == dict.fromkeys(OF_KIND, True)
