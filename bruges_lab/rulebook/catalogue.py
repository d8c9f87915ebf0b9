"""The catalogue of a game: its rules, each with its id, kind, statement, numbers, and what the documents say of it.

Events, refusals, figures and findings all point here. A statement is filled from the ruleset in force, and from what the rule is
about (subjects.py): change a number and the sentence changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, overload

import msgspec

from ..games import shelf
from ..kernel.errors import DataError, LabError, meant, one_line
from ..kernel.records import read_list
from ..kernel.rulesets import BaseRuleset, Field, Value
from .numbers import listed
from .subjects import Number, subjects_of
from .texts import LANGUAGES, Texts, languages_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest

Kind = Literal["event", "refusal", "permission", "definition", "component", "example", "foreign"]
R = TypeVar("R", bound=BaseRuleset)

_ID = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_GAPS = re.compile(r"[ \t\r\n]+")  # and no others: a no-break space belongs to the text
_WITNESS = re.compile(r"(agrees|contradicts|silent|ambiguous)( \d+(-\d+)?(, \d+(-\d+)?)*)?")
_LONGEST_NAME = 40


def usual_rules(manifest: Manifest) -> BaseRuleset | None:
    """The default ruleset of a game; None for a game that has none."""
    return manifest.ruleset() if manifest.has("ruleset") else None


def ruleset_fields(manifest: Manifest) -> Mapping[str, Field]:
    """The fields of a game's ruleset by name."""
    return manifest.ruleset.fields() if manifest.has("ruleset") else {}


@cache
def documents_of(manifest: Manifest) -> tuple[str, ...]:
    """The documents whose readings a game keeps: what its rules say of each of them is told."""
    folder = manifest.written("readings")
    return () if folder is None else tuple(sorted(path.stem for path in manifest.folder(str(folder)).glob("*.toml")))


class _ConfusionRecord(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    says: str
    change: dict[str, int | str | bool | list[int]] | None = None


class Confusion(NamedTuple):
    """A known misreading of a rule, and what to change in the ruleset so that the engine plays it; None if nothing can."""

    name: str
    says: str
    change: dict[str, int | str | bool | list[int]] | None
    manifest: Manifest

    @overload
    def ruleset(self, base: R) -> R | None: ...
    @overload
    def ruleset(self, base: None = None) -> BaseRuleset | None: ...
    def ruleset(self, base: BaseRuleset | None = None) -> BaseRuleset | None:
        """A ruleset that plays the misreading."""
        if self.change is None:
            return None
        changes: dict[str, Value] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in self.change.items()
        }
        return (self.manifest.ruleset() if base is None else base).changed(**changes)


class _RuleRecord(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    kind: Kind
    text: dict[Literal["en", "de", "fr", "it"], str]
    documents: dict[str, str] = {}
    persons: list[str] = []
    parameters: dict[str, str] = {}
    facts: dict[str, int] = {}
    discrepancies: list[str] = []
    reconstructed: str = ""
    confusions: list[_ConfusionRecord] = []


class Rule:
    """One rule. `text` gives its statement in a language, with the numbers of a ruleset."""

    def __init__(self, record: _RuleRecord, manifest: Manifest, chapter: str, number: int, texts: Texts) -> None:
        self.id = record.id
        self.manifest = manifest
        """Its game."""
        self.kind: Kind = record.kind
        self.chapter = chapter
        self.number = number
        """Its place in the catalogue, from 1."""
        self.parameters: Mapping[str, str] = record.parameters
        """Numbers that the ruleset or a subject owns: name and unit."""
        self.facts: Mapping[str, int] = record.facts
        """Numbers that play does not depend on."""
        self.persons = tuple(record.persons)
        """The people, or other subjects of the game, that it is about."""
        self.sources: Mapping[str, str] = record.documents
        """What each document says: agrees, contradicts, silent or ambiguous, with lines."""
        self.discrepancies = tuple(record.discrepancies)
        self.reconstructed = record.reconstructed
        """What it states that no source gives, as the key of words among `rests_on` in the locales; nothing if all is known."""
        self.confusions = tuple(Confusion(one.name, one.says, one.change, manifest) for one in record.confusions)
        """Misreadings that are known to happen."""
        self.languages = tuple(record.text)
        self.patterns: Mapping[str, str] = {str(lang): pattern for lang, pattern in record.text.items()}
        """Its statement by language, before numbers are filled in."""
        self._texts = texts

    def values(self, rules: BaseRuleset | None = None, **material: object) -> dict[str, object]:
        """The numbers of the statement under a ruleset, and with what the game is played with (`deck=` …)."""
        rules = usual_rules(self.manifest) if rules is None else rules
        fields = ruleset_fields(self.manifest)
        found: dict[str, object] = dict(self.facts)
        for name in self.parameters:
            found[name] = getattr(rules, name) if name in fields else self.number_of(name, rules, **material).value
        return found

    def number_of(self, name: str, rules: BaseRuleset | None = None, **material: object) -> Number:
        """A parameter that is not a field of the ruleset: a number of what the rule is about."""
        subjects = subjects_of(self.manifest, rules, **material)
        if subjects is None:
            raise LabError(f"{self.id}: nothing has the number {name}")
        return subjects.number(self, name)

    def text(self, lang: str = "en", rules: BaseRuleset | None = None, **material: object) -> str:
        """The statement in a language; in English where the game does not speak it."""
        pattern = self.patterns.get(lang if lang in self.languages else "en" if lang in LANGUAGES else lang, "{")
        if not set("{}") & set(pattern):  # most rules have no numbers; parsing them all would take a second a language
            return _GAPS.sub(" ", pattern).strip(" ")
        values = {name: _listed(value, lang) for name, value in self.values(rules, **material).items()}
        return self._texts.say("rule", self.id, values, lang)

    def misread(self, confusion: Confusion, lang: str = "en") -> str:
        """One of its known misreadings in a language; in English where the game does not say it."""
        key, texts = f"{self.id}.{confusion.name}", self.manifest.texts
        return texts.say("misreading", key, {}, lang) if texts.has("misreading", key, lang) else confusion.says

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios of its game that show this rule, by name."""
        if not self.manifest.has("scenarios"):
            return ()
        return tuple(name for name, (record, _) in self.manifest.scenarios.items() if self.id in record.rules)

    def card(self, lang: str = "en", rules: BaseRuleset | None = None) -> RuleCard:
        """Everything that is known of the rule, for a notebook, in a language and under a ruleset."""
        self.text(lang)  # refuses a language that is not there
        return RuleCard(self, lang, rules)

    def __repr__(self) -> str:
        return f"<Rule {self.id}, {self.kind}>"

    def __str__(self) -> str:
        return f"{self.text()} ({self.id})"

    def _repr_html_(self) -> str:
        return self.card()._repr_html_()


class RuleCard(NamedTuple):
    """A rule with all that is known of it; a notebook shows it as a card. Drawing is imported only there."""

    rule: Rule
    lang: str = "en"
    rules: BaseRuleset | None = None

    def __repr__(self) -> str:
        return f"<Card of rule {self.rule.id}, {self.lang}>"

    def _repr_html_(self) -> str:
        from ..show.rule_cards import card_html

        return card_html(self.rule, self.lang, self.rules)


def _listed(value: object, lang: str) -> object:
    return listed(value, lang) if isinstance(value, tuple) else value


class Catalogue(Mapping[str, Rule]):
    """All rules by id, in the order of the rulebook."""

    def __init__(self, rules: Mapping[str, Rule], texts: Texts, manifest: Manifest) -> None:
        self._rules = dict(rules)
        self.texts = texts
        self.manifest = manifest

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    @classmethod
    def load(cls, folder: Path | None = None, game: str | None = None) -> Catalogue:
        """The rules of a game, the usual one if none is named; or a folder of the same form, read and checked for that game."""
        manifest = shelf.find(game)
        return manifest.catalogue if folder is None else _read(manifest, folder, check=True)


def catalogue_for(manifest: Manifest, folder: object) -> Catalogue:
    """The catalogue of a game. The tests check the patterns of the lab's own games."""
    return _read(manifest, manifest.folder(str(folder)), check=False)


def _read(manifest: Manifest, folder: Path, *, check: bool) -> Catalogue:
    texts, rules, files = Texts(), dict[str, Rule](), dict[str, str]()
    fields = ruleset_fields(manifest)
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise DataError(folder, "", "", "holds no rules")
    for path in paths:
        chapter = path.stem.split("_", 1)[-1]
        for record in read_list(path, "rule", _RuleRecord):
            if record.id in files:
                raise DataError(path, record.id, "id", f"is already in {files[record.id]}")
            files[record.id] = path.name
            _check(path, record, manifest)
            said = {str(lang): pattern for lang, pattern in record.text.items()}
            for lang in LANGUAGES:
                texts.add(lang, "rule", record.id, said.get(lang, said["en"]), path, entry=record.id, check=check)
                _check_placeholders(path, record, lang, texts)
            rule = rules[record.id] = Rule(record, manifest, chapter, len(rules) + 1, texts)
            for name, unit in record.parameters.items():
                if name not in fields:
                    _check_number(path, rule, name)
                elif fields[name].unit != unit:
                    problem = f"the unit of {name} is {fields[name].unit!r}, not {unit!r}"
                    raise DataError(path, record.id, "parameters", problem)
    for field in fields.values():
        if field.rule not in rules:
            raise DataError(folder, field.name, "rule", f"the ruleset cites {field.rule}, which is in no file")
    return Catalogue(rules, texts, manifest)


def _check(path: Path, record: _RuleRecord, manifest: Manifest) -> None:
    if not _ID.fullmatch(record.id):
        raise DataError(path, record.id, "id", "must be small letters, digits, _ and .")
    if shelf.of_rule(record.id).name != manifest.name:
        raise DataError(path, record.id, "id", f"must begin with {manifest.name}., by which the game is known")
    for lang in languages_of(manifest):
        if lang not in record.text:
            raise DataError(path, record.id, f"text.{lang}", "is missing")
    documents = documents_of(manifest)
    if tuple(sorted(record.documents)) != documents:
        problem = f"must say something of each of {', '.join(documents)}" if documents else f"{manifest.called()} has none"
        raise DataError(path, record.id, "documents", problem)
    for document, says in record.documents.items():
        if not _WITNESS.fullmatch(says):
            raise DataError(path, record.id, f"documents.{document}", f"{says!r} is not a verdict with lines")
    if record.reconstructed and not manifest.texts.has("rulebook", f"rests_on.{record.reconstructed}", "en"):
        problem = f"{one_line(record.reconstructed, 40)!r} has no words among rests_on of the locales"
        raise DataError(path, record.id, "reconstructed", problem)
    known = manifest.discrepancies if manifest.has("discrepancies") else ()
    for entry in record.discrepancies:
        if entry not in known:
            raise DataError(path, record.id, "discrepancies", f"{one_line(entry, 20)!r} does not exist")
    _check_confusions(path, record, manifest)


def _check_confusions(path: Path, record: _RuleRecord, manifest: Manifest) -> None:
    seen: set[str] = set()
    for confusion in record.confusions:
        if not _NAME.fullmatch(confusion.name) or len(confusion.name) > _LONGEST_NAME:
            raise DataError(path, record.id, "confusions", f"{one_line(confusion.name, 40)!r} is not a name: small letters and _")
        field = f"confusions.{confusion.name}"
        if confusion.name in seen:
            raise DataError(path, record.id, field, "appears twice")
        seen.add(confusion.name)
        if not confusion.says.strip() or not confusion.says.isprintable():
            raise DataError(path, record.id, f"{field}.says", "must be one line of text")
        if confusion.change is None:
            continue
        if unknown := set(confusion.change) - set(ruleset_fields(manifest)):
            problem = f"{one_line(min(unknown), 40)!r} {manifest.ruleset.no_field(min(unknown))}"
            raise DataError(path, record.id, f"{field}.change", problem)
        try:
            changed = Confusion(confusion.name, confusion.says, confusion.change, manifest).ruleset()
        except ValueError as error:
            raise DataError(path, record.id, f"{field}.change", str(error)) from None
        assert changed is not None
        if same := set(confusion.change) - {change.field.name for change in changed.diff()}:
            raise DataError(path, record.id, f"{field}.change", f"{min(same)} has this value by default")
        if not confusion.change:
            raise DataError(path, record.id, f"{field}.change", "changes nothing; leave it out if no field plays this")


def _check_placeholders(path: Path, record: _RuleRecord, lang: str, texts: Texts) -> None:
    used = texts.variables("rule", record.id, lang)
    known = {**record.parameters, **record.facts}
    if both := set(record.parameters) & set(record.facts):
        raise DataError(path, record.id, "facts", f"{min(both)} is a parameter already")
    if unknown := used - set(known):
        raise DataError(path, record.id, f"text.{lang}", f"uses ${min(unknown)}, which is neither a parameter nor a fact")
    if unused := set(known) - used:
        raise DataError(path, record.id, f"text.{lang}", f"never says {min(unused)}")


def _check_number(path: Path, rule: Rule, name: str) -> None:
    subjects = subjects_of(rule.manifest, None)
    for person in rule.persons:
        if subjects is None or person not in subjects:
            raise DataError(path, rule.id, "persons", f"unknown person {person!r}")
    try:
        rule.number_of(name)
    except LabError:
        problem = f"{name!r} is neither a field of the ruleset nor a number of what the rule is about"
        raise DataError(path, rule.id, "parameters", problem) from None


def rule(rule_id: str) -> Rule:
    """A rule by its id, which says whose it is."""
    catalogue = shelf.of_rule(rule_id).catalogue
    if not isinstance(rule_id, str) or rule_id not in catalogue:
        raise LabError(no_rule(rule_id))
    return catalogue[rule_id]


def no_rule(rule_id: object) -> str:
    """That there is no such rule, and which may have been meant."""
    catalogue = shelf.of_rule(rule_id if isinstance(rule_id, str) else "").catalogue
    return f"unknown rule {one_line(rule_id, 60)!r}{meant(rule_id, catalogue)}"
