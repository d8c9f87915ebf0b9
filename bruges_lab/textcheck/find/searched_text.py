"""A rulebook as it is searched: its sentences, their concept streams and contexts, and how like each is to every rule."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...kernel.errors import LabError
from ..read.asides import mark_asides
from ..read.concepts import Stream, Token, stream
from ..read.likeness import features, likeness, profiles
from ..read.reading import Sentence, Sort
from ..read.units import LETTER
from ..read.vocabulary import Vocabulary, concept_bits

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ..read.likeness import Matrix


_ROW_NUMBER = re.compile(r"[\s|]*\d{1,2}[.)]?\s*\|")
MOST_WORDS = 40_000
"""Different words, written as they are; to bring a new one to its stem is the dearest of all that is done with a word."""
MOST_NUMBERS = 100_000
"""In different sentences: each is held against every rule that counts the same. Rulebooks have up to sixteen a kilobyte."""
_FOLLOWING = 8
"""So many items or headings behind one another may be asked for."""


@dataclass(slots=True)
class Text:
    """A rulebook read: its sentences, their streams, and the bits of their contexts."""

    manifest: Manifest
    """The game that it is held against."""
    sentences: list[Sentence]
    streams: list[Stream]
    context: list[int]
    heading: list[int]
    listed: list[tuple[int, ...]]
    """The bits of what follows each sentence in its list, item by item; of a heading, those of the headings behind it."""
    language: list[str]
    likeness: Matrix
    """How like each sentence is to each rule of the catalogue."""
    same_likeness: list[int]
    """A number that each sentence shares with those that have the same features, in and around them."""
    features: list[set[int]]
    """The features of each sentence, and those of what stands around it."""
    around: list[set[int]]
    likeliest: list[float]
    """The likeness of each sentence to the rule that it is most like."""
    lines: tuple[tuple[str, ...], ...] = ()
    """The lines of each file as they were read."""


def under_contents(text: Text, number: int) -> bool:
    """Whether a sentence stands under a heading that speaks of what is in the box."""
    return bool(text.heading[number] & concept_bits(text.manifest).get("contents", 0))


def read_text(
    manifest: Manifest, sentences: list[Sentence], languages: Sequence[str], vocabularies: Mapping[str, Vocabulary]
) -> Text:
    """Read every sentence in its language; one that comes again is read once."""
    known: dict[tuple[str, str], Stream] = {}
    words: set[str] = set()
    numbers = 0
    streams = []
    for sentence, lang in zip(sentences, languages, strict=True):
        key = (sentence.text, lang)
        if key not in known:
            known[key] = stream(sentence.text, vocabularies[lang])
            words.update(token.text for token in known[key].tokens)
            if len(words) > MOST_WORDS:
                raise LabError(f"the text has more than {MOST_WORDS:,} different words, which no rulebook has")
            numbers += sum(token.value is not None and not token.weak for token in known[key].tokens)
            if numbers > MOST_NUMBERS:
                raise LabError(f"the text has more than {MOST_NUMBERS:,} numbers, which no rulebook has; check a part of it")
        streams.append(known[key])
    return assemble(manifest, sentences, streams, languages)


def assemble(manifest: Manifest, sentences: list[Sentence], streams: list[Stream], languages: Sequence[str]) -> Text:
    """Put sentences and their streams together: asides, contexts, and the likeness to every rule."""
    mark_asides(sentences, streams)
    streams = _under_headers(sentences, streams)
    context, heading = [], []
    block, spoken = -1, 0
    for sentence in sentences:
        above = 0
        for other in (*sentence.context, *((sentence.label,) if sentence.label >= 0 else ())):
            above |= streams[other].bits
        heading.append(above)
        if sentence.block != block:
            block, spoken = sentence.block, 0
        context.append(above | spoken)  # whatever was spoken of in the same paragraph or item
        spoken |= streams[sentence.number].bits
    seen: dict[int, set[int]] = {}
    rows = [seen[id(found)] if id(found) in seen else seen.setdefault(id(found), features(found)) for found in streams]
    around = [_near_context(sentence, rows) for sentence in sentences]
    for number, sentence in enumerate(sentences):  # a list belongs to the sentence that introduces it
        if sentence.context and sentences[sentence.context[-1]].text.rstrip().endswith(":"):
            around[sentence.context[-1]] |= rows[number]
    like, same = likeness(rows, around, profiles(manifest))
    likeliest = like.max(axis=1).tolist() if rows else []
    listed = _listed(sentences, streams)
    return Text(manifest, sentences, streams, context, heading, listed, list(languages), like, same, rows, around, likeliest)


def _listed(sentences: Sequence[Sentence], streams: Sequence[Stream]) -> list[tuple[int, ...]]:
    """What follows each sentence in its list; what an item says goes into one, and headings are followed by headings."""
    found: list[tuple[int, ...]] = [()] * len(sentences)
    lists: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
    for sentence in reversed(sentences):
        number, bits = sentence.number, streams[sentence.number].bits
        if sentence.sort is Sort.PROSE:
            continue
        key = (sentence.file,) if sentence.sort is Sort.HEADING else (sentence.file, *sentence.context)
        behind = lists[(sentence.sort is Sort.HEADING, *key)]
        if behind and behind[-1][0] == sentence.block:
            behind[-1] = (sentence.block, behind[-1][1] | bits)
            found[number] = tuple(one for _, one in behind[-2 : -2 - _FOLLOWING : -1])
        else:
            found[number] = tuple(one for _, one in behind[: -1 - _FOLLOWING : -1])
            behind.append((sentence.block, bits))
    return found


def _under_headers(sentences: Sequence[Sentence], streams: Sequence[Stream]) -> list[Stream]:
    """In a row of bare numbers each number counts what the head of its column names; the same row twice is read once."""
    found = list(streams)
    columns: dict[int, dict[int, list[Token]]] = {}
    known: dict[tuple[int, int], Stream] = {}
    for number, sentence in enumerate(sentences):
        own = streams[number]
        if sentence.sort is not Sort.CELL or not own.tokens:
            continue
        head = next((other for other in reversed(sentence.context) if sentences[other].sort is Sort.CELL), -1)
        if head < 0:
            continue
        if head not in columns:
            columns[head] = defaultdict(list)
            for token in streams[head].tokens:
                columns[head][_column(streams[head], token)].append(token)
        key = (id(own), id(streams[head]))
        if key not in known:
            known[key] = _under_header(own, columns[head])
        found[number] = known[key]
    return found


def _under_header(own: Stream, columns: Mapping[int, Sequence[Token]]) -> Stream:
    tokens = []
    for place, token in enumerate(own.tokens):
        if not place and _ROW_NUMBER.match(own.text) and _numbers_rows(columns.get(_column(own, token), [])):
            tokens.append(_changed(token, token.names, token.concepts, None, -1))
            continue
        above = columns.get(_column(own, token)) if token.value is not None and token.unit < 0 else None
        if (
            not above
            or not any(name in own.words.things.counted for one in above for name in one.names)
            or not _is_bare(own, token)
        ):
            tokens.append(token)
            continue
        names = tuple(dict.fromkeys(name for one in above for name in one.names))
        bits = 0
        for one in above:
            bits |= one.concepts
        tokens.append(_changed(token, names, bits, token.value, place))
    bits = 0
    for token in tokens:
        bits |= token.concepts
    return Stream(tokens, bits, own.text, own.words)


def _changed(token: Token, names: tuple[str, ...], concepts: int, value: int | None, unit: int) -> Token:
    """A token with other concepts, another value and unit."""
    found = Token(token.text, token.start, token.end, concepts, names, value, token.ordinal, token.weak, token.term, unit)
    found.label, found.group, found.span = token.label, token.group, token.span
    found.cell, found.listed, found.apart = token.cell, token.listed, token.apart
    return found


def _column(found: Stream, token: Token) -> int:
    return found.text.count("|", 0, token.start)


def _numbers_rows(head: Sequence[Token]) -> bool:
    """Whether the numbers of a column are those of its rows: its head is empty or a sign, or names actions or phases."""
    names = {name for token in head for name in token.names}
    return bool(names & {"action", "phase"}) or all(token.text.lower() in ("n", "nr", "no", "nº") for token in head)


def _is_bare(found: Stream, token: Token) -> bool:
    """Whether a number stands alone in its cell."""
    start, end = found.text.rfind("|", 0, token.start) + 1, found.text.find("|", token.end)
    return not LETTER.search(found.text[start : end if end >= 0 else len(found.text)])


def _near_context(sentence: Sentence, rows: list[set[int]]) -> set[int]:
    found: set[int] = set()
    for other in (*sentence.context[-2:], sentence.before, sentence.label):
        if other < 0:
            continue
        found |= rows[other]
    return found
