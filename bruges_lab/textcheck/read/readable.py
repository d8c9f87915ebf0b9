"""Which rules of a game a text is held against, and what other editions print instead: `rules.toml` of its reading.

A game needs no such file: all its rules are read then. How they are said is learnt from their own texts and, where a game has
them, from statements of many writers (`said.json`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec

from ...kernel.errors import DataError
from ...kernel.records import convert, read_toml
from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import Rule, usual_rules

if TYPE_CHECKING:
    from ...games.manifest import Manifest

FILE: Final = "rules.toml"
Editions = Mapping[str, tuple[int, ...]]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    excluded: Mapping[str, str] = {}
    editions: Mapping[str, Mapping[str, tuple[int, ...]]] = {}


@dataclass(frozen=True, slots=True)
class Readable:
    """The rules that texts of a game are held against."""

    manifest: Manifest
    by_rule: Mapping[str, Editions]
    """Each rule that is read, with the numbers that other editions print, by their names."""
    excluded: Mapping[str, str]
    """Rules that no rulebook would state, with the reason."""

    def in_play(self, rules: BaseRuleset | None) -> list[Rule]:
        """The rules that are read under a ruleset; those of a module only while it is in play."""
        manifest = self.manifest
        rules = usual_rules(manifest) if rules is None else rules
        chapters = manifest.chapters.chapters
        return [
            rule
            for rule in manifest.catalogue.values()
            if rule.id in self.by_rule and (rule.chapter not in chapters or chapters[rule.chapter].in_play(rules))
        ]


def readable_for(manifest: Manifest, folder: object) -> Readable:
    """What a game says of its rules as texts state them."""
    file = manifest.folder(str(folder)) / FILE
    record = convert(file, "rules", read_toml(file), _Record) if file.is_file() else _Record()
    catalogue = manifest.catalogue
    for field, entries in (("excluded", record.excluded), ("editions", record.editions)):
        if unknown := set(entries) - set(catalogue):
            raise DataError(file, "rules", field, f"unknown rule {min(unknown)!r}")
    for rule, numbers in record.editions.items():
        if unknown := set(numbers) - set(catalogue[rule].values()):
            raise DataError(file, rule, "editions", f"{min(unknown)!r} is not a number of this rule")
    known = {rule: record.editions.get(rule, {}) for rule in catalogue if rule not in record.excluded}
    return Readable(manifest, known, record.excluded)
