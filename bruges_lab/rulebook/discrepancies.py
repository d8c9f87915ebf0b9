"""Where the documents disagree or leave a case open: every entry that rules, readings and code cite by number (`D-099`).

`discrepancies.toml` of a game has the facts: kind, rules, who says what on which line, which reading is played, and the field of
the ruleset that chooses; `discrepancies/<language>.toml` the words. A language is read when it is first asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from ..games import shelf
from ..kernel.errors import DataError, LabError, either, meant, one_line
from ..kernel.records import convert, read_list, read_toml
from ..kernel.rulesets import Value
from .catalogue import documents_of, no_rule, ruleset_fields
from .texts import LANGUAGES, languages_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest

Kind = Literal["conflict", "internal", "mistranslation", "omission", "open"]
Unshown = Literal["material", "wording", "unknown", "not_played", "same"]
"""Why no scenario can show an entry: it counts parts that play never uses; it is a slip in a text; the printed data is in no
document; it belongs to what the lab does not play; every reading plays alike."""
ENTRY = re.compile(r"[A-Z]-\d{1,3}")
_LONGEST_TITLE = 90
_LINES = re.compile(r"\d+([-–]\d+)?(, \d+([-–]\d+)?)*")


class _ReadingRecord(msgspec.Struct, forbid_unknown_fields=True):
    documents: dict[str, str] = {}
    value: int | str | bool | None = None
    chosen: bool = False


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    kind: Kind
    rules: list[str]
    reading: list[_ReadingRecord]
    switch: str | None = None
    unshown: Unshown | None = None


class _Words(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    question: str
    readings: list[str]
    why: str


class Held(NamedTuple):
    """One reading of an entry: which documents hold it, on which lines, the value that plays it, and whether it is chosen."""

    number: int
    documents: Mapping[str, str]
    value: Value | None
    chosen: bool


class Discrepancy:
    """One entry: what is asked, how it can be read, who says so, and which reading is played and why."""

    def __init__(self, record: _Record, home: Discrepancies) -> None:
        self.id = record.id
        self.kind: str = record.kind
        self.rules = tuple(record.rules)
        self.switch = record.switch
        """The field of the ruleset that chooses between the readings; None if there is none."""
        self.unshown = record.unshown
        """Why no scenario shows it; None if one does."""
        self.readings = tuple(Held(n, r.documents, r.value, r.chosen) for n, r in enumerate(record.reading))
        self.manifest = home.manifest
        self._home = home

    @property
    def chosen(self) -> Held:
        """The reading that is played unless the ruleset says otherwise."""
        return next(reading for reading in self.readings if reading.chosen)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that show it, by name."""
        return self._home.shown_by.get(self.id, ())

    def title(self, lang: str = "en") -> str:
        """What it is called."""
        return self._home.words(lang)[self.id].title

    def question(self, lang: str = "en") -> str:
        """What a player would ask."""
        return self._home.words(lang)[self.id].question

    def reading(self, number: int, lang: str = "en") -> str:
        """What is played under one of the readings."""
        return self._home.words(lang)[self.id].readings[number]

    def why(self, lang: str = "en") -> str:
        """Why the chosen reading is the chosen one."""
        return self._home.words(lang)[self.id].why

    def __str__(self) -> str:
        return f"{self.id}: {self.title()}. {self.reading(self.chosen.number)}"

    def __repr__(self) -> str:
        return f"<Discrepancy {self.id}, {self.kind}: {self.title()}>"

    def _repr_html_(self) -> str:
        """The entry as a card, for notebooks; drawing is imported only here."""
        from ..show.discrepancy_cards import card_html

        return card_html(self)


class Discrepancies(Mapping[str, Discrepancy]):
    """All entries of a game, by number."""

    def __init__(self, manifest: Manifest, file: Path) -> None:
        self.manifest = manifest
        self.file = file
        self._words: dict[str, dict[str, _Words]] = {}
        self._entries: dict[str, Discrepancy] = {}
        for record in read_list(file, "discrepancy", _Record):
            self._check(record)
            self._entries[record.id] = Discrepancy(record, self)

    def __getitem__(self, entry: str) -> Discrepancy:
        return self._entries[entry]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def words(self, lang: str) -> Mapping[str, _Words]:
        """The words of every entry in a language; English for a language that the game does not speak."""
        if lang not in LANGUAGES:
            raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
        lang = lang if lang in languages_of(self.manifest) else "en"
        if lang not in self._words:
            self._words[lang] = self._read_words(self.file.with_suffix("") / f"{lang}.toml")
        return self._words[lang]

    @cached_property
    def shown_by(self) -> Mapping[str, tuple[str, ...]]:
        """For each entry the scenarios that name it."""
        found: dict[str, tuple[str, ...]] = {}
        for name, (record, _) in (self.manifest.scenarios if self.manifest.has("scenarios") else {}).items():
            for entry in record.discrepancies:
                found[entry] = (*found.get(entry, ()), name)
        return found

    # Checks

    def _check(self, record: _Record) -> None:
        def refuse(field: str, problem: str) -> DataError:
            return DataError(self.file, one_line(record.id, 20), field, problem)

        if not ENTRY.fullmatch(record.id):
            raise refuse("id", "is a letter and a number, such as D-099")
        if sum(reading.chosen for reading in record.reading) != 1:
            raise refuse("reading", "exactly one reading is the chosen one")
        documents = documents_of(self.manifest)
        for place, reading in enumerate(record.reading):
            for document, lines in reading.documents.items():
                if document not in documents:
                    raise refuse(f"reading.{place}.documents", f"{one_line(document, 20)!r} is not one of {', '.join(documents)}")
                if not _LINES.fullmatch(lines):
                    raise refuse(f"reading.{place}.documents.{document}", f"{one_line(lines, 40)!r} are not lines")
        self._check_switch(record)

    def _check_switch(self, record: _Record) -> None:
        field = ruleset_fields(self.manifest).get(record.switch or "")
        for place, reading in enumerate(record.reading):
            at = f"reading.{place}.value"
            if field is None:
                if record.switch is not None or reading.value is not None:
                    problem = f"{record.switch!r} is not a field of the ruleset" if record.switch else "there is no switch to set"
                    raise DataError(self.file, record.id, "switch" if record.switch else at, problem)
            elif reading.value is not None and field.values and reading.value not in field.values:
                problem = f"{one_line(reading.value, 30)!r} is not a value of {field.name}"
                raise DataError(self.file, record.id, at, problem)

    def check_all(self) -> None:
        """Everything that needs the rest of the game: rules, scenarios, and the words in every language."""
        for entry in self.values():
            for rule in entry.rules:
                if rule not in self.manifest.catalogue:
                    raise DataError(self.file, entry.id, "rules", no_rule(rule))
            if bool(entry.scenarios) == (entry.unshown is not None):
                problem = "a scenario shows it" if entry.scenarios else "no scenario names it, and nothing is said why none can"
                raise DataError(self.file, entry.id, "unshown", problem)
        for lang in languages_of(self.manifest):
            self.words(lang)

    def _read_words(self, file: Path) -> dict[str, _Words]:
        raw = read_toml(file)
        if missing := [entry for entry in self if entry not in raw]:
            raise DataError(file, missing[0], "", "is missing")
        found = {}
        for entry, said in raw.items():
            if entry not in self:
                raise DataError(file, one_line(entry, 20), "", f"is not an entry of {self.file.name}")
            words = found[entry] = convert(file, entry, said, _Words)
            if len(words.readings) != len(self[entry].readings):
                problem = f"has {len(words.readings)}; the entry has {len(self[entry].readings)}"
                raise DataError(file, entry, "readings", problem)
            if not 0 < len(words.title) <= _LONGEST_TITLE:
                raise DataError(file, entry, "title", f"must be 1 to {_LONGEST_TITLE} characters")
        return found


def discrepancies_for(manifest: Manifest, written: object) -> Discrepancies:
    """The entries of a game, from its file."""
    return Discrepancies(manifest, manifest.folder(str(written)))


def discrepancy(entry: str) -> Discrepancy:
    """An entry by its number, whichever game it belongs to: `discrepancy("D-099")`."""
    known: list[str] = []
    for manifest in shelf.games():
        if manifest.has("discrepancies"):
            if entry in manifest.discrepancies:
                return manifest.discrepancies[entry]
            known += manifest.discrepancies
    raise LabError(f"unknown entry {one_line(entry, 20)!r} in the lists of discrepancies{meant(entry, known, 3)}")
