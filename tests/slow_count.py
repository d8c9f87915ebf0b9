"""The lines of play from a position, counted slowly: choices are listed by the needs alone, one after another, for any game.

What the fast count (`perft`) gives is held against it. A count by first choice shows where two counts part.
"""

from __future__ import annotations

from typing import Any

from bruges_lab.kernel import Option, advance, choose
from bruges_lab.kernel.book import Book, Chance, Decision
from bruges_lab.kernel.engine import to_choice
from bruges_lab.kernel.expansion import split


def by_choice(state: Any, depth: int) -> str:
    """The count by first choice, in notation: compare it with what you expect after each."""
    own = state.copy()
    pending = advance(own)
    if pending is None or pending.is_chance:
        return f"nothing is chosen here: {pending!r}"
    return "\n".join(f"  {to_choice(own, pending.step, option)}  {lines}" for option, lines in split(state, depth).items())


def slow_count(state: Any, book: Book, depth: int) -> int:
    """The number of lines, by the needs alone; works on the state it is given."""
    options = _options(state, book)
    if options is None or depth == 0:
        return 1
    total = 0
    for option in options:
        child = state.copy()
        choose(child, option)
        total += slow_count(child, book, depth - 1)
    return total


def _options(state: Any, book: Book) -> list[Option] | None:
    """Work off the agenda up to a decision and list it by its needs; None at chance or at the end."""
    while state.agenda:
        task = state.agenda[-1]
        step: Any = book.steps[task[0]]
        if isinstance(step, Chance):
            return None
        if isinstance(step, Decision):
            options = step.by_needs(state, *task[1:])
            if len(options) != 1 or not step.forced:
                return options
            choose(state, options[0])
        else:
            state.agenda.pop()
            state.cause = state.latest = state.causes.pop()
            step.run(state, *task[1:])
    return None
