"""The score inspector: every point by part, round and event, and what differs between two nodes of a game.

A part of the score changes when an event changes the position; each change keeps its event, so every number leads back to the
rules that made it. Before the final scoring the parts are what they would bring if it came now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .. import extras
from ..games.bruges.deck import RECONSTRUCTED
from ..games.bruges.model import State
from ..games.bruges.rules.majorities import standings
from ..games.bruges.rules.scoring import HEADS, ScoreSheet, final_parts
from ..games.bruges.words import AREAS, COLOURS
from ..kernel import Event, Game, LabError
from ..kernel.errors import one_line
from ..kernel.nodes import Node
from .course import line_to, moments

if TYPE_CHECKING:
    import plotly.graph_objects
    from pandas import DataFrame

PARTS = ScoreSheet._fields
"""The parts of a score: points on the track, then the heads of the final scoring."""

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
    sheets: tuple[ScoreSheet, ...]


class Scores:
    """The score of a game where it stands, with everything that led to it."""

    def __init__(
        self,
        names: tuple[str, ...],
        sheets: tuple[ScoreSheet, ...],
        changes: tuple[ScoreChange, ...],
        rounds: tuple[RoundScore, ...],
        counted: tuple[ScoreChange, ...],
        marked: frozenset[tuple[int, str]],
        winners: tuple[int, ...],
    ) -> None:
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
        if part is not None and part not in PARTS:
            raise LabError(f"there is no part {one_line(part, 30)!r}; there are {', '.join(PARTS)}")
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
        from ..show.score_figures import scores_text

        return scores_text(self, lang)

    def why(self, seat: int, part: str | None = None, lang: str = "en") -> str:
        """Every change of a seat's score, or of one part of it, with its event and rule."""
        from ..show.score_figures import changes_text

        return changes_text(self, seat, part, lang)

    def figure(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The score by part."""
        from ..show.score_figures import score_figure

        return score_figure(self, lang=lang)

    def course(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The score by part, round by round."""
        from ..show.score_figures import score_course_figure

        return score_course_figure(self, lang=lang)

    def __str__(self) -> str:
        return self.told()

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.names, self.totals, strict=True))
        return f"<Scores, round {self.round}, {totals}>"

    def _repr_html_(self) -> str:
        from ..show.score_figures import scores_html

        return scores_html(self)


def score(game: Game[State]) -> Scores:
    """The score by part, round and event, for where a game stands."""
    if not isinstance(game, Game):
        raise LabError("a score is traced through a game: give the game, not a position")
    seats = range(len(game.state.players))
    before = [(0,) * len(PARTS) for _ in seats]
    changes: list[ScoreChange] = []
    counted: list[ScoreChange] = []
    rounds: dict[int, tuple[ScoreSheet, ...]] = {}
    begun = False
    for event, node, state in moments(game):
        if event.index < game.opening:
            if event.kind == "score.starts":
                seat, points = event.player, event.data["points"]
                changes.append(ScoreChange(seat, "in_play", points, points, 0, 0, event))
                before[seat] = (points, *before[seat][1:])
            continue
        if not begun:
            changes += _changes(before, game.start, 0, None)
            begun = True
        if event.deltas:
            changes += _changes(before, state, node, event)
        if event.kind == "head.scored" and event.data["points"]:
            head, points = HEADS[event.data["head"]], event.data["points"]
            counted.append(ScoreChange(event.player, head, points, points, state.round, node, event))
        rounds[state.round] = tuple(ScoreSheet(*before[seat]) for seat in seats)
    if not begun:
        changes += _changes(before, game.state, game.node.number, None)
    sheets = tuple(ScoreSheet(*before[seat]) for seat in seats)
    rounds[game.state.round] = sheets
    listed = tuple(RoundScore(number, found) for number, found in rounds.items())
    return Scores(game.names, sheets, tuple(changes), listed, tuple(counted), _marked(game, changes), tuple(game.winners))


def _changes(before: list[tuple[int, ...]], state: State, node: int, event: Event | None) -> list[ScoreChange]:
    """What an event changed in the parts of all seats; `before` goes along.

    The heads are counted from the position, also while the final scoring books them: none depends on the track (D-042).
    """
    found = []
    for seat, player in enumerate(state.players):
        now = (player.points - sum(player.final), *final_parts(state, seat))
        if now != before[seat]:
            found += [
                ScoreChange(seat, part, new - old, new, state.round, node, event)
                for part, new, old in zip(PARTS, now, before[seat], strict=True)
                if new != old
            ]
            before[seat] = now
    return found


def _marked(game: Game[State], changes: Sequence[ScoreChange]) -> frozenset[tuple[int, str]]:
    """Which parts of which seats rest on values that no document gives: prices and effects of people, points of steps."""
    state = game.state
    found = {(change.seat, "in_play") for change in changes if change.part == "in_play" and change.rule == "act.meaning"}
    for seat, player in enumerate(state.players):
        people = [state.deck[person] for person in player.people]
        if any(card.source("price") == RECONSTRUCTED for card in people if card.points):
            found.add((seat, "people"))
        if any(card.when == "laurel" and card.source("effect") == RECONSTRUCTED for card in people):
            found.add((seat, "laurels"))
        if state.board.points_from[player.reputation] == RECONSTRUCTED:
            found.add((seat, "reputation"))
    return frozenset(found)


# Two nodes of a game


class Item(NamedTuple):
    """One thing of one seat at two nodes."""

    thing: str
    """Such as score, part.people, guilders, workers.red, threats.blue, hand, houses, canals, marker.canal or count.canal."""
    seat: int
    first: int
    second: int

    @property
    def change(self) -> int:
        """From the first to the second."""
        return self.second - self.first


class ScoreDifference(NamedTuple):
    """Two nodes of a game side by side: what each seat has at both, and what happened since their lines parted."""

    names: tuple[str, ...]
    first: Node[State]
    second: Node[State]
    fork: Node[State]
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
        from ..show.difference import difference_text

        return difference_text(self, lang)

    def __str__(self) -> str:
        return self.told()

    def __repr__(self) -> str:
        return f"<ScoreDifference of nodes {self.first.number} and {self.second.number}, {len(self.differing)} items differ>"

    def _repr_html_(self) -> str:
        from ..show.difference import difference_html

        return difference_html(self)


def score_difference(game: Game[State], first: Node[State] | int, second: Node[State] | int) -> ScoreDifference:
    """What differs between two nodes of a game, on one line or on two."""
    nodes = [_node(game, one) for one in (first, second)]
    lines = [line_to(node) for node in nodes]
    common = [a for a, b in zip(*lines, strict=False) if a is b]
    teller = game.kit.teller(game.start, game.names)
    events = []
    for line in lines:
        raws = [(raw, node.state.emitted - len(node.raw) + i) for node in line[len(common) :] for i, raw in enumerate(node.raw)]
        events.append(tuple(Event(raw, index, teller) for raw, index in raws))
    counts = [_counts(node.state) for node in nodes]
    items = tuple(Item(thing, seat, counts[0][thing, seat], counts[1][thing, seat]) for thing, seat in counts[0])
    return ScoreDifference(game.names, nodes[0], nodes[1], common[-1], items, (events[0], events[1]))


def _node(game: Game[State], node: Node[State] | int) -> Node[State]:
    number = node.number if isinstance(node, Node) else node
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(game.nodes):
        raise LabError(f"this game has no node {one_line(number, 20)}; it has {len(game.nodes)}, numbered from 0")
    if isinstance(node, Node) and game.nodes[number] is not node:
        raise LabError(f"node {number} is not of this game")
    return game.nodes[number]


def _counts(state: State) -> dict[tuple[str, int], int]:
    """What each seat has, thing by thing."""
    found: dict[tuple[str, int], int] = {}
    before = [(0,) * len(PARTS) for _ in state.players]
    _changes(before, state, 0, None)
    numbers = [standings(state, area) for area in range(len(AREAS))]
    for seat, player in enumerate(state.players):
        found["score", seat] = sum(before[seat])
        for part, points in zip(PARTS, before[seat], strict=True):
            found[f"part.{part}", seat] = points
        found["guilders", seat] = player.guilders
        for colour, word in enumerate(COLOURS):
            found[f"workers.{word}", seat] = player.workers[colour]
        for colour, word in enumerate(COLOURS):
            found[f"threats.{word}", seat] = player.threats[colour]
        found["hand", seat] = len(player.hand)
        found["houses", seat] = len(player.houses)
        found["people", seat] = len(player.people)
        found["canals", seat] = sum(player.canals)
        found["reputation", seat] = player.reputation
        for area, word in enumerate(AREAS):
            found[f"marker.{word}", seat] = int(player.majorities[area])
        for area, word in enumerate(AREAS):
            found[f"count.{word}", seat] = numbers[area][seat]
    return found
