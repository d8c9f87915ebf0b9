"""Kinds of choice: what could be chosen, what it needs by which rule, and what it does.

One list of needs gives both the legal choices and the reason why another is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from .choices import Codec, Option

Cited = str | Callable[..., str]
"""A rule by its id, or where it depends on the cards at hand, a function that finds it."""
Numbers = Callable[..., Mapping[str, object]]
Refused = tuple[str, str, Mapping[str, object]]
"""The rule that stands against a choice, the reason, and its numbers."""


class Need(NamedTuple):
    """One condition of an action: the rule it comes from, a reason key, the test, and the numbers for the reason."""

    rule: Cited
    reason: str
    test: Callable[..., bool]
    numbers: Numbers | None = None

    def refused(self, state: Any, *args: Any) -> Refused:
        """The rule, the reason and its numbers where the condition does not hold."""
        rule = self.rule if isinstance(self.rule, str) else self.rule(state, *args)
        return rule, self.reason, {} if self.numbers is None else self.numbers(state, *args)


def need(rule: Cited, reason: str, test: Callable[..., bool], numbers: Numbers | None = None) -> Need:
    """A condition; its functions are called with the state, the task's arguments and the choice's arguments."""
    return Need(rule, reason, test, numbers)


Candidates = Callable[..., Iterable[tuple[Any, ...]]]
"""What a kind of choice could name, given the state and the task's arguments: its numbers, not yet tested."""


class Action:
    """One kind of choice: what could be chosen, what it needs, and what it does."""

    def __init__(
        self,
        kind: str,
        run: Callable[..., None],
        *,
        candidates: Candidates | None = None,
        needs: tuple[Need, ...] = (),
        codecs: tuple[Codec, ...] = (),
        near: Candidates | None = None,
        when: str = "",
    ) -> None:
        self.kind = kind
        self.run = run
        self.candidates = candidates
        self.needs = needs
        self.codecs = codecs
        self.near = near
        """What somebody may still think of where there is no candidate at all: why not is worth knowing all the same."""
        self.when = when or kind
        """The key of the sentence that says when it can be chosen: its own, or one that several kinds share."""

    def doing(self, run: Callable[..., None]) -> Action:
        """The same choice with something else that it does."""
        return Action(
            self.kind, run, candidates=self.candidates, needs=self.needs, codecs=self.codecs, near=self.near, when=self.when
        )

    def considered(self, state: Any, *args: Any) -> list[Option]:
        """Everything that could be asked about, legal or not: the candidates, or what comes nearest to one."""
        found = [()] if self.candidates is None else list(self.candidates(state, *args))
        if not found and self.near is not None:
            found = list(self.near(state, *args))
        return [(self.kind, *candidate) for candidate in found]

    def listed(self, state: Any, *args: Any) -> list[Option]:
        """The legal choices by the list of needs."""
        if self.candidates is None and not self.needs:
            return [(self.kind,)]
        found: list[Option] = []
        for candidate in ((),) if self.candidates is None else self.candidates(state, *args):
            for need in self.needs:
                if not need.test(state, *args, *candidate):
                    break
            else:
                found.append((self.kind, *candidate))
        return found

    def failing(self, state: Any, args: tuple[Any, ...], candidate: tuple[Any, ...]) -> Need | None:
        """The first need that does not hold."""
        for need in self.needs:
            if not need.test(state, *args, *candidate):
                return need
        return None
