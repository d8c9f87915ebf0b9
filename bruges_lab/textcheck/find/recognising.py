"""Which game of the shelf a text is of, if not of the game that it was held against: by its name, and by the things it names.

A game is known by the things that its reading calls distinctive; whether its texts can be checked too does not matter here.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...games import shelf
from ...kernel.errors import LabError
from ..findings import Reason
from ..read.concepts import stream
from ..read.reading import Sentence
from ..read.vocabulary import vocabulary
from .gate import distinctive

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_LEAST_THINGS = 6
_SHARE = 3
"""A text that does not name the game names so many of its things, and every third of them at least."""
_BESIDE_ITS_NAME = 3
"""A text that names the game: so many things make it one of its texts, and no mere mention."""


def recognise(sentences: Sequence[Sentence], languages: Sequence[str], asked: Manifest) -> tuple[Manifest, Reason] | None:
    """The other game that a text is of, and how that is known; of several the one of whose things it names the most."""
    found: list[tuple[bool, float, Manifest, Reason]] = []
    for manifest in shelf.games():
        if manifest.name == asked.name or not manifest.has("reading"):
            continue
        try:
            named, of = _named(sentences, languages, manifest), len(distinctive(manifest))
            is_checked = bool(manifest.reading.by_rule)
        except LabError as error:  # what is wrong with another game is no fault of this text
            warnings.warn(str(error), stacklevel=2)
            continue
        is_named = _is_named(sentences, manifest)
        if named >= (_BESIDE_ITS_NAME if is_named else max(_LEAST_THINGS, -(-of // _SHARE))):
            data = {"other": manifest.name, "things": named, "of": of, "checked": "yes" if is_checked else "no"}
            found.append((is_named, named / of, manifest, Reason("another_game", data)))
    return max(found, key=lambda one: one[:2])[2:] if found else None


def _named(sentences: Sequence[Sentence], languages: Sequence[str], manifest: Manifest) -> int:
    """How many of a game's own things a text names."""
    bits = 0
    for said, lang in {(sentence.text, lang) for sentence, lang in zip(sentences, languages, strict=True)}:
        bits |= stream(said, vocabulary(lang, manifest)).bits
    return sum(bool(bits & bit) for bit in distinctive(manifest))


def _is_named(sentences: Sequence[Sentence], manifest: Manifest) -> bool:
    """Whether a game is named by its title in one of its languages; capitals in a heading do not matter."""
    titles = "|".join(re.escape(title) for title in set(manifest.title.values()))
    name = re.compile(rf"(?<!\w)({titles})(?!\w)", re.I)
    return any(name.search(sentence.text) for sentence in sentences)
