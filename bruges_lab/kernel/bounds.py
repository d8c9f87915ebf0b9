"""How large a text is for its parser, found before it is parsed: how much is in it, how deeply, under how long keys.

A parser makes hundreds of bytes out of one: a dotted key of 20,000 parts costs the standard TOML reader a gigabyte. So what comes
from outside is measured first, by looking at every character a few times, and refused where it is beyond all use. Where quotes
never close, the measure ends, as the parser will, at that very place.
"""

from __future__ import annotations

import re
from itertools import accumulate, islice
from typing import NamedTuple


class Bounds(NamedTuple):
    """The most that a reader takes; as a measure, what a text has."""

    items: int
    """Keys, values, lists and tables."""
    depth: int
    """Lists and tables within each other."""
    parts: int = 1
    """Of a dotted key."""
    word: int = 1
    """Characters of a key, number or date outside of quotes."""

    def fault(self, found: Bounds) -> str | None:
        """What is too much, in words; None if nothing is."""
        if found.depth > self.depth:
            return f"is nested too deeply: more than {self.depth} levels"
        if found.parts > self.parts:
            return f"has a key of more than {self.parts} parts"
        if found.word > self.word:
            return f"has a word of more than {self.word:,} characters outside of quotes"
        if found.items > self.items:
            return f"holds too much: more than {self.items:,} keys and values"
        return None


# TOML

TOML = Bounds(items=100_000, depth=20, parts=10, word=1000)
"""For every TOML file; the lab's own largest has a tenth of it."""

_TOML_TEXT = re.compile(
    r"""
      ( \"{3} (?:[^\"\\]++|\\.|\"(?!\"\"))*+ \"{3,5}
      | '{3} (?:[^']++|'(?!''))*+ '{3,5}
      | \"(?!\"\") [^\"\\\n]*+ (?:\\.[^\"\\\n]*+)*+ \"
      | '(?!'') [^'\n]*+ '
      )
    | \#[^\n]*+
    | [\"'].*+
    """,
    re.X | re.S,
)
"""A text in quotes, a comment, or quotes that never close, with all that follows."""
_TOML_WORD = re.compile(r"[^\s\[\]{}=,]++")
_BRACKET = re.compile(r"[\[\]{}]")


def measure_toml(text: str, most: Bounds = TOML) -> Bounds:
    """The measure of a TOML text; the counting of words ends where the bounds do."""
    bare = _TOML_TEXT.sub(lambda found: "q" if found[1] else "", text).replace(" ", "").replace("\t", "")
    words = [found[0] for found in islice(_TOML_WORD.finditer(bare), most.items + 1)]
    depth = deepest = 0
    for bracket in _BRACKET.findall(bare):
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= depth > 0
    parts = max((1 + word.count(".") for word in words if "." in word), default=min(1, len(words)))
    items = len(words) + sum(map(bare.count, ".[{"))
    return Bounds(items, deepest, parts, max(map(len, words), default=0))


# Patterns of sentences


class PatternBounds(NamedTuple):
    """The most that a Fluent pattern may have: its parser takes some microseconds a character, and tens of them a placeable."""

    longest: int
    """In characters."""
    placeables: int
    """What stands in braces."""
    depth: int = 8


PATTERN = PatternBounds(longest=10_000, placeables=2000)
"""For every pattern; the lab's own have a twentieth and three levels."""
_LITERAL = re.compile(r'\{\s*"[^"\\\n]{0,20}"\s*\}')
_PATTERN_BRACKET = re.compile(r"[{}()]")
_PATTERN_STEP = {"{": 1, "(": 1, "}": -1, ")": -1}


def pattern_fault(pattern: str, most: PatternBounds = PATTERN) -> str | None:
    """What makes a Fluent pattern too much for its parser, in words; None if nothing does."""
    if len(pattern) > most.longest:
        return f"is longer than {most.longest:,} characters"
    depth = 0
    for bracket in _PATTERN_BRACKET.findall(_LITERAL.sub("", pattern)):
        depth = max(0, depth + _PATTERN_STEP[bracket])
        if depth > most.depth:
            return f"is nested too deeply: more than {most.depth} levels"
    if pattern.count("{") > most.placeables:
        return f"has more than {most.placeables:,} places in braces"
    return None


# JSON

JSON = Bounds(items=500_000, depth=50)
"""For JSON files that programs have written."""

_JSON_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"|".*+', re.S)
"""A text in quotes, or quotes that never close, with all that follows: without that, every later quote would be tried again."""
_SHAPE = bytes(set(range(256)) - set(b"[]{},"))
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1, ord(","): 0}


def measure_json(data: bytes, most: Bounds = JSON) -> Bounds:
    """The measure of a JSON text: every value follows a bracket or a comma. Of one that holds too much, not how deeply."""
    shape = _JSON_TEXT.sub(b"", data).translate(None, _SHAPE)
    items = 1 + sum(map(shape.count, (b"[", b"{", b",")))
    if items > most.items:
        return Bounds(items, 0)
    return Bounds(items, max(accumulate(map(_STEP.__getitem__, shape)), default=0))
