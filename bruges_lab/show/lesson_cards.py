"""Tasks, lessons and results in a notebook: the position drawn, the question, what may be answered, and what the engine says.

Styles stand in the tags and colours come from the page, as for the card of a rule, so that light and dark themes both do.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..rulebook.seats import names_in
from .svg import Svg, tag

if TYPE_CHECKING:
    from ..rulebook.lessons import Lesson, Task
    from ..rulebook.task_answers import Reason, Result

_LINE = "1px solid rgba(128,128,128,0.35)"
_MONO = "font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:12px"
_COLOURS = {True: "#2a9d6a", False: "#d8412f", None: "#8a8a8a"}


def _words(text: str, style: str | None = None) -> Svg:
    return tag("span", Svg(escape(text)), style=style)


def _muted(text: str) -> Svg:
    return _words(text, "opacity:0.7")


def _line(*parts: Svg, style: str = "margin:2px 0") -> Svg:
    return tag("div", *parts, style=style)


# A task


def task_html(task: Task) -> str:
    """A task with its position."""
    place = f"{task.say('task', number=task.number)} · {task.chapter}" if task.number else task.chapter
    parts = [
        _line(_muted(place)),
        _line(_words(task.title, "font-size:16px;font-weight:600"), style="margin-bottom:8px"),
        Svg(task.manifest.picture.whole(task.position, names_in(task.scenario, task.lang), None, task.lang)),
    ]
    if deeds := task.deeds:
        parts.append(_line(_muted(task.say("wanted" if task.ask == "why" else "happens")), style="margin-top:8px"))
        parts += [_line(_words(deed), style="margin:1px 0 1px 1.5em") for deed in deeds]
    parts.append(_line(_words(task.question, "font-size:15px;font-weight:600"), style="margin:10px 0 6px"))
    parts += [
        _line(
            _words(f"{option.letter})", "font-weight:600;flex:none;width:1.6em"),
            _words(option.words),
            style="display:flex;margin:2px 0 2px 0.6em",
        )
        for option in task.options
    ]
    parts.append(_line(_muted(how(task)), style="margin-top:8px"))
    style = "max-width:860px;font-size:14px;line-height:1.45"
    return tag("div", *parts, class_="bl-task", lang=task.lang, data_task=task.name, style=style)


def how(task: Task) -> str:
    """How to answer."""
    if task.ask != "play":
        return task.say(f"how.{task.ask}")
    return task.say("how.play", choice=str(task.start().legal()[0]))


# What the engine says


def result_html(result: Result) -> str:
    """Right or not, and why."""
    colour = _COLOURS[result.right]
    sign = {True: "✓ ", False: "✗ ", None: ""}[result.right]
    parts = [_line(_words(f"{sign}{result.verdict}", f"color:{colour};font-weight:700;font-size:15px"))]
    if result.hint:
        parts += [_line(_words(result.hint)), _line(_muted(result.task.say("again")))]
    else:
        parts += [_reason(reason) for reason in result.reasons]
    if result.rules and not result.hint:
        cited = [_line(_words(result.rule_text(rule)), Svg(" "), _words(rule, f"{_MONO};opacity:0.7")) for rule in result.rules]
        parts.append(tag("div", *cited, style=f"margin-top:6px;padding-top:4px;border-top:{_LINE}"))
    style = f"max-width:860px;font-size:14px;line-height:1.45;border-left:4px solid {colour};padding:4px 0 4px 12px;margin:4px 0"
    right = {True: "yes", False: "no", None: "waiting"}[result.right]
    return tag(
        "div", *parts, class_="bl-result", lang=result.task.lang, data_task=result.task.name, data_right=right, style=style
    )


def _reason(reason: Reason) -> Svg:
    parts = [_words(f"{reason.mark} ", f"color:{_COLOURS[reason.mark == '✓']};font-weight:600")] if reason.mark else []
    parts.append(_words(reason.text))
    if reason.rule:
        parts.append(_words(f" {reason.rule}", f"{_MONO};opacity:0.7"))
    return _line(*parts, style=f"margin:1px 0 1px {1.4 * reason.depth:g}em")


# A lesson


def lesson_html(lesson: Lesson) -> str:
    """The tasks by part, each with the name to call it by."""
    rows = []
    cell = "text-align:left;vertical-align:top;padding:3px 14px 3px 0"
    for chapter, tasks in lesson.by_chapter().items():
        rows.append(tag("tr", tag("td", _words(chapter, "font-weight:600"), colspan=3, style=f"{cell};padding-top:10px")))
        rows += [
            tag(
                "tr",
                tag("td", _muted(str(task.number or "")), style=f"{cell};text-align:right"),
                tag("td", _words(task.title), style=cell),
                tag("td", _words(task.typed, _MONO), style=cell),
                data_task=task.name,
                style=f"border-bottom:{_LINE}",
            )
            for task in tasks
        ]
    parts = [
        _line(_words(lesson.title, "font-size:16px;font-weight:600")),
        _line(_muted(lesson.say("tasks", count=len(lesson)))),
        tag("table", tag("tbody", *rows, Svg("")), style="border-collapse:collapse;margin:0;font-size:13px"),
    ]
    return tag("div", *parts, class_="bl-lesson", lang=lesson.lang, style="max-width:860px;line-height:1.45")
