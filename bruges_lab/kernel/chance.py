"""Where chance comes from: four sources that all answer the same question.

A source is asked at a chance step and gives an outcome, or None to leave it to the user. Sources hold no position: asked twice
for the same step of the same line, they answer the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from .book import Chance
from .choices import Choice, Option
from .engine import Pending, to_option, why_not
from .errors import IllegalChoice, LabError, ScriptEnded, one_line
from .keyed import Stream

if TYPE_CHECKING:
    from .state import BaseState

LARGEST_SEED = (1 << 63) - 1


class Source(Protocol):
    """Answers chance steps."""

    def pick(self, state: BaseState, pending: Pending, ordinal: int) -> Option | None:
        """The outcome of this step, the `ordinal`-th chance step (from 0) of its line; None: the user sets it."""
        ...

    def to_data(self) -> dict[str, object]:
        """The source as plain data for a save."""
        ...


class Seeded:
    """Every outcome follows from the seed and the step's own key, on every branch alike."""

    def __init__(self, seed: int = 0) -> None:
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise LabError(f"a seed is a whole number, not {one_line(repr(seed), 40)}")
        if abs(seed) > LARGEST_SEED:
            raise LabError(f"a seed is a whole number up to {LARGEST_SEED}, not {one_line(seed, 40)}")
        self.seed = seed

    def stream(self, *key: object) -> Stream:
        """The random numbers for a key."""
        return Stream(self.seed, *key)

    def pick(self, state: BaseState, pending: Pending, ordinal: int) -> Option | None:
        step: Any = pending.step
        task = pending.task
        option: Option
        if len(task) == 2:  # the quicker call
            option = step.sample(state, Stream(self.seed, task[0], task[1]), task[1])
        else:
            option = step.sample(state, Stream(self.seed, *task), *task[1:])
        return option

    def to_data(self) -> dict[str, object]:
        return {"source": "seeded", "seed": self.seed}


class Scripted:
    """Outcomes written down beforehand, in the order of the chance steps; then another source, or an error."""

    def __init__(self, outcomes: Iterable[Choice | str], then: Source | None = None) -> None:
        self.outcomes = tuple(Choice.parse(o) if isinstance(o, str) else o for o in outcomes)
        self.then = then

    def pick(self, state: BaseState, pending: Pending, ordinal: int) -> Option | None:
        if ordinal >= len(self.outcomes):
            if self.then is None:
                raise ScriptEnded(f"the script has {len(self.outcomes)} outcomes; {pending.kind} needs another")
            return self.then.pick(state, pending, ordinal)
        choice = self.outcomes[ordinal]
        option = to_option(state, pending.step, choice)
        refusal = why_not(state, pending, option or (choice.kind,))
        if refusal is not None:
            raise IllegalChoice(refusal)
        return option

    def to_data(self) -> dict[str, object]:
        then = None if self.then is None else self.then.to_data()
        return {"source": "scripted", "outcomes": [str(choice) for choice in self.outcomes], "then": then}


class Ask:
    """The user sets every outcome."""

    def pick(self, state: BaseState, pending: Pending, ordinal: int) -> Option | None:
        return None

    def to_data(self) -> dict[str, object]:
        return {"source": "ask"}


class Enumerate(Ask):
    """All outcomes with their exact odds: for trees. In a game it leaves the step to the user, as Ask does."""

    def branches(self, state: BaseState, pending: Pending) -> list[tuple[Option, Fraction]]:
        """Each outcome with its odds; they add up to exactly 1."""
        step = pending.step
        assert isinstance(step, Chance)
        outcomes = step.outcomes(state, *pending.task[1:])
        if outcomes is None:
            raise LabError(f"{pending.kind} has too many outcomes to list")
        return outcomes

    def to_data(self) -> dict[str, object]:
        return {"source": "enumerate"}


def source_from_data(data: object) -> Source:
    """Read a source from a save."""
    if isinstance(data, Mapping):
        kind = data.get("source")
        if kind == "seeded" and set(data) == {"source", "seed"}:
            return Seeded(data["seed"])
        if kind == "scripted" and set(data) == {"source", "outcomes", "then"} and isinstance(data["outcomes"], list):
            then = None if data["then"] is None else source_from_data(data["then"])
            return Scripted(data["outcomes"], then)
        if kind == "ask":
            return Ask()
        if kind == "enumerate":
            return Enumerate()
    raise LabError(f"{one_line(data, 60)!r} is not a chance source")
