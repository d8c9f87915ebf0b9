"""How much a wrong claim would matter: the same games under the rules and under the claim, played by one policy.

Only a claim that is a field of the ruleset, or a known confusion with a switch, can be played. Results are kept on disk, because
a hundred games take some seconds; what they depend on is their key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ...kernel.compiled_files import cache_folder
from ...kernel.errors import LabError
from ...kernel.files import write_whole
from ...kernel.records import read_json
from ...kernel.rulesets import BaseRuleset, Value
from ...rulebook.catalogue import Rule
from ..findings import Finding, Impact, Report, Verdict
from ..judge.evidence import playable
from ..read.language import ALL, numbers
from .told import rules_of

if TYPE_CHECKING:
    from ...games.manifest import Manifest

GAMES, PLAYERS, POLICY = 100, 3, "greedy"
_WRONG = (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.EDITION)
_NUMBER = re.compile(r"\d{1,6}")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_MOST_KEPT = 5_000
_LARGEST_CACHE = 5 * 1024 * 1024

Progress = Callable[[int, int], None]
"""Called with the games played and all games that have to be."""


# What a claim changes


def change(finding: Finding, manifest: Manifest, rules: BaseRuleset, lang: str = "en") -> dict[str, Value]:
    """What the claim of a finding changes in the ruleset; nothing if the engine cannot play it. `lang` is that of the text."""
    rule = manifest.catalogue.get(finding.rule)
    if rule is None or finding.verdict not in _WRONG:
        return {}
    confusion = next((one for one in rule.confusions if one.says == finding.claimed), None)
    if confusion is not None:
        changes = {name: tuple(v) if isinstance(v, list) else v for name, v in (confusion.change or {}).items()}
        return playable(rules, changes)
    field, claimed = _field(rule, finding, rules), _numbers(finding.claimed, lang)
    if not field or not claimed:
        return {}
    several = isinstance(getattr(rules, field), tuple)
    if not several and len(claimed) > 1:
        return {}
    return playable(rules, {field: tuple(claimed) if several else claimed[0]})


def _field(rule: Rule, finding: Finding, rules: BaseRuleset) -> str:
    """The field of the ruleset that a claim is about: the only number of the rule, or the only one that has the actual value."""
    owned = [name for name in rule.parameters if name in rules.fields() and not rules.fields()[name].values]
    if len(owned) > 1:
        actual = _numbers(finding.actual)
        owned = [name for name in owned if actual == ([*v] if isinstance(v := getattr(rules, name), tuple) else [v])]
    return owned[0] if len(owned) == 1 else ""


def _numbers(claim: str, lang: str = "en") -> list[int]:
    """The numbers of a claim, in digits or in words."""
    known = numbers(lang if lang in ALL else "en")
    words = {**known.ordinals, **known.cardinals}
    found = []
    for word in _WORD.findall(claim.lower()):
        digits = _NUMBER.match(word)
        number = int(digits[0]) if digits else words.get(word)
        found += [] if number is None or (digits is None and word in known.articles) else [number]
    return found


def typed(changes: Mapping[str, Value]) -> str:
    """Changes of a ruleset as they are typed."""
    return ", ".join(f"{name}={value!r}" for name, value in changes.items())


# Playing it


def with_impact(
    report: Report,
    games: int = GAMES,
    *,
    players: int = PLAYERS,
    policy: str = POLICY,
    cache: Path | None = None,
    progress: Progress | None = None,
) -> Report:
    """The report, with the impact of every wrong claim that the engine can play."""
    from ...analysis.comparing import compare

    rules, manifest = rules_of(report), report.manifest
    if rules is None:
        return report
    kept = _Kept(cache or cache_file())
    wrong = ((number, finding) for number, finding in enumerate(report.findings) if not finding.dismissed and not finding.known)
    changes = {number: found for number, finding in wrong if (found := change(finding, manifest, rules, report.language))}
    jobs = {typed(found): found for found in changes.values()}
    keys = {name: _key(manifest, rules, name, games, players, policy) for name in jobs}
    to_play = [name for name in jobs if kept.get(keys[name]) is None]
    for done, name in enumerate(to_play):

        def played(number: int, _all: int, done: int = done) -> None:
            if progress is not None:
                progress(games * done + number, games * len(to_play))

        play = partial(compare, mode="policy", players=players, policy=policy, progress=played, game=manifest.name)
        share = play(rules, rules.changed(**jobs[name]), games).winner_changes
        kept.put(keys[name], (share.share, share.low, share.high))
    impacts = {name: Impact(name, games, players, policy, *kept.found[key]) for name, key in keys.items()}
    findings = list(report.findings)
    for number, found in changes.items():
        findings[number] = replace(findings[number], impact=impacts[typed(found)])
    return replace(report, findings=tuple(findings))


# Keeping it


def cache_file() -> Path:
    """Where results are kept: in the user's folder for what can be made again."""
    return cache_folder() / "impact.json"


def _key(manifest: Manifest, rules: BaseRuleset, changes: str, games: int, players: int, policy: str) -> str:
    """All that a result depends on: both rulesets, deck and board, the games, and the version of the lab."""
    from ... import __version__

    base = typed({change.field.name: change.here for change in rules.diff()})
    material = manifest.material_for(rules, {})
    digests = " ".join(one.digest for one in material.values())
    return f"{__version__} | {digests} | {base} | {changes} | {games} games of {players} by {policy}"


class _Kept:
    """Results on disk. A file that cannot be read or written is no reason to fail: they are reckoned again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[str, tuple[float, float, float]] = {}
        with suppress(LabError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self.found = msgspec.json.decode(read_json(path, _LARGEST_CACHE), type=dict[str, tuple[float, float, float]])

    def get(self, key: str) -> tuple[float, float, float] | None:
        shares = self.found.get(key)
        return shares if shares and all(0 <= share <= 1 for share in shares) else None

    def put(self, key: str, shares: tuple[float, float, float]) -> None:
        self.found[key] = shares
        newest = dict(list(self.found.items())[-_MOST_KEPT:])
        with suppress(LabError, OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, msgspec.json.format(msgspec.json.encode(newest), indent=1), over=True)
