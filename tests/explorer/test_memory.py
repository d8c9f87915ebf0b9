"""What an explorer keeps of a long session: the nodes of the game, and nothing else that grows with them. Counted, not timed."""

from __future__ import annotations

import gc
import random
import tracemalloc

import pytest

import bruges_lab as bl
from bruges_lab.kernel.events import RawEvent
from bruges_lab.kernel.nodes import kept_once

FIRST, STEPS, JUMPS = 15, 90, 10
MOST_A_NODE = 4_000
MOST_BESIDE = 1_200
"""Bytes a node beside the game itself: what is shown now is longer than what was shown then."""


def session(explorer: bl.Explorer, steps: int, dice: random.Random) -> None:
    """Press choices as a browser does; where a game is over, go back somewhere."""
    surface = explorer.surfaces()["decide"]
    for _ in range(steps):
        game = explorer.game
        if game.over:
            act, value = "scrub", str(dice.randrange(len(explorer.cursor.line())))
        elif game.pending is not None and game.pending.is_chance:
            act, value = "roll", ""
        else:
            act, value = "choose", str(dice.choice(game.legal()))
        surface._received(None, {"act": act, "value": value, "count": 1}, [])


def counted() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.slow
def test_a_long_session_keeps_the_nodes_of_its_game_and_little_else() -> None:
    tracemalloc.start()
    try:
        # The same session once before: words and pictures that are kept on purpose are then all there.
        session(bl.Explorer(bl.new_game(players=3, seed=7)), FIRST + STEPS, random.Random(0))
        explorer = bl.Explorer(bl.new_game(players=3, seed=7))
        dice = random.Random(0)
        session(explorer, FIRST, dice)
        before, nodes = counted(), len(explorer.game.nodes)
        session(explorer, STEPS, dice)
        for _ in range(JUMPS):
            explorer.scrub(dice.randrange(len(explorer.cursor.line())))
        grown, new = counted() - before, len(explorer.game.nodes) - nodes

        # The same line in a game that nobody looks at but that is kept in the same way.
        game = explorer.game
        explorer.close()
        twin = bl.new_game(players=3, seed=7)
        twin.watch(lambda: None)
        before = counted()
        for node in game.nodes[1:]:
            if node.number < len(twin.nodes):
                continue
            assert node.parent is not None
            twin.goto(node.parent.number)
            twin.play_option(node.option)
        bare = (counted() - before) / (len(twin.nodes) - 1)
    finally:
        tracemalloc.stop()
    assert new >= STEPS * 0.9
    assert len(twin.nodes) == len(game.nodes)
    assert grown / new < MOST_A_NODE, f"{grown / new:.0f} bytes a new node"
    assert grown / new - bare < MOST_BESIDE, f"{grown / new:.0f} bytes a new node, {bare:.0f} of them the game's"


def test_what_is_equal_to_before_is_kept_once() -> None:
    explorer = bl.Explorer(bl.new_game(players=3, seed=7))
    session(explorer, 60, random.Random(1))
    nodes = explorer.game.nodes[1:]
    shared = [
        now is was
        for node in nodes
        if node.parent is not None
        for was, now in zip(node.parent.state.players, node.state.players, strict=True)
        if was == now
    ]
    assert shared
    assert all(shared)
    deltas: dict[object, object] = {}
    for node in nodes:
        for raw in node.raw:
            assert deltas.setdefault(raw[4], raw[4]) is raw[4]


def test_what_cannot_be_looked_up_is_kept_as_it_is() -> None:
    events: list[RawEvent] = [("rule", "kind", 0, {"cards": [1, 2]}, (), -1)]
    assert kept_once(events, {}) is events
