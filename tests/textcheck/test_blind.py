"""Texts written and labelled without sight of the matchers: floors for what is found now. First runs are in VERIFICATION.md."""

from functools import cache
from pathlib import Path

import pytest

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Report
from bruges_lab.textcheck.measure.labels import not_caught, not_found, read_labels, read_planted, unlabelled

FOLDER = Path(__file__).parent / "blind"
TEXTS = sorted(path.stem for path in FOLDER.glob("*.md"))
TALKED, AIDS, PRINTED = 0.75, 0.75, 0.9
"""The share of the statements that is found: of a talk at the table, of a player's aid, of an ordinary rulebook."""
AID = ("de_reference", "en_reference", "fr_reference", "it_reference", "de_translated", "it_translated")
ERRORS = 3
"""Of the six errors planted in each text."""


@cache
def report(name: str) -> Report:
    return check_translation(FOLDER / f"{name}.md")


def test_every_set_has_a_text_a_language() -> None:
    sets = {name[2:] for name in TEXTS}
    assert sorted(TEXTS) == sorted(lang + one for lang in ("de", "en", "fr", "it") for one in sets)


@pytest.mark.parametrize("name", TEXTS)
class TestBlind:
    def test_its_language_and_game_are_known(self, name: str) -> None:
        assert (report(name).language, report(name).is_of_game) == (name[:2], True)

    def test_most_statements_are_found_at_their_lines(self, name: str) -> None:
        labels = [label for label in read_labels(FOLDER / f"{name}.toml") if label.rule in BRUGES.reading.by_rule]
        lost = not_found(report(name), labels)
        assert len(labels) >= 120
        least = TALKED if "_" not in name else AIDS if name in AID else PRINTED
        assert len(labels) - len(lost) >= least * len(labels), [label.rule for label in lost]

    def test_planted_errors_are_found(self, name: str) -> None:
        planted = read_planted(FOLDER / f"{name}.toml")
        assert len(planted) == 6
        assert len(planted) - len(not_caught(report(name), planted)) >= ERRORS

    def test_nothing_else_is_held_against_it(self, name: str) -> None:
        planted = read_planted(FOLDER / f"{name}.toml")
        assert [(one.rule, one.line, one.claimed) for one in unlabelled(report(name), planted)] == []
