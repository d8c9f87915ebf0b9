"""What comes before the rules: an overview for somebody who does not know the game, and a reference page for the table.

Both are texts of a game, in a folder with a file per language; `layout.toml` beside them says what there is, in which order,
which numbers they use besides the fields of the ruleset, and what is shown with them. No number is written in a text: each is
that of a rule, so that an overview is as true under another ruleset. How it looks is the business of show/.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from ..kernel.errors import DataError, LabError, either, one_line
from ..kernel.records import convert, read_toml
from ..kernel.rulesets import BaseRuleset
from .numbers import listed
from .readings import rules_of
from .texts import Texts, languages_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest

LAYOUT = "layout.toml"
Kind = Literal["text", "list", "steps", "table"]
BOLD = re.compile(r"\*\*(.+?)\*\*")
"""What is to stand out in a text."""


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the layout: what sort it is, which signs stand before its lines, and what is shown with it."""

    id: str
    kind: Kind = "text"
    signs: list[str] = []
    """A sign of the game for each line; empty for a line without one."""
    scenarios: list[str] = []
    """Examples, told as they are played."""
    figure: str = ""
    """A scenario whose position is drawn."""
    chapters: list[str] = []
    """Where the rules themselves are."""
    wide: bool = False
    """On the reference page: as wide as the sheet, not as a column."""


class _Layout(msgspec.Struct, forbid_unknown_fields=True):
    numbers: dict[str, tuple[str, str]] = {}
    section: list[_Part] = []
    box: list[_Part] = []


class _Words(msgspec.Struct, forbid_unknown_fields=True):
    """The words of a part: its title, what is said before and after its lines, and the lines, of a table with their heads."""

    title: str
    text: list[str] = []
    lines: list[str] = []
    head: list[str] = []
    rows: list[list[str]] = []
    after: list[str] = []


class Part(NamedTuple):
    """A section of the overview or a box of the reference page, in one language under one ruleset."""

    id: str
    kind: Kind
    title: str
    text: tuple[str, ...]
    lines: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    after: tuple[str, ...]
    signs: tuple[str, ...]
    scenarios: tuple[str, ...]
    figure: str
    chapters: tuple[str, ...]
    wide: bool


class Overview:
    """The overview and the reference page of a game."""

    def __init__(self, manifest: Manifest, layout: _Layout, texts: Texts, words: dict[tuple[str, str, str], _Words]) -> None:
        self.manifest = manifest
        self.layout = layout
        self.texts = texts
        self.words = words
        """By language, `section` or `box`, and the part’s name."""

    def sections(self, lang: str, rules: BaseRuleset | None = None) -> list[Part]:
        """The overview, section by section."""
        numbers = self.numbers(lang, rules)
        return [self._part("section", part, lang, numbers) for part in self.layout.section]

    def boxes(self, lang: str, rules: BaseRuleset | None = None) -> list[Part]:
        """The reference page, box by box."""
        numbers = self.numbers(lang, rules)
        return [self._part("box", part, lang, numbers) for part in self.layout.box]

    def numbers(self, lang: str, rules: BaseRuleset | None = None) -> dict[str, object]:
        """What the texts may say: the fields of the ruleset, the game's numbers of texts, and those that the layout names."""
        manifest = self.manifest
        rules = rules_of(manifest, "default") if rules is None else rules
        material = manifest.material_for(rules, {})
        found: dict[str, object] = {} if rules is None else {name: getattr(rules, name) for name in type(rules).fields()}
        if manifest.has("text_numbers") and rules is not None:
            found.update(manifest.text_numbers(rules))
        for name, (rule, number) in self.layout.numbers.items():
            found[name] = manifest.catalogue[rule].values(rules, **material)[number]
        for name, value in list(found.items()):
            if isinstance(value, tuple):
                found[name], found[f"{name}_or"] = listed(value, lang), listed(value, lang, of_which="any")
                found[f"{name}_count"] = len(value)
        return found

    def _part(self, sort: str, part: _Part, lang: str, numbers: Mapping[str, object]) -> Part:
        lang = lang if (lang, sort, part.id) in self.words else "en"
        words = self.words[lang, sort, part.id]
        said = (self.texts.say("overview", f"{sort}.{part.id}.{number}", numbers, lang) for number in range(len(patterns(words))))

        def filled(of: Sequence[str]) -> tuple[str, ...]:
            return tuple(islice(said, len(of)))

        return Part(  # in the order of `patterns`
            id=part.id,
            kind=part.kind,
            title=next(said),
            text=filled(words.text),
            lines=filled(words.lines),
            head=filled(words.head),
            rows=tuple(filled(row) for row in words.rows),
            after=filled(words.after),
            signs=tuple(part.signs),
            scenarios=tuple(part.scenarios),
            figure=part.figure,
            chapters=tuple(part.chapters),
            wide=part.wide,
        )


def patterns(words: _Words) -> list[str]:
    """The patterns of a part in the order in which they are said."""
    return [words.title, *words.text, *words.lines, *words.head, *(cell for row in words.rows for cell in row), *words.after]


def overview_for(manifest: Manifest, folder: object) -> Overview:
    """Read and check the overview of a game."""
    place = manifest.folder(str(folder))
    file = place / LAYOUT
    layout = convert(file, "", read_toml(file), _Layout)
    _check_layout(manifest, file, layout)
    overview = Overview(manifest, layout, manifest.texts.beside(), {})
    known = overview.numbers("en").keys()
    for lang in dict.fromkeys(("en", *languages_of(manifest))):
        path = place / f"{lang}.toml"
        tables = read_toml(path)
        for sort, parts in (("section", layout.section), ("box", layout.box)):
            there = tables.get(sort, {})
            if not isinstance(there, dict) or set(there) != {part.id for part in parts}:
                raise DataError(path, sort, "", f"must have {either([part.id for part in parts]).replace(' or ', ' and ')}")
            for part in parts:
                _add_words(overview, path, sort, part, there[part.id], known)
    return overview


def _add_words(overview: Overview, path: Path, sort: str, part: _Part, table: object, known: Collection[str]) -> None:
    """Check the words of a part in the language of a file, and take them in."""
    lang, entry, texts = path.stem, f"{sort}.{part.id}", overview.texts
    said = convert(path, entry, table, _Words)
    first = overview.words.setdefault(("en", sort, part.id), said)
    for field in ("text", "lines", "head", "rows", "after"):
        if len(getattr(said, field)) != (count := len(getattr(first, field))):
            raise DataError(path, entry, field, f"must have {count}, as in English")
    if len(part.signs) not in (0, count := len(said.rows or said.lines)):
        raise DataError(path, entry, "", f"has {count} lines, but {len(part.signs)} signs in {LAYOUT}")
    if any(len(row) != len(said.head) for row in said.rows):
        raise DataError(path, entry, "rows", "must be as long as the head")
    overview.words[lang, sort, part.id] = said
    for number, pattern in enumerate(patterns(said)):
        key = f"{entry}.{number}"
        texts.add(lang, "overview", key, pattern, path, entry=entry)
        if unknown := texts.variables("overview", key, lang) - set(known):
            raise DataError(path, entry, "", f"there is no number {min(unknown)}")


def _check_layout(manifest: Manifest, file: Path, layout: _Layout) -> None:
    for name, (rule, number) in layout.numbers.items():
        record = manifest.catalogue.get(rule)
        if record is None or number not in {*record.parameters, *record.facts}:
            raise DataError(file, "numbers", name, f"{one_line(rule, 40)} has no number {one_line(number, 40)}")
    scenarios = manifest.scenarios if manifest.has("scenarios") else {}
    for parts in (layout.section, layout.box):
        ids = [part.id for part in parts]
        for part in parts:
            if ids.count(part.id) > 1:
                raise DataError(file, part.id, "id", "appears twice")
            for name in (*part.scenarios, *([part.figure] if part.figure else ())):
                if name not in scenarios:
                    raise DataError(file, part.id, "scenarios", f"unknown scenario {one_line(name, 40)!r}")
            for chapter in part.chapters:
                if chapter not in manifest.chapters.chapters:
                    raise DataError(file, part.id, "chapters", f"{one_line(chapter, 40)!r} is not a chapter of the rules")


def overview_of(manifest: Manifest) -> Overview:
    """The overview of a game; a LabError if it has none."""
    if not manifest.has("overview"):
        raise LabError(f"{manifest.called()} has no reference page")
    return manifest.overview
