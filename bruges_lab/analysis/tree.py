"""Decision trees: every choice and every outcome from a position, with values worked back to the root. No game noun in it.

A tree says whose values it shows: `opponents` is how the others decide ("own_best": each the best for themselves; "policy": as a
policy does; "chance": any choice alike), `seen_by` whose knowledge it has. Odds and values are exact fractions where the measure
is. Equal positions of one depth are one node, so the tree is a graph without rings; where the budget ends, a stub says how many
choices are missing and the node is valued as it stands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, Literal, TypeVar, get_args

from ..kernel import CHANCE, GameKit, LabError, Pending, Source, Stream, advance, choose
from ..kernel.book import Chance
from ..kernel.choices import Option
from ..kernel.engine import to_choice
from ..kernel.errors import one_line
from ..kernel.events import Event, RawEvent
from ..kernel.pause import collector_paused
from ..kernel.playing import Decider
from ..kernel.state import BaseState
from .measures import Measure, Number

if TYPE_CHECKING:
    import networkx
    import plotly.graph_objects

S = TypeVar("S", bound=BaseState)
Values = tuple[Number, ...]
ChanceMode = Literal["enumerate", "sample", "fixed"]
Opponents = Literal["own_best", "policy", "chance"]

ONE = Fraction(1)
MOST_NODES = 200_000
"""The most that a budget can be: a node is some kilobytes."""
USUAL_NODES = 20_000
"""What a tree that is asked for without a budget must fit into: a second or two. Whoever wants more says so."""


class Edge(Generic[S]):
    """One choice or outcome: from, to, what, with which odds (1 for a choice), and how likely it is in the tree's own play."""

    __slots__ = ("best", "child", "count", "odds", "option", "parent")

    def __init__(self, parent: TreeNode[S], option: Option, odds: Fraction, child: TreeNode[S], count: int = 1) -> None:
        self.parent = parent
        self.option = option
        self.odds = odds
        self.child = child
        self.count = count
        """How many outcomes it stands for, where outcomes need not be told apart."""
        self.best = False


class TreeNode(Generic[S]):
    """A position: who decides, what follows, what it is worth to each seat."""

    __slots__ = ("depth", "edges", "from_edges", "more", "number", "pending", "state", "values")

    def __init__(self, number: int, state: S, pending: Pending | None, depth: int) -> None:
        self.number = number
        self.state = state
        self.pending = pending
        self.depth = depth
        self.edges: list[Edge[S]] = []
        self.from_edges: list[Edge[S]] = []
        self.more = 0
        """How many choices or outcomes are missing here because the budget had ended."""
        self.values: Values = ()

    @property
    def kind(self) -> str:
        """decision, chance, end (of the game), leaf (of the depth) or cut (by the budget)."""
        if self.pending is None:
            return "end"
        if self.more:
            return "cut"
        if not self.edges:
            return "leaf"
        return "chance" if self.pending.player == CHANCE else "decision"

    @property
    def player(self) -> int | None:
        """The seat that decides; CHANCE for chance, None at the end."""
        return None if self.pending is None else self.pending.player

    def __repr__(self) -> str:
        return f"<TreeNode {self.number} {self.kind}, {len(self.edges)} edges>"


class Settings:
    """How a tree was grown."""

    def __init__(
        self,
        depth: int | None,
        budget: int,
        chance: ChanceMode,
        opponents: Opponents,
        seen_by: int | Literal["all"],
        measure: str,
        merge: bool,
        seat: int,
        names: tuple[str, ...],
        policy: str = "",
        within: bool = False,
        whole: bool = False,
    ) -> None:
        self.depth = depth
        self.budget = budget
        self.chance = chance
        self.opponents = opponents
        self.seen_by = seen_by
        self.measure = measure
        self.merge = merge
        self.seat = seat
        self.names = names
        self.policy = policy
        self.within = within
        """Whether the tree ends where this stage of the game (the phase) does."""
        self.whole = whole
        """Whether a tree that the budget would cut is refused."""

    @property
    def title(self) -> str:
        """Whose values, whose knowledge."""
        others = {
            "own_best": "everybody does the best for themselves",
            "policy": f"the others play by {self.policy}",
            "chance": "the others choose at random",
        }[self.opponents]
        seen = "all cards open" if self.seen_by == "all" else f"as {self.names[self.seen_by]} sees it"
        return f"{self.measure} for {self.names[self.seat]}; {others}; {seen}"


class Tree(Generic[S]):
    """A grown tree. `nodes` are in breadth-first order, the root first."""

    def __init__(self, kit: GameKit[S], nodes: list[TreeNode[S]], settings: Settings, classes: bool) -> None:
        self.kit = kit
        self.nodes = nodes
        self.root = nodes[0]
        self.settings = settings
        self.classes = classes
        """Whether outcomes that come to the same within the tree stand together."""

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def complete(self) -> bool:
        """Whether nothing was left out before the depth."""
        return not any(node.more for node in self.nodes)

    @property
    def value(self) -> Values:
        """What the root is worth to each seat."""
        return self.root.values

    def best_line(self) -> list[Edge[S]]:
        """The best choices from the root on, up to the first chance step or player taken for chance."""
        line: list[Edge[S]] = []
        node = self.root
        while node.edges and node.player != CHANCE:
            edge = next((edge for edge in node.edges if edge.best), None)
            if edge is None:
                break
            line.append(edge)
            node = edge.child
        return line

    def edges(self) -> Iterator[Edge[S]]:
        """All edges, in the order of their nodes."""
        for node in self.nodes:
            yield from node.edges

    def label(self, edge: Edge[S]) -> str:
        """The choice of an edge in short notation."""
        assert edge.parent.pending is not None
        return str(to_choice(edge.parent.state, edge.parent.pending.step, edge.option))

    def told(self, edge: Edge[S], lang: str = "en") -> str:
        """The choice of an edge in words."""
        return self.kit.tell_option(edge.parent.state, self.settings.names, edge.option, lang)

    def events(self, edge: Edge[S]) -> list[Event]:
        """What happens on the way of an edge, worked out when asked for."""
        state = edge.parent.state.copy()
        log: list[RawEvent] = []
        state.log = log
        choose(state, edge.option)
        advance(state)
        teller = self.kit.teller(state, self.settings.names)
        return [Event(raw, number, teller) for number, raw in enumerate(log)]

    @property
    def graph(self) -> networkx.DiGraph:
        """The tree for networkx."""
        from .tree_files import to_networkx

        return to_networkx(self)

    def figure(self, *, lang: str = "en", most: int = 2000) -> plotly.graph_objects.Figure:
        """The tree as a figure."""
        from ..show.tree_figures import tree_figure

        return tree_figure(self, lang=lang, most=most)

    def icicle(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The tree as nested bars, as wide as they are likely."""
        from ..show.tree_figures import icicle_figure

        return icicle_figure(self, lang=lang)

    def text(self, *, lang: str = "en", most: int = 200) -> str:
        """The tree as indented lines."""
        from .tree_files import to_text

        return to_text(self, lang=lang, most=most)

    def to_json(self) -> str:
        """Nodes, edges and settings as JSON."""
        from .tree_files import to_json

        return to_json(self)

    def to_graphml(self) -> str:
        """The graph as GraphML."""
        from .tree_files import to_graphml

        return to_graphml(self)

    def to_efg(self, *, most: int = 20_000) -> str:
        """The tree as a Gambit file, merged nodes unfolded."""
        from .tree_files import to_efg

        return to_efg(self, most=most)

    def _repr_html_(self) -> str:
        from ..show.tree_figures import tree_html

        return tree_html(self)

    def __repr__(self) -> str:
        whole = "" if self.complete else ", cut by the budget"
        return f"<Tree of {len(self.nodes)} nodes, {self.settings.title}{whole}>"


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
