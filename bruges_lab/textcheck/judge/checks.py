"""Checks that belong to no rule: actors and colours named twice, references to nowhere, and all those of other chapters here."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...kernel.rulesets import BaseRuleset
from ..examples.example_blocks import check_examples
from ..find.aligning import Alignment
from ..find.searched_text import Text
from ..findings import Finding
from ..read.reading import Aside, Sort
from .leftovers import leftovers
from .sequence import check_sequence
from .strays import stray_terms
from .sums import check_sums
from .terms import forbidden, note, two_terms

_LEAST_COLOURS = 4
_PAGE = re.compile(r"\b(?:page|pages|p\.|Seite|Seiten|S\.|pagina|pagine|pag\.|página)\s*(\d{1,3})\b", re.I)
_CHAPTER = re.compile(
    r"\b(?:chapter|section|Kapitel|Abschnitt|chapitre|capitolo|capítulo|hoofdstuk)\s+(\d{1,2}(?:\.\d{1,2})*)\b", re.I
)
_CHAPTER_HEADING = re.compile(r"^[\s#*]*(\d{1,2}(?:\.\d{1,2})*)\.?\s+\S")
_PAGE_MARK = re.compile(r"\f|^[^\w\n]*(?:page|seite|pagina|página)\s+\d+[^\w\n]*$|^[^\w\n]*\d{1,3}[^\w\n]*$", re.I | re.M)


def other_checks(
    text: Text, judged: Sequence[bool], rules: BaseRuleset | None, languages: Sequence[str], alignment: Alignment | None = None
) -> list[Finding]:
    """All checks that belong to no rule, and the worked examples."""
    found: list[Finding] = []
    found += two_terms(text, judged)
    found += forbidden(text, judged)
    found += stray_terms(text, alignment) if alignment is not None else []
    found += leftovers(text)
    found += _named_twice(text, judged)
    found += _references(text)
    found += check_sequence(text, judged)
    found += check_sums(text, judged)
    found += check_examples(text, judged, rules)
    return found


def _named_twice(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """In an example, one player with two numbers; in a list of colours, one of them twice."""
    for number, sentence in enumerate(text.sentences):
        if not judged[number]:
            continue
        found = text.streams[number]
        colours = [name for token in found.tokens for name in token.names if name in found.words.things.colours]
        if sentence.aside is Aside.EXAMPLE and (actor := _same_actor(sentence.text)):
            yield note(sentence, "actors", "actor_twice", 0.7, actor, "", actor=actor)
        elif len(colours) >= _LEAST_COLOURS and len(set(colours)) == len(colours) - 1 and _is_list(sentence.text):
            double = next(name for name in colours if colours.count(name) > 1)
            yield note(sentence, "colours", "colour_twice", 0.7, double, "", colour=double)


def _is_list(sentence: str) -> bool:
    return sentence.count(",") >= 2


def _same_actor(sentence: str) -> str:
    """A name that stands with two different numbers in one list."""
    parts = re.split(r"[,;]| (?:and|und|et|e|y|en) ", sentence.split(":", 1)[-1] if ":" in sentence[:20] else sentence)
    numbers: dict[str, set[str]] = defaultdict(set)
    listed = 0
    for part in parts:
        names = re.findall(r"\b([^\W\d_]*[A-ZÄÖÜÀÂÉÈÊÎÔÛÇ][^\W\d_]+)\b", part)
        digits = re.findall(r"\d+", part)
        if len(digits) == 1 and names:
            listed += 1
            numbers[names[0]].add(digits[0])
    if listed < 3:
        return ""
    return next((name for name, seen in numbers.items() if len(seen) > 1), "")


def _references(text: Text) -> Iterator[Finding]:
    """References to pages of a text without pages, and to chapters that are not there."""
    raw = "\n".join(sentence.text for sentence in text.sentences)
    has_pages = bool(_PAGE_MARK.search(raw))
    chapters = {found for lines in text.lines for line in lines if (found := _chapter_of(line))}
    for sentence in text.sentences:
        page = _PAGE.search(sentence.text)
        if page and not has_pages:
            yield note(sentence, "reference", "missing_page", 0.4, page[0], "", page=int(page[1]))
        chapter = _CHAPTER.search(sentence.text)
        if chapter and chapters and sentence.sort is not Sort.HEADING and chapter[1] not in chapters:
            yield note(sentence, "reference", "missing_chapter", 0.7, chapter[0], "", chapter=chapter[1])


def _chapter_of(line: str) -> str:
    found = _CHAPTER_HEADING.match(line) if line.lstrip().startswith(("#", "*")) else None
    return found[1] if found else ""
