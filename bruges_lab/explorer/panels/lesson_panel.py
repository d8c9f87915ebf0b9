"""The lesson tab: the lessons as chapters with what is done of them; or the open task, its answer, a hint, and the solution.

What can be done with a task is learning.py; nothing is known here but how it looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...rulebook.lessons import Task, lesson
from ...rulebook.seats import names_in
from ...rulebook.standing import Standing, standing
from ...rulebook.task_answers import Reason, Result, judge
from ...rulebook.trying import HELPED, RIGHT, SHOWN, TRIED
from ...show.svg import Svg, tag
from ..inspecting import LESSONS, Inspector
from ..markup import block, button, field, heading, rule_link, span, text

if TYPE_CHECKING:
    from ..surface import Act

MOST_TYPED = 20
MOST_RULES = 3
_SIGNS = {RIGHT: "✓", HELPED: "✓", SHOWN: "○", TRIED: "…"}
_DONE = (RIGHT, HELPED, SHOWN)


class Lessons(Inspector):
    """The lessons of a game, or the task that is open."""

    name = LESSONS
    anywhere = True

    def acts(self) -> Mapping[str, Act]:
        """Opening, answering, and what comes after."""
        explorer = self.explorer
        return {
            "lesson": lambda name: explorer.open_lesson(name or None),
            "repeat": explorer.repeat_lesson,
            "task": explorer.open_task,
            "pick": explorer.pick_answer,
            "number": self._write,
            "answer": self._answer,
            "solve": lambda _: explorer.show_solution(),
            "over": lambda _: explorer.start_over(),
            "see": lambda _: explorer.see_answer(),
            "following": lambda _: explorer.next_task(),
        }

    def draw(self) -> None:
        """At once: whoever answers waits for it."""
        self.again()

    def look(self) -> None:
        """The open task, or the list."""
        task = None if self.explorer.course.lists else self.explorer.task
        self.show(dict(self._list() if task is None else self._task(task)))

    def _write(self, number: str) -> None:
        self.explorer.course.draft = number.strip()[:MOST_TYPED]

    def _answer(self, number: str) -> None:
        if number:
            self._write(number)
        self.explorer.answer_task()

    # The list

    def _list(self) -> Iterator[tuple[str, Svg]]:
        explorer, say = self.explorer, self.explorer.words
        whole = lesson(None, explorer.lang, explorer.manifest.name)
        yield "all", Svg(heading(whole.title) + self._done(whole.tasks))
        for tasks in whole.by_chapter().values():
            fared = [explorer.course.fared(task.manifest, task.name) for task in tasks]
            begun = "lesson.go_on" if any(fared) else "lesson.start"
            ended = all(one in _DONE for one in fared)
            words = say("lesson.again" if ended else begun)
            name = tasks[0].record.chapter
            head = block(
                "lessonhead",
                tag("b", text(tasks[0].chapter)),
                button("repeat" if ended else "lesson", name, words, "small", aria_label=f"{tasks[0].chapter}: {words}"),
            )
            yield f"part-{name}", block("lesson", head, self._done(tasks), self._pips(tasks))

    def _done(self, tasks: tuple[Task, ...] | list[Task]) -> Svg:
        done = sum(self.explorer.course.fared(task.manifest, task.name) in _DONE for task in tasks)
        return span("lessondone", self.explorer.words("lesson.done", done=done, count=len(tasks)))

    def _pips(self, tasks: tuple[Task, ...] | list[Task]) -> Svg:
        """The tasks in a row, each with how it went."""
        explorer, say, now = self.explorer, self.explorer.words, self.explorer.task
        pips = []
        for number, task in enumerate(tasks, 1):
            fared = explorer.course.fared(task.manifest, task.name)
            told = say("lesson.pip", number=number, title=task.title, fared=say(f"lesson.fared.{fared or 'none'}"))
            here = "step" if now is not None and now.name == task.name else None
            kind = f"pip bl-pip-{fared or 'none'}"
            words = f"{number} {_SIGNS[fared]}" if fared else str(number)
            pips.append(tag("li", button("task", task.name, words, kind, aria_label=told, data_tip=told, aria_current=here)))
        return tag("ol", *pips, class_="bl-pips-row")

    # The task

    def _task(self, task: Task) -> Iterator[tuple[str, Svg]]:
        yield "place", self._place(task)
        yield "asked", self._asked(task)
        stands = standing(task, self.explorer.game)
        if stands is not None:
            yield "stands", self._stands(task, stands)
        if not task.trying.settled and task.ask != "play":
            yield "answers", self._answers(task)
        if task.trying.settled:
            yield "said", self._solved(task, task.trying.fared)
        yield "after", self._after(task, stands)

    def _place(self, task: Task) -> Svg:
        """Where in the lesson one is."""
        explorer, say = self.explorer, self.explorer.words
        parts = [span("lessonchapter", task.chapter)]
        leave = say("lesson.leave")
        leaving = [button("back", "", "×", "small", aria_label=leave, data_tip=leave)] if explorer.opened else []
        if not task.number:
            return block("lessonplace", *parts, *leaving)
        tasks = lesson(task.record.chapter, explorer.lang, task.manifest.name).tasks
        number = next(place for place, one in enumerate(tasks, 1) if one.name == task.name)
        parts.insert(0, button("lesson", "", say("lesson.all"), "small"))
        parts.append(span("lessondone", say("lesson.place", number=number, count=len(tasks))))
        return Svg(block("lessonplace", *parts, *leaving) + self._pips(tasks))

    def _asked(self, task: Task) -> Svg:
        sight = None if task.trying.settled else task.name
        parts = [tag("h3", text(task.title), class_="bl-tasktitle", data_sight=sight)]
        if task.deeds:
            parts.append(span("label", task.say("wanted" if task.ask == "why" else "happens")))
            parts.append(tag("ul", *(tag("li", text(deed)) for deed in task.deeds), class_="bl-deeds"))
        parts.append(tag("p", text(task.question), class_="bl-taskquestion"))
        if not task.trying.settled and not self.explorer.course.problem:
            parts.append(block("quiet", text(self.explorer.words(f"lesson.how.{task.ask}"))))
        return block("task", *parts, data_task=task.name)

    def _answers(self, task: Task) -> Svg:
        say, course = self.explorer.words, self.explorer.course
        if task.ask == "count":
            typed = {"inputmode": "numeric", "min": "0", "data_enter": "answer", "data_focus": "yes", "autocomplete": "off"}
            return block("answering", field("number", "number", course.draft, say("lesson.number"), **typed), self._check())
        several = task.ask == "legal"
        options = [
            tag(
                "button",
                span("letter", option.letter),
                span("optionwords", option.words),
                type="button",
                class_="bl-option",
                role="checkbox" if several else "radio",
                aria_checked="true" if option.letter in course.picked else "false",
                data_act="pick",
                data_value=option.letter,
                data_key=f"pick:{option.letter}",
                data_focus="yes" if option is task.options[0] else None,
            )
            for option in task.options
        ]
        return tag("div", *options, role="group" if several else "radiogroup", aria_label=task.question, class_="bl-options")

    def _check(self) -> Svg:
        return button("answer", "", self.explorer.words("lesson.check"), "taskgo", data_hotkey="Enter")

    def _stands(self, task: Task, stands: Standing) -> Svg:
        """The goal, what is there now, and what counts."""
        say = self.explorer.words
        aims = [
            tag(
                "li",
                span("aimmark", "✓" if aim.reached else "○", aria_hidden="true"),
                tag("b", text(aim.words)),
                span("aimnow", "" if aim.reached or not aim.now else say("lesson.now", what=aim.now)),
                class_="bl-reached" if aim.reached else None,
            )
            for aim in stands.aims
        ]
        pending = task.start().pending
        player = "" if pending is None or pending.is_chance else names_in(task.game, task.lang)[pending.player]
        counts = [block("quiet", text(say("lesson.counts", player=player, count=stands.most)))] if player else []
        made = min(stands.made, stands.most)
        bar = tag("progress", Svg(""), max=stands.most, value=made, aria_label=say("lesson.made", made=made, count=stands.most))
        steps = block("tasksteps", bar, text(say("lesson.made", made=made, count=stands.most)))
        return block("taskstands", heading(say("lesson.goal")), tag("ul", *aims, class_="bl-aims"), steps, *counts)

    # What is said of an answer

    def _helped(self, task: Task) -> Svg:
        """How to answer, where nobody could read it; or the hint, after a wrong answer."""
        say = self.explorer.words
        if self.explorer.course.problem:
            return block("tasksaid bl-unread", text(say(f"lesson.how.{task.ask}")), role="status")
        if task.trying.fared == TRIED:
            return block(
                "tasksaid bl-wrong-answer",
                tag("b", text(task.say("wrong") + ".")),
                tag("p", span("label", say("lesson.hint")), text(" " + task.hint)),
                role="status",
            )
        return Svg("")

    def _solved(self, task: Task, fared: str) -> Svg:
        """Why the answer is what it is, with the rules that say so."""
        say, answer = self.explorer.words, self.explorer.course.answer
        found = task.solution() if answer is None else judge(task, answer)
        if found.right is False:
            found = task.trying.give_up(found)
        before = ["", *(reason.rule for reason in found.reasons)]
        rows = [self._reason(reason, rule) for reason, rule in zip(found.reasons, before, strict=False)]
        kind = "right-answer" if fared in (RIGHT, HELPED) else "wrong-answer"
        return Svg(
            block(
                f"tasksaid bl-{kind}",
                tag("b", text(say(f"lesson.{fared}")), data_sight=f"{task.name}:{fared}"),
                tag("ul", *rows, class_="bl-reasons"),
                role="status",
            )
            + self._rules(task, found)
        )

    def _reason(self, reason: Reason, before: str) -> Svg:
        """A line; a rule that the line before it named is not named again."""
        mark = [span("for" if reason.mark == "✓" else "against", reason.mark)] if reason.mark else []
        rule = [text(" "), rule_link(reason.rule, self.explorer.words)] if reason.rule not in ("", before) else []
        indent = f"margin-left:{0.9 * min(reason.depth, 6):.1f}em" if reason.depth else None
        return tag("li", *mark, text(f" {reason.text}" if mark else reason.text), *rule, style=indent)

    def _rules(self, task: Task, found: Result) -> Svg:
        """The rules as cards: what they say, and what they are called."""
        cards = [
            block("rulecard", tag("p", text(task.rule_text(rule))), rule_link(rule, self.explorer.words), data_rule=rule)
            for rule in found.rules[:MOST_RULES]
        ]
        return Svg(heading(self.explorer.words("lesson.rules", count=len(cards))) + "".join(cards)) if cards else Svg("")

    def _after(self, task: Task, stands: Standing | None) -> Svg:
        """What can be done next."""
        explorer, say, trying = self.explorer, self.explorer.words, task.trying
        rows = [] if trying.settled else [self._helped(task)]
        if trying.settled:
            onward = say("lesson.next" if explorer.has_next_task else "lesson.finish")
            rows.append(button("following", "", onward, "taskgo", data_hotkey="Enter"))
            if task.ask in ("count", "play"):
                rows.append(button("see", "", say("lesson.see"), "small"))
        if task.options and not trying.settled:
            rows.append(self._check())
        if stands is not None and stands.made and not trying.settled:
            rows.append(button("over", "", say("lesson.over"), "taskgo"))
        if trying.fared == TRIED:
            rows.append(button("solve", "", say("lesson.solve"), "small"))
        return block("taskafter", *rows) if any(rows) else Svg("")
