"""Texts of many writers, from which statements and weights were learnt: floors for what is found in them now.

What a text gets from what was learnt of the other texts alone, and the first runs, are in VERIFICATION.md.
"""

from functools import cache
from pathlib import Path

import pytest

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Report
from bruges_lab.textcheck.measure.labels import not_caught, not_found, read_labelled, unlabelled

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent / "blind"
TEXTS = sorted(path.stem for path in FOLDER.glob("*.md"))
FOUND = {"talk": 0.8, "aid": 0.82, "rulebook": 0.9}
"""The share of the statements that is found, by style."""
ERRORS, OF_ALL = 2, 96
"""Of the six errors planted in each text, and of all 144."""
FALSE = 1
"""Contradictions, at least likely, that no text has more of where none was planted."""


@cache
def report(name: str) -> Report:
    return check_translation(FOLDER / f"{name}.md")


def test_every_set_has_a_text_a_language() -> None:
    sets = {name[2:] for name in TEXTS}
    assert sorted(TEXTS) == sorted(lang + one for lang in ("de", "en", "fr", "it") for one in sets)


def test_most_planted_errors_are_told() -> None:
    planted = {name: read_labelled(FOLDER / f"{name}.toml").errors for name in TEXTS}
    assert sum(len(errors) - len(not_caught(report(name), errors)) for name, errors in planted.items()) >= OF_ALL


@pytest.mark.parametrize("name", TEXTS)
class TestBlind:
    def test_its_language_and_game_are_known(self, name: str) -> None:
        assert (report(name).language, report(name).is_of_game) == (name[:2], True)

    def test_most_statements_are_found_at_their_lines(self, name: str) -> None:
        labelled = read_labelled(FOLDER / f"{name}.toml")
        labels = [label for label in labelled.states if label.rule in BRUGES.reading.by_rule]
        lost = not_found(report(name), labels)
        assert len(labels) >= 120
        assert len(labels) - len(lost) >= FOUND[labelled.style] * len(labels), [label.rule for label in lost]

    def test_planted_errors_are_told(self, name: str) -> None:
        planted = read_labelled(FOLDER / f"{name}.toml").errors
        assert len(planted) == 6
        lost = not_caught(report(name), planted)
        assert len(planted) - len(lost) >= ERRORS, [(one.kind, one.rule, one.line) for one in lost]

    def test_hardly_anything_else_is_held_against_it(self, name: str) -> None:
        planted = read_labelled(FOLDER / f"{name}.toml").errors
        found = [(one.rule, one.line, one.claimed) for one in unlabelled(report(name), planted)]
        assert len(found) <= FALSE, found
