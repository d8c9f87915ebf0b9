"""Games saved by 0.1.0 still load, although they wasted activations that are refused now and answered questions no longer asked.

They were played with the pinned deck and board of the golden games.
"""

import json
from pathlib import Path

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.kernel.errors import SaveError
from bruges_lab.kernel.state import LATEST

TESTS = Path(__file__).parents[2]
SAVED = TESTS / "saved"
SIZE = bl.ruleset(cards=100, cards_per_colour=20)
DECK = bl.Deck.load(TESTS / "golden" / "deck.toml", SIZE)
BOARD = bl.Board.load(TESTS / "golden" / "board.toml", SIZE)
TEXTS = sorted(SAVED.glob("*.txt"))
UNFINISHED = {"in_an_arrow_with_an_astronomer"}


def loaded(path: Path) -> bl.Game[bl.State]:
    if path.suffix == ".json":
        return bl.load(path, deck=DECK, board=BOARD)
    return bl.from_text(path.read_text(encoding="utf-8"), deck=DECK, board=BOARD)


def test_there_are_some() -> None:
    assert len(TEXTS) == 8


@pytest.mark.parametrize("path", [*TEXTS, *SAVED.glob("*.json")], ids=lambda path: path.name)
def test_a_game_of_0_1_0_loads_and_can_be_saved_again(path: Path, tmp_path: Path) -> None:
    """It was begun as of older rules and stays so, whoever saves it."""
    game = loaded(path)
    assert game.over or path.stem in UNFINISHED
    assert {node.state.as_of for node in game.nodes} == {1}
    game.note("read again")
    game.save(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))["schema"] == 1
    again = bl.load(tmp_path / "again.json", deck=DECK, board=BOARD)
    assert (again.node.note, again.scores()) == ("read again", game.scores())


@each("path", TEXTS, ids=lambda path: path.stem)
def test_as_of_now_it_would_have_been_another_game(path: Path) -> None:
    """What makes it an old game is in it: by today's rules its choices are refused or lead elsewhere."""
    game = loaded(path)
    for state in (game.start, *(node.state for node in game.nodes)):
        state.as_of = LATEST
    with pytest.raises(SaveError, match=r"may not be chosen there|leads to another position"):
        bl.from_text(game.to_text(), deck=DECK, board=BOARD)


def test_a_new_game_is_saved_as_of_now(tmp_path: Path) -> None:
    bl.new_game(players=2, seed=1).save(tmp_path / "new.json")
    assert json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))["schema"] == LATEST
