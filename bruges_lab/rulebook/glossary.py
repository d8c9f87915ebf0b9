"""The glossary: each concept of the game with the term we use, terms others may use, and terms that mislead.

One file says what the concepts are; one file per language says what they are called. Everything the lab shows uses the preferred
terms; the translation checker reads all three kinds. Experimental languages are recognised in texts but never shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from ..games import shelf
from ..kernel.errors import DataError
from ..kernel.records import read_list, read_tables
from .texts import LANGUAGES

if TYPE_CHECKING:
    from ..games.manifest import Manifest

EXPERIMENTAL = ("es", "nl")
"""Languages with terms to recognise texts by, in which the lab says nothing itself."""

_ID = re.compile(r"[a-z][a-z0-9_]*")
_NOT_WORDS = re.compile(r"\$[a-zA-Z_]+|\[[A-Za-z0-9_]+\]|form: \"[a-z_]+\"")
"""The variables and variants of a pattern."""


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a concept is called in one language."""

    preferred: str
    plural: str | None = None
    gender: Literal["m", "f", "n"] | None = None
    accepted: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


class _ConceptRecord(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    group: str
    about: str
    rules: tuple[str, ...] = ()


class Concept:
    """A thing of the game, with its terms by language."""

    def __init__(self, record: _ConceptRecord, terms: Mapping[str, Term]) -> None:
        self.id = record.id
        self.group = record.group
        self.about = record.about
        self.rules = record.rules
        self.terms = terms

    def __getitem__(self, lang: str) -> Term:
        """Its term in a language, or in English if the glossary does not speak a language of the lab."""
        return self.terms["en" if lang in LANGUAGES and lang not in self.terms else lang]

    def __repr__(self) -> str:
        return f"<Concept {self.id}: {', '.join(term.preferred for lang, term in self.terms.items() if lang in LANGUAGES)}>"


class Glossary(Mapping[str, Concept]):
    """All concepts by id."""

    def __init__(self, concepts: Mapping[str, Concept]) -> None:
        self._concepts = dict(concepts)
        self._wrong_terms: dict[str, list[tuple[str, re.Pattern[str]]]] = {}

    def __getitem__(self, concept: str) -> Concept:
        return self._concepts[concept]

    def __iter__(self) -> Iterator[str]:
        return iter(self._concepts)

    def __len__(self) -> int:
        return len(self._concepts)

    def forbidden(self, text: str, lang: str) -> list[str]:
        """The misleading terms in a text or pattern; a term that is right for another concept does not count."""
        plain = _NOT_WORDS.sub(" ", text).replace("’", "'")
        small = plain.lower()  # most terms are not there at all, which is quickly seen
        return [term for term, found in self._wrong(lang) if term.lower() in small and found.search(plain)]

    def _wrong(self, lang: str) -> list[tuple[str, re.Pattern[str]]]:
        if lang not in self._wrong_terms:
            terms = [concept[lang] for concept in self.values()]
            right = {name.lower() for term in terms for name in (term.preferred, term.plural or "", *term.accepted)}
            wrong = sorted({name for term in terms for name in term.forbidden if name.lower() not in right})
            self._wrong_terms[lang] = [(name, re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.I)) for name in wrong]
        return self._wrong_terms[lang]

    @classmethod
    def load(
        cls, folder: Path | None = None, languages: tuple[str, ...] = (*LANGUAGES, *EXPERIMENTAL), game: str | None = None
    ) -> Glossary:
        """The glossary of a game, the usual one if none is named; or a folder of the same form, read and checked."""
        manifest = shelf.find(game)
        return manifest.glossary if folder is None else _read(manifest, folder, languages)


def glossary_for(manifest: Manifest, folder: object) -> Glossary:
    """The glossary of a game, in the languages it has a file for."""
    place = manifest.folder(str(folder))
    languages = tuple(lang for lang in (*LANGUAGES, *EXPERIMENTAL) if lang == "en" or (place / f"{lang}.toml").is_file())
    return _read(manifest, place, languages)


def _read(manifest: Manifest, folder: Path, languages: tuple[str, ...]) -> Glossary:
    file = folder / "concepts.toml"
    records = read_list(file, "concept", _ConceptRecord)
    catalogue = manifest.catalogue
    for record in records:
        if not _ID.fullmatch(record.id):
            raise DataError(file, record.id, "id", "must be small letters, digits and _")
        for rule in record.rules:
            if rule not in catalogue:
                raise DataError(file, record.id, "rules", f"unknown rule {rule!r}")
    tables = {lang: _terms(folder / f"{lang}.toml", [record.id for record in records]) for lang in languages}
    return Glossary({record.id: Concept(record, {lang: tables[lang][record.id] for lang in languages}) for record in records})


def _terms(file: Path, concepts: list[str]) -> dict[str, Term]:
    terms = read_tables(file, Term)
    for concept in concepts:
        if concept not in terms:
            raise DataError(file, concept, "", "is missing")
    owners: dict[str, str] = {}
    for concept, term in terms.items():
        if concept not in concepts:
            raise DataError(file, concept, "", "is not a concept of concepts.toml")
        if not term.preferred.strip():
            raise DataError(file, concept, "preferred", "is empty")
        if term.preferred in owners:
            raise DataError(file, concept, "preferred", f"{term.preferred!r} already means {owners[term.preferred]}")
        owners[term.preferred] = concept
        if both := {term.preferred, *term.accepted} & set(term.forbidden):
            raise DataError(file, concept, "forbidden", f"{min(both)!r} is both allowed and forbidden")
    return terms
