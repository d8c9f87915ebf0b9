"""The tree inspector: a decision tree from here, to be grown further at any node and followed into the game as a branch.

It asks for nothing that the looking seat cannot know: hidden cards are dealt anew, and what such a tree proposes may turn out to
be impossible in the game itself, which then says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...analysis.growing import tree
from ...analysis.measures import Measure
from ...analysis.named import assumption, measure_name, named_measure, named_policy
from ...analysis.tree import Edge, Opponents, Tree, TreeNode
from ...kernel import CHANCE, LabError
from ...kernel.nodes import Node
from ...show.figures import decimal
from ...show.figures import say as figure_word
from ...show.narrow import NARROW, WIDE, compact
from ...show.svg import Svg, tag
from ...show.tree_figures import tree_figure
from ..autoplay import usual_policy
from ..inspecting import Inspector, one_of, whole
from ..markup import Words, block, button, field, heading, rule_link, select, span, text
from ..surface import Act
from .grafting import graft, path_to

if TYPE_CHECKING:
    import plotly.graph_objects as go

LEAST, READABLE, USUAL, MOST = 20, 40, 300, 1000
"""How many nodes a tree may have: a thousand take about a second."""
WHOLE = 2000
"""No tree grows beyond this, however often a node is grown further."""
DEEPEST, SAMPLES = 8, 20
OPPONENTS: tuple[Opponents, ...] = ("own_best", "policy", "chance")
LINES, TOLD = 120, 8


class Growing(Inspector):
    """A decision tree with its best line; a node can be grown further, or gone to."""

    name = "tree"
    wide = True
    depth: int | None = None
    """How deep it was asked to be; None: as deep as can be read."""
    budget = USUAL
    opponents: Opponents = "own_best"
    measure: str | None = None
    """What is measured; None: what is usual in the game."""
    tree: Tree[Any] | None = None
    rooted: Node[Any] | None = None
    """Where in the game the tree begins."""
    sampled = False
    """Whether chance had too many outcomes for the budget and were thrown some times instead."""
    chosen = 0
    """The node of the tree that was pressed."""
    refused = ""

    def acts(self) -> Mapping[str, Act]:
        return {
            "tree_depth": lambda value: self._set(depth=whole(value, 1, DEEPEST)),
            "tree_budget": lambda value: self._set(budget=whole(value, LEAST, MOST)),
            "tree_opponents": lambda value: self._set(opponents=one_of(value, OPPONENTS)),
            "tree_measure": lambda value: self._set(measure=one_of(value, tuple(self._measures))),
            "tree_grow": lambda _: self.grow(),
            "tree_node": self._choose,
            "tree_expand": lambda value: self.expand(whole(value, 0, WHOLE)),
            "tree_go": lambda value: self.go_to(whole(value, 0, WHOLE)),
        }

    @property
    def _measures(self) -> Mapping[str, Measure]:
        """What can be measured in this game, by name."""
        measures: Mapping[str, Measure] = self.explorer.game.manifest.measures
        return measures

    def _set(self, **settings: Any) -> None:
        for name, value in settings.items():
            setattr(self, name, value)
        self.grow()

    def forget(self) -> None:
        self.tree = self.rooted = None
        self.refused = ""
        if self.measure not in self._measures:
            self.measure = None

    # Growing

    def grow(self) -> None:
        """A tree from where the game stands, seen by whoever looks."""
        self._grow()
        self.again()

    def _grow(self) -> None:
        explorer, game = self.explorer, self.explorer.game
        self.forget()
        self.chosen, self.sampled = 0, False
        if game.over:
            return
        asked: dict[str, Any] = {
            "budget": self.budget,
            "opponents": self.opponents,
            "policy": usual_policy(game.manifest),
            "measure": self.measure,
            "seen_by": "all" if explorer.seat is None else explorer.seat,
            "seat": explorer.seat,
        }
        found = self._readable(asked) if self.depth is None else tree(game, depth=self.depth, **asked)
        if any(node.more and node.player == CHANCE for node in found.nodes):
            self.sampled = True
            found = tree(game, depth=found.settings.depth, chance="sample", samples=SAMPLES, **asked)
        self.tree, self.rooted = found, game.node
        self._picture = None

    def _readable(self, asked: dict[str, Any]) -> Tree[Any]:
        """The deepest tree that is whole and small enough to be read."""
        for depth in (3, 2):
            found = tree(self.explorer.game, depth=depth, **{**asked, "budget": READABLE})
            if found.complete:
                return found
        return tree(self.explorer.game, depth=1, **asked)

    def expand(self, number: int) -> None:
        """Grow the tree further from one of its nodes, by the depth and budget that are set."""
        node = self._node(number)
        if self.tree is None or node.edges or node.pending is None:
            raise LabError(self.explorer.words("tree.nothing_more"))
        room = min(self.budget, WHOLE - len(self.tree))
        if room < LEAST:
            raise LabError(self.explorer.words("tree.full", nodes=WHOLE))
        self.sampled |= graft(self.tree, node, self.depth or 1, room, SAMPLES, self.explorer.game.chance)
        self._picture = None
        self.chosen = number
        self.again()

    def _node(self, number: int) -> TreeNode[Any]:
        if self.tree is None or number >= len(self.tree):
            raise LabError(f"the tree has no node {number}")
        return self.tree.nodes[number]

    # Going there

    def go_to(self, number: int) -> None:
        """Play the line to a node in the game, as a branch; where the game refuses, stop there and say why."""
        steps = path_to(self._node(number))
        if self.rooted is None or self.tree is None:
            return
        game, cursor, grown = self.explorer.game, self.explorer.cursor, self.tree
        rooted, self.refused = self.rooted, ""

        def follow() -> bool:
            cursor.goto(rooted)
            for edge in steps:
                refused = _refused(grown, edge, game.pending, self.explorer.words) or game.why_not(grown.label(edge))
                if refused:
                    told = refused if isinstance(refused, str) else f"{refused.text(self.explorer.lang)} ({refused.rule})"
                    self.refused = self.explorer.words("tree.refused", choice=grown.told(edge, self.explorer.lang), why=told)
                    break
                cursor.make(edge.option)
            return True

        self.chosen = number
        self.explorer._step(follow)
        self.again()

    def _choose(self, value: str) -> None:
        self.chosen = whole(value, 0, WHOLE)
        self._show()

    # Drawing

    def look(self) -> None:
        if self.tree is None:
            self._grow()
        elif (self._lang, self._wide) != (self.explorer.lang, self.wide):
            self._picture = None
        self._lang, self._wide = self.explorer.lang, self.wide
        self._show()

    _lang, _wide = "", True
    _picture: go.Figure | None = None

    def _figure(self) -> go.Figure | None:
        """The figure, made once for what has grown."""
        if self.tree is not None and self._picture is None:
            self._picture = _clickable(self.tree, self._lang, wide=self.wide)
        return self._picture

    def _show(self) -> None:
        if self.tree is None:
            self.show({"head": self._head(), "all": block("quiet", text(self.explorer.words("inspect.over")))})
            return
        self.show(
            {"head": self._head(), "best": self._best(self.tree)},
            self._figure,
            lambda point: self._choose(str(point)),
            under={"node": self._told(self.tree), "lines": self._lines(self.tree)},
        )

    def _head(self) -> Svg:
        lang, game = self.explorer.lang, self.explorer.game
        say = self.explorer.words
        here = self.rooted is None or self.rooted is game.node
        plays = named_policy(usual_policy(game.manifest), lang, game.manifest.texts)
        depth = self.depth if self.depth or self.tree is None else self.tree.settings.depth
        return block(
            "controls",
            field("tree_depth", "number", depth or 1, say("tree.depth"), min=1, max=DEEPEST),
            field("tree_budget", "number", self.budget, say("tree.budget"), min=LEAST, max=MOST, step=10),
            select(
                "tree_opponents",
                [(name, say(f"tree.opponents.{name}", policy=plays)) for name in OPPONENTS],
                self.opponents,
                say("tree.others"),
            ),
            select(
                "tree_measure",
                [(name, named_measure(name, game.manifest, lang)) for name in self._measures],
                self.measure or next(iter(self._measures)),
                say("tree.measure"),
            ),
            button("tree_grow", "", say("tree.grow"), "small" if here else "main"),
            self.width_button(),
        )

    def _best(self, grown: Tree[Any]) -> Svg:
        """The value, under which assumptions, and the best line in words."""
        lang = self.explorer.lang
        say = self.explorer.words
        values = ", ".join(f"{name} {_short(value, lang)}" for name, value in zip(self.explorer.names, grown.value, strict=True))
        told = [
            f"{assumption(grown, lang)}.",
            say("tree.size", nodes=len(grown), step=0 if self.rooted is None else self.rooted.number),
        ]
        if self.sampled:
            told.append(say("tree.sampled", throws=SAMPLES))
        if not grown.complete:
            told.append(say("tree.cut"))
        line = grown.best_line()
        steps = [
            tag(
                "li",
                span("who", _who(edge, self.explorer.names, say)),
                text(f" {grown.told(edge, lang)} "),
                self._to(edge.child, say("tree.show")),
            )
            for edge in line
        ]
        return block(
            "best",
            tag("p", tag("b", text(_sentence(say("tree.values", measure=measure_name(grown, lang), values=values))))),
            block("quiet", text(" ".join(told))),
            heading(say("tree.best_line")),
            tag("ol", *steps) if steps else block("quiet", text(say("tree.chance_first"))),
        )

    def _told(self, grown: Tree[Any]) -> Svg:
        """The node that was pressed: the way to it, what happens, what it is worth, and what can be done with it."""
        lang = self.explorer.lang
        say = self.explorer.words
        refused = [block("refusal", text(self.refused), role="status")] if self.refused else []
        if not 0 < self.chosen < len(grown):
            return block("node", *refused, block("quiet", text(say("tree.press"))))
        node = grown.nodes[self.chosen]
        steps = path_to(node)
        values = ", ".join(f"{name} {_short(value, lang)}" for name, value in zip(self.explorer.names, node.values, strict=True))
        way = [
            tag("li", span("who", _who(edge, self.explorer.names, say)), text(f" {grown.told(edge, lang)}"), _odds(edge))
            for edge in steps
        ]
        events = grown.events(steps[-1])
        happened = [tag("li", text(f"{event.text(lang)} "), rule_link(event.rule, say)) for event in events[:TOLD]]
        if len(events) > TOLD:
            happened.append(
                tag("li", text(figure_word("tree.more_events", lang, grown.kit.manifest.texts, count=len(events) - TOLD)))
            )
        buttons = [button("tree_go", node.number, say("tree.go"), "main")]
        if not node.edges and node.pending is not None:
            buttons.insert(0, button("tree_expand", node.number, say("tree.expand"), "main"))
        return block(
            "node",
            heading(say("tree.node", node=node.number)),
            *refused,
            tag("ol", *way),
            tag("p", text(_sentence(say("tree.values", measure=measure_name(grown, lang), values=values)))),
            tag("ul", *happened, class_="bl-because"),
            *buttons,
        )

    def _lines(self, grown: Tree[Any]) -> Svg:
        """The tree as indented lines, each of them to be pressed: for the keyboard and for those who do not see the figure."""
        lang, seat = self.explorer.lang, grown.settings.seat
        say = self.explorer.words
        rows: list[Svg] = []
        waiting = [(0, edge) for edge in reversed(grown.root.edges)]
        seen: set[int] = set()
        while waiting and len(rows) < LINES:
            depth, edge = waiting.pop()
            node = edge.child
            words = f"{'★ ' if edge.best else ''}{grown.told(edge, lang)}: {_short(node.values[seat], lang)}"
            if node.more:
                words += f" · {figure_word('tree.more', lang, self.explorer.manifest.texts, count=node.more)}"
            pressed = button("tree_node", node.number, words, "line", data_key=f"line:{len(rows)}")
            rows.append(tag("li", pressed, _odds(edge), style=f"margin-left:{16 * depth}px"))
            if node.number not in seen:
                seen.add(node.number)
                waiting += [(depth + 1, child) for child in reversed(node.edges)]
        if waiting:
            rows.append(tag("li", text(say("tree.more_lines"))))
        return tag("details", tag("summary", text(say("tree.lines"))), tag("ul", *rows, class_="bl-lineslist"))

    def _to(self, node: TreeNode[Any], words: str) -> Svg:
        return button("tree_node", node.number, words, "small", data_key=f"best:{node.number}")


def _refused(grown: Tree[Any], edge: Edge[Any], pending: Any, say: Words) -> str:
    """Whether the game asks something else than the tree expects here: what was unknown has turned out differently."""
    expected = edge.parent.pending
    assert expected is not None
    if pending is None or (pending.kind, pending.player) != (expected.kind, expected.player):
        return say("tree.differs")
    return ""


def _clickable(grown: Tree[Any], lang: str, *, wide: bool) -> go.Figure:
    """Write on every point which node it is: the figure draws nodes in groups, those of one kind and player together."""
    figure = tree_figure(grown, lang=lang, most=WHOLE, width=WIDE if wide else NARROW)
    groups: dict[tuple[str, int | None], list[int]] = {}
    for node in grown.nodes:
        groups.setdefault((node.kind, node.player if node.kind == "decision" else None), []).append(node.number)
    drawn = [trace for trace in figure.data if (trace.mode or "").startswith("markers")]
    for trace, numbers in zip(drawn, groups.values(), strict=True):
        trace.customdata = numbers
    return compact(figure, wide=wide)


def _who(edge: Edge[Any], names: Sequence[str], say: Words) -> str:
    player = edge.parent.player
    return say("bar.chance") if player is None or player == CHANCE else names[player]


def _odds(edge: Edge[Any]) -> Svg:
    return Svg("") if edge.odds == 1 else span("quiet", f" {edge.odds}")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _short(value: Any, lang: str) -> str:
    number = float(value)
    return decimal(number, 0 if number == int(number) else 2, lang)
