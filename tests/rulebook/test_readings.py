import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from cases import each
from hypothesis import given
from hypothesis import strategies as st

from bruges_lab import places
from bruges_lab.games.bruges.ruleset import Ruleset, fields
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.rulebook.readings import read_reading, read_ruleset, reading_names, readings, ruleset, write_ruleset

DIFFERENCES = {
    "default": {},
    "000": {},
    "001": {"end_by": "pile_or_rounds"},
    "002": {},
    "003": {"instant_again": False},
    "002:peek_after_all": {"peek": "after_all"},
    "003:lots_of_three": {"instant_again": False, "canal_bonus": "lots_of_three"},
    "003:six_at_step_6": {"instant_again": False, "reputation_points": "six_at_step_6"},
}


def refusal(call: Any, *args: Any, **values: Any) -> LabError:
    with pytest.raises(LabError) as error:
        call(*args, **values)
    assert str(error.value).isprintable()
    return error.value


# By name


def test_the_names() -> None:
    assert reading_names() == list(DIFFERENCES)


@each("name", DIFFERENCES)
def test_what_each_reading_changes(name: str) -> None:
    assert {change.field.name: change.here for change in ruleset(name).diff()} == DIFFERENCES[name]


def test_a_change_says_where_it_comes_from() -> None:
    assert [str(change) for change in ruleset("003").diff()] == ["instant_again = False instead of True (D-022)"]


@pytest.mark.parametrize("document", ["000", "001", "002", "003"])
def test_a_reading_knows_its_document(document: str) -> None:
    assert readings()[document].document == document
    assert readings()[document].title


def test_switches_on_top_of_a_reading() -> None:
    rules = ruleset("003", hand_size=6, instant_again=True)
    assert {change.field.name: change.here for change in rules.diff()} == {"hand_size": 6}


@each(
    "name",
    ["", "004", "003:", "003:nothing", "002:lots_of_three", "Default", "x\ny", "\x1b[0m", "n" * 5000, "../x", "x.toml", "a\0b/c"],
)
def test_an_unknown_name_is_refused(name: str) -> None:
    assert len(str(refusal(ruleset, name))) < 300


@each(
    ("switches", "named"),
    [
        ({"no_such": 1}, "no_such"),
        ({"end_by": "never"}, "end_by"),
        ({"end_by": "x\ny" * 300}, "end_by"),
        ({"hand_size": 0}, "hand_size"),
        ({"hand_size": "five"}, "hand_size"),
        ({"hand_size": True}, "hand_size"),
        ({"null_action": 1}, "null_action"),
        ({"engraver_points": 3}, "engraver_points"),
        ({"threat_faces": (0,)}, "threat_faces"),
        ({"threat_faces": (7,)}, "threat_faces"),
    ],
)
def test_a_bad_switch_is_refused_by_name(switches: dict[str, Any], named: str) -> None:
    error = refusal(ruleset, "default", **switches)
    assert named in str(error)
    assert len(str(error)) < 400


# By file


def valid_changes() -> st.SearchStrategy[dict[str, Any]]:
    def value(name: str) -> st.SearchStrategy[Any]:
        field = fields()[name]
        if field.unit == "switch":
            return st.sampled_from(field.values)
        if isinstance(field.default, tuple):
            return st.lists(st.integers(1, 9), max_size=6).map(tuple)
        return st.integers(0, 40)

    return st.fixed_dictionaries({}, optional={name: value(name) for name in fields()})


def as_ruleset(changes: dict[str, Any]) -> Ruleset:
    """The changes that a ruleset can take, together."""
    kept: dict[str, Any] = {}
    for name, value in changes.items():
        try:
            Ruleset().changed(**kept, **{name: value})
        except ValueError:
            continue
        kept[name] = value
    return Ruleset().changed(**kept)


@given(valid_changes())
def test_a_ruleset_survives_its_file(tmp_path_factory: pytest.TempPathFactory, changes: dict[str, Any]) -> None:
    rules = as_ruleset(changes)
    path = tmp_path_factory.mktemp("rulesets") / "mine.toml"
    write_ruleset(rules, path)
    assert read_ruleset(path) == ruleset(path) == ruleset(str(path)) == rules


@pytest.mark.parametrize(
    "changes",
    [
        {"threat_limit": 4, "threat_supply": 13},
        {"section_spaces": 7, "third_space": 6},
        {"dice_faces": 4, "threat_faces": (4,)},
        {"min_players": 4, "max_players": 4},
    ],
)
def test_numbers_that_only_fit_together_survive_a_file(tmp_path: Path, changes: dict[str, Any]) -> None:
    rules = Ruleset().changed(**changes)
    write_ruleset(rules, tmp_path / "mine.toml")
    assert read_ruleset(tmp_path / "mine.toml") == rules


@pytest.mark.parametrize("name", DIFFERENCES)
def test_every_reading_survives_a_file(tmp_path: Path, name: str) -> None:
    write_ruleset(ruleset(name), tmp_path / "mine.toml")
    assert ruleset(tmp_path / "mine.toml") == ruleset(name)


def test_a_file_may_start_from_a_reading(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "003:lots_of_three"\nhand_size = 6\n', encoding="utf-8")
    expected = {**DIFFERENCES["003:lots_of_three"], "hand_size": 6}
    assert {change.field.name: change.here for change in ruleset(tmp_path / "mine.toml").diff()} == expected


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"")
    assert ruleset(tmp_path / "mine.toml") == Ruleset()


@pytest.mark.parametrize(
    ("content", "named"),
    [
        pytest.param(b'base = "004"', "base", id="unknown base"),
        pytest.param(b"base = 3", "base", id="base is a number"),
        pytest.param(b"base." + b"a." * 3000 + b"a = 1", "a key of more than 10 parts", id="base is a deep table"),
        pytest.param(b"no_such = 1", "no_such", id="unknown field"),
        pytest.param(b'"x\\ny" = 1', "x y", id="hostile field"),
        pytest.param(b"hand_size = 0", "hand_size", id="too small"),
        pytest.param(b"max_players = 6", "max_players", id="too large"),
        pytest.param(b'hand_size = "five"', "hand_size", id="text for a number"),
        pytest.param(b"hand_size = 5.0", "hand_size", id="fraction"),
        pytest.param(b"hand_size = 1979-05-27", "hand_size", id="date"),
        pytest.param(b"hand_size = [5]", "hand_size", id="list for a number"),
        pytest.param(b"threat_faces = 5", "threat_faces", id="number for a list"),
        pytest.param(b"threat_faces = [[5]]", "threat_faces", id="list in a list"),
        pytest.param(b"[hand_size]\nx = 1", "hand_size", id="table for a number"),
        pytest.param(b"threat_limit = 9", "threat", id="contradicts the supply"),
        pytest.param(b"[[", "is not TOML", id="not TOML"),
        pytest.param(b"hand_size = 5\nhand_size = 6", "is not TOML", id="field twice"),
        pytest.param(b"\xff", "is not UTF-8", id="not UTF-8"),
        pytest.param(b"\0" * 100, "mine.toml", id="zeros"),
        pytest.param(b"hand_size = " + b"9" * 5000, "mine.toml", id="5000 digits"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, content: bytes, named: str) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    text = str(refusal(read_ruleset, tmp_path / "mine.toml"))
    assert text.startswith("mine.toml: ")
    assert named in text
    assert len(text) < 500


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    assert "there is no such file" in str(refusal(read_ruleset, tmp_path / "none.toml"))
    assert "there is no such file" in str(refusal(read_ruleset, tmp_path))


# A write that fails changes nothing


@pytest.mark.parametrize("place", ["a_file/mine.toml", "no_folder/mine.toml"])
def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "a_file").write_text("kept", encoding="utf-8")
    assert str(refusal(write_ruleset, Ruleset(), tmp_path / place)).startswith("mine.toml: cannot be written: ")
    assert [path.name for path in tmp_path.rglob("*")] == ["a_file"]
    assert (tmp_path / "a_file").read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("step", ["replace", "fsync", "chmod"])
def test_a_failure_keeps_the_old_file_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    write_ruleset(ruleset("003"), tmp_path / "mine.toml")
    monkeypatch.setattr(os, step, fail)
    text = str(refusal(write_ruleset, ruleset("001"), tmp_path / "mine.toml"))
    assert text == "mine.toml: cannot be written: No space left on device"
    assert read_ruleset(tmp_path / "mine.toml") == ruleset("003")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_a_write_replaces_the_old_file(tmp_path: Path) -> None:
    for name in ("003", "001"):
        write_ruleset(ruleset(name), tmp_path / "mine.toml")
    assert read_ruleset(tmp_path / "mine.toml") == ruleset("001")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


# Bad readings


@pytest.mark.parametrize(
    ("old", "new", "entry", "field"),
    [
        pytest.param('document = "003"', 'document = "007"', "003", "document", id="unknown document"),
        pytest.param('field = "instant_again"', 'field = "no_such"', "003", "field", id="unknown field"),
        pytest.param("value = false", "value = true", "003", "value", id="overrides nothing"),
        pytest.param("value = false", 'value = "no"', "003", "value", id="wrong value"),
        pytest.param('rule = "act.instant.replay"', 'rule = "act.no_such"', "003", "rule", id="unknown rule"),
        pytest.param('line = "425"\n', "", "003", "line", id="no line"),
        pytest.param('line = "425"', "line = 425", "003", "line", id="line is a number"),
        pytest.param('line = "425"', 'line = "425"\npage = "4"', "003", "page", id="unknown key"),
        pytest.param('name = "lots_of_three"', 'name = "Lots of three"', "alternative", "name", id="bad name"),
        pytest.param('name = "lots_of_three"', 'name = "six_at_step_6"', "alternative", "name", id="name twice"),
        pytest.param('value = "lots_of_three"', 'value = "lots_of_four"', "lots_of_three", "value", id="wrong value below"),
    ],
)
def test_a_bad_reading_is_refused(tmp_path: Path, old: str, new: str, entry: str, field: str) -> None:
    path = Path(shutil.copy(places.data("bruges", "readings", "003.toml"), tmp_path))
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    error = refusal(read_reading, path)
    assert isinstance(error, DataError)
    assert str(error).startswith(f"003.toml: {entry}: ")
    assert field in str(error)


def test_every_override_cites_an_existing_rule_and_a_real_difference() -> None:
    for path in sorted(places.data("bruges", "readings").glob("*.toml")):
        assert read_reading(path).document == path.stem
