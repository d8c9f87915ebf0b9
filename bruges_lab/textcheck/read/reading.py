"""Reading a rulebook: lines become blocks (headings, paragraphs, list items, cells), blocks become sentences with a context.

Marks are blanked, never cut out, so that every sentence knows the line and column it comes from. The context of a sentence is
what it stands under: its headings, the sentence that introduces the list, the items it is indented beneath.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from ...documents.opening import Source
from ...kernel.errors import LabError
from ..findings import Passage


class Sort(Enum):
    """What a sentence stands in."""

    HEADING = "heading"
    PROSE = "prose"
    ITEM = "item"
    CELL = "cell"


class Aside(Enum):
    """What a sentence is said as, where it is not simply a rule."""

    NONE = "none"
    EXAMPLE = "example"
    NOTE = "note"
    CARD = "card"


@dataclass(slots=True)
class Sentence:
    """One sentence, heading or cell, with where it comes from and what it stands under."""

    file: int
    sort: Sort
    text: str
    starts: tuple[int, ...]
    """Where in `text` each of its lines begins."""
    places: tuple[tuple[int, int], ...]
    """Line and column of each of these beginnings."""
    block: int
    context: tuple[int, ...]
    """The sentences it stands under, by number, the nearest last."""
    before: int = -1
    """The sentence before it in the same block."""
    label: int = -1
    """The word or two with which its block opens, if it does: Fire."""
    aside: Aside = Aside.NONE
    number: int = 0

    @property
    def line(self) -> int:
        """Its first line."""
        return self.places[0][0]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character."""
        run = max(0, bisect_right(self.starts, offset) - 1)
        line, column = self.places[run]
        return line, column + offset - self.starts[run]

    def passage(self, start: int = 0, end: int | None = None) -> Passage:
        """A part of the sentence as a passage, without blanks at its ends."""
        end = len(self.text) if end is None else end
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        line, column = self.place(start)
        last, behind = self.place(max(start, end - 1))
        return Passage(self.file, line, column, last, behind + 1, " ".join(self.text[start:end].split()))


@dataclass(slots=True)
class _Block:
    sort: Sort
    rows: list[tuple[int, int, str]] = field(default_factory=list)
    """Line, column and blanked text of each row."""
    level: int = 0
    indent: int = 0
    gap: bool = False
    """Whether a blank line stands before it."""


_FENCE = re.compile(r"\s*(```|~~~)")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s*(?:\**(?:\d{1,2}(?:\.\d{1,2})*\.?|[A-Z]\.|[IVX]+\.)\s+)?(?=\S)")
_CHAPTER = re.compile(r"\s*(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]+\.)\s+(?=[^\W\d_])")
_BOLD_LINE = re.compile(r"\s{0,3}(\*\*|__)(?:(?!\1).){1,70}\1\s*[:.]?\s*$")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{3,})\s*$")
_RULER = re.compile(r"\s{0,3}([-*_=]\s*){3,}$")
_ITEM = re.compile(r"(\s*)((?:[-*+•–—·▪►→]|\(?\d{1,2}[.):]|\(?[a-h][.)]|[IVX]{1,4}\.)\s+)(?=\S)")
_SECOND = re.compile(r"\(?\d{1,2}[):]\s+(?=\S)")
"""A number behind the mark of an item: – 3: …"""
_PARAGRAPH = re.compile(
    r"\s*(?:\*\*|__)?(?:§\s?\d{1,3}(?:\.\d{1,2})*|\d{1,2}(?:\.\d{1,2}){1,3})[.)]?(?:\*\*|__)?\s+(?=[^\W\d_]|\d{1,3}\s+[^\W\d_]|[*_(„“«\"])"
)
"""The number of a paragraph, as in contracts: 3.2, § 4."""
_TABLE_RULE = re.compile(r"[\s|:+-]+$")
_QUOTE = re.compile(r"\s{0,3}>\s?")
_BLANKED = re.compile(
    r"<!--(?:[^<]|<(?!!--))*?-->|</?[A-Za-z][^<>]{0,500}>|!?\[(?=[^\]]{0,300}+\]\()|\]\([^()\s]{0,500}\)"
    r"|\\times|\\[a-z]+|[*`$~]+|(?<!\w)_+|(?<!_)_++(?!\w)"
)
_BOUNDARY = re.compile(r"(?<![.!?…])[.!?…]++[\"”»“')\]]*+\s++(?=[\"“„«(\[–-]?\s?[A-ZÄÖÜÀÂÉÈÊËÎÏÔÙÛÇÌÒ0-9])|\t+|\s[·•]\s+(?=\d)")
_NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|z\. ?B|d\. ?h|bzw|ca|usw|u\. ?a|Nr|S|p|pp|vgl|p\. ?ex|ex|cf|env|max|min|No|nr|pag|ecc|es|art|no)"
    r"|\b(?:de[rnms]|die|das|ein(?:e[rnms]?)?|jede[rnms]?|am|im|zum|zur|vom|beim|[sd]?ein(?:e[rnms]?)|[Ii]hre?[rnms]?)\s{1,20}\d{1,2})\.\s*$"
)
"""An abbreviation or a German ordinal, whose full stop ends no sentence."""
_FIRST = re.compile(r"\s{0,200}\(?(?:\d{1,2}|[IVX]{1,8}|[a-h])\.\s*$")
"""The number of an item at the beginning of a sentence."""
_ENDED = re.compile(r"[.!?:;…]['\"”»)\]*_]*\s*$")
_CAPITALS, _NUMBERED, _BY_LOOKS = 7, 8, 9
"""The levels of headings that have no mark of Markdown."""
_LONG = 48
_SHORT_HEADING = 70
_LABEL = 3
_ABBREVIATED = 40
"""So many characters before a full stop tell whether it ends the sentence."""
LONGEST_SENTENCE = 1_000
"""Characters. What is longer is no sentence, and is cut behind the last mark or word before; so is a paragraph of too many."""
MOST_IN_A_PARAGRAPH = 100
MOST_SENTENCES = 80_000
_MARK = re.compile(r"[.!?…;:,|][\"”»“')\]]*\s")


def blank(line: str) -> str:
    """The line with its marks blanked; every other character stays where it is."""
    return _BLANKED.sub(lambda mark: "×".ljust(len(mark[0])) if mark[0] == r"\times" else " " * len(mark[0]), line)


def sentences(sources: Sequence[Source]) -> list[Sentence]:
    """All sentences of a rulebook, file by file, numbered."""
    found: list[Sentence] = []
    for number, source in enumerate(sources):
        _Reader(number, found).read(source.lines)
    return found


class _Reader:
    """Reads one file; keeps the headings, the open list and the sentence that introduces it."""

    def __init__(self, file: int, found: list[Sentence]) -> None:
        self.file, self.found = file, found
        self.headings: list[tuple[int, int]] = []
        self.items: list[tuple[int, int]] = []
        self.intro = -1
        self.columns: list[int] = []
        self.block = found[-1].block + 1 if found else 0

    def read(self, lines: Sequence[str]) -> None:
        for block in _blocks(lines):
            self.add(block)
            self.block += 1

    def add(self, block: _Block) -> None:
        context = [number for _, number in self.headings]
        if block.sort is Sort.HEADING:
            while self.headings and self.headings[-1][0] >= block.level:
                self.headings.pop()
            self.items, self.intro, self.columns = [], -1, []
            first = self.emit(block, tuple(number for _, number in self.headings))
            self.headings.append((block.level, first))
            return
        if block.sort is Sort.CELL:
            self.cells(block, context)
            return
        self.columns = []
        if block.sort is Sort.ITEM:
            while self.items and self.items[-1][0] >= block.indent:
                self.items.pop()
            if self.intro >= 0:
                context.append(self.intro)
            context += [number for _, number in self.items]
            self.items.append((block.indent, self.emit(block, tuple(context))))
            return
        if self.items and block.indent > self.items[-1][0] and block.indent >= 2:
            self.emit(block, (*context, *[number for _, number in self.items]))
            return
        self.items = []
        if self.intro >= 0 and block.gap and not _introduces(self.found[self.intro]):
            self.intro = -1
        self.emit(block, tuple(context))
        last = self.found[-1]
        self.intro = last.number if _introduces(last) else -1

    def cells(self, block: _Block, context: list[int]) -> None:
        """One row of a table: a sentence of its own, which stands under the first row."""
        if not block.rows:
            return
        number = self.emit(block, (*context, *self.columns))
        self.columns = self.columns or [number]

    def emit(self, block: _Block, context: tuple[int, ...]) -> int:
        """Add the sentences of a block; the number of the first. A paragraph of very many goes on as another one."""
        opened = len(self.found)
        rows, starts, places, size = [], [], [], 0
        for line, column, row in block.rows:
            starts.append(size)
            places.append((line, column))
            rows.append(row.rstrip() + " ")
            size += len(rows[-1])
        text = "".join(rows)
        first, before = len(self.found), -1
        for start, end in _split(text, block.sort in (Sort.HEADING, Sort.CELL)):
            number = len(self.found)
            if number >= MOST_SENTENCES:
                raise LabError(f"the text has more than {MOST_SENTENCES:,} sentences, headings and rows; check a part of it")
            if number - first >= MOST_IN_A_PARAGRAPH:
                first, before, self.block = number, -1, self.block + 1
            runs = range(max(0, bisect_right(starts, start) - 1), bisect_left(starts, end))
            begins = [max(starts[run], start) for run in runs]
            sentence = Sentence(
                self.file,
                block.sort,
                text[start:end],
                tuple(begin - start for begin in begins),
                tuple((places[run][0], places[run][1] + begin - starts[run]) for run, begin in zip(runs, begins, strict=True)),
                self.block,
                context,
                before,
                number=number,
            )
            before = number
            if number > first and _is_label(self.found[first]):
                sentence.label = first
            self.found.append(sentence)
        return opened


def _introduces(sentence: Sentence) -> bool:
    return sentence.text.rstrip().endswith(":")


def _is_label(sentence: Sentence) -> bool:
    return len(sentence.text.split(None, _LABEL)) <= _LABEL


def _split(text: str, whole: bool) -> Iterator[tuple[int, int]]:
    """The sentences of a text as start and end."""
    start = 0
    for found in () if whole else _BOUNDARY.finditer(text):
        if found[0].startswith("\t") or not _is_abbreviated(text, start, found.start() + 1):
            if not text[start : found.end()].isspace():
                yield from _cut(text, start, found.end())
            start = found.end()
    if not text[start:].isspace() or start == 0:
        yield from _cut(text, start, len(text))


def _is_abbreviated(text: str, start: int, end: int) -> bool:
    """Whether a full stop belongs to an abbreviation or a number."""
    return bool(_NO_END.search(text, max(start, end - _ABBREVIATED), end) or _FIRST.match(text, start, end))


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, or the pieces of what is too long for one."""
    while end - start > LONGEST_SENTENCE:
        bound = start + LONGEST_SENTENCE
        marks = [mark.end() for mark in _MARK.finditer(text, start + LONGEST_SENTENCE // 2, bound)]
        at = marks[-1] if marks else text.rfind(" ", start + 1, bound) + 1 or bound
        if not text[start:at].isspace():
            yield start, at
        start = at
    if end - start == len(text) or not text[start:end].isspace():
        yield start, end


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    open_block: _Block | None = None
    gap = True
    for number, (raw, below) in enumerate(zip(lines, (*lines[1:], ""), strict=True), 1):
        if _FENCE.match(raw):
            continue
        quote = _QUOTE.match(raw)
        shift = quote.end() if quote else 0
        line = raw[shift:]
        if not line.strip() or (_RULER.match(line) and not _ITEM.match(line)):
            if open_block is not None and not gap and _underlines(line, open_block):
                open_block.sort, open_block.level = Sort.HEADING, 1 if "=" in line else 2
            if open_block is not None and (line.strip() or not _breaks_off(open_block, below)):
                yield open_block
                open_block = None
            gap = True
            continue
        block = _begin(line, number, shift, gap, below)
        if block is None:  # the line goes on with what is open, or begins a paragraph
            row = (number, shift + 1, blank(line))
            if open_block is not None and _goes_on(open_block, row[2]):
                open_block.rows.append(row)
                gap = False
                continue
            block = _Block(Sort.PROSE, [row], indent=len(line) - len(line.lstrip()), gap=gap)
        if open_block is not None:
            yield open_block
        open_block, gap = block, False
        if block.sort in (Sort.HEADING, Sort.CELL):
            yield block
            open_block = None
    if open_block is not None:
        yield open_block


def _underlines(line: str, above: _Block) -> bool:
    """Whether a line makes a heading of the one above it."""
    return bool(line.strip() and _UNDERLINE.match(line)) and len(above.rows) == 1 and above.sort is Sort.PROSE


def _begin(line: str, number: int, shift: int, gap: bool, below: str) -> _Block | None:
    """The block that a line begins by its form; none if only its neighbours can tell."""

    def block(sort: Sort, end: int, level: int = 0, indent: int = 0, *, behind: bool = False) -> _Block:
        return _Block(sort, [(number, shift + end + 1, blank(line[end:]))], level, indent, behind)

    stands_apart = gap and not below.strip()
    if heading := _HEADING.match(line):
        end = heading.end()
        return _Block(Sort.HEADING, [(number, shift + end + 1, blank(line[end:]).rstrip("# "))], level=len(heading[1]))
    if line.count("|") >= 2 or line.lstrip().startswith("|"):
        return _Block(Sort.CELL) if _TABLE_RULE.match(line) else block(Sort.CELL, 0)
    if paragraph := _PARAGRAPH.match(line):
        titled = stands_apart and _looks_like_a_heading(line[paragraph.end() :])
        sort, level = (Sort.HEADING, _NUMBERED) if titled else (Sort.PROSE, 0)
        return block(sort, paragraph.end(), level, behind=gap)
    if item := _ITEM.match(line):
        end = (_SECOND.match(line, item.end()) or item).end()
        if stands_apart and re.match(r"\d|[IVX]", item[2]) and _looks_like_a_heading(line[end:]):
            return block(Sort.HEADING, end, _NUMBERED)
        return block(Sort.ITEM, end, indent=len(item[1].expandtabs(4)), behind=gap)
    if _BOLD_LINE.match(line) and gap and not re.search(r"\d\s*[*_]*$", line):
        return block(Sort.HEADING, 0, _BY_LOOKS)
    if stands_apart and _looks_like_a_heading(line):
        end = _numbered(line)
        return block(Sort.HEADING, end, _CAPITALS if _is_in_capitals(line[end:]) else _BY_LOOKS)
    return None


def _numbered(line: str) -> int:
    """Where the words of a heading begin, behind its number."""
    chapter = _CHAPTER.match(line)
    return chapter.end() if chapter else 0


def _is_in_capitals(line: str) -> bool:
    """Whether a heading is one of a higher sort."""
    return (line.upper() == line and any(c.isalpha() for c in line)) or re.match(r"\W*Phase\b", line) is not None


def _looks_like_a_heading(line: str) -> bool:
    text = blank(line).strip()
    if not text or len(text) > _SHORT_HEADING or re.search(r"[.!?;,]$|[=+]\s*\d", text):
        return False
    words = text.split()
    return len(words) <= 10 and (text[0].isupper() or text[0].isdigit()) and not (text.endswith(":") and len(words) > 6)


def _breaks_off(block: _Block, below: str) -> bool:
    """Whether a sentence breaks off at a blank line, as at the end of a column or page, and goes on behind it."""
    above = block.rows[-1][2].rstrip()
    if block.sort is not Sort.PROSE or len(above) < _LONG or _ENDED.search(above):
        return False
    start = blank(below).lstrip().removeprefix("(")
    return start[:1].islower() and _ITEM.match(below) is None


def _goes_on(block: _Block, text: str) -> bool:
    """Whether a line goes on with the sentence above it, and not with one of its own."""
    above = block.rows[-1][2].rstrip()
    start = text.lstrip()[:1]
    if start.islower() or start in ",;)":
        return True
    if block.sort is Sort.ITEM and text[:1].isspace():
        return not _ENDED.search(above) or len(above) >= _LONG
    if _ENDED.search(above):
        return len(above) >= _LONG and not above.endswith(":")
    return len(above) >= _LONG
