"""Abbreviations that a text explains itself, “VP: victory points” or “victory points (VP)”: read like what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from .concepts import stream
from .reading import blank
from .vocabulary import vocabulary

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_LINE: Final = re.compile(
    r"\W*(?:abbreviations?|abk(?:ürzung(?:en)?|\.)|kürzel|abréviations?|abbreviazion[ei]|sigle|abreviatura[s]?|afkorting(?:en)?)\b",
    re.I,
)
_PAIR: Final = re.compile(
    r"(?<![\w.])([^\W\d_]{1,6}\d?\.?)(?:\(s\))?\s*([:=])\s*([^\W\d_][^;,.:=|()·•]{2,40}(?:\([^()]{1,4}\))?)"
)
_LISTED: Final = re.compile(r"(?<=[:,;·])\s*([^\W\d_]{1,5}\d?)\s+([^\W\d_][^;,:=|()·•]{2,40})")
_BEHIND: Final = re.compile(r"(?<![^\W\d_])((?:[^\W\d_]++[ ’'-]){0,3}[^\W\d_]{3,}+)\s\(([A-ZÄÖÜ]{2,4}|[^\W\d_]{1,5}\.)\)")
_BRACKET: Final = re.compile(r"\s\((?:[A-ZÄÖÜ]{2,4}|[^\W\d_]{1,5}\.)\)")
_FEWEST = 2
_LONGEST = 2_000
_MOST = 200
"""No text explains more abbreviations than this; what looks like more is something else."""


def abbreviations(lines: Iterable[str], lang: str, manifest: Manifest) -> tuple[tuple[str, str], ...]:
    """The abbreviations that a text explains, each behind the concept that it stands for."""
    found: dict[str, str] = {}
    for short, long in (pair for line in lines if len(line) <= _LONGEST for pair in _pairs(line)):
        name = short.rstrip(".")
        if name not in found and (concept := _meant(long, lang, manifest)) and not _is_known(short, lang, manifest):
            found[name] = concept
            if len(found) == _MOST:
                break
    return tuple((concept, short) for short, concept in found.items())


def _pairs(line: str) -> list[tuple[str, str]]:
    """The abbreviations of a line, each with the words that it may stand for."""
    marks, brackets = line.count(":") + line.count("="), "(" in line
    if not marks and not brackets:
        return []
    plain, pairs = blank(line), list[tuple[str, str]]()
    announced = bool(_LINE.match(plain))
    if marks >= _FEWEST or (marks and announced):
        listed = [(short, long) for short, sign, long in _PAIR.findall(plain) if _is_short(short, long, sign)]
        pairs += listed if len(listed) >= _FEWEST or announced else []
    if marks and announced:
        pairs += [(short, long) for short, long in _LISTED.findall(plain) if _is_short(short, long, "=")]
    if brackets and _BRACKET.search(plain):
        pairs += [(short, long) for long, short in _BEHIND.findall(plain) if _is_short(short, long)]
    return pairs


def _is_short(short: str, long: str, sign: str = "") -> bool:
    """Whether one is an abbreviation of the other by its form: shorter, in capitals or with a full stop; a letter alone if it
    is said to be equal, as letters with a colon number things."""
    letters = short.rstrip(".")
    if len(letters) + 1 >= len(long.strip()):
        return False
    if sign == "=" and letters[:1].lower() == long[:1].lower():
        return True
    return short.endswith(".") or (letters.isupper() and len(letters) > 1)


def _meant(long: str, lang: str, manifest: Manifest) -> str:
    """The thing that the words name, if they name one and nothing else."""
    names = _terms(re.sub(r"\(.*?\)", "", long), lang, manifest)
    return names[-1] if names else ""


@lru_cache(maxsize=4096)
def _terms(words: str, lang: str, manifest: Manifest) -> Sequence[str]:
    found = stream(words, vocabulary(lang, manifest))
    return tuple(dict.fromkeys(name for token in found.tokens for name in token.names if name in manifest.glossary))


def _is_known(short: str, lang: str, manifest: Manifest) -> bool:
    return bool(_terms(short, lang, manifest))
