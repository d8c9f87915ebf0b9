"""What the engine does: the scenarios of a rule are run under the chosen ruleset, and again as the text would have it.

Nothing here is a constant of the check: what is right is what comes of running. Proofs are kept for the life of the process.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..bruges.ruleset import Ruleset, fields
from ..kernel.errors import LabError, one_line
from ..rulebook.catalogue import Catalogue, Confusion
from ..rulebook.proving import Proof as Run
from ..rulebook.proving import prove
from ..rulebook.recording import proved_under
from ..rulebook.scenarios import Scenario, own_scenarios
from .findings import Proof

_SHOWN = 3
_LONGEST = 240
_PENDING = re.compile(r"<Pending ([\w.]+)[^>]*>")
_STEP = re.compile(r"^(?:when|then) \d+: ")


@lru_cache(maxsize=4096)
def _run(name: str, rules: Ruleset) -> Run | None:
    record, path = own_scenarios()[name]
    try:
        scenario = Scenario(record, path)
        return prove(scenario) if scenario.state.rules == rules else proved_under(scenario, rules)
    except LabError:  # a position that this ruleset does not allow
        return None


@lru_cache(maxsize=4096)
def evidence(rule: str, rules: Ruleset, lang: str = "en") -> Proof | None:
    """What the rule's scenarios show under a ruleset; none if no scenario shows the rule."""
    shown: list[str] = []
    ran: list[str] = []
    for name in Catalogue.load()[rule].scenarios[:_SHOWN]:
        run = _run(name, rules)
        if run is None:
            continue
        ran.append(name)
        told = [event.text(lang) for event in run.game.events if event.rule == rule]
        told += [deed.refusal.text(lang) for deed in run.deeds if deed.refusal is not None and deed.refusal.rule == rule]
        told += [] if told else [run.scenario.title.get(lang, name)]
        told += [one_line(difference, 120) for difference in run.differences[:1]]
        shown += [sentence for sentence in told[:2] if sentence not in shown]
    return Proof(tuple(ran), one_line(" · ".join(shown[:_SHOWN]), _LONGEST)) if ran else None


def holds(rule: str, rules: Ruleset) -> bool | None:
    """Whether the scenarios of a rule come out as they say under a ruleset; none if there are none."""
    runs = [run for name in Catalogue.load()[rule].scenarios if (run := _run(name, rules)) is not None]
    return all(run.holds for run in runs) if runs else None


def as_claimed(rule: str, field: str, value: int, rules: Ruleset, lang: str = "en") -> str:
    """What would come of it if a number of the ruleset were as the text says; nothing where it is no such number."""
    if field not in fields() or not isinstance(getattr(rules, field), int):
        return ""
    try:
        changed = rules.changed(**{field: value})
    except ValueError:
        return ""
    return differently(rule, rules, changed, lang)


def as_confused(rule: str, confusion: Confusion, rules: Ruleset, lang: str = "en") -> str:
    """What would come of it if a known misreading were played; nothing where no ruleset plays it."""
    try:
        changed = confusion.ruleset(rules)
    except ValueError:
        return ""
    return "" if changed is None else differently(rule, rules, changed, lang)


def differently(rule: str, rules: Ruleset, changed: Ruleset, lang: str = "en") -> str:
    """What is told of the rule under one ruleset and not under the other; else what comes out in another way than it should."""
    otherwise = ""
    for name in Catalogue.load()[rule].scenarios:
        run, right = _run(name, changed), _run(name, rules)
        if run is None or not run.differences:
            continue
        usual = {event.text(lang) for event in right.game.events} if right is not None else set()
        fresh = [event for event in run.game.events if event.text(lang) not in usual]
        if own := next((event for event in fresh if event.rule == rule), None):
            return one_line(own.text(lang), _LONGEST)
        told = fresh[0].text(lang) if fresh else f"{run.scenario.title.get(lang, name)}: {_plain(run.differences[0])}"
        otherwise = otherwise or told
    return one_line(otherwise, _LONGEST)


def _plain(difference: str) -> str:
    """A difference without the signs of the language it was found in."""
    told = _PENDING.sub(r"\1", _STEP.sub("", difference)).partition(" as in ")[0]
    return re.sub(r"(?<=[a-z])_(?=[a-z])", " ", re.sub(r"[\[\]{}()'\"]", "", told)).strip()
