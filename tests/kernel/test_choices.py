import pytest
from cases import each
from hypothesis import given
from hypothesis import strategies as st

from bruges_lab.kernel import Choice, NotationError, words

WORD = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)


@given(WORD, st.lists(WORD | st.integers(-(10**17), 10**17), max_size=6))
def test_notation_goes_both_ways(kind: str, args: list[str | int]) -> None:
    choice = Choice(kind, tuple(args))
    assert Choice.parse(str(choice)) == choice


@each("text", ["", ":", "House", "house:", "house::x", "1", "house prince", "house:Prince", "house:01", "x" * 500, "a\nb", "é"])
def test_what_is_not_notation_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(NotationError) as error:
        Choice.parse(text)
    assert "\n" not in str(error.value)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert Choice.parse(text).kind
    except NotationError as error:
        assert "\n" not in str(error)


def test_words_are_numbered_and_others_are_not_known() -> None:
    codec = words("side", "left", "right")
    assert [codec.write(None, n) for n in (0, 1)] == ["left", "right"]
    assert [codec.read(None, w) for w in ("left", "right", "up", 0)] == [0, 1, None, None]
