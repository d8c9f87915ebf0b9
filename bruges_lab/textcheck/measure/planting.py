"""Faults made by machine: a number, colour, word or term of a labelled sentence changed, to learn from beside planted errors."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..judge.exchanging import exchanged
from ..read.language import numbers
from ..read.spoken import SILENT
from ..read.things import things
from ..read.vocabulary import plain_words

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ..read.concepts import Stream, Token

Sort = Literal["number", "colour", "exchanged", "denied", "affirmed", "swapped"]
_NOT = {"en": "not", "de": "nicht", "fr": "pas", "it": "non"}
_DENIABLE = frozenset(("may", "pay", "take", "draw", "discard", "score", "lose", "build", "play", "keep", "turn_over", "advance"))
_STEPS = (-2, -1, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Fault:
    """A sentence with one thing changed."""

    sort: Sort
    text: str
    at: int
    """Where the changed word stands."""
    right: str
    """What stood there: a concept or a number as facts name it."""


def fault(found: Stream, manifest: Manifest, lang: str, chance: random.Random) -> Fault | None:
    """One fault by lot; none where nothing can be changed."""
    by_sort: dict[Sort, list[tuple[int, str]]] = {}
    known, colours = exchanged(manifest), things(manifest).colours
    for place, token in enumerate(found.tokens):
        if token.value is not None and not token.weak and (token.value > 1 or token.text.isdigit()):
            by_sort.setdefault("number", []).append((place, ("o" if token.ordinal else "n") + str(token.value)))
        for name in token.names:
            if name in colours:
                by_sort.setdefault("colour", []).append((place, name))
            elif name not in SILENT and known.get(name) and not (place and name in found.tokens[place - 1].names):
                by_sort.setdefault("exchanged", []).append((place, name))
        if "not" in token.names:
            by_sort.setdefault("affirmed", []).append((place, "not"))
        if _DENIABLE & set(token.names):
            by_sort.setdefault("denied", []).append((place, ""))
    things_here = [(place, name) for place, name in by_sort.get("exchanged", ()) if name in manifest.glossary]
    if len({name for _, name in things_here}) > 1:
        by_sort["swapped"] = things_here
    if not by_sort:
        return None
    sort = chance.choice(sorted(by_sort))
    if sort == "swapped":
        return _swapped(found, by_sort[sort], chance)
    place, name = chance.choice(by_sort[sort])
    return _made(sort, place, name, found, manifest, lang, chance)


def _swapped(found: Stream, ones: list[tuple[int, str]], chance: random.Random) -> Fault | None:
    """Two things of a sentence, each in the place of the other."""
    (first, name), (second, other) = sorted(chance.sample(ones, 2))
    ends = [_end(found, first, name), _end(found, second, other)]
    one, two = found.tokens[first], found.tokens[second]
    if name == other or first >= second or ends[0] > two.start or set(one.names) & set(two.names):
        return None
    text = found.text
    told = text[: one.start] + text[two.start : ends[1]] + text[ends[0] : two.start] + text[one.start : ends[0]] + text[ends[1] :]
    return Fault("swapped", told, one.start, f"{name}|{other}")


def _end(found: Stream, place: int, name: str) -> int:
    while place + 1 < len(found.tokens) and name in found.tokens[place + 1].names:
        place += 1
    return found.tokens[place].end


def _made(sort: Sort, place: int, name: str, found: Stream, manifest: Manifest, lang: str, chance: random.Random) -> Fault | None:
    token, text = found.tokens[place], found.text
    if sort == "affirmed":
        return Fault(sort, text[: token.start] + text[token.end :].lstrip(), token.start, name)
    if sort == "denied":
        return Fault(sort, f"{text[: token.end]} {_NOT[lang]}{text[token.end :]}", token.end + 1, name)
    if sort == "number":
        return Fault(sort, text[: token.start] + _another(token, lang, chance) + text[token.end :], token.start, name)
    word = _word(chance.choice(sorted(exchanged(manifest)[name])), manifest, lang)
    return Fault(sort, text[: token.start] + word + text[_end(found, place, name) :], token.start, name) if word else None


def _another(token: Token, lang: str, chance: random.Random) -> str:
    value = token.value or 0
    new = max(0, value + chance.choice(_STEPS))
    new = value + 1 if new in (0, 1, value) else new
    if digits := re.match(r"\d+", token.text):
        return str(new) + token.text[digits.end() :]
    known = numbers(lang)
    return next((word for word, one in (known.ordinals if token.ordinal else known.cardinals).items() if one == new), str(new))


def _word(name: str, manifest: Manifest, lang: str) -> str:
    if name in manifest.glossary:
        concept = manifest.glossary[name]
        return str((concept.terms.get(lang) or concept["en"]).preferred)
    words = plain_words(manifest).get(name)
    listed = [word.strip() for word in getattr(words, lang).split(",")] if words is not None else []
    return next((word for word in listed if "*" not in word), listed[0].rstrip("*") if listed else "")
