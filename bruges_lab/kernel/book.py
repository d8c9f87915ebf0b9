"""The book of a game: its tasks, decisions, chances and kinds of event, each with the rule it carries out.

Chapters of rules register here with decorators; the engine looks up what is on top of the agenda. What choices are made of is in
needs.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeVar

from .choices import Codec, Option
from .deltas import TABLE
from .keyed import Stream
from .needs import Action, Candidates, Need, Refused

F = TypeVar("F", bound=Callable[..., Any])

AUTO, DECISION, CHANCE_STEP = range(3)
"""Sorts of step; the engine tells automatic ones from the others by their being 0."""

Run = Callable[..., None]
Outcomes = list[tuple[Option, Fraction]]
Sight = Literal["player", "nobody"]


class AgendaStep:
    """Something that can stand on the agenda. `args` of its task come after the state in every call."""

    sort: int = AUTO
    forced = False
    """Whether a single legal answer is given at once."""

    def __init__(self, name: str, rule: str, mark: str | None = None, *, seated: bool = False) -> None:
        self.name = name
        self.rule = rule
        self.mark = mark
        self.seated = seated
        """Whether the first argument of its task is a seat, which its sentence names."""
        self.sort = type(self).sort  # on the object itself: the engine asks for it at every step
        self.answers: dict[str, Run] = {}
        """What is done by each kind of answer, if the step asks."""
        self.about: Mapping[str, int] = {}
        """What its sentence speaks of besides the seat: names, and which argument of the task each is."""

    def cited(self, state: Any, args: tuple[Any, ...]) -> str:
        """The rule that a task of this step carries out."""
        return self.rule

    def told(self, args: tuple[Any, ...]) -> dict[str, object]:
        """The data of its sentence."""
        return {"player": args[0] if self.seated else TABLE, **{name: args[place] for name, place in self.about.items()}}


class Automatic(AgendaStep):
    """A task that runs by itself, for the table or for one seat."""

    def __init__(self, name: str, rule: str, mark: str | None, run: Run, *, seated: bool) -> None:
        super().__init__(name, rule, mark, seated=seated)
        self.run = run


class Decision(AgendaStep):
    """A question to one player: the first argument of its task is the seat that answers."""

    sort = DECISION

    def __init__(
        self, name: str, rule: str, mark: str | None, forced: bool, cites: Callable[..., str] | None, about: Mapping[str, int]
    ) -> None:
        super().__init__(name, rule, mark, seated=True)
        self.forced = forced
        self.about = about
        self.actions: dict[str, Action] = {}
        self._cites = cites

    def cited(self, state: Any, args: tuple[Any, ...]) -> str:
        """The rule that asks: always the same, or by what it is asked about."""
        return self.rule if self._cites is None else self._cites(state, *args)

    def offer(self, action: Action) -> Action:
        """Add an action that stands in other decisions too."""
        if action.kind in self.actions:
            raise ValueError(f"{self.name} already offers {action.kind}")
        self.actions[action.kind] = action
        self.answers[action.kind] = action.run
        return action

    def choice(
        self,
        kind: str,
        *,
        candidates: Candidates | None = None,
        needs: tuple[Need, ...] = (),
        codecs: tuple[Codec, ...] = (),
        when: str = "",
    ) -> Callable[[F], F]:
        """Decorate the function that carries out this kind of choice."""

        def register(run: F) -> F:
            self.offer(Action(kind, run, candidates=candidates, needs=needs, codecs=codecs, when=when))
            return run

        return register

    def quickly(self, listing: F) -> F:
        """Decorate a fast listing of all legal choices; a property test proves that it lists what the needs allow."""
        self.options = listing  # type: ignore[method-assign]  # on the object itself: it is asked for at every step
        return listing

    def options(self, state: Any, *args: Any) -> list[Option]:
        """All legal choices; `quickly` puts a fast listing in its place."""
        return self.by_needs(state, *args)

    def by_needs(self, state: Any, *args: Any) -> list[Option]:
        """All legal choices by the lists of needs, action by action: the meaning, not the quickest way."""
        found: list[Option] = []
        for action in self.actions.values():
            found += action.listed(state, *args)
        return found


class Chance(AgendaStep):
    """A step that chance decides. Its task's name and arguments are its key: push a different task for each throw."""

    sort = CHANCE_STEP

    def __init__(
        self,
        name: str,
        rule: str,
        mark: str | None,
        kind: str,
        codecs: tuple[Codec, ...],
        outcomes: Callable[..., Outcomes | None],
    ) -> None:
        super().__init__(name, rule, mark)
        self.kind = kind
        self.codecs = codecs
        self.outcomes = outcomes
        self._allows: Callable[..., bool] | None = None
        self._odds: Callable[..., Fraction] | None = None
        self.on(_nothing)

    def on(self, run: F) -> F:
        """Decorate what happens with an outcome."""
        self.run = self.answers[self.kind] = run
        return run

    def sampled(self, sample: F) -> F:
        """Decorate a quick way to draw one outcome from a stream, equal in odds to the list."""
        self.sample = sample  # type: ignore[method-assign]  # on the object itself: it is asked for at every throw
        return sample

    def allowed(self, allows: F) -> F:
        """Decorate a quick test whether an outcome is possible, equal to looking it up in the list."""
        self._allows = allows
        return allows

    def likely(self, odds: F) -> F:
        """Decorate a quick way to the exact odds of a possible outcome, equal to looking them up in the list."""
        self._odds = odds
        return odds

    def sample(self, state: Any, stream: Stream, *args: Any) -> Option:
        """Draw one outcome; `sampled` puts a quick way in its place."""
        outcomes = self.outcomes(state, *args)
        if outcomes is None:
            raise ValueError(f"{self.name} neither lists nor samples its outcomes")
        return stream.weighted(outcomes)

    def allows(self, state: Any, args: tuple[Any, ...], option: Option) -> bool:
        """Whether the option is one of the outcomes."""
        if option[0] != self.kind:
            return False
        if self._allows is not None:
            return self._allows(state, *args, *option[1:])
        return any(option == outcome for outcome, _ in self.outcomes(state, *args) or ())

    def odds(self, state: Any, args: tuple[Any, ...], option: Option) -> Fraction | None:
        """The exact odds of an outcome; None if it cannot come, or if nobody can say."""
        if self._odds is not None:
            return self._odds(state, *args, *option[1:]) if self.allows(state, args, option) else None
        return next((odds for outcome, odds in self.outcomes(state, *args) or () if outcome == option), None)


Past = Iterable[tuple[str, str, int, Mapping[str, Any]]]
"""What has happened on a line, the latest first: rule, kind, player and data of each event."""
Untimely = Callable[[Any, AgendaStep, tuple[Any, ...], Past], Refused | None]


def _offers(step: AgendaStep, kind: str) -> bool:
    return kind in step.actions if isinstance(step, Decision) else isinstance(step, Chance) and step.kind == kind


def _kinds(step: AgendaStep) -> Iterable[Action | Chance]:
    """The kinds of choice that a step offers."""
    return step.actions.values() if isinstance(step, Decision) else [step] if isinstance(step, Chance) else []


def _nothing(*_: object) -> None:
    """An outcome that only has to be known."""


class EventKind(NamedTuple):
    """A kind of event: its data fields with their types, and who may see those that are secret."""

    name: str
    fields: Mapping[str, str]
    secret: Mapping[str, Sight]
    optional: frozenset[str]
    """Fields that an event has only where there is something to say."""
    sealed: bool
    """Whether its deltas are for nobody's eyes (the order of a pile)."""


class Book:
    """Everything a game registers."""

    def __init__(self, name: str, *, over: str) -> None:
        self.name = name
        self.over = over
        """The rule that ends the game: cited when somebody wants to go on."""
        self.steps: dict[str, AgendaStep] = {}
        self.runs: dict[str, Run | None] = {}
        """What each step does by itself, by name; None if it asks. The engine looks here at every task."""
        self.answers: dict[str, dict[str, Run]] = {}
        """What the answers to a decision or of chance do, by name of the step and kind of answer."""
        self.kinds: dict[str, EventKind] = {}
        self._found: dict[str, Action | Chance] = {}
        self._untimely: dict[str, tuple[str, Untimely]] = {}
        self._reasons: set[str] = set()
        self.event("forced", choice="choice", step="step")

    def _enter(self, step: AgendaStep) -> None:
        if step.name in self.steps:
            raise ValueError(f"{self.name}: {step.name} is registered twice")
        self.steps[step.name] = step
        self.runs[step.name] = step.run if isinstance(step, Automatic) else None
        self.answers[step.name] = step.answers

    def task(self, name: str, *, rule: str, mark: str | None = None, seated: bool = False) -> Callable[[F], F]:
        """Decorate a task that runs by itself. `mark` names a boundary such as "phase" or "round" that a user can run to.

        A `seated` task belongs to the seat that is its first argument, and its sentence says whose it is.
        """

        def register(run: F) -> F:
            self._enter(Automatic(name, rule, mark, run, seated=seated))
            return run

        return register

    def decision(
        self,
        name: str,
        *,
        rule: str,
        mark: str | None = None,
        forced: bool = True,
        cites: Callable[..., str] | None = None,
        about: Mapping[str, int] | None = None,
    ) -> Decision:
        """A question; a single legal answer is given at once and said so, unless `forced` is False.

        Use `forced=False` where the number of answers depends on what others may not see: being asked, or not, would tell them.
        `cites` finds the rule where it depends on the task's arguments; `about` names those that the question speaks of.
        """
        decision = Decision(name, rule, mark, forced, cites, about or {})
        self._enter(decision)
        return decision

    def untimely(self, *kinds: str, rule: str, reasons: tuple[str, ...] = ()) -> Callable[[Untimely], Untimely]:
        """Decorate what is said of kinds of choice that the question at hand does not offer.

        The function gets the state, the step that asks with its arguments, and what has happened so far, where that is known; it
        gives the rule that forbids, a reason and its numbers, or None if there is nothing to say but that it is not the time, by
        `rule`. `reasons` are those it may give.
        """
        self._reasons.update(reasons)

        def register(explain: Untimely) -> Untimely:
            for kind in kinds:
                self._untimely[kind] = (rule, explain)
            return explain

        return register

    def why_not_now(self, state: Any, step: AgendaStep, args: tuple[Any, ...], kind: str, past: Past = ()) -> Refused:
        """Why a kind of choice cannot be made while this step asks: the rule that says when it can, or what stands against it."""
        rule, explain = self._untimely.get(kind, (None, None))
        if explain is not None and (found := explain(state, step, args, past)) is not None:
            return found
        if rule is None:
            rule = next((step.rule for step in self.steps.values() if _offers(step, kind)), None)
        if rule is None:
            return step.cited(state, args), "unknown_words", {"asked": kind}
        return rule, "not_now", {"asked": kind, "when": kind, "step": step.name, **step.told(args)}

    def chance(
        self, name: str, *, rule: str, kind: str, codecs: tuple[Codec, ...] = (), mark: str | None = None
    ) -> Callable[[Callable[..., Outcomes | None]], Chance]:
        """Decorate the list of outcomes with their exact odds (None: too many to list, only sampled).

        Every outcome is an option `(kind, …)`, one codec a number.
        """

        def register(outcomes: Callable[..., Outcomes | None]) -> Chance:
            chance = Chance(name, rule, mark, kind, codecs, outcomes)
            self._enter(chance)
            return chance

        return register

    def event(
        self,
        kind: str,
        *,
        secret: Mapping[str, Sight] | None = None,
        optional: Mapping[str, str] | None = None,
        sealed: bool = False,
        **fields: str,
    ) -> str:
        """Declare a kind of event with the types of its data; texts are checked against this.

        A view leaves out secret fields, and with them the deltas; `sealed` leaves out the deltas of an event without such fields.
        `optional` fields are in the data only where there is something to say.
        """
        if kind in self.kinds:
            raise ValueError(f"{self.name}: event {kind} is declared twice")
        secret, optional = secret or {}, optional or {}
        if unknown := set(secret) - set(fields):
            raise ValueError(f"{self.name}: event {kind} has no field {min(unknown)}")
        self.kinds[kind] = EventKind(kind, {**fields, **optional}, secret, frozenset(optional), sealed)
        return kind

    # What is known of every kind of choice

    def choices(self) -> dict[str, Action | Chance]:
        """Every kind of choice, of players and of chance, with where it is first offered."""
        found: dict[str, Action | Chance] = {}
        for step in self.steps.values():
            for kind in _kinds(step):
                found.setdefault(kind.kind, kind)
        return found

    def codecs(self, kind: str) -> tuple[Codec, ...]:
        """What the numbers of a kind of choice are; none for a kind that nobody offers."""
        known = self._of_kind(kind)
        return () if known is None else known.codecs

    def when(self, kind: str) -> str:
        """The key of the sentence that says when a kind of choice can be made."""
        known = self._of_kind(kind)
        return known.when if isinstance(known, Action) else kind

    def _of_kind(self, kind: str) -> Action | Chance | None:
        if kind not in self._found:
            self._found = self.choices()  # chapters may have been added since
        return self._found.get(kind)

    def rules(self) -> set[str]:
        """Every rule id that steps and needs cite."""
        cited = {self.over} | {step.rule for step in self.steps.values()} | {rule for rule, _ in self._untimely.values()}
        for step in self.steps.values():
            if isinstance(step, Decision):
                rules = {need.rule for action in step.actions.values() for need in action.needs}
                cited |= {rule for rule in rules if isinstance(rule, str)}
        return cited

    def reasons(self) -> set[str]:
        """Every reason that the game's own needs and times give for a refusal."""
        decisions = [step for step in self.steps.values() if isinstance(step, Decision)]
        return self._reasons | {need.reason for step in decisions for action in step.actions.values() for need in action.needs}

    def faults(self, known_rules: Collection[str]) -> list[str]:
        """What is wrong with the book. Empty when all is well.

        Unknown rule ids, one kind of choice written in two ways, or two numbers of a kind that a template could not tell apart.
        """
        faults = [f"{self.name}: rule {rule} is cited but unknown" for rule in sorted(self.rules() - set(known_rules))]
        first = self.choices()
        for step in self.steps.values():
            differ = [kind.kind for kind in _kinds(step) if kind.codecs != first[kind.kind].codecs]
            faults += [f"{self.name}: {step.name} writes {kind} differently" for kind in differ]
        for kind in first.values():
            names = [codec.name for codec in kind.codecs]
            if len(set(names)) < len(names):
                faults.append(f"{self.name}: {kind.kind} calls two of its numbers the same")
        return faults
