"""A reference page: one sheet of A4 with what everybody forgets, in one language under one ruleset.

Its boxes are the game's (rulebook/overview.py); how they stand on the sheet is the business of show/reference_page.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..games import shelf
from ..kernel.errors import LabError, either, one_line
from ..kernel.rulesets import BaseRuleset
from .overview import Part, overview_of
from .printing import rules_in_words, signs_of
from .readings import rules_of
from .texts import LANGUAGES


class Reference(NamedTuple):
    """A reference page."""

    lang: str
    title: str
    made: str
    boxes: tuple[Part, ...]
    signs: Mapping[str, str]


def reference(lang: str = "en", ruleset: str | Path | BaseRuleset = "default", game: str | None = None) -> Reference:
    """The reference page of a game in a language, under a ruleset that is given, named or read from a file."""
    from .. import __version__

    if lang not in LANGUAGES:
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
    manifest = shelf.find(game)
    overview, rules, word = overview_of(manifest), rules_of(manifest, ruleset), manifest.chapters.word
    called = rules_in_words(manifest, ruleset, rules, lang)
    made = word("reference.made", lang, version=__version__, ruleset=called)
    title = word("reference.title", lang, game=manifest.called(lang))
    return Reference(lang, title, made, tuple(overview.boxes(lang, rules)), signs_of(manifest, rules))
