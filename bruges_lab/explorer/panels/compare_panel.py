"""The comparison of two nodes: what every seat has at each of them, and what happened on both ways since they parted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...analysis.scores import ScoreDifference, score_difference
from ...kernel import Event
from ...kernel.events import walk
from ...kernel.nodes import Node
from ...show.difference import difference_html
from ...show.figures import say as figure_word
from ...show.svg import Svg, tag
from ..inspecting import Inspector, as_seen, whole
from ..markup import block, button, field, heading, rule_link, select, text
from ..surface import Act
from ..timeline import branches

MARKS = ("A", "B")
MOST_OFFERED, MOST_EVENTS = 60, 50


class Comparing(Inspector):
    """Two nodes of the game side by side."""

    name = "compare"
    chosen: tuple[int | None, int | None] = (None, None)
    """The numbers of the two nodes; None: where the game stands."""

    def acts(self) -> Mapping[str, Act]:
        return {
            "compare_here": lambda mark: self._mark(mark, str(self.explorer.game.node.number)),
            "compare_A": lambda value: self._mark("A", value),
            "compare_B": lambda value: self._mark("B", value),
            "compare_number_A": lambda value: self._mark("A", value),
            "compare_number_B": lambda value: self._mark("B", value),
            "compare_swap": self._swap,
        }

    def _mark(self, mark: str, value: str) -> None:
        number = whole(value, 0, len(self.explorer.game.nodes) - 1)
        self.chosen = (number, self.chosen[1]) if mark == "A" else (self.chosen[0], number)
        self.again()

    def _swap(self, _: str) -> None:
        self.chosen = self.nodes()[::-1]
        self.again()

    def forget(self) -> None:
        if self._drawn and self._drawn[0][0] != id(self.explorer.game):  # type: ignore[index]
            self.chosen = (None, None)

    def key(self) -> tuple[object, ...]:
        game = self.explorer.game
        return (*super().key(), len(game.nodes), game.node.note)

    def nodes(self) -> tuple[int, int]:
        """The two nodes: those marked; else the start and where the game stands."""
        here = self.explorer.game.node.number
        first, second = self.chosen
        return 0 if first is None else first, here if second is None else second

    def look(self) -> None:
        lang, game = self.explorer.lang, self.explorer.game
        first, second = self.nodes()
        found = score_difference(game, first, second, self.explorer.seat)
        table = Svg(difference_html(found._replace(events=((), ())), lang))
        ways = [
            self._way(found, node, events)
            for node, events in zip((found.first, found.second), found.events, strict=True)
            if events
        ]
        self.show({"head": self._head(first, second), "table": block("difference", table), "ways": Svg("".join(ways))})

    def _head(self, first: int, second: int) -> Svg:
        say = self.explorer.words
        offered = self._offered({first, second})
        rows = [
            block(
                "controls",
                select(f"compare_{mark}", offered, str(number), mark),
                field(
                    f"compare_number_{mark}",
                    "number",
                    number,
                    say("compare.number"),
                    min=0,
                    max=len(self.explorer.game.nodes) - 1,
                ),
                button("compare_here", mark, say("compare.here", mark=mark), "small"),
                button("goto", number, say("compare.goto", mark=mark), "small"),
            )
            for mark, number in zip(MARKS, (first, second), strict=True)
        ]
        return block("ends", *rows, button("compare_swap", "", say("compare.swap"), "small"), self.width_button())

    def _offered(self, wanted: set[int]) -> list[tuple[str, str]]:
        """Nodes worth comparing: where lines begin, part and end, where rounds begin, with notes; and those chosen."""
        game, kit = self.explorer.game, self.explorer.game.kit
        found = {0, game.node.number} | wanted
        for branch in branches(game):
            found.add(branch.leaf.number)
            if branch.fork is not None:
                found.add(branch.fork.number)
        for node in game.nodes:
            if node.note or (node.parent is not None and kit.chapter(node.parent.state) != kit.chapter(node.state)):
                found.add(node.number)
        numbers = sorted(found)
        if len(numbers) > MOST_OFFERED:
            keep = {0, game.node.number} | wanted
            numbers = sorted(keep | set([number for number in numbers if number not in keep][-MOST_OFFERED:]))
        return [(str(number), self._told(game.nodes[number])) for number in numbers]

    def _told(self, node: Node[Any]) -> str:
        """A node in a line: its number, its round, how it was reached, its note."""
        explorer = self.explorer
        say = explorer.words
        words = [f"{node.number}"]
        if chapter := explorer.game.kit.chapter(node.state):
            words.append(say("timeline.round", round=chapter))
        if node.parent is None:
            words.append(figure_word("tree.start", explorer.lang, explorer.manifest.texts))
        if not node.state.agenda:
            words.append(figure_word("tree.end", explorer.lang, explorer.manifest.texts))
        if node is explorer.game.node:
            words.append(say("compare.now"))
        if node.note:
            words.append(node.note if len(node.note) <= 40 else node.note[:39] + "…")
        return " · ".join(words)

    def _way(self, found: ScoreDifference, node: Node[Any], events: tuple[Event, ...]) -> Svg:
        """What happened from the fork to one of the nodes, as the looking seat saw it."""
        lang = self.explorer.lang
        title = figure_word(
            "difference.way", lang, self.explorer.manifest.texts, fork=found.fork.number, node=node.number, count=len(events)
        )
        numbers = self._where(found.fork, node)
        rows = []
        for depth, event in list(walk(events))[:MOST_EVENTS]:
            seen = as_seen(self.explorer, event)
            number = numbers[event.index]
            told = self.explorer.words("compare.to", node=number)
            go = button(
                "goto", number, f"→ {number}", "go", data_key=f"way:{node.number}:{event.index}", title=told, aria_label=told
            )
            line = (text(f"{seen.text(lang)} "), rule_link(seen.rule, self.explorer.words), text(" "), go)
            rows.append(tag("li", *line, style=f"margin-left:{16 * min(depth, 8)}px"))
        if len(events) > MOST_EVENTS:
            rows.append(tag("li", text(figure_word("more", lang, self.explorer.manifest.texts, count=len(events) - MOST_EVENTS))))
        return Svg(heading(title) + tag("ul", *rows, class_="bl-because bl-way"))

    def _where(self, fork: Node[Any], node: Node[Any]) -> dict[int, int]:
        """For each event after the fork the node it belongs to."""
        found: dict[int, int] = {}
        at: Node[Any] | None = node
        while at is not None and at is not fork:
            first = at.state.emitted - len(at.raw)
            found.update({first + place: at.number for place in range(len(at.raw))})
            at = at.parent
        return found
