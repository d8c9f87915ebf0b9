"""What the engine does: the scenarios of a rule are run under the chosen ruleset, and again as the text would have it.

Nothing here is a constant of the check: what is right is what comes of running. Proofs are kept for the life of the process.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ...kernel.errors import LabError, one_line
from ...kernel.rulesets import BaseRuleset, Value
from ...rulebook.catalogue import Confusion, Rule
from ...rulebook.proving import Proof as Run
from ...rulebook.proving import prove
from ...rulebook.recording import proved_under
from ...rulebook.scenarios import Scenario
from ...rulebook.texts import lab_texts
from ..findings import Proof

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_SHOWN = 3
_LONGEST = 240


@lru_cache(maxsize=4096)
def _run(name: str, manifest: Manifest, rules: BaseRuleset | None) -> Run | None:
    record, path = manifest.scenarios[name]
    try:
        scenario = Scenario(record, path)
        if rules is None or scenario.state.rules == rules:
            return prove(scenario)
        return proved_under(scenario, rules)
    except LabError:  # a position that this ruleset does not allow
        return None


@lru_cache(maxsize=4096)
def evidence(rule: Rule, rules: BaseRuleset | None, lang: str = "en") -> Proof | None:
    """What the rule's scenarios show under a ruleset; none if no scenario shows the rule."""
    shown: list[str] = []
    ran: list[str] = []
    for name in rule.scenarios[:_SHOWN]:
        run = _run(name, rule.manifest, rules)
        if run is None or _shows_another_reading(run):
            continue
        ran.append(name)
        told = [event.text(lang) for event in run.game.events if event.rule == rule.id]
        told += [deed.refusal.text(lang) for deed in run.deeds if deed.refusal is not None and deed.refusal.rule == rule.id]
        if not told and rule.kind == "example":  # what happens in it cites the rules that it is an example of
            told = [event.text(lang) for deed in run.deeds for event in deed.events]
        told += [] if told else [run.scenario.title.get(lang, name)]
        shown += [sentence for sentence in told[:2] if sentence not in shown]
    return Proof(tuple(ran), one_line(" · ".join(shown[:_SHOWN]), _LONGEST)) if ran else None


def _shows_another_reading(run: Run) -> bool:
    """Whether a scenario was written for a reading of its own, which is not the one that was played."""
    given = run.scenario.record.given
    return bool(run.differences) and (given.ruleset != "default" or bool(given.switches))


def holds(rule: Rule, rules: BaseRuleset | None) -> bool | None:
    """Whether the scenarios of a rule come out as they say under a ruleset; none if there are none."""
    runs = [run for name in rule.scenarios if (run := _run(name, rule.manifest, rules)) is not None]
    return all(run.holds for run in runs) if runs else None


def playable(rules: BaseRuleset, changes: Mapping[str, Value]) -> dict[str, Value]:
    """The changes, with what they bring with them, if they change anything that can be played."""
    wanted = rules.with_needed({name: value for name, value in changes.items() if getattr(rules, name) != value})
    try:
        rules.changed(**wanted)
    except ValueError:
        return {}
    return wanted


def as_claimed(field: str, value: int, rules: BaseRuleset | None) -> BaseRuleset | None:
    """The ruleset with a number as the text has it; none where it is no number that the engine can play."""
    if rules is None or field not in rules.fields() or not isinstance(getattr(rules, field), int):
        return None
    changes = playable(rules, {field: value})
    return rules.changed(**changes) if changes else None


def as_confused(confusion: Confusion, rules: BaseRuleset | None) -> BaseRuleset | None:
    """The ruleset that plays a known misreading; none where there is no such ruleset."""
    if rules is None:
        return None
    changes = {name: tuple(value) if isinstance(value, list) else value for name, value in (confusion.change or {}).items()}
    found = playable(rules, changes)
    return rules.changed(**found) if found else None


@lru_cache(maxsize=1024)
def differently(rule: Rule, rules: BaseRuleset | None, changed: BaseRuleset, lang: str = "en") -> str:
    """What is told of the rule under one ruleset and not under the other; else which scenario comes out in another way."""
    otherwise = ""
    for name in rule.scenarios:
        run, right = _run(name, rule.manifest, changed), _run(name, rule.manifest, rules)
        if run is None or not run.differences or (right is not None and _shows_another_reading(right)):
            continue
        usual = {event.text(lang) for event in right.game.events} if right is not None else set()
        fresh = [event for event in run.game.events if event.text(lang) not in usual]
        if own := next((event for event in fresh if event.rule == rule.id), None):
            return one_line(own.text(lang), _LONGEST)
        title = run.scenario.title.get(lang, name)
        told = fresh[0].text(lang) if fresh else lab_texts().say("report", "comes_out_otherwise", {"title": title}, lang)
        otherwise = otherwise or told
    return one_line(otherwise, _LONGEST)
