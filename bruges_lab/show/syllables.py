"""Where a long name may be broken: between syllables, by a rule of thumb that serves our four languages.

A name that fits its card is never broken; one that does not would lose its end.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from .svg import Fitted, fit_name

_VOWELS = re.compile("[aeiouyäöüàâèéêëìîïòôùúûœæ]+")
_TOGETHER = (
    *("schl", "schm", "schn", "schw", "sch", "spr", "str", "ch", "ck", "ph", "qu", "th", "sc", "sm", "sp", "st"),
    *("bl", "br", "cl", "cr", "dr", "fl", "fr", "gl", "gn", "gr", "kl", "kn", "kr", "pl", "pr", "tr"),
)
"""Consonants that begin a syllable together, the longer ones first."""

_OTHERWISE = {"falschmünzer": (6, 9), "geschichtenerzähler": (11, 8)}
"""Compounds that the rule of thumb would break in the wrong place."""


@lru_cache(1024)
def fit_person(name: str, room: float) -> Fitted:
    """A name in one or two lines, if it must be with a hyphen; cut only where that does not help."""
    fitted = fit_name(name, room)
    if not _is_cut(fitted):
        return fitted
    for at in breaks(name):
        broken = fit_name(f"{name[:at]}-{name[at:]}", room)
        if not _is_cut(broken):
            return broken
    return fitted


def _is_cut(fitted: Fitted) -> bool:
    return any(line.endswith("…") for line in fitted.lines)


def breaks(name: str) -> list[int]:
    """The places between two syllables of a word, those nearest to the middle of the name first."""
    if name.lower() in _OTHERWISE:
        return list(_OTHERWISE[name.lower()])
    found = []
    for word in re.finditer(r"[^\W\d_]+", name.lower()):
        nuclei = list(_VOWELS.finditer(word[0]))
        for before, after in pairwise(nuclei):
            consonants = word[0][before.end() : after.start()]
            onset = next((letters for letters in _TOGETHER if consonants.endswith(letters)), consonants[-1:])
            at = after.start() - len(onset)
            if consonants and 3 <= at <= len(word[0]) - 3:
                found.append(word.start() + at)
    return sorted(found, key=lambda at: abs(2 * at - len(name)))
