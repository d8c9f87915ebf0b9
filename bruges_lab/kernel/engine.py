"""The engine: one loop that works off the agenda until somebody has to decide.

`advance` runs tasks; `pending` says who decides what; `legal` and `why_not` answer from the same needs; `choose` carries out one
option. All of it works on a state in place: callers copy first.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from .book import CHANCE_STEP, AgendaStep, Chance, Decision, Past
from .choices import Choice, Option, Refusal
from .errors import one_line
from .needs import Action
from .state import Task

if TYPE_CHECKING:
    from .events import Teller
    from .state import BaseState

CHANCE = -2
"""The seat of chance in `Pending.player`: neither a player's nor the table's (`TABLE`)."""


class Pending(msgspec.Struct, eq=False, gc=False):
    """What has to be decided now, by whom, under which rule, and what may be chosen."""

    _state: BaseState
    step: AgendaStep
    task: Task
    player: int
    """The seat that decides; `CHANCE` if chance does."""
    _options: list[Option] | None = None
    """Listed when asked for: a leaf of a tree never is."""

    @property
    def kind(self) -> str:
        """The name of the decision or chance step."""
        return self.step.name

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self.step.cited(self._state, self.task[1:])

    @property
    def told(self) -> dict[str, object]:
        """What the question speaks of, for its sentence: who is asked, and what else the step names."""
        return self.step.told(self.task[1:]) | {"player": self.player}

    @property
    def is_chance(self) -> bool:
        """Whether chance decides."""
        return self.player == CHANCE

    @property
    def raw(self) -> list[Option]:
        """The options as the engine knows them."""
        options = self._options
        if options is None:
            step: Any = self.step
            task = self.task
            if self.player == CHANCE:
                options = [option for option, _ in step.outcomes(self._state, *task[1:]) or ()]
            else:
                options = step.options(self._state, task[1]) if len(task) == 2 else step.options(self._state, *task[1:])
                if not options:
                    raise RuntimeError(f"{self.kind} leaves player {self.player} nothing to choose")
            self._options = options
        return options

    @property
    def options(self) -> list[Choice]:
        """What may be chosen, in a fixed order."""
        return [self.choice(option) for option in self.raw]

    def choice(self, option: Option) -> Choice:
        """One option in words."""
        return to_choice(self._state, self.step, option)

    @property
    def outcomes(self) -> list[tuple[Choice, Fraction]] | None:
        """For chance: each outcome with its exact odds, or None where they are too many to list."""
        if not isinstance(self.step, Chance):
            return None
        listed = self.step.outcomes(self._state, *self.task[1:])
        if listed is None:
            return None
        return [(self.choice(option), odds) for option, odds in listed]

    def odds(self, option: Option) -> Fraction | None:
        """For chance: the exact odds of an option; None if it cannot come, or if nobody can say."""
        return self.step.odds(self._state, self.task[1:], option) if isinstance(self.step, Chance) else None

    def __repr__(self) -> str:
        who = "chance" if self.is_chance else f"player {self.player}"
        count = "" if self.is_chance else f", {len(self.raw)} options"
        return f"<Pending {self.kind}, {who}{count} [{self.rule}]>"


Answer = Callable[[Pending], "Option | None"]


def advance(
    state: BaseState, tasks: int | None = None, ends: list[int] | None = None, answer: Answer | None = None
) -> Pending | None:
    """Work off the agenda up to the next decision or chance step, or for so many tasks; None when it is empty or `tasks` ran out.

    A decision with a single legal answer is answered at once; the event "forced" says so. After each task `ends`, where it is
    kept, is told how many events the log holds. With `answer` it goes on with what that chooses, until it chooses nothing.
    """
    agenda, causes, book = state.agenda, state.causes, state.book
    runs, log = book.runs, state.log
    while agenda:
        task = agenda[-1]
        run = runs[task[0]]
        if run is not None:  # it runs by itself
            if tasks is not None:
                if not tasks:
                    return None
                tasks -= 1
            agenda.pop()
            state.cause = state.latest = causes.pop()
            given = len(task)
            if given == 2:  # calls without a star are much quicker, and most tasks are a seat's alone
                run(state, task[1])
            elif given == 3:
                run(state, task[1], task[2])
            else:
                run(state, *task[1:])
            if ends is not None and log is not None:
                ends.append(len(log))
            continue
        step: Any = book.steps[task[0]]
        options: list[Option] | None = None
        if step.forced:
            options = step.options(state, task[1]) if len(task) == 2 else step.options(state, *task[1:])
            if len(options) == 1:
                if tasks is not None:
                    if not tasks:
                        return None
                    tasks -= 1
                cited = step.cited(state, task[1:])
                state.cause = causes[-1]
                causes[-1] = state.tell(cited, "forced", task[1], (), {"choice": options[0], "step": step.name})
                choose(state, options[0])
                if ends is not None and log is not None:
                    ends.append(len(log))
                continue
            if not options:
                raise RuntimeError(f"{task[0]} leaves player {task[1]} nothing to choose")
        pending = Pending(state, step, task, CHANCE if step.sort == CHANCE_STEP else task[1], options)
        if answer is None:
            return pending
        option = answer(pending)
        if option is None:
            return pending
        if len(option) == 2 and len(task) < 4:  # as `choose` does: so it goes nearly always
            agenda.pop()
            state.cause = state.latest = causes.pop()
            run = book.answers[task[0]][option[0]]
            if len(task) == 2:
                run(state, task[1], option[1])
            else:
                run(state, task[1], task[2], option[1])
        else:
            choose(state, option)
    return None


def choose(state: BaseState, option: Option) -> None:
    """Carry out one legal option of the decision or chance step on top of the agenda. Does not ask whether it is legal."""
    task = state.agenda.pop()
    state.cause = state.latest = state.causes.pop()
    run = state.book.answers[task[0]][option[0]]
    given = len(option)
    if len(task) == 2:  # calls without a star are much quicker, and most questions name no more than a seat
        if given == 2:
            run(state, task[1], option[1])
            return
        if given == 3:
            run(state, task[1], option[1], option[2])
            return
    elif given == 2 and len(task) == 3:
        run(state, task[1], task[2], option[1])
        return
    run(state, *task[1:], *option[1:])


def why_not(
    state: BaseState, pending: Pending | None, option: Option, teller: Teller | None = None, past: Past = ()
) -> Refusal | None:
    """The reason why an option may not be chosen now, or None if it may. What has happened may tell why it is too late."""
    if pending is None:
        return Refusal(state.book.over, "over", {"asked": option[0]}, teller)
    step, args = pending.step, pending.task[1:]
    if isinstance(step, Chance):
        if step.allows(state, args, option):
            return None
        if option[0] != step.kind:
            return Refusal(*state.book.why_not_now(state, step, args, option[0], past), teller)
        return Refusal(step.rule, "not_an_outcome", {"asked": option[0]}, teller)
    assert isinstance(step, Decision)
    action = step.actions.get(option[0])
    if action is None:
        return Refusal(*state.book.why_not_now(state, step, args, option[0], past), teller)
    need = action.failing(state, args, option[1:])
    if need is not None:
        return Refusal(*need.refused(state, *args, *option[1:]), teller)
    if option not in pending.raw:
        return Refusal(pending.rule, "not_offered", {"asked": option[0]}, teller)
    return None


# Options inside, choices outside


def _codecs(step: AgendaStep, kind: str) -> tuple[Any, ...] | None:
    if isinstance(step, Chance):
        return step.codecs if kind == step.kind else None
    action: Action | None = step.actions.get(kind) if isinstance(step, Decision) else None
    return None if action is None else action.codecs


def to_choice(state: BaseState, step: AgendaStep, option: Option) -> Choice:
    """The option in words."""
    codecs = _codecs(step, option[0]) or ()
    return Choice(option[0], tuple(codecs[i].write(state, n) if i < len(codecs) else n for i, n in enumerate(option[1:])))


def to_option(state: BaseState, step: AgendaStep, choice: Choice) -> Option | None:
    """The choice in numbers, or None if its words mean nothing here. A kind this step does not know comes back as it is."""
    codecs = _codecs(step, choice.kind)
    if codecs is None:
        return (choice.kind, *choice.args)
    if len(codecs) != len(choice.args):
        return None
    numbers = [codec.read(state, word) for codec, word in zip(codecs, choice.args, strict=True)]
    return None if None in numbers else (choice.kind, *numbers)


def misread(state: BaseState, step: AgendaStep, choice: Choice) -> tuple[str, dict[str, object]]:
    """Why `to_option` could not read a choice of a kind that the step knows: the reason and its data."""
    codecs, words = _codecs(step, choice.kind) or (), choice.args
    pattern = ":".join((choice.kind, *(codec.thing for codec in codecs)))
    for codec, word in zip(codecs, words, strict=False):
        if codec.read(state, word) is None:
            return "unknown_word", {"word": one_line(word, 40), "thing": codec.thing}
    if len(words) < len(codecs):
        return "incomplete", {"missing": codecs[len(words)].thing, "pattern": pattern}
    return "too_many_words", {"pattern": pattern}
