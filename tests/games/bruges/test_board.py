import shutil
from pathlib import Path

import pytest
from cases import each

from bruges_lab import places
from bruges_lab.games.bruges.board import Board
from bruges_lab.games.bruges.deck import WITNESS
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.games.bruges.words import BLUE
from bruges_lab.kernel.errors import DataError
from bruges_lab.rulebook.catalogue import Catalogue

BOARD = Board.load()
SPACES = [(gate, side, section) for gate, sections in enumerate(BOARD.gates) for side, section in enumerate(sections)]


def test_four_gates_of_ten_canal_spaces() -> None:
    assert [sum(len(section) for section in gate) for gate in BOARD.gates] == [10, 10, 10, 10]


@each(("gate", "side", "section"), SPACES)
def test_a_section_has_the_five_colours_and_prices_that_rise_from_the_gate(gate: int, side: int, section: tuple) -> None:
    assert sorted(space.colour for space in section) == [0, 1, 2, 3, 4]
    assert [space.price for space in section] == [1, 2, 3, 4, 5]


def test_one_blue_space_of_price_1_beside_a_gate_is_attested_and_no_other() -> None:
    attested = [
        (place, space)
        for _, _, section in SPACES
        for place, space in enumerate(section)
        if space.colour_from.startswith("attested") or space.price_from.startswith("attested")
    ]
    assert [(place, space.colour, space.price) for place, space in attested] == [(0, BLUE, 1)]
    assert attested[0][1].colour_from.startswith("attested 003:")


def test_the_track_starts_at_nothing_rises_and_ends_at_12() -> None:
    assert BOARD.points[0] == 0
    assert list(BOARD.points) == sorted(set(BOARD.points))
    assert (BOARD.points[1], BOARD.points[-1]) == (1, 12)
    assert BOARD.last_step == len(BOARD.points) - 1


def test_step_6_is_worth_7_as_document_000_says() -> None:
    assert BOARD.points[6] == 7
    assert BOARD.points_from[6].startswith("attested 000:")


def test_step_6_is_worth_6_in_the_other_reading_and_nothing_else_changes() -> None:
    default, six = Ruleset(), Ruleset(reputation_points="six_at_step_6")
    assert [BOARD.reputation_points(step, default) for step in range(BOARD.last_step + 1)] == list(BOARD.points)
    changed = {step: BOARD.reputation_points(step, six) for step in range(BOARD.last_step + 1)}
    assert {step: points for step, points in changed.items() if points != BOARD.points[step]} == {6: 6}


def test_witnesses_are_well_formed() -> None:
    witnesses = [
        *BOARD.points_from,
        *(w for _, _, section in SPACES for space in section for w in (space.colour_from, space.price_from)),
    ]
    assert all(WITNESS.fullmatch(witness) for witness in witnesses)


# Files of one's own


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(places.data("bruges", "board.toml"), tmp_path / "mine.toml"))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def refusal(path: Path) -> DataError:
    with pytest.raises(DataError) as error:
        Board.load(path)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 500
    return error.value


def test_our_board_needs_no_remark() -> None:
    assert BOARD.remarks() == []


def test_a_board_that_differs_from_the_documents_is_taken_with_a_remark(path: Path) -> None:
    edit(path, "points = 7", "points = 6")
    (remark,) = Board.load(path).remarks()
    assert "step 6 is worth 6 here" in remark
    edit(path, '{ colour = "blue", price = 1, witness', '{ colour = "blue", price = 2, witness')
    assert len(Board.load(path).remarks()) == 1  # gate 3 has a blue 1 as well
    edit(path, '{ colour = "blue", price = 1, witness', '{ colour = "red", price = 1, witness')
    assert any("blue space of price 1" in remark for remark in Board.load(path).remarks())


def test_the_digest_tells_boards_apart_by_what_is_played(path: Path) -> None:
    assert Board.load(path).digest == BOARD.digest
    edit(path, 'title = "Reconstructed board"', 'title = "Mine"')
    assert Board.load(path).title == "Mine"
    assert Board.load(path).digest == BOARD.digest
    edit(path, '"blue", price = 1', '"blue", price = 0')
    assert Board.load(path).digest != BOARD.digest


FIRST = '  { colour = "blue", price = 1, witness = { colour = "attested 003:331", price = "attested 003:331" } },\n'


@pytest.mark.parametrize(
    ("old", "new", "entry", "field", "rule"),
    [
        pytest.param("points = 2", "points = 1", "step 2", "points", "scoring.reputation.values", id="points do not rise"),
        pytest.param(
            "points = 1\n", "points = 0\n", "step 1", "points", "scoring.reputation.values", id="first step for nothing"
        ),
        pytest.param("points = 2", 'points = "2"', "board", "step", None, id="points as text"),
        pytest.param("points = 2", "points = 2.5", "board", "step", None, id="half a point"),
        pytest.param('"reconstructed"', '"guessed"', "step 2", "witness", None, id="bad witness of a step"),
        pytest.param(FIRST, "", "gate 1", "left", "action.canal.layout", id="section of four"),
        pytest.param(FIRST, FIRST * 2, "gate 1", "left", "action.canal.layout", id="section of six"),
        pytest.param(
            '"blue", price = 1', '"green", price = 1', "gate 1 left 1", "colour", "action.canal.color", id="unknown colour"
        ),
        pytest.param(
            '"blue", price = 1', '"blue", price = -1', "gate 1 left 1", "price", "action.canal.cost", id="negative price"
        ),
        pytest.param(
            '"blue", price = 1', '"blue", price = 100', "gate 1 left 1", "price", "action.canal.cost", id="price of 100"
        ),
        pytest.param(
            '{ colour = "attested 003:331"', '{ size = "reported"', "gate 1 left 1", "witness.size", None, id="witness of nothing"
        ),
        pytest.param(
            '{ colour = "attested 003:331"', '{ colour = "told"', "gate 1 left 1", "witness.colour", None, id="bad witness"
        ),
        pytest.param("left = [", "middle = [", "board", "middle", None, id="unknown section"),
        pytest.param('title = "Reconstructed board"\n', "", "board", "title", None, id="no title"),
        pytest.param("title =", "author = 1\ntitle =", "board", "author", None, id="unknown key"),
    ],
)
def test_a_bad_board_is_refused(path: Path, old: str, new: str, entry: str, field: str, rule: str | None) -> None:
    edit(path, old, new)
    error = refusal(path)
    assert str(error).startswith(f"mine.toml: {entry}: ")
    assert field in str(error)
    assert error.rule == rule
    assert rule is None or rule in Catalogue.load()


def test_a_gate_too_few_is_refused(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    four = text[: text.rindex("[[gate]]")]  # the fifth lies on a board of its own
    path.write_text(four, encoding="utf-8")
    assert len(Board.load(path).gates) == 4
    path.write_text(four[: four.rindex("[[gate]]")], encoding="utf-8")
    error = refusal(path)
    assert (error.entry, error.field, error.rule) == ("board", "gate", "setup.player.small_seal")


@pytest.mark.parametrize("steps", [5, 41])
def test_a_track_too_short_or_too_long_is_refused(path: Path, steps: int) -> None:
    text = path.read_text(encoding="utf-8")
    track = "".join(f'[[step]]\npoints = {n}\nwitness = "reported"\n' for n in range(1, steps + 1))
    path.write_text(text[: text.index("[[step]]")] + track + text[text.index("[[gate]]") :], encoding="utf-8")
    error = refusal(path)
    assert (error.entry, error.field, error.rule) == ("board", "step", "scoring.reputation.values")


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"", "title"), (b"[[gate]", "is not TOML"), (b"\xff", "is not UTF-8"), (b"gate = 4\n", "mine.toml: board: ")],
    ids=["empty", "not TOML", "not UTF-8", "no list"],
)
def test_a_file_that_is_no_board_is_refused(path: Path, content: bytes, problem: str) -> None:
    path.write_bytes(content)
    assert str(refusal(path)).startswith("mine.toml: ")
    assert problem in str(refusal(path))


def test_a_board_is_checked_against_the_ruleset_in_force() -> None:
    with pytest.raises(DataError, match=r"has 5 spaces; a section has 6 \(action\.canal\.layout\)"):
        Board.load(rules=Ruleset().changed(section_spaces=6))
    assert [len(gate) for gate in Board.load(rules=Ruleset().changed(sections=1)).gates] == [1, 1, 1, 1]
