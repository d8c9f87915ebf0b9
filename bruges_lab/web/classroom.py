"""What the page of a class asks Python: to make a set, to show it, to hand answers in, to collect them. Data in, data out.

A question that cannot be answered is answered with one sentence about why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..kernel.errors import LabError, one_line
from ..links.classwork import Question, TaskSet

if TYPE_CHECKING:
    from ..explorer.explorer import Explorer

Given = Mapping[str, Any]


def answer(name: str, given: Given, explorer: Explorer | None) -> dict[str, Any]:
    """The answer to a question by its name."""
    try:
        return QUESTIONS[name](given, explorer)
    except LabError as error:
        return {"wrong": one_line(error, 300)}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return {"wrong": one_line(f"{type(error).__name__}: {error}", 300)}


def _make(given: Given, explorer: Explorer | None) -> dict[str, Any]:
    made = TaskSet(given["tasks"], given["title"], lang=given["lang"], game=given["game"])
    link = made.to_link(given["page"])
    return {"link": link, "code": _code(link)}


def _code(link: str) -> str:
    from ..explorer.share_dialog import LONGEST_CODE, code_of

    return str(code_of(link)) if len(link) <= LONGEST_CODE else ""


def _show(given: Given, explorer: Explorer | None) -> dict[str, Any]:
    """A set for a pupil: its tasks, and how they went so far."""
    found = TaskSet.from_link(given["link"])
    lang = found.lang or given["lang"]
    if explorer is not None and found.manifest.name != explorer.manifest.name:
        raise LabError(f"this is a set of {found.manifest.called(lang)}")
    tasks = [
        {
            "title": found.title_of(number, lang),
            "open": isinstance(one, Question),
            "fared": _fared(found, number, explorer),
        }
        for number, one in enumerate(found.tasks)
    ]
    return {"title": found.title or found.manifest.called(lang), "lang": lang, "game": found.manifest.name, "tasks": tasks}


def _fared(found: TaskSet, number: int, explorer: Explorer | None) -> str:
    if explorer is None or isinstance(found.tasks[number], Question):
        return ""
    return explorer.course.fared(found.manifest, found.name(number))


def _open(given: Given, explorer: Explorer | None) -> dict[str, Any]:
    """Open a task of a set on the board."""
    assert explorer is not None
    found = TaskSet.from_link(given["link"])
    if found.lang:
        explorer.set_language(found.lang)
    one = found.tasks[int(given["number"])]
    if isinstance(one, Question):
        explorer.open_scenario(one.scenario)
    else:
        explorer.open_task(one)
    return _show(given, explorer)


def _hand_in(given: Given, explorer: Explorer | None) -> dict[str, Any]:
    """What was answered, as a short text. `said` has what was typed about the teacher's own questions, by number."""
    assert explorer is not None
    found = TaskSet.from_link(given["link"])
    fared = {number: _fared(found, number, explorer) for number in range(len(found.tasks))}
    said: dict[int, list[str]] = {}
    for number, one in enumerate(found.tasks):
        typed = str(given["said"].get(str(number), "")).strip()
        if isinstance(one, Question):
            said[number] = [typed] if typed else []
            fared[number] = "tried" if typed else ""
        else:
            said[number] = explorer.course.said.get(f"{found.manifest.name}.{one}", [])
    return {"text": found.answers(given["name"], fared, said)}


def _collect(given: Given, explorer: Explorer | None) -> dict[str, Any]:
    found = TaskSet.from_link(given["link"])
    table = found.collect(given["texts"])
    numbers = range(len(found.tasks))
    return {
        "tasks": [found.title_of(number, found.lang or given["lang"]) for number in numbers],
        "rows": [[sheet.name, *([one.fared, list(one.said)] for one in sheet.answers)] for sheet in table.sheets],
        "solved": table.solved,
        "wrong_answers": [[[said, count] for said, count in table.wrong(number)[:3]] for number in numbers],
        "problems": list(table.problems),
    }


QUESTIONS: dict[str, Callable[[Given, Explorer | None], dict[str, Any]]] = {
    "make": _make,
    "show": _show,
    "open": _open,
    "hand_in": _hand_in,
    "collect": _collect,
}
