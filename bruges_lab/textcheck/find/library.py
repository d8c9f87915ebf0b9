"""The library: how each rule of a game is said, by its own texts and by many writers, ready to be compared with sentences.

Own texts are filled in under the ruleset. Statements of writers (`said.json` of the game's reading) were written for the usual
one: numbers that the ruleset changes are changed in them, and those of a rule whose own text says something else are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ... import places
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

FILE, WRONG = "said.json", "wrong.json"
SHARPNESS = 4
"""How much more those statements count that are most like a sentence."""


MISREAD = "misread.toml"
_UNUSUAL = 0.15
_LEAST_OFTEN = 3
_DECIDING = 2.5
_SMOOTH, _RAREST = 0.03, 0.004
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
    names: Matrix
    """Its names, each with its weight, by the rule's own numbering (`Known.numbering`)."""


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
    places: dict[int, Mapping[str, int]] = field(default_factory=dict)
    numbering: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    """Every name of its right and wrong statements, with a number and a weight: what is said everywhere weighs little."""
    clauses: Matrix | None = None
    """The clauses of its right statements, and each two in a row, as rows of weights."""

    def first(self, number: int) -> Mapping[str, int]:
        """Where each name first stands in a statement."""
        if number not in self.places:
            self.places[number] = {name: part.place for part in reversed(self.said[number].parts) for name in part.names}
        return self.places[number]


class Odds(NamedTuple):
    """What each name speaks for, rule by rule: by standing in a sentence, by not standing there, and as a part of the rule."""

    places: Mapping[str, int]
    table: Matrix
    """A row a name: for each rule by how much it makes the rule likelier, and how much of the rule it is."""
    without: Matrix
    """For each rule, how likely a sentence is that has none of its names."""
    rarity: Matrix


class Library:
    """All rules that are read under a ruleset."""

    def __init__(self, manifest: Manifest, rules: BaseRuleset | None, said: Iterable[Said], wrong: Iterable[Said] = ()) -> None:
        self.manifest = manifest
        self.wrong: dict[str, list[Said]] = defaultdict(list)
        for one in wrong:
            self.wrong[one.rule].append(one)
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
        self.odds = _odds(self.known)
        self.together = _together(by_rule, self.place)
        self._letters: dict[str, tuple[Letters, Matrix, Matrix, Sequence[int]]] = {}

    def _known(self, rule: Rule, rules: BaseRuleset | None, said: Sequence[Said], changed: dict[str, str] | None) -> Known:
        own = [read_facts(_own_facts(lang, rules, self.manifest)[rule.id]) for lang in self.languages]
        facts = [*own, *(read_facts(one.facts, changed, self.counted) for one in said)]
        values = (value for value in rule.values(rules).values() if isinstance(value, int) and not isinstance(value, bool))
        shares, pairs = _shares(facts, len(own)), frozenset[tuple[str, str]]().union(*(one.pairs for one in facts))
        rows = vectors(facts, self.manifest)
        found = Known(rule, facts, len(own), rows, frozenset(values), shares, ())
        found.misread = self._misread(found, pairs, changed)
        for number, one in enumerate(facts):
            for name in (*one.every, *one.pairs):
                found.having.setdefault(name, []).append(number)
        return found

    def _misread(self, known: Known, pairs: frozenset[tuple[str, str]], changed: dict[str, str] | None) -> list[Misreading]:
        words, rule, usual = vocabulary("en", self.manifest), known.rule, known.shares.names
        said: list[tuple[str, Confusion | None, Facts]] = [
            (one.says, one, facts_of(stream(one.says, words))) for one in rule.confusions
        ]
        said += [(text, None, facts_of(stream(text, words))) for text in misreadings(self.manifest).get(rule.id, ())]
        said += [(one.text, None, read_facts(one.facts, changed, self.counted)) for one in self.wrong[rule.id]]
        if not said:
            return []
        names = sorted({*usual, *(name for _, _, facts in said for name in facts.every)})
        known.numbering = {name: (number, _DECIDING if name in telling() else 1.0) for number, name in enumerate(names)}
        known.clauses = np.stack([row_of_own(known.numbering, one) for facts in known.said for one in clauses_of(facts)])
        found = []
        for says, confusion, facts in said:
            odd = frozenset(name for name in facts.every if usual.get(name, 0.0) < _UNUSUAL)
            lacking = frozenset(name for name, share in usual.items() if share >= _MOSTLY and name not in facts.every)
            row, own = vectors([facts], self.manifest)[0], row_of_own(known.numbering, facts.every)
            found.append(Misreading(says, confusion, facts, row, odd, facts.pairs - pairs, lacking, own))
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


def clauses_of(facts: Facts) -> list[frozenset[str]]:
    """What each clause of a sentence speaks of, each two in a row, and the whole."""
    by_clause: dict[int, set[str]] = {}
    for part in facts.parts:
        by_clause.setdefault(part.clause, set()).update(part.names, (f"{part.names[0]}:{unit}" for unit in part.units))
    ones = list(by_clause.values())
    found = [frozenset(one) for one in ones] + [frozenset(one | other) for one, other in pairwise(ones)]
    return list(dict.fromkeys((*found, facts.every)))


def row_of_own(numbering: Mapping[str, tuple[int, float]], names: Iterable[str]) -> Matrix:
    """Names as a row of weights by the numbering of a rule."""
    found: Matrix = np.zeros(len(numbering), dtype=np.float32)
    for name in names:
        if name in numbering:
            number, weight = numbering[name]
            found[number] = weight
    return found


@cache
def telling() -> frozenset[str]:
    """Words that say something else by standing there."""
    return frozenset(read_toml(places.data("lab", "reading") / "exchanged.toml")["telling"])


def _odds(known: Sequence[Known]) -> Odds:
    """What each name that several statements have speaks for."""
    count = Counter(name for one in known for facts in one.said for name in facts.every)
    index = {name: number for number, name in enumerate(sorted(name for name, often in count.items() if often >= _LEAST_OFTEN))}
    shares: Matrix = np.zeros((len(index), len(known)), dtype=np.float32)
    for place, one in enumerate(known):
        for name, share in one.shares.names.items():
            if name in index:
                shares[index[name], place] = share
    usual = shares.mean(axis=1, keepdims=True)
    there = np.log((shares + _SMOOTH) / (usual + _SMOOTH))
    absent = np.log((1 - shares + _SMOOTH) / (1 - usual + _SMOOTH))
    rarity = -np.log(usual + _RAREST)
    part = shares * rarity
    part /= np.maximum(1e-6, part.sum(axis=0))
    return Odds(index, np.concatenate([there, there - absent, part, shares * rarity], axis=1), absent.sum(axis=0), rarity[:, 0])


def _together(by_rule: Mapping[str, Sequence[Said]], place: Mapping[str, int]) -> Matrix:
    """How often writers state a second rule (a column) in the sentence in which they state a first (a row)."""
    rows: dict[tuple[str, str], list[int]] = defaultdict(list)
    for rule, ones in by_rule.items():
        for one in ones:
            rows[one.lang, one.text].append(place[rule])
    found: Matrix = np.zeros((len(place), len(place)), dtype=np.float32)
    for stated in rows.values():
        found[np.ix_(stated, stated)] += 1
    own = found.diagonal().copy()
    found /= (own + 1)[:, None]
    np.fill_diagonal(found, 0)
    return found


@cache
def misreadings(manifest: Manifest) -> Mapping[str, Sequence[str]]:
    """Wrong statements of rules beside the confusions of the catalogue."""
    file = reading_folder(manifest) / MISREAD
    found: dict[str, list[str]] = convert(file, "misread", read_toml(file), dict[str, list[str]]) if file.is_file() else {}
    if unknown := set(found) - set(manifest.catalogue):
        raise DataError(file, "misread", min(unknown), "is not in the catalogue")
    return found


def statements(manifest: Manifest, name: str = FILE) -> list[Said]:
    """What writers said of the rules of a game, rightly or (`WRONG`) wrongly; nothing where it has no such file."""
    file = reading_folder(manifest) / name
    return msgspec.json.decode(file.read_bytes(), type=list[Said]) if file.is_file() else []


@lru_cache(maxsize=4)
def library(manifest: Manifest, rules: BaseRuleset | None) -> Library:
    """The library of a game under a ruleset."""
    with learning("en"):  # in which misreadings are told
        return Library(manifest, rules, statements(manifest), statements(manifest, WRONG))
