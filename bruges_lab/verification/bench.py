"""How fast it is, beside two peers measured in the same run: python-chess and catanatron on their own random playouts.

Every measure is taken in short windows, ours and the peers' in turn, and the best window of each counts; ratios are what can be
compared between machines. The peers come with the extra `bench`; without them only our own figures are given.
"""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..analysis.playouts import play_out
from ..analysis.policies import policy, random_policy
from ..games import shelf
from ..games.manifest import Manifest
from ..kernel import Game, Option, Seeded, Stream, advance, choose
from ..kernel.engine import Pending
from ..kernel.expansion import expand
from ..kernel.pause import collector_paused
from ..kernel.saving import from_bytes, to_bytes
from ..lab import new_game, rules_of


class Figure(NamedTuple):
    """One measure: its value, the floor it must reach, and how it is written."""

    name: str
    value: float
    unit: str
    floor: str
    met: bool | None


Rate = Callable[[], float]

OTHERS = 2.5
"""How many times as fast as python-chess games besides the usual one are to be played out."""
MANY = 12
"""Answers that a question in the middle of a game has at least."""


# Our own


def playout_rate(games: int = 8, players: int = 3, game: str | None = None) -> tuple[float, float]:
    """Questions to players and games per second of `play_out`, random policy, events on, from the start of a game."""
    fresh = [new_game(players, seed, game=game) for seed in range(games)]
    began = time.perf_counter()
    decisions = 0
    for seed, one in enumerate(fresh):
        decisions += play_out(one, "random", seed).decisions
    spent = time.perf_counter() - began
    return decisions / spent, games / spent


def open_share(games: int = 20, players: int = 3, game: str | None = None) -> float:
    """The share of questions that are decisions: where a hand is hidden, a player is asked even if there is one answer."""
    asked: list[bool] = []

    def noted(state: Any, pending: Pending, stream: Stream) -> Option:
        asked.append(len(pending.raw) > 1)
        return random_policy(state, pending, stream)

    for seed in range(games):
        play_out(new_game(players, seed, game=game), noted, seed)
    return sum(asked) / len(asked)


def game_rate(games: int = 4, players: int = 3, game: str | None = None) -> float:
    """Decisions a second by `Game.legal` and `Game.play` with the whole history kept; a single answer is no decision."""
    decisions = 0
    spent = 0.0
    for seed in range(games):
        one = new_game(players, seed, game=game)
        stream = Stream(seed, "bench")
        began = time.perf_counter()
        while not one.over:
            legal = one.legal()
            one.play(legal[stream.below(len(legal))])
            decisions += len(legal) > 1
        spent += time.perf_counter() - began
    return decisions / spent


def middle(seed: int = 3) -> tuple[Any, Pending]:
    """A position in the middle of a game: from the half of a random game on, the first question with many answers."""
    half = sum(1 for _ in _asked(seed)) // 2
    for number, (state, pending) in enumerate(_asked(seed)):
        if number >= half and not pending.is_chance and len(pending.raw) >= MANY:
            return state, pending
    raise AssertionError(f"no question of the game has {MANY} answers")


def _asked(seed: int) -> Iterator[tuple[Any, Pending]]:
    """Everything that is asked in a random game of as many as can play, events off."""
    manifest = shelf.find()
    players = manifest.players[-1]
    rules, source, stream = rules_of(manifest, "default"), Seeded(seed), Stream(seed, "middle")
    material = manifest.material_for(rules, {})
    state, _ = manifest.first_position(players, rules, source.stream("set-up", players), material)
    while (pending := advance(state)) is not None:
        yield state, pending
        option = source.pick(state, pending, 0) if pending.is_chance else random_policy(state, pending, stream)
        assert option is not None
        choose(state, option)


def tree_rate(cap: int = 6000) -> float:
    """Nodes a second of a tree with every node applied, events off."""
    state, _ = middle()
    began = time.perf_counter()
    tree = expand(state, depth=3, cap=cap)
    return len(tree.nodes) / (time.perf_counter() - began)


def greedy_decisions() -> list[tuple[Any, Pending]]:
    """Questions like that of the tree's position which greedy players are asked from there until chance decides again."""
    state, first = middle()
    stream, greedy = Stream(0, "greedy"), policy("greedy")
    found: list[tuple[Any, Pending]] = []
    while (pending := advance(state)) is not None and not pending.is_chance:
        if len(pending.raw) > 1 and pending.kind == first.kind:
            twin = state.copy()
            asked = advance(twin)
            assert asked is not None
            found.append((twin, asked))
        choose(state, greedy(state, pending, stream))
    return found


def greedy_rate(decisions: list[tuple[Any, Pending]], times: int = 4) -> float:
    """Positions a second that `greedy` tries and weighs, over these decisions."""
    stream, greedy = Stream(0, "greedy"), policy("greedy")
    nodes = times * sum(len(pending.raw) for _, pending in decisions)
    with collector_paused():
        began = time.perf_counter()
        for _ in range(times):
            for state, pending in decisions:
                greedy(state, pending, stream)
        return nodes / (time.perf_counter() - began)


def copy_time(times: int = 3000) -> float:
    """Microseconds to copy a state in mid-game."""
    state, _ = middle()
    began = time.perf_counter()
    for _ in range(times):
        state.copy()
    return (time.perf_counter() - began) / times * 1e6


def listing_time(times: int = 3000) -> float:
    """Microseconds to list the legal choices of a turn in mid-game."""
    state, pending = middle()
    step: Any = pending.step
    args = pending.task[1:]
    began = time.perf_counter()
    for _ in range(times):
        step.options(state, *args)
    return (time.perf_counter() - began) / times * 1e6


def _whole_game() -> Game[Any]:
    game = new_game(4, 1)
    stream = Stream(1, "bench")
    while not game.over:
        assert game.pending is not None
        game.play_option(game.pending.raw[stream.below(len(game.pending.raw))])
    return game


def jump_time() -> float:
    """Milliseconds to undo to the start and jump back, by move."""
    game = _whole_game()
    last = game.node.number
    began = time.perf_counter()
    for number in range(0, last, 5):
        game.goto(number)
        game.goto(last)
        game.undo()
    return (time.perf_counter() - began) / (3 * len(range(0, last, 5))) * 1e3


def load_time() -> float:
    """Milliseconds to load a full game: replayed and verified."""
    data = to_bytes(_whole_game())
    began = time.perf_counter()
    from_bytes(shelf.Kits({}), data, "bench")
    return (time.perf_counter() - began) * 1e3


def node_memory() -> float:
    """Kilobytes a history node."""
    new_game(4, 1)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = _whole_game()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(game.nodes) / 1024


def import_time(statement: str) -> float:
    """Milliseconds of a statement in a fresh interpreter, beyond an empty one."""

    def run(code: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - began

    return (min(run(statement) for _ in range(4)) - min(run("pass") for _ in range(4))) * 1e3


# The peers


def chess_playouts(games: int = 1) -> float:
    """Decisions a second of python-chess on random games."""
    import chess

    moves = 0
    began = time.perf_counter()
    for seed in range(games):
        stream, board = Stream(seed, "chess"), chess.Board()
        while not board.is_game_over() and len(board.move_stack) < 300:
            legal = list(board.legal_moves)
            board.push(legal[stream.below(len(legal))])
            moves += len(legal) > 1
    return moves / (time.perf_counter() - began)


def chess_tree() -> float:
    """Nodes a second of python-chess by copy, every node applied, to depth 3 from the start."""
    import chess

    began = time.perf_counter()
    nodes, level = 1, [chess.Board()]
    for _ in range(3):
        following = []
        for board in level:
            for move in board.legal_moves:
                child = board.copy(stack=False)
                child.push(move)
                following.append(child)
        nodes += len(following)
        level = following
    return nodes / (time.perf_counter() - began)


def catanatron_playouts(games: int = 1) -> float:
    """Decisions a second of catanatron on random games of four; a single legal action is no decision, there as here."""
    return catanatron_rates(games)[0]


def catanatron_rates(games: int = 1) -> tuple[float, float]:
    """Decisions per second, and actions per second with those that had no alternative."""
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    decisions = actions = 0

    class Counting(RandomPlayer):  # type: ignore[misc]
        def decide(self, game: Any, playable_actions: Any) -> Any:
            nonlocal decisions, actions
            decisions += len(playable_actions) > 1
            actions += 1
            return super().decide(game, playable_actions)

    began = time.perf_counter()
    for seed in range(games):
        Catan([Counting(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed).play()
    spent = time.perf_counter() - began
    return decisions / spent, actions / spent


def _peers() -> dict[str, Rate]:
    found: dict[str, Rate] = {}
    for name, rate in (("python-chess", chess_playouts), ("catanatron", catanatron_playouts)):
        try:
            __import__({"python-chess": "chess", "catanatron": "catanatron"}[name])
        except ImportError:
            continue
        found[name] = rate
    return found


def others() -> list[Manifest]:
    """The games besides the usual one that state who plays them."""
    return [manifest for manifest in shelf.games() if manifest.has("policies") and manifest is not shelf.find()]


def measure(windows: int = 25) -> Iterator[Figure]:
    """All measures, best of so many interleaved windows: first those of the usual game, then the rates of the others."""
    peers = _peers()
    best: dict[str, float] = {}
    asked = greedy_decisions()
    usual = shelf.find().called()
    shares = {one.name: open_share(players=min(3, one.players[-1]), game=one.name) for one in (shelf.find(), *others())}

    def keep(name: str, value: float) -> None:
        best[name] = max(best.get(name, 0.0), value)

    for _ in range(windows):
        keep("playout", playout_rate(3)[0] * shares[shelf.USUAL])
        keep("games", playout_rate(2, 4)[1])
        keep("game", game_rate(1))
        keep("tree", tree_rate(2500))
        keep("greedy", greedy_rate(asked))
        for manifest in others():
            most = manifest.players[-1]
            keep(f"{manifest.name} playout", playout_rate(8, min(3, most), manifest.name)[0] * shares[manifest.name])
            keep(f"{manifest.name} games", playout_rate(2, most, manifest.name)[1])
            keep(f"{manifest.name} game", game_rate(1, min(3, most), manifest.name))
        for name, rate in peers.items():
            keep(name, rate())
        if "python-chess" in peers:
            keep("chess tree", chess_tree())
    fastest = max((best[name] for name in peers), default=0.0)
    for name in peers:
        yield Figure(f"{name}, random playout", best[name], "decisions/s", "", None)
    if "catanatron" in peers:
        actions = max(catanatron_rates()[1] for _ in range(3))
        yield Figure("catanatron, with actions that had no alternative", actions, "actions/s", "for comparison", None)
    yield _ratio(f"{usual}: play_out, events on", best["playout"], "decisions/s", fastest, 3.0, "both peers")
    yield _ratio(f"{usual}: Game.legal + Game.play, history kept", best["game"], "decisions/s", fastest, 1.5, "both peers")
    yield Figure(f"{usual}: complete games, 4 players, events on", best["games"], "games/s", "", None)
    chess = best.get("python-chess", 0.0)
    for manifest in others():
        name, title = manifest.name, manifest.called()
        yield _ratio(f"{title}: play_out, events on", best[f"{name} playout"], "decisions/s", chess, OTHERS, "python-chess")
        yield Figure(f"{title}: Game.legal + Game.play, history kept", best[f"{name} game"], "decisions/s", "", None)
        played = f"{title}: complete games, {manifest.players[-1]} players, events on"
        yield Figure(played, best[f"{name} games"], "games/s", "", None)
    if "chess tree" in best:
        yield Figure("python-chess tree by copy", best["chess tree"], "nodes/s", "", None)
    yield _ratio("tree, every node applied", best["tree"], "nodes/s", best.get("chess tree", 0.0), 0.6, "python-chess")
    yield _ratio("greedy, positions tried and weighed", best["greedy"], "nodes/s", best["tree"], 0.5, "the tree above")
    small: list[tuple[str, Rate, str, float]] = [
        ("state copy in mid-game", copy_time, "µs", 10),
        ("legal listing in mid-game", listing_time, "µs", 20),
        ("undo or jump", jump_time, "ms", 1),
        ("load a full game", load_time, "ms", 20),
        ("memory per history node", node_memory, "kB", 4),
    ]
    for name, rate, unit, floor in small:
        value = min(rate() for _ in range(5))
        yield Figure(name, value, unit, f"at most {floor:g} {unit}", value <= floor)
    bare = import_time("import bruges_lab")
    yield Figure("import bruges_lab", bare, "ms", "at most 150 ms", bare <= 150)
    first = import_time("import bruges_lab as bl; bl.new_game()") - bare
    yield Figure("first new_game after it", first, "ms", "at most 300 ms", first <= 300)


def _ratio(name: str, value: float, unit: str, peer: float, floor: float, whose: str) -> Figure:
    if not peer:
        return Figure(name, value, unit, f"{floor:g} × {whose}: no peer installed", None)
    return Figure(name, value, unit, f"{value / peer:.2f} × {whose} (floor {floor:g} ×)", value / peer >= floor)
