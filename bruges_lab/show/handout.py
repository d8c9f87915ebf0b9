"""Handouts: a position, a log or a lesson as one printable page of HTML that needs nothing else. Everything in it is escaped.

The page is made for A4 and for printers without colour: what matters has a sign, a shape or words, never a colour alone. A lesson
has room to write, and the engine's solutions on a page of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ..analysis.playouts import Playout
from ..games import shelf
from ..kernel import BaseState, Event, Game, LabError, Option
from ..kernel.errors import either, one_line
from ..kernel.events import walk
from ..kernel.files import write_own
from ..kernel.nodes import Step
from ..kernel.rulesets import BaseRuleset
from ..rulebook.lessons import Lesson, Task
from ..rulebook.proving import start
from ..rulebook.scenarios import Scenario
from ..rulebook.seats import seats_in
from ..rulebook.task_answers import Reason, Result
from ..rulebook.telling import BookTeller, Subject
from ..rulebook.texts import LANGUAGES
from .paper_position import STYLE as PAPER_STYLE
from .paper_position import paper_position
from .svg import Svg, tag

Printable = Game[Any] | BaseState | Scenario | Playout | Step | Lesson | Task | Sequence[Event]

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem; max-width: 52rem; background: #fff; color: #000;
  font: 10.5pt/1.42 Georgia, "Noto Serif", "DejaVu Serif", "Times New Roman", serif; }
h1 { font-size: 19pt; line-height: 1.2; margin: 0 0 .25em; }
h2 { font-size: 13pt; line-height: 1.25; margin: 1.3em 0 .4em; padding-bottom: .15em; border-bottom: 1pt solid #000; }
h3 { font-size: 11pt; margin: 0 0 .3em; }
p { margin: .3em 0; }
ul, ol { margin: .2em 0; padding-left: 1.3em; }
code { font: 8pt/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
svg.bl-position { display: block; width: 100%; height: auto; margin: .4em 0; }
.small { font-size: 8.5pt; color: #444; }
.fields { display: flex; gap: 1.5em; margin: .8em 0 1em; }
.fields span { flex: 1; border-bottom: .75pt solid #000; padding-bottom: .1em; }
.question { font-weight: 700; margin: .5em 0 .3em; }
.choices { columns: 2; column-gap: 2em; }
.choices section { break-inside: avoid; margin-bottom: .5em; }
.choices ul, .log, .boxes, .cited { list-style: none; padding-left: 0; }
.boxes li, .choices li { padding-left: 1.6em; text-indent: -1.6em; margin: .15em 0; }
.boxes li::before, .choices li::before { content: "\\25A1"; display: inline-block; width: 1.6em; text-indent: 0; }
.log li { display: flex; justify-content: space-between; gap: 1.2em; padding: .12em 0; border-bottom: .4pt solid #bbb;
  break-inside: avoid; }
.log code { flex: none; max-width: 40%; text-align: right; padding-top: .25em; }
.cited li { display: grid; grid-template-columns: minmax(0, 1fr) var(--ids); gap: 0 1.2em; padding: .2em 0; break-inside: avoid; }
.task { break-inside: avoid; margin: .7em 0 0; padding-top: .5em; border-top: .5pt solid #999; }
h2 + .task { border-top: 0; padding-top: 0; margin-top: 0; }
.task > div { display: grid; grid-template-columns: minmax(0, 64fr) minmax(0, 36fr); gap: 0 1.2em; align-items: start; }
.task > div:has(.bl-map) { grid-template-columns: minmax(0, 61fr) minmax(0, 39fr); }
.task .question { margin-top: 0; }
.task .boxes { font-size: 9pt; line-height: 1.3; }
.rule-line { border-bottom: .6pt solid #777; height: 1.9em; }
.written { display: flex; align-items: flex-end; gap: .6em; }
.written .rule-line { flex: 1; }
.solutions { font-size: 8.5pt; line-height: 1.3; columns: 2; column-gap: 2em; }
.solutions h2 { column-span: all; }
.solutions h3 { font-size: 9.5pt; }
.solution { break-inside: avoid; margin: 0 0 .9em; }
.solution p { margin: .1em 0; }
.solution .log li { display: block; border: 0; padding: 0; }
.solution .log code { display: inline; max-width: none; padding: 0 0 0 .4em; }
.solutions code, .solutions ~ .cited code { font-size: 7pt; }
.solutions ~ .cited { font-size: 8.5pt; line-height: 1.3; }
.solutions ~ .cited li { padding: .1em 0; }
h1, h2, h3 { break-after: avoid; }
@page { size: A4; margin: 15mm 15mm 17mm; @bottom-center { content: counter(page); font: 8pt Georgia, serif; } }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  .new-page { break-before: page; }
  .new-page > h2:first-child { margin-top: 0; }
}
"""

_LEAST_IDS, _A_LETTER = 13, 0.5
"""How wide the column of rule ids is, and each letter in it, in em: no id is broken."""
_MARK = '<meta name="generator" content="Bruges Lab, handout">'
_OURS = re.compile(rb'<!DOCTYPE html>\n<html lang="[a-z]+"><head><meta charset="utf-8">' + _MARK.encode())
"""How a file begins that is a handout, and may be replaced by another."""


class Handout:
    """A page to print. `save` writes it; a notebook shows it in a frame of its own."""

    def __init__(self, title: str, html: str) -> None:
        self.title = title
        self.html = html

    def save(self, path: str | Path, *, force: bool = False) -> Path:
        """Write the page, whole or not at all. A handout that is there is replaced, any other file only with `force=True`."""
        target = Path(path)
        if target.suffix.lower() not in (".html", ".htm"):
            raise LabError(f"{one_line(target.name)}: a handout is a page of HTML, which any browser prints; name it .html")
        write_own(target, self.html.encode(), _OURS.match, force=force)
        return target

    def __repr__(self) -> str:
        return f"<Handout {self.title}>"

    def _repr_html_(self) -> str:
        style = "width:100%;max-width:950px;height:640px;border:1px solid rgba(128,128,128,0.35);background:#fff"
        return tag("iframe", Svg(""), srcdoc=self.html, sandbox="", title=self.title, style=style)


def handout(
    thing: Printable,
    path: str | Path | None = None,
    lang: str = "en",
    *,
    seat: int | None = None,
    rules: BaseRuleset | None = None,
    force: bool = False,
) -> Handout:
    """A position (a game, a scenario), a log (events, a step, a playout) or a lesson to print; written to `path` if one is given.

    A position is drawn as `seat` may see it, or with all hands open. `rules` are those that a plain list of events was played by.
    At `path` an older handout is replaced, any other file only with `force=True`.
    """
    if lang not in LANGUAGES:
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
    maker = _Maker(lang, seat, rules)
    title, body = maker.made(thing)
    made = Handout(title, _page(title, [*body, maker.foot()], lang))
    if path is not None:
        made.save(path, force=force)
    return made


def _page(title: str, body: Iterable[Svg], lang: str) -> str:
    head = tag(
        "head",
        Svg(f'<meta charset="utf-8">{_MARK}<meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", _text(title)),
        tag("style", Svg(_STYLE + PAPER_STYLE)),
    )
    inside = Svg("\n".join([tag("h1", _text(title)), *body]))
    return "<!DOCTYPE html>\n" + tag("html", head, Svg("\n"), tag("body", inside), lang=lang) + "\n"


def _text(words: str) -> Svg:
    return Svg(escape(words))


def _list(kind: str, items: Iterable[Svg]) -> Svg:
    return tag("ul", *(tag("li", item) for item in items), Svg(""), class_=kind)


class _Maker:
    """Makes the body of a page in one language."""

    def __init__(self, lang: str, seat: int | None, rules: BaseRuleset | None) -> None:
        self.lang = lang
        self.seat = seat
        self.rules = rules
        self.manifest = shelf.find()
        """The game that is spoken of: the usual one, unless a position says otherwise."""

    def speaks_of(self, state: BaseState) -> None:
        """From now on it is the game of this position, by its rules."""
        self.manifest = shelf.find(state.book.name)
        self.rules = getattr(state, "rules", None)

    def word(self, key: str, **values: object) -> str:
        return self.manifest.texts.say("lesson", key, values, self.lang)

    def foot(self) -> Svg:
        """What made the page."""
        from .. import __version__

        return tag("p", _text(self.word("handout.made", version=__version__)), class_="small")

    def made(self, thing: Printable) -> tuple[str, list[Svg]]:
        """The title of the page, and what stands on it."""
        if isinstance(thing, Task):
            thing = Lesson([thing], self.lang)
        if isinstance(thing, Lesson):
            self.manifest = thing.manifest
            return thing.told_in(self.lang).title, list(self.lesson(thing))
        if isinstance(thing, Scenario):
            game = start(thing)
            title = thing.title.get(self.lang) or self.word("handout.position")
            return title, self.position(game)
        if isinstance(thing, Game):
            return self.word("handout.position"), self.position(thing)
        if isinstance(thing, BaseState):
            self.speaks_of(thing)
            return self.word("handout.position"), [self.situation(thing), self.picture(thing, (), self.seat)]
        if isinstance(thing, Playout):
            self.speaks_of(thing.state)
        events = thing.events if isinstance(thing, Playout | Step) else thing
        if isinstance(events, str) or not isinstance(events, Sequence) or not all(isinstance(event, Event) for event in events):
            raise LabError(
                f"a handout is made of a game, a scenario, events or a lesson, not of {one_line(type(thing).__name__, 40)}"
            )
        if not isinstance(thing, Playout) and events:
            self.manifest = shelf.of_rule(events[0].rule)
        return self.word("handout.log"), self.log(events)

    # A position

    def situation(self, state: BaseState) -> Svg:
        return tag("p", _text(" · ".join(self.manifest.picture.situation(state, self.lang))))

    def picture(self, state: BaseState, names: tuple[str, ...], seat: int | None) -> Svg:
        return Svg(self.manifest.picture.whole(state, seats_in(self.manifest, names, self.lang), seat, self.lang))

    def position(self, game: Game[Any]) -> list[Svg]:
        if self.seat is not None:
            game.view(self.seat)  # refuses a seat that is not there
        self.speaks_of(game.state)
        parts = [self.situation(game.state), self.picture(game.state, game.names, self.seat)]
        pending = game.pending
        if pending is None:
            return [*parts, tag("p", _text(self.word("handout.over")), class_="question")]
        parts.append(tag("p", _text(game.question(self.lang)), class_="question"))
        if pending.is_chance:
            return [*parts, tag("p", _text(self.word("handout.chance"))), *self.cited([pending.rule])]
        if self.seat in (None, pending.player):
            parts += [tag("h2", _text(self.word("handout.choices"))), self.choices(game, pending.raw)]
        return [*parts, *self.cited([pending.rule])]

    def choices(self, game: Game[Any], options: Iterable[Option]) -> Svg:
        """What may be chosen, by the card it takes."""
        teller: BookTeller = game.manifest.words(game.state, game.names)
        groups: dict[Subject | None, list[str]] = {}
        for option in options:
            groups.setdefault(teller.subject(option), []).append(teller.choice(option, self.lang, game.state))
        if None in groups:
            groups[None] = groups.pop(None)  # what belongs to no card comes last
        parts = []
        for subject, several in groups.items():
            name = self.word("handout.other") if subject is None else teller.heading(subject, self.lang).name
            heading = [tag("h3", _text(name))] if len(groups) > 1 else []
            parts.append(tag("section", *heading, _list("offered", map(_text, several))))
        return tag("div", *parts, Svg(""), class_="choices")

    # A log

    def log(self, events: Sequence[Event]) -> list[Svg]:
        if not events:
            return [tag("p", _text(self.word("handout.nothing")))]
        rows = [self.row(Reason(event.text(self.lang), event.rule, depth=depth)) for depth, event in walk(events)]
        return [tag("ul", *rows, class_="log"), *self.cited(event.rule for event in events)]

    def row(self, reason: Reason) -> Svg:
        indent = f"padding-left:{1.3 * min(reason.depth, 10):.1f}em" if reason.depth else None
        rule = [tag("code", _text(reason.rule))] if reason.rule else []
        words = " ".join(filter(None, [reason.mark, reason.text]))
        return tag("li", tag("span", _text(words)), *rule, style=indent)

    def cited(self, rules: Iterable[str]) -> list[Svg]:
        """The statements of the rules, in the order of the rulebook."""
        wanted = set(rules)
        manifest = self.manifest
        found = [rule for rule in manifest.catalogue.values() if rule.id in wanted] if manifest.has("catalogue") else []
        numbers: Any = manifest.ruleset() if self.rules is None and manifest.has("ruleset") else self.rules
        rows = [
            tag("li", tag("span", _text(rule.text(self.lang, numbers))), tag("code", _text(rule.id)), data_rule=rule.id)
            for rule in found
        ]
        room = max(_LEAST_IDS, *(_A_LETTER * len(rule.id) for rule in found)) if found else 0
        listed = tag("ul", *rows, Svg(""), class_="cited", style=f"--ids:{room:g}em")
        return [tag("h2", _text(self.word("handout.rules"))), listed] if rows else []

    # A lesson

    def lesson(self, lesson: Lesson) -> Iterable[Svg]:
        tasks = [task.told_in(self.lang) for task in lesson]
        fields = [tag("span", _text(f"{self.word(key)}\u00a0")) for key in ("handout.name", "handout.date")]
        yield tag("div", *fields, class_="fields")
        chapter = ""
        for number, task in enumerate(tasks, 1):
            if task.chapter != chapter:
                chapter = task.chapter
                yield tag("h2", _text(chapter))
            yield self.task(task, number)
        results = [task.solution() for task in tasks]
        solved = [self.solution(result, number) for number, result in enumerate(results, 1)]
        yield tag("section", tag("h2", _text(self.word("handout.solutions"))), *solved, class_="new-page solutions")
        yield from self.cited(rule for result in results for rule in _all_rules(result))

    def task(self, task: Task, number: int) -> Svg:
        self.speaks_of(task.position)
        parts = []
        if task.deeds:
            parts.append(tag("p", _text(self.word("wanted" if task.ask == "why" else "happens")), class_="small"))
            parts.append(_list("deeds", map(_text, task.deeds)))
        parts.append(tag("p", _text(task.question), class_="question"))
        if task.options:
            parts.append(_list("boxes", (_text(f"{option.letter}) {option.words}") for option in task.options)))
        most = {"most": task.record.most} if task.ask == "play" else {}
        parts.append(tag("p", _text(self.word(f"handout.do.{task.ask}", **most)), class_="small"))
        parts += self.room(task)
        picture = paper_position(self.manifest, task.position, task.scenario.names, _concerned(task), self.lang)
        beside = tag("div", picture, tag("div", *parts))
        return tag("section", tag("h3", _text(f"{number}. {task.title}")), beside, class_="task", data_task=task.name)

    def room(self, task: Task) -> list[Svg]:
        """Lines to write on."""
        line = tag("div", Svg(""), class_="rule-line")
        first = tag("span", _text(self.word("handout.why" if task.ask == "why" else "handout.answer")))
        if task.ask == "legal":
            return []
        return [tag("div", first, line, class_="written"), *[line] * (task.record.most - 1 if task.ask == "play" else 1)]

    def solution(self, result: Result, number: int) -> Svg:
        answer = "" if result.task.ask == "play" else f" — {_answer(result)}"
        heading = tag("h3", _text(f"{number}. {result.task.title}{answer}"))
        # On paper nobody has judged the choices yet, so marks would say nothing; a goal is reached or not.
        rows = [self.row(reason if result.task.ask == "play" else reason._replace(mark="")) for reason in result.reasons]
        rules = tag("p", tag("code", _text(", ".join(result.rules))))
        return tag("div", heading, tag("ul", *rows, Svg(""), class_="log"), rules, class_="solution", data_task=result.task.name)


def _concerned(task: Task) -> tuple[int, ...]:
    """The seats that a task is about: who is counted, else who has to decide, else all."""
    pending, count = task.start().pending, task.record.count
    if count is not None and count.seat is not None:
        return (count.seat,)
    if task.is_about_what_comes or pending is None or pending.is_chance:
        return tuple(range(len(task.position.players)))
    return (pending.player,)


def _answer(result: Result) -> str:
    """The engine's answer, short: letters, a number, or what is done."""
    by_value = {option.value: option.letter for option in result.task.options}
    return by_value.get(result.answer, result.answer)


def _all_rules(result: Result) -> set[str]:
    return {*result.rules, *(reason.rule for reason in result.reasons if reason.rule)}
