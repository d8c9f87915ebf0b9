"""Decision trees: every choice and every outcome from a position, with values worked back to the root. No game noun in it.

A tree says whose values it shows: `opponents` is how the others decide ("own_best": each the best for themselves; "policy": as a
policy does; "chance": any choice alike), `seen_by` whose knowledge it has. Odds and values are exact fractions where the measure
is. Equal positions of one depth are one node, so the tree is a graph without rings; where the budget ends, a stub says how many
choices are missing and the node is valued as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from ..kernel import CHANCE, GameKit, Pending, advance, choose
from ..kernel.choices import Option
from ..kernel.engine import to_choice
from ..kernel.events import Event, RawEvent
from ..kernel.state import BaseState
from .measures import Number

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
            "own_best": "everybody plays as well as they can",
            "policy": f"the others play by {self.policy}",
            "chance": "the others choose at random",
        }[self.opponents]
        seen = "everything visible" if self.seen_by == "all" else f"as {self.names[self.seen_by]} sees it"
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

    def figure(self, *, lang: str = "en", most: int = 2000, nested: bool = False) -> plotly.graph_objects.Figure:
        """The tree as a figure; nested, as bars within bars."""
        from ..show.tree_figures import icicle_figure, tree_figure

        return icicle_figure(self, lang=lang) if nested else tree_figure(self, lang=lang, most=most)

    def icicle(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The tree as nested bars, as wide as they are likely."""
        return self.figure(lang=lang, nested=True)

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
