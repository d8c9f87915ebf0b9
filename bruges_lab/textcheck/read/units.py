"""What each number of a sentence counts: the noun behind it, the noun before it (space 5), or the list it belongs to.

Numbers that count nothing here are marked as well: pages, chapters, phases, and those that only refer back.
"""

from __future__ import annotations

import re
from typing import Final

from .concepts import Stream, Token
from .language import Numbers

_BREAK = re.compile(r"[.;:!?()|=]|,\s|[–—→]|\s-\s")
_BREAK_BEFORE = re.compile(r"[.;!?,|]")
_LISTING = re.compile(r"[,/–—-]")
_NOT_LISTING = re.compile(r"[^\s,/–—-]")
_NO_LIST = re.compile(r"[.;:()|+=×]")
_NO_BARE_LIST = re.compile(r"[.;:()|+=×x]")
LETTER = re.compile(r"[^\W\d_]")
_LIST_GAP = re.compile(r"[\s,/–—-]*")
_NAMED = re.compile(r"[.)]?\s+[^\W\d_]{3,}")
_LEAST_LISTED = 3
_REACH, _LONGEST_JOINT = 5, 4
"""So many words at most to the thing that is counted, and to the next number of a list."""
_ARTICLES: Final = frozenset(
    (
        *("a", "an", "the", "of", "die", "der", "das", "den", "einer"),
        *("le", "la", "les", "un", "une", "il", "lo", "i", "gli", "uno", "una"),
    )
)
_BETWEEN: Final = frozenset(("between", "zwischen", "entre", "tra", "fra", "tussen"))
_PAGE: Final = frozenset(
    (
        *("page", "pages", "seite", "seiten", "p", "s", "pag", "pagina", "pagine", "página", "pagina’s"),
        *("chapter", "kapitel", "chapitre", "capitolo", "section", "abschnitt"),
    )
)
_ONE_OF_A_ROW: Final = ("space", "step", "phase")


def bind(stream: Stream, words: Numbers) -> None:
    """Give every number of a sentence its unit and its list."""
    tokens = stream.tokens
    places = [place for place, token in enumerate(tokens) if token.value is not None]
    for place in _enumeration(stream, places) if places else ():
        tokens[place].value = None
    places = [place for place in places if tokens[place].value is not None]
    _group(stream, places, words)
    for place in places:
        _bind_one(stream, place)
    shared: dict[int, Token] = {}
    for token in (tokens[place] for place in places):
        if token.unit >= 0 and token.group >= 0:
            shared.setdefault(token.group, token)
    for token in (tokens[place] for place in places):  # the numbers of a list share the unit of the first that has one
        if token.group in shared and token.unit < 0:
            token.unit, token.label = shared[token.group].unit, shared[token.group].label


def _bind_one(stream: Stream, place: int) -> None:
    """Give a number its unit: what its cell, the noun behind it or the noun before it says."""
    token, things = stream.tokens[place], stream.words.things
    if place and stream.tokens[place - 1].text.lower() in _PAGE:
        token.value = None  # a page or chapter counts nothing
        return
    if "degrees" in token.names:
        token.unit = place
        return
    if "|" in stream.text and (cell := _unit_of_cell(stream, place)) >= 0:
        token.unit = cell
        return
    after, before = _unit_after(stream, place), _unit_before(stream, place)
    named = stream.tokens[before].names if before >= 0 else ()
    if before >= 0 and _is_label(stream, before, place, after):
        token.unit, token.label = before, True
    elif after >= 0:
        token.unit = after
    elif before >= 0 and things.vague.isdisjoint(named):
        token.unit, token.label = before, not things.numbered.isdisjoint(named)


def _enumeration(stream: Stream, places: list[int]) -> list[int]:
    """The numbers of a list within a sentence: four phases: 1 drawing, 2 dice, 3 actions, 4 majorities."""
    found: list[int] = []
    for place in places:
        token = stream.tokens[place]
        before = stream.text[: token.start].rstrip()
        opens = not before or before[-1] in ":,;(–—"
        if token.value == len(found) + 1 and token.text.isdigit() and opens and _NAMED.match(stream.text, token.end):
            found.append(place)
    counted = any(stream.tokens[place].value == len(found) for place in places if found and place < found[0])
    return found if len(found) >= _LEAST_LISTED and counted else []


def _unit_of_cell(stream: Stream, place: int) -> int:
    """The unit of a number that stands alone in its cell: the first thing in the first cell, or else in the next one."""
    text, token = stream.text, stream.tokens[place]
    start, end = text.rfind("|", 0, token.start) + 1, text.find("|", token.end)
    end = len(text) if end < 0 else end
    if LETTER.search(text, start, end):
        return -1
    first = text.find("|", len(text) - len(text.lstrip(" |")))
    inside = range(first) if token.start > first else range(end, (text.find("|", end + 1) + 1 or len(text) + 1) - 1)
    for other, candidate in enumerate(stream.tokens):
        if candidate.start in inside and any(name in stream.words.things.counted for name in candidate.names):
            return other
    return -1


def _unit_after(stream: Stream, place: int) -> int:
    tokens = stream.tokens
    for other in range(place + 1, min(len(tokens), place + 1 + _REACH)):
        token = tokens[other]
        gap = stream.between(other - 1, other)
        if _BREAK.search(gap):
            return -1
        if token.value is not None and not token.weak and (token.group < 0 or token.group != tokens[place].group):
            return -1
        if "each" in token.names:  # nine in each colour: nine of what was spoken of before
            return -1
        if any(name in stream.words.things.counted for name in token.names):
            follows = tokens[other + 1] if other + 1 < len(tokens) else None
            if token.names[0] == "colour" and follows is not None and "die" in follows.names:
                continue  # five coloured dice
            return other
    return -1


def _unit_before(stream: Stream, place: int) -> int:
    """The thing right before a number."""
    if not place or _BREAK_BEFORE.search(stream.between(place - 1, place)):
        return -1
    names, things = stream.tokens[place - 1].names, stream.words.things
    if "draw" in names or not any(name in things.counted or name in things.numbered for name in names):
        return -1  # to draw 4 is not pile 4, though the words may be alike
    return place - 1


def _is_label(stream: Stream, before: int, place: int, after: int) -> bool:
    """Whether a number names one of several things, space 5, step 6, Phase 1; `after` is what stands behind it and is counted."""
    unit, number = stream.tokens[before], stream.tokens[place]
    if number.weak or number.ordinal or stream.words.things.numbered.isdisjoint(unit.names):
        return False
    if after == place + 1 and not any(name in _ONE_OF_A_ROW for name in unit.names):
        return False
    if "type" in unit.names and not number.text.isdigit():
        return False  # type 2, but not: in this way two
    return not re.search(r"[(:=]", stream.between(before, place))


def _group(stream: Stream, places: list[int], words: Numbers) -> None:
    """Lists and ranges: 5 or 6; 7, 6, 5; 1-6; 1 to 6."""
    tokens = stream.tokens
    previous, slashed = -1, False
    for place in places:
        token = tokens[place]
        if token.weak and not token.text.isdigit():
            continue
        was, slashed = slashed, previous >= 0 and "/" in stream.between(previous, place)
        apart = was and not slashed  # 50/100 and 9: no list of three
        if previous >= 0 and not apart and not tokens[previous].weak and _listed(stream, previous, place, words):
            if tokens[previous].group < 0:
                tokens[previous].group = previous
            token.group = tokens[previous].group
            if _is_span(stream, previous, place, words):
                token.span = tokens[previous].span = True
        previous = place


def _is_span(stream: Stream, first: int, second: int, words: Numbers) -> bool:
    between = {token.text.lower() for token in stream.tokens[first + 1 : second]}
    if first and stream.tokens[first - 1].text.lower() in _BETWEEN:
        return True
    return bool(between & words.span) or bool(re.fullmatch(r"\s*[-–—]\s*", stream.between(first, second)))


def _listed(stream: Stream, first: int, second: int, words: Numbers) -> bool:
    """Whether two numbers belong to one list or range."""
    tokens, gap, joining = stream.tokens, stream.between(first, second), words.join | words.span
    if second - first > _LONGEST_JOINT or (second + 1 < len(tokens) and "each" in tokens[second + 1].names):
        return False  # fifty, ten in each colour: no list
    between = {token.text.lower(): token for token in tokens[first + 1 : second] if not token.weak}
    content = {word: token for word, token in between.items() if word in joining or word not in _ARTICLES}
    if not content:
        bare = _LISTING.search(gap) and _LIST_GAP.fullmatch(_NOT_LISTING.sub("", gap))
        return bare is not None and not _NO_BARE_LIST.search(gap)
    joined = not words.join.isdisjoint(content)  # every 5 and every 6
    each = all(word in joining or (joined and "each" in token.names) for word, token in content.items())
    return each and not _NO_LIST.search(gap)
