"""Many cases in one test: what is checked of every rule, card or file is one item, and a failure lists every offender.

    @each("card", DECK.cards, ids=lambda card: card.id)
    def test_a_card_is_complete(card: Card) -> None: ...

It is written like `pytest.mark.parametrize`, which remains right where every case needs files or patches of its own. Cases that
take long to gather come from a function, asked when the test runs: every process collects all tests, and only one runs this one.

And a part of a long check in every run, the whole of it in the slow ones:

    @sample("games", 2, of=50)
    def test_a_game_ends(games: int) -> None: ...
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]
Cases = Iterable[Any] | Callable[[], Iterable[Any]]
Ids = Callable[[Any], Any] | Iterable[str] | None

WIDE = 120
"""A case without a name is shown by its values, up to so many characters."""


def each(names: str | Sequence[str], cases: Cases, ids: Ids = None) -> Callable[[Test], Test]:
    """Run a test on every case, to the last. What failed is told case by case; the first failure is shown in full."""
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    gathered = None if callable(cases) else _gathered(arguments, cases, ids)

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(*given: Any, **fixtures: Any) -> None:
            sets, named = gathered or _gathered(arguments, cases() if callable(cases) else cases, ids)
            faults: list[tuple[str, BaseException]] = []
            for name, (values, _) in zip(named, sets, strict=True):
                try:
                    test(*given, **dict(zip(arguments, values, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    faults.append((name, error))
            if faults:
                told = [f"{name}: {str(error) or type(error).__name__}" for name, error in faults]
                raise AssertionError("\n".join([f"{len(faults)} of {len(sets)} fail", *told])) from faults[0][1]

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in arguments]
        run.__signature__ = signature.replace(parameters=left)  # what pytest is still to bring
        return run

    return decorate


def sample(name: str, part: object, *, of: object) -> pytest.MarkDecorator:
    """An argument that makes a test long: a small one in every run, the whole in the slow tests, which hold the small one too."""
    return pytest.mark.parametrize(name, [pytest.param(part, id="part"), pytest.param(of, id="whole", marks=pytest.mark.slow)])


def _gathered(arguments: list[str], cases: Iterable[Any], ids: Ids) -> tuple[list[tuple[tuple[Any, ...], str]], list[Any]]:
    """The values of every case, and what the cases are called."""
    sets = [_values(case, len(arguments)) for case in cases]
    assert sets, f"there are no cases of {', '.join(arguments)}"
    return sets, [name or _name(values, ids) for values, name in sets] if ids is None or callable(ids) else list(ids)


def _values(case: Any, count: int) -> tuple[tuple[Any, ...], str]:
    """The values of a case, one an argument, and its own name if it has one (`pytest.param(…, id=…)`)."""
    if isinstance(case, type(pytest.param())):
        return tuple(case.values), str(case.id or "")
    return ((case,) if count == 1 else tuple(case)), ""


def _name(values: tuple[Any, ...], ids: Callable[[Any], Any] | None) -> str:
    told = ", ".join(str(ids(value)) if ids else repr(value) for value in values)
    return told if len(told) <= WIDE else f"{told[:WIDE]}…"
