"""What stands around the rules of a rulebook: the chapters with their titles and examples, and the words between them.

Titles of chapters are in a file of the game, the words in the section [rulebook] of the locales; printing.py makes a book of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from ..games import shelf
from ..kernel.errors import DataError, one_line
from ..kernel.records import read_list
from ..kernel.rulesets import BaseRuleset, Value
from .catalogue import ruleset_fields
from .texts import Texts, languages_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest

FOREIGN = "foreign"
"""The chapter of what belongs to other games or cannot be played: it is printed last, as an appendix."""
Language = Literal["en", "de", "fr", "it"]


class ChapterRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A chapter as the file of the game has it."""

    id: str
    title: dict[Language, str]
    scenarios: list[str] = []
    played_when: dict[str, list[bool | int | str]] = {}
    """For a module: the fields of the ruleset that bring it in, each with the values that do; empty where it is always played."""

    def in_play(self, rules: BaseRuleset | None) -> bool:
        """Whether the rules of the chapter are played under a ruleset."""
        return not self.played_when or any(getattr(rules, name) in values for name, values in self.played_when.items())


class Frame(NamedTuple):
    """What stands around the rules: titles of chapters, with the scenarios told in them, and words by key."""

    chapters: Mapping[str, ChapterRecord]
    texts: Texts

    def title(self, chapter: str, lang: str) -> str:
        """The title of a chapter."""
        titles = {str(key): title for key, title in self.chapters[chapter].title.items()}
        return titles.get(lang) or titles["en"]

    def word(self, key: str, lang: str, **values: object) -> str:
        """A word or sentence."""
        return self.texts.say("rulebook", key, values, lang)

    @classmethod
    def load(cls, path: Path | None = None, game: str | None = None) -> Frame:
        """The frame of a game, the usual one if none is named; or another file of the same form, read and checked."""
        manifest = shelf.find(game)
        return manifest.chapters if path is None else _read(manifest, path)


def frame_for(manifest: Manifest, file: object) -> Frame:
    """The frame of a game: from its file, or with chapters that are called as the files of its rules are."""
    if file:
        return _read(manifest, manifest.folder(str(file)))
    ids = dict.fromkeys(rule.chapter for rule in manifest.catalogue.values())
    chapters = {one: ChapterRecord(one, {"en": one.replace("_", " ").capitalize()}) for one in ids}
    return Frame(chapters, manifest.texts)


def _read(manifest: Manifest, path: Path) -> Frame:
    chapters = read_list(path, "chapter", ChapterRecord)
    there, wanted = [chapter.id for chapter in chapters], list(dict.fromkeys(r.chapter for r in manifest.catalogue.values()))
    for chapter in wanted:
        if chapter not in there:
            raise DataError(path, chapter, "", "is missing")
    known = manifest.scenarios if manifest.has("scenarios") else {}
    for record in chapters:
        if record.id not in wanted:
            raise DataError(path, one_line(record.id, 40), "id", "is not a chapter of the rules")
        for lang in languages_of(manifest):
            if not {str(key): title for key, title in record.title.items()}.get(lang, "").strip():
                raise DataError(path, record.id, f"title.{lang}", "is missing")
        for name, values in record.played_when.items():
            if problem := _no_values(manifest, name, values):
                raise DataError(path, record.id, "played_when", problem)
        for name in record.scenarios:
            if name not in known:
                raise DataError(path, record.id, "scenarios", f"unknown scenario {one_line(name, 40)!r}")
    if there != wanted:
        raise DataError(path, "chapter", "id", f"are not in the order of the rules, which is {', '.join(wanted)}")
    return Frame({record.id: record for record in chapters}, manifest.texts)


def _no_values(manifest: Manifest, name: str, values: Sequence[Value]) -> str:
    """Why these are no values of a field of the ruleset; nothing if they are."""
    field = ruleset_fields(manifest).get(name)
    if field is None:
        return f"the ruleset has no field {one_line(name, 40)!r}"
    wrong = [value for value in values if type(value) is not type(field.default) or (field.values and value not in field.values)]
    return f"{name} is never {one_line(wrong[0], 40)}" if wrong else "" if values else f"names no value of {name}"
