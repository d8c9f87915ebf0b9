"""How many lines of play there are from a position: counts in the files beside this, a topic a file.

The positions use the pinned deck and board of the golden games. A second, slow count lists choices by the needs instead of the
fast listings, and must give the same numbers.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cases import each
from slow_count import by_choice, slow_count

import bruges_lab as bl
from bruges_lab.games.bruges.model import BOOK, State
from bruges_lab.games.bruges.rules import turns
from bruges_lab.games.bruges.rules.people import ACTIVATE
from bruges_lab.kernel import advance, perft
from bruges_lab.kernel.expansion import split

FOLDER = Path(__file__).parent
SIZE = bl.ruleset(cards=100, cards_per_colour=20)
DECK = bl.Deck.load(FOLDER.parent / "golden" / "deck.toml", SIZE)
BOARD = bl.Board.load(FOLDER.parent / "golden" / "board.toml", SIZE)
MOST_SLOWLY = 15_000
"""Lines up to which the slow count follows."""


class Position(NamedTuple):
    given: dict[str, Any]
    counts: list[int]

    def state(self) -> State:
        return bl.Scenario.read({"given": self.given}, deck=DECK, board=BOARD).state


def read_positions() -> dict[str, Position]:
    found = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for record in tomllib.loads(path.read_text(encoding="utf-8"))["position"]:
            found[f"{path.stem}/{record['name']}"] = Position(record["given"], record["counts"])
    return found


POSITIONS = read_positions()
every_position = each("name", POSITIONS)


@every_position
def test_count(name: str) -> None:
    position = POSITIONS[name]
    state = position.state()
    before = state.key()
    for depth, count in enumerate(position.counts, 1):
        if perft(state, depth) != count:
            pytest.fail(
                f"{name}, depth {depth}: {perft(state, depth)} lines, not {count}\n{by_choice(state, depth)}", pytrace=False
            )
    assert state.key() == before, "counting changed the position"


@every_position
def test_slow_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "list_activations", ACTIVATE.listed)  # whether a turn goes on is asked there too
    monkeypatch.setattr(turns, "seems_to_activate", ACTIVATE.listed)  # the pinned deck has nobody in whom these differ
    position = POSITIONS[name]
    for depth, count in enumerate(position.counts, 1):
        if count <= MOST_SLOWLY:
            assert slow_count(position.state(), BOOK, depth) == count, f"depth {depth}"


@every_position
def test_the_split_adds_up(name: str) -> None:
    position = POSITIONS[name]
    state = position.state()
    own = state.copy()
    pending = advance(own)
    if pending is None or pending.is_chance:
        assert set(position.counts) == {1}
        return
    counts = split(state, 2)
    assert list(counts) == pending.raw
    assert len(counts) == position.counts[0]
    assert sum(counts.values()) == perft(state, 2)


def test_the_split_at_a_chance_step_agrees_with_the_count() -> None:
    state = POSITIONS["draw/full_hands"].state()
    assert sum(split(state, 2).values()) in (0, perft(state, 2))


def test_a_wrong_count_shows_where() -> None:
    shown = by_choice(POSITIONS["beggar_troublemaker/beggar"].state(), 2)
    assert shown == "  workers:beggar  3\n  guilders:beggar  3\n  house:beggar  3\n  recruit:beggar:blue  5"


def test_the_files() -> None:
    topics = {name.partition("/")[0] for name in POSITIONS}
    assert len(topics) >= 8
    assert all(position.counts for position in POSITIONS.values())
