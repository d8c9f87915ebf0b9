"""The catalogue: 350 rules, each with its id, kind, statement, numbers, and what the documents say of it.

Events, refusals, figures and findings all point here. A statement is filled from the ruleset (and, for persons, the cards) in
force: change a number and the sentence changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from .. import places
from ..games.bruges.deck import Deck
from ..games.bruges.ruleset import Ruleset, Value, fields
from ..kernel.errors import DataError, LabError, meant, one_line
from ..kernel.records import read_list
from .texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from ..games.manifest import Manifest

Kind = Literal["event", "refusal", "permission", "definition", "component", "example", "foreign"]
DOCUMENTS = ("000", "001", "002", "003")
COUNT = 350

_ID = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_GAPS = re.compile(r"[ \t\r\n]+")  # and no others: a no-break space belongs to the text
_WITNESS = re.compile(r"(agrees|contradicts|silent|ambiguous)( \d+(-\d+)?(, \d+(-\d+)?)*)?")
_DISCREPANCY = re.compile(r"D-\d{3}")
_DISCREPANCIES = frozenset((*range(1, 170), 205))  # D-170 to D-204 belong to the modules of the Zwin
_LONGEST_NAME = 40


class Confusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A known misreading of a rule, and what to change in the ruleset so that the engine plays it; None if nothing can."""

    name: str
    says: str
    change: dict[str, int | str | bool | list[int]] | None = None

    def ruleset(self, base: Ruleset | None = None) -> Ruleset | None:
        """A ruleset that plays the misreading."""
        if self.change is None:
            return None
        changes: dict[str, Value] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in self.change.items()
        }
        return (Ruleset() if base is None else base).changed(**changes)


class _RuleRecord(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    kind: Kind
    text: dict[Literal["en", "de", "fr", "it"], str]
    documents: dict[str, str]
    persons: list[str] = []
    parameters: dict[str, str] = {}
    facts: dict[str, int] = {}
    discrepancies: list[str] = []
    confusions: list[Confusion] = []


class Rule:
    """One rule. `text` gives its statement in a language, with the numbers of a ruleset."""

    def __init__(self, record: _RuleRecord, chapter: str, number: int, texts: Texts) -> None:
        self.id = record.id
        self.kind: Kind = record.kind
        self.chapter = chapter
        self.number = number
        """Its place in the catalogue, from 1."""
        self.parameters: Mapping[str, str] = record.parameters
        """Numbers that the ruleset or a card owns: name and unit."""
        self.facts: Mapping[str, int] = record.facts
        """Numbers that play does not depend on."""
        self.persons = tuple(record.persons)
        self.sources: Mapping[str, str] = record.documents
        """What each document says: agrees, contradicts, silent or ambiguous, with lines."""
        self.discrepancies = tuple(record.discrepancies)
        self.confusions = tuple(record.confusions)
        """Misreadings that are known to happen."""
        self.languages = tuple(record.text)
        self.patterns: Mapping[str, str] = {str(lang): pattern for lang, pattern in record.text.items()}
        """Its statement by language, before numbers are filled in."""
        self._texts = texts

    def values(self, rules: Ruleset | None = None, deck: Deck | None = None) -> dict[str, object]:
        """The numbers of the statement under a ruleset and deck."""
        rules = Ruleset() if rules is None else rules
        found: dict[str, object] = dict(self.facts)
        for name in self.parameters:
            found[name] = (
                getattr(rules, name) if name in fields() else card_number(self, name, Deck.load() if deck is None else deck)
            )
        return found

    def text(self, lang: str = "en", rules: Ruleset | None = None, deck: Deck | None = None) -> str:
        """The statement in a language."""
        if lang in LANGUAGES and lang not in self.languages:
            raise LabError(f"{self.id} has no text in {lang!r} yet; there are {', '.join(self.languages)}")
        pattern = self.patterns.get(lang, "{")
        if not set("{}") & set(pattern):  # most rules have no numbers; parsing them all would take a second a language
            return _GAPS.sub(" ", pattern).strip(" ")
        values = {name: _listed(value, lang) for name, value in self.values(rules, deck).items()}
        return self._texts.say("rule", self.id, values, lang)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The lab's scenarios that show this rule, by name."""
        from .scenarios import own_scenarios

        return tuple(name for name, (record, _) in own_scenarios().items() if self.id in record.rules)

    def card(self, lang: str = "en", rules: Ruleset | None = None) -> RuleCard:
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
    rules: Ruleset | None = None

    def __repr__(self) -> str:
        return f"<Card of rule {self.rule.id}, {self.lang}>"

    def _repr_html_(self) -> str:
        from ..show.rule_cards import card_html

        return card_html(self.rule, self.lang, self.rules)


AND = {"en": "and", "de": "und", "fr": "et", "it": "e"}
"""Between the last two of several numbers."""


def _listed(value: object, lang: str) -> object:
    if not isinstance(value, tuple):
        return value
    words = [str(item) for item in value]
    return f" {AND.get(lang, AND['en'])} ".join(([", ".join(words[:-1])] if words[:-1] else []) + words[-1:])


def card_number(rule: Rule, name: str, deck: Deck) -> int:
    """A number of the person (or family of persons) a rule is about, such as `thief_guilders`."""
    for person in rule.persons:
        card = deck.by_id.get(person)
        if card is None:
            raise LabError(f"{rule.id}: this deck has no {person}")
        number = name.removeprefix(f"{person}_")
        for key in (number, name, name.split("_", 1)[-1]):
            if key in card.numbers:
                return card.numbers[key]
        if number == "price":
            return card.price
    raise LabError(f"{rule.id}: no card has the number {name}")


class Catalogue(Mapping[str, Rule]):
    """All rules by id, in the order of the rulebook."""

    def __init__(self, rules: Mapping[str, Rule], texts: Texts) -> None:
        self._rules = dict(rules)
        self.texts = texts

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    @classmethod
    def load(cls, folder: Path | None = None) -> Catalogue:
        """Read and check `data/bruges/rules`, or another folder of the same form."""
        return _own() if folder is None else _read(folder, check=True)


@cache
def _own() -> Catalogue:
    return _read(places.data("bruges", "rules"), check=False)  # the tests check our own patterns


def catalogue_for(manifest: Manifest, folder: object) -> Catalogue:
    """The catalogue of a game."""
    return _own()


def _read(folder: Path, *, check: bool) -> Catalogue:
    texts, rules, files = Texts(), dict[str, Rule](), dict[str, str]()
    known = fields()
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise DataError(folder, "", "", "holds no rules")
    for path in paths:
        chapter = path.stem.split("_", 1)[-1]
        for record in read_list(path, "rule", _RuleRecord):
            if record.id in files:
                raise DataError(path, record.id, "id", f"stands in {files[record.id]} already")
            files[record.id] = path.name
            _check(path, record)
            for lang, pattern in record.text.items():
                texts.add(lang, "rule", record.id, pattern, path, entry=record.id, check=check)
                _check_placeholders(path, record, lang, texts)
            rule = rules[record.id] = Rule(record, chapter, len(rules) + 1, texts)
            for name, unit in record.parameters.items():
                if name not in known:
                    _check_card_number(path, rule, name)
                elif known[name].unit != unit:
                    problem = f"the unit of {name} is {known[name].unit!r}, not {unit!r}"
                    raise DataError(path, record.id, "parameters", problem)
    for field in known.values():
        if field.rule not in rules:
            raise DataError(folder, field.name, "rule", f"the ruleset cites {field.rule}, which is in no file")
    return Catalogue(rules, texts)


def _check(path: Path, record: _RuleRecord) -> None:
    if not _ID.fullmatch(record.id):
        raise DataError(path, record.id, "id", "must be small letters, digits, _ and .")
    for lang in LANGUAGES:
        if lang not in record.text:
            raise DataError(path, record.id, f"text.{lang}", "is missing")
    if tuple(sorted(record.documents)) != DOCUMENTS:
        raise DataError(path, record.id, "documents", f"must say something of each of {', '.join(DOCUMENTS)}")
    for document, says in record.documents.items():
        if not _WITNESS.fullmatch(says):
            raise DataError(path, record.id, f"documents.{document}", f"{says!r} is not a verdict with lines")
    for entry in record.discrepancies:
        if not _DISCREPANCY.fullmatch(entry) or int(entry[2:]) not in _DISCREPANCIES:
            raise DataError(path, record.id, "discrepancies", f"{one_line(entry, 20)!r} does not exist")
    _check_confusions(path, record)


def _check_confusions(path: Path, record: _RuleRecord) -> None:
    seen: set[str] = set()
    for confusion in record.confusions:
        if not _NAME.fullmatch(confusion.name) or len(confusion.name) > _LONGEST_NAME:
            raise DataError(path, record.id, "confusions", f"{one_line(confusion.name, 40)!r} is not a name: small letters and _")
        field = f"confusions.{confusion.name}"
        if confusion.name in seen:
            raise DataError(path, record.id, field, "stands here twice")
        seen.add(confusion.name)
        if not confusion.says.strip() or not confusion.says.isprintable():
            raise DataError(path, record.id, f"{field}.says", "must be one line of text")
        if confusion.change is None:
            continue
        if unknown := set(confusion.change) - set(fields()):
            problem = f"{one_line(min(unknown), 40)!r} {Ruleset.no_field(min(unknown))}"
            raise DataError(path, record.id, f"{field}.change", problem)
        try:
            changed = confusion.ruleset()
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


def _check_card_number(path: Path, rule: Rule, name: str) -> None:
    deck = Deck.load()
    for person in rule.persons:
        if person not in deck.by_id:
            raise DataError(path, rule.id, "persons", f"there is no card {person!r}")
    try:
        card_number(rule, name, deck)
    except LabError:
        raise DataError(
            path, rule.id, "parameters", f"{name!r} is neither a field of the ruleset nor a number of a card"
        ) from None


def rule(rule_id: str) -> Rule:
    """A rule by its id."""
    catalogue = Catalogue.load()
    if not isinstance(rule_id, str) or rule_id not in catalogue:
        raise LabError(no_rule(rule_id))
    return catalogue[rule_id]


def no_rule(rule_id: object) -> str:
    """That there is no such rule, and which may have been meant."""
    return f"there is no rule {one_line(rule_id, 60)!r}{meant(rule_id, Catalogue.load())}"
