"""What users hand in by mistake or by malice: wrong types, absurd numbers in saves. One line, never a traceback of ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.kernel.saving import _content_hash, _Save, to_bytes

# What is of another type than asked for


WRONG: dict[str, Callable[[], object]] = {
    "board": lambda: bl.new_game(2, board=5),  # type: ignore[arg-type]
    "board of a scenario": lambda: bl.scenario("first_look", board=[]),  # type: ignore[arg-type]
    "chance": lambda: bl.new_game(2, chance="x"),  # type: ignore[arg-type]
    "chance of a scenario": lambda: bl.scenario("first_look", chance=5),  # type: ignore[arg-type]
    "ruleset": lambda: bl.new_game(2, ruleset=None),  # type: ignore[arg-type]
    "seed": lambda: bl.new_game(2, 10**5000),
    "names": lambda: bl.new_game(2, names=5),  # type: ignore[arg-type]
    "names in one word": lambda: bl.new_game(2, names="ab"),
    "no name": lambda: bl.new_game(2, names=[None, "x"]),  # type: ignore[list-item]
    "node": lambda: bl.new_game(2).goto(None),  # type: ignore[arg-type]
    "endless node": lambda: bl.new_game(2).goto(10**5000),
    "since": lambda: bl.new_game(2).to_scenario(since="x"),  # type: ignore[arg-type]
    "view": lambda: bl.new_game(2).view(True),
    "choice": lambda: bl.new_game(2).play(None),  # type: ignore[arg-type]
    "refusal": lambda: bl.new_game(2).why_not(3.5),  # type: ignore[arg-type]
    "notation": lambda: bl.Choice.parse(5),  # type: ignore[arg-type]
    "save": lambda: bl.load(None),  # type: ignore[arg-type]
    "short text": lambda: bl.from_text(5),  # type: ignore[arg-type]
}


@each("name", WRONG)
def test_a_wrong_type_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(bl.LabError) as error:
        WRONG[name]()
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


ABSURD: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "guilders": ({}, {"guilders": 10**18}, "guilders: is more than"),
    "debts": ({}, {"guilders": -5}, "guilders: -5 is less than nothing (phase2.advance.poor)"),
    "workers": ({}, {"workers": [10**9, 0, 0, 0, 0]}, "workers: is more than"),
    "round": ({"round": 10**9}, {}, "round: 1000000000 is not from 0 to 9999 (round.count)"),
    "turn": ({"turn": -2}, {}, "turn: -2 is not from 0 to 4 (phase3.turns)"),
    "last round": ({"round": 5, "final_round": 2}, {}, "final_round: 2 cannot be the last"),
    "spent": ({"spent": [999]}, {}, "spent: names a card that is not in the deck"),
}


@pytest.mark.parametrize("name", ABSURD)
def test_absurd_numbers_in_a_save_are_refused(tmp_path: Path, name: str) -> None:
    of_table, of_player, said = ABSURD[name]
    save = msgspec.json.decode(to_bytes(bl.new_game(2)), type=_Save)
    save.start.update(of_table)
    save.start["players"][1].update(of_player)
    save.hash = _content_hash(save)
    path = tmp_path / "forged.json"
    path.write_bytes(msgspec.json.encode(save))
    with pytest.raises(bl.SaveError) as error:
        bl.load(path)
    assert said in str(error.value)
    assert str(error.value).isprintable()
