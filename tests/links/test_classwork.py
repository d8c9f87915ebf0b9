"""A class: a set of tasks as a link, answers as short texts, the table of them; and nothing that is broken or hostile is read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import bruges_lab as bl
from bruges_lab.links.fragment import TASKS, to_fragment


@pytest.fixture
def tasks() -> bl.TaskSet:
    names = [*bl.games()[0].lessons.tasks][:2]
    return bl.TaskSet([*names, ["fire_and_plague", "Which first, and why?"]], "Monday 🦢", lang="fr")


def test_a_set_comes_back_from_its_link(tasks: bl.TaskSet) -> None:
    back = bl.TaskSet.from_link(tasks.to_link("https://school.example/bruges.html"))
    assert (back.tasks, back.title, back.lang, back.mark) == (tasks.tasks, tasks.title, "fr", tasks.mark)
    assert back.title_of(2) == "Which first, and why?"
    assert back.title_of(0, "fr") == bl.task(back.name(0), "fr").title


def test_answers_are_collected_into_a_table(tasks: bl.TaskSet) -> None:
    ada = tasks.answers("Ada", {0: "right", 1: "helped"}, {0: ["3"], 1: ["5", "4"], 2: ["the fire"]})
    ben = tasks.answers("Ben <b>", {0: "shown", 1: "tried"}, {0: ["2", "7"], 1: ["5"]})
    older = tasks.answers("Ada", {}, {})
    table = tasks.collect(f"{older}\n\n{ben}\n{ada}\nnonsense\n")
    assert [sheet.name for sheet in table.sheets] == ["Ada", "Ben <b>"]
    assert table.solved == [1, 1, 0]
    assert table.wrong(0) == [("2", 1), ("7", 1)]
    assert table.wrong(1) == [("5", 2)]
    assert table.wrong(2) == [("the fire", 1)]
    assert table.rows()[1] == {"name": "Ben <b>", tasks.name(0): "shown", tasks.name(1): "tried", "fire_and_plague": ""}
    assert len(table.problems) == 1
    assert table.problems[0].startswith("5: link: is not a link of this lab")
    assert "Ben &lt;b&gt;" in table._repr_html_()


def test_answers_to_another_set_are_refused(tasks: bl.TaskSet) -> None:
    other = bl.TaskSet(tasks.tasks[:1], "Tuesday")
    with pytest.raises(bl.SaveError, match="of Ada answers another set of tasks"):
        tasks.read(other.answers("Ada", {}, {}))


def test_a_text_holds_the_answers_and_the_name_and_nothing_else(tasks: bl.TaskSet) -> None:
    assert tasks.answers("Ada", {0: "right"}, {0: ["3"]}) == tasks.answers(" Ada ", {0: "right"}, {0: ["3"]})
    with pytest.raises(bl.LabError, match="a name is a printable text"):
        tasks.answers("", {}, {})


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (([],), "1 to 60 of them"),
        ((["nothing_of_the_kind"],), "unknown task 'nothing_of_the_kind' of Bruges"),
        (([["../../etc/passwd", "x"]],), "unknown scenario"),
        (([["fire_and_plague", "x" * 501]],), "question: a text of at most 500"),
        (([5],), "a task is its name, or a scenario with a question"),
        ((["fire_and_plague"], "x" * 200), "unknown task|title: a text"),
    ],
)
def test_what_is_no_set_is_refused(given: tuple[Any, ...], problem: str) -> None:
    with pytest.raises(bl.LabError, match=problem):
        bl.TaskSet(*given)


@pytest.mark.parametrize("data", [b"", b"\x93", ["ferry?", "", "", []], ["bruges", "", "xx", ["a"]], ["bruges", 3, "", ["a"]]])
def test_a_broken_set_is_refused_in_one_line(data: Any) -> None:
    packed = data if isinstance(data, bytes) else msgspec.msgpack.encode(data)
    with pytest.raises(bl.SaveError) as error:
        bl.TaskSet.from_link(to_fragment(TASKS, packed))
    assert "\n" not in str(error.value)
