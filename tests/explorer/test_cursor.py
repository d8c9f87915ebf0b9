"""What lies between the events of a node: read off what the node has told, it is what running its rules again shows."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.explorer.cursor import Cursor
from bruges_lab.kernel import Event, Game
from bruges_lab.kernel.nodes import Node

MIDDLE: Any = {"given": {"phase": "dice", "players": [{"threats": {"yellow": 2, "red": 2}, "houses": ["red"]}, {}]}}


def begun(name: str, players: int, seed: int) -> Game[Any]:
    return bl.new_game(players=players, seed=seed, game=name)


def wandered(game: Game[Any], seed: int, choices: int, turns_back: int = 0) -> Game[Any]:
    """A game played at random, now and then from an earlier node, so that it has branches."""
    dice = random.Random(seed)
    for made in range(choices):
        if game.over or (turns_back and made % turns_back == turns_back - 1):
            game.goto(dice.choice([node for node in game.nodes if node.settled and node.state.agenda]))
        pending = game.pending
        assert pending is not None
        game.play_option(dice.choice(pending.raw))
    return game


def by_running_again(game: Game[Any], node: Node[Any]) -> list[tuple[Any, list[Event]]]:
    """The tasks of a node that told something, with the positions after them: its rules run once more."""
    return [(state, events) for state, events in game.frames(node) if events]


def table(state: Any) -> tuple[object, ...]:
    """A position without what is still to happen."""
    return tuple(tuple(value) if name == "players" else value for name, value in fields(state))


def fields(state: Any) -> list[tuple[str, Any]]:
    return [(name, getattr(state, name)) for name in state.position_fields() if name != "agenda"]


def sizes(game: Game[Any]) -> list[list[int]]:
    """How many events the pieces of each node have."""
    return [[len(events) for _, events in game.pieces(node)] for node in game.nodes]


def check_every_node(game: Game[Any]) -> dict[str, int]:
    """Compare the two ways at every node; how many there were of each sort."""
    seen = dict.fromkeys(("nodes", "several", "forced", "chance", "start"), 0)
    cursor = Cursor(game)
    for node in game.nodes:
        assert node.settled
        cursor.goto(node)
        again, frames = by_running_again(game, node), cursor.frames()
        assert [frame.events for frame in frames if frame.events] == [events for _, events in again], node
        assert len(frames) == max(1, len(again)), node
        for frame, (state, _) in zip(frames, again, strict=False):
            assert table(frame.state) == table(state), node
            assert frame.state.emitted == state.emitted
            assert tuple(frame.state.agenda) == node.state.agenda
        assert frames[-1].state is node.state
        told = [event for frame in frames for event in frame.events]
        assert told == game.events_of([node])[game.opening if node is game.root else 0 :]
        seen["nodes"] += 1
        seen["several"] += len(frames) > 1
        seen["forced"] += any(event.kind == "forced" for event in told)
        seen["chance"] += node.by_chance
        seen["start"] += node is game.root and len(frames) > 1
    return seen


@pytest.mark.parametrize("name", ["bruges", "ferry"])
def test_the_events_of_a_node_are_cut_where_its_tasks_ended(name: str) -> None:
    seen: dict[str, int] = {}
    for seed in range(12):
        game = wandered(begun(name, 2 + seed % 3, seed), seed, 260, turns_back=25 if seed % 2 else 0)
        for sort, count in check_every_node(game).items():
            seen[sort] = seen.get(sort, 0) + count
    assert seen["nodes"] > 300
    assert min(count for sort, count in seen.items() if sort != "start") > 3, seen
    assert seen["start"] == (12 if name == "bruges" else 0)


@pytest.mark.parametrize("name", ["bruges", "ferry"])
def test_a_loaded_game_and_a_branch_are_cut_in_the_same_places(name: str) -> None:
    game = wandered(begun(name, 3, 5), 5, 60, turns_back=12)
    cuts = sizes(game)
    assert sum(len(pieces) > 1 for pieces in cuts) > 5
    for other in (bl.from_text(game.to_text()), game.branch()):
        assert sizes(other) == cuts
        check_every_node(other)
        check_every_node(wandered(other, 6, 20))


@pytest.mark.parametrize("name", ["bruges", "ferry"])
def test_a_node_that_was_run_task_by_task_is_cut_in_the_same_places(name: str) -> None:
    whole, slow = begun(name, 2, 9), begun(name, 2, 9)
    for number in range(40):
        if whole.over:
            break
        choice = str(whole.legal()[number % len(whole.legal())])
        whole.play(choice)
        slow.play(choice, run=False)
        if number % 7 == 0 and slow.step() is not None:  # left in the middle, saved, and gone on with
            slow = bl.from_text(slow.to_text())
        slow.events_until("decision")
    assert sizes(slow) == sizes(whole)
    check_every_node(slow)


def test_a_game_that_begins_in_the_middle_shows_its_first_tasks() -> None:
    game = bl.scenario(MIDDLE)
    check_every_node(game)
    check_every_node(wandered(game, 1, 15))


def test_somebody_who_watches_changes_nothing() -> None:
    game = begun("bruges", 2, 3)
    bl.Explorer(game)
    check_every_node(wandered(game, 3, 40))


def test_a_node_keeps_its_cuts_in_few_bytes() -> None:
    game = wandered(begun("bruges", 4, 1), 1, 400, turns_back=90)
    rows = {id(node.ends): sys.getsizeof(node.ends) for node in game.nodes}  # one of no bytes is shared by all
    assert sum(rows.values()) / len(game.nodes) + 8 < 60
