"""How many lines of play there are from a position of Burdigala: counts in the files of `perft`, a topic a file.

A line ends at the next throw or draw of chance. A second, slow count lists choices by the needs instead of the fast listings, and
must give the same numbers.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from burdigala_tables import new_game, table
from slow_count import by_choice, slow_count

from bruges_lab.games.burdigala.model import BOOK, State
from bruges_lab.kernel import perft

FOLDER = Path(__file__).parent / "perft"


def read_positions() -> dict[str, dict[str, Any]]:
    found = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for record in tomllib.loads(path.read_text(encoding="utf-8"))["position"]:
            found[f"{path.stem}/{record['name']}"] = record
    return found


POSITIONS = read_positions()
every_position = pytest.mark.parametrize("name", POSITIONS)


def state_of(name: str) -> State:
    given = {key: value for key, value in POSITIONS[name].items() if key not in ("name", "counts")}
    switches = given.pop("switches", {})
    if "start" in given:
        game = new_game(given["start"], 1, **switches)
        for _ in range(given.get("placed", 0)):
            game.play(0)
        return game.state.copy()
    given["dice"] = tuple(given.get("dice", (0, 0)))
    return table(*given.pop("seats"), **given, **switches).start.copy()


@every_position
def test_count(name: str) -> None:
    state, counts = state_of(name), POSITIONS[name]["counts"]
    before = state.key()
    found = [perft(state, depth) for depth in range(1, len(counts) + 1)]
    if found != counts:
        pytest.fail(f"{name}: {found} lines, not {counts}\n{by_choice(state, len(counts))}", pytrace=False)
    assert state.key() == before, "counting changed the position"


@every_position
def test_slow_count(name: str) -> None:
    for depth, count in enumerate(POSITIONS[name]["counts"], 1):
        if count <= 1_000:
            assert slow_count(state_of(name), BOOK, depth) == count, f"depth {depth}"


def test_the_files() -> None:
    assert {name.partition("/")[0] for name in POSITIONS} == {"placing", "moves", "cubes", "cards"}
    assert all(record["counts"] for record in POSITIONS.values())


def test_a_wrong_count_shows_where() -> None:
    assert by_choice(state_of("cards/merchant"), 2) == "  end  1\n  merchant:1  4"
