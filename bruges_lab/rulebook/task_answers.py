"""Answers to the tasks of a lesson: read, played by the engine, judged, and explained by rule and numbers.

Nothing here knows an answer: legal choices come from `why_not`, numbers from the events of what is played, lines of play from a
search. What cannot be read as an answer is no mistake; the result then says how to answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..kernel import Choice, Event, Game, LabError
from ..kernel.book import Chance, Decision
from ..kernel.engine import CHANCE, to_option
from ..kernel.errors import one_line
from ..kernel.events import walk
from .catalogue import Rule
from .lesson_data import LETTERS
from .lessons import Answer, Task
from .scenario_telling import Story

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBER = re.compile(r"[+-]?\d{1,9}")
_LETTERS = re.compile(rf"[{LETTERS}](?:[\s,;+]*[{LETTERS}])*")
_NONE = ("-", "–", "")
_MOST_TRIED = 20_000
"""Lines of play that a search for a solution looks at."""
_MOST_TOLD = 4
"""Events that are told of a choice: the first ones that happen to whoever makes it."""


class Reason(NamedTuple):
    """One line of an explanation: how far it stands in, whether it speaks for (✓) or against (✗), the words and the rule."""

    text: str
    rule: str = ""
    mark: str = ""
    depth: int = 0


class Result(NamedTuple):
    """What the engine says of an answer."""

    task: Task
    right: bool | None
    """None if there was no answer that could be read."""
    answer: str
    """The answer as it was understood, in words."""
    reasons: tuple[Reason, ...]
    rules: tuple[str, ...]
    """The rules that explain it, the most telling first."""
    hint: str = ""
    """What is said instead of the reasons after a first wrong answer."""

    @property
    def reason(self) -> str:
        """The explanation in lines."""
        return "\n".join(f"{'  ' * reason.depth}{_line(reason)}" for reason in self.reasons)

    @property
    def rule(self) -> str:
        """The id of the rule that explains it best."""
        return self.rules[0] if self.rules else ""

    def rule_text(self, rule: str | None = None) -> str:
        """The rule in the language of the task, with the numbers in force."""
        return self.task.rule_text(rule or self.rule)

    @property
    def verdict(self) -> str:
        """Right, not quite, or still waiting, in a word."""
        return self.task.say("waiting" if self.right is None else "right" if self.right else "wrong")

    def __str__(self) -> str:
        if self.hint:
            return f"{self.verdict}. {self.hint}\n{self.task.say('again')}"
        cited = [f"{self.rule_text(rule)} [{rule}]" for rule in self.rules]
        return "\n".join(filter(None, [f"{self.verdict}.", self.reason, *cited]))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from ..show.lesson_cards import result_html

        return result_html(self)


def _line(reason: Reason) -> str:
    return " ".join(filter(None, [reason.mark, reason.text, f"[{reason.rule}]" if reason.rule else ""]))


# Judging


def judge(task: Task, answer: tuple[Answer, ...]) -> Result:
    """Hold an answer against what the engine does."""
    given = _flat(answer)
    if task.ask == "play":
        return _play(task, given)
    if not given:
        return _how(task)
    return {"legal": _legal, "count": _count, "why": _why}[task.ask](task, given)


def solve(task: Task) -> Result:
    """The engine's own answer."""
    if task.ask == "legal":
        game = task.start()
        allowed = [option.letter for option in task.options if game.why_not(option.value) is None]
        return judge(task, (" ".join(allowed) or "-",))
    if task.ask == "count":
        return judge(task, (_counted(task)[0],))
    if task.ask == "why":
        refusal = task.start().why_not(task.record.refused)
        return judge(task, (refusal.rule if refusal is not None else "-",))
    return judge(task, (_found(task),))


def _flat(answer: tuple[Answer, ...]) -> list[str | Game[Any]]:
    found: list[str | Game[Any]] = []
    for part in answer:
        if isinstance(part, Game):
            found.append(part)
        elif isinstance(part, Rule):
            found.append(part.id)
        elif isinstance(part, Choice) or not isinstance(part, list | tuple):
            found.append(str(part).strip())
        else:
            found += [str(one).strip() for one in part]
    return found


def _how(task: Task) -> Result:
    """No answer, or none that can be read: how to give one."""
    first = next(iter(map(str, task.start().legal())), "") if task.ask == "play" else ""
    values = {"choice": first} if task.ask == "play" else {}
    return Result(task, None, "", (Reason(task.say(f"how.{task.ask}", **values)),), ())


def _letters(task: Task, given: list[str | Game[Any]]) -> list[str] | None:
    """The letters that are meant, by themselves or by what they stand for; None if something else was said."""
    by_value = {option.value: option.letter for option in task.options}
    known = set(by_value.values())
    found: list[str] = []
    for part in given:
        word = part if isinstance(part, str) else "?"
        if word in by_value:
            found.append(by_value[word])
        elif _LETTERS.fullmatch(word.lower()):
            found += [letter for letter in word.lower() if letter in LETTERS]
        elif word not in _NONE:
            return None
    return sorted(set(found)) if set(found) <= known else None


def _legal(task: Task, given: list[str | Game[Any]]) -> Result:
    letters = _letters(task, given)
    if letters is None:
        return _how(task)
    game = task.start()
    reasons, rules = [], dict[str, None]()
    right = True
    for option in task.options:
        refusal = game.why_not(option.value)
        said = option.letter in letters
        judged_right = said == (refusal is None)
        right = right and judged_right
        mark = "✓" if judged_right else "✗"
        if refusal is None:
            rule = _first_rule(task, option.value)
            words = task.say("allowed", letter=option.letter, choice=option.words)
        else:
            rule = refusal.rule
            words = task.say("forbidden", letter=option.letter, choice=option.words, reason=refusal.text(task.lang))
        reasons.append(Reason(words, rule, mark))
        if not judged_right:
            rules[rule] = None
    shown = [*rules] if rules else task.record.about
    return Result(task, right, ", ".join(letters) or "–", tuple(reasons), tuple(shown))


def _first_rule(task: Task, choice: str) -> str:
    """The rule by which a choice has its effect."""
    game = task.start()
    pending = game.pending
    events = game.play(choice).events
    return events[0].rule if events else pending.rule if pending is not None else ""


def _count(task: Task, given: list[str | Game[Any]]) -> Result:
    said = given[0]
    if len(given) > 1 or not isinstance(said, str) or not _NUMBER.fullmatch(said):
        return _how(task)
    number, events = _counted(task)
    right = int(said) == number
    head = Reason(task.say("counted", number=number))
    answered = [] if right else [Reason(task.say("you_said", answer=int(said)))]
    lines = [Reason(event.text(task.lang), event.rule, depth=depth + 1) for depth, event in events]
    return Result(task, right, str(int(said)), (*answered, head, *lines), tuple(task.record.about))


def _counted(task: Task) -> tuple[int, list[tuple[int, Event]]]:
    """The number that is asked for, and the events it is read from with those they come of and those told beside them."""
    count, game = task.record.count, task.start()
    assert count is not None
    before = len(game.events)
    _done(task, game)
    happened = game.events[before:]
    counted = [
        event
        for event in happened
        if count.rule in (None, event.rule)
        and count.kind in (None, event.kind)
        and count.seat in (None, event.player)
        and (count.field is None or isinstance(event.data.get(count.field), int))
    ]
    number = len(counted) if count.field is None else sum(int(event.data[count.field]) for event in counted)
    told = [event for event in happened if event.kind in count.told]
    return number, list(_with_causes(happened, [*counted, *told]))


def _done(task: Task, game: Game[Any]) -> list[str]:
    """Do what the task says is done, and as often as it says; the choices made."""
    game.run_tasks(None)
    made = [*task.steps[1]]
    for choice in made:
        game.play(choice)
    seat = None if game.pending is None else game.pending.player
    while task.record.repeat and game.pending is not None and game.pending.player == seat:
        if game.why_not(task.record.repeat) is not None:
            break
        game.play(task.record.repeat)
        made.append(task.record.repeat)
    return made


def _with_causes(events: Sequence[Event], wanted: Sequence[Event]) -> Iterator[tuple[int, Event]]:
    """The events that matter and those they happened because of, each with its depth."""
    by_index = {event.index: event for event in events}
    kept: set[int] = set()
    for event in wanted:
        place: int | None = event.index
        while place is not None and place in by_index and place not in kept:
            kept.add(place)
            place = by_index[place].cause
    yield from walk(event for event in events if event.index in kept)


def _why(task: Task, given: list[str | Game[Any]]) -> Result:
    letters = _letters(task, given)
    named = given[0] if len(given) == 1 and isinstance(given[0], str) else ""
    if letters is not None and len(letters) == 1:
        named = next(option.value for option in task.options if option.letter == letters[0])
    if named not in task.manifest.catalogue:
        return _how(task)
    refusal = task.start().why_not(task.record.refused)
    assert refusal is not None
    right = named == refusal.rule
    reasons = [Reason(refusal.text(task.lang), refusal.rule, "✓" if right else "")]
    if not right:
        reasons.insert(0, Reason(task.say("other_rule", text=task.rule_text(named)), named, "✗"))
    return Result(
        task, right, named, tuple(reasons), (refusal.rule, *(rule for rule in task.record.about if rule != refusal.rule))
    )


# Play


def _play(task: Task, given: list[str | Game[Any]]) -> Result:
    if len(given) == 1 and isinstance(given[0], Game):
        game = given[0]
    elif given:
        words = [word for part in given for word in re.split(r"[\s,;]+", str(part)) if word]
        return _played(task, words)
    else:
        game = task.game
    line = line_of(task, game)
    if line is None:
        return Result(task, None, "", (Reason(task.say("not_this_position")),), ())
    return _played(task, line) if line else _how(task)


def line_of(task: Task, game: Game[Any]) -> list[str] | None:
    """What was chosen in a game since the question of the task was asked; None if the game began otherwise."""
    if game.start.digest() != task.scenario.state.digest():
        return None
    made, known = [str(node.choice) for node in game.line[1:]], list(task.steps[0])
    return made[len(known) :] if made[: len(known)] == known else None


def own_choices(task: Task, line: Sequence[str]) -> int:
    """How many of these choices are made by the seat that the task is set to."""
    game, own = task.start(), 0
    seat = None if game.pending is None else game.pending.player
    for choice in line:
        own += game.pending is not None and game.pending.player == seat
        game.play(choice)
    return own


def way(task: Task) -> tuple[str, ...]:
    """The choices to be made for seeing the answer: what the task says is done, or what leads to its goal."""
    return _found(task) if task.ask == "play" else tuple(_done(task, task.start()))


def _played(task: Task, choices: list[str]) -> Result:
    """These choices, one after another; what lies beyond the last one that is allowed does not count."""
    game, most = task.start(), task.record.most
    words: list[str] = []
    reasons: list[Reason] = []
    for choice in choices:
        try:
            refusal = game.why_not(choice)
        except LabError:
            return _how(task)
        if refusal is not None:
            shown = one_line(told(game, choice, task.lang), 80)
            reason = task.say("forbidden", letter=len(words) + 1, choice=shown, reason=refusal.text(task.lang))
            return Result(task, False, ", ".join([*words, shown]), (Reason(reason, refusal.rule, "✗"),), (refusal.rule,))
        words.append(told(game, choice, task.lang))
        reasons.append(Reason(f"{len(words)}. {words[-1]}", depth=1))
        seat = CHANCE if game.pending is None else game.pending.player
        own = [event for event in game.play(choice).events if event.player == seat]
        reasons += [Reason(event.text(task.lang), event.rule, depth=2) for event in own[:_MOST_TOLD]]
    proof, count = task.proved(choices), own_choices(task, choices)
    reasons += [Reason(line, mark="✓" if held else "✗") for held, line in Story(proof, task.lang).checks()]
    if count > most:
        reasons.append(Reason(task.say("too_many", count=count, most=most), mark="✗"))
    return Result(task, proof.holds and count <= most, ", ".join(words), tuple(reasons), tuple(task.record.about))


def _found(task: Task) -> tuple[str, ...]:
    """A shortest line of the asked seat's choices that reaches the goal; empty if there is none."""
    game = task.start()
    pending = game.pending
    seat = None if pending is None else pending.player
    lines: list[tuple[str, ...]] = [()]
    tried = 0
    for _ in range(task.record.most):
        longer: list[tuple[str, ...]] = []
        for line in lines:
            here = task.start()
            for choice in line:
                here.play(choice)
            if here.pending is None or here.pending.player != seat:
                continue
            for choice in map(str, here.legal()):
                tried += 1
                if task.proved((*line, choice)).holds:
                    return (*line, choice)
                longer.append((*line, choice))
                if tried >= _MOST_TRIED:
                    return ()
        lines = longer
    return ()


def told(game: Game[Any], choice: str, lang: str) -> str:
    """A choice as a phrase, whatever is asked just now; its notation if its words mean nothing.

    Without its amounts: what it brings may be what a task asks for.
    """
    parsed = Choice.parse(choice)
    for step in game.kit.book.steps.values():
        known = step.actions if isinstance(step, Decision) else (step.kind,) if isinstance(step, Chance) else ()
        if parsed.kind in known:
            option = to_option(game.state, step, parsed)
            return choice if option is None else game.kit.teller(game.state, game.names).choice(option, lang)
    return choice
