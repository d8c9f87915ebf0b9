"""Tutorials are done step by step, and the labels that they name are there."""

import re
from pathlib import Path

import pytest
from stories_in_print import ANY, PAGES, Story, fits

from bruges_lab import places
from bruges_lab.kernel.records import read_toml

TUTORIALS = places.docs() / "tutorials" / "index.md"
"""The list of them, with nothing to do."""
LABEL = re.compile(r"\*\*([^*]+)\*\*")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_step_is_answered_as_the_page_says(page: Path) -> None:
    story = Story(page)
    story.play()
    assert story.steps or page == TUTORIALS
    wrong = [f"{step.done}says\n{step.said}is answered\n{step.found}" for step in story.steps if not step.holds]
    assert not wrong, "\n".join([*wrong, "python tests/site/stories_in_print.py writes it down anew"])


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "index"], ids=lambda page: page.stem)
def test_what_is_bold_is_a_label_of_the_explorer(page: Path) -> None:
    labels = {re.sub(r"\{[^}]*\}", "", text) for text in read_toml(places.data("lab", "locales", "en.toml"))["explorer"].values()}
    labels |= set(read_toml(places.data("bruges", "locales", "en.toml"))["explorer"].values())
    assert [label for label in LABEL.findall(page.read_text(encoding="utf-8")) if label not in labels | {"?"}] == []


def test_answers_are_held_against_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        '# Page\n\n```text title="two.txt"\n2\n```\n\n'
        '```python\n>>> from pathlib import Path\n>>> int(Path("two.txt").read_text()) + 1\n4\n'
        ">>> for number in range(3):\n...     print(number)\n0\n…\n>>> 1 / 0\n```\n",
        encoding="utf-8",
    )
    story = Story(page)
    renewed = story.play()
    assert [step.holds for step in story.steps] == [True, False, True, False]
    assert '>>> int(Path("two.txt").read_text()) + 1\n3\n' in renewed
    assert "...     print(number)\n0\n…\n>>> 1 / 0\nTraceback (most recent call last):\n    ...\nZeroDivisionError" in renewed
    page.write_text(renewed, encoding="utf-8")
    again = Story(page)
    assert again.play() == renewed
    assert all(step.holds for step in again.steps)


def test_any_lines_may_be_left_out() -> None:
    assert fits(f"a\n{ANY}z\n", "a\nb\nc\nz\n")
    assert fits(f"a\n{ANY}z\n", "a\nz\n")
    assert not fits(f"a\n{ANY}z\n", "a\nb\nc\n")
    assert not fits("a (b)\n", "a b\n")
