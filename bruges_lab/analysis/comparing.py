"""Two readings of the rules, run against each other, in two ways (DESIGN, section 7).

*replay*: a game under the first reading, its choices made again under the second until one is illegal or nobody asks for it. The
result is the first event that differs, its rule, where the choices ended, and the scores up to there. *policy*: the same chance
and the same policy under both, deciding anew; only this may say how often the winner changes, with its interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from ..games.bruges.board import Board
from ..games.bruges.deck import Deck
from ..games.bruges.model import State
from ..games.bruges.rules.scoring import score_sheet, winners
from ..games.bruges.rules.setup import set_up
from ..games.bruges.ruleset import Ruleset, Value
from ..games.bruges.telling import BrugesTeller
from ..kernel import Event, LabError, Pending, Seeded, Stream, advance, choose, why_not
from ..kernel.choices import Option
from ..kernel.errors import one_line
from ..kernel.events import RawEvent
from ..kernel.pause import collector_paused
from ..rulebook.readings import ruleset
from .playouts import LONGEST_GAME, MOST_ROUNDS, check_ending, without_end
from .policies import Policy, policy

if TYPE_CHECKING:
    import plotly.graph_objects

Mode = Literal["policy", "replay"]
MOST_GAMES = 1_000_000
Progress = Callable[[int, int], None]
"""Called with the games done and all games."""


class Difference(NamedTuple):
    """The first event in which two games differ; None for a log that has ended."""

    place: int
    round: int
    first: Event | None
    second: Event | None

    @property
    def rule(self) -> str:
        """The rule of the event that came where another was expected."""
        event = self.second or self.first
        assert event is not None
        return event.rule

    def told(self, lang: str = "en") -> str:
        """Both events as sentences."""
        shown = [f"{e.text(lang)} [{e.rule}]" if e else "–" for e in (self.first, self.second)]
        return f"round {self.round}: {shown[0]}  |  {shown[1]}"


class Pair(NamedTuple):
    """One seed played under both readings."""

    seed: int
    difference: Difference | None
    scores: tuple[tuple[int, ...], tuple[int, ...]]
    """Totals by seat under each reading, at the end or where the replay stopped."""
    winners: tuple[tuple[int, ...], tuple[int, ...]]
    rounds: tuple[int, int]
    stopped: str | None
    """In a replay: the rule that stopped it, None if all choices could be made."""


class Interval(NamedTuple):
    """A share with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


def wilson(hits: float, trials: int) -> Interval:
    """The share of hits with its 95 % interval."""
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    z = 1.959964
    share = hits / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return Interval(share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


class Comparison(list[Pair]):
    """All pairs, with what they say together."""

    def __init__(self, names: tuple[str, str], rules: tuple[Ruleset, Ruleset], mode: Mode, by: str, players: int) -> None:
        super().__init__()
        self.names = names
        self.rules = rules
        self.mode = mode
        self.policy = by
        self.players = players

    @property
    def fields(self) -> dict[str, tuple[Value, Value]]:
        """The fields in which the rulesets differ, with both values."""
        first, second = self.rules
        return {name: (getattr(first, name), getattr(second, name)) for name in _differing(first, second)}

    @property
    def differing(self) -> Interval:
        """The share of games in which anything differs."""
        return wilson(sum(pair.difference is not None for pair in self), len(self))

    @property
    def winner_changes(self) -> Interval:
        """The share of games with other winners; only where a policy decides anew."""
        if self.mode != "policy":
            raise LabError("a replay stops where the games part: compare with mode='policy' to see who wins")
        return wilson(sum(pair.winners[0] != pair.winners[1] for pair in self), len(self))

    @property
    def first_rules(self) -> Counter[str]:
        """By which rule the games first part, and how often."""
        return Counter(pair.difference.rule for pair in self if pair.difference is not None)

    @property
    def score_change(self) -> float:
        """By how much the mean score changes from the first reading to the second."""
        if not self:
            return 0.0
        return fmean(fmean(pair.scores[1]) - fmean(pair.scores[0]) for pair in self)

    @property
    def example(self) -> Pair | None:
        """The first pair that differs."""
        return next((pair for pair in self if pair.difference is not None), None)

    def told(self, lang: str = "en") -> str:
        """The result in a few lines."""
        first, second = self.names
        lines = [f"{first} and {second}: {len(self)} games of {self.players}, {self.mode}, by {self.policy}"]
        lines += [f"  {name}: {a} / {b}" for name, (a, b) in self.fields.items()]
        lines.append(f"games that differ: {self.differing}")
        if self.mode == "policy":
            lines.append(f"games with another winner: {self.winner_changes}  (policy {self.policy})")
            lines.append(f"mean score: {self.score_change:+.2f}")
        lines += [f"  first by {rule}: {count}" for rule, count in self.first_rules.most_common(5)]
        if self.example is not None and self.example.difference is not None:
            lines.append(f"for instance seed {self.example.seed}, {self.example.difference.told(lang)}")
            if self.example.stopped:
                lines.append(f"the same choices go on until {self.example.stopped} forbids one")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.told()

    def __repr__(self) -> str:
        return f"<Comparison {self.names[0]} / {self.names[1]}, {len(self)} games, {self.differing} differ>"

    def figure(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """How often games differ, by which rule they part, and what it does to the scores."""
        from ..show.readings_figure import readings_figure

        return readings_figure(self, lang=lang)

    def _repr_html_(self) -> str:
        from ..show.comparison_html import comparison_html

        return comparison_html(self)


def _differing(first: Ruleset, second: Ruleset) -> list[str]:
    return [name for name in first.__struct_fields__ if getattr(first, name) != getattr(second, name)]


def compare(
    first: str | Ruleset = "default",
    second: str | Ruleset = "003",
    games: int = 100,
    *,
    mode: Mode = "policy",
    players: int = 3,
    policy: str = "greedy",
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Play the same games under two readings: rulesets, or names such as "003" or "003:lots_of_three"."""
    if mode not in get_args(Mode):
        raise LabError(f"there is no mode {one_line(mode, 20)!r}; there are {', '.join(get_args(Mode))}")
    if not isinstance(games, int) or isinstance(games, bool) or not 1 <= games <= MOST_GAMES:
        raise LabError(f"games: a whole number from 1 to {MOST_GAMES:,}, not {one_line(repr(games), 20)}")
    if not isinstance(players, int) or isinstance(players, bool):
        raise LabError(f"players: a whole number, not {one_line(repr(players), 20)}")
    if not (progress is None or callable(progress)):
        raise LabError(f"progress: None or a function, not {one_line(repr(progress), 30)}")
    Seeded(seed)  # refuses what is no seed
    Seeded(seed + games - 1)
    rules = tuple(one if isinstance(one, Ruleset) else ruleset(one) for one in (first, second))
    for one in rules:
        check_ending(one)
    names = tuple(one if isinstance(one, str) else "own ruleset" for one in (first, second))
    plays = _policy(policy)
    found = Comparison((names[0], names[1]), (rules[0], rules[1]), mode, policy, players)
    run = _by_policy if mode == "policy" else _by_replay
    for number in range(games):
        found.append(run(found.rules, players, plays, seed + number))
        if progress is not None:
            progress(number + 1, games)
    return found


def _policy(name: str) -> Policy:
    if not isinstance(name, str):
        raise LabError(f"policy: the name of a policy, not {one_line(repr(name), 40)}")
    return policy(name)


class _Line:
    """One game being played, with its log and its decisions."""

    def __init__(self, players: int, rules: Ruleset, seed: int) -> None:
        self.source = Seeded(seed)
        self.stream = Stream(seed, "policies")
        self.state = set_up(players, rules, Deck.for_rules(rules), Board.load(), self.source.stream("set-up", players))
        self.log: list[RawEvent] = self.state.log if self.state.log is not None else []
        self.state.log = self.log
        self.made: list[tuple[str, int, Option]] = []
        self.throws = 0

    def next_decision(self) -> Pending | None:
        """On to the next question of a player; None at the end."""
        while (pending := advance(self.state)) is not None and pending.is_chance:
            option = self.source.pick(self.state, pending, self.throws)
            assert option is not None
            self.throws += 1
            choose(self.state, option)
        return pending

    def play(self, pending: Pending, option: Option) -> None:
        self.made.append((pending.kind, pending.player, option))
        choose(self.state, option)

    def finish(self, plays: Policy) -> None:
        for _ in range(LONGEST_GAME):
            pending = self.next_decision()
            if pending is None:
                return
            if self.state.round > MOST_ROUNDS:
                break
            self.play(pending, plays(self.state, pending, self.stream))
        raise without_end(self.state)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(score_sheet(self.state, seat).total for seat in range(len(self.state.players)))


def _by_policy(rules: tuple[Ruleset, Ruleset], players: int, plays: Policy, seed: int) -> Pair:
    lines = [_Line(players, one, seed) for one in rules]
    with collector_paused():
        for line in lines:
            line.finish(plays)
    return _pair(seed, lines, None)


def _by_replay(rules: tuple[Ruleset, Ruleset], players: int, plays: Policy, seed: int) -> Pair:
    first, second = (_Line(players, one, seed) for one in rules)
    stopped = None
    with collector_paused():
        first.finish(plays)
        for kind, player, option in first.made:
            pending = second.next_decision()
            if pending is None or (pending.kind, pending.player) != (kind, player):
                stopped = second.state.book.over if pending is None else pending.rule
                break
            refusal = why_not(second.state, pending, option)
            if refusal is not None:
                stopped = refusal.rule
                break
            second.play(pending, option)
        else:
            second.next_decision()
    return _pair(seed, [first, second], stopped)


def _pair(seed: int, lines: list[_Line], stopped: str | None) -> Pair:
    first, second = lines
    return Pair(
        seed,
        _first_difference(first, second),
        (first.totals, second.totals),
        (tuple(winners(first.state)), tuple(winners(second.state))),
        (first.state.round, second.state.round),
        stopped,
    )


def _first_difference(first: _Line, second: _Line) -> Difference | None:
    round_ = 0
    for place in range(max(len(first.log), len(second.log))):
        a = first.log[place] if place < len(first.log) else None
        b = second.log[place] if place < len(second.log) else None
        if a is None or b is None or a[:4] != b[:4]:
            return Difference(place, round_, _event(first.state, a, place), _event(second.state, b, place))
        if a[1] == "round.begins":
            round_ = a[3]["round"]
    return None


def _event(state: State, raw: RawEvent | None, place: int) -> Event | None:
    if raw is None:
        return None
    from ..games.bruges.words import NAMES

    return Event(raw, place, BrugesTeller(state, NAMES[: len(state.players)]))
