"""What was learnt from labelled texts: its data fit the code and the catalogue, and what it makes of a text is right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from cases import each

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import DataError
from bruges_lab.textcheck.find import aligning
from bruges_lab.textcheck.find.boosted import DEPTH, Boosted, models
from bruges_lab.textcheck.find.library import Library, library, misreadings, statements
from bruges_lab.textcheck.findings import LEAST_CERTAIN, LEAST_LIKELY, Level, level_of
from bruges_lab.textcheck.judge import differing, misreading
from bruges_lab.textcheck.judge.judging import confidence
from bruges_lab.textcheck.measure.labels import labelled_in, read_labelled
from bruges_lab.textcheck.measure.tallying import measured
from bruges_lab.textcheck.read.concepts import stream
from bruges_lab.textcheck.read.spoken import facts_of, read_facts, written
from bruges_lab.textcheck.read.vocabulary import vocabulary


def test_models_are_of_the_features_that_are_reckoned() -> None:
    learnt = models()
    wanted = {
        "written": aligning.FEATURES, "written_again": aligning.AGAIN, "bare": aligning.FEATURES, "bare_again": aligning.AGAIN,
        "any": differing.FEATURES, "misread": misreading.FEATURES,
    }  # fmt: skip
    models_of = {**learnt.finding, **learnt.differing}
    assert {name: tuple(one.features) for name, one in models_of.items()} == wanted
    assert set(learnt.levels) == {*differing.KINDS, "misread"}
    for one in models_of.values():
        assert {len(asks) for asks in one.asks} == {len(edges) for edges in one.edges} == {2**DEPTH - 1}
        assert {len(answers) for answers in one.answers} == {2**DEPTH}
        assert max(max(asks) for asks in one.asks) < len(one.features)


def test_statements_and_misreadings_are_of_rules_that_are_read() -> None:
    assert {one.rule for one in statements(BRUGES)} <= BRUGES.reading.by_rule.keys()
    assert len({one.rule for one in statements(BRUGES)}) >= 300
    assert misreadings(BRUGES).keys() <= BRUGES.reading.by_rule.keys()


def test_every_rule_is_read_or_excluded_with_a_reason() -> None:
    reading = BRUGES.reading
    assert set(reading.by_rule) | set(reading.excluded) == set(BRUGES.catalogue)
    assert not set(reading.by_rule) & set(reading.excluded)
    base = {rule.id for rule in reading.in_play(None)}
    assert len(reading.in_play(Ruleset(round_marker=True))) > len(base)


@each("lang", ["en", "de", "fr", "it"])
def test_facts_are_written_and_read_again(lang: str) -> None:
    for rule in BRUGES.reading.in_play(None):
        facts = facts_of(stream(rule.text(lang), vocabulary(lang, BRUGES)))
        again = read_facts(written(facts))
        assert (again.every, again.pairs, again.early, again.late) == (facts.every, facts.pairs, facts.early, facts.late)


def test_numbers_follow_the_ruleset() -> None:
    usual, other = library(BRUGES, Ruleset()), library(BRUGES, Ruleset().changed(workers_taken=3))
    place = usual.place["action.workers"]
    assert usual.known[place].shares.names["n2"] > 0.5 > usual.known[place].shares.names.get("n3", 0)
    assert other.known[place].shares.names["n3"] > 0.5 > other.known[place].shares.names.get("n2", 0)


def test_a_game_without_statements_is_known_by_its_own_texts() -> None:
    bare = Library(BRUGES, None, [])
    assert not bare.count.any()
    assert len(bare.rows) == 4 * len(bare.rules)


def test_a_model_adds_up_what_its_trees_answer() -> None:
    inner, leaves = 2**DEPTH - 1, 2**DEPTH
    by_first = [-2.0] * (leaves // 2) + [2.0] * (leaves // 2)
    by_second = [0.0, 1.0] * (leaves // 2)
    asks = [[0] * inner, [1] * inner]
    model = Boosted(["one", "two"], asks, [[0.5] * inner, [9.0] * inner], [by_first, by_second], -1.0)
    rows = np.asarray([[0.0, 9.0], [1.0, 9.0], [1.0, 9.5]], dtype=np.float32)
    assert model.probable(rows).tolist() == pytest.approx([1 / (1 + np.e**3), 1 / (1 + np.e**-1), 1 / (1 + np.e**-2)], abs=1e-5)


@each(
    ("score", "levels", "level"),
    [
        (0.4, [0.5, 0.9], Level.LOOK),
        (0.5, [0.5, 0.9], Level.LIKELY),
        (0.89, [0.5, 0.9], Level.LIKELY),
        (0.95, [0.5, 0.9], Level.CERTAIN),
        (1.0, [0.5, 1.01], Level.LIKELY),
        (1.0, [1.01, 1.01], Level.LOOK),
    ],
)
def test_a_score_becomes_the_level_that_was_measured(score: float, levels: list[float], level: Level) -> None:
    assert level_of(confidence(score, levels)) is level


def test_the_levels_are_in_order() -> None:
    assert level_of(LEAST_CERTAIN) is Level.CERTAIN
    assert level_of(LEAST_LIKELY) is Level.LIKELY
    assert level_of(0.0) is Level.LOOK


def test_a_folder_of_labelled_texts_is_measured() -> None:
    lines = list(measured(BRUGES.samples / "en"))
    assert [line.split(" ")[0] for line in lines if line.startswith(("clean_", "faulty_"))] == ["clean_labels", "faulty_labels"]
    assert any(line.startswith("by kind: arithmetic 3 of 3") for line in lines)
    assert any(line.startswith("level certain: ") for line in lines)


def test_labels_name_a_text_that_is_there(tmp_path: Path) -> None:
    for path in labelled_in(BRUGES.samples):
        assert read_labelled(path).states or read_labelled(path).errors
    file = tmp_path / "a.toml"
    file.write_text('language = "en"\ntext = "gone.md"\nstyle = "aid"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"there is no file 'gone\.md'"):
        read_labelled(file)
