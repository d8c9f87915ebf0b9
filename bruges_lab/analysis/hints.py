"""Hints: what a seat could choose now, ranked, with the reasons in rules and points.

A hint is made from the view of its seat alone: the hidden cards are dealt anew, and every choice is tried in those worlds. The
reasons are the parts of a position's worth in which choices differ (weighing.py), the rules of the events a choice would cause,
and the odds of what chance then does. Words are in the section `hint` of the locales, told by hint_lines.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from ..games.manifest import LAB
from ..kernel import Choice, Event, Game, LabError, Option, Pending, Stream, advance, choose
from ..kernel.errors import either, one_line
from ..kernel.events import RawEvent
from ..kernel.state import NO_CAUSE
from ..rulebook.texts import LANGUAGES
from .hint_lines import hint_details, hint_sentence
from .policies import look_ahead
from .search import Search, check_budget
from .weighing import Odds, Weighing

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written
    from ..kernel.rulesets import BaseRuleset

HintPolicy = Literal["search", "greedy"]
BUDGET = 400
"""Nodes of a search for a hint: more than a policy takes, for the alternatives are shown as well."""
LEAST = 0.05
"""Parts that differ by less are not given as a reason: they round to nothing."""


class HintChoice(NamedTuple):
    """One choice of a hint."""

    choice: Choice
    option: Option
    told: dict[str, str]
    """The choice in words, by language."""
    value: float
    """In points. Search: the mean lead over the best opponent where the playouts end. Greedy: the own position."""
    error: float | None
    """The standard error of that mean; None where nothing was sampled or too little."""
    nodes: int
    """How many positions or playouts stand behind it."""
    parts: Any
    """The value part by part, as a named tuple; the parts add up to it."""
    rules: tuple[str, ...]
    """The rules of the events that the choice causes up to the next decision or chance step, each once."""
    events: tuple[Event, ...]
    """These events, as the seat would see them."""
    odds: tuple[Odds, ...]

    def beyond(self, other: HintChoice) -> dict[str, float]:
        """By which parts this choice is ahead of another (or behind: less than 0), the largest difference first."""
        differences = {name: one - two for name, one, two in zip(self.parts._fields, self.parts, other.parts, strict=True)}
        found = {name: number for name, number in differences.items() if abs(number) >= LEAST}
        return dict(sorted(found.items(), key=lambda item: -abs(item[1])))


class Hint:
    """A ranked list of choices with reasons. It knows what its seat may know, and nothing else."""

    def __init__(
        self,
        manifest: Manifest,
        seat: int,
        names: tuple[str, ...],
        policy: str,
        choices: list[HintChoice],
        *,
        nodes: int,
        stopped: bool,
        by_back: bool,
        ruleset: BaseRuleset | None,
        lang: str,
    ) -> None:
        self.manifest = manifest
        """The game that is played."""
        self.seat = seat
        self.names = names
        self.policy = policy
        self.choices = choices
        self.nodes = nodes
        """Playouts of a search, positions that greedy weighed."""
        self.stopped = stopped
        """Whether the search ended before its budget was spent."""
        self.by_back = by_back
        """Whether greedy drew a card, which goes by the back and not by points."""
        self.ruleset = ruleset
        self.lang = lang

    @property
    def best(self) -> HintChoice:
        """What the hint advises."""
        return self.choices[0]

    @property
    def choice(self) -> Choice:
        """The advised choice, to be played."""
        return self.best.choice

    @property
    def runner_up(self) -> HintChoice | None:
        """The next best choice that is not simply as good: several cards may do the same."""
        others = [one for one in self.choices[1:] if one.nodes]
        return next((one for one in others if self.best.beyond(one)), None)

    def why(self, choice: Choice | str | None = None) -> dict[str, float]:
        """By which parts the best choice is ahead of another (of the runner-up, if none is named)."""
        if choice is None:
            return {} if self.runner_up is None else self.best.beyond(self.runner_up)
        asked = Choice.parse(choice) if isinstance(choice, str) else choice
        other = next((one for one in self.choices if one.choice == asked), None)
        if other is None:
            raise LabError(f"{one_line(asked, 40)!r} is not one of the choices of this hint")
        return self.best.beyond(other)

    def text(self, lang: str | None = None) -> str:
        """What to choose and why, in one sentence."""
        return hint_sentence(self, self.lang if lang is None else lang)

    def details(self, lang: str | None = None, most: int = 5) -> str:
        """What the sentence rests on: the choices with their numbers, reasons, rules and odds, so many of them at most."""
        return hint_details(self, self.lang if lang is None else lang, most)

    def _repr_html_(self) -> str:
        from ..show.hint_table import hint_html

        return hint_html(self, self.lang)

    def __str__(self) -> str:
        return f"{self.text()}\n\n{self.details()}"

    def __repr__(self) -> str:
        return f"<Hint {self.choice} of {len(self.choices)} choices, {self.policy}, {self.nodes} nodes>"


def hint(
    game: Game[Any],
    seat: int | None = None,
    policy: str = "search",
    budget: int | None = None,
    lang: str = "en",
    *,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    seed: int = 0,
) -> Hint:
    """What the seat that decides could choose, the best first. The same position, budget and seed give the same hint.

    `policy` is "search" or "greedy". A search ends after `budget` nodes, after `seconds`, or when `stop()` says so.
    """
    if policy not in get_args(HintPolicy):
        _question(game, seat)
        raise LabError(f"policy: {one_line(policy, 20)!r} is not one of {', '.join(get_args(HintPolicy))}")
    if policy == "search":
        hinting = Hinting(game, seat, budget, lang, seconds=seconds, stop=stop, seed=seed)
        hinting.work()
        return hinting.hint
    pending = _question(game, seat)
    _checked(lang, budget, seconds)
    decider, manifest = pending.player, game.manifest
    weighing = manifest.weighing
    view, dealt = _seen(game, decider, seed)
    asked = _asked(dealt)
    backs = weighing.by_back(dealt, asked)
    world = weighing.world(game.kit, view, decider, Stream(seed, "hint", "world"))
    asked = _asked(world)
    tried = _weighed(weighing, world, asked, backs)
    choices = [_described(game, weighing, world, asked, one) for one in tried]
    return _hint(game, decider, policy, choices, view, len(tried), lang, by_back=backs is not None)


class Hinting:
    """A search for a hint, in pieces: after the first there is a ranked answer, and each that follows makes it better.

    The position is that of the beginning; that the game moves on meanwhile does no harm.
    """

    def __init__(
        self,
        game: Game[Any],
        seat: int | None = None,
        budget: int | None = None,
        lang: str = "en",
        *,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        seed: int = 0,
    ) -> None:
        self._game, self._lang = game, lang
        self._decider = _question(game, seat).player
        nodes = _checked(lang, budget, seconds)
        # From here on only the view: the real cards do not come into it.
        self._view, self._world = _seen(game, self._decider, seed)
        self._asked = _asked(self._world)
        stream = Stream(seed, "hint")
        self.search = Search(game.kit, self._view, self._decider, stream, budget=nodes, seconds=seconds, stop=stop)
        self._known: dict[Option, HintChoice] = {}

    def work(self, seconds: float | None = None) -> None:
        """Search on for so many seconds, or to the end."""
        self.search.run(seconds)

    def stop(self) -> None:
        """Let it be: the answer is as good as it is."""
        self.search.stop()

    @property
    def done(self) -> bool:
        """Whether the answer gets no better any more."""
        return self.search.done

    @property
    def hint(self) -> Hint:
        """The answer as far as it goes."""
        game, search = self._game, self.search
        choices = []
        for one in search.ranking():
            tried = Tried(one.option, one.value, one.error if one.visits else None, one.visits, one.parts)
            known = self._known.get(one.option)
            if known is None:  # words, events and odds stay as they are
                weighing = game.manifest.weighing
                known = self._known[one.option] = _described(game, weighing, self._world, self._asked, tried)
            choices.append(known._replace(value=tried.value, error=tried.error, nodes=tried.nodes, parts=tried.parts))
        stopped = search.stopped
        return _hint(game, self._decider, "search", choices, self._view, search.nodes, self._lang, stopped=stopped)


FIRST, PIECE = 0.08, 0.3
"""Seconds to the first answer of `hints`, and between those that follow."""


def hints(
    game: Game[Any],
    seat: int | None = None,
    budget: int | None = None,
    lang: str = "en",
    *,
    seconds: float | None = None,
    seed: int = 0,
) -> Iterator[Hint]:
    """Hints that get better: the first at once, the last as `hint` gives it. Whoever has seen enough stops asking."""
    if game.manifest.written("hints") not in (None, LAB):  # the game has hints of its own, and gives one
        yield game.hint(seat, budget=budget, lang=lang, seconds=seconds)
        return
    hinting = Hinting(game, seat, budget, lang, seconds=seconds, seed=seed)
    hinting.work(FIRST)
    yield hinting.hint
    while not hinting.done:
        hinting.work(PIECE)
        yield hinting.hint


def _checked(lang: str, budget: int | None, seconds: float | None) -> int:
    """How many nodes a search may have; what cannot be is refused."""
    if lang not in LANGUAGES:
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
    nodes = BUDGET if budget is None else check_budget(budget)
    if seconds is not None and (not isinstance(seconds, int | float) or isinstance(seconds, bool) or not seconds > 0):
        raise LabError(f"seconds: more than 0, not {one_line(repr(seconds), 20)}")
    return nodes


def _seen(game: Game[Any], seat: int, seed: int) -> tuple[Any, Any]:
    """What a seat sees, and a position that it cannot tell from the real one."""
    view = game.kit.mask(game.state, seat)
    return view, game.kit.resample(view, seat, Stream(seed, "hint", "world"))


def _asked(world: Any) -> Pending:
    asked = advance(world)
    assert asked is not None
    return asked


def _hint(
    game: Game[Any],
    seat: int,
    policy: str,
    choices: list[HintChoice],
    view: Any,
    nodes: int,
    lang: str,
    *,
    stopped: bool = False,
    by_back: bool = False,
) -> Hint:
    manifest: Manifest = game.manifest
    rules = view.rules if manifest.has("ruleset") else None
    return Hint(
        manifest, seat, game.names, policy, choices, nodes=nodes, stopped=stopped, by_back=by_back, ruleset=rules, lang=lang
    )


def hints_for(manifest: Manifest, written: Written) -> Callable[..., Any]:
    """Who gives the hints of a game: the lab, or the game itself."""
    found: Callable[..., Any] = hint if written == LAB else manifest.named(str(written))
    return found


def _question(game: Game[Any], seat: int | None) -> Pending:
    """The decision that a hint is asked for."""
    pending = game.pending
    if pending is None:
        raise LabError("a hint: the game is over" if game.over else "a hint: tasks are still to run here, see events_until")
    if pending.is_chance:
        raise LabError("a hint: chance decides now, nobody chooses")
    if seat is not None and seat != pending.player:
        raise LabError(f"a hint: seat {pending.player} decides now, not seat {one_line(seat, 20)}")
    return pending


class Tried(NamedTuple):
    """An option with what it came to."""

    option: Option
    value: float
    error: float | None
    nodes: int
    parts: Any


def _weighed(weighing: Weighing, world: Any, pending: Pending, backs: list[float] | None) -> list[Tried]:
    """What greedy sees: every option tried, its own position weighed; what turns up something hidden goes by the back."""
    found = []
    for option, twin in zip(pending.raw, look_ahead(world, pending.raw), strict=True):
        parts = weighing.counted(twin, pending.player)
        found.append(Tried(option, sum(parts), None, 1, parts))
    if backs is None:
        return sorted(found, key=lambda one: -one.value)
    return [one for one, _ in sorted(zip(found, backs, strict=True), key=lambda pair: -pair[1])]


_CHOICE = -2
"""The cause of what a choice does itself."""


def _described(game: Game[Any], weighing: Weighing, world: Any, pending: Pending, tried: Tried) -> HintChoice:
    """A choice with its words, rules, events and odds."""
    kit = game.kit
    after = world.copy()
    # Events are counted from here; what was on the agenda before is not the doing of the choice.
    after.emitted, after.causes = 0, [*(NO_CAUSE for _ in after.causes[1:]), _CHOICE]
    log: list[RawEvent] = []
    after.log = log
    choose(after, tried.option)
    following = advance(after)
    after.log = None
    teller = kit.teller(world, game.names)
    caused = {_CHOICE}
    events = []
    for place, raw in enumerate(log):
        if raw[5] in caused:
            caused.add(place)
            event = kit.seen(Event(raw, place, teller), pending.player)
            event.cause = max(NO_CAUSE, event.cause)
            events.append(event)
    return HintChoice(
        pending.choice(tried.option),
        tried.option,
        {lang: kit.tell_option(world, game.names, tried.option, lang) for lang in LANGUAGES},
        tried.value,
        tried.error,
        tried.nodes,
        tried.parts,
        tuple(dict.fromkeys(event.rule for event in events)),
        tuple(events),
        weighing.odds(world, tried.option, after, following, pending.player),
    )
