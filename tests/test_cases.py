"""A test over many cases runs them all, names each that fails, and asks pytest only for what the cases do not give."""

import inspect

import pytest
from cases import each


@each(("number", "even"), [(1, False), (2, True), pytest.param(4, True, id="four")])
def test_every_case_is_run(number: int, even: bool) -> None:
    assert (number % 2 == 0) is even


def test_every_offender_is_told_and_the_first_shown_in_full() -> None:
    seen = []

    @each("number", range(5), ids=lambda number: f"no. {number}")
    def small(number: int) -> None:
        seen.append(number)
        assert number not in (1, 3), "odd and small"

    with pytest.raises(AssertionError) as error:
        small()
    assert seen == [0, 1, 2, 3, 4]
    lines = str(error.value).splitlines()
    assert lines[0] == "2 of 5 fail"
    assert [line.partition(":")[0] for line in lines if line.startswith("no.")] == ["no. 1", "no. 3"]
    assert "odd and small" in str(error.value.__cause__)


def test_fixtures_are_left_to_pytest() -> None:
    @each("a", [1])
    @each("b", [2])
    def test(a: int, tmp_path: object, b: int) -> None: ...

    assert list(inspect.signature(test).parameters) == ["tmp_path"]


def test_cases_from_a_function_are_gathered_when_the_test_runs() -> None:
    asked, seen = [], []

    def gather() -> list[int]:
        asked.append(True)
        return [1, 2]

    @each("number", gather)
    def test(number: int) -> None:
        seen.append(number)

    assert asked == []
    test()
    assert (asked, seen) == ([True], [1, 2])


def test_no_cases_are_a_fault() -> None:
    with pytest.raises(AssertionError, match="no cases of name"):
        each("name", [])
