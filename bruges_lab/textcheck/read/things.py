"""What the texts of one game speak of: the lists that its reading states (`things.toml`), by ids of its glossary and its rules.

Nothing here knows a game; whatever a game leaves out is empty, and a check that needs it finds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from ...kernel.errors import DataError
from ...kernel.records import convert, read_toml

if TYPE_CHECKING:
    from pathlib import Path

    from ...games.manifest import Manifest

FILE = "things.toml"


class Things(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be counted, what is numbered, which names are a game's own; which rules are judged in another way."""

    colours: tuple[str, ...] = ()
    """One that stands where another belongs is an error."""
    counted: frozenset[str] = frozenset()
    """Things that numbers count."""
    numbered: frozenset[str] = frozenset()
    """Things whose number may stand behind them: space 5."""
    vague: frozenset[str] = frozenset()
    """Things that a number counts only if it stands before them: three ways, but not "in this way nine"."""
    phrases: frozenset[str] = frozenset()
    """Things whose longer names are phrases, the words of which keep their own meaning."""
    word_by_word: frozenset[str] = frozenset()
    """Things whose names hold a number that a text may get wrong: their words are read one by one."""
    one_name: frozenset[str] = frozenset()
    """Things that a rulebook should call by one name."""
    distinctive: tuple[str, ...] = ()
    """Things that a rulebook of this game names and hardly any other one has together; left out: all of its glossary."""
    expansion: tuple[str, ...] = ()
    """Things of an expansion: paragraphs that name them are not judged."""
    modules: Mapping[str, tuple[str, ...]] = {}
    """Modules by chapter, each with its things: while it is not in play, paragraphs that name them are not judged."""
    numbers_of_modules: Mapping[str, Mapping[str, int]] = {}
    """Modules by chapter, each with numbers that only it has, by what they count: where one is told, a note names it."""
    said_of_modules: Mapping[str, tuple[str, ...]] = {}
    """Modules by chapter, each with words that only a sentence about it has together: `worker|guilder limited -unlimited`."""
    person_rules: tuple[str, ...] = ()
    """How the ids of rules begin that are about one person."""
    card_chapters: tuple[str, ...] = ()
    """How the names of chapters begin whose rules stand on single cards."""
    box_rules: tuple[str, ...] = ()
    """How the ids of rules begin that say what is in the box."""
    ranges: frozenset[str] = frozenset()
    """Rules that give a range: a number between its ends is no error."""
    on_top: frozenset[str] = frozenset()
    """Rules that are told beside a usual number, which is no error of theirs."""
    same_in_every_case: frozenset[str] = frozenset()
    """Examples whose numbers no other case changes."""
    everywhere: Mapping[str, str] = {}
    """Numbers that any sentence may mention, by what they count: the name of a number, or of a field of the ruleset."""
    exchanged: tuple[tuple[str, ...], ...] = ()
    """Things that a careless writer puts for each other, beside those of one group of the glossary."""
    opposites: Mapping[str, tuple[str, ...]] = {}
    """Words that say something else in the same place, beside those that plain words name themselves."""
    also_called: Mapping[str, Mapping[str, str]] = {}
    """Names that printed texts give to people in another way, by language."""


def reading_folder(manifest: Manifest) -> Path:
    """Where a game says how its rules are said; refused in one sentence where it does not."""
    written = manifest.written("reading")
    if written is None:
        raise manifest.lacks(type(manifest).reading.what)
    return manifest.folder(str(written))


@cache
def things(manifest: Manifest) -> Things:
    """The things of a game."""
    file = reading_folder(manifest) / FILE
    if not file.is_file():
        return Things()
    found = convert(file, "things", read_toml(file), Things)
    for field in ("ranges", "on_top", "same_in_every_case"):
        if unknown := set(getattr(found, field)) - set(manifest.catalogue):
            raise DataError(file, "things", field, f"unknown rule {min(unknown)!r}")
    for field in ("modules", "numbers_of_modules", "said_of_modules"):
        if unknown := set(getattr(found, field)) - {rule.chapter for rule in manifest.catalogue.values()}:
            raise DataError(file, "things", field, f"unknown chapter {min(unknown)!r}")
    return found
