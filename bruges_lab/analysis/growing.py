"""Growing trees: `bl.tree`, a decision tree from where a game stands, with the measures and policies of the game."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar, get_args

from ..kernel import CHANCE, BaseState, Game, GameKit, LabError, Option, Pending, Seeded, Source, Stream, advance, choose
from ..kernel.book import Chance
from ..kernel.errors import one_line
from ..kernel.pause import collector_paused
from ..kernel.playing import Decider
from .measures import Measure
from .playouts import check_game
from .policies import policy as find_policy
from .tree import MOST_NODES, ONE, USUAL_NODES, ChanceMode, Edge, Opponents, Settings, Tree, TreeNode

S = TypeVar("S", bound=BaseState)


class Grower(Generic[S]):
    """Grows one tree."""

    def __init__(
        self,
        kit: GameKit[S],
        settings: Settings,
        measure: Measure,
        *,
        source: Source | None = None,
        decide: Decider | None = None,
        samples: int = 20,
        seed: int = 0,
    ) -> None:
        if settings.depth is None and settings.whole and not settings.within:
            raise LabError("a tree needs a bound: give depth=, budget= or within='phase'")
        if settings.depth is not None and settings.depth < 1:
            raise LabError(f"depth: 1 or more, not {settings.depth}")
        if not 1 <= settings.budget <= MOST_NODES:
            raise LabError(f"budget: a whole number of nodes from 1 to {MOST_NODES:,}, not {one_line(settings.budget, 20)}")
        if settings.opponents == "policy" and decide is None:
            raise LabError("opponents='policy' needs a policy")
        if settings.chance == "fixed" and source is None:
            raise LabError("chance='fixed' needs a source that decides")
        if samples < 1:
            raise LabError(f"samples: 1 or more, not {samples}")
        self.kit = kit
        self.settings = settings
        self.measure = measure
        self.source = source
        self.decide = decide
        self.samples = samples
        self.seed = seed

    def grow(self, state: S, *, dealt: bool = False) -> Tree[S]:
        """The whole tree, valued. Outcomes stand together where that changes nothing within the tree.

        `dealt`: what is hidden from the looking seat has been dealt anew already, so the position is taken as it is.
        """
        own = state.copy()
        seen_by = self.settings.seen_by
        if seen_by != "all" and not dealt:
            own = self.kit.resample(self.kit.mask(own, seen_by), seen_by, Stream(self.seed, "hidden"))
        with collector_paused():
            grown = self._grow(own, classes=True)
            if grown is None:
                grown = self._grow(own, classes=False)
            assert grown is not None
            nodes, classes = grown
            self._value(nodes)
        return Tree(self.kit, nodes, self.settings, classes)

    def _grow(self, state: S, *, classes: bool) -> tuple[list[TreeNode[S]], bool] | None:
        """None if outcomes stood together that have to be told apart after all."""
        own = state.copy()
        root = TreeNode(0, own, advance(own), 0)
        nodes = [root]
        known: dict[object, TreeNode[S]] = {}
        stages: dict[int, object] = {}
        together = False
        first_stage = self.kit.stage(own)
        waiting = deque(nodes)
        while waiting:
            node = waiting.popleft()
            if node.pending is None or (self.settings.depth is not None and node.depth >= self.settings.depth):
                continue
            stage = self.kit.stage(node.state)
            if self.settings.within and stage != first_stage:
                continue
            if node.number in stages and stage != stages[node.number]:
                return None
            options, grouped = self._options(node, classes)
            if len(nodes) + len(options) > self.settings.budget:
                if self.settings.whole:
                    most = f"more than {self.settings.budget:,} nodes"
                    raise LabError(f"the tree has {most}: ask for less depth, or give budget= (up to {MOST_NODES:,})")
                node.more = sum(count for _, _, count, _ in options)
                continue
            together |= grouped
            for option, odds, count, before in options:
                child = (node.state if before is None else before).copy()
                choose(child, option)
                pending = advance(child)
                found = None
                if self.settings.merge:
                    key = (node.depth + 1, child.key())
                    found = known.get(key)
                if found is None:
                    found = TreeNode(len(nodes), child, pending, node.depth + 1)
                    nodes.append(found)
                    waiting.append(found)
                    if self.settings.merge:
                        known[key] = found
                edge = Edge(node, option, odds, found, count)
                node.edges.append(edge)
                found.from_edges.append(edge)
                if grouped:
                    stages[found.number] = stage
                elif node.number in stages:
                    stages[found.number] = stages[node.number]
        return nodes, together

    def _options(self, node: TreeNode[S], classes: bool) -> tuple[list[tuple[Option, Fraction, int, S | None]], bool]:
        """What can follow: option, odds, how many outcomes it stands for, and the state it starts from if not the node's."""
        pending = node.pending
        assert pending is not None
        if pending.player == CHANCE:
            return self._outcomes(node, pending, classes)
        others = pending.player != self.settings.seat
        if others and self.settings.opponents == "policy":
            assert self.decide is not None
            option = self.decide(node.state, pending, Stream(self.seed, "policy", node.number))
            return [(option, ONE, 1, None)], False
        each = Fraction(1, len(pending.raw)) if others and self.settings.opponents == "chance" else ONE
        if self.settings.seen_by == "all":
            return [(option, each, 1, None) for option in pending.raw], False
        found: list[tuple[Option, Fraction, int, S | None]] = []
        for option in pending.raw:
            worlds = self.kit.worlds(node.state, pending, option, self.settings.seen_by)
            if worlds is None:
                found.append((option, each, 1, None))
            else:
                found += [(option, each * odds, 1, world) for world, odds in worlds]
        return found, False

    def _outcomes(
        self, node: TreeNode[S], pending: Pending, classes: bool
    ) -> tuple[list[tuple[Option, Fraction, int, S | None]], bool]:
        step = pending.step
        assert isinstance(step, Chance)
        if self.settings.chance == "fixed":
            assert self.source is not None
            option = self.source.pick(node.state, pending, node.depth)
            if option is None:
                raise LabError("chance='fixed' needs a source that decides")
            return [(option, ONE, 1, None)], False
        if self.settings.chance == "sample":
            drawn: dict[Option, int] = {}
            for number in range(self.samples):
                option = step.sample(node.state, Stream(self.seed, *pending.task, number), *pending.task[1:])
                drawn[option] = drawn.get(option, 0) + 1
            return [(option, Fraction(count, self.samples), count, None) for option, count in drawn.items()], False
        grouped = self.kit.classes(node.state, pending) if classes else None
        if grouped is not None:
            return [(option, odds, count, None) for option, odds, count in grouped], True
        if self.settings.seen_by != "all":
            drawn_unseen = self.kit.reckoned(node.state, pending, self.settings.seen_by)
            if drawn_unseen is not None:
                return [(option, odds, 1, world) for option, odds, world in drawn_unseen], False
        listed = step.outcomes(node.state, *pending.task[1:])
        if listed is None:
            raise LabError(f"{pending.kind} has too many outcomes to list: use chance='sample'")
        return [(option, odds, 1, None) for option, odds in listed], False

    def _value(self, nodes: list[TreeNode[S]]) -> None:
        """From the leaves back: children come after their parents."""
        seats = range(len(nodes[0].state.players))
        for node in reversed(nodes):
            if not node.edges:
                node.values = tuple(self.measure(node.state, seat) for seat in seats)
            elif node.player == CHANCE or self._mixes(node):
                node.values = tuple(sum(edge.odds * edge.child.values[seat] for edge in node.edges) for seat in seats)
            else:
                self._choose_best(node)

    def _mixes(self, node: TreeNode[S]) -> bool:
        return self.settings.opponents == "chance" and node.player != self.settings.seat

    def _choose_best(self, node: TreeNode[S]) -> None:
        """The option that is best for who decides; where an option has several worlds, their mean."""
        assert node.player is not None
        by_option: dict[Option, list[Edge[S]]] = {}
        for edge in node.edges:
            by_option.setdefault(edge.option, []).append(edge)
        seats = range(len(node.state.players))
        worth = {
            option: tuple(sum(edge.odds * edge.child.values[seat] for edge in edges) for seat in seats)
            if len(edges) > 1
            else edges[0].child.values
            for option, edges in by_option.items()
        }
        best = max(worth, key=lambda option: worth[option][node.player or 0])
        node.values = worth[best]
        for edge in by_option[best]:
            edge.best = True


def check_mode(name: str, value: object, allowed: object) -> None:
    """Refuse a word that is none of a fixed list."""
    words = get_args(allowed)
    if value not in words:
        raise LabError(f"{name}: {one_line(value, 30)!r} is not one of {', '.join(words)}")


# From where a game stands


def tree(
    game: Game[Any],
    depth: int | None = None,
    budget: int | None = None,
    *,
    chance: ChanceMode = "enumerate",
    opponents: Opponents = "own_best",
    policy: str = "greedy",
    seen_by: int | Literal["all"] = "all",
    measure: str | Measure | None = None,
    merge: bool = True,
    within: Literal["phase"] | None = None,
    seat: int | None = None,
    samples: int = 20,
    seed: int = 0,
) -> Tree[Any]:
    """Every choice and outcome from the game's position, to a depth, a number of nodes, or the end of the phase.

    A tree is cut where `budget` (up to 200,000 nodes) ends; without one it is whole, and refused beyond 20,000 nodes.
    `seat` is whose values are shown first (who decides now, if not given). `chance="fixed"` takes what the game's own source
    would throw; "sample" throws `samples` times. With `seen_by` a seat, other hands are dealt anew once (by `seed`), and each
    card that the seat draws is any it has not seen. What is measured is the game's usual measure unless another is named.
    """
    check_game(game)
    _check_bounds(depth, budget, samples, within)
    check_mode("chance", chance, ChanceMode)
    check_mode("opponents", opponents, Opponents)
    if not game.node.settled:
        raise LabError("tasks are still to run here: finish them with events_until first")
    _check_seats(len(game.state.players), seen_by, seat)
    name, measured = _measured(game, measure)
    if not isinstance(merge, bool):
        raise LabError(f"merge: True or False, not {one_line(repr(merge), 20)}")
    Seeded(seed)  # refuses what is no seed
    plays = find_policy(policy, game.manifest)
    pending = game.pending
    if seat is None:
        seat = pending.player if pending is not None and pending.player >= 0 else game.kit.first_seat(game.state)
    settings = Settings(
        depth,
        USUAL_NODES if budget is None else budget,
        chance,
        opponents,
        seen_by,
        name,
        merge,
        seat,
        game.names,
        policy,
        within == "phase",
        budget is None,
    )
    grower = Grower(
        game.kit,
        settings,
        measured,
        source=game.chance,
        decide=plays,
        samples=samples,
        seed=seed,
    )
    return grower.grow(game.state)


def _check_bounds(depth: object, budget: object, samples: object, within: object) -> None:
    """Refuse a tree without a bound, and bounds that are none."""
    if depth is None and budget is None and within is None:
        raise LabError("a tree needs a bound: give depth=, budget= or within='phase'")
    for name, value in (("depth", depth), ("budget", budget), ("samples", samples)):
        if (value is None and name == "samples") or (
            value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1)
        ):
            raise LabError(f"{name}: 1 or more, not {one_line(value, 20)!r}")
    if within not in (None, "phase"):
        raise LabError(f"within: {one_line(within, 20)!r} is not 'phase'")


def _check_seats(players: int, seen_by: object, seat: object) -> None:
    """Refuse a seat that nobody has."""
    for name, place in (("seen_by", seen_by), ("seat", seat)):
        if place not in (None, "all") and (not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < players):
            raise LabError(f"{name}: a seat from 0 to {players - 1}, not {one_line(place, 20)!r}")


def _measured(game: Game[Any], measure: str | Measure | None) -> tuple[str, Measure]:
    """What is measured, with its name: the game's usual measure if none is named."""
    measures = game.manifest.measures
    if measure is None:
        measure = next(iter(measures))
    if measure not in measures if isinstance(measure, str) else not callable(measure):
        raise LabError(f"measure: {one_line(measure, 20)!r} is not one of {', '.join(measures)}")
    if isinstance(measure, str):
        return measure, measures[measure]
    return getattr(measure, "__name__", "measure"), measure
