"""The library: how each rule of a game is said, by its own texts and by many writers, ready to be compared with sentences.

Own texts are filled in under the ruleset. Statements of writers (`said.json` of the game's reading) were written for the usual
one: numbers that the ruleset changes are changed in them, and those of a rule whose own text says something else are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ...kernel.errors import DataError
from ...kernel.records import convert, read_toml
from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import Confusion, Rule, usual_rules
from ...rulebook.texts import languages_of
from ..arrays import np
from ..read.compiled import digest_of, kept
from ..read.concepts import stream
from ..read.language import learning
from ..read.rule_texts import rule_text
from ..read.spoken import Facts, facts_of, read_facts, vectors, written
from ..read.things import reading_folder
from ..read.vocabulary import vocabulary
from .letters import Letters

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ..read.likeness import Matrix

FILE = "said.json"
SHARPNESS = 4
"""How much more those statements count that are most like a sentence."""


MISREAD = "misread.toml"
_UNUSUAL = 0.15
_MOSTLY = 0.5


class Said(msgspec.Struct, frozen=True, array_like=True):
    """A statement of a rule by a writer: the words, and what they speak of."""

    rule: str
    lang: str
    text: str
    facts: str


class Shares(NamedTuple):
    """What share of the statements of a rule speaks of a thing, has things together, tells a thing first or later."""

    names: Mapping[str, float]
    early: Mapping[str, float]
    late: Mapping[str, float]
    own: Mapping[str, float]
    """The same by its own texts alone."""


class Misreading(NamedTuple):
    """A wrong statement of a rule, declared by the catalogue or by the game's reading."""

    says: str
    confusion: Confusion | None
    facts: Facts
    row: Matrix
    odd: frozenset[str]
    """What it speaks of and right statements hardly do."""
    odd_pairs: frozenset[tuple[str, str]]
    """What stands together in it and in no right statement."""
    lacking: frozenset[str]
    """What most right statements speak of and it does not."""


@dataclass(slots=True)
class Known:
    """What is known of one rule."""

    rule: Rule
    said: list[Facts]
    """Its own texts first."""
    own: int
    rows: Matrix
    values: frozenset[int]
    """The numbers that it owns."""
    shares: Shares
    misread: Sequence[Misreading]
    """Wrong statements of it."""
    having: dict[object, list[int]] = field(default_factory=dict)
    """By name or pair, the statements that have it."""


class Library:
    """All rules that are read under a ruleset."""

    def __init__(self, manifest: Manifest, rules: BaseRuleset | None, said: Iterable[Said]) -> None:
        self.manifest = manifest
        self.rules = manifest.reading.in_play(rules)
        self.place = {rule.id: number for number, rule in enumerate(self.rules)}
        self.languages = languages_of(manifest)
        usual, changed = usual_rules(manifest), dict[str, dict[str, str] | None]()
        for rule in self.rules:
            changed[rule.id] = {} if rules is None or rules == usual else _changed(rule, usual, rules)
        self.counted = dict[tuple[str, str], str]()
        """Numbers that are others under this ruleset, by what they count: writers said them beside other rules as well."""
        for rule in self.rules:
            if numbers := changed[rule.id]:
                told = facts_of(stream(rule.text("en", usual), vocabulary("en", manifest)))
                self.counted |= {
                    (part.names[0], unit): numbers[part.names[0]]
                    for part in told.parts
                    for unit in part.units
                    if part.names[0] in numbers
                }
        by_rule: dict[str, list[Said]] = defaultdict(list)
        for one in said:
            if one.rule in self.place and changed[one.rule] is not None:
                by_rule[one.rule].append(one)
        self.known = [self._known(rule, rules, by_rule[rule.id], changed[rule.id]) for rule in self.rules]
        self.count = np.asarray([len(one.said) - one.own for one in self.known], dtype=np.float32)
        self.rows: Matrix = np.concatenate([one.rows for one in self.known])
        self.begins = np.cumsum([0, *(len(one.rows) for one in self.known)])[:-1]
        self.of_lang: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for number, rule in enumerate(self.rules):
            for one in by_rule[rule.id]:
                self.of_lang[one.lang].append((number, one.text))
        self.under = rules
        self._letters: dict[str, tuple[Letters, Matrix, Matrix, Sequence[int]]] = {}

    def _known(self, rule: Rule, rules: BaseRuleset | None, said: Sequence[Said], changed: dict[str, str] | None) -> Known:
        own = [read_facts(_own_facts(lang, rules, self.manifest)[rule.id]) for lang in self.languages]
        facts = [*own, *(read_facts(one.facts, changed, self.counted) for one in said)]
        values = (value for value in rule.values(rules).values() if isinstance(value, int) and not isinstance(value, bool))
        shares, pairs = _shares(facts, len(own)), frozenset[tuple[str, str]]().union(*(one.pairs for one in facts))
        misread = self._misread(rule, shares.names, pairs)
        found = Known(rule, facts, len(own), vectors(facts, self.manifest), frozenset(values), shares, misread)
        for number, one in enumerate(facts):
            for name in (*one.every, *one.pairs):
                found.having.setdefault(name, []).append(number)
        return found

    def _misread(self, rule: Rule, usual: Mapping[str, float], pairs: frozenset[tuple[str, str]]) -> list[Misreading]:
        words = vocabulary("en", self.manifest)
        said: list[tuple[str, Confusion | None]] = [(one.says, one) for one in rule.confusions]
        said += [(text, None) for text in misreadings(self.manifest).get(rule.id, ())]
        found = []
        for says, confusion in said:
            facts = facts_of(stream(says, words))
            odd = frozenset(name for name in facts.every if usual.get(name, 0.0) < _UNUSUAL)
            lacking = frozenset(name for name, share in usual.items() if share >= _MOSTLY and name not in facts.every)
            row = vectors([facts], self.manifest)[0]
            found.append(Misreading(says, confusion, facts, row, odd, facts.pairs - pairs, lacking))
        return found

    def letters(self, lang: str) -> tuple[Letters, Matrix, Matrix, Sequence[int]]:
        """The letters of a language; the rows of the rules' own texts and of what writers said, with the rules' places."""
        if lang not in self._letters:
            texts = [rule_text(rule, lang if lang in self.languages else "en", self.under) for rule in self.rules]
            known = Letters([text.lower() for text in texts])
            own = known.vectors(text.lower() for text in texts)
            if lang not in self.languages:
                own[:] = 0
            said = self.of_lang.get(lang, [])
            self._letters[lang] = known, own, known.vectors(text.lower() for _, text in said), [number for number, _ in said]
        return self._letters[lang]


@lru_cache(maxsize=32)
def _own_facts(lang: str, rules: BaseRuleset | None, manifest: Manifest) -> dict[str, str]:
    """What the own texts of the rules in play speak of, in a language."""

    def made() -> dict[str, str]:
        words, in_play = vocabulary(lang, manifest), manifest.reading.in_play(rules)
        with learning(lang):
            return {rule.id: written(facts_of(stream(rule_text(rule, lang, rules), words))) for rule in in_play}

    if rules is not None and rules != usual_rules(manifest):
        return made()
    return kept(f"facts_{manifest.name}_{lang}", digest_of(manifest), dict[str, str], made)


def _changed(rule: Rule, usual: BaseRuleset | None, rules: BaseRuleset) -> dict[str, str] | None:
    """Which numbers of a rule are others under a ruleset; None if it says something else in other words."""
    before, after = rule.values(usual), rule.values(rules)
    found = dict[str, str]()
    for name, value in before.items():
        if isinstance(value, int) and not isinstance(value, bool) and after.get(name) != value:
            for mark in "no":
                found[f"{mark}{value}"] = f"{mark}{after[name]}"
    if not found and rule.text("en", usual) != rule.text("en", rules):
        return None
    return found


def _shares(facts: Sequence[Facts], own: int) -> Shares:
    def share(ones: Iterable[Iterable[str]], size: int) -> Mapping[str, float]:
        return {name: count / size for name, count in Counter(name for one in ones for name in one).items()}

    size = len(facts)
    return Shares(
        share((one.every for one in facts), size),
        share((one.early for one in facts), size),
        share((one.late for one in facts), size),
        share((one.every for one in facts[:own]), own),
    )


@cache
def misreadings(manifest: Manifest) -> Mapping[str, Sequence[str]]:
    """Wrong statements of rules beside the confusions of the catalogue."""
    file = reading_folder(manifest) / MISREAD
    found: dict[str, list[str]] = convert(file, "misread", read_toml(file), dict[str, list[str]]) if file.is_file() else {}
    if unknown := set(found) - set(manifest.catalogue):
        raise DataError(file, "misread", min(unknown), "is not in the catalogue")
    return found


def statements(manifest: Manifest) -> list[Said]:
    """What writers said of the rules of a game; nothing where it has no such file."""
    file = reading_folder(manifest) / FILE
    return msgspec.json.decode(file.read_bytes(), type=list[Said]) if file.is_file() else []


@lru_cache(maxsize=4)
def library(manifest: Manifest, rules: BaseRuleset | None) -> Library:
    """The library of a game under a ruleset."""
    with learning("en"):  # in which misreadings are told
        return Library(manifest, rules, statements(manifest))
