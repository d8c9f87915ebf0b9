"""Two readings of the rules, run against each other, in two ways (DESIGN, section 7).

*replay*: a game under the first reading, its choices made again under the second until one is illegal or nobody asks for it. The
result is the first event that differs, its rule, where the choices ended, and the scores up to there. *policy*: the same chance
and the same policy under both, deciding anew; only this may say how often the winner changes, with its interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from ..games.manifest import Manifest
from ..games.shelf import of_rule
from ..kernel import Event, GameKit, LabError, Option, Pending, Seeded, Stream, why_not
from ..kernel.deltas import apply_deltas
from ..kernel.errors import either, one_line
from ..kernel.events import RawEvent
from ..kernel.pause import collector_paused
from ..kernel.playing import Decider, Playing
from ..kernel.rulesets import BaseRuleset, Value
from ..rulebook.numbers import decimal, percent
from ..rulebook.readings import OWN, ruleset_name
from .intervals import Interval, wilson
from .named import named_policy, terminal
from .policies import Policy
from .policies import policy as find_policy
from .score_parts import total_of
from .starts import find_game, find_rules, start

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
        when = of_rule(self.rule).texts.say("figure", "round", {"round": self.round}, lang)
        return f"{when}: {shown[0]}  |  {shown[1]}"


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


class Comparison(list[Pair]):
    """All pairs, with what they say together."""

    def __init__(
        self,
        manifest: Manifest,
        names: tuple[str, str],
        rules: tuple[BaseRuleset, BaseRuleset],
        mode: Mode,
        by: str,
        players: int,
    ) -> None:
        super().__init__()
        self.manifest = manifest
        """The game that was played."""
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
        first, second = (ruleset_name(self.manifest, name, lang) for name in self.names)
        head = self._said("readings.head", lang, games=len(self), players=self.players, mode=self.mode)
        lines = [self._field(f"{first} / {second}", head, lang)]
        lines += [f"  {name}: {a} / {b}" for name, (a, b) in self.fields.items()]
        lines.append(self._field(self._said("readings.differ", lang), _interval(self.differing, lang), lang))
        if self.mode == "policy":
            lines.append(self._field(self._said("readings.winner", lang), _interval(self.winner_changes, lang), lang))
            change = ("+" if self.score_change > 0 else "") + decimal(self.score_change, 2, lang)
            plays = named_policy(self.policy, lang, self.manifest.texts)
            lines.append(self._said("readings.mean_by", lang, change=change, policy=plays))
        if self.first_rules:
            rules = ", ".join(f"{rule} {count}" for rule, count in self.first_rules.most_common(5))
            lines.append(self._field(self._said("readings.rules", lang), rules, lang))
        if self.example is not None and self.example.difference is not None:
            difference = self.example.difference
            lines.append(f"{self._said('readings.example', lang, seed=self.example.seed)}, {difference.told(lang)}")
            if self.example.stopped:
                lines.append(terminal("compare.stopped", lang, rule=self.example.stopped))
        return "\n".join(lines)

    def _field(self, name: str, value: str, lang: str) -> str:
        return self.manifest.texts.say("scenario", "field", {"field": name, "value": value}, lang)

    def _said(self, key: str, lang: str, **values: object) -> str:
        return self.manifest.texts.say("figure", key, values, lang)

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


def _interval(share: Interval, lang: str) -> str:
    ends = {name: percent(getattr(share, name), lang) for name in ("share", "low", "high")}
    return terminal("compare.interval", lang, **ends)


def _differing(first: BaseRuleset, second: BaseRuleset) -> list[str]:
    return [name for name in first.__struct_fields__ if getattr(first, name) != getattr(second, name)]


def compare(
    first: str | BaseRuleset = "default",
    second: str | BaseRuleset | None = None,
    games: int = 100,
    *,
    mode: Mode = "policy",
    players: int | None = None,
    policy: str = "greedy",
    seed: int = 0,
    progress: Progress | None = None,
    game: str | None = None,
) -> Comparison:
    """Play the same games under two readings: rulesets, or names such as "default" or that of a document.

    Without a second one, it is that of the game's last document that differs. Three play, or as many as the first is for, unless
    `players` says how many.
    """
    manifest = find_game(game)
    if not manifest.has("ruleset"):
        raise manifest.lacks("ruleset: there are no two readings to compare")
    if mode not in get_args(Mode):
        raise LabError(f"unknown mode {one_line(mode, 20)!r}; choose {either(get_args(Mode))}")
    if not isinstance(games, int) or isinstance(games, bool) or not 1 <= games <= MOST_GAMES:
        raise LabError(f"games: a whole number from 1 to {MOST_GAMES:,}, not {one_line(repr(games), 20)}")
    players = manifest.usual_players(find_rules(manifest, first)) if players is None else players
    if not isinstance(players, int) or isinstance(players, bool):
        raise LabError(f"players: a whole number, not {one_line(repr(players), 20)}")
    if not (progress is None or callable(progress)):
        raise LabError(f"progress: None or a function, not {one_line(repr(progress), 30)}")
    Seeded(seed)  # refuses what is no seed
    Seeded(seed + games - 1)
    second = _another(manifest, first) if second is None else second
    sides = tuple(_Side(manifest, one, players) for one in (first, second))
    for side in sides:
        side.check(seed)
    names = tuple(one if isinstance(one, str) else OWN for one in (first, second))
    plays = _policy(policy, manifest)
    found = Comparison(manifest, (names[0], names[1]), (sides[0].rules, sides[1].rules), mode, policy, players)
    run = _by_policy if mode == "policy" else _by_replay
    for number in range(games):
        found.append(run((sides[0], sides[1]), plays, seed + number))
        if progress is not None:
            progress(number + 1, games)
    return found


def _another(manifest: Manifest, first: str | BaseRuleset) -> str:
    """The last document whose reading is another one, or else an alternative of a document."""
    every = manifest.readings if manifest.has("readings") else {}
    known = {name: reading for name, reading in every.items() if reading.document}
    alternatives = [f"{document}:{one.name}" for document, reading in known.items() for one in reading.alternative]
    mine = find_rules(manifest, first)
    for name in (*reversed(list(known)), *alternatives):
        if find_rules(manifest, name) != mine:
            return name
    raise manifest.lacks("other reading of a document: name the second ruleset")


def _policy(name: str, manifest: Manifest) -> Policy:
    if not isinstance(name, str):
        raise LabError(f"policy: the name of a policy, not {one_line(repr(name), 40)}")
    return find_policy(name, manifest)


class _Side:
    """One of the two readings, with what its games are played with."""

    def __init__(self, manifest: Manifest, ruleset: str | BaseRuleset, players: int) -> None:
        rules = find_rules(manifest, ruleset)
        assert rules is not None
        self.rules: BaseRuleset = rules
        self.manifest = manifest
        self.players = players
        self.material = manifest.material_for(rules, {})
        self.kit: GameKit[Any] = manifest.kit(**self.material)
        self.names = manifest.seat_names(players)

    def start(self, seed: int) -> tuple[Any, list[RawEvent]]:
        """The position before the first task, and the events of the set-up."""
        return start(self.manifest, self.players, seed, self.rules, self.material)

    def check(self, seed: int) -> None:
        """Refuse what cannot be played, or not to an end."""
        self.kit.check_ending(self.start(seed)[0])


class _Line:
    """One game being played, with its log and its decisions."""

    def __init__(self, side: _Side, seed: int) -> None:
        self.side, self.seed = side, seed
        self.state, self.log = side.start(seed)
        self.start = self.state.copy()
        self.opening = len(self.log)
        self.state.log = self.log
        self.made: list[tuple[str, int, Option]] = []
        """Kind, player and choice of each decision."""

    def play(self, plays: Decider, until: Callable[[Any, Pending], bool] | None = None) -> Pending | None:
        """Play by a policy to the end, or until a question has to wait."""

        def noted(state: Any, pending: Pending, stream: Stream) -> Option:
            option = plays(state, pending, stream)
            self.made.append((pending.kind, pending.player, option))
            return option

        deciders = [noted] * len(self.state.players)
        return Playing(self.side.kit, self.state, deciders, Seeded(self.seed), Stream(self.seed, "policies")).on(until)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(total_of(score) for score in self.side.kit.scores(self.state))

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(self.side.kit.winners(self.state))

    @property
    def rounds(self) -> int:
        return self.side.kit.chapter(self.state)

    def event(self, raw: RawEvent | None, place: int) -> Event | None:
        """An event of the log, to be told."""
        return None if raw is None else Event(raw, place, self.side.kit.teller(self.state, self.side.names))


def _by_policy(sides: tuple[_Side, _Side], plays: Policy, seed: int) -> Pair:
    first, second = (_Line(side, seed) for side in sides)
    with collector_paused():
        for line in (first, second):
            line.play(plays)
    return _pair(seed, first, second, None)


def _by_replay(sides: tuple[_Side, _Side], plays: Policy, seed: int) -> Pair:
    first, second = (_Line(side, seed) for side in sides)
    stopped: str | None = None

    def parted(state: Any, pending: Pending) -> bool:
        """Whether the second line is not asked for the next choice of the first, or may not make it."""
        nonlocal stopped
        if pending.is_chance:
            return False
        if len(second.made) == len(first.made):
            return True  # the first line is over
        kind, player, option = first.made[len(second.made)]
        if (pending.kind, pending.player) != (kind, player):
            stopped = pending.rule
        elif refusal := why_not(state, pending, option):
            stopped = refusal.rule
        return stopped is not None

    with collector_paused():
        first.play(plays)
        waiting = second.play(lambda *_: first.made[len(second.made)][2], parted)
    if waiting is None and len(second.made) < len(first.made):
        stopped = second.state.book.over
    return _pair(seed, first, second, stopped)


def _pair(seed: int, first: _Line, second: _Line, stopped: str | None) -> Pair:
    return Pair(
        seed,
        _first_difference(first, second),
        (first.totals, second.totals),
        (first.winners, second.winners),
        (first.rounds, second.rounds),
        stopped,
    )


def _first_difference(first: _Line, second: _Line) -> Difference | None:
    for place, (a, b) in enumerate(zip_longest(first.log, second.log)):
        if a is None or b is None or a[:4] != b[:4]:
            return Difference(place, _round_at(first, place), first.event(a, place), second.event(b, place))
    return None


def _round_at(line: _Line, place: int) -> int:
    """The round before an event of a line: what came before is rebuilt."""
    for raw in line.log[line.opening : place]:
        apply_deltas(line.start, raw[4])
    return line.side.kit.chapter(line.start)
