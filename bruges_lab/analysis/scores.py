"""The score inspector: every point by part, round and event, and what differs between two nodes of a game.

A part of the score changes when an event changes the position; each change keeps its event, so every number leads back to the
rules that made it. Before the final scoring the parts are what they would bring if it came now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .. import extras
from ..games.manifest import Manifest
from ..kernel import Event, Game, GameKit, LabError
from ..kernel.answering import check_seat
from ..kernel.errors import either, one_line
from ..kernel.nodes import Node
from .course import line_to, moments
from .score_parts import AnySheet, ScoreParts
from .score_words import changes_text, scores_text

if TYPE_CHECKING:
    import plotly.graph_objects
    from pandas import DataFrame

_GIVEN = "given"


class ScoreChange(NamedTuple):
    """One change of one part of a seat's score. Without an event: what the game began with."""

    seat: int
    part: str
    points: int
    """By how much the part changed."""
    now: int
    """What the part was after it."""
    round: int
    node: int
    event: Event | None

    @property
    def rule(self) -> str:
        """The rule of the event; "given" for what the game began with."""
        return _GIVEN if self.event is None else self.event.rule


class RoundScore(NamedTuple):
    """How all stood at the end of a round, or where the game stands in it."""

    round: int
    sheets: tuple[AnySheet, ...]


class Scores:
    """The score of a game where it stands, with everything that led to it."""

    def __init__(
        self,
        manifest: Manifest,
        names: tuple[str, ...],
        sheets: tuple[AnySheet, ...],
        changes: tuple[ScoreChange, ...],
        rounds: tuple[RoundScore, ...],
        counted: tuple[ScoreChange, ...],
        marked: frozenset[tuple[int, str]],
        winners: tuple[int, ...],
    ) -> None:
        self.manifest = manifest
        """The game that was played."""
        self.names = names
        self.sheets = sheets
        self.changes = changes
        self.rounds = rounds
        self.counted = counted
        """The heads that the final scoring has counted so far: the same points once more, now on the track."""
        self.marked = marked
        """Seats and parts that rest on reconstructed values."""
        self.winners = winners

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of a score in this game."""
        return self.manifest.score_parts.names

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(sheet.total for sheet in self.sheets)

    @property
    def final(self) -> bool:
        """Whether the game is over."""
        return bool(self.winners)

    @property
    def round(self) -> int:
        """The round the game stands in."""
        return self.rounds[-1].round

    def of(self, seat: int | None = None, part: str | None = None, round: int | None = None) -> list[ScoreChange]:
        """The changes of a seat, of a part, of a round, or all."""
        if seat is not None and seat not in range(len(self.names)):
            raise LabError(f"there is no seat {one_line(seat, 20)}; seats are 0 to {len(self.names) - 1}")
        if part is not None and part not in self.parts:
            raise LabError(f"unknown part {one_line(part, 30)!r}; choose {either(self.parts)}")
        return [
            change
            for change in self.changes
            if seat in (None, change.seat) and part in (None, change.part) and round in (None, change.round)
        ]

    @property
    def table(self) -> DataFrame:
        """The changes as a pandas table."""
        extras.need("a table", "pandas")
        from pandas import DataFrame

        columns = ["seat", "part", "points", "now", "round", "node", "event", "rule"]
        rows = [(*change[:6], -1 if change.event is None else change.event.index, change.rule) for change in self.changes]
        return DataFrame(rows, columns=columns)

    def told(self, lang: str = "en") -> str:
        """The score in lines: part by part, round by round."""
        return scores_text(self, lang)

    def why(self, seat: int, part: str | None = None, lang: str = "en") -> str:
        """Every change of a seat's score, or of one part of it, with its event and rule."""
        return changes_text(self, seat, part, lang)

    def figure(self, *, lang: str = "en", by_round: bool = False) -> plotly.graph_objects.Figure:
        """The score by part, where the game stands or round by round."""
        from ..show.score_figures import score_course_figure, score_figure

        return score_course_figure(self, lang=lang) if by_round else score_figure(self, lang=lang)

    def course(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The score by part, round by round."""
        return self.figure(lang=lang, by_round=True)

    def __str__(self) -> str:
        return self.told()

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.names, self.totals, strict=True))
        return f"<Scores, round {self.round}, {totals}>"

    def _repr_html_(self) -> str:
        from ..show.score_figures import scores_html

        return scores_html(self)


def score(game: Game[Any], seat: int | None = None) -> Scores:
    """The score by part, round and event, for where a game stands; as a seat may know it, everything open if none looks."""
    if not isinstance(game, Game):
        raise LabError("a score is traced through a game: give the game, not a position")
    manifest: Manifest = game.manifest
    parts, chapter = manifest.score_parts, game.kit.chapter
    if seat is not None:
        check_seat(game.state, seat)
    trace = _Trace(game, parts, seat)
    counted: list[ScoreChange] = []
    rounds: dict[int, tuple[AnySheet, ...]] = {}
    begun = False
    for event, node, state in moments(game):
        if event.index < game.opening:
            trace.open(event)
            continue
        if not begun:
            trace.follow(game.start, 0, None)
            begun = True
        if event.deltas:
            trace.follow(state, node, event)
        if (found := parts.counted(event)) is not None:
            counted.append(ScoreChange(event.player, *found, found[1], chapter(state), node, event))
        rounds[chapter(state)] = trace.sheets
    if not begun:
        trace.follow(game.state, game.node.number, None)
    rounds[chapter(game.state)] = trace.sheets
    return Scores(
        manifest,
        game.names,
        trace.sheets,
        tuple(trace.changes),
        tuple(RoundScore(number, found) for number, found in rounds.items()),
        tuple(counted),
        parts.marked(game, trace.changes),
        tuple(game.winners),
    )


class _Trace:
    """The parts of all seats on the way through a game, and every change of them."""

    def __init__(self, game: Game[Any], parts: ScoreParts, seat: int | None) -> None:
        self.parts = parts
        self._kit, self._seat = game.kit, seat
        self.changes: list[ScoreChange] = []
        self._chapter = game.kit.chapter
        self._before = [(0,) * len(parts.names) for _ in game.names]

    @property
    def sheets(self) -> tuple[AnySheet, ...]:
        """How all seats stand."""
        return tuple(map(self.parts.sheet, self._before))

    def open(self, event: Event) -> None:
        """What an event of the set-up gives."""
        if (given := self.parts.given(event)) is not None:
            part, points = given
            place, before = self.parts.names.index(part), self._before[event.player]
            self.changes.append(ScoreChange(event.player, part, points, points, 0, 0, event))
            self._before[event.player] = (*before[:place], points, *before[place + 1 :])

    def follow(self, state: Any, node: int, event: Event | None) -> None:
        """What an event has changed in the parts of all seats."""
        for seat, now in enumerate(self.parts.points(_seen(self._kit, state, self._seat))):
            before = self._before[seat]
            if now != before:
                self.changes += [
                    ScoreChange(seat, part, new - old, new, self._chapter(state), node, event)
                    for part, new, old in zip(self.parts.names, now, before, strict=True)
                    if new != old
                ]
                self._before[seat] = now


def _seen(kit: GameKit[Any], state: Any, seat: int | None) -> Any:
    """A position as a seat may know it."""
    return state if seat is None else kit.mask(state, seat)


# Two nodes of a game


class Item(NamedTuple):
    """One thing of one seat at two nodes."""

    thing: str
    """The score, a part of it (`part.` and its name), or what else the game counts."""
    seat: int
    first: int
    second: int

    @property
    def change(self) -> int:
        """From the first to the second."""
        return self.second - self.first


class ScoreDifference(NamedTuple):
    """Two nodes of a game side by side: what each seat has at both, and what happened since their lines parted."""

    manifest: Manifest
    names: tuple[str, ...]
    first: Node[Any]
    second: Node[Any]
    fork: Node[Any]
    """The last node that both lines have."""
    items: tuple[Item, ...]
    events: tuple[tuple[Event, ...], tuple[Event, ...]]
    """What happened after the fork, on the way to the first and to the second."""

    @property
    def differing(self) -> list[Item]:
        """The items that are not the same at both."""
        return [item for item in self.items if item.change]

    def of(self, seat: int) -> list[Item]:
        """The items of one seat."""
        return [item for item in self.items if item.seat == seat]

    def told(self, lang: str = "en") -> str:
        """The difference in lines."""
        from .difference_words import difference_text

        return difference_text(self, lang)

    def __str__(self) -> str:
        return self.told()

    def __repr__(self) -> str:
        return f"<ScoreDifference of nodes {self.first.number} and {self.second.number}, {len(self.differing)} items differ>"

    def _repr_html_(self) -> str:
        from ..show.difference import difference_html

        return difference_html(self)


def score_difference(
    game: Game[Any], first: Node[Any] | int, second: Node[Any] | int, seat: int | None = None
) -> ScoreDifference:
    """What differs between two nodes of a game, on one line or on two; as a seat may know it, everything open if none looks."""
    if seat is not None:
        check_seat(game.state, seat)
    nodes = [_node(game, one) for one in (first, second)]
    lines = [line_to(node) for node in nodes]
    common = [a for a, b in zip(*lines, strict=False) if a is b]
    teller = game.kit.teller(game.start, game.names)
    events = []
    for line in lines:
        raws = [(raw, node.state.emitted - len(node.raw) + i) for node in line[len(common) :] for i, raw in enumerate(node.raw)]
        events.append(tuple(Event(raw, index, teller) for raw, index in raws))
    parts: ScoreParts = game.manifest.score_parts
    counts = [_counts(parts, _seen(game.kit, node.state, seat)) for node in nodes]
    items = tuple(Item(thing, seat, counts[0][thing, seat], counts[1][thing, seat]) for thing, seat in counts[0])
    return ScoreDifference(game.manifest, game.names, nodes[0], nodes[1], common[-1], items, (events[0], events[1]))


def _node(game: Game[Any], node: Node[Any] | int) -> Node[Any]:
    number = node.number if isinstance(node, Node) else node
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(game.nodes):
        raise LabError(f"this game has no node {one_line(number, 20)}; it has {len(game.nodes)}, numbered from 0")
    if isinstance(node, Node) and game.nodes[number] is not node:
        raise LabError(f"node {number} is not of this game")
    return game.nodes[number]


def _counts(parts: ScoreParts, state: Any) -> dict[tuple[str, int], int]:
    """What each seat has, thing by thing."""
    found: dict[tuple[str, int], int] = {}
    for seat, points in enumerate(parts.points(state)):
        found["score", seat] = sum(points)
        if len(points) > 1:
            for part, number in zip(parts.names, points, strict=True):
                found[f"part.{part}", seat] = number
        for thing, number in parts.things(state, seat).items():
            found[thing, seat] = number
    return found
