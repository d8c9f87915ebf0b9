"""Names within a sentence: with their article, and in the case that the sentence asks for.

A template says `{THE($person, form: "acc")}`. Which gender a name has, and how it is declined, is in `names.toml` beside
the locales of a game; a name that is not there (of a person of your own deck) is quoted, or follows the word for its sort.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from ..kernel.errors import DataError
from ..kernel.records import read_toml

THING = "person"
"""The sort of a name of which no other is said."""

CASES: Mapping[str, tuple[str, ...]] = {
    "en": ("nom",),
    "de": ("nom", "acc", "dat", "gen"),
    "fr": ("nom", "de", "a"),
    "it": ("nom", "di", "a", "da"),
}
"""The forms that a template of a language may ask for; with a capital (`Nom`) for the beginning of a sentence."""

_SORTED: Mapping[str, Mapping[str, str]] = {
    "de": {"person": "f Person", "ship": "n Schiffs"},
    "fr": {"person": "m personnage", "ship": "m navire"},
    "it": {"person": "m personaggio", "ship": "f nave"},
}
"""The word before a name that has no article of its own, with its gender."""

_GERMAN = {
    "m": {"nom": "der", "acc": "den", "dat": "dem", "gen": "des"},
    "f": {"nom": "die", "acc": "die", "dat": "der", "gen": "der"},
    "n": {"nom": "das", "acc": "das", "dat": "dem", "gen": "des"},
}
_FRENCH = {
    "m": {"nom": "le ", "de": "du ", "a": "au "},
    "f": {"nom": "la ", "de": "de la ", "a": "à la "},
    "elided": {"nom": "l’", "de": "de l’", "a": "à l’"},
}
_ITALIAN = {
    "m": {"nom": "il ", "di": "del ", "a": "al ", "da": "dal "},
    "f": {"nom": "la ", "di": "della ", "a": "alla ", "da": "dalla "},
    "impure": {"nom": "lo ", "di": "dello ", "a": "allo ", "da": "dallo "},
    "elided": {"nom": "l’", "di": "dell’", "a": "all’", "da": "dall’"},
}
_VOWEL = re.compile(r"[AEIOUYÀÂÄÉÈÊËÎÏÔÖÛÜŒ]", re.IGNORECASE)
_FRENCH_VOWEL = re.compile(r"[AEIOUÀÂÄÉÈÊËÎÏÔÖÛÜŒH]", re.IGNORECASE)
_IMPURE = re.compile(r"s[^aeiou]|z|gn|ps|pn|x|y", re.IGNORECASE)
_SIBILANT = re.compile(r"(s|ß|x|z)$")


class Name(str):
    """A name that a template may give an article: the sort of thing that bears it; several names together list `each`."""

    sort: str
    each: tuple[Name, ...]

    def __new__(cls, text: str, sort: str = THING, each: Sequence[Name] = ()) -> Self:
        """A name, or several as they are listed without articles."""
        name = super().__new__(cls, text)
        name.sort = sort
        name.each = tuple(each)
        return name


class Names:
    """What is known of the names of one language."""

    def __init__(self, lang: str, genders: Mapping[str, str], declined: Mapping[str, str], genitives: Mapping[str, str]) -> None:
        self.lang = lang
        self.genders = genders
        self.declined = declined
        self.genitives = genitives

    @classmethod
    def read(cls, file: Path, lang: str, table: Mapping[str, Any]) -> Names:
        """The table of a language: lists of names by gender, and how those are written that are declined."""
        genders: dict[str, str] = {}
        words: dict[str, dict[str, str]] = {"declined": {}, "genitive": {}}
        known = (*_genders(lang), "aspirated")
        for key, entry in table.items():
            if key in words and isinstance(entry, dict) and all(isinstance(form, str) for form in entry.values()):
                words[key] = entry
            elif key in known and isinstance(entry, list) and all(isinstance(name, str) for name in entry):
                for name in entry:
                    if name in genders:
                        raise DataError(file, lang, key, f"has {name!r} twice")
                    genders[name] = key
            else:
                raise DataError(file, lang, key, "is neither a list of names nor a table of forms")
        for key, forms in words.items():
            if strange := next((name for name in forms if name not in genders), None):
                raise DataError(file, lang, f"{key}.{strange}", "has no gender")
        return cls(lang, genders, words["declined"], words["genitive"])

    def the(self, name: str, case: str) -> str:
        """A name with its article in a case of the language."""
        capital = case[:1].isupper()
        case = case.lower()
        if case not in CASES[self.lang]:
            raise ValueError(f"{self.lang}: names have no form {case}")
        told = _ARTICLES[self.lang](self, name, case)
        return told[:1].upper() + told[1:] if capital else told


def _genders(lang: str) -> tuple[str, ...]:
    return ("m", "f", "n") if lang == "de" else ("m", "f")


def _english(names: Names, name: str, case: str) -> str:
    return f"the {name}"


def _german(names: Names, name: str, case: str) -> str:
    """An unknown name is quoted; in the genitive the word for its sort is declined."""
    gender = names.genders.get(name)
    if gender is None and case == "gen":
        gender, word = _sorted("de", name)
        return f"{_GERMAN[gender][case]} {word} „{name}“"
    if gender is None:
        return f"„{name}“"
    word = name
    if name in names.declined and case != "nom":
        word = names.declined[name]
    elif case == "gen" and gender != "f":
        word = names.genitives.get(name) or (f"{name}es" if _SIBILANT.search(name) else f"{name}s")
    return f"{_GERMAN[gender][case]} {word}"


def _french(names: Names, name: str, case: str) -> str:
    gender = names.genders.get(name)
    if gender is None:
        gender, word = _sorted("fr", name)
        return f"{_FRENCH[gender][case]}{word} {name}"
    if gender == "aspirated":
        return f"{_FRENCH['m'][case]}{name}"
    return f"{_FRENCH['elided' if _FRENCH_VOWEL.match(name) else gender][case]}{name}"


def _italian(names: Names, name: str, case: str) -> str:
    gender = names.genders.get(name)
    if gender is None:
        gender, word = _sorted("it", name)
        return f"{_ITALIAN[gender][case]}{word} {name}"
    sound = "elided" if _VOWEL.match(name) else "impure" if gender == "m" and _IMPURE.match(name) else gender
    return f"{_ITALIAN[sound][case]}{name}"


def _sorted(lang: str, name: str) -> tuple[str, str]:
    """The word for the sort of a name, with its gender."""
    words = _SORTED[lang]
    gender, _, word = words.get(name.sort if isinstance(name, Name) else THING, words[THING]).partition(" ")
    return gender, word


_ARTICLES: Mapping[str, Callable[[Names, str, str], str]] = {"en": _english, "de": _german, "fr": _french, "it": _italian}


def read_names(file: Path) -> dict[str, Names]:
    """What a game knows of its names, by language; nothing where it has no such file."""
    tables = read_toml(file) if file.is_file() else {}
    for lang, table in tables.items():
        if lang not in CASES or not isinstance(table, dict):
            raise DataError(file, str(lang), "", "is not a table for a language")
    return {lang: Names.read(file, lang, tables.get(lang, {})) for lang in CASES}
